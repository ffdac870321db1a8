// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a set in the layout of HotpotQA or 2WikiMultihopQA: questions by type and level, lengths, paragraphs,
// supporting facts, and where the answers are.
//   hotpotqa::statistics s; s.add(record); s.named()[0].value  // questions
#pragma once

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace hotpotqa {

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

  statistics& operator+=(const statistics& other) {
    for (const auto field : sums) this->*field += other.*field;
    longest_question = std::max(longest_question, other.longest_question);
    longest_context = std::max(longest_context, other.longest_context);
    for (const auto& [name, count] : other.by_type) by_type[name] += count;
    for (const auto& [name, count] : other.by_level) by_level[name] += count;
    questions.insert(other.questions.begin(), other.questions.end());
    answers.insert(other.answers.begin(), other.answers.end());
    distinct_paragraphs.insert(other.distinct_paragraphs.begin(), other.distinct_paragraphs.end());
    return *this;
  }

  /// Returns the figures in a fixed order; the counts by type and level are separate.
  [[nodiscard]] std::vector<statistic> named() const {
    const auto count = [](std::uint64_t n) { return std::optional{static_cast<double>(n)}; };
    const auto mean = [](std::uint64_t sum, std::uint64_t n) {
      return n == 0 ? std::nullopt : std::optional{static_cast<double>(sum) / static_cast<double>(n)};
    };
    const auto of = [&](std::uint64_t n, std::uint64_t among) { return among == 0 ? std::nullopt : count(n); };
    return {{"questions", count(questions.size())},
            {"rows", count(rows)},
            {"rows with context", count(with_context)},
            {"rows with supporting facts", count(with_facts)},
            {"words a question", mean(question_words, rows), 2},
            {"words of the longest question", count(longest_question)},
            {"distinct answers", count(answers.size())},
            {"words an answer", mean(answer_words, rows), 2},
            {"yes or no", count(yes_or_no)},
            {"answers in the question", count(answers_in_question)},
            {"paragraphs", of(paragraphs, with_context)},
            {"distinct paragraphs", of(distinct_paragraphs.size(), with_context)},
            {"paragraphs a context", mean(paragraphs, with_context), 2},
            {"sentences a paragraph", mean(sentences, paragraphs), 2},
            {"words a context", mean(context_words, with_context), 1},
            {"words of the longest context", of(longest_context, with_context)},
            {"answers other than yes and no", of(spans, with_context)},
            {"  in the context", of(answers_in_context, with_context)},
            {"  in a supporting paragraph", of(answers_in_support, spans_with_facts)},
            {"supporting facts a row", mean(facts, with_facts), 2},
            {"supporting paragraphs a row", mean(supports, with_facts), 2},
            {"facts not in the context", of(facts_outside, with_context)},
            {"evidences a row", evidences == 0 ? std::nullopt : mean(evidences, rows), 2}};
  }

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
  [[nodiscard]] static bool mentions(std::string_view text, const normalized& answer) {
    if (answer.empty()) return false;
    const normalized words{text};
    return contains(" " + std::string{words.text()} + " ", " " + std::string{answer.text()} + " ");
  }

  void add_context(const std::vector<titled_paragraph>& context, const std::vector<supporting_fact>& facts_of_row,
                   const std::vector<std::string_view>& titles, const normalized& answer, bool closed, bool has_facts) {
    ++with_context;
    paragraphs += context.size();
    std::uint64_t length = 0;
    bool anywhere = false, in_support = false;
    std::string text;
    for (const titled_paragraph& paragraph : context) {
      text.clear();
      for (const std::string_view sentence : paragraph.sentences) text.append(sentence).append(" ");
      sentences += paragraph.sentences.size();
      length += count_words(text);
      distinct_paragraphs.insert(stable_hash(std::string{paragraph.title} + '\n' + text));
      if (closed || !(mentions(paragraph.title, answer) || mentions(text, answer))) continue;
      anywhere = true;
      in_support = in_support || std::binary_search(titles.begin(), titles.end(), paragraph.title);
    }
    context_words += length;
    longest_context = std::max(longest_context, length);
    string_index found;
    std::vector<std::uint64_t> sizes;  // of the longest paragraph with each title
    for (const titled_paragraph& paragraph : context) {
      const auto [number, added] = found.insert(paragraph.title);
      if (added) sizes.push_back(0);
      sizes[number] = std::max<std::uint64_t>(sizes[number], paragraph.sentences.size());
    }
    for (const supporting_fact& fact : facts_of_row) {
      const std::uint32_t at = found.find(fact.title);
      const bool inside =
          at != string_index::npos && fact.sentence >= 0 && static_cast<std::uint64_t>(fact.sentence) < sizes[at];
      facts_outside += inside ? 0 : 1;
    }
    if (closed) return;
    ++spans;
    answers_in_context += anywhere ? 1 : 0;
    if (!has_facts) return;
    ++spans_with_facts;
    answers_in_support += in_support ? 1 : 0;
  }
};

}  // namespace hotpotqa
}  // namespace v0_1
}  // namespace mhqa
