// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/reader.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace {

/// Answers with the title of the first paragraph whose text holds the question's last word.
struct title_reader {
  mhqa::reading operator()(const mhqa::reading_task& task) const {
    const std::string_view last = task.question.substr(task.question.find_last_of(' ') + 1);
    for (std::uint32_t i = 0; i < task.context.size(); ++i) {
      if (task.context[i].text.find(last) == std::string_view::npos) continue;
      return {.answer = std::string{task.context[i].title}, .confidence = 1.0, .support = {i}, .sufficiency = 1};
    }
    return {.answer = "", .sufficiency = 0};
  }
};

struct no_reader {
  int operator()(std::string_view question) const { return static_cast<int>(question.size()); }
};

const auto lambda_reader = [](const mhqa::reading_task& task) { return mhqa::reading{.answer = std::string{task.id}}; };

static_assert(mhqa::reader<title_reader>);
static_assert(mhqa::reader<const title_reader>);
static_assert(mhqa::reader<decltype(lambda_reader)>);
static_assert(!mhqa::reader<no_reader>);
static_assert(!mhqa::reader<int>);

template <mhqa::reader R>
mhqa::reading ask(R&& read, const mhqa::reading_task& task) {
  return read(task);
}

}  // namespace

TEST_CASE("reader: a callable reads a task and sets the fields that it knows") {
  const std::array<mhqa::context_paragraph, 2> context{{{"Warsaw", "the capital of Poland"}, {"Vistula", "a river"}}};
  const auto found = ask(title_reader{}, {"q1", "What is a river", context});
  CHECK(found == mhqa::reading{.answer = "Vistula", .confidence = 1.0, .support = {1}, .sufficiency = 1});
  const auto nothing = ask(title_reader{}, {"q2", "Who was Emma", context});
  CHECK(nothing.answer.empty());
  CHECK_FALSE(nothing.confidence.has_value());
  CHECK(nothing.support.empty());
  CHECK(nothing.sufficiency == 0);
}

TEST_CASE("reader: unknown fields stay empty") {
  const auto reading = ask(lambda_reader, {"q3", "", {}});
  CHECK(reading.answer == "q3");
  CHECK_FALSE(reading.sufficiency.has_value());
}

TEST_CASE("reader: paragraphs of one title and different text differ") {
  CHECK_FALSE(mhqa::context_paragraph{"Paris", "a city"} == mhqa::context_paragraph{"Paris", "a prince"});
}

TEST_CASE("reader: steps times paragraphs are bounded, a few readings of any context are not") {
  struct context {
    std::size_t readings, paragraphs;
  };
  for (const context& few :
       {context{0, 0}, {64, 1'000'000'000}, {2048, 2048}, {1'000'000'000, 0}, {mhqa::most_read_paragraphs, 1}}) {
    CAPTURE(few.readings);
    CHECK_NOTHROW(mhqa::expect_few_readings(few.readings, few.paragraphs));
  }
  CHECK_THROWS_WITH_AS(mhqa::expect_few_readings(2049, 2048),
                       "expected at most 2048 readings of its 2048 paragraphs, found 2049", mhqa::data_error);
  CHECK_THROWS_AS(mhqa::expect_few_readings(65, 1'000'000'000), mhqa::data_error);
}
