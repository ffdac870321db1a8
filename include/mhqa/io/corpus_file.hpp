// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads paragraphs to search from files: one paragraph per record, the contexts of a data set's questions, or the
// paragraphs of a pool of questions.
//   loaded_corpus corpus;  read_corpus("hotpot_dev_distractor_v1.json", corpus);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/conversion.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/layouts/squad_articles.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/string_arena.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

namespace detail {

using paragraph_key = std::pair<std::string_view, std::string_view>;
struct paragraph_hash {
  std::size_t operator()(const paragraph_key& p) const noexcept;
};

}  // namespace detail

/// Paragraphs with their text.
struct loaded_corpus {
  std::vector<context_paragraph> paragraphs;
  std::vector<std::string_view> ids;  ///< one for each paragraph; "" where its file has none
  std::uint64_t merged = 0;           ///< paragraphs of questions, left out because they equal an earlier one
  named_counts left_out;              ///< by reason: what else was left out
  string_arena text;
  std::unordered_set<detail::paragraph_key, detail::paragraph_hash> known;  ///< of questions

  void add(std::string_view id, std::string_view title, std::string_view content);
  /// Adds a paragraph unless an earlier one has its title and text.
  void add_once(std::string_view id, std::string_view title, std::string_view content);
  /// The number of paragraphs read.
  [[nodiscard]] std::uint64_t read() const noexcept { return paragraphs.size() + merged; }
};

/// Passes paragraphs on as they are read, to sink(id, title, text), whose views end with the call. It keeps nothing of
/// a corpus of paragraphs, and one copy of each paragraph of questions.
template <class Sink>
class corpus_stream {
 public:
  std::uint64_t merged = 0;  ///< as loaded_corpus::merged
  named_counts left_out;     ///< by reason: what else was left out

  explicit corpus_stream(Sink sink) : sink_{std::move(sink)} {}

  void add(std::string_view id, std::string_view title, std::string_view content) {
    sink_(id, title, content);
    ++passed_;
  }
  /// Passes a paragraph on unless an earlier one has its title and text.
  void add_once(std::string_view id, std::string_view title, std::string_view content) {
    if (known_.contains({title, content})) {
      ++merged;
      return;
    }
    add(id, title, content);
    const std::string_view kept_title = text_.store(title);
    known_.insert({kept_title, text_.store(content)});
  }
  /// The number of paragraphs read.
  [[nodiscard]] std::uint64_t read() const noexcept { return passed_ + merged; }

 private:
  Sink sink_;
  std::uint64_t passed_ = 0;
  string_arena text_;
  std::unordered_set<detail::paragraph_key, detail::paragraph_hash> known_;  // of questions
};

namespace detail {

/// Returns the layout of a file of questions with contexts.
[[nodiscard]] std::optional<data_layout> find_context_layout(std::string_view head);

/// Reads one paragraph per record.
template <class Corpus>
void read_flat_corpus(const std::string& path, Corpus& to) {
  json_records file{path};
  while (auto record = file.next()) {
    std::string_view title, id;
    std::optional<std::string_view> text;
    std::optional<std::int64_t> number;
    record->object([&](std::string_view key, json_value field) {
      if (key == "title") {
        if (!field.is_null()) title = field.string();
      } else if (key == "text" || key == "paragraph_text" || key == "contents" || key == "content" ||
                 key == "context" || key == "para") {
        text = field.string();
      } else if (key == "_id" || key == "id" || key == "docid" || key == "passage_id" || key == "pid") {
        if (!field.is_null()) id = read_id(field);
      } else if (key == "para_index" || key == "para_id") {
        number = field.integer();
      }
    });
    record->context().require(text.has_value(), "text");
    if (number && !title.empty()) {  // StrategyQA's evidence uses this id even if the record has another
      to.add(std::string{title} + "-" + std::to_string(*number), title, *text);
    } else {
      to.add(id, title, *text);
    }
  }
}

/// Reads DPR's passages: "id", "text" and "title" between tabs, after a header line. The text may be quoted as in CSV.
template <class Corpus>
void read_passage_columns(const std::string& path, Corpus& to) {
  line_reader lines{path, "id, text and title between tabs"};
  std::string plain;
  while (const auto line = lines.next_text()) {
    if (lines.number() == 1 || line->empty()) continue;
    const auto columns = columns_of_line(*line);
    if (columns.size() != 3) {
      throw_data_error({.file = path, .record = lines.number()},
                       "expected id, text and title between tabs, found " + std::to_string(columns.size()) + " fields");
    }
    std::string_view text = columns[1];
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
      plain.clear();
      for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        plain += text[i];
        if (text[i] == '"' && text[i + 1] == '"' && i + 2 < text.size()) ++i;
      }
      text = plain;
    }
    to.add(columns[0], columns[2], text);
  }
}

