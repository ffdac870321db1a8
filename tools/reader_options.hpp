// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The options --reader and --weights of the verbs that ask the built-in reader.
#pragma once

#include "options.hpp"

#include <mhqa/io/default_reader.hpp>

namespace mhqa_command {

/// The two options.
struct reader_options {
  option reader, weights;
};

/// Adds --reader and --weights to a verb; the choice must outlive it.
inline reader_options add_reader_options(const arguments& verb, mhqa::io::reader_choice& chosen) {
  return {verb.add_option("--reader", chosen.kind, "trained: by trained weights, the default; words: by shared words")
              ->check(one_of{"trained", "words"}),
          verb.add_option(
              "--weights", chosen.weights,
              "Weights of the trained reader, from mhqa train-reader; default: those installed with the command")};
}

}  // namespace mhqa_command
