// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa vectors: hostile pairs with every dialect's answers, for other implementations to be tested on.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/io/vector_files.hpp>

#include <memory>
#include <string>

namespace mhqa_command {

void add_vectors(const arguments& app, int&) {
  struct options : mhqa::io::vector_options {
    std::string seed_text = "1";
  };
  const auto o = std::make_shared<options>();
  const arguments verb = app.add_subcommand(
      "vectors", "Write adversarial answers with every dialect's numbers, to test other implementations");
  verb->add_option("folder", o->folder, "Folder for manifest.json and a NAME.jsonl per dialect")
      ->type_name(output_folder)
      ->required();
  verb->add_option("--seed", o->seed_text, "Seed of the pairs")->capture_default_str()->check(check_seed);
  verb->add_option("--count", o->count, "Pairs per dialect")->check(between(1, 10000000))->capture_default_str();
  verb->footer(
      "Example:\n  mhqa vectors vectors/ --count 10000\n"
      "Each line is {\"prediction\", \"gold\": [...], \"expected\": {number: value}}; the manifest has the "
      "signatures.");
  verb->callback([o] {
    o->seed = std::stoull(o->seed_text);
    mhqa::io::write_vectors(*o);
  });
}

}  // namespace mhqa_command
