// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Returns error messages, for tests that compare them.
#pragma once

#include <mhqa/error.hpp>

#include <string>

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

}  // namespace mhqa_test
