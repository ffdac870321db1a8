// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/probe_files.hpp>

#include <mhqa/io/manifest.hpp>

#include "io/probe_lines.hpp"
#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// The bytes of an instance depend on its record, the seed and the options alone.

namespace {

using mhqa::io::probe_format;
using mhqa::io::probe_layout;
using mhqa_test::scratch;

constexpr std::array<std::string_view, 4> names{"original", "probe", "transformed", "probe_of_transformed"};

struct written {
  mhqa::io::probe_file_counts counts;
  std::map<std::string, std::string> files;
};

template <class E = mhqa::serial_executor>
written write(std::string_view records, const mhqa::io::probe_file_options& options = {}, E&& exec = {},
              probe_format format = probe_format::hotpotqa) {
  const scratch here;
  mhqa::io::probe_records source{here.write("in", records).string(), format};
  const auto folder = here / "out";
  std::filesystem::create_directory(folder);
  written result;
  result.counts = mhqa::io::write_probe_files(source, folder, options, exec);
  for (const auto& file : std::filesystem::directory_iterator{folder}) {
    result.files[file.path().filename().string()] = mhqa_test::read_file(file.path());
  }
  return result;
}

/// Counts the tasks of one job: here a record each.
struct most_tasks {
  [[nodiscard]] static std::size_t concurrency() noexcept { return 8; }

  template <class F>
  void for_each(std::size_t n, F&& f) {
    most = std::max(most, n);
    for (std::size_t i = 0; i < n; ++i) f(i);
  }

  std::size_t most = 0;
};

std::vector<std::string> some_lines(std::size_t n) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < n; ++i) {
    lines.push_back(mhqa_test::hotpotqa_line("q" + std::to_string(i), 7 + i % 5, 2 + i % 3));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

}  // namespace

TEST_CASE("probe files: four files in the input's order, as arrays or as lines") {
  const auto lines = some_lines(40);
  for (const probe_layout layout : {probe_layout::published, probe_layout::jsonl}) {
    const auto out = write(joined(lines), {.layout = layout});
    CHECK(out.files.size() == 4);
    CHECK(out.counts.questions.used == 40);
    CHECK(out.counts.instances[0].value == 40);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string name = std::string{names[i]} + (layout == probe_layout::jsonl ? ".jsonl" : ".json");
      CAPTURE(name);
      REQUIRE(out.files.contains(name));
      const scratch here;
      const auto path = here.write("file", out.files.at(name));
      const auto rows =
          layout == probe_layout::jsonl ? mhqa_test::load_jsonl(path) : mhqa_test::load_json(path).items();
      CHECK(rows.size() == out.counts.instances[i].value);
      std::vector<std::string> ids;
      for (const auto& row : rows) {
        if (ids.empty() || ids.back() != row["_id"].string()) ids.push_back(row["_id"].string());
      }
      CHECK(ids.size() == 40);
      for (std::size_t k = 0; k < ids.size(); ++k) CHECK(ids[k] == "q" + std::to_string(k));
    }
  }
}

TEST_CASE("probe files: the same bytes for any number of threads") {
  const std::string records = joined(some_lines(300));
  const mhqa::io::probe_file_options options{.probes = {.seed = 7}, .trivial = true, .artifacts = true};
  const auto serial = write(records, options);
  CHECK(serial.files.size() == 8);
  for (const std::size_t threads : {std::size_t{2}, std::size_t{3}, std::size_t{8}}) {
    mhqa::thread_pool pool{threads};
    CHECK(write(records, options, pool).files == serial.files);
  }
}

TEST_CASE("probe files: lines of parts, concatenated, are the lines of the whole; order moves whole questions") {
  const auto lines = some_lines(90);
  const mhqa::io::probe_file_options options{.probes = {.sample = 0.5}, .layout = probe_layout::jsonl, .trivial = true};
  const auto whole = write(joined(lines), options);
  std::map<std::string, std::string> parts;
  for (std::size_t at = 0; at < lines.size(); at += 37) {
    const std::vector<std::string> part(lines.begin() + static_cast<std::ptrdiff_t>(at),
                                        lines.begin() + static_cast<std::ptrdiff_t>(std::min(at + 37, lines.size())));
    for (const auto& [name, bytes] : write(joined(part), options).files) parts[name] += bytes;
  }
  CHECK(parts == whole.files);

  auto reversed = lines;
  std::reverse(reversed.begin(), reversed.end());
  const auto other = write(joined(reversed), options);
  for (const auto& [name, bytes] : whole.files) {
    std::vector<std::string> a, b;
    const auto cut = [](const std::string& text, std::vector<std::string>& into) {
      for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
        into.push_back(text.substr(at, text.find('\n', at) - at));
      std::sort(into.begin(), into.end());
    };
    cut(bytes, a);
    cut(other.files.at(name), b);
    CHECK(a == b);
    CHECK(bytes != other.files.at(name));
  }
}

