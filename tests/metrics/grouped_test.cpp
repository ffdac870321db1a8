// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/grouped.hpp>

#include <mhqa/metrics/group_metrics.hpp>
#include <mhqa/metrics/sum.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Within a group: combine, then gate, then bound by the undivided question; over the groups of a question:
// fold each number by itself (Trivedi et al. 2020, Eq. 5-8).

namespace {

struct prediction {
  int value = 0;  // what it scores, in tenths
  double confidence = 0;
  int sufficiency = 0;
  int label_sufficiency = 0;
};
struct gold {};
using group = std::vector<prediction>;

/// F1 = value / 10; EM where that is 1; precision and recall on either side of it.
struct tenths {
  [[nodiscard]] static constexpr int output(const prediction& p) noexcept { return p.value; }
  [[nodiscard]] static constexpr mhqa::scores score(int value, const gold&) noexcept {
    return {value == 10 ? 1.0 : 0.0, value / 10.0, value / 20.0, 1.0 - value / 20.0};
  }
};
static_assert(mhqa::group_metric<tenths, prediction, gold>);
static_assert(!mhqa::group_metric<gold, prediction, gold>);

using best = mhqa::grouped<tenths, mhqa::combine::highest_confidence>;

// A user's own words: a group scores only if all of its predictions agree, and a question by its mean group.
struct unanimous {
  static constexpr mhqa::step decides = mhqa::step::gate;
  [[nodiscard]] bool operator()(const group& g) const {
    for (const prediction& p : g) {
      if (p.value != g.front().value) return false;
    }
    return true;
  }
};
struct last_group {
  static constexpr mhqa::step decides = mhqa::step::over;
  [[nodiscard]] mhqa::scores operator()(const mhqa::scores&, const mhqa::scores& next) const { return next; }
};

}  // namespace

TEST_CASE("grouped: the more confident half scores") {
  const std::array groups{group{{.value = 3, .confidence = 0.9}, {.value = 8, .confidence = 0.1}}};
  CHECK(best{}(groups, gold{}).f1 == 0.3);
  CHECK(best{}.one(groups[0], gold{}) == best{}(groups, gold{}));
}

TEST_CASE("grouped: over the groups of a question, each number has its own maximum") {
  // F1 0.3 has recall 0.85, F1 0.8 recall 0.6: the maxima come from different groups.
  const std::array groups{group{{.value = 3}}, group{{.value = 8}}};
  const mhqa::grouped<tenths> any;
  CHECK(any(groups, gold{}) == mhqa::scores{0, 0.8, 0.4, 0.85});
  const mhqa::grouped<tenths, mhqa::over::every_copy> every;
  CHECK(every(groups, gold{}) == mhqa::scores{0, 0.3, 0.15, 0.6});
  CHECK(any(std::vector<group>{}, gold{}) == mhqa::scores{});
}

TEST_CASE("grouped: a condition bounds every number by the undivided question's") {
  const std::array groups{group{{.value = 8}}};
  const mhqa::grouped<tenths, mhqa::condition::with_original> bounded;
  CHECK(bounded(groups, gold{}, prediction{.value = 4}) == mhqa::scores{0, 0.4, 0.2, 0.6});
  CHECK(bounded(groups, gold{}, prediction{.value = 10}) == mhqa::scores{0, 0.8, 0.4, 0.5});
}

TEST_CASE("grouped: a wrong sufficiency anywhere in the group makes zeros, before the condition") {
  group g{{.value = 10, .sufficiency = 1, .label_sufficiency = 1},
          {.value = 2, .sufficiency = 0, .label_sufficiency = 0}};
  using full = mhqa::grouped<tenths, mhqa::among::labelled<1>, mhqa::gate::sufficiency_right>;
  CHECK(full{}.one(g, gold{}) == mhqa::scores{1, 1, 0.5, 0.5});
  g[1].sufficiency = 1;
  CHECK(full{}.one(g, gold{}) == mhqa::scores{});
}

TEST_CASE("grouped: policies may be given in any order") {
  const std::array groups{group{{.value = 3, .confidence = 0.9}, {.value = 8, .confidence = 0.1}},
                          group{{.value = 6, .confidence = 0.2}, {.value = 5, .confidence = 0.1}}};
  using one =
      mhqa::grouped<tenths, mhqa::combine::highest_confidence, mhqa::condition::with_original, mhqa::over::every_copy>;
  using other =
      mhqa::grouped<tenths, mhqa::over::every_copy, mhqa::condition::with_original, mhqa::combine::highest_confidence>;
  CHECK(one{}(groups, gold{}, prediction{.value = 7}) == other{}(groups, gold{}, prediction{.value = 7}));
  CHECK(one{}(groups, gold{}, prediction{.value = 7}).f1 == 0.3);
}

TEST_CASE("grouped: a custom policy is a struct with one operator") {
  const std::array groups{group{{.value = 3}, {.value = 3}}, group{{.value = 8}, {.value = 9}}};
  using agreed = mhqa::grouped<tenths, unanimous, mhqa::combine::highest_confidence>;
  CHECK(agreed{}(groups, gold{}).f1 == 0.3);
  using latest = mhqa::grouped<tenths, last_group, mhqa::combine::highest_confidence>;
  CHECK(latest{}(groups, gold{}).f1 == 0.9);
}

