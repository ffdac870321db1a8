// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pair_part.hpp.
#pragma once

#include <mhqa/compose/pair_part.hpp>

#include <mhqa/bytes.hpp>
#include <mhqa/compose/detail/candidate_order.hpp>
#include <mhqa/compose/detail/pair_scan.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/part_number.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {
namespace detail {

inline void save_flags(byte_writer& out, const std::vector<bool>& flags) {
  out.number(flags.size());
  for (const bool flag : flags) out.flag(flag);
}

[[nodiscard]] inline std::vector<bool> load_flags(byte_reader& in) {
  std::vector<bool> out(in.count(1));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = in.flag();
  return out;
}

}  // namespace detail

MHQA_INLINE std::string to_bytes(const pair_part& part) {
  using detail::joined;
  byte_writer out;
  detail::save_label(out, "pairs", part.label);
  out.number(part.pool);
  out.number(static_cast<std::uint64_t>(part.end));
  out.number(part.candidates);
  out.number(part.pairs.size());
  for (const question_pair& p : part.pairs) {
    out.number(joined(p.head, p.tail));
    out.number(joined(p.bridge.begin, p.bridge.size));
  }
  out.number(part.dropped.size());
  for (const reason_count& r : part.dropped) {
    out.text(r.reason);
    out.number(r.count);
  }
  out.number(part.heads.size());
  for (const std::uint32_t h : part.heads) out.number(h);
  out.number(part.tails.size());
  for (const pair_part::asked_tail& t : part.tails) {
    out.number(joined(t.mask.tail, t.mask.answer));
    out.number(t.context.size());
    for (std::size_t i = 0; i < t.context.size(); i += 2) {
      out.number(joined(t.context[i], i + 1 < t.context.size() ? t.context[i + 1] : 0));
    }
  }
  detail::save_flags(out, part.head_stays);
  detail::save_flags(out, part.tail_stays);
  return std::move(out).finish();
}

MHQA_INLINE pair_part read_pair_part(std::string_view bytes, const std::string& name) {
  using detail::high_of, detail::low_of;
  byte_reader in{bytes, name};
  pair_part out{.label = detail::load_label(in, "pairs")};
  out.pool = in.number();
  const std::uint64_t end = in.number();
  if (end > static_cast<std::uint64_t>(part_end::verdicts)) in.fail("expected how far the part goes");
  out.end = static_cast<part_end>(end);
  out.candidates = in.number();
  out.pairs.reserve(in.count(16));
  for (std::size_t left = out.pairs.capacity(); left != 0; --left) {
    const std::uint64_t questions = in.number(), bridge = in.number();
    out.pairs.push_back({high_of(questions), low_of(questions), {high_of(bridge), low_of(bridge)}});
  }
  for (std::size_t left = in.count(16); left != 0; --left) {
    std::string reason{in.text()};
    out.dropped.push_back({std::move(reason), in.number()});
  }
  for (std::size_t left = in.count(8); left != 0; --left) out.heads.push_back(low_of(in.number()));
  for (std::size_t left = in.count(16); left != 0; --left) {
    pair_part::asked_tail& t = out.tails.emplace_back();
    const std::uint64_t mask = in.number();
    t.mask = {high_of(mask), low_of(mask)};
    const std::size_t size = in.count(4);
    for (std::size_t i = 0; i < size; i += 2) {
      const std::uint64_t two = in.number();
      t.context.push_back(high_of(two));
      if (i + 1 < size) t.context.push_back(low_of(two));
    }
  }
  out.head_stays = detail::load_flags(in);
  out.tail_stays = detail::load_flags(in);
  in.expect_end();
  const bool judged = out.end == part_end::verdicts;
  if (out.head_stays.size() != (judged ? out.heads.size() : 0) ||
      out.tail_stays.size() != (judged ? out.tails.size() : 0)) {
    in.fail("expected a verdict on each request");
  }
  return out;
}

MHQA_INLINE merged_pairs::merged_pairs(std::vector<pair_part> parts) {
  expect_all_parts(parts);
  for (const pair_part& part : parts) {
    if (part.end == parts.front().end) continue;
    throw_data_error({.file = part.label.name}, "the part does not end after the same stage as part 0", errc::mismatch);
  }
  parts_ = std::make_shared<std::vector<pair_part>>(std::move(parts));
}

