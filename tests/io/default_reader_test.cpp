// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/default_reader.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/reader_examples.hpp"

#include <mhqa/model/reader_training.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

namespace io = mhqa::io;

namespace {

std::string write_weights(const mhqa_test::scratch& here) {
  mhqa::reader_training training;
  training.run(mhqa_test::reader_examples(10), {.seed = 1, .name = "mine", .bits = 10, .passes = 1, .net_passes = 1});
  return here.write("reader.weights", mhqa::to_bytes(training.weights())).string();
}

}  // namespace

TEST_CASE("default_reader: weights of a file read, and name and hash stand in the reader's name") {
  const mhqa_test::scratch here;
  const std::string path = write_weights(here);
  io::default_reader read = io::find_reader({"trained", path, {}});
  CHECK(read.is_trained());
  CHECK(read.name().starts_with("trained mine "));
  CHECK(read.name().size() == std::string{"trained mine "}.size() + 16);
  const mhqa::training_example e = mhqa_test::reader_examples(1).front();
  const auto context = mhqa_test::context_of(e);
  io::default_reader copy = read;
  CHECK(copy({e.id, e.question, context}) == read({e.id, e.question, context}));
}

TEST_CASE("default_reader: without weights the word matcher says so in its name, unless trained was asked for") {
  REQUIRE(::setenv("MHQA_READER", "", 1) == 0);
  CHECK(io::find_reader({}).name() == "words (no weights found)");
  CHECK(io::find_reader({"words", {}, {}}).name() == "words");
  const std::string error = mhqa_test::error_of([] { static_cast<void>(io::find_reader({"trained", {}, {}})); });
  CHECK(error.find("--weights") != std::string::npos);
  REQUIRE(::unsetenv("MHQA_READER") == 0);
}

TEST_CASE("default_reader: weights that are missing or cut are refused with the file's name") {
  const mhqa_test::scratch here;
  const std::string path = write_weights(here);
  const std::string bytes = mhqa_test::read_file(path);
  const std::string cut = here.write("cut.weights", bytes.substr(0, bytes.size() / 2)).string();
  for (const std::string& file : {cut, (here / "none.weights").string()}) {
    const std::string error = mhqa_test::error_of([&] { static_cast<void>(io::find_reader({{}, file, {}})); });
    CHECK(error.find(file) != std::string::npos);
  }
}
