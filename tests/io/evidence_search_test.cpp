// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/evidence_search.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

namespace io = mhqa::io;
using mhqa_test::error_of;

constexpr std::string_view questions =
    R"({"qid": "q1", "question": "Was the author of Emma English?", )"
    R"("decomposition": ["Who wrote Emma?", "Was #1 English?"], "step_answers": ["Jane Austen", "yes"]})"
    "\n"
    R"({"qid": "q2", "question": "Is silk a metal", "decomposition": ["What is silk made of?  Is #1 a metal?"]})"
    "\n";
constexpr std::string_view corpus = R"({"title": "Emma", "para_id": 1, "para": "The novel was published in 1815."})"
                                    "\n"
                                    R"({"title": "Jane Austen", "para_id": 3, "para": "Austen was an English writer."})"
                                    "\n"
                                    R"({"title": "Silk", "para_id": 0, "para": "Silk is made of fibroin."})"
                                    "\n";

std::string found_by(const io::evidence_search& search, bool titles = false) {
  mhqa::thread_pool threads{2};
  io::evidence_words<> analyze{.titles = titles};
  std::string out;
  const io::evidence_search_counts all =
      io::find_evidence(search, analyze, threads, [&](std::string_view id, auto found) {
        out += std::string{id} + ':';
        for (const std::string_view one : found) out += ' ' + std::string{one};
        out += '\n';
      });
  return out + std::to_string(all.questions) + ' ' + std::to_string(all.paragraphs) + ' ' +
         std::to_string(all.without_hit);
}

}  // namespace

TEST_CASE("evidence_search: finds paragraphs by question, by steps, with titles and with answers to steps") {
  const mhqa_test::scratch here;
  io::evidence_search search{.questions = here.write("q", questions).string(),
                             .corpus = {here.write("p", corpus).string()}};
  CHECK(found_by(search) == "q1: Jane Austen-3\nq2: Silk-0\n2 3 0");
  CHECK(found_by(search, true) == "q1: Emma-1 Jane Austen-3\nq2: Silk-0\n2 3 0");
  search.by = mhqa::io::evidence_query::decomposition;
  search.references = mhqa::query_references::left_out;
  search.k = 1;
  CHECK(found_by(search, true) == "q1: Emma-1\nq2: Silk-0\n2 3 0");
  search.references = mhqa::query_references::answered;
  CHECK(error_of([&] { found_by(search); })
            .find("id \"q2\", field \"step_answers\": `references` answered expects an "
                  "answer for each of 1 steps, found 0") != std::string::npos);
}

TEST_CASE("evidence_search: refuses files without questions or paragraphs, and ids that are there twice") {
  const mhqa_test::scratch here;
  const auto error = [&](std::string_view asked, std::string_view paragraphs) {
    const io::evidence_search search{.questions = here.write("q", asked).string(),
                                     .corpus = {here.write("p", paragraphs).string()}};
    return error_of([&] { found_by(search); });
  };
  CHECK(error(questions, "[]").find("expected paragraphs, found none") != std::string::npos);
  CHECK(error("[]", corpus).find("expected questions, found none") != std::string::npos);
  CHECK(error(std::string{questions} + std::string{questions}, corpus).find("id \"q1\"") != std::string::npos);
  CHECK(error(questions, std::string{corpus} + std::string{corpus}).find("id \"Emma-1\"") != std::string::npos);
  CHECK(error(R"({"qid": "x"})", corpus).find("expected the field \"question\"") != std::string::npos);
}
