// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// batch/token_f1.hpp's way of scoring on threads, on this module's pool instead of a back end of Thrust, so that
// building the module asks for nothing but a compiler. Checks come first, in plain loops.
#include "token_f1.hpp"

#include "arrays.hpp"
#include "columns.hpp"
#include "pool.hpp"
#include "score_batch.hpp"
#include "texts.hpp"

#include <mhqa/batch/counting.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/batch/scoring.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace mhqa_python {
namespace {

namespace batch = mhqa::batch;

/// The arrays of a call; offsets are all of one type.
struct arrays {
  array prediction_values, prediction_offsets, gold_values, gold_offsets;
  std::optional<array> gold_groups;
  std::optional<array> marks;
};

[[nodiscard]] nb::object pair_of(nb::handle given, const char* name) {
  if (!PyTuple_Check(given.ptr()) && !PyList_Check(given.ptr())) {
    throw_type_error({name}, "a pair (values, offsets)", given);
  }
  nb::object out = items_of(given, {name});
  if (PyTuple_GET_SIZE(out.ptr()) != 2) throw_value_error({name}, "a pair (values, offsets)");
  return out;
}

/// How long the longest row is, and whether one is empty.
struct row_sizes {
  std::size_t longest = 0;
  bool some_empty = false;
};

template <class Offset>
row_sizes check_offsets(std::span<const Offset> offsets, std::size_t end, const char* name) {
  if (offsets.empty()) throw_value_error({name}, "one offset more than rows, found none");
  if (offsets.size() > std::numeric_limits<std::int32_t>::max()) throw_value_error({name}, "fewer than 2^31 rows");
  row_sizes out;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const Offset from = offsets[i];
    const Offset to = offsets[i + 1];
    if (from < 0 || to < from || static_cast<std::uint64_t>(to) > end) {
      throw_value_error({name}, "offsets that rise from 0 or more to at most " + std::to_string(end) +
                                    "; those of row " + std::to_string(i) + " do not");
    }
    out.longest = std::max(out.longest, static_cast<std::size_t>(to - from));
    out.some_empty = out.some_empty || to == from;
  }
  return out;
}

/// The largest id + 1.
std::size_t check_ids(std::span<const std::int32_t> ids, const char* name) {
  if (ids.size() > std::numeric_limits<std::int32_t>::max()) throw_value_error({name}, "fewer than 2^31 ids");
  std::uint32_t largest = 0;  // negative ids are the largest of all
  for (const std::int32_t id : ids) largest = std::max(largest, static_cast<std::uint32_t>(id));
  if (largest > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max())) {
    const auto at = std::ranges::find_if(ids, [](std::int32_t id) { return id < 0; }) - ids.begin();
    throw_value_error({name}, "ids of 0 or more; the one at " + std::to_string(at) + " is negative");
  }
  return ids.empty() ? 0 : std::size_t{largest} + 1;
}

/// What the checks found out.
struct facts {
  std::size_t vocabulary = 0;
  std::size_t longest_gold = 0;
};

template <class Offset>
facts check(const batch::token_batch<Offset>& what, const mhqa::dialect& rules) {
  const std::size_t rows = what.predictions.rows();
  if (rows == 0) throw_value_error({"predictions"}, "at least one, found none");
  if (what.golds.offsets.empty()) throw_value_error({"golds offsets"}, "one offset more than rows, found none");
  const std::size_t questions = what.questions();
  if (what.per_question == 0 || rows % what.per_question != 0 || rows / what.per_question != questions) {
    throw_value_error({"predictions"}, std::to_string(what.per_question) + " for each of " + std::to_string(questions) +
                                           " questions, found " + std::to_string(rows));
  }
  facts out;
  check_offsets(what.predictions.offsets, what.predictions.values.size(), "predictions offsets");
  out.longest_gold = check_offsets(what.golds.offsets, what.golds.values.size(), "golds offsets").longest;
  if (!what.gold_groups.empty() && check_offsets(what.gold_groups, what.golds.rows(), "gold_groups").some_empty &&
      !rules.blank_golds_dropped) {
    throw_value_error({"gold_groups"}, "at least one gold for each question");
  }
  out.vocabulary =
      std::max(check_ids(what.predictions.values, "predictions values"), check_ids(what.golds.values, "golds values"));
  if (!what.marks.empty() && what.marks.size() < out.vocabulary) {
    throw_value_error({"marks"}, "a mark for each of " + std::to_string(out.vocabulary) + " ids, found " +
                                     std::to_string(what.marks.size()));
  }
  if (rules.closed_answers && what.marks.empty()) {
    throw_value_error({"marks"},
                      "marks that name the closed answers (yes, no, noanswer) of " + std::string{rules.name.view()});
  }
  return out;
}

