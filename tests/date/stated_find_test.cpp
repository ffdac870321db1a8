// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates in running text are found whole, and a date that cannot be read whole is reported as refused.
#include <mhqa/date/stated_find.hpp>

#include "support/allocations.hpp"
#include "support/effort.hpp"

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/life.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

// "spelling=EDTF; …", with "!" for a refused one.
[[nodiscard]] std::string all(std::string_view text, const mhqa::date_text_options& options = {}) {
  std::string out;
  for (const mhqa::found_stated& found : mhqa::find_all_stated(text, options)) {
    if (!out.empty()) out += "; ";
    out += text.substr(found.position, found.length);
    out += found.is_refused() ? "!" : "=" + std::string{mhqa::to_edtf(found.date).view()};
  }
  return out;
}

}  // namespace

TEST_CASE("stated find: dates in sentences are found with what is said of them") {
  struct row {
    std::string_view text;
    std::string_view found;
  };
  const row rows[]{
      {"Haecht (1593 \xE2\x80\x93 12 July 1637) was", "1593 \xE2\x80\x93 12 July 1637=1593/1637-07-12"},
      {"(c. 772 \xE2\x80\x93 4 December 811)", "c. 772 \xE2\x80\x93 4 December 811=0772~/0811-12-04"},
      {"died 14/15 January 936.", "14/15 January 936=[0936-01-14,0936-01-15]"},
      {"before March 1215 \xE2\x80\x93 5 July 1251 or 1253)",
       "before March 1215=../1215-03; 5 July 1251 or 1253=[1251-07-05,1253-07-05]"},
      {"between 23 May and 10 October 1564 \xE2\x80\x93 between March and May 1638)",
       "between 23 May and 10 October 1564=1564-05-23/1564-10-10; between March and May 1638=1638-03/1638-05"},
      {"(15 April [O.S. 3 April] 1894 \xE2\x80\x93 11 September 1971)",
       "15 April [O.S. 3 April] 1894 \xE2\x80\x93 11 September 1971=1894-04-15/1971-09-11"},
      {"in 1887 and 1893 he", "1887=1887; 1893=1893"},
      {"on 12 and 13 July 1637 it", "12 and 13 July 1637={1637-07-12,1637-07-13}"},
      {"in the early 1630s and the 17th century.", "early 1630s=1630~/1633~; 17th century=1601/1700"},
      {"Who was born in 1637? Nobody", "1637=1637"},
      {"(1176? \xE2\x80\x93 11 June 1216)", "1176? \xE2\x80\x93 11 June 1216=1176?/1216-06-11"},
      {"from 1937 to 1945 and (1967\xE2\x80\x93present)",
       "from 1937 to 1945=1937/1945; 1967\xE2\x80\x93present=1967/.."},
      {"returned in 2010 to present his show", "2010=2010"},
      {"won 3\xE2\x80\x93"
       "2 May 5, 1990",
       "May 5, 1990=1990-05-05"},
      {"5th in 1977 and 4th in 1978", "1977=1977; 1978=1978"},
      {"you may 2000 times march 12 on", "2000=2000"},
      {"cost $1637 or 1637% of v1.1999, room 1637b", ""},
      {"12/07/1637 and 1,250", ""},
      {"born in spring 1637, died winter 1638/39", "spring 1637=1637-21; winter 1638/39=1638-24"},
      {"a war (221\xE2\x80\x93"
       "206 BC)",
       "221\xE2\x80\x93"
       "206 BC=-0220/-0205"},
      {"the 2014 season", "2014=2014"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(all(each.text) == each.found);
  }
}

TEST_CASE("stated find: centuries in words have no digit and are found all the same") {
  struct row {
    std::string_view text;
    std::string_view found;
  };
  const row rows[]{
      {"In the late nineteenth century it", "late nineteenth century=1867~/1900~"},
      {"built in the fifth century BC.", "fifth century BC=-0499/-0400"},
      {"Nineteenth-century poets of 1850", "Nineteenth-century=1801/1900; 1850=1850"},
      {"a poet in the second half of the twenty-first century who",
       "second half of the twenty-first century=2051/2100"},
      {"the seventeenth and eighteenth centuries in Ulm",
       "seventeenth and eighteenth centuries={1601..1700,1701..1800}"},
      {"adventures, ventures and a century of seventh heavens", ""},
      {"half a century, the same century, Century City", ""},
      {"the first centurion, and eventually nothing", ""},
      {"in 1637 and the seventeenth century", "1637=1637; seventeenth century=1601/1700"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(all(each.text) == each.found);
  }
  // Wherever the word stands in a block of the search.
  for (std::size_t pad = 0; pad < 70; ++pad) {
    const std::string text = std::string(pad, 'x') + " the tenth century";
    CAPTURE(pad);
    CHECK(all(text) == "tenth century=0901/1000");
    CHECK(all(text + "." + std::string(pad, ' ') + std::string(40, 'y')) == "tenth century=0901/1000");
  }
}

TEST_CASE("stated find: a date that cannot be read whole is refused, never read as its rest") {
  CHECK(all("on 12\xE2\x80\x93"
            "35 July 1637 it") ==
        "12\xE2\x80\x93"
        "35 July 1637!");
  CHECK(all("on 30 February 1637 it") == "30 February 1637!");
  CHECK(all("on 12 July 37 it") == "12 July 37!");
  CHECK(all("the day before 12 July 1637 it") == "before 12 July 1637!");
  CHECK(all("two years after 1637 it") == "after 1637!");
  CHECK(all("about 1500 people came in 1600") == "about 1500 people!; 1600=1600");
  CHECK(all("1 December [O.S. 19 November] 1792") == "1 December [O.S. 19 November] 1792!");
  CHECK(all("( 6 June 19505 October 2015)") == "6 June 19505!; October 2015=2015-10");
}

TEST_CASE("stated find: a phrase has one answer as a spelling, in a sentence, in brackets and in a life") {
  struct row {
    std::string_view phrase;
    std::string_view edtf;  // "" for a refused one
    bool of_life = true;    // nobody is born since a year, and two years of a life are its ends
  };
  const row rows[]{
      {"März 1801", "1801-03"},
      {"mars 1801", "1801-03"},
      {"diciembre de 1801", "1801-12"},
      {"3 maggio 1801", "1801-05-03"},
      {"1º de mayo de 1801", "1801-05-01"},
      {"3 sept 1801", "1801-09-03"},
      {"3-V-1801", "1801-05-03"},
      {"3.XII.1801", "1801-12-03"},
      {"3 V 1801", "1801-05-03"},
      {"3.May.1801", "1801-05-03"},
      {"1801, May 3", "1801-05-03"},
      {"1801, 3 May", "1801-05-03"},
      {"1801-05-XX", "1801-05-XX"},
      {"1801-uu", "1801-XX"},
      {"1801-05-03/1801-06-05", "1801-05-03/1801-06-05"},
      {"1801/open", "1801/.."},
      {"1801-05-00", "1801-05"},
      {"1801-00-00", "1801"},
      {"pre 1801", "../1801"},
      {"until 1801", "../1801"},
      {"since 1801", "1801/..", false},
      {"on or before 3 May 1801", "../1801-05-03"},
      {"in or about 1801", "1801~"},
      {"FROM 1801", "1801/.."},
      {"TO 1801", "../1801"},
      {"FROM 1801 TO 1805", "1801/1805"},
      {"until 1801–02", "../1802", false},
      {"1801 or so", "1801~"},
      {"1801 (circa)", "1801~"},
      {"1801 ca.", "1801~"},
      {"1801 (or 1802)", "[1801,1802]"},
      {"1801, or 1802", "[1801,1802]"},
      {"1801, 1802 or 1803", "[1801,1802,1803]"},
      {"1801, 1802, 1803, 1804, 1805, 1806, or 1807", "[1801,1802,1803,1804,1805,1806,1807]"},
      {"1801, 1802, 1803, 1804, 1805, 1806, 1807 or 1808", ""},
      {"last third of the 18th century", "1767~/1800~"},
      {"first decade of the 18th century", "1701/1710"},
      {"18th c.", "1701/1800"},
      {"autumn of 1801", "1801-23"},
      {"summer or autumn 1801", "[1801-22,1801-23]"},
      {"1899–00", "1899/1900", false},
      {"1999-00", "1999/2000", false},
      {"3 May to 5 June 1801", "1801-05-03/1801-06-05"},
      {"17th–18th century", "1601/1800"},
      {"21/24 July 1396", "[1396-07-21,1396-07-24]"},
      {"3/15 May 1701", ""},
      {"1801 ± 5", ""},
  };
  for (const row& each : rows) {
    CAPTURE(each.phrase);
    const std::string phrase{each.phrase};
    const std::string found = each.edtf.empty() ? phrase + "!" : phrase + "=" + std::string{each.edtf};
    const auto whole = mhqa::parse_stated(phrase);
    CHECK(whole.value.has_value() == !each.edtf.empty());
    if (whole) CHECK(mhqa::to_edtf(*whole).view() == each.edtf);
    CHECK(all("He came in " + phrase + ".").substr(0, found.size()) == found);
    CHECK(all("He came (" + phrase + ") and went.").substr(0, found.size()) == found);
    const auto life = mhqa::read_life("Jane Roe", "Jane Roe (born " + phrase + ") was a painter.");
    if (each.of_life) {
      CHECK((life.born ? std::string{mhqa::to_edtf(life.born->date).view()} : "") == each.edtf);
    }
  }
  CHECK(all("on 5-6-1801 and 1801-05/06, 1801×1805") == "");
  CHECK(all("the Mars 2020 rover, 100 years ago. 2001 was") == "Mars 2020!; 2001=2001");
  CHECK(all("the year (-0044-03-15) and [1801..1805]") == "-0044-03-15=-0044-03-15; [1801..1805]=[1801..1805]");
  CHECK(all("Butler (?–1730), Jack (1943 – ?) and ?1801") == "?–1730=/1730; 1943 – ?=1943/; ?1801=1801?");
  CHECK(all("by the turn of the 20th century") == "by the turn of the 20th!");
  CHECK(all("after 1801 and before 1805 or in 1801 or 2.") ==
        "after 1801 and before 1805=1801/1805; 1801 or 2=[1801,1802]");
  CHECK(all("in 1992, 1994, and 1996 it") == "1992=1992; 1994=1994; 1996=1996");
}

TEST_CASE("stated find: whole dates around a dash stay apart on request") {
  const mhqa::date_text_options apart{.join_spans = false};
  CHECK(all("(1593 \xE2\x80\x93 12 July 1637)", apart) == "1593=1593; 12 July 1637=1637-07-12");
  CHECK(all("(c. 772 \xE2\x80\x93 4 December 811)", apart) == "c. 772=0772~; 4 December 811=0811-12-04");
  CHECK(all("(12\xE2\x80\x93"
            "14 July 1637)",
            apart) ==
        "12\xE2\x80\x93"
        "14 July 1637=1637-07-12/1637-07-14");
  CHECK(all("(1926\xE2\x80\x93"
            "7)",
            apart) ==
        "1926\xE2\x80\x93"
        "7=1926/1927");
}

TEST_CASE("stated find: megabytes are searched in linear time, without an allocation") {
  for (const std::string_view piece : {"1", "1637 ", "c. ", "July ", "12\xE2\x80\x93", "[O.S. ", "and 12 ", "1/"}) {
    CAPTURE(piece);
    std::string text;
    while (text.size() < mhqa_test::large(1'000'000)) text += piece;
    const mhqa_test::allocations_here counted;
    std::size_t last = 0;
    bool in_order = true;
    for (const mhqa::found_stated& found : mhqa::find_all_stated(std::string_view{text})) {
      in_order = in_order && found.position >= last && found.length > 0;
      last = found.position + found.length;
    }
    CHECK(in_order);
    CHECK(counted() == 0);
  }
}
