// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What every option of every verb must hold, and the files of a run: outputs apart from inputs, and locked.
#pragma once

#include <mhqa/io/output_locks.hpp>

#include <optional>

namespace CLI {
class App;
}

namespace mhqa_command {

/// Type names of options whose value is written: a file that the verb replaces, and a folder that it fills. They stand
/// in --help, and run_files finds the options by them.
inline constexpr const char* output_file = "OUTPUT";
inline constexpr const char* output_folder = "FOLDER";

/// Most threads that --threads takes.
inline constexpr unsigned most_threads = 1024;

/// Adds the checks that all options share, in all verbs: no empty value, no NaN, whole numbers from 0 to 2^64 - 1,
/// --threads up to `most_threads`. Verbs that write files get --wait.
void add_common_checks(CLI::App& app);

/// The files of the verb that the command line names.
///
/// Shape:  reads --config first, so that its values count too. Refuses an output that is an input of any option,
///         compared by device and inode; locks each output file and folder until it is destroyed; removes the temporary
///         files of runs that were killed. A folder that it makes goes again if nothing is put into it
/// Errors: data_error that names the output, and the process id of another run that holds it
class run_files {
 public:
  explicit run_files(CLI::App& app);

 private:
  std::optional<mhqa::io::output_locks> locks_;
};

}  // namespace mhqa_command
