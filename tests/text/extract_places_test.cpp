// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/extract_places.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

static_assert(mhqa::detail::strip("\xC2\xA0 a b\t\r\n") == "a b");
static_assert(mhqa::detail::strip("\x1C \xE2\x80\x83").empty());
static_assert(mhqa::detail::strip("\xE2\x80\x8Bx") == "\xE2\x80\x8Bx");  // U+200B is no white space

TEST_CASE("extract_places: reasons have names of their own") {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(mhqa::extraction_reason::closed_word); ++i) {
    names.insert(name(static_cast<mhqa::extraction_reason>(i)));
  }
  CHECK(names.size() == 11);
  CHECK(names.count("last_tag") == 1);
}

TEST_CASE("extract_places: the last closed box of every short text is that of a plain search") {
  // Texts of up to 6 pieces out of three; a box is closed where its own braces are. An empty one is passed over.
  constexpr std::string_view pieces[] = {"\\boxed{", "}", "x{"};
  for (int code = 0; code < 729; ++code) {
    std::string text;
    for (int rest = code, i = 0; i < 6; ++i, rest /= 3) text += pieces[rest % 3];
    std::string_view want;
    bool any = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text.compare(at, 7, "\\boxed{") != 0) continue;
      int open = 1;
      for (std::size_t end = at + 7; end < text.size(); ++end) {
        open += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
        if (open != 0) continue;
        if (end != at + 7) want = std::string_view{text}.substr(at + 7, end - at - 7);
        any = any || end != at + 7;
        break;
      }
    }
    CAPTURE(text);
    const mhqa::extraction got = mhqa::detail::find_box(text);
    CHECK(got.found() == any);
    CHECK(got.answer == want);
  }
  CHECK(mhqa::detail::find_box("\\boxed{a} \\boxed{}").answer == "a");
  CHECK(mhqa::detail::find_box("\\boxed{Rome \\boxed{}}").answer == "Rome \\boxed{}");
  CHECK(mhqa::detail::find_box("\\boxed{ }").reason == mhqa::extraction_reason::empty);
}

TEST_CASE("extract_places: the last pair of tags of every short text is that of the lazy pattern") {
  // Texts of up to 6 pieces out of four; <answer>(.*?)</answer> matched from the left, without overlaps.
  constexpr std::string_view pieces[] = {"<answer>", "</answer>", "x", "<"};
  constexpr mhqa::extraction_profile two{.name = "two", .least_tags = 2, .most_tags = 2, .exact = true};
  std::size_t wrong = 0;
  for (int code = 0; code < 4096; ++code) {
    std::string text;
    for (int rest = code, i = 0; i < 6; ++i, rest /= 4) text += pieces[rest % 4];
    std::string_view want;
    std::size_t pairs = 0;
    std::size_t at = 0;
    const auto find = [&](std::string_view tag) { return at = text.find(tag, at); };
    while (find("<answer>") != text.npos) {
      const std::size_t begin = at += 8;
      if (find("</answer>") == text.npos) break;
      want = std::string_view{text}.substr(begin, at - begin);
      at += 9;
      ++pairs;
    }
    const auto tags = [&](std::string_view tag) {
      std::size_t count = 0;
      for (std::size_t i = text.find(tag); i != text.npos; i = text.find(tag, i + 1)) ++count;
      return count;
    };
    const bool spam = tags("<answer>") > 2 || tags("</answer>") > 2;
    const mhqa::extraction got = mhqa::detail::find_tag(text, two);
    wrong += got.found() != (pairs >= 2) || (got.found() && got.answer != want) ? 1 : 0;
    wrong += got.has(mhqa::extraction_flag::tag_spam) != spam ? 1 : 0;
    wrong += (got.reason == mhqa::extraction_reason::too_few_tags) != (pairs == 1) ? 1 : 0;
    wrong += (got.reason == mhqa::extraction_reason::unclosed) != (pairs == 0 && tags("<answer>") != 0) ? 1 : 0;
  }
  CHECK(wrong == 0);
}
