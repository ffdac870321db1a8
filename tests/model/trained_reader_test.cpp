// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/trained_reader.hpp>

#include "support/net_examples.hpp"
#include "support/reader_examples.hpp"

#include <mhqa/model/reader_training.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

static_assert(mhqa::reader<mhqa::trained_reader>);

namespace {

const mhqa::reader_weights& weights() {
  static mhqa::reader_training training;
  if (training.weights().bits == 0) {
    training.run(mhqa_test::reader_examples(120),
                 {.seed = 3, .name = "test", .bits = 14, .passes = 4, .net_passes = 10});
  }
  return training.weights();
}

}  // namespace

TEST_CASE("trained_reader: without a context, or without words, there is no answer and no support") {
  mhqa::trained_reader read{weights()};
  const mhqa::reading none{.answer = {}, .confidence = 0.0, .support = {}, .sufficiency = 0};
  CHECK(read({"1", "Who wrote Emma?", {}}) == none);
  const std::vector<mhqa::context_paragraph> blank{{"", ""}, {"Emma", " ... "}};
  CHECK(read({"1", "Who wrote Emma?", blank}) == none);
  CHECK(read({"1", "", blank}) == none);
}

TEST_CASE("trained_reader: a paragraph is known by words that go on like the question, and by names that few have") {
  const std::vector<mhqa::context_paragraph> context{{"Red River Bridge", "It was drawn by Ada Lint in Kolding."},
                                                     {"River", "The bridge over a river is red. So says Ada Lint."},
                                                     {"Kolding", "A town."},
                                                     {"Lint", "Ada Lint was born in Kolding."}};
  mhqa::detail::context_view view;
  view.assign({"1", "Who drew the Red River Bridge or its piers?", context}, weights());
  CHECK(view[0].places == 0b11000);  // "Red River", "River Bridge"
  CHECK(view[1].places == 0);
  CHECK(view[0].pairs > view[0].run - 1e-9);
  CHECK(view[0].run > 0.3);
  CHECK(view[1].run == 0);
  CHECK(view[0].rare > view[2].rare);
  const auto at = [&](std::uint32_t p) {
    const auto c = view.candidates();
    return static_cast<std::size_t>(std::find(c.begin(), c.end(), p) - c.begin());
  };
  const auto& link = view.link_of(at(0), at(3));
  CHECK(link.shared == 1);  // Kolding; three have Ada and Lint
  CHECK(link.common > view.link_of(at(0), at(1)).common);
  CHECK(link.best <= link.common);
  CHECK(view.link_of(at(0), at(2)).common == 0);
  mhqa::detail::net_inputs with, without;
  view.add_question(with);
  view.assign({"2", "Who drew the Red River Bridge and its piers?", context}, weights());
  view.add_question(without);
  CHECK(with.values().back() == 1024);
  CHECK(without.values().back() == 0);
}

TEST_CASE("trained_reader: a last step is answered by yes or no, by its words and those of the whole question") {
  struct kind {
    const char *step, *whole, *answer;
  };
  constexpr std::array<kind, 4> kinds{{{"Do people who do #1 come before #2?", "Has Ada met Bela?", "no"},
                                       {"Do people who do #1 like #2?", "Has Ada met Bela?", "yes"},
                                       {"Is #1 true?", "Has Cora never met Dora?", "no"},
                                       {"Is #1 true?", "Has Cora often met Dora?", "yes"}}};
  std::vector<mhqa::training_example> examples;
  for (std::uint32_t i = 0; i < 80; ++i) {
    const auto& [step, whole, answer] = kinds[i % kinds.size()];
    const std::string id = std::to_string(i);
    examples.push_back({.id = id, .group = id, .question = step, .answers = {answer}, .whole = whole});
  }
  mhqa::reader_training training;
  training.run(examples, {.seed = 3, .name = "test", .bits = 14, .passes = 6, .net_passes = 2});
  mhqa::trained_reader read{training.weights()};
  for (const mhqa::training_example& e : examples) {
    CHECK(read({e.id, e.question, {}, mhqa::no_fold, e.whole}).answer == e.answers.front());
  }
  const std::vector<mhqa::context_paragraph> context{{"Ada", "Ada met Bela and Cora."}, {"Bela", "Bela met Ada."}};
  const std::string said = read({"1", "Which of #1, Ada or Bela?", context, mhqa::no_fold, "Did Ada?"}).answer;
  CHECK((said == "yes" || said == "no"));
}

