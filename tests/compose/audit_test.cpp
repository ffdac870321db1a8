// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/audit.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using enum mhqa::audit_code;

// A question that owns its lists, sound unless it is changed.
struct question {
  std::vector<mhqa::audited_hop> hops{{"Who wrote Emma?", "Jane Austen", 0}, {"Where was #1 born?", "Steventon", 1}};
  std::string_view answer = "Steventon";
  std::vector<std::string_view> aliases{};
  std::vector<mhqa::context_paragraph> paragraphs{{"Emma", "Emma is a novel by Jane Austen."},
                                                  {"Jane Austen", "She saw the light in Steventon."},
                                                  {"Verdi", "Verdi was born in Le Roncole."}};
  bool answerable = true;

  [[nodiscard]] mhqa::audited_question view(std::string_view id = "q") const {
    return {id, hops, answer, aliases, paragraphs, answerable};
  }
};

// Says that everything is in Rome.
struct rome_reader {
  mhqa::reading operator()(const mhqa::reading_task& task) const {
    asked->emplace_back(task.question);
    return {.answer = "in the town of Rome", .support = support};
  }
  std::vector<std::string>* asked;
  std::vector<std::uint32_t> support{};
};

std::vector<mhqa::finding> audit(const question& q) {
  std::vector<mhqa::finding> out;
  mhqa::auditor<> all;
  all.add(q.view(), 0, [&](const mhqa::finding& f) { out.push_back(f); });
  CHECK(all.questions() == 1);
  CHECK(all.hops() == q.hops.size());
  std::size_t sum = 0;
  for (const auto count : all.counts()) sum += count;
  CHECK(sum == out.size());
  return out;
}

}  // namespace

TEST_CASE("audit: a sound question gives no finding") {
  CHECK(audit({}).empty());
  question none;
  none.hops.clear();
  CHECK(audit(none).empty());
  question bare;
  bare.paragraphs.clear();
  CHECK(audit(bare).empty());
  bare.answerable = false;
  CHECK(audit(bare).empty());
}

TEST_CASE("audit: each fault is found, with its step and what it is about") {
  using findings = std::vector<mhqa::finding>;
  {
    question q;
    q.answer = "the";
    q.aliases = {"Steventon", "..."};
    q.hops[0].answer = "A";
    CHECK(audit(q) ==
          findings{{blank_answer, "q", 0, "the"}, {blank_answer, "q", 0, "..."}, {blank_answer, "q", 1, "A"}});
  }
  {
    question q;
    q.answer = "Bath";
    CHECK(audit(q) == findings{{other_last_answer, "q", 2, "Steventon"}});
    q.aliases = {"the steventon!"};
    CHECK(audit(q).empty());
  }
  {
    question q;
    q.hops[1].question = "Where was #2, or #7, born?";
    CHECK(audit(q) == findings{{bad_reference, "q", 2, "#2"},
                               {bad_reference, "q", 2, "#7"},
                               {unreferenced_step, "q", 1, "Who wrote Emma?"}});
  }
  {
    question q;
    q.hops[1].support.reset();
    CHECK(audit(q) == findings{{missing_support, "q", 2, "Where was #1 born?"}, {single_context, "q", 0, "Emma"}});
    q.hops[1].support = 3;
    CHECK(audit(q) == findings{{missing_support, "q", 2, "Where was #1 born?"}, {single_context, "q", 0, "Emma"}});
    q.answerable = false;
    q.paragraphs[1].text = "She was a writer.";
    CHECK(audit(q).empty());
  }
  {
    question q;
    q.hops[1].support = 2;
    CHECK(audit(q) ==
          findings{{answer_not_in_support, "q", 2, "Steventon"}, {bridge_not_in_support, "q", 2, "Jane Austen"}});
    q.hops[1].support = 0;
    CHECK(audit(q) == findings{{answer_not_in_support, "q", 2, "Steventon"},
                               {shared_support, "q", 2, "Emma"},
                               {single_context, "q", 0, "Emma"}});
  }
  {
    question q;
    q.paragraphs.push_back({"Verdi", "A village."});
    q.paragraphs.push_back({"Verdi", "verdi was born, in Le Roncole"});
    CHECK(audit(q) == findings{{same_title, "q", 0, "Verdi"}, {same_title, "q", 0, "Verdi"}});
  }
  {
    question q;
    q.answerable = false;
    CHECK(audit(q) == findings{{nothing_is_missing, "q", 0, ""}});
  }
}

TEST_CASE("audit: a hop that a reader answers with masked references needs no predecessor") {
  struct row {
    std::string_view answer;
    std::vector<std::uint32_t> support;
    bool found;
  };
  // The reader's answer has the words in, town, of, rome. One common word of one: F1 0.4; of two: 0.333.
  const std::vector<row> rows{{"Rome", {1}, true},  {"Rome", {0}, false},
                              {"Rome", {}, false},  {"in town of rome", {0}, true},
                              {"Bath", {1}, false}, {"Rome x y z", {1}, false}};
  for (const row& r : rows) {
    CAPTURE(r.answer);
    std::vector<std::string> asked;
    mhqa::auditor all{rome_reader{&asked, r.support}};
    question q;
    q.hops[1].answer = q.answer = r.answer;
    const std::string text = "x " + std::string{r.answer};
    q.paragraphs[1].text = text;
    std::vector<mhqa::finding> found;
    all.add(q.view(), 0, [&](const mhqa::finding& f) { found.push_back(f); });
    CHECK(found.size() == (r.found ? 1 : 0));
    CHECK(all.count(no_predecessor_needed) == found.size());
    CHECK(asked == std::vector<std::string>{"Where was  born?"});
  }
}

TEST_CASE("audit: overlap between parts is reported at the later part") {
  mhqa::auditor<> all;
  std::vector<mhqa::finding> found;
  const auto keep = [&](const mhqa::finding& f) { found.push_back(f); };
  const question q;
  all.add(q.view("a"), 0, keep);
  all.add(q.view("b"), 0, keep);
  CHECK(found.empty());
  all.add(q.view("c"), 1, keep);
  const std::vector<mhqa::finding> want{{shared_question, "c", 1, "a"},  {shared_question, "c", 2, "a"},
                                        {shared_answer, "c", 1, "a"},    {shared_answer, "c", 2, "a"},
                                        {shared_paragraph, "c", 1, "a"}, {shared_paragraph, "c", 2, "a"}};
  CHECK(found == want);
  found.clear();
  question other;  // another author, asked for with the same words
  other.hops[0] = {"Who composed Aida?", "Verdi", 2};
  other.hops[1] = {"Where was #1 born?", "Le Roncole", 2};
  other.answer = "Le Roncole";
  all.add(other.view("d"), 2, keep);
  CHECK(all.count(shared_question) == 2);
  CHECK(all.count(shared_answer) == 2);
  CHECK(all.count(shared_paragraph) == 2);
}
