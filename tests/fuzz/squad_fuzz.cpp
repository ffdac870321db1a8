// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as SQuAD's gold file, official or flat, as predictions and as probabilities.
#include "memory_file.hpp"

#include <mhqa/io/datasets/squad.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace io = mhqa::io::squad;
namespace squad = mhqa::squad;

namespace {

/// The questions of a file, written in the official layout; they are scored on the way.
std::string written(const std::string& path) {
  std::string out;
  io::questions questions{path};
  mhqa::io::json_writer json{out};
  io::writer writer{json, "v2.0"};
  squad::evaluator score{squad::version::v2_0};
  questions.for_each([&](const squad::record& r) {
    writer.add(r);
    const auto s = score(r, {.answer = r.answers.empty() ? std::string_view{} : r.answers.front().text});
    mhqa_fuzz::expect(s.answer.has_value(), "a prediction is scored");
  });
  writer.finish();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mhqa_fuzz::memory_file file{data, size};
  std::string once;
  try {
    once = written(file.path());
  } catch (const mhqa::data_error&) {
  }
  if (!once.empty()) {
    const mhqa_fuzz::memory_file again{reinterpret_cast<const std::uint8_t*>(once.data()), once.size()};
    mhqa_fuzz::expect(written(again.path()) == once, "written, read and written again, questions are the same");
  }
  try {
    io::predictions predictions{file.path()};
    static_cast<void>(predictions.find("q1"));
    mhqa_fuzz::expect(predictions.unused() <= predictions.size(), "no more unused than there are");
  } catch (const mhqa::data_error&) {
  }
  try {
    io::probabilities probabilities{file.path()};
    squad::prediction predicted{.answer = "x"};
    probabilities.apply("q1", predicted);
  } catch (const mhqa::data_error&) {
  }
  return 0;
}
