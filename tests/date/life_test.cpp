// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Lives as encyclopedias write them: brackets, clauses, qualifiers, what is not a life; and the labelled paragraphs.
#include <mhqa/date/life.hpp>

#include <mhqa/date/detail/life_bracket.hpp>
#include <mhqa/date/detail/life_entry.hpp>
#include <mhqa/date/detail/life_owner.hpp>
#include <mhqa/date/stated_find.hpp>

#include "support/effort.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

using mhqa::explain;
using mhqa::life_reading;
using mhqa::life_reason;
using mhqa::read_life;

namespace {

// "1593|1637-07-12": both dates in EDTF, empty for an unknown date; "thing" for a subject other than a person.
std::string life_of(std::string_view title, std::string_view text) {
  const life_reading life = read_life(title, text);
  if (!life.person) return "thing";
  std::string out;
  if (life.born) out += mhqa::to_edtf(life.born->date).view();
  out += '|';
  if (life.died) out += mhqa::to_edtf(life.died->date).view();
  return out;
}

struct row {
  std::string_view title, text, want;
};

template <std::size_t N>
void check(const row (&rows)[N]) {
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(life_of(r.title, r.text) == r.want);
  }
}

}  // namespace

TEST_CASE("life: a bracket after the name gives both dates") {
  const row rows[] = {
      {"Lotte Backes", "Lotte Backes (May 2, 1901 - May 12, 1990) was a German pianist.", "1901-05-02|1990-05-12"},
      {"Willem van Haecht", "Willem van Haecht (1593 – 12 July 1637) was a Flemish painter.", "1593|1637-07-12"},
      {"Ann Roe", "Ann Roe (13 October 1919 in Toulon, France – 28 August 2003 in Rouen) was a judge.",
       "1919-10-13|2003-08-28"},
      {"Ann Roe", "Ann Roe( January 16, 1835- December 19, 1909), also Annie, was a nurse.", "1835-01-16|1909-12-19"},
      {"Ann Roe", "Ann Roe (born Ann Lee; 30 April 1908 – 9 May 2003) was a nurse.", "1908-04-30|2003-05-09"},
      {"Ann Roe", "Ann Roe (Captain, Air Force) (born January 6, 1963) is a pilot.", "1963-01-06|"},
      {"Vito Roe", "Vito Roe( born in 1503 in Bonn, Germany- died on September 13, 1557 in Ulm) was a monk.",
       "1503|1557-09-13"},
      {"Ann Roe", "Ann Roe (April 27, 1672 (some say April 27, 1671) in Bordeaux – April 11, 1743) was a nun.",
       "1672-04-27|1743-04-11"},
      {"Li Roe", "Li Roe (李匡威) (d. 893) was a warlord.", "|0893"},
      {"Ali Roe", "Ali Roe (– 1066) was a king.", "|1066"},
      {"Ali Roe", "Ali Roe (or Row; – 29 April 1594) was a bishop.", "|1594-04-29"},
      {"Ali Roe",
       "Ali Roe (Persian: x ] ), also Row; 12 January [O.S. 30 December 1906] 1907 – 14 January 1966) was a pilot.",
       "1907-01-12|1966-01-14"},
      {"Ali Roe", "Ali Roe (1945—) is a theologian.", "1945|"},
      {"Ali Roe", "Ali Roe (Palermo, April 8, 1964), is a Sicilian writer.", "1964-04-08|"},
      {"Ali Roe", "Ali Roe (born 23 July 1907, date of death unknown) was a gymnast.", "1907-07-23|"},
      {"Method Man", "Clifford Smith (born April 1, 1971), better known as Method Man, is a rapper.", "1971-04-01|"},
      {"Ali Roe", "Ali Roe (born 1 May 1900", "1900-05-01|"},
  };
  check(rows);
}

TEST_CASE("life: qualifiers are kept") {
  const row rows[] = {
      {"A Roe", "Ann Roe (c. 1530 – ca. 1591) was a nurse.", "1530~|1591~"},
      {"A Roe", "Ann Roe (1176? – 1216 (?)) was a nurse.", "1176~|1216~"},
      {"A Roe", "Ann Roe (before March 1215 – 5 July 1251 or 1253) was a nurse.", "../1215-03|[1251-07-05,1253-07-05]"},
      {"A Roe", "Ann Roe (aft. 1143 – by 21 February 1197) was a nurse.", "1143/..|../1197-02-21"},
      {"A Roe", "Ann Roe (c. 890 – 14/15 January 936) was a nurse.", "0890~|[0936-01-14,0936-01-15]"},
      {"A Roe", "Ann Roe (462 – 527/528) was a nurse.", "0462|[0527,0528]"},
      {"A Roe", "Ann Roe (1869/70 – 1926/7) was a nurse.", "[1869,1870]|[1926,1927]"},
      {"A Roe", "Ann Roe (between 23 May and 10 October 1564 – between March and May 1638) was a nurse.",
       "1564-05-23/1564-10-10|1638-03/1638-05"},
      {"A Roe", "Ann Roe (1–25 March 1157 – 25 April 1196) was a nurse.", "1157-03-01/1157-03-25|1196-04-25"},
      {"A Roe", "Ann Roe (born 1850s – died in or near 1890) was a nurse.", "185X|1890~"},
      {"A Roe", "Ann Roe (20 November – 7 December 1650) was a princess.", "1650-11-20|1650-12-07"},
      {"A Roe", "Ann Roe (bef. 23 February 1607/8 – 1694) was a nurse.", "../1608-02-23|1694"},
  };
  check(rows);
}

TEST_CASE("life: years before the common era and short years") {
  const row rows[] = {
      {"A Roe", "Ann Roe (234–149 BC) was a nurse.", "-0233|-0148"},
      {"A Roe", "Ann Roe (470/469 – 399 BC) was a nurse.", "[-0469,-0468]|-0398"},
      {"A Roe", "Ann Roe (ca. 8 BC-June 59) was a nurse.", "-0007~|0059-06"},
      {"A Roe", "Ann Roe (63 BC – 14 AD) was a nurse.", "-0062|0014"},
      {"A Roe", "Ann Roe (714 – 768) was a nurse.", "0714|0768"},
      {"A Roe", "Ann Roe (1513–35) was a nurse.", "1513|1535"},
      {"A Roe", "Ann Roe (5 May 1900 – 5 May 57) was a nurse.", "|"},  // two digits beside a month
  };
  check(rows);
}

TEST_CASE("life: old style in brackets is passed over") {
  const row rows[] = {
      {"A Roe", "Ann Roe (15 April [O.S. 3 April] 1894 – 11 September 1971) was a nurse.", "1894-04-15|1971-09-11"},
      {"A Roe", "Ann Roe (1 December [O.S. 20 November] 1792 – 24 February [O.S. 12 February] 1856) was a nurse.",
       "1792-12-01|1856-02-24"},
      {"A Roe", "Ann Roe (January 14, 1741 [O.S. January 3, 1740] June 14, 1801) was a nurse.",
       "1741-01-14|1801-06-14"},
      {"A Roe", "Ann Roe (January 24, 1733 (O.S. January 13, 1732) – May 9, 1810) was a nurse.",
       "1733-01-24|1810-05-09"},
  };
  check(rows);
}

TEST_CASE("life: dates that have lost the dash between them") {
  const row rows[] = {
      {"A Roe", "Ann Roe (April 28, 1926February 19, 2016) was a nurse.", "1926-04-28|2016-02-19"},
      {"A Roe", "Ann Roe (29 January 192621 November 1996) was a nurse.", "1926-01-29|1996-11-21"},
      {"A Roe", "Ann Roe (6 June 19505 October 2015) was a nurse.", "1950-06-06|2015-10-05"},
      {"A Roe", "Ann Roe (18861959) was a nurse.", "1886|1959"},
      {"A Roe", "Ann Roe (7 March 1639December 1672) was a nurse.", "1639-03-07|1672-12"},
      {"A Roe", "Ann Roe (December 13, 1851 November 18, 1934) was a nurse.", "1851-12-13|1934-11-18"},
      {"A Roe", "Ann Roe (8 May 9368 June 975) was a nurse.", "0936-05-08|0975-06-08"},
      {"A Roe", "Ann Roe (27 August 1918 or 191930 March 2009) was a nurse.", "[1918-08-27,1919-08-27]|2009-03-30"},
  };
  check(rows);
}

TEST_CASE("life: reigns, floruits, degrees, baptism and burial are no births and deaths") {
  const row rows[] = {
      {"A Roe", "Ann Roe (fl. 1420–1440) was a composer.", "|"},
      {"A Roe", "Ann Roe (reigned 331 BC – c. 305 BC) was a queen.", "|"},
      {"A Roe", "Ann Roe (r. 1010–1020; 990 – 1020) was a queen.", "0990|1020"},
      {"A Roe", "Ann Roe (baptised 17 December 1770 – 26 March 1827) was a composer.", "|1827-03-26"},
      {"A Roe", "Ann Roe (– buried 9 April 1284) was a countess.", "|"},
      {"A Roe", "Ann Roe (born in Oslo and baptised on 4 May 1759 – died on 25 June 1857) was a poet.", "|1857-06-25"},
      {"A Roe", "Ann Roe (Ph.D., Stanford University, 1979) is a psychologist.", "|"},
      {"A Roe", "Ann Roe, M.D., PhD., (born February 10, 1978) is an inventor.", "1978-02-10|"},
      {"A Roe", "Ann Roe (also known as Lady Roe after 1947; 5 November 1913 – 8 July 1967) was an actress.",
       "1913-11-05|1967-07-08"},
  };
  check(rows);
  CHECK(explain(read_life("A Roe", "Ann Roe (baptised 1 May 1653 – buried 9 March 1706) was a nurse.")) ==
        "baptised 1653-05-01; buried 1706-03-09; baptism only; burial only");
  CHECK(read_life("A Roe", "Ann Roe (fl. 1420) was a nurse.").has(life_reason::other_event));
  CHECK(read_life("A Roe", "Ann Roe (2000 – 1900) was a nurse.").has(life_reason::out_of_order));
  CHECK(read_life("A Roe", "Ann Roe (1700 – 1900) was a nurse.").has(life_reason::out_of_order));
  CHECK(read_life("A Roe", "Ann Roe (1932) was a nurse.").has(life_reason::single_date));
  CHECK(read_life("A Roe", "Ann Roe (31 April 1932 – 1990) was a nurse.").has(life_reason::unreadable));
}

