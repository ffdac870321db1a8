// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Draws stacked bars as an SVG document: percentages, two parts a bar, bars in named panels side by side.
//   draw_bars({{"F1", {{"answer", 52, 31}}}}, "disconnected", "connected")
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// One bar: its whole height and how much of it, from the top, is dark.
struct stacked_bar {
  std::string name;
  double whole = 0;  ///< percent
  double dark = 0;   ///< percent, at most `whole`
};

/// Bars side by side under one title.
struct bar_panel {
  std::string title;
  std::vector<stacked_bar> bars;
};

namespace detail {

/// Lengths in the SVG's units.
namespace bar_sizes {
inline constexpr double height = 240;  // of 100 percent
inline constexpr double top = 40;
inline constexpr double left = 40;
inline constexpr double least_step = 84;    // from bar to bar
inline constexpr double least_width = 430;  // of all panels: that of the legend
inline constexpr double gap = 40;           // between panels
inline constexpr std::string_view dark_colour = "#1f4e79";
inline constexpr std::string_view light_colour = "#9dc3e6";
}  // namespace bar_sizes

}  // namespace detail

/// Draws the panels as one SVG document.
///
/// Shape:  each bar is divided into a dark and a light part, which the legend names. Names may hold any text; \n begins
///         a new line
[[nodiscard]] std::string draw_bars(const std::vector<bar_panel>& panels, const std::string& dark,
                                    const std::string& light);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/bar_chart.ipp>
#endif
