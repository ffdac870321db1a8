// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The file of --per-question beside a verb's report.
#pragma once

#include <mhqa/io/atomic_file.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {

/// The lines of --per-question, if the option is given. The file appears whole, after the report is printed.
///
/// Errors: data_error for standard output, which has the report, and for one of the verb's inputs
class row_file {
 public:
  row_file(const std::string& path, std::initializer_list<std::string_view> inputs);

  /// Returns true if somebody wants the lines.
  [[nodiscard]] explicit operator bool() const noexcept { return file_.has_value(); }
  void write(std::string_view line) {
    if (file_) file_->write(line);
  }
  /// Prints the report.
  void finish(const std::string& report);

 private:
  std::optional<mhqa::io::atomic_file> file_;
};

}  // namespace mhqa_command
