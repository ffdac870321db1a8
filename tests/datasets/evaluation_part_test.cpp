// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of an evaluation, in any number and order and through bytes, give every bit of the whole.
#include <mhqa/datasets/evaluation_part.hpp>

#include "support/errors.hpp"

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/squad.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hotpotqa = mhqa::hotpotqa;
namespace musique = mhqa::musique;
namespace squad = mhqa::squad;
using mhqa::evaluate;
using mhqa::evaluate_part;
using mhqa::evaluate_piece;
using mhqa::evaluation_part;
using mhqa::part_number;
using mhqa_test::error_of;

namespace {

constexpr std::size_t questions = 200;
constexpr std::string_view words[] = {"x y", "yes", "an x z", "no", "", "x"};

const std::vector<std::string>& ids() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < questions; ++i) out.push_back("q" + std::to_string(i));
    return out;
  }();
  return all;
}

/// Everything that an evaluation shows, as text; numbers with every bit.
std::string shown(const mhqa::report& r) {
  std::string out = r.dataset + " " + r.signature;
  for (const mhqa::named_score& s : r.scores) {
    out += "\n" + s.name + " " + (s.value ? std::to_string(std::bit_cast<std::uint64_t>(*s.value)) : "-");
  }
  for (const mhqa::named_count& c : r.counts) out += "\n" + c.name + " " + std::to_string(c.value);
  return out;
}
template <class D>
std::string shown(const mhqa::evaluation<D>& e) {
  std::string out = shown(e.report()) + "\nignored " + std::to_string(e.ignored);
  for (const auto& [value, group] : e.groups) out += "\n= " + value + "\n" + shown(e.report(value));
  for (const auto& [kind, missing] : e.missing_by_kind()) {
    out += "\n" + kind;
    for (const std::string& id : missing) out += " " + id;
  }
  return out;
}

/// Merges parts in an order drawn by `seed`; every second one has travelled as bytes.
template <class D>
std::string merged(std::vector<evaluation_part<D>> parts, std::uint64_t seed) {
  mhqa::draws random{seed, "order"};
  for (std::size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[random.below(i)]);
  auto total = evaluation_part<D>::from_bytes(parts[0].to_bytes());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (i % 2 == 0) {
      total += parts[i];
    } else {
      total += evaluation_part<D>::from_bytes(parts[i].to_bytes());
    }
  }
  CHECK(total.to_bytes() == evaluation_part<D>::from_bytes(total.to_bytes()).to_bytes());
  return shown(std::move(total).finish());
}

/// Compares an evaluation in one piece with parts of the same golds and of pieces of them.
template <class D, class Golds, class Predictions>
void check_parts(const D& set, const Golds& golds, const Predictions& predictions, const std::string& by) {
  const std::string whole = shown(evaluate(set, golds, predictions, {.by = by}));
  for (const std::uint32_t count : {1U, 2U, 3U, 8U, 64U, 500U}) {
    std::vector<evaluation_part<D>> parts;
    for (std::uint32_t i = 0; i < count; ++i) {
      parts.push_back(evaluate_part(set, golds, predictions, {.index = i, .count = count}, {.by = by}));
    }
    CHECK(merged(std::move(parts), count) == whole);
  }
}

std::vector<hotpotqa::record> hotpotqa_golds() {
  std::vector<hotpotqa::record> out(questions);
  for (std::size_t i = 0; i < questions; ++i) {
    out[i].id = ids()[i];
    out[i].answer = words[i % 4];
    out[i].type = i % 3 == 0 ? "bridge" : "comparison";
    out[i].supporting_facts = {{"T", 0}, {"U", static_cast<std::int64_t>(i % 5)}};
  }
  return out;
}

std::map<std::string, std::string> some_answers(std::size_t begin = 0, std::size_t end = questions) {
  std::map<std::string, std::string> out;
  for (std::size_t i = begin; i < end; ++i) {
    if (i % 7 != 0) out[ids()[i]] = words[i * i % 6];
  }
  out["unknown" + std::to_string(begin)] = "x";
  return out;
}

}  // namespace

