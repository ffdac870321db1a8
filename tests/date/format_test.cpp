// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A format reads a date from the beginning of a text. A list of formats takes the first that reads all of it, else the
// longest; "circa" goes before any format.
#include <mhqa/date/format.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>

using mhqa::date_match;
using mhqa::partial_date;

namespace {

// A user's own formats: a run of one letter is a year of that length.
template <char Letter>
struct tally {
  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    std::size_t length = 0;
    while (length < text.size() && text[length] == Letter) ++length;
    if (length == 0) return mhqa::no_date("a tally", 0);
    return {.date = {static_cast<std::int16_t>(length), 0, 0}, .length = length};
  }
};

// Wants an x after the tally.
struct long_tally {
  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    const date_match found = tally<'a'>::match(text);
    if (!found) return found;
    if (text.substr(found.length, 1) != "x") return mhqa::no_date("an x", found.length);
    return {.date = {99, 0, 0}, .length = found.length + 1};
  }
};

struct narrow {
  static constexpr mhqa::byte_set first_bytes{};  // no byte at all
  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept { return tally<'a'>::match(text); }
};

struct throwing {
  [[nodiscard]] static date_match match(std::string_view text) { return tally<'a'>::match(text); }
};
struct unrelated {};

}  // namespace

static_assert(mhqa::date_format<tally<'a'>> && mhqa::date_format<mhqa::date_formats<tally<'a'>, long_tally>>);
static_assert(mhqa::date_format<mhqa::approximate_date<long_tally>>);
static_assert(!mhqa::date_format<throwing> && !mhqa::date_format<unrelated>);

TEST_CASE("format: a list takes the whole text, else the longest match") {
  using list = mhqa::date_formats<tally<'a'>, long_tally, tally<'b'>>;
  CHECK(list::match("aaa").date == partial_date{3});
  CHECK(list::match("aaax").date == partial_date{99});
  CHECK(list::match("aaaxy").date == partial_date{99});
  CHECK(list::match("aaaxy").length == 4);
  CHECK(list::match("aaay").length == 3);
  CHECK(list::match("bb").date == partial_date{2});
}

TEST_CASE("format: a list reports the miss that is furthest into the text") {
  using list = mhqa::date_formats<tally<'b'>, long_tally>;
  const date_match missed = list::match("aay");
  CHECK_FALSE(missed);
  CHECK(missed.expected == "an x");
  CHECK(missed.position == 2);
  CHECK(list::match("").expected == "a date");
  CHECK(list::match("").position == 0);
  CHECK(mhqa::date_formats<narrow>::match("c").expected == "a date");
}

TEST_CASE("format: a list of lists is a list") {
  using inner = mhqa::date_formats<tally<'a'>, tally<'b'>>;
  using outer = mhqa::date_formats<inner, long_tally>;
  CHECK(outer::match("aax").date == partial_date{99});
  CHECK(outer::match("bbb").date == partial_date{3});
}

TEST_CASE("format: a format is not tried on a byte that it cannot begin with") {
  CHECK(narrow::match("aa"));
  CHECK_FALSE(mhqa::date_formats<narrow>::match("aa"));
  CHECK(mhqa::first_bytes_of<tally<'a'>>.contains('\xff'));
  CHECK(mhqa::first_bytes_of<tally<'a'>>.contains('\0'));
}

TEST_CASE("format: a set of bytes holds what was put in, of all 256") {
  for (int byte = 0; byte < 256; ++byte) {
    const char one = static_cast<char>(byte);
    const mhqa::byte_set set = mhqa::bytes_of({&one, 1});
    for (int other = 0; other < 256; ++other) CHECK(set.contains(static_cast<char>(other)) == (byte == other));
  }
}

TEST_CASE("format: words for about go before a date and mark it") {
  using format = mhqa::approximate_date<tally<'z'>>;
  const std::string_view good[] = {"c. zz",    "c.zz",      "ca. zz",           "circa zz",   "Circa zz",
                                   "about zz", "around zz", "approximately zz", "approx. zz", "approx zz",
                                   "c zz",     "ca zz",     "c.\t zz"};
  for (const std::string_view text : good) {
    CAPTURE(text);
    const date_match found = format::match(text);
    CHECK(found.date == partial_date{2});
    CHECK(found.approximate);
    CHECK(found.length == text.size());
  }
  for (const std::string_view text : {"zz", "circazz", "czz", "d. zz", "c", "about", "", "ab"}) {
    CAPTURE(text);
    CHECK_FALSE(format::match(text));
  }
  CHECK(format::match("c. yy").position == 3);
  CHECK(format::match("c. yy").expected == "a tally");
}
