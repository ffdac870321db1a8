// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/any_question.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mhqa;

TEST_CASE("any_question: parts are joined with a space only where neither side has one") {
  const auto joined = [](std::vector<std::string_view> parts) {
    std::string out = "before";
    io::any_passage p;
    p.parts = std::move(parts);
    io::detail::append_text(out, p);
    return out.substr(6);
  };
  CHECK(joined({"A.", " B."}) == "A. B.");  // HotpotQA
  CHECK(joined({"A.", "B."}) == "A. B.");   // 2WikiMultihopQA
  CHECK(joined({"A. ", "B."}) == "A. B.");
  CHECK(joined({"", "A.", "", "B."}) == "A. B.");
  CHECK(joined({}) == "");
}

TEST_CASE("any_question: a loss is counted once a question, and only where there is something to lose") {
  io::any_question q;
  io::named_counts lost;
  count_losses(q, {}, lost);
  CHECK(lost.all().empty());
  q.answers = {{"a", 3}, {"a", std::nullopt}, {"b", std::nullopt}, {"c", std::nullopt}};
  q.type = "bridge";
  q.passages.resize(2);
  q.passages[0].parts = {"x", "y"};
  q.passages[0].split = true;
  q.passages[1].idx = 7;
  q.others = {{"note", "1"}};
  count_losses(q, {.type = true, .passages = true}, lost);
  CHECK(lost["answer_aliases"] == 1);
  CHECK(lost["answers.repeated"] == 1);
  CHECK(lost["answer_start"] == 1);
  CHECK(lost["type"] == 0);
  CHECK(lost["context.boundaries"] == 1);
  CHECK(lost["context.sentences"] == 1);
  CHECK(lost["context.idx"] == 1);
  CHECK(lost["context.title"] == 0);
  CHECK(lost["note"] == 1);
  count_losses(q, {.passages = false}, lost);
  CHECK(lost["context"] == 1);
}

TEST_CASE("any_question: names beyond 200 are counted together") {
  io::named_counts counts;
  for (int i = 0; i < 1000; ++i) counts.add("field" + std::to_string(i));
  CHECK(counts.all().size() == 201);
  CHECK(counts["(other fields)"] == 800);
  counts.add("field5", 2);
  CHECK(counts["field5"] == 3);
}

TEST_CASE("any_question: facts label every paragraph of their titles") {
  io::any_question q;
  q.passages.resize(3);
  q.passages[0].title = "A";
  q.passages[1].title = "B";
  q.passages[2].title = "A";
  q.facts = {{"A", 4}};
  io::detail::label_by_facts(q);
  CHECK(q.has_labels);
  CHECK(q.passages[0].level == 1);
  CHECK(q.passages[1].level == 0);
  CHECK(q.passages[2].level == 1);
}
