// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The locks of a run.
#include "run_files.hpp"

#include "config_file.hpp"
#include "options.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

/// Refuses what stands before a verb that does not read it: "FILE" of "mhqa stats FILE strategyqa G".
void expect_nothing_before(CLI::App& app) {
  CLI::App* at = &app;
  for (auto below = at->get_subcommands(); !below.empty(); below = at->get_subcommands()) {
    for (const CLI::Option* const option : at->get_options()) {
      if (option->count() == 0) continue;
      const bool positional = option->get_positional() && !option->results().empty();
      const std::string given = positional ? "\"" + option->results().front() + "\"" : option->get_name();
      mhqa::throw_data_error(
          {}, given + " is not used; files and options of " + below.front()->get_name() + " come after its name");
    }
    at = below.front();
  }
}

struct outputs {
  std::vector<std::pair<std::string, std::string>> files;  // target after links, as given
  std::vector<std::string> folders;
};

outputs outputs_of(CLI::App& verb) {
  outputs out;
  const CLI::Option* const part = find_option(verb, "--part");
  const bool one_file = part != nullptr && part->count() != 0;  // a part is a file, also of a verb that fills a folder
  bool printed = false;
  for (const CLI::Option* const option : verb.get_options()) {
    const bool has_folder = has_type(*option, output_folder), folder = has_folder && !one_file;
    if (option->count() == 0 || (!has_folder && !has_type(*option, output_file))) continue;
    for (const std::string& path : option->results()) {
      if (path == "-") {
        if (folder) mhqa::throw_data_error({.file = path}, "expected a folder for " + option->get_name());
        if (printed) mhqa::throw_data_error({.file = path}, "expected one output on standard output, found two");
        printed = true;
      }
      if (folder) {
        out.folders.push_back(path);
        continue;
      }
      if (const auto target = mhqa::io::replaced_file(path)) out.files.emplace_back(*target, path);
    }
  }
  std::ranges::sort(out.files);  // one order for all runs, so that two that wait do not wait for each other
  return out;
}

/// Every value that could name an input, also behind "NAME=".
std::vector<std::string> possible_inputs(const CLI::App& verb) {
  std::vector<std::string> out;
  for (const CLI::Option* const option : verb.get_options()) {
    if (!takes_values(*option) || has_type(*option, output_folder) || has_type(*option, output_file)) continue;
    for (const std::string& value : option->results()) {
      out.push_back(value);
      if (const std::size_t equals = value.find('='); equals != std::string::npos) {
        out.push_back(value.substr(equals + 1));
      }
    }
  }
  return out;
}

}  // namespace

run_files::run_files(CLI::App& app) {
  expect_nothing_before(app);
  CLI::App& verb = innermost(app);
  if (const CLI::Option* const config = find_option(verb, "--config"); config != nullptr && config->count() != 0) {
    read_config(verb, config->results().front());
  }
  const outputs written = outputs_of(verb);
  if (written.files.empty() && written.folders.empty()) return;
  mhqa::io::file_roles& roles = *mhqa::io::file_roles::installed();
  for (const std::string& input : possible_inputs(verb)) roles.reads_named(input);
  for (const auto& [target, name] : written.files) roles.expect_not_read(name);
  const auto twice = std::ranges::adjacent_find(written.files, {}, &std::pair<std::string, std::string>::first);
  if (twice != written.files.end()) {
    mhqa::throw_data_error({.file = twice->second},
                           "expected an output of its own for each option, found this one twice");
  }
  const CLI::Option* const waits = find_option(verb, "--wait");
  const bool wait = waits != nullptr && waits->count() != 0;
  locks_.emplace(wait ? mhqa::io::if_locked::wait : mhqa::io::if_locked::refuse);
  try {
    for (const auto& [target, name] : written.files) locks_->hold_file(target, name);
    for (const std::string& folder : written.folders) {
      locks_->hold_folder(folder);
      roles.own(folder);
    }
  } catch (const mhqa::data_error& error) {
    if (!error.problem().starts_with("another run")) throw;
    mhqa::throw_data_error(error.where(), error.problem() + "; `wait` waits for its end");
  }
}

}  // namespace mhqa_command
