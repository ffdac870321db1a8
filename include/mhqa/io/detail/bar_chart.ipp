// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bar_chart.hpp.
#pragma once

#include <mhqa/io/bar_chart.hpp>

#include <mhqa/config.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace mhqa::inline v0_1::io {
namespace detail {

inline std::string escaped_svg(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out;
}

/// An SVG document under construction.
class bar_drawing {
 public:
  void rectangle(double x, double y, double width, double h, std::string_view colour) {
    fmt::format_to(to_, "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                   width, h, colour);
  }
  void text(double x, double y, std::string_view what, std::string_view anchor = "middle",
            std::string_view colour = "black") {
    fmt::format_to(to_, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y, anchor,
                   colour, escaped_svg(what));
  }
  void line(double x1, double y1, double x2, double y2, std::string_view colour) {
    fmt::format_to(to_, "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2,
                   y2, colour);
  }
  [[nodiscard]] const std::string& body() const noexcept { return body_; }

 private:
  std::string body_;
  std::back_insert_iterator<std::string> to_{body_};
};

inline double bar_level(double percent) {
  return bar_sizes::top + bar_sizes::height * (1 - std::clamp(percent, 0.0, 100.0) / 100);
}

inline void draw_bar(bar_drawing& out, double x, double bar_width, const stacked_bar& bar) {
  const double light = bar.whole - bar.dark;
  out.rectangle(x, bar_level(bar.whole), bar_width, bar_level(light) - bar_level(bar.whole), bar_sizes::dark_colour);
  out.rectangle(x, bar_level(light), bar_width, bar_level(0) - bar_level(light), bar_sizes::light_colour);
  const double middle = x + bar_width / 2;
  out.text(middle, bar_level(bar.whole) - 5, fmt::format("{:.1f}", bar.whole));
  if (bar.dark >= 8) {
    out.text(middle, (bar_level(bar.whole) + bar_level(light)) / 2 + 4, fmt::format("{:.1f}", bar.dark), "middle",
             "white");
  }
  if (light >= 8) out.text(middle, (bar_level(light) + bar_level(0)) / 2 + 4, fmt::format("{:.1f}", light));
  double below = bar_level(0) + 16;
  std::string_view rest = bar.name;
  for (;;) {
    const std::size_t end = rest.find('\n');
    out.text(middle, below, rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
    below += 13;
  }
}

}  // namespace detail

MHQA_INLINE std::string draw_bars(const std::vector<bar_panel>& panels, const std::string& dark,
                                  const std::string& light) {
  namespace sizes = detail::bar_sizes;
  detail::bar_drawing out;
  double bars = 0;
  for (const bar_panel& panel : panels) bars += static_cast<double>(panel.bars.size());
  const double gaps = sizes::gap * (static_cast<double>(panels.size()) - 1);
  const double step = std::max(sizes::least_step, (sizes::least_width - gaps) / std::max(bars, 1.0));
  const double bar_width = std::min(0.52 * step, 120.0);
  double x = sizes::left;
  for (const bar_panel& panel : panels) {
    const double width = step * static_cast<double>(panel.bars.size());
    for (int percent = 0; percent <= 100; percent += 20) {
      out.line(x, detail::bar_level(percent), x + width, detail::bar_level(percent),
               percent == 0 ? "black" : "#dddddd");
      out.text(x - 6, detail::bar_level(percent) + 4, std::to_string(percent), "end");
    }
    out.text(x + width / 2, sizes::top - 20, panel.title);
    for (std::size_t i = 0; i < panel.bars.size(); ++i) {
      detail::draw_bar(out, x + step * static_cast<double>(i) + (step - bar_width) / 2, bar_width, panel.bars[i]);
    }
    x += width + sizes::gap;
  }
  const double legend = detail::bar_level(0) + 58;
  out.rectangle(sizes::left, legend, 12, 12, sizes::dark_colour);
  out.text(sizes::left + 18, legend + 10, dark, "start");
  out.rectangle(sizes::left, legend + 18, 12, 12, sizes::light_colour);
  out.text(sizes::left + 18, legend + 28, light, "start");
  const double whole_width = std::max(x, sizes::left + 400);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n{2}</svg>\n",
      whole_width, legend + 44, out.body());
}

}  // namespace mhqa::inline v0_1::io
