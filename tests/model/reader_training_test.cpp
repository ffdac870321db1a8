// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/reader_training.hpp>

#include "support/errors.hpp"
#include "support/reader_examples.hpp"

#include <mhqa/model/trained_reader.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

mhqa::training_options quick() {
  return {.seed = 3, .name = "test", .bits = 14, .passes = 4, .net_passes = 10};
}

}  // namespace

TEST_CASE("reader_training: what is learnt from some questions answers others") {
  mhqa::reader_training training;
  training.run(mhqa_test::reader_examples(120), quick());
  mhqa::trained_reader read{training.weights()};
  std::size_t right = 0, supported = 0;
  const auto others = mhqa_test::reader_examples(30, 200);
  for (const mhqa::training_example& e : others) {
    const auto context = mhqa_test::context_of(e);
    const mhqa::reading said = read({e.id, e.question, context});
    right += said.answer == e.answers[0] ? 1U : 0U;
    supported += said.support == e.supports ? 1U : 0U;
  }
  CHECK(right >= 25);
  CHECK(supported >= 25);
}

TEST_CASE("reader_training: a word is the rarer, the fewer paragraphs have it, however often") {
  auto examples = mhqa_test::reader_examples(20);
  for (mhqa::training_example& e : examples) {
    for (auto& [title, text] : e.context) text += " Everywhere.";
  }
  examples[0].context[0].second += " Nowhere, nowhere, nowhere.";
  mhqa::reader_training training;
  training.run(examples, quick());
  const auto rarity = [&](std::string_view word) { return training.weights().rarity_of(mhqa::stem_key(word)); };
  CHECK(rarity("everywhere") < 0.1);
  CHECK(rarity("nowhere") > 4);
  CHECK(rarity("unknown") > rarity("nowhere"));
}

TEST_CASE("reader_training: equal seeds give equal bytes, other seeds others") {
  const auto examples = mhqa_test::reader_examples(20);
  const auto bytes = [&](std::uint64_t seed) {
    mhqa::training_options options = quick();
    options.seed = seed;
    options.passes = 1;
    mhqa::reader_training training;
    training.run(examples, options);
    CHECK(training.weights().hash == mhqa::stable_hash(mhqa::to_bytes(training.weights())));
    return mhqa::to_bytes(training.weights());
  };
  CHECK(bytes(1) == bytes(1));
  CHECK(bytes(1) != bytes(2));
}

TEST_CASE("reader_training: each step says what it used; questions without answers or supports are no fault") {
  auto examples = mhqa_test::reader_examples(20);
  for (mhqa::training_example& e : examples) {
    e.supports.clear();
    e.sentences.clear();
  }
  examples[0].answers.clear();
  std::vector<std::string> lines;
  mhqa::training_options options = quick();
  options.log = [&](std::string_view line) { lines.emplace_back(line); };
  mhqa::reader_training training;
  training.run(examples, options);
  CHECK(lines.front() == "pairs of 0 questions");
  mhqa::trained_reader read{training.weights()};
  const auto context = mhqa_test::context_of(examples[1]);
  CHECK_FALSE(read({"q", examples[1].question, context}).answer.empty());
}

TEST_CASE("reader_training: what a net is trained on: words, their features, and spans of which some are right") {
  const auto examples = mhqa_test::reader_examples(20);
  mhqa::reader_training training, other;
  training.run(examples, {.seed = 3, .name = "test", .bits = 14, .passes = 1, .net_passes = 1});
  std::size_t written = 0;
  other.each_net_example(training.weights(), examples, 5, [&](std::string_view bytes) {
    const auto number = [&](std::size_t at, std::size_t size) {
      std::size_t value = 0;
      for (std::size_t i = size; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
      return value;
    };
    const std::size_t asked = number(0, 4), words = number(4, 4), spans = number(8, 4);
    CHECK(number(16, 4) == 5);
    REQUIRE(bytes.size() == 20 + 4 * asked + (4 + 28) * words + 4 * spans);
    const std::size_t first = bytes.size() - 4 * spans, size = first + 2 * spans, right = size + spans;
    std::size_t rights = 0;
    for (std::size_t s = 0; s < spans; ++s) {
      CHECK(number(first + 2 * s, 2) + number(size + s, 1) <= words);
      rights += number(right + s, 1);
    }
    CHECK(rights > 0);
    CHECK(rights < spans);
    ++written;
  });
  CHECK(written == examples.size());
}

TEST_CASE("reader_training: no examples, and a support outside the context, are refused") {
  mhqa::reader_training training;
  CHECK(mhqa_test::error_of([&] { training.run({}, quick()); }).find("found none") != std::string::npos);
  auto examples = mhqa_test::reader_examples(2);
  examples[1].supports = {6};
  const std::string error = mhqa_test::error_of([&] { training.run(examples, quick()); });
  CHECK(error.find("q1") != std::string::npos);
}
