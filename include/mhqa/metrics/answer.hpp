// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores answers in any dialect. A gold answer is compiled once (normalised, its words counted) and then compared with
// any number of predictions.
//   score_answer("President Barack Obama", {"Barack Obama", "Obama"}, dialects::hotpotqa).f1  // 0.8
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/dialect_key.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A function that normalises an answer's text.
///
/// Requires: deterministic: equal texts give equal results
template <class N>
concept answer_normalizer = requires(const N& normalizer, std::string_view text, normalized& out) {
  normalizer(text, out);
};

/// Normalises as a dialect does.
struct dialect_normalizer {
  normalization how;

  explicit constexpr dialect_normalizer(const dialect& d) noexcept : how{d.text} {}
  void operator()(std::string_view text, normalized& out) const { out.assign(text, how); }
};

namespace detail {

[[nodiscard]] constexpr bool is_closed_answer(std::string_view text) noexcept {
  return text == "yes" || text == "no" || text == "noanswer";
}

/// Calls `counted` for the overlap only if the dialect needs it.
template <class Counted>
[[nodiscard]] scores score_texts(std::string_view prediction, std::string_view gold, const dialect& d,
                                 Counted&& counted) {
  if (d.unit == answer_unit::whole) return truth_of(prediction) == truth_of(gold) ? scores{1, 1, 1, 1} : scores{};
  const bool exact = prediction == gold;
  if (d.closed_answers && !exact && (is_closed_answer(prediction) || is_closed_answer(gold))) return {};
  return score(counted(), exact, d.empty_answer);
}

[[noreturn]] inline void throw_no_gold() {
  throw_data_error({}, "expected at least one gold answer", errc::missing);
}

[[noreturn]] inline void throw_other_dialect(const dialect& scorer, const dialect& gold) {
  throw_usage_error("the gold answer was compiled for the dialect " + std::string{gold.name.view()} +
                    ", the scorer has " + std::string{scorer.name.view()});
}

}  // namespace detail

/// A range of strings that is not a string: std::vector<std::string>, a span, a view, …
template <class R>
concept answer_range =
    std::ranges::input_range<R> && std::convertible_to<std::ranges::range_reference_t<R>, std::string_view> &&
    !std::convertible_to<R, std::string_view>;

/// The gold answers of one question, compiled for many predictions.
///
/// Shape:     one string, or the answer and its aliases as a braced list or any range of strings
/// Undefined: in a dialect that drops blank golds, the only gold is "" if all golds are blank
/// Errors:    data_error for an empty list, unless the dialect drops blank golds
/// Cost:      O(bytes) once, times log words for over 16 answers; about 200 bytes and the text for each answer
/// Example:   compiled_gold gold{{"Barack Obama", "Obama"}, dialects::musique};
class compiled_gold {
 public:
  explicit compiled_gold(std::string_view answer, const dialect& d = dialects::hotpotqa)
      : compiled_gold{answer, d, dialect_normalizer{d}} {}

  template <answer_normalizer N>
  compiled_gold(std::string_view answer, const dialect& d, const N& normalizer)
      : compiled_gold{std::span{&answer, 1}, d, normalizer} {}

  explicit compiled_gold(std::initializer_list<std::string_view> answers, const dialect& d = dialects::hotpotqa)
      : compiled_gold{std::span{answers.begin(), answers.size()}, d, dialect_normalizer{d}} {}

  template <answer_range R>
  explicit compiled_gold(R&& answers, const dialect& d = dialects::hotpotqa)
      : compiled_gold{std::forward<R>(answers), d, dialect_normalizer{d}} {}

  template <answer_range R, answer_normalizer N>
  compiled_gold(R&& answers, const dialect& d, const N& normalizer) : dialect_{d}, key_{key_of(d)} {
    normalized form;
    for (auto&& answer : answers) {
      normalizer(static_cast<std::string_view>(answer), form);
      if (d.blank_golds_dropped && form.empty()) continue;
      for (const token& word : form.tokens()) words_.push_back({word.key, bags_.size()});
      if (form.empty()) wordless_.push_back(bags_.size());
      bags_.emplace_back(form);
    }
    if (bags_.empty() && !d.blank_golds_dropped) detail::throw_no_gold();
    if (bags_.empty()) bags_.emplace_back();
    if (bags_.size() <= few || d.unit != answer_unit::words) words_.clear();
    words_.shrink_to_fit();
    std::sort(words_.begin(), words_.end());
    words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  }

