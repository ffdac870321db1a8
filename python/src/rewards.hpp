// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards of generated texts.
#pragma once

#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/text/extract.hpp>

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mhqa_python {

/// Returns columns reward, f1, em, precision, recall, extracted, format (float64 if `wide`, otherwise float32) and
/// uint8 flags. The default extraction is the rule's; `barred` are flags; `out` is as for results.
[[nodiscard]] nanobind::dict rewards(nanobind::handle texts, nanobind::handle golds, const std::string& rule,
                                     const std::optional<std::string>& extraction, std::uint8_t barred,
                                     const std::string& dialect, bool wide, nanobind::handle out);

/// Returns (answer, why) of each text as the rule finds it: None without an answer or with a barred one, and a reason.
[[nodiscard]] nanobind::list extracted_answers(nanobind::handle texts, const std::string& rule,
                                               const std::optional<std::string>& extraction, std::uint8_t barred);

/// Returns the extraction profile of a name, or of "NAME:TAG" with tags of another name, which views `given`.
///
/// Errors: ValueError, with all names, for an unknown one, and for a tag beside a published rule with its own
[[nodiscard]] mhqa::extraction_profile extraction_of(std::string_view given);

/// Returns the rule of this name, with its choices replaced; a tag of `extraction` stays there.
///
/// Errors: ValueError, with all names, for an unknown one
[[nodiscard]] mhqa::batch::reward_rule rule_of(const std::string& name, const std::optional<std::string>& extraction,
                                               std::uint8_t barred);

}  // namespace mhqa_python
