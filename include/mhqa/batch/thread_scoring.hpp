// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Token F1 of a batch on the threads of an executor, without Thrust. Also divides a batch among the threads of any back
// end.
//   mhqa::batch::token_f1(pool, batch, mhqa::batch::columns<float>{.f1 = f1, .em = em}, mhqa::dialects::squad_1_1);
#pragma once

#include <mhqa/batch/checking.hpp>
#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/counting.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/batch/scoring.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1::batch {

namespace detail {

/// How threads share the counting of a batch.
struct thread_plan {
  std::uint32_t workers;
  std::uint32_t grain;  // predictions per task
  bool dense;
  std::size_t cells;  // 32-bit words of memory per worker

  template <class Offset>
  thread_plan(const checked_batch<Offset>& batch, std::size_t threads) noexcept {
    constexpr std::size_t most_cells = std::size_t{1} << 24U;
    const std::size_t rows = batch.predictions();
    const std::size_t tokens = batch.get().predictions.values.size() + batch.get().golds.values.size();
    grain = static_cast<std::uint32_t>(std::clamp<std::size_t>(rows * 16'384 / (tokens + 1), 1, 4'096));
    workers = static_cast<std::uint32_t>(
        std::clamp<std::size_t>((rows + grain - 1) / grain, 1, std::clamp<std::size_t>(threads, 1, 1U << 16U)));
    // Clearing the counters must not cost more than counting.
    dense = batch.vocabulary() <= most_cells && std::size_t{batch.vocabulary()} * workers <= 4 * tokens;
    if (dense) {
      cells = batch.vocabulary();
    } else {
      cells = 64;
      while (cells < most_cells / 256 && cells < 2 * std::size_t{batch.longest_gold()}) cells *= 2;
      cells *= 2;  // ids and counts
    }
  }
};

/// One thread's share: takes predictions until none are left.
template <class Job>
struct thread_worker {
  Job job;
  thread_plan plan;
  std::uint32_t* memory;
  std::atomic<std::uint32_t>* next;

  void operator()(std::uint32_t worker) const {
    std::uint32_t first = take();
    if (first >= job.predictions) return;
    std::uint32_t* const mine = memory + worker * plan.cells;
    std::fill_n(mine, plan.cells, 0U);
    if (plan.dense) {
      dense_counter counter{mine, plan.cells};
      run(first, [&](token_row prediction, token_row gold) { return counter.count(job.marks, prediction, gold); });
    } else {
      const auto slots = static_cast<std::uint32_t>(plan.cells / 2);
      auto* const words = reinterpret_cast<std::int32_t*>(mine);  // the signed type of the same size
      const count_table table{words, words + slots, slots};
      run(first, [&](token_row prediction, token_row gold) {
        return is_few(prediction.size, gold.size, few_comparisons)
                   ? count_few(job.marks, prediction, gold)
                   : count_hashed(solo_team{}, table, job.marks, prediction, gold);
      });
    }
  }

 private:
  [[nodiscard]] std::uint32_t take() const {
    // Stays below 2^31 + workers * grain.
    return next->load(std::memory_order_relaxed) >= job.predictions
               ? job.predictions
               : next->fetch_add(plan.grain, std::memory_order_relaxed);
  }

  template <class Common>
  void run(std::uint32_t first, const Common& common) const {
    for (; first < job.predictions; first = take()) {
      const std::uint32_t last = first + std::min(plan.grain, job.predictions - first);
      for (std::uint32_t i = first; i < last; ++i) job.store(i, score_prediction(solo_team{}, job, i, common));
    }
  }
};

/// Reads arrays in ranges; run(n, f) calls f(0), …, f(n - 1), possibly on threads.
template <class Run>
struct range_reader {
  Run run;

