// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evaluation_run.hpp. One function evaluates everything, since each call of with_evaluation() takes long
// to compile.
#pragma once

#include <mhqa/io/evaluation_run.hpp>

#include <mhqa/datasets/evaluation_part.hpp>

#include <type_traits>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

template <class D>
class files_part_of final : public files_part {
 public:
  explicit files_part_of(evaluation_part<D> part) : part_{std::move(part)} {}

  void append(const files_part& batch) override { part_.append(static_cast<const files_part_of&>(batch).part_); }
  void set_files(std::uint64_t hash) override { part_.set_files(hash); }
  [[nodiscard]] std::string to_bytes() const override { return part_.to_bytes(); }
  [[nodiscard]] std::uint64_t questions() const override { return part_.questions(); }

 private:
  evaluation_part<D> part_;
};

/// The questions to evaluate, and where their sums go; with neither, all questions.
struct files_share {
  const part_number* part = nullptr;
  const piece_key* piece = nullptr;
  std::string run{};
  std::unique_ptr<files_part> sums{};
};

/// Calls f(), and names the golds in an error about a record: an evaluator knows no files, and refuses golds alone.
template <class F>
decltype(auto) with_gold_file(const std::string& golds, F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (const data_error& error) {
    place where = error.where();
    if (where.id.empty() || !where.file.empty()) throw;
    where.file = golds;
    throw data_error{std::move(where), error.problem(), error.code()};
  }
}

inline files_evaluation run_files(const evaluation_files& files, const files_evaluation_options& wanted,
                                  files_share& share, thread_pool& pool) {
  files_evaluation out;
  with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto& official) {
    if constexpr (requires { predictions.hint(); }) {
      if (const std::string hint = predictions.hint(); wanted.hint && !hint.empty()) wanted.hint(hint);
    }
    auto part = with_gold_file(files.gold.name(), [&] {
      return share.piece != nullptr
                 ? evaluate_piece(set, golds, predictions, *share.piece, wanted.rows, pool)
                 : evaluate_part(set, golds, predictions, share.part != nullptr ? *share.part : part_number{},
                                 wanted.rows, pool, share.run);
    });
    if (share.part != nullptr || share.piece != nullptr) {
      share.sums = std::make_unique<files_part_of<std::decay_t<decltype(set)>>>(std::move(part));
      return;
    }
    const auto found = std::move(part).finish(files.gold.name(), files.predictions.name());
    out.reports = make_reports(found);
    if (!wanted.official) return;
    try {
      official(out.official.text, out.official.warnings, found);
    } catch (const data_error& error) {
      out.official = {.problem = error};
    }
  });
  return out;
}

}  // namespace detail

MHQA_INLINE files_evaluation evaluate_files(const evaluation_files& files, const files_evaluation_options& wanted,
                                            thread_pool& pool) {
  detail::files_share all;
  return detail::run_files(files, wanted, all, pool);
}

MHQA_INLINE std::unique_ptr<files_part> evaluate_files_part(const evaluation_files& files,
                                                            const files_evaluation_options& wanted,
                                                            const part_number& part, const std::string& run,
                                                            thread_pool& pool) {
  detail::files_share share{.part = &part, .run = run};
  static_cast<void>(detail::run_files(files, wanted, share, pool));
  return std::move(share.sums);
}

MHQA_INLINE std::unique_ptr<files_part> evaluate_files_piece(const evaluation_files& files,
                                                             const files_evaluation_options& wanted,
                                                             const piece_key& piece, thread_pool& pool) {
  detail::files_share share{.piece = &piece};
  static_cast<void>(detail::run_files(files, wanted, share, pool));
  return std::move(share.sums);
}

}  // namespace mhqa::inline v0_1::io
