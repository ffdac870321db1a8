// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// S2 and S3 in parts: the stages that replace theirs give what one piece gives, for any number of parts.
#include <mhqa/compose/pair_part.hpp>

#include "support/errors.hpp"
#include "support/name_pool.hpp"

#include <mhqa/compose/compose.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

using mhqa::part_end;
using mhqa_test::error_of;

namespace {

const mhqa_test::name_pool made{160, 30, 40, 4};

const auto rules = [](const mhqa::question_pool&, const mhqa::compose_options&) {
  return mhqa::distinct_paragraphs() && mhqa::tail_answer_unseen();
};
const mhqa::pair_stage<decltype(rules)> pairs{rules};

mhqa::compose_options options() {
  mhqa::compose_options out{.seed = 9};
  out.pairs = {60, 20, 0};  // both limits apply to some bridges
  out.connection.distractors = 4;
  out.connection.tail_answer_f1 = 0.3;
  out.connection.own_paragraph = false;  // these questions share few words with their paragraphs
  return out;
}

const mhqa::good_set good = mhqa::quality_stage<>{}(mhqa::question_pool{made.pool}, options()).kept;

// "in 12, out 7, …"
std::string shown(const mhqa::stage_counts& counts) {
  std::string out;
  for (const mhqa::named_count& c : counts.counts) out += c.name + ' ' + std::to_string(c.value) + ", ";
  for (const mhqa::reason_count& r : counts.dropped) out += r.reason + ' ' + std::to_string(r.count) + ", ";
  return out;
}

std::vector<mhqa::pair_part> parts_of(std::uint32_t count, part_end end = part_end::verdicts,
                                      const mhqa::compose_options& o = options(), const mhqa::good_set& from = good) {
  std::vector<mhqa::pair_part> out;
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t i = (k * 5 + 3) % count;  // a permutation: 5 divides no count below
    const auto part = mhqa::pair_up_part(from, o, {.number = {.index = i, .count = count}}, end, pairs);
    out.push_back(mhqa::read_pair_part(mhqa::to_bytes(part), "part" + std::to_string(i)));
  }
  return out;
}

}  // namespace

TEST_CASE("pair_part: 1 to 64 parts in any order give the pairs, plan, verdicts and counts of one piece") {
  const auto o = options();
  const auto found = pairs(good, o);
  REQUIRE(found.counts.dropped.at(2).count > 0);  // beyond-candidates-per-bridge
  REQUIRE(found.counts.dropped.at(3).count > 0);  // beyond-pairs-per-bridge
  const auto plan =
      mhqa::plan_connection(good.questions.pool(), good.questions.words(), found.kept.items, o.seed, o.connection);
  const auto connected = mhqa::connection_stage<>{}(found.kept, o);
  REQUIRE(connected.counts.count("out") > 0);
  REQUIRE(connected.counts.count("out") < found.kept.items.size());
  for (const std::uint32_t count : {1U, 2U, 3U, 8U, 64U}) {
    for (const part_end end : {part_end::pairs, part_end::requests, part_end::verdicts}) {
      CAPTURE(count);
      CAPTURE(static_cast<int>(end));
      const mhqa::merged_pairs all{parts_of(count, end)};
      mhqa::serial_executor serial;
      const auto merged = all.pairs()(good, o, serial);
      CHECK(merged.kept.items == found.kept.items);
      CHECK(shown(merged.counts) == shown(found.counts));
      if (end != part_end::pairs) CHECK(all.plan(merged.kept, o) == plan);
      std::size_t told = 0;
      const auto after =
          all.connection(mhqa::reader_answers<>{}, [&](const auto&, std::span<const mhqa::request_batch> asked) {
            for (const auto& batch : asked) told += batch.requests.size();
          })(merged.kept, o, serial);
      CHECK(told == (end == part_end::verdicts ? plan.heads.size() + plan.tails.size() : 0));
      CHECK(after.kept.items == connected.kept.items);
      CHECK(shown(after.counts) == shown(connected.counts));
    }
  }
}