TEST_CASE("life: clauses about the person count, those about others do not") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe was a judge. Roe was born at Trenton on January 5, 1809. She died on March 9, 1902.",
       "1809-01-05|1902-03-09"},
      {"Ann Roe", "Ann Roe (1859 – 1905) was a judge. She died at Ilkeston on 27 June 1905.", "1859|1905-06-27"},
      {"Tom Roe", "Tom Roe is a judge. His mother died on 3 May 1951. He was born in Oslo in 1960.", "1960|"},
      {"Ann Roe", "Ann Roe (born 1960) is an actress. She married Tom Poe; he died in April 2017.", "1960|"},
      {"Ann Roe", "Ann Roe (born 1960) was an actress. She married Tom Poe; he died in April 2017.", "1960|"},
      {"Ann Roe", "Born in Lima in 1950, Roe was a judge. Before her death on 5 May 2001, she ran a school.",
       "1950|2001-05-05"},
      {"Tom Roe", "Tom Roe was born in 1731. His sister Amy married. He was killed in 1757 near Ulm.", "1731|1757"},
      {"Tom Roe", "Tom Roe (born 1950) is an actor. He appeared in \"Death Becomes Her\" in 1992.", "1950|"},
      {"Tom Roe", "Tom Roe is a Kazakh singer born on May 24, 1994 in Aktobe.", "1994-05-24|"},
      {"Tom Roe", "Tom Roe is a Kazakh singer (born 24 May 1994 in Aktobe).", "1994-05-24|"},
      {"Tom Roe", "Tom Roe is a singer (born Al Lee, May 1994) and poet.", "1994-05|"},
      {"Tom Roe", "Tom Roe is a film by the Kazakh singer (born 1994).", "thing"},
      {"Tom Roe", "Tom Roe is the brother of a Kazakh singer (born 1994).", "|"},
      {"Tom Roe", "Tom Roe was a singer. He was born 1994 in Aktobe and died 2021.", "1994|2021"},
      {"Tom Roe", "Tom Roe is a Kazakh singer, born 1994.", "1994|"},
      {"Tom Roe", "Tom Roe, singer, born 3 May 1994; died 5 May 2021", "1994-05-03|2021-05-05"},
      {"Tom Roe", "Tom Roe was a singer, born 3 May 1904; his wife Ann; died 5 May 1921", "1904-05-03|"},
      {"Tom Roe", "(b Ulm, Bavaria, 22 Oct. 1879; d London, 29 Sept. 1959). British singer. He studied in Ulm.",
       "1879-10-22|1959-09-29"},
      {"Tom Roe", "Tom Roe (Al b Roe, 1879) was a singer.", "|"},
      {"Tom Roe", "Tom Roe was a singer. He was born 2000 metres above the sea and died 1900 miles away.", "|"},
      {"Tom Roe", "Tom Roe was a singer. He died 50 years later, aged 1200 months.", "|"},
      {"Tom Roe", "Tom Roe succeeded his father, who died in 1502. He died in 1530.", "|1530"},
      {"Tom Roe", "Tom Roe was a king. He died on 5 May and his son ruled until 1550.", "|"},
      {"Tom Roe", "Tom Roe (born 1900) was a poet. He died in 1800.", "1900|"},
  };
  check(rows);
}

TEST_CASE("life: two readings that exclude each other are refused, and both are told") {
  const life_reading life = read_life("Tom Roe", "Tom Roe (1 May 1900 – 1950) was a poet. He was born on 2 May 1900.");
  CHECK_FALSE(life.born);
  CHECK(mhqa::to_edtf(life.died->date).view() == "1950");
  CHECK(life.has(life_reason::birth_disputed));
  CHECK_FALSE(life.has(life_reason::death_disputed));
  CHECK(explain(life) == "died: bracket; birth disputed: 1900-05-01 or 1900-05-02");
  const row agreeing[] = {
      {"Tom Roe", "Tom Roe (1127 – 7 or 8 December 1201) was a king until his death in 1201.",
       "1127|[1201-12-07,1201-12-08]"},
      {"Tom Roe",
       "Tom Roe (born 1 March 1891) was a botanist. He was born in Ulm and began his studies at Bonn in 1910.",
       "1891-03-01|"},
      {"Tom Roe", "Tom Roe (1 May 1900 – 5 May 1990) was executed for the detonation of a bomb on April 19, 1985.",
       "1900-05-01|1990-05-05"},
      {"Tom Roe", "Tom Roe (born 1 March 1944) was the first foreign born wrestler to win, in 1972.", "1944-03-01|"},
      {"Tom Roe",
       "Tom Roe (1 May 1900 – 1950) was a poet. Roe became Smith's deputy and, after his death in 1945, mayor.",
       "1900-05-01|1950"},
  };
  check(agreeing);
  const life_reading living = read_life("Tom Roe", "Tom Roe is a poet. He was born in 1950. Roe died in 1990.");
  CHECK(living.has(life_reason::dies_while_living));
  CHECK_FALSE(living.died);
}

TEST_CASE("life: ships, wars, dynasties, bands, films and lists have no life") {
  const row rows[] = {
      {"Han dynasty", "The Han dynasty (206 BC – 220 AD) was the second imperial dynasty of China.", "thing"},
      {"Nine Years' War", "The Nine Years' War (1688–1697) was a conflict. Tom Roe (d. 1690) led it.", "thing"},
      {"HMS Roe", "HMS Roe (born 5 May 1900 – 6 June 1940) was a destroyer. She was sunk.", "thing"},
      {"Schnell Brewery", "Schnell Brewery (1864–1872), owned by George Schnell, was located in Dupont.", "thing"},
      {"The Big Roe", "The Big Roe (1942) is an American film drama starring Tom Poe.", "thing"},
      {"Roe (band)", "Roe is an American rock band. Tom Poe (born June 12, 1986) founded it.", "thing"},
      {"Ehretia", "Ehretia is a genus of plants named after Georg Ehret (1708–1770).", "thing"},
      {"Roe (horse)", "Roe (30 March 1970 – 4 October 1989) was a racehorse. He won 16 races.", "thing"},
      {"List of poets", "Tom Roe (1900–1950) was a poet.", "thing"},
      {"The Roes", "Tom Roe (born 1965) and Ann Roe (born 1967) are film directors.", "thing"},
      {"", "", "thing"},
  };
  check(rows);
}

TEST_CASE("life: a date's place spells it") {
  const std::string_view text = "Tom Roe (born in Oslo, 5 May 1900; died c. 1950) was a poet.";
  const life_reading life = read_life("Tom Roe", text);
  CHECK(text.substr(life.born->position, life.born->length) == "5 May 1900");
  CHECK(text.substr(life.died->position, life.died->length) == "c. 1950");
  const std::string_view old = "Tom Roe (15 April [O.S. 3 April] 1894 – 1971) was a poet.";
  CHECK(mhqa::spell_found(old, *read_life("Tom Roe", old).born, {1894, 4, 15}) == "April 15, 1894");
}

TEST_CASE("life: hostile texts take linear time") {
  for (const std::string_view unit : {"(", "((", ")", "[(", "(1900 – ", "born ", "died in ", "his death ", "1900/",
                                      "- ", "was born, ", "he died ", "A. ", "c. ", "between ", "or "}) {
    std::string text = "Tom Roe ";
    while (text.size() < mhqa_test::large(1'000'000)) text += unit;
    const life_reading life = read_life("Tom Roe", text);
    CAPTURE(unit);
    CHECK_FALSE(life.died);
  }
}