template <class Job>
void run(const Job& job, const facts& known, std::size_t tokens, mhqa::thread_pool& threads) {
  constexpr std::size_t most_cells = std::size_t{1} << 24U;
  const std::size_t rows = job.predictions;
  const std::size_t tasks = std::min(rows, 4 * threads.concurrency());
  const std::size_t grain = rows / tasks + (rows % tasks != 0 ? 1 : 0);
  // Clearing the counters must not cost more than counting.
  const bool dense = known.vocabulary <= most_cells && known.vocabulary * tasks <= 4 * tokens;
  std::size_t slots = 32;
  while (slots < most_cells / 512 && slots < 2 * known.longest_gold) slots *= 2;
  mhqa::for_each_chunk(threads, rows, grain, [&](std::size_t begin, std::size_t end) {
    const auto score = [&](auto&& common) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto row = static_cast<std::uint32_t>(i);
        job.store(row, batch::detail::score_prediction(batch::detail::solo_team{}, job, row, common));
      }
    };
    using batch::detail::token_row;
    if (dense) {
      std::vector<std::uint32_t> cells(known.vocabulary);
      batch::detail::dense_counter counter{cells.data(), cells.size()};
      score([&](token_row prediction, token_row gold) { return counter.count(job.marks, prediction, gold); });
    } else {
      std::vector<std::int32_t> words(2 * slots);
      const batch::detail::count_table table{words.data(), words.data() + slots, static_cast<std::uint32_t>(slots)};
      score([&](token_row prediction, token_row gold) {
        return batch::detail::is_few(prediction.size, gold.size, batch::detail::few_comparisons)
                   ? batch::detail::count_few(job.marks, prediction, gold)
                   : batch::detail::count_hashed(batch::detail::solo_team{}, table, job.marks, prediction, gold);
      });
    }
  });
}

template <class Offset, class Real>
nb::dict scored(const arrays& in, const char* type, std::size_t per_question, const mhqa::dialect& rules) {
  batch::token_batch<Offset> what;
  what.predictions = {in.prediction_values.values<std::int32_t>("int32"), in.prediction_offsets.values<Offset>(type)};
  what.golds = {in.gold_values.values<std::int32_t>("int32"), in.gold_offsets.values<Offset>(type)};
  if (in.gold_groups) {
    what.gold_groups = in.gold_groups->values<Offset>(type);
    if (what.gold_groups.empty()) throw_value_error({"gold_groups"}, "one offset more than questions, found none");
  }
  if (in.marks) {
    what.marks = in.marks->values<std::uint8_t>("uint8");
    if (what.marks.empty()) throw_value_error({"marks"}, "a mark for each id, found none");
  }
  what.per_question = per_question;

  const auto threads = pool();
  const std::size_t rows = what.predictions.rows();
  std::optional<facts> known;
  {
    const nb::gil_scoped_release released;
    known = check(what, rules);
  }
  column<Real> f1{rows}, em{rows}, precision{rows}, recall{rows};
  column<std::int32_t> common{rows}, predicted{rows}, gold{rows}, which{rows};
  const batch::columns<Real> out{.f1 = f1.span(),
                                 .em = em.span(),
                                 .precision = precision.span(),
                                 .recall = recall.span(),
                                 .common = common.span(),
                                 .predicted = predicted.span(),
                                 .gold = gold.span(),
                                 .which = which.span()};
  {
    const nb::gil_scoped_release released;
    const std::size_t tokens = what.predictions.values.size() + what.golds.values.size();
    if (what.marks.empty()) {
      run(batch::detail::scoring_job{what, out, batch::detail::no_marks{}, rules}, *known, tokens, *threads);
    } else {
      run(batch::detail::scoring_job{what, out, batch::detail::id_marks{what.marks.data()}, rules}, *known, tokens,
          *threads);
    }
  }
  nb::dict columns;
  columns["f1"] = std::move(f1).to_numpy();
  columns["em"] = std::move(em).to_numpy();
  columns["precision"] = std::move(precision).to_numpy();
  columns["recall"] = std::move(recall).to_numpy();
  columns["common"] = std::move(common).to_numpy();
  columns["predicted"] = std::move(predicted).to_numpy();
  columns["gold"] = std::move(gold).to_numpy();
  columns["which"] = std::move(which).to_numpy();
  return columns;
}

}  // namespace

nb::dict token_f1(nb::handle predictions, nb::handle golds, nb::handle gold_groups, std::size_t per_question,
                  nb::handle marks, const std::string& dialect, bool wide) {
  const mhqa::dialect& rules = dialect_of(dialect);
  const nb::object predicted = pair_of(predictions, "predictions");
  const nb::object gold = pair_of(golds, "golds");
  arrays in{{predicted[0], "predictions values"},
            {predicted[1], "predictions offsets"},
            {gold[0], "golds values"},
            {gold[1], "golds offsets"},
            std::nullopt,
            std::nullopt};
  if (!gold_groups.is_none()) in.gold_groups.emplace(gold_groups, "gold_groups");
  if (!marks.is_none()) in.marks.emplace(marks, "marks");
  if (in.prediction_offsets.is<std::int64_t>()) {
    return wide ? scored<std::int64_t, double>(in, "int64, as of the predictions", per_question, rules)
                : scored<std::int64_t, float>(in, "int64, as of the predictions", per_question, rules);
  }
  return wide ? scored<std::int32_t, double>(in, "int32 (or int64 for all offsets)", per_question, rules)
              : scored<std::int32_t, float>(in, "int32 (or int64 for all offsets)", per_question, rules);
}

}  // namespace mhqa_python
