// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa score: a filter from lines {"prediction", "gold"} to lines of scores.
#include "command.hpp"

#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::io::json_value;

/// One line of input.
struct pair {
  std::string_view prediction;
  std::vector<std::string_view> golds;
  bool gold_is_list = false;
};

/// A string; or true and false, which are StrategyQA's answers.
std::string_view read_answer(json_value value) {
  if (value.is_boolean()) return value.boolean() ? "true" : "false";
  return value.string();
}

void read(json_value line, const mhqa::dialect& rules, pair& out) {
  bool has_prediction = false, has_gold = false;
  out.golds.clear();
  out.gold_is_list = false;
  line.object([&](std::string_view key, json_value value) {
    if (key == "prediction") {
      out.prediction = read_answer(value);
      has_prediction = true;
    } else if (key == "gold") {
      out.golds.clear();
      out.gold_is_list = value.is_array();
      if (out.gold_is_list) {
        value.array([&](json_value gold) { out.golds.push_back(read_answer(gold)); });
        if (out.golds.empty() && !rules.blank_golds_dropped) line.context().fail("expected at least one gold answer");
      } else {
        out.golds.push_back(read_answer(value));
      }
      has_gold = true;
    }
  });
  line.context().require(has_prediction, "prediction");
  line.context().require(has_gold, "gold");
}

void write(std::string& out, const pair& line, mhqa::answer_scorer<>& scorer, mhqa::normalized& form) {
  const mhqa::scores s = scorer(line.prediction, std::span<const std::string_view>{line.golds});
  mhqa::io::json_writer json{out};
  json.begin_object();
  json.member("em", s.em).member("f1", s.f1).member("precision", s.precision).member("recall", s.recall);
  json.member("normalized_prediction", scorer.prediction().text());
  json.key("normalized_gold");
  if (line.gold_is_list) json.begin_array();
  for (const std::string_view gold : line.golds) {
    form.assign(gold, scorer.rules().text);
    json.value(form.text());
  }
  if (line.gold_is_list) json.end_array();
  json.end_object();
  out += '\n';
}

int run(const mhqa::dialect& rules, const std::string& input) {
  mhqa::io::line_reader lines{input};
  mhqa::io::json_line json{input};
  mhqa::io::output out{"-"};
  mhqa::answer_scorer<> scorer{rules};
  mhqa::normalized form;
  pair current;
  std::string text;
  int status = 0;
  for (;;) {
    // Whoever writes line by line and waits for each answer must not wait in vain.
    if (lines.buffered().find('\n') == std::string_view::npos) out.flush();
    const std::optional<std::string_view> line = lines.next();
    if (!line) break;
    text.clear();
    try {
      read(json.parse(*line, lines.number(), lines.offset()), rules, current);
      json.finish();
      write(text, current, scorer, form);
    } catch (const mhqa::data_error& error) {
      status = failed;
      text.clear();
      mhqa::io::json_writer{text}.begin_object().member("error", std::string_view{error.what()}).end_object();
      text += '\n';
    }
    out.write(text);
  }
  out.close();
  return status;
}

}  // namespace

void add_score(CLI::App& app, int& status) {
  struct options {
    std::string dialect;
    std::string input = "-";
  };
  const auto chosen = std::make_shared<options>();
  CLI::App* const verb =
      app.add_subcommand("score", "Score lines of predictions and golds, one line out for each line in");
  verb->add_option("input", chosen->input,
                   "Lines {\"prediction\": string, \"gold\": string or [string, ...]}; - is standard input");
  verb->add_option("--dialect", chosen->dialect, "Whose rules decide")
      ->required()
      ->check(CLI::Validator{[](std::string& name) {
                               if (mhqa::find_dialect(name) != nullptr) return std::string{};
                               std::string known;
                               for (const mhqa::dialect& d : mhqa::dialects::all) {
                                 known.append(known.empty() ? "" : ", ").append(d.name.view());
                               }
                               return "expected one of: " + known + "; found \"" + name + "\"";
                             },
                             "hotpotqa|2wiki-1.0|2wiki-1.1|musique|squad-1.1|squad-2.0|hieradate|strategyqa"});
  verb->footer(
      "Example:\n"
      "  echo '{\"prediction\": \"President Barack Obama\", \"gold\": \"Barack Obama\"}' | mhqa score --dialect "
      "hotpotqa\n"
      "Each output line has em, f1, precision, recall, normalized_prediction, normalized_gold; for several golds each\n"
      "number is the maximum. A line that cannot be read gives {\"error\": ...} and exit status 2 at the end.");
  verb->callback([chosen, &status] { status = run(*mhqa::find_dialect(chosen->dialect), chosen->input); });
}

}  // namespace mhqa_command
