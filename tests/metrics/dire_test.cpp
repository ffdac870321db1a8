// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/dire.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>
#include <vector>

// Three supports have three bi-partitions; a model cheats on the question if it cheats on any (Eq. 5).

namespace {

namespace dire = mhqa::dire;

struct prediction {
  std::string_view answer{};
  double confidence = 0;
  int sufficiency = 0;
  int label_sufficiency = 0;
  std::vector<int> supporting_paragraphs{};
  std::vector<int> supporting_sentences{};
};
struct gold {
  mhqa::compiled_gold answer;
  std::vector<int> supporting_paragraphs{};
  std::vector<int> supporting_sentences{};
};
using group = std::vector<prediction>;

const gold& paris() {
  static const gold right{mhqa::compiled_gold{std::string_view{"Paris"}}, {1, 4, 7}, {10, 40, 41}};
  return right;
}

}  // namespace

TEST_CASE("dire metrics: with three supports the best bi-partition counts, each test for itself") {
  const std::array groups{group{{.answer = "Rome", .confidence = 0.9, .supporting_paragraphs = {1}},
                                {.answer = "Paris", .confidence = 0.8, .supporting_paragraphs = {4, 7}}},
                          group{{.answer = "Paris", .confidence = 0.7, .supporting_paragraphs = {1}},
                                {.answer = "Rome", .confidence = 0.6, .supporting_paragraphs = {4}}},
                          group{{.answer = "Rome", .confidence = 0.5}, {.answer = "Rome", .confidence = 0.5}}};
  using probe = dire::metrics<dire::kind::probe>;
  CHECK(probe::answer{}(groups, paris()).f1 == 1);      // the second bi-partition
  CHECK(probe::paragraphs{}(groups, paris()).em == 1);  // the first
  // Jointly: the first has no answer, the second P = 1 and R = 2/3.
  const auto both = mhqa::grouped_joint<probe::answer, probe::paragraphs>{}(groups, paris());
  CHECK(both.em == 0);
  CHECK(both.f1 == doctest::Approx(0.8).epsilon(1e-12));
}

TEST_CASE("dire metrics: the probe of the transform gates each bi-partition by its own three labels") {
  const auto three = [](std::string_view answer, int none, int first, int second) {
    return group{{.sufficiency = none, .label_sufficiency = -1},
                 {.answer = answer, .confidence = 0.6, .sufficiency = first, .label_sufficiency = 0},
                 {.answer = "Rome", .confidence = 0.4, .sufficiency = second, .label_sufficiency = 0}};
  };
  using metric = dire::metrics<dire::kind::probe_of_transformed>::answer;
  // Right answers behind a wrong label, a wrong answer behind right ones, and one group that is right throughout.
  const std::array wrong{three("Paris", 0, 0, 0), three("Paris", -1, 1, 0), three("Rome", -1, 0, 0)};
  CHECK(metric{}(wrong, paris()) == mhqa::scores{});
  const std::array one_right{three("Paris", 0, 0, 0), three("Paris", -1, 0, 0), three("Rome", -1, 0, 0)};
  CHECK(metric{}(one_right, paris()).em == 1);
}

TEST_CASE("dire metrics: the transform needs all of its labels, and scores the sufficient instance") {
  group instances(7, prediction{.answer = "Rome"});
  instances[2] = {.answer = "Paris", .sufficiency = 1, .label_sufficiency = 1, .supporting_paragraphs = {1, 4, 7}};
  using transformed = dire::metrics<dire::kind::transformed>;
  CHECK(transformed::answer{}.one(instances, paris()).em == 1);
  CHECK(transformed::paragraphs{}.one(instances, paris()).em == 1);
  instances[6].sufficiency = 1;
  CHECK(transformed::answer{}.one(instances, paris()) == mhqa::scores{});
}

TEST_CASE("dire metrics: of the trivial transform's copies the worst counts") {
  const std::array copies{group{{.answer = "Paris"}}, group{{.answer = "Paris France"}}, group{{.answer = "Paris"}}};
  const auto got = dire::metrics<dire::kind::trivial>::answer{}(copies, paris());
  CHECK(got.em == 0);
  CHECK(got.precision == 0.5);
  CHECK(got.recall == 1);
}

TEST_CASE("dire metrics: each kind has a name, and is found by it") {
  for (const dire::kind which : dire::kinds) CHECK(dire::find_kind(dire::to_string(which)) == which);
  static_assert(dire::to_string(dire::kind::probe_of_transformed) == "probe_of_transformed");
  static_assert(!dire::find_kind("probes"));
}
