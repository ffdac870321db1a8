// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// MuSiQue (Trivedi et al. 2022): its record and its official evaluation (evaluate_v1.0.py) over ranges:
// MuSiQue-Ans, and MuSiQue-Full's grouped sufficiency. Reading its files: mhqa/io/datasets/musique.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/grouped.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace musique {

struct paragraph {
  std::int64_t idx = 0;
  std::string_view title;
  std::string_view text;
  bool is_supporting = false;

  friend bool operator==(const paragraph&, const paragraph&) = default;
};

/// One single-hop question of the decomposition; `#1` in its text stands for the first step's answer.
struct step {
  std::int64_t id = 0;
  std::string_view question;
  std::string_view answer;
  std::optional<std::int64_t> paragraph_support_idx;
  std::string_view name{};  ///< the id where it is a string: a composed set names its single-hop questions; `id` is 0

  friend bool operator==(const step&, const step&) = default;
};

struct record {
  std::string_view id;
  std::vector<paragraph> paragraphs;
  std::string_view question;
  std::vector<step> decomposition;
  std::string_view answer;
  std::vector<std::string_view> answer_aliases;
  bool answerable = true;

  /// "3hop2" of "3hop2__1_2_3": the reasoning shape's name.
  [[nodiscard]] std::string_view shape() const noexcept { return id.substr(0, id.find("__")); }
  /// "3hop" of "3hop2__1_2_3".
  [[nodiscard]] std::string_view hops() const noexcept {
    const std::string_view name = shape();
    const auto at = name.find("hop");
    return at == std::string_view::npos ? name : name.substr(0, at + 3);
  }

  friend bool operator==(const record&, const record&) = default;
};

/// What a model says about one row.
struct prediction {
  std::string_view answer;
  std::span<const std::int64_t> support_idxs;
  bool answerable = true;
};

/// The scores of one row and both sufficiency labels. Of an unanswerable row only the labels count.
struct row_scores {
  scores answer;
  scores support;
  bool sufficiency = true;        ///< predicted
  bool label_sufficiency = true;  ///< gold
};

/// Scores rows one after another with memory that it reuses; one per thread.
///
/// Source: AnswerMetric and SupportMetric of MuSiQue's metrics/
class evaluator {
 public:
  explicit evaluator(const dialect& d = dialects::musique) : answers_{d} {}

  [[nodiscard]] row_scores operator()(const record& gold, const prediction& predicted) {
    row_scores result{{}, {}, predicted.answerable, gold.answerable};
    if (!gold.answerable) return result;
    golds_.assign(1, gold.answer);
    golds_.insert(golds_.end(), gold.answer_aliases.begin(), gold.answer_aliases.end());
    result.answer = answers_(predicted.answer, std::span<const std::string_view>{golds_});
    idxs_.clear();
    for (const paragraph& p : gold.paragraphs) {
      if (p.is_supporting) idxs_.push_back(p.idx);
    }
    result.support = score_support(predicted.support_idxs, idxs_, answers_.rules().empty_support);
    return result;
  }

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  answer_scorer<> answers_;
  std::vector<std::string_view> golds_;
  std::vector<std::int64_t> idxs_;
};

namespace detail {

/// The metric of a row that has been scored already.
template <scores row_scores::*Part>
struct scored {
  [[nodiscard]] static constexpr const scores& output(const row_scores& row) noexcept { return row.*Part; }
  template <class Gold>
  [[nodiscard]] static constexpr scores score(const scores& s, const Gold&) noexcept {
    return s;
  }
};

template <scores row_scores::*Part>
using group_metric = grouped<scored<Part>, among::labelled<1>, gate::sufficiency_right>;

}  // namespace detail

/// MuSiQue-Full's group metrics: 0 unless both rows' sufficiency is right, else the answerable row's score.
///
/// Source: GroupAnswerSufficiencyMetric and GroupSupportSufficiencyMetric of MuSiQue's metrics/
using group_answer_metric = detail::group_metric<&row_scores::answer>;
using group_support_metric = detail::group_metric<&row_scores::support>;

/// Sums over rows (answerable ones) and over groups.
///
/// Shape: a monoid with exact_sum
template <class Sum>
struct basic_totals {
  basic_accumulator<Sum> answer, support, group_answer, group_support;
  std::uint64_t rows = 0;

  constexpr void add(const row_scores& s) {
    ++rows;
    if (!s.label_sufficiency) return;
    answer += s.answer;
    support += s.support;
  }

