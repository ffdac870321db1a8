// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/default_reader.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/net_examples.hpp"
#include "support/reader_examples.hpp"

#include <mhqa/bytes.hpp>
#include <mhqa/model/reader_training.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <utility>

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

TEST_CASE("default_reader: a net is used only where it is asked for, and its name and hash stand in the reader's") {
  const mhqa_test::scratch here;
  const std::string path = write_weights(here);
  const std::string net = here.write("reader.net", mhqa::to_bytes(mhqa_test::random_net(1, {"who"}))).string();
  REQUIRE(::setenv("MHQA_READER_NET", net.c_str(), 1) == 0);
  CHECK(io::find_reader({{}, path, {}}).name().find("net") == std::string::npos);
  for (const std::string& choice : {net, std::string{"installed"}}) {
    io::default_reader read = io::find_reader({{}, path, {}, choice});
    CHECK(read.name().find(", net test ") != std::string::npos);
    const mhqa::training_example e = mhqa_test::reader_examples(1).front();
    const auto context = mhqa_test::context_of(e);
    io::default_reader copy = read;
    CHECK(copy({e.id, e.question, context}) == read({e.id, e.question, context}));
  }
  REQUIRE(::setenv("MHQA_READER_NET", "", 1) == 0);
  const auto error = [&](const io::reader_choice& choice) {
    return mhqa_test::error_of([&] { static_cast<void>(io::find_reader(choice)); });
  };
  CHECK(error({{}, path, {}, "installed"}).find("expected a net, found none") != std::string::npos);
  CHECK(error({{}, path, {}, path}).find("expected the weights of a span net") != std::string::npos);
  CHECK(error({{}, path, {}, (here / "none.net").string()}).find("none.net") != std::string::npos);
  CHECK(error({"words", {}, {}, net}).find("expected `reader` trained with it") != std::string::npos);
  REQUIRE(::unsetenv("MHQA_READER_NET") == 0);
}

TEST_CASE("default_reader: words take the place of weights only where they are asked for") {
  REQUIRE(::setenv("MHQA_READER", "", 1) == 0);
  CHECK(io::find_reader({"words", {}, {}}).name() == "words");
  for (const char* kind : {"", "trained"}) {
    const std::string error = mhqa_test::error_of([&] { static_cast<void>(io::find_reader({kind, {}, {}})); });
    CHECK(error.find("`weights`") != std::string::npos);
    CHECK(error.find("`reader` words") != std::string::npos);
  }
  REQUIRE(::unsetenv("MHQA_READER") == 0);
}

TEST_CASE("default_reader: weights that are missing, cut, damaged, of another version or no weights are refused") {
  const mhqa_test::scratch here;
  const std::string bytes = mhqa_test::read_file(write_weights(here));
  std::string damaged = bytes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  mhqa::byte_writer other_version, other_file;
  other_version.text(mhqa::reader_weights::magic);
  other_version.number(mhqa::reader_weights::version + 1);
  other_file.text("an index");
  const std::array<std::pair<std::string, std::string>, 7> rows{{
      {here.write("empty.weights", "").string(), "cut"},
      {here.write("cut.weights", bytes.substr(0, bytes.size() / 2)).string(), "cut or damaged"},
      {here.write("short.weights", bytes.substr(0, bytes.size() - 1)).string(), "cut or damaged"},
      {here.write("damaged.weights", damaged).string(), "cut or damaged"},
      {here.write("version.weights", std::move(other_version).finish()).string(), "expected weights of version"},
      {here.write("other.weights", std::move(other_file).finish()).string(), "expected the weights of a trained"},
      {(here / "none.weights").string(), "none.weights"},
  }};
  for (const auto& row : rows) {
    const std::string &file = row.first, &problem = row.second;
    CAPTURE(file);
    REQUIRE(::setenv("MHQA_READER", file.c_str(), 1) == 0);
    for (const std::string& option : {file, std::string{}}) {
      const std::string error = mhqa_test::error_of([&] { static_cast<void>(io::find_reader({{}, option, {}})); });
      CHECK(error.find(file) != std::string::npos);
      CHECK(error.find(problem) != std::string::npos);
      CHECK(error.find('\n') == std::string::npos);
    }
    REQUIRE(::unsetenv("MHQA_READER") == 0);
  }
}
