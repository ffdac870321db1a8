// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of long_context.hpp.
#pragma once

#include <mhqa/probe/long_context.hpp>

#include <mhqa/text/normalize.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::size_t word_count(std::string_view text) {
  std::size_t count = 0;
  split_whitespace(text, [&](std::string_view) { ++count; });
  return count;
}

namespace detail {

MHQA_INLINE context_filler::context_filler(const short_context& question, const long_context_pool& pool,
                                           std::size_t room, draws& random)
    : question_{question}, pool_{pool}, room_{room}, random_{random} {
  titles_.insert(question.titles.begin(), question.titles.end());
  for (const std::string_view answer : question.answers) {
    std::string plain = ' ' + normalize(answer) + ' ';
    if (plain.size() > 2) answers_.push_back(std::move(plain));
  }
}

MHQA_INLINE std::vector<placed_paragraph> context_filler::fill() {
  std::vector<std::size_t> own(question_.lengths.size());
  std::iota(own.begin(), own.end(), std::size_t{0});
  shuffle(own);
  for (const std::size_t i : own) {
    const bool support = std::find(question_.supports.begin(), question_.supports.end(), i) != question_.supports.end();
    if (!support) take(i, true, question_.lengths[i]);
  }
  const auto all = pool_.paragraphs();
  std::vector<std::size_t> others(all.size());
  std::iota(others.begin(), others.end(), std::size_t{0});
  // One step of a shuffle at a time: most of the pool is never looked at.
  std::size_t misses = 0;
  for (std::size_t i = 0; i < others.size() && misses < most_misses && room_ != 0; ++i) {
    std::swap(others[i], others[i + random_.below(others.size() - i)]);
    const long_context_pool::paragraph& one = all[others[i]];
    if (one.length > room_) {
      ++misses;
    } else if (fits(one)) {
      take(others[i], false, one.length);
      misses = 0;
    }
  }
  shuffle(out_);
  return std::move(out_);
}

MHQA_INLINE void context_filler::take(std::size_t index, bool own, std::size_t length) {
  if (length > room_) return;
  room_ -= length;
  out_.push_back({index, own});
}

MHQA_INLINE bool context_filler::fits(const long_context_pool::paragraph& one) const {
  if (titles_.count(one.title) != 0) return false;
  const std::string plain = ' ' + normalize(one.title + ' ' + one.text) + ' ';
  return std::none_of(answers_.begin(), answers_.end(),
                      [&](const std::string& answer) { return plain.find(answer) != std::string::npos; });
}

}  // namespace detail

MHQA_INLINE long_context lengthen(const short_context& question, const long_context_pool& pool,
                                  const long_context_options& options) {
  long_context out;
  if (question.supports.empty()) return {.why = long_context_skip::no_supports};
  for (const std::uint32_t support : question.supports) out.length += question.lengths[support];
  if (out.length > options.length) return {.why = long_context_skip::supports_too_long};
  draws random{options.seed, question.id, 0x6C656E67};
  std::vector<double> wanted(question.supports.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = options.depths.empty() ? std::ldexp(static_cast<double>(random() >> 11U), -53)
                                       : options.depths[std::min(i, options.depths.size() - 1)];
  }
  detail::context_filler filler{question, pool, options.length - out.length, random};
  const std::vector<placed_paragraph> others = filler.fill();
  if (filler.room() > options.length / 10) return {.why = long_context_skip::pool_too_small};

  std::vector<std::size_t> before(others.size() + 1, 0);  // length of the distractors before each gap
  for (std::size_t i = 0; i < others.size(); ++i) {
    before[i + 1] =
        before[i] + (others[i].own ? question.lengths[others[i].index] : pool.paragraphs()[others[i].index].length);
  }
  const auto all = static_cast<double>(before.back());
  out.length += before.back();
  std::vector<std::pair<std::size_t, std::size_t>> places;  // gap, support
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto distance = [&](std::size_t gap) {
      return std::fabs(static_cast<double>(before[gap]) - wanted[i] * all);
    };
    std::size_t best = 0;
    for (std::size_t gap = 1; gap < before.size(); ++gap) {
      if (distance(gap) < distance(best)) best = gap;
    }
    places.emplace_back(best, i);
    out.depths.push_back(all > 0 ? static_cast<double>(before[best]) / all : 0);
  }
  std::sort(places.begin(), places.end());
  auto next = places.begin();
  for (std::size_t gap = 0; gap <= others.size(); ++gap) {
    for (; next != places.end() && next->first == gap; ++next) {
      out.paragraphs.push_back({question.supports[next->second], true});
    }
    if (gap < others.size()) out.paragraphs.push_back(others[gap]);
  }
  return out;
}

}  // namespace mhqa::inline v0_1
