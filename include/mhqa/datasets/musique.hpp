// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// MuSiQue (Trivedi et al. 2022): the record and the official evaluation (evaluate_v1.0.py) of MuSiQue-Ans and
// MuSiQue-Full with its grouped sufficiency. mhqa/io/datasets/musique.hpp reads its files.
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/datasets/data_set.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/grouped.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/score_bytes.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::musique {

/// A paragraph of the context; `idx` is its number in the record.
struct paragraph {
  std::int64_t idx = 0;
  std::string_view title;
  std::string_view text;
  bool is_supporting = false;

  friend bool operator==(const paragraph&, const paragraph&) = default;
};

/// A step of the decomposition: a single-hop question. `#1` in its text stands for the first step's answer.
struct step {
  std::int64_t id = 0;
  std::string_view question;
  std::string_view answer;
  std::optional<std::int64_t> paragraph_support_idx;
  std::string_view name{};  ///< the id if it is a string, as in composed sets; then `id` is 0

  friend bool operator==(const step&, const step&) = default;
};

/// A question with its context, answers and decomposition.
struct record {
  std::string_view id;
  std::vector<paragraph> paragraphs;
  std::string_view question;
  std::vector<step> decomposition;
  std::string_view answer;
  std::vector<std::string_view> answer_aliases;
  bool answerable = true;

  /// Returns the name of the reasoning shape: "3hop2" of "3hop2__1_2_3".
  [[nodiscard]] std::string_view shape() const noexcept { return id.substr(0, id.find("__")); }
  /// Returns "3hop" of "3hop2__1_2_3".
  [[nodiscard]] std::string_view hops() const noexcept;

  friend bool operator==(const record&, const record&) = default;
};

/// A model's output for one row.
struct prediction {
  std::string_view answer;
  std::span<const std::int64_t> support_idxs;
  bool answerable = true;
  std::optional<double> answerable_probability{};  ///< in [0, 1], for models that state one
  bool answer_only = false;                        ///< neither support nor `answerable` is predicted
};

/// The scores of one row and both sufficiency labels. An unanswerable row has only labels.
struct row_scores {
  scores answer;
  scores support;
  bool sufficiency = true;        ///< predicted
  bool label_sufficiency = true;  ///< gold
  dialect_key rules = 0;          ///< of the evaluator
  bool answer_only = false;       ///< no support was predicted
};

/// Scores rows and reuses its memory. Use one evaluator per thread.
///
/// Source: AnswerMetric and SupportMetric of MuSiQue's metrics/
class evaluator {
 public:
  explicit evaluator(const dialect& d = dialects::musique) : answers_{d} {}

  [[nodiscard]] row_scores operator()(const record& gold, const prediction& predicted);

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }

 private:
  answer_scorer<> answers_;
  std::vector<std::string_view> golds_;
  std::vector<std::int64_t> idxs_;
};

namespace detail {

/// Returns the metric of a row that is already scored.
template <scores row_scores::*Part>
struct scored {
  [[nodiscard]] static constexpr const scores& output(const row_scores& row) noexcept { return row.*Part; }
  template <class Gold>
  [[nodiscard]] static constexpr scores score(const scores& s, const Gold&) noexcept {
    return s;
  }
};

template <scores row_scores::*Part>
using group_score = grouped<scored<Part>, among::labelled<1>, gate::sufficiency_right>;

}  // namespace detail

/// MuSiQue-Full's group metrics: the answerable row's score if both rows' sufficiency is right, otherwise 0.
///
/// Source: GroupAnswerSufficiencyMetric and GroupSupportSufficiencyMetric of MuSiQue's metrics/
using group_answer_metric = detail::group_score<&row_scores::answer>;
using group_support_metric = detail::group_score<&row_scores::support>;

/// The published numbers: means over the answerable rows, and over the groups of MuSiQue-Full.
struct slots {
  using result = row_scores;
  enum sum : std::uint8_t { answer, support, group_answer, group_support };
  enum count : std::uint8_t { rows };
  static constexpr std::size_t sums = 4, counts = 1;
  static constexpr std::string_view dataset = "musique";
  static constexpr dialect rules = dialects::musique;

  template <class Totals>
  static constexpr void add(Totals& t, const row_scores& s) {
    ++t[rows];
    if (!s.label_sufficiency) return;
    t[answer] += s.answer;
    if (!s.answer_only) t[support] += s.support;
  }

  /// Returns true if some row is unanswerable, which makes the set MuSiQue-Full.
  template <class Totals>
  [[nodiscard]] static constexpr bool full(const Totals& t) noexcept {
    return t[rows] != t[answer].count;
  }

  /// Returns answer_f1, answer_em, support_f1; for MuSiQue-Full also group_answer_sufficiency_f1 and
  /// group_support_sufficiency_f1.
  ///
  /// Undefined: no answerable row -> empty values (the program prints 0); predictions of answers alone -> no support_f1
  template <class Totals>
  [[nodiscard]] static std::vector<named_score> named(const Totals& t) {
    const auto mean = [&t](sum which, double scores::*number) {
      const std::optional<scores> s = t[which].mean();
      return s ? std::optional{(*s).*number * t.rules().scale} : std::nullopt;
    };
    std::vector<named_score> out{{"answer_f1", mean(answer, &scores::f1)},
                                 {"answer_em", mean(answer, &scores::em)},
                                 {"support_f1", mean(support, &scores::f1)}};
    if (full(t)) {
      out.push_back({"group_answer_sufficiency_f1", mean(group_answer, &scores::f1)});
      out.push_back({"group_support_sufficiency_f1", mean(group_support, &scores::f1)});
    }
    return out;
  }
  template <class Totals>
  [[nodiscard]] static std::vector<named_count> counted(const Totals& t) {
    std::vector<named_count> out{{"rows", t[rows]}, {"answerable", t[answer].count}};
    if (full(t)) out.push_back({"groups", t[group_answer].count});
    return out;
  }
  template <class Totals>
  [[nodiscard]] static signature_choices choices(const Totals& t) {
    return {{"n", std::to_string(t[answer].count)},
            {"groups", full(t) ? std::to_string(t[group_answer].count) : std::string{"none"}}};
  }
};

