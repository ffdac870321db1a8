// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hotpotqa_statistics.hpp.
#pragma once

#include <mhqa/datasets/hotpotqa_statistics.hpp>

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/string_index.hpp>

namespace mhqa::inline v0_1::hotpotqa {

MHQA_INLINE statistics& statistics::operator+=(const statistics& other) {
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

MHQA_INLINE std::vector<statistic> statistics::named() const {
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

MHQA_INLINE bool statistics::mentions(std::string_view text, const normalized& answer) {
  if (answer.empty()) return false;
  const normalized words{text};
  return contains(" " + std::string{words.text()} + " ", " " + std::string{answer.text()} + " ");
}

MHQA_INLINE void statistics::add_context(const std::vector<titled_paragraph>& context,
                                         const std::vector<supporting_fact>& facts_of_row,
                                         const std::vector<std::string_view>& titles, const normalized& answer,
                                         bool closed, bool has_facts) {
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

}  // namespace mhqa::inline v0_1::hotpotqa