TEST_CASE("life: hostile lives give no date that the text does not state") {
  // "T" stands for "Ann Roe"; each was judged by hand.
  const row rows[] = {
      {"T", "", "thing"},
      {"T", "Ann Roe", "thing"},
      {"T", "Ann Roe (", "thing"},
      {"T", "Ann Roe ()", "thing"},
      {"T", "Ann Roe (1900", "thing"},
      {"T", "Ann Roe (born ) was a nurse.", "|"},
      {"T", "Ann Roe (born 30 February 1900) was a nurse.", "|"},
      {"T", "Ann Roe (born 12 Foo 1900) was a nurse.", "|"},
      {"T", "Ann Roe (born 99999) was a nurse.", "|"},
      {"T", "Ann Roe (born 1900.5) was a nurse.", "|"},
      {"T", "Ann Roe (born $1900) was a nurse.", "|"},
      {"T", "Ann Roe (born 1900%) was a nurse.", "|"},
      {"T", "Ann Roe (born 13.10.1973) was a nurse.", "|"},
      {"T", "Ann Roe (born 10/13/1973) was a nurse.", "|"},
      {"T", "Ann Roe (born 12 July 37) was a nurse.", "|"},
      {"T", "Ann Roe (born July) was a nurse.", "|"},
      {"T", "Ann Roe (born 0) was a nurse.", "|"},
      {"T", "Ann Roe (1900 – 1800) was a nurse.", "|"},
      {"T", "Ann Roe (1700 – 1900) was a nurse.", "|"},
      {"T", "Ann Roe (5 May 1900 – 4 May 1900) was a nurse.", "|"},
      {"T", "Ann Roe (fl. 1900) was a nurse.", "|"},
      {"T", "Ann Roe (fl. 1900 – 1920) was a nurse.", "|"},
      {"T", "Ann Roe (reigned 1900 – 1920) was a queen.", "|"},
      {"T", "Ann Roe (r. 1900–1920) was a queen.", "|"},
      {"T", "Ann Roe (active 1900–1920) was a nurse.", "|"},
      {"T", "Ann Roe (married 1900) was a nurse.", "|"},
      {"T", "Ann Roe (Ph.D., Harvard, 1979) is a nurse.", "|"},
      {"T", "Ann Roe, M.D. (1979), is a nurse.", "|"},
      {"T", "Ann Roe received her Ph.D. 1979 in Ulm.", "thing"},
      {"T", "Ann Roe is a nurse. Death Becomes Her (1992) is her film.", "|"},
      {"T", "Ann Roe was a nurse. Her mother died in 1950.", "|"},
      {"T", "Ann Roe was a nurse. Her husband, John, was killed in 1950.", "|"},
      {"T", "Ann Roe was a nurse whose son was born in 1950.", "|"},
      {"T", "Ann Roe was a nurse. John Lee died in 1950.", "|"},
      {"T", "Ann Roe was a nurse. John, who was born in 1950, left.", "|"},
      {"T", "Ann Roe is a nurse. He died in 1950.", "|"},
      {"T", "Ann Roe was the widow of Al, who died in 1950.", "|"},
      {"T", "Ann Roe was a nurse and nearly died in an accident.", "|"},
      {"T", "Ann Roe was born to sing in 300 shows.", "|"},
      {"T", "Ann Roe was born on stage; in 1950 she left.", "|"},
      {"T", "Ann Roe was born in Ulm. In 1950 she left.", "|"},
      {"T", "Ann Roe died of 1950 wounds.", "thing"},
      {"T", "Ann Roe died on 12 July.", "thing"},
      {"T", "Ann Roe was Canadian-born and moved in 1950.", "thing"},
      {"T", "Ann Roe is a ship built in 1950 and sunk in 1960.", "thing"},
      {"T", "Ann Roe (1950 – 1960) was a British schooner.", "thing"},
      {"T", "Ann Roe was a racehorse born in 1950 that died in 1960.", "thing"},
      {"T", "Ann Roe is a novel. She died in 1950.", "thing"},
      {"T", "Ann Roe (1950 film) is a film.", "thing"},
      {"List of nurses", "Ann Roe (1900 – 1950) was a nurse.", "thing"},
      {"Ann Roe (disambiguation)", "Ann Roe (1900 – 1950) was a nurse.", "thing"},
      {"Ann Roe (film)", "Ann Roe (1900 – 1950) was a nurse.", "thing"},
      {"T", "Ann Roe ((((1900))))", "thing"},
      {"T", "Ann Roe )1900( was a nurse.", "|"},
      {"T", "Ann Roe (1900 or) was a nurse.", "|"},
      {"T", "Ann Roe (between 1900) was a nurse.", "|"},
      {"T", "Ann Roe (before) was a nurse.", "|"},
      {"T", "Ann Roe (– – –) was a nurse.", "|"},
      {"T", "Ann Roe (?–?) was a nurse.", "|"},
      {"T", "Ann Roe (baptised 1900 – buried 1950) was a nurse.", "|"},
      {"T", "\xFF\xFE Ann Roe (1\xC2) was a nurse.", "|"},
      {"T", "Ann Roe (١٩٠٠ – ١٩٥٠) was a nurse.", "|"},
      {"T", "Ann Roe (30 February 1938 – 30 February 1940) was a nurse.", "|"},
  };
  static_assert(std::size(rows) >= 60);
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(life_of(r.title == "T" ? "Ann Roe" : r.title, r.text) == r.want);
  }
}

TEST_CASE("life: each reason has a name of its own") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < mhqa::life_reasons; ++i) names.insert(to_string(static_cast<life_reason>(i)));
  CHECK(names.size() == mhqa::life_reasons);
}

TEST_CASE("life: a birth or death that the first sentence tells after its noun") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe, also known as Nan, is a former Welsh actor born in 1945 as Ann Lee in Rhyl.", "1945|"},
      {"Ann Roe", "Ann Roe is an elite professional zorber born on March 21, 1977 in Dunedin.", "1977-03-21|"},
      {"Ann Roe", "Ann Roe was a Canadian librarian born in 1900 in Quebec who died in 1992.", "1900|1992"},
      {"Ann Roe", "The daughter of Sir John Roe, Ann Roe was born in Batley, Yorkshire, in 1868.", "1868|"},
      {"Ann Roe", "An American painter, Roe was born in Rome on May 10, 1914, and died on 2 June 2006.",
       "1914-05-10|2006-06-02"},
      {"John Roe, 6th Lord Roe of Kent", "John Roe, 6th Lord of Kent was born about 1712, son of Sir Hew Lee.",
       "1712~|"},
      {"John Roe", "John Roe (1819–1893), a pastor and soldier in the army, played a part in the war.", "1819|1893"},
      {"Ann Roe", "Ann Roe was a nun. Born at Bonn, Germany, 24 June 1844; died at Reno, 4 December 1896.",
       "1844-06-24|1896-12-04"},
      {"Ann Roe", "Ann Roe was born to John Lee (or Leigh) and his wife Jane on 10 November 1483 in Ulm.",
       "1483-11-10|"},
      {"Ann Roe", "Ann Roe was an ace. She held that distinction until her death by fire on January 7, 1917.",
       "|1917-01-07"},
      {"O. C. Roe", "Oliver Roe was born March 29, 1822. O. C. died April 8, 1905 in Troy.", "1822-03-29|1905-04-08"},
      {"Jan Zijderveld", "Jan Zijderveld was a painter. Zijderweld died at Ulm, 24 December 1840.", "|1840-12-24"},
      {"Ann Roe", "A stroke deprived her of her speech, and she died on 18 February 1546 in Eisleben.", "|1546-02-18"},
      {"Ann Roe", "Ann Roe is a chess player. She was born in Ulm. Born in Ulm, Lee moved to Bonn in 1751.", "|"},
  };
  check(rows);
}

TEST_CASE("life: brackets that are spelled unusually") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe (* 13. October 1973, Ostrava) is a director.", "1973-10-13|"},
      {"Ann Roe", "Ann Roe (Armenian: x; born (February 11, 1966) in Glendale) is a singer.", "1966-02-11|"},
      {"Ann Roe", "Ann Roe (born April 19, 1934 in Alger, Algeria-died August 13, 2008) was a player.",
       "1934-04-19|2008-08-13"},
      {"Ann Roe", "Ann Roe (hanja: 鄭蘭貞, ? - November 13, 1565) was a concubine.", "|1565-11-13"},
      {"Ann Roe", "Ann Roe (born Ann Lee; March 23, 190? – May 10, 1977) was an actress.",
       "1900-03-23/1909-03-23|1977-05-10"},
      {"Ann Roe", "Ann Roe (25 April/7 May 1840 – 25 October/6 November 1893) was a composer.",
       "1840-05-07|1893-11-06"},
      {"Ann Roe", "Ann Roe (14/15 January 936 – 990) was a queen.", "[0936-01-14,0936-01-15]|0990"},
  };
  check(rows);
}

TEST_CASE("life: events, animals and possessions are no persons; people named after animals are") {
  const row rows[] = {
      {"Siege of Ulm (1800)", "During the Siege of Ulm (6 April – 4 June 1800) the city was taken.", "thing"},
      {"Uprising on Texel", "The Uprising on Texel (5 April 1945 – 20 May 1945) was an insurrection.", "thing"},
      {"Smiley (alligator)", "Smiley was an American alligator that lived in Ulm and died on 9 February 1987.",
       "thing"},
      {"Snoopy", "Snoopy is a loyal beagle born on 10 August 1968.", "thing"},
      {"Roe's reputation", "In her time, Ann Roe (1564–1616) was rated as one of many playwrights.", "thing"},
      {"Sexuality of Ann Roe", "The sexuality of Ann Roe (1809–1865), the 16th Mayor, is a topic.", "thing"},
      {"Kill Them", "Born in 1926, Ann Roe grew up in Ulm, where she wrote.", "thing"},
      {"Lone Wolf the Younger", "Lone Wolf the Younger (ca. 1843-1923) was a Kiowa. He was a warrior.", "1843~|1923"},
      {"Roe Peak", "Roe Peak (local name Roe, renamed Foo in July 2006) rises to 7,134 metres.", "|"},
      {"Ann Roe", "Ann Roe Queen of Foo Predecessor Jane Spouse John Poe (m. 1599; d. 1611) Issue Bob", "|"},
      {"Ann Roe", "Ann Roe (b. 1570; m. 1599; d. 1611) was a painter.", "1570|1611"},
  };
  check(rows);
}

