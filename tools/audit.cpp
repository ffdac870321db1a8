// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa audit: faults of a multi-hop set in MuSiQue's and other published layouts.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/compose/finding.hpp>
#include <mhqa/io/audit_report.hpp>
#include <mhqa/io/file.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::audit_code;
using mhqa::finding;

struct audit_arguments {
  std::vector<std::string> files;
  bool json = false;
  bool list = false;
};

/// What a code means, for a reader who sees it for the first time.
constexpr std::array<std::string_view, mhqa::audit_code_count> meanings{
    "an answer, an alias or a step's answer has no word",
    "the last step's answer is neither the answer nor an alias",
    "a step refers to itself, to a later step or to none",
    "no later step refers to a step that is not the last",
    "a step of an answerable question has no paragraph",
    "a step's answer is not mentioned in its paragraph or title",
    "an answer that a step refers to is not mentioned in its paragraph or title",
    "two steps have one paragraph",
    "two paragraphs of a context have one title and different text",
    "the lexical reader answers a step although what it refers to is masked",
    "the context of an unanswerable question mentions every step's answer",
    "a step's question is also in an earlier file",
    "a step's answer is also in an earlier file",
    "a supporting paragraph is also in an earlier file",
    "the question mentions its answer or an alias",
    "the question mentions the answer of a step before the last",
    "one paragraph supports all of the question",
    "one paragraph mentions the names that the question begins from and the answer",
    "the lexical reader answers the question without one of its supporting paragraphs",
    "a step's question, with answers put in, mentions the step's answer",
    "the question came before in the same file"};

void print_table(std::string& out, const mhqa::io::audit_report& result, bool list) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{} questions, {} steps, {} findings\n\n", result.all.questions(), result.all.hops(),
                 result.findings.size());
  for (std::size_t i = 0; i < mhqa::audit_code_count; ++i) {
    fmt::format_to(to, "{:<23}{:>8}  {}\n", to_string(static_cast<audit_code>(i)), result.all.counts()[i], meanings[i]);
  }
  for (const mhqa::io::audited_file& part : result.files) {
    if (part.without_paragraphs == 0) continue;
    fmt::format_to(to, "\n{}: {} of {} questions have no paragraphs, which are not looked at\n", part.path,
                   part.without_paragraphs, part.questions);
  }
  if (list && !result.findings.empty()) out += '\n';
  for (const finding& f : result.findings) {
    if (!list) break;
    const std::string step = f.step == 0 ? std::string{"-"} : std::to_string(f.step);
    fmt::format_to(to, "{}\t{}\t{}\t{}\n", to_string(f.code), one_line(f.id), step, one_line(f.detail));
  }
}

void run(const audit_arguments& arguments) {
  progress shown{"questions"};
  const mhqa::io::audit_report result = mhqa::io::audit_files(arguments.files, shown);
  std::string out;
  if (arguments.json) {
    mhqa::io::append_audit_json(out, result);
  } else {
    print_table(out, result, arguments.list);
  }
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
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
  verb->add_flag("--list", chosen->list, "After the table every finding: code, id, step and detail, with tabs between")
      ->excludes(json);
  verb->footer("Example:\n  mhqa audit train.jsonl dev.jsonl test.jsonl");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
