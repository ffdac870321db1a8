// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/normalize.hpp>

#include <mhqa/random.hpp>
#include <mhqa/text/lower.hpp>

#include "support/allocations.hpp"
#include "support/effort.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The published chain, in this order: str.lower; the 32 ASCII punctuation characters deleted; re.sub of
// \b(a|an|the)\b by one space, where \b stands between a word character (\w, Unicode) and anything else; the words of
// str.split() joined by one space. The wants of the table are what CPython 3.11 gives for the published functions.

using namespace std::string_literals;
using mhqa::normalization;
using mhqa::normalized;
namespace normalizations = mhqa::normalizations;

namespace {

struct example {
  std::string text;
  std::string want;
  const char* why;
};

const std::vector<example>& examples() {
  static const std::vector<example> table = {
      {"", "", "empty"},
      {" \t\r\n", "", "white space alone"},
      {"The U.S.A.", "usa", "case, article, punctuation"},
      {"President Barack Obama", "president barack obama", "nothing to do but lower"},
      {"The The", "", "articles alone"},
      {"A", "", "an article alone"},
      {"an the a", "", "articles alone"},
      {"theatre another aa", "theatre another aa", "articles only as whole words"},
      {"a-b", "ab", "punctuation goes before articles"},
      {"a b", "b", "article"},
      {"_a_", "", "'_' is punctuation, gone before \\b looks"},
      {"a_b", "ab", "'_' joins"},
      {"the.", "", "article once the stop is gone"},
      {"t.h.e x", "x", "article once the stops are gone"},
      {"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "", "the 32 punctuation characters"},
      {" x !? y ", "x y", "punctuation alone is no word"},
      {"x\ty\nz", "x y z", "ASCII white space"},
      {"a\x1c"
       "b\x1d"
       "c\x1e"
       "d\x1f"
       "e",
       "b c d e", "U+001C to U+001F are white space"},
      {"\x01the\x01", "\x01 \x01", "a control character is neither word nor space: the article goes between two"},
      {"x\x7f"
       "a\x7f"
       "y",
       "x\x7f \x7fy", "so is DEL"},
      {"x\x01the", "x\x01", "an article at the end of a token"},
      {"the\x01x", "\x01x", "an article at the start of a token"},
      {"x\0the\0y"s, "x\0 \0y"s, "and U+0000"},
      {"\u0130", "i\u0307", "U+0130 to two code points"},
      {"\u0130stanbul A\u0130", "i\u0307stanbul ai\u0307", "U+0130 within words"},
      {"\u0391\u03A3", "\u03B1\u03C2", "final sigma"},
      {"\u03A3\u0391", "\u03C3\u03B1", "sigma at the start"},
      {"\u03A3", "\u03C3", "sigma alone"},
      {"\u0391\u03A3\u0391", "\u03B1\u03C3\u03B1", "sigma within"},
      {"\u0391\u03A3 \u0391", "\u03B1\u03C2 \u03B1", "final before a space"},
      {"\u0391\u03A3.\u0391", "\u03B1\u03C3\u03B1", "'.' is looked through, in the text before it is deleted"},
      {"\u0391\u03A3-\u0391", "\u03B1\u03C2\u03B1", "'-' is not: final, and then glued"},
      {"\u0391'\u03A3", "\u03B1\u03C2", "'\\'' is looked through backwards"},
      {"\u0391-\u03A3", "\u03B1\u03C3", "'-' is not"},
      {"\u0391\u03A3\u0301", "\u03B1\u03C2\u0301", "a combining mark is looked through"},
      {"1\u03A3", "1\u03C3", "a digit has no case"},
      {"\u0391\u03A3\u03A3", "\u03B1\u03C3\u03C2", "only the last of two"},
      {"a\u0301", "\u0301", "a decomposed letter loses its article: a mark is no word character"},
      {"\u00E1", "\u00E1", "a composed one does not"},
      {"The\u0301 x", "\u0301 x", "so does a whole word"},
      {"the\u200D x", "\u200D x", "zero width joiner behind an article"},
      {"a\u00A0b", "b", "U+00A0 is white space"},
      {"x\u0085y", "x y", "U+0085 is white space"},
      {"x\u3000y\u2028z", "x y z", "so are U+3000 and U+2028"},
      {"x\u200By", "x\u200By", "U+200B is not"},
      {"a\u200Bx", "\u200Bx", "but it ends a word"},
      {"\uFF34\uFF48\uFF45 x", "\uFF54\uFF48\uFF45 x", "full-width letters are letters, not ASCII ones"},
      {"x\uFF0Ey", "x\uFF0Ey", "full-width punctuation stays"},
      {"\u212Aelvin \u212Bngstr\u00F6m", "kelvin \u00E5ngstr\u00F6m", "Kelvin and Angstrom signs"},
      {"STRASSE Stra\u1E9Ee", "strasse stra\u00DFe", "capital sharp s"},
      {"don\u2019t \u201Cquote\u201D 1990\u20131995", "don\u2019t \u201Cquote\u201D 1990\u20131995",
       "typographic punctuation stays"},
      {"\u201CThe\u201D x", "\u201C \u201D x", "an article between quotation marks leaves both as words"},
      {"the\u2019s", "\u2019s", "an article before an apostrophe"},
      {"Zo\u00EB the \u00C9cole \u4E2D\u6587 \u041C\u043E\u0441\u043A\u0432\u0430",
       "zo\u00EB \u00E9cole \u4E2D\u6587 \u043C\u043E\u0441\u043A\u0432\u0430", "several scripts"},
      {"\u023A\u023A\u023A", "\u2C65\u2C65\u2C65", "two bytes to three"},
      {"\U00010400 \U0001F600", "\U00010428 \U0001F600", "beyond U+FFFF"},
      {"A\xFF the\xFF", "\xFF \xFF", "an invalid byte is no word character and no space"},
      {"x\xC3", "x\xC3", "cut off"},
      {"\xC3\x28x", "\xC3x", "a stray lead byte keeps nothing of what follows"},
      {"\xE0\x80\xAFthe", "\xE0\x80\xAF", "overlong"},
      {"the\xED\xA0\xBD x", "\xED\xA0\xBD x", "a lone surrogate, as JSON can spell it"},
      {"abcdefg abcdefgh abcdefghi abcdefghijklmnop abcdefghijklmnopq",
       "abcdefg abcdefgh abcdefghi abcdefghijklmnop abcdefghijklmnopq", "words around 8 and 16 bytes"},
      {"ABCDEFGHIJKLMNOPQRSTUVWXYZ.abcdefghijklmnopqrstuvwxyz-0123456789",
       "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789", "one long word with punctuation"},
  };
  return table;
}

// The same chain, one step after the other on code points.
std::string step_by_step(std::string_view source, normalization how) {
  std::string text = how.lower_case ? mhqa::to_lower(source) : std::string{source};
  if (how.punctuation) {
    std::erase_if(text, [](char c) {
      return std::string_view{"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"}.find(c) != std::string_view::npos;
    });
  }
  std::string spaced;
  std::string run;  // of word characters
  const auto end_run = [&] {
    spaced += how.articles && (run == "a" || run == "an" || run == "the") ? " " : run;
    run.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const mhqa::utf8::character c = mhqa::utf8::decode(text, at);
    const bool is_word = mhqa::unicode::is_word(c.code);
    if (!is_word) end_run();
    (is_word ? run : spaced) += text.substr(at, c.size);
    at += c.size;
  }
  end_run();
  std::string out;
  bool between = false;
  for (std::size_t at = 0; at < spaced.size();) {
    const mhqa::utf8::character c = mhqa::utf8::decode(spaced, at);
    if (mhqa::unicode::is_space(c.code)) {
      between = true;
    } else {
      if (between && !out.empty()) out += ' ';
      between = false;
      out += spaced.substr(at, c.size);
    }
    at += c.size;
  }
  return out;
}

std::string joined(const normalized& form) {
  std::string out;
  for (const mhqa::token& word : form.tokens()) {
    if (!out.empty()) out += ' ';
    out += word.in(form.text());
  }
  return out;
}

std::vector<normalization> all_normalizations() {
  std::vector<normalization> out;
  for (int bits = 0; bits < 8; ++bits) out.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  return out;
}

}  // namespace

static_assert(normalization{} == normalizations::squad && normalizations::keep_articles != normalizations::squad);

TEST_CASE("normalize: the table") {
  normalized reused;
  for (const example& e : examples()) {
    CAPTURE(e.why);
    CHECK(mhqa::normalize(e.text) == e.want);
    CHECK(step_by_step(e.text, normalizations::squad) == e.want);  // so that the two sides below are worth comparing
    reused.assign(e.text);
    CHECK(reused.text() == e.want);
    CHECK(joined(reused) == e.want);
    CHECK(reused.empty() == e.want.empty());
  }
}

TEST_CASE("normalize: each step can be left out") {
  const std::string text = "The  A-B _a_ O\u2019Neal,\tTHE an \u0391\u03A3";
  CHECK(mhqa::normalize(text, normalizations::none) == "The A-B _a_ O\u2019Neal, THE an \u0391\u03A3");
  CHECK(mhqa::normalize(text, normalizations::keep_articles) == "the ab a o\u2019neal the an \u03B1\u03C2");
  CHECK(mhqa::normalize(text, {.lower_case = false}) == "The AB O\u2019Neal THE \u0391\u03A3");
  CHECK(mhqa::normalize("the a-b _a_ x", {.punctuation = false}) == "-b _a_ x");  // '_' is a word character
}

TEST_CASE("normalize: at every distance from the start, the result is the same") {
  // Long texts are looked at 16 and 62 bytes at a time; the words before the example move it over the borders.
  for (const example& e : examples()) {
    for (std::size_t before = 1; before < 140; ++before) {
      const std::string word(before, 'W');
      const std::string lower(before, 'w');
      const std::string got = mhqa::normalize(word + ' ' + e.text + ' ' + word);
      const std::string want = lower + (e.want.empty() ? "" : ' ' + e.want) + ' ' + lower;
      if (got == want) continue;
      CAPTURE(e.why);
      CAPTURE(before);
      CHECK(got == want);
    }
  }
}

TEST_CASE("normalize: every text of up to five of twelve pieces, with each step on or off") {
  const std::vector<std::string> pieces = {"a",      "n",      "The",  " ",      ".",      "_",
                                           "\u03A3", "\u0301", "\x01", "\u00A0", "\u0130", "\xC3"};
  normalized form;
  for (const normalization how : all_normalizations()) {
    for (std::size_t n = 0; n < 12 * 12 * 12 * 12 * 12;
         n += (how == normalizations::squad ? 1U : 7U) * (mhqa_test::sanitized ? 11U : 1U)) {
      std::string text;
      for (std::size_t i = 0, rest = n; i < 5; ++i, rest /= 12) text += pieces[rest % 12];
      form.assign(text, how);
      const std::string want = step_by_step(text, how);
      if (form.text() == want && joined(form) == want) continue;
      CAPTURE(text);
      CAPTURE(how.lower_case);
      CAPTURE(how.punctuation);
      CAPTURE(how.articles);
      CHECK(form.text() == want);
      CHECK(joined(form) == want);
    }
  }
}

TEST_CASE("normalize: a second time nothing changes, unless case brings out an article") {
  for (const example& e : examples()) {
    const std::string once = mhqa::normalize(e.text);
    CAPTURE(e.why);
    CHECK(mhqa::normalize(once) == once);
  }
}

TEST_CASE("normalize: no memory is asked for once there is enough") {
  normalized form;
  const std::string large(5000, 'x');
  form.assign(large);
  std::string many;
  for (int i = 0; i < 500; ++i) many += "x ";
  form.assign(many);
  const auto all = examples();
  const mhqa_test::allocations_here counted;
  for (const example& e : all) form.assign(e.text);
  form.assign(large);
  form.assign(many);
  CHECK(counted() == 0);
  CHECK(form.tokens().size() == 500);
}

TEST_CASE("normalize: a short text gives the same in a new value, in a reused one, and at the end of a long text") {
  // A reused value takes ASCII texts of up to 62 bytes on a shorter way. The vector ends where the text does, so that a
  // sanitizer sees a read beyond it.
  constexpr std::string_view letters = "aaannntthheeABXYZ0189     ..-'_";
  const std::string words = "The Anthologist an A a the theory of the antediluvian incomprehensibilities";
  normalized reused{std::string(200, 'x')}, context;
  mhqa::draws draw{20, 26};
  for (std::size_t n = 0; n < mhqa_test::large(40000); ++n) {
    const std::size_t size = n % 140;
    std::vector<char> text;
    if (n % 3 == 0) {
      const std::size_t first = draw.below(words.size());
      for (std::size_t i = 0; i < size; ++i) text.push_back(words[(first + i) % words.size()]);
      if (size != 0 && n % 2 == 0) text[draw.below(size)] = letters[draw.below(letters.size())];
    } else {
      for (std::size_t i = 0; i < size; ++i) text.push_back(letters[draw.below(letters.size())]);
    }
    text.shrink_to_fit();
    const std::string_view source{text.data(), size};
    for (const normalization how :
         {normalizations::squad, normalizations::keep_articles, normalization{.lower_case = false}}) {
      const std::string want = step_by_step(source, how);
      const normalized fresh{source, how};
      reused.assign(source, how);
      context.assign(std::string(130, 'x') + ' ' + std::string{source}, how);
      const auto same_keys = [](std::span<const mhqa::token> a, std::span<const mhqa::token> b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const mhqa::token& x, const mhqa::token& y) {
          return x.key == y.key && x.size == y.size;
        });
      };
      const bool right = reused.text() == want && joined(reused) == want && fresh == reused &&
                         same_keys(fresh.tokens(), reused.tokens()) &&
                         same_keys(context.tokens().subspan(1), reused.tokens());
      if (right) continue;
      CAPTURE(std::string{source});
      CAPTURE(how.articles);
      CAPTURE(how.lower_case);
      CHECK(fresh.text() == want);
      CHECK(reused.text() == want);
      CHECK(joined(reused) == want);
      CHECK(right);
    }
  }
}

