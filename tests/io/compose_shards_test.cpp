// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of S2 that are made from shards have the bytes of those that are made from the pool.
#include <mhqa/io/compose_shards.hpp>

#include "support/command.hpp"
#include "support/composing.hpp"
#include "support/errors.hpp"

#include <mhqa/ascii.hpp>
#include <mhqa/io/compose_set.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

using namespace mhqa_test::composing;

mhqa::io::composing divide(const fs::path& out, std::uint32_t count, const change& more = nothing) {
  compose_settings s = settings(out, more);
  s.shards = count;
  mhqa::io::complete(s, {});
  return mhqa::io::write_compose_shards(s);
}

// The bytes of a part, made from a shard or, without one, from the pool.
std::string part(const scratch& here, std::uint32_t i, std::uint32_t count, const std::string& shard,
                 const change& more = nothing) {
  compose_settings s = settings(here / "part", more);
  s.part = mhqa::part_number{.index = i, .count = count};
  s.until = "pairs";
  s.shard = shard;
  mhqa::io::complete(s, {});
  static_cast<void>(mhqa::io::compose_part(s, serially));
  return mhqa_test::read_file(s.out);
}

void check_parts(const scratch& here, std::uint32_t count, const change& more) {
  const fs::path folder = here / ("shards" + std::to_string(count));
  static_cast<void>(divide(folder, count, more));
  for (std::uint32_t i = 0; i < count; ++i) {
    CAPTURE(i);
    CAPTURE(count);
    CHECK(part(here, i, count, (folder / std::to_string(i)).string(), more) == part(here, i, count, {}, more));
  }
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file : fs::directory_iterator{folder}) ++files;
  CHECK(files == count);  // no temporary file is left
}

}  // namespace

TEST_CASE("compose_shards: 1 to 9 parts have the bytes of parts from the pool") {
  const scratch here;
  for (const std::uint32_t count : {1U, 2U, 9U}) check_parts(here, count, nothing);
  const auto counts = divide(here / "counts", 3).stages;
  REQUIRE(counts.size() == 3);
  CHECK(counts[0].count("out") == counts[1].count("in"));
  CHECK(counts[1].count("out") == counts[2].count("in"));
}

TEST_CASE("compose_shards: questions without capitals get them from the paragraphs of the whole pool") {
  const scratch here;
  std::string pool = mhqa_test::read_file(mhqa_test::bundled_pool());
  constexpr std::string_view key = "\"question\": \"";
  for (std::size_t at = pool.find(key); at != std::string::npos; at = pool.find(key, at)) {
    for (at += key.size(); pool[at] != '"'; ++at) pool[at] = mhqa::ascii::to_lower(pool[at]);
  }
  const std::string path = here.write("lower.json", pool).string();
  check_parts(here, 4, [path](compose_settings& s) { s.pools = {path}; });
}

TEST_CASE("compose_shards: several pools with the same ids, and limits of S1") {
  const scratch here;
  const change more = [](compose_settings& s) {
    s.pools = {mhqa_test::bundled_pool(), "other=" + mhqa_test::bundled_pool()};
    s.options.quality.min_context_words = 40;
  };
  check_parts(here, 3, more);
  const auto counts = divide(here / "counts", 3, more).stages;
  CHECK(counts[1].count("out") < counts[1].count("in"));
  CHECK(counts[1].count("out") > 0);
}

TEST_CASE("compose_shards: a shard that is cut, damaged, foreign or made with other options is refused by name") {
  const scratch here;
  static_cast<void>(divide(here / "s", 2));
  const std::string file = (here / "s/1").string();
  const auto refusal = [&](const std::string& shard, const change& more = nothing) {
    const std::string problem = error_of([&] { part(here, 1, 2, shard, more); });
    CHECK(!fs::exists(here / "part"));
    return problem;
  };
  CHECK(refusal((here / "s/0").string()) ==
        (here / "s/0").string() + ": expected the shard of part 1/2, found that of 0/2");
  const std::string bytes = mhqa_test::read_file(file);
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{40}, bytes.size() / 2, bytes.size() - 1}) {
    CAPTURE(size);
    const std::string cut = here.write("cut", bytes.substr(0, size)).string();
    CHECK(refusal(cut).find(cut) == 0);
  }
  std::string damaged = bytes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  CHECK(refusal(here.write("damaged", damaged).string()).find("damaged: byte") != std::string::npos);
  CHECK(refusal(mhqa_test::bundled_pool()).find("expected a shard of mhqa compose") != std::string::npos);
  CHECK(refusal(file, [](compose_settings& s) { s.options.quality.min_context_words = 21; }) ==
        file + ": expected a part made with `min_context_words` 21, found `min_context_words` 20");
}

TEST_CASE("compose_shards: parts of a shard of another pool are refused when they are merged") {
  const scratch here;
  std::string pool = mhqa_test::read_file(mhqa_test::bundled_pool());
  pool.replace(pool.find("the "), 4, "THE ");
  const std::string other = here.write("other.json", pool).string();
  static_cast<void>(divide(here / "s", 1, [&](compose_settings& s) { s.pools = {other}; }));
  const std::string file = here.write("p", part(here, 0, 1, (here / "s/0").string())).string();
  CHECK(error_of([&] {
          compose_settings s = settings(here / "out", [&](compose_settings& m) { m.merge = {file}; });
          static_cast<void>(mhqa::io::compose_set(s, serially));
        }) == file + ": the part was made from other good questions");
}

TEST_CASE("compose_shards: options that exclude each other are refused") {
  const scratch here;
  const auto refused = [&](const change& more) {
    return error_of([&] { static_cast<void>(settings(here / "out", more)); });
  };
  CHECK(refused([](compose_settings& s) {
          s.shards = 2;
          s.until = "pairs";
        }).find("`shards` is not used with `part`") != std::string::npos);
  CHECK(refused([](compose_settings& s) {
          s.shards = 2;
          s.options.check_answers = true;
        }).find("`shards` is not used with `check_answers`") != std::string::npos);
  CHECK(refused([](compose_settings& s) { s.shard = "x"; }).find("`shard` is not used without `part`") == 0);
  const auto shard = [](const char* until) {
    return [until](compose_settings& s) {
      s.shard = "x";
      s.until = until;
      s.part = mhqa::part_number{.index = 0, .count = 2};
    };
  };
  CHECK(refused(shard("")).find("expected `until` pairs or `connection` false") != std::string::npos);
  CHECK(refused(shard("quality")).find("expected `until` pairs or `connection` false") != std::string::npos);
  CHECK(refused([&](compose_settings& s) {
          shard("pairs")(s);
          s.merge = {"y"};
        }).find("`shard` is not used with `merge`") == 0);
}
