// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Composing by parts writes the folder of one piece: every file, byte for byte, for any number and order of parts.
#include <mhqa/io/compose_parts.hpp>

#include "support/command.hpp"
#include "support/composing.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <mhqa/ascii.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/compose_set.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace mhqa_test::composing;

mhqa_test::file_map composed(const fs::path& out, const change& more) {
  static_cast<void>(mhqa::io::compose_set(settings(out, more), serially));
  return bytes_of(out);
}

// The files of all parts, in an order other than theirs.
std::vector<std::string> parts_of(const scratch& here, const std::string& name, std::uint32_t count,
                                  const change& more) {
  std::vector<std::string> out;
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t i = (k * 5 + 3) % count;  // a permutation: 5 divides no count below
    out.push_back((here / (name + std::to_string(i))).string());
    compose_settings s = settings(out.back(), more);
    s.part = mhqa::part_number{.index = i, .count = count};
    static_cast<void>(mhqa::io::compose_part(s, serially));
  }
  return out;
}

change merging(const std::vector<std::string>& files, const change& more = nothing) {
  return [files, more](compose_settings& s) {
    more(s);
    s.merge = files;
  };
}
change until(const std::string& stage, const change& more = nothing) {
  return [stage, more](compose_settings& s) {
    more(s);
    s.until = stage;
  };
}

// Lines {"id": …, TAIL} for each request of a file.
std::string answers(const fs::path& requests, const std::function<std::string(const mhqa_test::json&)>& rest) {
  std::ifstream in{requests};
  std::string out;
  for (std::string line; std::getline(in, line);) {
    const mhqa_test::json request = mhqa_test::parse_json(line);
    out += R"({"id": ")" + request["id"].string() + "\", " + rest(request) + "}\n";
  }
  return out;
}

}  // namespace

TEST_CASE("compose_parts: 1 to 64 parts in any order give every file of one piece" *
          doctest::test_suite("unsanitized")) {
  const scratch here;
  const auto whole = composed(here / "whole", nothing);
  REQUIRE(whole.count("ans/train.jsonl") == 1);
  REQUIRE(whole.count("requests/tails.jsonl") == 1);
  for (const std::uint32_t count : {1U, 2U, 3U, 8U, 64U}) {
    CAPTURE(count);
    const std::string name = std::to_string(count) + "-";
    CHECK(composed(here / (name + "out"), merging(parts_of(here, name, count, nothing))) == whole);
  }
}

TEST_CASE("compose_parts: questions without capitals get them in parts as in one piece") {
  const scratch here;
  std::string pool = mhqa_test::read_file(mhqa_test::bundled_pool());
  constexpr std::string_view key = "\"question\": \"";
  for (std::size_t at = pool.find(key); at != std::string::npos; at = pool.find(key, at)) {
    for (at += key.size(); pool[at] != '"'; ++at) pool[at] = mhqa::ascii::to_lower(pool[at]);
  }
  const std::string path = here.write("lower.json", pool).string();
  const auto lower = [path](compose_settings& s) { s.pools = {path}; };
  const auto whole = composed(here / "whole", lower);
  REQUIRE(whole.at("stages/pairs.jsonl").size() > 1000);
  CHECK(composed(here / "out", merging(parts_of(here, "part", 3, lower), lower)) == whole);
  const auto questions = parts_of(here, "q", 2, until("quality", lower));
  CHECK(composed(here / "out2", merging(parts_of(here, "p", 3, merging(questions, lower)), lower)) == whole);
}

TEST_CASE("compose_parts: a part that ends after any stage gives the files of one piece") {
  const scratch here;
  const auto whole = composed(here / "whole", nothing);
  for (const char* const end : {"pairs", "requests"}) {
    CAPTURE(end);
    const auto files = parts_of(here, end, 3, until(end));
    CHECK(composed(here / (end + std::string{"-out"}), merging(files)) == whole);
  }
  const auto off = [](compose_settings& s) { s.options.connect = false; };
  CHECK(composed(here / "off", merging(parts_of(here, "off", 3, off), off)) == composed(here / "off-whole", off));
}

