// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa score: a filter from lines {"prediction", "gold"} to lines of scores.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/io/score_lines.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <charconv>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace mhqa_command {
namespace {

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

std::size_t sample_count(const std::string& text) {
  std::size_t k = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), k);
  if (error == std::errc{} && end == text.data() + text.size() && k != 0) return k;
  mhqa::throw_data_error({.field = "--samples"}, "expected a number from 1, found \"" + text + "\"");
}

}  // namespace

void add_score(const arguments& app, int& status) {
  struct options {
    std::string dialect;
    std::string input = "-";
    std::string result;
    std::string extract;
    bool means = false;
    std::vector<std::string> samples;
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
  verb->add_option("--samples", chosen->samples,
                   "Lines with one id are samples of a question: also print avg, pass@K and maj@K; may be repeated");
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
      "compared. An id is copied to the output line. --extract adds extracted (null: no answer) and why, a named "
      "reason.\n"
      "A number that the program does not have for a line is null. A line that cannot be read, or on which the "
      "program\n"
      "raises, gives {\"error\": ...} and exit status 2 at the end.");
  verb->callback([chosen, &status] {
    const mhqa::extraction_profile* const profile = mhqa::find<mhqa::extraction_profile>(chosen->extract);
    if (chosen->signature) return print(mhqa::io::line_signature(chosen->dialect, profile) + "\n");
    std::vector<std::size_t> ks;
    for (const std::string& k : chosen->samples) ks.push_back(sample_count(k));
    if (!chosen->means && chosen->result.empty() && ks.empty()) {
      status = filter_lines(chosen->input, mhqa::io::line_scorer{chosen->dialect, profile});
      return;
    }
    if (!chosen->result.empty()) mhqa::io::expect_no_input(chosen->result, {chosen->input});
    const mhqa::scored_result scored = mhqa::io::score_lines(chosen->input, chosen->dialect, profile);
    if (!chosen->result.empty()) mhqa::io::write_result(chosen->result, scored);
    std::string text;
    if (!ks.empty()) mhqa::io::append_sample_scores(text, scored, ks);
    mhqa::io::append_means(text, scored);
    print(text);
    mhqa::io::expect_none_refused(scored, chosen->input);
  });
}

}  // namespace mhqa_command
