// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/composed_rules.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/composing.hpp"
#include "tools/small_files.hpp"

#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/pool_file.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// mhqa compose, index, search and stats, as a user runs them; what they make is checked by code that shares nothing
// with what made it.

using mhqa_test::bundled_pool;
using mhqa_test::bytes_of;
using mhqa_test::check_refused;
using mhqa_test::read_file;
using mhqa_test::scratch;

namespace {

/// The finished questions of a run, as its files have them.
struct read_back {
  std::deque<std::string> text;
  std::deque<std::vector<std::string_view>> aliases;
  mhqa_test::composed_files files;

  read_back(const std::string& folder, const mhqa::single_hop_pool& pool) {
    std::map<std::string_view, std::uint32_t> ids;
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> paragraphs;
    for (std::uint32_t i = 0; i < pool.questions.size(); ++i) ids[pool.questions[i].id] = i;
    for (std::uint32_t i = 0; i < pool.paragraphs.size(); ++i) {
      paragraphs[{pool.paragraphs[i].title, pool.paragraphs[i].text}] = i;
    }
    const std::array<std::string, 3> parts{"train", "dev", "test"};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      for (const bool full : {false, true}) {
        const std::string path = folder + (full ? "/full/" : "/ans/") + parts[part] + ".jsonl";
        REQUIRE(std::filesystem::exists(path));
        if (std::filesystem::file_size(path) == 0) continue;
        mhqa::io::json_records lines{path};
        mhqa::musique::record r;
        while (const auto value = lines.next()) {
          mhqa::io::musique::read(*value, r);
          auto& q = (full ? files.full : files.ans)[part].emplace_back();
          q.id = r.id;
          q.text = r.question;
          q.answer = text.emplace_back(r.answer);
          q.answerable = r.answerable;
          auto& others = aliases.emplace_back();
          for (const auto alias : r.answer_aliases) others.push_back(text.emplace_back(alias));
          q.aliases = others;
          for (const auto& p : r.paragraphs)
            q.paragraphs.push_back({paragraphs.at({p.title, p.text}), p.is_supporting});
          for (const auto& s : r.decomposition) {
            auto& step = q.steps.emplace_back();
            step.question = s.question;
            step.answer = text.emplace_back(s.answer);
            step.origin = ids.at(s.name);
            if (s.paragraph_support_idx) step.support = static_cast<std::uint32_t>(*s.paragraph_support_idx);
          }
        }
      }
    }
  }

  [[nodiscard]] std::map<std::string, std::size_t> shapes() const {
    std::map<std::string, std::size_t> out;
    for (const auto& part : files.ans) {
      for (const auto& q : part) ++out[q.id.substr(0, q.id.find("__"))];
    }
    return out;
  }
};

}  // namespace

TEST_CASE("compose: the bundled pool gives all shapes, and every rule holds" * doctest::test_suite("unsanitized")) {
  const scratch here;
  const std::string out = (here / "out").string();
  const auto done = mhqa_test::mhqa({"compose", bundled_pool(), "--out", out, "--seed", "12", "--threads", "2"});
  CHECK(done.err.empty());
  REQUIRE(done.status == 0);
  const auto pool = mhqa::io::load_pool(std::vector{mhqa::io::pool_path{bundled_pool(), {}}});
  const read_back made{out, pool.pool};
  CHECK(made.shapes().size() == 6);
  mhqa_test::composed_rules rules{pool.pool, mhqa::limits::paper, {}};
  CHECK(rules.check(made.files) == std::vector<std::string>{});

  SUBCASE("the same bytes for one and four threads, and after stages that were lost") {
    const auto bytes = bytes_of(out);
    for (const std::string_view threads : {"1", "4"}) {
      const std::string other = (here / threads).string();
      REQUIRE(
          mhqa_test::mhqa({"compose", bundled_pool(), "--out", other, "--seed", "12", "--threads", threads}).status ==
          0);
      CHECK(bytes_of(other) == bytes);
    }
    std::filesystem::remove(out + "/stages/connection.manifest.json");
    std::filesystem::remove(out + "/stages/split.jsonl");
    std::filesystem::remove_all(out + "/full");
    here.write("out/stages/contexts.jsonl.mhqa-0123456789abcdef.part", "half a li");
    const auto again = mhqa_test::mhqa({"compose", bundled_pool(), "--out", out, "--seed", "12", "--resume"});
    REQUIRE(again.status == 0);
    CHECK(again.out.find("pairs") < again.out.find("(from the earlier run)", again.out.find("pairs")));
    CHECK(bytes_of(out) == bytes);
  }
  SUBCASE("outside readers answer the requests that --until writes") {
    const std::string folder = (here / "asked").string();
    REQUIRE(
        mhqa_test::mhqa({"compose", bundled_pool(), "--out", folder, "--seed", "12", "--until", "requests"}).status ==
        0);
    CHECK_FALSE(std::filesystem::exists(folder + "/ans"));
    std::string answers;  // a model that knows nothing
    for (const char* file : {"/requests/heads.jsonl", "/requests/tails.jsonl"}) {
      mhqa::io::json_records lines{folder + file};
      while (auto value = lines.next()) {
        value->object([&](std::string_view key, mhqa::io::json_value field) {
          if (key == "id") answers += "{\"id\": \"" + std::string{field.string()} + "\", \"answer\": \"\"}\n";
        });
      }
    }
    const std::string model = here.write("model.jsonl", answers).string();
    const auto all = mhqa_test::mhqa({"compose", bundled_pool(), "--out", folder, "--seed", "12", "--resume",
                                      "--connection-answers", model, "--until", "connection"});
    CHECK(all.status == 0);
    CHECK(all.out.find("(from the earlier run)") != std::string::npos);
    CHECK(all.out.find("needs-no") == std::string::npos);
    const std::string less = here.write("less.jsonl", answers.substr(0, answers.find('\n') + 1)).string();
    check_refused(
        mhqa_test::mhqa({"compose", bundled_pool(), "--out", folder, "--seed", "12", "--connection-answers", less}),
        "expected an answer to this request");
  }
  SUBCASE("stats counts what was made") {
    const auto table =
        mhqa_test::mhqa({"stats", out + "/full/train.jsonl", out + "/full/dev.jsonl", out + "/full/test.jsonl"});
    CHECK(table.status == 0);
    CHECK(table.out.find("unique single-hop questions") != std::string::npos);
  }
}

