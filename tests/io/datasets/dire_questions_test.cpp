// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/dire_questions.hpp>

#include "support/command.hpp"
#include "support/effort.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The published scripts join original by id, transformed kinds by id and sub_idx in the order of the instances, and
// take an id's lines about the probe from the end of the file.

namespace {

namespace dire = mhqa::io::dire;
using mhqa::dire::kind;
using mhqa::dire::problem;
using mhqa_test::scratch;

struct files {
  files(kind which, std::string_view instances, std::string_view lines)
      : input{here.write("input", instances).string(), which}, said{here.write("said", lines).string()} {}
  [[nodiscard]] mhqa::dire::question question(std::size_t i = 0) const { return input.question(i, said); }
  [[nodiscard]] std::optional<problem> trouble() const {
    return mhqa::dire::problem_of(input.which(), question(), input.scored(said.has()), mhqa::dire::bound::none);
  }
  scratch here;
  dire::instances input;
  dire::predictions said;
};

std::string instance(int group, int sub_idx, int removed, int sufficiency = 0) {
  std::string positions;
  for (int i = 0; i < removed; ++i) positions += (i == 0 ? "" : ", ") + std::to_string(i);
  return R"({"_id": "q", "answer": "a", "group": )" + std::to_string(group) + R"(, "sub_idx": )" +
         std::to_string(sub_idx) + R"(, "sufficiency": )" + std::to_string(sufficiency) + R"(, "removed": [)" +
         positions + "]}\n";
}

/// A line whose answer is its name; all confidences tie.
std::string line(std::string_view name, int group, int sub_idx, int sufficiency = 0) {
  return R"({"question_id": "q", "answer": ")" + std::string{name} + R"(", "answer_confidence": 0.5, "group": )" +
         std::to_string(group) + R"(, "sub_idx": )" + std::to_string(sub_idx) + R"(, "sufficiency": )" +
         std::to_string(sufficiency) + "}\n";
}

std::string answers(const mhqa::dire::question& q) {
  std::string out;
  for (const auto& group : q.groups) {
    out += out.empty() ? "" : "|";
    for (const auto& one : group) out += std::string{one.answer.value_or("-")};
  }
  return out;
}

const std::string plain = R"({"_id": "q", "answer": "a", "supporting_facts": [["T", 0]]}
{"_id": "q", "answer": "a", "supporting_facts": [["U", 1], ["U", 2]]}
)";

/// The probe of three supports: three groups of two, of which one half lacks two facts.
std::string probe_of_three() {
  return instance(2, 0, 2) + instance(2, 1, 1) + instance(4, 1, 1) + instance(4, 0, 2) + instance(6, 0, 1) +
         instance(6, 1, 2);
}

}  // namespace

TEST_CASE("dire questions: a probe of two supports takes an id's lines from the file's end") {
  const files f{kind::probe, plain, line("x", 9, 9) + line("y", 9, 9)};
  const auto q = f.question();
  CHECK(answers(q) == "yx");
  CHECK(q.support_count == 2);
  CHECK_FALSE(f.trouble());
  CHECK(q.gold.supporting_paragraphs == std::vector<std::string_view>{"T", "U"});
  CHECK(q.gold.supporting_sentences.size() == 3);
}

TEST_CASE("dire questions: with three supports lines find their instance by group and sub_idx, in any order") {
  const files f{
      kind::probe, probe_of_three(),
      line("f", 6, 1) + line("a", 2, 0) + line("e", 6, 0) + line("c", 4, 1) + line("b", 2, 1) + line("d", 4, 0)};
  const auto q = f.question();
  CHECK(q.support_count == 3);
  CHECK(answers(q) == "ba|dc|ef");  // of each group the line that stands last comes first
  CHECK_FALSE(f.trouble());
}

TEST_CASE("dire questions: the transform joins by sub_idx in the order of its instances") {
  const std::string instances = instance(0, 2, 1, 1) + instance(0, 0, 1) + instance(0, 1, 1);
  const files f{kind::transformed, instances, line("b", 0, 0) + line("c", 0, 1) + line("a", 0, 2, 1)};
  const auto q = f.question();
  CHECK(answers(q) == "abc");
  CHECK(q.groups[0][0].label_sufficiency == 1);
  CHECK(q.groups[0][1].label_sufficiency == 0);
  CHECK_FALSE(f.trouble());

  const std::string thirds = instance(2, 1, 2, -1) + instance(2, 2, 2) + instance(2, 0, 2);
  const files p{kind::probe_of_transformed, thirds, line("c", 0, 0) + line("a", 7, 1, -1) + line("b", 7, 2)};
  CHECK(answers(p.question()) == "abc");
  CHECK(p.question().support_count == 2);
  CHECK_FALSE(p.trouble());
}