TEST_CASE("life: ranges of years belong to one event, and years of other calendars are not read") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe (863–8 – March 925) was a countess.", "0863/0868|0925-03"},
      {"Ann Roe", "Ann Roe (died 1561 – 62) was a lady.", "|1561/1562"},
      {"Ann Roe", "Ann Roe (c.1536/7 – d. 1610 – 12) was a lady.", "[1536~,1537~]|1610/1612"},
      {"Ann Roe", "Ann Roe (died 1721–1723) was a lady.", "|1721/1723"},
      {"Ann Roe", "Ann Roe (born 1926–96) was a nurse.", "1926|1996"},
      {"Ann Roe", "Ann Roe (1633 – between 28 September 1693 and 1713) was a painter.", "1633|1693-09-28/1713"},
      {"Ann Roe", "Ann Roe (74/73 BCE – c. 4 BCE) was a queen.", "[-0073,-0072]|-0003~"},
      {"Ann Roe", "Ann Roe (149/8 BC – 101 BC) was a queen.", "[-0148,-0147]|-0100"},
      {"Ann Roe", "Ann Roe (15?\?–16 ?\?) was a poet.", "15XX|16XX"},
      {"Ann Roe", "Ann Roe (born by 1529 – at least 1569) was a lady.", "../1529|1569/.."},
      {"Ann Roe", "Ann Roe was a nurse. She was born in 985 AH (1577 AD) in Ulm.", "1577|"},
      {"Ann Roe", "Ann Roe was a nurse. She was born in 985 AH in Ulm.", "|"},
      {"Ann Roe", "Ann Roe (died 1405 AH) was a nurse.", "|"},
  };
  check(rows);
}

TEST_CASE("life: a birth that is lost or short, a dagger, a lost dash between two days and places") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe (born Ann Lee (Ли); – 28 May 1965) was an actress.", "|1965-05-28"},
      {"Ann Roe", "Ann Roe (née Lee, – 23 June 1754) was a lady.", "|1754-06-23"},
      {"Ann Roe", "Ann Roe (in Ulm – 25 April 1666 in Bonn) was a nun.", "|1666-04-25"},
      {"Ann Roe", "Ann Roe (Ulm – 25 April 1666) was a nun.", "|1666-04-25"},
      {"Ann Roe", "Ann Roe (Ulm – 25 April 1966) is a nun.", "1966-04-25|"},
      {"Ann Roe", "Ann Roe (baptised – 31 March 1703) was a composer.", "|1703-03-31"},
      {"Ann Roe", "Ann Roe (31 July 1595, Ulm –, Ulm) was a countess.", "1595-07-31|"},
      {"Ann Roe", "Ann Roe († between 3 May 1289 and 19 March 1290) was a countess.", "|1289-05-03/1290-03-19"},
      {"Ann Roe", "Ann Roe (*; † 19 December 1111) was a countess.", "|1111-12-19"},
      {"Ann Roe", "Ann Roe (* between 1260 and 1275; † 28 March 1334 in Ulm) was a nun.", "1260/1275|1334-03-28"},
      {"Ann Roe", "Ann Roe (Ulm, 29 December 1560 Bonn, 21 May 1633) was a countess.", "1560-12-29|1633-05-21"},
      {"Ann Roe", "Ann Roe (c.7–43 AD) was a princess.", "0007~|0043"},
      {"Ann Roe", "Ann Roe (69 – August 12, 30 BC) was a queen.", "-0068|-0029-08-12"},
      {"Ann Roe", "Ann Roe (57 – 9 April 88) was an empress.", "0057|0088-04-09"},
      {"Ann Roe", "Ann Roe (c. 45 – c. 66) was a lady.", "0045~|0066~"},
      {"Ann Roe", "Ann Roe (28 April 32 – 16 April 69) was an empress.", "0032-04-28|0069-04-16"},
      {"Ann Roe", "Ann Roe (28 February 28, 1956, Ulm – 16 January 2017, Bonn) was a singer.", "|"},
      {"Ann Roe", "Ann Roe (57 – 88) was a coach.", "|"},
      {"Ann Roe", "Ann Roe (88 – 9 April 57) was a coach.", "|"},
      {"Ann Roe", ", born December 18, 1972, is a Japanese actress.", "1972-12-18|"},
      {"Ann Roe", "Ann Roe (9/10 November 1938 – 30 February 1940) was a nurse.", "[1938-11-09,1938-11-10]|"},
  };
  check(rows);
}

TEST_CASE("life: a single day is a death if a clause gives its year") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe (28 July 1750) was a composer. She died of gout after surgery in 1750 at 65.",
       "|1750-07-28"},
      {"Ann Roe", "Ann Roe (28 July 1750) was a composer. She was born in 1750 in Ulm.", "1750-07-28|"},
      {"Ann Roe", "Ann Roe (28 July 1750) was a composer. She died in 1751.", "|1751"},
      {"Ann Roe", "Ann Roe (28 July 1750) was a composer.", "|"},
  };
  check(rows);
  CHECK_FALSE(read_life(rows[0].title, rows[0].text).has(life_reason::single_date));
  CHECK(read_life(rows[3].title, rows[3].text).has(life_reason::single_date));
}

TEST_CASE("life: clauses with a date in front, a cause of death, a list of offices, and clauses of another time") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe was a nurse. On January 8, 2013, Roe died in Ulm.", "|2013-01-08"},
      {"Ann Roe", "Ann Roe was a nurse. On 26 March 1577, Ann Roe was killed in Ulm by robbers.", "|1577-03-26"},
      {"Ann Roe", "Ann Roe was a nurse. In 1950, Roe left Ulm and died.", "|"},
      {"Ann Roe", "Ann Roe was a nurse. By 1950, Roe died.", "|"},
      {"Ann Roe", "Ann Roe was a nurse. She died after a short illness on 5 May 1900.", "|1900-05-05"},
      {"Ann Roe", "Ann Roe was a nurse. She died after the revolution in 1917.", "|"},
      {"Ann Roe", "Ann Roe was a queen until her death, and regent of Ulm during 1397 – 1401.", "|"},
      {"Ann Roe", "Ann Roe was a politician, banker and professor born in Ulm on April 1, 1883.", "1883-04-01|"},
      {"Ann Roe", "Ann Roe is a Film Producer and Director who was born on 17 January 1974.", "1974-01-17|"},
      {"Ann Roe", "Ann Roe was a French scholar of Hebrew works, who died in 1706.", "|1706"},
      {"John Roe", "John Roe was a Bishop of Clonfert who died in 1117.", "|1117"},
      {"Ann Roe", "Ann Roe was a martyr from Granitsa, who died in 1544.", "|1544"},
      {"Ann Roe", "Ann Roe was a pupil of Rembrandt, who died in 1669.", "|"},
      {"Ann Roe", "Ann Roe was a friend of the bishop, who died in 1669.", "|"},
  };
  check(rows);
}

TEST_CASE("life: whom a paragraph is about") {
  const row rows[] = {
      {"Newcastle upon Tyne",
       "John Roe, the leading composer, was born in Newcastle upon Tyne in 1709 and died there "
       "in 1770.",
       "thing"},
      {"Apollo 15", "Roe was born in 1932 in San Antonio, Texas, and graduated in 1954.", "thing"},
      {"Children of General Hospital",
       "Emma Roe is the daughter of John Roe. The role is played by Ann Lee. She was "
       "born onscreen in November 2008.",
       "|"},
      {"OSS 117 – Double Agent",
       "OSS 117 – Double Agent (also known as OSS 117: Murder for Sale) is a 1968 Eurospy "
       "film about agent OSS 117, starring John Roe.",
       "thing"},
      {"April Roe",
       "April Roe - Dwyer Parks and Recreation character Portrayed by Ann Lee First appearance Pilot "
       "Spouse Andy Dwyer Children Burt Roe (b. 2023) Unnamed Child (b. 2025) Nationality American",
       "thing"},
      {"Theobald of Arles", "Theobald (c. 854–895), count of Arles, was a Frank. He was a son of Hucbert.",
       "0854~|0895"},
      {"Thuringbert, Count of Hesbaye", "Thuringbert (735–770), Count of Hesbaye, son of Robert, and Williswinda.",
       "0735|0770"},
      {"William Ridge", "William Ridge (1859–1930), English author, was born at Chartham, Kent, on 22 April 1859.",
       "1859-04-22|1930"},
      {"Bill Roe (racing driver)",
       "Gerald Roe (30 August 1923 – 10 January 2010) was an Australian motor racing "
       "driver, race team owner and businessman.",
       "1923-08-30|2010-01-10"},
      {"William, Prince of Ulm",
       "Wilhelm Karl, 3rd Prince of Ulm (9 January 1759 – 20 March 1837) was by succession "
       "an immediate Prince.",
       "1759-01-09|1837-03-20"},
      {"Dibyasambandh", "Princess Dibyasambanna (17 May 1885 - 26 July 1908) was a Princess of Siam.",
       "1885-05-17|1908-07-26"},
      {"Teriimaevarua III",
       "Ari'i-Otare Terii-maeva-rua III Pomare (28 May 1871 – 19 November 1932) was the last "
       "Queen of Bora Bora.",
       "1871-05-28|1932-11-19"},
      {"'Adud al-Dawla",
       "Khusraw, better known by his laqab of ʿAḍud al-Dawla (September 24, 936 – March 26, 983) "
       "was an emir.",
       "0936-09-24|0983-03-26"},
      {"Rukn al-Dawla", "Hasan (died September 976), better known by his laqab as Rukn al-Dawla, was an amir.",
       "|0976-09"},
      {"William Roe (W.G.) Lee", "William Roe (W.G.) Lee (1819–1893), a pastor and soldier, played a role.",
       "1819|1893"},
      {"Ann Roe", "Born in Tokyo, Japan, she attended school and left.", "|"},
      {"Ali El-Araby", "Aly Mohamed Ahmed (Arabic: x) (born 1 January 1989 in Asyut) is an Egyptian Footballer.",
       "1989-01-01|"},
      {"Fred Roe", "Frederick Roe (1908- date of death unknown) was an English rower.", "1908|"},
      {"Death of Ann Roe", "Ann Roe (October 24, 1951 – December 6, 1969) was a woman who was killed.", "thing"},
      {"Biographies of Roe", "John Roe died after a short illness on 5 December 1791, aged 35.", "thing"},
      {"Roe's life", "Ann Roe was a poet. She died on 23 April 1616.", "thing"},
      {"Roe Story", "Roe Story is a 2008 film starring producer John Lee. He was born in 1950.", "thing"},
      {"Jacques Roe", "Jacques Roe (1911–1981) was the pen name of John Lee, a writer. He is known for novels.",
       "1911|1981"},
  };
  check(rows);
}

