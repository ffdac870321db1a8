// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of contexts.hpp.
#pragma once

#include <mhqa/compose/contexts.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/graph/shapes.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE single_hop_pool with_corpus(single_hop_pool pool, std::span<const context_paragraph> corpus) {
  pool.paragraphs.insert(pool.paragraphs.end(), corpus.begin(), corpus.end());
  return pool;
}

MHQA_INLINE std::string context_query(const single_hop_pool& pool, const composition& c) {
  std::string out;
  for (const std::uint32_t q : c.steps()) {
    std::string text{pool.questions[q].question};
    for (std::size_t step = 0; step + 1 < c.steps().size(); ++step) {  // the last answer is the final one
      text = mask_mentions(text, pool.questions[c.questions[step]].answer);
    }
    if (!out.empty()) out += ' ';
    out += text;
  }
  return out;
}

namespace detail {

MHQA_INLINE bool context_builder::is_source(std::uint32_t p) const {
  if (options_.source == distractor_source::gold) return gold_[p];
  const std::size_t size = count_words(pool_.paragraphs[p].text);
  return size >= options_.min_corpus_words && size <= options_.max_corpus_words;
}

MHQA_INLINE std::vector<bool> gold_paragraphs(const single_hop_pool& pool) {
  std::vector<bool> gold(pool.paragraphs.size(), false);
  for (const single_hop& q : pool.questions) gold[q.paragraph] = true;
  return gold;
}

MHQA_INLINE std::vector<std::uint32_t> supports_of(const single_hop_pool& pool, const composition& c) {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t q : c.steps()) out.push_back(pool.questions[q].paragraph);
  return out;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