TEST_CASE("dire questions: the trivial transform has a group for each copy") {
  const std::string copies = instance(0, 0, 1) + instance(0, 1, 1) + instance(0, 2, 1);
  const files f{kind::trivial, copies, line("c", 0, 2) + line("a", 0, 0) + line("b", 0, 1)};
  CHECK(answers(f.question()) == "a|b|c");
  CHECK_FALSE(f.trouble());
}

TEST_CASE("dire questions: too few and too many predictions are reported otherwise than missing instances") {
  const auto trouble = [](kind which, const std::string& instances, const std::string& lines) {
    return files{which, instances, lines}.trouble();
  };
  const std::string three = line("a", 0, 0, 1) + line("b", 0, 1) + line("c", 0, 2);
  const std::string transformed = instance(0, 0, 1, 1) + instance(0, 1, 1) + instance(0, 2, 1);
  CHECK_FALSE(trouble(kind::transformed, transformed, three));
  CHECK(trouble(kind::probe, plain, line("x", 2, 0)) == problem::missing_prediction);
  CHECK(trouble(kind::probe, plain, three) == problem::surplus_prediction);
  CHECK(trouble(kind::transformed, transformed, line("a", 0, 0, 1)) == problem::missing_prediction);
  CHECK(trouble(kind::transformed, transformed, three + line("d", 0, 7)) == problem::surplus_prediction);
  CHECK(trouble(kind::transformed, transformed, line("a", 0, 0, 1) + line("b", 0, 1) + line("b", 0, 1)) ==
        problem::surplus_prediction);
  CHECK(trouble(kind::transformed, instance(0, 0, 1, 1) + instance(0, 1, 1), three) == problem::missing_instance);
  CHECK(trouble(kind::transformed, transformed + instance(0, 2, 1), three) == problem::missing_instance);
  CHECK(trouble(kind::transformed, instance(0, 0, 1, 1) + instance(0, 1, 1) + instance(0, 1, 1), three) ==
        problem::missing_instance);
  CHECK(trouble(kind::probe, probe_of_three().substr(0, probe_of_three().rfind("{")), three) ==
        problem::missing_instance);
  CHECK(trouble(kind::probe, probe_of_three(), line("a", 2, 0) + line("b", 2, 1)) == problem::missing_prediction);
  CHECK(trouble(kind::original, plain, three) == problem::missing_instance);
  CHECK(trouble(kind::original, R"({"_id": "q", "answer": "a"})", R"({"question_id": "z", "answer": "a"})") ==
        problem::missing_prediction);
}

TEST_CASE(
    "dire questions: the last of several predictions for an original question counts, as in the published script") {
  const std::string lines = line("a", 0, 0, 1) + line("b", 0, 1) + line("c", 0, 2);
  const files f{kind::original, R"({"_id": "q", "answer": "a"})", lines};
  CHECK(answers(f.question()) == "c");
  CHECK_FALSE(f.trouble());
}

TEST_CASE("dire questions: fields that the join needs are required") {
  const auto refused = [](kind which, const std::string& instances, const std::string& lines, const char* part) {
    CHECK_THROWS_WITH_AS((void)files(which, instances, lines).question(), doctest::Contains(part), mhqa::data_error);
  };
  const std::string bare = R"({"question_id": "q", "answer": "x"})";
  refused(kind::transformed, R"({"_id": "q", "answer": "a", "sub_idx": 0})", bare, "\"sufficiency\"");
  refused(kind::transformed, R"({"_id": "q", "answer": "a", "sufficiency": 0})", bare, "\"sub_idx\"");
  refused(kind::trivial, R"({"_id": "q", "answer": "a"})", bare, "\"sub_idx\"");
  refused(kind::transformed, instance(0, 0, 1, 1) + instance(0, 1, 1) + instance(0, 2, 1), bare,
          "id \"q\", field \"sub_idx\": expected the field");
  refused(kind::probe, probe_of_three(), bare, "group and sub_idx");
  refused(kind::probe, R"({"_id": "q", "answer": "a"}
{"_id": "q", "answer": "b"})",
          bare, "expected the answer of the id's first instance");
  refused(kind::probe, plain + R"({"_id": "r", "answer": "b"})", bare, "supporting_facts in every instance or in none");
}

