// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as StrategyQA's records and as predictions in either layout.
#include "round_trip.hpp"

#include <mhqa/io/datasets/strategyqa.hpp>

#include <cstddef>
#include <cstdint>

namespace io = mhqa::io::strategyqa;
namespace strategyqa = mhqa::strategyqa;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strategyqa::evaluator score;
  mhqa_fuzz::round_trip<strategyqa::record>(
      data, size, [](mhqa::io::json_value value, strategyqa::record& r) { io::read(value, r); }, &io::write,
      [&](const strategyqa::record& r) {
        const auto s = score(r, {.answer = r.answer ? strategyqa::verdict::yes : strategyqa::verdict::no,
                                 .decomposition = r.decomposition,
                                 .paragraphs = {}});
        mhqa_fuzz::expect(s.accuracy == 1.0, "an answer equals itself");
        mhqa_fuzz::expect(s.sari && *s.sari >= 0 && *s.sari <= 1, "SARI is in [0, 1]");
      });
  try {
    const mhqa_fuzz::memory_file file{data, size};
    io::predictions predictions{file.path()};
    static_cast<void>(predictions.find("q1"));
  } catch (const mhqa::data_error&) {
  }
  return 0;
}
