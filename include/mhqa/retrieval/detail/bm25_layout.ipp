// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_layout.hpp.
#pragma once

#include <mhqa/retrieval/bm25_layout.hpp>

#include <mhqa/retrieval/vocabulary.hpp>

#include <limits>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::optional<bm25_layout> layout_of(const bm25_header& header) noexcept {
  bm25_layout out{};
  std::size_t at = sizeof(bm25_header);
  bool fits = true;
  const auto section = [&](std::uint64_t count, std::uint64_t width) {
    constexpr std::size_t room = std::numeric_limits<std::size_t>::max() / 2;
    const std::size_t begin = at;
    if (!fits || at > room || count > (room - at) / width) {
      fits = false;
    } else {
      at = (at + static_cast<std::size_t>(count * width) + 7) / 8 * 8;
    }
    return begin;
  };
  if (header.terms >= no_term || header.documents >= no_term) return std::nullopt;
  out.lists = section(header.list_bytes, 1);
  out.first = section(header.terms + 1, 8);
  out.name_first = section(header.terms + 1, 8);
  out.frequency = section(header.terms, 4);
  out.idf = section(header.terms, 4);
  out.absent = section(header.terms, 4);
  out.bounds = section(header.terms, 4);
  out.slots = section(header.slots, 4);
  out.lengths = section(header.documents, 4);
  out.many = section(header.many, sizeof(bm25_many));
  out.names = section(header.name_bytes, 1);
  out.end = at;
  return fits ? std::optional{out} : std::nullopt;
}

}  // namespace mhqa::inline v0_1::detail
