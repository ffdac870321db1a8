// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The fuzz targets of the program mhqa_replay, in the unit that batch.cmake writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

struct fuzz_target {
  std::string_view name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

extern const std::vector<fuzz_target> fuzz_targets;
