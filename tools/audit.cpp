// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa audit: faults of a multi-hop set in MuSiQue's and other published layouts.
#include "command.hpp"
#include "options.hpp"
#include "part_options.hpp"
#include "reader_options.hpp"

#include <mhqa/io/audit_report.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/part_number.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

struct audit_arguments {
  std::vector<std::string> files;
  mhqa::io::reader_choice reader{};
  bool json = false;
  bool list = false;
  part_options part;
};

void run(const audit_arguments& arguments) {
  const mhqa::part_number part = part_of(arguments.part, arguments.json ? "json" : "", arguments.files);
  progress shown{"questions"};
  mhqa::io::audit_report result =
      mhqa::io::audit_files(arguments.files, mhqa::io::find_reader(arguments.reader), shown, part);
  result.list = arguments.list;
  if (!arguments.part.part.empty()) return write_part(arguments.part, std::move(result), part, arguments.files);
  std::string out;
  arguments.json ? mhqa::io::append_audit_json(out, result) : mhqa::io::append_audit_table(out, result, arguments.list);
  print(out);
}

}  // namespace

void add_audit(const arguments& app, int&) {
  const auto chosen = std::make_shared<audit_arguments>();
  const arguments verb = app.add_subcommand(
      "audit",
      "Look for faults in a multi-hop set: supports, bridges, answers, steps, shortcuts, leaks between its files");
  verb->add_option(
          "files", chosen->files,
          "Records of MuSiQue, HotpotQA, 2WikiMultihopQA, RAGAS, YourBench or MultiHop-RAG; several files are the "
          "parts of one set")
      ->required();
  const option json =
      verb->add_flag("--json", chosen->json, "One JSON object: counts, and every finding with code, id and step");
  verb->add_flag("--list", chosen->list,
                 "After the table, list every finding: code, id, step and detail, separated by tabs")
      ->excludes(json);
  add_reader_options(verb, chosen->reader);
  add_part_options(verb, chosen->part);
  verb->footer("Example:\n  mhqa audit train.jsonl dev.jsonl test.jsonl");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
