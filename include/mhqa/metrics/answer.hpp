// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores of an answer in any dialect. A gold answer is compiled once (normalised, its words counted) and
// then compared with any number of predictions.
//   score_answer("President Barack Obama", "Barack Obama", dialects::hotpotqa).f1  // 0.8
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/normalize.hpp>

#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// Turns an answer's text into its normalised form.
///
/// Requires: the same text always gives the same form
template <class N>
concept answer_normalizer = requires(const N& normalizer, std::string_view text, normalized& out) {
  normalizer(text, out);
};

/// The normalisation that a dialect names.
struct dialect_normalizer {
  normalization how;

  explicit constexpr dialect_normalizer(const dialect& d) noexcept : how{d.text} {}
  void operator()(std::string_view text, normalized& out) const { out.assign(text, how); }
};

namespace detail {

[[nodiscard]] constexpr bool is_closed_answer(std::string_view text) noexcept {
  return text == "yes" || text == "no" || text == "noanswer";
}

/// `counted` is asked for the overlap only where the dialect needs it.
template <class Counted>
[[nodiscard]] scores score_texts(std::string_view prediction, std::string_view gold, const dialect& d,
                                 Counted&& counted) {
  const bool exact = prediction == gold;
  if (d.unit == answer_unit::whole) return exact ? scores{1, 1, 1, 1} : scores{};
  if (d.closed_answers && !exact && (is_closed_answer(prediction) || is_closed_answer(gold))) return {};
  return score(counted(), exact, d.empty_answer);
}

}  // namespace detail

/// Several answers: a range of strings that is no string itself.
template <class R>
concept answer_range =
    std::ranges::input_range<R> && std::convertible_to<std::ranges::range_reference_t<R>, std::string_view> &&
    !std::convertible_to<R, std::string_view>;

/// The gold answers of one question, ready for many predictions.
///
/// Shape:     any range of strings (answer and aliases), or one string
/// Undefined: a dialect that drops blank golds is left with the one gold "" where all are blank
/// Errors:    data_error for no gold answer at all, unless the dialect drops blank ones
/// Cost:      O(bytes) once; about 200 bytes and the text for each answer
class compiled_gold {
 public:
  explicit compiled_gold(std::string_view answer, const dialect& d = dialects::hotpotqa)
      : compiled_gold{answer, d, dialect_normalizer{d}} {}

  template <answer_normalizer N>
  compiled_gold(std::string_view answer, const dialect& d, const N& normalizer)
      : compiled_gold{std::span{&answer, 1}, d, normalizer} {}

  template <answer_range R>
  explicit compiled_gold(R&& answers, const dialect& d = dialects::hotpotqa)
      : compiled_gold{std::forward<R>(answers), d, dialect_normalizer{d}} {}

  template <answer_range R, answer_normalizer N>
  compiled_gold(R&& answers, const dialect& d, const N& normalizer) : dialect_{d} {
    normalized form;
    for (auto&& answer : answers) {
      normalizer(static_cast<std::string_view>(answer), form);
      if (!(d.blank_golds_dropped && form.empty())) bags_.emplace_back(form);
    }
    if (bags_.empty() && !d.blank_golds_dropped) throw_data_error({}, "expected at least one gold answer");
    if (bags_.empty()) bags_.emplace_back();
  }

  /// The alternatives, compiled; at least one.
  [[nodiscard]] std::span<const token_bag> alternatives() const noexcept { return bags_; }
  [[nodiscard]] const dialect& rules() const noexcept { return dialect_; }

 private:
  std::vector<token_bag> bags_;
  dialect dialect_;
};

/// Scores predictions one after another with memory that it reuses; one per thread.
///
/// Undefined: as the dialect says
/// Cost:      linear in the bytes of both sides; no allocation once its memory has grown
/// Source:    update_answer and f1_score of the evaluators that the dialects name
/// Differs:   programs that report only EM and F1 (SQuAD, MuSiQue) get precision and recall by the same rule
template <answer_normalizer N = dialect_normalizer>
class answer_scorer {
 public:
  explicit answer_scorer(const dialect& d) requires std::constructible_from<N, const dialect&>
      : dialect_{d}, normalizer_{d} {}
  answer_scorer(const dialect& d, N normalizer) : dialect_{d}, normalizer_{std::move(normalizer)} {}

  /// One gold answer.
  [[nodiscard]] scores operator()(std::string_view prediction, std::string_view gold) {
    normalizer_(prediction, prediction_);
    normalizer_(gold, gold_);
    return with_gold();
  }

  /// Several gold answers: each number is maximised by itself, so that F1 and precision may come from
  /// different ones.
  ///
  /// Errors: data_error for no gold answer, unless the dialect drops blank ones
  [[nodiscard]] scores operator()(std::string_view prediction, std::span<const std::string_view> golds) {
    normalizer_(prediction, prediction_);
    scores best;
    bool any = false;
    for (const std::string_view gold : golds) {
      normalizer_(gold, gold_);
      if (dialect_.blank_golds_dropped && gold_.empty()) continue;
      any = true;
      best = maximum(best, with_gold());
    }
    if (!any && !dialect_.blank_golds_dropped) throw_data_error({}, "expected at least one gold answer");
    if (!any) {
      gold_.assign("");
      best = maximum(best, with_gold());
    }
    return best;
  }

  /// The same for compiled ones, which must be of the same dialect and normaliser.
  [[nodiscard]] scores operator()(std::string_view prediction, const compiled_gold& gold) {
    normalizer_(prediction, prediction_);
    scores best;
    for (const token_bag& bag : gold.alternatives()) {
      best = maximum(best, detail::score_texts(prediction_.text(), bag.text(), gold.rules(),
                                               [&] { return bag.count(prediction_, scratch_); }));
    }
    return best;
  }

  /// The prediction that was scored last, normalised.
  [[nodiscard]] const normalized& prediction() const noexcept { return prediction_; }
  [[nodiscard]] const dialect& rules() const noexcept { return dialect_; }

 private:
  [[nodiscard]] scores with_gold() {
    return detail::score_texts(prediction_.text(), gold_.text(), dialect_,
                               [this] { return bag_overlap(prediction_, gold_, scratch_); });
  }

  dialect dialect_;
  N normalizer_;
  normalized prediction_;
  normalized gold_;
  bag_scratch scratch_;
};

/// The scores of one prediction. For more than a few, an answer_scorer saves the allocations.
///
/// Example: score_answer("the Eiffel Tower", "Eiffel tower")  // {1, 1, 1, 1}
[[nodiscard]] inline scores score_answer(std::string_view prediction, std::string_view gold,
                                         const dialect& d = dialects::hotpotqa) {
  return answer_scorer{d}(prediction, gold);
}

/// \overload
[[nodiscard]] inline scores score_answer(std::string_view prediction, const compiled_gold& gold) {
  return answer_scorer{gold.rules()}(prediction, gold);
}

}  // namespace v0
}  // namespace mhqa
