// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of a BM25 index in bytes: a header, the postings of each term, and tables, each aligned to 8 bytes, in the
// machine's byte order. A posting is a document and a count; weights are computed when a list is read.
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace mhqa::inline v0_1 {

/// A document that contains a term, and the term's contribution to its score.
struct posting {
  std::uint32_t document;
  float weight;

  friend constexpr bool operator==(const posting&, const posting&) = default;
};

namespace detail {

struct bm25_header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint64_t size;  // of the whole block, in bytes
  std::uint64_t documents;
  std::uint64_t terms;
  std::uint64_t postings;
  std::uint64_t list_bytes;  // of the postings of all terms
  std::uint64_t slots;
  std::uint64_t name_bytes;
  std::uint64_t tokens;
  std::uint64_t many;  // counts that do not fit into a byte
  double k1;
  double b;
  double delta;
  std::uint32_t idf;
  std::uint32_t saturation;
  std::uint64_t analyzer;  // analyzer_key(); 0 if the analyzer has none
  // A shard has the terms, weights and largest weights of the whole index, and lists of its own documents.
  std::uint64_t all_documents;  // of the whole index
  std::uint64_t all_tokens;
  std::uint64_t first_document;  // the number of the shard's first document in the whole index
};
static_assert(sizeof(bm25_header) == 152 && std::is_trivially_copyable_v<bm25_header>);

inline constexpr std::array<char, 8> bm25_magic{'m', 'h', 'q', 'a', 'B', 'M', '2', '5'};
inline constexpr std::uint32_t bm25_version = 5;
inline constexpr std::uint32_t bm25_byte_order = 0x01020304;

// A count that does not fit into a byte, where the list has `many_count`.
struct bm25_many {
  std::uint32_t term;
  std::uint32_t document;
  std::uint32_t count;
};
inline constexpr std::uint8_t many_count = 255;

// Where the sections begin; each is padded with zeros to a multiple of 8 bytes.
struct bm25_layout {
  std::size_t lists;       // the terms' lists, each as list_layout says
  std::size_t first;       // u64[terms + 1]: a term's first byte in `lists`
  std::size_t name_first;  // u64[terms + 1]: its first byte in `names`
  std::size_t frequency;   // u32[terms]: documents that contain it, of the shard's own
  std::size_t idf;         // f32[terms]: its inverse document frequency
  std::size_t absent;      // f32[terms]: its weight in documents without it (0 except in bm25l and bm25_plus)
  std::size_t bounds;      // f32[terms]: the largest weight of its postings in the whole index
  std::size_t slots;       // u32[slots]: hash table of term numbers
  std::size_t lengths;     // u32[documents]: number of terms, repeats counted
  std::size_t many;        // bm25_many[many]: by term, then by document
  std::size_t names;       // the terms' bytes
  std::size_t end;
};

// Returns nothing if the sum overflows.
[[nodiscard]] std::optional<bm25_layout> layout_of(const bm25_header& header) noexcept;

// How a list names its documents.
enum class list_kind : std::uint8_t {
  wide,    // u32 each: rare terms
  narrow,  // the lower bits each, and where each run of documents begins
  dense    // a bit per document: frequent terms
};

// A term in more than one document of this many is dense; one with more than this many per 65,536 is narrow.
inline constexpr std::uint64_t dense_share = 32;
inline constexpr std::uint64_t narrow_share = 4;
// A run has as few documents as leave it this many postings on average, so that one cache line holds them.
inline constexpr std::uint64_t run_share = 16;
inline constexpr unsigned most_run_bits = 16;
// The largest weight is known for each block of so many postings; of a dense list, of so many words of 64 documents.
inline constexpr std::uint64_t block_postings = 128;
inline constexpr std::uint64_t block_words = 8;

// Where the parts of one term's list begin, from its first byte, which is at a multiple of 8.
struct list_layout {
  list_kind kind;
  std::uint64_t units;      // dense: words of 64 documents; narrow: runs; wide: 0
  unsigned run_bits;        // narrow: a run has 2^run_bits documents; else 0
  std::uint64_t blocks;     // 0 if one block is the whole list
  std::uint64_t documents;  // u64[units], u16[frequency] or u32[frequency]
  std::uint64_t before;     // dense: u32[units], postings before each word; narrow: u32[units + 1], before each run
  std::uint64_t maxima;     // f32[blocks]
  std::uint64_t counts;     // u8[frequency]
  std::uint64_t size;       // a multiple of 8
};

[[nodiscard]] constexpr list_layout list_layout_of(std::uint64_t frequency, std::uint64_t documents) noexcept {
  list_layout out{};
  std::uint64_t at = 0;
  const auto part = [&at](std::uint64_t bytes) {
    const std::uint64_t begin = at;
    at += bytes;
    return begin;
  };
  const auto runs_of = [documents](unsigned bits) { return (documents + (std::uint64_t{1} << bits) - 1) >> bits; };
  const std::uint64_t blocks = (frequency + block_postings - 1) / block_postings;
  if (frequency * dense_share > documents) {
    out.kind = list_kind::dense;
    out.units = (documents + 63) / 64;
    out.blocks = (out.units + block_words - 1) / block_words;
    if (out.blocks == 1) out.blocks = 0;
    out.documents = part(8 * out.units);
    out.before = part(4 * out.units);
    out.maxima = part(4 * out.blocks);
  } else if (frequency > narrow_share * runs_of(most_run_bits)) {
    out.kind = list_kind::narrow;
    out.run_bits = most_run_bits;
    while (run_share * runs_of(out.run_bits - 1) <= frequency) --out.run_bits;
    out.units = runs_of(out.run_bits);
    out.blocks = blocks > 1 ? blocks : 0;
    out.before = part(4 * (out.units + 1));
    out.maxima = part(4 * out.blocks);
    out.documents = part(2 * frequency);
  } else {
    out.kind = list_kind::wide;
    out.blocks = blocks > 1 ? blocks : 0;
    out.maxima = part(4 * out.blocks);
    out.documents = part(4 * frequency);
  }
  out.counts = part(frequency);
  out.size = (at + 7) / 8 * 8;
  return out;
}

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_layout.ipp>
#endif
