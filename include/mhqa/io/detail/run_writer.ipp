// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of run_writer.hpp.
#pragma once

#include <mhqa/io/run_writer.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1::io {
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

MHQA_INLINE run_writer::run_writer(atomic_file& out, run_layout layout, std::string tag)
    : out_{out}, layout_{layout}, tag_{std::move(tag)} {
  if (layout_ == run_layout::trec) detail::expect_field(tag_, " \t\r\n", "");
  if (layout_ == run_layout::beir) json_.begin_object();
  if (layout_ == run_layout::dpr) json_.begin_array();
  if (layout_ == run_layout::hotpotqa) {
    json_.begin_object().key("answer").begin_object().end_object().key("sp").begin_object();
  }
}

MHQA_INLINE void run_writer::add(std::string_view query, std::string_view question,
                                 std::span<const ranked_passage> documents) {
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

MHQA_INLINE void run_writer::finish() {
  if (layout_ == run_layout::beir) json_.end_object();
  if (layout_ == run_layout::dpr) json_.end_array();
  if (layout_ == run_layout::hotpotqa) json_.end_object().end_object();
  if (layout_ != run_layout::trec && layout_ != run_layout::flashrag) text_ += '\n';
  flush();
}

MHQA_INLINE void run_writer::add_lines(std::string_view query) {
  detail::expect_field(query, " \t\r\n", query);
  std::size_t rank = 0;
  for (const ranked_passage& p : sorted_) {
    detail::expect_field(p.id, " \t\r\n", query);
    text_.append(query).append(" Q0 ").append(p.id).append(" ").append(std::to_string(++rank)).append(" ");
    append_python_double(text_, p.score);
    text_.append(" ").append(tag_).append("\n");
  }
}

MHQA_INLINE void run_writer::add_titles(std::string_view query) {
  json_.key(query).begin_array();
  string_index titles;
  for (const ranked_passage& p : sorted_) {
    const std::string_view title = p.title.empty() ? p.id : p.title;
    if (titles.insert(title).second) json_.begin_array().value(title).value(0).end_array();
  }
  json_.end_array();
}

MHQA_INLINE void run_writer::flush() {
  out_.write(text_);
  text_.clear();
}

MHQA_INLINE void write_qrels(atomic_file& out, std::span<const judged_query> queries, bool beir) {
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

MHQA_INLINE converted_queries convert_rankings(const std::string& in, const std::string& out, run_layout to) {
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

MHQA_INLINE converted_queries convert_judgements(const std::string& in, const std::string& out, bool beir) {
  const std::vector<judged_query> all = read_judgements(in);
  atomic_file file{out};
  with_place(in, {}, [&] { write_qrels(file, all, beir); });
  file.commit();
  const auto empty = std::count_if(all.begin(), all.end(), [](const judged_query& q) { return q.levels.empty(); });
  const auto left_out = static_cast<std::size_t>(empty);
  return {all.size() - left_out, left_out};
}

}  // namespace mhqa::inline v0_1::io
