// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One function a data set; each is defined in its eval_NAME.cpp.
#pragma once

namespace CLI {
class App;
}

namespace mhqa_command {

/// DiRe reads other files than the rest, and so has options of its own.
void add_eval_dire(CLI::App& eval);

struct eval_options;

void eval_2wikimultihopqa(const eval_options& options);
void eval_hieradate(const eval_options& options);
void eval_hotpotqa(const eval_options& options);
void eval_musique(const eval_options& options);
void eval_squad(const eval_options& options);
void eval_strategyqa(const eval_options& options);

}  // namespace mhqa_command
