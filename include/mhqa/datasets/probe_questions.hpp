// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts records of HotpotQA, 2WikiMultihopQA and MuSiQue to questions that can be probed: titles become positions,
// and supports that contain the answer are marked.
//   auto q = mhqa::to_probe_question(record); if (!mhqa::why_not_probed(q)) … mhqa::views::disconnected_probe(q, seed)
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The unit of a fact.
enum class fact_unit : std::uint8_t { paragraph, sentence };

/// A record with titled paragraphs of sentences and supports named by title and sentence.
template <class R>
concept titled_record = requires(const R& r) {
  { r.id } -> std::convertible_to<std::string_view>;
  { r.answer } -> std::convertible_to<std::string_view>;
  { r.context } -> std::convertible_to<const std::vector<titled_paragraph>&>;
  { r.supporting_facts } -> std::convertible_to<const std::vector<supporting_fact>&>;
};

/// The place of a supporting fact in a record's context.
struct fact_place {
  std::uint32_t position = not_in_context;  ///< of its paragraph, or of its sentence counted through all paragraphs
  const titled_paragraph* paragraph = nullptr;
  std::size_t sentence = 0;
};

/// Finds the place of a supporting fact.
///
/// Undefined: a title of several paragraphs means the first, as in the published converter; a title or sentence that
///            the context lacks has the position not_in_context
/// Cost:      O(paragraphs)
[[nodiscard]] inline fact_place find_fact(const std::vector<titled_paragraph>& context, const supporting_fact& fact,
                                          fact_unit unit) {
  std::uint32_t before = 0;  // facts in earlier paragraphs
  for (const titled_paragraph& p : context) {
    const std::size_t size = p.sentences.size();
    if (p.title == fact.title) {
      if (unit == fact_unit::paragraph) return {before, &p, 0};
      if (fact.sentence < 0 || static_cast<std::size_t>(fact.sentence) >= size) return {};
      return {before + static_cast<std::uint32_t>(fact.sentence), &p, static_cast<std::size_t>(fact.sentence)};
    }
    before += unit == fact_unit::paragraph ? 1 : static_cast<std::uint32_t>(size);
  }
  return {};
}

/// Does find_fact() for many facts of one context.
///
/// Cost: O(paragraphs) once, then one look-up per fact
class fact_finder {
 public:
  fact_finder(const std::vector<titled_paragraph>& context, fact_unit unit) : context_{&context}, unit_{unit} {
    if (context.size() <= few) return;
    std::uint32_t before = 0;
    for (const titled_paragraph& p : context) {
      if (titles_.insert(p.title).second) first_.push_back({before, &p, 0});
      before += unit == fact_unit::paragraph ? 1 : static_cast<std::uint32_t>(p.sentences.size());
    }
  }

  [[nodiscard]] fact_place operator()(const supporting_fact& fact) const {
    if (context_->size() <= few) return find_fact(*context_, fact, unit_);
    const std::uint32_t number = titles_.find(fact.title);
    if (number == string_index::npos) return {};
    fact_place out = first_[number];
    if (unit_ == fact_unit::paragraph) return out;
    if (fact.sentence < 0 || static_cast<std::size_t>(fact.sentence) >= out.paragraph->sentences.size()) return {};
    out.position += static_cast<std::uint32_t>(fact.sentence);
    out.sentence = static_cast<std::size_t>(fact.sentence);
    return out;
  }

 private:
  static constexpr std::size_t few = 32;  // paragraphs that are compared one by one

  const std::vector<titled_paragraph>* context_;
  fact_unit unit_;
  string_index titles_;
  std::vector<fact_place> first_;  // of each title
};

/// Converts a record to a question; sentences are numbered through all paragraphs.
///
/// Shape:     distinct supports, by ascending position
/// Undefined: as find_fact; why_not_probed reports a support that is not in the context
/// Cost:      O(paragraphs + facts log facts), and one search for the answer per support
template <titled_record R>
[[nodiscard]] probe_question to_probe_question(const R& record, fact_unit unit = fact_unit::paragraph) {
  std::vector<fact_place> supports;
  std::uint32_t sentences = 0;
  for (const titled_paragraph& p : record.context) sentences += static_cast<std::uint32_t>(p.sentences.size());

  const fact_finder find{record.context, unit};
  for (const supporting_fact& fact : record.supporting_facts) supports.push_back(find(fact));
  std::sort(supports.begin(), supports.end(),
            [](const fact_place& a, const fact_place& b) { return a.position < b.position; });
  const auto same = [](const fact_place& a, const fact_place& b) { return a.position == b.position; };
  supports.erase(std::unique(supports.begin(), supports.end(), same), supports.end());

  probe_question q{
      .id = record.id,
      .fact_count = unit == fact_unit::paragraph ? static_cast<std::uint32_t>(record.context.size()) : sentences};
  for (std::size_t i = 0; i < supports.size(); ++i) {
    const auto& [position, paragraph, sentence] = supports[i];
    q.supports.push_back(position);
    if (paragraph == nullptr || i >= max_bipartition_facts) continue;
    bool holds = false;
    for (std::size_t s = 0; s < paragraph->sentences.size(); ++s) {
      if (unit == fact_unit::paragraph || s == sentence)
        holds = holds || holds_answer(record.answer, paragraph->sentences[s]);
    }
    if (holds) q.answer_supports |= std::uint32_t{1} << i;
  }
  return q;
}

/// Converts a MuSiQue record to a question: facts are its paragraphs, by position. An alias in a support counts as the
/// answer.
[[nodiscard]] inline probe_question to_probe_question(const musique::record& record) {
  probe_question q{.id = record.id, .fact_count = static_cast<std::uint32_t>(record.paragraphs.size())};
  for (std::uint32_t i = 0; i < q.fact_count; ++i) {
    const musique::paragraph& p = record.paragraphs[i];
    if (!p.is_supporting) continue;
    const auto in_text = [&](std::string_view answer) { return holds_answer(answer, p.text); };
    const bool holds =
        in_text(record.answer) || std::any_of(record.answer_aliases.begin(), record.answer_aliases.end(), in_text);
    if (holds && q.supports.size() < max_bipartition_facts) q.answer_supports |= std::uint32_t{1} << q.supports.size();
    q.supports.push_back(i);
  }
  return q;
}

}  // namespace v0_1
}  // namespace mhqa