TEST_CASE("pair_part: parts that divide a frequent bridge give the pairs, plan, verdicts and counts of one piece" *
          doctest::test_suite("unsanitized")) {
  mhqa_test::name_pool frequent{400, 2, 60, 6};
  for (std::size_t i = 0; i < frequent.pool.questions.size(); i += 3) {  // two spellings of an answer
    std::string_view& answer = frequent.pool.questions[i].answer;
    if (answer.starts_with("the ")) answer.remove_prefix(4);
  }
  const mhqa::good_set many = mhqa::quality_stage<>{}(mhqa::question_pool{frequent.pool}, options()).kept;
  mhqa::serial_executor serial;
  for (const mhqa::pair_limits& limits : {mhqa::pair_limits{}, mhqa::pair_limits{9000, 0, 0},
                                          mhqa::pair_limits{0, 900, 0}, mhqa::pair_limits{9000, 900, 0}}) {
    CAPTURE(limits.candidates_per_bridge);
    CAPTURE(limits.pairs_per_bridge);
    auto o = options();
    o.pairs = limits;
    const auto found = pairs(many, o);
    CHECK((found.counts.dropped.at(2).count > 0) == (limits.candidates_per_bridge != 0));
    CHECK((found.counts.dropped.at(3).count > 0) == (limits.pairs_per_bridge != 0));
    const auto plan =
        mhqa::plan_connection(many.questions.pool(), many.questions.words(), found.kept.items, o.seed, o.connection);
    const auto connected = mhqa::connection_stage<>{}(found.kept, o);
    REQUIRE(connected.counts.count("out") > 0);
    for (const std::uint32_t count : {2U, 7U}) {
      CAPTURE(count);
      const auto parts = parts_of(count, part_end::verdicts, o, many);
      for (const mhqa::pair_part& part : parts) CHECK(part.candidates < 2 * found.counts.count("in") / count);
      const mhqa::merged_pairs all{parts};
      const auto merged = all.pairs()(many, o, serial);
      CHECK(merged.kept.items == found.kept.items);
      CHECK(shown(merged.counts) == shown(found.counts));
      CHECK(all.plan(merged.kept, o) == plan);
      const auto after = all.connection()(merged.kept, o, serial);
      CHECK(after.kept.items == connected.kept.items);
      CHECK(shown(after.counts) == shown(connected.counts));
    }
  }
}

TEST_CASE("pair_part: each part has bridges, and fewer than all") {
  std::size_t most = 0, sum = 0;
  for (const mhqa::pair_part& part : parts_of(3, part_end::pairs)) {
    CHECK(!part.pairs.empty());
    most = std::max(most, part.pairs.size());
    sum += part.pairs.size();
  }
  CHECK(most < sum);
}

TEST_CASE("pair_part: a part ends with its pairs if S3 is switched off") {
  auto o = options();
  o.connect = false;
  const auto parts = parts_of(2, part_end::verdicts, o);
  CHECK(parts[0].end == part_end::pairs);
  mhqa::serial_executor serial;
  const mhqa::merged_pairs all{parts};
  const auto merged = all.pairs()(good, o, serial);
  CHECK(all.connection()(merged.kept, o, serial).kept.items == merged.kept.items);
}

TEST_CASE("pair_part: parts that do not make a whole are refused by name") {
  mhqa::serial_executor serial;
  const auto o = options();
  auto parts = parts_of(3);
  parts.push_back(parts[1]);
  const std::string twice = parts[1].label.name;
  CHECK(error_of([&] { mhqa::merged_pairs{parts}; }).starts_with(twice + ": expected each part once"));
  parts = parts_of(3);
  const std::string lost = to_string(parts.back().label.number);
  parts.pop_back();
  CHECK(error_of([&] { mhqa::merged_pairs{parts}; }) == "expected 3 parts, part " + lost + " is missing");
  parts = parts_of(2);
  parts[0] = parts_of(2, part_end::pairs)[0];
  CHECK(error_of([&] { mhqa::merged_pairs{parts}; }).find("does not end after the same stage") != std::string::npos);

  const mhqa_test::name_pool other{160, 30, 40, 5};
  const mhqa::good_set others = mhqa::quality_stage<>{}(mhqa::question_pool{other.pool}, o).kept;
  CHECK(error_of([&] { mhqa::merged_pairs{parts_of(2)}.pairs()(others, o, serial); }) ==
        "part0: the part was made from other good questions");
  CHECK(error_of([&] {
          static_cast<void>(mhqa::merged_pairs{parts_of(2)}.plan({others.questions, {}}, o));
        }) == "part0: the part was made from other good questions");
  parts = parts_of(2);
  parts[0].pairs.front().tail = 4000;
  CHECK(error_of([&] { mhqa::merged_pairs{parts}.pairs()(good, o, serial); }) ==
        parts[0].label.name + ": the part has a pair that is not in the pool");
  parts = parts_of(2);
  parts[0].tails.front().context[0] = 4000;
  CHECK(error_of([&] { mhqa::merged_pairs{parts}.pairs()(good, o, serial); }) ==
        parts[0].label.name + ": the part has a paragraph that is not in the pool");
  parts = parts_of(2);
  parts[0].tails.pop_back();
  parts[0].tail_stays.pop_back();
  const mhqa::merged_pairs fewer{parts};
  const auto merged = fewer.pairs()(good, o, serial);
  CHECK(error_of([&] { fewer.connection()(merged.kept, o, serial); }) ==
        "the requests of the parts are not those of their pairs");
  CHECK_THROWS_AS(static_cast<void>(mhqa::pair_up_part(good, o, {.number = {.index = 2, .count = 2}})),
                  mhqa::usage_error);
}

