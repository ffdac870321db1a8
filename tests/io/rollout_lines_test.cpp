// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/rollout_lines.hpp>

#include <mhqa/io/json_records.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io;

namespace {

/// Reads one line and describes it as "think|query|titles|notes; … = answer".
std::string describe(std::string_view line) {
  const mhqa_test::scratch folder;
  io::json_records records{folder.write("r.jsonl", line).string()};
  io::rollout_line out;
  read(*records.next(), out);
  std::string text;
  for (const mhqa::rollout_step& step : out.parsed.steps) {
    for (const std::string_view one : step.think) text += std::string{one} + ",";
    text += "|" + (step.asks ? std::string{step.query} : "-") + "|";
    for (const auto& one : step.documents) text += std::string{one.title} + "=" + std::string{one.text} + ",";
    text += "|";
    for (const std::string_view one : step.notes) text += std::string{one};
    text += "; ";
  }
  text += out.parsed.answered ? "= " + std::string{out.parsed.answer} : "no answer";
  for (const auto& flaw : out.parsed.flaws) {
    text += " !" + std::string{mhqa::rollout_fault_names[static_cast<std::size_t>(flaw.fault)]};
  }
  return text;
}

}  // namespace

TEST_CASE("rollout_lines: our record, a tagged text, and chats as OpenAI, verl and TRL write them") {
  const std::string wanted = "t,|q|T=d,|; = a";
  for (
      const std::string_view line : {
          R"({"id": "1", "steps": [{"think": "t", "query": "q", "documents": [{"title": "T", "text": "d"}]}], "answer": "a"})",
          R"({"id": 1, "steps": [{"think": ["t"], "query": "q", "documents": ["(Title: T) d"], "note": null}], "answer": "a"})",
          R"({"qid": "1", "output": "<think>t</think><search>q</search><result>Doc 1(Title: T) d</result><answer>a</answer>"})",
          R"({"id": "1", "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "t",
"tool_calls": [{"id": "c", "type": "function", "function": {"name": "search", "arguments": "{\"query\": \"q\"}"}}]},
{"role": "tool", "tool_call_id": "c", "content": "\"T\"\nd"}, {"role": "assistant", "content": "a"}]})",
          R"({"id": "1", "completion": [{"role": "assistant", "reasoning_content": "t", "content": null,
"tool_calls": [{"function": {"name": "search", "arguments": {"top_k": 3, "query_list": ["q"]}}}]},
{"role": "tool", "name": "search", "content": [{"type": "text", "text": "Doc 1(Title: T) d"}]},
{"role": "assistant", "content": "<answer>a</answer>"}]})",
          R"({"id": "1", "messages": [{"role": "assistant", "content": "<think>t</think><search>q</search>"},
{"role": "user", "content": "<information>Doc 1(Title: T) d</information>"},
{"role": "assistant", "content": "<answer>a</answer>"}]})",
          R"({"id": "1", "text": "<think>t</think><tool_call>{\"name\": \"s\", \"arguments\": {\"query\": \"q\"}}</tool_call><tool_response>(1)Title: T\nd</tool_response>\\boxed{a}"})",
      }) {
    std::string one_line{line};
    std::replace(one_line.begin(), one_line.end(), '\n', ' ');
    CAPTURE(one_line);
    CHECK(describe(one_line) == wanted);
  }
}

TEST_CASE("rollout_lines: plain words between searches are thoughts, the last ones answer") {
  CHECK(describe(R"({"id": "1", "messages": [{"role": "assistant", "content": "first"}, {"role": "assistant",)"
                 R"( "content": null, "tool_calls": [{"function": {"arguments": "{\"query\": \"q\"}"}}]},)"
                 R"( {"role": "assistant", "content": "It is a."}]})") == "first,|q||; = It is a.");
}

TEST_CASE("rollout_lines: a call that is not JSON keeps its text and is a flaw") {
  CHECK(describe(R"({"id": "1", "messages": [{"role": "assistant", "content": "", "tool_calls": [{"function":)"
                 R"( {"arguments": "{\"query\": "}}]}]})") == "|{\"query\": ||; no answer !bad_call");
  CHECK(describe(R"({"id": "1", "text": "<tool_call>{x</tool_call>"})") == "|{x||; no answer !bad_call");
}

