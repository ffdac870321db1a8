// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes rankings and judgements in the layouts that retrieval_files.hpp reads.
//   run_writer run{file, run_layout::trec};  run.add("q1", "Who?", documents);  run.finish();
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/ranking_report.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The layouts of rankings.
enum class run_layout : std::uint8_t {
  trec,      ///< query Q0 document rank score tag
  beir,      ///< {query: {document: score}}
  flashrag,  ///< lines {"id", "question", "retrieval_result": [{"id", "title", "contents", "score"}]}
  dpr,       ///< [{"id", "question", "answers", "ctxs": [{"id", "title", "text", "score"}]}]
  hotpotqa,  ///< full-wiki predictions {"answer": {}, "sp": {query: [[title, 0]]}}
};

/// The names of the layouts, as `mhqa search --format` takes them.
inline constexpr std::array<std::string_view, 5> run_layout_names{"trec", "beir", "flashrag", "dpr", "hotpotqa"};

/// A document of a ranking. Title and text may be empty.
struct ranked_passage {
  std::string_view id{}, title{}, text{};
  double score = 0;
};

/// Writes rankings, each with its best document first.
///
/// Shape:  documents are ordered by score; ties keep the caller's order. HotpotQA's layout has titles instead of ids
///         where they are known, each once, and sentence 0 stands for the paragraph; it holds no scores
/// Errors: data_error for white space in an id or in the tag of a TREC run, and for a document without an id
class run_writer {
 public:
  run_writer(const run_writer&) = delete;  // json_ refers to text_
  run_writer& operator=(const run_writer&) = delete;
  run_writer(atomic_file& out, run_layout layout, std::string tag = "mhqa");

  void add(std::string_view query, std::string_view question, std::span<const ranked_passage> documents);

  void finish();

 private:
  void add_lines(std::string_view query);

  void add_titles(std::string_view query);

  void flush();

  atomic_file& out_;
  run_layout layout_;
  std::string tag_, text_;
  json_writer json_{text_};
  std::vector<ranked_passage> sorted_;
};

/// Writes judgements as qrels: TREC's lines, or BEIR's after a heading.
///
/// Errors: data_error for white space (TREC) or tabs (BEIR) in an id; for groups of alternatives, which qrels cannot
///         hold
void write_qrels(atomic_file& out, std::span<const judged_query> queries, bool beir);

/// The queries of a conversion.
struct converted_queries {
  std::size_t written = 0;
  std::size_t left_out = 0;  ///< without a document, in a layout that has one line for each document
};

/// Writes the rankings of a file, in any layout that read_rankings() reads, in another one.
///
/// Shape:  ids and scores are kept, titles and texts are not. TREC's layout leaves out empty rankings
/// Errors: data_error as read_rankings() and run_writer
converted_queries convert_rankings(const std::string& in, const std::string& out, run_layout to);

/// Writes the judgements of a file, in any layout that read_judgements() reads, as qrels, which leave out queries
/// without a judged document.
///
/// Errors: data_error as read_judgements() and write_qrels()
converted_queries convert_judgements(const std::string& in, const std::string& out, bool beir);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/run_writer.ipp>
#endif