TEST_CASE("normalize: a value that released its memory has room for many words") {
  normalized form{std::string(300, 'x')};
  form.shrink_to_fit();  // one token
  form.assign("x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x x");
  CHECK(form.tokens().size() == 31);
}

TEST_CASE("normalize: long texts, of one word and of many") {
  const std::string word(100000, 'Q');
  CHECK(mhqa::normalize(word) == std::string(100000, 'q'));
  std::string text;
  std::string want;
  for (int i = 0; i < 20000; ++i) {
    text += i % 3 == 0 ? "The " : "W\u00D6rd. ";
    if (i % 3 != 0) want += want.empty() ? "w\u00F6rd" : " w\u00F6rd";
  }
  CHECK(mhqa::normalize(text) == want);
  std::string sigmas;  // contexts are looked up in linear time
  for (int i = 0; i < 20000; ++i) sigmas += "\u03A3...";
  CHECK(mhqa::normalize(sigmas).size() == 40000);
}

TEST_CASE("normalize: values are equal by their texts; a value moved from is empty") {
  normalized a{"The cat"};
  normalized b{"cat!"};
  CHECK(a == b);
  CHECK(a != normalized{"cats"});
  const normalized moved = std::move(a);
  CHECK(moved == b);
  CHECK(a.text().empty());  // NOLINT: what it promises
  CHECK(a.tokens().empty());
  b = normalized{"dog"};
  CHECK(b.text() == "dog");
  const normalized copy = b;
  CHECK(copy == b);
}

