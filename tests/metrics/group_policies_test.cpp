// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/group_policies.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace {

struct prediction {
  std::string_view answer{};
  std::optional<double> confidence{};
  std::optional<int> sufficiency{};
  int label_sufficiency = 0;
  std::vector<int> facts{};
};

struct answers {
  [[nodiscard]] static std::string_view output(const prediction& p) { return p.answer; }
};
struct facts {
  [[nodiscard]] static const std::vector<int>& output(const prediction& p) { return p.facts; }
};

static_assert(mhqa::policy<mhqa::among::every> && mhqa::policy<mhqa::combine::union_of>);
static_assert(!mhqa::policy<prediction>);

using group = std::vector<prediction>;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("group policies: the strictly higher confidence wins, a tie goes to the prediction received last") {
  struct row {
    std::array<double, 3> confidences;
    std::string_view last, first;
  };
  const std::array rows{row{{0.9, 0.1, 0.2}, "a", "a"}, row{{0.1, 0.9, 0.2}, "b", "b"}, row{{0.5, 0.5, 0.2}, "b", "a"},
                        row{{0.2, 0.5, 0.5}, "c", "b"}, row{{0.5, 0.5, 0.5}, "c", "a"}, row{{-3, -2, -1}, "c", "c"},
                        row{{-1, -2, -3}, "a", "a"},    row{{0.5, 0.2, 0.5}, "c", "a"}};
  const mhqa::combine::highest_confidence last;
  const mhqa::combine::most_confident<mhqa::combine::tie::first_received> first;
  for (const row& r : rows) {
    const group g{{.answer = "a", .confidence = r.confidences[0]},
                  {.answer = "b", .confidence = r.confidences[1]},
                  {.answer = "c", .confidence = r.confidences[2]}};
    CAPTURE(r.last);
    CHECK(last(answers{}, g, mhqa::among::every{}) == r.last);
    CHECK(first(answers{}, g, mhqa::among::every{}) == r.first);
  }
}

TEST_CASE("group policies: a confidence that is absent or NaN is an error, but only where it is looked at") {
  const mhqa::combine::highest_confidence combine;
  const group absent{{.answer = "a", .confidence = 0.5}, {.answer = "b"}};
  CHECK_THROWS_AS((void)combine(answers{}, absent, mhqa::among::every{}), mhqa::data_error);
  const group with_nan{{.answer = "a", .confidence = not_a_number}, {.answer = "b", .confidence = 0.5}};
  CHECK_THROWS_AS((void)combine(answers{}, with_nan, mhqa::among::every{}), mhqa::data_error);
  const group left_out{{.answer = "a", .confidence = 0.5, .label_sufficiency = 0},
                       {.answer = "b", .label_sufficiency = -1}};
  CHECK(combine(answers{}, left_out, mhqa::among::labelled<0>{}) == "a");
  CHECK_THROWS_AS((void)combine(answers{}, group{}, mhqa::among::every{}), mhqa::data_error);
}

TEST_CASE("group policies: the union is every chosen prediction's facts, one after another") {
  const group g{{.label_sufficiency = 0, .facts = {3, 1}}, {.label_sufficiency = -1, .facts = {9}}, {.facts = {1, 4}}};
  const mhqa::combine::union_of combine;
  CHECK(combine(facts{}, g, mhqa::among::labelled<0>{}) == std::vector{3, 1, 1, 4});
  CHECK(combine(facts{}, g, mhqa::among::every{}) == std::vector{3, 1, 9, 1, 4});
  CHECK(combine(facts{}, group{}, mhqa::among::every{}).empty());
}

TEST_CASE("group policies: the only prediction must be the only one") {
  const mhqa::combine::the_only combine;
  const group g{{.answer = "a", .label_sufficiency = 0}, {.answer = "b", .label_sufficiency = 1}};
  CHECK(combine(answers{}, g, mhqa::among::labelled<1>{}) == "b");
  CHECK_THROWS_WITH((void)combine(answers{}, g, mhqa::among::every{}),
                    "expected one prediction to score in a group, found 2");
  CHECK_THROWS_AS((void)combine(answers{}, g, mhqa::among::labelled<-1>{}), mhqa::data_error);
  for (const int label : {-1, 0, 1})
    CHECK(mhqa::among::labelled<0>{}(prediction{.label_sufficiency = label}) == !label);
}

TEST_CASE("group policies: the gate wants every sufficiency right, scored or not") {
  const mhqa::gate::sufficiency_right gate;
  const group right{{.sufficiency = -1, .label_sufficiency = -1}, {.sufficiency = 0, .label_sufficiency = 0}};
  CHECK(gate(right));
  for (std::size_t i = 0; i < right.size(); ++i) {
    group wrong = right;
    wrong[i].sufficiency = 1;
    CHECK_FALSE(gate(wrong));
    wrong[i].sufficiency.reset();
    CHECK_THROWS_AS((void)gate(wrong), mhqa::data_error);
  }
  CHECK(gate(group{}));
  CHECK(mhqa::gate::open{}(right));
}

TEST_CASE("group policies: bounds and folds take each number by itself") {
  const mhqa::scores a{.em = 0, .f1 = 0.8, .precision = 1, .recall = 0.5};
  const mhqa::scores b{.em = 1, .f1 = 0.6, .precision = 0.5, .recall = 0.75};
  CHECK(mhqa::condition::with_original{}(a, b) == mhqa::scores{.em = 0, .f1 = 0.6, .precision = 0.5, .recall = 0.5});
  CHECK(mhqa::over::any_bipartition{}(a, b) == mhqa::scores{.em = 1, .f1 = 0.8, .precision = 1, .recall = 0.75});
  CHECK(mhqa::over::every_copy{}(a, b) == mhqa::minimum(a, b));
  CHECK(mhqa::minimum(b, a) == mhqa::minimum(a, b));
  CHECK(mhqa::maximum(b, a) == mhqa::maximum(a, b));
}
