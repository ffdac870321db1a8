// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The scoring that threads of every back end do: one prediction against the golds of its question in a dialect, with
// any way of counting, alone or as a team.
#pragma once

#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/counting.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/config.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1::batch::detail {

/// The part of a dialect that scoring ids needs.
struct id_rules {
  bool whole;
  bool closed;
  bool blanks_dropped;
  empty_rule empty;

  explicit constexpr id_rules(const dialect& d) noexcept
      : whole{d.unit == answer_unit::whole},
        closed{d.closed_answers},
        blanks_dropped{d.blank_golds_dropped},
        empty{d.empty_answer} {}
};

/// The scores of a prediction: maxima, number by number, and the overlap with the gold of highest F1.
struct id_scores {
  scores best{};
  std::uint32_t common = 0;
  std::uint32_t predicted = 0;
  std::uint32_t gold = 0;
  std::int32_t which = -1;
};

/// A batch and its columns as plain pointers.
template <class Offset, class Real, class Marks>
struct scoring_job {
  const std::int32_t* prediction_ids;
  const Offset* prediction_offsets;
  const std::int32_t* gold_ids;
  const Offset* gold_offsets;
  const Offset* gold_groups;  // null: one gold per question
  std::uint32_t predictions;
  std::uint32_t per_question;
  Marks marks;
  id_rules rules;
  Real *f1, *em, *precision, *recall;
  std::int32_t *common, *predicted, *gold, *which;

  scoring_job(const token_batch<Offset>& batch, const columns<Real>& out, Marks of_ids, const dialect& d)
      : prediction_ids{batch.predictions.values.data()},
        prediction_offsets{batch.predictions.offsets.data()},
        gold_ids{batch.golds.values.data()},
        gold_offsets{batch.golds.offsets.data()},
        gold_groups{batch.gold_groups.data()},
        predictions{static_cast<std::uint32_t>(batch.predictions.rows())},
        per_question{static_cast<std::uint32_t>(batch.per_question)},
        marks{of_ids},
        rules{d},
        f1{out.f1.data()},
        em{out.em.data()},
        precision{out.precision.data()},
        recall{out.recall.data()},
        common{out.common.data()},
        predicted{out.predicted.data()},
        gold{out.gold.data()},
        which{out.which.data()} {}

  [[nodiscard]] MHQA_HD token_row prediction(std::uint32_t i) const {
    return {prediction_ids + prediction_offsets[i],
            static_cast<std::uint32_t>(prediction_offsets[i + 1] - prediction_offsets[i])};
  }
  [[nodiscard]] MHQA_HD token_row gold_row(std::uint32_t i) const {
    return {gold_ids + gold_offsets[i], static_cast<std::uint32_t>(gold_offsets[i + 1] - gold_offsets[i])};
  }
  [[nodiscard]] MHQA_HD std::uint32_t first_gold(std::uint32_t question) const {
    return gold_groups == nullptr ? question : static_cast<std::uint32_t>(gold_groups[question]);
  }

  MHQA_HD void store(std::uint32_t i, const id_scores& s) const {
    if (f1 != nullptr) f1[i] = static_cast<Real>(s.best.f1);
    if (em != nullptr) em[i] = static_cast<Real>(s.best.em);
    if (precision != nullptr) precision[i] = static_cast<Real>(s.best.precision);
    if (recall != nullptr) recall[i] = static_cast<Real>(s.best.recall);
    if (common != nullptr) common[i] = static_cast<std::int32_t>(s.common);
    if (predicted != nullptr) predicted[i] = static_cast<std::int32_t>(s.predicted);
    if (gold != nullptr) gold[i] = static_cast<std::int32_t>(s.gold);
    if (which != nullptr) which[i] = s.which;
  }
};

/// The number of counted ids in a row, and whether the only one is a closed answer.
struct row_profile {
  std::uint32_t kept;
  bool closed;
};

template <class Team>
[[nodiscard]] MHQA_HD row_profile profile(const Team& /*team*/, no_marks /*marks*/, token_row row) {
  return {row.size, false};
}

template <class Team>
[[nodiscard]] MHQA_HD row_profile profile(const Team& /*team*/, closed_marks marks, token_row row) {
  return {row.size, row.size == 1 && marks.closed(row.ids[0])};
}

template <class Team>
[[nodiscard]] MHQA_HD row_profile profile(const Team& team, id_marks marks, token_row row) {
  std::uint32_t kept = 0;
  std::uint32_t closed = 0;
  for (std::uint32_t i = team.rank(); i < row.size; i += team.size()) {
    kept += marks.kept(row.ids[i]) ? 1 : 0;
    closed += marks.closed(row.ids[i]) ? 1 : 0;
  }
  kept = team.sum(kept);
  closed = team.sum(closed);
  return {kept, kept == 1 && closed == 1};
}

/// Returns true if two rows are equal without their ignored ids.
///
/// Requires: both rows have `kept` other ids
template <class Team, class Marks>
[[nodiscard]] MHQA_HD bool same_rows(const Team& team, Marks marks, token_row a, token_row b, std::uint32_t kept) {
  bool differ = false;
  if (a.size == kept && b.size == kept) {
    for (std::uint32_t i = team.rank(); i < kept; i += team.size()) differ = differ || a.ids[i] != b.ids[i];
  } else if (team.rank() == 0) {
    const std::int32_t* x = a.ids;
    const std::int32_t* y = b.ids;
    for (std::uint32_t left = kept; left != 0 && !differ; --left, ++x, ++y) {
      while (!marks.kept(*x)) ++x;
      while (!marks.kept(*y)) ++y;
      differ = *x != *y;
    }
  }
  return !team.any(differ);
}

