// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What an error says, for tests that compare it.
#pragma once

#include <mhqa/error.hpp>

#include <string>

namespace mhqa_test {

/// The message of the data_error that f throws; "no error" where it throws none.
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
