// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Files that are packed by gzip or zstd, as far as the program is linked with zlib and libzstd.
#pragma once

namespace mhqa_command {

/// Lets every file be read packed, too. Call it once, before files are read.
void unpack_files();

}  // namespace mhqa_command
