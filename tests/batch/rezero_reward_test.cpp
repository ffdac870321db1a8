// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of the program's own functions, and what decides them. 10,000 random chats gave the same numbers to 1e-12.
#include <mhqa/batch/rezero_reward.hpp>

#include <mhqa/batch/published_rewards.hpp>

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batch = mhqa::batch;
namespace detail = mhqa::batch::detail;

namespace {

using messages = std::vector<batch::reward_message>;

batch::reward_verdict judge(const messages& chat, std::optional<std::string_view> chunk, std::optional<bool> correct,
                            bool in_all = false) {
  const batch::reward_golds golds;
  const batch::reward_options options;
  batch::reward_memory memory;
  batch::reward_verdict out;
  detail::judge_rezero({.options = options,
                        .golds = golds,
                        .messages = chat,
                        .chunk = chunk,
                        .chunk_in_all = in_all,
                        .correct = correct},
                       memory, out);
  return out;
}

}  // namespace

TEST_CASE("rezero_reward: the form of the last message") {
  struct row {
    std::string_view text;
    double want;
  };
  for (const row& r : {
           row{"<think>a</think> <answer>b</answer>\xE3\x80\x80", 1},
           row{"<think>a</think><search>b</search><search>c</search>", 1},
           row{"<answer>b</answer><think>a</think>", 0},                        // the thought comes last
           row{"<think>a</think><answer>b</answer>.", 0},                       // text follows
           row{"<answer>b</answer>", 0},                                        // no thought
           row{"<think>a</think><answer>b</answer><answer>c</answer>", 0},      // two answers
           row{"<think>a</think><search>b</search><answer>c</answer>", 0},      // both
           row{"*<think>*a</think><answer>b</answer>", 0},                      // marked
           row{"*<think>_a</think><answer>b</answer>", 1},                      // by two marks
           row{"<think><iNFo_1>x</INFORMATION></think><answer>b</answer>", 0},  // information, in any case
           row{"<think><\xC4\xB1nfo></info></think><answer>b</answer>", 0},     // a dotless i is one of them
           row{"<think></info><info></think><answer>b</answer>", 1},            // not closed
       }) {
    CAPTURE(r.text);
    CHECK(detail::rezero_form(r.text) == r.want);
  }
}

TEST_CASE("rezero_reward: 0.2 and 0.15 for each of five searches, half for two in one message") {
  const std::string_view search = "<search>q</search>", two = "<search>q</search><search></search>";
  const std::string_view answer = "<answer>a</answer>";
  const auto retry = [](std::vector<std::string_view> said) { return detail::rezero_retry(said); };
  CHECK(retry({search, answer}) == 0.35);
  CHECK(retry({search, search, search, search, search, search, answer}) == 0.95);
  CHECK(retry({two, answer}) == 0.25);
  CHECK(retry({answer}) == 0);
  CHECK(retry({answer, search}) == 0);  // the last message has no answer
  CHECK(retry({}) == 0);
}

TEST_CASE("rezero_reward: the order of searching, reading and answering") {
  const batch::reward_message ask{"assistant", "<think>x</think><search>q</search>"};
  const batch::reward_message result{"user", "<information>r</information>"};
  const batch::reward_message again{"assistant", "<think>Based on it</think><search>q</search>"};
  const batch::reward_message answer{"assistant", "<think>it shows</think><answer>a</answer>"};
  CHECK(detail::rezero_strategy(messages{}) == 0);
  CHECK(detail::rezero_strategy(messages{ask}) == 0.2);
  CHECK(detail::rezero_strategy(messages{ask, result, again, result, answer}) == 0.2 + 0.2 + 0.4);
  CHECK(detail::rezero_strategy(messages{result, again, again, again}) == 0.2 + 0.4);  // information stays until others
  CHECK(detail::rezero_strategy(messages{result, {"system", ""}, again}) == 0.2);
  CHECK(detail::analyses("<THIN\xE2\x84\xAA>re\xC5\xBFult</think>"));
  CHECK_FALSE(detail::analyses("<think>resulting, fromage, a_result</think>"));
  CHECK_FALSE(detail::analyses("<think>found<b></think>"));
}

TEST_CASE("rezero_reward: operators, repeated and near-repeated queries") {
  const auto diversity = [](const std::string& text) {
    const std::vector<std::string_view> said{text};
    return detail::rezero_diversity(said);
  };
  const detail::plain_query one = detail::read_query("Who  site:a.b \"x y\" -z OR q! \xC3\x89");
  CHECK(one.base == "who or q \xC3\xA9");
  CHECK(one.operators == std::vector<std::string>{"site:a.b", "\"x y\"", "-z", " OR "});
  CHECK(diversity("") == 0);
  CHECK(diversity("<search>a<b</search>") == 0);
  CHECK(diversity("<search>a</search>") == 0.2);
  CHECK(diversity("<search>a</search><search>A!</search>") == 0);  // 0.2 for one concept, -0.2 for the repetition
  // "abcd" and "wxyz" share nothing: 0.4 + 0.4.
  CHECK(diversity("<search>abcd</search><search>wxyz</search>") == doctest::Approx(0.8).epsilon(1e-15));
  // 0.9 similar: 0.4 + 0.1 * 0.4 - 0.1; with two operators the ratio falls by 0.4 and the penalty by half:
  // 0.4 + (1 - 0.9 * 0.6) * 0.4 + 2 * 0.05 + 0.05 / 2 - 0.05.
  CHECK(diversity("<search>abcdefghij</search><search>abcdefghix</search>") == doctest::Approx(0.34).epsilon(1e-14));
  CHECK(diversity("<search>abcdefghij</search><search>abcdefghix -a -b</search>") ==
        doctest::Approx(0.659).epsilon(1e-14));
}

TEST_CASE("rezero_reward: the chunk in one result or in all, the sum, and what is missing") {
  const messages chat{{"assistant", "<think>x</think><search>q</search>"},
                      {"user", " <information>the chunk"},
                      {"tool", "<information>of text</information>"},
                      {"assistant", "<think>found</think><answer> a </answer>"}};
  const batch::reward_verdict v = judge(chat, "chunk", true);
  CHECK(v.extracted == "a");
  const std::array<double, 5> parts{1, 0.35, 1, 0.2 + 0 + 0.4, 0.2};
  for (std::size_t i = 0; i < parts.size(); ++i) CHECK(v.more[i].value == doctest::Approx(parts[i]).epsilon(1e-15));
  CHECK(v.reward == doctest::Approx(4 + 2 + 0.35 + 1 + 0.6 + 0.2).epsilon(1e-15));
  CHECK(judge(chat, "chunk\n<information>of", false).reward == doctest::Approx(3.15).epsilon(1e-15));
  CHECK(judge(chat, "chunk\n<information>of", false, true).reward == doctest::Approx(4.15).epsilon(1e-15));
  CHECK(judge(chat, {}, false, true).more[2].value == 0);
  const batch::reward_verdict unjudged = judge(chat, "chunk", {});
  CHECK(!unjudged.reward);
  CHECK(unjudged.why == "no_verdict");
  CHECK(judge(chat, {}, true).why == "no_chunk");
  CHECK(!judge(chat, {}, true).more[2].value);
  CHECK(batch::find_published_reward("rezero")->messages);
}
