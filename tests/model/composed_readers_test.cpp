// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/composed_readers.hpp>

#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/text/normalize.hpp>

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

const std::array<mhqa::context_paragraph, 4> library{{{"Paris", "Paris lies on the Seine."},
                                                      {"Jane Austen", "Jane Austen was born in Steventon."},
                                                      {"Rome", "Rome lies on the Tiber."},
                                                      {"Emma", "Emma was written by Jane Austen."}}};

// Answers with the last paragraph's title and names the first.
const auto last_title = [](const mhqa::reading_task& task) -> mhqa::reading {
  if (task.context.empty()) return {};
  return {.answer = std::string{task.context.back().title}, .support = {0}};
};
using last_title_reader = decltype(last_title);

const auto no_steps = [](const mhqa::reading_task&) { return std::vector<std::string>{}; };
const auto two_steps = [](const mhqa::reading_task&) {
  return std::vector<std::string>{"Who wrote Emma?", "Where was #1 born?"};
};

mhqa::reading said(std::string answer, std::optional<double> confidence = {}, std::vector<std::uint32_t> support = {},
                   std::optional<int> sufficiency = {}) {
  return {
      .answer = std::move(answer), .confidence = confidence, .support = std::move(support), .sufficiency = sufficiency};
}

}  // namespace

static_assert(mhqa::reader<mhqa::select_then_read<mhqa::lexical_selector, mhqa::lexical_reader>>);
static_assert(mhqa::reader<mhqa::majority_reader<mhqa::lexical_reader>>);
static_assert(!mhqa::paragraph_selector<mhqa::lexical_reader>);
static_assert(!mhqa::question_decomposer<mhqa::lexical_reader>);

TEST_CASE("composed_readers: paragraphs are ranked by the question's words, ties by place") {
  mhqa::lexical_selector select;
  CHECK(select({"1", "Where was Jane Austen born?", library}) == std::vector<std::uint32_t>{1, 3, 0, 2});
  CHECK(select({"1", "Is it?", library}) == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(select({"1", "Where?", {}}).empty());
}

TEST_CASE("composed_readers: reads the selected paragraphs, and names them by position in the whole context") {
  mhqa::select_then_read two{mhqa::lexical_selector{}, last_title_reader{last_title}, 2};
  const mhqa::reading found = two({"1", "Where was Jane Austen born?", library});
  CHECK(found.answer == "Emma");
  CHECK(found.support == std::vector<std::uint32_t>{1});
  mhqa::select_then_read none{mhqa::lexical_selector{}, last_title_reader{last_title}, 0};
  CHECK(none({"1", "Who?", library}).answer.empty());

  const auto beyond = [](const mhqa::reading_task&) { return std::vector<std::uint32_t>{4}; };
  mhqa::select_then_read wrong{beyond, last_title_reader{last_title}, 1};
  CHECK_THROWS_WITH_AS((void)wrong({"q", "Who?", library}),
                       "id \"q\": expected a paragraph of the context, found number 4", mhqa::data_error);
}

TEST_CASE("composed_readers: steps are answered one after another") {
  mhqa::step_reader steps{two_steps, mhqa::lexical_reader{}};
  const mhqa::reading found = steps({"1", "Where was the author of Emma born?", library});
  CHECK(found.answer == "Steventon");
  CHECK(found.support == std::vector<std::uint32_t>{1, 3});
  CHECK(found.sufficiency == 1);

  mhqa::lexical_reader alone;
  mhqa::step_reader whole{no_steps, mhqa::lexical_reader{}};
  const mhqa::reading_task task{"1", "Where was Jane Austen born?", library};
  CHECK(whole(task) == alone(task));
}

TEST_CASE("composed_readers: the least confident step decides, and a field that one step lacks stays empty") {
  std::vector<mhqa::reading> hops{said("Jane", 0.25, {3}, 1), said("Rome", 0.5, {1}, 0)};
  std::size_t calls = 0;
  const auto scripted = [&](const mhqa::reading_task&) { return hops[calls++ % 2]; };
  mhqa::step_reader steps{two_steps, scripted};
  CHECK(steps({"1", "", library}) == said("Rome", 0.25, {1, 3}, 0));
  hops[1].confidence.reset();
  hops[0].sufficiency.reset();
  CHECK(steps({"1", "", library}) == said("Rome", {}, {1, 3}, {}));
}

TEST_CASE("composed_readers: a computed step is not read, and the last step has the whole question") {
  std::vector<std::string> asked, whole;
  const auto noted = [&](const mhqa::reading_task& task) {
    asked.emplace_back(task.question);
    whole.emplace_back(task.whole);
    return said("Rome", 0.5, {1}, 1);
  };
  const auto add_one = [](std::size_t n, std::span<const std::string>, std::span<const std::string> answers) {
    return n == 2 ? std::optional{answers[0] + "!"} : std::nullopt;
  };
  mhqa::step_reader computes{two_steps, noted, add_one};
  CHECK(computes({"1", "", library, mhqa::no_fold, "Is it?"}) == said("Rome!", 0.5, {1}, 1));
  CHECK(asked == std::vector<std::string>{"Who wrote Emma?"});
  mhqa::step_reader reads{two_steps, noted};
  CHECK(reads({"1", "", library, mhqa::no_fold, "Is it?"}).answer == "Rome");
  CHECK(asked.back() == "Where was Rome born?");
  CHECK(whole == std::vector<std::string>{"", "", "Is it?"});
}

TEST_CASE("composed_readers: the majority decides") {
  using readings = std::vector<mhqa::reading>;
  CHECK(mhqa::majority({}) == mhqa::reading{});
  // "the Rome." and "rome" are one answer: 2 of 3.
  const readings three{said("Paris", 9), said("the Rome.", 1, {2, 2, 1}, 1), said("rome", 1, {2}, 0)};
  CHECK(mhqa::majority(three) == said("the Rome.", 2.0 / 3, {2}, 0));
  CHECK(mhqa::majority(readings{said("a1"), said("b1")}).answer == "a1");
  CHECK(mhqa::majority(readings{said("a1", 0.1), said("b1", 0.2)}).answer == "b1");
  CHECK(mhqa::majority(readings{said("b", 1), said("x", 3), said("B!", 2), said("x", 0)}).answer == "b");
  CHECK(mhqa::majority(readings{said("", 1), said("")}).answer.empty());

  mhqa::majority_reader team{std::vector{last_title_reader{last_title}, last_title_reader{last_title}}};
  CHECK(team({"1", "", library}) == said("Emma", 1, {0}));
}
