// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/record_team.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/unicode_data.hpp>

#include "support/command.hpp"
#include "support/effort.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using mhqa::io::content_tally;
using mhqa::io::json_records;
using mhqa::io::json_value;
using mhqa::io::lifetime;
using mhqa_test::scratch;

namespace {

struct record {
  std::string_view id;
  std::vector<std::string_view> words;
};

void parse(json_value value, record& out) {
  mhqa::io::json_context& context = value.context();
  out.id = {};
  out.words.clear();
  value.object([&](std::string_view key, json_value field) {
    if (key == "id") {
      out.id = context.id = field.string();
    } else if (key == "words") {
      field.array([&](json_value word) { out.words.push_back(word.string()); });
    }
  });
  context.require(!out.id.empty(), "id");
}

struct outcome {
  std::vector<std::string> records;
  std::string error;

  void add(const record& r) {
    std::string& text = records.emplace_back(r.id);
    for (const std::string_view word : r.words) text.append(" ").append(word);
  }
  friend bool operator==(const outcome&, const outcome&) = default;
};

outcome read_one_by_one(const std::string& path) {
  outcome out;
  try {
    json_records source{path};
    record r;
    while (const auto value = source.next()) {
      parse(*value, r);
      out.add(r);
    }
  } catch (const mhqa::data_error& error) {
    out.error = error.what();
  }
  return out;
}

outcome read_on(mhqa::thread_pool& pool, const std::string& path, std::size_t block_size) {
  outcome out;
  try {
    json_records source{path};
    source.for_each<record>(
        pool, parse, [&](const record& r) { out.add(r); }, block_size);
  } catch (const mhqa::data_error& error) {
    out.error = error.what();
  }
  return out;
}

std::string random_records(mhqa::draws& random, bool as_array) {
  constexpr std::string_view words[] = {R"("a")", R"("}, {")", R"("\"},{\"")", "\"é\"", R"("\u00e9\n")", R"("")"};
  std::string out{as_array ? "[" : ""};
  const std::uint64_t size = 1 + random.below(12);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (i != 0) out += as_array ? ", " : "\n";
    if (!as_array && random.below(5) == 0) out += " \n";
    out += "{\"id\": \"q" + std::to_string(i) + "\", \"words\": [";
    const std::uint64_t count = random.below(5);
    for (std::uint64_t k = 0; k < count; ++k) out.append(k == 0 ? "" : ", ").append(words[random.below(6)]);
    out += "], \"other\": [{}, {\"id\": \"}, {\"}]}";
  }
  return out + (as_array ? "]" : random.below(2) == 0 ? "\n" : "");
}

}  // namespace

TEST_CASE("record_team: threads give the records of one, in order, for blocks of any size") {
  mhqa::draws random{21, "record_team"};
  mhqa::thread_pool one{1}, two{2}, four{4};
  for (int round = 0; round < 60; ++round) {
    const scratch here;
    const std::string text = random_records(random, round % 2 == 0);
    const std::string path = here.write("x", text).string();
    CAPTURE(text);
    const outcome wanted = read_one_by_one(path);
    REQUIRE(wanted.error.empty());
    for (const std::size_t size : {1U, 7U, 40U, 100U, 400U, 5000U}) {
      CAPTURE(size);
      for (mhqa::thread_pool* const pool : {&one, &two, &four}) CHECK(read_on(*pool, path, size) == wanted);
    }
  }
}

TEST_CASE("record_team: the first error in the file is that of one thread, after the same records") {
  mhqa::draws random{22, "record_team"};
  mhqa::thread_pool two{2}, four{4};
  for (std::size_t round = 0; round < mhqa_test::large(8); ++round) {
    const scratch here;
    const std::string text = random_records(random, round % 2 == 0);
    for (std::size_t at = 1; at < text.size(); at += 3) {
      for (const char c : {'"', '}', ',', '\n', '\x80'}) {
        std::string damaged = text;
        damaged[at] = c;
        const std::string path = here.write("x", damaged).string();
        CAPTURE(damaged);
        const outcome wanted = read_one_by_one(path);
        const outcome small = read_on(two, path, 60);
        // A damaged index shows an error earlier if the block that it spoils has more of the file.
        CHECK(small.error.empty() == wanted.error.empty());
        if (wanted.error.empty()) CHECK(small == wanted);
        CHECK(read_on(four, path, 100'000) == wanted);
      }
    }
  }
}

TEST_CASE("record_team: a bad record among many is named, and those before it arrive") {
  mhqa::thread_pool two{2};
  for (const bool as_array : {true, false}) {
    const scratch here;
    std::string text{as_array ? "[" : ""};
    for (int i = 0; i < 3000; ++i) {
      if (i != 0) text += as_array ? "," : "\n";
      text += i == 2000 ? R"({"id": 5})" : "{\"id\": \"q" + std::to_string(i) + "\"}";
    }
    if (as_array) text += "]";
    const std::string path = here.write("x", text).string();
    const outcome found = read_on(two, path, 1000);
    CHECK(found.records.size() == 2000);
    CHECK(found.error == read_one_by_one(path).error);
    CHECK(found.error.find("record 2001, field \"id\", byte ") != std::string::npos);
  }
}

TEST_CASE("record_team: an exception of the caller ends the reading, and no later record arrives") {
  const scratch here;
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "{\"id\": \"q" + std::to_string(i) + "\"}\n";
  const std::string path = here.write("x", text).string();
  mhqa::thread_pool four{4};
  std::size_t seen = 0;
  json_records source{path};
  CHECK_THROWS_WITH_AS(source.for_each<record>(
                           four, parse,
                           [&](const record&) {
                             if (++seen == 1234) throw std::runtime_error{"enough"};
                           },
                           500),
                       "enough", std::runtime_error);
  CHECK(seen == 1234);
}

TEST_CASE("record_team: the content's size and hash are those of the file") {
  mhqa::thread_pool two{2};
  for (const bool as_array : {true, false}) {
    const scratch here;
    mhqa::draws random{23, "record_team"};
    const std::string text = random_records(random, as_array);
    const std::string path = here.write("x", text).string();
    json_records source{path, lifetime::record, content_tally::on};
    source.for_each<record>(
        two, parse, [](const record&) {}, 30);
    CHECK(source.content().bytes == text.size());
    CHECK(source.content().hash == mhqa::io::content_hash(text));
  }
}

TEST_CASE("record_team: threads work on blocks at the same time") {
  const scratch here;
  std::string text;
  for (int i = 0; i < 4; ++i) text += "{\"id\": \"q\", \"words\": [\"" + std::string(200, 'x') + "\"]}\n";
  const std::string path = here.write("x", text).string();
  mhqa::thread_pool two{2};
  std::atomic<int> inside{0};
  std::atomic<bool> together{false};
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds{30};
  json_records source{path};
  source.for_each<record>(
      two,
      [&](json_value value, record& out) {
        parse(value, out);
        ++inside;
        // The other thread arrives while this one waits.
        while (!together && std::chrono::steady_clock::now() < latest) {
          if (inside == 2) together = true;
          std::this_thread::yield();
        }
        --inside;
      },
      [](const record&) {}, 220);
  CHECK(together);
}