  /// Returns the compiled answers; at least one.
  [[nodiscard]] std::span<const token_bag> alternatives() const noexcept { return bags_; }

  /// Calls f for the alternatives that can score above zero: of many, those that share a word with the prediction
  /// and those without words.
  ///
  /// Cost: O(log words) a word of the prediction, and the calls; an alternative may come once for each shared word
  template <std::invocable<const token_bag&> F>
  void for_each_candidate(const normalized& prediction, F&& f) const {
    if (words_.empty()) {
      for (const token_bag& bag : bags_) f(bag);
      return;
    }
    for (const std::size_t number : wordless_) f(bags_[number]);
    for (const token& word : prediction.tokens()) {
      auto at = std::lower_bound(words_.begin(), words_.end(), place{word.key, 0});
      for (; at != words_.end() && at->first == word.key; ++at) f(bags_[at->second]);
    }
  }
  [[nodiscard]] const dialect& rules() const noexcept { return dialect_; }
  [[nodiscard]] dialect_key key() const noexcept { return key_; }

 private:
  using place = std::pair<std::uint64_t, std::size_t>;  // a word's key, an alternative
  static constexpr std::size_t few = 16;                // are compared one by one

  std::vector<token_bag> bags_;
  std::vector<place> words_;           // in ascending order; empty if all alternatives are candidates
  std::vector<std::size_t> wordless_;  // alternatives
  dialect dialect_;
  dialect_key key_ = 0;
};

/// Scores predictions and reuses its memory from one to the next. Use one scorer per thread.
///
/// Shape:     with several golds, each number is the maximum over the golds: F1 and precision may come from different
///            golds
/// Undefined: as the dialect defines
/// Errors:    data_error for an empty list of golds, unless the dialect drops blank golds
/// Cost:      linear in the bytes of both sides; no allocation once its memory has grown
/// Source:    update_answer and f1_score of the programs that the dialects follow
/// Differs:   programs that report only EM and F1 (SQuAD, MuSiQue) get precision and recall by the same rule
template <answer_normalizer N = dialect_normalizer>
class answer_scorer {
 public:
  explicit answer_scorer(const dialect& d) requires std::constructible_from<N, const dialect&>
      : dialect_{d}, key_{key_of(d)}, normalizer_{d} {}
  answer_scorer(const dialect& d, N normalizer) : dialect_{d}, key_{key_of(d)}, normalizer_{std::move(normalizer)} {}

  /// Scores against one gold answer.
  [[nodiscard]] scores operator()(std::string_view prediction, std::string_view gold) {
    normalizer_(prediction, prediction_);
    normalizer_(gold, gold_);
    return with_gold();
  }

  /// Scores against several gold answers.
  template <answer_range R>
  [[nodiscard]] scores operator()(std::string_view prediction, R&& golds) {
    normalizer_(prediction, prediction_);
    if (!prediction_.empty() && has(golds, prediction)) return {1, 1, 1, 1};
    scores best;
    bool any = false;
    compared_.assign(prediction_);
    for (auto&& gold : golds) {
      if (is_repeated(golds, gold)) continue;
      normalizer_(static_cast<std::string_view>(gold), gold_);
      if (dialect_.blank_golds_dropped && gold_.empty()) continue;
      any = true;
      best = maximum(best, with_alternative());
    }
    if (!any && !dialect_.blank_golds_dropped) detail::throw_no_gold();
    if (!any) {
      gold_.assign("");
      best = maximum(best, with_gold());
    }
    return best;
  }

  /// \overload
  [[nodiscard]] scores operator()(std::string_view prediction, std::initializer_list<std::string_view> golds) {
    return (*this)(prediction, std::span{golds.begin(), golds.size()});
  }

