// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Geva et al. 2021, Sec. 2.1: an explicit question's decomposition needs only words of the question, their inflections
// and function words.
#include <mhqa/compose/implicit.hpp>

#include <mhqa/io/datasets/strategyqa.hpp>

#include "support/shared_data.hpp"

#include <doctest/doctest.h>
#include <range/v3/view/transform.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace {

using words = std::vector<std::string>;
using steps = std::vector<std::string_view>;

words lower_words(std::string_view text) {
  words out;
  mhqa::for_each_lower_word(text, [&out](std::string_view word) { out.emplace_back(word); });
  return out;
}

}  // namespace

TEST_CASE("implicit: words are letters, digits and inner apostrophes, in lower case") {
  CHECK(lower_words("Is Aristotle's #1 well-known?") == words{"is", "aristotle's", "well", "known"});
  CHECK(lower_words("'quoted' farmers' (1945)") == words{"quoted", "farmers", "1945"});
  CHECK(lower_words("#12,#3 # 4 #x") == words{"4", "x"});
  CHECK(lower_words("\xC3\x89ire's") == words{"\xC3\xA9ire's"});
  CHECK(lower_words("").empty());
  CHECK(lower_words("?! \xFF").empty());
}

TEST_CASE("implicit: the paper's explicit and implicit examples") {
  // Tables 1 and 2, Figure 1.
  const std::string_view cruise = "Was Tom Cruise married to the female star of Inland Empire?";
  CHECK(mhqa::is_explicit(cruise, {"Who is the female star of Inland Empire?", "Was Tom Cruise married to #1?"}));
  CHECK(mhqa::is_explicit("Are sharks faster than crabs?",
                          steps{"How fast are sharks?", "How fast are crabs?", "Is #1 faster than #2?"}));
  const std::string_view laptop = "Did Aristotle use a laptop?";
  CHECK(mhqa::is_explicit(laptop, steps{"What did Aristotle use?", "Is laptop in #1?"}));
  const steps strategy{"When did Aristotle live?", "When was the laptop invented?", "Is #2 before #1?"};
  CHECK(mhqa::new_content_words(laptop, strategy) == words{"live", "invented"});
  CHECK_FALSE(mhqa::is_explicit(laptop, strategy));
}

TEST_CASE("implicit: steps that are made as they are read") {
  const std::vector<std::string> words{"Aristotle", "computer"};
  const auto steps =
      ranges::views::transform(words, [](const std::string& w) { return "When did " + w + " begin to live?"; });
  CHECK(mhqa::new_content_words("Did Aristotle use a computer?", steps) == std::vector<std::string>{"begin", "live"});
}

TEST_CASE("implicit: each new word once, numbers count, nothing in gives nothing out") {
  CHECK(mhqa::new_content_words("Is it?", steps{"Lived in 1945?", "Living 1945 lived"}) ==
        words{"lived", "1945", "living"});
  CHECK(mhqa::new_content_words("", steps{}).empty());
  CHECK(mhqa::is_explicit("Is it?", steps{"Would #1 be #2?"}));
  CHECK(mhqa::new_content_words("", std::vector<std::string>{"Fish"}) == words{"fish"});
}

TEST_CASE("implicit: of the 2,290 questions 25 add no word and 118 one") {
  std::vector<std::size_t> by_count(64);
  for (const char* const name : {"data/strategyqa/train.json", "data/strategyqa/dev.json"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    mhqa::io::json_records in{file->string()};
    mhqa::strategyqa::record r;
    while (auto value = in.next()) {
      mhqa::io::strategyqa::read(*value, r);
      ++by_count[mhqa::new_content_words(r.question, r.decomposition).size()];
    }
  }
  CHECK(by_count[0] == 25);
  CHECK(by_count[1] == 118);
}