TEST_CASE("pair_part: bytes that are cut, changed or of other verdicts are refused") {
  const mhqa::pair_part part = parts_of(1)[0];
  const std::string bytes = mhqa::to_bytes(part);
  const auto refused = [](const std::string& b) {
    return error_of([&] { static_cast<void>(mhqa::read_pair_part(b, "p")); });
  };
  for (std::size_t size = 0; size < bytes.size(); size += 97) CHECK(refused(bytes.substr(0, size)).starts_with("p: "));
  for (std::size_t at = 0; at < bytes.size(); at += 89) {
    std::string other = bytes;
    other[at] ^= 4;
    CHECK(refused(other).find("the checksum differs") != std::string::npos);
  }
  mhqa::pair_part unjudged = part;
  unjudged.head_stays.pop_back();
  CHECK(refused(mhqa::to_bytes(unjudged)).find("expected a verdict on each request") != std::string::npos);
}

TEST_CASE("pair_part: pairs move to a part of the pool that has their questions") {
  mhqa::compose_options o = options();
  o.pairs = {};  // no bridge is sampled: the part needs no other candidates
  std::vector<mhqa::pair_part> parts = parts_of(2, part_end::pairs, o);
  for (mhqa::pair_part& part : parts) std::erase_if(part.pairs, [](const auto& p) { return p.head % 7 != 0; });
  const mhqa::single_hop_pool& whole = good.questions.pool();
  const auto expected = mhqa::merged_pairs{parts}.pairs()(good, o, mhqa::serial_executor{});
  mhqa::merged_pairs moved{parts};
  mhqa::single_hop_pool part;
  part.paragraphs = whole.paragraphs;
  part.places = moved.questions_of_pairs(mhqa::fingerprint(whole), static_cast<std::uint32_t>(whole.questions.size()));
  // Bridges stand in the order of the first questions with their answers, which the part needs, too.
  const std::vector<std::uint32_t> first = mhqa::first_with_answer(good.questions.words());
  for (std::size_t i = part.places.size(); i-- > 0;) {
    part.places.push_back(first[good.questions.words().answer_key(part.places[i])]);
  }
  std::ranges::sort(part.places);
  part.places.erase(std::unique(part.places.begin(), part.places.end()), part.places.end());
  CHECK(part.places.size() < whole.questions.size());
  for (const std::uint32_t place : part.places) part.questions.push_back(whole.questions[place]);
  moved.move_to(part);
  const auto found = moved.pairs()({mhqa::question_pool{part}, part.places}, o, mhqa::serial_executor{});
  REQUIRE(found.kept.items.size() == expected.kept.items.size());
  for (std::size_t i = 0; i < found.kept.items.size(); ++i) {
    const auto [head, tail, bridge] = found.kept.items[i];
    CHECK(mhqa::question_pair{part.places[head], part.places[tail], bridge} == expected.kept.items[i]);
  }
  const auto refused = [&](std::uint64_t pool, std::uint32_t questions) {
    return error_of([&] { static_cast<void>(mhqa::merged_pairs{parts}.questions_of_pairs(pool, questions)); });
  };
  CHECK(refused(1, 4000) == "part0: the part was made from other good questions");
  CHECK(refused(parts[0].pool, 2) == "part0: the part has a pair that is not in the pool");
  CHECK(error_of([] { static_cast<void>(mhqa::merged_pairs{parts_of(2)}.questions_of_pairs(1, 1)); }) ==
        "part0: expected a part that ends with its pairs (`until` pairs)");
}
