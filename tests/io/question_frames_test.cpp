// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/question_frames.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa_test::error_of;

const std::array<std::string_view, 2> others{"Austen", "J. Austen"};
const mhqa::context_paragraph emma{"Emma", "By Jane Austen."}, rome{"Rome", "A city."};
const mhqa::single_hop first{"1", "own", "Who wrote Emma?", "Jane Austen", others, 0},
    second{"2", "own", "What is Emma?", "a novel", {}, 0}, third{"3", "x", "Where?", "Rome", {}, 7};

std::string frames() {
  mhqa::io::question_frame to;
  to.add(4, first, emma, 9);
  to.add(6, second, emma, 9);
  std::string out = to.take();
  to.add(7, second, emma, 9);
  to.add_title("Paris");
  to.add(8, third, rome, 10);
  return out += to.take_last(77);
}

mhqa::io::framed_questions read(const std::string& bytes, std::size_t begin = 0) {
  return mhqa::io::read_frames(bytes, begin, "f");
}

}  // namespace

TEST_CASE("question_frames: questions with all fields; those of one paragraph share it within a frame") {
  const std::string bytes = "head" + frames();
  const auto found = read(bytes, 4);
  CHECK(found.places == std::vector<std::uint32_t>{4, 6, 7, 8});
  CHECK(found.fingerprint == 77);
  REQUIRE(found.pool.questions.size() == 4);
  REQUIRE(found.pool.paragraphs.size() == 4);
  CHECK(found.pool.paragraphs[0] == emma);
  CHECK(found.pool.paragraphs[2] == mhqa::context_paragraph{"Paris", ""});
  CHECK(found.pool.paragraphs[3] == rome);
  CHECK(found.pool.questions[0].aliases.size() == 2);
  CHECK(found.pool.questions[0].aliases[1] == "J. Austen");
  CHECK(found.pool.questions[1].paragraph == 0);
  CHECK(found.pool.questions[3].paragraph == 3);
  CHECK(found.pool.questions[3].source == "x");
  CHECK(found.pool.questions[3].answer == "Rome");
}

TEST_CASE("question_frames: bytes that are cut, damaged, repeated or followed by others are refused") {
  const std::string bytes = frames();
  const std::size_t size = 8 + mhqa::io::size_of_frame(bytes);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    CAPTURE(cut);
    CHECK(error_of([&] { read(bytes.substr(0, cut)); }).find("f: byte ") == 0);
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    CAPTURE(at);
    CHECK(error_of([&] { read(damaged); }).find("f: byte ") == 0);
  }
  const std::string once = bytes.substr(0, size);
  CHECK(error_of([&] { read(once + bytes); }).find("expected the questions that follow those before") !=
        std::string::npos);
  CHECK(error_of([&] { read(bytes.substr(size)); }).find("expected the questions that follow") != std::string::npos);
  CHECK(error_of([&] { read(bytes + "x"); }).find("expected the end of the file") != std::string::npos);
}
