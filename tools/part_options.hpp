// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// --part and --out of verbs whose parts read the same files (mhqa/io/sums_part.hpp).
#pragma once

#include "options.hpp"

#include <mhqa/io/sums_part.hpp>
#include <mhqa/part_number.hpp>

#include <span>
#include <string>
#include <utility>

namespace mhqa_command {

struct part_options {
  std::string part;  // "3/8"; empty: all questions
  std::string out;   // the file of the part
};

void add_part_options(const arguments& verb, part_options& options);

/// Returns the part, all questions without --part. `report` names an option that asks for a report, if one is given.
///
/// Errors: data_error for a part without a file or with a report, and for a file that is an input
[[nodiscard]] mhqa::part_number part_of(const part_options& options, const std::string& report,
                                        std::span<const std::string> inputs);

/// Writes the file of a part and prints its number of questions.
void write_part(const part_options& options, const std::string& bytes, std::uint64_t questions);

/// \overload Of the sums of the inputs.
template <mhqa::io::divisible_sums S>
void write_part(const part_options& options, S sums, const mhqa::part_number& part,
                std::span<const std::string> inputs) {
  const mhqa::io::sums_part<S> out{std::move(sums), part, mhqa::io::hash_of_contents(inputs)};
  write_part(options, out.to_bytes(), out.questions());
}

}  // namespace mhqa_command
