// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Examples for training a reader from files of HotpotQA, 2WikiMultihopQA, MuSiQue and SQuAD; and a reader's figures on
// examples that it was not trained on.
//   load_examples("dev-v1.1.json", examples);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/conversion.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/layouts/any_question.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/reader_training.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// What became of a file's questions.
struct example_counts {
  std::uint64_t read = 0;
  std::uint64_t without_paragraphs = 0;
  std::uint64_t without_answer = 0;
  std::uint64_t repeated = 0;  ///< an id that the file had before: MuSiQue-Full's unanswerable twins
};

/// Returns the layout of a file of questions with answers, by the beginning of its first record.
///
/// Errors: data_error for a file in none of them
[[nodiscard]] inline data_layout find_training_layout(const std::string& path) {
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

}  // namespace detail

/// Appends a file's questions as examples.
///
/// Shape:  questions of one SQuAD article are one group; any other question is a group alone. In SQuAD's layout the
///         one paragraph is no choice, so no support is learnt from it
/// Errors: data_error as read_questions(), and for a file without a question that can be used
inline example_counts load_examples(const std::string& path, std::vector<training_example>& to) {
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

/// Sums of a reader's scores.
struct reader_figures {
  std::uint64_t questions = 0, with_supports = 0, with_sentences = 0;
  double answer_f1 = 0, answer_em = 0, support_f1 = 0, support_em = 0, sentence_f1 = 0, sufficient = 0;

  reader_figures& operator+=(const reader_figures& other) noexcept {
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
};

/// Adds the scores of a reading: answers in HotpotQA's dialect, with aliases; supports and sentences as sets.
///
/// Shape: a sentence is the gold sentence in which the reader's sentence begins
inline void add_figures(const training_example& e, const reading& said, answer_scorer<>& scorer, reader_figures& to) {
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

/// Returns the fold of an example: 0 to folds - 1, the same for all examples of a group.
[[nodiscard]] inline std::uint64_t fold_of(const training_example& e, std::uint64_t folds) noexcept {
  return stable_hash(e.group) / 5 % folds;
}

/// Positions of examples.
struct example_split {
  std::vector<std::size_t> train{};
  std::vector<std::size_t> test{};
  std::uint64_t left_out = 0;  ///< of neither, since an example of the test has one of their articles
};

/// Divides examples into a fold to test on and those to train on.
///
/// Shape: no article of the test is in the training. The articles of an example are its group and the titles of its
///        supports; the underscores of SQuAD's titles are spaces
[[nodiscard]] inline example_split split_examples(std::span<const training_example> examples, std::uint64_t fold,
                                                  std::uint64_t folds) {
  const auto each_article = [](const training_example& e, auto&& f) {
    std::string title = e.group;
    std::replace(title.begin(), title.end(), '_', ' ');
    f(title);
    for (const std::uint32_t p : e.supports) f(e.context[p].first);
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

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
