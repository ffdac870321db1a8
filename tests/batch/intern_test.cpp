// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/intern.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>

#include "support/allocations.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace {

namespace batch = mhqa::batch;
using ints = std::vector<std::int32_t>;
using texts = std::vector<std::string_view>;

/// The row as words with one space between them.
std::string spelled(const batch::interner& words, const batch::token_rows& rows, std::size_t row) {
  std::string out;
  for (auto i = static_cast<std::size_t>(rows.offsets[row]); i < static_cast<std::size_t>(rows.offsets[row + 1]); ++i) {
    if (!out.empty()) out += ' ';
    out += words.word(rows.values[i]);
  }
  return out;
}

/// Texts of few and many words, some of them long and alike up to their last bytes.
std::vector<std::string> random_texts(std::size_t count, std::uint64_t seed) {
  mhqa::draws random{seed, std::uint64_t{0}};
  std::vector<std::string> out(count);
  for (std::string& text : out) {
    for (std::uint64_t n = random.below(12); n != 0; --n) {
      text += random.below(3) == 0 ? " The-quick-brown-fox-jumps-over-" : " x";
      text += std::to_string(random.below(40));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("intern: ids in the order of first appearance, by hand") {
  batch::interner words{mhqa::dialects::musique};
  const auto rows = words.intern(texts{"The cat saw a dog.", "", "Dog, CAT!", "cat the yes"});
  CHECK(rows.values == ints{0, 1, 2, 2, 0, 0, 3});
  CHECK(rows.offsets == ints{0, 3, 3, 5, 7});
  CHECK(words.size() == 4);
  CHECK(words.word(1) == "saw");
  CHECK(words.marks().empty());
  // A second step knows the words.
  CHECK(words.intern(texts{"dog bird"}).values == ints{2, 4});
}

TEST_CASE("intern: a dialect with closed answers has them first, marked") {
  batch::interner words{mhqa::dialects::hotpotqa};
  CHECK(words.size() == 3);
  CHECK(words.intern(texts{"No, yes noanswer cat"}).values == ints{1, 0, 2, 3});
  CHECK(std::vector<std::uint8_t>(words.marks().begin(), words.marks().end()) ==
        std::vector<std::uint8_t>{batch::token_mark::closed, batch::token_mark::closed, batch::token_mark::closed, 0});
}

TEST_CASE("intern: the dialect's normalisation is used") {
  batch::interner words{mhqa::dialects::strategyqa};  // white space alone
  CHECK(words.intern(texts{"The the\tThe. "}).values == ints{0, 1, 2});
}

TEST_CASE("intern: rows spell the normalised texts, and threads do not change an id") {
  const auto strings = random_texts(5'000, 1);
  const texts all(strings.begin(), strings.end());
  batch::interner words{mhqa::dialects::squad_1_1};
  const auto rows = words.intern(all);
  std::unordered_set<std::string_view> seen;
  std::int32_t newest = -1;
  for (std::size_t i = 0; i < all.size(); ++i) REQUIRE(spelled(words, rows, i) == mhqa::normalize(all[i]));
  for (const std::int32_t id : rows.values) {
    REQUIRE(id <= newest + 1);  // numbered by first appearance
    if (id == newest + 1) {
      ++newest;
      REQUIRE(seen.insert(words.word(id)).second);
    }
  }
  for (const std::size_t threads : {2U, 5U}) {
    mhqa::thread_pool pool{threads};
    batch::interner others{mhqa::dialects::squad_1_1};
    const auto again = others.intern(all, pool);
    CHECK(again.values == rows.values);
    CHECK(again.offsets == rows.offsets);
  }
}

TEST_CASE("intern: long words that differ in one byte anywhere are different") {
  std::vector<std::string> strings;
  for (std::size_t size = 1; size < 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      strings.emplace_back(size, 'x');
      strings.back()[at] = 'y';
    }
  }
  batch::interner words{mhqa::dialects::squad_1_1};
  const auto rows = words.intern(texts(strings.begin(), strings.end()));
  CHECK(words.size() == strings.size());
  for (std::size_t i = 0; i < strings.size(); ++i) REQUIRE(rows.values[i] == static_cast<std::int32_t>(i));
}

TEST_CASE("intern: words of every size have hashes of their own") {
  // 2^-64 apart from chance, 1,000 words of one size have 1,000 hashes.
  for (std::size_t size = 4; size < 40; ++size) {
    std::unordered_set<std::uint64_t> hashes;
    for (int i = 0; i < 1'000; ++i) {
      std::string word = std::to_string(1'000 + i);
      word.insert(static_cast<std::size_t>(i) % word.size(), size - word.size(), 'x');
      const mhqa::normalized text{word};
      hashes.insert(batch::detail::word_hash(text.text().data(), text.tokens()[0]));
    }
    CAPTURE(size);
    CHECK(hashes.size() == 1'000);
  }
}

TEST_CASE("intern: a step whose words are known allocates nothing") {
  const auto strings = random_texts(300, 2);
  const texts all(strings.begin(), strings.end());
  batch::interner words{mhqa::dialects::musique};
  batch::token_rows rows;
  words.intern(all, rows);
  words.intern(all, rows);
  const auto before = mhqa_test::allocations();
  words.intern(all, rows);
  CHECK(mhqa_test::allocations() == before);
}

TEST_CASE("intern: no text gives no row") {
  batch::interner words;
  CHECK(words.intern(texts{}).offsets == ints{0});
}

TEST_CASE("intern: a text of more than 2^31 bytes is refused before any is read or written") {
  batch::interner words{mhqa::dialects::musique};
  batch::token_rows rows{{7}, {0, 1}};
  const texts all{"new words", {"x", (std::size_t{1} << 31U) + 1}};
  CHECK_THROWS_WITH_AS(words.intern(all, rows),
                       "record 2, field \"texts\": expected a text of at most 2^31 bytes, found 2147483649",
                       mhqa::data_error);
  CHECK(words.size() == 0);
  CHECK(rows.values == ints{7});
}

TEST_CASE("intern: the published normalisation of hostile strings") {
  const auto file = mhqa_test::shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  batch::interner words{mhqa::dialects::hotpotqa};
  std::size_t wrong = 0;
  for (const auto& line : mhqa_test::load_jsonl(*file)) {
    const auto rows = words.intern(texts{line["prediction"].string(), line["gold"].string()});
    wrong += spelled(words, rows, 0) != line["normalized_prediction"].string() ? 1 : 0;
    wrong += spelled(words, rows, 1) != line["normalized_gold"].string() ? 1 : 0;
  }
  CHECK(wrong == 0);
}
