// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See evaluations.hpp.
#include "evaluations.hpp"

#include "evaluation_output.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/io/evaluation_parts.hpp>
#include <mhqa/io/evaluation_run.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_python {

evaluated evaluate(const mhqa::io::evaluation_files& files, const evaluated_choices& chosen, std::size_t threads) {
  if (!chosen.result.empty()) {
    mhqa::io::expect_no_input(
        chosen.result, {files.predictions.path(), files.gold.path(), files.aliases.path(), files.na_prob.path()});
  }
  mhqa::thread_pool pool{threads};
  evaluation_output out{chosen};
  std::string hint;
  mhqa::io::files_evaluation found = mhqa::io::evaluate_files(
      files, {.rows = out.options(), .official = true, .hint = [&](const std::string& said) { hint = said; }}, pool);
  evaluated made = out.finish(found.reports, std::move(found.official.text));
  made.hint = std::move(hint);
  return made;
}

std::string evaluate_part(const mhqa::io::evaluation_files& files, const std::string& by, const mhqa::part_number& part,
                          const std::string& run) {
  const std::uint64_t hash = mhqa::io::hash_of_files(files);
  mhqa::thread_pool calling_thread{1};
  const auto sums = mhqa::io::evaluate_files_part(files, {.rows = {.by = by}}, part, run, calling_thread);
  sums->set_files(hash);
  return sums->to_bytes();
}

void growing_part::add(const mhqa::io::evaluation_files& files) {
  mhqa::thread_pool calling_thread{1};
  auto batch = mhqa::io::evaluate_files_piece(files, {.rows = {.by = by_}}, piece_, calling_thread);
  if (sum_) {
    sum_->append(*batch);
  } else {
    sum_ = std::move(batch);
  }
}

namespace {

template <class F>
void with_sum(const std::vector<std::string>& parts, F&& f) {
  std::size_t at = 0;
  const auto next = [&]() -> std::optional<mhqa::io::named_part> {
    if (at == parts.size()) return std::nullopt;
    const std::string name = "parts[" + std::to_string(at) + "]";
    return mhqa::io::named_part{name, parts[at++]};
  };
  mhqa::io::with_merged_parts(next, f);
}

}  // namespace

std::string add_parts(const std::vector<std::string>& parts) {
  std::string out;
  with_sum(parts, [&](const auto& sum) { out = sum.to_bytes(); });
  return out;
}

std::string finish_parts(const std::vector<std::string>& parts, const mhqa::io::merge_expectations& expected) {
  std::string out;
  with_sum(parts, [&](auto&& sum) {
    mhqa::io::expect_merged(sum, expected);
    mhqa::io::append_evaluation_json(out, mhqa::io::make_reports(std::forward<decltype(sum)>(sum).finish()));
  });
  return out;
}

std::string compare(const comparison& call, progress& told) {
  mhqa::thread_pool pool{call.threads};
  reporting threads{pool, told, "samples"};
  std::string out;
  mhqa::io::append_comparison_json(
      out, mhqa::io::compare_models(call.source, call.models,
                                    {.metrics = call.metrics, .samples = call.samples, .seed = call.seed}, threads));
  return out;
}

evaluated dire(const dire_call& call) {
  const mhqa::dire::kind kind = mhqa::find_or_throw<mhqa::dire::kind>(call.kind);
  if (kind == mhqa::dire::kind::original && !call.originals.empty()) {
    mhqa::throw_data_error({.file = call.originals.name()},
                           "original predictions bound predictions on a derived data set, not on the original");
  }
  const mhqa::dialect* const rules = call.dialect.empty() ? nullptr : &mhqa::find_or_throw<mhqa::dialect>(call.dialect);
  std::optional<mhqa::io::twowiki::aliases> aliases;
  if (!call.aliases.empty()) aliases.emplace(call.aliases);
  const mhqa::io::dire::instances input{call.input, kind, rules, aliases ? &aliases->table() : nullptr};
  const mhqa::io::dire::predictions predictions{call.predictions};
  std::optional<mhqa::io::dire::predictions> originals;
  if (!call.originals.empty()) originals.emplace(call.originals);
  const mhqa::dire::bound by = !originals               ? mhqa::dire::bound::none
                               : call.joint == "letter" ? mhqa::dire::bound::letter
                                                        : mhqa::dire::bound::each;
  evaluated out;
  const auto result = mhqa::io::score_dire(input, predictions, originals ? &*originals : nullptr, by,
                                           [&](const mhqa::dire::question& question, const auto& table) {
                                             if (!call.rows) return;
                                             mhqa::io::json_writer json{out.rows};
                                             json.begin_object().member("id", question.id);
                                             mhqa::io::write_blocks(json.key("scores"), table);
                                             json.end_object();
                                             out.rows += '\n';
                                           });
  mhqa::io::append_dire_json(out.json, result, kind, by);
  mhqa::io::dire::append_official(out.official, result.published.published());
  return out;
}

}  // namespace mhqa_python
