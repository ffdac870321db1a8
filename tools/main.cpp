// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The command `mhqa`: one file per verb. Exit status 0, or 2 with one line on standard error.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"
#include "unpack.hpp"

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/printable.hpp>

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace mhqa_command {
namespace {

void add_verbs(const arguments& app, int& status) {
  for (const auto add : {add_agree,           add_ask,      add_audit,        add_check,     add_check_decompositions,
                         add_check_questions, add_compare,  add_compose,      add_condition, add_convert,
                         add_dates,           add_diff,     add_eval,         add_humans,    add_index,
                         add_merge,           add_probe,    add_probe_dates,  add_read,      add_report,
                         add_reward,          add_retrieve, add_rollouts,     add_score,     add_search,
                         add_split,           add_stats,    add_train_reader, add_triage,    add_vectors}) {
    add(app, status);
  }
}

}  // namespace
}  // namespace mhqa_command

namespace {

/// Returns the stream for errors: not standard error if that is appended to an input.
std::FILE* error_stream() noexcept {
  const mhqa::io::file_roles* const roles = mhqa::io::file_roles::installed();
  return roles != nullptr && roles->is_input(2) ? (roles->is_input(1) ? nullptr : stdout) : stderr;
}

/// Prints an error as one printable line of at most about 1,000 bytes: an id may have any length.
void print_error(std::string_view message) noexcept try {
  constexpr std::size_t longest = 1000;
  std::string line = mhqa::printable(message);
  if (line.size() > longest) {
    const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(line[at]) & 0xc0U) == 0x80U; };
    std::size_t from = longest / 2, to = line.size() - longest / 4;
    while (from > 0 && continues(from)) --from;
    while (to < line.size() && continues(to)) ++to;
    line.replace(from, to - from, " … ");
  }
  if (std::FILE* const to = error_stream()) std::fprintf(to, "mhqa: error: %s\n", line.c_str());
} catch (...) {
  std::fputs("mhqa: error: not enough memory\n", stderr);  // allocates nothing
}

/// Returns CLI11's message in the words of the other errors, with the --help to read.
std::string explain(CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  // The verbs that begin the line. CLI11's own list would skip a word before a verb.
  CLI::App* at = &app;
  std::string verb = "mhqa";
  int next = 1;
  for (; next < argc; ++next) {
    const std::string_view word = argv[next];
    const auto below = at->get_subcommands([word](CLI::App* one) { return one->get_name() == word; });
    if (below.empty()) break;
    at = below.front();
    verb += " " + at->get_name();
  }
  std::string text = error.what();
  const auto verbs = at->get_subcommands([](CLI::App*) { return true; });
  if (!verbs.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    text = "expected one of: ";
    for (const CLI::App* one : verbs) text += (one == verbs.front() ? "" : ", ") + one->get_name();
    if (next < argc) text += "; found \"" + std::string{argv[next]} + "\"";
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr &&
             text.find("At Most") == std::string::npos) {
    // "--by: 1 required TEXT missing", "--transformed: At least 2 required but received 1"
    const std::size_t colon = text.find(": ");
    const std::size_t digits = text.find_first_of("0123456789", colon);
    if (colon != std::string::npos && digits != std::string::npos) {
      const std::string count = text.substr(digits, text.find(' ', digits) - digits);
      text = text.substr(0, colon) + " expects " + (count == "1" ? "a value" : count + " values") + " after it";
    }
  }
  return mhqa_command::with_arguments(*at, text, " (see " + verb + " --help)");
}

/// Reads the command line and runs the verb; returns the exit status.
int run(int argc, char** argv) {
  int status = 0;
  CLI::App app{"Multi-hop question answering: every published evaluator, exactly.", "mhqa"};
  app.set_version_flag("--version", "mhqa " MHQA_VERSION_STRING);
  app.require_subcommand(1);
  app.footer("'mhqa VERB --help' shows a verb's options and an example.");
  try {
    const mhqa_command::arguments command{app};
    mhqa_command::add_verbs(command, status);
    mhqa_command::add_common_checks(app);
    std::optional<mhqa_command::run_files> files;
    app.parse_complete_callback([&] { files.emplace(app); });
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
    print_error(explain(app, error, argc, argv));
    return mhqa_command::failed;
  } catch (const mhqa::data_error& error) {
    const std::string problem = mhqa_command::with_options(mhqa_command::innermost(app), error.problem());
    print_error(mhqa::data_error{error.where(), problem}.what());
    return mhqa_command::failed;
  }
  return status;
}

/// Runs the verb; prints any error.
int run_safely(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("mhqa: error: not enough memory\n", stderr);  // allocates nothing
    return mhqa_command::failed;
  } catch (const std::system_error& error) {
    print_error(error.code() == std::errc::resource_unavailable_try_again
                    ? "cannot start more threads; use a smaller --threads"
                    : error.what());
    return mhqa_command::failed;
  } catch (const std::exception& error) {
    print_error(error.what());
    return mhqa_command::failed;
  }
}

}  // namespace

int main(int argc, char** argv) {
#if defined(SIGPIPE)
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(), and so gets its line
#endif
#if defined(SIGXFSZ)
  std::signal(SIGXFSZ, SIG_IGN);  // likewise a file-size limit
#endif
  mhqa::io::survive_cut_files();
  mhqa_command::unpack_files();
  try {
    const mhqa::io::file_roles roles;
    return run_safely(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("mhqa: error: not enough memory\n", stderr);  // allocates nothing
    return mhqa_command::failed;
  }
}
