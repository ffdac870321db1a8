// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The rewards of a text or of a batch, for trainers that come again with the same golds: golds are compiled once and
// remembered.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace mhqa_python {

/// Returns the reward of a text, NaN if a published function raises.
///
/// Shape:  numbers is None, or a dict of the function's numbers, with which every rule is its published function.
///         truth is a string, a list of strings, or a dict with either at "target". `golds_of(truth)`, a Python
///         function, makes a list of strings from all else, and from a string that begins like JSON
/// Errors: TypeError; ValueError for unknown names and a truth without golds; those of golds_of
/// Cost:   golds that were seen before are found by the identity or, failing that, the content of their strings. The
///         memory is bounded: 16 combinations of options, 32,768 golds for each
[[nodiscard]] double one_reward(nanobind::handle text, nanobind::handle truth, nanobind::handle rule,
                                nanobind::handle extraction, std::uint8_t barred, nanobind::handle dialect,
                                nanobind::handle eos_token, nanobind::handle pad_token, nanobind::handle numbers,
                                nanobind::handle golds_of);

/// Returns the rewards of a batch of texts, on all threads. `golds_of(truth, place)` also gets the name of the truth.
[[nodiscard]] nanobind::list many_rewards(nanobind::handle texts, nanobind::handle truths, nanobind::handle rule,
                                          nanobind::handle extraction, std::uint8_t barred, nanobind::handle dialect,
                                          nanobind::handle eos_token, nanobind::handle pad_token,
                                          nanobind::handle numbers, nanobind::handle golds_of);

/// Makes what the functions above need; call it once, when the module is imported.
void prepare_one_text();

/// Returns how many golds were compiled by these functions since the start, for tests.
[[nodiscard]] std::size_t golds_compiled() noexcept;

}  // namespace mhqa_python
