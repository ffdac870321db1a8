// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of search_report.hpp.
#pragma once

#include <mhqa/io/search_report.hpp>

#include <mhqa/printable.hpp>
#include <mhqa/utf8.hpp>

#include <fmt/core.h>

#include <iterator>

namespace mhqa::inline v0_1::io {

MHQA_INLINE std::string preview(std::string_view text, std::size_t most) {
  if (text.size() <= most) return one_line(text);
  return one_line(utf8::prefix(text, most)) + "…";
}

MHQA_INLINE std::string document_name(const search_index& index, std::uint32_t document) {
  const std::string_view id = index.id(document);
  return id.empty() ? std::to_string(index.index().first_document() + document) : std::string{id};
}

MHQA_INLINE void append_hits(std::string& out, const search_index& index, std::span<const search_hit> hits) {
  for (std::size_t rank = 0; rank < hits.size(); ++rank) {
    const context_paragraph p = index[hits[rank].document];
    fmt::format_to(std::back_inserter(out), "{:>3}  {:8.4f}  {:>8}  {}: {}\n", rank + 1, hits[rank].score,
                   preview(document_name(index, hits[rank].document), 40), preview(p.title, 40), preview(p.text, 80));
  }
}

MHQA_INLINE void append_hits_json(std::string& out, std::string_view query, const search_index& index,
                                  std::span<const search_hit> hits) {
  for (std::size_t rank = 0; rank < hits.size(); ++rank) {
    const context_paragraph p = index[hits[rank].document];
    json_writer json{out};
    json.begin_object().member("query", query).member("rank", rank + 1);
    json.member("document", index.index().first_document() + hits[rank].document);
    if (!index.id(hits[rank].document).empty()) json.member("id", index.id(hits[rank].document));
    json.member("score", hits[rank].score).member("title", p.title).member("text", p.text).end_object();
    out += '\n';
  }
}

}  // namespace mhqa::inline v0_1::io
