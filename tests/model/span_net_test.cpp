// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/span_net.hpp>

#include "support/net_examples.hpp"

#include <mhqa/model/detail/reading_view.hpp>
#include <mhqa/model/reader_training.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace {

const std::vector<std::string_view> known{"who", "wrote", "emma", "is", "a", "novel", "by", "jane", "austen", "in"};

// The inputs of a question over one paragraph, by a reader that knows nothing.
mhqa::detail::word_inputs inputs_of(std::string_view question, std::string_view text) {
  const std::string table(256, '\0');
  mhqa::reader_weights weights{.bits = 8};
  weights.table = table;
  for (auto& net : weights.nets) net = mhqa::dense_net{0, 0, {0}};
  const std::vector<mhqa::context_paragraph> context{{"Emma", text}};
  mhqa::detail::reading_view view;
  view.choose({"1", question, context}, weights);
  view.select(weights);
  mhqa::detail::word_inputs out;
  out.assign(view.context, view.answers);
  return out;
}

}  // namespace

TEST_CASE("span_net: scores of fixed weights are the same on every machine") {
  const mhqa::net_weights w = mhqa_test::random_net(7, known);
  mhqa::span_net net{w};
  net.read(inputs_of("Who wrote Emma?", "Emma is a novel by Jane Austen. It was printed in 1815 by Mr Murray."));
  // Multiples of 2^-22.
  CHECK(std::lround(std::ldexp(net.score(5, 7), 22)) == 7306303);
  CHECK(std::lround(std::ldexp(net.score(4, 5), 22)) == 3119481);
  CHECK(std::lround(std::ldexp(net.score(7, 13), 22)) == 3477480);
}

TEST_CASE("span_net: a text does not depend on those that were read before") {
  const mhqa::net_weights w = mhqa_test::random_net(7, known);
  const auto emma = inputs_of("Who wrote Emma?", "Emma is a novel by Jane Austen.");
  const auto other =
      inputs_of("Where is Emma set?", "Emma was written in Chawton. It is set in Highbury. She said so.");
  mhqa::span_net kept{w}, fresh{w};
  kept.read(other);
  kept.read(emma);
  fresh.read(emma);
  for (std::size_t first = 0; first < 7; ++first) CHECK(kept.score(first, 7) == fresh.score(first, 7));
}

TEST_CASE("span_net: a text or a question without words has scores, too") {
  const mhqa::net_weights w = mhqa_test::random_net(7, known);
  mhqa::span_net net{w};
  net.read(inputs_of("?", "Emma is a novel."));
  CHECK(net.score(0, 1) == net.score(1, 2));
  net.read(inputs_of("Who wrote Emma?", " ... "));
}

TEST_CASE("span_net: words of another question and unknown words change the scores") {
  const mhqa::net_weights w = mhqa_test::random_net(7, known);
  mhqa::span_net net{w};
  const auto of = [&](std::string_view question, std::string_view text) {
    net.read(inputs_of(question, text));
    return net.score(1, 2);
  };
  const double emma = of("Who wrote Emma?", "Emma is a novel.");
  CHECK(of("Who is Emma?", "Emma is a novel.") != emma);
  CHECK(of("Who wrote Emma?", "Emma is by Austen.") != emma);
  CHECK(of("WHO WROTE Emma?!", "Emma is a novel.") == emma);
}
