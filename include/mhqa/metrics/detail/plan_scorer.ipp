// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of plan_scorer.hpp.
#pragma once

#include <mhqa/metrics/plan_scorer.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/assignment.hpp>
#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/drop.hpp>
#include <mhqa/metrics/ircot.hpp>
#include <mhqa/metrics/lm_eval.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/set_f1.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/drop_text.hpp>
#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/lower.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE double plan_pair::value(plan_number number) const noexcept {
  switch (number) {
    case plan_number::em:
      return exact ? 1 : 0;
    case plan_number::f1:
      return f1;
    case plan_number::precision:
      return precision;
    case plan_number::recall:
      return recall;
    case plan_number::contained:
      return contained ? 1 : 0;
    case plan_number::covered:
      return covered ? 1 : 0;
    case plan_number::shares_word:
      return shares ? 1 : 0;
    case plan_number::answered:
    case plan_number::unused:
      break;
  }
  return 0;
}

}  // namespace detail

MHQA_INLINE double plan_scorer::without_misses(const answer_plan& plan, std::string_view prediction,
                                               std::span<const std::string_view> golds, bool numeric) {
  if (plan.number == plan_number::unused) return 0;
  std::vector<std::string> spans = extract(plan.extraction, prediction);
  if (numeric) {
    typed_.clear();
    for (const std::string_view gold : golds) typed_.push_back(as_number(gold));
    typed_views_.assign(typed_.begin(), typed_.end());
    golds = typed_views_;
    for (std::string& span : spans) span = as_number(span);
  }
  if (plan.number == plan_number::answered) {
    return std::any_of(spans.begin(), spans.end(), [](const std::string& span) { return !span.empty(); }) ? 1 : 0;
  }
  if (golds.empty() && plan.blank != plan_blank::dropped) return 0;
  std::vector<std::string_view> views{spans.begin(), spans.end()};
  if (plan.booleans) std::for_each(views.begin(), views.end(), [](auto& text) { text = detail::boolean_word(text); });
  make_forms(plan, views, predicted_);
  read_golds(plan, golds);
  if (plan.golds == plan_golds::spans) return aligned(plan, gold_);
  if (plan.golds == plan_golds::span_set) return of_sets(plan);
  return over_golds(plan);
}

MHQA_INLINE std::vector<std::string> plan_scorer::extract(plan_extraction how, std::string_view text) {
  switch (how) {
    case plan_extraction::after_answer_is:
      return detail::ircot_spans(text);
    case plan_extraction::last_box:
      return {std::string{detail::search_o1_answer(text)}};
    case plan_extraction::answer_tag:
      return {std::string{detail::morehopqa_answer(text)}};
    case plan_extraction::quoted_phrase:
      return {std::string{detail::multihop_rag_answer(text)}};
    case plan_extraction::first_paragraph:
      return {std::string{detail::popqa_line(text)}};
    case plan_extraction::first_line:
      return {std::string{detail::longbench_line(text)}};
    case plan_extraction::until_stop:
      return {std::string{detail::strip(until_stop(text))}};
    case plan_extraction::stripped:
      return {std::string{detail::strip(text)}};
    case plan_extraction::whole:
      break;
  }
  return {std::string{text}};
}

MHQA_INLINE void plan_scorer::make_forms(const answer_plan& plan, std::span<const std::string_view> texts,
                                         std::vector<detail::plan_form>& out) {
  out.resize(texts.size());
  if (plan.text == plan_text::lm_eval || plan.text == plan_text::lm_eval_articles) {
    std::vector<std::string> all;
    for (const std::string_view text : texts) all.emplace_back(text);
    normalize_lm_eval(all, plan.text == plan_text::lm_eval_articles);
    for (std::size_t i = 0; i < texts.size(); ++i) out[i].text = all[i];
  } else {
    for (std::size_t i = 0; i < texts.size(); ++i) make_form(plan, texts[i], out[i]);
  }
  split_forms(plan, plan.text != plan_text::steps, out);
}

