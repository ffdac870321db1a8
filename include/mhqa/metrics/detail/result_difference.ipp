// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of result_difference.hpp.
#pragma once

#include <mhqa/metrics/result_difference.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/detail/plan_choices.hpp>
#include <mhqa/metrics/unplanned_numbers.hpp>

#include <algorithm>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

MHQA_INLINE bool has_number(const scored_result& result, std::string_view number) noexcept {
  return std::any_of(result.answers.begin(), result.answers.end(), [number](const result_answer& answer) {
    return std::any_of(answer.numbers.begin(), answer.numbers.end(),
                       [number](const auto& one) { return one.first == number; });
  });
}

MHQA_INLINE std::optional<answer_plan> plan_of(const scored_result& result, std::string_view number,
                                               std::string& because) {
  if (!has_number(result, number)) {
    throw_data_error({.field = std::string{number}},
                     "expected a number that \"" + result.evaluator + "\" computes for each question",
                     errc::unknown_name);
  }
  // StrategyQA's evaluation has the recall of paragraphs; answers scored by its dialect have em and the recall of
  // words.
  const bool of_data_set = result.evaluator != "strategyqa" || !has_number(result, "em");
  const std::string_view why = of_data_set ? why_unplanned(result.evaluator, number) : std::string_view{};
  const std::optional<answer_plan> plan = why.empty() ? find_plan(result.evaluator, number) : std::nullopt;
  if (!plan && because.empty()) {
    because = why.empty() ? "mhqa does not know how \"" + result.evaluator + "\" computes " + std::string{number}
                          : std::string{number}.append(" ").append(why);
  }
  return plan;
}

MHQA_INLINE void compare_recorded(const scored_result& a, std::string_view number_a,
                                  const std::optional<answer_plan>& plan_a, const scored_result& b,
                                  std::string_view number_b, const std::optional<answer_plan>& plan_b,
                                  result_difference& out) {
  counted_mean mean_a, mean_b;
  for (const paired_answer& pair : pair_answers(a, number_a, b, number_b)) {
    explained_question question{pair.a != nullptr ? pair.a->id : pair.b->id,
                                recorded(pair.a, number_a, plan_a && plan_a->percent),
                                recorded(pair.b, number_b, plan_b && plan_b->percent)};
    mean_a.add(question.a);
    mean_b.add(question.b);
    if (!same_score(question.a, question.b)) out.differing.push_back(std::move(question));
  }
  out.a = result_rules{a, number_a}.printed(mean_a.value());
  out.b = result_rules{b, number_b}.printed(mean_b.value());
  out.questions_a = mean_a.count;
  out.questions_b = mean_b.count;
  out.interaction = out.b - out.a;
}

MHQA_INLINE data_counts::data_counts(const std::vector<paired_answer>& pairs) {
  for (const paired_answer& pair : pairs) {
    if (pair.a == nullptr) ++(pair.repeated ? more_b : only_b);
    if (pair.b == nullptr) ++(pair.repeated ? more_a : only_a);
    missing += (pair.a != nullptr && !pair.a->prediction) || (pair.b != nullptr && !pair.b->prediction) ? 1 : 0;
    refused_a += pair.refused_a ? 1 : 0;
    refused_b += pair.refused_b ? 1 : 0;
    refused_differ = refused_differ || pair.refused_a != pair.refused_b;
    if (pair.a == nullptr || pair.b == nullptr) continue;
    predictions += pair.a->prediction != pair.b->prediction ? 1 : 0;
    golds += pair.a->golds != pair.b->golds ? 1 : 0;
  }
}

}  // namespace detail

