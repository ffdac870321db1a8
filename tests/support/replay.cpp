// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A main() that passes each file of a fuzz target's corpus to the target once, sorted by name.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  std::vector<std::filesystem::path> inputs;
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) {
      inputs.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator{argv[i]}) inputs.push_back(entry.path());
  }
  std::ranges::sort(inputs);
  for (const auto& path : inputs) {
    std::ifstream in{path, std::ios::binary};
    // An exact heap block, so that a read past its end is seen.
    const std::vector<char> bytes{std::istreambuf_iterator<char>{in}, {}};
    std::printf("%s\n", path.string().c_str());
    std::fflush(stdout);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%zu inputs\n", inputs.size());
  return inputs.empty() ? 1 : 0;
}
