// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// From the options of `mhqa compose` to the settings of a run.
#include "compose_settings.hpp"

#include <mhqa/io/compose_settings.hpp>

#include <functional>
#include <set>
#include <string>

namespace mhqa_command {

void complete_settings(const arguments& verb, mhqa::io::compose_settings& settings) {
  std::set<std::string, std::less<>> given;
  for (const char* const name : {"--question-words", "--total-words", "--bridge-uses", "--question-uses",
                                 "--no-subgraphs", "--most-doubts", "--check-answers", "--spread-share"}) {
    if (verb.get_option(name)->count() != 0) given.insert(name);
  }
  mhqa::io::complete(settings, given);
}

}  // namespace mhqa_command
