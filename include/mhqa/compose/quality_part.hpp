// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// S1 in parts: each process judges some questions of the pool, and one merges the kept ones. This pays if readers judge
// the answers; otherwise S1 costs less than reading the pool.
//   bytes = mhqa::to_bytes(mhqa::judge_part(pool, options, {.number = {.index = 3, .count = 8}}));
//   mhqa::merged_questions all{std::move(parts)};   // replaces S1: replace(stages::quality, all)
#pragma once

#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The questions of one part that S1 keeps, and counts of those that it drops.
struct quality_part {
  part_label label{};
  std::uint64_t pool = 0;  ///< the fingerprint() of all questions
  quality_result result{};
};

/// Returns the questions that a part judges: the parts follow each other and differ by at most one question in size.
/// Example: questions_of_part(10, {.index = 1, .count = 3})  // {3, 6}
[[nodiscard]] constexpr question_range questions_of_part(std::uint32_t questions, const part_number& part) noexcept {
  const auto begin = [&](std::uint64_t i) { return static_cast<std::uint32_t>(i * questions / part.count); };
  return {begin(part.index), begin(std::uint64_t{part.index} + 1)};
}

/// Judges the questions of one part by S1.
///
/// Errors: as the stage; usage_error unless the part's index is below its count
template <class Stage = quality_stage<>, class E = serial_executor>
[[nodiscard]] quality_part judge_part(const question_pool& in, const compose_options& options, part_label label,
                                      const Stage& stage = {}, E&& exec = {}) {
  if (label.number.index >= label.number.count) {
    throw_usage_error("mhqa::judge_part: the index must be below the count");
  }
  const question_pool cased = with_case(in);
  const question_range mine = questions_of_part(all_questions(cased.pool()).last, label.number);
  return {std::move(label), fingerprint(cased.pool()), stage.judge(cased, options, mine, exec)};
}

/// Returns a part as bytes that every machine with this version of the library reads in the same way.
[[nodiscard]] std::string to_bytes(const quality_part& part);

/// Reads a part. `name` is that of the file, for messages.
///
/// Errors: data_error for bytes that are cut, damaged, of another kind or of another version
[[nodiscard]] quality_part read_quality_part(std::string_view bytes, const std::string& name = {});

/// S1 from all its parts: a stage that replaces quality_stage.
///
/// Shape:   parts in any order; the outcome is that of the stage in one piece
/// Errors:  as expect_all_parts(); a part of another pool, or with positions that it does not judge, as data_error with
///          its name
class merged_questions {
 public:
  explicit merged_questions(std::vector<quality_part> parts) : parts_{std::move(parts)} { expect_all_parts(parts_); }

  template <class E = serial_executor>
  [[nodiscard]] outcome<good_set> operator()(const question_pool& in, const compose_options&, E&& = {}) const {
    const std::uint64_t pool = fingerprint(in.pool());
    quality_result all;
    for (const quality_part& part : parts_) {
      const auto refuse = [&](const char* problem) {
        throw_data_error({.file = part.label.name}, problem, errc::mismatch);
      };
      if (part.pool != pool) refuse("the part was made from another pool");
      const question_range mine = questions_of_part(all_questions(in.pool()).last, part.label.number);
      const std::vector<std::uint32_t>& kept = part.result.kept;
      if (!kept.empty() && (kept.front() < mine.first || kept.back() >= mine.last)) {
        refuse("the part keeps questions of another part");
      }
      all.kept.insert(all.kept.end(), kept.begin(), kept.end());
      if (!add_counts(all.dropped, part.result.dropped)) refuse("the part counts other reasons than part 0");
    }
    return keep_good(in, std::move(all));
  }

  /// Adds counts by reason; the first to be added decides the reasons. Returns false if they differ.
  [[nodiscard]] static bool add_counts(std::vector<reason_count>& to, const std::vector<reason_count>& more);

 private:
  std::vector<quality_part> parts_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/quality_part.ipp>
#endif
