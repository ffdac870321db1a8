// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Renders the card of DiRe (dire_card.hpp) as text, as JSON and as bars.
#pragma once

#include <mhqa/io/bar_chart.hpp>
#include <mhqa/io/dire_card.hpp>
#include <mhqa/io/json_writer.hpp>

#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Appends the card as text.
void append_dire_card(std::string& out, const dire_card& c);

/// Appends the card as one JSON object, with unrounded fractions.
void append_dire_card_json(std::string& out, const dire_card& c);

/// Returns the card's bars: F1 on D, on T(D), and of the controls.
[[nodiscard]] std::vector<bar_panel> dire_card_panels(const dire_card& c);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/dire_card_report.ipp>
#endif
