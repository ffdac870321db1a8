// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa probe: derives DiRe's data sets from one with supporting facts.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/io/probe_run.hpp>
#include <mhqa/parallel.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>

namespace mhqa_command {
namespace {

struct probe_arguments {
  std::string layout = "published";
  std::size_t threads = 1;
  mhqa::io::probe_run run{};
};

void run(probe_arguments& arguments) {
  arguments.run.files.layout =
      arguments.layout == "jsonl" ? mhqa::io::probe_layout::jsonl : mhqa::io::probe_layout::published;
  if (arguments.run.longer.length == 0) {
    const auto expect_none = [](bool none, const char* problem) {
      if (!none) mhqa::throw_data_error({}, problem);
    };
    expect_none(arguments.run.longer.depths.empty(), "`depths`: expected `length` beside it");
    expect_none(arguments.run.lengths.empty(), "`lengths`: expected `length` beside it");
  }
  const mhqa::io::probe_run& wanted = arguments.run;
  if (!wanted.material.empty() && !wanted.adversarial && wanted.longer.length == 0 && wanted.annotate == 0) {
    mhqa::throw_data_error({}, "`material`: expected `adversarial`, `length` or `annotate` beside it");
  }
  mhqa::thread_pool pool{arguments.threads};
  const mhqa::io::manifest manifest = mhqa::io::make_probes(arguments.run, pool);

  std::string out;
  const auto to = std::back_inserter(out);
  for (const mhqa::named_count& count : manifest.counts) fmt::format_to(to, "{:<22}{:>9}\n", count.name, count.value);
  for (const mhqa::named_count& count : manifest.dropped) {
    const bool kept = count.name.starts_with("adversarial: ");
    fmt::format_to(to, "{} question{} {}: {}\n", count.value, count.value == 1 ? "" : "s",
                   kept ? "unchanged" : "left out", count.name.substr(kept ? 13 : 0));
  }
  print(out);
}

}  // namespace

void add_probe(const arguments& app, int&) {
  const auto chosen = std::make_shared<probe_arguments>();
  auto& probes = chosen->run.files.probes;
  const arguments verb = app.add_subcommand(
      "probe", "Derive the data sets that show, and reduce, disconnected reasoning (DiRe) from one with supports");
  verb->add_option("--format", chosen->run.format, "Layout of the gold file")
      ->required()
      ->check(one_of{"hotpotqa", "2wikimultihopqa", "musique"});
  verb->add_option("gold", chosen->run.gold, "Records with contexts and supports: a JSON array or JSON Lines")
      ->required();
  verb->add_option("--out", chosen->run.folder,
                   "Folder for original, probe, transformed, probe_of_transformed, manifest")
      ->type_name(output_folder)
      ->required();
  verb->add_option("--seed", probes.seed, "Seed; each draw depends only on it and the record's id")
      ->check(check_seed)
      ->capture_default_str();
  verb->add_option("--min-paragraphs", probes.minimum_facts,
                   "Leave out questions whose context has fewer paragraphs, or sentences with --sentences; the "
                   "published converter "
                   "uses 5")
      ->capture_default_str();
  verb->add_option("--max-supports", probes.maximum_supports,
                   "Leave out questions with more supports: n supports give about 2^n instances in each file")
      ->check(between(2, 31))
      ->capture_default_str();
  verb->add_option("--sample", probes.sample, "Keep this fraction of the groups, drawn as a whole")
      ->check(between(0.0, 1.0))
      ->capture_default_str();
  verb->add_flag("--balance", probes.balance, "For training: equal numbers of both sufficiency labels");
  verb->add_option("--layout", chosen->layout, "JSON arrays as published, or JSON Lines")
      ->check(one_of{"published", "jsonl"})
      ->capture_default_str();
  verb->add_flag("--trivial", chosen->run.files.trivial,
                 "Also write the trivial transform, the control that only groups");
  verb->add_flag("--artifacts", chosen->run.files.artifacts,
                 "Also write the inputs of restricted models: question_only, context_only, one_fact");
  verb->add_flag("--adversarial", chosen->run.adversarial,
                 "Also write T_adv: the data set with false paragraphs in place of distractors, in its own layout");
  verb->add_option("--length", chosen->run.longer.length,
                   "Also write length_N: contexts of at most N words, filled with paragraphs of other questions, and "
                   "the key with the place of each support")
      ->check(between(std::size_t{1}, std::size_t{100'000'000}));
  verb->add_option("--depth", chosen->run.longer.depths,
                   "Of each support in a long context, from 0 (first) to 1 (last); may be repeated; default: drawn")
      ->check(between(0.0, 1.0));
  verb->add_option("--lengths", chosen->run.lengths,
                   "{\"TITLE\\nTEXT\": length} of all paragraphs, for instance in a model's tokens, instead of words");
  verb->add_option("--annotate", chosen->run.annotate,
                   "Also write tasks for people who judge whether facts suffice, for this many questions (115 in the\n"
                   "paper), and their key; mhqa report proxies reads the verdicts");
  verb->add_option("--material", chosen->run.material,
                   "The records that --adversarial and --length take paragraphs from and --annotate draws questions "
                   "from, instead of\nGOLD's: without it, their output for the pieces of a file is not that for the "
                   "file; with the whole file, it is");
  verb->add_flag(
      "--sentences", chosen->run.sentences,
      "Facts are sentences, not paragraphs; a removed sentence becomes \"\", so that the others keep their numbers");
  verb->add_option("--threads", chosen->threads, "0: one per processor; the output does not depend on it")
      ->capture_default_str();
  verb->footer("Example:\n  mhqa probe --format hotpotqa hotpot_dev_distractor_v1.json --out probes --seed 13370");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
