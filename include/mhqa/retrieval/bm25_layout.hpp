// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of a BM25 index in bytes: a header and ten sections, each aligned to 8 bytes, in the machine's byte order.
// The weight of each posting is precomputed.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/retrieval/vocabulary.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace mhqa {
inline namespace v0_1 {

/// A document that contains a term, and the term's contribution to its score.
struct posting {
  std::uint32_t document;
  float weight;

  friend constexpr bool operator==(const posting&, const posting&) = default;
};
static_assert(sizeof(posting) == 8);

namespace detail {

struct bm25_header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint64_t size;  // of the whole block, in bytes
  std::uint64_t documents;
  std::uint64_t terms;
  std::uint64_t postings;
  std::uint64_t slots;
  std::uint64_t name_bytes;
  std::uint64_t tokens;
  std::uint64_t dense;  // terms that have a bitmap
  double k1;
  double b;
  double delta;
  std::uint32_t idf;
  std::uint32_t saturation;
};
static_assert(sizeof(bm25_header) == 112 && std::is_trivially_copyable_v<bm25_header>);

inline constexpr std::array<char, 8> bm25_magic{'m', 'h', 'q', 'a', 'B', 'M', '2', '5'};
inline constexpr std::uint32_t bm25_version = 1;
inline constexpr std::uint32_t bm25_byte_order = 0x01020304;

// Where the sections begin; each is padded with zeros to a multiple of 8 bytes.
struct bm25_layout {
  std::size_t first;       // u64[terms + 1]: a term's first posting
  std::size_t name_first;  // u64[terms + 1]: its first byte in `names`
  std::size_t bounds;      // f32[terms]: the largest weight of its postings
  std::size_t absent;      // f32[terms]: its weight in documents without it (0 except in bm25l and bm25_plus)
  std::size_t slots;       // u32[slots]: hash table of term numbers
  std::size_t lengths;     // u32[documents]: number of terms, repeats counted
  std::size_t dense;       // u32[dense]: the terms with a bitmap, ascending
  std::size_t bitmaps;     // for each: u64[words] a bit per document, u32[words] postings before each word
  std::size_t names;       // the terms' bytes
  std::size_t postings;    // posting[postings]: by term, then by document
  std::size_t end;
};

// A term that more than one document in this many contains has a bitmap, which tests membership in O(1).
inline constexpr std::uint64_t bm25_sparse = 16;

[[nodiscard]] constexpr std::uint64_t bitmap_words(std::uint64_t documents) noexcept {
  return (documents + 63) / 64;
}
[[nodiscard]] constexpr std::uint64_t bitmap_bytes(std::uint64_t documents) noexcept {
  const std::uint64_t words = bitmap_words(documents);
  return words * 8 + (words + 1) / 2 * 8;
}

// Returns nothing if the sum overflows.
[[nodiscard]] inline std::optional<bm25_layout> layout_of(const bm25_header& header) noexcept {
  bm25_layout out{};
  std::size_t at = sizeof(bm25_header);
  bool fits = true;
  const auto section = [&](std::uint64_t count, std::uint64_t width) {
    constexpr std::size_t room = std::numeric_limits<std::size_t>::max() / 2;
    const std::size_t begin = at;
    if (!fits || (width != 0 && count > (room - at) / width)) {
      fits = false;
    } else {
      at = (at + static_cast<std::size_t>(count * width) + 7) / 8 * 8;
    }
    return begin;
  };
  if (header.terms >= no_term || header.documents >= no_term) return std::nullopt;
  out.first = section(header.terms + 1, 8);
  out.name_first = section(header.terms + 1, 8);
  out.bounds = section(header.terms, 4);
  out.absent = section(header.terms, 4);
  out.slots = section(header.slots, 4);
  out.lengths = section(header.documents, 4);
  out.dense = section(header.dense, 4);
  out.bitmaps = section(header.dense, bitmap_bytes(header.documents));
  out.names = section(header.name_bytes, 1);
  out.postings = section(header.postings, sizeof(posting));
  out.end = at;
  return fits ? std::optional{out} : std::nullopt;
}

}  // namespace detail

}  // namespace v0_1
}  // namespace mhqa
