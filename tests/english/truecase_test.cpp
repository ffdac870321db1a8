// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/truecase.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::lacks_case;

TEST_CASE("truecase: which texts lack their capitals") {
  CHECK(lacks_case("who sang all of me"));
  CHECK(lacks_case("Who sang all of me?"));
  CHECK(lacks_case("WHO SANG ALL OF ME?"));
  CHECK_FALSE(lacks_case("Who sang All of Me?"));
  CHECK_FALSE(lacks_case("1789?"));
  CHECK_FALSE(lacks_case(""));
}

TEST_CASE("truecase: names are written as the title and the paragraph write them") {
  mhqa::truecaser cases;
  cases.learn("It is said that Nottingham and the river met. We saw the river in Nottingham.");
  const auto restored = [&](std::string_view q, std::string_view title, std::string_view paragraph) {
    return cases.restore(q, title, paragraph);
  };
  CHECK(restored("when did nottingham forest win the fa cup", "FA_Cup",
                 "The club Nottingham Forest won it, the FA Cup, in 1959.") ==
        "When did Nottingham Forest win the FA Cup");
  CHECK(restored("who played bart's father in i can only imagine", "I Can Only Imagine (film)",
                 "In it, Bart Millard is played by Ann.") == "Who played Bart's father in I Can Only Imagine");
  CHECK(restored("who wrote the song the story", "The Story (song)", "A song.") == "Who wrote the song The Story");
  CHECK(restored("which university did ann lee found", "Ann Lee", "Then Ann Lee founded the University of Ulm.") ==
        "Which university did Ann Lee found");
}

TEST_CASE("truecase: a title may have small words; a word that opens a sentence is no name's first") {
  const mhqa::truecaser cases;
  CHECK(cases.restore("what did roe v. wade change", "Roe v. Wade", "A case.") == "What did Roe v. Wade change");
  CHECK(cases.restore("who lived there in 1959", "Ulm", "In 1959 Ann lived there. The Red Mill stood.") ==
        "Who lived there in 1959");
}

TEST_CASE("truecase: a paragraph without capitals tells nothing, and its title is a name") {
  mhqa::truecaser cases;
  cases.learn("we saw the red mill and ann. we saw the red mill and ann.");
  cases.learn("THEY SAW THE RIVER AND THE MILL.");
  CHECK(cases.restore("who built the red mill of ulm", "red mill of ulm", "the mill is in ulm, a town.") ==
        "Who built the Red Mill of Ulm");
  CHECK(cases.restore("who saw the river", "THE MILL OF ULM", "ANN SAW THE RIVER AND THE MILL.") ==
        "Who saw the river");
}

TEST_CASE("truecase: then as other texts and the lexicon write them") {
  mhqa::truecaser cases;
  cases.learn("It is said that Nottingham and the river met.");
  CHECK(cases.restore("what is the river of nottingham", "", "A town.") == "What is the river of Nottingham");
  CHECK(cases.restore("what is north of germany", "", "A land.") == "What is north of Germany");
  CHECK(cases.restore("WHO SAW NOTTINGHAM?", "", "") == "Who saw Nottingham?");
  CHECK(cases.restore("who saw welsh and irish farms", "", "a farm.") == "Who saw Welsh and Irish farms");
}

TEST_CASE("truecase: places stay, and a text with capitals is as it was") {
  const mhqa::truecaser cases;
  CHECK(cases.restore("what is in caf\u00e9 uno", "Caf\u00e9 Uno", "").size() ==
        std::string_view{"what is in caf\u00e9 uno"}.size());
  CHECK(cases.restore("who is ann Lee", "Ann Lee", "We saw Ann Lee.") == "who is ann Lee");
  CHECK(cases.restore("", "", "").empty());
  CHECK(cases.restore("80 percent of what", "", "") == "80 percent of what");
}
