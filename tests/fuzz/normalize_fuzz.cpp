// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Normalises any bytes in all eight ways: equal to the published Python steps done one after another on code points;
// tokens join to the text. On UTF-8, normalising twice changes nothing; malformed bytes may form a character when the
// punctuation between them is removed.
#include "memory_file.hpp"

#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace unicode = mhqa::unicode;
using mhqa::utf8::character;

std::vector<character> decoded(std::string_view text) {
  std::vector<character> out;
  for (std::size_t at = 0; at < text.size(); at += out.back().size) out.push_back(mhqa::utf8::decode(text, at));
  return out;
}

// handle_capital_sigma of CPython.
bool final_sigma(const std::vector<character>& text, std::size_t i) {
  std::size_t before = i;
  while (before > 0 && unicode::is_case_ignorable(text[before - 1].code)) --before;
  if (before == 0 || !unicode::is_cased(text[before - 1].code)) return false;
  std::size_t after = i + 1;
  while (after < text.size() && unicode::is_case_ignorable(text[after].code)) ++after;
  return after == text.size() || !unicode::is_cased(text[after].code);
}

std::vector<character> lowered(const std::vector<character>& text) {
  std::vector<character> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i].opaque()) {
      out.push_back(text[i]);
    } else if (text[i].code == 0x3A3) {
      out.push_back({final_sigma(text, i) ? char32_t{0x3C2} : char32_t{0x3C3}, 2});
    } else {
      const auto low = unicode::lower(text[i].code);
      out.push_back({low.first, 4});
      if (low.second != 0) out.push_back({low.second, 4});
    }
  }
  return out;
}

std::vector<character> without_articles(const std::vector<character>& text) {
  const auto word = [&](std::size_t i) { return i < text.size() && unicode::is_word(text[i].code); };
  std::vector<character> out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t size = 0;
    if (i == 0 || !word(i - 1)) {
      for (const std::u32string_view article : {U"a", U"an", U"the"}) {
        bool same = !word(i + article.size()) && i + article.size() <= text.size();
        for (std::size_t j = 0; same && j < article.size(); ++j) same = text[i + j].code == article[j];
        if (same) size = article.size();
      }
    }
    out.push_back(size == 0 ? text[i] : character{U' ', 1});
    i += size == 0 ? 1 : size;
  }
  return out;
}

std::string by_steps(std::string_view source, mhqa::normalization how) {
  std::vector<character> text = decoded(source);
  if (how.lower_case) text = lowered(text);
  if (how.punctuation) {
    std::erase_if(text, [](character c) {
      return c.code < 0x80 && std::string_view{"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"}.find(static_cast<char>(c.code)) !=
                                  std::string_view::npos;
    });
  }
  if (how.articles) text = without_articles(text);
  std::string out;
  bool gap = false;
  for (const character c : text) {
    if (!c.opaque() && unicode::is_space(c.code)) {
      gap = true;
      continue;
    }
    if (gap && !out.empty()) out += ' ';
    gap = false;
    mhqa::utf8::append(out, c);
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source{reinterpret_cast<const char*>(data), size};
  bool utf8 = true;
  for (const character c : decoded(source)) utf8 = utf8 && !c.opaque();
  mhqa::normalized form, again;
  for (unsigned bits = 0; bits < 8; ++bits) {
    const mhqa::normalization how{(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
    form.assign(source, how);
    mhqa_fuzz::expect(form.text() == by_steps(source, how), "equal to the steps one after another");
    std::string joined;
    std::size_t words = 0;
    for (const mhqa::token& t : form.tokens()) {
      if (words++ != 0) joined += ' ';
      joined += form.text().substr(t.begin, t.size);
    }
    mhqa_fuzz::expect(joined == form.text(), "tokens join to the text");
    if (!utf8) continue;
    again.assign(form.text(), how);
    mhqa_fuzz::expect(again.text() == form.text(), "a second time changes nothing");
  }
  return 0;
}
