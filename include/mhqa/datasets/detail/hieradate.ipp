// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate.hpp.
#pragma once

#include <mhqa/datasets/hieradate.hpp>

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/utf8.hpp>

#include <utility>

namespace mhqa::inline v0_1::hieradate {
namespace detail {

MHQA_INLINE date_token::date_token(const scalar& from) : text{from.text} {
  if (from.is == scalar::kind::boolean) {
    number = from.text == "true" ? 1 : 0;
  } else {
    number = python_float(from.text);
    if (from.is == scalar::kind::number && from.text == "-0") number = 0.0;  // integers have no negative zero
  }
}

/// Scores a year-only age: one token, so exact match and F1 are equal.
[[nodiscard]] inline scores score_year(const scalar& predicted, const scalar& gold) {
  const bool right = predicted.is != scalar::kind::absent && date_token{predicted} == date_token{gold};
  return score(overlap{right ? 1U : 0U, 1, 1}, right, empty_rule::zero);
}

[[nodiscard]] inline std::array<date_token, 3> date_tokens(const date_parts& date) {
  return {date_token{date.year}, date_token{date.month}, date_token{date.day}};
}

}  // namespace detail

MHQA_INLINE scores score_age(const date_parts& predicted, const date_parts& gold) {
  if (gold.is_year_only()) return detail::score_year(predicted.year, gold.year);
  const auto tokens = detail::date_tokens(predicted);
  const auto golds = detail::date_tokens(gold);
  overlap counts{0, tokens.size(), golds.size()};
  std::array<bool, 3> taken{};
  for (const detail::date_token& token : tokens) {
    for (std::size_t i = 0; i < golds.size(); ++i) {
      if (taken[i] || !(token == golds[i])) continue;
      taken[i] = true;
      ++counts.common;
      break;
    }
  }
  return score(counts, tokens == golds && predicted.more == gold.more, empty_rule::zero);
}

MHQA_INLINE scores score_age(const scalar& predicted, const date_parts& gold) {
  if (gold.is_year_only()) return detail::score_year(predicted, gold.year);
  const detail::date_token token{predicted};
  std::string text;
  if (token.number) {
    append_python_double(text, *token.number);
  } else {
    text = token.text;
  }
  const auto golds = detail::date_tokens(gold);
  overlap counts{0, 0, golds.size()};
  std::array<bool, 3> taken{};
  for (std::size_t at = 0; at < text.size(); ++counts.predicted) {
    const std::string_view character = std::string_view{text}.substr(at, utf8::decode(text, at).size);
    at += character.size();
    for (std::size_t i = 0; i < golds.size(); ++i) {
      if (taken[i] || golds[i].number || golds[i].text != character) continue;
      taken[i] = true;
      ++counts.common;
      break;
    }
  }
  return score(counts, false, empty_rule::zero);
}

MHQA_INLINE question_scores evaluator::operator()(const record& gold, const prediction& predicted) {
  question_scores result;
  result.rules = answers_.key();
  result.combined = predicted.combined;
  result.answer = answers_(predicted.answer, gold.answer);
  result.robust = answers_(predicted.robust_answer, gold.robust_answer);
  for (std::size_t i = 0; i < (predicted.combined ? 4 : 2); ++i) {
    const std::string_view answer = extracted(predicted, i, "the prediction", predicted);
    result.extraction[i] = answers_(answer, extracted(gold, i, "the gold record", predicted));
  }
  if (predicted.combined) {
    for (std::size_t i = 0; i < 2; ++i) result.ages[i] = score_age_question(gold, predicted, i);
    result.comparison[0] = score_comparison(gold, predicted, 2);
  } else {
    for (std::size_t i = 0; i < 2; ++i) result.comparison[i] = score_comparison(gold, predicted, i);
  }
  return result;
}

MHQA_INLINE void evaluator::fail(const record& r, std::string_view field, std::size_t number, std::string problem) {
  throw_data_error({.id = std::string{r.id}, .field = std::string{field} + std::to_string(number + 1)},
                   std::move(problem));
}

MHQA_INLINE std::string_view evaluator::extracted(const record& r, std::size_t i, std::string_view whose,
                                                  const prediction& predicted) {
  if (r.extraction[i].answer) return *r.extraction[i].answer;
  fail(r, "ans_extract_", i, "expected an answer in " + std::string{whose} + reason(predicted));
}

MHQA_INLINE std::string_view evaluator::compared(const record& r, std::size_t i, std::string_view whose,
                                                 const prediction& predicted) {
  const scalar* answer = std::get_if<scalar>(&r.reasoning[i].answer);
  if (answer != nullptr && answer->is == scalar::kind::text) return answer->text;
  fail(r, "ans_reason_", i, "expected a string in " + std::string{whose} + reason(predicted));
}

MHQA_INLINE scores evaluator::score_comparison(const record& gold, const prediction& predicted, std::size_t i) {
  const std::string_view answer = compared(predicted, i, "the prediction", predicted);
  return answers_(answer, compared(gold, i, "the gold record", predicted));
}

MHQA_INLINE scores evaluator::score_age_question(const record& gold, const prediction& predicted, std::size_t i) {
  const date_parts* age = std::get_if<date_parts>(&gold.reasoning[i].answer);
  if (age == nullptr) {
    fail(gold, "ans_reason_", i, "expected {year, month, day} in the gold record" + reason(predicted));
  }
  const reasoning_answer& answer = predicted.reasoning[i].answer;
  if (const date_parts* date = std::get_if<date_parts>(&answer)) return score_age(*date, *age);
  if (const scalar* value = std::get_if<scalar>(&answer)) return score_age(*value, *age);
  fail(predicted, "ans_reason_", i, "expected an answer in the prediction" + reason(predicted));
}

MHQA_INLINE void data_set::fingerprint(const record& r, std::string& out) {
  append_gold(out, r.answer);
  append_gold(out += '\n', r.robust_answer);
  for (const extraction_question& q : r.extraction) append_gold(out += '\n', q.answer.value_or(""));
  for (const reasoning_question& q : r.reasoning) {
    if (const auto* text = std::get_if<scalar>(&q.answer)) append_gold(out += '\n', text->text);
    if (const auto* age = std::get_if<date_parts>(&q.answer)) {
      out.append("\n").append(age->year.text).append("-").append(age->month.text).append("-").append(age->day.text);
    }
  }
}

MHQA_INLINE void data_set::row(const result& s, question_row& out) {
  if (!s) {
    out.add_four("", std::nullopt);
    out.add_four("ro_", std::nullopt);
    return;
  }
  out.add_four("", s->answer);
  out.add_four("ro_", s->robust);
  for (std::size_t i = 0; i < (s->combined ? 4 : 2); ++i) {
    out.add_four("ex_" + std::to_string(i + 1) + "_", s->extraction[i]);
  }
  for (std::size_t i = 0; i < (s->combined ? 2 : 0); ++i) {
    out.add_four("math_" + std::to_string(i + 1) + "_", s->ages[i]);
  }
  for (std::size_t i = 0; i < (s->combined ? 1 : 2); ++i) {
    out.add("compare_" + std::to_string(i + 1) + "_em", s->comparison[i].em);
  }
}

MHQA_INLINE void data_set::texts(const record& r, const prediction* predicted, question_row& out) {
  out.question = r.question;
  out.golds.push_back(r.answer);
  if (predicted != nullptr) out.prediction = predicted->answer;
}

}  // namespace mhqa::inline v0_1::hieradate
