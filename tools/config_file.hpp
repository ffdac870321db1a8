// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a verb's options from a file.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace mhqa_command {

/// Sets the options that the command line leaves out from a file, which may be a pipe.
///
/// Shape:  lines `name = value …`, where # begins a comment at the beginning of a line or after a blank; or one JSON
///         object
/// Errors: data_error with the line, for an unknown option, one that is repeated, a missing value, a value that the
///         option refuses
void read_config(CLI::App& verb, const std::string& path);

}  // namespace mhqa_command