TEST_CASE("trained_reader: the answer is a part of the context, supports and sentences lie in it, ascending") {
  mhqa::trained_reader read{weights()};
  for (const mhqa::training_example& e : mhqa_test::reader_examples(10, 300)) {
    const auto context = mhqa_test::context_of(e);
    const mhqa::reading said = read({e.id, e.question, context});
    CHECK(std::any_of(context.begin(), context.end(),
                      [&](const auto& p) { return p.text.find(said.answer) != std::string_view::npos; }));
    CHECK(std::is_sorted(said.support.begin(), said.support.end()));
    CHECK(std::is_sorted(said.sentences.begin(), said.sentences.end()));
    for (const std::uint32_t p : said.support) CHECK(p < context.size());
    for (const mhqa::read_sentence& s : said.sentences) {
      CHECK(std::binary_search(said.support.begin(), said.support.end(), s.paragraph));
      CHECK(s.begin < context[s.paragraph].text.size());
    }
    CHECK(said.confidence >= 0);
    CHECK(said.confidence <= 1);
  }
}

TEST_CASE("trained_reader: the number of supports is its own: none among strangers, both among all") {
  mhqa::trained_reader read{weights()};
  std::size_t named = 0, strangers = 0, enough = 0, lacking = 0;
  for (const mhqa::training_example& e : mhqa_test::reader_examples(20, 400)) {
    const auto context = mhqa_test::context_of(e);
    const mhqa::reading whole = read({e.id, e.question, context});
    const mhqa::reading part = read({e.id, e.question, std::span{context}.subspan(2)});
    named += whole.support.size();
    strangers += part.support.size();
    enough += whole.sufficiency == 1 ? 1U : 0U;
    lacking += part.sufficiency == 0 ? 1U : 0U;
  }
  CHECK(named >= 36);
  CHECK(strangers <= 8);
  CHECK(enough >= 16);
  CHECK(lacking >= 16);
}

TEST_CASE("trained_reader: as many supports are named as give the highest expected F1, none if probably none is one") {
  // A net that says the same of every candidate: only its bias is not 0.
  const auto named_of = [](double log_odds, std::size_t paragraphs) {
    mhqa::reader_weights same = weights();
    same.nets[static_cast<std::size_t>(mhqa::reader_net::support)] =
        mhqa::dense_net{0, 0, std::vector<std::int16_t>{mhqa::dense_net::fixed(log_odds)}};
    const mhqa::training_example e = mhqa_test::reader_examples(1, 300)[0];
    const auto context = mhqa_test::context_of(e);
    mhqa::trained_reader read{same};
    return read({e.id, e.question, std::span{context}.first(paragraphs)}).support.size();
  };
  CHECK(named_of(0.1, 1) == 1);  // 0.52: named, rather than 0.48 for nothing
  CHECK(named_of(-0.1, 1) == 0);
  CHECK(named_of(-0.1, 2) == 2);  // 0.48 each: both give 0.56, one 0.40, none 0.28
  CHECK(named_of(-1.0, 2) == 0);  // 0.27 each: both give 0.33, one 0.24, none 0.53
  CHECK(named_of(5.0, 4) == 4);
}

TEST_CASE("trained_reader: a call does not depend on earlier calls, nor on the copy that is called") {
  mhqa::trained_reader read{weights()}, fresh{weights()};
  const auto examples = mhqa_test::reader_examples(2, 500);
  const auto a = mhqa_test::context_of(examples[0]), b = mhqa_test::context_of(examples[1]);
  const mhqa::reading first = read({"a", examples[0].question, a});
  (void)read({"b", examples[1].question, b});
  mhqa::trained_reader copy = read;
  CHECK(read({"a", examples[0].question, a}) == first);
  CHECK(copy({"a", examples[0].question, a}) == first);
  CHECK(fresh({"a", examples[0].question, a}) == first);
}

