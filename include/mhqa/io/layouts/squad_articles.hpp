// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SQuAD's layout for conversions: articles, their paragraphs, and questions whose answers are spans.
//   read_squad_articles("dev-v1.1.json", lost, [&](const any_question& q) { … });
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/layouts/any_question.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

namespace detail {

inline constexpr std::string_view paragraphs_without_questions = "paragraphs: without questions";

/// Tests whether a text is at a character. Counts from the last place asked for, so that spans in order are cheap.
class span_checker {
 public:
  explicit span_checker(std::string_view context) : context_{context} {}

  [[nodiscard]] bool operator()(std::int64_t start, std::string_view text);

 private:
  std::string_view context_;
  std::size_t byte_ = 0;
  std::int64_t character_ = 0;
};

}  // namespace detail

/// Reads a file in SQuAD's official layout, 1.1 or 2.0, or flat records {"id", "title", "context", "question",
/// "answers": {"text": […], "answer_start": […]}} (a name that ends in .jsonl, or a JSON array).
///
/// Shape:  the paragraph of a question supports it. An answer_start that points elsewhere is dropped and counted
/// Errors: data_error with record, id and field
/// Cost:   memory for the file and one article
void read_squad_articles(const std::string& path, named_counts& lost, const question_sink& to);

/// Writes one document in SQuAD's layout, version 2.0 if a question says whether it can be answered.
///
/// Shape: a question's paragraphs become one context, with line breaks between. An answer without a place gets that of
///        its first occurrence in a supporting paragraph, otherwise in the context; none: it has no answer_start
class squad_articles_writer {
 public:
  static constexpr layout_fields fields{.aliases = true,
                                        .repeated = true,
                                        .starts = true,
                                        .plausible = true,
                                        .unanswerable = true,
                                        .passages = true,
                                        .titles = true};

  squad_articles_writer(const squad_articles_writer&) = delete;  // json_ refers to text_
  squad_articles_writer& operator=(const squad_articles_writer&) = delete;
  explicit squad_articles_writer(atomic_file& out) : out_{out} { json_.begin_object().key("data").begin_array(); }

  void add(const any_question& q, conversion_counts& counts);

  void finish(conversion_counts&);

 private:
  void open(std::string_view title);

  void set_answers(const any_question& q, conversion_counts& counts);

  /// Returns the place of the first occurrence between `begin` and `end` that is not a part of a longer word.
  [[nodiscard]] std::size_t find_words(std::string_view answer, std::size_t begin, std::size_t end) const;

  /// Returns the character of the first occurrence, and whether there are more. "yes" and "no" are not spans.
  [[nodiscard]] std::optional<std::int64_t> place_of(const any_question& q, std::string_view answer, bool& several);

  atomic_file& out_;
  std::string text_, joined_, title_, context_;
  json_writer json_{text_};
  std::vector<mhqa::squad::answer> answers_;
  std::vector<std::size_t> begins_;  // of the paragraphs in the context, and one past its end
  bool open_ = false, version_2_ = false;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/squad_articles.ipp>
#endif
