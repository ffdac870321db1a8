// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/find.hpp>
#include <mhqa/io/pool_file.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

// Labelled by reading: what the rules keep is composable, and most of what is composable is kept.
TEST_CASE("language_rules: labelled pairs of SQuAD's development set") {
  const auto labels = mhqa_test::shared_data("golden/pairs/pairs.jsonl");
  if (!labels) return;
  const auto squad = mhqa_test::shared_data("data/squad/dev-v1.1.json");
  if (!squad) return;
  const auto loaded = mhqa::io::load_pool(squad->string());
  const mhqa::pool_words words{loaded.pool};
  std::unordered_map<std::string, std::uint32_t> by_id;
  for (std::uint32_t i = 0; i < loaded.pool.questions.size(); ++i) {
    by_id.emplace(loaded.pool.questions[i].id, i);
  }
  const auto rules = mhqa::composable(loaded.pool) && mhqa::language_rules();
  mhqa::mention_finder find;
  std::size_t composable = 0, kept = 0, right = 0;
  for (const mhqa_test::json& row : mhqa_test::load_jsonl(*labels)) {
    if (row.find("borderline") != nullptr) continue;
    const bool good = row["composable"].string() == "yes";
    const mhqa::pair_candidate pair{
        {loaded.pool, words, by_id.at(row["head"].string())}, by_id.at(row["tail"].string()), find};
    const bool keeps = rules(pair);
    composable += good ? 1U : 0U;
    kept += keeps ? 1U : 0U;
    right += good && keeps ? 1U : 0U;
  }
  CAPTURE(composable);
  CAPTURE(kept);
  CAPTURE(right);
  CHECK(composable == 56);
  CHECK(100 * right >= 70 * kept);
  CHECK(100 * right >= 65 * composable);
}

// Read one by one: nearly all good questions stay, and of the faulty ones those go whose form shows it.
TEST_CASE("quality: single-hop questions of four pools that were read") {
  const std::filesystem::path readings =
      std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "docs/readings";
  std::size_t good = 0, kept = 0, faulty = 0, dropped = 0;
  for (const auto& [name, file] : std::array<std::pair<std::string_view, std::string_view>, 4>{
           {{"squad-dev", "data/squad/dev-v1.1.json"},
            {"squadshifts_new_wiki_a", "data/pools/squadshifts_new_wiki_a.json"},
            {"nq_qed_dev_a", "data/pools/nq_qed_dev_a.json"},
            {"musique_dev200", "golden/compose/musique_dev200.pool.json"}}}) {
    const auto path = mhqa_test::shared_data(file);
    if (!path) return;
    const auto loaded = mhqa::io::load_pool(path->string());
    const mhqa::question_pool cased = mhqa::with_case(mhqa::question_pool{loaded.pool});
    std::unordered_set<std::string_view> stays;
    for (const std::uint32_t i : mhqa::good_questions(cased.pool(), cased.words()).kept) {
      stays.insert(cased.pool().questions[i].id);
    }
    for (const mhqa_test::json& row : mhqa_test::load_jsonl(readings / "single-hop-questions.jsonl")) {
      if (row["pool"].string() != name) continue;
      const bool stayed = stays.contains(row["id"].string());
      (row["good"].boolean() ? good : faulty) += 1;
      kept += row["good"].boolean() && stayed ? 1U : 0U;
      dropped += !row["good"].boolean() && !stayed ? 1U : 0U;
    }
  }
  CAPTURE(kept);
  CAPTURE(dropped);
  CHECK(good == 778);
  CHECK(faulty == 1032);
  CHECK(100 * kept >= 96 * good);
  CHECK(100 * dropped >= 9 * faulty);
}

namespace {

// The words of a text in lower case without marks and possessive endings.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  for (const mhqa::sentence_word& w : mhqa::sentence_words{text}) out.push_back(w.lower);
  return out;
}

// Whether a word is one of the steps', one that the rules put in, or the past or third person of a verb of the steps.
bool is_known(const std::string& word, const std::vector<std::string>& steps) {
  constexpr std::array<std::string_view, 36> put_in{
      "the",      "person", "people",  "organization", "who",       "whom",       "that",    "which",    "where",
      "when",     "place",  "time",    "number",       "of",        "does",       "is",      "was",      "has",
      "whose",    "what",   "creator", "designer",     "developer", "discoverer", "founder", "inventor", "owner",
      "producer", "winner", "country", "team",         "headliner", "in",         "holder",  "center",   "one"};
  if (std::ranges::find(put_in, word) != put_in.end() || std::ranges::find(steps, word) != steps.end()) return true;
  return std::ranges::any_of(steps, [&](const std::string& step) {
    return mhqa::past_tense(step) == word || mhqa::third_person(step) == word;
  });
}

}  // namespace

TEST_CASE("language_rules: every word of a question composed from SQuAD is a word" *
          doctest::test_suite("unsanitized")) {
  const auto squad = mhqa_test::shared_data("data/squad/dev-v1.1.json");
  if (!squad) return;
  const auto loaded = mhqa::io::load_pool(squad->string());
  const mhqa::pool_words words{loaded.pool};
  const mhqa::pair_index index{loaded.pool, words};
  std::size_t worded = 0, pairs = 0;
  const mhqa::rule_verbaliser verbalise{.most_doubts = std::numeric_limits<std::size_t>::max()};
  const auto rules = mhqa::composable(loaded.pool) && mhqa::language_rules();
  const auto check = [&](const mhqa::question_pair& pair) {
    if (++pairs % 4 != 0) return;
    const auto request = mhqa::make_wording_request(loaded.pool, mhqa::as_composition(pair));
    const mhqa::wording found = verbalise(request);
    if (!found) return;
    ++worded;
    std::vector<std::string> steps = words_of(request.steps[0]);
    for (std::string& word : words_of(request.steps[1])) steps.push_back(std::move(word));
    CAPTURE(found.question);
    CHECK(found.question.ends_with('?'));
    CHECK((found.question[0] < 'a' || found.question[0] > 'z'));
    for (const std::string& word : words_of(found.question)) {
      CAPTURE(word);
      CHECK(is_known(word, steps));
    }
  };
  (void)mhqa::for_each_pair(index, rules, check);
  CAPTURE(worded);
  CHECK(worded > 650);
}
