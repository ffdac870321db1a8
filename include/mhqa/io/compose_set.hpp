// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A whole composing run by its settings, as `mhqa compose` does it: pools from files, all stages, requests to models
// and people, their answers, and the finished data set.
//   const composing made = compose_set(settings, [&](std::string_view) -> thread_pool& { return threads; });
#pragma once

#include <mhqa/io/compose_report.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/parallel.hpp>

#include <deque>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mhqa::inline v0_1::io {

/// Returns the executor of a stage by the stage's name. It must outlive the run.
using stage_executors = std::function<executor_ref(std::string_view)>;

namespace detail {

[[nodiscard]] composing compose_part(const compose_settings& settings, const stage_executors& executor_of);
[[nodiscard]] composing compose_set(const compose_settings& settings, const stage_executors& executor_of);

/// Calls run with a function that returns executors, and keeps those that executor_of returns by value.
template <class Run, class ExecutorOf>
[[nodiscard]] composing with_executors(Run run, const compose_settings& settings, ExecutorOf& executor_of) {
  using found = std::invoke_result_t<ExecutorOf&, std::string_view>;
  if constexpr (std::is_lvalue_reference_v<found>) {
    return run(settings, [&](std::string_view stage) -> executor_ref { return executor_of(stage); });
  } else {
    std::deque<found> kept;
    return run(settings, [&](std::string_view stage) -> executor_ref { return kept.emplace_back(executor_of(stage)); });
  }
}

}  // namespace detail

/// Makes part `settings.part` of S1 to S3 and writes it to the file `settings.out`; executor_of as for compose_set().
/// Returns the part's counts.
///
/// Shape:  with settings.until "quality", S1 of the part's questions. Otherwise S1 of all questions, from
///         settings.merge if its parts are there, and S2 and S3 of the part's bridges, up to settings.until. With
///         settings.shard, S2 of that file's questions. The file appears whole or not at all
/// Errors: data_error as check_files and the readers of pools, answers and parts
template <class ExecutorOf>
composing compose_part(const compose_settings& settings, ExecutorOf&& executor_of) {
  return detail::with_executors(&detail::compose_part, settings, executor_of);
}

/// Composes a data set into the folder `settings.out`; executor_of(stage) returns the executor of a stage.
///
/// Shape:  the settings are complete. The bytes of the files do not depend on executors, nor on whether S1 to S3 are
///         taken from the parts of settings.merge
/// Errors: data_error as check_files, compose_run and its readers
template <class ExecutorOf>
composing compose_set(const compose_settings& settings, ExecutorOf&& executor_of) {
  return detail::with_executors(&detail::compose_set, settings, executor_of);
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/compose_set.ipp>
#endif
