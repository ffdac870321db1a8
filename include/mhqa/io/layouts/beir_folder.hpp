// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// BEIR's layout for conversions: a folder with corpus.jsonl, queries.jsonl and qrels/SPLIT.tsv.
//   read_beir_folder("hotpotqa", lost, [&](const any_question& q) { … });
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/layouts/any_question.hpp>
#include <mhqa/io/layouts/extras.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/string_arena.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Reads a BEIR folder: the judged queries, each with its judged documents as paragraphs, in the qrels' order.
///
/// Shape:  a query's "metadata" may hold "answer", "answer_aliases" and what `write_extras` writes
/// Errors: data_error for a missing file, a query or document that is judged but missing, one judged twice
/// Cost:   memory for the qrels and the judged documents
void read_beir_folder(const std::string& folder, named_counts& lost, const question_sink& to);

/// Writes a BEIR folder. Paragraphs that support nothing are judged 0, so that a question keeps its context.
///
/// Shape:  equal paragraphs are one document; one without an id gets a number. The split is that of the input if it is
///         train, dev or test, otherwise test
/// Errors: data_error for a tab or line break in an id, two texts with one id, qrels of another conversion in the
///         folder
/// Cost:   memory for a hash of each distinct paragraph
class beir_writer {
 public:
  static constexpr layout_fields fields = [] {
    layout_fields out = detail::row_fields;
    out.sentences = out.idx = false;
    return out;
  }();

  explicit beir_writer(const std::string& folder);

  ~beir_writer();
  beir_writer(const beir_writer&) = delete;
  beir_writer& operator=(const beir_writer&) = delete;

  void add(const any_question& q, conversion_counts& counts);

  void finish(conversion_counts&);

  void commit();

 private:
  void make(const std::filesystem::path& folder);

  using fingerprint = std::pair<std::uint64_t, std::uint64_t>;

  [[nodiscard]] std::string_view expect_word(std::string_view id, std::string_view question) const;

  [[nodiscard]] atomic_file& split_of(const any_question& q, conversion_counts& counts);

  /// Returns the id of a paragraph's document, which is written if it is new.
  [[nodiscard]] std::string document_of(const any_passage& p, std::string_view question);

  std::filesystem::path root_;
  std::vector<std::filesystem::path> made_;
  std::optional<atomic_file> corpus_, queries_;
  std::map<std::string, atomic_file> qrels_;
  std::map<fingerprint, std::string> numbers_;
  std::unordered_map<std::string, fingerprint, string_hasher> contents_;
  hash_key first_ = process_hash_key(), second_{~first_.second, first_.first};
  std::uint64_t next_ = 0;
  std::string line_, scratch_, content_;
  string_arena ids_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/beir_folder.ipp>
#endif
