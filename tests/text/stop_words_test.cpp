// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// clean_query of StrategyQA's retrieval: tokens between white space, compared in lower case with NLTK's list, nothing
// else changed.
#include <mhqa/text/stop_words.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string_view>

namespace {

template <class List>
constexpr bool ascending(const List& list) {
  return std::adjacent_find(list.begin(), list.end(), std::greater_equal<>{}) == list.end();
}

}  // namespace

static_assert(ascending(mhqa::nltk_stop_words) && ascending(mhqa::more_function_words));
static_assert(mhqa::is_stop_word("the") && mhqa::is_stop_word("wouldn't") && mhqa::is_stop_word("a"));
static_assert(!mhqa::is_stop_word("The") && !mhqa::is_stop_word("would") && !mhqa::is_stop_word(""));
static_assert(mhqa::is_function_word("would") && !mhqa::is_function_word("laptop"));

TEST_CASE("stop_words: the list has NLTK's contractions, their halves and its odd fragments") {
  for (const std::string_view word : {"you're", "should've", "shan't", "that'll", "ain", "ma", "o", "y", "ll", "re"}) {
    CAPTURE(word);
    CHECK(mhqa::is_stop_word(word));
  }
  for (const std::string_view word : {"i'm", "he'd", "can't", "cannot", "also", "us", "could", "may", "one"}) {
    CAPTURE(word);
    CHECK_FALSE(mhqa::is_stop_word(word));
  }
  CHECK(std::none_of(mhqa::more_function_words.begin(), mhqa::more_function_words.end(), mhqa::is_stop_word));
}

TEST_CASE("stop_words: every word of a list is found, and none of its prefixes or longer forms that the list lacks") {
  const auto check = [](const auto& words, auto found) {
    const auto listed = [&words](const std::string& word) {
      return std::find(words.begin(), words.end(), std::string_view{word}) != words.end();
    };
    for (const std::string_view word : words) {
      CAPTURE(word);
      CHECK(found(word));
      for (std::size_t size = 0; size < word.size(); ++size) {
        const std::string prefix{word.substr(0, size)};
        CHECK(found(prefix) == listed(prefix));
      }
      for (const char c : {'s', 'e', '\'', '\0', '{', '\xE9'}) {
        CHECK(found(std::string{word} + c) == listed(std::string{word} + c));
        CHECK(found(c + std::string{word}) == listed(c + std::string{word}));
      }
    }
  };
  check(mhqa::nltk_stop_words, mhqa::is_stop_word);
  check(mhqa::more_function_words,
        [](std::string_view word) { return mhqa::is_function_word(word) && !mhqa::is_stop_word(word); });
}

TEST_CASE("stop_words: a query keeps its other tokens as they are") {
  struct row {
    std::string_view query, want, why;
  };
  for (const row& r : std::initializer_list<row>{
           {"Did Aristotle use a laptop?", "Aristotle use laptop?", "Did and a go"},
           {"When was #1 born?", "#1 born?", "a reference stays"},
           {"What is it?", "it?", "punctuation belongs to its token"},
           {"THE The tHe", "", "compared in lower case"},
           {"  two\t\n words\xC2\xA0here ", "two words", "white space of any kind; here goes"},
           {"", "", "empty"},
           {"Doesn't DOESN'T doesn\xE2\x80\x99t", "doesn\xE2\x80\x99t", "a typographic apostrophe is another word"},
       }) {
    CAPTURE(r.why);
    CHECK(mhqa::without_stop_words(r.query) == r.want);
    CHECK(mhqa::without_stop_words(r.want) == r.want);
  }
}