  /// The two rows of a question of MuSiQue-Full.
  ///
  /// Errors: data_error where both sufficiencies are right and not exactly one row is answerable
  constexpr void add_group(const std::array<row_scores, 2>& rows_of_id) {
    group_answer += group_answer_metric{}.one(rows_of_id, nullptr);
    group_support += group_support_metric{}.one(rows_of_id, nullptr);
  }

  constexpr basic_totals& operator+=(const basic_totals& other) {
    answer += other.answer;
    support += other.support;
    group_answer += other.group_answer;
    group_support += other.group_support;
    rows += other.rows;
    return *this;
  }

  /// An unanswerable row makes a set MuSiQue-Full.
  [[nodiscard]] constexpr bool full() const noexcept { return rows != answer.count; }

  /// answer_f1, answer_em, support_f1; of MuSiQue-Full also group_answer_sufficiency_f1 and
  /// group_support_sufficiency_f1.
  ///
  /// Units:     fractions, unrounded
  /// Undefined: no answerable row -> empty values (the program prints 0)
  [[nodiscard]] std::vector<named_score> named() const {
    const auto pick = [](const std::optional<scores>& s, double scores::*number) {
      return s ? std::optional{(*s).*number} : std::nullopt;
    };
    std::vector<named_score> out{{"answer_f1", pick(answer.mean(), &scores::f1)},
                                 {"answer_em", pick(answer.mean(), &scores::em)},
                                 {"support_f1", pick(support.mean(), &scores::f1)}};
    if (full()) {
      out.push_back({"group_answer_sufficiency_f1", pick(group_answer.mean(), &scores::f1)});
      out.push_back({"group_support_sufficiency_f1", pick(group_support.mean(), &scores::f1)});
    }
    return out;
  }
};

using totals = basic_totals<exact_sum>;
using published_totals = basic_totals<published_sum>;

/// Brings the rows of each id together, wherever they stand.
///
/// Shape:  add() every row, then for_each_pair() visits the pairs in the order of their first rows
/// Errors: data_error for an id that does not stand exactly twice in MuSiQue-Full, or once in MuSiQue-Ans
/// Cost:   about 200 bytes and the id for each question
class row_groups {
 public:
  row_groups() = default;
  row_groups(row_groups&&) = default;
  row_groups& operator=(row_groups&&) = default;
  row_groups(const row_groups&) = delete;  // the index looks into ids_
  row_groups& operator=(const row_groups&) = delete;

  void add(std::string_view id, const row_scores& row) {
    std::uint32_t number = index_.find(id);
    if (number == string_index::npos) {
      number = index_.insert(ids_.emplace_back(id)).first;
      groups_.emplace_back();
    }
    group& g = groups_[number];
    if (g.size < 2) g.rows[g.size] = row;
    ++g.size;
  }

  /// Fails unless every id stands `times` times.
  void expect_each(std::uint32_t times) const {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].size == times) continue;
      throw_data_error({.id = ids_[i]}, "expected " + std::to_string(times) + (times == 1 ? " row" : " rows") +
                                            " with this id, found " + std::to_string(groups_[i].size));
    }
  }

  template <class F>
  void for_each_pair(F&& f) const {
    expect_each(2);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const auto& rows = groups_[i].rows;
      if (rows[0].label_sufficiency == rows[1].label_sufficiency) {
        throw_data_error({.id = ids_[i]}, "expected one answerable and one unanswerable row with this id");
      }
      f(std::string_view{ids_[i]}, rows);
    }
  }

 private:
  struct group {
    std::array<row_scores, 2> rows{};
    std::uint32_t size = 0;
  };
  std::deque<std::string> ids_;  // its strings stay where they are
  string_index index_;
  std::vector<group> groups_;
};

/// The report of an evaluation with these totals.
[[nodiscard]] inline report make_report(const totals& t, const dialect& d, const data_fingerprint& data) {
  report result{.dataset = "musique",
                .rules = d,
                .scores = t.named(),
                .counts = {{"rows", t.rows}, {"answerable", t.answer.count}},
                .signature = {}};
  if (t.full()) result.counts.push_back({"groups", t.group_answer.count});
  result.signature =
      make_signature(d, data,
                     {{"n", std::to_string(t.answer.count)},
                      {"groups", t.full() ? std::to_string(t.group_answer.count) : std::string{"none"}}});
  return result;
}

}  // namespace musique
}  // namespace v0
}  // namespace mhqa
