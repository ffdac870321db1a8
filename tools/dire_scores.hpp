// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One DiRe evaluation, as `mhqa eval dire` and `mhqa report dire` run it.
#pragma once

#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/datasets/dire_questions.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {

/// The blocks' names in JSON, in the order of the published output.
inline constexpr std::array<std::string_view, 5> block_names{"answer", "supporting_paragraphs", "supporting_sentences",
                                                             "answer+supporting_paragraphs",
                                                             "answer+supporting_sentences"};

/// Calls f(name, value) for each block that is there.
template <class T, class F>
void for_each_block(const mhqa::dire::table<T>& table, F&& f) {
  const std::array<const std::optional<T>*, 5> all{&table.answer, &table.paragraphs, &table.sentences,
                                                   &table.answer_and_paragraphs, &table.answer_and_sentences};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (*all[i]) f(block_names[i], **all[i]);
  }
}

/// {"answer": {"f1", "em", "precision", "recall"}, …}
inline void write_blocks(mhqa::io::json_writer& json, const mhqa::dire::table<mhqa::scores>& table) {
  json.begin_object();
  for_each_block(table, [&](std::string_view name, const mhqa::scores& s) {
    json.key(name).begin_object().member("f1", s.f1).member("em", s.em);
    json.member("precision", s.precision).member("recall", s.recall).end_object();
  });
  json.end_object();
}

/// What an evaluation found.
struct dire_result {
  mhqa::dire::blocks scored{};
  mhqa::dire::totals totals{};
  mhqa::dire::published_totals published{};
  mhqa::data_fingerprint data{};
  std::uint64_t ignored = 0;  ///< ids of predictions that the input lacks
};

/// Scores every question; f(question, its table) is called for those that are complete.
///
/// Errors: data_error when no question can be scored
template <class F>
dire_result score_dire(const mhqa::io::dire::instances& input, const mhqa::io::dire::predictions& predictions,
                       const mhqa::io::dire::predictions* originals, mhqa::dire::bound by, F&& f) {
  dire_result result;
  result.scored = input.scored(predictions.has());
  if (originals != nullptr) {
    const mhqa::dire::blocks have = originals->has();
    result.scored.answer = result.scored.answer && have.answer;
    result.scored.paragraphs = result.scored.paragraphs && have.paragraphs;
    result.scored.sentences = result.scored.sentences && have.sentences;
  }
  if (result.scored == mhqa::dire::blocks{false, false, false}) {
    mhqa::throw_data_error(
        {.file = predictions.path()},
        "expected answer, supporting_paragraphs or supporting_sentences that the input has labels for");
  }
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  std::string bytes;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const mhqa::dire::question q = input.question(i, predictions, originals);
    if (const auto problem = mhqa::dire::problem_of(input.which(), q, result.scored, by)) {
      ++result.totals.left_out[static_cast<std::size_t>(*problem)];
      continue;
    }
    const mhqa::dire::table<mhqa::scores> table = mhqa::dire::score(input.which(), q, result.scored, by, scorer);
    result.totals.add(table);
    result.published.add(table);
    bytes = input.answer(i);
    for (const mhqa::supporting_fact& fact : q.gold.supporting_sentences) {
      bytes.append("\n").append(fact.title).append("\t").append(std::to_string(fact.sentence));
    }
    result.data.add(q.id, bytes);
    f(q, table);
  }
  for (std::size_t i = 0; i < predictions.size(); ++i) result.ignored += input.contains(predictions.id(i)) ? 0 : 1;
  if (result.ignored == predictions.size()) {
    mhqa::throw_data_error({.file = predictions.path()}, "no prediction has an id of the input " + input.path());
  }
  if (result.totals.questions == 0) {
    std::string why;
    for (std::size_t i = 0; i < mhqa::dire::problem_count; ++i) {
      if (result.totals.left_out[i] == 0) continue;
      why.append(why.empty() ? ": " : ", ").append(std::to_string(result.totals.left_out[i])).append(" ");
      why.append(mhqa::dire::to_string(static_cast<mhqa::dire::problem>(i)));
    }
    mhqa::throw_data_error({.file = predictions.path()}, "no question can be scored" + why);
  }
  return result;
}

/// "3 questions left out: missing prediction", a line a reason; then the ignored predictions.
void append_left_out(std::string& out, const dire_result& result);

}  // namespace mhqa_command
