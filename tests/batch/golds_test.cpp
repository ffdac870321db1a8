// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/golds.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace batch = mhqa::batch;
using ints = std::vector<std::int32_t>;
using strings = std::vector<std::vector<std::string>>;

static_assert(batch::detail::lends_strings<strings>);
static_assert(batch::detail::lends_strings<std::vector<std::span<const std::string_view>>>);
static_assert(batch::detail::lends_strings<const char* [2][3]>);
static_assert(!batch::detail::lends_strings<std::vector<std::vector<bool>>>);  // elements made as they are read

}  // namespace

TEST_CASE("golds: the answers of a data set as rows and groups") {
  batch::interner words{mhqa::dialects::musique};
  const auto golds = batch::compile_golds(words, strings{{"red", "dark red"}, {"blue"}, {"", "red blue"}});
  CHECK(golds.questions() == 3);
  CHECK(golds.groups == ints{0, 2, 3, 5});
  CHECK(golds.rows.values == ints{0, 1, 0, 2, 0, 2});
  CHECK(golds.rows.offsets == ints{0, 1, 3, 4, 4, 6});
}

TEST_CASE("golds: those of a step's questions, in its order, also twice") {
  batch::interner words{mhqa::dialects::musique};
  const auto golds = batch::compile_golds(words, strings{{"red", "dark red"}, {"blue"}, {"", "red blue"}});
  batch::compiled_golds step;
  golds.select(std::vector<std::size_t>{2, 0, 2}, step);
  CHECK(step.groups == ints{0, 2, 4, 6});
  CHECK(step.rows.offsets == ints{0, 0, 2, 3, 5, 5, 7});
  CHECK(step.rows.values == ints{0, 2, 0, 1, 0, 0, 2});
  golds.select({}, step);
  CHECK(step.questions() == 0);
  CHECK(step.rows.values.empty());
}

TEST_CASE("golds: a bad number is refused before anything is written") {
  batch::interner words{mhqa::dialects::musique};
  auto golds = batch::compile_golds(words, strings{{"red", "dark red"}, {"blue"}, {"", "red blue"}});
  batch::compiled_golds step;
  golds.select(std::vector<std::size_t>{1}, step);
  CHECK_THROWS_WITH_AS(golds.select(std::vector<std::size_t>{0, 3}, step),
                       "expected a question index from 0, below 3, found 3", mhqa::data_error);
  CHECK(step.groups == ints{0, 1});
  CHECK(step.rows.values == ints{2});
  CHECK_THROWS_WITH_AS(golds.select(std::vector<std::size_t>{0}, golds),
                       "compiled_golds::select: expected another object to write to", mhqa::data_error);
  CHECK(golds.questions() == 3);
  CHECK_THROWS_AS(batch::compiled_golds{}.select(std::vector<std::size_t>{0}, step), mhqa::data_error);
}

TEST_CASE("golds: 2^31 golds of a step or more are refused before anything is written") {
  batch::interner words{mhqa::dialects::musique};
  const auto golds = batch::compile_golds(words, std::vector<strings::value_type>{strings::value_type(1U << 16U, "x")});
  batch::compiled_golds step;
  CHECK_THROWS_WITH_AS(golds.select(std::vector<std::size_t>(1U << 15U), step),
                       "expected fewer than 2^31 golds and fewer than 2^31 ids", mhqa::data_error);
  CHECK(step.questions() == 0);
}

