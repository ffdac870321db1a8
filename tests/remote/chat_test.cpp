// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/chat.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace remote = mhqa::remote;

TEST_CASE("chat: a body has the model, the messages, the parameters and the schema, in ASCII") {
  remote::chat_settings s{.model = "m", .temperature = 0, .max_tokens = 8, .seed = 7};
  const remote::prompt_messages prompt{"sys", "é?"};
  CHECK(remote::chat_body(s, prompt, R"({"type": "object"})") ==
        R"({"model": "m", "messages": [{"role": "system", "content": "sys"}, {"role": "user", "content": "\u00e9?"}], )"
        R"("temperature": 0.0, "max_tokens": 8, "seed": 7, "response_format": {"type": "json_schema", "json_schema": )"
        R"({"name": "reply", "strict": true, "schema": {"type": "object"}}}})");
  s.seed.reset();
  s.json = remote::json_mode::off;
  CHECK(remote::chat_body(s, {"", "q"}, "{}") ==
        R"({"model": "m", "messages": [{"role": "user", "content": "q"}], "temperature": 0.0, "max_tokens": 8})");
  s.json = remote::json_mode::object;
  CHECK(remote::chat_body(s, {"", "q"}, "{}").ends_with(R"("response_format": {"type": "json_object"}})"));
  s.json = remote::json_mode::object_schema;
  CHECK(remote::chat_body(s, {"", "q"}, R"({"a": 1})")
            .ends_with(R"("response_format": {"type": "json_object", "schema": {"a": 1}}})"));
}

TEST_CASE("chat: the key differs with each choice that decides a reply") {
  const remote::prompt_messages prompt{"s", "u"};
  std::vector<remote::chat_settings> choices(6, remote::chat_settings{.model = "m"});
  choices[1].model = "n";
  choices[2].temperature = 0.5;
  choices[3].max_tokens = 9;
  choices[4].seed = 0;
  choices[5].json = remote::json_mode::object;
  std::set<std::string> keys;
  for (const auto& c : choices) keys.insert(remote::call_key(remote::chat_body(c, prompt, "{}")));
  keys.insert(remote::call_key(remote::chat_body(choices[0], {"", "u"}, "{}")));
  keys.insert(remote::call_key(remote::chat_body(choices[0], {"s", "v"}, "{}")));
  CHECK(keys.size() == 8);
  for (const std::string& key : keys) CHECK(key.size() == 32);
  CHECK(remote::call_key("{}") == remote::call_key(std::string{"{}"}));
}

TEST_CASE("chat: a reply gives the content, the reason for its end, and the tokens") {
  const auto got = remote::read_chat_reply(
      R"({"id": "x", "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hi"}}, )"
      R"({"message": {"content": "second"}}], "usage": {"prompt_tokens": 5, "completion_tokens": 1, "x": null}})");
  REQUIRE(got.reply);
  CHECK(*got.reply == remote::chat_reply{"hi", "stop", 5, 1});
}

TEST_CASE("chat: a reply that is not a chat completion is a problem with a reason") {
  struct row {
    std::string_view body;
    std::string_view problem;
    bool error_object;
  };
  for (const row& r : {
           row{"", "an empty reply", false},
           row{" \n", "an empty reply", false},
           row{"{}", "a reply without choices[0].message.content", false},
           row{R"({"choices": []})", "a reply without choices[0].message.content", false},
           row{R"({"choices": [{"message": {"content": null}}]})", "a reply without choices[0].message.content", false},
           row{R"({"error": {"message": "no such model"}})", "no such model", true},
           row{R"({"error": "overloaded"})", "overloaded", true},
           row{R"({"error": {}})", "an error without a message", true},
       }) {
    CAPTURE(r.body);
    const auto got = remote::read_chat_reply(r.body);
    CHECK_FALSE(got.reply);
    CHECK(got.problem == r.problem);
    CHECK(got.error_object == r.error_object);
  }
  // Half a JSON document at every length; none of them is a reply, and none throws.
  const std::string whole = R"({"choices": [{"message": {"content": "h\"i"}}], "usage": {"prompt_tokens": 5}})";
  for (std::size_t size = 1; size < whole.size(); ++size) {
    CAPTURE(size);
    const auto got = remote::read_chat_reply(std::string_view{whole}.substr(0, size));
    CHECK_FALSE(got.reply);
    CHECK_FALSE(got.problem.empty());
  }
  CHECK(remote::read_chat_reply(whole).reply);
  CHECK(remote::read_chat_reply(R"({"error": null, "choices": [{"message": {"content": ""}}]})").reply);
}

TEST_CASE("chat: of a repeated member the last counts") {
  const auto two = [](std::string_view second) {
    return remote::read_chat_reply(R"({"choices": [{"message": {"content": "a"}}], "choices": )" + std::string{second} +
                                   "}");
  };
  CHECK(two(R"([{"message": {"content": "b"}}])").reply->content == "b");
  CHECK(two(R"([{"message": {"content": null}}])").problem == "a reply without choices[0].message.content");
  CHECK_FALSE(two("[]").reply);
}
