// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/misspelt.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

// Whether the first question, about the first paragraph, has an error.
bool misspelt(std::string_view question) {
  const mhqa::single_hop_pool pool{
      {{"0", "own", question, "Rome", {}, 0}},
      {{"Rome", "The agency in France fought corruption, built a siege engine and threw interceptions in the center."},
       {"Other", "Government, government and government of France. The french door of France is in France."},
       {"More", "Kenya grew, Kenya's lake, in Kenya."}}};
  return mhqa::paragraph_spelling{pool}.finds_error(pool, 0);
}

}  // namespace

TEST_CASE("misspelt: a word in no paragraph that is one error from one in its own") {
  CHECK(misspelt("Who fought coruption?"));        // a letter is missing
  CHECK(misspelt("What was the aggency?"));        // one too many
  CHECK(misspelt("Who built the seige engine?"));  // two have changed places
  CHECK(misspelt("Who threw intercpetions?"));
  CHECK(misspelt("Who fought corruptoon?"));  // another letter
  CHECK(misspelt("Who led the goverment?"));  // three times in the pool
  CHECK(misspelt("How may engines were built?"));
  CHECK(misspelt("What is it's logo?"));
  CHECK_FALSE(misspelt("Since when has it's been built?"));
  CHECK(misspelt("What stadium is in San Francisco Bay Area?"));
  CHECK_FALSE(misspelt("What stadium is in the San Francisco Bay Area?"));
  CHECK_FALSE(misspelt("What is in Area 51?"));
}

TEST_CASE("misspelt: names, short words, two errors and articles") {
  const auto wrong = [](std::string_view question) {
    const mhqa::single_hop_pool pool{
        {{"0", "own", question, "Rome", {}, 0}},
        {{"Rome",
          "In the Caucasus, White men of the Warsaw Pact had official ownership. The Red Army and Red Army men."}}};
    return mhqa::paragraph_spelling{pool}.finds_error(pool, 0);
  };
  CHECK(wrong("Who raided the Caucasas?"));
  CHECK(wrong("Who saw the Rued Army?"));
  CHECK_FALSE(wrong("Who raided the Caucasian?"));
  CHECK(wrong("Who came tp Rome?"));
  CHECK(wrong("Who had offial papers?"));
  CHECK(wrong("Who had ownship?"));
  CHECK(wrong("What were the powers of Warsaw Pact?"));
  CHECK(wrong("Who left in Warsaw Pact and why?"));
  CHECK_FALSE(wrong("What were the powers of the Warsaw Pact?"));
  CHECK_FALSE(wrong("What were the powers of Warsaw Pact members?"));
  CHECK_FALSE(wrong("Who was in Red Army?"));  // the paragraph has it without "the", too
  using mhqa::detail::is_two_errors_away;
  CHECK(is_two_errors_away("offial", "official"));
  CHECK(is_two_errors_away("braodcast", "broadcast"));
  CHECK_FALSE(is_two_errors_away("develop", "developed"));  // only the end differs
  CHECK_FALSE(is_two_errors_away("abcdef", "xbcdef"));
  CHECK_FALSE(is_two_errors_away("abcdefgh", "abcxyzgh"));
  CHECK_FALSE(is_two_errors_away("", "ab"));
}

TEST_CASE("misspelt: a missing capital is no error") {
  CHECK_FALSE(misspelt("Who governs kenya?"));
  CHECK_FALSE(misspelt("Who governs Kenya?"));
  CHECK_FALSE(misspelt("Who owns the french door?"));  // a paragraph writes it so
}

TEST_CASE("misspelt: other words, forms and spellings are no errors") {
  for (const char* question :
       {"Who fought corruption?", "Who built two sieges?", "What is in the centre?", "Who coached the agencies?",
        "Who fought Coruption?", "Who led the band?", "Which headlines did it make?", "Who may enter?", ""}) {
    CAPTURE(std::string{question});
    CHECK_FALSE(misspelt(question));
  }
}

TEST_CASE("misspelt: one error is a letter missing, added, changed or exchanged with the next") {
  using mhqa::detail::is_one_error_away;
  CHECK(is_one_error_away("siege", "seige"));
  CHECK(is_one_error_away("agency", "agenchy"));
  CHECK(is_one_error_away("agency", "agancy"));
  CHECK_FALSE(is_one_error_away("agency", "agency"));
  CHECK_FALSE(is_one_error_away("agency", "agnecies"));
  CHECK_FALSE(is_one_error_away("abcd", "badc"));
}

TEST_CASE("misspelt: each row by its examples") {
  mhqa_test::check_examples(mhqa::spelling_rows);
}
