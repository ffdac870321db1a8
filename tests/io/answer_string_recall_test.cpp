// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/answer_string_recall.hpp>

#include <mhqa/io/json_writer.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa;

namespace {

std::map<std::string, double> scored(std::string_view text, io::answer_string rule = io::answer_string::by_layout,
                                     std::vector<std::size_t> at = {1, 2, 5}) {
  const mhqa_test::scratch here;
  const std::string file = here.write("out", text).string();
  CHECK(io::has_answer_strings(file));
  io::rankings run = io::read_rankings(file);
  std::map<std::string, double> out;
  const auto found = io::evaluate_answer_strings(
      run, file, {file, std::move(at)}, [](const question_row&) {}, rule);
  for (const named_score& one : found.all.scores) out[one.name] = *one.value;
  CHECK(found.all.signature.find("|n:" + std::to_string(found.all.counts[0].value) + "|") != std::string::npos);
  return out;
}

/// For each of 1,000 random rows, which of its five texts hold an answer, as a digit of base 32 (the first text is the
/// lowest bit): of has_answer(…, "string") of facebookresearch/DPR dpr/data/qa_validation.py@a31212d, and of
/// Retrieval_Recall of RUC-NLPIR/FlashRAG flashrag/evaluator/metrics.py@1ee5249. `scripts/differential` compares with
/// the programs.
constexpr std::string_view dpr_hits =
    "6gc40v01v0vg8o10gj9vg624v30000586g4106000vd0g2r50v40094p06o080v062ag09ggiotka0s640a0g0glkv0j02i0v10o"
    "eg89gvv8ov8800kpg02o2h50oc100211m8g6m2kv0k34v8c44lc80020ilvc38145vg8gi41940016st240v3408svb2sag4n598"
    "v0t13gs1i0010op4g1eh856hv780hv1sme0r9006g0el048gk21n0v040v8acm8vg5kk9am00908292lk0104v02409004714f12"
    "kqhkj42m06200e783g0j202ov4k1ia8p0hs2fdg94q6ok1gm1134lgi9214004804g40kkho5oe9v5ma00k4hgobg5004048v600"
    "h0490i81s4125251v00f700rgj1b81tkvh240v0012mc800v00pv00t0vi0vau208040g1dkgk0a4000i100060v40oa004b2g1j"
    "cgkjh84og0kva08800vj8co02h01rg0120lhhh10k830ve12n02q0040010v083iak10g41v1v8010j4v0g0k4040i211s6an000"
    "02b2a0t4gv1a2016ps0i04847riv000pvv3000h09002nj4200d91k08c4241000c0h2g0i9lgogvi20vg0000lg3i0nhvv72s10"
    "g92h8baabv01i0600lv5gv284c99220n6i6d0ae08040j1p03kg01445v6g4001kr04glog0508b0c0000j16g5241gg26gsqg5t"
    "i1a000e51v84009g1v42a0i4k528p4rh09v40k0lpk1hiao2v24604gsgbiqs0e620g480980r0d000423116gv0i64l600082mf"
    "00b8819ag2v0h022l462bve4mc05039003v210g011kh0g7808ra1g6bl1h20og12kg46vk2g308h00mev8v84d9v2e052vgg4g1";
constexpr std::string_view flashrag_hits =
    "6gd4iv01v0vi8o9kgr9vg6e4vj02v0586g4j86g50vdgg2v50v640f4v0es080v022ag0bigiotkb0s6v0a0g1kvkv0v02i0vhgv"
    "ugv9gvv8ov883okrg0ioih50oc10g21hm8s6m2kv0ljvv8c5cnc8v021ulvc5a147vg8ni479v0h16sd240v3429vvb2sap4n798"
    "v0v13vs1i809isv4g5eh8f6hv780hv1sve0r980eogfl048gk21n0vh60v8qcmfvg5kvbam0090q6b2lk0v04v0260d084v94vd2"
    "lqjkj42m060s0en83o9j206ovcl1ia8r8vt2evg9ev6qkvie5vv4lgv8654g048geh48kkhodoe9v5ma61u4hkobgl004v48vum0"
    "h0c90i83s512l2v1v80fv02rqv3bq1vsvhv40v0016mcc00vv0pvg0s0vvvvavv0o051g1dkgk0e401bi100064v4poa00476vvj"
    "chkjp84pg0kva08b06vv8cqurp01rg0121lhhh1tk870vvljn22q404ag10v093iak16g41v1v8088j4v9g0v42vii2e5o6qn000"
    "02b3a6v4gv5av87vvsvu0v847riv40cpvvr000h19002nv4291dd1k0dcc241204c9l2gvivlgogv22vvo0v05lg3vcvhvv72s10"
    "h92h8bvavv81i0m0qtv5gv2c6cd96i0vvi6daav08d40n1v03kg01465veg401jkv44glog0508b9c0880n16g5265gu2ugvqg5t"
    "v7ad00v5vvv4009g1v43agi4ld28p4vhg9v4gk2lps1viaq3va4604gsvviisge6e0g5829v0v0t000c23116gv0i7cl60008vmf"
    "g2b8819ak2v0p03all62bve4mvg503b103vm1vg31hmh1g7908ra9gurlhhq0vgv2ko46vs2g308h20kev8v84c1v3vi52vgg4g5";

/// Draws the rows from which the programs computed the digits above.
class row_draws {
 public:
  std::size_t below(std::size_t n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>((state_ >> 33U) % n);
  }
  std::string text(std::size_t least, std::size_t more) {
    constexpr std::string_view pieces[] = {"the",   "An", "yes",  "Emma", "Ann-Marie", "İstanbul", "ß",      "1.5",
                                           "1,000", ".",  "…",    "x",    "x y",       "U.S.",     "O'Neil", "\u00a0",
                                           "naïve", "½",  "中文", "é",    "e\u0301",   "don't",    "$5",     "Us"};
    std::string out;
    for (std::size_t left = least + below(more); left > 0; --left) {
      out += pieces[below(std::size(pieces))];
      if (below(6) != 0) out += ' ';
    }
    return out;
  }