TEST_CASE("golds: the published normalisation of hostile strings, also of those that are selected") {
  const auto file = mhqa_test::shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  const auto lines = mhqa_test::load_jsonl(*file);
  std::vector<std::vector<std::string_view>> answers;
  std::vector<std::size_t> backwards;
  for (const auto& line : lines) {
    backwards.insert(backwards.begin(), answers.size());
    answers.push_back({line["gold"].string(), line["prediction"].string()});
  }
  batch::interner words{mhqa::dialects::hotpotqa};
  const auto golds = batch::compile_golds(words, answers);
  batch::compiled_golds step;
  golds.select(backwards, step);
  REQUIRE(step.rows.rows() == 2 * lines.size());
  const auto spelled = [&](std::size_t row) {
    std::string out;
    for (auto i = step.rows.offsets[row]; i < step.rows.offsets[row + 1]; ++i) {
      if (!out.empty()) out += ' ';
      out += words.word(step.rows.values[static_cast<std::size_t>(i)]);
    }
    return out;
  };
  std::size_t wrong = 0;
  for (std::size_t q = 0; q < lines.size(); ++q) {
    const auto& line = lines[backwards[q]];
    wrong += spelled(2 * q) != line["normalized_gold"].string() ? 1 : 0;
    wrong += spelled(2 * q + 1) != line["normalized_prediction"].string() ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("golds: a question without golds is refused, unless the dialect drops blank ones") {
  batch::interner words{mhqa::dialects::musique};
  CHECK_THROWS_WITH_AS(static_cast<void>(batch::compile_golds(words, strings{{"a b"}, {}})),
                       "record 2: expected at least one gold answer", mhqa::data_error);
  batch::interner dropping{mhqa::dialects::squad_2_0};
  CHECK(batch::compile_golds(dropping, strings{{"a b"}, {}}).groups == ints{0, 1, 1});
}

TEST_CASE("golds: a batch refers to the interner's marks and to the rows") {
  batch::interner words{mhqa::dialects::hotpotqa};
  const auto golds = batch::compile_golds(words, strings{{"red"}, {"no"}});
  const std::vector<std::string_view> answers{"red", "blue", "no", "yes"};
  const auto predictions = words.intern(answers);
  const auto batch = batch_of(words, predictions, golds, 2);
  CHECK(batch.questions() == 2);
  CHECK(batch.predictions.rows() == 4);
  CHECK(batch.per_question == 2);
  CHECK(batch.marks.size() == words.size());
  CHECK(batch.golds.values.data() == golds.rows.values.data());
}

TEST_CASE("golds: rows of another interner are refused, unless both gave the same ids to the same words") {
  batch::interner words{mhqa::dialects::hotpotqa}, other{mhqa::dialects::hotpotqa}, same{mhqa::dialects::hotpotqa};
  batch::interner squad{mhqa::dialects::squad_1_1};
  static_cast<void>(other.intern(std::vector<std::string_view>{"zebra"}));
  const auto golds = batch::compile_golds(words, strings{{"Paris"}});
  const std::vector<std::string_view> answers{"Paris"};
  const auto rows = words.intern(answers);
  static_cast<void>(words.intern(std::vector<std::string_view>{"later words"}));
  CHECK(words.knows(rows));
  CHECK(batch_of(words, rows, golds).predictions.rows() == 1);
  CHECK(batch_of(same, same.intern(answers), golds).predictions.values[0] == golds.rows.values[0]);
  CHECK_THROWS_WITH_AS(static_cast<void>(batch_of(other, other.intern(answers), golds)),
                       "mhqa::batch::batch_of: another interner made the golds; their ids mean other words",
                       mhqa::usage_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(batch_of(words, other.intern(answers), golds)),
                       "mhqa::batch::batch_of: another interner made the predictions; their ids mean other words",
                       mhqa::usage_error);
  CHECK_THROWS_AS(static_cast<void>(batch_of(squad, squad.intern(answers), golds)), mhqa::usage_error);
  batch::compiled_golds chosen;
  golds.select(std::vector<std::size_t>{0}, chosen);
  CHECK_THROWS_AS(static_cast<void>(batch_of(other, other.intern(answers), chosen)), mhqa::usage_error);
  const batch::token_rows own{{3}, {0, 1}};
  CHECK(batch_of(other, own, {own, {0, 1}}).predictions.rows() == 1);
}
