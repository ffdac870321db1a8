// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/audit_records.hpp>

#include <mhqa/io/audit_report.hpp>

#include "support/command.hpp"
#include "support/text.hpp"

#include <mhqa/compose/audit.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace {

struct found_in {
  std::string layout;
  std::map<std::string, int> counts;  // by code, of those that are not zero
};

// The findings in a file with this text.
found_in audit(std::string_view text) {
  const mhqa_test::scratch here;
  const auto file = here.write("set.json", text);
  found_in out;
  mhqa::auditor<> all;
  const auto layout = mhqa::io::find_audit_layout(file.string());
  out.layout = to_string(layout);
  mhqa::io::json_records in{file.string()};
  mhqa::io::audit_record record;
  std::uint64_t number = 0;
  while (const auto value = in.next()) {
    record.read(*value, layout, ++number);
    all.add(record.view(), 0, [&](const mhqa::finding& f) { ++out.counts[std::string{to_string(f.code)}]; });
  }
  return out;
}

using counts = std::map<std::string, int>;

std::string refused(std::string_view text) {
  try {
    (void)audit(text);
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("audit_records: HotpotQA and 2WikiMultihopQA, a JSON array, supports by title") {
  constexpr std::string_view clean =
      R"([{"_id": "a", "question": "Where was the author of Emma born?", "answer": "Steventon",)"
      R"( "supporting_facts": [["Emma", 0], ["Jane Austen", 0]], "context": [["Emma", ["It is by Jane Austen."]],)"
      R"( ["Jane Austen", ["She came from Steventon.", " She died."]], ["Bath", ["The author of Emma knew Bath, and Fanny was born in Bath."]]]}])";
  const auto found = audit(clean);
  CHECK(found.layout == "hotpotqa");
  CHECK(found.counts == counts{});
  // Hugging Face's shape of the same layout.
  const auto other =
      audit(R"({"id": "a", "question": "Where was the author of Emma born?", "answer": "Steventon",)"
            R"( "supporting_facts": {"title": ["Emma"], "sent_id": [0]}, "context": {"title": ["Emma", "Bath"],)"
            R"( "sentences": [["By Austen."], ["A town."]]}})");
  CHECK(other.counts == counts{{"single-context", 1}, {"answer-not-in-support", 1}});
}

TEST_CASE("audit_records: HotpotQA's supports that the context lacks, and answers that no support mentions") {
  const auto record = [](const std::string& answer, const std::string& facts) {
    return R"({"_id": "a", "question": "Where was the author of Emma born?", "answer": ")" + answer +
           R"(", "supporting_facts": )" + facts +
           R"(, "context": [["Emma", ["It is by Jane Austen."]], ["Jane Austen", ["She came from Steventon.", "She died."]],)"
           R"( ["Bath", ["The author of Emma knew Bath, and Fanny was born in Bath."]]]})";
  };
  const std::string both = R"([["Emma", 0], ["Jane Austen", 1]])";
  CHECK(audit(record("Steventon", both)).counts == counts{});
  CHECK(audit(record("no", both)).counts == counts{});
  CHECK(audit(record("Ulm", both)).counts.at("answer-not-in-support") == 1);
  const auto missing = [&](const char* facts) {
    const counts found = audit(record("Steventon", facts)).counts;
    const auto at = found.find("missing-support");
    return at == found.end() ? 0 : at->second;
  };
  CHECK(missing(R"([["Emma", 0], ["Jane Austen", 2]])") == 1);
  CHECK(missing(R"([["Emma", -1], ["Jane Austen", 0], ["Ann", 0]])") == 2);
  CHECK(missing("[]") == 1);
  CHECK(missing(R"({"title": ["Emma", "Ann"], "sent_id": [0, 0]})") == 1);
  CHECK(refused(record("Steventon", R"({"title": ["Emma"], "sent_id": []})")).find("sent_id") != std::string::npos);
  CHECK(refused(record("x", both) + "\n" + R"({"_id": "b", "question": "q", "answer": "a", "paragraphs": []})")
            .find("\"context\", which is missing") != std::string::npos);
}

