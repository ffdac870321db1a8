// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/probe_questions.hpp>

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/probe/disconnected.hpp>
#include <mhqa/probe/sufficiency.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

static_assert(mhqa::titled_record<mhqa::hotpotqa::record>);
static_assert(mhqa::titled_record<mhqa::twowiki::record>);
static_assert(!mhqa::titled_record<mhqa::musique::record>);

using numbers = std::vector<std::uint32_t>;

mhqa::hotpotqa::record cold_war() {
  return {.id = "q",
          .question = "Which country got independence when the cold war started?",
          .answer = "India",
          .type = {},
          .level = {},
          .supporting_facts = {{"India", 1}, {"Cold War", 0}, {"India", 1}},
          .context = {{"France", {"France was occupied.", "It was freed in 1944."}},
                      {"Cold War", {"It started in 1947."}},
                      {"India", {"A country.", "India got independence in 1947.", "It is large."}}}};
}

/// A record of the HotpotQA layout, with views into the JSON.
template <class Record>
Record read(const mhqa_test::json& row) {
  Record r;
  r.id = row["_id"].string();
  r.answer = row["answer"].string();
  for (const auto& fact : row["supporting_facts"].items())
    r.supporting_facts.push_back({fact[0].string(), fact[1].integer()});
  for (const auto& paragraph : row["context"].items()) {
    auto& p = r.context.emplace_back(mhqa::titled_paragraph{paragraph[0].string(), {}});
    for (const auto& sentence : paragraph[1].items()) p.sentences.push_back(sentence.string());
  }
  return r;
}

using titles = std::multiset<std::string_view>;

titles kept_titles(const mhqa::hotpotqa::record& r, const mhqa::position_set& removed) {
  titles out;
  for (const std::uint32_t at : mhqa::views::kept(static_cast<std::uint32_t>(r.context.size()), removed)) {
    out.insert(r.context[at].title);
  }
  return out;
}

titles all_but(const mhqa::hotpotqa::record& r, std::initializer_list<std::string_view> gone) {
  titles out;
  for (const auto& p : r.context) out.insert(p.title);
  for (const std::string_view title : gone) out.erase(out.find(title));
  return out;
}

}  // namespace

TEST_CASE("probe questions: titles become positions, each support once, in the context's order") {
  const auto q = mhqa::to_probe_question(cold_war());
  CHECK(q.id == "q");
  CHECK(q.fact_count == 3);
  CHECK(q.supports == numbers{1, 2});
  CHECK(q.answer_supports == 0b10);
}

TEST_CASE("probe questions: sentences are numbered through all paragraphs") {
  const auto q = mhqa::to_probe_question(cold_war(), mhqa::fact_unit::sentence);
  CHECK(q.fact_count == 6);
  CHECK(q.supports == numbers{2, 4});
  CHECK(q.answer_supports == 0b10);

  auto elsewhere = cold_war();  // the answer stands in the paragraph, not in its supporting sentence
  elsewhere.supporting_facts = {{"Cold War", 0}, {"India", 2}};
  CHECK(mhqa::to_probe_question(elsewhere, mhqa::fact_unit::sentence).answer_supports == 0);
  CHECK(mhqa::to_probe_question(elsewhere).answer_supports == 0b10);
}

TEST_CASE("probe questions: titles that the context lacks or repeats") {
  auto lacking = cold_war();
  lacking.supporting_facts.push_back({"Spain", 0});
  CHECK(mhqa::to_probe_question(lacking).supports == numbers{1, 2, mhqa::not_in_context});
  CHECK(mhqa::why_not_probed(mhqa::to_probe_question(lacking)) == mhqa::skip_reason::support_not_in_context);

  auto short_paragraph = cold_war();
  short_paragraph.supporting_facts[1].sentence = 7;
  CHECK_FALSE(mhqa::why_not_probed(mhqa::to_probe_question(short_paragraph)));  // the paragraph is there
  CHECK(mhqa::why_not_probed(mhqa::to_probe_question(short_paragraph, mhqa::fact_unit::sentence)) ==
        mhqa::skip_reason::support_not_in_context);
  short_paragraph.supporting_facts[1].sentence = -1;
  CHECK(mhqa::why_not_probed(mhqa::to_probe_question(short_paragraph, mhqa::fact_unit::sentence)) ==
        mhqa::skip_reason::support_not_in_context);

  auto twins = cold_war();  // another paragraph under a support's title, with other text, is a fact of its own
  twins.context.push_back({"India", {"A band."}});
  CHECK(mhqa::to_probe_question(twins).fact_count == 4);
  CHECK(mhqa::to_probe_question(twins).supports == numbers{1, 2});

  auto empty = cold_war();
  empty.context.clear();
  CHECK(mhqa::why_not_probed(mhqa::to_probe_question(empty)) == mhqa::skip_reason::empty_context);
}

TEST_CASE("probe questions: yes and no are held by every support") {
  auto yes = cold_war();
  yes.answer = "yes";
  CHECK(mhqa::to_probe_question(yes).answer_supports == 0b11);
}

