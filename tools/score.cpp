// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa score: a filter from lines {"prediction", "gold"} to lines of scores.
#include "command.hpp"
#include "line_filter.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/rescore.hpp>

#include <fmt/core.h>

#include <memory>
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
  mhqa::answer_scorer<> scorer{rules};
  mhqa::normalized form;
  pair current;
  return filter_lines(input, [&](json_value line, std::string& text) {
    read(line, rules, current);
    write(text, current, scorer, form);
  });
}

int run(const mhqa::published_dialect& program, const std::string& input) {
  mhqa::io::answer_line current;
  mhqa::published_result result;
  return filter_lines(input, [&](json_value line, std::string& text) {
    mhqa::io::read(line, current);
    mhqa::score_published(program, current.view(), result);
    if (!result.error().empty()) line.context().fail(result.error());
    mhqa::io::append_line(text, current, result);
  });
}

void write_result(const std::string& dialect, const std::string& input, const std::string& path) {
  mhqa::io::expect_no_input(path, {input});
  const mhqa::scored_result answers{{}, {}, mhqa::io::read_answer_lines(input)};
  const mhqa::scored_result scored = mhqa::rescored(answers, dialect);
  mhqa::io::write_result(path, scored);
  std::string text;
  for (const mhqa::named_score& one : mhqa::io::means_of(scored)) {
    text += one.name + " " + (one.value ? fmt::format("{:.6f}", *one.value) : "-") + "\n";
  }
  mhqa::io::output out{"-"};
  out.write(text + "signature " + scored.signature + "\n");
  out.close();
  if (scored.refused.empty()) return;
  const auto& [id, why] = scored.refused.front();
  mhqa::throw_data_error({.file = input, .id = id},
                         why + " (" + std::to_string(scored.refused.size()) + " of " +
                             std::to_string(scored.answers.size()) +
                             " answers are refused; they have no numbers in the result and are not in the means)");
}

std::string known_dialects(std::string_view separator) {
  std::string out;
  const auto add = [&](std::string_view name) { out.append(out.empty() ? "" : separator).append(name); };
  for (const mhqa::dialect& d : mhqa::dialects::all) add(d.name.view());
  for (const mhqa::published_dialect& d : mhqa::published_dialects) add(d.name);
  return out;
}

}  // namespace

void add_score(const arguments& app, int& status) {
  struct options {
    std::string dialect;
    std::string input = "-";
    std::string result;
    bool signature = false;
  };
  const auto chosen = std::make_shared<options>();
  const arguments verb =
      app.add_subcommand("score", "Score lines of predictions and golds, one line out for each line in");
  verb->add_option("input", chosen->input,
                   "Lines {\"prediction\": string, \"gold\": string or [string, ...]}; - is standard input");
  verb->add_option("--dialect", chosen->dialect, "Evaluator whose rules to apply")
      ->required()
      ->check(named_check{[](std::string& name) {
                            if (mhqa::find_dialect(name) != nullptr || mhqa::find_published(name) != nullptr) {
                              return std::string{};
                            }
                            return "expected one of: " + known_dialects(", ") + "; found \"" + name + "\"";
                          },
                          known_dialects("|")});
  verb->add_option("--result", chosen->result,
                   "Write ids, texts, scores and signature to this file, which diff and report html read, and print "
                   "the means")
      ->type_name(output_file);
  verb->add_flag("--signature", chosen->signature, "Print the dialect's choices and exit");
  verb->footer(
      "Example:\n"
      "  echo '{\"prediction\": \"President Barack Obama\", \"gold\": \"Barack Obama\"}' | mhqa score --dialect "
      "hotpotqa\n"
      "The evaluators of data sets give em, f1, precision and recall, each maximised over the golds; the other "
      "programs\n"
      "give their own numbers under their own names. normalized_prediction and normalized_gold are the texts "
      "compared.\n"
      "A number that the program does not have for a line is null. A line that cannot be read, or on which the "
      "program\n"
      "raises, gives {\"error\": ...} and exit status 2 at the end.");
  verb->callback([chosen, &status] {
    const mhqa::published_dialect* const program = mhqa::find_published(chosen->dialect);
    if (chosen->signature) {
      const std::string text = program != nullptr ? mhqa::signature_of(*program)
                                                  : mhqa::make_signature(*mhqa::find_dialect(chosen->dialect), {}, {});
      mhqa::io::output out{"-"};
      out.write(text + "\n");
      out.close();
      return;
    }
    if (!chosen->result.empty()) return write_result(chosen->dialect, chosen->input, chosen->result);
    status =
        program != nullptr ? run(*program, chosen->input) : run(*mhqa::find_dialect(chosen->dialect), chosen->input);
  });
}

}  // namespace mhqa_command
