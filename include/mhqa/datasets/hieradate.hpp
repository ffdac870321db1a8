// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate (Ho et al. 2022): its record and its official evaluation (hieradate_evaluate.py) over ranges:
// the answer, and the levels below it: extraction, reasoning (ages and comparisons), robustness.
// Reading its files: mhqa/io/datasets/hieradate.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/utf8.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace hieradate {

/// A single value as a JSON file has it.
struct scalar {
  enum class kind : std::uint8_t { absent, text, number, boolean };

  kind is = kind::absent;
  std::string_view text;  ///< the string, or JSON's spelling of the number or boolean

  friend bool operator==(const scalar&, const scalar&) = default;
};

/// A date or an age: 63 years, 2 months and 11 days.
struct date_parts {
  scalar year, month, day;
  std::string_view more;  ///< further members in a form that is the same for equal ones; empty as a rule

  friend bool operator==(const date_parts&, const date_parts&) = default;
};

/// The answer to a reasoning question: none, a text such as yes, or an age.
using reasoning_answer = std::variant<std::monostate, scalar, date_parts>;

struct extraction_question {
  std::string_view question;
  std::optional<std::string_view> answer;
  std::optional<date_parts> date;  ///< the answer as a date

  friend bool operator==(const extraction_question&, const extraction_question&) = default;
};

struct reasoning_question {
  std::string_view question;
  reasoning_answer answer;

  friend bool operator==(const reasoning_question&, const reasoning_question&) = default;
};

/// A question with the probing questions below it. A comparison question has two extraction and two reasoning
/// questions; a combined one (it asks about ages) has four and three.
struct record {
  std::string_view id;
  std::string_view question;
  std::string_view answer;
  std::string_view type;
  std::string_view data_label;  ///< 2wikimultihopqa or hotpotqa
  std::vector<titled_paragraph> context;
  std::array<extraction_question, 4> extraction;
  std::array<reasoning_question, 3> reasoning;
  std::string_view robust_question;
  std::string_view robust_answer;
  bool combined = false;  ///< whether there is a third extraction question

  /// "combined" or "comparison": the two rows of the paper's Table 6.
  [[nodiscard]] std::string_view kind() const noexcept { return combined ? "combined" : "comparison"; }

  friend bool operator==(const record&, const record&) = default;
};

/// What a model says: a record of its own answers. It is scored as a combined one if it is `combined`.
using prediction = record;

namespace detail {

/// A part of a date after the program's normalize_number: a number, or the text as it is.
struct date_token {
  std::optional<double> number;
  std::string_view text;

  explicit date_token(const scalar& from) : text{from.text} {
    if (from.is == scalar::kind::boolean) {
      number = from.text == "true" ? 1 : 0;
    } else {
      number = python_float(from.text);
      if (from.is == scalar::kind::number && from.text == "-0") number = 0.0;  // an integer has no negative zero
    }
  }

  /// Equal spellings of str(float(x)), or equal texts: no text is spelled like a number.
  friend bool operator==(const date_token& a, const date_token& b) noexcept {
    if (!a.number || !b.number) return !a.number && !b.number && a.text == b.text;
    return (std::isnan(*a.number) && std::isnan(*b.number)) ||
           std::bit_cast<std::uint64_t>(*a.number) == std::bit_cast<std::uint64_t>(*b.number);
  }
};

[[nodiscard]] inline std::array<date_token, 3> date_tokens(const date_parts& date) {
  return {date_token{date.year}, date_token{date.month}, date_token{date.day}};
}

}  // namespace detail

