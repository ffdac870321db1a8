// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The MuSiQue condition for any decomposition: no step can be answered without the context, and no step without an
// earlier answer that it refers to (Trivedi et al. 2022, Sec. 4.3, Equation 2); and the shares of heads and tails of a
// data set that meet it (Sec. 6).
//   auto met = mhqa::check_condition(hops, context, mhqa::lexical_reader{});  if (met.connected()) …
#pragma once

#include <mhqa/compose/connection_limits.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/model/reader.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A step of a decomposition.
struct condition_hop {
  std::string question;                    ///< with `#n` for the answer to step n
  std::vector<std::string_view> answers;   ///< the answer, which replaces `#n`, and its aliases
  std::optional<std::uint32_t> support{};  ///< the paragraph's position in the context
};

/// A question that tests one node or one edge.
struct condition_request {
  std::uint32_t step = 0;                  ///< the step asked, from 0
  std::optional<std::uint32_t> without{};  ///< the earlier step whose answer is masked; empty: the context is left out
  std::string question;                    ///< as asked, with all other references replaced

  friend bool operator==(const condition_request&, const condition_request&) = default;
};

/// Returns the questions that test whether a decomposition meets the condition.
///
/// Shape:   n steps -> n nodes in order, asked without context, then the edges by `to` and `from`, asked with the whole
///          context
/// Errors:  data_error for a step without an answer; those of expansion_budget
/// Source:  Trivedi et al. 2022, Eq. (2); "masked out (removed)"
/// Example: of "Who wrote Emma?", "When was #1 born?": both questions without context, and "When was born?" with it
[[nodiscard]] std::vector<condition_request> condition_requests(std::span<const condition_hop> hops);

/// The verdicts on nodes and edges.
struct condition_result {
  struct part {
    condition_request request;
    reading_scores mean;  ///< over the models
    bool met = false;

    friend bool operator==(const part&, const part&) = default;
  };
  std::vector<part> parts;  ///< in the order of the requests

  /// Returns true if all nodes and edges meet the condition: the question requires connected reasoning.
  [[nodiscard]] bool connected() const noexcept {
    return std::all_of(parts.begin(), parts.end(), [](const part& p) { return p.met; });
  }
};

/// Judges a decomposition by the readings of one or several models.
///
/// Shape:   readings[model][request] in the order of condition_requests; nodes are judged like heads of the connection
///          filter, edges like masked tails
/// Errors:  those of condition_requests; data_error for no model, or unless there is one reading per request
/// Source:  Trivedi et al. 2022, Eq. (2), with the thresholds of Sec. 5, S3
[[nodiscard]] condition_result judge_condition(std::span<const condition_hop> hops, const model_readings& readings,
                                               const connection_limits& limits = {});

/// \overload With one reader.
///
/// Errors: those of condition_requests and expect_few_readings
template <reader R>
[[nodiscard]] condition_result check_condition(std::span<const condition_hop> hops,
                                               std::span<const context_paragraph> context, R read,
                                               const connection_limits& limits = {}) {
  model_readings readings(1);
  const std::vector<condition_request> requests = condition_requests(hops);
  expect_few_readings(requests.size() - hops.size(), context.size());
  for (const condition_request& r : requests) {
    readings[0].push_back(read(reading_task{{}, r.question, r.without ? context : context.first(0)}));
  }
  return judge_condition(hops, readings, limits);
}

/// Counts of heads and tails of a data set that meet the condition.
///
/// Shape:  a head is a step that another refers to, asked without context; a tail is an edge, its step asked with that
///         answer masked. Shares of no requests are 0
/// Source: Trivedi et al. 2022, Sec. 6: in MuSiQue-Ans 87.7 % of the heads and 79.0 % of the tails
struct condition_shares {
  std::uint64_t questions = 0;
  std::uint64_t connected = 0;
  std::uint64_t heads = 0;
  std::uint64_t heads_met = 0;
  std::uint64_t tails = 0;
  std::uint64_t tails_met = 0;

  void add(const condition_result& result);
  condition_shares& operator+=(const condition_shares& other) noexcept;
  [[nodiscard]] double head_share() const noexcept { return share(heads_met, heads); }
  [[nodiscard]] double tail_share() const noexcept { return share(tails_met, tails); }
  [[nodiscard]] double connected_share() const noexcept { return share(connected, questions); }

  friend bool operator==(const condition_shares&, const condition_shares&) = default;

 private:
  [[nodiscard]] static double share(std::uint64_t met, std::uint64_t all) noexcept {
    return all == 0 ? 0 : static_cast<double>(met) / static_cast<double>(all);
  }
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/condition.ipp>
#endif