TEST_CASE("probe files: another seed draws otherwise, the probe's contexts stay") {
  const std::string records = joined(some_lines(20));
  const auto one = write(records, {.probes = {.seed = 1}}), two = write(records, {.probes = {.seed = 2}});
  CHECK(one.files.at("original.json") == two.files.at("original.json"));
  CHECK(one.files.at("transformed.json") != two.files.at("transformed.json"));
  CHECK(one.files.at("probe_of_transformed.json") != two.files.at("probe_of_transformed.json"));
}

TEST_CASE("probe files: a question that cannot be transformed leaves every file and is counted by its reason") {
  using mhqa::skip_reason;
  const std::string bad =
      mhqa_test::hotpotqa_line("one support", 5, 1) + mhqa_test::hotpotqa_line("few", 4, 3) +
      mhqa_test::hotpotqa_line("empty", 0, 0) +
      R"({"_id":"elsewhere","answer":"a","supporting_facts":[["P0",0],["Z",0]],"context":[["P0",[]],["P1",[]],["P2",[]]]})"
      "\n" +
      mhqa_test::hotpotqa_line("many", 12, 5);
  const auto out = write(bad + mhqa_test::hotpotqa_line("good", 5), {.probes = {.maximum_supports = 4}});
  CHECK(out.counts.questions.used == 1);
  CHECK(out.counts.questions[skip_reason::too_few_supports] == 1);
  CHECK(out.counts.questions[skip_reason::too_few_facts] == 1);
  CHECK(out.counts.questions[skip_reason::empty_context] == 1);
  CHECK(out.counts.questions[skip_reason::support_not_in_context] == 1);
  CHECK(out.counts.too_many_supports == 1);
  for (const auto& [name, bytes] : out.files) {
    CHECK(bytes.find("\"good\"") != std::string::npos);
    CHECK(bytes.find("\"_id\": \"few\"") == std::string::npos);
  }
  CHECK(write(mhqa_test::hotpotqa_line("q", 4), {.probes = {.minimum_facts = 5}})
            .counts.questions[skip_reason::below_minimum_facts] == 1);
  const auto none = write(mhqa_test::hotpotqa_line("q", 2));
  for (const auto& [name, bytes] : none.files) CHECK(bytes == "[\n]\n");
}

TEST_CASE("probe files: MuSiQue-Full's unanswerable rows are counted, not probed") {
  const auto row = [](const char* answerable) {
    return std::string{R"({"id":"x","question":"q","answer":"a","answer_aliases":[],"answerable":)"} + answerable +
           R"(,"paragraphs":[{"idx":0,"title":"A","paragraph_text":"a","is_supporting":true},)"
           R"({"idx":1,"title":"B","paragraph_text":"b","is_supporting":true},)"
           R"({"idx":2,"title":"C","paragraph_text":"c","is_supporting":false}]})"
           "\n";
  };
  const auto written = [&](const std::string& rows, bool artifacts) {
    return write(rows, {.layout = probe_layout::jsonl, .artifacts = artifacts}, mhqa::serial_executor{},
                 probe_format::musique);
  };
  const auto out = written(row("true") + row("false"), false);
  CHECK(out.counts.questions.used == 1);
  CHECK(out.counts.unanswerable == 1);
  const std::string twice = row("false") + row("true") + row("false");
  CHECK(mhqa_test::error_of([&] {
          (void)written(twice, false);
        }).ends_with("id \"x\": expected one unanswerable row with this id, found two"));

  // Restricted models see both rows, in the file's order; the probes stay as they are.
  const auto all = written(row("false") + row("true"), true);
  CHECK(all.counts.unanswerable == 1);
  CHECK(all.files.at("probe.jsonl") == out.files.at("probe.jsonl"));
  const auto count = [&](const char* file, std::string_view part) {
    std::size_t n = 0;
    const std::string& text = all.files.at(file);
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
    return n;
  };
  for (const char* const file : {"question_only.jsonl", "context_only.jsonl", "one_fact.jsonl"}) {
    CAPTURE(file);
    const std::size_t inputs = file == std::string_view{"one_fact.jsonl"} ? 3 : 1;
    CHECK(count(file, "\"answerable\": false, ") == inputs);
    CHECK(count(file, "\"answerable\": true, ") == inputs);
    CHECK(count(file, ", \"group\": 1}\n") == inputs);
    CHECK(all.files.at(file).find("\"group\": 1") < all.files.at(file).find("\"answerable\": true"));
  }
}

