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
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
  [[nodiscard]] std::vector<std::uint32_t> operator()(const reading_task& task) {
    terms_.assign(task.question);
    std::vector<std::uint64_t> held(task.context.size(), 0);
    std::array<double, 64> having{};
    for (std::size_t p = 0; p < held.size(); ++p) {
      for (const std::string_view text : {task.context[p].title, task.context[p].text}) {
        words_.assign(text);
        for (const passage_word& word : words_.words()) {
          const int term = terms_.find(word.key);
          if (term >= 0) held[p] |= std::uint64_t{1} << term;
        }
      }
      for (std::uint64_t left = held[p]; left != 0; left &= left - 1) {
        having[static_cast<std::size_t>(std::countr_zero(left))] += 1;
      }
    }
    std::vector<double> score(held.size(), 0);
    const double n = static_cast<double>(held.size());
    for (std::size_t p = 0; p < held.size(); ++p) {
      for (std::uint64_t left = held[p]; left != 0; left &= left - 1) {
        score[p] += std::log(1 + n / having[static_cast<std::size_t>(std::countr_zero(left))]);
      }
    }
    std::vector<std::uint32_t> order(held.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return score[a] > score[b]; });
    return order;
  }

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
    reading out = std::invoke(read_, reading_task{task.id, task.question, context});
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

/// Answers a decomposition step by step over one context; `#n` is replaced by the answer of step n.
///
/// Shape:  support: all steps' supports, ascending. Confidence: the minimum over steps; sufficiency: 1 if it is 1 for
///         each step. Both are set only if every step sets them. A task without steps is read directly
/// Errors: as execute(); those of expect_few_readings
/// Cost:   one call per step
/// Source: Trivedi et al. 2022 (MuSiQue), Sec. 7.2.1, Execution by Steps
template <question_decomposer Decompose, reader Read>
class step_reader {
 public:
  step_reader(Decompose decompose, Read read) : decompose_{std::move(decompose)}, read_{std::move(read)} {}

  [[nodiscard]] reading operator()(const reading_task& task) {
    const std::vector<std::string> steps = std::invoke(decompose_, task);
    if (steps.empty()) return std::invoke(read_, task);
    expect_few_readings(steps.size(), task.context.size());
    auto run = execute(std::span<const std::string>{steps}, [&](std::string_view question) -> reading {
      return std::invoke(read_, reading_task{task.id, question, task.context});
    });
    reading out{.answer = std::move(run.answer)};
    for (const std::size_t p : run.support) out.support.push_back(static_cast<std::uint32_t>(p));
    out.confidence = run.hops.front().confidence;
    out.sufficiency = run.hops.front().sufficiency;
    for (const reading& hop : run.hops) {
      const bool sure = out.confidence && hop.confidence, judged = out.sufficiency && hop.sufficiency;
      out.confidence = sure ? std::optional{std::min(*out.confidence, *hop.confidence)} : std::nullopt;
      out.sufficiency = judged ? std::optional{*out.sufficiency == 1 && *hop.sufficiency == 1 ? 1 : 0} : std::nullopt;
    }
    return out;
  }

 private:
  Decompose decompose_;
  Read read_;
};

/// Returns the majority of several readings.
///
/// Shape:  the most frequent answer after MuSiQue's normalisation, spelled as in its first reading; ties go to the
///         higher sum of confidences, then to the earlier reading. Support: paragraphs that more than half of the
///         readings with this answer name. Confidence: the share of readings with this answer. Sufficiency: the
///         majority of those set, 0 if they tie
/// Undefined: no readings give no answer. An empty answer counts as an answer
/// Source: majority of annotators, as for the human scores of Trivedi et al. 2022 (MuSiQue), Sec. 6
[[nodiscard]] inline reading majority(std::span<const reading> said) {
  reading out;
  if (said.empty()) return out;
  std::vector<std::string> forms;
  for (const reading& one : said) forms.push_back(normalize(one.answer));
  std::size_t best = 0, best_votes = 0;
  double best_sure = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    std::size_t votes = 0;
    double sure = 0;
    for (std::size_t j = 0; j < said.size(); ++j) {
      if (forms[j] != forms[i]) continue;
      ++votes;
      sure += said[j].confidence.value_or(0);
    }
    if (votes < best_votes || (votes == best_votes && sure <= best_sure)) continue;
    best = i;
    best_votes = votes;
    best_sure = sure;
  }
  out.answer = said[best].answer;
  out.confidence = static_cast<double>(best_votes) / static_cast<double>(said.size());
  std::vector<std::uint32_t> named;
  int enough = 0, judged = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (said[i].sufficiency) {
      ++judged;
      enough += *said[i].sufficiency == 1 ? 1 : 0;
    }
    if (forms[i] != forms[best]) continue;
    std::vector<std::uint32_t> once = said[i].support;
    std::sort(once.begin(), once.end());
    named.insert(named.end(), once.begin(), std::unique(once.begin(), once.end()));
  }
  if (judged != 0) out.sufficiency = 2 * enough > judged ? 1 : 0;
  std::sort(named.begin(), named.end());
  for (std::size_t i = 0; i < named.size();) {
    const auto end =
        std::upper_bound(named.begin() + static_cast<std::ptrdiff_t>(i), named.end(), named[i]) - named.begin();
    const auto after = static_cast<std::size_t>(end);
    if (2 * (after - i) > best_votes) out.support.push_back(named[i]);
    i = after;
  }
  return out;
}

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

}  // namespace v0_1
}  // namespace mhqa