TEST_CASE("life: precision and recall on the labelled lives") {
  const auto file = mhqa_test::shared_data("golden/life/lives.jsonl");
  if (!file) return;
  std::size_t right = 0, wrong = 0, missed = 0, of_things = 0;
  for (const mhqa_test::json& gold : mhqa_test::load_jsonl(*file)) {
    if (gold.find("judgement_call") != nullptr) continue;
    const life_reading life = read_life(gold["title"].string(), gold["text"].string());
    const auto compare = [&](std::string_view key, const auto& found) {
      const mhqa_test::json& want = gold[key];
      const std::string got = found ? std::string{mhqa::to_edtf(found->date).view()} : "";
      if (want.null() ? found.has_value() : found && want.string() != got) ++wrong;
      if (!want.null() && want.string() == got) ++right;
      if (!want.null() && want.string() != got) ++missed;
      if (found && !gold["person"].boolean()) ++of_things;
    };
    compare("born", life.born);
    compare("died", life.died);
  }
  CHECK(right + missed == 217);
  CHECK(static_cast<double>(right) >= 0.985 * static_cast<double>(right + wrong));
  CHECK(static_cast<double>(right) >= 0.95 * static_cast<double>(right + missed));
  CHECK(of_things == 0);
}

TEST_CASE("life: a surname that is also a noun does not hide a person whose whole dates are given") {
  for (const std::string_view text : {"Ross Story (16 January 1920 – 9 May 1991)",
                                      "Ross Story (16 January 1920 – 9 May 1991). He farmed near Ilkeston."}) {
    CAPTURE(text);
    const mhqa::life_reading life = mhqa::read_life("Ross Story", text);
    CHECK(life.person);
    REQUIRE(life.born);
    REQUIRE(life.died);
    CHECK(mhqa::to_edtf(life.born->date).view() == "1920-01-16");
    CHECK(mhqa::to_edtf(life.died->date).view() == "1991-05-09");
  }
  CHECK_FALSE(mhqa::read_life("West Side Story", "West Side Story (1957) is a musical.").person);
  CHECK_FALSE(mhqa::read_life("Schnell Brewery", "Schnell Brewery (1890 – 1920) was a brewery in Ohio.").person);
}

TEST_CASE("life: a pronoun takes up a possessive, but not that of a relative") {
  const auto died = [](std::string_view rest) {
    return mhqa::read_life("Daniel Agnew", "Daniel Agnew was a judge. " + std::string{rest}).died.has_value();
  };
  CHECK(died("His health began to decline around 1899 and he died on March 9, 1902."));
  CHECK_FALSE(died("His brother fell ill and he died on March 9, 1902."));
  CHECK_FALSE(died("His brother was a judge too. His health declined and he died on March 9, 1902."));
}

TEST_CASE("life: each rule about the owner of a bracket decides its own example") {
  mhqa::detail::life_names names;
  names.add("Ann Roe");
  for (const mhqa::detail::owner_rule& rule : mhqa::detail::owner_rules) {
    CAPTURE(rule.example);
    const mhqa::detail::life_text t = mhqa::detail::read_life_text(rule.example);
    std::size_t open = 0;
    while (!t.is(open, mhqa::detail::life_kind::open)) ++open;
    CHECK(mhqa::detail::owner_of_bracket(t, names, open) == rule.owner);
  }
}

TEST_CASE("life: each rule about the dates of a bracket decides its own example") {
  for (const mhqa::detail::bracket_rule& rule : mhqa::detail::bracket_rules) {
    CAPTURE(rule.example);
    const mhqa::detail::life_text t = mhqa::detail::read_life_text(rule.example);
    const std::string events = mhqa::detail::bracket_reader{t, 0, t.size(), true}.events();
    REQUIRE(!events.empty());
    CHECK(events.back() == rule.date);
  }
}

TEST_CASE("life: a bracket belongs to the noun before it") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe, daughter of the painter Peter Roe (1820–1890), was an English poet.", "|"},
      {"Ann Roe", "Ann Roe, a sister of Peter Roe (3 May 1820 – 5 May 1890), was an English poet.", "|"},
      {"Ann Roe", "Ann Roe, editor of the weekly Echo (1876–1890), was an essayist.", "|"},
      {"Ann Roe", "Ann Roe, who served in the Boer War (1899–1902), was a nurse.", "|"},
      {"Ann Roe",
       "Ann Roe, an American politician, served in the Ninth Congress (March 4, 1805 – March 3, 1807) and was a nurse.",
       "|"},
      {"Ann Roe", "Ann Roe, Queen of Kent (1810–1848), was a ruler.", "|"},
      {"Ann Roe", "Ann Roe, 3rd Countess of Kent (1810–1848), was a peeress.", "1810|1848"},
      {"Ann Roe", "Ann Roe, also known as Anna of the Mill (1810–1848), was a poet.", "1810|1848"},
      {"Ann Roe", "Ann Roe, English poet (1810–1848), was a nun.", "1810|1848"},
      {"Ann Roe",
       "Ann Roe, a Representative from Ohio; born in Ulm, April 9, 1797; elected to the Ninth Congress (March "
       "4, 1835-March 3, 1837); died April 7, 1866, in Ulm.",
       "1797-04-09|1866-04-07"},
  };
  check(rows);
}

TEST_CASE("life: dates of numbers and of months in other languages are read whole or refused whole") {
  const row rows[] = {
      {"Jan Roe", "Jan Roe (3. 5. 1801 – 4. 6. 1850) was a Czech painter.", "|"},
      {"Jan Roe", "Jan Roe (31.12.1801–1.1.1850) was a painter.", "|"},
      {"Jan Roe", "Jan Roe (3. října 1870 – 5. února 1930) was a Czech painter.", "|"},
      {"Jan Roe", "Jan Roe (4. tammikuuta 1801 – 26. helmikuuta 1850) was a Finnish painter.", "|"},
      {"Jan Roe", "Jan Roe (1801. május 3. – 1850. június 4.) was a Hungarian painter.", "|"},
      {"Jan Roe", "Jan Roe (3.V.1801 – 4.VI.1850) was a painter.", "1801-05-03|1850-06-04"},
      {"Jan Roe", "Jan Roe (3. Mai 1801 – 4. Juni 1850) was a painter.", "1801-05-03|1850-06-04"},
      {"Ann Roe", "Ann Roe (born 180-) was a painter.", "|"},
      {"Ann Roe", "Ann Roe (born 186[?]) was a painter.", "|"},
      {"Ann Roe", "Ann Roe (born 17 May 180[1]) was a painter.", "|"},
      {"Ann Roe", "Ann Roe (b. 180-?; d. 1870) was a painter.", "180X~|1870"},
      {"Ann Roe", "Ann Roe (801-870) was a painter.", "0801|0870"},
  };
  check(rows);
}

TEST_CASE("life: a second year after a comma is an alternative or another event") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe (born 1980, 1981 or 1982) is a Dutch swimmer.", "[1980,1981,1982]|"},
      {"Ann Roe", "Ann Roe (b. 1801, 1802 or 1804 – 1850) was a painter.", "[1801,1802,1804]|1850"},
      {"Ann Roe", "Ann Roe was born in 1801, 1802 or 1803 in Ulm.", "[1801,1802,1803]|"},
      {"Ann Roe", "Ann Roe (born 1980, 2004 Olympian) is a Dutch swimmer.", "1980|"},
      {"Ann Roe", "Ann Roe (born 1980, 1988 Olympian) is a Dutch swimmer.", "1980|"},
      {"Ann Roe", "Ann Roe (1801 – 1850, 1851 or 1852) was a nun.", "1801|[1850,1851,1852]"},
      {"Ann Roe", "Ann Roe (born 3 May 1980, 1990s activist) is a Dutch swimmer.", "1980-05-03|"},
      {"Ann Roe", "Ann Roe (13 December 1851, 18 November 1934) was a nurse.", "1851-12-13|1934-11-18"},
  };
  check(rows);
}

