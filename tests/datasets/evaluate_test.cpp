// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One call from records and predictions to a signed report: of the library's types and of others, on any executor.
#include <mhqa/datasets/evaluate.hpp>

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/squad.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <cstddef>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace own {

/// A user's types: no base class, no view of the library.
struct rollout {
  std::string question;
  std::string text;
  std::vector<std::pair<std::string, int>> cited;
};
[[nodiscard]] std::string_view id_of(const rollout& r) {
  return r.question;
}
void to_prediction(const rollout& r, mhqa::hotpotqa::prediction& out) {
  out.answer = r.text;
  static thread_local std::vector<mhqa::supporting_fact> facts;
  facts.clear();
  for (const auto& [title, sentence] : r.cited) facts.push_back({title, sentence});
  out.supporting_facts = facts;
}

/// As the library's, with an id that needs no conversion.
struct numbered {
  std::string key;
  std::string right;
  int* conversions;
};
std::string_view id_of(const numbered& n) {
  return n.key;
}
void to_record(const numbered& n, mhqa::squad::record& out) {
  ++*n.conversions;
  out.id = n.key;
  out.answers = {{n.right, {}}};
}

struct asked {
  int number;
  std::string key;
  std::string right;
};
void to_record(const asked& a, mhqa::hotpotqa::record& out) {
  out = {};
  out.id = a.key;
  out.answer = a.right;
  out.has_supporting_facts = false;
}

}  // namespace own

namespace hotpotqa = mhqa::hotpotqa;
namespace musique = mhqa::musique;
using mhqa::evaluate;

static_assert(mhqa::data_set<hotpotqa::data_set> && mhqa::data_set<musique::data_set> &&
              mhqa::data_set<mhqa::twowiki::data_set> && mhqa::data_set<mhqa::hieradate::data_set> &&
              mhqa::data_set<mhqa::squad::data_set> && mhqa::data_set<mhqa::strategyqa::data_set>);
static_assert(!mhqa::data_set<int>);