  /// Scores against compiled gold answers.
  ///
  /// Requires: the golds were compiled with an equal normaliser
  /// Errors:   usage_error if they were compiled for another dialect
  [[nodiscard]] scores operator()(std::string_view prediction, const compiled_gold& gold) {
    if (gold.key() != key_) detail::throw_other_dialect(dialect_, gold.rules());
    normalizer_(prediction, prediction_);
    scores best;
    gold.for_each_candidate(prediction_, [&](const token_bag& bag) {
      best = maximum(best, detail::score_texts(prediction_.text(), bag.text(), gold.rules(),
                                               [&] { return bag.count(prediction_, scratch_); }));
    });
    return best;
  }

  /// Returns the normalised form of the last prediction.
  [[nodiscard]] const normalized& prediction() const noexcept { return prediction_; }
  [[nodiscard]] const dialect& rules() const noexcept { return dialect_; }
  [[nodiscard]] dialect_key key() const noexcept { return key_; }

 private:
  /// Golds are compared as they are, before they are normalised, up to this number.
  static constexpr std::ptrdiff_t few = 16;

  /// Returns true if the prediction is one of the first golds, letter by letter.
  template <class R>
  [[nodiscard]] static bool has(const R& golds, std::string_view prediction) {
    if constexpr (std::ranges::contiguous_range<const R> && std::ranges::sized_range<const R>) {
      const auto* const first = std::ranges::data(golds);
      const auto* const last = first + std::min(few, static_cast<std::ptrdiff_t>(std::ranges::size(golds)));
      return std::any_of(first, last,
                         [&](const auto& gold) { return static_cast<std::string_view>(gold) == prediction; });
    } else {
      return false;
    }
  }

  /// Returns true if an earlier gold has the same text, which changes no maximum: SQuAD's development set has each
  /// almost twice.
  template <class R, class T>
  [[nodiscard]] static bool is_repeated(const R& golds, const T& gold) {
    if constexpr (std::ranges::contiguous_range<const R>) {
      const auto* const first = std::ranges::data(golds);
      const auto* const here = std::addressof(gold);
      return here - first < few && std::any_of(first, here, [&](const auto& earlier) {
               return static_cast<std::string_view>(earlier) == static_cast<std::string_view>(gold);
             });
    } else {
      return false;
    }
  }

  [[nodiscard]] scores with_gold() {
    return detail::score_texts(prediction_.text(), gold_.text(), dialect_,
                               [this] { return bag_overlap(prediction_, gold_, scratch_); });
  }
  [[nodiscard]] scores with_alternative() {
    return detail::score_texts(prediction_.text(), gold_.text(), dialect_,
                               [this] { return compared_.overlap_with(gold_, scratch_); });
  }

  dialect dialect_;
  dialect_key key_;
  N normalizer_;
  normalized prediction_;
  normalized gold_;
  compared_text compared_;
  bag_scratch scratch_;
};

/// Scores one prediction. For many predictions an answer_scorer saves allocations.
///
/// Example: score_answer("the Eiffel Tower", "Eiffel tower")           // {1, 1, 1, 1}
///          score_answer("Obama", {"Barack Obama", "Obama"})           // the maximum over the golds
///          score_answer("Obama", golds, dialects::musique)            // any range of strings
[[nodiscard]] inline scores score_answer(std::string_view prediction, std::string_view gold,
                                         const dialect& d = dialects::hotpotqa) {
  return answer_scorer{d}(prediction, gold);
}

/// \overload
[[nodiscard]] inline scores score_answer(std::string_view prediction, std::initializer_list<std::string_view> golds,
                                         const dialect& d = dialects::hotpotqa) {
  return answer_scorer{d}(prediction, golds);
}

/// \overload
template <answer_range R>
[[nodiscard]] scores score_answer(std::string_view prediction, R&& golds, const dialect& d = dialects::hotpotqa) {
  return answer_scorer{d}(prediction, std::forward<R>(golds));
}

/// \overload
[[nodiscard]] inline scores score_answer(std::string_view prediction, const compiled_gold& gold) {
  return answer_scorer{gold.rules()}(prediction, gold);
}

/// \overload
///
/// Errors: usage_error if the gold was compiled for another dialect
[[nodiscard]] inline scores score_answer(std::string_view prediction, const compiled_gold& gold, const dialect& d) {
  return answer_scorer{d}(prediction, gold);
}

}  // namespace mhqa::inline v0_1
