// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of report_calibration.hpp.
#pragma once

#include <mhqa/io/report_calibration.hpp>

#include <fmt/core.h>

#include <iterator>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

MHQA_INLINE calibration calibration_of(const result_file& result, std::size_t bins) {
  calibration out{bins};
  for (const result_question& q : result.questions) {
    if (q.sufficiency) out.add(q.sufficiency->probability, q.sufficiency->label);
  }
  return out;
}

namespace detail {

/// Draws the bins: bar and dot show the frequency; the line is a perfectly calibrated model.
inline void append_reliability_drawing(std::string& out, std::string_view label,
                                       const std::vector<calibration_bin>& bins, std::size_t colour) {
  constexpr double side = 220, left = 34, top = 8;
  const auto to = std::back_inserter(out);
  fmt::format_to(to,
                 "<svg class=\"reliability\" width=\"270\" height=\"268\" viewBox=\"0 0 270 268\" role=\"img\" "
                 "aria-label=\"{}\">",
                 label);
  for (int tenths = 0; tenths <= 10; tenths += 5) {
    const double y = top + side * (10 - tenths) / 10, x = left + side * tenths / 10;
    fmt::format_to(to, "<path d=\"M{0:.0f} {1:.0f}H{2:.0f}\" opacity=\".4\"/>", left, y, left + side);
    fmt::format_to(to, "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">{:.1f}</text>", left - 5, y + 4,
                   tenths / 10.0);
    fmt::format_to(to, "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{:.1f}</text>", x, top + side + 16,
                   tenths / 10.0);
  }
  for (const calibration_bin& bin : bins) {
    if (!bin.frequency) continue;
    const double height = side * *bin.frequency;
    fmt::format_to(to,
                   "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                   "style=\"fill:var(--m{});stroke:none\"/>",
                   left + side * bin.low + 1, top + side - height, side * (bin.high - bin.low) - 2, height, colour % 5);
    fmt::format_to(to, "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>", left + side * *bin.mean, top + side - height);
  }
  fmt::format_to(to,
                 "<path d=\"M{0:.0f} {1:.0f}L{2:.0f} {3:.0f}\" stroke-dasharray=\"4 3\" style=\"stroke:var(--text)\"/>",
                 left, top + side, left + side, top);
  fmt::format_to(to, "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">stated probability</text></svg>\n",
                 left + side / 2, top + side + 34);
}

}  // namespace detail

MHQA_INLINE void append_calibration(std::string& out, std::span<const result_file> results,
                                    std::span<const std::string> names) {
  std::vector<calibration> models;
  bool any = false;
  for (const result_file& one : results) {
    models.push_back(calibration_of(one));
    any = any || models.back().size() != 0;
  }
  if (!any) return;
  const auto to = std::back_inserter(out);
  out +=
      "<h2 id=\"calibration\">Calibration of sufficiency</h2>\n<p>How often contexts are sufficient among those that a "
      "model calls sufficient with a certain probability. The dashed line is a model that is right as often as it "
      "says. A dot is a bin's mean probability and its share of sufficient contexts; ECE is the mean vertical distance "
      "of the dots from the line, weighted by the count.</p>\n";
  for (std::size_t m = 0; m < models.size(); ++m) {
    fmt::format_to(to, "<h3>{}</h3>\n", names[m]);
    if (models[m].size() == 0) {
      out += "<p>Its predictions state no probability, so the error is undefined (–).</p>\n";
      continue;
    }
    const std::vector<calibration_bin> bins = models[m].bins();
    fmt::format_to(to, "<p>{} rows, ECE {:.4f}, Brier score {:.4f}</p>\n<div class=\"pair\">", models[m].size(),
                   *models[m].expected_error(), *models[m].brier());
    detail::append_reliability_drawing(out, names[m] + ": share of sufficient contexts by stated probability", bins, m);
    fmt::format_to(to,
                   "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Bins of {}\"><table><thead><tr>"
                   "<th scope=\"col\">probability</th><th scope=\"col\">rows</th><th scope=\"col\">mean</th>"
                   "<th scope=\"col\">sufficient</th></tr></thead><tbody>\n",
                   names[m]);
    for (const calibration_bin& bin : bins) {
      fmt::format_to(to, "<tr><th scope=\"row\">{:.1f} to {:.1f}</th><td>{}</td>", bin.low, bin.high, bin.count);
      if (bin.mean) {
        fmt::format_to(to, "<td>{:.3f}</td><td>{:.3f}</td></tr>\n", *bin.mean, *bin.frequency);
      } else {
        out += "<td>–</td><td>–</td></tr>\n";
      }
    }
    out += "</tbody></table></div></div>\n";
  }
}

}  // namespace mhqa::inline v0_1::io
