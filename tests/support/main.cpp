// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The main() of every test program. With --reporters=ctest --list-test-cases it writes the ctest commands that register
// each test case as a separate test, with any characters in its name, and with its suite as a label. The suite
// "unsanitized" is left out where sanitizers run: its tests take long there, and others run the same code.
#define DOCTEST_CONFIG_IMPLEMENT
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <string_view>

namespace {

unsigned cases_run = 0;

struct silent_reporter : doctest::IReporter {
  explicit silent_reporter(const doctest::ContextOptions& /*options*/) {}
  void report_query(const doctest::QueryData& /*query*/) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats& stats) override { cases_run = stats.numTestCasesPassingFilters; }
  void test_case_start(const doctest::TestCaseData& /*data*/) override {}
  void test_case_reenter(const doctest::TestCaseData& /*data*/) override {}
  void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override {}
  void test_case_exception(const doctest::TestCaseException& /*what*/) override {}
  void subcase_start(const doctest::SubcaseSignature& /*signature*/) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData& /*data*/) override {}
  void log_message(const doctest::MessageData& /*data*/) override {}
  void test_case_skipped(const doctest::TestCaseData& /*data*/) override {}
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string{value};
}

// A CMake bracket argument, in which no character means anything.
std::string bracket(std::string_view text) {
  std::string fence = "=";
  while (text.find("]" + fence) != std::string_view::npos) fence += '=';
  return "[" + fence + "[" + std::string{text} + "]" + fence + "]";
}

// A filter that matches this name alone: doctest reads ',' as the end of a pattern.
std::string filter(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == ',') out += '\\';
    out += c;
  }
  return out;
}

struct ctest_reporter : silent_reporter {
  explicit ctest_reporter(const doctest::ContextOptions& options) : silent_reporter{options}, out{*options.cout} {}

  void report_query(const doctest::QueryData& query) override {
    const std::string room = environment("MHQA_CTEST_ROOM");
    const std::string program = environment("MHQA_CTEST_PROGRAM");
    const std::string extra = environment("MHQA_CTEST_ENVIRONMENT");
    std::set<std::string_view> seen;
    for (unsigned i = 0; i < query.num_data; ++i) {
      const std::string_view name = query.data[i]->m_name;
      if (!seen.insert(name).second) {
        std::cerr << query.data[i]->m_file.c_str() << ": a second test case is named \"" << name << "\"\n";
        std::exit(EXIT_FAILURE);
      }
      const std::string full = bracket(room + "/" + std::string{name});
      std::string labels = room;
      if (const std::string_view suite = query.data[i]->m_test_suite; !suite.empty())
        labels += ";" + std::string{suite};
      out << "add_test(" << full << ' ' << bracket(program) << " --case-sensitive=true "
          << bracket("--test-case=" + filter(name)) << ")\n"
          << "set_tests_properties(" << full << " PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 LABELS "
          << bracket(labels);
      // Tests of the command take longest; begun first, they do not keep the others waiting at the end.
      if (!extra.empty()) out << " COST 10 ENVIRONMENT " << bracket(extra);
      out << ")\n";
    }
  }

  std::ostream& out;
};

REGISTER_LISTENER("count", 1, silent_reporter);
REGISTER_REPORTER("ctest", 1, ctest_reporter);

}  // namespace

int main(int argc, char** argv) {
  doctest::Context context{argc, argv};
  const int status = context.run();
  if (context.shouldExit()) return status;
  if (cases_run == 0) {
    std::cerr << "no test case matches\n";
    return EXIT_FAILURE;
  }
  // ctest counts a lone test case that passed without its data as skipped.
  return status == EXIT_SUCCESS && cases_run == 1 && mhqa_test::missing_data() > 0 ? 77 : status;
}
