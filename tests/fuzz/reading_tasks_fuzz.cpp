// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as questions with contexts; the rule-based readers answer them directly and step by step, and the
// answers are written as predictions.
#include "memory_file.hpp"

#include <mhqa/io/reading_tasks.hpp>
#include <mhqa/model/calendar_reader.hpp>
#include <mhqa/model/composed_readers.hpp>
#include <mhqa/model/lexical_reader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mhqa_fuzz::memory_file file{data, size};
  std::string lines;
  std::size_t written = 0;
  try {
    mhqa::io::task_records in{file.path()};
    mhqa::io::task_record record;
    mhqa::lexical_reader lexical{{.support = 3}};
    const mhqa::calendar_reader<> calendar;
    mhqa::select_then_read select{mhqa::lexical_selector{}, std::ref(lexical), 2};
    mhqa::step_reader steps{[&record](const mhqa::reading_task&) { return record.steps; }, std::ref(lexical)};
    while (in.next(record)) {
      const bool numbered = record.layout == mhqa::io::task_layout::musique;
      mhqa_fuzz::expect(!numbered || record.idxs.size() == record.context.size(), "every paragraph has its number");
      const auto add = [&](const mhqa::reading& said) {
        if (said.confidence) mhqa_fuzz::expect(*said.confidence >= 0 && *said.confidence <= 1, "confidence in [0, 1]");
        mhqa::io::append_prediction(lines, record, said);
        ++written;
      };
      add(lexical(record.task()));
      add(calendar(record.task()));
      add(select(record.task()));
      try {
        add(steps(record.task()));
      } catch (const mhqa::data_error&) {  // references that wait for each other
      }
    }
  } catch (const mhqa::data_error&) {
  }
  mhqa_fuzz::expect(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')) == written, "one line each");
  if (lines.empty()) return 0;
  const mhqa_fuzz::memory_file again{reinterpret_cast<const std::uint8_t*>(lines.data()), lines.size()};
  mhqa::io::json_records predictions{again.path()};
  while (predictions.next()) --written;
  mhqa_fuzz::expect(written == 0, "what is written can be read");
  return 0;
}