TEST_CASE("compose_parts: S1 in parts, then S2 and S3 in others that go on from them") {
  const scratch here;
  const auto judged = [](compose_settings& s) { s.options.check_answers = true; };
  const auto whole = composed(here / "whole", judged);
  const auto questions = parts_of(here, "q", 3, until("quality", judged));
  const auto pairs = parts_of(here, "p", 8, merging(questions, judged));
  auto all = pairs;
  all.insert(all.begin() + 2, questions.begin(), questions.end());
  CHECK(composed(here / "out", merging(all, judged)) == whole);
  CHECK(composed(here / "out2", merging(pairs, judged)) == whole);
  CHECK(error_of([&] {
          parts_of(here, "x", 2, merging({pairs[0]}, judged));
        }).find("expected parts of `until` quality, from which `part` goes on") != std::string::npos);
}

TEST_CASE("compose_parts: requests are merged, and their answers read in one piece or by the parts") {
  const scratch here;
  const auto requested = composed(here / "whole", until("requests"));
  const auto plans = parts_of(here, "plan", 3, until("requests"));
  CHECK(composed(here / "out", until("requests", merging(plans))) == requested);
  std::string all;
  for (const char* const name : {"heads", "tails"}) {
    all += answers(here / ("whole/requests/" + std::string{name} + ".jsonl"), [](const mhqa_test::json& request) {
      return R"("answer": ")" + std::string{request["id"].string().size() % 3 == 0 ? "1797" : "none"} +
             R"(", "support": [])";
    });
  }
  const std::string file = here.write("answers.jsonl", all).string();
  const auto answered = [&](compose_settings& s) { s.connection_answers = {file}; };
  const auto whole = composed(here / "whole2", answered);
  CHECK(composed(here / "out2", merging(plans, answered)) == whole);
  const auto judged = parts_of(here, "judged", 8, answered);
  CHECK(composed(here / "out3", merging(judged, answered)) == whole);
  CHECK(error_of([&] { composed(here / "out4", merging(judged)); }).find("found `connection_answers` with the hash") !=
        std::string::npos);
}

TEST_CASE("compose_parts: with the notes of a tagger") {
  const scratch here;
  composed(here / "first", until("entities"));
  const std::string notes =
      here.write("notes.jsonl", answers(here / "first/requests/entities.jsonl",
                                        [](const mhqa_test::json& request) {
                                          return R"("begin": )" + std::to_string(request["begin"].integer()) +
                                                 R"(, "end": )" + std::to_string(request["end"].integer()) +
                                                 R"(, "type": ")" + (request["begin"].integer() % 2 == 0 ? "X" : "Y") +
                                                 R"(", "link": null)";
                                        }))
          .string();
  const auto noted = [&](compose_settings& s) { s.entities = notes; };
  const auto whole = composed(here / "whole", noted);
  REQUIRE(whole.at("stages/pairs.jsonl") != composed(here / "plain", nothing).at("stages/pairs.jsonl"));
  CHECK(composed(here / "out", merging(parts_of(here, "p", 8, noted), noted)) == whole);
}

TEST_CASE("compose_parts: a run that is resumed, and one that goes on from merged stages") {
  const scratch here;
  const auto whole = composed(here / "whole", nothing);
  const auto files = parts_of(here, "p", 3, nothing);
  composed(here / "out", until("pairs", merging(files)));
  CHECK(composed(here / "out", [&](compose_settings& s) {
          s.merge = files;
          s.resume = true;
        }) == whole);
  composed(here / "out2", until("connection", merging(files)));
  CHECK(composed(here / "out2", [](compose_settings& s) { s.resume = true; }) == whole);
}

