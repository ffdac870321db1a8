// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The questions of a DiRe evaluation: joins instances and predictions as the published scripts do, and for more than
// two supports by the number of the bi-partition. Supporting paragraphs are compared by position in the original record
// if the instances have positions, otherwise by title.
#pragma once

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/datasets/dire.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/text/string_arena.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io::dire {

/// The instances of one kind, by question in the order of the data; skips contexts. Held data must `last`.
///
/// Shape:  question(i) has the predictions in the order in which the published metric receives them. original: the id's
///         last line. probe of two supports: an id's lines from the end of the file; of more: by group and sub_idx,
///         also from the end, so that a tie in confidence goes to the earlier line. Other kinds: by sub_idx
///         (probe_of_transformed of more than two supports: by group and sub_idx) in the order of the instances.
///         `removed` gives the number of supports; without it, there are two
/// Errors: those of read_instance; data_error for a missing label, sub_idx or group, for an id with two answers, and
///         for a support that is not in the context
class instances {
 public:
  ///
  /// `rules` replaces the dialect of the instances' data set. `names` are 2WikiMultihopQA's aliases, which select its
  /// version 1.1: an instance's answer_id gives its answer further names.
  ///
  /// Requires: the table outlives this object
  /// Errors:   with `names`, data_error for instances of another data set and for one without answer_id
  instances(const data_source& source, kind which, const dialect* rules = nullptr,
            const mhqa::twowiki::alias_table* names = nullptr);

  /// Returns the dialect of the data set that the instances name; HotpotQA's for published files, which name none.
  [[nodiscard]] const dialect& rules() const noexcept { return rules_; }
  /// Returns true if supporting paragraphs are compared by position.
  [[nodiscard]] bool by_position() const noexcept { return by_position_; }
  [[nodiscard]] std::span<const std::string_view> aliases(std::size_t number) const noexcept {
    return rows_[by_id_.rows(number).front()].answer_aliases;
  }

  /// Returns the path, or the name of held data.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] kind which() const noexcept { return kind_; }
  [[nodiscard]] std::size_t size() const noexcept { return by_id_.size(); }
  [[nodiscard]] std::string_view id(std::size_t number) const noexcept { return by_id_.id(number); }
  [[nodiscard]] std::string_view answer(std::size_t number) const noexcept {
    return rows_[by_id_.rows(number).front()].answer;
  }
  [[nodiscard]] bool contains(std::string_view id) const noexcept { return !by_id_.rows(id).empty(); }
  /// Returns the blocks that have both labels and predictions.
  [[nodiscard]] blocks scored(blocks predicted) const noexcept {
    return {predicted.answer, predicted.paragraphs && has_facts_, predicted.sentences && has_facts_};
  }

  /// Returns the first position of a line that no paragraph of its question's context has. It counts as a wrong
  /// paragraph, as an unknown idx does for MuSiQue and an unknown title in the published scripts.
  [[nodiscard]] std::optional<std::int64_t> unknown_position(std::size_t number, const prediction_line& line) const;

  /// Returns a question with its predictions; `originals` are the predictions for the undivided questions.
  [[nodiscard]] mhqa::dire::question question(std::size_t number, const predictions& said,
                                              const predictions* originals = nullptr) const;

  /// Returns the prediction of a line; names supporting paragraphs as in the questions.
  [[nodiscard]] mhqa::dire::prediction prediction(const prediction_line& line, const predictions& file) const {
    return named(by_id_.number(line.id), line, file);
  }

 private:
  using key = std::pair<std::uint32_t, std::uint32_t>;  // group, sub_idx

  /// Items without repeats, in the order of their first. Most questions have few, for which a search is fastest.
  template <class T>
  class kept {
   public:
    void add(const T& one) {
      constexpr std::size_t few = 32;
      if (items_.size() < few) {
        if (std::find(items_.begin(), items_.end(), one) == items_.end()) items_.push_back(one);
        return;
      }
      if (seen_.empty()) seen_.insert(items_.begin(), items_.end());
      if (seen_.insert(one).second) items_.push_back(one);
    }
    [[nodiscard]] std::vector<T> take() && { return std::move(items_); }

   private:
    std::vector<T> items_;
    std::set<T> seen_;
  };

  [[nodiscard]] static const dialect& rules_of(std::string_view dataset) noexcept;

  /// A paragraph of a question's context: its title and its position in the original record.
  struct placed {
    std::string_view title;
    std::int64_t position;
    friend bool operator==(const placed& a, const placed& b) noexcept { return a.position == b.position; }
    friend bool operator<(const placed& a, const placed& b) noexcept { return a.position < b.position; }
  };

  [[nodiscard]] static bool by_title(const placed& a, const placed& b) noexcept { return a.title < b.title; }

  /// Adds the paragraphs of an instance to those of its question.
  void remember_paragraphs(instance_labels& one, std::vector<kept<placed>>& known, const json_context& context);

  /// Returns the name that stands for a position. No title in this evaluation begins with '#'.
  [[nodiscard]] std::string_view name_of(std::int64_t position) const {
    return names_.store("#" + std::to_string(position));
  }

  /// Returns the prediction of a line with comparable names of its supporting paragraphs.
  ///
  /// Errors: data_error for positions if the instances have none, and for a title of several paragraphs
  [[nodiscard]] mhqa::dire::prediction named(std::size_t number, const prediction_line& line,
                                             const predictions& file) const;

  [[nodiscard]] mhqa::dire::gold gold_of(std::span<const std::uint32_t> rows) const;

  /// Returns the number of supports that one group's instances lack together, or that the instance without support
  /// lacks.
  [[nodiscard]] std::size_t support_count(std::span<const std::uint32_t> rows) const;

  /// Returns the key by which an instance is joined. With two supports there is one group with any number.
  [[nodiscard]] key key_of(const std::optional<std::uint32_t>& group, const std::optional<std::uint32_t>& sub_idx,
                           std::size_t n) const;

  [[nodiscard]] bool complete(std::span<const std::uint32_t> rows, std::size_t n) const;

  /// Assigns to each instance the line with its key.
  void join(std::size_t number, mhqa::dire::question& q, std::span<const std::uint32_t> rows,
            const predictions& said) const;

  std::string name_;
  kind kind_;
  json_records source_;
  std::vector<instance_labels> rows_;
  rows_by_id by_id_;
  std::vector<std::vector<placed>> paragraphs_;       // by question, sorted by title
  std::vector<std::vector<std::int64_t>> positions_;  // of these paragraphs, sorted
  mutable string_arena names_;
  dialect rules_;
  bool has_facts_ = false;
  bool by_position_ = false;
};

}  // namespace mhqa::inline v0_1::io::dire

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/dire_questions.ipp>
#endif
