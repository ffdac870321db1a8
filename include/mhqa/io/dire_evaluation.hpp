// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One DiRe evaluation, from files to totals: every question's blocks, what was left out and why, the signature.
//   auto result = score_dire(instances, predictions, nullptr, mhqa::dire::bound::none, row);
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/datasets/dire_questions.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/part_number.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Names of the blocks in JSON, in the order of the published output.
inline constexpr std::array<std::string_view, 5> dire_block_names{
    "answer", "supporting_paragraphs", "supporting_sentences", "answer+supporting_paragraphs",
    "answer+supporting_sentences"};

/// Calls f(name, value) for each block that the table has.
template <class T, class F>
void for_each_block(const mhqa::dire::table<T>& table, F&& f) {
  const std::array<const std::optional<T>*, 5> all{&table.answer, &table.paragraphs, &table.sentences,
                                                   &table.answer_and_paragraphs, &table.answer_and_sentences};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (*all[i]) f(dire_block_names[i], **all[i]);
  }
}

/// Writes {"answer": {"f1", "em", "precision", "recall"}, …}.
void write_blocks(json_writer& json, const mhqa::dire::table<mhqa::scores>& table);

/// The result of an evaluation.
struct dire_result {
  mhqa::dire::blocks scored{};
  mhqa::dire::totals totals{};
  mhqa::dire::published_totals published{};
  mhqa::data_fingerprint data{};
  std::uint64_t predicted = 0;  ///< ids that have predictions
  std::uint64_t ignored = 0;    ///< those of them that the input lacks
  std::uint64_t repeated = 0;   ///< kind original: lines that a later one of their id replaces
  mhqa::dialect rules{};
  bool by_position = false;
  std::uint64_t unknown_positions = 0;  ///< lines with a position that the context lacks; it counts as wrong
  std::string first_unknown{};          ///< the first of them
  std::uint64_t first_unknown_at = 0;   ///< the number of its question in the input
};

/// A result as sums that can be divided by questions (sums_part.hpp). `published` adds in the order of the file, so it
/// is no part of them.
struct dire_sums {
  static constexpr std::string_view dataset = "dire";

  mhqa::dire::kind which{};
  mhqa::dire::bound by{};
  dire_result result{};

  [[nodiscard]] std::string settings() const;
  [[nodiscard]] std::uint64_t questions() const noexcept;
  [[nodiscard]] const data_fingerprint& data() const noexcept { return result.data; }
  dire_sums& operator+=(const dire_sums& other);
  void save(byte_writer& out) const;
  void load(byte_reader& in);
};

/// Fails if no prediction belongs to the input, or no question could be scored.
void expect_scored(const dire_result& result, const std::string& predictions, const std::string& input);

/// Counts the ids that have predictions, those that the input lacks, and lines that a later one replaces.
void count_predictions(dire_result& result, const dire::instances& input, const dire::predictions& predictions,
                       const part_number& part);

/// Scores the questions of a part and calls f(question, its table) for those that are complete.
///
/// Shape:  `originals` are predictions on the original data, by which `by` bounds the scores; null without a bound
/// Errors: data_error for predictions of nothing that the input has labels for
/// Source: DiRe's evaluation script; the bound is Eq. (7) of Trivedi et al. 2020
template <class F>
[[nodiscard]] dire_result sum_dire(const dire::instances& input, const dire::predictions& predictions,
                                   const dire::predictions* originals, mhqa::dire::bound by, F&& f,
                                   const part_number& part = {}) {
  dire_result result;
  result.rules = input.rules();
  result.by_position = input.by_position();
  result.scored = input.scored(predictions.has());
  constexpr mhqa::dire::blocks nothing{false, false, false};
  const std::string& lacking =
      originals == nullptr || result.scored == nothing ? predictions.name() : originals->name();
  if (originals != nullptr) {
    const mhqa::dire::blocks have = originals->has();
    result.scored.answer = result.scored.answer && have.answer;
    result.scored.paragraphs = result.scored.paragraphs && have.paragraphs;
    result.scored.sentences = result.scored.sentences && have.sentences;
  }
  if (result.scored == nothing) {
    mhqa::throw_data_error(
        {.file = lacking},
        "expected answer, supporting_paragraphs or supporting_sentences that the input has labels for");
  }
  mhqa::answer_scorer scorer{input.rules()};
  std::string bytes;
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (!part.takes(input.id(i))) continue;
    const mhqa::dire::question q = input.question(i, predictions, originals);
    if (const auto problem = mhqa::dire::problem_of(input.which(), q, result.scored, by)) {
      ++result.totals.left_out[static_cast<std::size_t>(*problem)];
      continue;
    }
    const mhqa::dire::table<mhqa::scores> table = mhqa::dire::score(input.which(), q, result.scored, by, scorer);
    result.totals.add(table);
    result.published.add(table);
    bytes.clear();
    mhqa::append_gold(bytes, input.answer(i));
    for (const std::string_view alias : input.aliases(i)) mhqa::append_gold(bytes += '\n', alias);
    for (const mhqa::supporting_fact& fact : q.gold.supporting_sentences) mhqa::append_fact(bytes, fact);
    result.data.add(q.id, bytes);
    for (const dire::predictions* const file : {&predictions, originals}) {
      if (file == nullptr) continue;
      for (const std::uint32_t row : file->rows(q.id)) {
        const auto position = input.unknown_position(i, (*file)[row]);
        if (!position || result.unknown_positions++ != 0) continue;
        const place where{.file = file->name(),
                          .record = (*file)[row].record,
                          .id = std::string{q.id},
                          .field = "supporting_paragraphs",
                          .byte = {}};
        result.first_unknown = to_string(where) + ": " + std::to_string(*position);
        result.first_unknown_at = i;
      }
    }
    f(q, table);
  }
  count_predictions(result, input, predictions, part);
  return result;
}

/// Scores every question, as sum_dire().
///
/// Errors: as sum_dire() and expect_scored()
template <class F>
[[nodiscard]] dire_result score_dire(const dire::instances& input, const dire::predictions& predictions,
                                     const dire::predictions* originals, mhqa::dire::bound by, F&& f) {
  dire_result result = sum_dire(input, predictions, originals, by, f);
  expect_scored(result, predictions.name(), input.name());
  return result;
}

/// Spells the choices of an evaluation.
[[nodiscard]] std::string dire_signature(const dire_result& result, mhqa::dire::kind which, mhqa::dire::bound by);

/// Appends the object that `mhqa eval dire --json` prints.
void append_dire_json(std::string& out, const dire_result& result, mhqa::dire::kind which, mhqa::dire::bound by);

/// Appends "3 questions left out: missing prediction", one line per reason; then the numbers of ignored predictions, of
/// those that a later one replaces, and of positions that do not exist.
void append_left_out(std::string& out, const dire_result& result);

/// Appends the table that `mhqa eval dire` prints.
void append_dire_table(std::string& out, const dire_result& result, mhqa::dire::kind which, mhqa::dire::bound by);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/dire_evaluation.ipp>
#endif
