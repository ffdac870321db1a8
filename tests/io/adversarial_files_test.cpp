// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/adversarial_files.hpp>

#include <mhqa/date/rules.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>

namespace {

using mhqa::io::probe_format;
using mhqa::io::probe_layout;
using mhqa_test::json;
using mhqa_test::parse_json;
using mhqa_test::scratch;

struct written {
  mhqa::io::adversarial_counts counts;
  std::string bytes;
};

written write(const std::string& path, probe_format format, probe_layout layout, std::uint64_t seed = 0) {
  const scratch here;
  mhqa::io::atomic_file out{(here / "out").string()};
  written done;
  done.counts = mhqa::io::write_adversarial(path, format, layout, out, {.seed = seed});
  out.commit();
  done.bytes = mhqa_test::read_file(here / "out");
  return done;
}

std::uint64_t questions(const mhqa::io::adversarial_counts& c) {
  return c.changed + c.unanswerable + std::accumulate(c.kept.begin(), c.kept.end(), std::uint64_t{0});
}

/// A paragraph in one text.
std::string text_of(const json& paragraph) {
  if (const json* text = paragraph.find("paragraph_text")) return text->string();
  return {};
}

}  // namespace

TEST_CASE("adversarial_files: HotpotQA keeps supports, sizes and fields, and no false paragraph has the answer" *
          doctest::test_suite("unsanitized")) {
  const auto path = mhqa_test::shared_data("data/hotpotqa/dev_distractor_1814.json");
  if (!path) return;
  const written done = write(path->string(), probe_format::hotpotqa, probe_layout::published);
  CHECK(questions(done.counts) == 1814);
  CHECK(done.counts.changed > 1300);
  CHECK(done.counts.adversarial >= 4 * done.counts.changed - 100);
  const json before = mhqa_test::load_json(*path), after = parse_json(done.bytes);
  REQUIRE(before.items().size() == after.items().size());
  std::uint64_t changed = 0, replaced = 0, supports_changed = 0, with_answer = 0, same_titles = 0;
  for (std::size_t i = 0; i < before.items().size(); ++i) {
    const json &a = before[i], &b = after[i];
    CHECK(a["_id"].string() == b["_id"].string());
    CHECK(a["answer"].string() == b["answer"].string());
    REQUIRE(a["context"].items().size() == b["context"].items().size());
    std::uint64_t here = 0;
    for (std::size_t p = 0; p < a["context"].items().size(); ++p) {
      const json &x = a["context"][p], &y = b["context"][p];
      if (x[0].string() == y[0].string() && x[1].strings() == y[1].strings()) continue;
      ++here;
      for (const json& fact : a["supporting_facts"].items()) supports_changed += fact[0].string() == x[0].string();
      for (const std::string& sentence : y[1].strings()) {
        with_answer += mhqa::occurs_in(a["answer"].string(), sentence) ? 1 : 0;
      }
      for (std::size_t q = 0; q < p; ++q) same_titles += b["context"][q][0].string() == y[0].string() ? 1 : 0;
    }
    changed += here != 0 ? 1 : 0;
    replaced += here;
  }
  CHECK(changed == done.counts.changed);
  CHECK(replaced == done.counts.adversarial + done.counts.mentioning);
  CHECK(supports_changed == 0);
  CHECK(with_answer == 0);
  CHECK(same_titles == 0);
  CHECK(write(path->string(), probe_format::hotpotqa, probe_layout::published).bytes == done.bytes);
  CHECK(write(path->string(), probe_format::hotpotqa, probe_layout::published, 1).bytes != done.bytes);
}

TEST_CASE("adversarial_files: MuSiQue's rows keep their layout, idx and labels" * doctest::test_suite("unsanitized")) {
  const auto path = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!path) return;
  const written done = write(path->string(), probe_format::musique, probe_layout::jsonl);
  CHECK(questions(done.counts) == 200);
  CHECK(done.counts.changed > 150);
  const auto before = mhqa_test::load_jsonl(*path);
  const scratch here;
  const auto after = mhqa_test::load_jsonl(here.write("after", done.bytes));
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(before[i]["id"].string() == after[i]["id"].string());
    const auto &a = before[i]["paragraphs"].items(), &b = after[i]["paragraphs"].items();
    REQUIRE(a.size() == b.size());
    for (std::size_t p = 0; p < a.size(); ++p) {
      CHECK(a[p]["idx"].integer() == b[p]["idx"].integer());
      CHECK(a[p]["is_supporting"].boolean() == b[p]["is_supporting"].boolean());
      if (a[p]["is_supporting"].boolean()) CHECK(text_of(a[p]) == text_of(b[p]));
    }
  }
}

TEST_CASE("adversarial_files: unanswerable rows and questions without a false answer are copied and counted") {
  const scratch here;
  const std::string row =
      R"({"id":"ID","paragraphs":[{"idx":0,"title":"T","paragraph_text":"an x","is_supporting":true},)"
      R"({"idx":1,"title":"U","paragraph_text":"T.","is_supporting":true},)"
      R"({"idx":2,"title":"V","paragraph_text":"v","is_supporting":false}],"question":"Q?","answer":"x","answerable":)";
  const std::string path = here.write("in", row + "true}\n" + row + "false}\n").string();
  const written done = write(path, probe_format::musique, probe_layout::jsonl);
  CHECK(done.counts.unanswerable == 1);
  CHECK(done.counts.changed == 0);
  CHECK(done.counts.kept[static_cast<std::size_t>(mhqa::adversary_skip::no_false_answer)] == 1);
  const auto rows = mhqa_test::load_jsonl(here.write("out", done.bytes));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["paragraphs"][2]["paragraph_text"].string() == "v");
}

TEST_CASE("adversarial_files: a file that cannot be read twice is refused") {
  CHECK(mhqa_test::error_of([] {
          mhqa::io::expect_regular_file("/dev/null", "this");
        }).find("this reads the file twice; expected a regular file") != std::string::npos);
}
