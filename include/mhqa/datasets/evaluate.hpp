// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates a data set in one call: from ranges of records and predictions (the library's types or your own), or from
// the readers of mhqa/io, to totals, groups, missing ids, rows and a signed report. Every executor gives the same bits.
//   auto result = mhqa::evaluate<mhqa::hotpotqa::data_set>(golds, predictions, {.by = "type"}, pool);
#pragma once

#include <mhqa/datasets/data_set.hpp>
#include <mhqa/datasets/detail/matching.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// What an evaluation computes besides the totals.
struct evaluation_options {
  std::string by{};                                         ///< also computes totals for each value of this field
  std::function<void(const question_row&)> per_question{};  ///< receives the row of each question, in order
  bool texts = false;                                       ///< rows include question, golds, prediction and groups
  std::function<void(std::uint64_t)> progress{};            ///< receives the number of questions done so far
};

/// A question that lacks predictions.
struct missing_question {
  std::string id;
  std::vector<std::string> kinds;  ///< "answer", "sp", …
  std::uint64_t position = 0;      ///< orders the questions of a file, and of several by_files parts
};

/// The result of an evaluation.
template <class D>
struct evaluation {
  using slots = typename D::slots;
  using collector = typename detail::collector_of<D>::type;

  /// The sums over a subset of the questions.
  struct slice {
    mhqa::totals<slots, exact_sum> totals;
    data_fingerprint data{};
    collector collected{};
  };

  D set;
  slice all;
  mhqa::totals<slots, published_sum> published;  ///< added in file order, for the official output
  std::string by{};
  std::map<std::string, slice, std::less<>> groups{};
  std::vector<missing_question> missing{};  ///< in file order
  std::uint64_t questions = 0;
  std::uint64_t ignored = 0;  ///< predictions whose ids are not in the gold data
  data_fingerprint shared{};  ///< of the data that all questions share, e.g. aliases

  /// Returns the report over all questions.
  [[nodiscard]] mhqa::report report() const { return report_of(all); }
  /// Returns the report of a group.
  ///
  /// Errors: data_error for an unknown value
  [[nodiscard]] mhqa::report report(std::string_view value) const {
    const auto found = groups.find(value);
    if (found == groups.end())
      throw_data_error({.field = by}, "no question has the value \"" + std::string{value} + "\"");
    return report_of(found->second);
  }
  /// Returns the line that names every choice and the data; equal to that of the command `mhqa eval`.
  [[nodiscard]] std::string signature() const { return report().signature; }

  /// Returns the ids without a prediction by kind, in file order.
  [[nodiscard]] std::map<std::string, std::vector<std::string>, std::less<>> missing_by_kind() const {
    std::map<std::string, std::vector<std::string>, std::less<>> out;
    for (const missing_question& one : missing) {
      for (const std::string& kind : one.kinds) out[kind].push_back(one.id);
    }
    return out;
  }

 private:
  [[nodiscard]] mhqa::report report_of(const slice& s) const {
    data_fingerprint data = s.data;
    data += shared;
    const signature_choices more = detail::settings_of(set);
    if constexpr (requires { set.options(s.collected); }) {
      return detail::make_report_with(more, s.totals, data, set.options(s.collected));
    } else if constexpr (requires { set.options(); }) {
      return detail::make_report_with(more, s.totals, data, set.options());
    } else {
      return detail::make_report_with(more, s.totals, data);
    }
  }
};

