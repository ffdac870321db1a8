// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of ircot.hpp.
#pragma once

#include <mhqa/metrics/ircot.hpp>

#include <mhqa/metrics/drop.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/text/extract_places.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE std::string_view ircot_answer(std::string_view span) noexcept {
  if (span.starts_with('"') && span.ends_with('"')) {
    span = span.size() == 1 ? std::string_view{} : span.substr(1, span.size() - 2);
  }
  constexpr std::string_view phrase = " answer is";
  const std::string_view line = span.substr(0, span.find('\n'));
  for (std::size_t at = line.rfind(phrase); at != nowhere; at = line.rfind(phrase, at - 1)) {
    std::string_view rest = line.substr(at + phrase.size());
    if (rest.starts_with(": ")) rest.remove_prefix(1);
    if (rest.starts_with(' ')) {
      rest.remove_prefix(1);
      if (rest.ends_with('.')) rest.remove_suffix(1);
      return rest;
    }
    if (at == 0) break;
  }
  return span;
}

MHQA_INLINE std::vector<std::string> ircot_spans(std::string_view text) {
  std::vector<std::string> spans;
  const std::string_view inner = strip(text);
  if (!inner.starts_with('[') && !inner.ends_with(']')) {
    spans.emplace_back(ircot_answer(text));
    return spans;
  }
  std::string plain;
  for (const char c : text) {
    if (c != '"' && c != '[' && c != ']') plain += c;
  }
  for (std::size_t at = 0; at <= plain.size();) {
    const std::size_t end = std::min(plain.find(',', at), plain.size());
    spans.emplace_back(ircot_answer(std::string_view{plain}.substr(at, end - at)));
    at = end + 1;
  }
  return spans;
}

MHQA_INLINE std::vector<std::string> ircot_support(std::span<const std::string> spans) {
  std::vector<std::string> out;
  for (const std::string& span : spans) out.push_back(ircot_joined(span));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace detail

MHQA_INLINE void score_ircot(const published_input& in, published_result& out) {
  std::vector<std::string> spans, golds;
  if (in.prediction_is_list) {
    for (const std::string_view span : in.prediction) spans.emplace_back(detail::ircot_answer(span));
  } else {
    spans = detail::ircot_spans(in.prediction.front());
  }
  if (in.golds.empty()) return out.raise("expected at least one gold span: the program reads the first");
  for (const std::string_view gold : in.golds) golds.emplace_back(gold);
  const auto is_id = [](const std::string& span) { return normalize(span).starts_with("pid"); };
  if (std::any_of(golds.begin(), golds.end(), is_id) || std::any_of(spans.begin(), spans.end(), is_id)) {
    return out.raise("expected spans that do not begin with \"pid\", which the program takes for paragraph ids");
  }

  drop_answer predicted, gold;
  for (const std::string& span : spans) predicted.add(span);
  if (spans.empty()) predicted.add("");
  for (const std::string& span : golds) gold.add(span);
  for (const std::string& text : predicted.texts()) out.set_prediction(text);
  for (const std::string& text : gold.texts()) out.add_gold(text);
  const drop_scores s = drop_scorer::score(predicted, gold);
  out.add("em", s.em);
  out.add("f1", s.f1);
  out.add("precision", s.precision);
  out.add("recall", s.recall);

  const std::vector<std::string> said = detail::ircot_support(spans), wanted = detail::ircot_support(golds);
  const auto common = static_cast<double>(detail::common_sorted(said, wanted));
  const auto n = static_cast<double>(said.size()), m = static_cast<double>(wanted.size());
  const double precision = said.empty() ? 0 : common / n;
  const double recall = wanted.empty() ? 0 : common / m;
  const double f1 = precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
  out.add("sp_em", said == wanted ? 1 : 0);
  out.add("sp_f1", python_round(f1, 3));
  out.add("sp_precision", python_round(precision, 3));
  out.add("sp_recall", python_round(recall, 3));
}

}  // namespace mhqa::inline v0_1