/// Sums of the slots: exact, or added in the order of the file as the published program does.
using totals = mhqa::totals<slots, exact_sum>;
using published_totals = mhqa::totals<slots, published_sum>;

/// Adds the two rows of a question of MuSiQue-Full.
///
/// Errors: data_error if both sufficiencies are right and not exactly one row is answerable
template <class Sum>
constexpr void add_group(mhqa::totals<slots, Sum>& t, const std::array<row_scores, 2>& rows_of_id) {
  t[slots::group_answer] += group_answer_metric{}.one(rows_of_id, nullptr);
  t[slots::group_support] += group_support_metric{}.one(rows_of_id, nullptr);
}

/// Pairs the rows of each id, wherever they are in the file.
///
/// Shape:  add() every row; for_each_pair() visits the pairs in the order of their first rows
/// Errors: data_error for an id that does not occur exactly twice in MuSiQue-Full, or once in MuSiQue-Ans
/// Cost:   about 200 bytes and the id for each question
class row_groups {
 public:
  row_groups() = default;
  row_groups(row_groups&&) = default;
  row_groups& operator=(row_groups&&) = default;
  row_groups(const row_groups&) = delete;  // the index points into ids_
  row_groups& operator=(const row_groups&) = delete;

  /// Adds a row. Returns both rows of the id if this one is the second, otherwise null.
  const std::array<row_scores, 2>* add(std::string_view id, const row_scores& row);

  /// Adds the rows of other questions, or other rows of the same ones.
  row_groups& operator+=(const row_groups& other);

  /// Adds an id that occurred in `size` rows, of which at most two are kept.
  void add_all(std::string_view id, std::uint32_t size, const std::array<row_scores, 2>& rows) {
    for (std::uint32_t i = 0; i < size; ++i) add(id, rows[std::min(i, 1U)]);
  }

  /// Calls f(id, number of rows, the first two rows) for each id.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < groups_.size(); ++i) f(std::string_view{ids_[i]}, groups_[i].size, groups_[i].rows);
  }

  /// Throws unless every id occurs `times` times.
  void expect_each(std::uint32_t times) const;

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
  std::deque<std::string> ids_;  // keeps references to its strings valid
  string_index index_;
  std::vector<group> groups_;
};

/// The traits of MuSiQue for `evaluate`. Two rows of MuSiQue-Full share an id.
struct data_set {
  using record = musique::record;
  using prediction = musique::prediction;
  using result = row_scores;
  using slots = musique::slots;
  using hooks = data_set_hooks<data_set, hook::collector, hook::rows_share_ids>;
  static constexpr std::array<std::string_view, 3> group_fields{"hops", "shape", "answerable"};
  static constexpr bool rows_share_ids = true;

  dialect rules = dialects::musique;

  /// Pairs the rows of one value of --by, or of all. Groups by `answerable` split the pairs and are not collected.
  struct collector {
    row_groups groups;
    std::optional<std::string> alone;  // the least id of the rows that settle() left out

    static constexpr bool collects(std::string_view by) noexcept { return by != "answerable"; }
    const std::array<row_scores, 2>* add(std::string_view id, const row_scores& s) { return groups.add(id, s); }
    collector& operator+=(const collector& other);
    void save(byte_writer& out) const;
    void load(byte_reader& in, const dialect& scored_by);
    /// Adds to the totals the pairs that need no other part, and returns the rows that may need one: none if this part
    /// has all rows of its ids (`whole`) and no id is wrong.
    [[nodiscard]] collector settle(totals& t, bool whole) const;
    template <class Totals>
    void finish(Totals& t) const {
      if (!slots::full(t)) return groups.expect_each(1);
      if (alone) throw_data_error({.id = *alone}, "expected 2 rows with this id, found 1", errc::mismatch);
      groups.for_each_pair([&](std::string_view, const auto& pair) { add_group(t, pair); });
    }
  };

  [[nodiscard]] evaluator make_evaluator() const { return evaluator{rules}; }
  [[nodiscard]] static std::string_view id(const record& r) { return r.id; }
  [[nodiscard]] static std::string_view group(const record& r, std::string_view field, std::string&);
  static void fingerprint(const record& r, std::string& out);
  [[nodiscard]] static prediction from_text(std::string_view answer) {
    return {.answer = answer, .support_idxs = {}, .answer_only = true};
  }
  [[nodiscard]] static result score(evaluator& scorer, const record& gold, const prediction* predicted);
  template <class F>
  static void for_each_missing(const result&, F&&) {}
  /// The second row of a pair also has the pair's group scores.
  static void row(const result& s, const std::array<row_scores, 2>* pair, question_row& out);
  static void texts(const record& r, const prediction* predicted, question_row& out);
};

}  // namespace mhqa::inline v0_1::musique

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/musique.ipp>
#endif
