// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates a data set in one call: from ranges of records and predictions (the library's types or your own), or from
// the readers of mhqa/io, to totals, groups, missing ids, rows and a signed report. Every executor gives the same bits.
//   auto result = mhqa::evaluate<mhqa::hotpotqa::data_set>(golds, predictions, {.by = "type"}, pool);
#pragma once

#include <mhqa/datasets/detail/matching.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/totals.hpp>
#include <mhqa/parallel.hpp>

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

namespace mhqa {
inline namespace v0_1 {

/// The description of a data set: hotpotqa::data_set, musique::data_set, …
///
/// Shape: types record, prediction, result and slots; group_fields; make_evaluator(), id(), group(), fingerprint(),
///        score(), for_each_missing(), row() and texts(), as in mhqa/datasets/hotpotqa.hpp
template <class D>
concept data_set = evaluation_slots<typename D::slots> && requires(const D& d, const typename D::record& r) {
  typename D::prediction;
  typename D::result;
  D::group_fields;
  d.make_evaluator();
  { D::id(r) } -> std::convertible_to<std::string_view>;
  { d.rules } -> std::convertible_to<dialect>;
};

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
  std::vector<std::string_view> kinds;  ///< "answer", "sp", …
};

/// The result of an evaluation.
template <data_set D>
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
      for (const std::string_view kind : one.kinds) out[std::string{kind}].push_back(one.id);
    }
    return out;
  }

 private:
  [[nodiscard]] mhqa::report report_of(const slice& s) const {
    data_fingerprint data = s.data;
    if constexpr (requires { set.shared_data(); }) data += set.shared_data();
    if constexpr (requires { set.options(s.collected); }) {
      return make_report(s.totals, data, set.options(s.collected));
    } else if constexpr (requires { set.options(); }) {
      return make_report(s.totals, data, set.options());
    } else {
      return make_report(s.totals, data);
    }
  }
};

namespace detail {

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

/// Adds scored questions in order.
template <class D>
class evaluation_run {
 public:
  evaluation_run(const D& set, const evaluation_options& options) : options_{options}, result_{make_result(set)} {
    result_.by = options.by;
    expect_group_field(options.by);
  }

  /// Scores a question. `store` owns the group's name.
  template <class Evaluator>
  [[nodiscard]] scored_question<D> score(Evaluator& evaluator, const typename D::record& gold,
                                         const typename D::prediction* predicted, std::string& bytes,
                                         std::string& store) const {
    const D& set = result_.set;
    bytes.clear();
    set.fingerprint(gold, bytes);
    scored_question<D> out{D::id(gold), {}, {}, set.score(evaluator, gold, predicted)};
    if (!options_.by.empty()) out.group = set.group(gold, options_.by, store);
    out.data.add(out.id, bytes);
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
      if (collects()) collect(group->second, q);
    }
    row_.missing.clear();
    D::for_each_missing(q.result, [&](std::string_view kind) { row_.missing.push_back(kind); });
    if (!row_.missing.empty()) result_.missing.push_back({std::string{q.id}, row_.missing});
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

  [[nodiscard]] evaluation<D> finish(const std::string& gold_name) {
    if (result_.questions == 0) {
      throw_data_error({.file = gold_name}, "expected questions, found none", errc::missing);
    }
    if constexpr (requires { result_.all.collected.finish(result_.all.totals); }) {
      result_.all.collected.finish(result_.all.totals);
      result_.all.collected.finish(result_.published);
      if (collects()) {
        for (auto& [value, group] : result_.groups) group.collected.finish(group.totals);
      }
    }
    return std::move(result_);
  }

  [[nodiscard]] const evaluation<D>& result() const noexcept { return result_; }
  void set_ignored(std::uint64_t count) noexcept { result_.ignored = count; }

 private:
  [[nodiscard]] static typename evaluation<D>::slice make_slice(const D& set) {
    return {mhqa::totals<typename D::slots, exact_sum>{set.rules}, {}, {}};
  }
  [[nodiscard]] static evaluation<D> make_result(const D& set) {
    return {.set = set, .all = make_slice(set), .published = mhqa::totals<typename D::slots, published_sum>{set.rules}};
  }
  [[nodiscard]] bool collects() const {
    if constexpr (requires { D::collector::collects(options_.by); }) {
      return !options_.by.empty() && D::collector::collects(options_.by);
    } else {
      return false;
    }
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
    throw_data_error({.field = std::string{field}}, "--by expects one of: " + names, errc::unknown_name);
  }

