// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/stands_alone.hpp>

#include "support/row_examples.hpp"

#include <mhqa/compose/mentions.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

namespace {

struct row {
  std::string_view question;
  mhqa::question_gap gap;
};

}  // namespace

TEST_CASE("stands_alone: heads that lean on their paragraph, fit many things or say too little") {
  using enum mhqa::question_gap;
  constexpr std::array rows{
      row{"Who scored on this drive?", reference},
      row{"Where did he die?", reference},
      row{"What year was she born in?", reference},
      row{"Who won the previous game?", reference},
      row{"Who is the author of the article?", reference},
      row{"Who is the author of Emma?", none},
      row{"What does the article describe in Rome?", reference},
      row{"Who ran in the fourth quarter?", reference},
      row{"Which city does the reviewer live in?", reference},
      row{"What version of Linux is the question about?", reference},
      row{"Who is the writer of Emma?", none},
      row{"Who gave her assent to the Scotland Act?", none},
      row{"Where does the Rhine meet its tributary?", none},
      row{"What was one of the cities in Ohio?", many},
      row{"What is an example of an Ohio city?", many},
      row{"What kind of team are the Rams?", kind},
      row{"Which sport do the Rams play?", kind},
      row{"In what later war did Ohio win?", reference},
      row{"In what area did Ohio remain a power?", many},
      row{"Who became a leader of Ohio?", many},
      row{"What river did Ohio become a gateway to?", none},
      row{"Which area has high earnings in Ohio?", many},
      row{"Which area has the highest earnings in Ohio?", none},
      row{"What other city did Tesla visit?", many},
      row{"What other city than Prague did Tesla visit?", none},
      row{"Which city is located in Ohio?", many},
      row{"Which country is a traditional ally of Israel?", many},
      row{"Which country has higher scores than Ohio?", many},
      row{"What river is longer than the Rhine?", many},
      row{"What is the only river longer than the Rhine?", none},
      row{"What state, rather than Ohio, did Tesla visit?", none},
      row{"What country has higher scores on standardized tests than Ohio?", many},
      row{"Which country has a problem with discipline?", many},
      row{"Who received a bid in 1915?", many},
      row{"Who received a bid for Ohio?", none},
      row{"What country generally doesn't refer to Ohio?", many},
      row{"Who did not agree with Edison?", many},
      row{"What country does Edison not like?", none},
      row{"What country doesn't Edison like?", none},
      row{"Who was thinking about going to Ohio?", many},
      row{"Who was thinking about going to Ohio in 1915?", none},
      row{"What is the only country that is leaving Ohio?", none},
      row{"Of what region was Saxony a part?", none},
      row{"What network was known for dramas such as Emma?", many},
      row{"Who else did Tesla meet?", reference},
      row{"Who else than Edison did Tesla meet?", none},
      row{"Which friend did Toghrul also enlist?", none},
      row{"Who caught a 22-yard pass from Manning?", reference},
      row{"What was the first craft to orbit a comet?", none},
      row{"What country has the most illiterate adults in the world?", none},
      row{"Who is the world's second largest producer?", no_name},
      row{"Which is the largest city not connected to an interstate highway?", none},
      row{"Who was the most widely read writer of his generation?", no_name},
      row{"Who wrote that imperialism is a stage of capitalism?", none},
      row{"Who wrote the book?", no_name},
      row{"Which sea was oil discovered in?", no_name},
      row{"What element makes up almost half of the crust of planets by mass?", none},
      row{"Who was Nikola Tesla?", definition},
      row{"Where is the Rhine?", definition},
      row{"Who was the MVP of Super Bowl XLI?", none},
      row{"Who wrote Emma?", none},
      row{"Who was the 2015 NFL MVP?", none},
      row{"Who was the NFL MVP?", definition},
      row{"Who first described dynamic equilibrium?", none},
      row{"Who first described it?", no_name},
      row{"Who plotted the relationships between levels of income and inequality?", none},
  };
  for (const row& r : rows) {
    CAPTURE(r.question);
    CHECK(mhqa::to_string(mhqa::find_gap(r.question)) == mhqa::to_string(r.gap));
  }
}

TEST_CASE("stands_alone: in a tail the bridge counts as known, and the answer may be of any kind") {
  const auto gap = [](std::string_view question, std::string_view answer) {
    return mhqa::find_gap(question, mhqa::find_mention(answer, question).value_or(mhqa::mention{}), false);
  };
  CHECK(gap("When Tesla moved, what did he build?", "Tesla") == mhqa::question_gap::none);
  CHECK(gap("What did he build for Tesla?", "Tesla") == mhqa::question_gap::reference);
  CHECK(gap("Who sacked Newton on this drive?", "Newton") == mhqa::question_gap::reference);
  CHECK(gap("What is also decided by Ohio?", "Ohio") == mhqa::question_gap::reference);
  CHECK(gap("What other event worried Ohio?", "Ohio") == mhqa::question_gap::reference);
  CHECK(gap("Ohio is between Iowa and what other place?", "Ohio") == mhqa::question_gap::none);
  CHECK(gap("What did Newton win with his 4 passes?", "Newton") == mhqa::question_gap::reference);
  CHECK(gap("Who printed Luther and his 95 Theses?", "Luther") == mhqa::question_gap::none);
  CHECK(gap("Who heard Chopin play his 1915 songs?", "Chopin") == mhqa::question_gap::none);
  CHECK(gap("What kind of rock is in Ohio?", "Ohio") == mhqa::question_gap::none);
  CHECK(gap("What is an example of a city in Ohio?", "Ohio") == mhqa::question_gap::none);
}

TEST_CASE("stands_alone: quotations are not read, an empty question lacks a name") {
  CHECK(mhqa::find_gap("Who sang \"This Love\" in Rome?") == mhqa::question_gap::none);
  CHECK(mhqa::find_gap("") == mhqa::question_gap::no_name);
}

TEST_CASE("stands_alone: a word that points to the paragraph, also at the beginning") {
  CHECK(mhqa::find_gap("This failed revolution influenced Lenin to do what?", {37, 5}, false) ==
        mhqa::question_gap::reference);
  CHECK(mhqa::find_gap("What do Ohioans do to keep jobs here?", {8, 7}, false) == mhqa::question_gap::reference);
  CHECK(mhqa::find_gap("Who sang Here I Stand in Ohio?", {25, 4}, false) == mhqa::question_gap::none);
}

TEST_CASE("stands_alone: each row fires on its first example and passes its second") {
  mhqa_test::check_examples(mhqa::stands_alone_rows);
}
