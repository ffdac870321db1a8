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
#include <string_view>

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

/// CLI11's message in the words of the other errors, and whose --help to read.
std::string explain(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  // How far the line is verbs; what CLI11 has parsed would pass over a word that stands before its verb.
  const CLI::App* at = &app;
  std::string verb = "mhqa";
  int next = 1;
  for (; next < argc; ++next) {
    const std::string_view word = argv[next];
    const auto below = at->get_subcommands([word](const CLI::App* one) { return one->get_name() == word; });
    if (below.empty()) break;
    at = below.front();
    verb += " " + at->get_name();
  }
  std::string text = error.what();
  const auto verbs = at->get_subcommands([](const CLI::App*) { return true; });
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
  return text + " (see " + verb + " --help)";
}

/// Has every option that is a count refuse what is none: CLI11 reads -1 as 2^64 - 1.
void expect_counts(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) {
    if (option->get_type_name().find("UINT") == std::string::npos) continue;
    option->check([](const std::string& text) {
      const bool count = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
      return count ? std::string{} : "expected a whole number that is not below 0, found \"" + text + "\"";
    });
  }
  for (CLI::App* const verb : app.get_subcommands([](const CLI::App*) { return true; })) expect_counts(*verb);
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
    mhqa_command::add_audit(app, status);
    mhqa_command::add_check_decompositions(app, status);
    mhqa_command::add_compose(app, status);
    mhqa_command::add_dates(app, status);
    mhqa_command::add_eval(app, status);
    mhqa_command::add_index(app, status);
    mhqa_command::add_probe(app, status);
    mhqa_command::add_probe_dates(app, status);
    mhqa_command::add_read(app, status);
    mhqa_command::add_report(app, status);
    mhqa_command::add_score(app, status);
    mhqa_command::add_search(app, status);
    mhqa_command::add_stats(app, status);
    expect_counts(app);
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
  } catch (const std::bad_alloc&) {
    print_error("not enough memory");
    return mhqa_command::failed;
  } catch (const std::exception& error) {
    print_error(error.what());
    return mhqa_command::failed;
  }
  return status;
}