namespace {

hotpotqa::record gold(std::string_view id, std::string_view answer, std::string_view type,
                      std::vector<mhqa::supporting_fact> facts) {
  hotpotqa::record r;
  r.id = id;
  r.question = "Which?";
  r.answer = answer;
  r.type = type;
  r.supporting_facts = std::move(facts);
  return r;
}

const std::vector<hotpotqa::record> golds{gold("q1", "x y", "bridge", {{"T", 0}, {"U", 2}}),
                                          gold("q2", "yes", "comparison", {{"T", 0}}),
                                          gold("q3", "no", "comparison", {{"T", 0}})};
const std::map<std::string, std::string> answers{{"q1", "an x z"}, {"q3", "no"}, {"zz", "?"}};

std::optional<double> value(const mhqa::report& r, std::string_view name) {
  for (const mhqa::named_score& s : r.scores) {
    if (s.name == name) return s.value;
  }
  FAIL("no score of that name");
  return std::nullopt;
}

struct kept_row {
  std::string id;
  std::vector<std::pair<std::string, std::optional<double>>> numbers;
  std::vector<std::string> missing;
};

auto keep(std::vector<kept_row>& rows) {
  return [&rows](const mhqa::question_row& row) {
    kept_row& kept = rows.emplace_back();
    kept.id = row.id;
    for (const auto& n : row.numbers) kept.numbers.emplace_back(n.name, n.value);
    for (const auto& m : row.missing) kept.missing.emplace_back(m);
  };
}

/// The mean over the rows that have a value.
std::optional<double> mean(const std::vector<kept_row>& rows, std::string_view name) {
  double sum = 0;
  std::size_t n = 0;
  for (const kept_row& row : rows) {
    for (const auto& [key, number] : row.numbers) {
      if (key != name || !number) continue;
      sum += *number;
      ++n;
    }
  }
  return n == 0 ? std::nullopt : std::optional{sum / static_cast<double>(n)};
}

std::string error_of(const auto& f) {
  try {
    f();
  } catch (const mhqa::data_error& e) {
    return e.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("evaluate: records and a map of texts give totals, groups, missing ids and a report") {
  const auto result = evaluate<hotpotqa::data_set>(golds, answers, {.by = "type"});
  // answer F1: 1/2 of q1 (x of {x, z} and {x, y}), q2 missing, q3 right
  CHECK(value(result.report(), "f1") == 0.5);
  CHECK(value(result.report(), "sp_f1") == 0.0);
  CHECK(result.questions == 3);
  CHECK(result.ignored == 1);
  const auto missing = result.missing_by_kind();
  CHECK(missing.at("answer") == std::vector<std::string>{"q2"});
  CHECK(missing.at("sp") == std::vector<std::string>{"q1", "q2", "q3"});
  REQUIRE(result.groups.size() == 2);
  CHECK(value(result.report("bridge"), "f1") == 0.5);
  CHECK(value(result.report("comparison"), "em") == 0.5);
  CHECK(result.signature().find("|n:3|n-support:3|") != std::string::npos);
  CHECK(result.report("bridge").signature != result.signature());
  CHECK(error_of([&] { static_cast<void>(result.report("none")); }).find("type") != std::string::npos);
}

TEST_CASE("evaluate: own types of golds and predictions") {
  const std::vector<own::rollout> rollouts{{"q3", "no", {}}, {"q1", "an x z", {{"U", 2}, {"T", 0}}}};
  const auto result = evaluate<hotpotqa::data_set>(golds, rollouts);
  CHECK(value(result.report(), "f1") == 0.5);
  CHECK(value(result.report(), "sp_em") == 1.0 / 3);
  const std::list<own::asked> questions{{1, "q1", "x y"}, {2, "q2", "yes"}, {3, "q3", "no"}};
  const auto answers_only = evaluate<hotpotqa::data_set>(questions, answers);
  CHECK(value(answers_only.report(), "f1") == 0.5);
  CHECK_FALSE(value(answers_only.report(), "sp_f1").has_value());
  const std::vector<own::asked> random{questions.begin(), questions.end()};
  CHECK(evaluate<hotpotqa::data_set>(random, answers).signature() == answers_only.signature());
}

TEST_CASE("evaluate: golds that a range makes live as long as they are used") {
  const std::vector<own::rollout> rows{{"a question that has number 1", "one", {}},
                                       {"a question that has number 2", "two", {}}};
  const auto made = ranges::views::iota(1, 3) | ranges::views::transform([](int i) {
                      return own::asked{i, "a question that has number " + std::to_string(i), i == 1 ? "one" : "2"};
                    });
  const auto e = evaluate<hotpotqa::data_set>(made, rows);
  CHECK(e.questions == 2);
  CHECK(value(e.report(), "em") == 0.5);
  const auto records = golds | ranges::views::transform([](const hotpotqa::record& r) { return r; });
  const auto of_records = evaluate<hotpotqa::data_set>(records, answers, {}, mhqa::thread_pool{2});
  CHECK(of_records.signature() == evaluate<hotpotqa::data_set>(golds, answers).signature());
}

TEST_CASE("evaluate: ids are matched in every order; a gold that says its id is converted only to be scored") {
  int conversions = 0;
  std::vector<own::numbered> questions;
  std::map<std::string, std::string> sorted;
  for (int i = 0; i < 40; ++i) {
    questions.push_back({"q" + std::to_string((i * 7) % 40), "x " + std::to_string(i), &conversions});
    if (i % 5 != 0) sorted.emplace(questions.back().key, i % 2 == 0 ? "x " + std::to_string(i) : "y");
  }
  const mhqa::squad::data_set set{.rules = mhqa::dialects::squad_1_1};
  const auto wanted = evaluate(set, questions, sorted);
  CHECK(conversions == 40);
  CHECK(value(wanted.report(), "exact_match") == 40.0);  // 16 of 40 are right
  CHECK(wanted.missing.size() == 8);
  std::vector<std::pair<std::string, std::string>> in_order;
  for (const own::numbered& q : questions) {
    if (const auto found = sorted.find(q.key); found != sorted.end()) in_order.push_back(*found);
  }
  for (int round = 0; round < 2; ++round) {
    const auto result = evaluate(set, questions, in_order);
    CHECK(result.signature() == wanted.signature());
    CHECK(value(result.report(), "exact_match") == 40.0);
    CHECK(result.missing.size() == 8);
    std::reverse(in_order.begin(), in_order.end());
  }
  questions.push_back(questions.front());
  CHECK(error_of([&] { static_cast<void>(evaluate(set, questions, in_order)); }).find("twice") != std::string::npos);
  in_order.push_back(in_order.front());
  questions.pop_back();
  CHECK(error_of([&] { static_cast<void>(evaluate(set, questions, in_order)); }).find("twice") != std::string::npos);
}

TEST_CASE("evaluate: rows of missing predictions are zeros, and the mean of the rows is the table") {
  std::vector<kept_row> rows;
  const auto result = evaluate<hotpotqa::data_set>(golds, answers, {.per_question = keep(rows)});
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].id == "q2");
  CHECK(rows[1].missing == std::vector<std::string>{"answer", "sp"});
  CHECK(rows[1].numbers.size() == 12);
  for (const auto& [name, number] : rows[1].numbers) CHECK(number == 0.0);
  for (const mhqa::named_score& s : result.report().scores) {
    CAPTURE(s.name);
    CHECK(mean(rows, s.name) == s.value);
  }
}

TEST_CASE("evaluate: rows hold question, golds and prediction on request") {
  std::vector<std::string> seen;
  const auto result = evaluate<hotpotqa::data_set>(
      golds, answers,
      {.per_question =
           [&](const mhqa::question_row& row) {
             seen.push_back(std::string{row.question.value()} + "|" + std::string{row.golds.at(0)} + "|" +
                            std::string{row.prediction.value_or("(none)")});
           },
       .texts = true});
  CHECK(seen == std::vector<std::string>{"Which?|x y|an x z", "Which?|yes|(none)", "Which?|no|no"});
  CHECK(result.questions == 3);
}

TEST_CASE("evaluate: serial and on one to four threads, the same bits, rows and order") {
  std::vector<std::string> ids;
  for (int i = 0; i < 3000; ++i) ids.push_back("q" + std::to_string(i));
  mhqa::draws random{7, "evaluate"};
  std::vector<hotpotqa::record> many;
  std::map<std::string, std::string> said;
  const std::vector<std::string_view> words{"Paris", "the Obama", "no", "yes", "x y z", "y"};
  for (const std::string& id : ids) {
    many.push_back(
        gold(id, words[random.below(words.size())], random.below(2) == 0 ? "bridge" : "comparison", {{"T", 0}}));
    if (random.below(8) != 0) said[id] = words[random.below(words.size())];
  }
  std::vector<kept_row> serial_rows;
  const auto serial = evaluate<hotpotqa::data_set>(std::list(many.begin(), many.end()), said,
                                                   {.by = "type", .per_question = keep(serial_rows)});
  for (std::size_t threads = 1; threads <= 4; ++threads) {
    mhqa::thread_pool pool{threads};
    std::vector<kept_row> rows;
    const auto result = evaluate<hotpotqa::data_set>(many, said, {.by = "type", .per_question = keep(rows)}, pool);
    CHECK(result.all.totals == serial.all.totals);
    CHECK(result.published == serial.published);
    CHECK(result.groups.at("bridge").totals == serial.groups.at("bridge").totals);
    CHECK(result.signature() == serial.signature());
    CHECK(result.missing_by_kind() == serial.missing_by_kind());
    REQUIRE(rows.size() == serial_rows.size());
    CHECK(std::equal(rows.begin(), rows.end(), serial_rows.begin(),
                     [](const auto& a, const auto& b) { return a.id == b.id && a.numbers == b.numbers; }));
  }
}

TEST_CASE("evaluate: the dialect of the data set's value decides scale and signature") {
  const hotpotqa::data_set set{.rules = mhqa::dialects::squad_1_1};
  const auto result = evaluate(set, golds, answers);
  CHECK(result.report().rules == mhqa::dialects::squad_1_1);
  CHECK(value(result.report(), "f1") == 50.0);
  CHECK(result.signature().starts_with("squad-1.1|"));
}

TEST_CASE("evaluate: MuSiQue-Full pairs the rows of an id, and its rows average to the group numbers") {
  std::vector<musique::record> rows_of(4);
  const std::vector<std::string_view> ids{"2hop__1_2", "3hop1__1_2_3", "2hop__1_2", "3hop1__1_2_3"};
  for (std::size_t i = 0; i < 4; ++i) {
    rows_of[i].id = ids[i];
    rows_of[i].answer = "x";
    rows_of[i].answerable = i < 2;
    rows_of[i].paragraphs = {{.idx = 0, .title = {}, .text = {}, .is_supporting = true}};
  }
  const std::vector<std::int64_t> support{0};
  std::vector<std::pair<std::string, musique::prediction>> said;
  // Both rows of 2hop right; of 3hop1 the unanswerable one is wrong. The k-th row of an id gets its k-th prediction.
  for (const auto& [id, answerable] : {std::pair{ids[0], true}, {ids[0], false}, {ids[1], true}, {ids[1], true}}) {
    said.emplace_back(id, musique::prediction{"x", support, answerable});
  }
  std::vector<kept_row> rows;
  const auto result = evaluate<musique::data_set>(rows_of, said, {.by = "hops", .per_question = keep(rows)});
  CHECK(value(result.report(), "group_answer_sufficiency_f1") == 0.5);
  CHECK(mean(rows, "group_answer_sufficiency_f1") == 0.5);
  CHECK(mean(rows, "group_support_sufficiency_f1") == 0.5);
  CHECK(mean(rows, "answer_f1") == value(result.report(), "answer_f1"));
  CHECK(value(result.report("2hop"), "group_answer_sufficiency_f1") == 1.0);
  CHECK(value(result.report("3hop"), "group_answer_sufficiency_f1") == 0.0);
  said.pop_back();
  CHECK(error_of([&] { static_cast<void>(evaluate<musique::data_set>(rows_of, said)); }) ==
        "id \"3hop1__1_2_3\": expected a prediction");
}

TEST_CASE("evaluate: StrategyQA needs a prediction for every question, as its dialect says") {
  namespace strategyqa = mhqa::strategyqa;
  const std::vector<std::string> ids{"a", "b"};
  std::vector<strategyqa::record> questions(2);
  for (std::size_t i = 0; i < 2; ++i) questions[i].qid = ids[i];
  questions[0].answer = true;
  std::vector<std::pair<std::string, strategyqa::prediction>> said{{"a", {.answer = strategyqa::verdict::yes}},
                                                                   {"b", {.answer = strategyqa::verdict::yes}}};
  CHECK(value(evaluate<strategyqa::data_set>(questions, said).report(), "Accuracy") == 0.5);
  said.pop_back();
  CHECK(error_of([&] { static_cast<void>(evaluate<strategyqa::data_set>(questions, said)); }) ==
        "id \"b\": expected a prediction");
}

TEST_CASE("evaluate: SQuAD's version is its dialect; what 2.0 drops has empty numbers") {
  namespace squad = mhqa::squad;
  std::vector<squad::record> questions(2);
  questions[0].id = "a";
  questions[0].answers = {{"Nile", std::nullopt}};
  questions[1].id = "b";
  questions[1].answers = {{"x", std::nullopt}};
  const std::map<std::string, std::string> said{{"a", "the Nile"}};
  std::vector<kept_row> rows;
  const auto two = evaluate<squad::data_set>(questions, said, {.per_question = keep(rows)});
  CHECK(value(two.report(), "exact") == 100.0);
  CHECK_FALSE(rows[1].numbers[0].second.has_value());
  rows.clear();
  const squad::data_set one{.rules = mhqa::dialects::squad_1_1};
  CHECK(value(evaluate(one, questions, said, {.per_question = keep(rows)}).report(), "exact_match") == 50.0);
  CHECK(rows[1].numbers[0].second == 0.0);
  const squad::data_set wrong{.rules = mhqa::dialects::musique};
  CHECK_THROWS_AS(static_cast<void>(evaluate(wrong, questions, said)), mhqa::usage_error);
}

TEST_CASE("evaluate: bad input names the id and what was expected") {
  const auto refused = [](const auto& g, const auto& p, mhqa::evaluation_options options = {}) {
    return error_of([&] { static_cast<void>(evaluate<hotpotqa::data_set>(g, p, options)); });
  };
  CHECK(refused(std::vector<hotpotqa::record>{}, answers) == "expected questions, found none");
  CHECK(refused(golds, std::map<std::string, std::string>{{"zz", "x"}}) ==
        "no prediction has an id of the gold records");
  CHECK(refused(golds, answers, {.by = "colour"}) == "`by` expects one of: type, level; found \"colour\"");
  std::vector<hotpotqa::record> twice = golds;
  twice.push_back(golds[0]);
  CHECK(refused(twice, answers) == "id \"q1\": expected each id once in the gold records, found it twice");
  CHECK(refused(std::list(twice.begin(), twice.end()), answers) ==
        "id \"q1\": expected each id once in the gold records, found it twice");
  twice.back() = golds[1];
  CHECK(refused(twice, answers) == "id \"q2\": expected each id once in the gold records, found it twice");
  CHECK(refused(golds, std::vector<std::pair<std::string, std::string>>{{"q1", "a"}, {"q1", "b"}}) ==
        "id \"q1\": expected each id once in the predictions, found it twice");
}
