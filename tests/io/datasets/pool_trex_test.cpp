// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/pool_trex.hpp>

#include <mhqa/english/relations.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using mhqa::io::loaded_pool;
using mhqa_test::scratch;

TEST_CASE("pool_trex: triples become questions of entity and relation") {
  for (const std::string_view known : {"P101", "P127", "P36", "P569", "P86"}) {
    CAPTURE(known);
    CHECK_FALSE(mhqa::wikidata_property(known).empty());
  }
  CHECK(mhqa::wikidata_property("P999999").empty());
  const scratch here;
  const std::string paris = R"("subject": {"surfaceform": "Paris", "uri": "http://www.wikidata.org/entity/Q90"})";
  const std::string country = R"("predicate": {"surfaceform": null, "uri": "http://www.wikidata.org/prop/direct/P17"})";
  const std::string france = R"("object": {"surfaceform": "France", "uri": "u"})";
  const auto path =
      here.write("trex.json",
                 R"([{"docid": "http://www.wikidata.org/entity/Q90", "title": "Paris", "text": "Paris is in France.", )"
                 R"("triples": [{)" +
                     paris + "," + country + "," + france + "}, {" + paris + "," + country + "," + france + "}, {" +
                     paris + R"(, "predicate": {"surfaceform": "twin", "uri": "P190"}, )" + france + "}, {" + country +
                     "," + france + "}, {" + paris + "," + country + R"(, "object": {"surfaceform": null}}, {)" +
                     paris + R"(, "predicate": {"uri": ".../P9999"}, )" + france + "}]}]");
  mhqa::io::pool_builder to;
  mhqa::io::read_trex_pool(path.string(), "trex", to);
  const loaded_pool pool = to.take();
  REQUIRE(pool.pool.questions.size() == 3);
  CHECK(pool.pool.questions[0].question == "Paris >> country");
  CHECK(pool.pool.questions[0].answer == "France");
  CHECK(pool.pool.questions[0].id == "Q90_0");
  CHECK(pool.pool.questions[1].question == "Paris >> twin");
  CHECK(pool.pool.questions[2].question == "Paris >> P9999");
  CHECK(pool.pool.paragraphs == std::vector<mhqa::context_paragraph>{{"Paris", "Paris is in France."}});
  CHECK(pool.dropped == std::vector<mhqa::reason_count>{{"no-answer", 1}, {"no-entity", 1}, {"same-triple", 1}});
}
