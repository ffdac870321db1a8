// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// FlashRAG's and verl's layouts for conversions: JSON Lines, one row per question with its gold answers.
//   {"id": "1", "question": "…", "golden_answers": ["…"], "metadata": {}}
//   {"data_source": "…", "prompt": […], "reward_model": {"style": "rule", "ground_truth": {"target": ["…"]}}, …}
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/layouts/any_question.hpp>
#include <mhqa/io/layouts/extras.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

namespace detail {

/// Returns the content of the last message of the user.
[[nodiscard]] std::string_view read_prompt(json_value value, named_counts& lost);

}  // namespace detail

/// Reads FlashRAG's rows.
///
/// Errors: data_error with record, id and field, also where "golden_answers" is not a list of strings
void read_flashrag_rows(const std::string& path, named_counts& lost, const question_sink& to);

/// Reads verl's rows, also Search-R1's, which have "id", "question" and "golden_answers" beside verl's fields.
///
/// Shape:  the question is "question" or "extra_info.question", otherwise the user's last message. The id is "id" or
///         "extra_info.id", otherwise the data source and "extra_info.index"
/// Errors: data_error with record, id and field, also where a target is not a list of strings
void read_verl_rows(const std::string& path, named_counts& lost, const question_sink& to);

/// Writes FlashRAG's rows.
class flashrag_writer {
 public:
  static constexpr layout_fields fields = detail::row_fields;

  explicit flashrag_writer(atomic_file& out) : out_{out} {}

  void add(const any_question& q, conversion_counts& counts);

  void finish(conversion_counts&) {}

 private:
  atomic_file& out_;
  std::string text_;
};

/// Writes verl's rows with the rule-based reward's golds. The prompt is the question alone.
///
/// Shape: data_source is that of the input, otherwise the name of its layout; extra_info.index counts the rows from 0
///        unless the input has one
class verl_writer {
 public:
  static constexpr layout_fields fields = detail::row_fields;

  verl_writer(atomic_file& out, std::string_view from) : out_{out}, from_{from} {}

  void add(const any_question& q, conversion_counts& counts);

  void finish(conversion_counts&) {}

 private:
  atomic_file& out_;
  std::string_view from_;
  std::string text_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/rows.ipp>
#endif
