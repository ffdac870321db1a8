// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/prompt.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace remote = mhqa::remote;

namespace {

constexpr std::string_view slots[] = {"question", "paragraphs"};

std::string upper_name(std::string_view slot) {
  return "<" + std::string{slot} + ">";
}

}  // namespace

TEST_CASE("prompt: slots are filled, and the part before three dashes is the system message") {
  const remote::prompt_template prompt{"Be brief.\n---\nP: {{paragraphs}}\nQ: {{question}}\n", slots};
  const remote::prompt_messages got = prompt.fill(upper_name);
  CHECK(got.system == "Be brief.");
  CHECK(got.user == "P: <paragraphs>\nQ: <question>");
}

TEST_CASE("prompt: without dashes there is no system message") {
  const remote::prompt_messages got = remote::prompt_template{"{{question}}", slots}.fill(upper_name);
  CHECK(got.system.empty());
  CHECK(got.user == "<question>");
}

TEST_CASE("prompt: only the first line of dashes separates, with either line ending") {
  const remote::prompt_messages got =
      remote::prompt_template{"a\r\n---\r\nb\r\n---\r\n{{question}}", slots}.fill(upper_name);
  CHECK(got.system == "a");
  CHECK(got.user == "b\r\n---\r\n<question>");
  CHECK(remote::prompt_template{"a --- b\n----\n", slots}.fill(upper_name).user == "a --- b\n----");
}

TEST_CASE("prompt: text that is filled in is not searched for slots") {
  const auto got = remote::prompt_template{"{{question}} {{paragraphs}}", slots}.fill(
      [](std::string_view slot) { return slot == "question" ? "{{paragraphs}}" : "text"; });
  CHECK(got.user == "{{paragraphs}} text");
}

TEST_CASE("prompt: an unknown or open slot and an empty prompt are refused with the byte") {
  CHECK(mhqa_test::error_of([] {
          remote::prompt_template{"ask {{answer}}", slots, "p.txt"};
        }) == "p.txt: byte 4: expected one of {{question}}, {{paragraphs}} in a prompt, found {{answer}}");
  CHECK(mhqa_test::error_of([] {
          remote::prompt_template{"s\n---\n {{question", slots, "p.txt"};
        }) == "p.txt: byte 7: expected }} after {{ in a prompt");
  for (const std::string_view empty : {"", " \n", "system\n---\n", "---"}) {
    CAPTURE(empty);
    CHECK(mhqa_test::error_of([&] {
            remote::prompt_template{empty, slots, "p.txt"};
          }) == "p.txt: expected the text of a prompt, found none");
  }
}

TEST_CASE("prompt: the built-in prompts use their own slots alone and contain every slot that matters") {
  namespace p = remote::prompts;
  const auto read = remote::prompt_template{p::read, p::read_slots}.fill(upper_name);
  CHECK(read.user.find("<question>") != std::string::npos);
  CHECK(read.user.find("<paragraphs>") != std::string::npos);
  const auto word = remote::prompt_template{p::word, p::word_slots}.fill(upper_name);
  CHECK(word.user.find("<steps>") != std::string::npos);
  CHECK(word.user.find("<answers>") == std::string::npos);  // a model that sees the answers copies them
  const auto check = remote::prompt_template{p::check, p::check_slots}.fill(upper_name);
  CHECK(check.user.find("<question>") != std::string::npos);
  const auto decompose = remote::prompt_template{p::decompose, p::decompose_slots}.fill(upper_name);
  CHECK(decompose.user.find("<question>") != std::string::npos);
  for (const auto& one : {read, word, check, decompose}) CHECK_FALSE(one.system.empty());
}
