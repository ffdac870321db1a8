// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Random batches of ids, and what the string scorer of metrics/ says of the same batch written as words.
#pragma once

#include <mhqa/batch/columns.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/random.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_test {

/// How a random batch is made.
struct batch_shape {
  std::size_t questions = 50;
  std::size_t per_question = 1;
  std::uint64_t most_golds = 1;  // 1 to this many golds a question
  std::uint64_t longest = 8;
  std::uint64_t vocabulary = 50;
  bool marked = false;  // every seventh id is ignored
};

/// A batch that owns its arrays. Ids 0, 1 and 2 are the closed answers.
template <class Offset>
struct random_batch {
  std::vector<std::int32_t> predictions, golds;
  std::vector<Offset> prediction_offsets{0}, gold_offsets{0}, groups{0};
  std::vector<std::uint8_t> marks;
  std::size_t per_question;

  random_batch(const batch_shape& shape, mhqa::draws& random) : per_question{shape.per_question} {
    marks.resize(shape.vocabulary + 3);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (shape.marked && i % 7 == 4) marks[i] = mhqa::batch::token_mark::ignored;
      if (i < 3) marks[i] = mhqa::batch::token_mark::closed;
    }
    for (std::size_t q = 0; q < shape.questions; ++q) {
      const std::uint64_t count = 1 + random.below(shape.most_golds);
      const std::size_t first_gold = gold_offsets.size() - 1;
      for (std::uint64_t g = 0; g < count; ++g) row(shape, golds, gold_offsets, random);
      groups.push_back(static_cast<Offset>(gold_offsets.size() - 1));
      for (std::size_t k = 0; k < per_question; ++k) {
        if (random.below(4) == 0) {  // right, with an id put in or taken out now and then
          predictions.insert(predictions.end(), golds.begin() + gold_offsets[first_gold],
                             golds.begin() + gold_offsets[first_gold + 1]);
          if (random.below(4) == 0) predictions.push_back(id(shape, random));
          if (random.below(4) == 0 && predictions.size() > static_cast<std::size_t>(prediction_offsets.back())) {
            predictions.pop_back();
          }
          prediction_offsets.push_back(static_cast<Offset>(predictions.size()));
        } else {
          row(shape, predictions, prediction_offsets, random);
        }
      }
    }
  }

  [[nodiscard]] mhqa::batch::token_batch<Offset> view() const {
    return {.predictions = {predictions, prediction_offsets},
            .golds = {golds, gold_offsets},
            .gold_groups = groups,
            .per_question = per_question,
            .marks = marks};
  }

  /// The row as words, without those that are ignored.
  [[nodiscard]] std::string text(const std::vector<std::int32_t>& ids, const std::vector<Offset>& offsets,
                                 std::size_t i) const {
    std::string out;
    for (auto at = static_cast<std::size_t>(offsets[i]); at < static_cast<std::size_t>(offsets[i + 1]); ++at) {
      const auto id = static_cast<std::size_t>(ids[at]);
      if ((marks[id] & mhqa::batch::token_mark::ignored) != 0) continue;
      constexpr std::string_view closed[] = {"yes", "no", "noanswer"};
      out += ' ' + (id < 3 ? std::string{closed[id]} : "w" + std::to_string(id));
    }
    return out;
  }

  /// The scores of each prediction by metrics/.
  [[nodiscard]] std::vector<mhqa::scores> reference(const mhqa::dialect& d) const {
    std::vector<mhqa::scores> out;
    mhqa::answer_scorer<> scorer{d};
    for (std::size_t q = 0; q + 1 < groups.size(); ++q) {
      std::vector<std::string> texts;
      for (auto g = static_cast<std::size_t>(groups[q]); g < static_cast<std::size_t>(groups[q + 1]); ++g) {
        texts.push_back(text(golds, gold_offsets, g));
      }
      const mhqa::compiled_gold gold{texts, d};
      for (std::size_t k = 0; k < per_question; ++k) {
        out.push_back(scorer(text(predictions, prediction_offsets, q * per_question + k), gold));
      }
    }
    return out;
  }

 private:
  static std::int32_t id(const batch_shape& shape, mhqa::draws& random) {
    return static_cast<std::int32_t>(random.below(shape.vocabulary + 3));
  }
  static void row(const batch_shape& shape, std::vector<std::int32_t>& ids, std::vector<Offset>& offsets,
                  mhqa::draws& random) {
    for (std::uint64_t n = random.below(shape.longest + 1); n != 0; --n) ids.push_back(id(shape, random));
    offsets.push_back(static_cast<Offset>(ids.size()));
  }
};

/// Columns that own their memory.
template <class Real>
struct owned_columns {
  std::vector<Real> f1, em, precision, recall;
  std::vector<std::int32_t> common, predicted, gold, which;

  explicit owned_columns(std::size_t n)
      : f1(n, -1),
        em(n, -1),
        precision(n, -1),
        recall(n, -1),
        common(n, -9),
        predicted(n, -9),
        gold(n, -9),
        which(n, -9) {}
  [[nodiscard]] mhqa::batch::columns<Real> view() {
    return {.f1 = f1,
            .em = em,
            .precision = precision,
            .recall = recall,
            .common = common,
            .predicted = predicted,
            .gold = gold,
            .which = which};
  }
  friend bool operator==(const owned_columns&, const owned_columns&) = default;
};

/// How many rows of the columns are not the reference's, bit for bit, once rounded to Real.
template <class Real>
[[nodiscard]] std::size_t differing_rows(const owned_columns<Real>& found, const std::vector<mhqa::scores>& reference) {
  if (found.f1.size() != reference.size()) return reference.size() + 1;
  std::size_t differing = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const mhqa::scores& s = reference[i];
    const bool same = found.f1[i] == static_cast<Real>(s.f1) && found.em[i] == static_cast<Real>(s.em) &&
                      found.precision[i] == static_cast<Real>(s.precision) &&
                      found.recall[i] == static_cast<Real>(s.recall);
    differing += same ? 0 : 1;
  }
  return differing;
}

}  // namespace mhqa_test
