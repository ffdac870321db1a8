// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards of a batch of generations: each answer is extracted, scored against its question's golds and turned into a
// reward, on the rewarder's own threads or an executor. No Thrust; link mhqa::threads.
//   rewarder judge{pool}; judge.score({.texts = {rollouts}, .golds = golds}, rewards::verl, columns);
#pragma once

#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/batch/text_rows.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/extract.hpp>
#include <mhqa/text/tag_sequence.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::batch {

/// The generations to score. Copies nothing.
///
/// Shape: golds[gold_of[i]] is text i's question; without gold_of, `per_question` consecutive texts share one, so that
///        texts == golds * per_question. Or, instead of these, *gold_at[i]
struct reward_batch {
  text_rows texts{};
  std::span<const compiled_gold> golds{};  ///< compiled for the dialect
  std::span<const std::int32_t> gold_of{};
  std::size_t per_question = 1;
  std::span<const compiled_gold* const> gold_at{};  ///< golds in several places, such as a cache
};

/// The output columns of a batch. Columns left empty are not written.
///
/// Shape: each is empty or has one element per text
/// Units: fractions, computed in double and converted to Real once; f1, em, precision and recall are 0 if no answer was
///        extracted
template <std::floating_point Real = float>
struct reward_columns {
  std::span<Real> reward{};  ///< by the rule
  std::span<Real> f1{};      ///< the maximum over the golds, like each of the next three
  std::span<Real> em{};
  std::span<Real> precision{};
  std::span<Real> recall{};
  std::span<Real> extracted{};  ///< 1 if there was an answer, else 0
  std::span<Real>
      format{};  ///< 1 if the text has the rule's form: an answer, no tag spam and, if required, the sequence
  std::span<std::uint8_t> flags{};  ///< extraction_flag bits: ways in which the answer may win without knowledge
};

/// Compiles the golds of a data set once for all training steps.
///
/// Shape:  a range of questions, each one string or a range of strings -> one compiled_gold each
/// Errors: data_error, with the question's number from 1, for a question without golds, unless the dialect drops blank
///         ones
template <class Questions>
[[nodiscard]] std::vector<compiled_gold> compile_answers(const Questions& questions,
                                                         const dialect& d = dialects::hotpotqa) {
  std::vector<compiled_gold> out;
  for (const auto& answers : questions) {
    try {
      out.emplace_back(answers, d);
    } catch (const data_error& error) {
      throw_data_error({.record = out.size() + 1}, error.problem());
    }
  }
  return out;
}

/// Computes rewards and keeps its memory from batch to batch; one caller at a time.
class rewarder {
 public:
  /// Starts threads of its own. `threads` includes the caller's thread; 0 means one per processor.
  ///
  /// Errors: std::system_error if a thread cannot be started
  explicit rewarder(std::size_t threads = 0) : pool_{std::make_unique<thread_pool>(threads)}, run_{*pool_} {}

  /// Runs on the caller's executor, which must outlive the rewarder.
  explicit rewarder(executor auto& exec) : run_{exec} {}

  [[nodiscard]] std::size_t threads() const { return run_.concurrency(); }

  /// Scores a batch; the numbers are the same for every number of threads.
  ///
  /// Undefined: no text and no golds -> nothing is written
  /// Errors:    data_error, before anything is scored, for offsets that decrease or are out of range, inconsistent
  ///            counts, an index in gold_of that is out of range, or a column of another length
  /// Cost:      linear in the texts' bytes; no allocation, on any thread, unless an answer (up to 64 KiB) or gold (up
  ///            to 65,536 words) is longer than those of earlier batches
  /// Source:    the programs that the rules name, applied to the text that they extract from
  template <std::floating_point Real>
  void score(const reward_batch& batch, const reward_rule& rule, const reward_columns<Real>& out);

 private:
  struct alignas(64) workspace {
    normalized prediction;
    bag_scratch counts;
    std::string decoded;
    std::size_t longest_answer = 0;  // bytes
    std::size_t longest_gold = 0;    // words
  };
  struct verdict {
    scores s{};
    double reward = 0;
    bool extracted = false;
    bool in_form = false;
    std::uint8_t flags = 0;
  };

