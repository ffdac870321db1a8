// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The pieces of an evaluation in parts: which come twice, which are missing, and their bytes.
#include <mhqa/datasets/evaluation_pieces.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>

using mhqa::evaluation_piece;
using mhqa::detail::evaluation_pieces;
using mhqa_test::error_of;

namespace {

evaluation_pieces piece(std::uint32_t index, std::string key, std::uint64_t questions, const std::string& golds) {
  evaluation_piece one{index, std::move(key), {}, questions};
  one.data.add("id", golds);
  return evaluation_pieces{std::move(one)};
}

std::string written(const evaluation_pieces& pieces) {
  mhqa::byte_writer out;
  pieces.save(out);
  return std::move(out).finish();
}

}  // namespace

TEST_CASE("evaluation pieces: they are kept in the order of numbers or keys, and none comes twice") {
  evaluation_pieces sum = piece(2, "", 5, "c");
  sum.add(piece(0, "", 4, "a"), 3, true);
  CHECK(error_of([&] { sum.expect_whole(3); }) == "expected 3 parts, part 1/3 is missing");
  CHECK(error_of([&] { sum.add(piece(2, "", 1, "d"), 3, false); }) == "expected each part once, found part 2/3 twice");
  CHECK(sum.all().size() == 2);
  CHECK(error_of([&] { sum.add(piece(1, "", 5, "c"), 3, true); }) ==
        "expected other questions in each part; parts 1/3 and 2/3 have the same 5");
  CHECK(sum.all().size() == 2);
  sum.add(piece(1, "", 5, "c"), 3, false);  // by_id: all read the same golds
  CHECK(error_of([&] { sum.expect_whole(3); }) == "no error");
  for (std::uint32_t i = 0; i < 3; ++i) CHECK(sum.all()[i].index == i);

  evaluation_pieces named = piece(0, "b", 0, "");
  named.add(piece(0, "a", 0, ""), 0, true);  // pieces without questions are equal, and no fault
  CHECK(named.all()[0].key == "a");
  CHECK(error_of([&] { named.add(piece(0, "b", 1, "x"), 0, true); }) ==
        "expected each part once, found part \"b\" twice");
}

TEST_CASE("evaluation pieces: a batch adds to the only piece") {
  evaluation_pieces one = piece(0, "a", 2, "x");
  one.grow(piece(0, "a", 3, "y").all().front());
  mhqa::data_fingerprint both;
  both.add("id", "x");
  both.add("id", "y");
  CHECK(one.all().front().questions == 5);
  CHECK(one.all().front().data == both);
}

TEST_CASE("evaluation pieces: bytes give them again; bytes of other numbers are refused") {
  evaluation_pieces sum = piece(0, "", 4, "a");
  sum.add(piece(2, "", 5, "c"), 3, true);
  const std::string bytes = written(sum);
  const auto read = [&](const std::string& from, std::uint64_t count) {
    mhqa::byte_reader in{from, "p"};
    return written(evaluation_pieces{in, count});
  };
  CHECK(read(bytes, 3) == bytes);
  const auto refused = [&](const std::string& from, std::uint64_t count) {
    return error_of([&] { static_cast<void>(read(from, count)); }).find("ascending order") != std::string::npos;
  };
  CHECK(refused(bytes, 2));  // number 2 of 2
  CHECK(refused(bytes, 0));  // no key
  CHECK(refused(written(piece(0, "a", 1, "x")), 3));
  CHECK(read(written(piece(0, "a", 1, "x")), 0) == written(piece(0, "a", 1, "x")));
}
