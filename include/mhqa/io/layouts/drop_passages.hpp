// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DROP's layout for conversions: one object of passages with questions whose answers are a number, a date or spans.
//   {"nfl_1": {"passage": "…", "qa_pairs": [{"query_id": "…", "question": "…", "answer": {…}}]}}
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/layouts/any_question.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstdint>
#include <string>

namespace mhqa::inline v0_1::io {

/// Reads DROP's file.
///
/// Shape:  the answer, then the validated ones; of one with several spans `answers` has only the first, `typed` all
/// Errors: data_error with id and field
/// Cost:   memory for the file and one passage's questions
void read_drop_passages(const std::string& path, named_counts& lost, const question_sink& to);

/// Writes DROP's one object. Consecutive questions about one passage share it; an answer that is not typed is a span.
///
/// Shape: a question's paragraphs become one passage, with line breaks between. A passage without an id, or with one
///        that an earlier passage has, is "passage_" and its number
class drop_writer {
 public:
  static constexpr layout_fields fields{
      .aliases = true, .repeated = true, .typed = true, .passages = true, .passage_ids = true, .link = true};

  drop_writer(const drop_writer&) = delete;  // json_ refers to text_
  drop_writer& operator=(const drop_writer&) = delete;
  explicit drop_writer(atomic_file& out) : out_{out} { json_.begin_object(); }

  void add(const any_question& q, conversion_counts& counts);

  void finish(conversion_counts&);

 private:
  void close();

  void open(const any_question& q, conversion_counts& counts);

  atomic_file& out_;
  std::string text_, joined_, passage_, id_, link_;
  json_writer json_{text_};
  string_arena keys_;
  string_index known_;
  std::uint64_t number_ = 0;
  bool open_ = false;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/drop_passages.ipp>
#endif
