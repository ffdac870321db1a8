// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/requests.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::array<std::string_view, 1> aliases{"Eternal City"};
const mhqa::single_hop_pool pool{{{"a", "own", "Where?", "Rome", aliases, 1}},
                                 {{"One", "Paris."}, {"Two", "Rome."}, {"Three", "London."}}};

// Answers with the titles that it is shown.
mhqa::reading echo(const mhqa::reading_task& task) {
  mhqa::reading out{std::string{task.question}};
  for (const auto& p : task.context) (out.answer += ' ') += p.title;
  return out;
}

}  // namespace

TEST_CASE("requests: a reader sees the paragraphs in the order of the request, on any number of threads") {
  std::vector<mhqa::reading_request> requests{{"r", 0, "Q", {2, 0}, 0}, {"s", 0, "Q", {}, 0}};
  CHECK(mhqa::read_requests(pool, requests, echo) ==
        std::vector<mhqa::reading>{mhqa::reading{"Q Three One"}, mhqa::reading{"Q"}});
  requests.resize(700, {"t", 0, "Q", {1}, 0});
  mhqa::thread_pool threads{2};
  CHECK(mhqa::read_requests(pool, requests, echo, threads) == mhqa::read_requests(pool, requests, echo));
}

TEST_CASE("requests: readings are scored against answer, aliases and the own paragraph") {
  mhqa::reading_scorer score{pool};
  const mhqa::reading_request r{"r", 0, "Where?", {2, 1, 0}, 0};
  CHECK(score(r, {"Rome", {}, {1}}) == mhqa::reading_scores{1, 1});
  CHECK(score(r, {"the eternal city", {}, {0}}) == mhqa::reading_scores{1, 0});
  CHECK(score(r, {"old Rome", {}, {0, 1}}).answer_f1 == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(score(r, {"old Rome", {}, {0, 1}}).support_f1 == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(score(r, {}) == mhqa::reading_scores{0, 0});
  CHECK(score({"r", 0, "Where?", {}, 0}, {"Rome"}) == mhqa::reading_scores{1, 0});
  CHECK_THROWS_AS(static_cast<void>(score(r, {"Rome", {}, {3}})), mhqa::data_error);
  CHECK(score.mean(r, {{{"Rome", {}, {1}}}, {{"Paris"}}}, 0) == mhqa::reading_scores{0.5, 0.5});
}
