// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as HieraDate's records, each scored against itself, and as its predictions.
#include "round_trip.hpp"

#include <mhqa/io/datasets/hieradate.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace hieradate = mhqa::hieradate;
namespace io = mhqa::io::hieradate;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hieradate::evaluator score;
  mhqa_fuzz::round_trip<hieradate::record>(
      data, size, [](mhqa::io::json_value value, hieradate::record& r) { io::read(value, r, io::fields::all, false); },
      &io::write,
      [&](const hieradate::record& r) {
        try {
          const auto s = score(r, r);
          mhqa_fuzz::expect(s.answer.em == 1 && s.robust.em == 1, "an answer equals itself");
        } catch (const mhqa::data_error&) {
        }
      });
  try {
    const mhqa_fuzz::memory_file file{data, size};
    io::predictions predictions{file.path()};
    mhqa_fuzz::expect(predictions.find("nobody has this id, hopefully") == nullptr || predictions.size() > 0,
                      "what is found is there");
  } catch (const mhqa::data_error&) {
  }
  return 0;
}
