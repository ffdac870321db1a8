// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/memory_reader.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

static_assert(mhqa::reader<mhqa::memory_reader>);

namespace {

mhqa::question_memory library() {
  mhqa::question_memory out;
  out.add("Who wrote Emma?", "Jane Austen", 0);
  out.add("Who wrote Ivanhoe?", "Walter Scott", 1);
  out.add("In which county is the town of Haddington?", "East Lothian", 2);
  out.add("Who wrote the novel Emma?", "Austen", 3);
  out.add_paragraph("John Muir", "John Muir was a naturalist, born in Dunbar, who founded the Sierra Club.", 4);
  return out;
}

}  // namespace

TEST_CASE("memory_reader: a question that another fold asks is answered by that fold, its own says nothing of it") {
  const mhqa::question_memory known = library();
  CHECK(known.questions() == 4);
  CHECK(known.recall("Who wrote  EMMA?", 7) == mhqa::recollection{"Jane Austen", 1, true});
  // Its own answer is out of bounds: the question of fold 3 is the most similar.
  const mhqa::recollection other = known.recall("Who wrote Emma?", 0);
  CHECK(other.answer == "Austen");
  CHECK_FALSE(other.identical);
  CHECK(other.similarity < 1);
}

TEST_CASE("memory_reader: the title of a paragraph answers where no question is similar, unless the question has it") {
  const mhqa::question_memory known = library();
  CHECK(known.recall("Which naturalist founded the Sierra Club?", 9).answer == "John Muir");
  CHECK(known.recall("Which naturalist founded the Sierra Club?", 4).answer != "John Muir");
  CHECK(known.recall("Which club did the naturalist John Muir found, the Sierra Club?", 9).answer != "John Muir");
}

TEST_CASE("memory_reader: nothing similar, no words and an empty memory give no answer") {
  const mhqa::question_memory known = library(), empty;
  for (const char* const question : {"", "?!", "Quand est-il mort"}) {
    CAPTURE(question);
    CHECK(known.recall(question, mhqa::no_fold) == mhqa::recollection{});
  }
  CHECK(empty.recall("Who wrote Emma?", 0) == mhqa::recollection{});
}

TEST_CASE("memory_reader: a reading has the answer and the similarity, and leaves out the fold of the task") {
  const mhqa::question_memory known = library();
  const mhqa::memory_reader read{known};
  const mhqa::reading all = read({.id = "1", .question = "Who wrote Emma?", .context = {}});
  CHECK(all.answer == "Jane Austen");
  CHECK(all.confidence == 1.0);
  CHECK(all.support.empty());
  CHECK(read({.id = "1", .question = "Who wrote Emma?", .context = {}, .fold = 0}).answer == "Austen");
}

TEST_CASE("memory_reader: words that are everywhere do not make questions similar, and cost nothing") {
  mhqa::question_memory known;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    known.add("Where was person number " + std::to_string(i) + " born?", "Place " + std::to_string(i), i);
  }
  CHECK(known.recall("Where was person number born?", mhqa::no_fold).answer.empty());
  CHECK(known.recall("Where was person number 77 born?", mhqa::no_fold).identical);
  CHECK(known.recall("Where was person number 77 born?", 77).answer.empty());
}
