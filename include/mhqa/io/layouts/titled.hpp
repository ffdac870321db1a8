// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA's and 2WikiMultihopQA's layouts for conversions: a JSON array of records with [[title, [sentence]]].
//   read_titled("dev.json", lost, [&](const any_question& q) { … });
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/layouts/any_question.hpp>

#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Reads records of HotpotQA or 2WikiMultihopQA. All fields but "_id" may be absent.
///
/// Shape:  a paragraph supports the answer if a fact has its title
/// Errors: data_error with record, id and field
void read_titled(const std::string& path, named_counts&, const question_sink& to);

/// Writes records of HotpotQA or 2WikiMultihopQA as one JSON array.
///
/// Shape: a paragraph that is not split into sentences is one sentence. HotpotQA's "supporting_facts" are left out
///        where they are not known; 2WikiMultihopQA's readers need them, so they are empty there
class titled_writer {
 public:
  static constexpr layout_fields hotpotqa{.type = true,
                                          .level = true,
                                          .passages = true,
                                          .several = true,
                                          .titles = true,
                                          .sentences = true,
                                          .labels = true,
                                          .facts = true};
  static constexpr layout_fields twowiki{.type = true,
                                         .passages = true,
                                         .several = true,
                                         .titles = true,
                                         .sentences = true,
                                         .labels = true,
                                         .facts = true,
                                         .evidences = true,
                                         .entity_ids = true};

  titled_writer(const titled_writer&) = delete;  // json_ refers to text_
  titled_writer& operator=(const titled_writer&) = delete;
  titled_writer(atomic_file& out, bool is_twowiki) : out_{out}, twowiki_{is_twowiki} { json_.begin_array(); }

  void add(const any_question& q, conversion_counts& counts);

  void finish(conversion_counts&);

 private:
  void flush();

  atomic_file& out_;
  bool twowiki_;
  std::string text_;
  json_writer json_{text_};
  std::vector<supporting_fact> facts_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/titled.ipp>
#endif
