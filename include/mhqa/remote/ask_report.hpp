// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The cost of asking a model, as text: the estimate before a run, and the counts of replies, failures and refusals
// after it.
//   append_ask_counts(text, counts, call.counts(), {.prompt = 0.15, .completion = 0.6});
#pragma once

#include <mhqa/remote/answers.hpp>
#include <mhqa/remote/ask.hpp>
#include <mhqa/remote/caller.hpp>
#include <mhqa/remote/retry.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::remote {

/// Prices of a million tokens, in any currency.
struct token_prices {
  double prompt = 0;
  double completion = 0;

  [[nodiscard]] bool known() const noexcept { return prompt != 0 || completion != 0; }
  [[nodiscard]] double of_prompts(std::uint64_t tokens) const noexcept {
    return static_cast<double>(tokens) * 1e-6 * prompt;
  }
  [[nodiscard]] double of_completions(std::uint64_t tokens) const noexcept {
    return static_cast<double>(tokens) * 1e-6 * completion;
  }
};

/// Appends the calls and tokens of a run to come and, if prices are known, its cost.
inline void append_ask_estimate(std::string& out, const ask_estimate& e, const token_prices& prices = {}) {
  out += fmt::format(
      "{} requests: {} calls, {} recorded or equal to another\nabout {} prompt tokens (4 bytes each), at most {} "
      "completion tokens\n",
      e.requests, e.calls, e.recorded, e.prompt_tokens, e.most_completion_tokens);
  if (!prices.known()) return;
  out += fmt::format("cost: about {:.2f} for the prompts, at most {:.2f} for the completions\n",
                     prices.of_prompts(e.prompt_tokens), prices.of_completions(e.most_completion_tokens));
}

/// Appends the replies of a run, its failed attempts and refused replies by kind, without zeros, and the tokens of the
/// replies asked for with their cost.
inline void append_ask_counts(std::string& out, const ask_counts& asked, const call_counts& calls,
                              const token_prices& prices = {}) {
  out += fmt::format("{} requests: {} replies asked for, {} replayed\n", asked.requests, calls.asked, calls.replayed);
  const auto line = [&out](std::string_view about, std::string_view kind, std::uint64_t count) {
    if (count != 0) out += fmt::format("  {:>8}  {} {}\n", count, about, kind);
  };
  for (std::size_t i = 1; i < call_ends; ++i) {
    line("attempts that ended in", to_string(static_cast<call_end>(i)), calls.ends[i]);
  }
  for (std::size_t i = 1; i < refusals; ++i) {
    line("replies refused:", to_string(static_cast<refusal>(i)), asked.refused[i]);
  }
  if (calls.asked == 0) return;
  out += fmt::format("{} prompt tokens, {} completion tokens", calls.prompt_tokens, calls.completion_tokens);
  if (prices.known()) {
    out += fmt::format(", cost {:.2f}",
                       prices.of_prompts(calls.prompt_tokens) + prices.of_completions(calls.completion_tokens));
  }
  out += '\n';
}

}  // namespace mhqa::inline v0_1::remote
