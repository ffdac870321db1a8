// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval: the table of the scores.
#include "eval.hpp"

#include <mhqa/io/file.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{:.6f}", *value) : std::string{"-"};
}

}  // namespace

void print_evaluation(std::string& out, const eval_result& result) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{}, rules of {}, {}\n\n", result.all.dataset, result.all.rules.name.view(),
                 result.all.rules.scale == 100 ? "percent" : "fractions of 1");

  // A row for each number; a column for all questions and one for each group.
  std::vector<std::pair<std::string, const mhqa::report*>> columns{{"all", &result.all}};
  for (const auto& [value, group] : result.groups)
    columns.emplace_back(value.empty() ? "(none)" : one_line(value), &group);
  std::size_t name_width = 0;
  for (const mhqa::named_score& s : result.all.scores) name_width = std::max(name_width, s.name.size());
  for (const mhqa::named_count& c : result.all.counts) name_width = std::max(name_width, c.name.size());
  const auto width = [](const std::string& title) { return std::max<std::size_t>(title.size(), 10); };

  fmt::format_to(to, "{:{}}", "", name_width);
  for (const auto& [title, unused] : columns) fmt::format_to(to, "  {:>{}}", title, width(title));
  out += '\n';
  for (std::size_t row = 0; row < result.all.scores.size(); ++row) {
    const std::string& name = result.all.scores[row].name;
    fmt::format_to(to, "{:{}}", name, name_width);
    for (const auto& [title, r] : columns) {
      const auto found =
          std::find_if(r->scores.begin(), r->scores.end(), [&](const auto& s) { return s.name == name; });
      fmt::format_to(to, "  {:>{}}", found == r->scores.end() ? std::string{"-"} : number(found->value), width(title));
    }
    out += '\n';
  }
  for (std::size_t row = 0; row < result.all.counts.size(); ++row) {
    const std::string& name = result.all.counts[row].name;
    fmt::format_to(to, "{:{}}", name, name_width);
    for (const auto& [title, r] : columns) {
      const auto found =
          std::find_if(r->counts.begin(), r->counts.end(), [&](const auto& c) { return c.name == name; });
      fmt::format_to(to, "  {:>{}}", found == r->counts.end() ? 0 : found->value, width(title));
    }
    out += '\n';
  }
  out += '\n';
  for (const auto& [kind, ids] : result.missing) {
    fmt::format_to(to, "{} of {} questions lack {}: {}{}\n", ids.size(),
                   result.all.counts.empty() ? 0 : result.all.counts[0].value, kind, one_line(ids.front()),
                   ids.size() > 1 ? ", ..." : "");
  }
  if (result.ignored != 0) {
    fmt::format_to(to, "{} predictions ignored: the gold file lacks their ids\n", result.ignored);
  }
  fmt::format_to(to, "signature {}\n", result.all.signature);
}

void print_warnings(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print(std::string_view out) {
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
}

}  // namespace mhqa_command