/// Adds the paragraphs of a file of any kind.
template <class Corpus>
void read_paragraphs_of(const std::string& path, Corpus& to) {
  const std::string head = file_head(path);
  const auto has = [&head](std::string_view part) { return head.find(part) != std::string::npos; };
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && (head[first] == '{' || head[first] == '[')) {
    if (const std::optional<data_layout> layout = find_context_layout(head)) {
      named_counts lost;
      std::string scratch;
      read_questions(path, *layout, lost, [&](const any_question& q) {
        for (const any_passage& p : q.passages) to.add_once(p.id, p.title, text_of(p, scratch));
        if (q.passages.empty()) to.left_out.add("questions without a context");
      });
      if (const std::uint64_t count = lost[paragraphs_without_questions]; count != 0) {
        to.left_out.add(paragraphs_without_questions, count);
      }
      return;
    }
    const bool questions = has("\"qas\"") || has("\"answers\"") || has("\"triples\"") || has("\"document_text\"");
    if (!questions && has("\"title\"") && strategyqa::detail::is_keyed_by_id(path)) {
      return strategyqa::for_each_paragraph(
          path, [&](const mhqa::strategyqa::paragraph& p) { to.add(p.id(), p.title, p.text); });
    }
    if (!questions && (has("\"text\"") || has("\"paragraph_text\"") || has("\"contents\"") || has("\"content\"") ||
                       has("\"context\"") || has("\"para\""))) {
      return read_flat_corpus(path, to);
    }
  } else if (head.starts_with("id\ttext\ttitle")) {
    return read_passage_columns(path, to);
  }
  pool_builder builder;
  read_pool({path, {}}, builder);
  const loaded_pool pool = builder.take();
  for (const context_paragraph& p : pool.pool.paragraphs) to.add_once({}, p.title, p.text);
  for (const reason_count& one : pool.dropped) to.left_out.add("questions: " + one.reason, one.count);
}

}  // namespace detail

/// Adds the paragraphs of a file to a loaded_corpus, or passes them to a corpus_stream.
///
/// Shape:  records {"title", "text"}, as a JSON array or one per line; the text may be called "text", "paragraph_text",
///         "contents", "content", "context" or "para", the id "_id", "id", "docid", "passage_id" or "pid"; StrategyQA's
///         paragraphs have the id "TITLE-NUMBER" and may be an object by id; DPR's "id\ttext\ttitle". Files of
///         questions (HotpotQA, 2WikiMultihopQA, MuSiQue, SQuAD, DROP, FlashRAG, verl, and pools) give each distinct
///         paragraph of their contexts once, in order
/// Errors: data_error for a record without text and a file without paragraphs; those of file_head and of the layouts'
///         readers
template <class Corpus>
void read_corpus(const std::string& path, Corpus& to) {
  const std::uint64_t before = to.read();
  detail::read_paragraphs_of(path, to);
  if (to.read() == before) {
    throw_data_error({.file = path}, "expected paragraphs, found none", errc::missing);
  }
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/corpus_file.ipp>
#endif
