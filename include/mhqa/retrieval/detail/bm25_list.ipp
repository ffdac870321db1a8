// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_list.hpp.
#pragma once

#include <mhqa/retrieval/bm25_list.hpp>

#include <bit>
#include <functional>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE unsigned lowest_bit(std::uint64_t bits) noexcept {
#if defined(__GNUC__)
  return static_cast<unsigned>(__builtin_ctzll(bits));
#else
  return static_cast<unsigned>(std::countr_zero(bits));
#endif
}

MHQA_INLINE unsigned count_bits(std::uint64_t bits) noexcept {
#if defined(__POPCNT__) || !defined(__GNUC__)
  return static_cast<unsigned>(std::popcount(bits));
#else
  bits -= bits >> 1U & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + (bits >> 2U & 0x3333333333333333U);
  return static_cast<unsigned>(((bits + (bits >> 4U)) & 0x0F0F0F0F0F0F0F0FU) * 0x0101010101010101U >> 56U);
#endif
}

MHQA_INLINE void prefetch([[maybe_unused]] const void* from) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(from);
#endif
}

}  // namespace detail

MHQA_INLINE float posting_list::weight_of(std::uint32_t document) const noexcept {
  detail::list_match found{};
  return match(std::span{&document, 1}, std::identity{}, &found) == 0 ? 0 : weight_at(document, found.place);
}

MHQA_INLINE std::uint8_t posting_list::least_count(double weight) const noexcept {
  std::uint8_t count = 1;
  while (count < detail::bm25_weights::table_counts &&
         double{(*weights_)(term_, count, weights_->shortest())} * length_slack < weight) {
    ++count;
  }
  return count;
}

MHQA_INLINE posting_list::posting_list(const std::byte* at, std::size_t size, std::uint64_t documents, float bound,
                                       detail::term_weight term, const detail::bm25_weights& weights,
                                       const std::uint32_t* lengths, std::span<const detail::bm25_many> many) noexcept
    : layout_{detail::list_layout_of(size, documents)},
      size_{size},
      documents_{documents},
      bits_{reinterpret_cast<const std::uint64_t*>(at + layout_.documents)},
      narrow_{reinterpret_cast<const std::uint16_t*>(at + layout_.documents)},
      wide_{reinterpret_cast<const std::uint32_t*>(at + layout_.documents)},
      before_{reinterpret_cast<const std::uint32_t*>(at + layout_.before)},
      maxima_{reinterpret_cast<const float*>(at + layout_.maxima)},
      counts_{reinterpret_cast<const std::uint8_t*>(at + layout_.counts)},
      lengths_{lengths},
      weights_{&weights},
      many_{many},
      term_{term},
      bound_{bound} {}

MHQA_INLINE std::uint32_t posting_list::count(std::uint32_t document, std::size_t place) const noexcept {
  const std::uint32_t count = counts_[place];
  return count == detail::many_count ? large_count(document) : count;
}

MHQA_INLINE std::uint32_t posting_list::large_count(std::uint32_t document) const noexcept {
  const auto at = std::lower_bound(many_.begin(), many_.end(), document,
                                   [](const detail::bm25_many& m, std::uint32_t d) { return m.document < d; });
  return at != many_.end() && at->document == document ? at->count : detail::many_count;
}

namespace detail {

MHQA_INLINE float write_list(std::byte* at, const list_layout& layout, std::span<const std::uint32_t> documents,
                             std::span<const std::uint8_t> counts, term_weight term, const bm25_weights& weights,
                             const std::uint32_t* lengths, std::span<const bm25_many> many) {
  auto* const before = reinterpret_cast<std::uint32_t*>(at + layout.before);
  auto* const maxima = reinterpret_cast<float*>(at + layout.maxima);
  float bound = 0;
  std::size_t next_many = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::uint32_t document = documents[i];
    const std::uint32_t count = counts[i] == many_count ? many[next_many++].count : counts[i];
    const float weight = weights(term, count, lengths[document]);
    bound = std::max(bound, weight);
    if (layout.blocks != 0) {
      float& most =
          maxima[layout.kind == list_kind::dense ? document / (64 * block_words) : i / std::size_t{block_postings}];
      most = std::max(most, weight);
    }
    switch (layout.kind) {
      case list_kind::dense:
        reinterpret_cast<std::uint64_t*>(at + layout.documents)[document / 64] |= std::uint64_t{1} << (document % 64U);
        break;
      case list_kind::narrow:
        reinterpret_cast<std::uint16_t*>(at + layout.documents)[i] =
            static_cast<std::uint16_t>(document & ((std::uint32_t{1} << layout.run_bits) - 1));
        ++before[(document >> layout.run_bits) + 1];
        break;
      case list_kind::wide:
        reinterpret_cast<std::uint32_t*>(at + layout.documents)[i] = document;
        break;
    }
    reinterpret_cast<std::uint8_t*>(at + layout.counts)[i] = counts[i];
  }
  if (layout.kind == list_kind::narrow) {
    for (std::uint64_t run = 0; run < layout.units; ++run) before[run + 1] += before[run];
  } else if (layout.kind == list_kind::dense) {
    const auto* const bits = reinterpret_cast<const std::uint64_t*>(at + layout.documents);
    for (std::uint64_t word = 1; word < layout.units; ++word) {
      before[word] = before[word - 1] + static_cast<std::uint32_t>(std::popcount(bits[word - 1]));
    }
  }
  return bound;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
