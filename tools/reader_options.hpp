// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The options --reader, --weights and --net of the verbs that ask the built-in reader.
#pragma once

#include "options.hpp"

#include <mhqa/io/default_reader.hpp>

namespace mhqa_command {

/// The three options.
struct reader_options {
  option reader, weights, net;
};

/// Adds --net to a verb.
inline option add_net_option(const arguments& verb, std::string& net) {
  return verb.add_option(
      "--net", net,
      "A net that also scores spans, from scripts/train_net: a file, or \"installed\" for the one that is\n"
      "installed with the command; slower; default: none");
}

/// Adds --reader, --weights and --net to a verb; the choice must outlive it.
inline reader_options add_reader_options(const arguments& verb, mhqa::io::reader_choice& chosen) {
  return {verb.add_option("--reader", chosen.kind, "trained: by trained weights, the default; words: by shared words")
              ->check(one_of{"trained", "words"}),
          verb.add_option(
              "--weights", chosen.weights,
              "Weights of the trained reader, from mhqa train-reader; default: those installed with the command"),
          add_net_option(verb, chosen.net)};
}

}  // namespace mhqa_command