namespace detail {

/// Never defined: the result for a type that breaks the contract, so that the compiler says nothing more.
template <class D>
[[nodiscard]] evaluation<D> no_evaluation();

/// Fills the texts and the group fields of a row.
template <class D>
void fill_texts(const D& set, const typename D::record& gold, const typename D::prediction* predicted,
                question_row& row) {
  set.texts(gold, predicted, row);
  std::string store;
  for (const std::string_view field : D::group_fields) {
    store.clear();
    row.groups.emplace_back(field, std::string{set.group(gold, field, store)});
  }
}

/// A scored question that is not yet added.
template <class D>
struct scored_question {
  std::string_view id;
  std::string_view group;
  data_fingerprint data;
  typename D::result result;
};

/// Bits of a question's place in its file; those above are the number of the file.
inline constexpr unsigned position_bits = 40;

/// Returns true if the collector of the data set also collects the groups of this field.
template <class D>
[[nodiscard]] bool collects_groups(std::string_view by) {
  if constexpr (requires { D::collector::collects(by); }) {
    return !by.empty() && D::collector::collects(by);
  } else {
    return false;
  }
}

/// An evaluation to which parts can still be added: what is computed of all questions together is not there yet.
template <class D>
struct unfinished_evaluation {
  evaluation<D> sums;
  std::uint64_t seen = 0;         // gold records, also those of other parts
  std::uint64_t seen_ids = 0;     // the sum of their hashes, if there are several parts
  std::uint64_t predictions = 0;  // ids with a prediction, also those of other parts
  std::uint64_t matched = 0;      // of them with a gold record of this part
  bool counts_matches = false;    // false for predictions that are read in the order of the gold records
  bool in_order = true;           // `published` has all questions
};

/// Computes what needs all questions.
///
/// Errors: data_error for no questions and for predictions without one that matches
template <class D>
[[nodiscard]] evaluation<D> finish_evaluation(unfinished_evaluation<D>&& run, const std::string& gold_name,
                                              const std::string& prediction_name) {
  evaluation<D>& result = run.sums;
  if (result.questions == 0) throw_data_error({.file = gold_name}, "expected questions, found none", errc::missing);
  if constexpr (requires { result.all.collected.finish(result.all.totals); }) {
    result.all.collected.finish(result.all.totals);
    if (run.in_order) result.all.collected.finish(result.published);
    if (collects_groups<D>(result.by)) {
      for (auto& [value, group] : result.groups) group.collected.finish(group.totals);
    }
  }
  if (run.counts_matches) {
    if (run.matched == 0) throw_no_match(prediction_name, gold_name);
    result.ignored = run.predictions - run.matched;
  }
  return std::move(result);
}

/// Adds scored questions in order.
template <class D>
class evaluation_run {
 public:
  evaluation_run(const D& set, const part_number& part, const evaluation_options& options)
      : options_{options}, part_{part}, run_{make_result(set)} {
    result_.by = options.by;
    expect_group_field(options.by);
    if constexpr (requires { set.shared_data(); }) result_.shared = set.shared_data();
  }
  evaluation_run(const evaluation_run&) = delete;
  evaluation_run& operator=(const evaluation_run&) = delete;

  [[nodiscard]] const part_number& part() const noexcept { return part_; }
  /// Counts a gold record; call it once for each, in order. Returns true if it belongs to this part.
  [[nodiscard]] bool takes(std::string_view id) noexcept {
    ++run_.seen;
    if (part_.count == 1) return true;
    run_.seen_ids += stable_hash(id);
    return part_.takes(id);
  }

  /// Scores a question. `store` owns the group's name.
  template <class Evaluator>
  [[nodiscard]] scored_question<D> score(Evaluator& evaluator, const typename D::record& gold,
                                         const typename D::prediction* predicted, std::string& bytes,
                                         std::string& store) const {
    const D& set = result_.set;
    scored_question<D> out{D::id(gold), {}, {}, set.score(evaluator, gold, predicted)};
    if (!options_.by.empty()) out.group = set.group(gold, options_.by, store);
    if constexpr (requires(stable_hasher hash) { set.fingerprint(gold, hash); }) {
      stable_hasher hash;
      set.fingerprint(gold, hash);
      out.data.add(out.id, hash.value());
    } else {
      bytes.clear();
      set.fingerprint(gold, bytes);
      out.data.add(out.id, bytes);
    }
    return out;
  }

  /// Adds a question. `texts` fills in the texts of its row.
  template <class Texts>
  void add(const scored_question<D>& q, Texts&& texts) {
    result_.all.totals.add(q.result);
    result_.all.data += q.data;
    result_.published.add(q.result);
    const auto* const pair = collect(result_.all, q);
    if (!options_.by.empty()) {
      auto group = result_.groups.find(q.group);
      if (group == result_.groups.end()) {
        group = result_.groups.try_emplace(std::string{q.group}, make_slice(result_.set)).first;
      }
      group->second.totals.add(q.result);
      group->second.data += q.data;
      if (collects_groups<D>(options_.by)) collect(group->second, q);
    }
    row_.missing.clear();
    D::for_each_missing(q.result, [&](std::string_view kind) { row_.missing.push_back(kind); });
    if (!row_.missing.empty()) {
      result_.missing.push_back({std::string{q.id}, {row_.missing.begin(), row_.missing.end()}, position()});
    }
    if (options_.per_question) {
      const std::vector<std::string_view> missing = row_.missing;
      row_.clear();
      row_.id = q.id;
      row_.missing = missing;
      if constexpr (requires { result_.set.row(q.result, pair, row_); }) {
        result_.set.row(q.result, pair, row_);
      } else {
        result_.set.row(q.result, row_);
      }
      if (options_.texts) texts(row_);
      options_.per_question(row_);
    }
    ++result_.questions;
    if (options_.progress) options_.progress(result_.questions);
  }

