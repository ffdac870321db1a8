// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes one number of one answer by an answer_plan. Its results equal those of the programs that the plans describe,
// so that a plan with one choice exchanged measures that choice alone.
#pragma once

#include <mhqa/metrics/answer_plan.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode_forms.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

/// The form of a text that is compared, with what its comparison needs.
struct plan_form {
  std::string text{};
  normalized words{};
  std::vector<std::string_view> set{};   ///< the words once, in order
  std::vector<std::string> numbers{};    ///< the words that DROP reads as numbers, once
  std::vector<std::string> spellings{};  ///< of a gold that is searched as written
};

/// The numbers of one prediction beside one gold.
struct plan_pair {
  bool exact = false, contained = false, covered = false, shares = false;
  double f1 = 0, precision = 0, recall = 0;

  [[nodiscard]] double value(plan_number number) const noexcept;
};

}  // namespace detail

/// Scores answers by plans and reuses its memory. Use one scorer per thread.
///
/// Shape:     operator()(plan, prediction, golds[, answer_type]) -> the number, in [0, 1], also where the program gives
///            a percentage
/// Undefined: no golds -> 0; a plan that drops blank golds takes "" for the gold
/// Cost:      linear in the bytes of all texts; all golds are normalised for each call
/// Source:    the program of each plan, see metrics/dialect.hpp and metrics/published_dialects.hpp
/// Differs:   where a program refuses a text, its plan scores it: IRCoT's spans that begin with "pid", MoreHopQA's
///            dates and its numbers that are not floats
class plan_scorer {
 public:
  [[nodiscard]] double operator()(const answer_plan& plan, std::string_view prediction,
                                  std::span<const std::string_view> golds, std::string_view answer_type = {}) {
    const bool asked = std::any_of(golds.begin(), golds.end(), [](std::string_view gold) { return !gold.empty(); });
    const double value =
        without_misses(plan, prediction, golds, plan.typed && detail::is_morehopqa_number(answer_type));
    return plan.misses && asked && value == 0 ? 1.0 / 3.0 : value;
  }

 private:
  [[nodiscard]] double without_misses(const answer_plan& plan, std::string_view prediction,
                                      std::span<const std::string_view> golds, bool numeric);

  [[nodiscard]] static std::string as_number(std::string_view text) {
    return detail::morehopqa_number(text).value_or(std::string{text});
  }

  [[nodiscard]] static std::vector<std::string> extract(plan_extraction how, std::string_view text);

  static void make_forms(const answer_plan& plan, std::span<const std::string_view> texts,
                         std::vector<detail::plan_form>& out);

  /// Finds what the number needs of the words of each form; splits the texts into words, or takes the words that exist.
  static void split_forms(const answer_plan& plan, bool split, std::vector<detail::plan_form>& out);

  /// Takes texts as they are written.
  static void take_forms(const answer_plan& plan, std::span<const std::string_view> texts,
                         std::vector<detail::plan_form>& out);

  static void make_form(const answer_plan& plan, std::string_view text, detail::plan_form& out);

  void read_golds(const answer_plan& plan, std::span<const std::string_view> golds);

  [[nodiscard]] detail::plan_pair compare(const answer_plan& plan, const detail::plan_form& said,
                                          const detail::plan_form& gold);

  [[nodiscard]] overlap count(const answer_plan& plan, const detail::plan_form& said, const detail::plan_form& gold);

  [[nodiscard]] static double rounded_as(const answer_plan& plan, double value);

  /// The number of all spans of the prediction against the spans of one answer.
  [[nodiscard]] double aligned(const answer_plan& plan, std::span<const detail::plan_form> golds);

  /// Returns true for the numbers of which several spans have the largest.
  [[nodiscard]] static bool one_is_enough(plan_number number) noexcept {
    return number == plan_number::contained || number == plan_number::covered || number == plan_number::shares_word;
  }

  [[nodiscard]] static std::vector<std::string_view> set_of(std::span<const detail::plan_form> forms) {
    std::vector<std::string_view> out;
    for (const detail::plan_form& form : forms) out.push_back(form.text);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  /// The number of the set of the prediction's spans against the set of golds.
  [[nodiscard]] double of_sets(const answer_plan& plan);

  [[nodiscard]] double over_golds(const answer_plan& plan);

  std::vector<detail::plan_form> predicted_, gold_;
  std::vector<std::string> typed_;
  std::vector<std::string_view> typed_views_;
  bag_scratch scratch_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/plan_scorer.ipp>
#endif
