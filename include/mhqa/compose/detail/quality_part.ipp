// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of quality_part.hpp.
#pragma once

#include <mhqa/compose/quality_part.hpp>

#include <mhqa/bytes.hpp>
#include <mhqa/compose/pool.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string to_bytes(const quality_part& part) {
  byte_writer out;
  detail::save_label(out, "questions", part.label);
  out.number(part.pool);
  out.number(part.result.kept.size());
  for (const std::uint32_t i : part.result.kept) out.number(i);
  out.number(part.result.dropped.size());
  for (const reason_count& r : part.result.dropped) {
    out.text(r.reason);
    out.number(r.count);
  }
  return std::move(out).finish();
}

MHQA_INLINE quality_part read_quality_part(std::string_view bytes, const std::string& name) {
  byte_reader in{bytes, name};
  quality_part out{.label = detail::load_label(in, "questions")};
  out.pool = in.number();
  for (std::size_t left = in.count(8); left != 0; --left) {
    const std::uint64_t i = in.number();
    if (i > 0xFFFFFFFFU || (!out.result.kept.empty() && i <= out.result.kept.back())) {
      in.fail("expected positions of questions in ascending order");
    }
    out.result.kept.push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t left = in.count(16); left != 0; --left) {
    std::string reason{in.text()};
    out.result.dropped.push_back({std::move(reason), in.number()});
  }
  in.expect_end();
  return out;
}

MHQA_INLINE bool merged_questions::add_counts(std::vector<reason_count>& to, const std::vector<reason_count>& more) {
  if (to.empty()) {
    to = more;
    return true;
  }
  if (to.size() != more.size()) return false;
  for (std::size_t r = 0; r < to.size(); ++r) {
    if (to[r].reason != more[r].reason) return false;
    to[r].count += more[r].count;
  }
  return true;
}

}  // namespace mhqa::inline v0_1
