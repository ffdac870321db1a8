// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa report proxies: how often a non-support could replace a support, from people's verdicts (DiRe, App. D).
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/file.hpp>
#include <mhqa/io/proxy_report.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
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

std::string as_table(const mhqa::io::proxy_report& n) {
  const mhqa::proxy_counts& c = n.of.counts;
  std::string out = fmt::format("{} verdicts of {} people", n.of.verdicts, n.of.people);
  if (n.of.kappa) out += fmt::format(", Fleiss' kappa {:.3f}", *n.of.kappa);
  out += fmt::format("\n\n{:<48}{:>6}\n", "questions on which people agree", c.agreed);
  out += fmt::format("{:<48}{:>6}\n", "  their supports suffice", c.sufficient);
  for (std::size_t i = 0; i < c.replaced.size(); ++i) {
    out += fmt::format("{:<48}{:>6}\n", fmt::format("  the drawn paragraph fr can replace f{}", i + 1), c.replaced[i]);
  }
  out += fmt::format("{:<48}{:>6}\n\n", "  fr is a proxy", c.proxies);
  out += fmt::format("{:<48}{:>6.2f} %  [{:.2f}, {:.2f}]\n", "a paragraph is a proxy (Wilson's 95 % interval)",
                     100 * n.rate, 100 * n.rate_interval.low, 100 * n.rate_interval.high);
  out += fmt::format("{:<48}{:>6.2f} %  [{:.2f}, {:.2f}]\n",
                     fmt::format("expected drop of EM, {} distractors (App. D.1)", n.distractors), 100 * n.drop,
                     100 * n.drop_interval.low, 100 * n.drop_interval.high);
  const auto left_out = [&out](std::uint64_t count, std::string_view why) {
    if (count != 0) out += fmt::format("{} question{} left out: {}\n", count, count == 1 ? "" : "s", why);
  };
  left_out(c.unanswered, "a task without verdict");
  left_out(c.disagreed, "people do not agree on a task");
  return out;
}

}  // namespace

void add_report_proxies(const arguments& report) {
  const auto o = std::make_shared<proxies_options>();
  const arguments verb =
      report->add_subcommand("proxies", "How often a non-support could replace a support, by people's verdicts (DiRe)");
  verb->add_option("key", o->key, "annotation_key.jsonl of mhqa probe --annotate")->required();
  verb->add_option(
          "verdicts", o->verdicts,
          "Lines {\"task\", \"sufficient\": true, false or null, \"annotator\"}; without annotator, one file per "
          "person")
      ->required();
  verb->add_option("--agreement", o->rule, "Whether all verdicts on a task must agree, or a majority")
      ->check(one_of{"unanimous", "majority"})
      ->capture_default_str();
  verb->add_option("--distractors", o->distractors,
                   "Non-supports per context, for the expected drop; default: the most frequent number")
      ->check(between(1, 100000));
  verb->add_flag("--json", o->json, "One JSON object, unrounded fractions");
  verb->footer("Example:\n  mhqa report proxies probes/annotation_key.jsonl ann.jsonl bob.jsonl");
  verb->callback([o] {
    const auto rule = o->rule == "majority" ? mhqa::annotator_rule::majority : mhqa::annotator_rule::unanimous;
    const mhqa::io::proxy_report found = mhqa::io::report_proxies(o->key, o->verdicts, rule, o->distractors);
    std::string text = o->json ? std::string{} : as_table(found);
    if (o->json) mhqa::io::append_proxy_json(text, found);
    mhqa::io::output out{"-"};
    out.write(text);
    out.close();
  });
}

}  // namespace mhqa_command
