// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared by all verbs of the command: registration, output, the exit status of errors.
#pragma once

#include "options.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/line_answers.hpp>
#include <mhqa/io/progress.hpp>
#include <mhqa/printable.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa_command {

/// Exit status of every error: bad data, bad arguments, output that cannot be written.
inline constexpr int failed = 2;

/// Each verb adds itself; its callback throws mhqa::data_error or returns through `status`.
void add_agree(const arguments& app, int& status);
void add_ask(const arguments& app, int& status);
void add_audit(const arguments& app, int& status);
void add_check(const arguments& app, int& status);
void add_check_decompositions(const arguments& app, int& status);
void add_check_questions(const arguments& app, int& status);
void add_compare(const arguments& app, int& status);
void add_compose(const arguments& app, int& status);
void add_condition(const arguments& app, int& status);
void add_convert(const arguments& app, int& status);
void add_dates(const arguments& app, int& status);
void add_dates_answer(const arguments& dates);
void add_dates_layouts(const arguments& dates);
void add_dates_life(const arguments& dates, int& status);
void add_diff(const arguments& app, int& status);
void add_eval(const arguments& app, int& status);
void add_humans(const arguments& app, int& status);
void add_index(const arguments& app, int& status);
void add_merge(const arguments& app, int& status);
void add_probe(const arguments& app, int& status);
void add_probe_dates(const arguments& app, int& status);
void add_read(const arguments& app, int& status);
void add_report(const arguments& app, int& status);
void add_report_html(const arguments& report);
void add_report_proxies(const arguments& report);
void add_reward(const arguments& app, int& status);
void add_retrieve(const arguments& app, int& status);
void add_rollouts(const arguments& app, int& status);
void add_score(const arguments& app, int& status);
void add_search(const arguments& app, int& status);
void add_split(const arguments& app, int& status);
void add_stats(const arguments& app, int& status);
void add_train_reader(const arguments& app, int& status);
void add_triage(const arguments& app, int& status);
void add_vectors(const arguments& app, int& status);

/// Returns the problem of a seed on the command line, or "".
inline std::string check_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc{} && end == text.data() + text.size() ? "" : "expected an integer from 0 to 2^64 - 1";
}

/// Reads the values of an option that are numbers from 1.
inline std::vector<std::size_t> read_counts(const std::vector<std::string>& texts, const std::string& option) {
  std::vector<std::size_t> out;
  for (const std::string& text : texts) {
    std::size_t& count = out.emplace_back();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error == std::errc{} && end == text.data() + text.size() && count != 0) continue;
    mhqa::throw_data_error({}, "`" + option + "`: expected a number from 1, found \"" + text + "\"");
  }
  return out;
}

using mhqa::one_line;

/// Writes to standard output.
inline void print(std::string_view text) {
  mhqa::io::output out{"-"};
  out.write(text);
  out.close();
}

/// Answers each line of JSON on standard output, as mhqa::io::answer_json_lines() does; returns the exit status.
template <class Answer>
int filter_lines(const std::string& input, Answer&& answer) {
  mhqa::io::output out{"-"};
  const bool right = mhqa::io::answer_json_lines(input, out, std::forward<Answer>(answer));
  out.close();
  return right ? 0 : failed;
}

using progress = mhqa::io::progress_line;

}  // namespace mhqa_command
