// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The stages that look into a stream make of a part of a pool what the others make of the whole.
#include <mhqa/compose/streamed_stages.hpp>

#include "support/name_pool.hpp"

#include <mhqa/compose/compose.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace {

const mhqa_test::name_pool made{160, 30, 40, 4};

// The pool as a stream, in blocks of some paragraphs.
mhqa::pool_lookup look_up(const mhqa::single_hop_pool& pool, std::size_t block, std::size_t together) {
  mhqa::pool_lookup out;
  out.paragraphs = static_cast<std::uint32_t>(pool.paragraphs.size());
  out.together = together;
  out.blocks = [&pool, block](const auto& give) {
    for (std::size_t first = 0; first < pool.paragraphs.size(); first += block) {
      const std::size_t some = std::min(block, pool.paragraphs.size() - first);
      give({static_cast<std::uint32_t>(first), std::span{pool.paragraphs}.subspan(first, some)});
    }
  };
  out.questions = [&pool](const auto& give) {
    for (const mhqa::single_hop& q : pool.questions) give(q.question, q.answer, q.paragraph);
  };
  out.load = [&pool](std::span<const std::uint32_t> numbers) {
    mhqa::loaded_paragraphs some;
    for (const std::uint32_t p : numbers) some.paragraphs.push_back(pool.paragraphs[p]);
    return some;
  };
  return out;
}

// "in 12, out 7, …"
std::string shown(const mhqa::stage_counts& counts) {
  std::string out;
  for (const mhqa::named_count& c : counts.counts) out += c.name + ' ' + std::to_string(c.value) + ", ";
  for (const mhqa::reason_count& r : counts.dropped) out += r.reason + ' ' + std::to_string(r.count) + ", ";
  return out;
}

// The questions and pairs of the pool.
struct everything {
  mhqa::compose_options options{};
  mhqa::good_set good;
  mhqa::pair_set pairs;

  everything() {
    options.check_answers = false;
    options.connection.own_paragraph = true;
    good = mhqa::quality_stage<>{}(mhqa::question_pool{made.pool}, options).kept;
    pairs = mhqa::pair_stage<>{}(good, options).kept;
  }
};

}  // namespace

TEST_CASE("streamed_stages: S3, S6 and S8 are those of the stages that hold the pool") {
  const everything all;
  const mhqa::single_hop_pool& pool = all.good.questions.pool();
  REQUIRE(!all.pairs.items.empty());
  const auto expected = mhqa::connection_stage<>{}(all.pairs, all.options);
  for (const std::size_t block : {1U, 5U, 1000U}) {
    for (const std::size_t together : {2U, 100000U}) {
      CAPTURE(block);
      CAPTURE(together);
      const mhqa::pool_lookup lookup = look_up(pool, block, together);
      std::size_t seen = 0;
      const auto count = [&](const mhqa::single_hop_pool&, const mhqa::request_batch& batch) {
        seen += batch.requests.size();
      };
      const auto found = mhqa::connect_streamed(all.pairs, all.options, lookup, mhqa::prints_of(pool),
                                                mhqa::reader_answers<>{}, false, count);
      CHECK(found.kept.items == expected.kept.items);
      CHECK(shown(found.counts) == shown(expected.counts));
      CHECK(seen == expected.counts.count("heads") + expected.counts.count("tails"));

      const auto graphs = mhqa::graph_stage{}(found.kept, all.options).kept;
      mhqa::parted_set parted{graphs.questions, {}};
      for (const mhqa::composition& c : graphs.items) parted.items.push_back({c, "text", mhqa::data_part::train});
      const auto whole = mhqa::context_stage{}(parted, all.options);
      const auto streamed = mhqa::build_contexts_streamed(parted, all.options, lookup);
      REQUIRE(streamed.kept.items.size() == whole.kept.items.size());
      CHECK(shown(streamed.counts) == shown(whole.counts));
      for (std::size_t i = 0; i < whole.kept.items.size(); ++i) {
        const mhqa::made_question &a = streamed.kept.items[i], &b = whole.kept.items[i];
        CHECK(a.context == b.context);
        CHECK(a.twin == b.twin);
        const auto [small, taken] = mhqa::take_out(pool, a, lookup);
        CHECK(mhqa::make_composed(small.pool, taken).id == mhqa::make_composed(pool, b).id);
        for (std::size_t p = 0; p < b.context.size(); ++p) {
          CHECK(small.pool.paragraphs[taken.context[p].paragraph].text == pool.paragraphs[b.context[p].paragraph].text);
        }
      }
    }
  }
}

TEST_CASE("streamed_stages: distractors from a corpus and two folds are refused") {
  everything all;
  const mhqa::pool_lookup lookup = look_up(all.good.questions.pool(), 10, 10);
  const auto seen = [](const mhqa::single_hop_pool&, const mhqa::request_batch&) {};
  all.options.connection.folds = 2;
  CHECK_THROWS_AS(static_cast<void>(mhqa::connect_streamed(all.pairs, all.options, lookup, {}, mhqa::reader_answers<>{},
                                                           false, seen)),
                  mhqa::data_error);
  all.options.contexts.source = mhqa::distractor_source::corpus;
  CHECK_THROWS_AS(static_cast<void>(mhqa::build_contexts_streamed({all.good.questions, {}}, all.options, lookup)),
                  mhqa::usage_error);
}

TEST_CASE("streamed_stages: pairs keep their questions, and S4 to S8 of these are those of all") {
  const everything all;
  const mhqa::single_hop_pool& pool = all.good.questions.pool();
  mhqa::connected_set whole = mhqa::connection_stage<>{}(all.pairs, all.options).kept;
  whole.items.resize(whole.items.size() / 3);
  const mhqa::pool_lookup lookup = look_up(pool, 3, 50);
  const mhqa::connected_set some = mhqa::shrink(whole, lookup.load);
  const mhqa::single_hop_pool& part = some.questions.pool();
  CHECK(part.questions.size() < pool.questions.size());
  REQUIRE(some.items.size() == whole.items.size());
  for (std::size_t i = 0; i < some.items.size(); ++i) {
    CHECK(part.place(some.items[i].head) == whole.items[i].head);
    CHECK(part.place(some.items[i].tail) == whole.items[i].tail);
  }
  for (const mhqa::single_hop& q : part.questions) CHECK(!part.paragraphs[q.paragraph].text.empty());
  const auto finish = [&](const mhqa::connected_set& from) {
    const auto graphs = mhqa::graph_stage{}(from, all.options);
    const auto worded = mhqa::words_by(mhqa::rule_verbaliser{})(graphs.kept, all.options);
    return mhqa::split_stage{}(worded.kept, all.options);
  };
  const auto a = finish(some), b = finish(whole);
  CHECK(shown(a.counts) == shown(b.counts));
  REQUIRE(a.kept.items.size() == b.kept.items.size());
  for (std::size_t i = 0; i < a.kept.items.size(); ++i) {
    CHECK(mhqa::id_of(part, a.kept.items[i].graph) == mhqa::id_of(pool, b.kept.items[i].graph));
    CHECK(a.kept.items[i].part == b.kept.items[i].part);
  }
}
