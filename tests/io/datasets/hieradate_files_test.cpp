// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/hieradate_files.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace files = mhqa::io::hieradate;

namespace {

std::string bundled_dates() {
  const auto root = std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path().parent_path();
  return (root / "examples/data/hieradate/gold.json").string();
}

std::uint64_t bundled_records() {
  std::uint64_t count = 0;
  files::for_each_record(bundled_dates(), true, [&](const mhqa::hieradate::record&) { ++count; });
  return count;
}

}  // namespace

TEST_CASE("hieradate_files: what is exported as flat lines and answered by gold is imported without a gap") {
  const mhqa_test::scratch here;
  const std::string flat = (here / "flat").string(), made = (here / "made").string();
  const files::export_counts written = files::export_questions(bundled_dates(), files::layout::flat, flat);
  CHECK(written.records == bundled_records());
  const auto rows = mhqa_test::load_jsonl(flat);
  CHECK(rows.size() == written.questions);
  std::string answers = R"({"unknown": "x")";
  for (const auto& row : rows) answers += ", \"" + row["id"].string() + "\": \"1900\"";
  const files::import_counts read =
      files::import_answers(bundled_dates(), here.write("answers", answers + "}").string(), made);
  CHECK(read.records == written.records);
  CHECK(read.missing == 0);
  CHECK(read.unused == 1);
  CHECK(mhqa_test::load_json(made).items().size() == written.records);
  CHECK(files::import_answers(bundled_dates(), here.write("answers", "{}").string(), made).missing ==
        written.questions);
}

TEST_CASE("hieradate_files: a split has each record in one half, and the calendar reader answers all of them") {
  const mhqa_test::scratch here;
  const std::string dev = (here / "dev").string(), test = (here / "test").string(), said = (here / "said").string();
  const auto [first, second] = files::split_records(bundled_dates(), dev, test, 7);
  CHECK(first.comparison + first.combined + second.comparison + second.combined == bundled_records());
  CHECK(mhqa_test::load_json(dev).items().size() == first.comparison + first.combined);
  CHECK(mhqa_test::load_json(test).items().size() == second.comparison + second.combined);
  const files::answered_counts counts = files::answer_records(bundled_dates(), said, "final", true);
  CHECK(counts.main.asked == bundled_records());
  CHECK(counts.robustness.asked == bundled_records());
  CHECK(counts.reasoning.answered == counts.reasoning.asked);
  CHECK(mhqa_test::load_json(said).items().size() == bundled_records());
}

TEST_CASE("hieradate_files: an output that is the input and a file without records are refused") {
  const mhqa_test::scratch here;
  const std::string none = here.write("none", "[]").string();
  CHECK(mhqa_test::error_of([&] {
          files::export_questions(none, files::layout::drop, (here / "out").string());
        }).find("expected records, found none") != std::string::npos);
  CHECK(mhqa_test::error_of([&] { files::export_questions(none, files::layout::drop, none); }) != "");
  CHECK_FALSE(std::filesystem::exists(here / "out"));
  const std::string plain = here.write("2wiki", R"([{"_id": "1", "question": "Who?", "answer": "A"}])").string();
  CHECK(mhqa_test::error_of([&] {
          files::answer_records(plain, (here / "out").string(), "final", false);
        }).find("id \"1\": expected the field \"ques_extract_1\"") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(here / "out"));
}