TEST_CASE("evaluation parts: HotpotQA, with missing predictions, groups and unknown ids") {
  check_parts(hotpotqa::data_set{}, hotpotqa_golds(), some_answers(), "type");
}

TEST_CASE("evaluation parts: rows of MuSiQue-Full are paired across parts and pieces") {
  std::vector<musique::record> golds(2 * questions);
  const std::vector<std::int64_t> support{0, 2};
  std::vector<std::pair<std::string, musique::prediction>> said;
  for (std::size_t i = 0; i < golds.size(); ++i) {
    const std::size_t q = i * 7 % questions;  // the rows of an id are far from each other
    golds[i].id = ids()[q];
    golds[i].answer = words[q % 4];
    golds[i].answerable = i < questions;
    golds[i].paragraphs = {{.idx = 0, .title = {}, .text = {}, .is_supporting = true}};
    said.emplace_back(ids()[q], musique::prediction{words[i * i % 6], support, i % 3 != 0});
  }
  check_parts(musique::data_set{}, golds, said, "answerable");
  // Pieces that part the rows of each id.
  const std::string whole = shown(evaluate<musique::data_set>(golds, said));
  std::vector<evaluation_part<musique::data_set>> parts;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::size_t begin = i * questions / 2;
    const std::vector<musique::record> piece(golds.begin() + static_cast<std::ptrdiff_t>(begin),
                                             golds.begin() + static_cast<std::ptrdiff_t>(begin + questions / 2));
    const std::vector<std::pair<std::string, musique::prediction>> of_piece(
        said.begin() + static_cast<std::ptrdiff_t>(begin),
        said.begin() + static_cast<std::ptrdiff_t>(begin + questions / 2));
    parts.push_back(evaluate_part(musique::data_set{}, piece, of_piece,
                                  {.index = i, .count = 4, .divided = part_number::rule::by_files}));
  }
  CHECK(merged(std::move(parts), 3) == whole);
}

TEST_CASE("evaluation parts: MuSiQue's parts keep no row whose pair they have, and find rows that have none") {
  std::vector<musique::record> golds(2 * questions);
  std::vector<std::pair<std::string, musique::prediction>> said;
  for (std::size_t i = 0; i < golds.size(); ++i) {
    golds[i].id = ids()[i / 2];
    golds[i].answer = "the fox";
    golds[i].answerable = i % 2 == 0;
    said.emplace_back(golds[i].id, musique::prediction{"fox", {}, i % 2 == 0});
  }
  const auto bytes_of = [&](const part_number& part) {
    return evaluate_part(musique::data_set{}, golds, said, part).to_bytes();
  };
  CHECK(bytes_of({.index = 0, .count = 2}).size() < 1000);
  CHECK(bytes_of({.index = 0, .count = 1, .divided = part_number::rule::by_files}).size() < 1000);
  golds.pop_back();
  said.pop_back();
  auto total = evaluation_part<musique::data_set>::from_bytes(bytes_of({.index = 1, .count = 2}));
  total += evaluation_part<musique::data_set>::from_bytes(bytes_of({.index = 0, .count = 2}));
  const std::string wanted = "id \"" + std::string{golds.back().id} + "\": expected 2 rows with this id, found 1";
  CHECK(error_of([&] { static_cast<void>(std::move(total).finish()); }) == wanted);
  CHECK(error_of([&] { static_cast<void>(evaluate<musique::data_set>(golds, said)); }) == wanted);
}