/// The scores of an age: year, month and day are a bag of three tokens.
///
/// A prediction that is no {year, month, day} is, as in the program, a bag of its characters; so it can only share
/// something with a gold part that is one character and no number.
///
/// Source:  update_em_f1_date of hieradate_evaluate.py
/// Example: 63, 2, 11 against 63, 2, 12: {0, 2/3, 2/3, 2/3}
[[nodiscard]] inline scores score_age(const date_parts& predicted, const date_parts& gold) {
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

/// \overload
[[nodiscard]] inline scores score_age(const scalar& predicted, const date_parts& gold) {
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

/// The scores of one question and of the questions below it.
struct question_scores {
  bool combined = false;
  scores answer;
  scores robust;
  std::array<scores, 4> extraction;  ///< all of a combined question, else the first two
  std::array<scores, 2> ages;        ///< of a combined question
  std::array<scores, 2> comparison;  ///< the first of a combined question, else both; only exact match is published
};

/// Scores questions one after another with memory that it reuses; one per thread.
///
/// Errors: data_error with id and field where gold or prediction lacks an answer that the program reads, or has one of
///         another kind
/// Source: eval of hieradate_evaluate.py
class evaluator {
 public:
  explicit evaluator(const dialect& d = dialects::hieradate) : answers_{d} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted) {
    question_scores result;
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

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  [[noreturn]] static void fail(const record& r, std::string_view field, std::size_t number, std::string problem) {
    throw_data_error({.id = std::string{r.id}, .field = std::string{field} + std::to_string(number + 1)},
                     std::move(problem));
  }
  /// Why the answer is looked for.
  [[nodiscard]] static std::string reason(const prediction& predicted) {
    return predicted.combined ? ", as the prediction has ques_extract_3" : ", as the prediction has no ques_extract_3";
  }

  [[nodiscard]] static std::string_view extracted(const record& r, std::size_t i, std::string_view whose,
                                                  const prediction& predicted) {
    if (r.extraction[i].answer) return *r.extraction[i].answer;
    fail(r, "ans_extract_", i, "expected an answer in " + std::string{whose} + reason(predicted));
  }

  [[nodiscard]] static std::string_view compared(const record& r, std::size_t i, std::string_view whose,
                                                 const prediction& predicted) {
    const scalar* answer = std::get_if<scalar>(&r.reasoning[i].answer);
    if (answer != nullptr && answer->is == scalar::kind::text) return answer->text;
    fail(r, "ans_reason_", i, "expected a string in " + std::string{whose} + reason(predicted));
  }

  [[nodiscard]] scores score_comparison(const record& gold, const prediction& predicted, std::size_t i) {
    const std::string_view answer = compared(predicted, i, "the prediction", predicted);
    return answers_(answer, compared(gold, i, "the gold record", predicted));
  }

  [[nodiscard]] static scores score_age_question(const record& gold, const prediction& predicted, std::size_t i) {
    const date_parts* age = std::get_if<date_parts>(&gold.reasoning[i].answer);
    if (age == nullptr) {
      fail(gold, "ans_reason_", i, "expected {year, month, day} in the gold record" + reason(predicted));
    }
    const reasoning_answer& answer = predicted.reasoning[i].answer;
    if (const date_parts* date = std::get_if<date_parts>(&answer)) return score_age(*date, *age);
    if (const scalar* value = std::get_if<scalar>(&answer)) return score_age(*value, *age);
    fail(predicted, "ans_reason_", i, "expected an answer in the prediction" + reason(predicted));
  }

  answer_scorer<> answers_;
};

/// Sums over the questions that have a prediction, each level with its own denominator.
///
/// Shape: a monoid with exact_sum: add() questions, merge with +=
template <class Sum>
struct basic_totals {
  basic_accumulator<Sum> answer, extraction, ages, comparison, robust;
  std::uint64_t questions = 0;
  std::uint64_t missing = 0;

  /// A question; one without a prediction counts as missing alone.
  constexpr void add(const std::optional<question_scores>& s) {
    ++questions;
    if (!s) {
      ++missing;
      return;
    }
    answer += s->answer;
    robust += s->robust;
    for (std::size_t i = 0; i < (s->combined ? 4 : 2); ++i) extraction += s->extraction[i];
    for (std::size_t i = 0; i < (s->combined ? 2 : 0); ++i) ages += s->ages[i];
    for (std::size_t i = 0; i < (s->combined ? 1 : 2); ++i) comparison += s->comparison[i];
  }

  constexpr basic_totals& operator+=(const basic_totals& other) {
    answer += other.answer;
    extraction += other.extraction;
    ages += other.ages;
    comparison += other.comparison;
    robust += other.robust;
    questions += other.questions;
    missing += other.missing;
    return *this;
  }

  /// The seventeen published numbers in the program's order: em, …, ex_em, …, em_math, …, em_compare, ro_em, ….
  ///
  /// Units:     percent, unrounded
  /// Undefined: a level without a question -> empty values (the program divides by zero)
  [[nodiscard]] std::vector<named_score> named() const {
    constexpr double scale = dialects::hieradate.scale;
    std::vector<named_score> out;
    append_published(out, "", answer.mean(), scale);
    append_published(out, "ex_", extraction.mean(), scale);
    append_published(out, "", ages.mean(), scale);
    for (std::size_t i = out.size() - 4; i < out.size(); ++i) out[i].name += "_math";
    const auto compared = comparison.mean();
    out.push_back({"em_compare", compared ? std::optional{compared->em * scale} : std::nullopt});
    append_published(out, "ro_", robust.mean(), scale);
    return out;
  }

  friend constexpr bool operator==(const basic_totals&, const basic_totals&) = default;
};

using totals = basic_totals<exact_sum>;
using published_totals = basic_totals<published_sum>;

/// The report of an evaluation with these totals.
[[nodiscard]] inline report make_report(const totals& t, const dialect& d, const data_fingerprint& data) {
  return {.dataset = "hieradate",
          .rules = d,
          .scores = t.named(),
          .counts = {{"questions", t.questions},
                     {"missing", t.missing},
                     {"extraction_questions", t.extraction.count},
                     {"age_questions", t.ages.count},
                     {"comparison_questions", t.comparison.count}},
          .signature = make_signature(d, data,
                                      {{"n", std::to_string(t.answer.count)},
                                       {"n-extract", std::to_string(t.extraction.count)},
                                       {"n-math", std::to_string(t.ages.count)},
                                       {"n-compare", std::to_string(t.comparison.count)}})};
}

}  // namespace hieradate
}  // namespace v0
}  // namespace mhqa
