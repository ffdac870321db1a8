// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The whole pipeline of MuSiQue (Trivedi et al. 2022, Sec. 5): from single-hop questions to multi-hop questions with
// contexts and unanswerable twins. A callable can replace any stage.
//   auto made = mhqa::compose(pool, {.seed = 7}, threads, mhqa::replace(mhqa::stages::pairs, mhqa::pairs_by(my_rule)));
#pragma once

#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/parallel.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The stages by name, for replace().
namespace stages {

struct quality_t {
  static constexpr std::string_view name = "quality";
  using input = question_pool;
  using output = good_set;
};
struct pairs_t {
  static constexpr std::string_view name = "pairs";
  using input = good_set;
  using output = pair_set;
};
struct connection_t {
  static constexpr std::string_view name = "connection";
  using input = pair_set;
  using output = connected_set;
};
struct graphs_t {
  static constexpr std::string_view name = "graphs";
  using input = connected_set;
  using output = graph_set;
};
struct wording_t {
  static constexpr std::string_view name = "wording";
  using input = graph_set;
  using output = worded_set;
};
struct split_t {
  static constexpr std::string_view name = "split";
  using input = worded_set;
  using output = parted_set;
};
struct contexts_t {
  static constexpr std::string_view name = "contexts";
  using input = parted_set;
  using output = composed_set;
};

inline constexpr quality_t quality{};
inline constexpr pairs_t pairs{};
inline constexpr connection_t connection{};
inline constexpr graphs_t graphs{};
inline constexpr wording_t wording{};
inline constexpr split_t split{};
inline constexpr contexts_t contexts{};

}  // namespace stages

/// A callable that replaces a stage; see replace().
template <class Stage, class F>
struct stage_replacement {
  F call;
};

/// Replaces a stage with a callable.
///
/// Shape:   call(const Stage::input&, const compose_options&, executor) returns an outcome<Stage::output>
/// Example: replace(stages::wording, words_by(my_verbaliser))
template <class Stage, class F>
[[nodiscard]] constexpr stage_replacement<Stage, std::decay_t<F>> replace(Stage, F&& call) {
  static_assert(std::is_invocable_r_v<outcome<typename Stage::output>, const std::decay_t<F>&,
                                      const typename Stage::input&, const compose_options&, serial_executor&>,
                "mhqa::replace: a stage is called with (input, options, executor) and returns outcome<output>");
  return {std::forward<F>(call)};
}

namespace detail {

template <class Stage, class T>
inline constexpr bool replaces = false;
template <class Stage, class F>
inline constexpr bool replaces<Stage, stage_replacement<Stage, F>> = true;

template <class T>
inline constexpr bool is_replacement = false;
template <class Stage, class F>
inline constexpr bool is_replacement<stage_replacement<Stage, F>> = true;

/// True if no stage is replaced twice.
template <class... Replaced>
[[nodiscard]] consteval bool replaces_once() {
  const auto once = [](auto stage) { return (int{replaces<decltype(stage), Replaced>} + ... + 0) < 2; };
  return once(stages::quality) && once(stages::pairs) && once(stages::connection) && once(stages::graphs) &&
         once(stages::wording) && once(stages::split) && once(stages::contexts);
}

template <class Stage, class Default, class First, class... Rest>
[[nodiscard]] constexpr const auto& stage_of(const Default& standard, const First& first, const Rest&... rest);
template <class Stage, class Default>
[[nodiscard]] constexpr const Default& stage_of(const Default& standard) {
  return standard;
}
template <class Stage, class Default, class First, class... Rest>
[[nodiscard]] constexpr const auto& stage_of(const Default& standard, const First& first, const Rest&... rest) {
  if constexpr (replaces<Stage, First>) {
    return first.call;
  } else {
    return stage_of<Stage>(standard, rest...);
  }
}

// Runs each stage and keeps its counts.
template <class E>
struct plain_runner {
  E& exec;
  std::vector<stage_counts> counts{};

  template <class Stage, class Make>
  [[nodiscard]] std::optional<typename Stage::output> operator()(Stage, const typename Stage::input&, Make&& make) {
    outcome<typename Stage::output> made = make(exec);
    made.counts.stage = Stage::name;
    counts.push_back(std::move(made.counts));
    return std::move(made.kept);
  }
};

}  // namespace detail

/// Chains the stages through a runner, which decides how each result is obtained: computed, loaded from an earlier run,
/// or not at all.
///
/// Shape:  run(stage, input, make) returns an optional output; make(executor) returns the stage's outcome. Without an
///         output the pipeline ends and returns nothing
/// Errors: those of stages and runner propagate
template <class Run, class... Replaced>
[[nodiscard]] std::optional<composed_set> run_stages(question_pool pool, const compose_options& options, Run&& run,
                                                     const Replaced&... replaced) {
  static_assert((detail::is_replacement<Replaced> && ...),
                "mhqa::compose: expected replace(stage, callable) after the executor");
  static_assert(detail::replaces_once<Replaced...>(), "mhqa::compose: expected each stage replaced at most once");
  const auto next = [&](auto stage, const auto& in, const auto& standard) {
    const auto& call = detail::stage_of<decltype(stage)>(standard, replaced...);
    return run(stage, in, [&](auto&& exec) { return call(in, options, exec); });
  };
  // A state is freed when the next is made: each shares the pool, or has a smaller one.
  auto good = next(stages::quality, with_case(std::exchange(pool, {})), quality_stage<>{});
  if (!good) return {};
  auto pairs = next(stages::pairs, *good, pair_stage<>{});
  if (!pairs) return {};
  good.reset();
  auto connected = next(stages::connection, *pairs, connection_stage<>{});
  if (!connected) return {};
  pairs.reset();
  auto graphs = next(stages::graphs, *connected, graph_stage{});
  if (!graphs) return {};
  connected.reset();
  auto worded = next(stages::wording, *graphs, words_by(rule_verbaliser{.most_doubts = options.most_doubts}));
  if (!worded) return {};
  graphs.reset();
  auto parted = next(stages::split, *worded, split_stage{});
  if (!parted) return {};
  worded.reset();
  if (options.contexts.source == distractor_source::corpus && options.corpus) {
    parted->questions =
        question_pool{with_corpus(parted->questions.pool(), options.corpus()), parted->questions.texts()};
  }
  return next(stages::contexts, *parted, context_stage{});
}

/// Finished questions, and the counts of each stage.
struct composed_questions {
  composed_set kept;
  std::vector<stage_counts> counts;
};

/// Composes multi-hop questions from the single-hop questions of a pool.
///
/// Shape:   the same result for any executor; replace(stage, call) replaces a stage with your callable. The texts of
///          the pool must outlive the result. Anything else, and a second replacement of a stage, does not compile
/// Errors:  data_error for invalid options; exceptions of replaced stages propagate
/// Source:  Trivedi et al. 2022, Sec. 5
/// Example: compose(question_pool{my_questions}, {.seed = 7}, threads).kept.items.front().text
template <class E = serial_executor, class... Replaced>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] composed_questions compose(const question_pool& pool, const compose_options& options, E&& exec = {},
                                         const Replaced&... replaced) {
  detail::plain_runner<std::remove_reference_t<E>> run{exec};
  auto kept = run_stages(pool, options, run, replaced...);
  return {std::move(*kept), std::move(run.counts)};
}

}  // namespace mhqa::inline v0_1
