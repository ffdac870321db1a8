// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that the options of all verbs share.
#include "options.hpp"
#include "run_files.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <system_error>

namespace mhqa_command {
namespace {

std::string check_text(const std::string& text) {
  return text.empty() ? "expected a value, found an empty one" : "";
}

/// CLI11 reads -1 as 2^64 - 1 and cuts off what is larger.
std::string check_count(const std::string& text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc::result_out_of_range) return "expected a number below 2^64, found \"" + text + "\"";
  const bool right = error == std::errc{} && end == text.data() + text.size();
  return right ? "" : "expected a whole number that is not below 0, found \"" + text + "\"";
}

std::string check_threads(const std::string& text) {
  std::uint64_t count = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), count);
  if (result.ec == std::errc{} && count <= most_threads) return {};
  return fmt::format("expected a number from 0 to {}, found \"{}\"", most_threads, text);
}

std::string check_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool right = error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return right ? "" : "expected a finite number, found \"" + text + "\"";
}

}  // namespace

void add_common_checks(CLI::App& app) {
  bool writes = false;
  for (CLI::Option* const option : app.get_options()) {
    if (!takes_values(*option)) continue;
    writes = writes || has_type(*option, output_file) || has_type(*option, output_folder);
    if (has_type(*option, "UINT")) {
      option->check(check_count);
    } else if (has_type(*option, "FLOAT")) {
      option->check(check_number);
    } else {
      option->check(check_text);
    }
    if (option->get_name() == "--threads") option->check(check_threads);
  }
  const std::string wait = "If another run writes the same files, wait for its end";
  if (writes) app.add_flag("--wait", wait);
  for (CLI::App* const verb : app.get_subcommands([](const CLI::App*) { return true; })) add_common_checks(*verb);
}

}  // namespace mhqa_command