TEST_CASE("compose_parts: missing, repeated, damaged and foreign parts are refused by name, and nothing is written") {
  const scratch here;
  const auto files = parts_of(here, "p", 3, nothing);
  const auto refusal = [&](const std::vector<std::string>& some, const change& more = nothing) {
    const std::string problem = error_of([&] { composed(here / "out", merging(some, more)); });
    CHECK(!fs::exists(here / "out/ans"));
    return problem;
  };
  CHECK(refusal({files[0], files[2]}) == "expected 3 parts, part 2/3 is missing");
  CHECK(refusal({files[0], files[1], files[2], files[1]}) ==
        files[1] + ": expected each part once, found part 2/3 twice");
  const auto seed = parts_of(here, "seed", 3, [](compose_settings& s) { s.options.seed = 8; });
  CHECK(refusal({files[0], files[1], seed[2]}) == seed[2] + ": expected a part made with `seed` 7, found `seed` 8");
  const auto rules =
      parts_of(here, "rules", 3, [](compose_settings& s) { s.options.without_rules = {"same-paragraph"}; });
  CHECK(refusal({rules[0], rules[1], rules[2]}).find("found `without_rules` same-paragraph") != std::string::npos);
  const auto two = parts_of(here, "two", 2, nothing);
  CHECK(refusal({files[0], files[1], two[0]}).find("expected one of 3 parts, found part") != std::string::npos);
  const auto ended = parts_of(here, "ended", 3, until("requests"));
  CHECK(refusal({files[0], files[1], ended[2]}) ==
        ended[2] + ": expected a part made with `until` connection, found `until` requests");

  std::string pool = mhqa_test::read_file(mhqa_test::bundled_pool());
  pool.replace(pool.find("the "), 4, "THE ");
  const std::string other = here.write("other.json", pool).string();
  const auto foreign = parts_of(here, "foreign", 3, [&](compose_settings& s) { s.pools = {other}; });
  CHECK(refusal({files[0], files[1], foreign[2]}) == foreign[2] + ": the part was made from other good questions");

  std::string bytes = mhqa_test::read_file(files[0]);
  bytes[bytes.size() / 2] ^= 1;
  const std::string damaged = here.write("damaged", bytes).string();
  CHECK(refusal({damaged, files[1], files[2]}).find(damaged) == 0);
  const std::string cut = here.write("cut", bytes.substr(0, 100)).string();
  CHECK(refusal({files[0], cut, files[2]}).find(cut) == 0);
  const std::string text = here.write("text", "{\"answer\": {}}").string();
  CHECK(refusal({files[0], text, files[2]}).find(text) == 0);
  CHECK(refusal({files[0], files[1], (here / "absent").string()}).find("absent: cannot open") != std::string::npos);
  CHECK(composed(here / "out", merging(files)) == composed(here / "whole", nothing));
}

TEST_CASE("compose_parts: options that make no part are refused, and no file is written") {
  const scratch here;
  const auto refused = [&](const change& more) { return error_of([&] { parts_of(here, "p", 2, more); }); };
  const auto with_part = [](const change& more) {
    return [more](compose_settings& s) {
      s.part = mhqa::part_number{.index = 0, .count = 2};
      more(s);
    };
  };
  CHECK(refused(with_part(until("graphs"))) ==
        "`part` ends after quality, pairs, requests or connection, found `until` graphs");
  CHECK(refused(with_part([](compose_settings& s) { s.resume = true; })).find("`resume` is not used") !=
        std::string::npos);
  CHECK(refused(with_part(until("quality", merging({"a"})))).find("`merge` is not used") != std::string::npos);
  CHECK(refused(with_part([](compose_settings& s) { s.part->index = 2; })).find("below the number of parts") !=
        std::string::npos);
  CHECK(refused([](compose_settings& s) { s.pools = {"absent.json"}; }).find("absent.json") != std::string::npos);
  CHECK(!fs::exists(here / "p0"));
  CHECK(!fs::exists(here / "p1"));
}
