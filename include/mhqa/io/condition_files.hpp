// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The MuSiQue condition of records in MuSiQue's layout: their steps and contexts for condition_requests(), the requests
// as a file that models answer, and the answers from files.
#pragma once

#include <mhqa/compose/condition.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/replay.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The steps and the context of a record; texts are the record's.
struct condition_question {
  std::vector<condition_hop> hops;
  std::vector<context_paragraph> context;
};

/// Returns the steps and the context of a record.
///
/// Errors: data_error with the id for a record without steps, a step without an answer, and a supporting paragraph that
///         the record does not have
[[nodiscard]] condition_question condition_question_of(const mhqa::musique::record& record);

/// Returns the id of a request.
/// Example: "2hop__a_b@2" for step 2 without the context, "2hop__a_b@2-1" for step 2 without the answer of step 1
[[nodiscard]] std::string condition_id(std::string_view record, const condition_request& request);

/// Writes the requests of records, and the paragraphs to which they refer, in the form of requests/tails.jsonl.
class condition_request_files {
 public:
  condition_request_files(const std::string& requests, const std::string& paragraphs)
      : requests_{requests}, paragraphs_{paragraphs} {}

  void add(std::string_view id, const condition_question& question);

  /// Gives both files their names.
  void commit();
  [[nodiscard]] std::uint64_t asked() const noexcept { return asked_; }

 private:
  atomic_file requests_, paragraphs_;
  std::string line_;
  std::uint64_t written_ = 0, asked_ = 0;
};

/// Judges a record by the answers of models.
///
/// Shape:  models[n] -> the files of their answers, files[n], for errors
/// Errors: data_error with the file and the id of a request that a model has not answered
[[nodiscard]] condition_result judge_condition(std::string_view id, const condition_question& question,
                                               std::span<replay_reader> models, std::span<const std::string> files,
                                               const connection_limits& limits = {});

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/condition_files.ipp>
#endif
