// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The settings with which tests of io/ compose the pool of the examples.
#pragma once

#include "support/command.hpp"
#include "support/errors.hpp"
#include "tools/composing.hpp"

#include <mhqa/io/compose_settings.hpp>
#include <mhqa/parallel.hpp>

#include <filesystem>
#include <functional>
#include <string_view>

namespace mhqa_test {

using setting_change = std::function<void(mhqa::io::compose_settings&)>;

inline const setting_change nothing = [](mhqa::io::compose_settings&) {};

/// An executor for each stage, without threads.
inline mhqa::serial_executor serially(std::string_view) {
  return {};
}

/// Seed 7 and the preset `released`, then `more`.
inline mhqa::io::compose_settings composing_settings(const std::filesystem::path& out, const setting_change& more) {
  mhqa::io::compose_settings s{.pools = {bundled_pool()}, .out = out.string(), .preset = "released"};
  s.options.seed = 7;
  more(s);
  mhqa::io::complete(s, {});
  return s;
}

/// The names that these tests use.
namespace composing {

namespace fs = std::filesystem;
using mhqa::io::compose_settings;
using mhqa_test::bytes_of;
using mhqa_test::error_of;
using mhqa_test::nothing;
using mhqa_test::scratch;
using mhqa_test::serially;
using change = setting_change;
constexpr auto settings = composing_settings;

}  // namespace composing
}  // namespace mhqa_test
