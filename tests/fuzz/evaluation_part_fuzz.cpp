// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as the part of an evaluation. The first byte decides whether they get a checksum that fits, so that the
// reader behind it is reached.
#include "round_trip.hpp"

#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/squad.hpp>
#include <mhqa/random.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace {

/// A part that can be read is written as the same bytes, can be added to others, and finishes or is refused.
template <class D>
void read(std::string_view bytes) {
  try {
    auto part = mhqa::evaluation_part<D>::from_bytes(bytes);
    const std::string again = part.to_bytes();
    mhqa_fuzz::expect(mhqa::evaluation_part<D>::from_bytes(again).to_bytes() == again,
                      "a part is written as it was read");
    try {
      part += mhqa::evaluation_part<D>::from_bytes(again);
      mhqa_fuzz::expect(false, "a part that stands twice is refused");
    } catch (const mhqa::data_error&) {
    }
    static_cast<void>(std::move(part).finish().report());
  } catch (const mhqa::data_error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes{reinterpret_cast<const char*>(data + 1), size - 1};
  if (data[0] % 8 != 0) {
    if (bytes.size() >= 8) bytes.resize(bytes.size() - 8);
    const std::uint64_t sum = mhqa::stable_hash(bytes);
    for (unsigned shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(sum >> shift & 0xFFU);
  }
  read<mhqa::hotpotqa::data_set>(bytes);
  read<mhqa::musique::data_set>(bytes);
  read<mhqa::squad::data_set>(bytes);
  return 0;
}
