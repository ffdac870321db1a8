// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/corpus_file.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
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

namespace {

/// "id|title|text" of each paragraph.
std::string paragraphs_in(const std::string& text, std::uint64_t merged = 0) {
  const scratch here;
  mhqa::io::loaded_corpus corpus;
  mhqa::io::read_corpus(here.write("f", text).string(), corpus);
  CHECK(corpus.merged == merged);
  CHECK(corpus.ids.size() == corpus.paragraphs.size());
  std::string out;
  for (std::size_t i = 0; i < corpus.paragraphs.size(); ++i) {
    const mhqa::context_paragraph& p = corpus.paragraphs[i];
    out.append(corpus.ids[i]).append("|").append(p.title).append("|").append(p.text).append("\n");
  }
  return out;
}

}  // namespace

TEST_CASE("corpus_file: corpora keep their paragraphs' ids") {
  CHECK(paragraphs_in(R"({"_id": "d1", "title": "A", "text": "a", "metadata": {}})") == "d1|A|a\n");  // BEIR
  CHECK(paragraphs_in(R"({"id": 3, "contents": "\"A\"\nb"})") == "3||\"A\"\nb\n");  // FlashRAG, Pyserini
  CHECK(paragraphs_in(R"({"id": "s_1", "title": "A", "para_index": 4, "contents": "a"})") ==
        "A-4|A|a\n");  // StrategyQA
  CHECK(paragraphs_in(R"({"A-4": {"title": "A", "section": "", "para_index": 4, "content": "a"}})") == "A-4|A|a\n");
  CHECK(paragraphs_in("id\ttext\ttitle\n1\t\"a \"\"b\"\" c\"\tA\n2\td\tB\n") == "1|A|a \"b\" c\n2|B|d\n");  // DPR
}

TEST_CASE("corpus_file: questions give each paragraph of their contexts once") {
  CHECK(paragraphs_in(
            R"([{"_id": "q", "answer": "x", "question": "?", "context": [["A", ["a.", " b."]], ["B", ["c."]]]}, )"
            R"({"_id": "r", "context": [["B", ["c."]], ["B", ["d."]]]}])",
            1) == "|A|a. b.\n|B|c.\n|B|d.\n");
  CHECK(paragraphs_in(
            R"({"id": "m", "paragraphs": [{"idx": 0, "title": "A", "paragraph_text": "a"}], "question": "?"})") ==
        "|A|a\n");
  CHECK(
      paragraphs_in(R"({"version": "1.1", "data": [{"title": "A", "paragraphs": [{"context": "a", "qas": [{"id": "1", )"
                    R"("question": "?", "answers": []}, {"id": "2", "question": "?", "answers": []}]}]}]})",
                    1) == "|A|a\n");
  CHECK(
      paragraphs_in(
          R"({"p1": {"passage": "a", "qa_pairs": [{"query_id": "1", "question": "?", "answer": {"number": "1"}}]}})") ==
      "p1||a\n");
}

TEST_CASE("corpus_file: what is left out is counted, and a file without paragraphs is refused") {
  const scratch here;
  mhqa::io::loaded_corpus corpus;
  mhqa::io::read_corpus(
      here.write("a", R"([{"_id": "q", "context": [["A", ["a"]]]}, {"_id": "r", "answer": "x"}])").string(), corpus);
  CHECK(corpus.left_out["questions without a context"] == 1);
  mhqa::io::read_corpus(here.write("b", R"({"data": [{"paragraphs": [{"context": "x", "qas": []}, {"context": "y", )"
                                        R"("qas": [{"id": "1", "answers": []}]}]}]})")
                            .string(),
                        corpus);
  CHECK(corpus.left_out["paragraphs: without questions"] == 1);
  CHECK(corpus.paragraphs.size() == 2);
  CHECK_THROWS_WITH_AS(mhqa::io::read_corpus(here.write("c", R"([{"_id": "q", "context": []}])").string(), corpus),
                       doctest::Contains("expected paragraphs, found none"), mhqa::data_error);
  CHECK_THROWS_WITH_AS(mhqa::io::read_corpus(here.write("d", "id\ttext\ttitle\n1\ta\n").string(), corpus),
                       doctest::Contains("found 2 fields"), mhqa::data_error);
}
