// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Answers sorted by rules and by a judge, as `mhqa triage` reads and prints them: writes the requests for the answers
// that rules cannot decide, reads the verdicts, and counts both.
//   triage_report r = triage_answers("said.jsonl", {.verdicts = "judged.jsonl"}, [](std::string_view line) { … });
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/metrics/triage.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mhqa::inline v0_1::io {

/// Answers by who decided them.
struct triage_report {
  std::uint64_t rule_right = 0, rule_wrong = 0;
  std::uint64_t judge_right = 0, judge_wrong = 0;
  std::uint64_t unjudged = 0;   ///< neither by a rule nor by a verdict
  std::uint64_t overruled = 0;  ///< decided by a rule, and otherwise by a verdict, which does not count
  std::uint64_t unknown = 0;    ///< verdicts of ids that the answers do not have
  double em = 0, f1 = 0;        ///< means, by the dialect
  std::string dialect, judge, data;

  [[nodiscard]] std::uint64_t size() const noexcept {
    return rule_right + rule_wrong + judge_right + judge_wrong + unjudged;
  }
  /// The answers for a judge.
  [[nodiscard]] std::uint64_t sent() const noexcept { return judge_right + judge_wrong + unjudged; }
  /// The bounds of the accuracy. The share of right answers among the unjudged is within Wilson's 95 % interval of the
  /// judged, which must be drawn at random, and between 0 and 1 without them; with a verdict for each, both are equal.
  [[nodiscard]] difference_interval accuracy() const noexcept;
  [[nodiscard]] std::string signature() const;
};

/// What answers are sorted with.
struct triage_options {
  std::string verdicts{};  ///< lines {"id", "prediction", "verdict": true, false or null, "judge"}; empty: none
  std::string dialect = "hotpotqa";
};

namespace detail {

/// The verdicts of a file, by id.
struct verdict_table {
  struct entry {
    std::optional<std::string> prediction{};
    std::optional<bool> verdict{};
    bool used = false;
  };
  std::unordered_map<std::string, entry, string_hasher> of;
  std::string judge;

  void read(const std::string& path);
};

void append_request(std::string& out, const answer_line& line, std::string_view question);

}  // namespace detail

/// Decides the answers of a file by rules, the rest by verdicts, and calls request(line) for each answer that has
/// neither: a request of `mhqa ask` to judge it.
///
/// Shape:  lines {"id", "question", "prediction": string or null, "gold": string or list}; "question" may be
///         absent. The requests have the id as a string. A verdict may lack the prediction
/// Errors: data_error for a malformed line, an id that is absent or comes twice, no answers, a verdict of another
///         prediction, verdicts of two judges
/// Cost:   linear in the texts; memory for the ids and the verdicts
template <class Request>
[[nodiscard]] triage_report triage_answers(const std::string& path, const triage_options& options, Request&& request) {
  triage_report out;
  detail::verdict_table verdicts;
  if (!options.verdicts.empty()) verdicts.read(options.verdicts);
  answer_scorer<> scorer{find_or_throw<dialect>(options.dialect)};
  unique_ids ids;
  data_fingerprint data;
  json_records records{path};
  answer_line line;
  std::string text;
  while (std::optional<json_value> record = records.next()) {
    std::string_view question;
    read(*record, {}, line, [&](std::string_view key, json_value value) {
      if (key == "question" && !value.is_null()) question = value.string();
    });
    json_context& context = record->context();
    context.require(!line.id.key.empty(), "id");
    context.id = line.id.text;
    ids.add(line.id.text, path);
    text.clear();
    for (const std::string_view gold : line.golds.texts) append_gold(text += '\n', gold);
    data.add(line.id.text, text);
    const std::string_view said = line.prediction.empty() ? std::string_view{} : line.prediction.front();
    const scores lexical = line.absent ? scores{} : scorer(said, line.golds.texts);
    out.em += lexical.em;
    out.f1 += lexical.f1;
    const triage_class by_rule = triage(question, said, line.golds.texts);
    const auto found = verdicts.of.find(std::string{line.id.text});
    std::optional<bool> verdict;
    if (found != verdicts.of.end()) {
      found->second.used = true;
      verdict = found->second.verdict;
      if (found->second.prediction.value_or(std::string{said}) != said)
        context.fail("the verdict in " + options.verdicts + " is of another answer");
    }
    if (by_rule != triage_class::unsure) {
      const bool right = by_rule == triage_class::right;
      ++(right ? out.rule_right : out.rule_wrong);
      if (verdict && *verdict != right) ++out.overruled;
    } else if (verdict) {
      ++(*verdict ? out.judge_right : out.judge_wrong);
    } else {
      ++out.unjudged;
      text.clear();
      detail::append_request(text, line, question);
      request(std::string_view{text});
    }
  }
  if (out.size() == 0) throw_data_error({.file = path}, "expected answers, found none");
  for (const auto& [id, one] : verdicts.of) out.unknown += one.used ? 0 : 1;
  out.em /= static_cast<double>(out.size());
  out.f1 /= static_cast<double>(out.size());
  out.dialect = scorer.rules().name.view();
  out.judge = verdicts.judge;
  out.data = data.text();
  return out;
}

/// Appends what `mhqa triage` prints, or with `as_json` one object of the same numbers.
void append_triage(std::string& out, const triage_report& r, bool as_json);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/triage_files.ipp>
#endif
