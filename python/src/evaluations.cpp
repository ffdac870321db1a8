// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See evaluations.hpp. All data sets are in this file because their evaluators take long to compile.
#include "evaluations.hpp"

#include "evaluate_set.hpp"

#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/io/evaluation_parts.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa_python {

evaluated evaluate(const mhqa::io::evaluation_files& files, const evaluated_choices& chosen, std::size_t threads) {
  if (!chosen.result.empty()) {
    mhqa::io::expect_no_input(
        chosen.result, {files.predictions.path(), files.gold.path(), files.aliases.path(), files.na_prob.path()});
  }
  evaluated out;
  mhqa::thread_pool pool{threads};
  mhqa::io::with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto& official) {
    out = evaluate_set(set, golds, predictions, official, chosen, files.gold.name(), files.predictions.name(), pool);
  });
  return out;
}

namespace {

template <class D>
class sum_of final : public evaluation_sum {
 public:
  explicit sum_of(mhqa::evaluation_part<D> part) : part_{std::move(part)} {}

  void append(const evaluation_sum& batch) override { part_.append(static_cast<const sum_of&>(batch).part_); }
  void set_files(std::uint64_t hash) override { part_.set_files(hash); }
  [[nodiscard]] std::string bytes() const override { return part_.to_bytes(); }
  [[nodiscard]] std::uint64_t questions() const override { return part_.questions(); }

 private:
  mhqa::evaluation_part<D> part_;
};

/// Evaluates a part, or a batch of a piece if that has a key. All data sets are compiled once for both.
std::unique_ptr<evaluation_sum> sum_part(const mhqa::io::evaluation_files& files, const std::string& by,
                                         const mhqa::part_number& part, const std::string& run,
                                         const mhqa::piece_key& piece) {
  std::unique_ptr<evaluation_sum> out;
  mhqa::thread_pool calling_thread{1};  // the executor's type is evaluate()'s
  mhqa::io::with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto&) {
    using sum = sum_of<std::decay_t<decltype(set)>>;
    const mhqa::evaluation_options wanted{.by = by};
    if (piece.key.empty()) {
      out = std::make_unique<sum>(mhqa::evaluate_part(set, golds, predictions, part, wanted, calling_thread, run));
    } else {
      out = std::make_unique<sum>(mhqa::evaluate_piece(set, golds, predictions, piece, wanted, calling_thread));
    }
  });
  return out;
}

}  // namespace

std::string evaluate_part(const mhqa::io::evaluation_files& files, const std::string& by, const mhqa::part_number& part,
                          const std::string& run) {
  const std::uint64_t hash = mhqa::io::hash_of_files(files);
  const std::unique_ptr<evaluation_sum> sum = sum_part(files, by, part, run, {});
  sum->set_files(hash);
  return sum->bytes();
}

void growing_part::add(const mhqa::io::evaluation_files& files) {
  std::unique_ptr<evaluation_sum> batch = sum_part(files, by_, {}, {}, piece_);
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
