// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards of generated texts.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mhqa_python {

/// Columns reward, f1, em, precision, recall, extracted, format, float64 where `wide`, else float32, and uint8 flags.
/// Without an extraction it is the rule's; `barred` are flags; `out` is as for results.
[[nodiscard]] nanobind::dict rewards(nanobind::handle texts, nanobind::handle golds, const std::string& rule,
                                     const std::optional<std::string>& extraction, std::uint8_t barred,
                                     const std::string& dialect, bool wide, nanobind::handle out);

}  // namespace mhqa_python
