// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores evidence triples (subject, relation, object) after normalisation: as two sets, or against gold triples whose
// subjects and objects have aliases. Ho et al. 2020, Sec. 5.2.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// Aliases of the subject and the object of a triple.
struct triple_names {
  std::span<const std::string_view> subject;
  std::span<const std::string_view> object;
};

/// A callable that returns the aliases of the i-th gold triple.
///
/// Requires: the names stay valid until the next call
template <class F>
concept triple_namer = requires(F& names_of, std::size_t number) {
  { names_of(number) } -> std::convertible_to<triple_names>;
};

/// Scores the triples of one question after another with reused memory; use one per thread.
///
/// Undefined: both sides empty -> exact match 1, the rest 0
/// Source:    normalize_evi and update_evi of 2wikimultihop_evaluate.py and 2wikimultihop_evaluate_v1.1.py
class evidence_scorer {
 public:
  explicit evidence_scorer(normalization how = normalizations::keep_articles) noexcept : how_{how} {}

  /// Scores both sides as sets of normalised triples.
  ///
  /// Cost:    see set_overlap
  /// Example: evidence_scorer{}(std::vector<evidence_triple>{{"Ed Wood", "director", "Tim Burton"}},
  ///                            std::vector<evidence_triple>{{"Ed  Wood.", "director", "tim burton"}}).em  // 1
  [[nodiscard]] scores operator()(std::span<const evidence_triple> predicted, std::span<const evidence_triple> gold) {
    normalize(predicted, predicted_);
    normalize(gold, gold_);
    return score_set(set_overlap(predicted_.triples, gold_.triples), empty_rule::zero);
  }

  /// Scores the distinct predicted triples against the gold triples under any of their names.
  ///
  /// Several predictions may match one gold triple, so recall may exceed 1. A repeated gold triple counts each time
  /// among the golds.
  ///
  /// Cost: O(bytes), plus a comparison of relations for each pair of a gold and a predicted triple, plus the comparison
  ///       of the gold triple's names with each prediction of the same relation
  template <triple_namer F>
  [[nodiscard]] scores operator()(std::span<const evidence_triple> predicted, std::span<const evidence_triple> gold,
                                  F&& names_of) {
    normalize(predicted, predicted_);
    auto& open = predicted_.triples;  // not matched yet
    std::sort(open.begin(), open.end());
    open.erase(std::unique(open.begin(), open.end()), open.end());
    overlap counts{0, open.size(), gold.size()};
    for (std::size_t i = 0; i < gold.size() && !open.empty(); ++i) {
      form_.assign(gold[i].relation, how_);
      const auto same_relation = [this](const evidence_triple& t) { return t.relation == form_.text(); };
      const auto rest = std::partition(open.begin(), open.end(), [&](const auto& t) { return !same_relation(t); });
      if (rest == open.end()) continue;
      const triple_names more = names_of(i);
      normalize(gold[i].subject, more.subject, subjects_);
      normalize(gold[i].object, more.object, objects_);
      const auto matched = std::remove_if(rest, open.end(), [this](const evidence_triple& t) {
        return subjects_.contains(t.subject) && objects_.contains(t.object);
      });
      counts.common += static_cast<std::size_t>(open.end() - matched);
      open.erase(matched, open.end());
    }
    return score_set(counts, empty_rule::zero);
  }

 private:
  /// Normalised texts, concatenated in memory that does not move while they are written.
  struct pool {
    std::string text;

    void reset(std::size_t source_bytes, std::size_t texts) {
      text.clear();
      text.reserve(source_bytes + source_bytes / 2 + texts);  // lower-casing makes at most three bytes of two
    }
    [[nodiscard]] std::string_view add(std::string_view form) {
      const std::size_t at = text.size();
      text += form;
      return std::string_view{text}.substr(at);
    }
  };
  struct triple_list {
    pool texts;
    std::vector<evidence_triple> triples;
  };
  struct name_list {
    pool texts;
    std::vector<std::string_view> names;

    [[nodiscard]] bool contains(std::string_view name) const {
      return std::find(names.begin(), names.end(), name) != names.end();
    }
  };

  void normalize(std::span<const evidence_triple> from, triple_list& to) {
    std::size_t bytes = 0;
    for (const evidence_triple& t : from) bytes += t.subject.size() + t.relation.size() + t.object.size();
    to.texts.reset(bytes, 3 * from.size());
    to.triples.clear();
    const auto add = [&](std::string_view text) {
      form_.assign(text, how_);
      return to.texts.add(form_.text());
    };
    for (const evidence_triple& t : from) to.triples.push_back({add(t.subject), add(t.relation), add(t.object)});
  }

  void normalize(std::string_view name, std::span<const std::string_view> more, name_list& to) {
    std::size_t bytes = name.size();
    for (const std::string_view other : more) bytes += other.size();
    to.texts.reset(bytes, 1 + more.size());
    to.names.clear();
    const auto add = [&](std::string_view text) {
      form_.assign(text, how_);
      to.names.push_back(to.texts.add(form_.text()));
    };
    add(name);
    for (const std::string_view other : more) add(other);
  }

  normalization how_;
  normalized form_;
  triple_list predicted_, gold_;
  name_list subjects_, objects_;
};

}  // namespace v0_1
}  // namespace mhqa
