// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What must be true of a batch before anything runs on it, and the values that say that it is. Each back end reads
// the arrays in its own way, by a reader; what is looked for and what is said of it stand here alone.
#pragma once

#include <mhqa/batch/ragged.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace mhqa {
inline namespace v0 {
namespace batch {

namespace detail {
struct checks;
}

/// A batch whose offsets, ids and counts are in order. It refers to the caller's arrays, which must not change in a
/// way that breaks that. See check().
template <row_offset Offset = std::int32_t>
class checked_batch {
 public:
  [[nodiscard]] const token_batch<Offset>& get() const noexcept { return batch_; }
  [[nodiscard]] std::size_t predictions() const noexcept { return batch_.predictions.rows(); }
  /// The largest id + 1.
  [[nodiscard]] std::uint32_t vocabulary() const noexcept { return vocabulary_; }
  [[nodiscard]] std::uint32_t longest_prediction() const noexcept { return longest_prediction_; }
  [[nodiscard]] std::uint32_t longest_gold() const noexcept { return longest_gold_; }
  /// Whether an id is marked as ignored.
  [[nodiscard]] bool some_ignored() const noexcept { return some_ignored_; }
  /// Whether a question has no gold at all, which some dialects allow.
  [[nodiscard]] bool lacks_golds() const noexcept { return lacks_golds_; }

 private:
  friend detail::checks;

  token_batch<Offset> batch_{};
  std::uint32_t vocabulary_ = 0;
  std::uint32_t longest_prediction_ = 0;
  std::uint32_t longest_gold_ = 0;
  bool some_ignored_ = false;
  bool lacks_golds_ = false;
};

/// Consecutive groups of the elements of a column, in order: group i is the elements offsets[i] up to offsets[i + 1].
/// See check_groups().
template <row_offset Offset = std::int32_t>
class checked_groups {
 public:
  [[nodiscard]] std::span<const Offset> offsets() const noexcept { return offsets_; }
  [[nodiscard]] std::size_t size() const noexcept { return offsets_.size() - 1; }
  /// How many elements the groups may refer to.
  [[nodiscard]] std::size_t elements() const noexcept { return elements_; }
  /// Whether a group is empty.
  [[nodiscard]] bool some_empty() const noexcept { return some_empty_; }

 private:
  friend detail::checks;

  std::span<const Offset> offsets_{};
  std::size_t elements_ = 0;
  bool some_empty_ = false;
};

namespace detail {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// What the offsets of some rows say: the first row that is out of order, the shortest and the longest.
struct row_facts {
  std::uint32_t first_bad = none;
  std::uint32_t shortest = none;
  std::uint32_t longest = 0;
};

struct join_facts {
  MHQA_HD row_facts operator()(const row_facts& a, const row_facts& b) const {
    return {a.first_bad < b.first_bad ? a.first_bad : b.first_bad, a.shortest < b.shortest ? a.shortest : b.shortest,
            a.longest > b.longest ? a.longest : b.longest};
  }
};

template <class Offset>
struct facts_of_row {
  const Offset* offsets;
  std::uint64_t end;

  MHQA_HD row_facts operator()(std::uint32_t i) const {
    const Offset from = offsets[i];
    const Offset to = offsets[i + 1];
    if (from < 0 || to < from || static_cast<std::uint64_t>(to) > end) return {i, none, 0};
    const auto size = static_cast<std::uint64_t>(to - from);
    const auto most = static_cast<std::uint32_t>(size < none ? size : none);
    return {none, most, most};
  }
};

struct negative_at {
  const std::int32_t* ids;

  MHQA_HD std::uint32_t operator()(std::uint32_t i) const { return ids[i] < 0 ? i : none; }
};

struct as_unsigned {
  MHQA_HD std::uint32_t operator()(std::int32_t id) const { return static_cast<std::uint32_t>(id); }
};

struct ignored_bit {
  MHQA_HD std::uint32_t operator()(std::uint8_t marks) const { return marks & token_mark::ignored; }
};

struct larger {
  MHQA_HD std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a < b ? b : a; }
};

struct smaller {
  MHQA_HD std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return b < a ? b : a; }
};

/// The checks, by a Reader of arrays:
///   rows(n, f, init, join)            f(0), …, f(n - 1), joined in any order; init is neutral
///   values(first, n, f, init, join)   f(first[0]), …, likewise
struct checks {
  static void count(std::size_t found, const char* what) {
    if (found >= (std::size_t{1} << 31U)) {
      throw_data_error({.field = what}, "expected fewer than 2^31 elements, found " + std::to_string(found));
    }
  }

  /// Throws unless the offsets rise from 0 or more to at most `end`.
  template <class Reader, class Offset>
  static row_facts offsets(const Reader& read, std::span<const Offset> of_rows, std::size_t end, const char* what) {
    if (of_rows.empty()) throw_data_error({.field = what}, "expected one offset more than rows, found none");
    count(of_rows.size(), what);
    const auto rows = static_cast<std::uint32_t>(of_rows.size() - 1);
    const row_facts facts =
        read.rows(rows, facts_of_row<Offset>{of_rows.data(), std::uint64_t{end}}, row_facts{}, join_facts{});
    if (facts.first_bad != none) {
      throw_data_error({.field = what}, "expected offsets that rise from 0 or more to at most " + std::to_string(end) +
                                            "; those of row " + std::to_string(facts.first_bad) + " do not");
    }
    return facts;
  }

  /// Throws for a negative id; else returns the largest id + 1.
  template <class Reader>
  static std::uint32_t ids(const Reader& read, std::span<const std::int32_t> values, const char* what) {
    if (values.empty()) return 0;
    const auto size = static_cast<std::uint32_t>(values.size());
    const std::uint32_t largest = read.values(values.data(), size, as_unsigned{}, 0U, larger{});
    if (largest <= static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max())) return largest + 1;
    const std::uint32_t at = read.rows(size, negative_at{values.data()}, none, smaller{});
    throw_data_error({.field = what}, "expected ids of 0 or more; the one at " + std::to_string(at) + " is negative");
  }

  /// What can be said of a batch without reading its arrays.
  template <class Offset>
  static void counts(const token_batch<Offset>& batch) {
    count(batch.predictions.values.size(), "predictions.values");
    count(batch.golds.values.size(), "golds.values");
    if (batch.predictions.offsets.size() < 2) {
      throw_data_error({.field = "predictions.offsets"}, "expected at least one prediction, found none");
    }
    if (batch.golds.offsets.empty()) {
      throw_data_error({.field = "golds.offsets"}, "expected one offset more than rows, found none");
    }
    const std::size_t rows = batch.predictions.rows();
    const std::size_t questions = batch.questions();
    if (batch.per_question == 0 || rows % batch.per_question != 0 || rows / batch.per_question != questions) {
      throw_data_error({.field = "predictions"}, "expected " + std::to_string(batch.per_question) + " for each of " +
                                                     std::to_string(questions) + " questions, found " +
                                                     std::to_string(rows));
    }
  }

  template <class Reader, class Offset>
  [[nodiscard]] static checked_batch<Offset> batch(const Reader& read, const token_batch<Offset>& given) {
    checked_batch<Offset> out;
    out.batch_ = given;
    out.longest_prediction_ =
        offsets(read, given.predictions.offsets, given.predictions.values.size(), "predictions.offsets").longest;
    out.longest_gold_ = offsets(read, given.golds.offsets, given.golds.values.size(), "golds.offsets").longest;
    if (!given.gold_groups.empty()) {
      out.lacks_golds_ = offsets(read, given.gold_groups, given.golds.rows(), "gold_groups").shortest == 0;
    }
    out.vocabulary_ = larger{}(ids(read, given.predictions.values, "predictions.values"),
                               ids(read, given.golds.values, "golds.values"));
    if (given.marks.empty()) return out;
    if (given.marks.size() < out.vocabulary_) {
      throw_data_error({.field = "marks"}, "expected a mark for each of " + std::to_string(out.vocabulary_) +
                                               " ids, found " + std::to_string(given.marks.size()));
    }
    // Marks beyond the vocabulary are no id's.
    out.some_ignored_ = read.values(given.marks.data(), out.vocabulary_, ignored_bit{}, 0U, larger{}) != 0;
    return out;
  }

  template <class Reader, class Offset>
  [[nodiscard]] static checked_groups<Offset> groups(const Reader& read, std::span<const Offset> of_groups,
                                                     std::size_t elements) {
    checked_groups<Offset> out;
    out.some_empty_ = offsets(read, of_groups, elements, "groups").shortest == 0;
    out.offsets_ = of_groups;
    out.elements_ = elements;
    return out;
  }
};

}  // namespace detail
}  // namespace batch
}  // namespace v0
}  // namespace mhqa
