// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The command `mhqa`: one verb a file. Exit status 0, or 2 with one line on standard error.
#include "command.hpp"

#include <mhqa/config.hpp>

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

namespace {

/// One line, whatever the message holds, and short enough to be read.
void print_error(std::string message) {
  constexpr std::size_t longest = 1000;  // an id may have any length
  if (message.size() > longest) {
    const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(message[at]) & 0xc0U) == 0x80U; };
    std::size_t from = longest / 2, to = message.size() - longest / 4;
    while (from > 0 && continues(from)) --from;
    while (to < message.size() && continues(to)) ++to;
    message.replace(from, to - from, " … ");
  }
  for (char& c : message) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  std::fprintf(stderr, "mhqa: error: %s\n", message.c_str());
}

/// CLI11's message; where a verb is wanted, the verbs there are.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  const auto verbs = at->get_subcommands([](const CLI::App*) { return true; });
  if (verbs.empty() || dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return error.what();
  std::string names;
  for (const CLI::App* verb : verbs) names += (names.empty() ? "" : ", ") + verb->get_name();
  return "expected one of: " + names;
}

}  // namespace

int main(int argc, char** argv) {
#if defined(SIGPIPE)
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(), and so gets its line
#endif
#if defined(SIGXFSZ)
  std::signal(SIGXFSZ, SIG_IGN);  // likewise a file-size limit
#endif
  int status = 0;
  CLI::App app{"Multi-hop question answering: every published evaluator, exactly.", "mhqa"};
  app.set_version_flag("--version", "mhqa " MHQA_VERSION_STRING);
  app.require_subcommand(1);
  app.footer("'mhqa VERB --help' shows a verb's options and an example.");
  try {
    mhqa_command::add_check_decompositions(app, status);
    mhqa_command::add_dates(app, status);
    mhqa_command::add_eval(app, status);
    mhqa_command::add_probe(app, status);
    mhqa_command::add_probe_dates(app, status);
    mhqa_command::add_report(app, status);
    mhqa_command::add_score(app, status);
    mhqa_command::add_stats(app, status);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      const int shown = app.exit(error);
      if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        print_error("standard output: cannot write");
        return mhqa_command::failed;
      }
      return shown;
    }
    print_error(explain(app, error) + " (see mhqa --help)");
    return mhqa_command::failed;
  } catch (const std::bad_alloc&) {
    print_error("not enough memory");
    return mhqa_command::failed;
  } catch (const std::exception& error) {
    print_error(error.what());
    return mhqa_command::failed;
  }
  return status;
}
