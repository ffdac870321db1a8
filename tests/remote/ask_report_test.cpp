// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/ask_report.hpp>

#include <doctest/doctest.h>

#include <string>

namespace remote = mhqa::remote;

TEST_CASE("ask_report: an estimate has calls, tokens and, by price, the cost") {
  const remote::ask_estimate e{
      .requests = 9, .recorded = 2, .calls = 7, .prompt_tokens = 3'000'000, .most_completion_tokens = 500'000};
  std::string text;
  remote::append_ask_estimate(text, e);
  const std::string counts =
      "9 requests: 7 calls, 2 recorded or equal to another\nabout 3000000 prompt tokens (4 bytes each), at most 500000 "
      "completion tokens\n";
  CHECK(text == counts);
  text.clear();
  remote::append_ask_estimate(text, e, {.prompt = 1.5, .completion = 3});
  CHECK(text == counts + "cost: about 4.50 for the prompts, at most 1.50 for the completions\n");
}

TEST_CASE("ask_report: counts name failures and refusals by kind, but no zeros and no usable reply") {
  remote::ask_counts asked{.requests = 5};
  asked.refused[0] = 4;
  asked.refused[static_cast<std::size_t>(remote::refusal::no_json)] = 1;
  remote::call_counts calls{.asked = 3, .replayed = 2};
  calls.ends[0] = 3;
  calls.ends[1] = 6;
  calls.prompt_tokens = 1'000'000;
  calls.completion_tokens = 2'000'000;
  std::string text;
  remote::append_ask_counts(text, asked, calls, {.prompt = 1});
  CHECK(text == "5 requests: 3 replies asked for, 2 replayed\n         6  attempts that ended in " +
                    std::string{to_string(static_cast<remote::call_end>(1))} +
                    "\n         1  replies refused: no-json\n1000000 prompt tokens, 2000000 completion tokens, cost "
                    "1.00\n");
}

TEST_CASE("ask_report: a run that only replays has no tokens") {
  std::string text = "before\n";
  remote::append_ask_counts(text, {.requests = 2}, {.replayed = 2}, {.prompt = 1});
  CHECK(text == "before\n2 requests: 0 replies asked for, 2 replayed\n");
}
