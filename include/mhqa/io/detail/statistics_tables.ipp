// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of statistics_tables.hpp.
#pragma once

#include <mhqa/io/statistics_tables.hpp>

#include <mhqa/metrics/report.hpp>
#include <mhqa/printable.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1::io {
namespace detail {

/// A line of one count: a column a file, and one of all where there are several.
template <class Statistics, class Value>
void append_count_line(std::string& out, std::string_view name, const statistics_by_file<Statistics>& counted,
                       Value&& value) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:32}", name);
  for (const Statistics& part : counted.parts) fmt::format_to(to, "{:>12}", value(part));
  if (counted.parts.size() > 1) fmt::format_to(to, "{:>12}", value(counted.all));
  out += '\n';
}

/// A line for each key of any file, in the order of the keys; `shown` names the line.
template <class Statistics, class Shown>
void append_group_lines(std::string& out, const statistics_by_file<Statistics>& counted,
                        std::map<std::string, std::uint64_t> Statistics::*groups, Shown&& shown) {
  for (const auto& one : counted.all.*groups) {
    append_count_line(out, shown(one.first), counted, [&](const Statistics& s) {
      const auto at = (s.*groups).find(one.first);
      return at == (s.*groups).end() ? 0 : at->second;
    });
  }
}

/// The heads of the columns.
inline void append_file_names(std::string& out, const std::vector<std::string>& files) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:32}", "");
  for (const std::string& file : files) {
    const std::string name = file.substr(file.rfind('/') + 1);
    fmt::format_to(to, "{:>12}", name.substr(0, name.find('.')).substr(0, 11));
  }
  if (files.size() > 1) fmt::format_to(to, "{:>12}", "all");
  out += '\n';
}

/// Statistics that are counts only.
template <class Statistics>
void append_count_lines(std::string& out, const std::vector<std::string>& files,
                        const statistics_by_file<Statistics>& counted) {
  append_file_names(out, files);
  const std::vector<named_count> names = counted.all.named();
  for (std::size_t i = 0; i < names.size(); ++i) {
    append_count_line(out, names[i].name, counted, [i](const Statistics& s) { return s.named()[i].value; });
  }
}

}  // namespace detail

MHQA_INLINE void append_statistics_table(std::string& out, const std::vector<std::string>& files,
                                         const statistics_by_file<mhqa::musique::statistics>& counted) {
  detail::append_count_lines(out, files, counted);
  detail::append_group_lines(out, counted, &mhqa::musique::statistics::by_shape,
                             [](const std::string& name) { return name; });
}

MHQA_INLINE void append_statistics_table(std::string& out, const std::vector<std::string>& files,
                                         const statistics_by_file<mhqa::hieradate::statistics>& counted) {
  detail::append_count_lines(out, files, counted);
}

MHQA_INLINE void append_statistics_table(std::string& out, const std::vector<std::string>& files,
                                         const statistics_by_file<mhqa::hotpotqa::statistics>& counted) {
  using counts = mhqa::hotpotqa::statistics;
  detail::append_file_names(out, files);
  const std::vector<mhqa::hotpotqa::statistic> names = counted.all.named();
  for (std::size_t i = 0; i < names.size(); ++i) {
    detail::append_count_line(out, names[i].name, counted, [i](const counts& s) {
      const mhqa::hotpotqa::statistic one = s.named()[i];
      return one.value ? fmt::format("{:.{}f}", *one.value, one.decimals) : std::string{"-"};
    });
  }
  const auto named = [](std::string_view field) {
    return [field](const std::string& value) {
      return fmt::format("{} {}", field,
                         one_line(value.empty() ? std::string_view{"(none)"} : std::string_view{value}));
    };
  };
  detail::append_group_lines(out, counted, &counts::by_type, named("type"));
  detail::append_group_lines(out, counted, &counts::by_level, named("level"));
}

MHQA_INLINE void append_statistics_table(std::string& out, const mhqa::strategyqa::statistics& all) {
  const auto to = std::back_inserter(out);
  const auto number = [](const std::optional<double>& value, int digits) {
    if (!value) return std::string{"-"};
    return *value == static_cast<double>(static_cast<std::int64_t>(*value)) && digits > 2
               ? fmt::format("{:.0f}", *value)
               : fmt::format("{:.{}f}", *value, digits);
  };
  if (all.is_of_paper()) {
    fmt::format_to(to, "strategyqa, beside Table 4 (train) and Section 4.2 of the paper\n\n");
    fmt::format_to(to, "{:26}{:>12}{:>12}\n", "", "here", "paper");
  } else {
    fmt::format_to(to, "strategyqa, the figures of Table 4 and Section 4.2; the paper's are of 2290 questions\n\n");
  }
  for (const mhqa::strategyqa::statistic& s : all.named()) {
    fmt::format_to(to, "{:26}{:>12}", s.name, number(s.value, 4));
    if (all.is_of_paper()) fmt::format_to(to, "{:>12}", s.paper ? fmt::format("{:g}", *s.paper) : "-");
    out += '\n';
  }
  const auto line = [&](std::string_view title, const mhqa::strategyqa::statistics::histogram& counts) {
    fmt::format_to(to, "{:26}", title);
    for (const auto& [size, count] : counts) fmt::format_to(to, "  {}: {}", size, count);
    out += '\n';
  };
  out += '\n';
  line("questions by steps", all.by_steps());
  line("annotations by paragraphs", all.by_paragraphs());
  fmt::format_to(to, "{:26}  {}\n", "top trigram", one_line(all.top_trigram().first));
}

}  // namespace mhqa::inline v0_1::io
