// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// S1 in parts: each process judges some questions of the pool, and one merges the kept ones. This pays if readers judge
// the answers; otherwise S1 costs less than reading the pool.
//   bytes = mhqa::to_bytes(mhqa::judge_part(pool, options, {.number = {.index = 3, .count = 8}}));
//   mhqa::merged_questions all{std::move(parts)};   // replaces S1: replace(stages::quality, all)
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
[[nodiscard]] inline std::string to_bytes(const quality_part& part) {
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

/// Reads a part. `name` is that of the file, for messages.
///
/// Errors: data_error for bytes that are cut, damaged, of another kind or of another version
[[nodiscard]] inline quality_part read_quality_part(std::string_view bytes, const std::string& name = {}) {
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
  [[nodiscard]] static bool add_counts(std::vector<reason_count>& to, const std::vector<reason_count>& more) {
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

 private:
  std::vector<quality_part> parts_;
};

}  // namespace v0_1
}  // namespace mhqa
