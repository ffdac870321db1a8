// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Validates a batch before it is scored: a checked_batch or checked_groups is proof that its data is valid. Each back
// end reads the arrays in its own way; conditions and messages are the same for all.
#pragma once

#include <mhqa/batch/ragged.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mhqa::inline v0_1::batch {

namespace detail {
struct checks;
}  // namespace detail

/// A batch whose offsets, ids and counts are valid. Refers to the caller's arrays, which must stay valid. Made by
/// check() of batch/thread_scoring.hpp (executors) and batch/checked.hpp (Thrust).
template <row_offset Offset = std::int32_t>
class checked_batch {
 public:
  [[nodiscard]] const token_batch<Offset>& get() const noexcept { return batch_; }
  [[nodiscard]] std::size_t predictions() const noexcept { return batch_.predictions.rows(); }
  /// The largest id + 1.
  [[nodiscard]] std::uint32_t vocabulary() const noexcept { return vocabulary_; }
  [[nodiscard]] std::uint32_t longest_prediction() const noexcept { return longest_prediction_; }
  [[nodiscard]] std::uint32_t longest_gold() const noexcept { return longest_gold_; }
  /// True if an id is marked as ignored.
  [[nodiscard]] bool some_ignored() const noexcept { return some_ignored_; }
  /// True if a question has no gold, which some dialects allow.
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

/// Consecutive groups of a column's elements: group i is the elements [offsets[i], offsets[i + 1]). Made by
/// check_groups() of batch/checked.hpp.
template <row_offset Offset = std::int32_t>
class checked_groups {
 public:
  [[nodiscard]] std::span<const Offset> offsets() const noexcept { return offsets_; }
  [[nodiscard]] std::size_t size() const noexcept { return offsets_.size() - 1; }
  /// Returns the number of elements that the groups may refer to.
  [[nodiscard]] std::size_t elements() const noexcept { return elements_; }
  /// True if a group is empty.
  [[nodiscard]] bool some_empty() const noexcept { return some_empty_; }

 private:
  friend detail::checks;

  std::span<const Offset> offsets_{};
  std::size_t elements_ = 0;
  bool some_empty_ = false;
};

namespace detail {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Properties of some rows: the first invalid one, the shortest and the longest length.
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

/// Computes the properties of a row, or of the rows [begin, end) at once.
template <class Offset>
struct facts_of_row {
  const Offset* offsets;
  std::uint64_t limit;

  MHQA_HD row_facts operator()(std::uint32_t i) const {
    const Offset from = offsets[i];
    const Offset to = offsets[i + 1];
    if (from < 0 || to < from || static_cast<std::uint64_t>(to) > limit) return {i, none, 0};
    const auto size = static_cast<std::uint64_t>(to - from);
    const auto most = static_cast<std::uint32_t>(size < none ? size : none);
    return {none, most, most};
  }

  [[nodiscard]] row_facts over(std::uint32_t begin, std::uint32_t end) const {
    using wide = std::make_unsigned_t<Offset>;
    // If offsets rise from 0 or more to the limit, no offset or size has its sign bit set and the last is the largest.
    auto from = static_cast<wide>(offsets[begin]);
    wide signs = from, shortest = static_cast<wide>(-1), longest = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
      const auto to = static_cast<wide>(offsets[i + 1]);
      const wide size = to - from;
      signs |= to | size;
      shortest = size < shortest ? size : shortest;
      longest = size > longest ? size : longest;
      from = to;
    }
    if (signs >> (8 * sizeof(wide) - 1) == 0 && from <= limit) {
      const auto narrow = [](wide size) { return static_cast<std::uint32_t>(size < none ? size : none); };
      return {none, narrow(shortest), narrow(longest)};
    }
    row_facts all;
    for (std::uint32_t i = begin; i < end; ++i) all = join_facts{}(all, (*this)(i));
    return all;
  }
};

struct negative_at {
  const std::int32_t* ids;