  /// Counts the predictions of a source or a table that knows which of them were used.
  template <class Predictions>
  void count_predictions(const Predictions& predictions) {
    run_.predictions = predictions.size();
    run_.matched = run_.predictions - predictions.unused();
    run_.counts_matches = true;
  }

  [[nodiscard]] unfinished_evaluation<D> finish() { return std::move(run_); }

  [[nodiscard]] const evaluation<D>& result() const noexcept { return result_; }
  [[nodiscard]] std::uint64_t seen() const noexcept { return run_.seen; }

 private:
  [[nodiscard]] static typename evaluation<D>::slice make_slice(const D& set) {
    return {mhqa::totals<typename D::slots, exact_sum>{set.rules}, {}, {}};
  }
  [[nodiscard]] static unfinished_evaluation<D> make_result(const D& set) {
    return {.sums = {.set = set,
                     .all = make_slice(set),
                     .published = mhqa::totals<typename D::slots, published_sum>{set.rules}}};
  }
  [[nodiscard]] std::uint64_t position() const noexcept {
    const std::uint64_t file = part_.divided == part_number::rule::by_files ? part_.index : 0;
    return file << position_bits | (run_.seen - 1);
  }
  template <class Slice>
  static auto collect(Slice& slice, const scored_question<D>& q) {
    if constexpr (requires { {*slice.collected.add(q.id, q.result)}; }) {
      return slice.collected.add(q.id, q.result);
    } else {
      if constexpr (requires { slice.collected.add(q.id, q.result); }) slice.collected.add(q.id, q.result);
      return static_cast<const int*>(nullptr);
    }
  }
  static void expect_group_field(std::string_view field) {
    if (field.empty()) return;
    std::string names;
    for (const std::string_view name : D::group_fields) {
      if (name == field) return;
      names.append(names.empty() ? "" : ", ").append(name);
    }
    throw_data_error({}, "`by` expects one of: " + names + "; found \"" + std::string{field} + '"', errc::unknown_name);
  }

  const evaluation_options& options_;
  part_number part_;
  unfinished_evaluation<D> run_;
  evaluation<D>& result_ = run_.sums;
  question_row row_;
};

/// A range whose golds can be visited twice and in any order, as they are stored.
template <class Golds>
concept stored_golds = indexed_range<Golds> && std::is_lvalue_reference_v<std::ranges::range_reference_t<const Golds>>;

/// Scores stored golds on an executor, then adds the questions in order.
template <class D, class Golds, class Table, class E>
void run_in_chunks(evaluation_run<D>& run, const Golds& golds, Table& table, E& executor) {
  constexpr std::size_t grain = 256;
  const auto n = static_cast<std::size_t>(std::ranges::size(golds));
  const auto first = std::ranges::begin(golds);
  const auto at = [&](std::size_t i) -> const auto& {
    return first[static_cast<std::ranges::range_difference_t<const Golds>>(i)];
  };
  std::vector<std::uint32_t> matches(n);
  {
    typename D::record record{};
    for (std::size_t i = 0; i < n; ++i) {
      const std::string_view id = id_of_gold<D>(at(i), record);
      if (run.part().takes(id)) matches[i] = table.match(id);
    }
  }
  struct chunk {
    std::vector<scored_question<D>> questions{};
    std::vector<std::string> stores{};
  };
  std::vector<chunk> chunks((n + grain - 1) / grain);
  for_each_chunk(executor, n, grain, [&](std::size_t begin, std::size_t end) {
    chunk& out = chunks[begin / grain];
    out.questions.reserve(end - begin);
    out.stores.resize(end - begin);
    auto evaluator = run.result().set.make_evaluator();
    typename D::record record{};
    typename D::prediction prediction{};
    std::string bytes;
    for (std::size_t i = begin; i < end; ++i) {
      const auto& gold = as_record<D>(at(i), record);
      if (!run.part().takes(D::id(gold))) continue;
      out.questions.push_back(
          run.score(evaluator, gold, table.get(matches[i], prediction), bytes, out.stores[i - begin]));
    }
  });
  typename D::record record{};
  typename D::prediction prediction{};
  std::size_t next = 0;  // of the chunk
  for (std::size_t i = 0; i < n; ++i) {
    if (i % grain == 0) next = 0;
    if (!run.takes(id_of_gold<D>(at(i), record))) continue;
    run.add(chunks[i / grain].questions[next++], [&](question_row& row) {
      fill_texts(run.result().set, as_record<D>(at(i), record), table.get(matches[i], prediction), row);
    });
  }
}

/// Scores the questions of a part.
template <data_set D, class Golds, class Predictions, executor E>
[[nodiscard]] unfinished_evaluation<D> run_evaluation(const D& set, Golds& golds, Predictions& predictions,
                                                      const part_number& part, const evaluation_options& options,
                                                      E& executor) {
  evaluation_run<D> run{set, part, options};
  if constexpr (prediction_source<std::remove_cv_t<Predictions>>) {
    unique_ids ids;
    const std::string file = name_of_source(golds);
    auto evaluator = set.make_evaluator();
    std::string bytes, store;
    for_each_record<D>(golds, executor, [&](const typename D::record& gold) {
      const bool mine = run.takes(D::id(gold));
      constexpr bool in_order = requires {
        predictions.next(D::id(gold));
      };
      if constexpr (!in_order) {
        if (!mine) return;
      }
      if constexpr (!detail::has_hook<D, hook::rows_share_ids>()) {
        if (mine) ids.add(D::id(gold), file);
      }
      if constexpr (requires { predictions.expect(gold); }) predictions.expect(gold);
      decltype(auto) found = find_prediction(predictions, D::id(gold));
      if (!mine) return;
      const auto* const predicted = pointer_to(found);
      run.add(run.score(evaluator, gold, predicted, bytes, store),
              [&](question_row& row) { fill_texts(set, gold, predicted, row); });
    });
    if constexpr (requires { predictions.finish(); }) predictions.finish();
    if constexpr (requires { predictions.require_count(run.seen()); }) predictions.require_count(run.seen());
    if constexpr (requires { predictions.unused(); }) run.count_predictions(predictions);
  } else {
    prediction_table<D, std::remove_reference_t<Predictions>> table{predictions};
    if constexpr (stored_golds<Golds>) {
      run_in_chunks(run, std::as_const(golds), table, executor);
    } else {
      auto evaluator = set.make_evaluator();
      std::string bytes, store;
      typename D::prediction prediction{};
      for_each_record<D>(golds, executor, [&](const typename D::record& gold) {
        if (!run.takes(D::id(gold))) return;
        const auto* const predicted = table.get(table.match(D::id(gold)), prediction);
        run.add(run.score(evaluator, gold, predicted, bytes, store),
                [&](question_row& row) { fill_texts(set, gold, predicted, row); });
      });
    }
    run.count_predictions(table);
  }
  return run.finish();
}

}  // namespace detail

