// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/passage.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> sentences(std::string_view text) {
  const mhqa::passage p{text};
  std::vector<std::string> out;
  for (const auto [first, last] : p.sentences()) {
    std::string& line = out.emplace_back();
    for (std::uint32_t i = first; i < last; ++i) {
      if (!line.empty()) line += p.words()[i].detached ? '/' : ' ';
      line += p.words()[i].in(text);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("passage: forms of a word share a stem, other words do not") {
  struct row {
    std::string_view a, b;
    bool same;
  };
  constexpr std::array<row, 12> rows{{{"city", "cities", true},
                                      {"wrote", "wrote", true},
                                      {"run", "running", true},
                                      {"king", "kings", true},
                                      {"design", "designed", true},
                                      {"compose", "composed", true},
                                      {"austen", "austen's", true},
                                      {"is", "i", false},
                                      {"pass", "pas", false},
                                      {"king", "k", false},
                                      {"river", "rival", false},
                                      {"", "a", false}}};
  for (const row& r : rows) {
    CAPTURE(r.a);
    CAPTURE(r.b);
    CHECK((mhqa::stem(r.a) == mhqa::stem(r.b)) == r.same);
    CHECK((mhqa::stem_key(r.a) == mhqa::stem_key(r.b)) == r.same);
  }
}

TEST_CASE("passage: words keep joining marks, sentences end where a new one can begin") {
  struct row {
    std::string_view text;
    std::vector<std::string> want;
  };
  const std::vector<row> rows{
      {"", {}},
      {"?! …", {}},
      {"Emma is a novel. It has 1,250 pages, i.e. many.", {"Emma is a novel", "It has 1,250 pages/i/e/many"}},
      {"Dr. Doe met J. K. Doe. He left.", {"Dr/Doe met J/K/Doe", "He left"}},
      {"The U.S. Army (3.5 m) came! \"Why?\" he said", {"The U.S/Army/3.5 m/came", "Why/he said"}},
      {"Anne-Marie didn\u2019t go", {"Anne Marie didn\u2019t go"}},
      {"Élan was. Été is. état", {"Élan was", "Été is/état"}},
      {"\xC3", {}}};
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(sentences(r.text) == r.want);
  }
}

TEST_CASE("passage: a word knows its first character and its forms") {
  const mhqa::passage p{"Étienne's 5th novels, a NOVEL"};
  REQUIRE(p.words().size() == 5);
  CHECK(p.words()[0].capital);
  CHECK(p.words()[1].number);
  CHECK_FALSE(p.words()[2].capital);
  CHECK(p.words()[2].key == p.words()[4].key);
  CHECK(p.words()[3].detached);
  CHECK(p.words()[0].key == mhqa::passage{"étienne"}.words()[0].key);
}

TEST_CASE("passage: assign() replaces the text, and long words are words") {
  mhqa::passage p{"One. Two."};
  p.assign(std::string(1000, 'x'));
  REQUIRE(p.words().size() == 1);
  CHECK(p.words()[0].size == 1000);
  CHECK(p.sentences().size() == 1);
}
