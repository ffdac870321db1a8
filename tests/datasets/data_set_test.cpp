// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/data_set.hpp>

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/datasets/hotpotqa.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::data_set_hooks;
using mhqa::hook;
namespace hotpotqa = mhqa::hotpotqa;

namespace {

mhqa::data_fingerprint table() {
  mhqa::data_fingerprint out;
  out.add("aliases", std::string_view{"v2"});
  return out;
}

// Types that derive from a data set.
struct shares : hotpotqa::data_set {
  [[nodiscard]] mhqa::data_fingerprint shared_data() const { return table(); }
};
struct misspelt : hotpotqa::data_set {
  [[nodiscard]] mhqa::data_fingerprint share_data() const { return table(); }
};
struct scores_alike : hotpotqa::data_set {
  [[nodiscard]] static result score(hotpotqa::evaluator& scorer, const record& gold, const prediction* said) {
    return hotpotqa::data_set::score(scorer, gold, said);
  }
};
struct without_row : hotpotqa::data_set {
  void row(const result&, mhqa::question_row&) const = delete;
};
struct silent_number : hotpotqa::data_set {
  double tolerance = 0.5;
  [[nodiscard]] static std::string_view id(const record& r) { return r.id; }
};

// A data set of its own, with the members of HotpotQA's.
template <class Self>
struct like_hotpotqa {
  using record = hotpotqa::record;
  using prediction = hotpotqa::prediction;
  using result = hotpotqa::question_scores;
  using slots = hotpotqa::slots;
  static constexpr auto group_fields = hotpotqa::data_set::group_fields;
  [[nodiscard]] static hotpotqa::evaluator make_evaluator() { return hotpotqa::evaluator{}; }
  [[nodiscard]] static std::string_view id(const record& r) { return r.id; }
  [[nodiscard]] static std::string_view group(const record& r, std::string_view field, std::string& store) {
    return hotpotqa::data_set::group(r, field, store);
  }
  static void fingerprint(const record& r, std::string& out) { hotpotqa::data_set::fingerprint(r, out); }
  [[nodiscard]] static prediction from_text(std::string_view answer) { return {answer, std::nullopt}; }
  [[nodiscard]] static result score(hotpotqa::evaluator& scorer, const record& gold, const prediction* said) {
    return hotpotqa::data_set::score(scorer, gold, said);
  }
  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    hotpotqa::data_set::for_each_missing(s, f);
  }
  static void row(const result& s, mhqa::question_row& out) { hotpotqa::data_set::row(s, out); }
  static void texts(const record& r, const prediction* said, mhqa::question_row& out) {
    hotpotqa::data_set::texts(r, said, out);
  }
};
struct tolerant : like_hotpotqa<tolerant> {
  using hooks = data_set_hooks<tolerant, hook::settings>;
  mhqa::dialect rules = mhqa::dialects::hotpotqa;
  double tolerance = 0.5;
  [[nodiscard]] mhqa::signature_choices settings() const { return {{"tolerance", std::to_string(tolerance)}}; }
};
struct not_listed : like_hotpotqa<not_listed> {
  using hooks = data_set_hooks<not_listed>;
  static constexpr mhqa::dialect rules = mhqa::dialects::hotpotqa;
  [[nodiscard]] static mhqa::signature_choices settings() { return {}; }
};
struct listed_only : like_hotpotqa<listed_only> {
  using hooks = data_set_hooks<listed_only, hook::settings>;
  static constexpr mhqa::dialect rules = mhqa::dialects::hotpotqa;
  [[nodiscard]] static mhqa::signature_choices setings() { return {}; }
};
struct no_list : like_hotpotqa<no_list> {
  static constexpr mhqa::dialect rules = mhqa::dialects::hotpotqa;
};
struct plain : like_hotpotqa<plain> {
  using hooks = data_set_hooks<plain>;
  static constexpr mhqa::dialect rules = mhqa::dialects::hotpotqa;
};
struct untold : like_hotpotqa<untold> {
  using hooks = data_set_hooks<untold>;
  mhqa::dialect rules = mhqa::dialects::hotpotqa;
  double tolerance = 0.5;
};

