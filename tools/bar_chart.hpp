// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Stacked bars as an SVG file: percentages, two parts a bar, bars in named panels side by side.
#pragma once

#include <string>
#include <vector>

namespace mhqa_command {

/// One bar: its whole height and how much of it, from the top, is dark.
struct stacked_bar {
  std::string name;
  double whole = 0;  ///< percent
  double dark = 0;   ///< percent, at most `whole`
};

struct bar_panel {
  std::string title;
  std::vector<stacked_bar> bars;
};

/// The panels as one SVG document. Names may hold any text; \n begins a new line.
[[nodiscard]] std::string draw_bars(const std::vector<bar_panel>& panels, const std::string& dark,
                                    const std::string& light);

}  // namespace mhqa_command
