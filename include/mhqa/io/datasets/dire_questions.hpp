// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The questions of a DiRe evaluation: instances and predictions joined as the published scripts join them, and
// beyond two supports by the number of the bi-partition.
#pragma once

#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/datasets/dire.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/probe/bipartition.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {
namespace dire {

/// The instances of one kind, by question in the file's order; contexts are passed over.
///
/// Shape:  question(i) has the predictions in the order in which the published metric receives them. original: by id.
///         probe of two supports: an id's lines from the file's end; of more: by group and sub_idx, a group's lines
///         from the file's end too, so that a tie in confidence goes to the line that stands first. The other kinds: by
///         sub_idx (probe_of_transformed of more than two supports: by group and sub_idx) in the order of the
///         instances. How many supports a question has is told by `removed`; without it, two
/// Errors: data_error as read_instance; for a label, a sub_idx or a group that is missing where it is needed; for an id
///         with two answers
class instances {
 public:
  instances(const std::string& path, kind which) : path_{path}, kind_{which}, source_{path, lifetime::source} {
    const bool contrast = which == kind::transformed || which == kind::probe_of_transformed;
    std::size_t with_facts = 0;
    while (std::optional<json_value> value = source_.next()) {
      rows_.push_back(read_instance(*value));
      const instance_labels& one = rows_.back();
      const json_context& context = value->context();
      with_facts += one.supporting_facts ? 1 : 0;
      if (one.supporting_facts.has_value() != rows_.front().supporting_facts.has_value()) {
        context.fail("expected supporting_facts in every instance or in none");
      }
      if (contrast) context.require(one.sufficiency.has_value(), "sufficiency");
      if (contrast || which == kind::trivial) context.require(one.sub_idx.has_value(), "sub_idx");
      by_id_.add(one.id);
      if (const auto& first = rows_[by_id_.rows(one.id).front()]; first.answer != one.answer) {
        context.fail("expected the answer of the id's first instance, \"" + std::string{first.answer} + "\"");
      }
    }
    has_facts_ = with_facts != 0;
    if (rows_.empty()) throw_data_error({.file = path}, "expected instances, found none");
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] kind which() const noexcept { return kind_; }
  [[nodiscard]] std::size_t size() const noexcept { return by_id_.size(); }
  [[nodiscard]] std::string_view id(std::size_t number) const noexcept { return by_id_.id(number); }
  [[nodiscard]] std::string_view answer(std::size_t number) const noexcept {
    return rows_[by_id_.rows(number).front()].answer;
  }
  [[nodiscard]] bool contains(std::string_view id) const noexcept { return !by_id_.rows(id).empty(); }
  /// The blocks that have labels here and predictions there.
  [[nodiscard]] blocks scored(blocks predicted) const noexcept {
    return {predicted.answer, predicted.paragraphs && has_facts_, predicted.sentences && has_facts_};
  }

  /// A question with what was predicted for it; `originals` are the predictions on the undivided questions.
  [[nodiscard]] mhqa::dire::question question(std::size_t number, const predictions& said,
                                              const predictions* originals = nullptr) const {
    const std::span<const std::uint32_t> rows = by_id_.rows(number);
    mhqa::dire::question q{.id = by_id_.id(number), .gold = gold_of(rows)};
    q.support_count = support_count(rows);
    q.complete = complete(rows, q.support_count);
    if (originals != nullptr) {
      const auto lines = originals->rows(q.id);
      if (lines.size() > 1) {
        throw_data_error({.file = originals->path(), .id = std::string{q.id}},
                         "expected one prediction on the undivided question, found " + std::to_string(lines.size()));
      }
      if (!lines.empty()) q.original = (*originals)[lines.front()].said;
    }
    if (!q.complete) return q;
    if (kind_ == kind::original || (kind_ == kind::probe && q.support_count == 2)) {
      const auto lines = said.rows(q.id);
      if (!lines.empty()) q.groups.emplace_back();
      for (std::size_t i = lines.size(); i > 0; --i) q.groups.back().push_back(said[lines[i - 1]].said);
    } else {
      join(q, rows, said);
    }
    return q;
  }

 private:
  using key = std::pair<std::uint32_t, std::uint32_t>;  // group, sub_idx

  template <class T>
  static void keep_once(std::vector<T>& into, const T& one) {
    if (std::find(into.begin(), into.end(), one) == into.end()) into.push_back(one);
  }

  [[nodiscard]] mhqa::dire::gold gold_of(std::span<const std::uint32_t> rows) const {
    mhqa::dire::gold gold{.answer = compiled_gold{rows_[rows.front()].answer, dialects::hotpotqa}};
    for (const std::uint32_t row : rows) {
      const instance_labels& one = rows_[row];
      // The published metrics take the labels of the instances that they score.
      if (kind_ == kind::transformed && one.sufficiency != 1) continue;
      if (kind_ == kind::probe_of_transformed && one.sufficiency != 0) continue;
      if (!one.supporting_facts) continue;
      for (const supporting_fact& fact : *one.supporting_facts) {
        keep_once(gold.supporting_sentences, fact);
        keep_once(gold.supporting_paragraphs, fact.title);
      }
    }
    return gold;
  }

