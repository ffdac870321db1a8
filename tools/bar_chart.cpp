// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "bar_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

constexpr double height = 240;  // of 100 percent
constexpr double top = 40;
constexpr double left = 40;
constexpr double least_step = 84;    // from bar to bar
constexpr double least_width = 430;  // of all panels: that of the legend
constexpr double gap = 40;           // between panels
constexpr std::string_view dark_colour = "#1f4e79";
constexpr std::string_view light_colour = "#9dc3e6";

std::string escaped(std::string_view text) {
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

class drawing {
 public:
  void rectangle(double x, double y, double width, double h, std::string_view colour) {
    fmt::format_to(to_, "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                   width, h, colour);
  }
  void text(double x, double y, std::string_view what, std::string_view anchor = "middle",
            std::string_view colour = "black") {
    fmt::format_to(to_, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y, anchor,
                   colour, escaped(what));
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

double level(double percent) {
  return top + height * (1 - std::clamp(percent, 0.0, 100.0) / 100);
}

void draw(drawing& out, double x, double bar_width, const stacked_bar& bar) {
  const double light = bar.whole - bar.dark;
  out.rectangle(x, level(bar.whole), bar_width, level(light) - level(bar.whole), dark_colour);
  out.rectangle(x, level(light), bar_width, level(0) - level(light), light_colour);
  const double middle = x + bar_width / 2;
  out.text(middle, level(bar.whole) - 5, fmt::format("{:.1f}", bar.whole));
  if (bar.dark >= 8) {
    out.text(middle, (level(bar.whole) + level(light)) / 2 + 4, fmt::format("{:.1f}", bar.dark), "middle", "white");
  }
  if (light >= 8) out.text(middle, (level(light) + level(0)) / 2 + 4, fmt::format("{:.1f}", light));
  double below = level(0) + 16;
  std::string_view rest = bar.name;
  for (;;) {
    const std::size_t end = rest.find('\n');
    out.text(middle, below, rest.substr(0, end));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
    below += 13;
  }
}

}  // namespace

std::string draw_bars(const std::vector<bar_panel>& panels, const std::string& dark, const std::string& light) {
  drawing out;
  double bars = 0;
  for (const bar_panel& panel : panels) bars += static_cast<double>(panel.bars.size());
  const double gaps = gap * (static_cast<double>(panels.size()) - 1);
  const double step = std::max(least_step, (least_width - gaps) / std::max(bars, 1.0));
  const double bar_width = std::min(0.52 * step, 120.0);
  double x = left;
  for (const bar_panel& panel : panels) {
    const double width = step * static_cast<double>(panel.bars.size());
    for (int percent = 0; percent <= 100; percent += 20) {
      out.line(x, level(percent), x + width, level(percent), percent == 0 ? "black" : "#dddddd");
      out.text(x - 6, level(percent) + 4, std::to_string(percent), "end");
    }
    out.text(x + width / 2, top - 20, panel.title);
    for (std::size_t i = 0; i < panel.bars.size(); ++i) {
      draw(out, x + step * static_cast<double>(i) + (step - bar_width) / 2, bar_width, panel.bars[i]);
    }
    x += width + gap;
  }
  const double legend = level(0) + 58;
  out.rectangle(left, legend, 12, 12, dark_colour);
  out.text(left + 18, legend + 10, dark, "start");
  out.rectangle(left, legend + 18, 12, 12, light_colour);
  out.text(left + 18, legend + 28, light, "start");
  const double whole_width = std::max(x, left + 400);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n{2}</svg>\n",
      whole_width, legend + 44, out.body());
}

}  // namespace mhqa_command
