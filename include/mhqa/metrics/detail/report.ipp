// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of report.hpp.
#pragma once

#include <mhqa/metrics/report.hpp>

#include <charconv>

namespace mhqa::inline v0_1 {

MHQA_INLINE void append_published(std::vector<named_score>& out, const std::string& prefix,
                                  const std::optional<scores>& s, double scale) {
  const auto add = [&](const char* name, double scores::*number) {
    out.push_back({prefix + name, s ? std::optional{(*s).*number * scale} : std::nullopt});
  };
  add("em", &scores::em);
  add("f1", &scores::f1);
  add("prec", &scores::precision);
  add("recall", &scores::recall);
}

MHQA_INLINE void question_row::add_four(const std::string& prefix, const std::optional<mhqa::scores>& s) {
  const auto one = [&](const char* name, double scores::*of) {
    add(prefix + name, s ? std::optional{(*s).*of} : std::nullopt);
  };
  one("em", &scores::em);
  one("f1", &scores::f1);
  one("prec", &scores::precision);
  one("recall", &scores::recall);
}

MHQA_INLINE void question_row::clear() {
  numbers.clear();
  flags.clear();
  missing.clear();
  golds.clear();
  groups.clear();
  steps.clear();
  question.reset();
  prediction.reset();
  answer_type.reset();
  spans.reset();
  sufficiency.reset();
}

MHQA_INLINE std::string make_signature(const dialect& d, const signature_choices& more) {
  std::string out{d.name.view()};
  const auto add = [&out](std::string_view key, std::string_view value) {
    out += '|';
    out += key;
    out += ':';
    out += value;
  };
  const auto empty = [](empty_rule rule) { return rule == empty_rule::zero ? "0" : "1-if-both"; };
  add("unit", d.unit == answer_unit::words ? "words" : "whole,yes=true,no=false");
  add("case", !d.text.lower_case ? "kept" : d.text.spaced && d.text.lower_last ? "lower-last" : "lower");
  add("punctuation", detail::punctuation_of(d.text));
  add("articles", d.text.articles ? "removed" : "kept");
  add("unicode", "14.0");
  add("empty-answer", empty(d.empty_answer));
  add("empty-support", empty(d.empty_support));
  add("closed", d.closed_answers ? "yes,no,noanswer" : "none");
  add("blank-golds", d.blank_golds_dropped ? "dropped" : "kept");
  add("golds", "max-of-each");
  add("missing", d.missing == missing_rule::zero ? "0" : d.missing == missing_rule::dropped ? "dropped" : "error");
  std::array<char, 32> scale{};
  const auto end = std::to_chars(scale.data(), scale.data() + scale.size(), d.scale).ptr;
  add("scale", {scale.data(), static_cast<std::size_t>(end - scale.data())});
  if (const std::string_view program = program_of(d.name.view()); !program.empty()) add("program", program);
  for (const auto& [key, value] : more) add(key, value);
  add("mhqa", MHQA_VERSION_STRING);
  return out;
}

}  // namespace mhqa::inline v0_1
