// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a set in the layout of HotpotQA or 2WikiMultihopQA: questions by type and level, lengths, paragraphs,
// supporting facts, and where the answers are.
//   hotpotqa::statistics s; s.add(record); s.named()[0].value  // questions
#pragma once

#include <mhqa/find.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mhqa::inline v0_1::hotpotqa {

/// A figure of a set; empty if nothing has it.
struct statistic {
  std::string_view name;
  std::optional<double> value{};
  int decimals = 0;  ///< 0: a count
};

/// Counts of one or several parts of a set. add() takes a record of hotpotqa or twowiki.
///
/// Units:     words are runs of characters other than white space; a context's are those of its sentences
/// Undefined: a figure of facts or contexts counts only the rows that have them; means over no row are empty
/// Cost:      every paragraph is normalised once; a set entry per distinct question, answer and paragraph, kept as a
///            64-bit hash
struct statistics {
  std::uint64_t rows = 0;
  std::unordered_set<std::uint64_t> questions;  ///< by id
  std::map<std::string, std::uint64_t> by_type, by_level;
  std::uint64_t question_words = 0, longest_question = 0;
  std::unordered_set<std::uint64_t> answers;  ///< normalised
  std::uint64_t answer_words = 0, yes_or_no = 0, answers_in_question = 0;
  std::uint64_t with_context = 0, paragraphs = 0, sentences = 0, context_words = 0, longest_context = 0;
  std::unordered_set<std::uint64_t> distinct_paragraphs;  ///< by title and text
  std::uint64_t with_facts = 0, facts = 0, supports = 0;
  std::uint64_t facts_outside = 0;  ///< facts that name no sentence of the context
  std::uint64_t spans = 0;          ///< rows with context whose answer is not yes or no
  std::uint64_t answers_in_context = 0;
  std::uint64_t spans_with_facts = 0, answers_in_support = 0;
  std::uint64_t evidences = 0;

  template <class Record>
  void add(const Record& r) {
    ++rows;
    questions.insert(stable_hash(r.id));
    ++by_type[std::string{r.type}];
    bool has_facts = true;
    if constexpr (requires { r.level; }) {
      ++by_level[std::string{r.level}];
      has_facts = r.has_supporting_facts;
    } else {
      evidences += r.evidences.size();
      has_facts = !r.supporting_facts.empty();
    }
    const normalized answer{r.answer};
    const std::uint64_t length = count_words(r.question);
    question_words += length;
    longest_question = std::max(longest_question, length);
    answers.insert(stable_hash(answer.text()));
    answer_words += count_words(r.answer);
    const bool closed = answer.text() == "yes" || answer.text() == "no";
    yes_or_no += closed ? 1 : 0;
    answers_in_question += !closed && mentions(r.question, answer) ? 1 : 0;
    std::vector<std::string_view> titles;
    for (const supporting_fact& fact : r.supporting_facts) titles.push_back(fact.title);
    std::sort(titles.begin(), titles.end());
    titles.erase(std::unique(titles.begin(), titles.end()), titles.end());
    with_facts += has_facts ? 1 : 0;
    facts += r.supporting_facts.size();
    supports += titles.size();
    if (!r.context.empty()) add_context(r.context, r.supporting_facts, titles, answer, closed, has_facts);
  }

  statistics& operator+=(const statistics& other);

  /// Returns the figures in a fixed order; the counts by type and level are separate.
  [[nodiscard]] std::vector<statistic> named() const;

 private:
  static constexpr std::uint64_t statistics::*const sums[] = {&statistics::rows,
                                                              &statistics::question_words,
                                                              &statistics::answer_words,
                                                              &statistics::yes_or_no,
                                                              &statistics::answers_in_question,
                                                              &statistics::with_context,
                                                              &statistics::paragraphs,
                                                              &statistics::sentences,
                                                              &statistics::context_words,
                                                              &statistics::with_facts,
                                                              &statistics::facts,
                                                              &statistics::supports,
                                                              &statistics::facts_outside,
                                                              &statistics::spans,
                                                              &statistics::answers_in_context,
                                                              &statistics::spans_with_facts,
                                                              &statistics::answers_in_support,
                                                              &statistics::evidences};

  [[nodiscard]] static std::uint64_t count_words(std::string_view text) {
    return normalized{text, normalizations::none}.tokens().size();
  }

  /// Returns true if the answer's words are a run of the text's, both normalised.
  [[nodiscard]] static bool mentions(std::string_view text, const normalized& answer);

  void add_context(const std::vector<titled_paragraph>& context, const std::vector<supporting_fact>& facts_of_row,
                   const std::vector<std::string_view>& titles, const normalized& answer, bool closed, bool has_facts);
};

}  // namespace mhqa::inline v0_1::hotpotqa

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/hotpotqa_statistics.ipp>
#endif
