// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The reports of an evaluation, of all questions and of groups, as the JSON that `mhqa eval --json` prints.
#pragma once

#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The reports of an evaluation.
struct evaluation_reports {
  report all;
  std::string by{};                                                        ///< the field of the groups; empty: none
  std::vector<std::pair<std::string, report>> groups{};                    ///< by its values
  std::map<std::string, std::vector<std::string>, std::less<>> missing{};  ///< ids by kind
  std::uint64_t ignored = 0;
};

/// Writes the members "scores" and "counts" of a report.
inline void write_report(json_writer& json, const report& r) {
  json.key("scores").begin_object();
  for (const named_score& s : r.scores) json.member(s.name, s.value);
  json.end_object().key("counts").begin_object();
  for (const named_count& c : r.counts) json.member(c.name, c.value);
  json.end_object();
}

/// Appends the object that `mhqa eval --json` prints.
///
/// Units: scores unrounded, on the published scale; null if undefined
inline void append_evaluation_json(std::string& out, const evaluation_reports& result) {
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

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
