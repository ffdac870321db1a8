// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/report.hpp>

#include <mhqa/config.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::data_fingerprint;
using mhqa::make_signature;
using mhqa::scores;
namespace dialects = mhqa::dialects;

static_assert(sizeof(data_fingerprint) == 8);

TEST_CASE("report: the published names and scale; undefined numbers stay empty") {
  std::vector<mhqa::named_score> out;
  mhqa::append_published(out, "sp_", scores{1, 0.5, 0.25, 0.75}, 100);
  mhqa::append_published(out, "", std::nullopt);
  const std::vector<std::string> names{"sp_em", "sp_f1", "sp_prec", "sp_recall", "em", "f1", "prec", "recall"};
  const std::vector<double> values{100, 50, 25, 75};
  REQUIRE(out.size() == 8);
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(out[i].name == names[i]);
    if (i < 4) {
      CHECK(out[i].value == values[i]);
    } else {
      CHECK_FALSE(out[i].value.has_value());
    }
  }
}

TEST_CASE("report: the fingerprint depends on the scored data, not on its order or split") {
  data_fingerprint all, reversed, left, right;
  const std::vector<std::pair<std::string, std::string>> rows{{"1", "Paris"}, {"2", ""}, {"", "x"}, {"2", ""}};
  for (const auto& [id, gold] : rows) all.add(id, gold);
  for (std::size_t i = rows.size(); i-- > 0;) {
    reversed.add(rows[i].first, rows[i].second);
    (i % 2 == 0 ? left : right).add(rows[i].first, rows[i].second);
  }
  CHECK(reversed == all);
  left += right;
  CHECK(left == all);
  CHECK(all.text().size() == 16);
  CHECK(all.text().find_first_not_of("0123456789abcdef") == std::string::npos);
  data_fingerprint hashed;
  hashed.add("q1", mhqa::stable_hash("Paris"));
  data_fingerprint whole;
  whole.add("q1", "Paris");
  CHECK(hashed == whole);
  CHECK(data_fingerprint{}.text() == "0000000000000000");
}

TEST_CASE("report: another id, another gold, a swap and a missing row give another fingerprint") {
  const auto print = [](std::initializer_list<std::pair<const char*, const char*>> rows) {
    data_fingerprint f;
    for (const auto& [id, gold] : rows) f.add(id, gold);
    return f.text();
  };
  const std::set<std::string> all{print({{"1", "a"}, {"2", "b"}}),
                                  print({{"1", "b"}, {"2", "a"}}),
                                  print({{"1", "a"}}),
                                  print({{"1", "a"}, {"2", "c"}}),
                                  print({{"1", "a"}, {"3", "b"}}),
                                  print({{"a", "1"}, {"b", "2"}}),
                                  print({{"1", "a"}, {"2", "b"}, {"2", "b"}}),
                                  print({})};
  CHECK(all.size() == 8);
}

TEST_CASE("report: no text holds what separates texts in the hashed bytes") {
  const auto bytes = [](std::initializer_list<std::string_view> texts) {
    std::string out;
    for (const std::string_view text : texts) {
      mhqa::append_gold(out, text);
      out += '\n';
    }
    return out;
  };
  CHECK(bytes({"Rome, Italy", "b"}) == "Rome, Italy\nb\n");
  const std::set<std::string> all{bytes({"a", "b"}),     bytes({"a\nb"}),    bytes({"a\tb"}),
                                  bytes({"a\x10nb"}),    bytes({"ab"}),      bytes({"a\x10\x10nb"}),
                                  bytes({"a", "b", ""}), bytes({"a\n", "b"})};
  CHECK(all.size() == 8);
  mhqa::stable_hasher pieces;
  mhqa::append_gold(pieces, "a\nb");
  CHECK(pieces.value() == mhqa::stable_hash("a\x10nb"));
  std::string fact;
  mhqa::append_fact(fact, {"T\t0\nU", 1});
  CHECK(fact == "\nT\x10t0\x10nU\t1");
}

TEST_CASE("report: the signature names every choice") {
  data_fingerprint data;
  CHECK(make_signature(dialects::hotpotqa, data, {{"n", "3"}}) ==
        "hotpotqa|unit:words|case:lower|punctuation:deleted|articles:removed|unicode:14.0|empty-answer:0|"
        "empty-support:0|closed:yes,no,noanswer|blank-golds:kept|golds:max-of-each|missing:0|scale:1|"
        "program:hotpotqa/hotpot hotpot_evaluate_v1.py@fa3a363|n:3|data:0000000000000000|mhqa:" MHQA_VERSION_STRING);
  CHECK(make_signature(dialects::squad_2_0, data, {}) ==
        "squad-2.0|unit:words|case:lower|punctuation:deleted|articles:removed|unicode:14.0|empty-answer:1-if-both|"
        "empty-support:0|closed:none|blank-golds:dropped|golds:max-of-each|missing:dropped|scale:100|"
        "program:rajpurkar/SQuAD-explorer evaluate-v2.0.py@09eac99|data:0000000000000000|mhqa:" MHQA_VERSION_STRING);
}

TEST_CASE("report: every choice of a dialect that affects a number changes the signature") {
  const mhqa::dialect base = dialects::hotpotqa;
  std::vector<mhqa::dialect> variants(15, base);
  variants[1].unit = mhqa::answer_unit::whole;
  variants[2].text.lower_case = false;
  variants[3].text.punctuation = false;
  variants[4].text.articles = false;
  variants[5].empty_answer = mhqa::empty_rule::one_if_both;
  variants[6].closed_answers = false;
  variants[7].blank_golds_dropped = true;
  variants[8].empty_support = mhqa::empty_rule::one_if_both;
  variants[9].missing = mhqa::missing_rule::dropped;
  variants[10].missing = mhqa::missing_rule::error;
  variants[11].scale = 100;
  variants[12].text.spaced = true;
  variants[13].text = {.spaced = true, .quotes = true};
  variants[14].text = {.spaced = true, .lower_last = true};
  std::set<std::string> signatures;
  for (const mhqa::dialect& d : variants) signatures.insert(make_signature(d));
  signatures.insert(make_signature(base, {{"n", "1"}}));
  signatures.insert(make_signature(base, {{"n", "2"}}));
  CHECK(signatures.size() == variants.size() + 2);
}
