// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evaluation_pieces.hpp.
#pragma once

#include <mhqa/datasets/evaluation_pieces.hpp>

#include <algorithm>
#include <cstddef>
#include <map>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE evaluation_pieces::evaluation_pieces(byte_reader& in, std::uint64_t count) {
  for (std::size_t left = in.count(32); left != 0; --left) {
    const std::uint64_t index = in.number();
    evaluation_piece one{static_cast<std::uint32_t>(index), std::string{in.text()}, {}, 0};
    load(in, one.data);
    one.questions = in.number();
    if (index >= std::max<std::uint64_t>(count, 1) || count > 0xFFFFFFFFU || one.key.empty() == (count == 0) ||
        (!all_.empty() && !before(all_.back(), one))) {
      in.fail("expected the pieces of a part in ascending order");
    }
    all_.push_back(std::move(one));
  }
  if (all_.empty()) in.fail("expected a piece of a part");
}

MHQA_INLINE void evaluation_pieces::save(byte_writer& out) const {
  out.number(all_.size());
  for (const evaluation_piece& one : all_) {
    out.number(one.index);
    out.text(one.key);
    mhqa::save(out, one.data);
    out.number(one.questions);
  }
}

MHQA_INLINE void evaluation_pieces::grow(const evaluation_piece& batch) {
  all_.front().data += batch.data;
  all_.front().questions += batch.questions;
}

MHQA_INLINE void evaluation_pieces::add(const evaluation_pieces& other, std::uint32_t count, bool distinct) {
  std::vector<evaluation_piece> sum(all_.size() + other.all_.size());
  std::merge(all_.begin(), all_.end(), other.all_.begin(), other.all_.end(), sum.begin(), before);
  for (std::size_t i = 1; i < sum.size(); ++i) {
    if (!before(sum[i - 1], sum[i])) {
      throw_data_error({}, "expected each part once, found part " + name_of(sum[i], count) + " twice", errc::duplicate);
    }
  }
  if (distinct) expect_distinct(sum, count);
  all_ = std::move(sum);
}

MHQA_INLINE void evaluation_pieces::expect_whole(std::uint32_t count) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i >= all_.size() || all_[i].index != i) {
      throw_data_error(
          {}, "expected " + std::to_string(count) + " parts, part " + name_of({i, {}, {}, 0}, count) + " is missing",
          errc::missing);
    }
  }
}

MHQA_INLINE void evaluation_pieces::expect_distinct(const std::vector<evaluation_piece>& pieces, std::uint32_t count) {
  std::map<std::string, const evaluation_piece*> seen;
  for (const evaluation_piece& one : pieces) {
    if (one.questions == 0) continue;
    const auto [known, is_new] = seen.try_emplace(one.data.text() + std::to_string(one.questions), &one);
    if (is_new) continue;
    throw_data_error({},
                     "expected other questions in each part; parts " + name_of(*known->second, count) + " and " +
                         name_of(one, count) + " have the same " + std::to_string(one.questions),
                     errc::duplicate);
  }
}

}  // namespace mhqa::inline v0_1::detail