TEST_CASE("life: only words that belong to a name stand before the years of a life") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe (exhibited 1801–1860) was an English painter.", "|"},
      {"Ann Roe", "Ann Roe (exh. 1801–1860) was an English painter.", "|"},
      {"Ann Roe", "Ann Roe (vocals, 1981–2010) is a singer.", "|"},
      {"Ann Roe", "Ann Roe (Labour MP, 2004–2012) is an English politician.", "|"},
      {"Ann Roe", "Ann Roe (Secretary of State, 1901–1940) was a politician.", "|"},
      {"Ann Roe", "Ann Roe (Green Party, 1961–1985) was a politician.", "|"},
      {"Ann Roe", "Ann Roe (Conservative, 1801–1830) was a politician.", "|"},
      {"Ann Roe", "Ann Roe (queen 1820–1830; died 1850) was a queen.", "|1850"},
      {"Ann Roe", "Ann Roe (1801 – still alive in 1850) was an English painter.", "1801|"},
      {"Ann Roe", "Ann Roe (1801 – last recorded 1850) was an English painter.", "1801|"},
      {"Ann Roe", "Ann Roe (1801 – London 1850) was an English painter.", "1801|1850"},
      {"Ann Roe", "Ann Roe (also spelled Rowe, 1801–1860) was an English painter.", "1801|1860"},
      {"Ann Roe", "Ann Roe (the pen name of Ann Lee, 1801–1860) was a writer.", "1801|1860"},
      {"Ann Roe", "Ann Roe (German: Röh, 1801–1860) was a writer.", "1801|1860"},
      {"Ann Roe", "Ann Roe (Sister Agnes, 1801–1835) was a nun.", "1801|1835"},
      {"Ann Roe", "Ann Roe (Ulm no miya Agnes, 1801–1835) was a princess.", "1801|1835"},
      {"Ann Roe", "Ann Roe (\"fl\". 1388–1424) was a Florentine painter.", "|"},
  };
  check(rows);
}

TEST_CASE("life: the bracket of an office or of a verb is no life") {
  const row rows[] = {
      {"John Roe", "John Roe, Vice-Chancellor of Oxford (1801–1810), was a scholar.", "|"},
      {"John Roe", "John Roe, Attorney-General (1801–1810), was a lawyer.", "|"},
      {"John Roe", "John Roe, Speaker of the House (1801–1810), was a lawyer.", "|"},
      {"John Roe", "John Roe, Ambassador to France (1801–1810), was a diplomat.", "|"},
      {"John Roe", "John Roe, MP for Leeds (1801–1810), was a politician.", "|"},
      {"John Roe", "John Roe, Astronomer Royal (1801–1830), was a scholar.", "|"},
      {"John Roe", "John Roe, prime minister (1801–1805), was a politician.", "|"},
      {"John Roe", "John Roe, Prime Minister of Kent (5 May 1901 – 3 June 1905), was a lawyer.", "|"},
      {"John Roe", "John Roe, Earl of Kent (1801–1835), was a nobleman.", "1801|1835"},
      {"John Roe", "John Roe, Dean of Ely (1751–1835), was a priest.", "1751|1835"},
      {"John Roe", "John Roe, English poet (1801–1850), was a writer.", "1801|1850"},
      {"John Roe", "John Roe played (1986 - 2000) as a goalkeeper. He is a player.", "|"},
      {"John Roe", "John Roe captained (1906–1936) the team. He was a player.", "|"},
      {"John Roe", "John Roe's teacher Max Lee (1801–1850) was a singer.", "|"},
      {"John Roe", "Together with Max Lee (1840–1910), John Roe was a founder of the school.", "|"},
  };
  check(rows);
}

TEST_CASE("life: what a clause denies or says of a noun is no date of a life") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe was a painter. She was not born in 1801.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She was never born in 1801.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She nearly died in 1801.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She was almost killed in 1850 by a bear.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She was erroneously said to be born in 1782.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She faked her own death in 1840.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She was born in a castle burnt in 1790.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She was born to a family ennobled in 1790.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She was born in a manor destroyed by fire in 1790.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She was born in a mill torn down in 1900.", "|"},
      {"Ann Roe", "Ann Roe was a painter. She died of injuries sustained in an accident in 1882.", "|1882"},
      {"Ann Roe", "Ann Roe was a painter. She died from pneumonia in London in 1882.", "|1882"},
      {"Ann Roe", "Ann Roe was a painter. She died unmarried in 1890.", "|1890"},
  };
  check(rows);
}

TEST_CASE("life: things, parts with other heads and persons of fiction have no life") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe, brig; b. 1801; d. 1850.", "thing"},
      {"Ann Roe", "Ann Roe. Racehorse, b. 1951; d. 1970.", "thing"},
      {"Ann Roe", "Ann Roe, rescue dog, born 2001, died 2015.", "thing"},
      {"Ann Roe", "Ann Roe, exh. 1801–1850, painter.", "thing"},
      {"Ann Roe", "Ann Roe. Other people: Max Roe, 1801–1850, painter.", "thing"},
      {"Ann Roe", "Ann Roe (1801–1850) is a fictional nurse.", "thing"},
      {"Ann Roe", "Ann Roe, fictional painter, 1801–1850.", "thing"},
      {"Ann Roe", "Ann Roe (1801–1850), a mythical queen.", "thing"},
      {"The Lady of the Lake", "The Lady of the Lake (1801–1850).", "thing"},
      {"Reactions to the death of Ann Roe", "Ann Roe of Kent died on 13 October 2016. She was 90.", "thing"},
  };
  check(rows);
}

TEST_CASE("life: headings of libraries, labels of museums, and entries in other languages") {
  const row rows[] = {
      {"Jane Roe", "Roe, Jane, 1801-1850.", "1801|1850"},
      {"Roe, Jane, 1801-1850", "Roe, Jane, 1801-1850", "1801|1850"},
      {"Roe, Jane", "Roe, Jane, 1801-1850 -- Criticism.", "1801|1850"},
      {"Ulm, Congress of", "Ulm, Congress of, 1814-1855", "thing"},
      {"Jane Roe", "Jane Roe, Headmistress, 1820–1845", "thing"},
      {"Jane Roe", "Roe, J. A. (Jane Ann), 1801-1850", "1801|1850"},
      {"Jane Roe", "Roe, Jane, Lady, 1801-1850", "1801|1850"},
      {"Jane Roe", "Roe, Jane, 1801-", "1801|"},
      {"Jane Roe", "ROE, Jane (1801–1850)", "1801|1850"},
      {"Houston, Texas", "Houston, Texas, 1836-1890", "thing"},
      {"Jane Roe", "Roe, Jane, active 1801-1850", "|"},
      {"Jane Roe", "Jane Roe, English, 1801–1850", "1801|1850"},
      {"Ann Roe", "Ann Roe, Queen of Saxony, 1801–1850", "1801|1850"},
      {"Roe Company", "Roe Company, Makers of Pianos, 1801–1850", "thing"},
      {"Jan Roe", "Jan Roe (Netherlandish, Ulm ca. 1390–1441 Bruges)", "1390~|1441"},
      {"Jane Roe", "JANE ROE (1801-1850), Greek natural philosopher, settled in Ulm.", "1801|1850"},
      {"Roe brothers", "Max Roe (born 1913; died 1998) and Carl Roe (born 1915) were German aircraft pilots.", "thing"},
      {"Jane Roe", "Jane Roe (South African, Ulm 1801–1850 Paris)", "1801|1850"},
      {"Jane Roe", "Jane Roe English, 1801–1850", "1801|1850"},
      {"Roe Studios", "Roe Studios (American, 1902–1932)", "thing"},
      {"Roe Glass Works", "Roe Glass Works, Scottish, 1851–1900", "thing"},
      {"Ann Church", "Ann Church (English, born 1950)", "1950|"},
      {"Jane Roe", "Jane Roe, Belgian (1801–1850)", "1801|1850"},
      {"Jane Roe", "The Dutch painter Jane Roe (1801–1850) made the mural.", "1801|1850"},
      {"Jane Roe", "Roe, Jane, Malerin, geb. 3. Mai 1801 in Wien, gest. 4. Juni 1850 in Graz.",
       "1801-05-03|1850-06-04"},
      {"Jean Roe", "ROE (Jean), peintre, né à Paris le 3 mai 1801, mort à Lyon le 4 juin 1850.",
       "1801-05-03|1850-06-04"},
      {"Jean Roe", "Jean Roe, né Jean Lee, peintre, 1801", "thing"},
      {"Anna Roe", "Anna Roe, nata a Roma il 3 maggio 1801, morta a Milano il 4 giugno 1850.", "1801-05-03|1850-06-04"},
      {"Mort Roe", "Mort Roe is a poet. Mort was born in 1950.", "1950|"},
  };
  check(rows);
}

TEST_CASE("life: wars, series, animals and probes have no life") {
  const row rows[] = {
      {"Corn War", "The Corn War (25 June 1850 – 27 July 1853) was a war between Kent and Essex.", "thing"},
      {"Corn Uprising", "The Corn Uprising (25 June 1850 – 27 July 1859) was a military conflict fought in Kent.",
       "thing"},
      {"Green Roe", "Green Roe (May 8, 1974 – June 27, 1983) was a Standardbred trotter trained by Ann Lee.", "thing"},
      {"Old Roe", "Old Roe (1859–1871), was a Fox Terrier famous in his day.", "thing"},
      {"Voyage 1", "Voyage 1 (5 May 1977 – 3 May 1999) was a space probe.", "thing"},
      {"Rockslide of Ulm", "The rockslide of Ulm (Kent, England) killed 115 people on May 11, 1881.", "thing"},
      {"Ann Roe", "Ann Roe died in the 1920 flood on 10 April 1920.", "|1920-04-10"},
      {"Ann Roe", "Ann Roe was a nurse. She died in the 1920 Tu-154 crash near Ulm on 10 April 1920.", "|1920-04-10"},
  };
  check(rows);
}

