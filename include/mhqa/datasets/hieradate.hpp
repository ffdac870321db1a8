// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate (Ho et al. 2022): the record and the official evaluation (hieradate_evaluate.py) of the answer and of the
// levels below it: extraction, reasoning (ages and comparisons), robustness. mhqa/io/datasets/hieradate.hpp reads its
// files.
#pragma once

#include <mhqa/datasets/data_set.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mhqa::inline v0_1::hieradate {

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

  explicit date_token(const scalar& from);

  /// Compares the results of str(float(x)), or the texts; no text equals a number.
  friend bool operator==(const date_token& a, const date_token& b) noexcept {
    if (!a.number || !b.number) return !a.number && !b.number && a.text == b.text;
    return (std::isnan(*a.number) && std::isnan(*b.number)) ||
           std::bit_cast<std::uint64_t>(*a.number) == std::bit_cast<std::uint64_t>(*b.number);
  }
};

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
[[nodiscard]] scores score_age(const date_parts& predicted, const date_parts& gold);

/// \overload
[[nodiscard]] scores score_age(const scalar& predicted, const date_parts& gold);

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

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted);

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  [[noreturn]] static void fail(const record& r, std::string_view field, std::size_t number, std::string problem);
  /// Returns the reason why the answer is required.
  [[nodiscard]] static std::string reason(const prediction& predicted) {
    return predicted.combined ? ", as the prediction has ques_extract_3" : ", as the prediction has no ques_extract_3";
  }

  [[nodiscard]] static std::string_view extracted(const record& r, std::size_t i, std::string_view whose,
                                                  const prediction& predicted);

  [[nodiscard]] static std::string_view compared(const record& r, std::size_t i, std::string_view whose,
                                                 const prediction& predicted);

  [[nodiscard]] scores score_comparison(const record& gold, const prediction& predicted, std::size_t i);

  [[nodiscard]] static scores score_age_question(const record& gold, const prediction& predicted, std::size_t i);

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
  static void fingerprint(const record& r, std::string& out);
  [[nodiscard]] static result score(evaluator& scorer, const record& gold, const prediction* predicted) {
    return predicted != nullptr ? result{scorer(gold, *predicted)} : std::nullopt;
  }
  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s) f("sample");
  }
  /// A question without a prediction leaves the denominators, so its numbers are empty.
  static void row(const result& s, question_row& out);
  static void texts(const record& r, const prediction* predicted, question_row& out);
};

}  // namespace mhqa::inline v0_1::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/hieradate.ipp>
#endif
