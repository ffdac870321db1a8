// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One function a data set; each is defined in its eval_NAME.cpp.
#pragma once

namespace mhqa_command {

struct eval_options;

void eval_2wikimultihopqa(const eval_options& options);
void eval_hieradate(const eval_options& options);
void eval_hotpotqa(const eval_options& options);
void eval_musique(const eval_options& options);
void eval_squad(const eval_options& options);
void eval_strategyqa(const eval_options& options);

}  // namespace mhqa_command
