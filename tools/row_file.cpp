// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "row_file.hpp"

#include "command.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace mhqa_command {

row_file::row_file(const std::string& path, std::initializer_list<std::string_view> inputs) {
  if (path == "-") {
    mhqa::throw_data_error({.file = "-"}, "`per_question` expects a file; standard output has the scores of all");
  }
  mhqa::io::expect_no_input(path, inputs);
  if (!path.empty()) file_.emplace(path);
}

void row_file::finish(const std::string& report) {
  if (file_) file_->close();
  print(report);
  if (file_) file_->commit();
}

}  // namespace mhqa_command
