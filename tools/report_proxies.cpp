// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa report proxies: how often a distractor could replace a support, from people's verdicts (DiRe, App. D).
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/proxy_report.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

struct proxies_options {
  std::string key;
  std::vector<std::string> verdicts;
  std::string rule = "unanimous";
  std::uint32_t distractors = 0;  // 0: the most frequent number
  bool json = false;
};

}  // namespace

void add_report_proxies(const arguments& report) {
  const auto o = std::make_shared<proxies_options>();
  const arguments verb = report->add_subcommand(
      "proxies", "Estimate from people's verdicts how often a distractor could replace a support (DiRe)");
  verb->add_option("key", o->key, "annotation_key.jsonl of mhqa probe --annotate")->required();
  verb->add_option(
          "verdicts", o->verdicts,
          "Lines {\"task\", \"sufficient\": true, false or null, \"annotator\"}; without annotator, one file per "
          "person")
      ->required();
  verb->add_option("--agreement", o->rule,
                   "unanimous: all verdicts on a task must agree; majority: more than half of them")
      ->check(one_of{"unanimous", "majority"})
      ->capture_default_str();
  verb->add_option("--distractors", o->distractors,
                   "Distractors per context, for the expected drop; default: the most frequent number")
      ->check(between(1, 100000));
  verb->add_flag("--json", o->json, "One JSON object, unrounded fractions");
  verb->footer("Example:\n  mhqa report proxies probes/annotation_key.jsonl ann.jsonl bob.jsonl");
  verb->callback([o] {
    const auto rule = o->rule == "majority" ? mhqa::annotator_rule::majority : mhqa::annotator_rule::unanimous;
    const mhqa::io::proxy_report found = mhqa::io::report_proxies(o->key, o->verdicts, rule, o->distractors);
    std::string text;
    o->json ? mhqa::io::append_proxy_json(text, found) : mhqa::io::append_proxy_table(text, found);
    print(text);
  });
}

}  // namespace mhqa_command
