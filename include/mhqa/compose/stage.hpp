// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary of the composing pipeline: the states between its stages, the result of a stage, and the options of
// all stages. Each state is a type, so an unfinished question cannot be passed on.
//   mhqa::question_pool pool{my_questions};  // a pool, or a range of your own questions
#pragma once

#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/connection_limits.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/single_hop.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/compose/spread.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A pool with its normalised words. Immutable; copies share storage. The texts must outlive it.
class question_pool {
 public:
  question_pool() : question_pool{single_hop_pool{}} {}
  explicit question_pool(single_hop_pool pool) : question_pool{std::move(pool), nullptr} {}
  /// \overload With the owner of the texts, which the pool keeps alive.
  question_pool(single_hop_pool pool, std::shared_ptr<const void> texts);
  /// \overload For a range of your own questions, which must outlive it; position i of the range is question i.
  template <single_hop_range R>
  explicit question_pool(R& questions) {
    using set = question_set<R>;
    hold(std::make_shared<const set>(questions), [](const set& s) { return parts{&s.pool(), &s.words()}; });
    texts_ = owner_;
  }

  [[nodiscard]] const single_hop_pool& pool() const noexcept { return *at_.pool; }
  [[nodiscard]] const pool_words& words() const noexcept { return *at_.words; }
  /// Returns what keeps the texts alive, for a pool made of them.
  [[nodiscard]] const std::shared_ptr<const void>& texts() const noexcept { return texts_; }

 private:
  struct parts {
    const single_hop_pool* pool = nullptr;
    const pool_words* words = nullptr;
  };
  template <class T, class F>
  void hold(std::shared_ptr<const T> owner, F&& of) {
    at_ = of(*owner);
    owner_ = std::move(owner);
  }

  std::shared_ptr<const void> owner_;  // of what at_ points to
  std::shared_ptr<const void> texts_;
  parts at_;
};

/// The states between the stages: each has a pool and the items that a stage kept.
///
/// Shape: later positions refer to `questions`
struct good_set {
  question_pool questions;           ///< only the good ones
  std::vector<std::uint32_t> items;  ///< their positions in the previous pool
};
struct pair_set {
  question_pool questions;
  std::vector<question_pair> items;
};
/// Pairs whose questions both need the other.
struct connected_set {
  question_pool questions;
  std::vector<question_pair> items;
};
struct graph_set {
  question_pool questions;
  std::vector<composition> items;
};
struct worded_question {
  composition graph;
  std::string text;
};
struct worded_set {
  question_pool questions;
  std::vector<worded_question> items;
};
struct parted_question {
  composition graph;
  std::string text;
  data_part part = data_part::train;
};
struct parted_set {
  question_pool questions;
  std::vector<parted_question> items;
};
/// Finished questions with their contexts and unanswerable twins.
struct composed_set {
  question_pool questions;
  std::vector<made_question> items;
};

/// The counts of a stage: "in" and "out" first, then the drops by reason.
struct stage_counts {
  std::string stage{};
  std::vector<named_count> counts{};
  std::vector<reason_count> dropped{};

  void count(std::string_view name, std::uint64_t value) { counts.push_back({std::string{name}, value}); }
  void drop(const std::vector<reason_count>& reasons) { dropped.insert(dropped.end(), reasons.begin(), reasons.end()); }
  /// Returns a count by name, or 0 for a name that was not counted.
  [[nodiscard]] std::uint64_t count(std::string_view name) const noexcept;
};

/// The result of a stage.
template <class T>
struct outcome {
  T kept;
  stage_counts counts;
};

/// How the parts of a data set are drawn.
enum class split_kind : std::uint8_t {
  disjoint,  ///< training shares nothing with dev and test
  random     ///< for comparison
};

/// The options of all stages, with the paper's values.
struct compose_options {
  std::uint64_t seed = 0;
  quality_limits quality{};                     ///< S1
  bool check_answers = false;                   ///< S1 drops questions whose answer no model finds
  pair_limits pairs{1000000, 10000, 0};         ///< S2; ignores its seed
  std::vector<std::string> without_rules{};     ///< S2: names of disabled rules
  bool connect = true;                          ///< S3 filters pairs
  connection_limits connection{};               ///< S3
  composition_limits limits{};                  ///< S4
  shape_mix mix{};                              ///< S4
  composition_budget budget{};                  ///< S4
  bool worded_first = true;                     ///< S4 prefers what the rules of S7 can word
  std::size_t most_doubts = most_doubt_points;  ///< S4 and S7: points of doubt that a question may have
  split_kind parts = split_kind::disjoint;      ///< S5
  split_options split{};                        ///< S5
  spread_limits spread{};                       ///< S5
  std::size_t train_size = 0;                   ///< S5: number of finished training questions; 0: all
  context_options contexts{};                   ///< S6 and S8
  /// S6: returns further paragraphs for distractor_source::corpus; called once, if needed. Their text must outlive the
  /// result.
  std::function<std::vector<context_paragraph>()> corpus{};
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/stage.ipp>
#endif
