// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/tag_scan.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using mhqa::tag_scan;

TEST_CASE("tag_scan: counts and finds as std::string does") {
  const std::string text = "<a>x<<a>y</a><a <a>";
  const tag_scan scan{text};
  CHECK(scan.count("<a>") == 3);
  CHECK(scan.count("</a>") == 1);
  CHECK(scan.count("<b>") == 0);
  for (std::size_t from = 0; from <= text.size(); ++from) {
    for (const std::string_view tag : {"<a>", "</a>", "<b>", "<"}) {
      CAPTURE(from);
      CHECK(scan.find(tag, from) == text.find(tag, from));
    }
  }
  CHECK(scan.find_last("<a>") == text.rfind("<a>"));
  CHECK(scan.find_last("<b>") == tag_scan::npos);
  CHECK(scan.find_last("<a>", [](std::size_t at) { return at < 5; }) == 0);
  CHECK(tag_scan{""}.count("<a>") == 0);
  CHECK(tag_scan{"x<"}.find("<") == 1);
}

TEST_CASE("tag_scan: pairs are those of a lazy pattern") {
  const auto pairs = [](std::string_view text) {
    std::vector<std::string_view> out;
    tag_scan{text}.for_each_pair("<a>", "</a>", [&](std::string_view inner) {
      out.push_back(inner);
      return out.size() < 2;
    });
    return out;
  };
  using list = std::vector<std::string_view>;
  CHECK(pairs("<a>x</a>y<a></a>") == list{"x", ""});
  CHECK(pairs("</a><a><a>x</a></a>") == list{"<a>x"});
  CHECK(pairs("<a>x").empty());
  CHECK(pairs("<a>1</a><a>2</a><a>3</a>") == list{"1", "2"});  // the sink ends it
}
