// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/sentence_faults.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

TEST_CASE("sentence_faults: each row fires on its first example and passes its second") {
  mhqa_test::check_examples(mhqa::sentence_fault_rows);
  for (const mhqa::language_row& row : mhqa::sentence_fault_rows) {
    CAPTURE(row.name);
    CHECK(mhqa::find_sentence_fault(row.fires) == row.name);
    CHECK(mhqa::find_sentence_fault(row.passes).empty());
  }
}

TEST_CASE("sentence_faults: a verb within a phrase, and two phrases side by side") {
  CHECK(mhqa::find_sentence_fault("Who is from the place where the highest is numbered street?") ==
        "article-without-noun");
  CHECK(mhqa::find_sentence_fault("Who is from the place where the highest is numbered?").empty());
  CHECK(mhqa::find_sentence_fault("Where is the gulf that fresh can water species survive?") ==
        "determiner-before-phrase");
  CHECK(mhqa::find_sentence_fault("Where is the gulf that fish can survive in?").empty());
  CHECK(mhqa::find_sentence_fault("The name the island that Ann saw came from what?") == "determiner-before-phrase");
  CHECK(mhqa::find_sentence_fault("The name of the island came from what?").empty());
}

TEST_CASE("sentence_faults: a verb for several after one, and a phrase after a noun that asks") {
  CHECK(mhqa::find_sentence_fault("Who was of the religion that are most of the workers?") == "number-of-verb");
  CHECK(mhqa::find_sentence_fault("Who was of the religions that are most common?").empty());
  CHECK(mhqa::find_sentence_fault("When was the novels of Ann printed?") == "number-of-verb");
  CHECK(mhqa::find_sentence_fault("When was the headquarters of Ann printed?").empty());
  CHECK(mhqa::find_sentence_fault("What specific part the place that Ann saw does it name?") ==
        "phrase-after-question-word");
  CHECK(mhqa::find_sentence_fault("What specific part of the place does it name?").empty());
  CHECK(mhqa::find_sentence_fault("What The Army was unprepared for the war?") == "phrase-after-question-word");
  CHECK(mhqa::find_sentence_fault("Which The Who album was the first?").empty());
}

TEST_CASE("sentence_faults: what is left of the steps") {
  CHECK(mhqa::find_sentence_fault("Who is Ann >> spouse?") == "relation-left");
  CHECK(mhqa::find_sentence_fault("Who met #2?") == "reference-left");
  CHECK(mhqa::find_sentence_fault("Who sang Symphony No.#2?").empty());
  CHECK(mhqa::find_sentence_fault("Who won? in Rome?") == "mark-inside");
  CHECK(mhqa::find_sentence_fault("Who won\uFF1F") == "mark-inside");
  CHECK(mhqa::find_sentence_fault("").empty());
}
