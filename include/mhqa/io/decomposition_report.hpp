// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks a file of decompositions, StrategyQA's or Break's, and counts the faults by reason, as
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
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The layouts of decompositions.
enum class decomposition_format : std::uint8_t { strategyqa, break_csv };

/// One decomposition of StrategyQA or Break. Refers to the record where it holds views.
struct decomposed {
  std::string_view id;
  std::string_view question;
  std::vector<std::string> steps;
  std::vector<step_kind> kinds;    ///< as annotated: an operation for anyone; empty where nobody was asked
  std::vector<step_kind> by_most;  ///< the same for most annotators
  std::optional<parsed<std::vector<std::string>>> unreadable;  ///< why there are no steps
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

}  // namespace detail

/// Checks every decomposition of a file, and calls each(decomposed, findings) for it.
///
/// Shape:  one pass; `split_joined` first separates steps that a model wrote as one, without the annotators' kinds
///         where that changes their number. Findings are those of check_decomposition(), with these kinds where there
///         are some. A decomposition of Break that is not QDMR has only the finding `unreadable`
/// Errors: data_error for a repeated id, a file without decompositions, and as the readers
/// Source: Geva et al. 2021, Section 3.2; Wolfson et al. 2020 (Break)
template <class Each>
decomposition_counts check_decompositions(const std::string& file, decomposition_format format, Each&& each,
                                          bool split_joined = false) {
  const bool csv = format == decomposition_format::break_csv;
  decomposition_counts all{csv ? "break" : "strategyqa"};
  unique_ids ids;
  const auto take = [&](decomposed& d) {
    ids.add(d.id, file);
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
  csv ? detail::for_each_break(file, take) : detail::for_each_strategyqa(file, take);
  if (all.decompositions == 0) throw_data_error({.file = file}, "expected decompositions, found none");
  return all;
}

/// The same without a call for each.
[[nodiscard]] decomposition_counts check_decompositions(const std::string& file, decomposition_format format);

/// Appends {"id": …, "steps": number, "kinds": ["retrieval", …], "findings": [{"reason": …, "steps": [i, …]}, …]} and a
/// line feed; the kinds are those of kind_by_rule().
void append_findings(std::string& out, const decomposed& d, std::span<const decomposition_finding> findings);

/// Appends the counts as one JSON object and a line feed; only the reasons that occurred.
void append_decomposition_json(std::string& out, const decomposition_counts& all);

/// Appends the table that `mhqa check-decompositions` prints.
void append_decomposition_table(std::string& out, const decomposition_counts& all);

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/decomposition_report.ipp>
#endif
