// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate made from other data sets: who are the two people of a 2WikiMultihopQA or HotpotQA question, what is said
// of them, and the generated questions as a HieraDate record. E.g. make_date_questions(date_source_of(record))
#pragma once

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/probe/date_person.hpp>
#include <mhqa/probe/date_questions.hpp>
#include <mhqa/text/fold.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace hieradate {

/// Which paragraphs a record gets: the gold ones, or all ten.
enum class setting : std::uint8_t { normal, distractor };

/// The paragraphs that a setting keeps, in their order.
///
/// Source: Ho et al. 2022, Appendix B.2, "Dataset Versions"
[[nodiscard]] inline std::vector<titled_paragraph> select_context(std::span<const titled_paragraph> context,
                                                                  std::span<const supporting_fact> facts,
                                                                  setting which) {
  std::vector<titled_paragraph> out;
  for (const titled_paragraph& paragraph : context) {
    const auto names_it = [&](const supporting_fact& fact) { return fact.title == paragraph.title; };
    if (which == setting::distractor || std::any_of(facts.begin(), facts.end(), names_it)) out.push_back(paragraph);
  }
  return out;
}

namespace detail {

/// A paragraph as running text: sentences that do not bring their own space get one between them.
[[nodiscard]] inline std::string joined(const titled_paragraph& paragraph) {
  std::string out;
  for (const std::string_view sentence : paragraph.sentences) {
    if (!out.empty() && out.back() != ' ' && !sentence.starts_with(' ')) out += ' ';
    out += sentence;
  }
  return out;
}

[[nodiscard]] inline std::string paragraph_of(std::string_view title, std::span<const titled_paragraph> context) {
  for (const titled_paragraph& paragraph : context) {
    if (equal_ignoring_case(paragraph.title, title)) return joined(paragraph);
  }
  return {};
}

}  // namespace detail

/// A 2WikiMultihopQA question as a source of date questions: its evidences say who was born and died when.
///
/// Shape:   people in the order of the evidences; their ids are the parts of entity_ids where there is one for
///          each. The record must outlive the result
/// Source:  HieraDate, 2_wiki_generate_sub.py, which takes names and dates from the evidences
[[nodiscard]] inline date_source date_source_of(const twowiki::record& r) {
  date_source out{.id = r.id, .question = r.question, .answer = r.answer};
  for (const evidence_triple& evidence : r.evidences) {
    const bool birth = evidence.relation == "date of birth";
    if (!birth && evidence.relation != "date of death") continue;
    auto person = std::find_if(out.people.begin(), out.people.end(), [&](const date_person& known) {
      return equal_ignoring_case(known.name, evidence.subject);
    });
    if (person == out.people.end()) {
      out.people.push_back({.name = evidence.subject, .paragraph = detail::paragraph_of(evidence.subject, r.context)});
      person = out.people.end() - 1;
    }
    (birth ? person->born : person->died).push_back(evidence.object);
  }
  if (std::count(r.entity_ids.begin(), r.entity_ids.end(), '_') == 1 && out.people.size() == 2) {
    const std::size_t between = r.entity_ids.find('_');
    out.people[0].id = r.entity_ids.substr(0, between);
    out.people[1].id = r.entity_ids.substr(between + 1);
  }
  return out;
}

/// A HotpotQA question as a source of date questions: the titles of its supporting facts are the people.
///
/// Shape:   people in the order in which the question names them. HotpotQA has no evidences: dates come from a table or
///          from the paragraphs. The record must outlive the result
/// Source:  Ho et al. 2022, Sec. 3: the authors annotated names and dates by hand
[[nodiscard]] inline date_source date_source_of(const hotpotqa::record& r) {
  date_source out{.id = r.id, .question = r.question, .answer = r.answer};
  for (const supporting_fact& fact : r.supporting_facts) {
    const auto same = [&](const date_person& known) { return known.name == fact.title; };
    if (std::any_of(out.people.begin(), out.people.end(), same)) continue;
    out.people.push_back({.name = fact.title, .paragraph = detail::paragraph_of(fact.title, r.context)});
  }
  const auto place = [&](const date_person& person) {
    const auto found = find_word(r.question, person.name);
    return found ? found->position : r.question.size();
  };
  std::stable_sort(out.people.begin(), out.people.end(),
                   [&](const date_person& a, const date_person& b) { return place(a) < place(b); });
  return out;
}

/// What a generated record says beside its questions.
struct record_head {
  std::string_view id;
  std::string_view type;
  std::string_view data_label;  ///< 2wikimultihopqa or hotpotqa
  std::vector<titled_paragraph> context{};
};

/// Generated questions in HieraDate's layout.
///
/// Shape:   dates are {year, month, day}, with 1 for a month or day that is not known (Appendix B.2, "Date Format");
///          0 for it where `zero_parts`, as before the authors' last step. Years are astronomical
/// Requires: `made` and `numbers`, to which the spelled numbers are added, outlive the record
[[nodiscard]] inline record make_record(const date_questions& made, const record_head& head,
                                        std::deque<std::string>& numbers, bool zero_parts = false) {
  const auto number = [&numbers](int value) {
    return scalar{scalar::kind::number, numbers.emplace_back(std::to_string(value))};
  };
  record out;
  out.id = head.id;
  out.type = head.type;
  out.data_label = head.data_label;
  out.context = head.context;
  out.question = made.question;
  out.answer = made.answer;
  out.combined = made.combined;
  for (std::size_t i = 0; i < made.extraction.size() && i < out.extraction.size(); ++i) {
    const partial_date date = zero_parts ? made.extraction[i].date : earliest(made.extraction[i].date);
    out.extraction[i].question = made.extraction[i].question;
    out.extraction[i].answer = made.extraction[i].answer;
    out.extraction[i].date = date_parts{number(date.year), number(date.month), number(date.day), {}};
  }
  for (std::size_t i = 0; i < made.reasoning.size() && i < out.reasoning.size(); ++i) {
    out.reasoning[i].question = made.reasoning[i].question;
    if (const auto* age = std::get_if<date_difference>(&made.reasoning[i].answer)) {
      out.reasoning[i].answer = date_parts{number(age->years), number(age->months), number(age->days), {}};
    } else {
      const bool yes = std::get<bool>(made.reasoning[i].answer);
      out.reasoning[i].answer = scalar{scalar::kind::text, yes ? "yes" : "no"};
    }
  }
  out.robust_question = made.robust_question;
  out.robust_answer = made.robust_answer;
  return out;
}

}  // namespace hieradate
}  // namespace v0
}  // namespace mhqa
