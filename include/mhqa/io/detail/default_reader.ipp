// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of default_reader.hpp.
#pragma once

#include <mhqa/io/default_reader.hpp>

#include <mhqa/error.hpp>

#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {

MHQA_INLINE std::string find_weights() {
  if (const char* const named = std::getenv("MHQA_READER"); named != nullptr) return named;
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return {};
  const std::filesystem::path file = program.parent_path().parent_path() / "share" / "mhqa" / "reader.weights";
  return std::filesystem::is_regular_file(file, failed) ? file.string() : std::string{};
}

MHQA_INLINE default_reader::default_reader(std::shared_ptr<const weights_file> weights)
    : weights_{std::move(weights)},
      trained_{weights_->weights()},
      name_{fmt::format("trained {} {:016x}", weights_->weights().name, weights_->weights().hash)} {}

MHQA_INLINE default_reader find_reader(const reader_choice& choice) {
  if (choice.kind == "words") return default_reader{choice.words};
  const std::string path = choice.weights.empty() ? find_weights() : choice.weights;
  if (!path.empty()) return default_reader{std::make_shared<const weights_file>(path)};
  throw_data_error({.field = "--weights"},
                   "expected weights, found none: neither share/mhqa/reader.weights beside the program's folder nor "
                   "MHQA_READER names any; --reader words needs none");
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
