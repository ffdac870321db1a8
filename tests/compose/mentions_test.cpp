// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/mentions.hpp>

#include <doctest/doctest.h>
#include <range/v3/view/take_while.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

TEST_CASE("mentions: a run is found in ranges that end with a sentinel") {
  constexpr std::array words{1, 2, 3, 2, 3, 9};
  const auto before_nine = words | ranges::views::take_while([](int word) { return word != 9; });
  CHECK(mhqa::find_run(std::array{2, 3}, before_nine) == 1);
  CHECK(mhqa::find_run(std::array{3, 9}, before_nine) == 5);
  CHECK(mhqa::find_run(before_nine, words) == 0);
  CHECK(mhqa::find_run(std::array<int, 0>{}, words) == words.size());
}

TEST_CASE("mentions: words are mentioned where they are contiguous") {
  struct row {
    std::string_view x, y;
    bool want;
    std::string_view why;
  };
  constexpr std::array rows{
      row{"Jane Austen", "When was Jane Austen born?", true, "as it stands"},
      row{"the Jane  Austen!", "was jane austen's", false, "austens is another word"},
      row{"The Emma", "Who wrote 'Emma'?", true, "articles, punctuation and case do not count"},
      row{"Emma", "Who wrote Emmaline?", false, "a part of a word"},
      row{"Austen Jane", "When was Jane Austen born?", false, "another order"},
      row{"Jane Austen", "When was Jane Fairfax Austen born?", false, "not contiguous"},
      row{"Jane the Austen", "When was Jane Austen born?", true, "an article between them is no word"},
      row{"The", "The the", false, "an answer without a word"},
      row{"", "anything", false, "an empty answer"},
      row{"A a b", "b", true, "one word is left"},
      row{"a b a b c", "a b a b a b c", true, "found behind a false start: b b c in b b b c"},
      row{"b", "", false, "an empty text"},
      row{"ÉMILE Zola", "Did Émile Zola write it?", true, "beyond ASCII"},
  };
  for (const auto& r : rows) {
    CAPTURE(r.why);
    CHECK(mhqa::is_mentioned(r.x, r.y) == r.want);
    CHECK(mhqa::find_mention(r.x, r.y).has_value() == r.want);
  }
}

TEST_CASE("mentions: runs of numbers") {
  constexpr std::array<std::uint32_t, 4> y{1, 2, 1, 3};
  static_assert(mhqa::is_mentioned(std::array<std::uint32_t, 2>{1, 3}, y));
  static_assert(!mhqa::is_mentioned(std::array<std::uint32_t, 2>{2, 3}, y));
  static_assert(mhqa::find_run(std::array{2, 1}, y) == 1);
  static_assert(mhqa::find_run(std::array<std::uint32_t, 0>{}, y) == y.size());
}

TEST_CASE("mentions: bytes as the question has them") {
  struct row {
    std::string_view answer, question, want;
  };
  constexpr std::array rows{
      row{"jane austen", "When was Jane Austen born?", "Jane Austen"},
      row{"Paris", "Is it in Paris?", "Paris"},
      row{"Paris", "Is it (Paris), or not?", "Paris"},
      row{"U.S.", "Is it in the U.S.?", "U.S."},
      row{"US", "Is it in the U.S.?", "U.S"},
      row{"Washington (D.C.)", "Is Washington (D.C.) big?", "Washington (D.C.)"},
      row{"Heroes", "Who sang \"Heroes\"?", "Heroes"},
      row{"\"Heroes\"", "Who sang \"Heroes\"?", "\"Heroes\""},
      row{"The Who", "When did the Who split?", "the Who"},
      row{"Who", "When did the Who split?", "Who"},
      row{"The Who", "Is there a Who?", "Who"},
      row{"\"The Wall\"", "Who made \"The Wall\"?", "\"The Wall\""},
      row{"The Wall", "Who made \"The Wall\"?", "The Wall"},
      row{"Bank of England", "Is the Bank of the England\u00a0old?", "Bank of the England"},
      row{"Zoë", "Was\u2003Zoë\u2003there?", "Zoë"},
  };
  for (const auto& r : rows) {
    CAPTURE(r.question);
    const auto found = mhqa::find_mention(r.answer, r.question);
    REQUIRE(found);
    CHECK(found->in(r.question) == r.want);
    CHECK(mhqa::normalize(found->in(r.question)) == mhqa::normalize(r.answer));
  }
}

TEST_CASE("mentions: finds all from left to right, without overlap") {
  mhqa::mention_finder find;
  const auto all = find("b b", "b b b, b b");
  CHECK(std::vector<mhqa::mention>(all.begin(), all.end()) == std::vector<mhqa::mention>{{0, 3}, {4, 4}});
  CHECK(find("b c b", "b c b c b").size() == 1);
  CHECK(find("–b–", "b–the–b–the–b–").size() == 1);  // one piece of three words, as the article goes
  CHECK(find("the", "the").empty());
  CHECK(find("c", "b").empty());
}

TEST_CASE("mentions: masked questions keep no mention") {
  using mhqa::mask_mentions;
  CHECK(mask_mentions("When was Jane Austen born?", "Jane Austen") == "When was born?");
  CHECK(mask_mentions("Jane Austen wrote what?", "Jane Austen") == "wrote what?");
  CHECK(mask_mentions("Is it Paris?", "Paris") == "Is it?");
  CHECK(mask_mentions("Paris", "Paris") == "");
  CHECK(mask_mentions("Is Rome in Rome?", "Rome", "#1") == "Is #1 in #1?");
  CHECK(mask_mentions("Rome Rome Rome", "Rome") == "");
  CHECK(mask_mentions("Is it here?", "Rome") == "Is it here?");
}

TEST_CASE("mentions: words are counted with the bridge written out") {
  CHECK(mhqa::count_words(" When was\u00a0#1 born? ") == 4);
  CHECK(mhqa::count_words("") == 0);
  const mhqa::single_hop_pool pool{{{"a", "own", "Who wrote Emma?", "Miss Jane Austen", {}, 0},
                                    {"b", "own", "When was (Jane Austen) born?", "1775", {}, 0}},
                                   {{"Emma", "A novel."}}};
  CHECK(mhqa::count_tail_words(pool, {0, 1, {10, 11}}) == 6);
}