TEST_CASE("life: entries of dictionaries and directories") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe, b. 1664; d. 1721.", "1664|1721"},
      {"Ann Roe", "ROE, ANN. Born 1664, died 1721.", "1664|1721"},
      {"Ann Roe", "Ann Roe: b. 1664, d. 1721.", "1664|1721"},
      {"Ann Roe", "Ann Roe, d. 1721.", "|1721"},
      {"Ann Roe", "Ann Roe, 1850–1900, English poet.", "1850|1900"},
      {"Ann Roe", "ANN ROE. +1672-1719+. Essayist; poet.", "1672|1719"},
      {"Epicurus", "Born - Died : 341BC - 270BC Greek philosopher, born in Samos.", "-0340|-0269"},
      {"Ann Roe", "English scientist who formulated a law of elasticity (1635-1703)", "1635|1703"},
      {"Ann Roe", "Greek anatomist (circa 130-200)", "0130~|0200"},
      {"Ann Roe", "king of Persia who lost a battle; his death ended an empire (died in 330 BC)", "|-0329"},
      {"Ann Roe", "Hebrew prophet of the 7th century BC", "thing"},
      {"Thirty Years' War", "a series of wars in Europe (1618-1648)", "thing"},
      {"Ann Roe",
       "American painter, born in New York, on the 15th of October 1847. She died at Ulm on the 9th of August "
       "1919.",
       "1847-10-15|1919-08-09"},
      {"Ann Roe",
       "Ann Roe was a nurse. Born on October 22, 1952, in Ulm, Roe's inclination towards the arts was early.",
       "1952-10-22|"},
      {"Ann Roe", "Ann Roe is a British child actress born on 5 October 2003.", "2003-10-05|"},
      {"Ann Roe", "Ann Roe was a poet. Roe was born in Kent in 1810 and died in Brighton 1901.", "1810|1901"},
      {"Ann Roe", "Ann Roe, O.Praem. (born 3 August 1976) is a canon.", "1976-08-03|"},
      {"Ann Roe", "Ann Roe, Esq. (23 May 1844 – 1929) was an American educator.", "1844-05-23|1929"},
      {"Ann Roe", "Ann Roe (1850–1900) served as the eighth Mayor of Ulm.", "1850|1900"},
      {"Ann Roe", "Ann Roe (1850–1900) was a noted silversmith.", "1850|1900"},
      {"Ann Roe", "Ann Roe (born 27 January 1965) is a French show jumping rider.", "1965-01-27|"},
  };
  check(rows);
}

TEST_CASE("life: each rule about the parts of an entry decides its own example") {
  mhqa::detail::life_names names;
  names.add("Ann Roe");
  for (const mhqa::detail::entry_rule& rule : mhqa::detail::entry_rules) {
    CAPTURE(rule.example);
    const mhqa::detail::life_text t = mhqa::detail::read_life_text(rule.example);
    const auto is_mark = [&t](std::size_t i) { return t.is_mark(i, ',') || t.is_mark(i, ';'); };
    std::size_t end = t.size();
    while (!is_mark(--end)) {
    }
    std::size_t begin = end;
    while (begin > 0 && !is_mark(begin - 1)) --begin;
    CHECK((mhqa::detail::life_entry_reader{t, names}.part_of(begin, end)) == rule.part);
  }
}

TEST_CASE("life: entries of genealogies, directories and lists, and what looks like one") {
  const row rows[] = {
      {"Max Roe",
       "12. Max4 Roe (Al3, Tom2), b. at Ulm, 3 March 1720; d. about 1790; m. 1745 Ann Lee, b. 1724, d. 1801.",
       "1720-03-03|1790~"},
      {"Max Roe", "Max Roe, son of Al and Ann (Lee) Roe, b. 1702, d. 1768; m. 1726, Mary Doe (b. 1705).", "1702|1768"},
      {"Max Roe", "Max Roe, b. 1829; his sister Jane, b. 1830, d. 1831.", "1829|"},
      {"Max Roe", "Max Roe, merchant; b. 1850; m. 1875 Mary Low (d. 1899); d. 1920.", "1850|1920"},
      {"Max Roe", "Max Roe b: 1 Jun 1850 in Ulm d: 8 Jul 1911 in Bonn", "1850-06-01|1911-07-08"},
      {"Max Roe", "Name: Max Roe; Born: 12 May 1771, Ulm; Died: 1 Feb 1840; Spouse: Ann Lee, b. 1768.",
       "1771-05-12|1840-02-01"},
      {"Max Roe", "Max Roe, bapt. 3 May 1642, b. 30 April 1642, d. 1719.", "1642-04-30|1719"},
      {"Max Roe", "Max Roe, 1750-1820, m. Ann Lee (1755-1831); 8 children.", "1750|1820"},
      {"Max Roe", "ROE, Sir Max, Kt 1951; CBE 1944; b 12 June 1907; m 1933, Ada, d of Al Lee. Died 1988.",
       "1907-06-12|1988"},
      {"Max Roe", "ROE, Max. Painter. Born in Ulm, March 3, 1857. Pupil of Lee. Died in Bonn, October 1, 1930.",
       "1857-03-03|1930-10-01"},
      {"Max Roe", "Max Roe, poet; sister of Al Roe (1828-1882); b. 1830, d. 1894.", "1830|1894"},
      {"Max Roe", "Max Roe, Dean of St. Paul's, b. 1667; d. 1745.", "1667|1745"},
      {"Max Roe", "Sir Max Roe (1503-42), poet.", "1503|1542"},
      {"Max Roe", "Max Roe was b. 1716 and d. 1771.", "1716|1771"},
      {"Max Roe", "Max Roe, May 11, 1944 - November 2, 2015, was the voice of the Rams.", "1944-05-11|2015-11-02"},
      {"Max Roe", "Born in Ulm in 1936, Max Roe studied sculpture.", "1936|"},
      {"Max Roe", "American actor, producer (1923-2020). Born April 4th, 1923 in Ulm. Died May 3rd, 2020 at 96.",
       "1923-04-04|2020-05-03"},
      {"Max Roe", "ROE, Max, French poet, born at Ulm, 26th Feb. 1802, and died in Paris, 22d May 1885.",
       "1802-02-26|1885-05-22"},
      {"Ibn Roe", "Ibn Roe (450-505/1058-1111) was a jurist.", "1058|1111"},
      {"Ibn Roe", "Ibn Roe (194–256 AH / 810–870 CE) was a jurist.", "0810|0870"},
      {"Max Roe", "United States civil rights leader and Baptist minister (1929-1968)", "1929|1968"},
      {"Max Roe", "one of the greatest of the ancient philosophers; pupil of Lee (384-322 BC)", "-0383|-0321"},
      {"Max Roe", "Greek philosopher who was a Stoic (circa 50-130)", "0050~|0130"},
      {"Max Roe", "prime mover in the conspiracy against Caesar (died in 42 BC)", "|-0041"},
      {"Max Roe", "26th President of the United States; hero of the war; a canal was built (1858-1919)", "1858|1919"},
      {"Ibn Roe", "Ibn Roe, the poet, died in Ulm in 125/743-4.", "|[0743,0744]"},
      {"Ibn Roe", "Ibn Roe died in 73 AH (692/693 CE).", "|[0692,0693]"},
      {"Ibn Roe", "Ibn Roe was a poet. He died in A.H. 73 (A.D. 692-3).", "|[0692,0693]"},
      {"Max Roe", "Max Roe: 342 BC to 270 BC. Greek philosopher.", "-0341|-0269"},
      {"Max Roe", "Max Roe, abbot, who was born about the year 520 and died in 597.", "0520~|0597"},
      {"House of Roe", "the war between the king and the barons (1215-1217)", "thing"},
      {"House of Roe", "French painters of the Barbizon school (1830-1870)", "thing"},
      {"House of Roe", "a member of the dynasty that ruled England (1485-1603)", "thing"},
      {"Max Roe", "Max Roe, pupil of Al Lee, b. 1618.", "|"},
      {"Max Roe", "Max Roe, m. 1801, Ann Lee, b. 1780.", "thing"},
      {"Max Roe", "Max Roe, Mayor of Ulm (1951–1953), opened the park.", "|"},
      {"Max Roe", "Max Roe, teacher, 1901-1921 at Ulm School.", "|"},
      {"Max Roe", "Max Roe, president of the Royal Society, 1851-1860.", "|"},
      {"Max Roe", "Max Roe, librarian; Ulm Public Library 1950–1980.", "|"},
      {"Max Roe", "Max Roe; artist; active 1850-1870.", "thing"},
      {"Mill House", "Mill House, b. 1750; rebuilt 1820.", "thing"},
      {"The Roe Museum", "The Roe Museum was born in 1975.", "thing"},
      {"Max Roe",
       "Max Roe, born Max Lee (31 March 1920 – 27 January 2014) was a pilot with 59 victories in 272 missions.",
       "1920-03-31|2014-01-27"},
  };
  check(rows);
}

