// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads options from a file of settings.
#include "config_file.hpp"

#include "options.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/settings_file.hpp>

#include <CLI/CLI.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {

namespace {

/// Gives options of a verb their values, each at most once.
class option_setter {
 public:
  explicit option_setter(CLI::App& verb) : verb_{&verb} {}

  void operator()(std::string_view name, const std::vector<std::string>& values, const mhqa::place& where) {
    CLI::Option* const option = find_option(*verb_, "--" + std::string{name});
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
  CLI::App* verb_;
  std::set<CLI::Option*> seen_;
};

}  // namespace

void read_config(CLI::App& verb, const std::string& path) {
  mhqa::io::for_each_setting(path, option_setter{verb});
}

}  // namespace mhqa_command
