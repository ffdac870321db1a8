// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The composable pairs of single-hop questions: as a parallel stream with counts by reason, or as a lazy range. Never
// holds all pairs at once (Trivedi et al. 2022, Sec. 5, S2).
//   auto counts = mhqa::for_each_pair(questions, rule, [&](const auto& pair) { … }, threads);
//   for (const auto& pair : mhqa::composable_pairs(questions, rule)) use(pair.head_question(), pair.tail_question());
#pragma once

#include <mhqa/compose/detail/pair_scan.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/single_hop.hpp>
#include <mhqa/parallel.hpp>

#include <range/v3/range/concepts.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Limits on the pairs of a frequent answer.
///
/// Shape: 0 means no limit. If a bridge has more candidates than `candidates_per_bridge`, this many are examined,
///        spread over heads and tails by the seed; of the pairs that pass, the first `pairs_per_bridge` are kept
struct pair_limits {
  std::uint64_t candidates_per_bridge = 0;
  std::uint64_t pairs_per_bridge = 0;
  std::uint64_t seed = 0;

  friend bool operator==(const pair_limits&, const pair_limits&) = default;
};

/// Counts of candidates: kept + over_cap + the reasons' counts = examined; examined + unexamined = candidates.
struct pair_counts {
  std::uint64_t candidates = 0;
  std::uint64_t unexamined = 0;       ///< beyond candidates_per_bridge
  std::uint64_t over_cap = 0;         ///< passed, but beyond pairs_per_bridge
  std::uint64_t kept = 0;             ///< passed to the sink
  std::vector<reason_count> dropped;  ///< by deciding name, in the rule's order

  friend bool operator==(const pair_counts&, const pair_counts&) = default;
};

/// The reason in the counts of S2 for pairs beyond pairs_per_bridge.
inline constexpr std::string_view over_cap_reason = "beyond-pairs-per-bridge";

/// A sink that only counts: no pair is made and no mention looked up.
struct count_only {
  template <class Pair>
  void operator()(const Pair&) const noexcept {}
};

/// A question of your own type that may be a head; the argument of rules over heads; converts to head_candidate.
template <class Set>
class own_head {
 public:
  const single_hop_pool& pool;
  const pool_words& words;
  std::uint32_t head;

  own_head(const Set& set, std::uint32_t i) noexcept : pool{set.pool()}, words{set.words()}, head{i}, set_{&set} {}

  /// Returns the range's element.
  [[nodiscard]] decltype(auto) question() const { return (*set_)[head]; }
  [[nodiscard]] const context_paragraph& paragraph() const noexcept { return head_candidate{*this}.paragraph(); }
  [[nodiscard]] operator head_candidate() const noexcept { return {pool, words, head}; }

 private:
  const Set* set_;
};

/// Two questions of your own type whose tail mentions the head's answer: the argument of rules over pairs, and the
/// elements of pairs; converts to pair_candidate and to question_pair.
template <class Set>
class own_pair {
 public:
  const single_hop_pool& pool;
  const pool_words& words;
  std::uint32_t head;  ///< position in the range
  std::uint32_t tail;

  /// `bridge` is a mention, or a finder that outlives the pair.
  template <class Bridge>
  own_pair(const Set& set, std::uint32_t h, std::uint32_t t, Bridge& bridge) noexcept
      : pool{set.pool()}, words{set.words()}, head{h}, tail{t}, set_{&set}, plain_{{pool, words, h}, t, bridge} {}

  [[nodiscard]] decltype(auto) head_question() const { return (*set_)[head]; }
  [[nodiscard]] decltype(auto) tail_question() const { return (*set_)[tail]; }
  [[nodiscard]] const context_paragraph& head_paragraph() const noexcept { return plain_.head_paragraph(); }
  [[nodiscard]] const context_paragraph& tail_paragraph() const noexcept { return plain_.tail_paragraph(); }
  /// Returns the first place where the tail's question mentions the head's answer.
  [[nodiscard]] mention bridge() const { return plain_.bridge(); }
  [[nodiscard]] std::string_view mentioned() const { return plain_.mentioned(); }
  [[nodiscard]] own_head<Set> as_head() const noexcept { return {*set_, head}; }

  [[nodiscard]] operator const pair_candidate&() const noexcept { return plain_; }
  [[nodiscard]] operator question_pair() const { return plain_; }

 private:
  const Set* set_;
  pair_candidate plain_;
};

