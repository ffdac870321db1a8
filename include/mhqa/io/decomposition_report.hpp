// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks a file of decompositions, StrategyQA's, Break's, FanOutQA's or MuSiQue's, and counts the faults by reason, as
// `mhqa check-decompositions` does.
//   const decomposition_counts found = check_decompositions("dev.json", decomposition_format::strategyqa);
#pragma once

#include <mhqa/datasets/break.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/graph/joined_steps.hpp>
#include <mhqa/graph/step_kind.hpp>
#include <mhqa/io/datasets/break.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/reading_tasks.hpp>
#include <mhqa/io/rollout_golds.hpp>
#include <mhqa/rollout/fan_out.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <algorithm>
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

namespace mhqa::inline v0_1::io {

/// The layouts of decompositions.
enum class decomposition_format : std::uint8_t { strategyqa, break_csv, fanoutqa, musique };

/// The names of decomposition_format, in order.
inline constexpr std::array<std::string_view, 4> decomposition_format_names{"strategyqa", "break", "fanoutqa",
                                                                            "musique"};

/// Returns the layout of a name, or nothing.
[[nodiscard]] std::optional<decomposition_format> decomposition_format_named(std::string_view name);

/// Returns the layout of a file: Break's if its name ends in .csv, FanOutQA's and MuSiQue's by their first record's
/// fields, otherwise StrategyQA's.
///
/// Errors: data_error as json_records
[[nodiscard]] decomposition_format find_decomposition_format(const std::string& file);

/// One decomposition. Refers to the record where it holds views.
struct decomposed {
  std::string_view id;
  std::string_view question;
  std::vector<std::string> steps;
  std::vector<step_kind> kinds;    ///< as annotated: an operation for anyone; empty where nobody was asked
  std::vector<step_kind> by_most;  ///< the same for most annotators
  std::optional<parsed<std::vector<std::string>>> unreadable;  ///< why there are no steps
  fan_out_plan plan;                                           ///< of FanOutQA; `steps` are its steps with `#n`
};

/// A reason, and how many decompositions and findings have it.
struct decomposition_reason {
  std::string_view code;
  bool error = true;
  std::uint64_t decompositions = 0;
  std::uint64_t findings = 0;
  std::string first{};  ///< id of the first decomposition
};

/// Counts of decompositions and their findings.
///
/// Shape: `reasons` has one entry for each decomposition_fault, then "not-qdmr" for those that cannot be read
struct decomposition_counts {
  std::string format;
  std::uint64_t decompositions = 0;
  std::uint64_t sound = 0;  ///< neither errors nor warnings
  std::uint64_t with_errors = 0, with_warnings = 0;
  std::uint64_t no_new_word = 0;  ///< every word of the steps is one of the question
  std::uint64_t steps = 0, operations_by_rule = 0;
  std::uint64_t split = 0;                                      ///< steps that were separated from others
  std::uint64_t annotated_steps = 0, annotated_operations = 0;  ///< by most annotators
  std::uint64_t rule_agrees = 0;                                ///< annotated steps whose kind the rule finds
  std::uint64_t hops = 0, fan_outs = 0;  ///< of FanOutQA: sub-questions; decompositions with a step for several of them
  std::uint64_t premises = 0, named = 0;  ///< of its hops; those of which the hop's question names an answer
  std::vector<decomposition_reason> reasons;

  explicit decomposition_counts(std::string name);

  void add(const decomposed& d, std::span<const decomposition_finding> findings);

 private:
  static constexpr std::size_t fault_kinds = static_cast<std::size_t>(decomposition_fault::intermediate_operation) + 1;

