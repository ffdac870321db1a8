// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The result of an evaluation as data: named numbers, what was counted, and the signature that says by
// which choices and on which data they came about.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/random.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// One line of a report. The value is unrounded and on the published scale; empty where it is undefined.
struct named_score {
  std::string name;
  std::optional<double> value;
};

/// Appends the four numbers under the names that the HotpotQA family prints: PREFIXem, PREFIXf1, PREFIXprec,
/// PREFIXrecall, each times `scale`.
inline void append_published(std::vector<named_score>& out, const std::string& prefix, const std::optional<scores>& s,
                             double scale = 1) {
  const auto add = [&](const char* name, double scores::*number) {
    out.push_back({prefix + name, s ? std::optional{(*s).*number * scale} : std::nullopt});
  };
  add("em", &scores::em);
  add("f1", &scores::f1);
  add("prec", &scores::precision);
  add("recall", &scores::recall);
}

/// How many of something there were: questions, missing predictions, ignored ones.
struct named_count {
  std::string name;
  std::uint64_t value = 0;
};

/// An evaluation's result.
struct report {
  std::string dataset;
  dialect rules;
  std::vector<named_score> scores;
  std::vector<named_count> counts;
  std::string signature;
};

/// A hash of the gold data that was scored, whatever the order, split or spelling of the file.
///
/// Shape: a commutative monoid of 8 plain bytes; add(id, gold) once for each question
class data_fingerprint {
 public:
  constexpr void add(std::string_view id, std::string_view gold) noexcept {
    sum_ += stable_hash(gold) ^ (stable_hash(id) * 0x9E3779B97F4A7C15U);
  }
  constexpr data_fingerprint& operator+=(const data_fingerprint& other) noexcept {
    sum_ += other.sum_;
    return *this;
  }
  /// Sixteen hexadecimal digits.
  [[nodiscard]] std::string text() const {
    std::string out(16, '0');
    for (std::size_t i = 0; i < 16; ++i) out[i] = "0123456789abcdef"[(sum_ >> (60 - 4 * i)) & 15U];
    return out;
  }
  friend constexpr bool operator==(const data_fingerprint&, const data_fingerprint&) = default;

 private:
  std::uint64_t sum_ = 0;
};

/// One line that names every choice which decides the number.
///
/// Shape:   `more` holds the evaluation's own choices (a threshold, a limit, the denominators)
/// Example: "hotpotqa|unit:words|case:lower|punctuation:deleted|articles:removed|empty:0|closed:yes,no,noanswer|…"
[[nodiscard]] inline std::string make_signature(const dialect& d, const data_fingerprint& data,
                                                const std::vector<std::pair<std::string, std::string>>& more) {
  std::string out{d.name.view()};
  const auto add = [&out](std::string_view key, std::string_view value) {
    out += '|';
    out += key;
    out += ':';
    out += value;
  };
  const auto empty = [](empty_rule rule) { return rule == empty_rule::zero ? "0" : "1-if-both"; };
  add("unit", d.unit == answer_unit::words ? "words" : "whole");
  add("case", d.text.lower_case ? "lower" : "kept");
  add("punctuation", d.text.punctuation ? "deleted" : "kept");
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
  for (const auto& [key, value] : more) add(key, value);
  add("data", data.text());
  add("mhqa", MHQA_VERSION_STRING);
  return out;
}

}  // namespace v0
}  // namespace mhqa
