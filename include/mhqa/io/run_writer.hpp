// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes rankings and judgements in the layouts that retrieval_files.hpp reads.
//   run_writer run{file, run_layout::trec};  run.add("q1", "Who?", documents);  run.finish();
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/metrics/ranking_report.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

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

namespace detail {

/// Refuses a word that would be read as two, or as none.
inline void expect_field(std::string_view word, std::string_view separators, std::string_view query) {
  if (word.empty()) throw_data_error({.id = std::string{query}}, "expected an id, found an empty one");
  if (word.find_first_of(separators) == word.npos) return;
  throw_data_error({.id = std::string{query}},
                   "expected an id without " +
                       std::string{separators.starts_with(' ') ? "white space" : "tabs and line breaks"} +
                       ", which separates the fields; found \"" + std::string{word} + "\"");
}

}  // namespace detail

/// Writes rankings, each with its best document first.
///
/// Shape:  documents are ordered by score; ties keep the caller's order. HotpotQA's layout has titles instead of ids
///         where they are known, each once, and sentence 0 stands for the paragraph; it holds no scores
/// Errors: data_error for white space in an id or in the tag of a TREC run, and for a document without an id
class run_writer {
 public:
  run_writer(const run_writer&) = delete;  // json_ refers to text_
  run_writer& operator=(const run_writer&) = delete;
  run_writer(atomic_file& out, run_layout layout, std::string tag = "mhqa")
      : out_{out}, layout_{layout}, tag_{std::move(tag)} {
    if (layout_ == run_layout::trec) detail::expect_field(tag_, " \t\r\n", "");
    if (layout_ == run_layout::beir) json_.begin_object();
    if (layout_ == run_layout::dpr) json_.begin_array();
    if (layout_ == run_layout::hotpotqa) {
      json_.begin_object().key("answer").begin_object().end_object().key("sp").begin_object();
    }
  }

  void add(std::string_view query, std::string_view question, std::span<const ranked_passage> documents) {
    sorted_.assign(documents.begin(), documents.end());
    for (const ranked_passage& p : sorted_) detail::expect_field(p.id, "", query);
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [](const ranked_passage& a, const ranked_passage& b) { return a.score > b.score; });
    switch (layout_) {
      case run_layout::trec:
        add_lines(query);
        break;
      case run_layout::beir:
        json_.key(query).begin_object();
        for (const ranked_passage& p : sorted_) json_.member(p.id, p.score);
        json_.end_object();
        break;
      case run_layout::flashrag: {
        json_writer line{text_};
        line.begin_object().member("id", query).member("question", question).key("retrieval_result").begin_array();
        for (const ranked_passage& p : sorted_) {
          line.begin_object().member("id", p.id).member("title", p.title).member("contents", p.text);
          line.member("score", p.score).end_object();
        }
        line.end_array().end_object();
        text_ += '\n';
        break;
      }
      case run_layout::dpr:
        json_.begin_object().member("id", query).member("question", question).key("answers").begin_array().end_array();
        json_.key("ctxs").begin_array();
        for (const ranked_passage& p : sorted_) {
          std::string score;
          append_python_double(score, p.score);
          json_.begin_object().member("id", p.id).member("title", p.title).member("text", p.text);
          json_.member("score", score).end_object();
        }
        json_.end_array().end_object();
        break;
      case run_layout::hotpotqa:
        add_titles(query);
        break;
    }
    flush();
  }

  void finish() {
    if (layout_ == run_layout::beir) json_.end_object();
    if (layout_ == run_layout::dpr) json_.end_array();
    if (layout_ == run_layout::hotpotqa) json_.end_object().end_object();
    if (layout_ != run_layout::trec && layout_ != run_layout::flashrag) text_ += '\n';
    flush();
  }

 private:
  void add_lines(std::string_view query) {
    detail::expect_field(query, " \t\r\n", query);
    std::size_t rank = 0;
    for (const ranked_passage& p : sorted_) {
      detail::expect_field(p.id, " \t\r\n", query);
      text_.append(query).append(" Q0 ").append(p.id).append(" ").append(std::to_string(++rank)).append(" ");
      append_python_double(text_, p.score);
      text_.append(" ").append(tag_).append("\n");
    }
  }

  void add_titles(std::string_view query) {
    json_.key(query).begin_array();
    string_index titles;
    for (const ranked_passage& p : sorted_) {
      const std::string_view title = p.title.empty() ? p.id : p.title;
      if (titles.insert(title).second) json_.begin_array().value(title).value(0).end_array();
    }
    json_.end_array();
  }

  void flush() {
    out_.write(text_);
    text_.clear();
  }

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
inline void write_qrels(atomic_file& out, std::span<const judged_query> queries, bool beir) {
  std::string text{beir ? "query-id\tcorpus-id\tscore\n" : ""};
  const std::string_view separators = beir ? "\t\r\n" : " \t\r\n";
  for (const judged_query& query : queries) {
    detail::expect_field(query.id, separators, query.id);
    const bool grouped =
        query.sets.size() > 1 || std::any_of(query.sets.begin(), query.sets.end(), [](const auto& set) {
          return std::any_of(set.begin(), set.end(), [](const auto& any) { return any.size() > 1; });
        });
    if (grouped) throw_data_error({.id = query.id}, "expected one set without alternatives, as qrels hold no others");
    for (const auto& [document, level] : query.levels) {
      detail::expect_field(document, separators, query.id);
      text.append(query.id).append(beir ? "\t" : " 0 ").append(document).append(beir ? "\t" : " ");
      text.append(std::to_string(level)).append("\n");
    }
    out.write(text);
    text.clear();
  }
  out.write(text);
}

/// The queries of a conversion.
struct converted_queries {
  std::size_t written = 0;
  std::size_t left_out = 0;  ///< without a document, in a layout that has one line for each document
};

/// Writes the rankings of a file, in any layout that read_rankings() reads, in another one.
///
/// Shape:  ids and scores are kept, titles and texts are not. TREC's layout leaves out empty rankings
/// Errors: data_error as read_rankings() and run_writer
inline converted_queries convert_rankings(const std::string& in, const std::string& out, run_layout to) {
  const rankings all = read_rankings(in);
  atomic_file file{out};
  run_writer run{file, to};
  std::vector<ranked_passage> documents;
  converted_queries counts;
  for (const query_ranking& query : all.queries) {
    ++(to == run_layout::trec && query.documents.empty() ? counts.left_out : counts.written);
    documents.clear();
    for (const auto& [id, score] : query.documents) documents.push_back({.id = id, .score = score});
    with_place(in, query.id, [&] { run.add(query.id, "", documents); });
  }
  run.finish();
  file.commit();
  return counts;
}

/// Writes the judgements of a file, in any layout that read_judgements() reads, as qrels, which leave out queries
/// without a judged document.
///
/// Errors: data_error as read_judgements() and write_qrels()
inline converted_queries convert_judgements(const std::string& in, const std::string& out, bool beir) {
  const std::vector<judged_query> all = read_judgements(in);
  atomic_file file{out};
  with_place(in, {}, [&] { write_qrels(file, all, beir); });
  file.commit();
  const auto empty = std::count_if(all.begin(), all.end(), [](const judged_query& q) { return q.levels.empty(); });
  const auto left_out = static_cast<std::size_t>(empty);
  return {all.size() - left_out, left_out};
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
