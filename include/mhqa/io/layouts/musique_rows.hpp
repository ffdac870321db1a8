// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// MuSiQue's layout for conversions: JSON Lines with numbered paragraphs and a decomposition.
//   read_musique_rows("musique_ans_v1.0_dev.jsonl", lost, [&](const any_question& q) { … });
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/layouts/any_question.hpp>

#include <string>

namespace mhqa::inline v0_1::io {

namespace detail {

/// Reads [{"id", "question", "answer", "paragraph_support_idx"}, …].
void read_musique_steps(json_value value, any_question& q, named_counts& lost);

void write_musique_steps(json_writer& out, const any_question& q);

}  // namespace detail

/// Reads MuSiQue's rows, also those of a test file, which have no labels.
///
/// Errors: data_error with record, id and field
void read_musique_rows(const std::string& path, named_counts& lost, const question_sink& to);

/// Writes MuSiQue's rows. A question that no layout calls unanswerable is answerable.
class musique_writer {
 public:
  static constexpr layout_fields fields{.aliases = true,
                                        .unanswerable = true,
                                        .passages = true,
                                        .several = true,
                                        .titles = true,
                                        .idx = true,
                                        .labels = true,
                                        .steps = true};

  explicit musique_writer(atomic_file& out) : out_{out} {}

  void add(const any_question& q, conversion_counts& counts);

  void finish(conversion_counts&) {}

 private:
  atomic_file& out_;
  std::string text_, joined_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/musique_rows.ipp>
#endif
