// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/entities.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string_view>

static_assert(mhqa::entity_tagger<mhqa::capitals_tagger>);
static_assert(mhqa::entity_linker<mhqa::exact_linker> && mhqa::entity_linker<mhqa::title_index>);
static_assert(!mhqa::entity_linker<mhqa::capitals_tagger> && !mhqa::entity_tagger<mhqa::exact_linker>);
static_assert(std::is_sorted(mhqa::detail::counting_words.begin(), mhqa::detail::counting_words.end()));

TEST_CASE("entities: text written like a name is an entity") {
  struct row {
    std::string_view mention;
    bool want;
  };
  constexpr std::array rows{
      row{"Jane Austen", true},
      row{"the Battle of Hastings", true},
      row{"Apollo 11", true},
      row{"10 Downing Street", true},
      row{"\"Heroes\"", true},
      row{"U.S.", true},
      row{"Édouard Manet", true},
      row{"Theresa May", true},
      row{"May", false},
      row{"May 1945", false},
      row{"1945", false},
      row{"20 million", false},
      row{"Three", false},
      row{"a monk", false},
      row{"monk of Hastings", false},
      row{"The", false},
      row{"", false},
      row{"...", false},
  };
  const mhqa::capitals_tagger tag;
  for (const auto& r : rows) {
    CAPTURE(r.mention);
    CHECK((tag(r.mention, "A sentence with capitals.") == "entity") == r.want);
  }
  CHECK(tag("jane austen", "when was jane austen born") == "entity");
  CHECK(tag("may 1945", "what happened in may 1945") == "");
}

TEST_CASE("entities: titles that share a name give no first hit") {
  const mhqa::single_hop_pool pool{
      {},
      {{"Lincoln (film)", ""}, {"Lincoln (city)", ""}, {"Emma (novel)", ""}, {"The Wall", ""}, {"The Wall", "again"}}};
  const mhqa::title_index search{pool};
  CHECK(search("Lincoln") == "");
  CHECK(search("lincoln film") == "Lincoln (film)");
  CHECK(search("Emma") == "Emma (novel)");
  CHECK(search("wall") == "The Wall");
  CHECK(search("The Unknown!") == "unknown");
}

TEST_CASE("entities: notes are found as written, then by normalised text") {
  mhqa::entity_notes notes;
  CHECK(notes.add("Washington", {"PERSON", "Q23"}));
  CHECK(notes.add("washington", {"GPE", "Q61"}));
  CHECK(notes.add("Washington", {"PERSON", "Q23"}));
  CHECK_FALSE(notes.add("Washington", {"GPE", "Q61"}));
  CHECK(notes.tagger()("Washington", "") == "PERSON");
  CHECK(notes.linker()("washington") == "Q61");
  CHECK(notes.linker()("The Washington!") == "Q23");
  CHECK(notes.tagger()("Lincoln", "") == "");
  CHECK(notes.find("Lincoln") == nullptr);
}
