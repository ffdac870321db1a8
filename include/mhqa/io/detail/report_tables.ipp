// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of report_tables.hpp.
#pragma once

#include <mhqa/io/report_tables.hpp>

#include <mhqa/printable.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string_view>

namespace mhqa::inline v0_1::io {
namespace detail {

[[nodiscard]] inline std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '<':
        out += "\\textless{}";
        break;
      case '>':
        out += "\\textgreater{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        out += '\\';
        [[fallthrough]];
      default:
        out += c;
    }
  }
  return out;
}

[[nodiscard]] inline std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '<') out += '\\';
    out += c;
  }
  return out;
}

/// A field of CSV. Text that a spreadsheet would run as a formula gets an apostrophe, which makes it text.
[[nodiscard]] inline std::string csv_text(std::string_view text) {
  const bool formula = !text.empty() && std::string_view{"=+-@\t\r"}.find(text.front()) != std::string_view::npos;
  if (!formula && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string{text};
  std::string out = formula ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

}  // namespace detail

MHQA_INLINE std::string latex_table(std::span<const report_row> rows, std::span<const summary_column> columns) {
  std::string out;
  const auto to = std::back_inserter(out);
  for (const report_row& row : rows) fmt::format_to(to, "% {}: {}\n", printable(row.name), printable(row.signature));
  fmt::format_to(to, "\\begin{{tabular}}{{l{}}}\n\\toprule\nmodel", std::string(columns.size(), 'r'));
  for (const summary_column& column : columns) fmt::format_to(to, " & {}", detail::latex_text(column.name));
  out += " \\\\\n\\midrule\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += detail::latex_text(rows[r].name);
    for (const summary_column& column : columns) {
      const auto& cell = column.cells[r];
      if (!cell) {
        out += " & --";
        continue;
      }
      fmt::format_to(to, " & {:.1f} {{\\tiny [{:.1f}, {:.1f}]}}", 100 * cell->mean, 100 * cell->interval.low,
                     100 * cell->interval.high);
    }
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

MHQA_INLINE std::string markdown_table(std::span<const report_row> rows, std::span<const summary_column> columns) {
  std::string out = "| model |";
  const auto to = std::back_inserter(out);
  for (const summary_column& column : columns) fmt::format_to(to, " {} |", detail::markdown_text(column.name));
  out += "\n|---|";
  for (std::size_t c = 0; c < columns.size(); ++c) out += "---:|";
  out += '\n';
  for (std::size_t r = 0; r < rows.size(); ++r) {
    fmt::format_to(to, "| {} |", detail::markdown_text(rows[r].name));
    for (const summary_column& column : columns) {
      const auto& cell = column.cells[r];
      if (cell) {
        fmt::format_to(to, " {:.1f} [{:.1f}, {:.1f}] |", 100 * cell->mean, 100 * cell->interval.low,
                       100 * cell->interval.high);
      } else {
        out += " – |";
      }
    }
    out += '\n';
  }
  out += '\n';
  for (const report_row& row : rows) {
    fmt::format_to(to, "- {}: `{}`\n", detail::markdown_text(row.name), printable(row.signature));
  }
  return out;
}

MHQA_INLINE std::string csv_table(std::span<const report_row> rows, std::span<const summary_column> columns) {
  std::string out = "model,number,mean,low,high,questions,signature\n";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const summary_column& column : columns) {
      const auto& cell = column.cells[r];
      if (!cell) continue;
      fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},{}\n", detail::csv_text(rows[r].name),
                     detail::csv_text(column.name), cell->mean, cell->interval.low, cell->interval.high,
                     cell->questions, detail::csv_text(rows[r].signature));
    }
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
