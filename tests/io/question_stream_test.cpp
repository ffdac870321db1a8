// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A stream of questions numbers, judges and hashes them as a pool in memory.
#include <mhqa/io/question_stream.hpp>

#include "support/command.hpp"
#include "support/composing.hpp"

#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/io/pool_file.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

TEST_CASE("question_stream: questions, paragraphs and counts of S1 are those of the pool") {
  const mhqa_test::scratch here;
  const mhqa::io::compose_settings settings = mhqa_test::composing_settings(here / "out", [](auto& s) {
    s.pools = {mhqa_test::bundled_pool(), "again=" + mhqa_test::bundled_pool()};
    s.options.quality.min_context_words = 35;
  });
  mhqa::io::loaded_pool loaded = mhqa::io::load_pool(
      std::vector{mhqa::io::pool_path::parse(settings.pools[0]), mhqa::io::pool_path::parse(settings.pools[1])});
  const mhqa::single_hop_pool pool = loaded.pool;
  mhqa::io::question_stream all{settings, (here / "spool").string(), true};
  std::uint32_t read = 0, paragraphs = 0;
  const auto counts = all.read([&](const mhqa::single_hop& q, std::uint32_t number, const auto* fresh) {
    REQUIRE(read < pool.questions.size());
    CHECK(q.id == pool.questions[read].id);
    CHECK(number == pool.questions[read++].paragraph);
    if (fresh != nullptr) CHECK(fresh->text == pool.paragraphs[paragraphs++].text);
  });
  CHECK(counts.read == loaded.read);
  CHECK(read == all.count_read());
  CHECK(paragraphs == pool.paragraphs.size());
  all.learn();
  const mhqa::quality_stage<> stage;
  const auto expected = stage(mhqa::with_case(mhqa::question_pool{pool}), settings.options);
  std::vector<std::string> ids;
  const mhqa::stage_counts judged = all.judge([&](const mhqa::single_hop& q) { ids.emplace_back(q.id); });
  REQUIRE(judged.counts.size() == expected.counts.counts.size());
  for (std::size_t i = 0; i < judged.counts.size(); ++i)
    CHECK(judged.counts[i].value == expected.counts.counts[i].value);
  CHECK(judged.dropped == expected.counts.dropped);
  const mhqa::single_hop_pool& good = expected.kept.questions.pool();
  REQUIRE(ids.size() == good.questions.size());
  CHECK(ids.size() < read);
  CHECK(all.fingerprint() == mhqa::fingerprint(good));
  CHECK(all.paragraphs().size() == good.paragraphs.size());
  for (std::uint32_t i = 0; i < ids.size(); ++i) {
    CHECK(ids[i] == good.questions[i].id);
    CHECK(all.paragraph_of(i) == good.questions[i].paragraph);
  }
}
