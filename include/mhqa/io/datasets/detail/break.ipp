// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of break.hpp.
#pragma once

#include <mhqa/io/datasets/break.hpp>

namespace mhqa::inline v0_1::io::break_qdmr {
namespace detail {

MHQA_INLINE std::optional<std::vector<std::string_view>> read_list(std::string_view text) {
  std::vector<std::string_view> items;
  if (!text.starts_with('[') || !text.ends_with(']') || text.size() < 2) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  while (!text.empty()) {
    const char quote = text.front();
    if (quote != '\'' && quote != '"') return std::nullopt;
    const std::size_t close = text.find(quote, 1);
    if (close == std::string_view::npos) return std::nullopt;
    items.push_back(text.substr(1, close - 1));
    text.remove_prefix(close + 1);
    if (text.empty()) break;
    if (!text.starts_with(", ") || text.size() == 2) return std::nullopt;
    text.remove_prefix(2);
  }
  return items;
}

}  // namespace detail

MHQA_INLINE records::records(const std::string& path) : rows_{path} {
  id_ = rows_.column("question_id");
  question_ = rows_.column("question_text");
  decomposition_ = rows_.column("decomposition");
  for (std::size_t i = 0; i < rows_.columns().size(); ++i) {
    if (rows_.columns()[i] == "operators") operators_ = i;
    if (rows_.columns()[i] == "split") split_ = i;
  }
}

MHQA_INLINE std::optional<record> records::next() {
  const auto row = rows_.next();
  if (!row) return std::nullopt;
  record r;
  r.id = (*row)[id_];
  r.question = (*row)[question_];
  r.decomposition = (*row)[decomposition_];
  if (split_) r.split = (*row)[*split_];
  if (r.id.empty()) fail(r, "question_id", "expected an id");
  if (operators_) {
    auto operators = detail::read_list((*row)[*operators_]);
    if (!operators) fail(r, "operators", "expected a list like ['select', 'filter']");
    r.operators = std::move(*operators);
  }
  return r;
}

MHQA_INLINE place records::where(const record& r, std::string_view field) const {
  place out = rows_.where();
  out.id = r.id;
  out.field = field;
  return out;
}

}  // namespace mhqa::inline v0_1::io::break_qdmr
