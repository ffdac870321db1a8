// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/dire.hpp>

#include <mhqa/probe/disconnected.hpp>
#include <mhqa/probe/sufficiency.hpp>

#include "probe/random_questions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What the probe is for: a reader that looks at one fact at a time scores on P(D) what it scores on D, and a reader
// that answers only when it sees all supports scores nothing there (Trivedi et al. 2020, Sec. 3 and App. B.2, E).

namespace {

namespace dire = mhqa::dire;
using mhqa_test::positions;

std::string_view name_of(std::uint32_t fact) {
  static const auto names = [] {
    std::array<std::string, 64> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = "fact" + std::to_string(i);
    return out;
  }();
  return names.at(fact);
}

std::vector<std::string_view> names_of(const positions& facts) {
  std::vector<std::string_view> out;
  for (const std::uint32_t fact : facts) out.push_back(name_of(fact));
  return out;
}

std::vector<mhqa::supporting_fact> sentences_of(const positions& facts) {
  std::vector<mhqa::supporting_fact> out;
  for (const std::uint32_t fact : facts) out.push_back({name_of(fact), 0});
  return out;
}

dire::prediction saying(std::string_view answer, double confidence, const positions& support, int sufficiency) {
  return {.answer = answer,
          .confidence = confidence,
          .sufficiency = sufficiency,
          .supporting_paragraphs = names_of(support),
          .supporting_sentences = sentences_of(support)};
}

/// Looks at each fact alone: a random, distinct confidence for an answer, and another for being a support.
struct single_fact_reader {
  std::vector<double> answer_confidence, support_confidence;

  single_fact_reader(const mhqa::probe_question& q, std::uint32_t number) {
    mhqa::draws random{23, number};
    for (std::uint32_t i = 0; i < q.fact_count; ++i) {
      answer_confidence.push_back(random.unit());
      support_confidence.push_back(random.unit());
    }
    // Better than chance: supports look like supports, and often win the answer too.
    for (const std::uint32_t s : q.supports) support_confidence[s] += 0.4, answer_confidence[s] += 0.3;
  }

  [[nodiscard]] dire::prediction operator()(const positions& context, dire::kind which) const {
    const std::uint32_t best =
        *std::ranges::max_element(context, {}, [&](std::uint32_t fact) { return answer_confidence[fact]; });
    positions support;
    for (const std::uint32_t fact : context) {
      if (support_confidence[fact] > 0.7) support.insert(fact);
    }
    const bool partial_counts = which == dire::kind::probe_of_transformed;
    const int sufficiency = partial_counts ? (support.empty() ? -1 : 0) : (support.size() > 1 ? 1 : 0);
    return saying(name_of(best), answer_confidence[best], support, sufficiency);
  }
};

/// Knows everything, and says so only when all supports are there.
struct connecting_reader {
  positions supports;
  std::string_view answer;

  [[nodiscard]] dire::prediction operator()(const positions& context, dire::kind) const {
    if (mhqa_test::meeting(context, supports) != supports) return saying("unknown", 0.1, {}, 0);
    return saying(answer, 0.9, supports, 1);
  }
};

/// A question's predictions by a reader on one of the derived data sets.
template <class Reader>
dire::question read(const mhqa::probe_question& q, std::string_view answer, const Reader& reader, dire::kind which) {
  const positions supports = mhqa_test::support_set(q, mhqa::all_facts(q.supports.size()));
  dire::question out{.id = q.id,
                     .gold = {mhqa::compiled_gold{answer}, names_of(supports), sentences_of(supports)},
                     .support_count = q.supports.size(),
                     .original = reader(mhqa_test::all_of(q), dire::kind::original)};
  const auto add = [&](const auto& source, const mhqa::instance& one) {
    auto prediction = reader(mhqa_test::kept_facts(source, q.fact_count, one), which);
    if (one.sufficiency) prediction.label_sufficiency = static_cast<int>(*one.sufficiency);
    out.groups.back().push_back(std::move(prediction));
  };
  const auto each_group = [&](const auto& view) {
    for (const auto group : view) {
      out.groups.emplace_back();
      for (const mhqa::instance& one : group) add(view.source(), one);
    }
  };
  if (which == dire::kind::original) out.groups = {{*out.original}};
  if (which == dire::kind::probe) each_group(mhqa::views::disconnected_probe(q, 1));
  if (which == dire::kind::probe_of_transformed) each_group(mhqa::views::probe_of_transform(q, 1));
  if (which == dire::kind::transformed) {
    const auto view = mhqa::views::sufficiency_transform(q, 1);
    out.groups.emplace_back();
    for (const mhqa::instance one : view) add(view.source(), one);
  }
  if (which == dire::kind::trivial) {
    const auto view = mhqa::views::trivial_transform(q, 1);
    for (const mhqa::instance one : view) {
      out.groups.emplace_back();
      add(view.source(), one);
    }
  }
  return out;
}

const dire::table<mhqa::scores> everything{mhqa::scores{1, 1, 1, 1}, mhqa::scores{1, 1, 1, 1}, mhqa::scores{1, 1, 1, 1},
                                           mhqa::scores{1, 1, 1, 1}, mhqa::scores{1, 1, 1, 1}};
const dire::table<mhqa::scores> nothing{mhqa::scores{}, mhqa::scores{}, mhqa::scores{}, mhqa::scores{}, mhqa::scores{}};

}  // namespace

