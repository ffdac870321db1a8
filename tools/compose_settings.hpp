// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of `mhqa compose`.
#pragma once

#include "options.hpp"

#include <mhqa/io/compose_settings.hpp>

#include <cstddef>
#include <string>

namespace mhqa_command {

struct compose_arguments {
  mhqa::io::compose_settings settings{};
  std::string part{};  // "3/8"; empty: the whole
  std::size_t threads = 0;
  bool list_rules = false;
};

/// Adds the options to the verb; the arguments must outlive it.
void add_compose_options(const arguments& verb, compose_arguments& chosen);

/// Completes the settings, given the options on the command line.
///
/// Errors: as mhqa::io::complete
void complete_settings(const arguments& verb, mhqa::io::compose_settings& settings);

}  // namespace mhqa_command
