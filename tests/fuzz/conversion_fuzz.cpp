// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as questions of each layout of one file, converted to each; the first byte chooses both.
#include "memory_file.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/conversion.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <stdlib.h>
#include <unistd.h>

namespace {

std::string contents(const std::string& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// A file name that nothing has yet.
struct output_path {
  output_path() {
    char name[] = "/tmp/mhqa_fuzz_XXXXXX";
    ::close(::mkstemp(name));
    path = name;
  }
  ~output_path() { std::remove(path.c_str()); }
  output_path(const output_path&) = delete;
  output_path& operator=(const output_path&) = delete;
  std::string path;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using mhqa::io::data_layout;
  constexpr data_layout layouts[] = {data_layout::hotpotqa, data_layout::twowiki,  data_layout::musique,
                                     data_layout::squad,    data_layout::flashrag, data_layout::verl,
                                     data_layout::drop};
  if (size == 0) return 0;
  const data_layout from = layouts[data[0] % 7U], to = layouts[data[0] / 7U % 7U];
  const mhqa_fuzz::memory_file file{data + 1, size - 1};
  const output_path once, twice;
  try {
    const auto counts = mhqa::io::convert(file.path(), from, once.path, to);
    mhqa_fuzz::expect(counts.written <= counts.read, "no question is written twice");
  } catch (const mhqa::data_error&) {
    return 0;
  }
  static_cast<void>(mhqa::io::convert(once.path, to, twice.path, to));
  mhqa_fuzz::expect(contents(once.path) == contents(twice.path), "what was written is read and written the same");
  return 0;
}
