// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pair_index.hpp.
#pragma once

#include <mhqa/compose/pair_index.hpp>

#include <mhqa/compose/mentions.hpp>

#include <bit>

namespace mhqa::inline v0_1 {

MHQA_INLINE void pair_index::found::end_question(std::size_t size) {
  for (; size >= more; size -= more) counts.push_back(more);
  counts.push_back(static_cast<std::uint8_t>(size));
}

MHQA_INLINE void pair_index::found::append(const found& other) {
  keys.insert(keys.end(), other.keys.begin(), other.keys.end());
  counts.insert(counts.end(), other.counts.begin(), other.counts.end());
}

MHQA_INLINE void pair_index::found::clear() noexcept {
  keys.clear();
  counts.clear();
}

MHQA_INLINE pair_index::answers::answers(const pool_words& words)
    : table{words.distinct_answers()}, lengths(words.vocabulary(), 0) {
  for (std::uint32_t key = 0; key < words.distinct_answers(); ++key) {
    const auto answer = words.words_of_answer(key);
    if (answer.empty()) continue;
    lengths[answer[0]] |= std::uint64_t{1} << (std::min<std::size_t>(answer.size(), 64) - 1);
    longest = std::max(longest, answer.size());
    table.find_or_add(detail::hash_words(answer), key, [](std::uint32_t) { return false; });
  }
}

MHQA_INLINE void pair_index::finder::operator()(std::size_t begin, std::size_t end, found& out) {
  for (std::size_t i = begin; i < end; ++i) {
    for (const std::uint32_t word : words_.question(i)) detail::fetch(all_.lengths.data() + word);
  }
  runs_.clear();
  for (std::size_t i = begin; i < end; ++i) add_runs(i);
  for (const run& r : runs_) {
    if (const std::uint32_t key = all_.table.likely(r.hash); key != pool_words::unknown) words_.prefetch_answer(key);
  }
  for (const run& r : runs_) {
    const std::uint32_t key = all_.table.likely(r.hash);
    if (key != pool_words::unknown) words_.prefetch_answer_words(key);
  }
  std::size_t at = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t before = out.keys.size();
    for (; at < runs_.size() && runs_[at].question == i; ++at) {
      const run& r = runs_[at];
      const auto mentioned = words_.question(i).subspan(r.begin, r.size);
      const std::uint32_t key = all_.table.find(
          r.hash, [&](std::uint32_t known) { return std::ranges::equal(words_.words_of_answer(known), mentioned); });
      if (key != pool_words::unknown) out.keys.push_back(key);
    }
    const auto mine = out.keys.begin() + static_cast<std::ptrdiff_t>(before);
    if (out.keys.size() - before > 1) {
      std::sort(mine, out.keys.end());
      out.keys.erase(std::unique(mine, out.keys.end()), out.keys.end());
    }
    out.end_question(out.keys.size() - before);
  }
}

MHQA_INLINE void pair_index::finder::add_runs(std::size_t i) {
  const auto text = words_.question(i);
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    const std::uint64_t mask = all_.lengths[text[begin]];
    if (mask == 0) continue;
    const std::size_t most = std::min(
        (mask >> 63U) != 0 ? all_.longest : static_cast<std::size_t>(std::bit_width(mask)), text.size() - begin);
    std::uint64_t hash = detail::hash_words({});
    for (std::size_t n = 1; n <= most; ++n) {
      hash = detail::hash_word(hash, text[begin + n - 1]);
      if (((mask >> (std::min<std::size_t>(n, 64) - 1)) & 1U) == 0) continue;
      all_.table.prefetch(hash);
      runs_.push_back(
          {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(n), hash});
    }
  }
}

MHQA_INLINE void pair_index::collect(found mentioned, const part_number& part) {
  const std::vector<std::uint32_t> bridge = number_bridges(count_uses(mentioned), part);
  fill(tails_, tail_first_, [&](auto&& add) {
    mentioned.for_each([&](std::uint32_t key, std::uint32_t tail) {
      if (bridge[key] != pool_words::unknown) add(bridge[key], tail);
    });
  });
  mentioned = {};
  fill(heads_, head_first_, [&](auto&& add) {
    for (std::uint32_t i = 0; i < words_->questions(); ++i) {
      const std::uint32_t key = words_->answer_key(i);
      if (bridge[key] != pool_words::unknown) add(bridge[key], i);
    }
  });
  if (divides_) divide(part);
}

MHQA_INLINE std::optional<bool> pair_index::known_by_tail(std::uint32_t answer) const {
  if (known_.empty()) return std::nullopt;
  bridge_key key;
  for (const std::uint32_t word : words_->words_of_answer(answer)) key.add(words_->word(word));
  return known_.by_tail(key.value());
}

MHQA_INLINE void pair_index::divide(const part_number& part) {
  for (std::size_t b = 0; b < bridges(); ++b) {
    if (!is_divided(b)) continue;
    elsewhere_.resize(heads_.size() + tails_.size());
    const auto head = heads(b), tail = tails(b);
    const bool by_tail = known_by_tail(words_->answer_key(head.front())).value_or(tail.size() > head.size());
    const auto divided = by_tail ? tail : head, whole = by_tail ? head : tail;
    const std::size_t first = by_tail ? heads_.size() + tail_first_[b] : head_first_[b];
    for (std::size_t i = 0; i < divided.size(); ++i) {
      const bool mine = part.takes(pool_->questions[divided[i]].id);
      elsewhere_[first + i] = !mine;
      if (mine) candidates_ += whole.size() - (std::ranges::binary_search(whole, divided[i]) ? 1U : 0U);
    }
  }
}

MHQA_INLINE std::vector<pair_index::uses> pair_index::count_uses(const found& mentioned) const {
  std::vector<uses> out(words_->distinct_answers());
  mentioned.for_each([&](std::uint32_t key, std::uint32_t tail) {
    ++out[key].tails;
    out[key].both += words_->answer_key(tail) == key ? 1U : 0U;
  });
  for (std::size_t i = 0; i < words_->questions(); ++i) ++out[words_->answer_key(i)].heads;
  return out;
}

MHQA_INLINE std::vector<std::uint32_t> pair_index::number_bridges(const std::vector<uses>& all,
                                                                  const part_number& part) {
  std::vector<std::uint32_t> out(all.size(), pool_words::unknown);
  divides_ = part.count != 1;
  const std::vector<std::uint32_t> first = divides_ ? first_with_answer(*words_) : std::vector<std::uint32_t>{};
  head_first_.reserve(all.size() + 1);
  tail_first_.reserve(all.size() + 1);
  for (std::size_t key = 0; key < all.size(); ++key) {
    const std::uint64_t rows = std::uint64_t{all[key].heads} * all[key].tails;
    if (rows == all[key].both) continue;
    const bool whole = !divides_ || (rows <= undivided && !known_by_tail(static_cast<std::uint32_t>(key)));
    if (divides_ && whole && !part.takes(normalize(pool_->questions[first[key]].answer))) continue;
    out[key] = static_cast<std::uint32_t>(bridges());
    if (divides_) divided_.push_back(!whole);
    if (whole) candidates_ += rows - all[key].both;
    head_first_.push_back(head_first_.back() + all[key].heads);
    tail_first_.push_back(tail_first_.back() + all[key].tails);
  }
  return out;
}

}  // namespace mhqa::inline v0_1
