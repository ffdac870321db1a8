// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of data_source.hpp.
#pragma once

#include <mhqa/io/data_source.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void data_source::for_each_json(const std::function<void(std::string_view)>& f) const {
  if (!held_) return;
  std::string out;
  if (held_->is_array) out += '[';
  bool first = true;
  for (auto batch = held_->next(true); !batch.empty(); batch = held_->next(false)) {
    for (const held_value& one : batch) {
      if (!first) out += ',';
      first = false;
      append_json(out, one);
    }
    f(out);
    out.clear();
  }
  if (held_->is_array) f("]");
}

}  // namespace mhqa::inline v0_1::io
