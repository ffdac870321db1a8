// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate (Ho et al. 2022): the record and the official evaluation (hieradate_evaluate.py) of the answer and of the
// levels below it: extraction, reasoning (ages and comparisons), robustness. mhqa/io/datasets/hieradate.hpp reads its
// files.
#pragma once

#include <mhqa/datasets/data_set.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/types.hpp>
#include <mhqa/utf8.hpp>

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
inline namespace v0_1 {
namespace hieradate {

/// A single JSON value.
struct scalar {
  enum class kind : std::uint8_t { absent, text, number, boolean };

  kind is = kind::absent;
  std::string_view text;  ///< the string, or the JSON text of the number or boolean

  friend bool operator==(const scalar&, const scalar&) = default;
};

/// A date or an age: 63 years, 2 months and 11 days.
struct date_parts {
  scalar year, month, day;
  std::string_view more;  ///< further members in canonical form; usually empty

  /// Returns true for an age or date of the year-only version: {"year": 84}.
  [[nodiscard]] bool is_year_only() const noexcept {
    return month.is == scalar::kind::absent && day.is == scalar::kind::absent;
  }

  friend bool operator==(const date_parts&, const date_parts&) = default;
};

/// The answer to a reasoning question: absent, a text such as "yes", or an age.
using reasoning_answer = std::variant<std::monostate, scalar, date_parts>;

/// A question that asks for a date of a person.
struct extraction_question {
  std::string_view question;
  std::optional<std::string_view> answer;
  std::optional<date_parts> date;  ///< the answer as a date

  friend bool operator==(const extraction_question&, const extraction_question&) = default;
};

/// A question that asks to compare two dates or ages, or for an age.
struct reasoning_question {
  std::string_view question;
  reasoning_answer answer;

  friend bool operator==(const reasoning_question&, const reasoning_question&) = default;
};

/// A question with its probing questions. A comparison question has two extraction and two reasoning questions; a
/// combined one, which asks about ages, has four and three.
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
  bool combined = false;  ///< true if there is a third extraction question

  /// Returns "combined" or "comparison", the two rows of the paper's Table 6.
  [[nodiscard]] std::string_view kind() const noexcept { return combined ? "combined" : "comparison"; }

  friend bool operator==(const record&, const record&) = default;
};

/// A model's output: a record with the model's answers. If it is `combined`, it is scored as a combined question.
using prediction = record;

namespace detail {

/// A part of a date after the program's normalize_number: a number, or the unchanged text.
struct date_token {
  std::optional<double> number;
  std::string_view text;

  explicit date_token(const scalar& from) : text{from.text} {
    if (from.is == scalar::kind::boolean) {
      number = from.text == "true" ? 1 : 0;
    } else {
      number = python_float(from.text);
      if (from.is == scalar::kind::number && from.text == "-0") number = 0.0;  // integers have no negative zero
    }
  }

  /// Compares the results of str(float(x)), or the texts; no text equals a number.
  friend bool operator==(const date_token& a, const date_token& b) noexcept {
    if (!a.number || !b.number) return !a.number && !b.number && a.text == b.text;
    return (std::isnan(*a.number) && std::isnan(*b.number)) ||
           std::bit_cast<std::uint64_t>(*a.number) == std::bit_cast<std::uint64_t>(*b.number);
  }
};

/// Scores a year-only age: one token, so exact match and F1 are equal.
[[nodiscard]] inline scores score_year(const scalar& predicted, const scalar& gold) {
  const bool right = predicted.is != scalar::kind::absent && date_token{predicted} == date_token{gold};
  return score(overlap{right ? 1U : 0U, 1, 1}, right, empty_rule::zero);
}

[[nodiscard]] inline std::array<date_token, 3> date_tokens(const date_parts& date) {
  return {date_token{date.year}, date_token{date.month}, date_token{date.day}};
}

}  // namespace detail

/// Scores an age: year, month and day form a bag of three tokens.
///
/// As in the program, a prediction of another type than {year, month, day} is a bag of its characters. It can only
/// match a gold part that is one non-digit character.
///
/// A year-only gold age is compared by the year only: a right age scores 1, a wrong one 0, in every measure.
///
/// Source:  update_em_f1_date of hieradate_evaluate.py; year-only: Ho et al. 2022, Appendix C.1, where EM and F1 agree
/// Differs: the program reads month and day of every age; {year, 0, 0} would give every wrong age an F1 of 2/3
/// Example: 63, 2, 11 against 63, 2, 12: {0, 2/3, 2/3, 2/3}
[[nodiscard]] inline scores score_age(const date_parts& predicted, const date_parts& gold) {
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

/// \overload
[[nodiscard]] inline scores score_age(const scalar& predicted, const date_parts& gold) {
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

/// The scores of a question and of its probing questions.
struct question_scores {
  bool combined = false;
  scores answer;
  scores robust;
  std::array<scores, 4> extraction;  ///< all four of a combined question, otherwise the first two
  std::array<scores, 2> ages;        ///< only of a combined question
  std::array<scores, 2> comparison;  ///< one for a combined question, otherwise two; only exact match is published
  dialect_key rules = 0;             ///< of the evaluator
};

/// Scores questions and reuses its memory. Use one evaluator per thread.
///
/// Errors: data_error with id and field if the gold or the prediction lacks an answer that the program reads, or has an
///         answer of another type
/// Source: eval of hieradate_evaluate.py
class evaluator {
 public:
  explicit evaluator(const dialect& d = dialects::hieradate) : answers_{d} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted) {
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

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  [[noreturn]] static void fail(const record& r, std::string_view field, std::size_t number, std::string problem) {
    throw_data_error({.id = std::string{r.id}, .field = std::string{field} + std::to_string(number + 1)},
                     std::move(problem));
  }
  /// Returns the reason why the answer is required.
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

/// The seventeen published numbers: means over the questions with a prediction; each level has its own denominator.
struct slots {
  using result = std::optional<question_scores>;
  enum sum : std::uint8_t { answer, extraction, ages, comparison, robust };
  enum count : std::uint8_t { questions, missing };
  static constexpr std::size_t sums = 5, counts = 2;
  static constexpr std::string_view dataset = "hieradate";
  static constexpr dialect rules = dialects::hieradate;

  template <class Totals>
  static constexpr void add(Totals& t, const result& s) {
    ++t[questions];
    if (!s) {
      ++t[missing];
      return;
    }
    t[answer] += s->answer;
    t[robust] += s->robust;
    for (std::size_t i = 0; i < (s->combined ? 4 : 2); ++i) t[extraction] += s->extraction[i];
    for (std::size_t i = 0; i < (s->combined ? 2 : 0); ++i) t[ages] += s->ages[i];
    for (std::size_t i = 0; i < (s->combined ? 1 : 2); ++i) t[comparison] += s->comparison[i];
  }

  /// Returns em, …, ex_em, …, em_math, …, em_compare, ro_em, ….
  ///
  /// Undefined: a level without questions -> empty values (the program divides by zero)
  template <class Totals>
  [[nodiscard]] static std::vector<named_score> named(const Totals& t) {
    const double scale = t.rules().scale;
    std::vector<named_score> out;
    append_published(out, "", t[answer].mean(), scale);
    append_published(out, "ex_", t[extraction].mean(), scale);
    append_published(out, "", t[ages].mean(), scale);
    for (std::size_t i = out.size() - 4; i < out.size(); ++i) out[i].name += "_math";
    const auto compared = t[comparison].mean();
    out.push_back({"em_compare", compared ? std::optional{compared->em * scale} : std::nullopt});
    append_published(out, "ro_", t[robust].mean(), scale);
    return out;
  }
  template <class Totals>
  [[nodiscard]] static std::vector<named_count> counted(const Totals& t) {
    return {{"questions", t[questions]},
            {"missing", t[missing]},
            {"extraction_questions", t[extraction].count},
            {"age_questions", t[ages].count},
            {"comparison_questions", t[comparison].count}};
  }
  template <class Totals>
  [[nodiscard]] static signature_choices choices(const Totals& t) {
    return {{"n", std::to_string(t[answer].count)},
            {"n-extract", std::to_string(t[extraction].count)},
            {"n-math", std::to_string(t[ages].count)},
            {"n-compare", std::to_string(t[comparison].count)}};
  }
};

/// Sums of the slots: exact, or added in the order of the file as the published program does.
using totals = mhqa::totals<slots, exact_sum>;
using published_totals = mhqa::totals<slots, published_sum>;

/// The traits of HieraDate for `evaluate`.
struct data_set {
  using record = hieradate::record;
  using prediction = hieradate::prediction;
  using result = std::optional<question_scores>;
  using slots = hieradate::slots;
  using hooks = data_set_hooks<data_set>;
  static constexpr std::array<std::string_view, 3> group_fields{"kind", "type", "data_label"};

  dialect rules = dialects::hieradate;

  [[nodiscard]] evaluator make_evaluator() const { return evaluator{rules}; }
  [[nodiscard]] static std::string_view id(const record& r) { return r.id; }
  [[nodiscard]] static std::string_view group(const record& r, std::string_view field, std::string&) {
    return field == "type" ? r.type : field == "data_label" ? r.data_label : r.kind();
  }
  static void fingerprint(const record& r, std::string& out) {
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
  [[nodiscard]] static result score(evaluator& scorer, const record& gold, const prediction* predicted) {
    return predicted != nullptr ? result{scorer(gold, *predicted)} : std::nullopt;
  }
  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s) f("sample");
  }
  /// A question without a prediction leaves the denominators, so its numbers are empty.
  static void row(const result& s, question_row& out) {
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
  static void texts(const record& r, const prediction* predicted, question_row& out) {
    out.question = r.question;
    out.golds.push_back(r.answer);
    if (predicted != nullptr) out.prediction = predicted->answer;
  }
};

}  // namespace hieradate
}  // namespace v0_1
}  // namespace mhqa