 private:
  std::uint64_t state_ = 2026;
};

/// Appends a row of DPR's or FlashRAG's output with two answers at most and five texts.
void append_row(std::string& out, row_draws& draw, std::size_t number, bool flashrag) {
  std::vector<std::string> answers;
  for (std::size_t left = 1 + draw.below(2); left > 0; --left) {
    const std::size_t least = draw.below(12) == 0 ? 0 : 1;
    answers.push_back(draw.text(least, 3));
  }
  io::json_writer json{out};
  json.begin_object().member("id", static_cast<std::uint64_t>(number)).key(flashrag ? "golden_answers" : "answers");
  json.begin_array();
  for (const std::string& answer : answers) json.value(std::string_view{answer});
  json.end_array().key(flashrag ? "retrieval_result" : "ctxs").begin_array();
  for (std::uint64_t i = 0; i < 5; ++i) {
    std::string text = draw.text(0, 5);
    if (draw.below(4) == 0) text += answers[draw.below(answers.size())];
    text += draw.text(0, 5);
    json.begin_object().member("id", i).member(flashrag ? "contents" : "text", std::string_view{text}).end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

}  // namespace

TEST_CASE("answer_string_recall: 1,000 random rows of DPR's and FlashRAG's output have the programs' numbers") {
  for (const bool flashrag : {false, true}) {
    CAPTURE(flashrag);
    row_draws draw;
    std::string rows;
    for (std::size_t i = 0; i < 1000; ++i) append_row(rows, draw, i, flashrag);
    const mhqa_test::scratch here;
    const std::string file = here.write("out.jsonl", rows).string();
    io::rankings run = io::read_rankings(file);
    const std::string_view wanted = flashrag ? flashrag_hits : dpr_hits;
    std::size_t row = 0, right = 0;
    const auto found = io::evaluate_answer_strings(run, file, {file, {1, 3, 5}}, [&](const question_row& one) {
      const char digit = wanted.at(row++);
      const unsigned hits = static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
      bool same = one.numbers.size() == 6;
      for (std::size_t n = 0; same && n < 6; n += 2) {
        const unsigned k = static_cast<unsigned>(n) + 1;
        const int among = std::popcount(hits & ((1U << k) - 1));
        same = one.numbers[n].value == (among != 0 ? 1.0 : 0.0) &&
               one.numbers[n + 1].value == among / static_cast<double>(k);
      }
      right += same ? 1 : 0;
    });
    CHECK(row == 1000);
    CHECK(right == 1000);
    // The means that Retrieval_Recall and Retrieval_Precision print, and top-k accuracy.
    CHECK(*found.all.scores[0].value == doctest::Approx(flashrag ? 0.417 : 0.317).epsilon(1e-12));
    CHECK(*found.all.scores[4].value == doctest::Approx(flashrag ? 0.868 : 0.771).epsilon(1e-12));
    CHECK(*found.all.scores[5].value ==
          doctest::Approx(flashrag ? 0.42879999999999724 : 0.3159999999999981).epsilon(1e-12));
    CHECK(found.all.signature.find(flashrag ? "|rule:flashrag|program:RUC-NLPIR/FlashRAG flashrag/evaluator/metrics.py@"
                                            : "|rule:dpr|program:facebookresearch/DPR dpr/data/qa_validation.py@") !=
          std::string::npos);
  }
}

TEST_CASE("answer_string_recall: documents are taken in the file's order, and count if they contain an answer") {
  // DPR: the answer is in the second of two texts; equal scores keep the file's order.
  const char* const dpr =
      R"([{"question": "who wrote emma", "answers": ["Jane Austen"], "ctxs": [{"id": "1", "title": "Emma", )"
      R"("text": "Emma is a novel.", "score": "3.0"}, {"id": "2", "title": "x", "text": "Jane Austen wrote Emma.", )"
      R"("score": "3.0"}]}])";
  auto found = scored(dpr);
  CHECK(found["answer_recall@1"] == 0);
  CHECK(found["answer_recall@2"] == 1);
  CHECK(found["answer_precision@2"] == 0.5);
  CHECK(found["answer_precision@5"] == 0.5);  // of the two that there are
  const char* const flashrag =
      R"({"id": "q1", "question": "?", "golden_answers": ["U.S."], "output": {"retrieval_result": )"
      R"([{"id": "1", "contents": "The Us\nband"}, {"id": "2", "contents": "u s"}], "pred": "x"}})";
  found = scored(flashrag);
  CHECK(found["answer_recall@1"] == 1);  // "us" is part of "us band"
  CHECK(found["answer_precision@2"] == 0.5);
  found = scored(flashrag, io::answer_string::dpr);  // tokens "u.s" "." are in neither
  CHECK(found["answer_recall@2"] == 0);
}

TEST_CASE("answer_string_recall: no document is 0, and records without answers or texts are refused") {
  auto found = scored(R"({"id": "q", "golden_answers": ["a"], "retrieval_result": []})");
  CHECK(found["answer_recall@1"] == 0);
  CHECK(found["answer_precision@1"] == 0);
  CHECK_THROWS_WITH_AS(scored(R"({"id": "q", "golden_answers": ["a"], "retrieval_result": [{"id": "1"}]})"),
                       doctest::Contains("\"contents\", which is missing"), data_error);
  CHECK_THROWS_WITH_AS(scored(R"([{"id": "q", "answers": ["a"], "ctxs": []}, {"id": "r", "ctxs": []}])"),
                       doctest::Contains("answers or golden_answers"), data_error);
}
