// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/subject_class.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

TEST_CASE("subject_class: life, brackets and definition tell what a title names") {
  using enum mhqa::subject_class;
  struct row {
    std::string_view title, text;
    mhqa::subject_class want;
  };
  const std::vector<row> rows{
      {"Edvard Grieg", "Edvard Grieg (15 June 1843 – 4 September 1907) was a Norwegian composer.", born_person},
      {"Ann Lee", "Ann Lee is an American lawyer and author.", person},
      {"Romeo", "Romeo is the protagonist of a play.", person},
      {"Jaws (film)", "It has a shark.", work},
      {"The Bridge (Danish band)", "They played in Aarhus.", organization},
      {"After the Truth", "After the Truth is a 1999 German film depicting the trial of a doctor.", work},
      {"Staten Island", "Staten Island is one of the five boroughs of New York City.", place},
      {"Sinclair", "Sinclair is a small town, located in a county.", place},
      {"The Saturdays", "The Saturdays are a girl group formed in London.", organization},
      {"The First", "The First was one of the largest bands that toured with the singer.", organization},
      {"Dahlia", "Dahlia is a genus of plants.", other},
      {"Nothing", "", other},
      {"", "It is.", other},
      {"(", "(", other}};
  for (const row& r : rows) {
    CAPTURE(r.title);
    CHECK(mhqa::subject_class_of(r.title, r.text) == r.want);
  }
}
