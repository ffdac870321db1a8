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
#include <initializer_list>
#include <utility>

namespace mhqa::inline v0_1 {
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

/// Explains the differences between two results whose plans are known.
class difference_explainer {
 public:
  difference_explainer(const scored_result& a, std::string_view number_a, const answer_plan& plan_a,
                       const scored_result& b, std::string_view number_b, const answer_plan& plan_b)
      : number_a_{number_a},
        number_b_{number_b},
        plan_a_{plan_a},
        plan_b_{plan_b},
        rules_a_{a, number_a},
        rules_b_{b, number_b},
        pairs_{pair_answers(a, number_a, b, number_b)},
        score_{plan_a, plan_b, rules_a_, rules_b_} {}

  [[nodiscard]] result_difference explain() {
    list_data_choices();
    list_plan_choices();
    none_.assign(active_.size(), false);
    all_.assign(active_.size(), true);
    alone_.resize(active_.size());
    with_one_.resize(active_.size());
    for (const paired_answer& pair : pairs_) add(pair);
    finish();
    return std::move(out_);
  }

 private:
  void list(active_choice choice, std::string name, std::string left, std::string right) {
    active_.push_back(choice);
    out_.choices.push_back({std::move(name), std::move(left), std::move(right)});
  }

  void list_data_choices() {
    const data_counts counts{pairs_};
    const auto questions = [](std::uint64_t n) { return std::to_string(n) + (n == 1 ? " question" : " questions"); };
    const auto rows = [](std::uint64_t n) { return std::to_string(n) + (n == 1 ? " row" : " rows"); };
    if (counts.only_a + counts.only_b != 0) {
      list({data_choice::questions}, "questions", questions(counts.only_a) + " here alone",
           questions(counts.only_b) + " here alone");
    }
    if (counts.more_a + counts.more_b != 0) {
      list({data_choice::duplicates}, "duplicates", rows(counts.more_a), rows(counts.more_b));
    }
    const auto missing_text = [](missing_rule rule) {
      return std::string{rule == missing_rule::zero ? "counted as 0" : "left out"};
    };
    if (counts.missing != 0 && missing_text(rules_a_.missing) != missing_text(rules_b_.missing)) {
      list({data_choice::missing}, "missing", missing_text(rules_a_.missing), missing_text(rules_b_.missing));
    }
    if (counts.refused_differ) {
      list({data_choice::refused}, "not scored", questions(counts.refused_a), questions(counts.refused_b));
    }
    if (counts.predictions != 0) {
      list({data_choice::prediction}, "predictions", "its own", questions(counts.predictions) + " differ");
    }
    if (counts.golds != 0) {
      list({data_choice::golds}, "gold answers", "its own", questions(counts.golds) + " differ");
    }
  }

  void list_plan_choices() {
    for (std::size_t i = 0; i < plan_choices.size(); ++i) {
      answer_plan changed = plan_a_;
      plan_choices[i].take(changed, plan_b_);
      if (changed == plan_a_) continue;
      list({data_choice::plan, i}, std::string{plan_choices[i].name}, plan_choices[i].value(plan_a_),
           plan_choices[i].value(plan_b_));
    }
  }

  void add(const paired_answer& pair) {
    explained_question question{pair.a != nullptr ? pair.a->id : pair.b->id,
                                recorded(pair.a, number_a_, plan_a_.percent),
                                recorded(pair.b, number_b_, plan_b_.percent)};
    const std::optional<double> from = score_(pair, active_, none_), to = score_(pair, active_, all_);
    mean_a_.add(question.a);
    mean_b_.add(question.b);
    for (std::size_t c = 0; c < active_.size(); ++c) {
      with_one_[c] = score_(pair, active_, with({c}));
      alone_[c].add(with_one_[c]);
      out_.choices[c].questions += same_score(with_one_[c], from) ? 0 : 1;
    }
    const bool known = same_score(from, question.a) && same_score(to, question.b);
    if (!known) ++out_.unexplained;
    if (known && same_score(question.a, question.b)) return;
    if (known) question.choices = enough_choices(pair, to);
    out_.differing.push_back(std::move(question));
  }

  /// One choice that gives b's score, else the first two that do, else as many as are needed if left out in order.
  [[nodiscard]] std::vector<std::size_t> enough_choices(const paired_answer& pair, const std::optional<double>& to) {
    for (std::size_t c = 0; c < active_.size(); ++c) {
      if (same_score(with_one_[c], to)) return {c};
    }
    for (std::size_t c = 0; c < active_.size(); ++c) {
      for (std::size_t d = c + 1; d < active_.size(); ++d) {
        if (same_score(score_(pair, active_, with({c, d})), to)) return {c, d};
      }
    }
    std::vector<bool> taken = all_;
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < active_.size(); ++c) {
      taken[c] = false;
      if (same_score(score_(pair, active_, taken), to)) continue;
      taken[c] = true;
      out.push_back(c);
    }
    return out;
  }

  [[nodiscard]] const std::vector<bool>& with(std::initializer_list<std::size_t> choices) {
    taken_ = none_;
    for (const std::size_t c : choices) taken_[c] = true;
    return taken_;
  }

  void finish() {
    out_.a = rules_a_.printed(mean_a_.value());
    out_.b = rules_b_.printed(mean_b_.value());
    out_.questions_a = mean_a_.count;
    out_.questions_b = mean_b_.count;
    double explained = 0;
    for (std::size_t c = 0; c < active_.size(); ++c) {
      out_.choices[c].alone = alone_[c].value() - mean_a_.value();
      explained += out_.choices[c].alone;
    }
    const auto places = [](const result_rules& rules) {
      return rules.decimals < 0 ? std::string{"none"}
                                : std::to_string(rules.decimals + (rules.scale == 100 ? 2 : 0)) + " places";
    };
    if (places(rules_a_) != places(rules_b_)) {
      const double effect = rules_b_.printed(mean_a_.value()) - out_.a;
      out_.choices.push_back({"rounding of the mean", places(rules_a_), places(rules_b_), effect, 0});
      explained += effect;
    }
    if (plan_a_.percent != plan_b_.percent) {
      const auto words = [](bool percent) { return std::string{percent ? "percentage" : "fraction"}; };
      out_.choices.push_back({"scale", words(plan_a_.percent), words(plan_b_.percent), 0, 0});
    }
    out_.interaction = out_.b - out_.a - explained;
  }

  std::string_view number_a_, number_b_;
  const answer_plan &plan_a_, &plan_b_;
  result_rules rules_a_, rules_b_;
  std::vector<paired_answer> pairs_;
  exchanged_scorer score_;
  std::vector<active_choice> active_;
  std::vector<bool> none_, all_, taken_;  ///< which choices are b's
  std::vector<std::optional<double>> with_one_;
  counted_mean mean_a_, mean_b_;
  std::vector<counted_mean> alone_;
  result_difference out_;
};

}  // namespace detail

MHQA_INLINE result_difference explain_difference(const scored_result& a, std::string_view number_a,
                                                 const scored_result& b, std::string_view number_b) {
  result_difference out;
  const std::optional<answer_plan> plan_a = detail::plan_of(a, number_a, out.because);
  const std::optional<answer_plan> plan_b = detail::plan_of(b, number_b, out.because);
  if (plan_a && plan_b) return detail::difference_explainer{a, number_a, *plan_a, b, number_b, *plan_b}.explain();
  detail::compare_recorded(a, number_a, plan_a, b, number_b, plan_b, out);
  return out;
}

}  // namespace mhqa::inline v0_1
