// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The error about an id that occurs twice in predictions names the option that takes such answers as samples.
#pragma once

#include <mhqa/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace mhqa_command {

/// Calls f(). An error about a repeated id in one of the files, or in none that it names, gets the option's name.
template <class F>
void with_repeated_ids(const std::vector<std::string>& files, const char* option, const F& f) {
  try {
    f();
  } catch (const mhqa::data_error& error) {
    const std::string& file = error.where().file;
    const bool theirs = file.empty() || std::find(files.begin(), files.end(), file) != files.end();
    if (error.code() != mhqa::errc::duplicate || !theirs) throw;
    mhqa::throw_data_error(error.where(),
                           error.problem() + "; `" + option + "` K takes answers with one id as samples of a question",
                           error.code());
  }
}

}  // namespace mhqa_command