namespace detail {

// The candidates of a user's range.
template <class Set>
class own_source {
 public:
  explicit own_source(const Set& set) noexcept : set_{&set} {}

  [[nodiscard]] own_head<Set> head(std::uint32_t i) const noexcept { return {*set_, i}; }
  template <class Bridge>
  [[nodiscard]] own_pair<Set> pair(const own_head<Set>& head, std::uint32_t tail, Bridge& bridge) const noexcept {
    return {*set_, head.head, tail, bridge};
  }

 private:
  const Set* set_;
};

template <class T>
[[nodiscard]] constexpr auto as_rule(const T& r) {
  if constexpr (rule_expression<T>) {
    return r;
  } else {
    return rule(r);
  }
}
template <class T>
using rule_type = decltype(as_rule(std::declval<const T&>()));

// Gives tasks their ranges of candidates, bridge by bridge.
class pair_ranges {
 public:
  pair_ranges(const pair_index& index, const pair_limits& limits) noexcept : index_{&index}, limits_{&limits} {}

  [[nodiscard]] bool left() const noexcept { return bridge_ < index_->bridges(); }
  void next(std::vector<pair_range>& out) {
    constexpr std::uint64_t grain = 1U << 14U;
    out.clear();
    for (std::uint64_t room = grain; room != 0 && left();) {
      const std::uint64_t rows = std::uint64_t{index_->heads(bridge_).size()} * index_->tails(bridge_).size();
      const std::uint64_t most =
          limits_->candidates_per_bridge == 0 ? rows : std::min(rows, limits_->candidates_per_bridge);
      const std::uint64_t end = std::min(most, offset_ + room);
      out.push_back({bridge_, offset_, end});
      room -= end - offset_;
      offset_ = end == most ? 0 : end;
      bridge_ += end == most ? 1 : 0;
    }
  }

 private:
  const pair_index* index_;
  const pair_limits* limits_;
  std::uint32_t bridge_ = 0;
  std::uint64_t offset_ = 0;
};

// Implements for_each_pair for any source; calls give(question_pair) on the calling thread.
template <class Source, class Tree, class Give, class E>
[[nodiscard]] pair_counts count_pairs(const pair_index& index, const Source& source, const basic_rule<Tree>& rule,
                                      keep_pairs keep, Give&& give, E&& exec, const pair_limits& limits) {
  constexpr std::size_t n = Tree::size;
  pair_counts out;
  out.candidates = index.candidates();
  std::vector<std::uint64_t> counts(n + 1, 0);
  std::vector<pair_scratch> tasks(std::max<std::size_t>(exec.concurrency(), 1) * 4);
  pair_ranges ranges{index, limits};
  std::uint32_t full = pool_words::unknown;
  std::uint64_t of_bridge = 0;
  while (ranges.left()) {
    std::size_t used = 0;
    for (; used < tasks.size() && ranges.left(); ++used) {
      ranges.next(tasks[used].ranges);
      tasks[used].kept.clear();
      tasks[used].failures.assign(n + 1, 0);
    }
    exec.for_each(used, [&](std::size_t t) {
      for (const pair_range& range : tasks[t].ranges) {
        scan_pairs(index, source, rule, range, limits.candidates_per_bridge, limits.seed, keep, tasks[t]);
      }
    });
    for (std::size_t t = 0; t < used; ++t) {
      for (std::size_t r = 0; r <= n; ++r) counts[r] += tasks[t].failures[r];
      for (const auto& k : tasks[t].kept) {
        if (k.bridge != full) {
          full = k.bridge;
          of_bridge = 0;
        }
        if (limits.pairs_per_bridge != 0 && ++of_bridge > limits.pairs_per_bridge) {
          ++out.over_cap;
          continue;
        }
        give(k.pair);
      }
    }
  }
  const auto names = rule.names();
  const auto left_out = rule.left_out();
  std::uint64_t looked = counts[n];
  for (std::size_t r = 0; r < n; ++r) {
    if (!left_out[r]) out.dropped.push_back({std::string{names[r]}, counts[r]});
    looked += counts[r];
  }
  out.kept = counts[n] - out.over_cap;
  out.unexamined = out.candidates - looked;
  return out;
}

template <class Sink>
[[nodiscard]] constexpr keep_pairs what_to_keep(const pair_limits& limits) noexcept {
  if (!std::same_as<std::remove_cvref_t<Sink>, count_only>) return keep_pairs::bridges;
  return limits.pairs_per_bridge != 0 ? keep_pairs::positions : keep_pairs::none;
}

}  // namespace detail