TEST_CASE("trained_reader: a question that is asked of one context after another is read as by a new reader") {
  mhqa::trained_reader kept{weights()};
  for (const mhqa::training_example& e : mhqa_test::reader_examples(6, 500)) {
    const auto context = mhqa_test::context_of(e);
    for (std::size_t n = 0; n <= context.size(); ++n) {
      const mhqa::reading_task task{e.id, e.question, std::span{context}.first(n)};
      CHECK(kept(task) == mhqa::trained_reader{weights()}(task));
      const mhqa::trained_reader copy{kept};
      CHECK(mhqa::trained_reader{copy}(task) == kept(task));
    }
  }
}

TEST_CASE("trained_reader: ten thousand paragraphs, a long one, and bytes that are no text do no harm") {
  mhqa::trained_reader read{weights()};
  std::vector<mhqa::context_paragraph> many(10'000, mhqa::context_paragraph{"Emma", "Emma is a novel by Jane Austen."});
  CHECK(read({"1", "Who wrote Emma?", many}).support.size() <= 6);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "Jane Austen wrote ";
  const std::vector<mhqa::context_paragraph> longest{{"Emma", text}};
  CHECK_FALSE(read({"1", "Who wrote Emma?", longest}).answer.empty());
  const std::vector<mhqa::context_paragraph> bytes{{"\xff\xfe", "\xc3\x28 \xff Emma \xe2\x82"},
                                                   {"艾玛", "艾玛是一部小说"}};
  (void)read({"1", "谁写了\xff Emma?", bytes});
}

TEST_CASE("trained_reader: a net changes answers, but neither the supports nor the probability of all spans") {
  mhqa::net_weights net = mhqa_test::random_net(5, {"writer", "born", "teacher", "novel"});
  for (const mhqa::net_part part : {mhqa::net_part::begin, mhqa::net_part::end}) {
    for (std::int16_t& w : net.parts[static_cast<std::size_t>(part)].weights) w = static_cast<std::int16_t>(6 * w);
  }
  mhqa::trained_reader alone{weights()}, both{weights(), &net}, none{weights(), nullptr};
  std::size_t changed = 0;
  for (const mhqa::training_example& e : mhqa_test::reader_examples(10, 300)) {
    const auto context = mhqa_test::context_of(e);
    const mhqa::reading_task task{e.id, e.question, context};
    const mhqa::reading a = alone(task), b = both(task);
    CHECK(none(task) == a);
    CHECK(b.support == a.support);
    CHECK(std::any_of(context.begin(), context.end(),
                      [&](const auto& p) { return p.text.find(b.answer) != std::string_view::npos; }));
    CHECK(mhqa::trained_reader{both}(task) == b);
    changed += b.answer != a.answer ? 1U : 0U;
  }
  CHECK(changed > 0);
}

TEST_CASE("trained_reader: the flatter the odds, the more a span counts that shares words with others") {
  mhqa::detail::reading_view view;
  const std::vector<mhqa::context_paragraph> context{{"Emma", "Anne Bronte met Jane Austen Leigh Knight in Bath."}};
  view.choose({"1", "Who met?", context}, weights());
  view.select(weights());
  const auto at = [&](std::uint32_t first, std::uint32_t last) {
    const auto all = view.answers.candidates();
    const auto found = std::find_if(all.begin(), all.end(), [&](const mhqa::detail::answer_candidate& c) {
      return c.form == mhqa::detail::answer_form::span && c.first == first && c.last == last;
    });
    REQUIRE(found != all.end());
    return static_cast<std::size_t>(found - all.begin());
  };
  // The likeliest span stands alone; three that overlap are e times less likely each.
  view.scores.assign(view.answers.candidates().size(), -1'000'000);
  const auto one = static_cast<std::int32_t>(1 / weights().scale);
  view.scores[at(0, 1)] = one;
  for (const std::uint32_t last : {4U, 5U, 6U}) view.scores[at(3, last)] = 0;
  const auto expected = [&](double sharpness) {
    view.best = at(0, 1);
    view.expect(weights(), 1 + 3 * std::exp(-1.0), sharpness);
    return view.best;
  };
  CHECK(expected(1) == at(0, 1));
  CHECK(expected(mhqa::detail::reading_view::sharpness_with_net) == at(3, 5));
}
