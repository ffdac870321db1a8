// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Readers made from readers: read only the best paragraphs, answer a decomposition step by step, or take a majority
// vote. Each result is a reader.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/execute.hpp>
#include <mhqa/model/question_terms.hpp>
#include <mhqa/model/reader.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A callable that ranks the paragraphs of a task: distinct positions in its context, best first.
template <class S>
concept paragraph_selector = std::invocable<S&, const reading_task&> &&
    std::convertible_to<std::ranges::range_reference_t<std::invoke_result_t<S&, const reading_task&>>, std::uint32_t>;

/// A callable that decomposes a question into steps with `#n`.
template <class D>
concept question_decomposer = std::invocable<D&, const reading_task&> &&
    std::convertible_to<std::invoke_result_t<D&, const reading_task&>, std::vector<std::string>>;

/// Ranks paragraphs by the question words in their text and title; rare words weigh more.
///
/// Shape: ties keep the context's order
/// Cost:  linear in the context
class lexical_selector {
 public:
  [[nodiscard]] std::vector<std::uint32_t> operator()(const reading_task& task);

 private:
  question_terms terms_;
  passage words_;
};

/// Reads the first k paragraphs of a selection; `support` has positions in the whole context.
///
/// Errors: data_error for a position beyond the context
/// Source: the Select+Answer models of Trivedi et al. 2022 (MuSiQue), Sec. 7.2
/// Example: select_then_read{lexical_selector{}, lexical_reader{}, 5}
template <paragraph_selector Select, reader Read>
class select_then_read {
 public:
  select_then_read(Select select, Read read, std::size_t k)
      : select_{std::move(select)}, read_{std::move(read)}, k_{k} {}

  [[nodiscard]] reading operator()(const reading_task& task) {
    std::vector<std::uint32_t> chosen;
    for (const std::uint32_t p : std::invoke(select_, task)) {
      if (chosen.size() == k_) break;
      if (p >= task.context.size()) {
        throw_data_error({.id = std::string{task.id}},
                         "expected a paragraph of the context, found number " + std::to_string(p));
      }
      chosen.push_back(p);
    }
    std::vector<context_paragraph> context;
    for (const std::uint32_t p : chosen) context.push_back(task.context[p]);
    reading out = std::invoke(read_, reading_task{task.id, task.question, context, task.fold, task.whole});
    for (std::uint32_t& p : out.support) {
      if (p >= chosen.size()) {
        throw_data_error({.id = std::string{task.id}}, "expected a support among the paragraphs that were read");
      }
      p = chosen[p];
    }
    return out;
  }

 private:
  Select select_;
  Read read_;
  std::size_t k_;
};

/// A callable that computes step n, from 1, of steps from the answers so far, or nothing if it is a question.
template <class O>
concept step_operator =
    std::invocable<O&, std::size_t, std::span<const std::string>, std::span<const std::string>> && std::convertible_to<
        std::invoke_result_t<O&, std::size_t, std::span<const std::string>, std::span<const std::string>>,
        std::optional<std::string>>;

/// Computes no step.
struct no_operations {
  [[nodiscard]] std::optional<std::string> operator()(std::size_t, std::span<const std::string>,
                                                      std::span<const std::string>) const noexcept {
    return std::nullopt;
  }
};

/// Answers a decomposition step by step over one context; `#n` is replaced by the answer of step n. The last step has
/// the task's `whole`.
///
/// Shape:  support: all steps' supports, ascending. Confidence: the minimum over steps; sufficiency: 1 if it is 1 for
///         each step. Both are set only if every step sets them that was read, not computed. A task without steps is
///         read directly
/// Errors: as execute(); those of expect_few_readings
/// Cost:   one call per step
/// Source: Trivedi et al. 2022 (MuSiQue), Sec. 7.2.1, Execution by Steps
template <question_decomposer Decompose, reader Read, step_operator Operate = no_operations>
class step_reader {
 public:
  step_reader(Decompose decompose, Read read, Operate operate = {})
      : decompose_{std::move(decompose)}, read_{std::move(read)}, operate_{std::move(operate)} {}

  [[nodiscard]] reading operator()(const reading_task& task) {
    const std::vector<std::string> steps = std::invoke(decompose_, task);
    if (steps.empty()) return std::invoke(read_, task);
    expect_few_readings(steps.size(), task.context.size());
    std::vector<std::string> answers(steps.size());
    std::vector<bool> computed(steps.size());
    auto run = execute(std::span<const std::string>{steps}, [&](std::string_view question, std::size_t n) -> reading {
      const std::string_view whole = n == steps.size() ? task.whole : std::string_view{};
      std::optional<std::string> found =
          std::invoke(operate_, n, std::span<const std::string>{steps}, std::span<const std::string>{answers});
      computed[n - 1] = found.has_value();
      reading said = found ? reading{.answer = *std::move(found)}
                           : std::invoke(read_, reading_task{task.id, question, task.context, no_fold, whole});
      answers[n - 1] = said.answer;
      return said;
    });
    reading out{.answer = std::move(run.answer)};
    for (const std::size_t p : run.support) out.support.push_back(static_cast<std::uint32_t>(p));
    bool first = true;
    for (std::size_t i = 0; i < run.hops.size(); ++i) {
      if (computed[i]) continue;
      const reading& hop = run.hops[i];
      if (std::exchange(first, false)) {
        out.confidence = hop.confidence;
        out.sufficiency = hop.sufficiency;
      }
      const bool sure = out.confidence && hop.confidence, judged = out.sufficiency && hop.sufficiency;
      out.confidence = sure ? std::optional{std::min(*out.confidence, *hop.confidence)} : std::nullopt;
      out.sufficiency = judged ? std::optional{*out.sufficiency == 1 && *hop.sufficiency == 1 ? 1 : 0} : std::nullopt;
    }
    return out;
  }

 private:
  Decompose decompose_;
  Read read_;
  Operate operate_;
};

/// Returns the majority of several readings.
///
/// Shape:  the most frequent answer after MuSiQue's normalisation, spelled as in its first reading; ties go to the
///         higher sum of confidences, then to the earlier reading. Support: paragraphs that more than half of the
///         readings with this answer name. Confidence: the share of readings with this answer. Sufficiency: the
///         majority of those set, 0 if they tie
/// Undefined: no readings give no answer. An empty answer counts as an answer
/// Source: majority of annotators, as for the human scores of Trivedi et al. 2022 (MuSiQue), Sec. 6
[[nodiscard]] reading majority(std::span<const reading> said);

/// Asks several readers and returns the majority of their readings.
template <reader Read>
class majority_reader {
 public:
  explicit majority_reader(std::vector<Read> readers) : readers_{std::move(readers)} {}

  [[nodiscard]] reading operator()(const reading_task& task) {
    std::vector<reading> said;
    for (Read& read : readers_) said.push_back(std::invoke(read, task));
    return majority(said);
  }

 private:
  std::vector<Read> readers_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/composed_readers.ipp>
#endif
