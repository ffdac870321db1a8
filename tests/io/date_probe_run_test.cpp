// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/date_probe_run.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <mhqa/datasets/hieradate.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace io = mhqa::io;
using mhqa_test::error_of;

// A question "Who died first, A or B?" of 2WikiMultihopQA.
std::string died_first(std::string_view id, std::string_view a, std::string_view b) {
  const auto event = [](std::string_view name, std::string_view date) {
    return "[\"" + std::string{name} + "\", \"date of death\", \"" + std::string{date} + "\"]";
  };
  return "{\"_id\": \"" + std::string{id} +
         "\", \"type\": \"comparison\", \"question\": \"Who died first, A or B?\", \"answer\": \"A\", "
         "\"supporting_facts\": [[\"A\", 0], [\"B\", 0]], \"evidences\": [" +
         event("A", a) + ", " + event("B", b) + "]}\n";
}

std::string written(const std::filesystem::path& path, const std::string& text) {
  std::ofstream{path} << text;
  return path.string();
}

}  // namespace

TEST_CASE("date_probe_run: records, notes and manifest have what the counts say") {
  const mhqa_test::scratch here;
  const std::string gold =
      written(here / "gold.jsonl", died_first("good", "May 1900", "1 June 1950") + died_first("equal", "1900", "1900") +
                                       died_first("later", "1950", "1900"));
  std::vector<std::uint64_t> seen;
  const io::date_probe_run run{.format = "2wikimultihopqa",
                               .gold = gold,
                               .out = (here / "out.json").string(),
                               .seed = 3,
                               .progress = [&](std::uint64_t done) { seen.push_back(done); }};
  const io::date_probe_counts made = io::make_date_probes(run);
  CHECK(made.records == 3);
  CHECK(made.date_questions == 3);
  CHECK(made.written() == 1);
  CHECK(made.comparison == 1);
  CHECK(made.left_out.total() == 2);
  CHECK(seen == std::vector<std::uint64_t>{1, 2, 3});
  const auto records = mhqa_test::parse_json(mhqa_test::read_file(run.out));
  REQUIRE(records.items().size() == 1);
  CHECK(records.items()[0]["_id"].string() == "good");
  const auto manifest = mhqa_test::parse_json(mhqa_test::read_file(run.manifest()));
  CHECK(manifest["command"].string() == "probe-dates");
  CHECK(manifest["options"]["rule"].string() == "final");
  CHECK(manifest["outputs"].items().size() == 2);
  std::uint64_t notes = 0;
  for (const char c : mhqa_test::read_file(run.notes())) notes += c == '\n';
  CHECK(notes == 2);
  std::string table, json;
  io::append_date_probe_table(table, run, made);
  CHECK(table.starts_with("records                          3\ndate questions                   3\n"));
  CHECK(table.ends_with("each is listed in " + run.notes() + "\n"));
  io::json_writer out{json};
  io::write_date_probe_counts(out.begin_object(), made);
  out.end_object();
  const auto counts = mhqa_test::parse_json(json);
  CHECK(counts["counts"]["comparison"].integer() == 1);
  CHECK(counts["left_out"].members().size() == 2);
  CHECK(counts["not_converted"].members().empty());
}

TEST_CASE("date_probe_run: a run that cannot be is refused, and no file is made") {
  const mhqa_test::scratch here;
  const std::string gold =
      written(here / "gold.jsonl", died_first("a", "1900", "1950") + died_first("a", "1900", "1950"));
  const std::string empty = written(here / "empty.json", "[]");
  const io::date_probe_run good{.format = "2wikimultihopqa", .gold = gold, .out = (here / "out.json").string()};
  const auto with = [&](auto&& change) {
    io::date_probe_run run = good;
    change(run);
    return error_of([&] { static_cast<void>(io::make_date_probes(run)); });
  };
  CHECK(with([](auto& run) { run.format = "musique"; }).find("2wikimultihopqa or hotpotqa, found musique") !=
        std::string::npos);
  CHECK(with([](auto& run) { run.rule = "exact"; }).find("final, found exact") != std::string::npos);
  CHECK(with([](auto& run) { run.out = "-"; }).find("`out` expects a file") != std::string::npos);
  CHECK(with([](auto& run) {
          run.source = mhqa::hieradate::source_kind::works;
          run.convert = true;
        }).find("`source` works expects") != std::string::npos);
  CHECK(with([](auto& run) { run.out = run.gold; }).find("gold.jsonl") != std::string::npos);
  CHECK(with([&](auto& run) { run.gold = empty; }).find("expected records, found none") != std::string::npos);
  CHECK(with([](auto&) {}).find("id \"a\"") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(good.out));
  CHECK_FALSE(std::filesystem::exists(good.notes()));
}