  MHQA_HD std::uint32_t operator()(std::uint32_t i) const { return ids[i] < 0 ? i : none; }
  [[nodiscard]] std::uint32_t over(std::uint32_t begin, std::uint32_t end) const {
    while (begin < end && ids[begin] >= 0) ++begin;
    return begin < end ? begin : none;
  }
};

/// The largest id as an unsigned number; at least 2^31 if any id is negative.
struct largest_id {
  const std::int32_t* ids;

  MHQA_HD std::uint32_t operator()(std::uint32_t i) const { return static_cast<std::uint32_t>(ids[i]); }
  [[nodiscard]] std::uint32_t over(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t largest = 0;
    std::uint32_t i = begin;
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
    // SSE2 has only signed comparison, so the sign bits are collected separately.
    const auto load = [this](std::uint32_t at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(ids + at)); };
    const auto larger_of = [](__m128i a, __m128i b) {
      const __m128i above = _mm_cmpgt_epi32(a, b);
      return _mm_or_si128(_mm_and_si128(above, a), _mm_andnot_si128(above, b));
    };
    __m128i even = _mm_setzero_si128(), odd = even, signs = even;
    for (; end - i >= 8; i += 8) {
      const __m128i a = load(i), b = load(i + 4);
      even = larger_of(a, even);
      odd = larger_of(b, odd);
      signs = _mm_or_si128(signs, _mm_or_si128(a, b));
    }
    if (_mm_movemask_epi8(_mm_cmplt_epi32(signs, _mm_setzero_si128())) != 0) return none;
    alignas(16) std::uint32_t found[4];
    _mm_store_si128(reinterpret_cast<__m128i*>(found), larger_of(even, odd));
    for (const std::uint32_t id : found) largest = id > largest ? id : largest;
#endif
    for (; i < end; ++i) largest = (*this)(i) > largest ? (*this)(i) : largest;
    return largest;
  }
};

/// Extracts the token_mark::ignored bit of the marks.
struct ignored_bit {
  const std::uint8_t* marks;

  MHQA_HD std::uint32_t operator()(std::uint32_t i) const { return marks[i] & token_mark::ignored; }
  [[nodiscard]] std::uint32_t over(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t any = 0;
    for (std::uint32_t i = begin; i < end; ++i) any |= marks[i];
    return any & token_mark::ignored;
  }
};

struct larger {
  MHQA_HD std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a < b ? b : a; }
};

struct smaller {
  MHQA_HD std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return b < a ? b : a; }
};

/// The checks. read.all(n, f, init, join) joins f(0), …, f(n - 1) in any order, or f.over(begin, end) over ranges that
/// partition [0, n); init is the neutral element.
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
        read.all(rows, facts_of_row<Offset>{of_rows.data(), std::uint64_t{end}}, row_facts{}, join_facts{});
    if (facts.first_bad != none) {
      throw_data_error({.field = what}, "expected offsets that rise from 0 or more to at most " + std::to_string(end) +
                                            "; those of row " + std::to_string(facts.first_bad) + " do not");
    }
    return facts;
  }

  /// Throws for a negative id; otherwise returns the largest id + 1.
  template <class Reader>
  static std::uint32_t ids(const Reader& read, std::span<const std::int32_t> values, const char* what) {
    if (values.empty()) return 0;
    const auto size = static_cast<std::uint32_t>(values.size());
    const std::uint32_t largest = read.all(size, largest_id{values.data()}, 0U, larger{});
    if (largest <= static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max())) return largest + 1;
    const std::uint32_t at = read.all(size, negative_at{values.data()}, none, smaller{});
    throw_data_error({.field = what}, "expected ids of 0 or more; the one at " + std::to_string(at) + " is negative");
  }

  /// Performs the checks that do not read the arrays.
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
    // Marks beyond the vocabulary do not belong to any id.
    out.some_ignored_ = read.all(out.vocabulary_, ignored_bit{given.marks.data()}, 0U, larger{}) != 0;
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
}  // namespace mhqa::inline v0_1::batch