  /// As many as the instances of one group lack together, or as the instance without any support lacks.
  [[nodiscard]] std::size_t support_count(std::span<const std::uint32_t> rows) const {
    std::size_t n = 2;
    const instance_labels& first = rows_[rows.front()];
    if (kind_ == kind::probe) {
      std::size_t sum = 0;
      for (const std::uint32_t row : rows) {
        if (rows_[row].group == first.group) sum += rows_[row].removed.value_or(1);
      }
      n = std::max(n, sum);
    } else if (kind_ == kind::transformed || kind_ == kind::trivial) {
      for (const std::uint32_t row : rows) {
        const bool full = kind_ == kind::trivial || rows_[row].sufficiency == 1;
        if (full && rows_[row].removed) n = std::max(n, *rows_[row].removed + 1);
      }
    } else if (kind_ == kind::probe_of_transformed) {
      for (const std::uint32_t row : rows) {
        if (rows_[row].sufficiency == -1 && rows_[row].removed) n = std::max(n, *rows_[row].removed);
      }
    }
    return n;
  }

  /// The key by which an instance is joined. Two supports have one group, whatever its number.
  [[nodiscard]] key key_of(const std::optional<std::uint32_t>& group, const std::optional<std::uint32_t>& sub_idx,
                           std::size_t n) const {
    const bool groups = n > 2 && (kind_ == kind::probe || kind_ == kind::probe_of_transformed);
    return {groups ? group.value_or(0) : 0, sub_idx.value_or(0)};
  }

  [[nodiscard]] bool complete(std::span<const std::uint32_t> rows, std::size_t n) const {
    if (n > max_bipartition_facts) return false;
    const auto shape = mhqa::dire::shape_of(kind_, n);
    if (rows.size() != shape.groups * shape.size) return false;
    if (kind_ == kind::original || (kind_ == kind::probe && n == 2)) return true;
    std::vector<key> keys;
    for (const std::uint32_t row : rows) keys.push_back(key_of(rows_[row].group, rows_[row].sub_idx, n));
    std::sort(keys.begin(), keys.end());
    if (std::adjacent_find(keys.begin(), keys.end()) != keys.end()) return false;
    if (shape.groups == 1 || kind_ == kind::trivial) return true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i].first != keys[i - i % shape.size].first) return false;
    }
    return true;
  }

  /// Gives each instance the line of its key.
  void join(mhqa::dire::question& q, std::span<const std::uint32_t> rows, const predictions& said) const {
    const std::size_t n = q.support_count;
    const bool groups = n > 2 && (kind_ == kind::probe || kind_ == kind::probe_of_transformed);
    std::vector<std::pair<key, std::uint32_t>> lines;  // by key; lines of one key in the file's order
    for (const std::uint32_t line : said.rows(q.id)) {
      const prediction_line& one = said[line];
      if (!one.sub_idx || (groups && !one.group)) {
        throw_data_error({.file = said.path(), .id = std::string{q.id}, .field = one.sub_idx ? "group" : "sub_idx"},
                         groups ? "expected group and sub_idx in each line of a question with more than two supports"
                                : "expected the field, which says which instance the line is about");
      }
      lines.emplace_back(key_of(one.group, one.sub_idx, n), line);
    }
    std::sort(lines.begin(), lines.end());

    struct received {
      std::uint32_t group;
      std::uint32_t rank;  // within the group: ascending is the order of receipt
      std::uint32_t line;
      int label;
    };
    std::vector<received> order;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      const instance_labels& one = rows_[rows[i]];
      const key wanted = key_of(one.group, one.sub_idx, n);
      const auto at = std::lower_bound(lines.begin(), lines.end(), std::pair{wanted, std::uint32_t{0}});
      if (at == lines.end() || at->first != wanted) continue;
      const std::uint32_t group = kind_ == kind::trivial ? wanted.second : wanted.first;
      const std::uint32_t rank = kind_ == kind::probe ? std::numeric_limits<std::uint32_t>::max() - at->second : i;
      order.push_back({group, rank, at->second, one.sufficiency.value_or(0)});
    }
    std::sort(order.begin(), order.end(), [](const received& a, const received& b) {
      return std::tie(a.group, a.rank) < std::tie(b.group, b.rank);
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || order[i].group != order[i - 1].group) q.groups.emplace_back();
      q.groups.back().push_back(said[order[i].line].said);
      q.groups.back().back().label_sufficiency = order[i].label;
    }
    // Lines about no instance, or about one that has a line already, are a group too much.
    if (order.size() != lines.size()) q.groups.resize(mhqa::dire::shape_of(kind_, n).groups + 1);
  }

  std::string path_;
  kind kind_;
  json_records source_;
  std::vector<instance_labels> rows_;
  rows_by_id by_id_;
  bool has_facts_ = false;
};

}  // namespace dire
}  // namespace io
}  // namespace v0
}  // namespace mhqa