  /// What a verdict needs besides the reward.
  struct wanted {
    bool flagged = false;  ///< the flag `listed`
    bool counted = true;   ///< scores besides EM
  };

  static verdict judge(std::string_view text, const compiled_gold& gold, const reward_rule& rule, const wanted& needs,
                       workspace& memory);
  void level();

  std::unique_ptr<thread_pool> pool_;  // null if the executor is the caller's
  executor_ref run_;
  std::vector<workspace> memory_;  // one per thread
  std::size_t longest_answer_ = 0, longest_gold_ = 0;
};

namespace detail {

template <std::floating_point Real>
void check_reward_columns(const reward_columns<Real>& out, std::size_t rows) {
  check_column(out.reward, rows, "reward");
  check_column(out.f1, rows, "f1");
  check_column(out.em, rows, "em");
  check_column(out.precision, rows, "precision");
  check_column(out.recall, rows, "recall");
  check_column(out.extracted, rows, "extracted");
  check_column(out.format, rows, "format");
  check_column(out.flags, rows, "flags");
}

/// The golds of a text of a batch that passed the check.
[[nodiscard]] inline const compiled_gold& gold_of(const reward_batch& batch, std::size_t i) noexcept {
  if (!batch.gold_at.empty()) return *batch.gold_at[i];
  return batch.golds[batch.gold_of.empty() ? i / batch.per_question : static_cast<std::size_t>(batch.gold_of[i])];
}

inline void check_reward_batch(const reward_batch& batch) {
  batch.texts.check();
  const std::size_t rows = batch.texts.size();
  if (!batch.gold_at.empty()) {
    if (batch.gold_at.size() != rows || !batch.golds.empty() || !batch.gold_of.empty()) {
      throw_data_error({.field = "gold_at"}, "expected " + std::to_string(rows) + " pointers, one per text, and no " +
                                                 "other golds, found " + std::to_string(batch.gold_at.size()));
    }
    return;
  }
  if (!batch.gold_of.empty()) {
    if (batch.gold_of.size() != rows) {
      throw_data_error({.field = "gold_of"}, "expected " + std::to_string(rows) + " numbers, one per text, found " +
                                                 std::to_string(batch.gold_of.size()));
    }
    for (std::size_t i = 0; i < rows; ++i) {
      const std::int32_t g = batch.gold_of[i];
      if (g >= 0 && static_cast<std::size_t>(g) < batch.golds.size()) continue;
      throw_data_error({.record = i + 1, .field = "gold_of"}, "expected a question index from 0, below " +
                                                                  std::to_string(batch.golds.size()) + ", found " +
                                                                  std::to_string(g));
    }
    return;
  }
  const std::size_t g = batch.per_question;
  if (g == 0) throw_data_error({.field = "per_question"}, "expected at least 1");
  if (rows % g != 0 || rows / g != batch.golds.size()) {
    throw_data_error({.field = "golds"}, "expected the golds of " + std::to_string(rows) + " texts, " +
                                             std::to_string(g) + " per question, found those of " +
                                             std::to_string(batch.golds.size()) + " questions");
  }
}

}  // namespace detail

namespace detail {

/// Asks for memory that is read soon; the caches hold few of a step's texts and golds.
inline void prefetch([[maybe_unused]] const void* at) noexcept {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(at);
#endif
}

/// Asks for the golds of the text that comes eight after i, then for what they and the fourth refer to.
inline void prefetch_text(const reward_batch& batch, std::size_t i, std::size_t end) noexcept {
  if (i + 8 < end) prefetch(&gold_of(batch, i + 8));
  if (i + 4 >= end) return;
  const std::span<const token_bag> golds = gold_of(batch, i + 4).alternatives();
  for (std::size_t k = 0; k < golds.size() && k < 8; ++k) prefetch(&golds[k]);
  prefetch(batch.texts[i + 4].data());
}

}  // namespace detail