TEST_CASE("evaluation parts: SQuAD's best thresholds are those of all questions") {
  std::vector<squad::record> golds(questions);
  std::map<std::string, squad::prediction> said;
  for (std::size_t i = 0; i < questions; ++i) {
    golds[i].id = ids()[i];
    if (i % 3 != 0) golds[i].answers = {{words[i % 4], std::nullopt}};
    // Equal probabilities are ordered by their place.
    said[ids()[i]] = {words[i * i % 6], static_cast<double>(i % 10) / 10, i};
  }
  check_parts(squad::data_set{.has_probabilities = true, .threshold = 0.5}, golds, said, "answerable");
  check_parts(squad::data_set{}, golds, said, "");
}

TEST_CASE("evaluation parts: StrategyQA's option and 2WikiMultihopQA's aliases travel with the part") {
  namespace strategyqa = mhqa::strategyqa;
  std::vector<strategyqa::record> golds(questions);
  std::map<std::string, strategyqa::prediction> said;
  for (std::size_t i = 0; i < questions; ++i) {
    golds[i].qid = ids()[i];
    golds[i].answer = i % 2 == 0;
    said[ids()[i]] = {.answer = i % 3 == 0 ? strategyqa::verdict::yes : strategyqa::verdict::no};
  }
  check_parts(strategyqa::data_set{.retrieval_limit = 3}, golds, said, "answer");

  namespace twowiki = mhqa::twowiki;
  twowiki::alias_table aliases;
  const std::vector<std::string_view> names{"x"};
  REQUIRE(aliases.add("Q1", names));
  std::vector<twowiki::record> records(questions);
  for (std::size_t i = 0; i < questions; ++i) {
    records[i].id = ids()[i];
    records[i].answer = words[i % 4];
    records[i].answer_id = "Q1";
    records[i].type = "compositional";
  }
  check_parts(twowiki::data_set{.aliases = &aliases}, records, some_answers(), "type");
}

TEST_CASE("evaluation parts: each part has its own files") {
  const std::vector<hotpotqa::record> golds = hotpotqa_golds();
  std::map<std::string, std::string> all;
  std::vector<evaluation_part<hotpotqa::data_set>> parts;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::size_t begin = i * questions / 4;
    const auto said = some_answers(begin, begin + questions / 4);
    all.insert(said.begin(), said.end());
    const std::vector<hotpotqa::record> piece(golds.begin() + static_cast<std::ptrdiff_t>(begin),
                                              golds.begin() + static_cast<std::ptrdiff_t>(begin + questions / 4));
    parts.push_back(evaluate_part(hotpotqa::data_set{}, piece, said,
                                  {.index = i, .count = 4, .divided = part_number::rule::by_files}));
  }
  CHECK(merged(std::move(parts), 7) == shown(evaluate<hotpotqa::data_set>(golds, all)));
}

namespace {

using pieces_part = evaluation_part<hotpotqa::data_set>;

/// The questions from `begin` on as a piece; the predictions have the answers of `shifted` questions further.
pieces_part piece_of(std::size_t begin, std::size_t size, mhqa::piece_key key, std::size_t shifted = 0) {
  const std::vector<hotpotqa::record> golds = hotpotqa_golds();
  const std::vector<hotpotqa::record> piece(golds.begin() + static_cast<std::ptrdiff_t>(begin),
                                            golds.begin() + static_cast<std::ptrdiff_t>(begin + size));
  auto said = some_answers(begin, begin + size);
  if (shifted != 0) said[ids()[begin + 1]] = "another answer";
  return evaluate_piece(hotpotqa::data_set{}, piece, said, std::move(key), {.by = "type"});
}

}  // namespace