TEST_CASE("dire: a reader of single facts scores the same on a data set and on its probe") {
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  dire::totals original, probe;
  for (std::uint32_t n = 2; n <= 10; ++n) {
    for (std::uint32_t i = 0; i < (n <= 6 ? 40 : 2); ++i) {
      const auto q = mhqa_test::random_question(n, 1000 * n + i);
      CAPTURE(q.id);
      const single_fact_reader reader{q, 1000 * n + i};
      const std::string_view answer = name_of(q.supports[0]);
      const auto on_d = read(q, answer, reader, dire::kind::original);
      const auto on_p = read(q, answer, reader, dire::kind::probe);
      const auto want = dire::score(dire::kind::original, on_d, {}, dire::bound::none, scorer);
      for (const auto by : {dire::bound::none, dire::bound::each, dire::bound::letter}) {
        CHECK(dire::score(dire::kind::probe, on_p, {}, by, scorer) == want);
      }
      original.add(dire::kind::original, on_d, {}, dire::bound::none, scorer);
      probe.add(dire::kind::probe, on_p, {}, dire::bound::each, scorer);
    }
  }
  CHECK(probe == original);
  CHECK(original.means().answer->em > 0.1);  // it does answer some
  CHECK(original.means().answer->em < 0.9);
  CHECK(original.means().answer_and_paragraphs->f1 > 0.1);
}

TEST_CASE(
    "dire: a reader of single facts gets through the transform's probe where it finds all supports, and no more") {
  // With two supports: both found and nothing else -> all three labels are right.
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  const auto q = mhqa_test::random_question(2, 5);
  const std::string_view answer = name_of(q.supports[0]);
  single_fact_reader reader{q, 5};
  std::ranges::fill(reader.support_confidence, 0.0);
  for (const std::uint32_t s : q.supports) reader.support_confidence[s] = 1;
  reader.answer_confidence[q.supports[0]] = 2;
  const auto kind = dire::kind::probe_of_transformed;
  CHECK(dire::score(kind, read(q, answer, reader, kind), {}, dire::bound::none, scorer) == everything);
  CHECK(dire::score(dire::kind::transformed, read(q, answer, reader, dire::kind::transformed), {}, dire::bound::none,
                    scorer) == everything);
  // A false support elsewhere: the context without support is taken for one with some.
  for (std::uint32_t fact = 0; fact < q.fact_count; ++fact) reader.support_confidence[fact] = 1;
  CHECK(dire::score(kind, read(q, answer, reader, kind), {}, dire::bound::none, scorer) == nothing);
}

TEST_CASE("dire: with two supports a reader of single facts scores the same on the transform and on its probe") {
  // Either set of labels is right when the reader finds both supports and nothing else (App. B.2).
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  dire::totals transformed, probe;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const auto q = mhqa_test::random_question(2, 3000 + i);
    CAPTURE(q.id);
    single_fact_reader reader{q, 3000 + i};
    for (double& confidence : reader.support_confidence) confidence -= confidence < 1 ? 0.2 : 0;
    const std::string_view answer = name_of(q.supports[0]);
    const auto on_t = read(q, answer, reader, dire::kind::transformed);
    const auto on_p = read(q, answer, reader, dire::kind::probe_of_transformed);
    CHECK(dire::score(dire::kind::transformed, on_t, {}, dire::bound::none, scorer) ==
          dire::score(dire::kind::probe_of_transformed, on_p, {}, dire::bound::none, scorer));
    transformed.add(dire::kind::transformed, on_t, {}, dire::bound::each, scorer);
    probe.add(dire::kind::probe_of_transformed, on_p, {}, dire::bound::each, scorer);
  }
  CHECK(probe == transformed);
  CHECK(transformed.means().answer->em > 0.02);  // it gets through some
  CHECK(transformed.means().answer->em < 0.9);
}

TEST_CASE("dire: a reader that connects all facts scores everything on D, T(D) and copies, nothing on the probes") {
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  for (std::uint32_t n = 2; n <= 10; ++n) {
    for (std::uint32_t i = 0; i < (n <= 6 ? 10 : 1); ++i) {
      const auto q = mhqa_test::random_question(n, 2000 * n + i);
      CAPTURE(q.id);
      const connecting_reader reader{mhqa_test::support_set(q, mhqa::all_facts(n)), name_of(q.supports[0])};
      for (const auto which : {dire::kind::original, dire::kind::transformed, dire::kind::trivial}) {
        const auto read_on = read(q, reader.answer, reader, which);
        CHECK(dire::score(which, read_on, {}, dire::bound::none, scorer) == everything);
      }
      for (const auto which : {dire::kind::probe, dire::kind::probe_of_transformed}) {
        const auto read_on = read(q, reader.answer, reader, which);
        CHECK(dire::score(which, read_on, {}, dire::bound::none, scorer) == nothing);
        CHECK(dire::score(which, read_on, {}, dire::bound::each, scorer) == nothing);
      }
    }
  }
}
