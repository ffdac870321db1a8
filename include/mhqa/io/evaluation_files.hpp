// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Opens the files of an evaluation by the data set's name, and calls a function with the set's types.
//   io::with_evaluation({.dataset = "squad", .predictions = p, .gold = g},
//                       [&](auto& set, auto&& golds, auto&& predictions, auto& official) {
//                         … mhqa::evaluate(set, golds, predictions) …
//                       });
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/error.hpp>
#include <mhqa/find.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/metrics/dialect.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Data sets that with_evaluation() knows.
inline constexpr std::array<std::string_view, 6> evaluated_datasets{"hotpotqa",  "musique", "2wikimultihopqa",
                                                                    "hieradate", "squad",   "strategyqa"};

/// Data in the official layouts, by path or held by the caller, and the options of single data sets.
struct evaluation_files {
  std::string dataset;
  data_source predictions{};
  data_source gold{};
  bool questions = false;  ///< also reads question and title, for rows with texts and groups by title
  std::string dialect{};   ///< SQuAD: "squad-1.1" or "squad-2.0"; empty: by the gold file's version
  data_source aliases{};   ///< 2WikiMultihopQA's id_aliases.json; empty: without
  data_source na_prob{};   ///< SQuAD 2.0's probabilities; empty: without
  double na_prob_threshold = 1;
  std::size_t retrieval_limit = 10;  ///< StrategyQA's k of Recall@k
};

namespace detail {

template <class Fields>
[[nodiscard]] Fields evaluation_fields(const evaluation_files& files) {
  return files.questions ? Fields::gold_and_question : Fields::gold;
}

/// Returns true for the threshold of evaluation_files that the caller has not changed.
[[nodiscard]] bool is_default_threshold(double na_prob_threshold);

/// Refuses options of other data sets. An unknown data set is refused later.
void check_options(const evaluation_files& files);

template <class Run>
void with_squad(const evaluation_files& files, Run&& run) {
  squad::predictions texts{files.predictions};
  squad::questions gold{files.gold, evaluation_fields<squad::fields>(files)};
  mhqa::squad::data_set set{.rules = mhqa::dialects::squad_1_1, .threshold = files.na_prob_threshold};
  if (files.dialect.empty()) {
    set.rules = mhqa::squad::rules_of(gold.find_version());
  } else {
    const mhqa::dialect* const named = find<mhqa::dialect>(files.dialect);
    if (named == nullptr || !mhqa::squad::find_version(*named)) {
      throw_data_error({}, "`dialect` expects squad-1.1 or squad-2.0, found \"" + files.dialect + '"',
                       errc::unknown_name);
    }
    set.rules = *named;
  }
  const mhqa::squad::version version = *mhqa::squad::find_version(set.rules);
  if (version == mhqa::squad::version::v1_1) {
    const char* const scored = " is for SQuAD 2.0; this gold file is scored as 1.1";
    if (!files.na_prob.empty()) throw_data_error({.file = files.na_prob.name()}, std::string{"`na_prob`"} + scored);
    if (!is_default_threshold(files.na_prob_threshold)) {
      throw_data_error({}, std::string{"`na_prob_threshold`"} + scored, errc::mismatch);
    }
  }
  std::optional<squad::probabilities> probabilities;
  if (!files.na_prob.empty()) {
    probabilities.emplace(files.na_prob);
    set.has_probabilities = true;
  }
  const squad::probabilities* const numbers = probabilities ? &*probabilities : nullptr;
  run(set, squad::golds{gold, files.gold.name(), version}, squad::predictions_with_probabilities{texts, numbers},
      [&](std::string& out, std::string& warnings, const auto& result) {
        squad::append_official(out, warnings, result, numbers);
      });
}

/// Throws unless the predictions have every task that the published program reads.
void expect_tasks(const task_predictions& said, bool evidence);

}  // namespace detail

/// Opens the files of an evaluation and calls run(data set, golds, predictions, official), where
/// official(out, warnings, evaluation) appends what the published program prints to its two outputs.
///
/// Errors: data_error for an unknown name, options that do not fit, and bad files
template <class Run>
void with_evaluation(const evaluation_files& files, Run&& run) {
  const std::string& name = files.dataset;
  detail::check_options(files);
  if (name == "hotpotqa") {
    hotpotqa::predictions predictions{files.predictions};
    run(mhqa::hotpotqa::data_set{}, hotpotqa::golds(files.gold, detail::evaluation_fields<hotpotqa::fields>(files)),
        predictions, [&](std::string& out, std::string&, const auto& result) {
          detail::expect_tasks(predictions.tasks(), false);
          hotpotqa::append_official(out, result, files.gold, files.predictions);
        });
  } else if (name == "musique") {
    musique::predictions predictions{files.predictions, musique::prediction_layout::any};
    const auto wanted = detail::evaluation_fields<musique::fields>(files);
    run(mhqa::musique::data_set{}, musique::golds(files.gold, wanted, !predictions.answers_alone()), predictions,
        [&](std::string& out, std::string&, const auto& result) {
          if (predictions.answers_alone() || predictions.of_instances()) {
            throw_data_error({.file = files.predictions.name()},
                             "the published program needs rows with predicted_support_idxs and predicted_answerable",
                             errc::missing_field);
          }
          musique::append_official(out, result);
        });
  } else if (name == "2wikimultihopqa") {
    twowiki::predictions predictions{files.predictions};
    std::optional<twowiki::aliases> aliases;
    if (!files.aliases.empty()) aliases.emplace(files.aliases);
    run(mhqa::twowiki::data_set{.aliases = aliases ? &aliases->table() : nullptr},
        twowiki::golds(files.gold, detail::evaluation_fields<twowiki::fields>(files),
                       {.supporting_facts = false, .evidences = false, .ids = aliases.has_value()}),
        predictions, [&](std::string& out, std::string&, const auto& result) {
          detail::expect_tasks(predictions.tasks(), true);
          twowiki::append_official(out, result);
        });
  } else if (name == "hieradate") {
    hieradate::predictions predictions{files.predictions};
    run(mhqa::hieradate::data_set{}, hieradate::golds(files.gold, detail::evaluation_fields<hieradate::fields>(files)),
        predictions, [&](std::string& out, std::string&, const auto& result) {
          hieradate::append_official(out, result, files.gold, files.predictions);
        });
  } else if (name == "strategyqa") {
    strategyqa::predictions predictions{files.predictions};
    run(mhqa::strategyqa::data_set{.retrieval_limit = files.retrieval_limit},
        strategyqa::golds(files.gold, predictions.kinds()), predictions,
        [&](std::string& out, std::string&, const auto& result) {
          strategyqa::append_official(out, result, files.gold.name(), files.predictions.name());
        });
  } else if (name == "squad") {
    detail::with_squad(files, run);
  } else {
    std::string all;
    for (const std::string_view known : evaluated_datasets) all.append(all.empty() ? "" : ", ").append(known);
    throw_data_error({.field = "dataset"}, "expected one of " + all + "; found \"" + name + "\"", errc::unknown_name);
  }
}

/// Returns the reports of an evaluation.
template <data_set D>
[[nodiscard]] evaluation_reports make_reports(const evaluation<D>& result) {
  evaluation_reports out{result.report(), result.by, {}, result.missing_by_kind(), result.ignored};
  for (const auto& [value, group] : result.groups) out.groups.emplace_back(value, result.report(value));
  return out;
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/evaluation_files.ipp>
#endif