  void note(std::size_t which, std::uint64_t found, std::string_view id);
};

namespace detail {

template <class F>
void for_each_strategyqa(const std::string& file, F&& f) {
  json_records in{file};
  mhqa::strategyqa::record record;
  decomposed d;
  while (const auto value = in.next()) {
    io::strategyqa::read(*value, record, io::strategyqa::fields::gold, {.decomposition = true});
    d.id = record.qid;
    d.question = record.question;
    d.steps.assign(record.decomposition.begin(), record.decomposition.end());
    d.kinds.clear();
    d.by_most.clear();
    if (!record.evidence.empty()) {
      d.kinds = annotated_kinds(record, mhqa::strategyqa::operation_rule::anyone);
      d.by_most = annotated_kinds(record, mhqa::strategyqa::operation_rule::majority);
    }
    f(d);
  }
}

template <class F>
void for_each_break(const std::string& file, F&& f) {
  io::break_qdmr::records in{file};
  decomposed d;
  while (const auto record = in.next()) {
    d.id = record->id;
    d.question = record->question;
    auto steps = mhqa::break_qdmr::steps_of(*record);
    d.unreadable.reset();
    if (steps) {
      d.steps = *std::move(steps);
    } else {
      d.steps.clear();
      d.unreadable = std::move(steps);
    }
    f(d);
  }
}

template <class F>
void for_each_fanout(const std::string& file, F&& f) {
  json_records in{file};
  decomposed d;
  while (const auto record = in.next()) {
    std::deque<std::string> store;
    const rollout_gold gold = read_gold_row(*record, true, store);
    d.id = gold.id;
    d.question = gold.question;
    d.plan = plan_fan_out(gold);
    d.steps.clear();
    for (const fan_out_step& step : d.plan.steps) d.steps.push_back(step.text());
    f(d);
  }
}

template <class F>
void for_each_musique(const std::string& file, F&& f) {
  json_records in{file};
  decomposed d;
  while (const auto record = in.next()) {
    d.id = d.question = {};
    read_fields(*record, required_field{"id", record_id(d.id)}, optional_field{"question", d.question},
                required_field{"question_decomposition", [&](json_value rows) { read_step_texts(rows, d.steps); }});
    f(d);
  }
}

}  // namespace detail

/// Checks every decomposition of a file, and calls each(decomposed, findings) for it.
///
/// Shape:  one pass; `split_joined` first separates steps that a model wrote as one, without the annotators' kinds
///         where that changes their number. Findings are those of check_decomposition(), with these kinds where there
///         are some. A decomposition of Break that is not QDMR has only the finding `unreadable`
/// Errors: data_error for a repeated id, a reference beyond 2^32 - 2, a file without decompositions, and as the readers
/// Source: Geva et al. 2021, Section 3.2; Wolfson et al. 2020 (Break); Zhu et al. 2024 (FanOutQA)
template <class Each>
decomposition_counts check_decompositions(const std::string& file, decomposition_format format, Each&& each,
                                          bool split_joined = false) {
  decomposition_counts all{std::string{decomposition_format_names[static_cast<std::size_t>(format)]}};
  unique_ids ids;
  const auto take = [&](decomposed& d) {
    ids.add(d.id, file);
    with_place(file, d.id, [&] { std::for_each(d.steps.begin(), d.steps.end(), expect_step_numbers); });
    if (split_joined) {
      const std::size_t joined = d.steps.size();
      d.steps = split_joined_steps(d.steps);
      all.split += d.steps.size() - joined;
      if (d.steps.size() != joined) d.kinds.clear(), d.by_most.clear();
    }
    std::vector<decomposition_finding> findings;
    if (!d.unreadable) findings = check_decomposition(d.steps, d.kinds);
    all.add(d, findings);
    each(d, std::span<const decomposition_finding>{findings});
  };
  switch (format) {
    case decomposition_format::break_csv:
      detail::for_each_break(file, take);
      break;
    case decomposition_format::fanoutqa:
      detail::for_each_fanout(file, take);
      break;
    case decomposition_format::musique:
      detail::for_each_musique(file, take);
      break;
    default:
      detail::for_each_strategyqa(file, take);
  }
  if (all.decompositions == 0) throw_data_error({.file = file}, "expected decompositions, found none");
  return all;
}

/// The same without a call for each.
[[nodiscard]] decomposition_counts check_decompositions(const std::string& file, decomposition_format format);

/// Appends the members "texts" and "hops" of append_findings().
void append_plan(json_writer& json, const fan_out_plan& plan);

/// Appends {"id": …, "steps": number, "kinds": ["retrieval", …], "findings": [{"reason": …, "steps": [i, …]}, …]} and a
/// line feed; the kinds are those of kind_by_rule(). For FanOutQA also "texts": [["Who governs ", 1, "?"], …] with the
/// steps that the numbers refer to, and "hops": [step of each hop, …].
void append_findings(std::string& out, const decomposed& d, std::span<const decomposition_finding> findings);

/// Appends the counts as one JSON object and a line feed; only the reasons that occurred.
void append_decomposition_json(std::string& out, const decomposition_counts& all);

/// Appends the table that `mhqa check-decompositions` prints.
void append_decomposition_table(std::string& out, const decomposition_counts& all);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/decomposition_report.ipp>
#endif