/// Passes every pair that satisfies a rule to the sink, and counts the others by reason.
///
/// Shape:   sink(const question_pair&) on the calling thread, bridge by bridge in the index's order, heads then tails
///          ascending unless candidates_per_bridge applies; the same calls for any executor. With count_only, no pair
///          is made. The rule is an expression of rules, or a callable
/// Errors:  exceptions of rules and sink propagate
/// Cost:    O(candidates examined); memory for a block of 65,536 candidates per thread
/// Source:  Trivedi et al. 2022, Sec. 5, S2
/// Example: for_each_pair(index, tail_answer_unseen() && distinct_paragraphs(), count_only{}).kept
template <class Rule, class Sink, class E = serial_executor>
requires executor<std::remove_reference_t<E>> pair_counts for_each_pair(const pair_index& index, const Rule& rule,
                                                                        Sink&& sink, E&& exec = {},
                                                                        const pair_limits& limits = {}) {
  constexpr bool callable = pair_rule<detail::rule_type<Rule>>;
  static_assert(callable, "mhqa::for_each_pair: a rule must be callable with a const mhqa::pair_candidate&");
  static_assert(std::invocable<Sink&, const question_pair&>,
                "mhqa::for_each_pair: the sink must be callable with a const mhqa::question_pair&");
  if constexpr (callable) {
    return detail::count_pairs(
        index, detail::pool_source{index}, detail::as_rule(rule), detail::what_to_keep<Sink>(limits),
        [&](const question_pair& pair) {
          if constexpr (!std::same_as<std::remove_cvref_t<Sink>, count_only>) sink(pair);
        },
        exec, limits);
  } else {
    return {};
  }
}

/// \overload For a range of your own questions: rules and sink receive own_pair, whose head_question() and
/// tail_question() are the range's elements. Rules over pair_candidate and sinks of question_pair work, too.
///
/// Example: for_each_pair(questions, distinct_paragraphs() && rule("late", is_early), print, threads).dropped
template <single_hop_range R, class Rule, class Sink, class E = serial_executor>
requires executor<std::remove_reference_t<E>> pair_counts for_each_pair(R&& questions, const Rule& rule, Sink&& sink,
                                                                        E&& exec = {}, const pair_limits& limits = {}) {
  using set = question_set<std::remove_reference_t<R>>;
  constexpr bool callable = rule_over<detail::rule_type<Rule>, own_pair<set>>;
  static_assert(callable, "mhqa::for_each_pair: a rule must be callable with a pair of your questions, const auto&");
  static_assert(std::invocable<Sink&, const own_pair<set>&>,
                "mhqa::for_each_pair: the sink must be callable with a pair of your questions, const auto&");
  if constexpr (callable) {
    const set own{questions};
    const pair_index index{own.pool(), own.words(), exec};
    const detail::own_source<set> source{own};
    return detail::count_pairs(
        index, source, detail::as_rule(rule), detail::what_to_keep<Sink>(limits),
        [&](const question_pair& pair) {
          if constexpr (!std::same_as<std::remove_cvref_t<Sink>, count_only>) {
            sink(own_pair<set>{own, pair.head, pair.tail, pair.bridge});
          }
        },
        exec, limits);
  } else {
    return {};
  }
}

/// The pairs of a range of questions that satisfy a rule, found during iteration: a single-pass view for std::ranges
/// and range-v3. Copies share the index and start from the beginning.
template <class Set, class Questions, class Tree>
class composable_pairs_view {
  struct shared {
    Questions questions;
    Set set;
    pair_index index;
    basic_rule<Tree> rule;

    shared(Questions q, basic_rule<Tree> r)
        : questions{std::move(q)}, set{questions.get()}, index{set.pool(), set.words()}, rule{std::move(r)} {}
  };
  // The position of an iteration; copies of the view start their own.
  struct progress {
    detail::pair_scratch scratch{};
    std::uint32_t bridge = 0;
    std::uint64_t offset = 0;
    std::size_t at = 0;
    std::optional<own_pair<Set>> pair{};

    progress() = default;
    progress(const progress&) : progress{} {}
    progress& operator=(const progress&) { return reset(); }
    ~progress() = default;
    progress& reset() {
      bridge = 0;
      offset = 0;
      at = 0;
      scratch.kept.clear();
      pair.reset();
      return *this;
    }
  };

