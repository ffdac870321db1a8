// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The floor for an evaluation: simdjson alone on the same file. "parse_json FILE" prints one JSON object with the
// milliseconds to map and index the file and to visit the top level, and with those of a whole DOM parse.
#include <mhqa/io/file.hpp>

#include <simdjson.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

template <class Job>
double milliseconds(const Job& job) {
  const auto before = std::chrono::steady_clock::now();
  job();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: parse_json FILE\n", stderr);
    return 2;
  }
  std::size_t records = 0;
  const double on_demand = milliseconds([&] {
    const mhqa::io::file_bytes bytes{argv[1]};
    const auto text = bytes.view();
    simdjson::ondemand::parser parser;
    auto document = parser.iterate(
        simdjson::padded_string_view{text.data(), text.size(), text.size() + mhqa::io::file_bytes::padding});
    for (auto record : document.get_array()) {
      if (record.error() == simdjson::SUCCESS) ++records;
    }
  });
  const double dom = milliseconds([&] {
    simdjson::dom::parser parser;
    if (parser.load(argv[1]).error() != simdjson::SUCCESS) std::exit(1);
  });
  std::printf("{\"records\": %zu, \"on_demand_ms\": %.1f, \"dom_ms\": %.1f}\n", records, on_demand, dom);
}