TEST_CASE("compose: what S2 asks of paragraphs and answers is asked again of whole questions") {
  const scratch here;
  const std::string out = (here / "out").string();
  const auto done = mhqa_test::mhqa({"compose", bundled_pool(), "--out", out, "--seed", "12", "--without-rules",
                                     "same-paragraph", "tail-answer-in-head"});
  CHECK(done.err.empty());
  REQUIRE(done.status == 0);
  CHECK(done.out.find("question-or-paragraph-twice") != std::string::npos);
  const auto pool = mhqa::io::load_pool(std::vector{mhqa::io::pool_path{bundled_pool(), {}}});
  const read_back made{out, pool.pool};
  CHECK(made.shapes().size() == 6);
  mhqa_test::composed_rules rules{pool.pool, mhqa::limits::paper, {}};
  CHECK(rules.check(made.files) == std::vector<std::string>{});
}

TEST_CASE("compose: pools without anything to compose end with empty files and counts") {
  const scratch here;
  const std::string out = (here / "out").string();
  const std::string pool =
      here.write("pool.json",
                 R"({"data": [{"title": "T", "paragraphs": [{"context": "Too short.", "qas": [)"
                 R"({"id": "1", "question": "What?", "answers": [{"text": "the", "answer_start": 0}]}]}]}]})")
          .string();
  const auto done = mhqa_test::mhqa({"compose", pool, "--out", out, "--seed", "7"});
  CHECK(done.status == 0);
  CHECK(done.out.find("blank-answer") != std::string::npos);
  for (const char* file : {"/ans/train", "/ans/dev", "/ans/test", "/full/train", "/full/dev", "/full/test"}) {
    CHECK(read_file(out + file + ".jsonl").empty());
  }
  check_refused(mhqa_test::mhqa({"compose", here.write("none.json", R"({"data": []})").string(), "--out", out}),
                "found none");
}

TEST_CASE("compose: an index of the pool is searched") {
  const scratch here;
  const std::string index = (here / "pool.idx").string();
  REQUIRE(mhqa_test::mhqa({"index", bundled_pool(), "--out", index}).status == 0);
  const auto hits = mhqa_test::mhqa({"search", index, "--json", "-k", "2"}, "capital of France\n");
  CHECK(hits.status == 0);
  CHECK(hits.out.find("\"rank\": 1") != std::string::npos);
  CHECK(mhqa_test::mhqa({"search", index, "capital", "-k", "1"}).out.starts_with("  1  "));
  check_refused(mhqa_test::mhqa({"search", bundled_pool(), "capital"}), "expected a file that mhqa index has written");
}

TEST_CASE("compose: SQuAD's development set, end to end" * doctest::test_suite("unsanitized")) {
  const auto dev = mhqa_test::shared_data("data/squad/dev-v1.1.json");
  if (!dev) return;
  const scratch here;
  const std::string out = (here / "out").string();
  const auto pool = mhqa::io::load_pool(std::vector{mhqa::io::pool_path{dev->string(), {}}});
  {
    const auto done = mhqa_test::mhqa({"compose", dev->string(), "--out", out, "--seed", "7"});
    REQUIRE(done.status == 0);
    const read_back made{out, pool.pool};
    CHECK(made.shapes()["2hop"] > 50);
    const std::size_t all = made.files.ans[0].size() + made.files.ans[1].size() + made.files.ans[2].size();
    CHECK(made.files.ans[1].size() * 20 >= all);
    CHECK(made.files.ans[2].size() * 20 >= all);
    mhqa_test::composed_rules rules{pool.pool, mhqa::limits::paper, {}};
    CHECK(rules.check(made.files) == std::vector<std::string>{});
  }
  const auto released =
      mhqa_test::mhqa({"compose", dev->string(), "--out", out, "--seed", "7", "--resume", "--preset", "released"});
  REQUIRE(released.status == 0);
  const read_back made{out, pool.pool};
  for (const char* shape : {"2hop", "3hop2"}) {
    CAPTURE(shape);
    CHECK(made.shapes()[shape] > 0);
  }
  mhqa_test::composed_rules rules{pool.pool, mhqa::limits::released, {}};
  CHECK(rules.check(made.files) == std::vector<std::string>{});
}
