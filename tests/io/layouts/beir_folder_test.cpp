// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/beir_folder.hpp>

#include <mhqa/io/retrieval_files.hpp>

#include "io/layouts/convert_text.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace mhqa;
using io::data_layout;
using mhqa_test::read_file;
using mhqa_test::scratch;

namespace {

struct beir_files {
  scratch here;

  beir_files() { std::filesystem::create_directories(here / "b/qrels"); }
  explicit beir_files(const std::string& corpus, const std::string& queries, const std::string& qrels) : beir_files{} {
    here.write("b/corpus.jsonl", corpus);
    here.write("b/queries.jsonl", queries);
    here.write("b/qrels/test.tsv", "query-id\tcorpus-id\tscore\n" + qrels);
  }
  void refused(const char* part) const {
    CHECK_THROWS_WITH_AS(static_cast<void>(io::convert((here / "b").string(), data_layout::beir,
                                                       (here / "out").string(), data_layout::flashrag)),
                         doctest::Contains(part), data_error);
    CHECK(!std::filesystem::exists(here / "out"));
  }
};

const std::string beir_corpus = R"({"_id": "d 1", "title": "A", "text": "x", "metadata": {}}
{"_id": "d2", "title": "B", "text": "y"}
{"_id": "d3", "text": "z"}
)";
const std::string beir_query = R"({"_id": "q1", "text": "Who?", "metadata": {"answer": "Bo"}})"
                               "\n";

}  // namespace

TEST_CASE("beir_folder: a query gets its judged documents, in the qrels' order") {
  const beir_files f{beir_corpus, beir_query + R"({"_id": "q2", "text": "?"})", "q1\td2\t0\nq1\td 1\t2\n"};
  const auto counts =
      io::convert((f.here / "b").string(), data_layout::beir, (f.here / "out").string(), data_layout::flashrag);
  CHECK(counts.read == 1);
  CHECK(counts.lost["queries: without judgements"] == 1);
  CHECK(counts.lost["corpus: documents that no query judges"] == 1);
  CHECK(read_file(f.here / "out") ==
        R"({"id": "q1", "question": "Who?", "golden_answers": ["Bo"], "metadata": {"split": "test", "context": )"
        R"({"title": ["B", "A"], "text": ["y", "x"], "id": ["d2", "d 1"], "relevance": [0, 2]}}})"
        "\n");
}

TEST_CASE("beir_folder: qrels without the query or the document, twice, or with text for a level are refused") {
  beir_files{beir_corpus, beir_query, "q1\td2\t1\nq9\td2\t1\n"}.refused(
      "\"q9\": expected the judged query, which is missing");
  beir_files{beir_corpus, beir_query, "q1\td9\t1\n"}.refused("expected the judged document \"d9\" in corpus.jsonl");
  beir_files{beir_corpus, beir_query, "q1\td2\t1\nq1\td2\t1\n"}.refused("expected one judgement of \"d2\", found two");
  beir_files{beir_corpus, beir_query, "q1\td2\tNaN\n"}.refused("expected an integer level");
  beir_files{beir_corpus + R"({"_id": "d2", "text": ""})", beir_query, "q1\td2\t1\n"}.refused(
      "expected each document once");
  beir_files{R"({"_id": "d2"})", beir_query, "q1\td2\t1\n"}.refused("expected the field \"text\"");
  beir_files{}.refused("expected judgements in SPLIT.tsv, found none");
}

TEST_CASE("beir_folder: equal paragraphs are one document, and the judgements read back") {
  const scratch here;
  const std::string in = here.write("in", mhqa_test::hotpotqa_text).string(), out = (here / "b").string();
  const auto counts = io::convert(in, data_layout::hotpotqa, out, data_layout::beir);
  CHECK(counts.lost["context.sentences"] == 1);
  CHECK(counts.lost["supporting_facts.sentence"] == 0);
  CHECK(read_file(here / "b/corpus.jsonl") == R"({"_id": "0", "title": "A", "text": "Ann is. She met Bo."}
{"_id": "1", "title": "B", "text": "Bo é."}
{"_id": "2", "title": "C", "text": "Bo."}
)");
  CHECK(read_file(here / "b/qrels/test.tsv") == "query-id\tcorpus-id\tscore\nh1\t0\t1\nh1\t1\t1\nh1\t2\t0\nh2\t2\t1\n");
  const auto judged = io::read_judgements((here / "b/qrels/test.tsv").string());
  CHECK(judged.size() == 2);
  const auto back = io::convert(out, data_layout::beir, (here / "again").string(), data_layout::beir);
  CHECK(back.lost.all().empty());
  for (const char* file : {"corpus.jsonl", "qrels/test.tsv"}) {
    CHECK(read_file(here / "b" / file) == read_file(here / "again" / file));
  }
}

TEST_CASE("beir_folder: a failed conversion leaves nothing, and other judgements in the folder are not mixed in") {
  const scratch here;
  const std::string in = here.write("in", R"([{"_id": "a\tb", "question": "?", "answer": "x", "supporting_facts": )"
                                          R"([["T", 0]], "context": [["T", ["x"]]]}])")
                             .string();
  const std::string out = (here / "b").string();
  CHECK_THROWS_WITH_AS(static_cast<void>(io::convert(in, data_layout::hotpotqa, out, data_layout::beir)),
                       doctest::Contains("without tabs"), data_error);
  CHECK(!std::filesystem::exists(here / "b"));
  const beir_files other{beir_corpus, beir_query, "q1\td2\t1\n"};
  std::filesystem::rename(other.here / "b/qrels/test.tsv", other.here / "b/qrels/train.tsv");
  const std::string good = here.write("good", mhqa_test::hotpotqa_text).string();
  CHECK_THROWS_WITH_AS(
      static_cast<void>(io::convert(good, data_layout::hotpotqa, (other.here / "b").string(), data_layout::beir)),
      doctest::Contains("train.tsv: expected no judgements of another conversion"), data_error);
  CHECK(read_file(other.here / "b/corpus.jsonl") == beir_corpus);
}

TEST_CASE("beir_folder: MuSiQue's rows come back equal, but for ids and the split") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  const scratch here;
  const std::string out = (here / "b").string(), again = (here / "m.jsonl").string();
  CHECK(io::convert(*file, data_layout::musique, out, data_layout::beir).lost.all().empty());
  const auto counts = io::convert(out, data_layout::beir, again, data_layout::musique);
  CHECK(counts.lost.all().size() == 2);
  CHECK(counts.lost["context.id"] == 200);
  CHECK(counts.lost["split"] == 200);
  CHECK(read_file(again) == mhqa_test::convert_text(read_file(*file), data_layout::musique, data_layout::musique).text);
}
