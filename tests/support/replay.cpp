// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa_replay NAME [FILE | FOLDER]...: passes each file, sorted by path, to the fuzz target NAME once.
#include "support/replay.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  const auto target = std::ranges::find(fuzz_targets, argc > 1 ? argv[1] : "", &fuzz_target::name);
  if (target == fuzz_targets.end()) {
    std::fputs("replay: expected the name of a fuzz target, then files or folders\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> inputs;
  for (int i = 2; i < argc; ++i) {
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
    target->run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%zu inputs\n", inputs.size());
  return inputs.empty() ? 1 : 0;
}
