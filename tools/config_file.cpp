// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads options from the lines or fields of a file.
#include "config_file.hpp"

#include "options.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/plain_text.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Splits the text after an equals sign into values: blanks separate them, quotation marks hold blanks.
std::vector<std::string> values_of(std::string_view text, const mhqa::place& where) {
  std::vector<std::string> out;
  for (text = without_blanks(text); !text.empty() && text.front() != '#'; text = without_blanks(text)) {
    const bool quoted = text.front() == '"';
    const std::size_t end = quoted ? text.find('"', 1) : std::min(text.find_first_of(blanks), text.size());
    if (end == std::string_view::npos) mhqa::throw_data_error(where, "expected a closing quotation mark");
    out.emplace_back(quoted ? text.substr(1, end - 1) : text.substr(0, end));
    text.remove_prefix(quoted ? end + 1 : end);
  }
  return out;
}

/// Gives options of a verb their values, each at most once.
class option_setter {
 public:
  explicit option_setter(CLI::App& verb) : verb_{verb} {}

  void operator()(std::string_view name, const std::vector<std::string>& values, const mhqa::place& where) {
    CLI::Option* const option = find_option(verb_, "--" + std::string{name});
    if (name.empty() || option == nullptr || name == "config" || name == "help") {
      mhqa::throw_data_error(where, "no such option: " + std::string{name});
    }
    if (!seen_.insert(option).second) {
      mhqa::throw_data_error(where, "expected each option once, found another " + std::string{name});
    }
    if (values.empty()) mhqa::throw_data_error(where, std::string{name} + ": expected a value, found none");
    if (option->count() != 0) return;  // the command line wins
    try {
      for (const std::string& value : values) option->add_result(value);
      option->run_callback();
    } catch (const CLI::Error& error) {
      mhqa::throw_data_error(where, std::string{name} + ": " + error.what());
    }
  }

 private:
  CLI::App& verb_;
  std::set<CLI::Option*> seen_;
};

void read_fields(mhqa::io::file_bytes&& content, const std::string& path, option_setter& set) {
  mhqa::io::json_document file{std::move(content), path};
  const auto text = [](mhqa::io::json_value value) {
    return std::string{value.is_string() ? value.string() : value.raw()};
  };
  file.for_each_field([&](std::string_view name, mhqa::io::json_value value) {
    std::vector<std::string> values;
    const bool several = value.is_array();
    if (several) {
      value.array([&](mhqa::io::json_value item) { values.push_back(text(item)); });
    } else {
      values.push_back(text(value));
    }
    if (several && values.empty()) return;  // the default holds
    set(name, values, {.file = path});
  });
}

}  // namespace

void read_config(CLI::App& verb, const std::string& path) {
  option_setter set{verb};
  mhqa::io::file_bytes bytes{path, mhqa::io::file_access::copied};  // once: it may be a pipe
  mhqa::io::expect_plain_text(bytes.view(), path);
  const std::size_t first = bytes.view().find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && bytes.view()[first] == '{') return read_fields(std::move(bytes), path, set);
  std::uint64_t number = 0;
  for (std::string_view rest = bytes.view(); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view content = without_blanks(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (content.empty() || content.front() == '#') continue;
    const mhqa::place where{.file = path, .record = number};
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) mhqa::throw_data_error(where, "expected name = value");
    set(without_blanks(content.substr(0, equals)), values_of(content.substr(equals + 1), where), where);
  }
}

}  // namespace mhqa_command
