// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of HieraDate's records: other readers' layouts and back, dev and test, and the calendar reader's answers, as
// `mhqa dates export`, `import`, `split` and `answer` write them.
//   export_questions("hieradate.json", layout::drop, "drop.json").questions
#pragma once

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hieradate_layouts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io::hieradate {

/// Calls f(record) for each record of a file.
///
/// Errors: data_error for a malformed record, one without answers and questions, and for a file without records
template <class F>
void for_each_record(const std::string& path, bool needs_answers, F&& f) {
  json_records records{path};
  mhqa::hieradate::record record;
  std::uint64_t read_records = 0;
  for (; const auto value = records.next(); ++read_records) {
    read(*value, record, fields::all, needs_answers);
    if (!needs_answers) value->context().require(!record.extraction[0].question.empty(), "ques_extract_1");
    f(record);
  }
  if (read_records == 0) throw_data_error({.file = path}, "expected records, found none");
}

/// How many records and questions an export wrote.
struct export_counts {
  std::uint64_t records = 0, questions = 0;
};

/// Writes each question of a file's records in another layout.
export_counts export_questions(const std::string& gold, layout as, const std::string& to);

/// How many records got predictions, how many of their questions have no answer, and how many answers no question.
struct import_counts {
  std::uint64_t records = 0, missing = 0, unused = 0;
};

/// Writes predictions made of answers to exported questions.
import_counts import_answers(const std::string& gold, const std::string& answers_file, const std::string& to);

/// The records of one half of a split, by kind.
struct half_counts {
  std::uint64_t comparison = 0, combined = 0;
};

/// Splits a file's records into dev and test with equal numbers of each kind; returns both halves' counts.
std::pair<half_counts, half_counts> split_records(const std::string& gold, const std::string& dev_file,
                                                  const std::string& test_file, std::uint64_t seed);

/// How many questions of each kind the calendar reader was asked, and how many it answered.
struct answered_counts {
  /// The questions of one kind.
  struct tally {
    std::uint64_t asked = 0, answered = 0;
    void add(bool has_answer);
  };
  tally main, extraction, reasoning, robustness;

  void add(const mhqa::hieradate::prediction& p);
};

/// Writes the calendar reader's answers to a file's questions as predictions.
///
/// Shape:    `given` answers the reasoning questions with the gold dates of the extraction questions
/// Requires: `rule` is a name of with_date_rule()
answered_counts answer_records(const std::string& gold, const std::string& to, std::string_view rule, bool given);

}  // namespace mhqa::inline v0_1::io::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/hieradate_files.ipp>
#endif