MHQA_INLINE void plan_scorer::split_forms(const answer_plan& plan, bool split, std::vector<detail::plan_form>& out) {
  for (detail::plan_form& form : out) {
    if (split) form.words.assign(form.text, normalizations::none);
    if (plan.sets || plan.number == plan_number::shares_word) detail::sorted_words(form.words, form.set);
    form.numbers.clear();
    if (!plan.numbers) continue;
    for (const token& word : form.words.tokens()) {
      const std::string_view text = word.in(form.words.text());
      if (detail::drop_number(text)) form.numbers.emplace_back(text);
    }
    std::sort(form.numbers.begin(), form.numbers.end());
    form.numbers.erase(std::unique(form.numbers.begin(), form.numbers.end()), form.numbers.end());
  }
}

MHQA_INLINE void plan_scorer::take_forms(const answer_plan& plan, std::span<const std::string_view> texts,
                                         std::vector<detail::plan_form>& out) {
  out.resize(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    out[i].text = texts[i];
    out[i].spellings.clear();
  }
  split_forms(plan, true, out);
}

MHQA_INLINE void plan_scorer::make_form(const answer_plan& plan, std::string_view text, detail::plan_form& out) {
  out.text.clear();
  out.spellings.clear();
  switch (plan.text) {
    case plan_text::steps:
      out.words.assign(text, plan.steps);
      out.text = out.words.text();
      break;
    case plan_text::drop:
      append_drop_text(out.text, text);
      break;
    case plan_text::dpr_tokens:
      out.text = detail::dpr_text(text);
      break;
    case plan_text::kilt:
      out.text = kilt_form(text);
      break;
    case plan_text::joined:
      out.text = detail::ircot_joined(text);
      break;
    default:
      out.text = text;
      out.spellings = {std::string{text}, to_lower(text), {}};
      append_capitalized(out.spellings.back(), text);
  }
}

MHQA_INLINE void plan_scorer::read_golds(const answer_plan& plan, std::span<const std::string_view> golds) {
  std::vector<std::string_view> views;
  for (const std::string_view gold : golds) {
    if (plan.blank == plan_blank::skipped && detail::strip(gold).empty()) continue;
    views.push_back(plan.booleans ? detail::boolean_word(gold) : gold);
  }
  if (plan.raw_golds) {
    take_forms(plan, views, gold_);
  } else {
    make_forms(plan, views, gold_);
  }
  if (plan.blank != plan_blank::dropped) return;
  std::erase_if(gold_, [](const detail::plan_form& form) { return form.words.empty(); });
  if (!gold_.empty()) return;
  const std::string_view nothing;
  make_forms(plan, std::span{&nothing, 1}, gold_);
}

MHQA_INLINE detail::plan_pair plan_scorer::compare(const answer_plan& plan, const detail::plan_form& said,
                                                   const detail::plan_form& gold) {
  detail::plan_pair out;
  out.exact = plan.whole ? detail::truth_of(said.text) == detail::truth_of(gold.text) : said.text == gold.text;
  if (plan.number == plan_number::contained) {
    out.contained = gold.spellings.empty()
                        ? contains(said.text, gold.text)
                        : std::any_of(gold.spellings.begin(), gold.spellings.end(),
                                      [&](const std::string& form) { return contains(said.text, form); });
  }
  if (plan.number == plan_number::covered) out.covered = detail::covers(said.words, gold.words);
  if (plan.number == plan_number::shares_word) out.shares = detail::common_in_order(said.set, gold.set) != 0;
  if (plan.whole) {
    out.f1 = out.precision = out.recall = out.exact ? 1 : 0;
    return out;
  }
  if (plan.closed && !out.exact && (detail::is_closed_answer(said.text) || detail::is_closed_answer(gold.text))) {
    return out;
  }
  if (plan.numbers && !gold.numbers.empty() && detail::common_sorted(gold.numbers, said.numbers) == 0) return out;
  const overlap counts = count(plan, said, gold);
  const scores s = score(counts, out.exact, plan.empty);
  out.f1 = s.f1;
  out.precision = plan.empty_sides && counts.predicted == 0 ? 1 : s.precision;
  out.recall = plan.empty_sides && counts.gold == 0 ? 1 : s.recall;
  return out;
}

