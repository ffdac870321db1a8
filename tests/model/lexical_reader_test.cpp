// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/lexical_reader.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

static_assert(mhqa::reader<mhqa::lexical_reader>);

namespace {

const std::array<mhqa::context_paragraph, 3> library{{
    {"Emma",
     "Emma is a novel. It was written by Jane Austen and published in London in December 1815. Its three "
     "volumes cost $21."},
    {"Jane Austen",
     "Jane Austen was born on 16 December 1775 in Steventon. She died in Winchester because she was ill."},
    {"Eiffel Tower",
     "The Eiffel Tower in Paris was built from 1887 to 1889 by Gustave Eiffel. It is 330 metres tall and "
     "18,038 iron parts make it up."},
}};

mhqa::reading ask(std::string_view question, mhqa::lexical_options options = {}) {
  return mhqa::lexical_reader{options}({.id = "1", .question = question, .context = library});
}

}  // namespace

TEST_CASE("lexical_reader: the question word picks the piece, the question's words the place") {
  struct row {
    std::string_view question, answer;
    std::uint32_t paragraph;
  };
  constexpr std::array<row, 10> rows{{{"Who wrote Emma?", "Jane Austen", 0},
                                      {"In what year was Emma published?", "1815", 0},
                                      {"When was Jane Austen born?", "16 December 1775", 1},
                                      {"Where was Jane Austen born?", "Steventon", 1},
                                      {"How many volumes has Emma?", "three", 0},
                                      {"How much did the volumes of Emma cost?", "$21", 0},
                                      {"Why did Jane Austen die?", "because she was ill", 1},
                                      {"How tall is the Eiffel Tower?", "330 metres", 2},
                                      {"How many iron parts has the tower?", "18,038", 2},
                                      {"Who built the Eiffel Tower?", "Gustave Eiffel", 2}}};
  for (const row& r : rows) {
    CAPTURE(r.question);
    const mhqa::reading found = ask(r.question);
    CHECK(found.answer == r.answer);
    CHECK(found.support == std::vector<std::uint32_t>{r.paragraph});
    REQUIRE(found.confidence.has_value());
    CHECK(*found.confidence > 0);
    CHECK(*found.confidence <= 1);
  }
}

TEST_CASE("lexical_reader: without a context or a candidate there is no answer") {
  mhqa::lexical_reader read;
  const std::array<mhqa::context_paragraph, 2> blank{{{"", ""}, {"?", "… !"}}};
  const std::array<mhqa::context_paragraph, 1> echo{{{"", "Emma wrote."}}};
  const mhqa::reading none{.answer = "", .confidence = 0.0, .support = {}, .sufficiency = 0};
  CHECK(read({"1", "Who wrote Emma?", {}}) == none);
  CHECK(read({"1", "Who wrote Emma?", blank}) == none);
  CHECK(read({"1", "Who wrote Emma?", echo}) == none);
  CHECK_FALSE(read({"1", "", echo}).answer.empty());
  CHECK(read({"1", "Is Emma a novel?", library}).answer == "yes");
}

TEST_CASE("lexical_reader: a sentence of a hundred thousand words is read like any other") {
  std::string text;
  for (int i = 0; i < 25'000; ++i) text += "so that Ann met Bob" + std::to_string(i) + ' ';
  text += "because Emma was written by Jane Austen";
  const std::vector<mhqa::context_paragraph> context{{"Emma", text}};
  mhqa::lexical_reader read;
  CHECK(read({.id = "1", .question = "Who wrote Emma?", .context = context}).answer == "Jane Austen");
  CHECK(read({.id = "2", .question = "Why was Emma written?", .context = context}).answer ==
        "because Emma was written by Jane Austen");
}

TEST_CASE("lexical_reader: a call does not depend on earlier ones") {
  mhqa::lexical_reader read;
  const mhqa::reading alone = ask("Who wrote Emma?");
  (void)read({"1", "How tall is the Eiffel Tower?", library});
  CHECK(read({"1", "Who wrote Emma?", library}) == alone);
  CHECK(read({"1", "Who wrote Emma?", std::span{library}.first(1)}).answer == "Jane Austen");
}

TEST_CASE("lexical_reader: a question that is asked of one context after another is read as by a new reader") {
  mhqa::lexical_reader kept;
  for (const std::string_view question : {"Who wrote Emma?", "Who wrote Emma?", "When was Jane Austen born?"}) {
    for (std::size_t n = 0; n <= library.size(); ++n) {
      const mhqa::reading_task task{.id = "1", .question = question, .context = std::span{library}.first(n)};
      CHECK(kept(task) == mhqa::lexical_reader{}(task));
    }
  }
}

TEST_CASE("lexical_reader: support and sufficiency follow the options") {
  CHECK(ask("Who wrote Emma?").sufficiency == 1);
  CHECK(ask("Who translated Emma for Bulgarian readers?").sufficiency == 0);
  CHECK(ask("When was Jane Austen born?", {.support = 2}).support == std::vector<std::uint32_t>{1, 0});
  CHECK(ask("When was Jane Austen born?", {.support = 9}).support == std::vector<std::uint32_t>{1, 0});
  CHECK(ask("Who wrote Emma?", {.sentences = 0}).answer == "novel");
}