/// Evaluates predictions against gold records.
///
/// Shape:    golds: a range of D::record, or of a type with `void to_record(const T&, D::record&)` found by ADL, or a
///           source with `bool next(D::record&)`; both get an empty record; `id_of(const T&)` saves conversions for the
///           id alone. predictions: a range of a type with an id (a member `id`, a pair's `first`, or `id_of(const
///           T&)`) and a prediction (a pair's `second`, `from_text` of a string, or `void to_prediction(const T&,
///           D::prediction&)`), or a source with find(id) or next(id). If two gold records share an id, the first gets
///           the first prediction with that id
/// Requires: strings viewed by the predictions live until the call ends, those viewed by a record as long as its gold
/// Errors:   data_error for a repeated id, no questions, no prediction with a gold id, or an unknown field in `by`
/// Cost:     linear; stored golds with random access are scored, and gold files are parsed, on the executor
template <class D, class Golds, class Predictions, executor E = serial_executor>
[[nodiscard]] auto evaluate(const D& set, Golds&& golds, Predictions&& predictions,
                            const evaluation_options& options = {}, E&& executor = {}) {
  if constexpr (detail::expect_data_set<D>()) {
    return detail::finish_evaluation(detail::run_evaluation(set, golds, predictions, {}, options, executor),
                                     detail::name_of_source(golds), detail::name_of_source(predictions));
  } else if constexpr (detail::has_types<D>) {
    return detail::no_evaluation<D>();
  }
}

/// \overload
///
/// Example: evaluate<hotpotqa::data_set>(golds, predictions).signature()
template <class D, class Golds, class Predictions, executor E = serial_executor>
[[nodiscard]] auto evaluate(Golds&& golds, Predictions&& predictions, const evaluation_options& options = {},
                            E&& executor = {}) {
  if constexpr (detail::expect_data_set<D>()) {
    return evaluate(D{}, std::forward<Golds>(golds), std::forward<Predictions>(predictions), options, executor);
  } else if constexpr (detail::has_types<D>) {
    return detail::no_evaluation<D>();
  }
}

}  // namespace mhqa::inline v0_1
