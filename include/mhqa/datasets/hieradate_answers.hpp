// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The calendar reader on HieraDate: every question of a record answered from its paragraphs, as a prediction that the
// evaluation reads. E.g. answer_record(record, store)
#pragma once

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hieradate_build.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/model/calendar_reader.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/probe/date_templates.hpp>
#include <mhqa/text/fold.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace hieradate {

/// The lives that a record's extraction questions and their gold answers tell.
///
/// Shape:     people in the order in which they are asked about; what the answers lack, or spell as no date, is not
///            known. The names are parts of the record
/// Example:   "When was Ross Story born?", "16 January 1920" -> {"Ross Story", 1920-01-16, not known}
[[nodiscard]] inline std::vector<known_life> given_lives(const record& r, const date_templates& words = {}) {
  std::vector<known_life> lives;
  const auto add = [&](std::string_view name, bool birth, partial_date date) {
    auto life = std::find_if(lives.begin(), lives.end(),
                             [&](const known_life& known) { return equal_ignoring_case(known.name, name); });
    if (life == lives.end()) life = lives.insert(lives.end(), known_life{.name = name});
    (birth ? life->born : life->died) = date;
  };
  for (const extraction_question& q : r.extraction) {
    const auto date = parse_date(q.answer.value_or(""));
    if (!date) continue;
    for (const bool birth : {true, false}) {
      for (const std::string_view form : birth ? words.birth : words.death) {
        if (const auto name = read_template(q.question, form, "#name")) add(*name, birth, *date);
      }
    }
  }
  return lives;
}

/// All questions of a record, answered by the calendar reader.
///
/// Shape:     the record's own answers are not looked at; `given` lives answer the reasoning questions, the paragraphs
///            all. A question that is not answered has the empty answer
/// Requires:  record and `store`, to which the answers are added, outlive the prediction
/// Differs:   Ho et al. 2022 let models answer each question by itself, as this does
template <date_rule Rule = date_rules::final_data>
[[nodiscard]] prediction answer_record(const record& r, std::deque<std::string>& store,
                                       std::span<const known_life> given = {}) {
  std::vector<context_paragraph> context;
  for (const titled_paragraph& paragraph : r.context) {
    context.push_back({paragraph.title, store.emplace_back(detail::joined(paragraph))});
  }
  const calendar_reader<Rule> reads, calculates{given};
  const auto task = [&](std::string_view question) {
    return reading_task{.id = r.id, .question = question, .context = context};
  };
  const auto answer = [&](const calendar_reader<Rule>& reader, std::string_view question) {
    return std::string_view{store.emplace_back(reader(task(question)).answer)};
  };
  const auto number = [&store](int value) {
    return scalar{scalar::kind::number, store.emplace_back(std::to_string(value))};
  };
  prediction out;
  out.id = r.id;
  out.question = r.question;
  out.type = r.type;
  out.data_label = r.data_label;
  out.combined = r.combined;
  out.answer = answer(reads, r.question);
  for (std::size_t i = 0; i < (r.combined ? 4 : 2); ++i) {
    out.extraction[i].question = r.extraction[i].question;
    out.extraction[i].answer = answer(reads, r.extraction[i].question);
  }
  for (std::size_t i = 0; i < (r.combined ? 3 : 2); ++i) {
    const std::string_view question = r.reasoning[i].question;
    out.reasoning[i].question = question;
    std::optional<date_difference> age;
    if (r.combined && i < 2) age = calculates.age(task(question));
    if (age) {
      out.reasoning[i].answer = date_parts{number(age->years), number(age->months), number(age->days), {}};
    } else {
      out.reasoning[i].answer = scalar{scalar::kind::text, r.combined && i < 2 ? "" : answer(calculates, question)};
    }
  }
  out.robust_question = r.robust_question;
  out.robust_answer = answer(reads, r.robust_question);
  return out;
}

}  // namespace hieradate
}  // namespace v0
}  // namespace mhqa
