// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval: the options, and the two general forms of output. The data sets are in eval_*.cpp.
#include "eval.hpp"

#include "eval_datasets.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

namespace mhqa_command {
namespace {

void write_report(mhqa::io::json_writer& json, const mhqa::report& r) {
  json.key("scores").begin_object();
  for (const mhqa::named_score& s : r.scores) json.member(s.name, s.value);
  json.end_object().key("counts").begin_object();
  for (const mhqa::named_count& c : r.counts) json.member(c.name, c.value);
  json.end_object();
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6f}", *value) : std::string{"-"};
}

}  // namespace

void print_json(std::string& out, const eval_result& result) {
  mhqa::io::json_writer json{out, 2};
  json.begin_object().member("dataset", result.all.dataset).member("dialect", result.all.rules.name.view());
  write_report(json, result.all);
  json.member("ignored_predictions", result.ignored);
  json.key("missing").begin_object();
  for (const auto& [kind, ids] : result.missing) {
    json.key(kind).begin_array();
    for (const std::string& id : ids) json.value(std::string_view{id});
    json.end_array();
  }
  json.end_object();
  if (!result.by.empty()) {
    json.key("by").begin_object().member("field", result.by).key("groups").begin_object();
    for (const auto& [value, group] : result.groups) {
      json.key(value).begin_object();
      write_report(json, group);
      json.member("signature", group.signature).end_object();
    }
    json.end_object().end_object();
  }
  json.member("signature", result.all.signature).end_object();
  out += '\n';
}

void print_table(std::string& out, const eval_result& result) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{}, rules of {}, {}\n\n", result.all.dataset, result.all.rules.name.view(),
                 result.all.rules.scale == 100 ? "percent" : "fractions of 1");

  // One row a number; one column for all questions and one for each group.
  std::vector<std::pair<std::string, const mhqa::report*>> columns{{"all", &result.all}};
  for (const auto& [value, group] : result.groups) columns.emplace_back(value.empty() ? "(none)" : value, &group);
  std::size_t name_width = 0;
  for (const mhqa::named_score& s : result.all.scores) name_width = std::max(name_width, s.name.size());
  for (const mhqa::named_count& c : result.all.counts) name_width = std::max(name_width, c.name.size());
  const auto width = [](const std::string& title) { return std::max<std::size_t>(title.size(), 10); };

  fmt::format_to(to, "{:{}}", "", name_width);
  for (const auto& [title, unused] : columns) fmt::format_to(to, "  {:>{}}", title, width(title));
  out += '\n';
  for (std::size_t row = 0; row < result.all.scores.size(); ++row) {
    const std::string& name = result.all.scores[row].name;
    fmt::format_to(to, "{:{}}", name, name_width);
    for (const auto& [title, r] : columns) {
      const auto found =
          std::find_if(r->scores.begin(), r->scores.end(), [&](const auto& s) { return s.name == name; });
      fmt::format_to(to, "  {:>{}}", found == r->scores.end() ? std::string{"-"} : number(found->value), width(title));
    }
    out += '\n';
  }
  for (std::size_t row = 0; row < result.all.counts.size(); ++row) {
    const std::string& name = result.all.counts[row].name;
    fmt::format_to(to, "{:{}}", name, name_width);
    for (const auto& [title, r] : columns) {
      const auto found =
          std::find_if(r->counts.begin(), r->counts.end(), [&](const auto& c) { return c.name == name; });
      fmt::format_to(to, "  {:>{}}", found == r->counts.end() ? 0 : found->value, width(title));
    }
    out += '\n';
  }
  out += '\n';
  for (const auto& [kind, ids] : result.missing) {
    fmt::format_to(to, "{} of {} questions lack {}: {}{}\n", ids.size(),
                   result.all.counts.empty() ? 0 : result.all.counts[0].value, kind, ids.front(),
                   ids.size() > 1 ? ", ..." : "");
  }
  if (result.ignored != 0) {
    fmt::format_to(to, "{} predictions ignored: the gold file lacks their ids\n", result.ignored);
  }
  fmt::format_to(to, "signature {}\n", result.all.signature);
}

