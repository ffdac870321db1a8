// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads answers with citations and verdicts: {"id", "documents": n, "statements": [{"citations": [0, 2], "supported":
// true, "alone": [true, false], "without": [null, true]}]}.
//   citation_totals all = io::score_citations("judged.jsonl", [](std::string_view row) {});
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/citations.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

[[nodiscard]] cited_statement read_statement(json_value value);

/// Appends what identifies a statement's citations and verdicts.
void append_statement(std::string& out, const cited_statement& one);

}  // namespace detail

/// The scores of a file, and what identifies its verdicts.
struct citation_report {
  citation_totals totals{};
  data_fingerprint data{};

  [[nodiscard]] std::string signature() const;
};

/// Scores a file of answers; `row` takes a line {"id", "recall", "precision"} for each.
///
/// Errors: data_error for a record without id or statements, an id that is there twice, a list of verdicts of another
///         length than the citations, a verdict that decides and is missing, and a file without statements
template <class Row>
[[nodiscard]] citation_report score_citations(const std::string& path, Row&& row) {
  citation_report out;
  std::unordered_set<std::string> ids;
  std::string line;
  json_records records{path};
  while (auto record = records.next()) {
    std::string id;
    std::size_t documents = std::numeric_limits<std::size_t>::max();
    std::vector<cited_statement> statements;
    bool has_statements = false;
    record->object([&](std::string_view key, json_value value) {
      if (key == "id") {
        id = value.context().id = value.string();
      } else if (key == "documents") {
        documents = static_cast<std::size_t>(value.natural());
      } else if (key == "statements") {
        has_statements = true;
        value.array([&](json_value one) { statements.push_back(detail::read_statement(one)); });
      }
    });
    record->context().require(!id.empty(), "id");
    record->context().require(has_statements, "statements");
    if (!ids.insert(id).second) record->context().fail("expected each id once, found it twice");
    const citation_counts counts = with_place(path, id, [&] { return count_citations(statements, documents); });
    out.totals.add(counts);
    line.clear();
    for (const cited_statement& one : statements) detail::append_statement(line, one);
    out.data.add(id, line);
    line.clear();
    json_writer{line}
        .begin_object()
        .member("id", std::string_view{id})
        .member("recall", counts.recall())
        .member("precision", counts.precision())
        .end_object();
    line += '\n';
    row(std::string_view{line});
    record->context().id = {};
  }
  if (out.totals.answers() == 0) throw_data_error({.file = path}, "expected answers with statements, found none");
  return out;
}

/// Appends what `mhqa eval citations` prints, or one JSON object.
void append_citations(std::string& out, const citation_report& report, bool as_json);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/citation_files.ipp>
#endif
