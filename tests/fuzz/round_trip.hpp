// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The property that every reader and writer of records must have: what was read and written reads and writes the same.
#pragma once

#include "memory_file.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace mhqa_fuzz {

/// Reads records from the bytes with read(value, record), calls seen(record) for each, and checks the round trip
/// through write(json, record). Bytes that are no records end in data_error, which is what they should.
template <class Record, class Read, class Write, class Seen>
void round_trip(const std::uint8_t* data, std::size_t size, Read read, Write write, Seen seen) {
  const auto pass = [&](const std::uint8_t* bytes, std::size_t length, auto&& each) {
    const memory_file file{bytes, length};
    std::string written;
    mhqa::io::json_records records{file.path()};
    Record record;
    while (auto value = records.next()) {
      read(*value, record);
      each(record);
      mhqa::io::json_writer json{written};
      write(json, record);
      written += '\n';
    }
    return written;
  };
  std::string once;
  try {
    once = pass(data, size, seen);
  } catch (const mhqa::data_error&) {
    return;
  }
  if (once.empty()) return;
  const std::string twice = pass(reinterpret_cast<const std::uint8_t*>(once.data()), once.size(), [](const Record&) {});
  expect(once == twice, "written, read and written again, records are the same");
}

}  // namespace mhqa_fuzz