TEST_CASE("normalize: the published normal forms of 1,500 hostile pairs") {
  const auto file = mhqa_test::shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  const auto pairs = mhqa_test::load_jsonl(*file);
  CHECK(pairs.size() == 1500);
  for (const auto& pair : pairs) {
    for (const std::string side : {"prediction", "gold"}) {
      CAPTURE(pair[side].string());
      CHECK(mhqa::normalize(pair[side].string()) == pair["normalized_" + side].string());
    }
  }
}

TEST_CASE("normalize: punctuation may become a space, with TriviaQA's quotes and with lower case first or last") {
  using mhqa::normalize;
  namespace how = mhqa::normalizations;
  CHECK(normalize("The U.S._x", how::triviaqa) == "u s x");
  CHECK(normalize("\xE2\x80\x98x\xE2\x80\x99y\xC2\xB4z`", how::triviaqa) == "x y z");
  CHECK(normalize("\xE2\x80\x98x\xE2\x80\x99y", how::words) == "\xE2\x80\x98x\xE2\x80\x99y");
  CHECK(normalize("The U.S.", how::words) == "the u s");
  CHECK(normalize("a-b", how::triviaqa) == "b");
  // A capital sigma before "'A" is final only once the apostrophe is a space.
  CHECK(normalize("\xCE\x91\xCE\xA3'\xCE\x91", how::words) == "\xCE\xB1\xCF\x83 \xCE\xB1");
  CHECK(normalize("\xCE\x91\xCE\xA3'\xCE\x91", how::words_lowered_last) == "\xCE\xB1\xCF\x82 \xCE\xB1");
  CHECK(normalize("\xC4\xB0.", how::triviaqa) == "i\xCC\x87");
}

TEST_CASE("normalize: a value that released its memory is equal, and can be replaced") {
  mhqa::normalized text{"The U.S. Navy"}, empty;
  text.shrink_to_fit();
  empty.shrink_to_fit();
  CHECK(text.text() == "us navy");
  CHECK(text.tokens().size() == 2);
  CHECK(text == mhqa::normalized{"US navy"});
  CHECK(empty.text().empty());
  text.assign("a much longer text, with more words than before it");
  CHECK(text.text() == "much longer text with more words than before it");
}
