// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa score: a filter from lines {"prediction", "gold"} to lines of scores.
#include "command.hpp"
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
#include <mhqa/text/extract.hpp>

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::io::json_value;

/// The part of each prediction that is scored: all of it, or what an extraction profile finds.
class answer_finder {
 public:
  explicit answer_finder(const mhqa::extraction_profile* profile) : profile_{profile} {}

  /// Replaces the prediction by its answer, or by "" if the profile finds none.
  void apply(std::string_view& prediction) {
    if (profile_ == nullptr) return;
    found_ = mhqa::extract_answer(prediction, *profile_);
    prediction = found_.answer;
  }

  /// Writes the answer, or null, and the reason.
  void write(mhqa::io::json_writer& json) const {
    if (profile_ == nullptr) return;
    json.member("extracted", found_.found() ? std::optional{found_.answer} : std::nullopt);
    json.member("why", mhqa::name(found_.reason));
  }

  [[nodiscard]] const mhqa::extraction_profile* profile() const noexcept { return profile_; }

 private:
  const mhqa::extraction_profile* profile_;
  mhqa::extraction found_{};
};

/// The id of a line, a string or a number, which its answer repeats.
struct line_id {
  std::string_view key{}, text{};
  bool is_number = false;

  /// Takes the field if it is an id.
  void take(std::string_view name, json_value value) {
    if (name != "id" && name != "_id") return;
    is_number = value.is_number();
    if (!is_number && !value.is_string()) return;
    key = name;
    if (is_number) static_cast<void>(value.number());  // refuses what only begins like one
    text = is_number ? value.raw() : value.string();
  }
  void write(mhqa::io::json_writer& json) const {
    if (key.empty()) return;
    json.key(key);
    if (is_number) {
      json.raw(text);
    } else {
      json.value(text);
    }
  }
};

/// One line of input.
struct pair {
  std::string_view prediction;
  std::vector<std::string_view> golds;
  bool gold_is_list = false;
  line_id id;
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
  out.id = {};
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
    } else {
      out.id.take(key, value);
    }
  });
  line.context().require(has_prediction, "prediction");
  line.context().require(has_gold, "gold");
}

void write(std::string& out, const pair& line, const answer_finder& finder, mhqa::answer_scorer<>& scorer,
           mhqa::normalized& form) {
  const mhqa::scores s = scorer(line.prediction, std::span<const std::string_view>{line.golds});
  mhqa::io::json_writer json{out};
  json.begin_object();
  line.id.write(json);
  json.member("em", s.em).member("f1", s.f1).member("precision", s.precision).member("recall", s.recall);
  json.member("normalized_prediction", scorer.prediction().text());
  json.key("normalized_gold");
  if (line.gold_is_list) json.begin_array();
  for (const std::string_view gold : line.golds) {
    form.assign(gold, scorer.rules().text);
    json.value(form.text());
  }
  if (line.gold_is_list) json.end_array();
  finder.write(json);
  json.end_object();
}

int run(const mhqa::dialect& rules, answer_finder finder, const std::string& input) {
  mhqa::answer_scorer<> scorer{rules};
  mhqa::normalized form;
  pair current;
  return filter_lines(input, [&](json_value line, std::string& text) {
    read(line, rules, current);
    finder.apply(current.prediction);
    write(text, current, finder, scorer, form);
  });
}

int run(const mhqa::published_dialect& program, answer_finder finder, const std::string& input) {
  mhqa::io::answer_line current;
  mhqa::published_result result;
  line_id id;
  return filter_lines(input, [&](json_value line, std::string& text) {
    id = {};
    mhqa::io::read(line, current, [&](std::string_view key, json_value value) { id.take(key, value); });
    if (finder.profile() != nullptr && current.prediction_is_list) {
      line.context().fail("expected a string as the prediction, found a list: --extract reads one text");
    }
    if (!current.prediction_is_list) finder.apply(current.prediction.front());
    mhqa::score_published(program, current.view(), result);
    if (!result.error().empty()) line.context().fail(result.error());
    mhqa::io::json_writer json{text};
    json.begin_object();
    id.write(json);
    mhqa::io::write_members(json, current, result);
    finder.write(json);
    json.end_object();
  });
}

/// Prints the means and the signature, and writes the result to `path` if it is not empty.
void write_means(const std::string& dialect, answer_finder finder, const std::string& input, const std::string& path) {
  if (!path.empty()) mhqa::io::expect_no_input(path, {input});
  mhqa::scored_result answers{{}, {}, mhqa::io::read_answer_lines(input)};
  for (mhqa::result_answer& one : answers.answers) {
    if (!one.prediction) continue;
    std::string_view answer = *one.prediction;
    finder.apply(answer);
    one.prediction = std::string{answer};
  }
  mhqa::scored_result scored = mhqa::rescored(answers, dialect);
  if (finder.profile() != nullptr) scored.signature.append("|extract:").append(finder.profile()->name);
  if (!path.empty()) mhqa::io::write_result(path, scored);
  std::string text;
  for (const mhqa::named_score& one : mhqa::io::means_of(scored)) {
    text += one.name + " " + (one.value ? fmt::format("{:.6f}", *one.value) : "-") + "\n";
  }
  print(text + "signature " + scored.signature + "\n");
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

std::string known_profiles(std::string_view separator) {
  std::string out;
  for (const mhqa::extraction_profile& one : mhqa::extractions::all) {
    out.append(out.empty() ? "" : separator).append(one.name);
  }
  return out;
}

}  // namespace

void add_score(const arguments& app, int& status) {
  struct options {
    std::string dialect;
    std::string input = "-";
    std::string result;
    std::string extract;
    bool means = false;
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
  verb->add_option("--extract", chosen->extract,
                   "Score the answer that this profile finds in each prediction; otherwise \"\"")
      ->check(named_check{[](std::string& name) {
                            if (mhqa::find<mhqa::extraction_profile>(name) != nullptr) return std::string{};
                            return "expected one of: " + known_profiles(", ") + "; found \"" + name + "\"";
                          },
                          known_profiles("|")});
  verb->add_flag("--means", chosen->means, "Print the mean of each number instead of a line for each line in");
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
      "compared. An id is repeated. --extract adds extracted (null: no answer) and why, a named reason.\n"
      "A number that the program does not have for a line is null. A line that cannot be read, or on which the "
      "program\n"
      "raises, gives {\"error\": ...} and exit status 2 at the end.");
  verb->callback([chosen, &status] {
    const mhqa::published_dialect* const program = mhqa::find_published(chosen->dialect);
    const answer_finder finder{mhqa::find<mhqa::extraction_profile>(chosen->extract)};
    if (chosen->signature) {
      std::string text = program != nullptr ? mhqa::signature_of(*program)
                                            : mhqa::make_signature(*mhqa::find_dialect(chosen->dialect), {}, {});
      if (finder.profile() != nullptr) text.append("|extract:").append(finder.profile()->name);
      print(text + "\n");
      return;
    }
    if (chosen->means || !chosen->result.empty()) {
      return write_means(chosen->dialect, finder, chosen->input, chosen->result);
    }
    status = program != nullptr ? run(*program, finder, chosen->input)
                                : run(*mhqa::find_dialect(chosen->dialect), finder, chosen->input);
  });
}

}  // namespace mhqa_command