TEST_CASE("rollout_lines: each flaw is in the text of one step") {
  const auto steps_of = [](std::string_view line) {
    const mhqa_test::scratch folder;
    io::json_records records{folder.write("r.jsonl", line).string()};
    io::rollout_line out;
    read(*records.next(), out);
    std::string text;
    for (const auto& step : out.parsed.steps) text += "step " + std::to_string(step.end) + " ";
    for (const auto& flaw : out.parsed.flaws) {
      text += "flaw " + (flaw.step == mhqa::no_step ? "-" : std::to_string(flaw.step)) + " ";
    }
    return text;
  };
  // The call ends where its step ends; a flaw after the answer is in no step.
  CHECK(steps_of(R"({"id": "1", "text": "<tool_call>{x</tool_call><search>q</search><answer>a</answer></search>"})") ==
        "step 25 step 61 flaw - flaw 0 ");
  // Two steps of one message, then a flaw far into a message that is the third.
  CHECK(steps_of(R"({"id": "1", "messages": [{"role": "assistant", "content": "<search>p</search><search>q</search>"},)"
                 R"( {"role": "user", "content": "<information>d</information>"}, {"role": "assistant", "content":)"
                 R"( "a thought of many words, and then <search>r"}]})") == "step 1 step 2 step 3 flaw 2 ");
  // The same words as a text and as one message: the second step, and the one after the answer, have the flaw.
  for (const std::string_view words :
       {"<search>one</search><search>two", "<search>p</search><answer>x</answer><search>q</search>"}) {
    CHECK(steps_of(R"({"id": "1", "messages": [{"role": "assistant", "content": ")" + std::string{words} + "\"}]}")
              .ends_with("flaw 1 "));
    CHECK(steps_of(R"({"id": "1", "text": ")" + std::string{words} + "\"}").ends_with("flaw 1 "));
  }
  CHECK(steps_of(R"({"id": "1", "messages": [{"role": "assistant", "content": "<search>one</search> <search>two)"
                 R"( <search>three</search> </search><answer>x</answer>"}]})")
            .ends_with("flaw 1 flaw 1 "));
  // Two calls of one message, of which the second cannot be read.
  CHECK(steps_of(R"({"id": "1", "messages": [{"role": "assistant", "content": "", "tool_calls": [{"function":)"
                 R"( {"arguments": "{\"query\": \"q\"}"}}, {"function": {"arguments": "r"}}]}]})") ==
        "step 1 step 1 flaw 1 ");
}

TEST_CASE("rollout_lines: the results of several calls of one message go to their calls") {
  const std::string calls = R"({"id": "1", "messages": [{"role": "assistant", "content": null, "tool_calls": [)"
                            R"({"id": "c1", "function": {"arguments": "{\"query\": \"p\"}"}},)"
                            R"( {"id": "c2", "function": {"arguments": "{\"query\": \"q\"}"}}]}, )";
  const auto tool = [](std::string_view id, std::string_view text) {
    return R"({"role": "tool", )" + (id.empty() ? std::string{} : R"("tool_call_id": ")" + std::string{id} + "\", ") +
           R"("content": ")" + std::string{text} + "\"}";
  };
  const std::string wanted = "|p|=one,|; |q|=two,|; no answer";
  CHECK(describe(calls + tool("c1", "one") + ", " + tool("c2", "two") + "]}") == wanted);
  CHECK(describe(calls + tool("c2", "two") + ", " + tool("c1", "one") + "]}") == wanted);
  CHECK(describe(calls + tool("", "one") + ", " + tool("", "two") + "]}") == wanted);
  CHECK(describe(calls + tool("c2", "two") + ", " + tool("", "one") + "]}") == wanted);
  CHECK(describe(calls + tool("c9", "two") + ", " + tool("c1", "one") + "]}") == wanted);  // an id that no call has
}

TEST_CASE("rollout_lines: a line without a form or an id is an error") {
  CHECK_THROWS_WITH_AS(describe(R"({"id": "1"})"), doctest::Contains("steps, messages or text"), mhqa::data_error);
  CHECK_THROWS_WITH_AS(describe(R"({"text": "x"})"), doctest::Contains("id"), mhqa::data_error);
  CHECK_THROWS_AS(describe(R"({"id": "1", "steps": [{"documents": 3}]})"), mhqa::data_error);
}
