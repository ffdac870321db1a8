// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/musique_statistics.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string>

using mhqa::musique::record;
using mhqa::musique::statistics;

namespace {

record make(std::string_view id, std::string_view answer, bool answerable = true) {
  record r;
  r.id = id;
  r.answer = answer;
  r.answerable = answerable;
  r.paragraphs = {{0, "A", "a", true}, {1, "B", "b", false}};
  r.decomposition = {{7, "Who?", "The Ann", 0}, {0, "Where is #1?", answer, 0, "x"}};
  return r;
}

}  // namespace

TEST_CASE("musique_statistics: different things count once, rows each time") {
  statistics all;
  all.add(make("2hop__7_x", "Bath"));
  all.add(make("2hop__7_x", "Bath", false));
  statistics other;
  other.add(make("3hop2__7_x_y", "the bath"));
  other.add(make("plain", "ann"));
  all += other;
  CHECK(all.rows == 4);
  CHECK(all.unanswerable == 1);
  CHECK(all.questions.size() == 3);
  CHECK(all.by_shape == std::map<std::string, std::uint64_t>{{"2hop", 1}, {"3hop2", 1}, {"other", 1}});
  CHECK(all.hops(2) == 1);
  CHECK(all.hops(3) == 1);
  CHECK(all.hops(4) == 0);
  CHECK(all.single_hops.size() == 2);
  CHECK(all.answers.size() == 2);             // bath, ann
  CHECK(all.single_hop_answers.size() == 2);  // the same
  CHECK(all.supports.size() == 1);
  CHECK(all.paragraphs == 8);
}