TEST_CASE("evaluation pieces: keys instead of numbers, in any order, with batches and empty pieces") {
  const std::vector<hotpotqa::record> golds = hotpotqa_golds();
  std::map<std::string, std::string> all;
  for (std::size_t i = 0; i < questions; i += 20) {
    const auto said = some_answers(i, i + 20);
    all.insert(said.begin(), said.end());
  }
  const mhqa::report whole = evaluate(hotpotqa::data_set{}, golds, all, {.by = "type"}).report();
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    std::vector<pieces_part> parts;
    for (std::size_t i = 0; i < questions; i += 40) {
      parts.push_back(piece_of(i, 20, {"task " + std::to_string(i), "m"}));
      parts.back().append(piece_of(0, 0, {"task " + std::to_string(i), "m"}));
      parts.back().append(piece_of(i + 20, 20, {"task " + std::to_string(i), "m"}));
      CHECK(parts.back().questions() == 40);
    }
    parts.push_back(piece_of(0, 0, {"empty", "m"}));
    parts.push_back(piece_of(0, 0, {"another empty one", "m"}));
    const std::string shown_once = merged(parts, seed);
    CHECK(shown_once == merged(std::move(parts), seed + 10));
    CHECK(shown_once.starts_with(shown(whole)));
  }
}

TEST_CASE("evaluation pieces: a key or golds that came before, another run, a batch of another piece") {
  const pieces_part first = piece_of(0, 20, {"a", "m"});
  const auto refused = [&](const pieces_part& more) {
    return error_of([&] {
      pieces_part sum = first;
      sum += more;
    });
  };
  CHECK(refused(piece_of(20, 20, {"a", "m"})) == "expected each part once, found part \"a\" twice");
  CHECK(refused(piece_of(0, 20, {"b", "m"})) ==
        "expected other questions in each part; parts \"a\" and \"b\" have the same 20");
  CHECK(refused(piece_of(0, 20, {"b", "m"}, 1)).find("have the same 20") != std::string::npos);
  CHECK(refused(piece_of(20, 20, {"b", "m2"})) == "the parts are not of one evaluation: the runs are \"m\" and \"m2\"");
  const auto batch = [&](const pieces_part& more) {
    return error_of([&] {
      pieces_part sum = first;
      sum.append(more);
    });
  };
  CHECK(batch(piece_of(20, 20, {"a", "m"})) == "no error");
  CHECK(batch(piece_of(20, 20, {"b", "m"})) == "expected a batch of the part \"a\"");
  CHECK(batch(piece_of(0, 20, {"a", "m"})) ==
        "expected other questions in each batch; this one has those of an earlier batch");
  // A sum of pieces knows each of them, also after a journey as bytes.
  pieces_part sum = first;
  sum += piece_of(20, 20, {"b", "m"});
  sum = pieces_part::from_bytes(sum.to_bytes());
  CHECK(sum.pieces().size() == 2);
  CHECK(error_of([&] { sum += piece_of(20, 20, {"c", "m"}); }).find("parts \"b\" and \"c\"") != std::string::npos);
  CHECK_THROWS_AS(static_cast<void>(piece_of(0, 1, {"", "m"})), mhqa::usage_error);
}

TEST_CASE("evaluation parts: with own files, the same golds under two numbers and parts of two runs are refused") {
  const std::vector<hotpotqa::record> golds = hotpotqa_golds();
  const auto make = [&](std::uint32_t index, std::size_t fewer, std::string run) {
    const std::vector<hotpotqa::record> piece(golds.begin() + static_cast<std::ptrdiff_t>(fewer), golds.end());
    return evaluate_part(hotpotqa::data_set{}, piece, some_answers(),
                         {.index = index, .count = 2, .divided = part_number::rule::by_files}, {},
                         mhqa::serial_executor{}, std::move(run));
  };
  const auto refused = [&](pieces_part a, const pieces_part& b) { return error_of([&] { a += b; }); };
  CHECK(refused(make(0, 0, "m"), make(1, 0, "m")) ==
        "expected other questions in each part; parts 0/2 and 1/2 have the same 200");
  CHECK(refused(make(0, 0, "m"), make(1, 9, "n")) ==
        "the parts are not of one evaluation: the runs are \"m\" and \"n\"");
  CHECK(refused(make(0, 0, "m"), make(1, 9, "m")) == "no error");
}

