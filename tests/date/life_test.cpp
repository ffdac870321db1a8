// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The first bracket of a biography gives both dates with a dash between them, or one with a word; else a sentence does.
#include <mhqa/date/life.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::find_life;
using mhqa::life_dates;
using mhqa::partial_date;

static_assert(find_life("Willem van Haecht (1593 - 12 July 1637) was").died->date == partial_date{1637, 7, 12});
static_assert(find_life("") == life_dates{});

namespace {

// "1593|12 July 1637": the two spellings, empty where a date is not found.
std::string spelled(std::string_view text) {
  const life_dates life = find_life(text);
  std::string out;
  if (life.born) out += text.substr(life.born->position, life.born->length);
  out += '|';
  if (life.died) out += text.substr(life.died->position, life.died->length);
  return out;
}

}  // namespace

TEST_CASE("life: the ways in which encyclopedias write a life") {
  struct row {
    std::string_view text, want;
  };
  const row rows[] = {
      {"Lotte Backes (May 2, 1901 - May 12, 1990) was a German pianist", "May 2, 1901|May 12, 1990"},
      {"Willem van Haecht (1593 – 12 July 1637) was a Flemish painter", "1593|12 July 1637"},
      {"François Missoffe (13 October 1919 in Toulon, France – 28 August 2003 in Rouen) was",
       "13 October 1919|28 August 2003"},
      {"Thomas Cooper( January 16, 1835- December 19, 1909), also", "January 16, 1835|December 19, 1909"},
      {"Lee Mantle( December 13, 1851 November 18, 1934) was", "December 13, 1851|November 18, 1934"},
      {"Rondel Menendez( born May 18, 1975) is", "May 18, 1975|"},
      {"George Baines( born George Baines; 30 April 1908 – 9 May 2003)", "30 April 1908|9 May 2003"},
      {"Philippe Perrin (Colonel, Air Force) (born January 6, 1963) is", "January 6, 1963|"},
      {"Veit( also Vitus)( born in 1503 in Wemding, Germany- died on September 13, 1557 in Ingolstadt)",
       "1503|September 13, 1557"},
      {"Chardon( April 27, 1672( some say April 27, 1671) in Bordeaux – April 11, 1743 in Quebec)",
       "April 27, 1672|April 11, 1743"},
      {"Kim (1 May 1900, Bar-sur-Aube) (died 1950) was", "|1950"},
      {"Ali (died 12 May 1066) ruled.", "|12 May 1066"},
      {"Ali (d. 1066) ruled.", "|1066"},
      {"Ali (– 1066) ruled.", "|1066"},
      {"Ali (1001 –) ruled.", "1001|"},
      {"Agnew was Chief Justice from 1873 to 1879. Agnew was born at Trenton on January 5, 1809. He died on March 9, "
       "1902",
       "January 5, 1809|March 9, 1902"},
      {"A son was born. In 1950 he moved. He was killed near Oslo on 3 May 1951.", "|3 May 1951"},
      {"A band (formed 1990) toured in 1995.", "|"},
      {"Nobody (2000 – 1900) was", "|"},
      {"He was born in 1950. He died in 1900.", "|"},
      {"He (born 1950) died in 1900.", "|"},
      {"An unclosed (born 1 May 1900", "1 May 1900|"},
      {"no dates at all", "|"},
  };
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(spelled(r.text) == r.want);
  }
}

TEST_CASE("life: a bracket far behind the beginning is not a life") {
  const std::string far = std::string(600, 'x') + " (1 May 1900 – 2 May 1950)";
  CHECK(spelled(far) == "|");
}
