// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "part_options.hpp"

#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/part_number.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <span>
#include <string>

namespace mhqa_command {

void add_part_options(const arguments& verb, part_options& options) {
  verb->add_option("--part", options.part, "I/N: only part I of N, from 0, of the questions; see mhqa merge");
  verb->add_option("--out", options.out, "The file of --part's sums, which merge reads")->type_name(output_file);
}

mhqa::part_number part_of(const part_options& options, const std::string& report, std::span<const std::string> inputs) {
  if (options.part.empty() != options.out.empty()) {
    mhqa::throw_data_error({}, "`part` and `out` need each other");
  }
  if (options.part.empty()) return {};
  if (!report.empty()) {
    mhqa::throw_data_error({}, "a part has no report for `" + report + "`" + "; mhqa merge prints it");
  }
  if (options.out == "-") mhqa::throw_data_error({.file = "-"}, "`out` expects a file");
  for (const std::string& input : inputs) mhqa::io::expect_no_input(options.out, {input});
  return mhqa::read_part(options.part);
}

void write_part(const part_options& options, const std::string& bytes, std::uint64_t questions) {
  mhqa::io::atomic_file file{options.out};
  file.write(bytes);
  file.commit();
  print(fmt::format("part {}: {} questions\n", options.part, questions));
}

}  // namespace mhqa_command