TEST_CASE("evaluation parts: parts that do not belong together are refused, and so are damaged bytes") {
  using part = evaluation_part<hotpotqa::data_set>;
  const std::vector<hotpotqa::record> golds = hotpotqa_golds();
  const auto answers = some_answers();
  const auto make = [&](std::uint32_t index, std::uint32_t count, const mhqa::evaluation_options& options = {}) {
    return evaluate_part(hotpotqa::data_set{}, golds, answers, {.index = index, .count = count}, options);
  };
  const auto refused = [&](part a, const part& b) { return error_of([&] { a += b; }); };
  CHECK(refused(make(1, 8), make(1, 8)) == "expected each part once, found part 1/8 twice");
  CHECK(refused(make(1, 8), make(2, 4)) ==
        "the parts are not of one evaluation: one is of 8 parts, the other of 4 parts");
  CHECK(refused(make(0, 2), make(1, 2, {.by = "type"})) ==
        "the parts are not of one evaluation: dialect, options, groups or shared data differ");
  auto fewer = answers;
  fewer.erase(fewer.begin());
  CHECK(refused(make(0, 2), evaluate_part(hotpotqa::data_set{}, golds, fewer, {.index = 1, .count = 2})) ==
        "the parts are not of one evaluation: one saw 200 gold records and 172 predictions, the other 200 and 171");
  auto other = golds;
  other[0].id = "another";
  CHECK(refused(make(0, 2), evaluate_part(hotpotqa::data_set{}, other, answers, {.index = 1, .count = 2})) ==
        "the parts are not of one evaluation: their gold records have other ids");
  const auto of_files = [&](std::uint32_t index, std::uint64_t hash) {
    part one = make(index, 3);
    one.set_files(hash);
    return part::from_bytes(one.to_bytes());
  };
  CHECK(refused(of_files(0, 7), of_files(1, 8)) ==
        "the parts are not of one evaluation: the contents of their gold records, predictions or other files differ");
  CHECK(error_of([&] {
          part total = of_files(0, 0);  // of a stream
          total += of_files(1, 7);
          total += of_files(2, 8);
        }).find("differ") != std::string::npos);
  CHECK(error_of([&] {
          auto total = make(0, 3);
          total += make(2, 3);
          static_cast<void>(std::move(total).finish());
        }) == "expected 3 parts, part 1/3 is missing");
  CHECK_THROWS_AS(static_cast<void>(make(2, 2)), mhqa::usage_error);

  const std::string bytes = make(1, 8).to_bytes();
  CHECK(mhqa::dataset_of_part(bytes) == "hotpotqa");
  CHECK(error_of([&] {
          static_cast<void>(evaluation_part<musique::data_set>::from_bytes(bytes, "p"));
        }).find("expected a part of musique, found hotpotqa") != std::string::npos);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    const std::string error = error_of([&] { static_cast<void>(part::from_bytes(damaged, "p")); });
    const bool in_mark = i < 8 + std::string_view{"mhqa part "}.size();
    CHECK(error.find(in_mark ? "expected a part of an evaluation" : "damaged") != std::string::npos);
    CHECK(error_of([&] { static_cast<void>(part::from_bytes(std::string_view{bytes}.substr(0, i), "p")); }) !=
          "no error");
  }
}

TEST_CASE("evaluation parts: no question at all, and no prediction that matches, are found when all parts are there") {
  const std::vector<hotpotqa::record> golds = hotpotqa_golds();
  const std::map<std::string, std::string> others{{"zz", "x"}};
  const auto all = [&](const std::vector<hotpotqa::record>& records) {
    return error_of([&] {
      auto total = evaluate_part(hotpotqa::data_set{}, records, others, {.index = 0, .count = 2});
      total += evaluate_part(hotpotqa::data_set{}, records, others, {.index = 1, .count = 2});
      static_cast<void>(std::move(total).finish());
    });
  };
  CHECK(all({}) == "expected questions, found none");
  CHECK(all(golds) == "no prediction has an id of the gold records");
}
