// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_writer.hpp>

#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

// mhqa convert, as a user runs it.

using mhqa_test::check_refused;
using mhqa_test::finished;
using mhqa_test::hotpotqa_gold;
using mhqa_test::json;
using mhqa_test::load_json;
using mhqa_test::load_jsonl;
using mhqa_test::parse_json;
using mhqa_test::read_file;
using mhqa_test::scratch;

TEST_CASE("convert: the counts go to standard error, with --json also to standard output") {
  const scratch here;
  const std::string gold = here.write("g", hotpotqa_gold).string(), out = (here / "out").string();
  const finished plain = mhqa_test::mhqa({"convert", gold, "--from", "hotpotqa", "--to", "musique", "--out", out});
  CHECK(plain.status == 0);
  CHECK(plain.out.empty());
  CHECK(plain.err.starts_with("3 of 3 questions written\nnot held by musique:\n"));
  CHECK(plain.err.find("        3  supporting_facts.sentence\n") != std::string::npos);
  const finished done =
      mhqa_test::mhqa({"convert", gold, "--from", "hotpotqa", "--to", "musique", "--out", out, "--json"});
  const json counts = parse_json(done.out);
  CHECK(counts["written"].integer() == 3);
  CHECK(counts["lost"]["type"].integer() == 3);
  CHECK(counts["absent"]["question_decomposition"].integer() == 3);
  const finished piped = mhqa_test::mhqa({"convert", gold, "--from", "hotpotqa", "--to", "musique", "--out", "-"});
  CHECK(piped.out == read_file(out));
}

TEST_CASE("convert: it writes over no input, refuses unknown layouts and counts beside the output") {
  const scratch here;
  const std::string gold = here.write("g", hotpotqa_gold).string();
  check_refused(mhqa_test::mhqa({"convert", gold, "--from", "hotpotqa", "--to", "verl", "--out", gold}),
                "would destroy the input");
  check_refused(mhqa_test::mhqa({"convert", gold, "--from", "hotpot", "--to", "verl", "--out", "-"}), "--from");
  check_refused(mhqa_test::mhqa({"convert", gold, "--from", "hotpotqa", "--to", "verl", "--out", "-", "--json"}),
                "--json");
  const std::string beir = (here / "b").string();
  check_refused(mhqa_test::mhqa({"convert", gold, "--from", "hotpotqa", "--to", "beir", "--out", beir}), "no question");
  CHECK(!std::filesystem::exists(beir));
}

TEST_CASE("convert: every evaluation gives the gold 100 on what was written" * doctest::test_suite("unsanitized")) {
  const auto file = mhqa_test::shared_data("data/hotpotqa/dev_distractor_1814.json");
  if (!file) return;
  const scratch here;
  const auto path = [&](const char* name) { return (here / name).string(); };
  const auto evaluated = [&](const std::string& layout, auto predict) {
    REQUIRE(mhqa_test::mhqa({"convert", file->string(), "--from", "hotpotqa", "--to", layout, "--out", path("gold")})
                .status == 0);
    std::string said;
    predict(said);
    here.write("said", said);
    const finished done = mhqa_test::mhqa({"eval", layout, path("said"), path("gold"), "--json"});
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    return parse_json(done.out);
  };
  const auto titled = [&](std::string& said) {
    const json gold = load_json(here / "gold");
    mhqa::io::json_writer out{said};
    out.begin_object().key("answer").begin_object();
    for (const json& r : gold.items()) out.member(r["_id"].string(), r["answer"].string());
    out.end_object().key("sp").begin_object();
    for (const json& r : gold.items()) {
      out.key(r["_id"].string()).begin_array();
      for (const json& f : r["supporting_facts"].items()) {
        out.begin_array().value(f.items()[0].string()).value(f.items()[1].integer()).end_array();
      }
      out.end_array();
    }
    out.end_object().key("evidence").begin_object();
    for (const json& r : gold.items()) out.key(r["_id"].string()).begin_array().end_array();
    out.end_object().end_object();
  };
  CHECK(evaluated("hotpotqa", titled)["scores"]["joint_f1"].real() == 1);
  const json twowiki = evaluated("2wikimultihopqa", titled);
  CHECK(twowiki["scores"]["f1"].real() == 100);
  CHECK(twowiki["scores"]["sp_f1"].real() == 100);
  const json musique = evaluated("musique", [&](std::string& said) {
    for (const json& r : load_jsonl(here / "gold")) {
      mhqa::io::json_writer out{said};
      out.begin_object().member("id", r["id"].string()).member("predicted_answer", r["answer"].string());
      out.key("predicted_support_idxs").begin_array();
      for (const json& p : r["paragraphs"].items()) {
        if (p["is_supporting"].boolean()) out.value(p["idx"].integer());
      }
      out.end_array().member("predicted_answerable", true).end_object();
      said += '\n';
    }
  });
  CHECK(musique["scores"]["answer_f1"].real() == 1);
  CHECK(musique["scores"]["support_f1"].real() == 1);
  const json squad = evaluated("squad", [&](std::string& said) {
    mhqa::io::json_writer out{said};
    out.begin_object();
    const json gold = load_json(here / "gold");
    for (const json& article : gold["data"].items()) {
      for (const json& paragraph : article["paragraphs"].items()) {
        for (const json& q : paragraph["qas"].items()) {
          out.member(q["id"].string(), q["answers"].items()[0]["text"].string());
        }
      }
    }
    out.end_object();
  });
  CHECK(squad["scores"]["f1"].real() == 100);
}