TEST_CASE("probe files: what has no probes has inputs for restricted models") {
  const auto out = write(mhqa_test::hotpotqa_line("few", 4, 3) + mhqa_test::hotpotqa_line("good", 5),
                         {.layout = probe_layout::jsonl, .artifacts = true});
  CHECK(out.counts.questions.used == 1);
  CHECK(out.files.at("original.jsonl").find("\"few\"") == std::string::npos);
  CHECK(out.files.at("question_only.jsonl").find("\"few\"") != std::string::npos);
  const auto most = write(mhqa_test::hotpotqa_line("31", 40, 31) + mhqa_test::hotpotqa_line("32", 40, 32),
                          {.layout = probe_layout::jsonl, .artifacts = true});
  CHECK(most.files.at("context_only.jsonl").find("\"_id\": \"31\"") != std::string::npos);
  CHECK(most.files.at("context_only.jsonl").find("\"_id\": \"32\"") == std::string::npos);
}

TEST_CASE("probe files: an error leaves the folder unchanged") {
  const scratch here;
  const auto folder = here / "out";
  std::filesystem::create_directory(folder);
  const auto path = here.write("in", joined(some_lines(200)) + mhqa_test::hotpotqa_line("q3"));
  mhqa::io::probe_records records{path.string(), probe_format::hotpotqa};
  CHECK_THROWS_WITH_AS((void)mhqa::io::write_probe_files(records, folder),
                       doctest::Contains("id \"q3\": expected each id once, found it twice"), mhqa::data_error);
  CHECK(std::filesystem::is_empty(folder));

  for (const char* const none : {"[]", "[\n]\n"}) {
    mhqa::io::probe_records empty{here.write("none", none).string(), probe_format::hotpotqa};
    CHECK_THROWS_WITH_AS((void)mhqa::io::write_probe_files(empty, folder),
                         doctest::Contains("none: expected records, found none"), mhqa::data_error);
    CHECK(std::filesystem::is_empty(folder));
  }
}

// Eight supports have about 2^8 instances in each file: a record of 215 kB would grow to 256 MiB.
TEST_CASE("probe files: what a record grows to is bounded, and so is what several records hold in memory") {
  const auto long_line = [](std::string_view id, std::size_t bytes) {
    std::string line = mhqa_test::hotpotqa_line(id, 17, 8);
    line.insert(line.find("P8 two."), std::string(bytes, 'x'));
    return line;
  };
  // A small sample: the limits count all instances.
  const mhqa::io::probe_file_options options{.probes = {.sample = 0.001}};
  CHECK_THROWS_WITH_AS((void)write(mhqa_test::hotpotqa_line("q0") + long_line("q1", 215'000), options),
                       doctest::Contains("id \"q1\": its instances would take more than 256 MiB"), mhqa::data_error);
  CHECK(write(long_line("q1", 206'000), options).counts.questions.used == 1);

  std::string records;
  for (int i = 0; i < 32; ++i) records += long_line("q" + std::to_string(i), 14'000);
  most_tasks exec;
  CHECK(write(records, options, exec).counts.questions.used == 32);
  CHECK(exec.most >= 2);
  CHECK(exec.most <= 5);  // five records' instances take more than 64 MiB
}

TEST_CASE("probe files: the records may be in the folder, but not under an output's name") {
  const scratch here;
  const std::string lines = joined(some_lines(3));
  const auto path = here.write("probe.json", lines);
  mhqa::io::probe_records records{path.string(), probe_format::hotpotqa};
  CHECK_THROWS_WITH_AS((void)mhqa::io::write_probe_files(records, here / ""),
                       doctest::Contains("would destroy the input"), mhqa::data_error);
  CHECK(mhqa_test::read_file(path) == lines);
  CHECK(mhqa::io::write_probe_files(records, here / "", {.layout = probe_layout::jsonl}).questions.used == 3);
}

TEST_CASE("probe files: real records, with digests that every compiler must give" *
          doctest::test_suite("unsanitized")) {
  struct row {
    std::string_view file;
    probe_format format;
    std::uint64_t probed;
    std::string_view digest;  // of the four files one after another, seed 20
  };
  constexpr std::array rows{
      row{"data/hotpotqa/dev_distractor_1814.json", probe_format::hotpotqa, 1810, "59bb549bfd48b856"},
      row{"data/musique/ans_dev_200.jsonl", probe_format::musique, 200, "39f4228e7e0e5eb6"},
      row{"data/2wikimultihopqa/dev_164.json", probe_format::twowiki, 164, "18309c8afad82b16"}};
  for (const row& r : rows) {
    const auto path = mhqa_test::shared_data(r.file);
    if (!path) continue;
    CAPTURE(r.file);
    const scratch here;
    mhqa::io::probe_records records{path->string(), r.format};
    mhqa::thread_pool pool{2};
    const auto counts = mhqa::io::write_probe_files(records, here / "", {.probes = {.seed = 20}}, pool);
    CHECK(counts.questions.used == r.probed);
    std::string all;
    for (const std::string& file : counts.paths) all += mhqa_test::read_file(file);
    CHECK(fmt::format("{:016x}", mhqa::io::content_hash(all)) == r.digest);
  }
}
