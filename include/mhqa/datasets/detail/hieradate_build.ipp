// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate_build.hpp.
#pragma once

#include <mhqa/datasets/hieradate_build.hpp>

#include <mhqa/text/fold.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <variant>

namespace mhqa::inline v0_1::hieradate {

MHQA_INLINE std::vector<titled_paragraph> select_context(std::span<const titled_paragraph> context,
                                                         std::span<const supporting_fact> facts, setting which) {
  std::vector<titled_paragraph> out;
  string_index titles;
  for (const supporting_fact& fact : facts) titles.insert(fact.title);
  for (const titled_paragraph& paragraph : context) {
    if (which == setting::distractor || titles.contains(paragraph.title)) out.push_back(paragraph);
  }
  return out;
}

namespace detail {

MHQA_INLINE std::string joined(const titled_paragraph& paragraph) {
  std::string out;
  for (const std::string_view sentence : paragraph.sentences) {
    if (!out.empty() && out.back() != ' ' && !sentence.starts_with(' ')) out += ' ';
    out += sentence;
  }
  return out;
}

MHQA_INLINE std::string paragraph_of(std::string_view title, std::span<const titled_paragraph> context) {
  for (const titled_paragraph& paragraph : context) {
    if (equal_ignoring_case(paragraph.title, title)) return joined(paragraph);
  }
  return {};
}

}  // namespace detail

MHQA_INLINE date_source date_source_of(const twowiki::record& r) {
  date_source out{.id = r.id, .question = r.question, .answer = r.answer};
  for (const evidence_triple& evidence : r.evidences) {
    const bool birth = evidence.relation == "date of birth";
    if (!birth && evidence.relation != "date of death") continue;
    // Questions are about two people; the third already makes "too many".
    auto person = std::find_if(out.people.begin(), out.people.end(), [&](const date_person& known) {
      return equal_ignoring_case(known.name, evidence.subject);
    });
    if (person == out.people.end()) {
      if (out.people.size() > 2) continue;
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

MHQA_INLINE bool is_source(const twowiki::record& r, source_kind kind, const date_templates& words) {
  if (kind == source_kind::people) return is_date_question(r.type, r.question, words);
  if (r.type != (kind == source_kind::works ? "comparison" : "bridge_comparison")) return false;
  return std::any_of(r.evidences.begin(), r.evidences.end(), [kind](const evidence_triple& e) {
    return kind == source_kind::works ? e.relation == "publication date" || e.relation == "inception"
                                      : e.relation == "date of birth" || e.relation == "date of death";
  });
}

MHQA_INLINE date_templates words_for(const twowiki::record& r, source_kind kind) {
  if (kind == source_kind::bridges) return bridge_templates();
  if (kind == source_kind::people) return {};
  return work_templates(!r.evidences.empty() && r.evidences.front().relation == "inception");
}

MHQA_INLINE date_source work_source_of(const twowiki::record& r) {
  date_source out{.id = r.id, .question = r.question, .answer = r.answer};
  for (const evidence_triple& evidence : r.evidences) {
    const bool publication = evidence.relation == "publication date";
    if (!publication && evidence.relation != "inception") continue;
    auto work = std::find_if(out.people.begin(), out.people.end(), [&](const date_person& known) {
      return equal_ignoring_case(known.name, evidence.subject);
    });
    if (work == out.people.end()) {
      if (out.people.size() > 2) continue;  // as above
      out.people.push_back({.name = evidence.subject,
                            .paragraph = detail::paragraph_of(evidence.subject, r.context),
                            .event = publication ? "publication" : "inception"});
      work = out.people.end() - 1;
    }
    work->born.push_back(evidence.object);
  }
  return out;
}

MHQA_INLINE date_source bridge_source_of(const twowiki::record& r) {
  date_source out = date_source_of(r);
  for (date_person& person : out.people) person.id = {};  // entity_ids has films and people
  std::size_t film = 0;
  for (const evidence_triple& evidence : r.evidences) {
    if (evidence.relation == "date of birth" || evidence.relation == "date of death") continue;
    if (film < out.people.size()) out.people[film].chosen_by = evidence.subject;
    ++film;
  }
  if (film != out.people.size()) out.people.clear();  // reported as too few people
  return out;
}

MHQA_INLINE date_source date_source_of(const hotpotqa::record& r) {
  date_source out{.id = r.id, .question = r.question, .answer = r.answer};
  for (const supporting_fact& fact : r.supporting_facts) {
    const auto same = [&](const date_person& known) { return known.name == fact.title; };
    if (out.people.size() > 2 || std::any_of(out.people.begin(), out.people.end(), same)) continue;
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

MHQA_INLINE record make_record(const date_questions& made, const record_head& head, std::deque<std::string>& numbers,
                               bool zero_parts) {
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
    out.extraction[i].date = made.year_only ? date_parts{number(date.year), {}, {}, {}}
                                            : date_parts{number(date.year), number(date.month), number(date.day), {}};
  }
  for (std::size_t i = 0; i < made.reasoning.size() && i < out.reasoning.size(); ++i) {
    out.reasoning[i].question = made.reasoning[i].question;
    if (const auto* age = std::get_if<date_difference>(&made.reasoning[i].answer)) {
      out.reasoning[i].answer = made.year_only
                                    ? date_parts{number(age->years), {}, {}, {}}
                                    : date_parts{number(age->years), number(age->months), number(age->days), {}};
    } else {
      const bool yes = std::get<bool>(made.reasoning[i].answer);
      out.reasoning[i].answer = scalar{scalar::kind::text, yes ? "yes" : "no"};
    }
  }
  out.robust_question = made.robust_question;
  out.robust_answer = made.robust_answer;
  return out;
}

}  // namespace mhqa::inline v0_1::hieradate
