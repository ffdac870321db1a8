// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa agree: lexical scores beside the verdicts of people or of a model on the same answers.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/metrics/judge_agreement.hpp>
#include <mhqa/metrics/published_dialects.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct agree_options {
  std::string input = "-";
  std::vector<std::string> dialects;
  double threshold = 0.5;
  bool json = false;
};

/// One score's agreement, and the reasons of its partings.
struct row {
  std::string dialect, number;
  mhqa::judge_agreement counts;
  std::map<std::string_view, std::uint64_t> partings;
};

/// Why a score and a verdict part, by the normalised texts.
mhqa::parting why(bool by_score, bool by_verdict, const mhqa::published_result& result) {
  const std::vector<std::string_view> golds{result.golds().begin(), result.golds().end()};
  const std::string_view said = result.prediction().empty() ? std::string_view{} : result.prediction().front();
  return mhqa::why_parted(by_score, by_verdict, mhqa::relate(said, golds));
}

/// A verdict: true or false, or a number, which is right above 0.
bool read_verdict(mhqa::io::json_value value) {
  return value.is_boolean() ? value.boolean() : value.number() > 0;
}

std::vector<row> count(const agree_options& o) {
  std::vector<row> rows;
  const std::set<std::string> once{o.dialects.begin(), o.dialects.end()};
  if (once.size() != o.dialects.size()) {
    mhqa::throw_data_error({.field = "--dialect"}, "expected each dialect once; its answers would count twice");
  }
  std::map<std::string, std::size_t> place;  // "dialect number" -> row
  mhqa::io::line_reader lines{o.input};
  mhqa::io::json_line json{o.input};
  mhqa::io::answer_line current;
  mhqa::published_result result;
  while (const auto text = lines.next()) {
    std::optional<bool> verdict;
    mhqa::io::json_value line = json.parse(*text, lines.number(), lines.offset());
    mhqa::io::read(line, current, [&](std::string_view key, mhqa::io::json_value value) {
      if (key == "verdict") verdict = read_verdict(value);
    });
    line.context().require(verdict.has_value(), "verdict");
    json.finish();
    for (const std::string& name : o.dialects) {
      mhqa::score_published(*mhqa::find_published(name), current.view(), result);
      if (!result.error().empty()) line.context().fail(name + ": " + result.error());
      for (const mhqa::published_number& number : result.numbers()) {
        if (!number.value) continue;
        const auto [found, fresh] = place.emplace(name + ' ' + std::string{number.name}, rows.size());
        if (fresh) rows.push_back({name, std::string{number.name}, {}, {}});
        row& one = rows[found->second];
        const bool right = *number.value >= o.threshold;
        one.counts.add(right, *verdict);
        if (right != *verdict) ++one.partings[mhqa::name(why(right, *verdict, result))];
      }
    }
  }
  if (rows.empty()) mhqa::throw_data_error({.file = o.input}, "expected judged answers, found none");
  return rows;
}

std::string as_table(const std::vector<row>& rows) {
  std::string out = fmt::format("{:<18} {:<20} {:>6} {:>8}  {:<16} {:>7}  {:<16}  {}\n", "dialect", "number", "n",
                                "agree %", "95 % interval", "kappa", "95 % interval", "where they part");
  for (const row& one : rows) {
    const mhqa::judge_agreement& a = one.counts;
    const auto agreed = mhqa::wilson_interval(a.both + a.neither, a.size());
    const auto kappa = mhqa::kappa_interval(a);
    std::string reasons;
    for (const auto& [reason, n] : one.partings)
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", reason, n);
    fmt::format_to(std::back_inserter(out), "{:<18} {:<20} {:>6} {:>8.1f}  {:<16} {:>7}  {:<16}  {}\n", one.dialect,
                   one.number, a.size(), 100 * a.accuracy().value_or(0),
                   fmt::format("[{:.1f}, {:.1f}]", 100 * agreed.low, 100 * agreed.high),
                   kappa ? fmt::format("{:.3f}", *a.kappa()) : "-",
                   kappa ? fmt::format("[{:.3f}, {:.3f}]", kappa->low, kappa->high) : "-", reasons);
  }
  return out;
}

std::string as_json(const std::vector<row>& rows, double threshold) {
  std::string out;
  mhqa::io::json_writer json{out, 2};
  json.begin_object().member("threshold", threshold).key("scores").begin_array();
  for (const row& one : rows) {
    const mhqa::judge_agreement& a = one.counts;
    json.begin_object().member("dialect", one.dialect).member("number", one.number).member("answers", a.size());
    json.member("both", a.both).member("score_only", a.score_only).member("verdict_only", a.verdict_only);
    json.member("neither", a.neither).member("accuracy", a.accuracy());
    const auto interval = [&json](std::string_view name, const std::optional<mhqa::difference_interval>& of) {
      json.key(name);
      of ? json.begin_array().value(of->low).value(of->high).end_array() : json.null();
    };
    interval("accuracy_interval", mhqa::wilson_interval(a.both + a.neither, a.size()));
    json.member("kappa", a.kappa());
    interval("kappa_interval", mhqa::kappa_interval(a));
    json.key("partings").begin_object();
    for (const auto& [reason, n] : one.partings) json.member(reason, n);
    json.end_object().end_object();
  }
  json.end_array().end_object();
  return out + '\n';
}

}  // namespace

void add_agree(const arguments& app, int&) {
  const auto o = std::make_shared<agree_options>();
  const arguments verb =
      app.add_subcommand("agree", "Measure how far lexical scores agree with verdicts on the same answers");
  verb->add_option("input", o->input,
                   "Lines {\"prediction\", \"gold\", \"verdict\": true, false or a number}; - is standard input");
  verb->add_option("--dialect", o->dialects, "Score by this program; may be repeated")
      ->required()
      ->check(named_check{[](std::string& name) {
                            return mhqa::find_published(name) != nullptr
                                       ? std::string{}
                                       : "expected a published program; found \"" + name + "\" (see mhqa score --help)";
                          },
                          "NAME"});
  verb->add_option("--threshold", o->threshold, "An answer is right if its score is at least this")
      ->capture_default_str();
  verb->add_flag("--json", o->json, "One JSON object");
  verb->footer(
      "Example:\n  mhqa agree judged.jsonl --dialect r1-searcher --dialect flashrag\n"
      "The intervals are Wilson's for the share of agreement, and Cohen's for kappa.");
  verb->callback([o] {
    const std::vector<row> rows = count(*o);
    mhqa::io::output out{"-"};
    out.write(o->json ? as_json(rows, o->threshold) : as_table(rows));
    out.close();
  });
}

}  // namespace mhqa_command