MHQA_INLINE std::vector<std::uint32_t> merged_pairs::questions_of_pairs(std::uint64_t whole,
                                                                        std::uint32_t questions) const {
  std::vector<std::uint32_t> out;
  for (const pair_part& part : *parts_) {
    const auto refuse = [&](const char* problem) {
      throw_data_error({.file = part.label.name}, problem, errc::mismatch);
    };
    if (part.end != part_end::pairs) refuse("expected a part that ends with its pairs (`until` pairs)");
    if (part.pool != whole) refuse("the part was made from other good questions");
    for (const question_pair& p : part.pairs) {
      if (p.head >= questions || p.tail >= questions) refuse("the part has a pair that is not in the pool");
      out.push_back(p.head);
      out.push_back(p.tail);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  return out;
}

MHQA_INLINE void merged_pairs::move_to(const single_hop_pool& part) {
  const auto position = [&](std::uint32_t place) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(part.places, place) - part.places.begin());
  };
  const std::uint64_t pool = fingerprint(part);
  for (pair_part& one : *parts_) {
    one.pool = pool;
    for (question_pair& p : one.pairs) {
      p.head = position(p.head);
      p.tail = position(p.tail);
    }
  }
}

MHQA_INLINE connection_plan merged_pairs::plan(const pair_set& in, const compose_options& options) const {
  check_pool(*parts_, in.questions.pool());
  std::vector<const pair_part::asked_tail*> tails;
  for (const pair_part& part : *parts_) {
    for (const pair_part::asked_tail& t : part.tails) tails.push_back(&t);
  }
  std::sort(tails.begin(), tails.end(), [](const auto* a, const auto* b) { return a->mask < b->mask; });
  const auto contexts = [&](connection_plan& of) {
    auto at = tails.begin();
    for (std::size_t i = 0; i < of.masks.size(); ++i) {
      at = std::find_if(at, tails.end(), [&](const auto* t) { return t->mask == of.masks[i]; });
      expect_requests(at != tails.end());
      of.tails[i].context = (*at)->context;
    }
  };
  return plan_connection_with(in.questions.pool(), in.questions.words(), in.items, options.seed, options.connection,
                              contexts);
}

MHQA_INLINE void merged_pairs::check_pool(const std::vector<pair_part>& parts, const single_hop_pool& pool) {
  const bool named = !parts.empty() && parts.front().end != part_end::pairs;  // paragraphs, by their numbers
  const std::uint64_t expected = named ? fingerprint_with_paragraphs(pool) : fingerprint(pool);
  for (const pair_part& part : parts) {
    const auto refuse = [&](const char* problem) {
      throw_data_error({.file = part.label.name}, problem, errc::mismatch);
    };
    if (part.pool != expected) refuse("the part was made from other good questions");
    for (const question_pair& p : part.pairs) {
      const bool known = p.head < pool.questions.size() && p.tail < pool.questions.size();
      const std::size_t size = known ? pool.questions[p.tail].question.size() : 0;
      if (!known || p.bridge.begin > size || p.bridge.size > size - p.bridge.begin) {
        refuse("the part has a pair that is not in the pool");
      }
    }
    for (const pair_part::asked_tail& t : part.tails) {
      for (const std::uint32_t p : t.context) {
        if (p >= pool.paragraphs.size()) refuse("the part has a paragraph that is not in the pool");
      }
    }
  }
}

namespace detail {

// Returns the pairs of a bridge that several parts have found as one piece gives them: in its order, up to the limit.
[[nodiscard]] inline std::vector<question_pair> in_one_piece(std::vector<question_pair> pairs, const pair_index& index,
                                                             std::size_t bridge, const pair_limits& limits) {
  std::sort(pairs.begin(), pairs.end());
  const std::size_t most =
      limits.pairs_per_bridge == 0 ? pairs.size() : std::min<std::size_t>(pairs.size(), limits.pairs_per_bridge);
  const auto heads = index.heads(bridge), tails = index.tails(bridge);
  const std::uint64_t rows = std::uint64_t{heads.size()} * tails.size();
  if (limits.candidates_per_bridge == 0 || rows <= limits.candidates_per_bridge) {
    pairs.resize(most);
    return pairs;
  }
  std::vector<question_pair> out;
  candidate_order order = order_of(index, bridge, limits.candidates_per_bridge, limits.seed);
  for (std::uint64_t i = 0; i < limits.candidates_per_bridge && out.size() < most; ++i) {
    const std::uint64_t at = order.next();
    const question_pair wanted{heads[at / tails.size()], tails[at % tails.size()], {}};
    const auto found = std::lower_bound(pairs.begin(), pairs.end(), wanted);
    if (found != pairs.end() && found->head == wanted.head && found->tail == wanted.tail) out.push_back(*found);
  }
  return out;
}

}  // namespace detail

