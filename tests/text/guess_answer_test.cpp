// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/guess_answer.hpp>

#include "support/effort.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::guess_step;

TEST_CASE("guess_answer: each of the nine steps") {
  struct row {
    std::string_view text, answer;
    guess_step step;
  };
  for (const row& r : {
           row{"<think>no</think> so \\boxed{a{b} }.", "a{b}", guess_step::box},
           row{"It is **a** and **Rome** in *1990*", "Rome", guess_step::bold},
           row{"Born on *it*? *Paris*", "Paris", guess_step::bold},
           row{"Built on march  12, 1990 or 1980", "march 12, 1990", guess_step::date},
           row{"On 1/2/3/2004", "2/3/2004", guess_step::date},
           row{"In january 1990", "1990", guess_step::date},
           row{"In april 1990", "april 1990", guess_step::date},
           row{"the United States and Barack Obama", "Barack Obama", guess_step::name},
           row{"won 1,23456 years ago", "23456", guess_step::number},
           row{"about 1.5 million of 7", "1.5", guess_step::number},
           row{"only 1.55abc", "1", guess_step::number},
           row{"well, the answer is: blue. so", "blue", guess_step::phrase},
           row{"answer is. therefore, green", "green", guess_step::phrase},
           row{"Rome was built.", "Rome was built", guess_step::phrase},
           row{"nothing of that kind", "nothing of that kind", guess_step::best_sentence},
           row{"hm, hmm", "hm, hmm", guess_step::sentence},
           row{"hm", "hm", guess_step::start},
           row{" <think>x</think>\n", "", guess_step::nothing},
       }) {
    CAPTURE(r.text);
    std::string memory;
    const mhqa::guessed_answer got = mhqa::guess_answer(r.text, memory);
    CHECK(got.answer == r.answer);
    CHECK(name(got.step) == name(r.step));
  }
}

TEST_CASE("guess_answer: case is ignored as Python ignores it, and digits are of any script") {
  std::string memory;
  CHECK(mhqa::guess_answer("in Augu\xC5\xBFt 1999", memory).answer == "Augu\xC5\xBFt 1999");
  CHECK(mhqa::guess_answer("x \xD9\xA3\xD9\xA4\xD9\xA5\xD9\xA6 y", memory).answer ==
        "\xD9\xA3\xD9\xA4\xD9\xA5\xD9\xA6");
}

TEST_CASE("guess_answer: a megabyte of hostile text takes linear time") {
  for (const std::string_view piece : {"1,111,", "**", "* *", "Aa ", "is ", ". ", "so.", "<think>", "1/1/", "boxed{"}) {
    std::string text, memory;
    while (text.size() < mhqa_test::large(1U << 20U)) text += piece;
    CHECK_NOTHROW(static_cast<void>(mhqa::guess_answer(text, memory)));
  }
}

TEST_CASE("guess_answer: white space collapses wherever it stands in a block of bytes") {
  const auto collapsed = [](std::string_view text) {
    std::string out;
    mhqa::detail::prepare_guess(text, out);
    return out;
  };
  for (std::size_t front = 0; front < 40; ++front) {
    CAPTURE(front);
    const std::string words(front, 'x');
    const std::string first = words.empty() ? "" : words + " ";
    CHECK(collapsed(words + "  y ") == first + "y");
    CHECK(collapsed(words + " \t\xC2\xA0y\x7F\x1C") == first + "y\x7F");
    CHECK(collapsed(words + " <think>z </think> y, a longer end of it ") == first + "y, a longer end of it");
    CHECK(collapsed("  " + words + "\xE5\x8C\x97  \xFF " + words) ==
          words + "\xE5\x8C\x97 \xFF" + (words.empty() ? "" : " " + words));
  }
}