void add_eval(CLI::App& app, int&) {
  const auto options = std::make_shared<eval_options>();
  CLI::App* const verb = app.add_subcommand("eval", "Score a predictions file exactly as the published evaluator does");
  verb->require_subcommand(1);
  verb->footer("Example:\n  mhqa eval hotpotqa predictions.json hotpot_dev_distractor_v1.json --by type");

  const auto data_set = [&](const char* name, const char* about, const std::string& by,
                            void (*run)(const eval_options&), const std::string& example, const std::string& layout) {
    CLI::App* const sub = verb->add_subcommand(name, about);
    sub->footer("Example:\n  mhqa eval " + (name + (" " + example)) + "\nPredictions:\n  " + layout);
    sub->add_option("predictions", options->predictions,
                    "Predictions in the data set's official layout; - is standard input")
        ->required();
    sub->add_option("gold", options->gold, "Gold records in the official layout")->required();
    CLI::Option* const json = sub->add_flag("--json", options->json, "One JSON object, unrounded");
    sub->add_flag("--official", options->official, "Byte for byte what the published program prints")->excludes(json);
    sub->add_option("--per-question", options->per_question,
                    "Write each question's scores to this file, as JSON Lines");
    sub->add_option("--by", options->by, "Also the scores for each value of this field: " + by);
    sub->callback([options, run] {
      if (options->predictions == "-" && options->gold == "-") {
        mhqa::throw_data_error({.file = "-"}, "only one of the two files can be standard input");
      }
      run(*options);
    });
    return sub;
  };
  const auto dialect = [&](CLI::App* sub, const char* about) { sub->add_option("--dialect", options->dialect, about); };
  data_set("hotpotqa", "HotpotQA (hotpot_evaluate_v1.py)", "type, level", eval_hotpotqa,
           "predictions.json hotpot_dev_distractor_v1.json --by type",
           R"({"answer": {id: string, ...}, "sp": {id: [[title, sentence number], ...], ...}}; either may be missing)");
  data_set("musique", "MuSiQue-Ans and MuSiQue-Full (evaluate_v1.0.py)", "hops, shape, answerable", eval_musique,
           "predictions.jsonl musique_full_v1.0_dev.jsonl --by hops",
           "lines, in the gold file's order: {\"id\": string, \"predicted_answer\": string, "
           "\"predicted_support_idxs\": [number, ...],\n  \"predicted_answerable\": true or false}");
  CLI::App* const twowiki =
      data_set("2wikimultihopqa", "2WikiMultihopQA (2wikimultihop_evaluate_v1.1.py; without aliases the first version)",
               "type", eval_2wikimultihopqa, "predictions.json dev.json --aliases id_aliases.json --official",
               "{\"answer\": {id: string, ...}, \"sp\": {id: [[title, sentence number], ...], ...},\n"
               "  \"evidence\": {id: [[subject, relation, object], ...], ...}}");
  twowiki->add_option("--aliases", options->aliases, "JSON Lines {Q_id, aliases, demonyms}: scores as 2wiki-1.1");
  data_set("hieradate", "HieraDate (hieradate_evaluate.py)", "kind, type, data_label", eval_hieradate,
           "predictions.json dev.json --by kind",
           "the gold file's records, [{\"_id\": string, ...}, ...], with the model's texts in \"answer\", "
           "\"ans_extract_N\",\n  \"ans_reason_N\" and \"ans_robust\"");
  CLI::App* const squad =
      data_set("squad", "SQuAD 1.1 and 2.0 (evaluate-v1.1.py, evaluate-v2.0.py)", "title, answerable", eval_squad,
               "predictions.json dev-v2.0.json --na-prob na_prob.json", "{id: string, ...}; \"\": no answer (2.0)");
  dialect(squad, "squad-1.1 or squad-2.0; else the gold file's version decides");
  squad->add_option("--na-prob", options->na_prob, "{id: probability that the question has no answer} (2.0)");
  squad->add_option("--na-prob-threshold", options->na_prob_threshold, "The prediction is \"\" above this probability")
      ->capture_default_str();
  CLI::App* const strategyqa =
      data_set("strategyqa", "StrategyQA (strategyqa-evaluator's eval.py)", "answer, steps", eval_strategyqa,
               "predictions.json dev.json --json",
               "{id: {\"answer\": true or false, \"decomposition\": [step, ...], "
               "\"paragraphs\": [paragraph id, ...]}, ...};\n  each of the three may be missing");
  strategyqa->add_option("--retrieval-limit", options->retrieval_limit, "k of Recall@k")->capture_default_str();
  add_eval_dire(*verb);
}

}  // namespace mhqa_command
