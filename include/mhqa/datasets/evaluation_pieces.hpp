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

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

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
  evaluation_pieces(byte_reader& in, std::uint64_t count);

  void save(byte_writer& out) const;

  [[nodiscard]] const std::vector<evaluation_piece>& all() const noexcept { return all_; }

  /// Adds a batch to the only piece.
  void grow(const evaluation_piece& batch);

  /// Adds other pieces.
  ///
  /// Shape:  `distinct`: each piece has golds of its own
  /// Errors: data_error with errc::duplicate, and nothing added, for a name or golds that are there already
  void add(const evaluation_pieces& other, std::uint32_t count, bool distinct);

  /// Fails unless the pieces are those from 0 to count - 1.
  void expect_whole(std::uint32_t count) const;

 private:
  [[nodiscard]] static bool before(const evaluation_piece& a, const evaluation_piece& b) noexcept {
    return std::tie(a.index, a.key) < std::tie(b.index, b.key);
  }
  [[nodiscard]] static std::string name_of(const evaluation_piece& one, std::uint32_t count) {
    return one.key.empty() ? std::to_string(one.index) + "/" + std::to_string(count) : "\"" + one.key + "\"";
  }
  static void expect_distinct(const std::vector<evaluation_piece>& pieces, std::uint32_t count);

  std::vector<evaluation_piece> all_;
};

}  // namespace detail
}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/evaluation_pieces.ipp>
#endif
