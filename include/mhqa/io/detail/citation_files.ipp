// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of citation_files.hpp.
#pragma once

#include <mhqa/io/citation_files.hpp>

#include <mhqa/io/json_fields.hpp>

#include <fmt/core.h>

#include <optional>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE cited_statement read_statement(json_value value) {
  cited_statement out;
  const auto read_verdict = [](json_value one) { return one.is_null() ? std::nullopt : std::optional{one.boolean()}; };
  const auto verdicts = [&](std::vector<std::optional<bool>>& to) {
    return [&](json_value list) { list.array([&](json_value one) { to.push_back(read_verdict(one)); }); };
  };
  const auto read_citation = [&](json_value one) { out.citations.push_back(static_cast<std::size_t>(one.natural())); };
  read_fields(value, required_field{"citations", [&](json_value list) { list.array(read_citation); }},
              optional_field{"supported", [&](json_value one) { out.supported = read_verdict(one); }},
              optional_field{"alone", verdicts(out.alone)}, optional_field{"without", verdicts(out.without)});
  for (const auto* given : {&out.alone, &out.without}) {
    if (given->empty() || given->size() == out.citations.size()) continue;
    value.context().fail("expected a verdict for each of the " + std::to_string(out.citations.size()) +
                         " citations, found " + std::to_string(given->size()));
  }
  return out;
}

MHQA_INLINE void append_statement(std::string& out, const cited_statement& one) {
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

MHQA_INLINE std::string citation_report::signature() const {
  return "citations|program:princeton-nlp/ALCE eval.py@5947208|scale:1|n:" + std::to_string(totals.answers()) +
         "|without-statements:" + std::to_string(totals.empty()) + ",left-out|data:" + data.text() +
         "|mhqa:" MHQA_VERSION_STRING;
}

MHQA_INLINE void append_citations(std::string& out, const citation_report& report, bool as_json) {
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

}  // namespace mhqa::inline v0_1::io
