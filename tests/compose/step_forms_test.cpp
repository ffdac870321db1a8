// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Orders of a step's words in which a phrase can take the place of a reference.
#include <mhqa/compose/step_forms.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("each order of a step rewrites its example") {
  for (const mhqa::rewriting_row& row : mhqa::step_form_rows) {
    CAPTURE(row.name);
    CHECK(mhqa::step_with_open_reference(row.before) == row.after);
    CHECK(mhqa::step_with_open_reference(row.after) == row.after);
  }
}

TEST_CASE("an order does not apply where its words mean something else") {
  for (const std::string step :
       {"When did #1 history end here?", "When did #1 and Chad sign?", "Who fought between #1 and #2?",
        "What is the idea of #1 and His Mercy?", "Largest city in #1 has how many people?", "Who has the most of #1?",
        "In what season did #1 win?", "Who met #1 players?", "When does #1 start the war?",
        "When did #1 start the war?", "When is the #1 being held hostage?", "When was the last time that #1 won?"}) {
    CHECK(mhqa::step_with_open_reference(step) == step);
  }
}
