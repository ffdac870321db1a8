// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa score: a filter from lines {"prediction", "gold"} to lines of scores, or their means.
#include "command.hpp"
#include "options.hpp"
#include "repeated_ids.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/find.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/io/score_lines.hpp>
#include <mhqa/metrics/answer_evaluator.hpp>
#include <mhqa/metrics/samples.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

std::string known_profiles(std::string_view separator) {
  std::string out;
  for (const mhqa::extraction_profile& one : mhqa::extractions::all) {
    out.append(out.empty() ? "" : separator).append(one.name);
  }
  return out;
}

/// The profile of a name, with the tags of a name; nothing without --extract.
std::optional<mhqa::extraction_profile> profile_of(std::string_view name, std::string_view tag) {
  if (name.empty() && !tag.empty()) {
    mhqa::throw_data_error({}, "`tag`: expected `extract` beside it, which looks for the tags");
  }
  if (name.empty()) return std::nullopt;
  mhqa::extraction_profile out = mhqa::find_or_throw<mhqa::extraction_profile>(name);
  if (tag.empty()) return out;
  if (out.exact) mhqa::throw_data_error({}, "`tag`: " + std::string{name} + " is a published rule with its own tags");
  out.tag = tag;
  return out;
}

}  // namespace

void add_score(const arguments& app, int& status) {
  struct options {
    std::string dialect;
    std::string input = "-";
    std::string result;
    std::string extract;
    std::string tag;
    bool means = false;
    std::vector<std::string> samples;
    bool json = false;
    bool signature = false;
  };
  const auto chosen = std::make_shared<options>();
  const arguments verb =
      app.add_subcommand("score", "Score lines of predictions and golds, one line out for each line in");
  verb->add_option(
      "input", chosen->input,
      "JSON Lines or an array of {\"prediction\": string or null, \"gold\": string or [string, ...]}; - is "
      "standard input");
  verb->add_option("--dialect", chosen->dialect, "Evaluator whose rules to apply")
      ->required()
      ->check(known_evaluator());
  verb->add_option("--extract", chosen->extract,
                   "Score the answer that this profile finds in each prediction; otherwise \"\"")
      ->check(named_check{[](std::string& name) {
                            if (mhqa::find<mhqa::extraction_profile>(name) != nullptr) return std::string{};
                            return "expected one of: " + known_profiles(", ") + "; found \"" + name + "\"";
                          },
                          known_profiles("|")});
  verb->add_option("--tag", chosen->tag,
                   "Name of the tags, or of the member of a JSON object, in which --extract looks; otherwise answer");
  verb->add_flag("--means", chosen->means, "Print the mean of each number instead of a line for each line in");
  verb->add_option("--samples", chosen->samples,
                   "Lines with one id are samples of a question: also print avg, pass@K and maj@K; may be repeated");
  verb->add_flag("--json", chosen->json, "Print the means, the counts and the signature as one JSON object");
  verb->add_option("--result", chosen->result,
                   "Write ids, texts, scores and signature to this file, which diff, compare --results and report html "
                   "read, and print the means")
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
      "A prediction that is null is absent: each of its numbers is 0, and the means count it. Blank lines are passed "
      "over.\n"
      "A number that the program does not have for a line is null. A line that cannot be read, or on which the "
      "program\n"
      "raises, gives {\"error\": ...} and exit status 2 at the end.");
  verb->callback([chosen, &status] {
    const std::optional<mhqa::extraction_profile> found = profile_of(chosen->extract, chosen->tag);
    const mhqa::extraction_profile* const profile = found ? &*found : nullptr;
    if (chosen->signature) return print(mhqa::io::line_signature(chosen->dialect, profile) + "\n");
    const std::vector<std::size_t> ks = read_counts(chosen->samples, "samples");
    if (!chosen->means && !chosen->json && chosen->result.empty() && ks.empty()) {
      status = filter_lines(chosen->input, mhqa::io::line_scorer{chosen->dialect, profile});
      return;
    }
    if (!chosen->result.empty()) mhqa::io::expect_no_input(chosen->result, {chosen->input});
    const mhqa::scored_result scored = mhqa::io::score_lines(chosen->input, chosen->dialect, profile);
    if (!chosen->result.empty()) {
      with_repeated_ids({}, "samples", [&] {
        mhqa::io::write_result(chosen->result, ks.empty() ? scored : mhqa::sampled_result(scored, ks));
      });
    }
    std::string text;
    if (!ks.empty()) {
      mhqa::io::append_samples(text, scored, ks, chosen->json);
    } else {
      chosen->json ? mhqa::io::append_means_json(text, scored) : mhqa::io::append_means(text, scored);
    }
    print(text);
    mhqa::io::expect_none_refused(scored, chosen->input);
  });
}

}  // namespace mhqa_command
