// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/ungrammatical.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

TEST_CASE("ungrammatical: each row fires on its first example and passes its second") {
  mhqa_test::check_examples(mhqa::grammar_rows);
  CHECK(mhqa::find_mistake("What is a a mill called?") == 0);
  CHECK(mhqa::find_mistake("What is a a mill called?", 3) == mhqa::grammar_rows.size());  // without its two rows
}

TEST_CASE("ungrammatical: mistakes that word forms and order show") {
  for (const char* const question : {
           "In the 487 in the game, how many yards did Ann gain?",
           "What was the the result of the vote?",                      // a word twice
           "What is a a mill called?",                                  // two articles
           "What is the major city that the is the port of?",           // an article without its noun
           "Who built an motor in 1888?",                               // another article
           "When was there a armed protest?",                           // likewise
           "When did Ann moved to Rome?",                               // two inflected forms
           "What does UMC stands for?",                                 // likewise
           "When did the war became a burden to Rome?",                 // likewise
           "How recently has the homes in Rome been restored?",         // singular and plural
           "When was Ann's writings about the war ignored?",            // likewise
           "Against what country was Ann promising superiority over?",  // two prepositions
           "On where are the sights of Rome?",                          // likewise
           "For whom was Ann concerned about in Rome?",                 // likewise
           "What is exchanged between between states?",                 // a word twice
           "In what year of 20th century, did Ann write?",              // no article
           "How man people live in Rome?",                              // another word
           "What offers more then one branch?",                         // likewise
           "Who's company did Ann enjoy?",                              // likewise
           "What is the worlds largest library?",                       // no apostrophe
           "What war did Ann play a roll in?",                          // another word
           "What is the capitol of Rome?",                              // likewise
           "What was Rome named as the most type of city?",             // likewise
           "At what rate Romans were fined?",                           // no inversion
           "In what two editions was it marketed in?",                  // two prepositions
           "Who lives in US?",                                          // no article
           "How many of world's sights are in Rome?",                   // likewise
           "How many city walls in Rome?",                              // no verb
       }) {
    CAPTURE(question);
    CHECK(mhqa::is_ungrammatical(question));
  }
}

TEST_CASE("ungrammatical: questions without such a mistake") {
  for (const char* const question : {
           "What Japanese network did ABC buy a stake in in 1951?",
           "What do a and b stand for in the equation?",
           "How long is an hour?",
           "How many city walls in Rome fell?",
           "In what year was the wall built?",
           "Why was Rome's build quality low?",
           "Who's running for office in Rome?",
           "What is Doctor Who's space ship called?",
           "What year was Tesla born?",
           "What is the number of US citizens?",
           "What building is the hall located in?",
           "What is the world's largest library?",
           "What is the news most read in Rome?",
           "What did Ann and then Bob build?",
           "Who wrote on 20th century works?",
           "What does Rome belong to?",
           "Who built a unit of one?",
           "Who founded a one-room school?",
           "What did the Panthers based in Ohio win?",
           "When did Ann move to Rome?",
           "What was the first problem astronauts met on the way?",
           "What is the main reason shops are closed?",
           "What was the series about?",
           "What was the United States' answer?",
           "Which city is located in Ohio?",
           "Where is Rome located?",
           "Who did they give the book to when they left?",
           "Where is the land that Ann came from because of the flood?",
           "How much was the tuition for the 2012-13 school year?",
           "Who won in the 2012 season?",
           "How much press did Ann get?",
           "Who was born in the 487 homes in Ohio?",
           "When the river leaves the lake, which way does it flow?",
           "What is \"is is\" a mistake for?",
       }) {
    CAPTURE(question);
    CHECK_FALSE(mhqa::is_ungrammatical(question));
  }
}
