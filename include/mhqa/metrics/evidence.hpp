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
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mhqa::inline v0_1 {

/// The names of one thing, normalised once and looked up many times.
///
/// Cost:    O(bytes log names) to make; contains() is O(log names)
/// Example: evidence_names{std::array<std::string_view, 1>{"The USA."}}.contains("the usa")  // true
class evidence_names {
 public:
  evidence_names() = default;
  explicit evidence_names(std::span<const std::string_view> names, normalization how = normalizations::keep_articles);

  /// The distinct normalised names, in ascending order.
  [[nodiscard]] std::span<const std::string> forms() const noexcept { return forms_; }
  [[nodiscard]] bool contains(std::string_view form) const {
    return std::binary_search(forms_.begin(), forms_.end(), form, std::less<std::string_view>{});
  }

 private:
  std::vector<std::string> forms_;
};

/// Further names of the subject and the object of a triple; null for none. One thing has one address.
struct triple_names {
  const evidence_names* subject = nullptr;
  const evidence_names* object = nullptr;
};

/// A callable that returns the further names of the i-th gold triple.
///
/// Requires: the names stay valid while the scorer runs
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
  /// Cost: O(n log n) in the triples, plus for each pair of a subject and an object the fewer of their pairs of names
  ///       and of the predictions that may match
  template <triple_namer F>
  [[nodiscard]] scores operator()(std::span<const evidence_triple> predicted, std::span<const evidence_triple> gold,
                                  F&& names_of) {
    normalize(predicted, predicted_);
    normalize(gold, gold_);
    auto& by_subject = predicted_.triples;
    std::sort(by_subject.begin(), by_subject.end(), subject_first{});
    by_subject.erase(std::unique(by_subject.begin(), by_subject.end()), by_subject.end());
    matched_.assign(by_subject.size(), 0);
    by_object_.resize(by_subject.size());
    std::iota(by_object_.begin(), by_object_.end(), std::size_t{0});
    std::sort(by_object_.begin(), by_object_.end(),
              [&](std::size_t a, std::size_t b) { return object_first{}(by_subject[a], by_subject[b]); });
    wanted_.clear();
    for (std::size_t i = 0; i < gold.size(); ++i) {
      const auto& [subject, relation, object] = gold_.triples[i];
      if (with_relation(relation).empty()) continue;
      const triple_names more = names_of(i);
      for (const side& s : {side{subject}, side{{}, more.subject}}) {
        for (const side& o : {side{object}, side{{}, more.object}}) {
          if (s.size() > 0 && o.size() > 0) wanted_.push_back({relation, s, o});
        }
      }
    }
    std::sort(wanted_.begin(), wanted_.end());
    wanted_.erase(std::unique(wanted_.begin(), wanted_.end()), wanted_.end());
    for (const wanted& one : wanted_) match(one);
    const auto common = static_cast<std::size_t>(std::count(matched_.begin(), matched_.end(), 1));
    return score_set({common, by_subject.size(), gold.size()}, empty_rule::zero);
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
  struct subject_first {
    [[nodiscard]] bool operator()(const evidence_triple& a, const evidence_triple& b) const noexcept {
      return std::tie(a.relation, a.subject, a.object) < std::tie(b.relation, b.subject, b.object);
    }
  };
  struct object_first {
    [[nodiscard]] bool operator()(const evidence_triple& a, const evidence_triple& b) const noexcept {
      return std::tie(a.relation, a.object, a.subject) < std::tie(b.relation, b.object, b.subject);
    }
  };

  /// A normalised name, or any of several; a view without data and no names stand for nothing.
  struct side {
    std::string_view name;
    const evidence_names* names = nullptr;

    [[nodiscard]] std::size_t size() const noexcept {
      return names != nullptr ? names->forms().size() : name.data() != nullptr ? 1 : 0;
    }
    [[nodiscard]] std::string_view at(std::size_t i) const noexcept {
      return names == nullptr ? name : std::string_view{names->forms()[i]};
    }
    [[nodiscard]] bool contains(std::string_view form) const {
      return names == nullptr ? form == name : names->contains(form);
    }
    friend bool operator==(const side&, const side&) = default;
    friend bool operator<(const side& a, const side& b) noexcept {
      if (a.names != b.names) return std::less<const evidence_names*>{}(a.names, b.names);
      return a.name < b.name;
    }
  };
  struct wanted {
    std::string_view relation;
    side subject, object;

    friend bool operator==(const wanted&, const wanted&) = default;
    friend bool operator<(const wanted& a, const wanted& b) noexcept {
      return std::tie(a.relation, a.subject, a.object) < std::tie(b.relation, b.subject, b.object);
    }
  };
  /// A range of predictions in one of the two orders.
  struct range {
    std::size_t begin = 0, end = 0;

    [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
    [[nodiscard]] bool empty() const noexcept { return begin == end; }
  };

  /// The predictions, in the order by subject, of a relation and, if given, of a subject and an object.
  [[nodiscard]] range with_relation(std::string_view relation, const std::string_view* subject = nullptr,
                                    const std::string_view* object = nullptr) const;

  /// The predictions, in the order by object, of a relation and an object.
  [[nodiscard]] range with_object(std::string_view relation, std::string_view object) const;

  /// Marks the predictions of the relation that have a name of both sides.
  void match(const wanted& one);

  void normalize(std::span<const evidence_triple> from, triple_list& to);

  normalization how_;
  normalized form_;
  triple_list predicted_, gold_;
  std::vector<std::size_t> by_object_;  // the predictions, by relation, object and subject
  std::vector<char> matched_;           // for each prediction
  std::vector<wanted> wanted_;          // the distinct pairs of sides of the golds
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/evidence.ipp>
#endif