inline rewarder::verdict rewarder::judge(std::string_view text, const compiled_gold& gold, const reward_rule& rule,
                                         const wanted& needs, workspace& memory) {
  extraction found = mhqa::detail::extract_span(text, rule.extraction, memory.decoded);
  if (needs.flagged && found.found() && lists_several(found.answer)) found.flags |= extraction_flag::listed;
  const bool spam = found.has(extraction_flag::tag_spam);
  verdict out;
  out.extracted = found.found();
  out.flags = found.flags;
  out.in_form = !rule.sequence || is_search_sequence(text);
  if (out.extracted) {
    memory.longest_answer = std::max(memory.longest_answer, found.answer.size());
    memory.prediction.assign(found.answer, gold.rules().text);
    for (const token_bag& bag : gold.alternatives()) {
      if (!needs.counted && gold.rules().unit == answer_unit::words) {  // EM is the equality of the texts
        if (memory.prediction.text() == bag.text()) out.s.em = 1;
        continue;
      }
      memory.longest_gold = std::max(memory.longest_gold, static_cast<std::size_t>(bag.size()));
      out.s = maximum(out.s, mhqa::detail::score_texts(memory.prediction.text(), bag.text(), gold.rules(),
                                                       [&] { return bag.count(memory.prediction, memory.counts); }));
    }
  }
  out.reward = reward_of(rule, out.extracted && !found.has(rule.barred), spam, out.in_form, out.s);
  out.in_form = out.in_form && out.extracted && !spam && !found.has(extraction_flag::empty);
  return out;
}

/// Gives each thread memory for the longest answer and gold that any thread met, except for texts that consist of one
/// long answer, where each byte may need 16.
inline void rewarder::level() {
  constexpr std::size_t most = std::size_t{1} << 16U;
  const std::size_t answer = longest_answer_, gold = longest_gold_;
  for (const workspace& memory : memory_) {
    longest_answer_ = std::max(longest_answer_, std::min(most, memory.longest_answer));
    longest_gold_ = std::max(longest_gold_, std::min(most, memory.longest_gold));
  }
  if (longest_answer_ == answer && longest_gold_ == gold) return;
  std::string most_words(longest_answer_ + 128, 'x');  // 128: normalisation allocates two windows ahead
  for (std::size_t i = 1; i + 1 < most_words.size(); i += 2) most_words[i] = ' ';
  std::string all_differ;
  for (std::size_t i = 0; i < longest_gold_; ++i) all_differ += std::to_string(i) + ' ';
  const compiled_gold all{all_differ};
  for (workspace& memory : memory_) {
    judge(most_words, all, {.extraction = extractions::whole}, {}, memory);
    memory.longest_answer = longest_answer_;
  }
}

template <std::floating_point Real>
void rewarder::score(const reward_batch& batch, const reward_rule& rule, const reward_columns<Real>& out) {
  detail::check_reward_batch(batch);
  const std::size_t rows = batch.texts.size();
  detail::check_reward_columns(out, rows);
  const std::size_t tasks = std::max<std::size_t>(threads(), 1);
  const std::size_t chunks = std::min(rows, 16 * tasks);
  const wanted needs{
      .flagged = !out.flags.empty() || (rule.barred & extraction_flag::listed) != 0,
      .counted = rule.score != reward_score::em || !out.f1.empty() || !out.precision.empty() || !out.recall.empty()};
  const auto put = [](std::span<Real> column, std::size_t i, double value) {
    if (!column.empty()) column[i] = static_cast<Real>(value);
  };
  std::atomic<std::size_t> next{0};
  memory_.resize(tasks);
  run_.for_each(std::min(chunks, tasks), [&](std::size_t thread) {
    for (std::size_t chunk = next++; chunk < chunks; chunk = next++) {
      const std::size_t end = rows * (chunk + 1) / chunks;
      for (std::size_t i = rows * chunk / chunks; i < end; ++i) {
        detail::prefetch_text(batch, i, end);
        const verdict v = judge(batch.texts[i], detail::gold_of(batch, i), rule, needs, memory_[thread]);
        put(out.reward, i, v.reward);
        put(out.f1, i, v.s.f1);
        put(out.em, i, v.s.em);
        put(out.precision, i, v.s.precision);
        put(out.recall, i, v.s.recall);
        put(out.extracted, i, v.extracted ? 1 : 0);
        put(out.format, i, v.in_form ? 1 : 0);
        if (!out.flags.empty()) out.flags[i] = v.flags;
      }
    }
  });
  level();
}

}  // namespace mhqa::inline v0_1::batch