MHQA_INLINE overlap plan_scorer::count(const answer_plan& plan, const detail::plan_form& said,
                                       const detail::plan_form& gold) {
  if (plan.chinese && detail::has_chinese(gold.text)) {
    std::vector<std::string> characters, wanted;
    detail::chinese_items(said.text, characters);
    detail::chinese_items(gold.text, wanted);
    return {detail::common_in_order(characters, wanted), characters.size(), wanted.size()};
  }
  if (!plan.sets) return bag_overlap(said.words, gold.words, scratch_);
  return {detail::common_in_order(said.set, gold.set), said.set.size(), gold.set.size()};
}

MHQA_INLINE double plan_scorer::rounded_as(const answer_plan& plan, double value) {
  const bool rounds =
      plan.number == plan_number::f1 || plan.number == plan_number::precision || plan.number == plan_number::recall;
  if (!rounds) return value;
  switch (plan.rounding) {
    case plan_rounding::none:
      break;
    case plan_rounding::two_places:
      return detail::numpy_round_2(value);
    case plan_rounding::three_places:
      return python_round(value, 3);
    case plan_rounding::percentage:
      return python_round(100 * value, 2) / 100;
  }
  return value;
}

MHQA_INLINE double plan_scorer::aligned(const answer_plan& plan, std::span<const detail::plan_form> golds) {
  const std::size_t rows = golds.size(), columns = predicted_.size(), slots = std::max(rows, columns);
  if (slots == 0) return 0;
  std::vector<detail::plan_pair> pairs(rows * columns);
  std::vector<double> f1(rows * columns);
  for (std::size_t g = 0; g < rows; ++g) {
    for (std::size_t p = 0; p < columns; ++p) {
      pairs[g * columns + p] = compare(plan, predicted_[p], golds[g]);
      f1[g * columns + p] = pairs[g * columns + p].f1;
    }
  }
  if (plan.number == plan_number::em) return rows == columns && set_of(predicted_) == set_of(golds) ? 1 : 0;
  if (one_is_enough(plan.number)) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const auto& one) { return one.value(plan.number) == 1; }) ? 1
                                                                                                                 : 0;
  }
  std::vector<double> values(slots, 0);
  const std::vector<std::size_t> column_of = best_assignment(f1, rows, columns);
  for (std::size_t g = 0; g < rows; ++g) {
    if (column_of[g] < columns) values[g] = pairs[g * columns + column_of[g]].value(plan.number);
  }
  return rounded_as(plan, detail::numpy_sum(values) / static_cast<double>(slots));
}

MHQA_INLINE double plan_scorer::of_sets(const answer_plan& plan) {
  if (one_is_enough(plan.number)) return aligned(plan, gold_);
  const std::vector<std::string_view> said = set_of(predicted_), wanted = set_of(gold_);
  const overlap counts{detail::common_in_order(said, wanted), said.size(), wanted.size()};
  const scores s = score(counts, said == wanted, plan.empty);
  const detail::plan_pair out{.exact = s.em == 1, .f1 = s.f1, .precision = s.precision, .recall = s.recall};
  return rounded_as(plan, out.value(plan.number));
}

MHQA_INLINE double plan_scorer::over_golds(const answer_plan& plan) {
  double best = 0, best_f1 = 0;
  bool first = true;
  for (const detail::plan_form& gold : gold_) {
    double value = 0, f1 = 0;
    if (predicted_.size() == 1) {
      const detail::plan_pair pair = compare(plan, predicted_.front(), gold);
      value = rounded_as(plan, pair.value(plan.number));
      f1 = pair.f1;
    } else {
      answer_plan by_f1 = plan;
      by_f1.number = plan_number::f1;
      value = aligned(plan, std::span{&gold, 1});
      f1 = aligned(by_f1, std::span{&gold, 1});
    }
    const bool of_one_gold = plan.golds == plan_golds::all_of_best_f1 ||
                             (plan.golds == plan_golds::first_best_f1 &&
                              (plan.number == plan_number::precision || plan.number == plan_number::recall));
    if (plan.golds == plan_golds::sharing && !(f1 > 0)) continue;
    if (!of_one_gold) {
      best = std::max(best, value);
    } else if (f1 > best_f1 || (first && plan.golds == plan_golds::first_best_f1)) {
      best = value;
    }
    best_f1 = std::max(best_f1, f1);
    first = false;
  }
  return best;
}

}  // namespace mhqa::inline v0_1
