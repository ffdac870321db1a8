// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/corpus_file.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using mhqa_test::scratch;

TEST_CASE("corpus_file: records of title and text under their usual names, and pools") {
  const scratch here;
  mhqa::io::loaded_corpus corpus;
  mhqa::io::read_corpus(
      here.write("a.jsonl", "{\"title\": \"A\", \"text\": \"a\"}\n{\"id\": 3, \"contents\": \"b\"}").string(), corpus);
  mhqa::io::read_corpus(here.write("b.json", R"([{"paragraph_text": "c", "title": null}])").string(), corpus);
  mhqa::io::read_corpus(here.write("c.tsv", "r\tWho is XXX?\tAnn\tAnn is Bo.\tBo\n").string(), corpus);
  CHECK(corpus.paragraphs ==
        std::vector<mhqa::context_paragraph>{{"A", "a"}, {"", "b"}, {"", "c"}, {"Ann", "Ann is Bo."}});
  const std::string bad = here.write("d.jsonl", "{\"text\": \"a\"}\n{\"title\": \"A\"}").string();
  CHECK_THROWS_AS(mhqa::io::read_corpus(bad, corpus), mhqa::data_error);
  CHECK_THROWS_WITH_AS(mhqa::io::read_corpus("-", corpus), doctest::Contains("found a stream"), mhqa::data_error);
}