TEST_CASE("dire questions: predictions on the undivided question, one for each id") {
  const scratch here;
  const files f{kind::probe, plain, line("x", 2, 0) + line("y", 2, 1)};
  const dire::predictions one{here.write("one", line("o", 0, 0)).string()};
  CHECK(f.input.question(0, f.said, &one).original->answer == "o");
  const dire::predictions none{here.write("none", R"({"question_id": "z"})").string()};
  CHECK_FALSE(f.input.question(0, f.said, &none).original);
  const dire::predictions two{here.write("two", line("o", 0, 0) + line("p", 0, 0)).string()};
  CHECK_THROWS_WITH_AS((void)f.input.question(0, f.said, &two), doctest::Contains("found 2"), mhqa::data_error);
}

namespace {

/// An instance of a MuSiQue question whose context has two paragraphs "A"; the supports are at 4 and 7.
constexpr std::string_view twins =
    R"({"_id": "q", "answer": "x", "dataset": "musique", "answer_aliases": ["y z"], "supporting_facts": [["A", 0], ["B", 0]],)"
    R"( "supporting_positions": [4, 7], "positions": [2, 4, 7], "context": [["A", ["no"]], ["A", ["yes"]], ["B", ["b"]]]})";

}  // namespace

TEST_CASE("dire questions: positions tell paragraphs of one title apart, and aliases and dialect are the data set's") {
  const auto scored = [](std::string_view support, std::string_view answer = "x") {
    const files f{kind::original, twins,
                  R"({"question_id": "q", "answer": ")" + std::string{answer} + R"(", "supporting_paragraphs": )" +
                      std::string{support} + "}"};
    CHECK(f.input.by_position());
    CHECK(f.input.rules() == mhqa::dialects::musique);
    mhqa::answer_scorer scorer{f.input.rules()};
    return mhqa::dire::score(kind::original, f.question(), {.sentences = false}, mhqa::dire::bound::none, scorer);
  };
  CHECK(scored("[4, 7]").paragraphs->f1 == 1);
  CHECK(scored("[2, 7]").paragraphs->f1 == 0.5);
  CHECK(scored("[2]").paragraphs->f1 == 0);
  CHECK(scored("[99, -1]").paragraphs->f1 == 0);
  CHECK(scored(R"(["B"])").paragraphs->recall == 0.5);
  CHECK(scored(R"(["#7"])").paragraphs->recall == 0);  // a title, not a position
  CHECK(scored("[4]", "y z").answer->em == 1);
  CHECK_THROWS_WITH_AS(
      static_cast<void>(scored(R"(["A", "B"])")),
      doctest::Contains("expected positions: the context has more than one paragraph with the title \"A\""),
      mhqa::data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(scored(R"([4, "B"])")), doctest::Contains("either titles or positions"),
                       mhqa::data_error);
}

namespace {

std::string wiki(std::string_view id, std::string_view answer_id, std::string_view dataset = "2wikimultihopqa") {
  return R"({"_id": ")" + std::string{id} + R"(", "answer": "x", "dataset": ")" + std::string{dataset} + "\"" +
         std::string{answer_id} + "}\n";
}

}  // namespace

TEST_CASE("dire questions: 2WikiMultihopQA's alias table names an instance's answer by its answer_id") {
  const scratch here;
  mhqa::twowiki::alias_table names;
  const std::vector<std::string_view> of_q1{"y z", "why"};
  CHECK(names.add("Q1", of_q1));
  const auto open = [&](const std::string& text) {
    return dire::instances{here.write("input", text).string(), kind::probe, nullptr, &names};
  };
  const std::string q1 = R"(, "answer_id": "Q1")", q2 = R"(, "answer_id": "Q2")", null = R"(, "answer_id": null)";
  const auto input = open(wiki("a", q1) + wiki("a", q1) + wiki("b", q2) + wiki("c", null));
  CHECK(input.rules() == mhqa::dialects::twowiki_1_1);
  CHECK(std::vector<std::string_view>{input.aliases(0).begin(), input.aliases(0).end()} == of_q1);  // once
  CHECK(input.aliases(1).empty());
  CHECK(input.aliases(2).empty());
  const dire::predictions said{here.write("said", line("why", 0, 0)).string()};
  mhqa::answer_scorer scorer{input.rules()};
  CHECK(scorer("Y z", input.question(0, said).gold.answer).em == 1);
  CHECK(dire::instances{here.write("plain", wiki("a", q1)).string(), kind::probe}.rules() ==
        mhqa::dialects::twowiki_1_0);

  const auto refused = [&](const std::string& text, const char* part) {
    CHECK_THROWS_WITH_AS(static_cast<void>(open(text)), doctest::Contains(part), mhqa::data_error);
  };
  refused(wiki("a", q1, "musique"), "belong to instances of 2wikimultihopqa; this one is of musique");
  refused(R"({"_id": "a", "answer": "x", "answer_id": "Q1"})", "this one is of an unnamed data set");
  refused(wiki("a", ""), "record 1, id \"a\": expected the field \"answer_id\"");
  refused(wiki("a", q1) + wiki("a", q2),
          "record 2, id \"a\": expected the answer_id of the id's first instance, \"Q1\"");
  refused(wiki("a", null) + wiki("a", q2), "expected the answer_id of the id's first instance, null");
  refused(wiki("a", R"(, "answer_id": 7)"), "field \"answer_id\"");
}

TEST_CASE("dire questions: a position that the context lacks is found in predictions, and refused as a support") {
  const auto unknown = [](std::string_view support, std::string_view instance = twins) {
    const files f{kind::original, instance,
                  R"({"question_id": "q", "supporting_paragraphs": )" + std::string{support} + "}"};
    return f.input.unknown_position(0, f.said[0]);
  };
  CHECK_FALSE(unknown("[7, 2, 4]"));
  CHECK(unknown("[7, 99, -1]") == 99);
  CHECK(unknown("[-1]") == -1);
  CHECK_FALSE(unknown(R"(["C"])"));
  CHECK_FALSE(unknown("[99]", R"({"_id": "q", "answer": "x", "supporting_positions": [4]})"));  // nothing is known
  std::string bad{twins};
  bad.replace(bad.find("[4, 7]"), 6, "[4, 5]");
  CHECK_THROWS_WITH_AS(static_cast<void>(unknown("[4]", bad)),
                       doctest::Contains("expected supporting_positions among the positions of the context, found 5"),
                       mhqa::data_error);
}

TEST_CASE("dire questions: many supports, paragraphs and titles take no more than n log n") {
  // In steps of the square this would take minutes.
  constexpr int n = static_cast<int>(mhqa_test::large(100'000));
  std::string facts, context, positions, titles;
  for (int i = 0; i < n; ++i) {
    const std::string comma = i == 0 ? "" : ", ", number = std::to_string(i);
    facts += comma + "[\"T" + number + "\", 0], [\"T" + number + "\", 0]";
    context += comma + "[\"T" + number + "\", [\"s\"]]";
    positions += comma + number;
    titles += comma + "\"T" + number + "\"";
  }
  const std::string record = R"({"_id": "q", "answer": "x", "dataset": "musique", "supporting_facts": [)" + facts + "]";
  const std::string said = R"({"question_id": "q", "answer": "x", "supporting_paragraphs": [)" + titles + "]}";
  const files by_title{kind::original, record + "}", said};
  CHECK(by_title.question().gold.supporting_paragraphs.size() == n);
  CHECK(by_title.question().gold.supporting_sentences.size() == n);
  const files by_position{kind::original,
                          record + R"(, "positions": [)" + positions + R"(], "supporting_positions": [)" + positions +
                              R"(], "context": [)" + context + "]}",
                          said};
  CHECK(by_position.question().gold.supporting_paragraphs ==
        *by_position.question().groups[0][0].supporting_paragraphs);
}

TEST_CASE("dire questions: instances without positions compare titles and refuse positions") {
  const files f{kind::original, plain.substr(0, plain.find('\n')),
                R"({"question_id": "q", "answer": "a", "supporting_paragraphs": [0]})"};
  CHECK_FALSE(f.input.by_position());
  CHECK(f.input.rules() == mhqa::dialects::hotpotqa);
  CHECK_THROWS_WITH_AS(static_cast<void>(f.question()), doctest::Contains("the instances have no positions"),
                       mhqa::data_error);
}

TEST_CASE("dire questions: another dialect replaces the data set's, and a file has one data set") {
  const scratch here;
  const std::string path = here.write("input", twins).string();
  CHECK(dire::instances{path, kind::original, &mhqa::dialects::squad_2_0}.rules() == mhqa::dialects::squad_2_0);
  const std::string mixed = std::string{twins} + "\n" + plain;
  CHECK_THROWS_WITH_AS(static_cast<void>(dire::instances(here.write("mixed", mixed).string(), kind::original)),
                       doctest::Contains("expected the data set of the first instance, \"musique\""), mhqa::data_error);
}
