// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One self-contained HTML page about several results on the same questions: a table with intervals and signatures,
// bars by group, figures, and a browser of questions with filters. It loads nothing from anywhere.
//   write(report_page(results, columns, {.title = "HotpotQA"}))
#pragma once

#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/result_summary.hpp>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// What the page shows in addition to the results.
struct report_page_options {
  std::string title = "mhqa report";
  std::vector<std::string> names{};    ///< of the results; otherwise their files' names
  std::vector<std::string> figures{};  ///< SVG documents, such as those of `mhqa report dire`
};

namespace detail {

/// Text for a page; control characters become \xNN.
[[nodiscard]] std::string html_text(std::string_view text);

/// One question over all results.
struct page_question {
  const result_question* question = nullptr;
  const result_answer* gold = nullptr;
  std::vector<const result_answer*> answers{};  ///< one for each result; null where it lacks the question
};

/// The field's values in order and their places.
struct page_field {
  std::string name;
  std::map<std::string, std::size_t> values{};
};

}  // namespace detail

/// Makes the page.
///
/// Shape:    columns are summarize() of the results, in their order
/// Requires: the arguments live as long as the page
/// Errors: data_error where options.names are not as many as the results
/// Cost:     O(bytes of all results)
class report_page {
 public:
  report_page(std::span<const result_file> results, std::span<const summary_column> columns,
              const report_page_options& options);

  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

  [[nodiscard]] std::string html() const;

 private:
  void add_table(std::string& out) const;

  void add_bars(std::string& out) const;

  void add_calibration(std::string& out) const;

  void add_data(std::string& out) const;

  void add_question(json_writer& json, const detail::page_question& q) const;

  /// The place of the relation in page_relations, by the evaluator's normalisation.
  [[nodiscard]] static std::size_t relation_of(const result_answer& answer, std::string_view evaluator);

  std::span<const result_file> results_;
  std::span<const summary_column> columns_;
  const report_page_options& options_;
  std::vector<detail::page_question> questions_;
  std::vector<detail::page_field> fields_;
  std::vector<std::string> names_, numbers_;
};

/// Returns the SVG element of a file, for report_page_options::figures.
///
/// Errors: data_error for another document, and for one with scripts, links or control characters
[[nodiscard]] std::string read_figure(const std::string& path);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/report_page.ipp>
#endif