/// Scores one pair in a dialect, as metrics/answer.hpp does for texts.
[[nodiscard]] MHQA_HD constexpr scores score_ids(const overlap& counts, bool exact, bool closed,
                                                 const id_rules& rules) noexcept {
  if (rules.whole) return exact ? scores{1, 1, 1, 1} : scores{};
  if (rules.closed && closed && !exact) return {};
  return score(counts, exact, rules.empty);
}

/// Merges a gold's scores into those of a prediction.
MHQA_HD constexpr void keep_best(id_scores& known, bool first, const scores& s, const overlap& counts,
                                 std::int32_t which) noexcept {
  if (first || s.f1 > known.best.f1) {
    known.common = static_cast<std::uint32_t>(counts.common);
    known.predicted = static_cast<std::uint32_t>(counts.predicted);
    known.gold = static_cast<std::uint32_t>(counts.gold);
    known.which = which;
  }
  known.best.em = s.em > known.best.em ? s.em : known.best.em;
  known.best.f1 = s.f1 > known.best.f1 ? s.f1 : known.best.f1;
  known.best.precision = s.precision > known.best.precision ? s.precision : known.best.precision;
  known.best.recall = s.recall > known.best.recall ? s.recall : known.best.recall;
}

/// Scores prediction i against all golds of its question; `common` counts the common ids of two rows.
template <class Team, class Job, class Common>
[[nodiscard]] MHQA_HD id_scores score_prediction(const Team& team, const Job& job, std::uint32_t i, Common&& common) {
  const token_row prediction = job.prediction(i);
  const row_profile mine = profile(team, job.marks, prediction);
  const std::uint32_t question = i / job.per_question;
  const std::uint32_t begin = job.first_gold(question);
  const std::uint32_t end = job.first_gold(question + 1);
  id_scores known;
  bool first = true;
  for (std::uint32_t g = begin; g != end; ++g) {
    const token_row gold = job.gold_row(g);
    const row_profile theirs = profile(team, job.marks, gold);
    if (job.rules.blanks_dropped && theirs.kept == 0) continue;
    const overlap counts{common(prediction, gold), mine.kept, theirs.kept};
    const bool same_bag = counts.common == mine.kept && counts.common == theirs.kept;
    const bool exact = same_bag && same_rows(team, job.marks, prediction, gold, mine.kept);
    keep_best(known, first, score_ids(counts, exact, mine.closed || theirs.closed, job.rules), counts,
              static_cast<std::int32_t>(g - begin));
    first = false;
  }
  if (first) {
    const bool exact = mine.kept == 0;
    keep_best(known, true, score_ids({0, mine.kept, 0}, exact, mine.closed, job.rules), {0, mine.kept, 0}, -1);
  }
  return known;
}

/// Up to this many comparisons, one thread counts a pair by masks.
inline constexpr std::uint32_t few_comparisons = 256;

[[nodiscard]] MHQA_HD constexpr bool is_few(std::uint32_t prediction, std::uint32_t gold,
                                            std::uint32_t comparisons) noexcept {
  return gold <= most_few && prediction <= comparisons && prediction * gold <= comparisons;
}

/// Returns true if one thread should score prediction i alone.
template <class Job>
[[nodiscard]] MHQA_HD bool is_short(const Job& job, std::uint32_t i) {
  const std::uint32_t size = job.prediction(i).size;
  const std::uint32_t question = i / job.per_question;
  std::uint32_t gold_tokens = 0;
  for (std::uint32_t g = job.first_gold(question); g != job.first_gold(question + 1); ++g) {
    const std::uint32_t gold = job.gold_row(g).size;
    gold_tokens += gold;
    if (gold > most_few || gold_tokens > few_comparisons) return false;
  }
  return is_few(size, gold_tokens < most_few ? gold_tokens : most_few, few_comparisons);
}

/// Scores the predictions [first, first + count), at most one per thread: short ones by one thread each, then the
/// others in turn by the whole team.
template <class Team, class Job>
MHQA_HD void score_by_team(const Team& team, const Job& job, count_table table, std::uint32_t first,
                           std::uint32_t count) {
  const std::uint32_t mine = first + team.rank();
  const bool in = team.rank() < count;
  const bool alone = in && is_short(job, mine);
  if (alone) {
    job.store(mine, score_prediction(solo_team{}, job, mine, [&](token_row prediction, token_row gold) {
                return count_few(job.marks, prediction, gold);
              }));
  }
  const std::uint32_t together = team.ballot(in && !alone);
  for (std::uint32_t k = 0; k < count; ++k) {
    if (((together >> k) & 1U) == 0) continue;
    const id_scores s = score_prediction(team, job, first + k, [&](token_row prediction, token_row gold) {
      return count_hashed(team, table, job.marks, prediction, gold);
    });
    if (team.rank() == 0) job.store(first + k, s);
  }
}

}  // namespace mhqa::inline v0_1::batch::detail
