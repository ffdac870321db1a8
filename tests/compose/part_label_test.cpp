// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/part_label.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using mhqa_test::error_of;

namespace {

struct part {
  mhqa::part_label label;
};

part named(std::uint32_t index, std::uint32_t count, std::string name) {
  return {{.number = {.index = index, .count = count}, .name = std::move(name)}};
}

std::string refusal(std::vector<part> parts) {
  return error_of([&] { mhqa::expect_all_parts(parts); });
}

}  // namespace

TEST_CASE("part_label: all parts once, in any order; otherwise the part is named") {
  std::vector<part> parts{named(2, 3, "c"), named(0, 3, "a"), named(1, 3, "b")};
  mhqa::expect_all_parts(parts);
  CHECK(parts[0].label.name == "a");
  CHECK(parts[2].label.name == "c");
  CHECK(refusal({}) == "expected at least one part");
  CHECK(refusal({named(0, 2, "a")}) == "expected 2 parts, part 1/2 is missing");
  CHECK(refusal({named(1, 2, "a")}) == "expected 2 parts, part 0/2 is missing");
  CHECK(refusal({named(0, 2, "a"), named(1, 2, "b"), named(0, 2, "c")}) ==
        "c: expected each part once, found part 0/2 twice");
  CHECK(refusal({named(0, 2, "a"), named(1, 3, "b")}) == "b: expected one of 2 parts, found part 1/3");
}

TEST_CASE("part_label: other settings are refused with the first that differs") {
  const mhqa::part_label label{.made_with = {{"seed", "7"}, {"folds", "5"}}, .name = "a"};
  mhqa::expect_made_with(label, {{"seed", "7"}, {"folds", "5"}});
  const auto refused = [&](const mhqa::part_settings& expected) {
    return error_of([&] { mhqa::expect_made_with(label, expected); });
  };
  CHECK(refused({{"seed", "8"}, {"folds", "5"}}) == "a: expected a part made with `seed` 8, found `seed` 7");
  CHECK(refused({{"seed", "7"}}) == "a: expected a part made with no further option, found `folds` 5");
  CHECK(refused({{"seed", "7"}, {"folds", "5"}, {"entities", "x"}}) ==
        "a: expected a part made with `entities` x, found no further option");
}

TEST_CASE("part_label: the bytes keep number and settings; another kind, version or mark is refused") {
  const mhqa::part_label label{.number = {.index = 3, .count = 8}, .made_with = {{"seed", "7"}}};
  mhqa::byte_writer out;
  mhqa::detail::save_label(out, "pairs", label);
  const std::string bytes = std::move(out).finish();
  CHECK(mhqa::kind_of_part(bytes) == "pairs");
  mhqa::byte_reader in{bytes, "p3"};
  const mhqa::part_label back = mhqa::detail::load_label(in, "pairs");
  CHECK(back.number == label.number);
  CHECK(back.made_with == label.made_with);
  CHECK(back.name == "p3");
  CHECK(error_of([&] {
          mhqa::byte_reader again{bytes, "p3"};
          static_cast<void>(mhqa::detail::load_label(again, "questions"));
        }).find("expected a part of questions, found one of pairs") != std::string::npos);

  const auto head = [](const char* mark, const char* version) {
    mhqa::byte_writer other;
    other.text(mark);
    other.text(version);
    other.text("pairs");
    return std::move(other).finish();
  };
  CHECK(error_of([&] {
          static_cast<void>(mhqa::kind_of_part(head("mhqa part 1", MHQA_VERSION_STRING), "p"));
        }).find("expected a part of a composing run") != std::string::npos);
  CHECK(error_of([&] {
          static_cast<void>(mhqa::kind_of_part(head("mhqa composing 3", "0.0.1"), "p"));
        }).find("the part was written by version 0.0.1") != std::string::npos);
  CHECK(error_of([&] { static_cast<void>(mhqa::kind_of_part(bytes.substr(0, 30), "p")); }).find("p: byte") == 0);
}

TEST_CASE("part_label: the fingerprint of a pool changes with each text and place") {
  mhqa::single_hop_pool pool{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0}}, {{"Emma", "By Jane Austen."}}};
  const std::uint64_t before = mhqa::fingerprint(pool);
  CHECK(mhqa::fingerprint(pool) == before);
  pool.questions[0].id = "b";
  CHECK(mhqa::fingerprint(pool) != before);
  pool.questions[0].id = "a";
  pool.paragraphs[0].text = "By Jane Austin.";
  CHECK(mhqa::fingerprint(pool) != before);
}

TEST_CASE("part_label: questions that are read one after the other have the fingerprint of their pool") {
  const mhqa::single_hop_pool pool{
      {{"a", "own", "Who?", "Jane Austen", {}, 1}, {"b", "own", "What?", "a novel", {}, 0}},
      {{"Emma", "By Jane Austen."}, {"Persuasion", "Also."}}};
  mhqa::pool_hasher hash;
  for (const mhqa::single_hop& q : pool.questions) {
    hash.add(q, mhqa::pool_hasher::hash_of(pool.paragraphs[q.paragraph]));
  }
  CHECK(hash.value() == mhqa::fingerprint(pool));
  mhqa::single_hop_pool moved = pool;  // the same questions; the paragraphs have other numbers
  std::swap(moved.paragraphs[0], moved.paragraphs[1]);
  std::swap(moved.questions[0].paragraph, moved.questions[1].paragraph);
  CHECK(mhqa::fingerprint(moved) == mhqa::fingerprint(pool));
  CHECK(mhqa::fingerprint_with_paragraphs(moved) != mhqa::fingerprint_with_paragraphs(pool));
}
