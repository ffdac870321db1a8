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
  for (const char* const name : {"question_words", "total_words", "bridge_uses", "question_uses", "no_subgraphs",
                                 "most_doubts", "check_answers", "spread_share"}) {
    if (verb.get_option(option_name(name))->count() != 0) given.insert(name);
  }
  mhqa::io::complete(settings, given);
}

}  // namespace mhqa_command
