// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of corpus_file.hpp.
#pragma once

#include <mhqa/io/corpus_file.hpp>

#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <array>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE std::size_t paragraph_hash::operator()(const paragraph_key& p) const noexcept {
  const hash_key key = process_hash_key();
  return keyed_hash(p.second, {key.first ^ keyed_hash(p.first, key), key.second});
}

}  // namespace detail

MHQA_INLINE void loaded_corpus::add(std::string_view id, std::string_view title, std::string_view content) {
  paragraphs.push_back({text.store(title), text.store(content)});
  ids.push_back(text.store(id));
}

MHQA_INLINE void loaded_corpus::add_once(std::string_view id, std::string_view title, std::string_view content) {
  if (known.contains({title, content})) {
    ++merged;
    return;
  }
  add(id, title, content);
  known.insert({paragraphs.back().title, paragraphs.back().text});
}

namespace detail {

MHQA_INLINE std::optional<data_layout> find_context_layout(std::string_view head) {
  constexpr std::array<std::pair<record_layout, data_layout>, 7> known{
      {{record_layout::drop, data_layout::drop},
       {record_layout::flashrag, data_layout::flashrag},
       {record_layout::verl, data_layout::verl},
       {record_layout::musique, data_layout::musique},
       {record_layout::twowiki, data_layout::twowiki},
       {record_layout::hotpotqa, data_layout::hotpotqa},
       {record_layout::squad, data_layout::squad}}};
  const auto found = find_layout_of_head(head, {known[0].first, known[1].first, known[2].first, known[3].first,
                                                known[4].first, known[5].first, known[6].first});
  const bool titled = found == record_layout::twowiki || found == record_layout::hotpotqa;
  if (titled && !head_has(head, "context", true)) return std::nullopt;
  for (const auto& [layout, reads] : known) {
    if (found == layout) return reads;
  }
  return std::nullopt;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1::io