TEST_CASE("audit_records: planted shortcuts in RAGAS' layout are all found") {
  const auto found = audit(
      R"({"user_input": "Which town is Steventon near?", "reference": "Steventon", "reference_contexts": ["A.", "B."]})"
      "\n"
      R"({"user_input": "Where was the author of Emma born?", "reference": "Bath", "reference_contexts": ["One text."]})"
      "\n"
      R"({"user_input": "Who wrote the sequel to Emma?", "reference": "Ann Lee",)"
      R"( "reference_contexts": ["Emma has a sequel by Ann Lee.", "Ann Lee is a writer."]})"
      "\n"
      R"({"user_input": "Where was the author of Emma born?", "reference": "Bath", "reference_contexts": ["x", "y"]})"
      "\n"
      R"({"user_input": "What river crosses Vienna and Linz?", "reference": "the Danube",)"
      R"( "reference_contexts": ["The Danube crosses Vienna and Linz.", "Cats sleep."]})");
  CHECK(found.layout == "ragas");
  CHECK(found.counts.at("answer-in-question") == 1);
  CHECK(found.counts.at("single-context") == 1);
  CHECK(found.counts.at("head-beside-answer") == 2);
  CHECK(found.counts.at("duplicate-question") == 1);
  CHECK(found.counts.at("needless-support") >= 1);  // the cats
}

TEST_CASE("audit_records: YourBench and MultiHop-RAG") {
  const auto bench = audit(R"({"question": "Who led it?", "self_answer": "It was Ann.", "ground_truth_answer": "Ann",)"
                           R"( "chunks": [{"chunk_id": "1", "chunk_text": "Ann led."}], "citations": ["Ann led."]})");
  CHECK(bench.layout == "yourbench");
  CHECK(bench.counts == counts{{"single-context", 1}});
  CHECK(audit(R"({"question": "Was Ann here?", "answer": "Ann", "chunks": ["a", "b"]})")
            .counts.at("answer-in-question") == 1);

  const auto rag = audit(
      R"([{"query": "Which firm do The Verge and Wired both name?", "answer": "Acme", "question_type": "inference_query",)"
      R"( "evidence_list": [{"title": "T", "source": "Wired", "fact": "One."}, {"title": "T", "fact": "Two."}]}])");
  CHECK(rag.layout == "multihop-rag");
  CHECK(rag.counts == counts{{"single-context", 1}});  // two facts of one article
  CHECK(audit(R"([{"query": "Is it so?", "answer": "Yes", "evidence_list": [{"title": "T", "fact": "One."},)"
              R"( {"title": "U", "fact": "Two."}]}])")
            .counts == counts{});
}

TEST_CASE("audit_records: of a member that stands twice the last one counts, as in Python") {
  const auto layouts = {
      R"([{"_id": "a", "question": "Who wrote Emma?", "answer": "Austen", "supporting_facts": [["Bath", 0]], "context":
 [["Emma", ["An old one."]]], "supporting_facts": [["Emma", 0]], "context": [["Emma", ["Of Austen."]], ["Bath", ["A town."]]]}])",
      R"([{"user_input": "q", "reference": "a", "reference_contexts": ["x", "y"], "reference_contexts": ["b", "c"]}])",
      R"([{"question": "q", "self_answer": "a", "chunks": ["x", "y"], "chunks": ["b", "c"]}])",
      R"([{"query": "q", "answer": "a", "evidence_list": [{"title": "T", "fact": "x"}, {"title": "S", "fact": "y"}],
 "evidence_list": [{"title": "T", "fact": "b"}, {"title": "U", "fact": "c"}, {"title": "T", "fact": "d"}]}])"};
  for (const std::string_view text : layouts) {
    CAPTURE(text);
    const mhqa_test::scratch here;
    const auto file = here.write("twice.json", text);
    mhqa::io::json_records in{file.string()};
    mhqa::io::audit_record record;
    record.read(*in.next(), mhqa::io::find_audit_layout(file.string()), 1);
    REQUIRE(record.view().paragraphs.size() == 2);
    CHECK(record.view().paragraphs[0].text.find_first_of("xy") == std::string_view::npos);
    const bool titled = record.view().paragraphs[0].title == "Emma";
    CHECK(record.view().supports.size() == (titled ? 1U : 2U));
    if (text.find("\"d\"") != std::string_view::npos) CHECK(record.view().paragraphs[0].text == "b d");
  }
}

