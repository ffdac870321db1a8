// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Returns error messages and looks for text in them, for tests that compare them.
#pragma once

#include <mhqa/error.hpp>

#include <string>
#include <string_view>

namespace mhqa_test {

/// Returns the message of the data_error that f throws; "no error" if it throws none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "no error";
}

[[nodiscard]] inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace mhqa_test
