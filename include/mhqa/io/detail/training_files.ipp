// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of training_files.hpp.
#pragma once

#include <mhqa/io/training_files.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/layouts/any_question.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE data_layout find_training_layout(const std::string& path) {
  constexpr std::array<std::pair<record_layout, data_layout>, 4> known{
      {{record_layout::squad, data_layout::squad},
       {record_layout::musique, data_layout::musique},
       {record_layout::twowiki, data_layout::twowiki},
       {record_layout::hotpotqa, data_layout::hotpotqa}}};
  const auto found =
      find_layout_of_head(file_head(path), {known[0].first, known[1].first, known[2].first, known[3].first});
  for (const auto& [layout, as] : known) {
    if (found == layout) return as;
  }
  throw_data_error({.file = path},
                   "expected questions with paragraphs in HotpotQA's, 2WikiMultihopQA's, MuSiQue's or "
                   "SQuAD's layout");
}

namespace detail {

/// Copies a question as an example. A paragraph's sentences are joined as in task_records.
[[nodiscard]] inline training_example example_of(const any_question& q, bool single) {
  training_example out{.id = std::string{q.id}, .question = std::string{q.question}};
  for (const mhqa::squad::answer& a : q.answers) out.answers.emplace_back(a.text);
  std::unordered_map<std::string_view, std::pair<std::uint32_t, std::vector<std::uint32_t>>> begins;
  for (const any_passage& p : q.passages) {
    const auto number = static_cast<std::uint32_t>(out.context.size());
    std::string text;
    std::vector<std::uint32_t> parts;
    for (const std::string_view part : p.parts) {
      if (!text.empty() && !part.empty() && !part.starts_with(' ')) text += ' ';
      parts.push_back(static_cast<std::uint32_t>(text.size()));
      text += part;
    }
    if (p.level > 0 && !single) out.supports.push_back(number);
    begins.try_emplace(p.title, number, std::move(parts));
    out.context.emplace_back(std::string{p.title}, std::move(text));
  }
  for (const supporting_fact& f : q.facts) {
    const auto at = begins.find(f.title);
    if (at == begins.end() || f.sentence < 0) continue;
    const auto& [number, parts] = at->second;
    if (static_cast<std::size_t>(f.sentence) < parts.size()) {
      out.sentences.push_back({number, parts[static_cast<std::size_t>(f.sentence)]});
    }
  }
  out.group = single && !out.context.empty() ? out.context.front().first : out.id;
  return out;
}

/// Appends the last steps of StrategyQA's questions.
inline example_counts load_last_steps(const std::string& path, std::vector<training_example>& to,
                                      const std::string& paragraphs) {
  const strategyqa::evidence_texts texts =
      paragraphs.empty() ? strategyqa::evidence_texts{} : strategyqa::evidence_texts{paragraphs};
  example_counts counts;
  json_records file{path};
  mhqa::strategyqa::record one;
  while (const auto value = file.next()) {
    strategyqa::read(*value, one);
    ++counts.read;
    if (one.decomposition.empty()) {
      ++counts.without_paragraphs;
      continue;
    }
    training_example& e = to.emplace_back();
    e.id = one.qid;
    e.group = one.term;
    e.question = one.decomposition.back();
    e.whole = one.question;
    e.answers = {one.answer ? "yes" : "no"};
    for (const context_paragraph& p : texts.context_of(one)) e.context.emplace_back(p.title, p.text);
  }
  return counts;
}

}  // namespace detail

MHQA_INLINE example_counts load_examples(const std::string& path, std::vector<training_example>& to,
                                         const std::string& paragraphs) {
  if (find_layout_of_head(file_head(path), {record_layout::strategyqa}) == record_layout::strategyqa) {
    const example_counts counts = detail::load_last_steps(path, to, paragraphs);
    if (counts.read > counts.without_paragraphs) return counts;
    throw_data_error({.file = path}, "expected questions with decompositions, found none");
  }
  const data_layout layout = find_training_layout(path);
  named_counts lost;
  example_counts counts;
  std::unordered_map<std::string, bool> seen;
  const std::size_t before = to.size();
  read_questions(path, layout, lost, [&](const any_question& q) {
    ++counts.read;
    if (!seen.emplace(std::string{q.id}, true).second) {
      ++counts.repeated;
    } else if (q.passages.empty()) {
      ++counts.without_paragraphs;
    } else if (q.answers.empty() || q.unanswerable()) {
      ++counts.without_answer;
    } else {
      to.push_back(detail::example_of(q, layout == data_layout::squad));
    }
  });
  if (to.size() == before) {
    throw_data_error({.file = path}, "expected questions with paragraphs and answers, found none");
  }
  return counts;
}

MHQA_INLINE reader_figures& reader_figures::operator+=(const reader_figures& other) noexcept {
  questions += other.questions;
  with_supports += other.with_supports;
  with_sentences += other.with_sentences;
  answer_f1 += other.answer_f1;
  answer_em += other.answer_em;
  support_f1 += other.support_f1;
  support_em += other.support_em;
  sentence_f1 += other.sentence_f1;
  sufficient += other.sufficient;
  return *this;
}

MHQA_INLINE void add_figures(const training_example& e, const reading& said, answer_scorer<>& scorer,
                             reader_figures& to) {
  std::vector<std::string_view> golds{e.answers.begin(), e.answers.end()};
  const auto score = scorer(said.answer, std::span<const std::string_view>{golds});
  ++to.questions;
  to.answer_f1 += score.f1;
  to.answer_em += score.em;
  if (e.supports.empty()) return;
  ++to.with_supports;
  const scores supports = score_support(said.support, e.supports);
  to.support_f1 += supports.f1;
  to.support_em += supports.em;
  to.sufficient += said.sufficiency.value_or(0) == 1 ? 1 : 0;
  if (e.sentences.empty()) return;
  ++to.with_sentences;
  std::vector<read_sentence> found;
  for (const read_sentence& s : said.sentences) {
    // Sentences may be cut differently: leading spaces belong to the gold sentence.
    const auto at = std::find_if(e.sentences.begin(), e.sentences.end(), [&](const read_sentence& w) {
      return w.paragraph == s.paragraph && s.begin >= w.begin && s.begin <= w.begin + 2;
    });
    const read_sentence one = at == e.sentences.end() ? read_sentence{s.paragraph, s.begin + 1'000'000} : *at;
    found.push_back(one);
  }
  to.sentence_f1 += score_support(found, e.sentences).f1;
}

MHQA_INLINE std::uint64_t fold_of(const training_example& e, std::uint64_t folds) noexcept {
  return stable_hash(e.group) / 5 % folds;
}

MHQA_INLINE example_split split_examples(std::span<const training_example> examples, std::uint64_t fold,
                                         std::uint64_t folds) {
  const auto each_article = [](const training_example& e, auto&& f) {
    std::string title = e.group;
    std::replace(title.begin(), title.end(), '_', ' ');
    f(title);
    for (const std::uint32_t p : e.supports) f(e.context[p].first);
    if (e.whole.empty()) return;
    for (const auto& [page, text] : e.context) f(page);
  };
  example_split out;
  std::unordered_set<std::string> tested;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (fold_of(examples[i], folds) != fold) continue;
    out.test.push_back(i);
    each_article(examples[i], [&](const std::string& title) { tested.insert(title); });
  }
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (fold_of(examples[i], folds) == fold) continue;
    bool shared = false;
    each_article(examples[i], [&](const std::string& title) { shared = shared || tested.contains(title); });
    if (shared) {
      ++out.left_out;
    } else {
      out.train.push_back(i);
    }
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