MHQA_INLINE outcome<pair_set> merged_pairs::merge_pairs(const std::vector<pair_part>& parts, const good_set& in,
                                                        const compose_options& options) {
  const pool_words& words = in.questions.words();
  check_pool(parts, in.questions.pool());
  outcome<pair_set> out{{in.questions, {}}, {}};
  std::vector<question_pair>& pairs = out.kept.items;
  std::uint64_t candidates = 0;
  std::vector<reason_count> dropped;
  for (const pair_part& part : parts) {
    pairs.insert(pairs.end(), part.pairs.begin(), part.pairs.end());
    candidates += part.candidates;
    if (merged_questions::add_counts(dropped, part.dropped)) continue;
    throw_data_error({.file = part.label.name}, "the part was made with other rules than part 0", errc::mismatch);
  }
  // Bridges stand in the order of the first question with their answer.
  const std::vector<std::uint32_t> first = first_with_answer(words);
  const auto bridge_of = [&](const question_pair& pair) { return first[words.answer_key(pair.head)]; };
  std::ranges::stable_sort(pairs, {}, bridge_of);
  if (parts.size() > 1) {
    pair_limits limits = options.pairs;
    limits.seed = options.seed;
    const pair_index index{in.questions.pool(), words};
    auto from = pairs.begin();
    for (std::size_t b = 0; b < index.bridges(); ++b) {
      // A part of a pool has all candidates of the bridges of which not all are examined.
      const bool whole = in.questions.pool().places.empty();
      if (whole && std::uint64_t{index.heads(b).size()} * index.tails(b).size() <= pair_index::undivided) continue;
      const std::uint32_t wanted = index.heads(b).front();
      from = std::ranges::lower_bound(from, pairs.end(), wanted, {}, bridge_of);
      const auto end = std::ranges::upper_bound(from, pairs.end(), wanted, {}, bridge_of);
      from = std::ranges::copy(detail::in_one_piece({from, end}, index, b, limits), from).out;
      for (; from != end; ++from) *from = {.head = pool_words::unknown};
    }
    const std::uint64_t over_cap = std::erase_if(pairs, [](const auto& p) { return p.head == pool_words::unknown; });
    for (reason_count& r : dropped) r.count += r.reason == over_cap_reason ? over_cap : 0;
  }
  out.counts.count("in", candidates);
  out.counts.count("out", pairs.size());
  out.counts.drop(dropped);
  return out;
}

MHQA_INLINE connection_verdicts merged_pairs::verdicts(const connection_plan& plan) const {
  std::vector<std::pair<std::uint32_t, bool>> heads;
  std::vector<std::pair<masked_tail, bool>> tails;
  for (const pair_part& part : *parts_) {
    for (std::size_t i = 0; i < part.heads.size(); ++i) heads.emplace_back(part.heads[i], part.head_stays[i]);
    for (std::size_t i = 0; i < part.tails.size(); ++i) tails.emplace_back(part.tails[i].mask, part.tail_stays[i]);
  }
  std::sort(heads.begin(), heads.end());
  std::sort(tails.begin(), tails.end());
  connection_verdicts out;
  auto head = heads.begin();
  for (const reading_request& r : plan.heads) {
    head = std::find_if(head, heads.end(), [&](const auto& asked) { return asked.first == r.question; });
    expect_requests(head != heads.end());
    out.head_questions.push_back(head->first);
    out.heads.push_back(head->second);
  }
  auto tail = tails.begin();
  for (const masked_tail& mask : plan.masks) {  // plan() has found them all
    tail = std::find_if(tail, tails.end(), [&](const auto& asked) { return asked.first == mask; });
    out.tails.push_back(tail->second);
  }
  out.masks = plan.masks;
  return out;
}

}  // namespace mhqa::inline v0_1
