// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The lines and fields of a file as options.
#include "config_file.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/lines.hpp>

#include <CLI/CLI.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {

void read_config(CLI::App& verb, const std::string& path) {
  const auto set = [&](std::string_view name, const std::vector<std::string>& values, const mhqa::place& where) {
    CLI::Option* const option = verb.get_option_no_throw("--" + std::string{name});
    if (option == nullptr || name == "config" || name == "help") {
      mhqa::throw_data_error(where, "no such option: " + std::string{name});
    }
    if (option->count() != 0) return;  // the command line wins
    try {
      for (const std::string& value : values) option->add_result(value);
      option->run_callback();
    } catch (const CLI::Error& error) {
      mhqa::throw_data_error(where, std::string{name} + ": " + error.what());
    }
  };
  mhqa::io::line_reader lines{path};
  if (lines.peek(" \t\r\n") == '{') {
    mhqa::io::json_document file{path};
    const auto text = [](mhqa::io::json_value value) {
      return std::string{value.is_string() ? value.string() : value.raw()};
    };
    file.for_each_field([&](std::string_view name, mhqa::io::json_value value) {
      std::vector<std::string> values;
      if (value.is_array()) {
        value.array([&](mhqa::io::json_value item) { values.push_back(text(item)); });
      } else {
        values.push_back(text(value));
      }
      set(name, values, {.file = path});
    });
    return;
  }
  const auto trim = [](std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t' || s.back() == '\r')) s.remove_suffix(1);
    return s;
  };
  while (const auto line = lines.next()) {
    const std::string_view content = trim(line->substr(0, line->find('#')));
    if (content.empty()) continue;
    const mhqa::place where{.file = path, .record = lines.number()};
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) mhqa::throw_data_error(where, "expected name = value");
    std::vector<std::string> values;
    std::string_view rest = trim(content.substr(equals + 1));
    while (!rest.empty()) {  // several values have blanks between, or quotes around
      const bool quoted = rest.front() == '"';
      const std::size_t end = quoted ? rest.find('"', 1) : rest.find_first_of(" \t");
      if (quoted && end == std::string_view::npos) mhqa::throw_data_error(where, "expected a closing quotation mark");
      values.emplace_back(quoted ? rest.substr(1, end - 1) : rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view{} : trim(rest.substr(end + (quoted ? 1 : 0)));
    }
    set(trim(content.substr(0, equals)), values, where);
  }
}

}  // namespace mhqa_command
