// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of stage.hpp.
#pragma once

#include <mhqa/compose/stage.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE question_pool::question_pool(single_hop_pool pool, std::shared_ptr<const void> texts) {
  struct owned {
    single_hop_pool pool;
    pool_words words;
    explicit owned(single_hop_pool p) : pool{std::move(p)}, words{pool} {}
  };
  hold(std::make_shared<const owned>(std::move(pool)), [](const owned& o) { return parts{&o.pool, &o.words}; });
  texts_ = std::move(texts);
}

MHQA_INLINE std::uint64_t stage_counts::count(std::string_view name) const noexcept {
  for (const named_count& c : counts) {
    if (c.name == name) return c.value;
  }
  return 0;
}

}  // namespace mhqa::inline v0_1
