// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa condition: the shares of heads, tails and questions that meet MuSiQue's condition, by a reader or by answers.
#include "command.hpp"
#include "options.hpp"
#include "reader_options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/condition_report.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

struct condition_arguments {
  std::string file, requests;
  mhqa::io::reader_choice reader{};
  std::vector<std::string> answers;
  bool json = false;
};

}  // namespace

void add_condition(const arguments& app, int&) {
  const auto chosen = std::make_shared<condition_arguments>();
  const arguments verb =
      app.add_subcommand("condition", "Count the heads, tails and questions that meet MuSiQue's condition");
  verb->add_option("file", chosen->file, "Questions in MuSiQue's layout, with decompositions and paragraphs")
      ->required();
  verb->add_option("--requests", chosen->requests,
                   "Only write the requests for models into this folder; mhqa ask answers them")
      ->type_name(output_folder);
  const option answers =
      verb->add_option("--answers", chosen->answers, "Answers to these requests, one file per model");
  const reader_options by_reader = add_reader_options(verb, chosen->reader);
  by_reader.reader->excludes(answers);
  by_reader.weights->excludes(answers);
  by_reader.net->excludes(answers);
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->footer(
      "Example:\n  mhqa condition dev.jsonl\n"
      "With a model of your own:\n  mhqa condition dev.jsonl --requests asked; mhqa ask asked/condition.jsonl … --out "
      "said.jsonl; mhqa condition dev.jsonl --answers said.jsonl");
  verb->callback([chosen, verb] {
    if (!chosen->requests.empty() && !chosen->answers.empty()) {
      mhqa::throw_data_error({}, "expected `requests` or `answers`, found both");
    }
    if (!chosen->requests.empty()) {
      const auto written = mhqa::io::write_condition_requests(chosen->file, chosen->requests);
      if (!chosen->json) return print(std::to_string(written.asked) + " requests in " + written.file + "\n");
      std::string line;
      mhqa::io::json_writer{line}
          .begin_object()
          .member("requests", written.asked)
          .member("file", written.file)
          .end_object();
      return print(line + "\n");
    }
    std::string text;
    mhqa::condition_shares shares;
    mhqa::io::condition_judge by{.models = chosen->answers.size()};
    if (by.models != 0) {
      shares = mhqa::io::condition_shares_of(chosen->file, chosen->answers);
    } else {
      const mhqa::io::default_reader read = mhqa::io::find_reader(chosen->reader);
      shares = mhqa::io::condition_shares_of(chosen->file, read, by);
      by.reader = read.name();
    }
    chosen->json ? mhqa::io::append_condition_json(text, shares, by)
                 : mhqa::io::append_condition_table(text, shares, by);
    print(with_options(verb.app(), text));
  });
}

}  // namespace mhqa_command
