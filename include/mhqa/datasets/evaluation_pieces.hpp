// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Which pieces of the data an evaluation in parts has seen: each by its number or by a key, with a hash of its golds,
// so that no piece counts twice, under whatever name.
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/score_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The name of a piece that has no number: a task's id, a file's name, a hash.
///
/// Shape: `run` names what all pieces have in common, e.g. the model; pieces of another run are not added
struct piece_key {
  std::string key;
  std::string run;
};

/// A piece of an evaluation's data.
///
/// Shape: `index` is its number, 0 for a piece with a key; `data` is the hash of its ids and golds
struct evaluation_piece {
  std::uint32_t index = 0;
  std::string key;
  data_fingerprint data;
  std::uint64_t questions = 0;
};

namespace detail {

/// The pieces of one or several parts, by number, then key.
class evaluation_pieces {
 public:
  explicit evaluation_pieces(evaluation_piece first) { all_.push_back(std::move(first)); }
  /// Reads what save() wrote.
  evaluation_pieces(byte_reader& in, std::uint64_t count) {
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

  void save(byte_writer& out) const {
    out.number(all_.size());
    for (const evaluation_piece& one : all_) {
      out.number(one.index);
      out.text(one.key);
      mhqa::save(out, one.data);
      out.number(one.questions);
    }
  }

  [[nodiscard]] const std::vector<evaluation_piece>& all() const noexcept { return all_; }

  /// Adds a batch to the only piece.
  void grow(const evaluation_piece& batch) {
    all_.front().data += batch.data;
    all_.front().questions += batch.questions;
  }

  /// Adds other pieces.
  ///
  /// Shape:  `distinct`: each piece has golds of its own
  /// Errors: data_error with errc::duplicate, and nothing added, for a name or golds that are there already
  void add(const evaluation_pieces& other, std::uint32_t count, bool distinct) {
    std::vector<evaluation_piece> sum(all_.size() + other.all_.size());
    std::merge(all_.begin(), all_.end(), other.all_.begin(), other.all_.end(), sum.begin(), before);
    for (std::size_t i = 1; i < sum.size(); ++i) {
      if (!before(sum[i - 1], sum[i])) {
        throw_data_error({}, "expected each part once, found part " + name_of(sum[i], count) + " twice",
                         errc::duplicate);
      }
    }
    if (distinct) expect_distinct(sum, count);
    all_ = std::move(sum);
  }

  /// Fails unless the pieces are those from 0 to count - 1.
  void expect_whole(std::uint32_t count) const {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i >= all_.size() || all_[i].index != i) {
        throw_data_error(
            {}, "expected " + std::to_string(count) + " parts, part " + name_of({i, {}, {}, 0}, count) + " is missing",
            errc::missing);
      }
    }
  }

 private:
  [[nodiscard]] static bool before(const evaluation_piece& a, const evaluation_piece& b) noexcept {
    return std::tie(a.index, a.key) < std::tie(b.index, b.key);
  }
  [[nodiscard]] static std::string name_of(const evaluation_piece& one, std::uint32_t count) {
    return one.key.empty() ? std::to_string(one.index) + "/" + std::to_string(count) : "\"" + one.key + "\"";
  }
  static void expect_distinct(const std::vector<evaluation_piece>& pieces, std::uint32_t count) {
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

  std::vector<evaluation_piece> all_;
};

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
