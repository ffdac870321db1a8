// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The evaluations: of all data sets of answers, of DiRe and of rankings.
#pragma once

#include "options.hpp"

#include <string>

namespace mhqa_command {

/// DiRe reads other files than the rest and has its own options.
void add_eval_dire(const arguments& eval);
/// Citations need verdicts instead of golds.
void add_eval_citations(const arguments& eval);
/// FanOutQA's answers are lists and objects, which have no EM and F1.
void add_eval_fanout(const arguments& eval);
/// Rankings are no answers, so that they have their own options, too.
void add_eval_retrieval(const arguments& eval);

struct eval_options;

/// Evaluates the data set of this name and prints.
void eval_data_set(const std::string& name, const eval_options& options);

}  // namespace mhqa_command
