// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of settings_file.hpp.
#pragma once

#include <mhqa/io/settings_file.hpp>

#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/plain_text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

inline constexpr std::string_view setting_blanks = " \t\r";

MHQA_INLINE std::string_view without_blanks(std::string_view text) noexcept {
  const std::size_t begin = text.find_first_not_of(setting_blanks);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(setting_blanks) + 1 - begin);
}

/// Splits the text after an equals sign into values.
[[nodiscard]] inline std::vector<std::string> setting_values(std::string_view text, const place& where) {
  std::vector<std::string> out;
  for (text = without_blanks(text); !text.empty() && text.front() != '#'; text = without_blanks(text)) {
    const bool quoted = text.front() == '"';
    const std::size_t end = quoted ? text.find('"', 1) : std::min(text.find_first_of(setting_blanks), text.size());
    if (end == std::string_view::npos) throw_data_error(where, "expected a closing quotation mark");
    out.emplace_back(quoted ? text.substr(1, end - 1) : text.substr(0, end));
    text.remove_prefix(quoted ? end + 1 : end);
  }
  return out;
}

/// The fields of a JSON object.
inline void for_each_json_setting(file_bytes&& content, const std::string& path, const setting_sink& f) {
  json_document file{std::move(content), path};
  const auto text = [](json_value value) { return std::string{value.is_string() ? value.string() : value.raw()}; };
  file.for_each_entry([&](std::string_view name, json_value value) {
    std::vector<std::string> values;
    const bool several = value.is_array();
    if (several) {
      value.array([&](json_value item) { values.push_back(text(item)); });
    } else {
      values.push_back(text(value));
    }
    if (!several || !values.empty()) f(name, values, {.file = path});
  });
}

}  // namespace detail

MHQA_INLINE void for_each_setting(const std::string& path, const setting_sink& f) {
  file_bytes bytes{path, file_access::copied};  // once: it may be a pipe
  expect_plain_text(bytes.view(), path);
  const std::size_t first = bytes.view().find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && bytes.view()[first] == '{') {
    return detail::for_each_json_setting(std::move(bytes), path, f);
  }
  std::uint64_t number = 0;
  for (std::string_view rest = bytes.view(); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view content = detail::without_blanks(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (content.empty() || content.front() == '#') continue;
    const place where{.file = path, .record = number};
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) throw_data_error(where, "expected name = value");
    f(detail::without_blanks(content.substr(0, equals)), detail::setting_values(content.substr(equals + 1), where),
      where);
  }
}

}  // namespace mhqa::inline v0_1::io