TEST_CASE("grouped: a joint multiplies precisions and recalls within each group, then takes the maximum") {
  // Group 1: both parts F1 0.8, P 0.4, R 0.6 -> P 0.16, R 0.36, F1 2*0.16*0.36/0.52. Group 2: 10 -> P = R = 0.25, F1
  // 0.25.
  const std::array groups{group{{.value = 8}}, group{{.value = 10}}};
  const mhqa::grouped_joint<mhqa::grouped<tenths>, mhqa::grouped<tenths>> both;
  const mhqa::scores got = both(groups, gold{});
  CHECK(got.em == 1);
  CHECK(got.f1 == doctest::Approx(0.25).epsilon(1e-12));
  CHECK(got.precision == 0.25);
  CHECK(got.recall == doctest::Approx(0.36).epsilon(1e-12));
}

TEST_CASE("grouped: a joint of bounded parts is not the bounded joint") {
  // Probe P 0.4, R 0.6; original P 0.5, R 0.5. Bounded parts: P 0.4, R 0.5 -> joint P 0.16, R 0.25.
  // Joint of the probe P 0.16, R 0.36; of the original P = R = F1 = 0.25. Bounded joint: R 0.25, F1 0.2215….
  const std::array groups{group{{.value = 8}}};
  const prediction original{.value = 10};
  using part = mhqa::grouped<tenths, mhqa::condition::with_original>;
  const mhqa::scores published = mhqa::grouped_joint<part, part>{}(groups, gold{}, original);
  CHECK(published.f1 == doctest::Approx(2 * 0.16 * 0.25 / 0.41).epsilon(1e-12));
  using bare = mhqa::grouped<tenths>;
  const mhqa::scores letter =
      mhqa::grouped_joint<bare, bare, mhqa::condition::with_original>{}(groups, gold{}, original);
  CHECK(letter.f1 == doctest::Approx(2 * 0.16 * 0.36 / 0.52).epsilon(1e-12));
  CHECK(letter.recall == 0.25);
}

TEST_CASE("grouped: MuSiQue-Full's group metrics are a sentence of policies") {
  // The answerable row's score, 0 unless both rows' sufficiencies are right (metrics/group_*_sufficiency.py).
  const auto gold_file = mhqa_test::shared_data("golden/musique_full/gold.jsonl");
  const auto predictions_file = mhqa_test::shared_data("golden/musique_full/predictions.jsonl");
  const auto expected_file = mhqa_test::shared_data("golden/musique_full/expected.json");
  if (!gold_file || !predictions_file || !expected_file) return;

  struct row {
    std::string_view answer;
    std::vector<std::int64_t> supporting_paragraphs{};
    int sufficiency = 0;
    int label_sufficiency = 0;
  };
  struct answers_and_support {
    mhqa::compiled_gold answer;
    std::vector<std::int64_t> supporting_paragraphs;
  };
  using support = mhqa::facts_metric<mhqa::paragraphs_field, mhqa::empty_rule::one_if_both>;
  using group_answer = mhqa::grouped<mhqa::answer_metric, mhqa::among::labelled<1>, mhqa::gate::sufficiency_right>;
  using group_support = mhqa::grouped<support, mhqa::among::labelled<1>, mhqa::gate::sufficiency_right>;

  const auto truth = [](const mhqa_test::json& value) {
    return value.is<bool>() ? int{value.boolean()} : static_cast<int>(value.integer());
  };
  const auto golds = mhqa_test::load_jsonl(*gold_file);
  const auto predictions = mhqa_test::load_jsonl(*predictions_file);
  REQUIRE(golds.size() == predictions.size());
  std::map<std::string, std::vector<row>> rows_of;
  std::map<std::string, answers_and_support> gold_of;
  std::vector<std::string> order;
  for (std::size_t i = 0; i < golds.size(); ++i) {
    const std::string& id = golds[i]["id"].string();
    auto& rows = rows_of[id];
    if (rows.empty()) order.push_back(id);
    auto& r = rows.emplace_back(row{.answer = predictions[i]["predicted_answer"].string(),
                                    .sufficiency = truth(predictions[i]["predicted_answerable"]),
                                    .label_sufficiency = truth(golds[i]["answerable"])});
    for (const auto& index : predictions[i]["predicted_support_idxs"].items())
      r.supporting_paragraphs.push_back(index.integer());
    if (r.label_sufficiency == 0) continue;
    std::vector<std::string> answers{golds[i]["answer"].string()};
    for (const auto& alias : golds[i]["answer_aliases"].items()) answers.push_back(alias.string());
    std::vector<std::int64_t> paragraphs;
    for (const auto& paragraph : golds[i]["paragraphs"].items()) {
      if (paragraph["is_supporting"].boolean()) paragraphs.push_back(paragraph["idx"].integer());
    }
    gold_of.emplace(id, answers_and_support{mhqa::compiled_gold{answers, mhqa::dialects::musique}, paragraphs});
  }
  mhqa::published_sum answer_f1, support_f1;
  for (const std::string& id : order) {
    answer_f1 += group_answer{}.one(rows_of[id], gold_of.at(id)).f1;
    support_f1 += group_support{}.one(rows_of[id], gold_of.at(id)).f1;
  }
  const auto n = static_cast<double>(order.size());
  const auto expected = mhqa_test::load_json(*expected_file);
  const auto& want = expected["unrounded"];
  CHECK(std::abs(answer_f1.value() / n - want["group_answer_sufficiency_f1"].real()) <= 1e-12);
  CHECK(std::abs(support_f1.value() / n - want["group_support_sufficiency_f1"].real()) <= 1e-12);
}