TEST_CASE("probe questions: MuSiQue's supports are places in the list, and an alias counts as the answer") {
  mhqa::musique::record r;
  r.id = "2hop__1_2";
  r.answer = "Holland";
  r.answer_aliases = {"the Netherlands"};
  r.paragraphs = {{.idx = 7, .title = "A", .text = "in the Netherlands", .is_supporting = true},
                  {.idx = 8, .title = "A", .text = "Holland", .is_supporting = false},
                  {.idx = 9, .title = "B", .text = "Hollandaise", .is_supporting = true}};
  const auto q = mhqa::to_probe_question(r);
  CHECK(q.fact_count == 3);
  CHECK(q.supports == numbers{0, 2});
  CHECK(q.answer_supports == 0b01);
}

TEST_CASE("probe questions: on real HotpotQA, instances hold the published converter's paragraphs") {
  // generate_probe_of_original_instance, generate_transformed_instance and generate_probe_of_transformed_instance, as
  // sets of titles and up to the drawn paragraph fr, which it puts in the place of a removed support.
  const auto file = mhqa_test::shared_data("data/hotpotqa/dev_distractor_1814.json");
  if (!file) return;
  const mhqa_test::json rows = mhqa_test::load_json(*file);
  mhqa::skip_counts paper, published;
  for (const auto& row : rows.items()) {
    const auto r = read<mhqa::hotpotqa::record>(row);
    const auto q = mhqa::to_probe_question(r);
    paper.add(mhqa::why_not_transformed(q));
    published.add(mhqa::why_not_transformed(q, 5));
    if (mhqa::why_not_transformed(q)) continue;
    REQUIRE(q.supports.size() == 2);
    const std::string_view f1 = r.context[q.supports[0]].title;
    const std::string_view f2 = r.context[q.supports[1]].title;

    const auto p = mhqa::views::disconnected_probe(q, 13370);
    CHECK(kept_titles(r, p.source().removed(p[0][0])) == all_but(r, {f1}));
    CHECK(kept_titles(r, p.source().removed(p[0][1])) == all_but(r, {f2}));

    const auto t = mhqa::views::sufficiency_transform(q, 13370);
    const auto drawn = t.source().removed(t[0]);
    REQUIRE(drawn.size() == 1);
    const std::string_view fr = r.context[*drawn.begin()].title;
    CHECK(kept_titles(r, t.source().removed(t[1])) == all_but(r, {f1}));
    CHECK(kept_titles(r, t.source().removed(t[2])) == all_but(r, {f2}));

    const auto pt = mhqa::views::probe_of_transform(q, 13370);
    CHECK(kept_titles(r, pt.source().removed(pt[0][0])) == all_but(r, {f1, f2}));
    CHECK(kept_titles(r, pt.source().removed(pt[0][1])) == all_but(r, {f1, fr}));
    CHECK(kept_titles(r, pt.source().removed(pt[0][2])) == all_but(r, {f2, fr}));
  }
  CHECK(paper.total() == 1814);
  CHECK(paper[mhqa::skip_reason::too_few_facts] == 4);  // two paragraphs
  CHECK(paper.used == 1810);
  CHECK(published.used == 1807);  // the published converter leaves seven out
}

TEST_CASE("probe questions: real 2WikiMultihopQA and MuSiQue records have two to four supports, all in the context") {
  const auto wiki_file = mhqa_test::shared_data("data/2wikimultihopqa/dev_164.json");
  const auto musique_file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!wiki_file || !musique_file) return;
  std::array<int, 5> by_supports{};
  const mhqa_test::json wiki = mhqa_test::load_json(*wiki_file);
  for (const auto& row : wiki.items()) {
    const auto q = mhqa::to_probe_question(read<mhqa::twowiki::record>(row));
    CHECK_FALSE(mhqa::why_not_transformed(q));
    ++by_supports.at(q.supports.size());
  }
  CHECK(by_supports == std::array{0, 0, 121, 0, 43});
  by_supports = {};
  int answered = 0;
  for (const auto& row : mhqa_test::load_jsonl(*musique_file)) {
    mhqa::musique::record r;
    r.id = row["id"].string();
    r.answer = row["answer"].string();
    for (const auto& p : row["paragraphs"].items()) {
      r.paragraphs.push_back({.idx = p["idx"].integer(),
                              .title = p["title"].string(),
                              .text = p["paragraph_text"].string(),
                              .is_supporting = p["is_supporting"].boolean()});
    }
    const auto q = mhqa::to_probe_question(r);
    CHECK_FALSE(mhqa::why_not_transformed(q));
    ++by_supports.at(q.supports.size());
    answered += q.answer_supports != 0 ? 1 : 0;
  }
  CHECK(by_supports == std::array{0, 0, 145, 32, 23});
  CHECK(answered > 195);
}

TEST_CASE("probe questions: the place of a supporting fact") {
  const auto r = cold_war();
  using mhqa::fact_unit;
  CHECK(mhqa::find_fact(r.context, {"India", 1}, fact_unit::paragraph).position == 2);
  CHECK(mhqa::find_fact(r.context, {"India", 99}, fact_unit::paragraph).position == 2);
  CHECK(mhqa::find_fact(r.context, {"India", 1}, fact_unit::sentence).position == 4);
  CHECK(mhqa::find_fact(r.context, {"India", 1}, fact_unit::sentence).sentence == 1);
  for (const mhqa::supporting_fact& absent :
       {mhqa::supporting_fact{"India", 3}, mhqa::supporting_fact{"India", -1}, mhqa::supporting_fact{"Spain", 0}}) {
    CHECK(mhqa::find_fact(r.context, absent, fact_unit::sentence).position == mhqa::not_in_context);
  }
}