static_assert(mhqa::data_set<hotpotqa::data_set> && mhqa::data_set<shares> && mhqa::data_set<scores_alike>);
static_assert(mhqa::data_set<tolerant> && mhqa::data_set<plain>);
static_assert(!mhqa::data_set<misspelt> && !mhqa::data_set<without_row> && !mhqa::data_set<silent_number>);
static_assert(!mhqa::data_set<not_listed> && !mhqa::data_set<listed_only> && !mhqa::data_set<no_list> &&
              !mhqa::data_set<untold> && !mhqa::data_set<int>);

struct item {
  std::string key, gold;
  std::vector<mhqa::supporting_fact> facts;
};
void to_record(const item& i, hotpotqa::record& r) {
  r.id = i.key;
  r.answer = i.gold;
  for (const mhqa::supporting_fact& fact : i.facts) r.supporting_facts.push_back(fact);
}
struct roll {
  std::string id, text;
  std::vector<mhqa::supporting_fact> facts;
};
void to_prediction(const roll& r, hotpotqa::prediction& p) {
  p.answer = r.text;
  p.supporting_facts = r.facts;
}
/// A source that appends, as a to_record may.
struct item_source {
  const std::vector<item>* items;
  std::size_t at = 0;
  bool next(hotpotqa::record& r) {
    if (at == items->size()) return false;
    to_record((*items)[at++], r);
    return true;
  }
};

using answers = std::vector<std::pair<std::string, std::string>>;

std::vector<hotpotqa::record> one_gold() {
  std::vector<hotpotqa::record> golds(1);
  golds[0].id = "a";
  golds[0].answer = "x";
  return golds;
}

}  // namespace

TEST_CASE("data_set: own settings and shared data are in the signature, and parts of other settings do not merge") {
  const answers said{{"a", "x"}};
  const auto golds = one_gold();
  const std::string half = mhqa::evaluate(tolerant{}, golds, said).signature();
  CHECK(half.find("|tolerance:0.500000|data:") != std::string::npos);
  const auto wide_set = [] {
    tolerant set;
    set.tolerance = 20;
    return set;
  }();
  CHECK(mhqa::evaluate(wide_set, golds, said).signature() != half);
  CHECK(mhqa::evaluate<shares>(golds, said).signature() != mhqa::evaluate<hotpotqa::data_set>(golds, said).signature());
  auto part = mhqa::evaluate_part(tolerant{}, golds, said, {.index = 0, .count = 2});
  const auto other = mhqa::evaluate_part(wide_set, golds, said, {.index = 1, .count = 2});
  CHECK_THROWS_AS(part += other, mhqa::data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::evaluation_part<tolerant>::from_bytes(other.to_bytes())),
                       doctest::Contains("tolerance"), mhqa::data_error);
  CHECK(mhqa::evaluation_part<tolerant>::from_bytes(part.to_bytes()).questions() == part.questions());
}

TEST_CASE("data_set: to_record and a source of one's own get an empty record") {
  const std::vector<item> items{{"1", "a", {{"A", 0}}}, {"2", "b", {{"B", 0}}}, {"3", "c", {{"C", 0}}}};
  const std::vector<roll> said{{"1", "a", {{"A", 0}}}, {"2", "b", {{"B", 0}}}, {"3", "c", {{"C", 0}}}};
  const auto sp_em = [](const auto& result) { return *result.report().scores[4].value; };
  const auto stored = mhqa::evaluate<hotpotqa::data_set>(items, said);
  CHECK(stored.report().scores[4].name == "sp_em");
  CHECK(sp_em(stored) == 1);
  CHECK(sp_em(mhqa::evaluate<hotpotqa::data_set>(item_source{&items}, said)) == 1);
}
