// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The result of an evaluation as data: named numbers, counts, and a signature of every choice and the data; and the row
// of a single question.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/random.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A line of a report. The value is unrounded, on the published scale, and empty if undefined.
struct named_score {
  std::string name;
  std::optional<double> value;
};

/// Appends the four numbers, times `scale`, under the names of the HotpotQA family: PREFIXem, PREFIXf1, PREFIXprec,
/// PREFIXrecall.
void append_published(std::vector<named_score>& out, const std::string& prefix, const std::optional<scores>& s,
                      double scale = 1);

/// A count of a report: questions, missing predictions, ignored predictions.
struct named_count {
  std::string name;
  std::uint64_t value = 0;
};

/// The scores of one question under the names of the report.
///
/// Shape: the mean of a number over all rows that have it equals the report's number divided by the dialect's scale. A
///        missing prediction gives a row of zeros; if the published program leaves the question out of the denominator,
///        the numbers are empty instead
struct question_row {
  struct number {
    std::string name;
    std::optional<double> value;
  };
  struct flag {
    std::string name;
    bool value;
  };
  /// A model's probability that the context is sufficient, and the gold label.
  struct stated_sufficiency {
    double probability;
    bool label;
  };

  std::string_view id;
  std::vector<number> numbers;
  std::vector<flag> flags;
  std::vector<std::string_view> missing;  ///< the tasks without a prediction
  // Only on request:
  std::optional<std::string_view> question;
  std::vector<std::string_view> golds;
  std::optional<std::string_view> prediction;
  std::optional<std::string_view> answer_type;                   ///< MoreHopQA's
  std::optional<std::vector<std::string_view>> spans{};          ///< of a prediction that is a list
  std::vector<std::pair<std::string_view, std::string>> groups;  ///< the data set's group fields and their values
  std::vector<std::array<std::string_view, 2>> steps;            ///< question and answer of each step, if there are any
  std::optional<stated_sufficiency> sufficiency{};

  void add(std::string name, std::optional<double> value) { numbers.push_back({std::move(name), value}); }
  /// Adds PREFIXem, PREFIXf1, PREFIXprec and PREFIXrecall.
  void add_four(const std::string& prefix, const std::optional<mhqa::scores>& s);
  void clear();
};

/// The result of an evaluation.
struct report {
  std::string dataset;
  dialect rules;
  std::vector<named_score> scores;
  std::vector<named_count> counts;
  std::string signature;
};

/// A hash of the scored gold data, independent of the file's order, split and formatting.
///
/// Shape: a commutative monoid of 8 bytes; call add(id, gold) once for each question
class data_fingerprint {
 public:
  constexpr void add(std::string_view id, std::string_view gold) noexcept { add(id, stable_hash(gold)); }
  /// \overload
  ///
  /// Shape: `gold` is the stable_hash of the gold data
  constexpr void add(std::string_view id, std::uint64_t gold) noexcept {
    sum_ += gold ^ (stable_hash(id) * 0x9E3779B97F4A7C15U);
  }
  constexpr data_fingerprint& operator+=(const data_fingerprint& other) noexcept {
    sum_ += other.sum_;
    return *this;
  }
  /// Returns sixteen hexadecimal digits.
  [[nodiscard]] std::string text() const {
    std::string out(16, '0');
    for (std::size_t i = 0; i < 16; ++i) out[i] = "0123456789abcdef"[(sum_ >> (60 - 4 * i)) & 15U];
    return out;
  }
  friend constexpr bool operator==(const data_fingerprint&, const data_fingerprint&) = default;

 private:
  std::uint64_t sum_ = 0;
};

/// Choices of an evaluation besides its dialect, as key and value: a threshold, a limit, the denominators.
using signature_choices = std::vector<std::pair<std::string, std::string>>;

/// Appends a text of the gold data to the hashed bytes, in which line breaks and tabs separate texts. Those of the text
/// are spelled in another way, so that ["a\nb"] is not ["a", "b"].
template <class Out>
void append_gold(Out& out, std::string_view text) {
  constexpr char mark = '\x10';
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c != '\n' && c != '\t' && c != mark) continue;
    const char spelled[] = {mark, c == '\n' ? 'n' : c == '\t' ? 't' : mark};
    out.append(text.substr(begin, at - begin)).append(std::string_view{spelled, 2});
    begin = at + 1;
  }
  out.append(text.substr(begin));
}

/// Appends a supporting fact to the hashed bytes.
inline void append_fact(std::string& out, const supporting_fact& fact) {
  append_gold(out += '\n', fact.title);
  out.append("\t").append(std::to_string(fact.sentence));
}

namespace detail {

[[nodiscard]] constexpr std::string_view punctuation_of(normalization how) noexcept {
  if (how.spaced) return how.quotes ? "spaces,with-quotes" : "spaces";
  return how.punctuation ? "deleted" : "kept";
}

}  // namespace detail

/// Spells every choice of a dialect but its rounding of means, the evaluation's further choices and the program that is
/// followed, in one line.
///
/// Example: "hotpotqa|unit:words|case:lower|…|scale:1|program:hotpotqa/hotpot hotpot_evaluate_v1.py@fa3a363|mhqa:…"
[[nodiscard]] std::string make_signature(const dialect& d, const signature_choices& more = {});

/// \overload With the hash of the golds.
[[nodiscard]] inline std::string make_signature(const dialect& d, const data_fingerprint& data,
                                                signature_choices more) {
  more.emplace_back("data", data.text());
  return make_signature(d, more);
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/report.ipp>
#endif