  const evaluation_options& options_;
  evaluation<D> result_;
  question_row row_;
};

/// Scores a random-access range on an executor, then adds the questions in order.
template <class D, class Golds, class Table, class E>
void run_in_chunks(evaluation_run<D>& run, const Golds& golds, Table& table, E& executor) {
  constexpr std::size_t grain = 256;
  const auto n = static_cast<std::size_t>(std::ranges::size(golds));
  const auto first = std::ranges::begin(golds);
  const auto at = [&](std::size_t i) -> decltype(auto) {
    return first[static_cast<std::ranges::range_difference_t<const Golds>>(i)];
  };
  std::vector<std::uint32_t> matches(n);
  {
    typename D::record record{};
    for (std::size_t i = 0; i < n; ++i) matches[i] = table.match(D::id(as_record<D>(at(i), record)));
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
      out.questions.push_back(
          run.score(evaluator, gold, table.get(matches[i], prediction), bytes, out.stores[i - begin]));
    }
  });
  typename D::record record{};
  typename D::prediction prediction{};
  for (std::size_t i = 0; i < n; ++i) {
    run.add(chunks[i / grain].questions[i % grain], [&](question_row& row) {
      fill_texts(run.result().set, as_record<D>(at(i), record), table.get(matches[i], prediction), row);
    });
  }
}

}  // namespace detail

/// Evaluates predictions against gold records.
///
/// Shape:    golds: a range of D::record, or of a type with `void to_record(const T&, D::record&)` found by ADL, or a
///           source with `bool next(D::record&)`. predictions: a range of a type with an id (a member `id`, a pair's
///           `first`, or `id_of(const T&)`) and a prediction (a pair's `second`, `from_text` of a string, or
///           `void to_prediction(const T&, D::prediction&)`), or a source with find(id) or next(id). If two gold
///           records share an id, the first gets the first prediction with that id
/// Requires: strings viewed by the records and predictions live until the call ends
/// Errors:   data_error for a repeated id, no questions, no prediction with a gold id, or an unknown field in `by`
/// Cost:     linear; random-access ranges are scored on the executor, everything else on the calling thread
template <data_set D, class Golds, class Predictions, executor E = serial_executor>
[[nodiscard]] evaluation<D> evaluate(const D& set, Golds&& golds, Predictions&& predictions,
                                     const evaluation_options& options = {}, E&& executor = {}) {
  const std::string gold_name = detail::name_of_source(golds);
  detail::evaluation_run<D> run{set, options};
  if constexpr (detail::prediction_source<std::remove_cvref_t<Predictions>>) {
    detail::unique_ids ids{gold_name};
    auto evaluator = set.make_evaluator();
    std::string bytes, store;
    const auto one = [&](const typename D::record& gold) {
      if constexpr (!requires { D::rows_share_ids; }) ids.add(D::id(gold));
      decltype(auto) found = detail::find_prediction(predictions, D::id(gold));
      const auto* const predicted = detail::pointer_to(found);
      run.add(run.score(evaluator, gold, predicted, bytes, store),
              [&](question_row& row) { detail::fill_texts(set, gold, predicted, row); });
    };
    if constexpr (detail::chunked_source<std::remove_cvref_t<Golds>>) {
      golds.for_each_record(run, set, predictions, ids, options, executor, one);
    } else {
      detail::for_each_record<D>(golds, one);
    }
    if constexpr (requires { predictions.finish(); }) predictions.finish();
    if constexpr (requires { predictions.require_count(run.result().questions); }) {
      predictions.require_count(run.result().questions);
    }
    evaluation<D> result = run.finish(gold_name);
    if constexpr (requires { predictions.unused(); }) {
      if (predictions.size() == predictions.unused()) {
        detail::throw_no_match(detail::name_of_source(predictions), gold_name);
      }
      result.ignored = predictions.unused();
    }
    return result;
  } else {
    detail::prediction_table<D, std::remove_reference_t<Predictions>> table{predictions};
    constexpr bool random = [] {
      if constexpr (std::ranges::random_access_range<const std::remove_cvref_t<Golds>>) {
        return std::ranges::sized_range<const std::remove_cvref_t<Golds>>;
      } else {
        return false;
      }
    }();
    if constexpr (random) {
      detail::run_in_chunks(run, std::as_const(golds), table, executor);
    } else {
      auto evaluator = set.make_evaluator();
      std::string bytes, store;
      typename D::prediction prediction{};
      detail::for_each_record<D>(golds, [&](const typename D::record& gold) {
        const auto* const predicted = table.get(table.match(D::id(gold)), prediction);
        run.add(run.score(evaluator, gold, predicted, bytes, store),
                [&](question_row& row) { detail::fill_texts(set, gold, predicted, row); });
      });
    }
    evaluation<D> result = run.finish(gold_name);
    if (table.size() == table.unused()) detail::throw_no_match({}, gold_name);
    result.ignored = table.unused();
    return result;
  }
}

/// \overload
///
/// Example: evaluate<hotpotqa::data_set>(golds, predictions).signature()
template <data_set D, class Golds, class Predictions, executor E = serial_executor>
[[nodiscard]] evaluation<D> evaluate(Golds&& golds, Predictions&& predictions, const evaluation_options& options = {},
                                     E&& executor = {}) {
  return evaluate(D{}, std::forward<Golds>(golds), std::forward<Predictions>(predictions), options, executor);
}

}  // namespace v0_1
}  // namespace mhqa
