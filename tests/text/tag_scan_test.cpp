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

TEST_CASE("tag_scan: without regard to case, capital ASCII letters stand for small ones and nothing else does") {
  tag_scan scan;
  scan.assign_ignoring_case("<Think><TOOL_CALL></Tool_Call><\x54ool_calx>");
  CHECK(scan.count("<think>") == 1);
  CHECK(scan.find("<tool_call>") == 7);
  CHECK(scan.count("</tool_call>") == 1);
  scan.assign_ignoring_case("<@think> <[hink> <thin\xE2\x84\xAA> <\xD4hink>");  // D4 is 'T' with the top bit
  CHECK(scan.count("<`think>") == 0);
  CHECK(scan.count("<{hink>") == 0);
  CHECK(scan.count("<think>") == 0);
  scan.assign("<Think>");
  CHECK(scan.count("<think>") == 0);
}

TEST_CASE("tag_scan: tags are compared wholly, beyond eight bytes and up to the end of the text") {
  const tag_scan scan{"<tool_call> <tool_calx> <tool_cal"};
  CHECK(scan.count("<tool_call>") == 1);
  CHECK(scan.find("<tool_call>", 1) == tag_scan::npos);
  CHECK(scan.count("<tool_c") == 3);
  CHECK(tag_scan{"x<thin"}.count("<think>") == 0);
  CHECK(tag_scan{"<answe"}.count("<answer>") == 0);
}

TEST_CASE("tag_scan: a closing tag closes all opening ones before it") {
  CHECK(tag_scan{"x"}.closes_each("<a>", "</a>"));
  CHECK(tag_scan{"<a><a></a></a>"}.closes_each("<a>", "</a>"));
  CHECK(tag_scan{"</a><a></a>"}.closes_each("<a>", "</a>"));
  CHECK_FALSE(tag_scan{"<a></a><a>"}.closes_each("<a>", "</a>"));
  CHECK_FALSE(tag_scan{"</a><a>"}.closes_each("<a>", "</a>"));
}
