// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evaluation_reports.hpp.
#pragma once

#include <mhqa/io/evaluation_reports.hpp>

#include <mhqa/printable.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void write_report(json_writer& json, const report& r) {
  json.key("scores").begin_object();
  for (const named_score& s : r.scores) json.member(s.name, s.value);
  json.end_object().key("counts").begin_object();
  for (const named_count& c : r.counts) json.member(c.name, c.value);
  json.end_object();
}

MHQA_INLINE void append_evaluation_json(std::string& out, const evaluation_reports& result) {
  json_writer json{out, 2};
  json.begin_object().member("dataset", result.all.dataset).member("dialect", result.all.rules.name.view());
  write_report(json, result.all);
  json.member("ignored_predictions", result.ignored);
  json.key("missing").begin_object();
  for (const auto& [kind, ids] : result.missing) {
    json.key(kind).begin_array();
    for (const std::string& id : ids) json.value(std::string_view{id});
    json.end_array();
  }
  json.end_object();
  if (!result.by.empty()) {
    json.key("by").begin_object().member("field", result.by).key("groups").begin_object();
    for (const auto& [value, group] : result.groups) {
      json.key(value).begin_object();
      write_report(json, group);
      json.member("signature", group.signature).end_object();
    }
    json.end_object().end_object();
  }
  json.member("signature", result.all.signature).end_object();
  out += '\n';
}

MHQA_INLINE void append_evaluation_table(std::string& out, const evaluation_reports& result) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{}, rules of {}, {}\n\n", result.all.dataset, result.all.rules.name.view(),
                 result.all.rules.scale == 100 ? "percent" : "fractions of 1");

  std::vector<std::pair<std::string, const report*>> columns{{"all", &result.all}};
  for (const auto& [value, group] : result.groups)
    columns.emplace_back(value.empty() ? "(none)" : one_line(value), &group);
  std::size_t name_width = 0;
  for (const named_score& s : result.all.scores) name_width = std::max(name_width, s.name.size());
  for (const named_count& c : result.all.counts) name_width = std::max(name_width, c.name.size());
  const auto width = [](const std::string& title) { return std::max<std::size_t>(title.size(), 10); };

  fmt::format_to(to, "{:{}}", "", name_width);
  for (const auto& [title, unused] : columns) fmt::format_to(to, "  {:>{}}", title, width(title));
  out += '\n';
  const auto rows = [&]<class T>(std::vector<T> report::*list, auto&& shown) {
    for (const T& one : result.all.*list) {
      fmt::format_to(to, "{:{}}", one.name, name_width);
      for (const auto& [title, r] : columns) {
        const auto found =
            std::find_if((r->*list).begin(), (r->*list).end(), [&](const T& s) { return s.name == one.name; });
        fmt::format_to(to, "  {:>{}}", shown(found == (r->*list).end() ? nullptr : &*found), width(title));
      }
      out += '\n';
    }
  };
  rows(&report::scores, [](const named_score* s) {
    return s != nullptr && s->value ? fmt::format("{:.6f}", *s->value) : std::string{"-"};
  });
  rows(&report::counts, [](const named_count* c) { return c == nullptr ? std::uint64_t{0} : c->value; });
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

}  // namespace mhqa::inline v0_1::io