  template <class F, class Result, class Join>
  [[nodiscard]] Result all(std::uint32_t n, const F& f, const Result& init, const Join& join) const {
    constexpr std::uint32_t grain = std::uint32_t{1} << 16U;
    const std::uint32_t ranges = n / grain + (n % grain != 0 ? 1U : 0U);
    if (ranges == 1) return f.over(0, n);
    std::vector<Result> parts(ranges, init);
    run(ranges, [&f, first = parts.data(), n](std::uint32_t i) {
      first[i] = f.over(i * grain, n - i * grain < grain ? n : (i + 1) * grain);
    });
    Result result = init;
    for (const Result& part : parts) result = join(result, part);
    return result;
  }
};
template <class Run>
range_reader(Run) -> range_reader<Run>;

/// Throws for columns of the wrong length, and for a batch that the dialect cannot score.
template <class Offset, class Real>
void check_scorable(const checked_batch<Offset>& batch, const columns<Real>& out, const dialect& d) {
  check_columns(out, batch.predictions());
  if (d.closed_answers && batch.get().marks.empty()) {
    throw_data_error({.field = "marks"}, "expected marks that name the closed answers (yes, no, noanswer) of " +
                                             std::string{d.name.view()});
  }
  if (batch.lacks_golds() && !d.blank_golds_dropped) {
    throw_data_error({.field = "gold_groups"}, "expected at least one gold for each question");
  }
}

/// Calls score(job) with the cheapest kind of marks.
template <class Offset, class Real, class Score>
void with_job(const checked_batch<Offset>& batch, const columns<Real>& out, const dialect& d, const Score& score) {
  const token_batch<Offset>& what = batch.get();
  if (what.marks.empty()) {
    score(scoring_job{what, out, no_marks{}, d});
  } else if (!batch.some_ignored()) {
    score(scoring_job{what, out, closed_marks{what.marks.data()}, d});
  } else {
    score(scoring_job{what, out, id_marks{what.marks.data()}, d});
  }
}

}  // namespace detail

/// Validates a batch on an executor's threads.
///
/// Errors: data_error, as check() with a policy
/// Cost:   reads each id, offset and mark once
template <executor E, row_offset Offset>
[[nodiscard]] checked_batch<Offset> check(E&& threads, const token_batch<Offset>& batch) {
  detail::checks::counts(batch);
  const auto run = [&threads](std::uint32_t n, const auto& f) {
    threads.for_each(n, [&f](std::size_t i) { f(static_cast<std::uint32_t>(i)); });
  };
  return detail::checks::batch(detail::range_reader{run}, batch);
}

/// Scores each prediction of a checked batch in a dialect, bit for bit as token_f1() with a policy.
///
/// Shape:  batch -> the columns that are not empty, one element per prediction
/// Errors: data_error for columns of the wrong length, for missing marks if the dialect has closed answers, and for a
///         question without golds unless the dialect drops blank ones; std::bad_alloc
/// Cost:   about one step per token; one allocation
/// Source: f1_score and exact_match_score of the dialects' evaluators, on ids
template <executor E, row_offset Offset, std::floating_point Real>
void token_f1(E&& threads, const checked_batch<Offset>& batch, const columns<Real>& out, const dialect& d) {
  detail::check_scorable(batch, out, d);
  const detail::thread_plan plan{batch, threads.concurrency()};
  const auto memory = std::make_unique_for_overwrite<std::uint32_t[]>(plan.cells * plan.workers);
  std::atomic<std::uint32_t> next{0};
  detail::with_job(batch, out, d, [&]<class Job>(const Job& job) {
    const detail::thread_worker<Job> worker{job, plan, memory.get(), &next};
    threads.for_each(plan.workers, [&](std::size_t i) { worker(static_cast<std::uint32_t>(i)); });
  });
}

/// Checks, then scores. \overload
///
/// Errors: also those of check()
template <executor E, row_offset Offset, std::floating_point Real>
void token_f1(E&& threads, const token_batch<Offset>& batch, const columns<Real>& out, const dialect& d) {
  token_f1(threads, check(threads, batch), out, d);
}

}  // namespace mhqa::inline v0_1::batch