 public:
  class iterator {
   public:
    using value_type = own_pair<Set>;
    using reference = const own_pair<Set>&;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using pointer = const own_pair<Set>*;

    iterator() = default;
    explicit iterator(composable_pairs_view& view) noexcept : view_{&view} {}

    [[nodiscard]] reference operator*() const noexcept { return *view_->now_.pair; }
    [[nodiscard]] pointer operator->() const noexcept { return &*view_->now_.pair; }
    iterator& operator++() {
      view_->next();
      return *this;
    }
    void operator++(int) { view_->next(); }
    [[nodiscard]] friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return i.is_over(); }

   private:
    [[nodiscard]] bool is_over() const noexcept { return !view_->now_.pair; }

    composable_pairs_view* view_ = nullptr;
  };

  composable_pairs_view() = default;
  composable_pairs_view(Questions questions, basic_rule<Tree> rule)
      : shared_{std::make_shared<const shared>(std::move(questions), std::move(rule))} {}

  [[nodiscard]] iterator begin() {
    now_.reset();
    if (shared_) next();
    return iterator{*this};
  }
  [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

 private:
  void next() {
    constexpr std::uint64_t block = 256;
    auto& [scratch, bridge, offset, at, pair] = now_;
    const pair_index& index = shared_->index;
    while (at == scratch.kept.size()) {
      scratch.kept.clear();
      at = 0;
      scratch.failures.resize(Tree::size + 1);
      if (bridge == index.bridges()) return pair.reset();
      const std::uint64_t rows = std::uint64_t{index.heads(bridge).size()} * index.tails(bridge).size();
      const std::uint64_t end = std::min(rows, offset + block);
      scan_pairs(index, detail::own_source<Set>{shared_->set}, shared_->rule, {bridge, offset, end}, 0, 0,
                 detail::keep_pairs::bridges, scratch);
      offset = end;
      if (offset == rows) {
        ++bridge;
        offset = 0;
      }
    }
    const question_pair& found = scratch.kept[at++].pair;
    pair.emplace(shared_->set, found.head, found.tail, found.bridge);
  }

  std::shared_ptr<const shared> shared_{};
  progress now_{};
};

namespace detail {

// A range that the view owns or refers to.
template <class R>
class held_range {
 public:
  explicit held_range(R range) : range_{std::make_shared<R>(std::move(range))} {}
  [[nodiscard]] R& get() const noexcept { return *range_; }

 private:
  std::shared_ptr<R> range_;
};
template <class R>
class referred_range {
 public:
  explicit referred_range(R& range) noexcept : range_{&range} {}
  [[nodiscard]] R& get() const noexcept { return *range_; }

 private:
  R* range_;
};

}  // namespace detail

/// Returns the composable pairs of a range of your own questions as a lazy view.
///
/// Shape:   elements are own_pair, in the order of for_each_pair; evaluates the rule during iteration, at most 256
///          candidates ahead. lvalue questions must outlive the view; rvalues are moved in
/// Cost:    O(bytes of the questions) once, to index them; then O(candidates)
/// Example: for (const auto& pair : composable_pairs(questions, distinct_paragraphs() || rule("old", is_old))) …
template <single_hop_range R, class Rule>
[[nodiscard]] auto composable_pairs(R&& questions, const Rule& rule) {
  using range = std::remove_reference_t<R>;
  using set = question_set<range>;
  constexpr bool callable = rule_over<detail::rule_type<Rule>, own_pair<set>>;
  static_assert(callable, "mhqa::composable_pairs: a rule must be callable with a pair of your questions, const auto&");
  if constexpr (callable) {
    using held =
        std::conditional_t<std::is_lvalue_reference_v<R>, detail::referred_range<range>, detail::held_range<range>>;
    auto r = detail::as_rule(rule);
    return composable_pairs_view<set, held, decltype(r.tree)>{held{std::forward<R>(questions)}, std::move(r)};
  } else {
    return std::vector<question_pair>{};
  }
}

}  // namespace mhqa::inline v0_1

template <class Set, class Questions, class Tree>
inline constexpr bool std::ranges::enable_view<mhqa::composable_pairs_view<Set, Questions, Tree>> = true;
template <class Set, class Questions, class Tree>
inline constexpr bool ranges::enable_view<mhqa::composable_pairs_view<Set, Questions, Tree>> = true;
