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

namespace mhqa::inline v0_1::io {

namespace detail {

/// Returns the file that a variable of the environment names, otherwise one of share/mhqa beside the program's folder.
[[nodiscard]] inline std::string find_shared(const char* variable, const char* name) {
  if (const char* const named = std::getenv(variable); named != nullptr) return named;
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return {};
  const std::filesystem::path file = program.parent_path().parent_path() / "share" / "mhqa" / name;
  return std::filesystem::is_regular_file(file, failed) ? file.string() : std::string{};
}

[[nodiscard]] inline std::shared_ptr<const net_file> open_net(const std::string& choice) {
  if (choice.empty()) return {};
  const std::string path = choice == "installed" ? find_net() : choice;
  if (!path.empty()) return std::make_shared<const net_file>(path);
  throw_data_error({},
                   "`net`: expected a net, found none: neither share/mhqa/reader.net beside the program's folder nor "
                   "MHQA_READER_NET names any; name a file: the wheel for Python holds no net");
}

}  // namespace detail

MHQA_INLINE std::string find_weights() {
  return detail::find_shared("MHQA_READER", "reader.weights");
}

MHQA_INLINE std::string find_net() {
  return detail::find_shared("MHQA_READER_NET", "reader.net");
}

MHQA_INLINE default_reader::default_reader(std::shared_ptr<const weights_file> weights,
                                           std::shared_ptr<const net_file> net)
    : weights_{std::move(weights)},
      net_{std::move(net)},
      trained_{std::in_place, weights_->weights(), net_ ? &net_->weights() : nullptr},
      name_{fmt::format("trained {} {:016x}", weights_->weights().name, weights_->weights().hash)} {
  if (net_) name_ += fmt::format(", net {} {:016x}", net_->weights().name, net_->weights().hash);
}

MHQA_INLINE void expect_no_weights(const reader_choice& choice) {
  for (const auto& [name, file] : {std::pair{"net", &choice.net}, {"weights", &choice.weights}}) {
    if (!file->empty()) throw_data_error({}, fmt::format("`{}`: expected `reader` trained with it", name));
  }
}

MHQA_INLINE default_reader find_reader(const reader_choice& choice) {
  if (choice.kind == "words") {
    expect_no_weights(choice);
    return default_reader{choice.words};
  }
  const std::string path = choice.weights.empty() ? find_weights() : choice.weights;
  if (!path.empty()) {
    return default_reader{std::make_shared<const weights_file>(path), detail::open_net(choice.net)};
  }
  throw_data_error(
      {},
      "`weights`: expected weights, found none: neither share/mhqa/reader.weights beside the program's folder nor "
      "MHQA_READER names any; `reader` words needs none");
}

}  // namespace mhqa::inline v0_1::io
