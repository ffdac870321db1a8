// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/batch/text_rows.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::batch::text_rows;
using offsets = std::vector<std::int64_t>;
using texts = std::vector<std::string_view>;

std::string problem(const text_rows& rows) {
  return mhqa_test::error_of([&] { rows.check(); });
}

}  // namespace

TEST_CASE("text_rows: views, and bytes with offsets that need not begin at the first byte nor reach the last") {
  const texts views{"a", "", "bcd"};
  const offsets ends{2, 3, 3, 6};
  for (const text_rows& rows : {text_rows{views}, text_rows{"##abcd#", ends}}) {
    CHECK(problem(rows) == "no error");
    REQUIRE(rows.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(rows[i] == views[i]);
  }
}

TEST_CASE("text_rows: no text, in each shape") {
  const offsets one{0};
  for (const text_rows& rows : {text_rows{}, text_rows{texts{}}, text_rows{"", one}, text_rows{"abc", one}}) {
    CHECK(rows.size() == 0);
    CHECK(problem(rows) == "no error");
  }
  CHECK(problem({"abc", {}}) == "field \"offsets\": expected one offset more than texts, found none");
}

TEST_CASE("text_rows: offsets that decrease or leave the bytes are refused") {
  const auto refused = [](const offsets& wrong) { return problem({"abcdef", wrong}); };
  CHECK(refused({0, 2, 1, 3}) == "field \"offsets[2]\": expected an offset from 2 to 6, found 1");
  CHECK(refused({0, 2, 3, 7}) == "field \"offsets[3]\": expected an offset from 3 to 6, found 7");
  CHECK(refused({-1, 2, 3, 6}) == "field \"offsets[0]\": expected an offset from 0 to 6, found -1");
  CHECK(refused({7}) == "field \"offsets[0]\": expected an offset from 0 to 6, found 7");
  CHECK(refused({0, std::numeric_limits<std::int64_t>::max()}) ==
        "field \"offsets[1]\": expected an offset from 0 to 6, found 9223372036854775807");
  CHECK(refused({0, std::numeric_limits<std::int64_t>::min()}) ==
        "field \"offsets[1]\": expected an offset from 0 to 6, found -9223372036854775808");
}

TEST_CASE("text_rows: a text of more than 2^31 bytes is refused without reading it") {
  const char byte = 'x';
  const std::size_t most = std::size_t{1} << 31U;
  const texts longest{"", {&byte, most}}, longer{"", {&byte, most + 1}};
  CHECK(problem(text_rows{longest}) == "no error");
  CHECK(problem(text_rows{longer}) ==
        "record 2, field \"texts\": expected a text of at most 2^31 bytes, found 2147483649");
  const std::string_view bytes{&byte, 2 * most};
  const auto end = static_cast<std::int64_t>(most);
  CHECK(problem({bytes, offsets{0, end, 2 * end}}) == "no error");
  CHECK(problem({bytes, offsets{0, end - 1, 2 * end}}) ==
        "record 2, field \"texts\": expected a text of at most 2^31 bytes, found 2147483649");
}