MHQA_INLINE result_difference explain_difference(const scored_result& a, std::string_view number_a,
                                                 const scored_result& b, std::string_view number_b) {
  result_difference out;
  const std::optional<answer_plan> known_a = detail::plan_of(a, number_a, out.because);
  const std::optional<answer_plan> known_b = detail::plan_of(b, number_b, out.because);
  if (!known_a || !known_b) {
    detail::compare_recorded(a, number_a, known_a, b, number_b, known_b, out);
    return out;
  }
  const answer_plan &plan_a = *known_a, &plan_b = *known_b;
  const detail::result_rules rules_a{a, number_a}, rules_b{b, number_b};
  const std::vector<detail::paired_answer> pairs = detail::pair_answers(a, number_a, b, number_b);
  std::vector<detail::active_choice> active;
  const auto add = [&](detail::active_choice choice, std::string name, std::string left, std::string right) {
    active.push_back(choice);
    out.choices.push_back({std::move(name), std::move(left), std::move(right)});
  };
  const detail::data_counts counts{pairs};
  const auto questions = [](std::uint64_t n) { return std::to_string(n) + (n == 1 ? " question" : " questions"); };
  const auto rows = [](std::uint64_t n) { return std::to_string(n) + (n == 1 ? " row" : " rows"); };
  if (counts.only_a + counts.only_b != 0) {
    add({detail::data_choice::questions}, "questions", questions(counts.only_a) + " here alone",
        questions(counts.only_b) + " here alone");
  }
  if (counts.more_a + counts.more_b != 0) {
    add({detail::data_choice::duplicates}, "duplicates", rows(counts.more_a), rows(counts.more_b));
  }
  const auto missing_text = [](missing_rule rule) {
    return std::string{rule == missing_rule::zero ? "counted as 0" : "left out"};
  };
  if (counts.missing != 0 && missing_text(rules_a.missing) != missing_text(rules_b.missing)) {
    add({detail::data_choice::missing}, "missing", missing_text(rules_a.missing), missing_text(rules_b.missing));
  }
  if (counts.refused_differ) {
    add({detail::data_choice::refused}, "not scored", questions(counts.refused_a), questions(counts.refused_b));
  }
  if (counts.predictions != 0) {
    add({detail::data_choice::prediction}, "predictions", "its own", questions(counts.predictions) + " differ");
  }
  if (counts.golds != 0) {
    add({detail::data_choice::golds}, "gold answers", "its own", questions(counts.golds) + " differ");
  }
  for (std::size_t i = 0; i < detail::plan_choices.size(); ++i) {
    answer_plan changed = plan_a;
    detail::plan_choices[i].take(changed, plan_b);
    if (changed == plan_a) continue;
    add({detail::data_choice::plan, i}, std::string{detail::plan_choices[i].name},
        detail::plan_choices[i].value(plan_a), detail::plan_choices[i].value(plan_b));
  }

  detail::exchanged_scorer score{plan_a, plan_b, rules_a, rules_b};
  const std::vector<bool> none(active.size(), false), all(active.size(), true);
  std::vector<std::vector<bool>> single(active.size(), none);
  for (std::size_t c = 0; c < active.size(); ++c) single[c][c] = true;
  detail::counted_mean mean_a, mean_b;
  std::vector<detail::counted_mean> alone(active.size());
  std::vector<std::optional<double>> with_one(active.size());
  for (const detail::paired_answer& pair : pairs) {
    explained_question question{pair.a != nullptr ? pair.a->id : pair.b->id,
                                detail::recorded(pair.a, number_a, plan_a.percent),
                                detail::recorded(pair.b, number_b, plan_b.percent)};
    const std::optional<double> from = score(pair, active, none), to = score(pair, active, all);
    mean_a.add(question.a);
    mean_b.add(question.b);
    for (std::size_t c = 0; c < active.size(); ++c) {
      with_one[c] = score(pair, active, single[c]);
      alone[c].add(with_one[c]);
      out.choices[c].questions += detail::same_score(with_one[c], from) ? 0 : 1;
    }
    const bool known = detail::same_score(from, question.a) && detail::same_score(to, question.b);
    if (!known) ++out.unexplained;
    if (known && detail::same_score(question.a, question.b)) continue;
    if (known) {
      for (std::size_t c = 0; c < active.size() && question.choices.empty(); ++c) {
        if (detail::same_score(with_one[c], to)) question.choices = {c};
      }
      for (std::size_t c = 0; c < active.size() && question.choices.empty(); ++c) {
        for (std::size_t d = c + 1; d < active.size() && question.choices.empty(); ++d) {
          std::vector<bool> two = single[c];
          two[d] = true;
          if (detail::same_score(score(pair, active, two), to)) question.choices = {c, d};
        }
      }
      if (question.choices.empty()) {
        std::vector<bool> fewer = all;
        for (std::size_t c = 0; c < active.size(); ++c) {
          fewer[c] = false;
          if (!detail::same_score(score(pair, active, fewer), to)) fewer[c] = true;
        }
        for (std::size_t c = 0; c < active.size(); ++c) {
          if (fewer[c]) question.choices.push_back(c);
        }
      }
    }
    out.differing.push_back(std::move(question));
  }

  out.a = rules_a.printed(mean_a.value());
  out.b = rules_b.printed(mean_b.value());
  out.questions_a = mean_a.count;
  out.questions_b = mean_b.count;
  double explained = 0;
  for (std::size_t c = 0; c < active.size(); ++c) {
    out.choices[c].alone = alone[c].value() - mean_a.value();
    explained += out.choices[c].alone;
  }
  if (rules_a.decimals != rules_b.decimals || rules_a.scale != rules_b.scale) {
    const auto places = [](const detail::result_rules& rules) {
      return rules.decimals < 0 ? std::string{"none"}
                                : std::to_string(rules.decimals + (rules.scale == 100 ? 2 : 0)) + " places";
    };
    if (places(rules_a) != places(rules_b)) {
      const double effect = rules_b.printed(mean_a.value()) - out.a;
      out.choices.push_back({"rounding of the mean", places(rules_a), places(rules_b), effect, 0});
      explained += effect;
    }
  }
  if (plan_a.percent != plan_b.percent) {
    const auto words = [](bool percent) { return std::string{percent ? "percentage" : "fraction"}; };
    out.choices.push_back({"scale", words(plan_a.percent), words(plan_b.percent), 0, 0});
  }
  out.interaction = out.b - out.a - explained;
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
