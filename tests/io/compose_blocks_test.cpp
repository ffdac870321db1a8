// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Merging parts with the pool in blocks writes the folder of one run: every file, byte for byte.
#include <mhqa/io/compose_blocks.hpp>

#include "support/command.hpp"
#include "support/composing.hpp"
#include "support/errors.hpp"

#include <mhqa/io/compose_set.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace mhqa_test::composing;

mhqa_test::file_map composed(const fs::path& out, const change& more) {
  fs::remove_all(out);
  static_cast<void>(mhqa::io::compose_set(settings(out, more), serially));
  return bytes_of(out);
}

std::vector<std::string> parts_of(const scratch& here, std::uint32_t count, const change& more,
                                  const std::string& until = "pairs") {
  std::vector<std::string> out;
  for (std::uint32_t i = 0; i < count; ++i) {
    out.push_back((here / (until + std::to_string(count) + "-" + std::to_string(i))).string());
    compose_settings s = settings(out.back(), more);
    s.part = mhqa::part_number{.index = i, .count = count};
    s.until = until;
    static_cast<void>(mhqa::io::compose_part(s, serially));
  }
  return out;
}

change in_blocks(const std::vector<std::string>& files, std::uint64_t block, std::size_t together,
                 const change& more = nothing) {
  return [=](compose_settings& s) {
    more(s);
    s.merge = files;
    s.block = block;
    s.together = together;
  };
}

// One run equals the merging of 1, 3 and 16 parts in blocks of several sizes.
void check_alike(const scratch& here, const change& more) {
  const mhqa_test::file_map whole = composed(here / "whole", more);
  for (const std::uint32_t count : {1U, 3U, 16U}) {
    CAPTURE(count);
    const auto files = parts_of(here, count, more);
    CHECK(composed(here / "blocks", in_blocks(files, 500, 3, more)) == whole);
    CHECK(composed(here / "blocks", in_blocks(files, 20000, 100000, more)) == whole);
  }
}

}  // namespace

TEST_CASE("compose_blocks: 1, 3 and 16 parts, in tiny and in large blocks, have the files of one run") {
  const scratch here;
  check_alike(here, nothing);
}

TEST_CASE("compose_blocks: several pools with the same ids, aliases and texts, and limits of a bridge") {
  const scratch here;
  check_alike(here, [](compose_settings& s) {
    s.pools = {mhqa_test::bundled_pool(), "other=" + mhqa_test::bundled_pool()};
    s.options.pairs.candidates_per_bridge = 3;
    s.options.pairs.pairs_per_bridge = 2;
    s.options.quality.min_context_words = 30;
  });
}

TEST_CASE("compose_blocks: other choices of S3, S5 and S6" * doctest::test_suite("unsanitized")) {
  const scratch here;
  check_alike(here, [](compose_settings& s) {
    s.options.connection.own_paragraph = true;
    s.options.connection.distractors = 30;
    s.options.contexts.paragraphs = 40;
    s.split_kind = "random";
  });
  check_alike(here, [](compose_settings& s) { s.options.connect = false; });
  check_alike(here, [](compose_settings& s) { s.options.connection.heads = false; });
}

TEST_CASE("compose_blocks: a run up to a stage, and answers of other models") {
  const scratch here;
  const auto files = parts_of(here, 2, nothing);
  for (const char* const stage : {"pool", "quality", "pairs", "connection", "wording"}) {
    CAPTURE(stage);
    const change until = [stage](compose_settings& s) { s.until = stage; };
    CHECK(composed(here / "blocks", in_blocks(files, 700, 2, until)) == composed(here / "whole", until));
  }
}

TEST_CASE("compose_blocks: parts of another pool or that go further, and options that exclude each other") {
  const scratch here;
  const auto files = parts_of(here, 2, nothing);
  std::string pool = mhqa_test::read_file(mhqa_test::bundled_pool());
  pool.replace(pool.find("the "), 4, "THE ");
  const std::string other = here.write("other.json", pool).string();
  const auto refused = [&](const change& more) {
    return error_of([&] { static_cast<void>(composed(here / "out", more)); });
  };
  CHECK(refused(in_blocks(files, 500, 3, [&](compose_settings& s) {
          s.pools = {other};
        })).find("the part was made from other good questions") != std::string::npos);
  const auto further = parts_of(here, 1, nothing, "requests");
  CHECK(refused(in_blocks(further, 500, 3)) ==
        further[0] + ": expected a part that ends with its pairs (`until` pairs)");
  const auto questions = parts_of(here, 1, nothing, "quality");
  CHECK(refused(in_blocks(questions, 500, 3)) == questions[0] + ": `block`: expected parts of `until` pairs alone");
  CHECK(refused([](compose_settings& s) { s.block = 1; }).find("`block` is not used without `merge`") == 0);
  CHECK(refused(in_blocks(files, 1, 1, [](compose_settings& s) {
          s.resume = true;
        })).find("`block` is not used with `resume`") == 0);
  CHECK(refused(in_blocks(files, 1, 1, [](compose_settings& s) {
          s.options.check_answers = true;
        })).find("`block` is not used with `check_answers`") == 0);
}
