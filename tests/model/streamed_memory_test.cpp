// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Recalling from a stream gives what a memory that holds everything gives.
#include <mhqa/model/streamed_memory.hpp>

#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

struct entry {
  std::string text;
  std::string answer;  // or the title
  std::uint32_t fold;
  bool is_paragraph = false;
};

// Both memories after the same entries; the questions are asked `together` at a time.
void check_alike(const std::vector<entry>& all, const std::vector<entry>& asked, std::size_t together) {
  mhqa::question_memory held;
  mhqa::streamed_memory streamed;
  for (const entry& e : all) {
    if (e.is_paragraph) {
      held.add_paragraph(e.answer, e.text, e.fold);
      if (!e.answer.empty()) streamed.count(e.text);
    } else {
      held.add(e.text, e.answer, e.fold);
      streamed.count(e.text);
    }
  }
  for (std::size_t begin = 0; begin < asked.size(); begin += together) {
    streamed.clear();
    const std::size_t end = std::min(asked.size(), begin + together);
    for (std::size_t i = begin; i < end; ++i) streamed.ask(asked[i].text, asked[i].fold);
    for (const entry& e : all) {
      if (e.is_paragraph) {
        streamed.see_paragraph(e.answer, e.text, e.fold);
      } else {
        streamed.see(e.text, e.answer, e.fold);
      }
    }
    for (std::size_t i = begin; i < end; ++i) {
      CAPTURE(asked[i].text);
      CHECK(streamed.recall(i - begin) == held.recall(asked[i].text, asked[i].fold));
    }
  }
}

}  // namespace

TEST_CASE("streamed_memory: identical, similar and titled answers are those of a memory") {
  const std::vector<entry> all{
      {"Who wrote Emma?", "Jane Austen", 0},
      {"Who wrote  EMMA?", "Austen", 1},
      {"Who wrote the novel Emma?", "Miss Austen", 3},
      {"???", "nothing", 5},
      {"John Muir was a naturalist, born in Dunbar, who founded the Sierra Club.", "John Muir", 4, true},
      {"A text without a title", "", 6, true}};
  const std::vector<entry> asked{{"Who wrote Emma?", {}, 0},
                                 {"Who wrote Emma?", {}, 1},
                                 {"Who wrote Emma?", {}, mhqa::no_fold},
                                 {"Which naturalist founded the Sierra Club?", {}, 9},
                                 {"Which naturalist founded the Sierra Club?", {}, 4},
                                 {"", {}, 1},
                                 {"Quand est-il mort", {}, 1}};
  check_alike(all, asked, 100);
  check_alike(all, asked, 2);
}

TEST_CASE("streamed_memory: random questions of few and of many words") {
  mhqa::draws random{7, "streamed memory"};
  std::vector<entry> all;
  const auto text = [&](std::uint64_t vocabulary) {
    std::string out;
    for (std::uint64_t n = 2 + random.below(6); n != 0; --n)
      out += "word" + std::to_string(random.below(vocabulary)) + ' ';
    return out;
  };
  for (std::uint32_t i = 0; i < 1500; ++i) {
    const std::uint64_t vocabulary = i % 3 == 0 ? 20 : 400;
    all.push_back({text(vocabulary), text(400), i % 700, i >= 1000});
  }
  check_alike(all, {all.begin(), all.begin() + 300}, 128);
}
