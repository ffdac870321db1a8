// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/long_context_files.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

struct written {
  std::string data, key;
  mhqa::io::long_context_counts counts;
};

template <class Measure>
written write(const std::string& text, mhqa::io::probe_format format, mhqa::io::probe_layout layout,
              mhqa::long_context_options options, Measure measure) {
  const mhqa_test::scratch here;
  const std::string in = here.write("in", text).string();
  const std::string out = (here / "out").string(), key = (here / "key").string();
  written made;
  {
    mhqa::io::atomic_file data{out}, places{key};
    made.counts = mhqa::io::write_long_contexts(in, format, layout, data, places, options, measure);
    data.commit();
    places.commit();
  }
  made.data = mhqa_test::read_file(out);
  made.key = mhqa_test::read_file(key);
  return made;
}

}  // namespace

TEST_CASE("long_context_files: MuSiQue's supports stand at their depths, other questions' paragraphs get a new idx") {
  const std::string rows =
      R"({"id": "a", "question": "q", "answer": "Oslo", "paragraphs": [)"
      R"({"idx": 0, "title": "s", "paragraph_text": "Oslo it is", "is_supporting": true}, )"
      R"({"idx": 1, "title": "d", "paragraph_text": "no", "is_supporting": false}], "answerable": true})"
      "\n"
      R"({"id": "b", "question": "q", "answer": "Rome", "paragraphs": [)"
      R"({"idx": 0, "title": "r", "paragraph_text": "Rome", "is_supporting": true}], "answerable": true})"
      "\n"
      R"({"id": "b", "question": "q", "answer": "Rome", "paragraphs": [], "answerable": false})"
      "\n";
  // In words with titles: a has 4 of the support and 2; b's paragraph has 2, a's support would answer nothing of b.
  const written made = write(rows, mhqa::io::probe_format::musique, mhqa::io::probe_layout::jsonl,
                             {.length = 8, .depths = {1}}, &mhqa::word_count);
  CHECK(made.counts.questions == 2);
  CHECK(made.counts.unanswerable == 1);
  CHECK(made.counts.units == 16);
  CHECK(made.data.find(R"({"idx": 0, "title": "s", "paragraph_text": "Oslo it is", "is_supporting": true}], )"
                       R"("answerable": true})") != std::string::npos);
  CHECK(made.data.find(R"({"idx": 2, "title": "r", "paragraph_text": "Rome", "is_supporting": false})") !=
        std::string::npos);
  CHECK(made.key.starts_with(
      R"({"id": "a", "length": 8, "paragraphs": 3, "supports": [{"title": "s", "position": 2, "depth": 1.0}]})"
      "\n"));
}

TEST_CASE("long_context_files: a callable measures; HotpotQA's sentences and facts are kept") {
  const std::string rows =
      R"([{"_id": "a", "question": "q", "answer": "Oslo", "supporting_facts": [["s", 1]],)"
      R"( "context": [["d", ["x"]], ["s", ["One. ", "Oslo."]]]},)"
      R"( {"_id": "b", "question": "q", "answer": "Rome", "supporting_facts": [["r", 0]], "context": [["r", ["Rome"]]]}])";
  const auto bytes = [](std::string_view text) { return text.size(); };  // d 3, s 12, r 6
  const written made = write(rows, mhqa::io::probe_format::hotpotqa, mhqa::io::probe_layout::published,
                             {.length = 21, .depths = {0}}, bytes);
  CHECK(made.counts.questions == 2);
  CHECK(made.data.find(R"("context": [["s", ["One. ", "Oslo."]], )") != std::string::npos);
  CHECK(made.data.find(R"("supporting_facts": [["s", 1]])") != std::string::npos);
  CHECK(made.key.find(R"({"id": "a", "length": 21, "paragraphs": 3)") != std::string::npos);
  const written none =
      write(rows, mhqa::io::probe_format::hotpotqa, mhqa::io::probe_layout::published, {.length = 5}, bytes);
  CHECK(none.data == "[\n]\n");
  CHECK(none.key.empty());
  CHECK(none.counts.skipped[1] == 2);
}