TEST_CASE("audit_records: bad records are named") {
  using mhqa_test::has;
  CHECK(has(refused(R"({"text": "x"})"), "expected a record of MuSiQue"));
  CHECK(has(refused(R"({"user_input": "Who?"})"), "\"reference\", which is missing"));
  CHECK(has(refused(R"({"user_input": null, "reference": "x"})"), "\"user_input\", which is missing"));
  CHECK(has(refused(R"({"user_input": 3, "reference": "x"})"), "string"));
  CHECK(has(refused(R"({"question": "a", "answer": "b", "chunks": [{"id": 1}]})"), "chunk_text"));
  CHECK(has(refused(R"({"question": "a", "answer": "b", "context": {"title": ["x"], "sentences": []}})"),
            "expected columns of one length"));
}

TEST_CASE("audit_records: no title is no common title, a blank question is a fault, and citations are looked up") {
  const mhqa_test::scratch here;
  const auto counts = [&](const char* text) {
    std::map<std::string, std::uint64_t> out;
    const auto found = mhqa::io::audit_files({here.write("a", text).string()}, mhqa::io::default_reader{});
    for (std::size_t i = 0; i < mhqa::audit_code_count; ++i) {
      out[std::string{to_string(static_cast<mhqa::audit_code>(i))}] = found.all.findings[i];
    }
    return out;
  };
  auto found = counts(R"({"user_input": "?!", "reference_contexts": ["One.", "Two."], "reference": "x"})");
  CHECK(found["same-title"] == 0);
  CHECK(found["blank-question"] == 1);
  found = counts(R"({"question": "Where?", "self_answer": "Ulm", "chunks": ["Ann is from Ulm.", "She sings in Rome."],)"
                 R"( "citations": ["Ann is from ULM", "Ann … Ulm", "sings ... Rome", "Ann … Rome", "Bath", "…"]})");
  CHECK(found["citation-not-found"] == 3);
  CHECK(found["blank-question"] == 0);
  found = counts(R"({"_id": "1", "question": "Who?", "answer": "x", "supporting_facts": [["A", 0]],)"
                 R"( "context": [["A", ["One."]], ["A", ["Two."]]]})");
  CHECK(found["same-title"] == 1);
}

TEST_CASE("audit_records: FanOutQA, and rows of sets without a layout of their own") {
  const auto fan =
      audit(R"([{"id": "f", "question": "Who, of Ann and Bo?", "answer": {"x": "Ann", "y": "Cid"}, "categories": [],)"
            R"( "decomposition": [{"id": "1", "question": "q", "answer": "a", "evidence": {"title": "T"}}]},)"
            R"( {"id": "g", "question": "Who, of Ann and Bo?", "answer": 3, "categories": [], "decomposition": []}])");
  CHECK(fan.layout == "fanoutqa");
  CHECK(fan.counts.at("duplicate-question") == 1);
  const auto rows = audit(
      R"({"question": "Who wrote the sequel to Emma?", "answer": "Ann Lee",)"
      R"( "evidence": [{"title": "T", "text": "Emma has a sequel by Ann Lee."}, {"text": "Ann Lee is a writer."}]})");
  CHECK(rows.layout == "rows");
  CHECK(rows.counts.at("head-beside-answer") == 1);
  CHECK(audit(R"({"question": "Who wrote the sequel to Emma?", "answer": "Ann Lee", "evidence": )"
              R"(["Emma has a sequel by Ann Lee which came out in Rome.", )"
              R"("Ann Lee is a writer of many novels about the sea."]})")
            .counts.at("head-beside-answer") == 1);
  CHECK(audit(R"({"Prompt": "Was Ann here?", "Answer": "Ann", "wiki_links": "['https://x/wiki/Ann']"})")
            .counts.at("answer-in-question") == 1);
  CHECK(audit(R"({"Question": "Was Ann here?", "Answer": "Ann"})").counts.at("answer-in-question") == 1);
  CHECK(refused("{\"question\": \"x\", \"answer\": \"y\"}\n{\"question\": \"x\"}").find("answer") != std::string::npos);
}
