// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/sums_part.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/text.hpp"

#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/io/retrieval_evaluation.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What parts carry is what one run sums; tests/tools/merge_test.cpp has the command's refusals.

using namespace mhqa;
using mhqa_test::error_of;
using mhqa_test::has;

namespace {

/// Sums of a set of numbers.
struct numbers {
  static constexpr std::string_view dataset = "numbers";
  std::string name = "all";
  std::uint64_t sum = 0, count = 0;

  [[nodiscard]] std::string settings() const { return name; }
  [[nodiscard]] std::uint64_t questions() const noexcept { return count; }
  [[nodiscard]] data_fingerprint data() const noexcept { return {}; }
  numbers& operator+=(const numbers& other) {
    sum += other.sum;
    count += other.count;
    return *this;
  }
  void save(byte_writer& out) const {
    out.text(name);
    out.number(sum);
    out.number(count);
  }
  void load(byte_reader& in) {
    name = in.text();
    sum = in.number();
    count = in.number();
  }
};
static_assert(io::divisible_sums<numbers> && io::divisible_sums<io::ranking_sums> && io::divisible_sums<io::dire_sums>);
static_assert(!io::divisible_sums<int>);

using part = io::sums_part<numbers>;

}  // namespace

TEST_CASE("sums_part: parts in bytes add to the whole, in any order and in steps") {
  std::vector<std::string> bytes;
  for (std::uint32_t i = 0; i < 4; ++i) bytes.push_back(part{{"all", i, 1}, {i, 4}, 7}.to_bytes());
  part first = part::from_bytes(bytes[2]);
  first += part::from_bytes(bytes[0]);
  part total = part::from_bytes(bytes[3]);
  total += part::from_bytes(bytes[1]);
  total += part::from_bytes(first.to_bytes());
  CHECK(total.count() == 4);
  CHECK(total.pieces().size() == 4);
  CHECK(total.questions() == 4);
  CHECK(std::move(total).finish().sum == 0 + 1 + 2 + 3);
}

TEST_CASE("sums_part: parts that are not of one whole are named") {
  const part zero{{"all", 1, 1}, {0, 2}, 7}, one{{"all", 1, 1}, {1, 2}, 7};
  const auto adding = [&](const part& other) {
    part sum = zero;
    return error_of([&] { sum += other; });
  };
  CHECK(has(adding(zero), "expected each part once, found part 0/2 twice"));
  CHECK(has(adding(part{{"all", 1, 1}, {1, 3}, 7}), "one is of 2 parts, the other of 3 parts"));
  CHECK(has(adding(part{{"some", 1, 1}, {1, 2}, 7}), "the options are \"all\" and \"some\""));
  CHECK(has(adding(part{{"all", 1, 1}, {1, 2}, 8}), "the contents of their files differ"));
  CHECK(adding(part{{"all", 1, 1}, {1, 2}, 0}) == "no error");  // a stream has no hash
  CHECK(adding(one) == "no error");
  CHECK(has(error_of([&] { static_cast<void>(part{zero}.finish()); }), "expected 2 parts, part 1/2 is missing"));
  const std::string bytes = zero.to_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK(error_of([&] { static_cast<void>(part::from_bytes(bytes.substr(0, size), "p")); }).starts_with("p: "));
  }
  CHECK(has(error_of([&] { static_cast<void>(io::sums_part<io::ranking_sums>::from_bytes(bytes)); }),
            "expected a part of retrieval, found numbers"));
}

TEST_CASE("sums_part: the hash of contents is that of each file in its place; a stream has none") {
  const mhqa_test::scratch here;
  const std::string a = here.write("a", "1").string(), b = here.write("b", "2").string(),
                    c = here.write("c", "1").string();
  const auto hash = [](const std::string& first, const std::string& second) {
    return io::hash_of_contents(std::array{first, second});
  };
  CHECK(hash(a, b) == hash(c, b));
  CHECK(hash(a, b) != hash(b, a));
  CHECK(hash(a, "") != hash("", a));
  CHECK(hash(a, "-") == 0);
}

TEST_CASE("sums_part: rankings by parts have the reports of all, whatever falls to each part") {
  const mhqa_test::scratch here;
  std::string run, qrels;
  for (int q = 0; q < 30; ++q) {
    const std::string id = "q" + std::to_string(q);
    for (int d = 0; d < 5; ++d) {
      if (q % 7 != 0)
        run += id + " Q0 d" + std::to_string((d * q) % 11 * 10 + d) + " 1 " + std::to_string(9 - d) + " t\n";
    }
    qrels += id + " 0 d" + std::to_string(q % 5 * 10) + " 1\n";
  }
  run += "z Q0 d1 1 1 t\n";
  const std::string file = here.write("run", run).string();
  const auto queries = io::read_judgements(here.write("qrels", qrels).string());
  const io::ranking_options options{file, {1, 3}, io::mean_over::trec_eval};
  io::rankings rankings = io::read_rankings(file);
  const auto none = [](const question_row&) {};
  const auto whole = io::evaluate_rankings(rankings, queries, options, none);
  for (const std::uint32_t count : {1U, 2U, 13U, 64U}) {
    std::optional<io::sums_part<io::ranking_sums>> total;
    for (std::uint32_t i = 0; i < count; ++i) {
      const part_number number{count - 1 - i, count};
      const io::sums_part one{io::sum_rankings(rankings, queries, options, none, number), number, 1};
      const auto read = io::sums_part<io::ranking_sums>::from_bytes(one.to_bytes());
      CHECK(read.questions() == one.questions());
      if (total) {
        *total += read;
      } else {
        total = read;
      }
    }
    const auto merged = std::move(*total).finish().finish(file);
    CHECK(merged.all.signature == whole.all.signature);
    REQUIRE(merged.all.scores.size() == whole.all.scores.size());
    for (std::size_t s = 0; s < whole.all.scores.size(); ++s) {
      CHECK(merged.all.scores[s].value == whole.all.scores[s].value);
    }
    CHECK(merged.all.counts.back().value == 1);
    CHECK(merged.ranked_documents == whole.ranked_documents);
  }
}
