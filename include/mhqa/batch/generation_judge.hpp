// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Published rewards of a batch of generations, on the judge's own threads or an executor; prepares golds once for all
// steps.
//   generation_judge judge{pool}; judge.score({.texts = {rollouts}, .golds = golds}, reward, options, out);
#pragma once

#include <mhqa/batch/published_rewards.hpp>
#include <mhqa/batch/reward.hpp>
#include <mhqa/batch/text_rows.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::batch {

/// Generations and the prepared golds of their questions; copies nothing.
///
/// Shape: golds[gold_of[i]] holds the golds of text i's question; without gold_of, `per_question` consecutive texts
///        share one
struct generation_batch {
  text_rows texts{};
  std::span<const reward_golds> golds{};
  std::span<const std::int32_t> gold_of{};
  std::size_t per_question = 1;
};

/// Prepares the golds of many questions.
///
/// Shape:  a range of questions, each a range of strings
/// Errors: data_error, with the question's number from 1, if the reward takes one gold and finds another number
template <class Questions>
[[nodiscard]] std::vector<reward_golds> prepare_questions(const published_reward& reward, const Questions& questions) {
  std::vector<reward_golds> out;
  for (const auto& golds : questions) {
    out.push_back(prepare_golds(reward.golds, golds));
    if (reward.single_gold && out.back().count != 1) {
      throw_data_error({.record = out.size()}, "expected one gold answer, found " + std::to_string(out.back().count));
    }
  }
  return out;
}

/// Computes rewards and keeps its memory from batch to batch; one caller at a time.
class generation_judge {
 public:
  /// Starts threads of its own. `threads` includes the caller's thread; 0 means one per processor.
  ///
  /// Errors: std::system_error if a thread cannot be started
  explicit generation_judge(std::size_t threads = 0) : pool_{std::make_unique<thread_pool>(threads)}, run_{*pool_} {}

  /// Runs on the caller's executor, which must outlive the judge.
  explicit generation_judge(executor auto& exec) : run_{exec} {}

  /// Writes the reward of each text; the numbers are the same for every number of threads.
  ///
  /// Undefined: NaN if the program raises
  /// Errors:    data_error, before anything is judged, for inconsistent counts, an index in gold_of that is out of
  ///            range, and rewards that take turns instead of a text
  void score(const generation_batch& batch, const published_reward& reward, const reward_options& options,
             std::span<double> out) {
    const std::size_t rows = batch.texts.size();
    check(batch, reward, out.size());
    memory_.resize(std::max<std::size_t>(run_.concurrency(), 1));
    const std::size_t chunks = std::min(rows, 16 * memory_.size());
    std::atomic<std::size_t> next{0};
    run_.for_each(std::min(chunks, memory_.size()), [&](std::size_t thread) {
      for (std::size_t chunk = next++; chunk < chunks; chunk = next++) {
        const std::size_t end = rows * (chunk + 1) / chunks;
        for (std::size_t i = rows * chunk / chunks; i < end; ++i) {
          fetch_ahead(batch, i, rows);
          const reward_input in{
              .text = batch.texts[i], .options = options, .golds = golds_of(batch, i), .all_numbers = false};
          const reward_verdict verdict = judge_generation(reward, in, memory_[thread]);
          const bool raised = !verdict.error.empty() || !verdict.reward;
          out[i] = raised ? std::numeric_limits<double>::quiet_NaN() : *verdict.reward;
        }
      }
    });
  }

 private:
  [[nodiscard]] static const reward_golds& golds_of(const generation_batch& batch, std::size_t i) {
    return batch.golds[batch.gold_of.empty() ? i / batch.per_question : static_cast<std::size_t>(batch.gold_of[i])];
  }

  /// Prefetches the golds of the next texts: those of a batch do not fit into the cache, and each is read once.
  static void fetch_ahead([[maybe_unused]] const generation_batch& batch, [[maybe_unused]] std::size_t i,
                          [[maybe_unused]] std::size_t rows) {
#if defined(__GNUC__)
    constexpr std::size_t line = 64;
    const auto fetch = [](const auto* from, std::size_t bytes) {
      const char* const at = reinterpret_cast<const char*>(from);
      for (std::size_t done = 0; done < bytes; done += line) __builtin_prefetch(at + done);
    };
    constexpr std::size_t most = 8;  // golds
    if (i + 3 >= rows) return;
    fetch(&golds_of(batch, i + 3), sizeof(reward_golds));
    const reward_golds& nearest = golds_of(batch, i + 1);  // their arrays were asked for before
    for (std::size_t k = 0; k < std::min(nearest.sets.size(), most); ++k) {
      fetch(nearest.sets[k].words.data(), line);
    }
    const reward_golds& next = golds_of(batch, i + 2);
    fetch(next.bag_digests.data(), std::min(next.bag_digests.size(), most) * sizeof(text_digest));
    fetch(next.set_digests.data(), std::min(next.set_digests.size(), most) * sizeof(text_digest));
    fetch(next.sets.data(), std::min(next.sets.size(), most) * sizeof(set_answer));
    fetch(next.bags.data(), std::min(next.bags.size(), most) * sizeof(token_bag));
    fetch(next.surfaces.data(), std::min(next.surfaces.size(), most) * sizeof(std::string));
#endif
  }

  static void check(const generation_batch& batch, const published_reward& reward, std::size_t columns) {
    batch.texts.check();
    const std::size_t rows = batch.texts.size();
    if (reward.played) throw_data_error({}, "expected a reward of texts: " + std::string{reward.name} + " plays turns");
    if (columns != rows) {
      throw_data_error({.field = "reward"},
                       "expected " + std::to_string(rows) + " elements, found " + std::to_string(columns));
    }
    if (batch.gold_of.empty()) {
      if (batch.per_question == 0 || rows != batch.golds.size() * batch.per_question) {
        throw_data_error({.field = "golds"}, "expected the golds of " + std::to_string(rows) + " texts, " +
                                                 std::to_string(batch.per_question) + " per question, found those of " +
                                                 std::to_string(batch.golds.size()) + " questions");
      }
      return;
    }
    if (batch.gold_of.size() != rows) {
      throw_data_error({.field = "gold_of"}, "expected " + std::to_string(rows) + " numbers, one per text, found " +
                                                 std::to_string(batch.gold_of.size()));
    }
    for (std::size_t i = 0; i < rows; ++i) {
      const std::int32_t g = batch.gold_of[i];
      if (g >= 0 && static_cast<std::size_t>(g) < batch.golds.size()) continue;
      throw_data_error(
          {.record = i + 1, .field = "gold_of"},
          "expected a number below " + std::to_string(batch.golds.size()) + ", found " + std::to_string(g));
    }
  }

  std::unique_ptr<thread_pool> pool_;  // null if the executor is the caller's
  executor_ref run_;
  std::vector<reward_memory> memory_;  // one per thread
};

}  // namespace mhqa::inline v0_1::batch
