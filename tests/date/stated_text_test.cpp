// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates in words: everything that a spelling states is kept, and what cannot be read whole is refused with its place.
#include <mhqa/date/stated_text.hpp>

#include "support/allocations.hpp"

#include <mhqa/date/edtf.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

using mhqa::calendar_model;
using mhqa::parse_stated;
using mhqa::partial_date;

static_assert(parse_stated("12 July 1637").value == mhqa::stated(partial_date{1637, 7, 12}));
static_assert(parse_stated("c. 1637").value == mhqa::approximate({1637}));
static_assert(mhqa::to_edtf(*parse_stated("1926\xE2\x80\x93"
                                          "7"))
                  .view() == "1926/1927");

TEST_CASE("stated text: each spelling is read as what it states") {
  struct row {
    std::string_view text;
    std::string_view edtf;
    calendar_model calendar = calendar_model::gregorian;
  };
  const row rows[]{
      {"12 July 1637", "1637-07-12"},
      {"July 12, 1637", "1637-07-12"},
      {"July 1637", "1637-07"},
      {"1637", "1637"},
      {"44 BC", "-0043"},
      {"AD 79", "0079"},
      {"79 AD", "0079"},
      {"12\xE2\x80\x93"
       "14 July 1637",
       "1637-07-12/1637-07-14"},
      {"12-14 July 1637", "1637-07-12/1637-07-14"},
      {"July 12\xE2\x80\x93"
       "14, 1637",
       "1637-07-12/1637-07-14"},
      {"12 July \xE2\x80\x93 14 August 1637", "1637-07-12/1637-08-14"},
      {"July 12 \xE2\x80\x93 August 3, 1637", "1637-07-12/1637-08-03"},
      {"12 July 1637 \xE2\x80\x93 14 August 1638", "1637-07-12/1638-08-14"},
      {"July\xE2\x80\x93"
       "August 1637",
       "1637-07/1637-08"},
      {"July/August 1637", "[1637-07,1637-08]"},
      {"July or August 1637", "[1637-07,1637-08]"},
      {"1/2 July 1637", "[1637-07-01,1637-07-02]"},
      {"11/22 February 1732", "1732-02-22", calendar_model::dual},
      {"9/10 November 1938", "[1938-11-09,1938-11-10]"},
      {"31 December 1700/11 January 1701", "1701-01-11", calendar_model::dual},
      {"28 January/7 February 1596", "1596-02-07", calendar_model::dual},
      {"1 December [O.S. 20 November] 1792", "1792-12-01", calendar_model::dual},
      {"22 February 1732 [O.S. 11 February 1731]", "1732-02-22", calendar_model::dual},
      {"February 22, 1732 [O.S. February 11, 1731]", "1732-02-22", calendar_model::dual},
      {"January 14, 1741 [O.S. January 3, 1740]", "1741-01-14", calendar_model::dual},
      {"15 April [O.S. 3 April] 1894", "1894-04-15", calendar_model::dual},
      {"24 February [O.S. 12 February] 1856", "1856-02-24", calendar_model::dual},
      {"24 [O.S. 12] February 1856", "1856-02-24", calendar_model::dual},
      {"20 November [N.S. 1 December] 1792", "1792-12-01", calendar_model::dual},
      {"1 December (20 November O.S.) 1792", "1792-12-01", calendar_model::dual},
      {"1 December 1792 (20 November 1792 O.S.)", "1792-12-01", calendar_model::dual},
      {"12 July 1637 (O.S.)", "1637-07-22", calendar_model::julian},
      {"12 July 1637 O.S.", "1637-07-22", calendar_model::julian},
      {"12 July 1637 (N.S.)", "1637-07-12"},
      {"12 July 1637 (Old Style)", "1637-07-22", calendar_model::julian},
      {"11 February 1731/2", "1732-02-11"},
      {"18 March 1421/1422", "1422-03-18"},
      {"18 March 1421/2", "1422-03-18"},
      {"11 May 1731/2", "[1731-05-11,1732-05-11]"},
      {"100\xE2\x80\x93"
       "44 BC",
       "-0099/-0043"},
      {"27 BC\xE2\x80\x93"
       "14 AD",
       "-0026/0014"},
      {"44 BC \xE2\x80\x93 AD 14", "-0043/0014"},
      {"1926\xE2\x80\x93"
       "7",
       "1926/1927"},
      {"1926\xE2\x80\x93"
       "27",
       "1926/1927"},
      {"1926-7", "1926/1927"},
      {"1926/7", "[1926,1927]"},
      {"527/528", "[0527,0528]"},
      {"1755/57", "[1755,1757]"},
      {"1887 or 1893", "[1887,1893]"},
      {"5 July 1251 or 1253", "[1251-07-05,1253-07-05]"},
      {"12 or 13 July 1637", "[1637-07-12,1637-07-13]"},
      {"12 and 13 July 1637", "{1637-07-12,1637-07-13}"},
      {"12, 13 and 14 July 1637", "{1637-07-12,1637-07-13,1637-07-14}"},
      {"27 July or 3 August 1637", "[1637-07-27,1637-08-03]"},
      {"the 12th of July 1637", "1637-07-12"},
      {"12th July, 1637", "1637-07-12"},
      {"July 12th, 1637", "1637-07-12"},
      {"the twelfth of July 1637", "1637-07-12"},
      {"July the 4th, 1776", "1776-07-04"},
      {"4th day of July, 1776", "1776-07-04"},
      {"the Fourth of July, 1776", "1776-07-04"},
      {"Sunday, 12 July 1637", "1637-07-12"},
      {"Sun, 12 Jul 1637", "1637-07-12"},
      {"1637-07-12T10:00:00Z", "1637-07-12"},
      {"1637-07-12 10:00:00", "1637-07-12"},
      {"1637-07-12T10:00", "1637-07-12"},
      {"1637-07-00", "1637-07"},
      {"1637-00-00", "1637"},
      {"12-Jul-1637", "1637-07-12"},
      {"12/Jul/1637", "1637-07-12"},
      {"12.Jul.1637", "1637-07-12"},
      {"1637-Jul-12", "1637-07-12"},
      {"Jul-12-1637", "1637-07-12"},
      {"1637 July 12", "1637-07-12"},
      {"Sept. 3, 1666", "1666-09-03"},
      {"12 Sept 1637", "1637-09-12"},
      {"1630s", "163X"},
      {"the 1630s", "163X"},
      {"1630's", "163X"},
      {"1630s\xE2\x80\x93"
       "1640s",
       "163X/164X"},
      {"1630s\xE2\x80\x93"
       "40s",
       "163X/164X"},
      {"early 1630s", "1630~/1633~"},
      {"mid-1630s", "1633~/1636~"},
      {"late 17th century", "1667~/1700~"},
      {"17th century", "1601/1700"},
      {"17th-century", "1601/1700"},
      {"the seventeenth century", "1601/1700"},
      {"1st century BC", "-0099/0000"},
      {"5th\xE2\x80\x93"
       "4th century BC",
       "-0499/-0300"},
      {"16th or 17th century", "[1501..1600,1601..1700]"},
      {"16th and 17th centuries", "{1501..1600,1601..1700}"},
      {"2nd millennium BC", "-1999/-1000"},
      {"1600s", "16XX"},
      {"first half of the 17th century", "1601/1650"},
      {"second half of 1637", "1637-41"},
      {"third quarter of 1637", "1637-35"},
      {"early 1637", "1637-37~"},
      {"mid-July 1637", "1637-07-11~/1637-07-20~"},
      {"Q3 1637", "1637-35"},
      {"spring 1637", "1637-21"},
      {"summer of 1637", "1637-22"},
      {"winter 1636/37", "1636-24"},
      {"autumn 1926\xE2\x80\x93"
       "7",
       "1926-23/1927-23"},
      {"c. 1637", "1637~"},
      {"circa July 1637", "1637-07~"},
      {"ca. 1637", "1637~"},
      {"c.1637", "1637~"},
      {"c1637", "1637~"},
      {"about 1637", "1637~"},
      {"c. 12 July 1637", "1637-07-12~"},
      {"c. 1593 \xE2\x80\x93 12 July 1637", "1593~/1637-07-12"},
      {"c. 1593 \xE2\x80\x93 c. 1637", "1593~/1637~"},
      {"1637?", "1637?"},
      {"1637 (?)", "1637?"},
      {"1637~", "1637~"},
      {"possibly 1637", "1637?"},
      {"before 1300", "../1300"},
      {"after 1345", "1345/.."},
      {"before March 1215", "../1215-03"},
      {"by 21 February 1497", "../1497-02-21"},
      {"not later than 1300", "../1300"},
      {"between 1887 and 1893", "1887/1893"},
      {"between 23 May and 10 October 1564", "1564-05-23/1564-10-10"},
      {"between March and May 1638", "1638-03/1638-05"},
      {"from 1593 to 1637", "1593/1637"},
      {"from 12 to 14 July 1637", "1637-07-12/1637-07-14"},
      {"1967\xE2\x80\x93present", "1967/.."},
      {"1637 or earlier", "../1637"},
      {"1637 or later", "1637/.."},
      {"714 \xE2\x80\x93 768", "0714/0768"},
      {"234\xE2\x80\x93"
       "149 BC",
       "-0233/-0148"},
      {"the 1st of May, 1990", "1990-05-01"},
      {"May14, 1196", "1196-05-14"},
      {"15 March 44 BC", "-0043-03-15"},
      {"March 15, 44 B.C.", "-0043-03-15"},
      {"about 1135/1140", "[1135~,1140~]"},
      {"14/15 January 936", "[0936-01-14,0936-01-15]"},
      {"before 1300s", "../13XX"},
      {"c. 1300\xE2\x80\x93"
       "1310",
       "1300~/1310"},
      {"../1300", "../1300"},
      {"[1887,1893]", "[1887,1893]"},
      {"1637-22", "1637-22"},
      {"+1637-07-12T00:00:00Z", "1637-07-12"},
      {"1637-07-12T00:00:00Z", "1637-07-12"},
      {"-0044-03-15T00:00:00Z", "-0043-03-15"},  // 44 BC, however many parts are known
      {"-0044-03-00T00:00:00Z", "-0043-03"},
      {"-44-00-00T00:00:00Z", "-0043"},
      {"-0044-03-15", "-0044-03-15"},  // EDTF: 45 BC
      {"29 February 1700 (O.S.)", "1700-03-11", calendar_model::julian},
      {"2 or 3 May 1990", "[1990-05-02,1990-05-03]"},
      {"12 July to 14 August 1637", "1637-07-12/1637-08-14"},
      {"12th\xE2\x80\x93"
       "14th July 1637",
       "1637-07-12/1637-07-14"},
      {"12 July 1637 or 3 August 1638", "[1637-07-12,1638-08-03]"},
      {"@#DJULIAN@ 12 July 1637", "1637-07-22", calendar_model::julian},
      {"JULIAN 12 July 1637", "1637-07-22", calendar_model::julian},
      {"11 February 1731[/2]", "1732-02-11"},
      {"12? July 1637", "1637-07-12?"},
      {"1637 [?]", "1637?"},
      {"153-?", "153X?"},
      {"15--", "15XX"},
      {"in 1637", "1637"},
      {"on 12 July 1637", "1637-07-12"},
      {"vers 1637", "1637~"},
      {"zwischen 1637 und 1640", "1637/1640"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    const auto date = parse_stated(each.text);
    CAPTURE(date.expected);
    REQUIRE(date);
    CHECK(mhqa::to_edtf(*date).view() == each.edtf);
    CHECK(date->calendar == each.calendar);
  }
}

TEST_CASE("stated text: hostile strings are refused where they go wrong") {
  struct hostile {
    std::string_view text;
    std::size_t position;
  };
  const hostile rows[]{
      {"12 July 37", 8},
      {"12-Jul-37", 7},
      {"30 February 1637", 0},
      {"29 February 1700", 0},
      {"Monday, 12 July 1637", 0},
      {"1 December [O.S. 19 November] 1792", 11},
      {"12\xE2\x80\x93"
       "35 July 1637",
       5},
      {"14\xE2\x80\x93"
       "12 July 1637",
       0},
      {"3/17 May 1637", 0},
      {"03/04/1999", 0},
      {"12/1637", 0},
      {"12-1637", 0},
      {"before 1637 or 1638", 0},
      {"12 July", 7},
      {"July", 4},
      {"5", 0},
      {"37", 0},
      {"1898-02-30", 0},
      {"44\xE2\x80\x93"
       "100 BC",
       0},
      {"0", 0},
      {"AD 0", 3},
      {"99999", 0},
      {"40000 BC", 0},
      {"1637 and", 8},
      {"between 1637", 12},
      {"12 July 1637 \xE2\x80\x93", 16},
      {"c.", 2},
      {"circa", 5},
      {"the", 3},
      {"12 13 July 1637", 0},
      {"July 1637 12", 9},
      {"1637s", 4},
      {"32 July 1637", 0},
      {"0 July 1637", 0},
      {"July 0, 1637", 5},
      {"July 32, 1637", 5},
      {"1637\xE2\x80\x93"
       "1593",
       0},
      {"1926-2", 5},
      {"12 July 1637 [O.S.", 18},
      {"12 July 1637 (b. 1593)", 14},
      {"0th century", 3},
      {"400th century", 3},
      {"spring", 6},
      {"Sunday", 6},
      {"1st", 0},
      {"12th July", 9},
      {"13/1637/12", 8},
      {"1637-13-01", 5},
      {"1637-00-12", 5},
      {"1637-07-12T25:00", 11},
      {"\xD9\xA1\xD9\xA6\xD9\xA3\xD9\xA7", 0},
      {"July 12,1637 and more", 17},
      {"12 Jully 1637", 0},
      {"Foo 12, 1637", 0},
      {"early spring 1637", 0},
      {"1637 1638", 4},
      {"1/2/3 July 1637", 0},
      {"'37", 0},
      {"12 July '37", 8},
      {"1637 BC 12", 7},
      {"12 July 1637 BC AD", 15},
      {"after before 1637", 6},
      {"1637-07-12/1637-07-11", 0},
      {"[1637", 5},
      {"July 00, 1637", 5},
      {" July 12, 1637", 0},
      {"12 July 1637 ", 12},
      {"12 July  99999", 9},
      {"1637-07-12T", 10},
      {"before", 6},
      {"between 1893 and 1887", 0},
      {"between 12 July and", 19},
      {"17th century 1637", 12},
      {"Q5 1637", 0},
      {"31 June 1637", 0},
      {"February 29, 1637", 0},
      {"11/23 February 1732", 0},
      {"1637 or", 7},
      {"1887 or 1893 or", 15},
      {"the 1st of", 0},
      {"12th of July", 12},
      {"XVII century", 0},
      {"1 December [O.S. 20 November 1792", 11},
      {"29 February 1700 (N.S.)", 0},
      {"Tuesday, 12 July 1637 (O.S.)", 0},
      {"29 February 1900 [O.S. 3 March 1900]", 17},
      {"30 February 1900 [O.S. 18 February 1900]", 17},
      {"29 February 1700 (N.S.)/2 March 1700", 0},
      {"985/1579", 4},
      {"1541-36", 5},
      {"1998-00", 5},
      {"3 (or 4) July 1637", 8},
      {"1701/2 February 11", 16},
      {"1637 x 9", 4},
      {"Mars 1801", 0},
      {"turn of the 17th century", 12},
  };
  static_assert(std::size(rows) >= 60);
  for (const hostile& each : rows) {
    CAPTURE(each.text);
    const auto date = parse_stated(each.text);
    CHECK_FALSE(date);
    CHECK_FALSE(date.expected.empty());
    CHECK(date.position == each.position);
  }
}

TEST_CASE("stated text: a year beyond the range is named as such") {
  for (const std::string_view text : {"40000 BC", "40000", "32768"}) {
    CAPTURE(text);
    CHECK(parse_stated(text).expected == "a year from -32767 to 32767");
    CHECK(parse_stated(text).position == 0);
  }
  CHECK(parse_stated("12 July 40000").position == 8);
}

TEST_CASE("stated text: years of two digits are read only where the caller names their century") {
  CHECK_FALSE(parse_stated("12 July 37"));
  const mhqa::date_text_options modern{.two_digit_from = 1950};
  CHECK(mhqa::to_edtf(*parse_stated("12 July 37", modern)).view() == "2037-07-12");
  CHECK(mhqa::to_edtf(*parse_stated("12 July '67", modern)).view() == "1967-07-12");
  CHECK(mhqa::to_edtf(*parse_stated("July 12, 67", modern)).view() == "1967-07-12");
  CHECK(mhqa::to_edtf(*parse_stated("12-Jul-50", modern)).view() == "1950-07-12");
  CHECK(mhqa::to_edtf(*parse_stated("49", modern)).view() == "2049");
  CHECK(mhqa::to_edtf(*parse_stated("37 BC", modern)).view() == "-0036");  // an era makes the year whole
  for (const char* text : {"90s", "the 20s", "late 90s"}) CHECK_FALSE(parse_stated(text));
  CHECK(mhqa::to_edtf(*parse_stated("90s", modern)).view() == "199X");
  CHECK(mhqa::to_edtf(*parse_stated("the 20s", modern)).view() == "202X");
  CHECK(parse_stated("40s BC"));
  CHECK(parse_stated("40s to 30s BC"));
}

TEST_CASE("stated text: every beginning of a spelling is read or refused, and never crashes") {
  for (const std::string_view text :
       {"between the 12th and the 14th of July, 1637", "1 December [O.S. 20 November] 1792 \xE2\x80\x93 5 May 1800?",
        "c. early 2nd\xE2\x80\x93"
        "3rd century BC",
        "Sunday, 12 July 1637 (O.S.) or 1638", "{1637-07-12~..1640-XX,1650}"}) {
    for (std::size_t size = 0; size <= text.size(); ++size) {
      for (std::size_t from = 0; from < size; ++from) {
        const auto date = parse_stated(text.substr(from, size - from));
        if (date) CHECK(mhqa::is_possible(*date));
        if (!date) CHECK(date.position <= size - from);
      }
    }
  }
}

TEST_CASE("stated text: reading allocates nothing") {
  const mhqa_test::allocations_here counted;
  const auto date = parse_stated("c. 1 December [O.S. 20 November] 1792 or 1793");
  const auto none = parse_stated("12 July or thereabouts");
  CHECK(counted() == 0);
  CHECK(date);
  CHECK_FALSE(none);
}

namespace {

// The reading without quick_reader: EDTF, and then the general reader of words.
mhqa::stated_date read_generally(std::string_view text) {
  if (const auto machine = mhqa::parse_edtf(text)) return *machine;
  const mhqa::stated_match found = mhqa::detail::statement_reader{text, {}, mhqa::detail::text_kind::spelling}.read();
  return found && found.length == text.size() ? found.date : mhqa::stated_date{};
}

}  // namespace

TEST_CASE("stated text: what is read quickly is what the general reader reads") {
  constexpr std::string_view leads[] = {"",        "c. ",    "ca. ",     "circa ", "about ",
                                        "before ", "after ", "between ", "from "};
  constexpr std::string_view parts[] = {"1637",
                                        "12",
                                        "7",
                                        "44",
                                        "100",
                                        "999",
                                        "12 July",
                                        "30 July",
                                        "12 July 1637",
                                        "31 June 1637",
                                        "29 February 1900",
                                        "July 1637",
                                        "Jul. 1637",
                                        "July",
                                        "August",
                                        "July 12, 1638",
                                        "July 14",
                                        "2 August 1637",
                                        "32 July 1637",
                                        "0637",
                                        "12 July 44"};
  constexpr std::string_view links[] = {"–", " – ", "-", " - ", "—", " or ", " and ", " to ", "/"};
  constexpr std::string_view ends[] = {"", " BC", " BCE", " AD", " CE", " bc", "?"};
  std::size_t quick = 0, read = 0;
  const auto compare = [&](const std::string& text) {
    mhqa::stated_date out;
    if (!mhqa::detail::quick_reader{text}.read(out)) return;
    ++quick;
    const mhqa::stated_date want = read_generally(text);
    read += want ? 1U : 0U;
    if (!(out == want)) {
      CAPTURE(text);
      CHECK(mhqa::to_edtf(out).view() == mhqa::to_edtf(want).view());
    }
  };
  for (const std::string_view lead : leads) {
    for (const std::string_view first : parts) {
      for (const std::string_view end : ends) compare(std::string{lead}.append(first).append(end));
      for (const std::string_view link : links) {
        for (const std::string_view second : parts) {
          for (const std::string_view end : ends) {
            compare(std::string{lead}.append(first).append(link).append(second).append(end));
          }
        }
      }
    }
  }
  CHECK(quick > 500);
  CHECK(read == quick);
}

TEST_CASE("stated text: the common statements are read quickly") {
  for (const std::string_view text :
       {"12–14 July 1637", "12-14 July 1637", "c. 1637", "between 1887 and 1893", "1887 or 1893", "before 1300",
        "after 12 July 1637", "1593 – 12 July 1637", "1593–1637", "100–44 BC", "1926–7", "44 BC", "July–August 1637",
        "30 July – 2 August 1637", "July 12, 1637 – May 3, 1700"}) {
    CAPTURE(text);
    mhqa::stated_date out;
    CHECK(mhqa::detail::quick_reader{text}.read(out));
  }
  static_assert(mhqa::parse_stated("12–14 July 1637")->count == 2);
}

TEST_CASE("stated text: the forms that are read at once state what the general reader reads") {
  constexpr std::string_view bytes = " ,.-0123459aJMuyX\xC2";
  std::size_t dates = 0;
  const auto same = [&](const std::string& text) {
    const partial_date plain = mhqa::detail::plain_date(text);
    if (plain.year == 0) return;
    ++dates;
    if (text[4] == '-' || text.size() == 4) {
      CHECK_MESSAGE(mhqa::parse_edtf(text).value == mhqa::stated(plain), text);
    } else {
      const mhqa::stated_match general =
          mhqa::detail::statement_reader{text, {}, mhqa::detail::text_kind::spelling}.read();
      CHECK_MESSAGE(general.length == text.size(), text);
      CHECK_MESSAGE(general.date == mhqa::stated(plain), text);
    }
  };
  for (const std::string_view form :
       {"12 July 1637", "July 12, 1637", "July 12 1637", "2 May, 1900", "May 2, 1900", "1637-07-12", "July 1637",
        "July, 1637", "1637", "29 February 1900", "February 29, 2000", "31 September 1000", "30 September 0100"}) {
    for (std::size_t at = 0; at <= form.size(); ++at) {
      same(std::string{form.substr(0, at)});
      for (const char c : bytes) {
        same(std::string{form.substr(0, at)} + c + std::string{form.substr(at)});
        if (at < form.size()) same(std::string{form.substr(0, at)} + c + std::string{form.substr(at + 1)});
      }
    }
  }
  CHECK(dates == 468);
}

TEST_CASE("stated text: years of the Hijra beside the common era; numbers too large for one do not overflow") {
  static_assert(mhqa::to_edtf(*parse_stated("456/1064")).view() == "1064");
  static_assert(mhqa::to_edtf(*parse_stated("1069/70")).view() == "[1069,1070]");
  static_assert(mhqa::to_edtf(*parse_stated("73/692-3")).view() == "[0692,0693]");
  static_assert(mhqa::to_edtf(*parse_stated("73 AH (692/693 CE)")).view() == "[0692,0693]");
  static_assert(mhqa::to_edtf(*parse_stated("22d May 1885")).view() == "1885-05-22");
  static_assert(!parse_stated("24d May 1885"));
  static_assert(!parse_stated("7690/6966"));
  static_assert(!parse_stated("99999 AH (1577 AD)"));
}