TEST_CASE("life: entries with descriptions, parents, numbers and headings") {
  const row rows[] = {
      {"Max Roe", "German painter; born in Hamburg March 23, 1823; died at Berlin March 24, 1891.",
       "1823-03-23|1891-03-24"},
      {"Max Roe", "Max Roe (1892–1953) was Ulm's longest serving municipal engineer.", "1892|1953"},
      {"Max Roe", "Max Roe (1850 – 62 in Paris) was a painter.", "1850|1862"},
      {"Max Roe",
       "ROE, MAX, lawyer, office holder, farmer, and judge; b. 19 May 1791 in Ulm (Ont.), third son of Al Roe* and Ann "
       "Lee; m. 10 Aug. 1817 Mary Ford; d. 30 July 1848 in Bonn.",
       "1791-05-19|1848-07-30"},
      {"Max Roe", "12. Max Roe, b. 5 May 1720; d. 7 Aug. 1790.", "1720-05-05|1790-08-07"},
      {"Max Roe", "iii. Max, b. 3 May 1750; d. 1801.", "1750-05-03|1801"},
      {"Max Roe", "Max Roe, son of the painter Al Roe, born 1820, was a poet.", "1820|"},
      {"Max Roe", "Max Roe was a cricketer. Born 5 May 1920, Ulm; died 3 June 1990, Bonn.", "1920-05-05|1990-06-03"},
      {"Max Roe", "MAX ROE. Born at Ulm, May 5, 1720. Died at Bonn, 1790.", "1720-05-05|1790"},
      {"Max Roe", "Max Roe, English actor (1920–1990).", "1920|1990"},
      {"Max Roe", "Roe, Max (1720-90). English poet.", "1720|1790"},
      {"Max Roe", "French explorer who discovered a river (?-1536)", "|1536"},
      {"Max Roe", "English poet (?1340-1400)", "1340~|1400"},
      {"Ibn Roe", "Ibn Roe (d. 456/1064) was a poet.", "|1064"},
      {"Max Roe", "Max Roe, editor of The Echo; married Mary Doe (1850–1910); died in Paris.", "|"},
      {"Max Roe", "Max Roe, painter; studied in Paris (1851-1853) and Rome; exhibited at the Academy (1860–1880).",
       "|"},
      {"Max Roe",
       "Deacon Max Roe, the son of Al Roe, was b. at Kent, Oct. 5, 1720; m. Ann Lee, b. 1725; d. Aug. 7, 1790.",
       "1720-10-05|1790-08-07"},
      {"Max Roe", "Max Roe was b. in Kent 5 May 1720 and d. in Bonn 7 Aug 1790.", "1720-05-05|1790-08-07"},
      {"Max Roe", "Max Roe (1720-1790) m. Ann Lee (1725-1800).", "1720|1790"},
      {"Max Roe", "(1720–1790) English poet, born in Kent.", "1720|1790"},
      {"Max Roe", "8th – British judo expert Al Max Roe was born in 1910 in Ulm and died in May 2000 aged 90.",
       "1910|2000-05"},
      {"Max Roe", "8th – British judo expert Al Max Roe was born in 1910 in Ulm and Al Lee died in May 2000.", "1910|"},
      {"Max Roe", "Max Roe, who was born in Kent in 1720 and died in 1790, was an English poet.", "1720|1790"},
      {"Max Roe", "Max Roe. Greek philosopher, born at Ulm about 384 B.C., died 322 B.C.", "-0383~|-0321"},
      {"Ibn Roe", "Ibn Roe al-Ulmi was born in Cordoba in 384 AH (994 CE) and died in 456 AH (1064 CE).", "0994|1064"},
      {"Max Roe", "Children of Al and Ann Roe: i. Max, b. 3 May 1750; ii. Mary, b. 1752, d. 1760.", "thing"},
      {"1959 Cup", "1959 Cup Final 1958 59 Ulm Date 2 May 1959 Venue Park, London Referee Jack Lee (Bolton)", "thing"},
  };
  check(rows);
}

TEST_CASE("life: the dates of a spouse are not the person's") {
  const row rows[] = {
      {"John Roe", "John Roe, b. 1820, m. Ann Lee, b. 1825, d. 1890; d. 1900.", "1820|1900"},
      {"John Roe", "John Roe was a farmer. He was born in 1820. He married Ann Lee, born 3 May 1825, died 1890.",
       "1820|"},
      {"John Roe", "John Roe (b. 1820; m. Ann Lee, d. 1890) was a farmer.", "1820|"},
      {"John Roe", "John Roe (b. 1820; m. Ann Lee; d. 1890) was a farmer.", "1820|1890"},
  };
  check(rows);
}

TEST_CASE("life: three years of a bracket are a range and a date, or refused") {
  const row rows[] = {
      {"Ann Roe", "Ann Roe (c. 296–298 – 2 May 373) was a nun.", "0296~/0298~|0373-05-02"},
      {"Ann Roe", "Ann Roe (c. 1801–03 – 5 May 1870) was a nun.", "1801~/1803~|1870-05-05"},
      {"Ann Roe", "Ann Roe (c. 1801 – 1868–1870) was a nun.", "1801~|1868/1870"},
      {"Ann Roe", "Ann Roe (1801 – 1805 – 1809) was a nun.", "|"},
      {"Ann Roe", "Ann Roe (42 – 124, 125, 126 or 128) was a nun.", "|"},
      {"Ann Roe", "Ann Roe (79214 December 872) was a nun.", "0792|0872-12-14"},
      {"Ann Roe", "Ann Roe (May 26, 1913 Kenley-August 11, 1994 Ulm) was a nun.", "1913-05-26|1994-08-11"},
      {"Ann Roe", "Ann Roe (born: January, 12 1987 in Ulm) is a nun.", "1987-01-12|"},
      {"Ann Roe", "Ann Roe (born on May 25 in 1981) is a nun.", "1981-05-25|"},
      {"Ann Roe", "Ann Roe (3 April 1910 to 15 October 1986) was a nun.", "1910-04-03|1986-10-15"},
  };
  check(rows);
}

namespace {

// What parse_stated(), find_all_stated() and read_life() say of a phrase, in EDTF; "" where it is refused.
struct doors {
  std::string parse, find, life;
};
doors open_doors(const std::string& phrase) {
  doors out;
  if (const auto parsed = mhqa::parse_stated(phrase)) out.parse = mhqa::to_edtf(*parsed).view();
  const std::string text = "It was seen (" + phrase + ") there.";
  for (const auto& found : mhqa::find_all_stated(text)) out.find += mhqa::to_edtf(found.date).view();
  const life_reading life = read_life("John Roe", "John Roe (born " + phrase + ") was an English painter.");
  if (life.born) out.life = mhqa::to_edtf(life.born->date).view();
  return out;
}

}  // namespace

TEST_CASE("one answer in every door: each word of doubt and each limit before each form of a date") {
  std::size_t phrases = 0;
  for (const std::string_view date : {"1530", "12 January 1530", "July 1530", "the 1530s"}) {
    const auto check_word = [&](std::string_view word) {
      const std::string phrase = std::string{word} + (word.back() == '-' ? "" : " ") + std::string{date};
      CAPTURE(phrase);
      const doors said = open_doors(phrase);
      CHECK(!said.parse.empty());
      CHECK(said.find == said.parse);
      CHECK(said.life == said.parse);
      ++phrases;
    };
    for (const auto& doubt : mhqa::detail::doubt_words) {
      if (doubt.word != "c") check_word(doubt.word);
    }
    for (const auto& side : mhqa::detail::side_words) check_word(side.word);
  }
  CHECK(phrases > 200);
}

TEST_CASE("one answer in every door: phrases") {
  struct answer {
    std::string phrase, edtf;
  };
  const answer rows[] = {
      {"pre-1530", "../1530"},
      {"early 1530s", "1530~/1533~"},
      {"late 16th century", "1567~/1600~"},
      {"16th century", "1501/1600"},
      {"first half of the 16th century", "1501/1550"},
      {"spring 1530", "1530-21"},
      {"mid-1530", "1530-38~"},
      {"between 1530 and 1535", "1530/1535"},
      {"from 1530 to 1535", "1530/1535"},
      {"BET 1530 AND 1535", "1530/1535"},
      {"FROM 1530 TO 1535", "1530/1535"},
      {"BEF 12 JUL 1637", "../1637-07-12"},
      {"1530 or 1531", "[1530,1531]"},
      {"either 1530 or 1531", "[1530,1531]"},
      {"1530/31", "[1530,1531]"},
      {"1530\xE2\x80\x93"
       "31",
       "1530/1531"},
      {"1926-27", "1926/1927"},
      {"1907-08", "1907/1908"},
      {"1536 x 1541", "1536/1541"},
      {"1536 \xC3\x97 1541", "1536/1541"},
      {"153?", "153X"},
      {"15??", "15XX"},
      {"15**", "15XX"},
      {"12/13 January 1530", "[1530-01-12,1530-01-13]"},
      {"12 January 1530 or 13 February 1531", "[1530-01-12,1531-02-13]"},
      {"1 January 1530 (O.S.)", "1530-01-11"},
      {"12 January 1530 [O.S. 2 January]", "1530-01-12"},
      {"18 (30) April 1880", "1880-04-30"},
      {"8(21) January 1903", "1903-01-21"},
      {"20 April (2 May) 1880", "1880-05-02"},
      {"18 (31) April 1880", ""},
      {"5 February 1707-8", "1708-02-05"},
      {"5th February, 1707-8", "1708-02-05"},
      {"1 January 1940-41", ""},
      {"15 March 44 BC", "-0043-03-15"},
      {"149/8 BC", "[-0148,-0147]"},
      {"985 AH (1577 AD)", "1577"},
      {"1070 AH, 1659/60 AD", "[1659,1660]"},
      {"985 AH", ""},
      {"AH 985", ""},
      {"Michaelmas 1530", "1530-09-29~"},
      {"26 d\xC3\xA9"
       "cembre 1896",
       "1896-12-26"},
      {"1er mai 1900", "1900-05-01"},
      {"14. Juli 1920", "1920-07-14"},
      {"3. M\xC3\xA4rz 1920", "1920-03-03"},
      {"5 de mayo de 1900", "1900-05-05"},
      {"5 maggio 1900", "1900-05-05"},
  };
  for (const answer& r : rows) {
    CAPTURE(r.phrase);
    const doors said = open_doors(r.phrase);
    CHECK(said.parse == r.edtf);
    CHECK(said.find == r.edtf);
    CHECK(said.life == r.edtf);
  }
}
