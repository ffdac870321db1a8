// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Answers HieraDate with the calendar reader: every question of a record from its paragraphs, as a prediction for the
// evaluation. E.g. answer_record(record, store)
#pragma once

#include <mhqa/datasets/detail/hieradate_prediction.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hieradate_build.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/model/calendar_reader.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/probe/date_templates.hpp>

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::hieradate {

/// Returns the lives given by a record's extraction questions and their gold answers.
///
/// Shape:     people in the order of the questions; dates that are missing or unreadable stay unknown. Names are views
///            of the record
/// Example:   "When was Ross Story born?", "16 January 1920" -> {"Ross Story", 1920-01-16, unknown}
[[nodiscard]] std::vector<known_life> given_lives(const record& r, const date_templates& words = {});

/// True if the record is of the year-only version: its dates and ages, of which only the form is looked at, have a year
/// and nothing else.
[[nodiscard]] bool is_year_only(const record& r) noexcept;

/// Answers all questions of a record with the calendar reader.
///
/// Shape:     a record of the year-only version gets years. Never reads the record's answers; reasoning questions use
///            the `given` lives, all questions the paragraphs. Unanswered questions get the empty answer
/// Requires:  the record and `store`, which receives the answers, outlive the prediction
/// Source:    Ho et al. 2022 also let models answer each question separately
template <date_rule Rule = date_rules::final_data>
[[nodiscard]] prediction answer_record(const record& r, std::deque<std::string>& store,
                                       std::span<const known_life> given = {}) {
  std::vector<context_paragraph> context;
  for (const titled_paragraph& paragraph : r.context) {
    context.push_back({paragraph.title, store.emplace_back(detail::joined(paragraph))});
  }
  const calendar_reader<Rule> reads;
  const auto task = [&](std::string_view question) {
    return reading_task{.id = r.id, .question = question, .context = context};
  };
  const auto answer = [&](const calendar_reader<Rule>& reader, std::string_view question) {
    return std::string_view{store.emplace_back(reader(task(question)).answer)};
  };
  const bool years = is_year_only(r);
  const auto extract = [&](std::size_t i) -> std::string_view {
    const std::string_view said = answer(reads, r.extraction[i].question);
    if (!years) return said;
    const auto date = parse_date(said);
    return date ? store.emplace_back(std::to_string(historical_year(*date))) : said;
  };
  std::vector<known_life> lives{given.begin(), given.end()};
  record extracted;
  if (years && given.empty()) {  // ages are differences of the years that the extraction questions get
    for (std::size_t i = 0; i < (r.combined ? 4U : 2U); ++i) {
      extracted.extraction[i].question = r.extraction[i].question;
      extracted.extraction[i].answer = extract(i);
    }
    lives = given_lives(extracted);
  }
  const calendar_reader<Rule> calculates{lives};
  const auto reasoning = [&](std::size_t i) -> reasoning_answer {
    const std::string_view question = r.reasoning[i].question;
    if (!r.combined || i == 2) return scalar{scalar::kind::text, answer(calculates, question)};
    const std::optional<date_difference> age = calculates.age(task(question));
    if (!age) return scalar{scalar::kind::text, ""};
    return detail::age_parts(*age, years, store);
  };
  return detail::fill_prediction(
      r, [&] { return answer(reads, r.question); }, [&](std::size_t i) { return extract(i); }, reasoning,
      [&] { return answer(reads, r.robust_question); });
}

}  // namespace mhqa::inline v0_1::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/hieradate_answers.ipp>
#endif
