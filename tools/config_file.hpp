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

/// Takes over what a file says of options that the command line leaves out.
///
/// Shape:  lines `name = value …`, where # begins a comment at the line's begin or after a blank; or one JSON object
/// Errors: data_error with the line for an option that there is not or that comes twice, or a value that it does not
/// take
void read_config(CLI::App& verb, const std::string& path);

}  // namespace mhqa_command
