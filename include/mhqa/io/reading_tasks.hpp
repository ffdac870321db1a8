// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads files of questions with contexts as tasks for a reader, and writes its answers as predictions for the
// evaluations: MuSiQue's layout, DiRe's for probe instances and for records of HotpotQA and 2WikiMultihopQA, and
// StrategyQA's with the paragraphs of its evidence.
#pragma once

#include <mhqa/io/datasets/dire.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The layout of a record.
enum class task_layout : std::uint8_t {
  musique,     ///< id, paragraphs [{idx, title, paragraph_text}], question_decomposition
  dire,        ///< _id, context [[title, [sentence]]]; instances also sub_idx, group and positions
  titled,      ///< records of HotpotQA and 2WikiMultihopQA: _id, context, and type, level or supporting_facts
  strategyqa,  ///< qid, question, evidence, decomposition; the paragraphs are in another file
};

/// One question with its context. Views are valid until the next record is read.
struct task_record {
  task_layout layout = task_layout::musique;
  std::string_view id;
  std::string_view question;
  std::vector<context_paragraph> context{};
  std::vector<titled_paragraph> sentences{};  ///< of the context, except in MuSiQue's layout
  std::vector<std::int64_t> idxs{};  ///< MuSiQue's idx of each paragraph; DiRe's `positions`, if the record has them
  bool has_positions = false;        ///< DiRe's layout: written by `mhqa probe`
  std::vector<std::string> steps{};  ///< the decomposition, with `#n`
  std::optional<std::uint32_t> sub_idx{};
  std::optional<std::uint32_t> group{};

  /// Returns the task of reading at once: of StrategyQA the last step as it stands, answered by yes or no.
  [[nodiscard]] reading_task task() const noexcept {
    if (layout != task_layout::strategyqa) return {id, question, context};
    return {id, steps.empty() ? question : std::string_view{steps.back()}, context, no_fold, question};
  }
};

/// Cuts a record's context after so many words, the question's and the paragraphs' in their order, as models with a
/// limit of their input do. The titles of paragraphs without a word stay.
///
/// Source: StrategyQA, Sec. 5.1, whose models read 512 tokens (of a vocabulary of pieces, which are more than words)
void cut_words(task_record& record, std::size_t most) noexcept;

/// Reads the texts of MuSiQue's question_decomposition.
void read_step_texts(json_value value, std::vector<std::string>& out);

/// Reads records one at a time from a JSON array or JSON Lines, with memory for one.
///
/// Shape:  a record with `paragraphs` has MuSiQue's layout, one with `context` DiRe's; sentences of a paragraph are
///         joined by append_sentences(). A file whose first record has `qid` and no context has StrategyQA's; a
///         question's context is all evidence, with the texts of the file `paragraphs`
/// Errors: data_error with record, id and field for a record with both or neither, or without id or question; for
///         StrategyQA's records without `paragraphs`
class task_records {
 public:
  explicit task_records(const std::string& path, std::string paragraphs = {})
      : source_{path}, paragraphs_{std::move(paragraphs)} {}

  /// Reads the next record into `out`; returns false at the end.
  [[nodiscard]] bool next(task_record& out);

  /// Returns how many paragraphs of StrategyQA's evidence had no text so far.
  [[nodiscard]] std::uint64_t missing_paragraphs() const noexcept { return missing_; }

 private:
  void look_at_first(json_value value);
  void read_evidence(json_value value, task_record& out);

  static void read_numbered(json_value value, task_record& out);

  void join(task_record& out);

  json_records source_;
  std::string paragraphs_;
  bool first_ = true, is_strategyqa_ = false;
  mhqa::strategyqa::record evidence_;
  strategyqa::evidence_texts corpus_;
  std::uint64_t missing_ = 0;
  std::vector<std::string> texts_;
};

/// Appends a line of predictions in the layout of the record's evaluation; a titled record gets DiRe's.
///
/// Shape:  MuSiQue: id, predicted_answer, predicted_support_idxs, predicted_answerable (true unless the reader says 0);
///         DiRe: question_id, sub_idx and group if the record has them, answer, answer_confidence and sufficiency if
///         the reader sets them, supporting_paragraphs as positions if the record has them, otherwise as titles
/// Errors: data_error for a support outside the context
void append_prediction(std::string& out, const task_record& record, const reading& said);

/// Predictions in the layout of HotpotQA's family: {"answer": {id: string}, "sp": {id: [[title, sentence]]}}.
///
/// Shape: predicts the sentences that the reader names; if it names none, for each paragraph of its support the
///        sentence that shares most words with question and answer
/// Cost:  keeps all predictions until text()
class titled_predictions {
 public:
  void add(const task_record& record, const reading& said);

  /// Returns the file.
  [[nodiscard]] std::string text() const { return "{\"answer\": {" + answers_ + "\n}, \"sp\": {" + facts_ + "\n}}\n"; }

 private:
  static void separate(std::string& out) { out += out.empty() ? "\n" : ",\n"; }

  // Finds the record's sentence that holds a place of the joined text; two places may be in one.
  void add_sentence(const task_record& record, const read_sentence& one, json_writer& facts);

  [[nodiscard]] std::uint64_t best_sentence(const titled_paragraph& paragraph);

  std::string answers_, facts_, record_;
  std::pair<std::uint32_t, std::size_t> last_{};
  normalized words_, sentence_;
  bag_scratch scratch_;
};

/// Predictions as the evaluation of StrategyQA reads them: {"qid": true, …}. Another answer than yes and no is a text.
class verdict_predictions {
 public:
  void add(const task_record& record, const reading& said);

  /// Returns the file.
  [[nodiscard]] std::string text() const { return "{" + answers_ + "\n}\n"; }

 private:
  std::string answers_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/reading_tasks.ipp>
#endif
