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

#include <fmt/core.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

[[nodiscard]] inline cited_statement read_statement(json_value value) {
  cited_statement out;
  bool has_citations = false;
  const auto verdict = [](json_value one) { return one.is_null() ? std::nullopt : std::optional{one.boolean()}; };
  value.object([&](std::string_view key, json_value field) {
    if (key == "citations") {
      has_citations = true;
      field.array([&](json_value one) { out.citations.push_back(static_cast<std::size_t>(one.natural())); });
    } else if (key == "supported") {
      out.supported = verdict(field);
    } else if (key == "alone" || key == "without") {
      auto& to = key == "alone" ? out.alone : out.without;
      field.array([&](json_value one) { to.push_back(verdict(one)); });
    }
  });
  value.context().require(has_citations, "citations");
  for (const auto* given : {&out.alone, &out.without}) {
    if (given->empty() || given->size() == out.citations.size()) continue;
    value.context().fail("expected a verdict for each of the " + std::to_string(out.citations.size()) +
                         " citations, found " + std::to_string(given->size()));
  }
  return out;
}

/// Appends what identifies a statement's citations and verdicts.
inline void append_statement(std::string& out, const cited_statement& one) {
  const auto verdict = [&](const std::optional<bool>& given) { out += !given ? '?' : *given ? '+' : '-'; };
  verdict(one.supported);
  for (const std::size_t at : one.citations) out.append(" ").append(std::to_string(at));
  for (const auto* given : {&one.alone, &one.without}) {
    out += ';';
    for (const std::optional<bool>& each : *given) verdict(each);
  }
  out += '\n';
}

}  // namespace detail

/// The scores of a file, and what identifies its verdicts.
struct citation_report {
  citation_totals totals{};
  data_fingerprint data{};

  [[nodiscard]] std::string signature() const {
    return "citations|program:princeton-nlp/ALCE eval.py@5947208|scale:1|n:" + std::to_string(totals.answers()) +
           "|without-statements:" + std::to_string(totals.empty()) + ",left-out|data:" + data.text() +
           "|mhqa:" MHQA_VERSION_STRING;
  }
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
inline void append_citations(std::string& out, const citation_report& report, bool as_json) {
  const citation_totals& all = report.totals;
  const citation_counts& n = all.counts();
  if (!as_json) {
    out += fmt::format(
        "citation_recall {:.6f}\ncitation_precision {:.6f}\nn {}\nstatements {}\nsupported {}\ncitations {}\nneeded "
        "{}\n",
        all.recall(), all.precision(), all.answers(), n.statements, n.supported, n.citations, n.needed);
    if (n.outside != 0) out += fmt::format("outside {}\n", n.outside);
    if (all.empty() != 0) out += fmt::format("without_statements {}\n", all.empty());
    out += "signature " + report.signature() + "\n";
    return;
  }
  json_writer json{out, 2};
  json.begin_object().member("citation_recall", all.recall()).member("citation_precision", all.precision());
  json.member("answers", all.answers()).member("statements", n.statements).member("supported", n.supported);
  json.member("citations", n.citations).member("needed", n.needed).member("outside", n.outside);
  json.member("without_statements", all.empty()).member("signature", std::string_view{report.signature()}).end_object();
  out += '\n';
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
