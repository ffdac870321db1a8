// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A verb's options from a file.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace mhqa_command {

/// Takes over the lines of a file, `name = value` or one JSON object, for all options that the command line leaves out.
///
/// Errors: data_error with the line for an option that there is not, or a value that it does not take
void read_config(CLI::App& verb, const std::string& path);

}  // namespace mhqa_command
