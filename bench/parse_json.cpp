// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The floor for an evaluation: simdjson alone, on one thread, on the same file, an array or JSON Lines. "parse_json
// FILE" prints one JSON object with the milliseconds to map and index the file and to visit its records, and with those
// of a whole DOM parse.
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

template <class Parser>
void on_one_thread(Parser& parser) {
#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = false;
#else
  static_cast<void>(parser);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: parse_json FILE\n", stderr);
    return 2;
  }
  const mhqa::io::file_bytes whole{argv[1]};
  const bool array = whole.view().starts_with('[');
  constexpr std::size_t batch = std::size_t{1} << 20U;  // more than the longest record
  std::size_t records = 0;
  const double on_demand = milliseconds([&] {
    const mhqa::io::file_bytes bytes{argv[1]};
    const auto text = bytes.view();
    simdjson::ondemand::parser parser;
    if (array) {
      auto document = parser.iterate(
          simdjson::padded_string_view{text.data(), text.size(), text.size() + mhqa::io::file_bytes::padding});
      for (auto record : document.get_array()) {
        if (record.error() == simdjson::SUCCESS) ++records;
      }
    } else {
      on_one_thread(parser);
      simdjson::ondemand::document_stream lines;
      if (parser.iterate_many(text.data(), text.size(), batch).get(lines) != simdjson::SUCCESS) std::exit(1);
      for (auto line = lines.begin(); line != lines.end(); ++line) {
        if ((*line).error() == simdjson::SUCCESS) ++records;
      }
    }
  });
  const double dom = milliseconds([&] {
    simdjson::dom::parser parser;
    on_one_thread(parser);
    if (array) {
      if (parser.load(argv[1]).error() != simdjson::SUCCESS) std::exit(1);
      return;
    }
    simdjson::dom::document_stream lines;
    if (parser.load_many(argv[1], batch).get(lines) != simdjson::SUCCESS) std::exit(1);
    for (auto line : lines) {
      if (line.error() != simdjson::SUCCESS) std::exit(1);
    }
  });
  std::printf("{\"records\": %zu, \"on_demand_ms\": %.1f, \"dom_ms\": %.1f}\n", records, on_demand, dom);
}
