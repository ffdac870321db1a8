// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/single_hop.hpp>

#include <mhqa/compose/mentions.hpp>

#include <doctest/doctest.h>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include <array>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct plain {
  std::string id, question, answer, paragraph;
};

struct article {
  std::string_view title() const { return "Emma"; }
  const std::string& text() const { return words; }
  std::string words;
};

// Functions, an integer as id, a paragraph with a title, aliases.
class asked {
 public:
  explicit asked(int n) : n_{n} {}
  [[nodiscard]] int id() const { return n_; }
  [[nodiscard]] std::string question() const { return "Who is number " + std::to_string(n_) + " of the long list?"; }
  [[nodiscard]] const char* answer() const { return "somebody"; }
  [[nodiscard]] article paragraph() const { return {"Number " + std::to_string(n_ / 2) + " lived here, and wrote."}; }
  [[nodiscard]] std::vector<std::string> aliases() const {
    return {"number " + std::to_string(n_), "a long long alias"};
  }
  std::string source = "mine";

 private:
  int n_;
};

// Views of its own text.
class lender {
 public:
  explicit lender(int n) : n_{std::to_string(n)} {}
  [[nodiscard]] std::string_view id() const { return id_; }
  [[nodiscard]] std::string_view question() const { return question_; }
  [[nodiscard]] std::string_view answer() const { return answer_; }
  [[nodiscard]] std::string_view paragraph() const { return paragraph_; }
  [[nodiscard]] std::span<const std::string> aliases() const { return {&id_, 1}; }

 private:
  std::string n_;
  std::string id_ = "the identifier that has number " + n_;
  std::string question_ = "Who is the one that has number " + n_ + "?";
  std::string answer_ = "the answer that has number " + n_;
  std::string paragraph_ = "the paragraph that has number " + n_;
};

}  // namespace

namespace other_library {

struct item {
  std::string_view words;
};
int id(const item&) {
  return 7;
}
std::string_view question(const item& i) {
  return i.words;
}
std::string_view answer(const item& i) {
  return i.words.substr(0, 3);
}
const char* paragraph(const item&) {
  return "text";
}

}  // namespace other_library

namespace {

struct no_answer {
  std::string id, question, paragraph;
};
struct number_for_paragraph {
  std::string id, question, answer;
  int paragraph;
};

static_assert(mhqa::single_hop_like<plain> && mhqa::single_hop_like<const plain&>);
static_assert(mhqa::single_hop_like<asked> && mhqa::single_hop_like<other_library::item>);
static_assert(!mhqa::single_hop_like<no_answer> && !mhqa::single_hop_like<number_for_paragraph>);
static_assert(!mhqa::single_hop_like<int> && !mhqa::single_hop_like<std::string>);
static_assert(mhqa::single_hop_range<std::list<plain>> && !mhqa::single_hop_range<plain>);

}  // namespace

TEST_CASE("single_hop: members are used as they are, and equal paragraphs become one") {
  std::vector<plain> own{{"a", "Who wrote Emma?", "Jane Austen", "Emma is by Jane Austen."},
                         {"b", "Who wrote it?", "Austen", "Emma is by Jane Austen."},
                         {"c", "When was Jane Austen born?", "1775", "She was born in 1775."}};
  const mhqa::question_set set{own};
  REQUIRE(set.size() == 3);
  CHECK(&set[2] == &own[2]);
  CHECK(set.pool().questions[0].question.data() == own[0].question.data());  // no copy
  CHECK(set.pool().questions[2].id == "c");
  CHECK(set.pool().paragraphs ==
        std::vector<mhqa::context_paragraph>{{"", "Emma is by Jane Austen."}, {"", "She was born in 1775."}});
  CHECK(set.pool().questions[1].paragraph == 0);
  CHECK(mhqa::is_mentioned(set.words().answer(0), set.words().question(2)));
}

TEST_CASE("single_hop: text that an element makes for each look is copied") {
  std::list<asked> own;
  for (int i = 0; i < 40; ++i) own.emplace_back(i);
  const mhqa::question_set set{own};
  const auto& pool = set.pool();
  REQUIRE(pool.questions.size() == 40);
  CHECK(pool.paragraphs.size() == 20);
  CHECK(pool.paragraphs[4] == mhqa::context_paragraph{"Emma", "Number 4 lived here, and wrote."});
  CHECK(pool.questions[9].id == "9");
  CHECK(pool.questions[9].question == "Who is number 9 of the long list?");
  CHECK(pool.questions[9].answer == "somebody");
  CHECK(pool.questions[9].source == "mine");
  REQUIRE(pool.questions[9].aliases.size() == 2);
  CHECK(pool.questions[9].aliases[0] == "number 9");
  CHECK(pool.questions[9].paragraph == 4);
  CHECK(set[9].id() == 9);
}

TEST_CASE("single_hop: views into questions that the range makes are copied") {
  const auto made = ranges::views::iota(1, 4) | ranges::views::transform([](int i) { return lender{i}; });
  const mhqa::question_set set{made};
  const auto& pool = set.pool();
  REQUIRE(pool.questions.size() == 3);
  CHECK(pool.questions[1].id == "the identifier that has number 2");
  CHECK(pool.questions[1].question == "Who is the one that has number 2?");
  CHECK(pool.questions[1].answer == "the answer that has number 2");
  CHECK(pool.paragraphs[1].text == "the paragraph that has number 2");
  REQUIRE(pool.questions[1].aliases.size() == 1);
  CHECK(pool.questions[1].aliases[0] == "the identifier that has number 2");

  const std::vector<lender> stored{lender{7}};
  const mhqa::question_set views{stored};
  CHECK(views.pool().questions[0].answer.data() == stored[0].answer().data());
  CHECK(views.pool().questions[0].aliases[0].data() == stored[0].id().data());
}

TEST_CASE("single_hop: functions of another namespace are found") {
  const std::array<other_library::item, 2> own{{{"Who is it?"}, {"Where?"}}};
  const mhqa::question_set set{own};
  CHECK(set.pool().questions[1].answer == "Whe");
  CHECK(set.pool().questions[1].id == "7");
  CHECK(set.pool().paragraphs.size() == 1);
}

TEST_CASE("single_hop: an empty range is an empty pool") {
  const std::vector<plain> none;
  const mhqa::question_set set{none};
  CHECK(set.size() == 0);
  CHECK(set.pool().paragraphs.empty());
}
