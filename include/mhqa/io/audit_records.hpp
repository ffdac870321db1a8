// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads multi-hop questions of published layouts for an audit: MuSiQue, HotpotQA and 2WikiMultihopQA, RAGAS, YourBench,
// MultiHop-RAG. The fields of the first record determine the layout.
#pragma once

#include <mhqa/compose/finding.hpp>
#include <mhqa/io/rollout_golds.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The layouts that an audit reads.
enum class audit_layout : std::uint8_t { musique, hotpotqa, ragas, yourbench, multihop_rag, fanoutqa, rows };

/// Returns "musique", "hotpotqa", "ragas", "yourbench", "multihop-rag", "fanoutqa" or "rows".
[[nodiscard]] constexpr std::string_view to_string(audit_layout layout) noexcept {
  constexpr std::array<std::string_view, 7> names{"musique",      "hotpotqa", "ragas", "yourbench",
                                                  "multihop-rag", "fanoutqa", "rows"};
  return names[static_cast<std::size_t>(layout)];
}

/// Determines a file's layout from the fields of its first record.
///
/// Undefined: musique for a file without records, and for standard input and pipes, which can be read only once
/// Errors:    data_error if the first record has no known layout
[[nodiscard]] audit_layout find_audit_layout(const std::string& file);

/// A question in any layout except MuSiQue's. Call read() for each record; it keeps its memory.
///
/// Shape:   HotpotQA and 2WikiMultihopQA: paragraphs of `context`, supports by title and sentence. RAGAS: each of
///          reference_contexts is a support; reference is the answer. YourBench: chunks (texts, or objects with
///          chunk_text) are supports; citations quote them; the answer is ground_truth_answer, self_answer or answer.
///          MultiHop-RAG: facts with one title form one paragraph, which is a support. FanOutQA, and rows such as
///          Bamboogle, FRAMES and BrowseComp: evidence with a text is a support; several answers are one text, with
///          "; " between them. A record without an id gets its number as id
/// Errors:  data_error for a missing question, answer or, of HotpotQA and 2WikiMultihopQA, context, and for fields of
///          another type
class audit_record {
 public:
  void read(json_value value, audit_layout layout, std::uint64_t number);

  /// Returns the question; valid until the next read().
  [[nodiscard]] audited_question view() const noexcept {
    return {id_, {}, answer_, {}, views_, true, question_, supports_, missing_, extractive_, cited_};
  }

 private:
  void read_row(json_value value, audit_layout layout, std::uint64_t number);
  // What the record's parts give, when all are read.
  void finish(std::uint64_t number);
  // The titles of facts whose paragraph or sentence the context lacks; the question itself if it has no fact.
  void find_missing();

  [[nodiscard]] static constexpr std::string_view question_key(audit_layout layout) noexcept {
    return layout == audit_layout::ragas ? "user_input" : layout == audit_layout::multihop_rag ? "query" : "question";
  }
  [[nodiscard]] static constexpr bool is_answer_key(std::string_view key, audit_layout layout) noexcept {
    if (layout == audit_layout::ragas) return key == "reference";
    return key == "answer" || (layout == audit_layout::yourbench && key == "self_answer");
  }
  void add_paragraph(std::string title, std::string_view text) {
    paragraphs_.emplace_back(std::move(title), std::string{text});
  }
  void read_context(json_value value);
  void read_supports(json_value value);
  void read_chunk(json_value value);
  void read_evidence(json_value value);

  std::string id_, question_, answer_;
  std::vector<std::string> citations_;
  std::vector<std::string_view> cited_;
  std::vector<std::pair<std::string, std::string>> paragraphs_;         // title, text
  std::unordered_map<std::string, std::size_t, string_hasher> titled_;  // where the evidence of a title is
  std::vector<std::pair<std::string, std::int64_t>> facts_;             // supporting titles and sentences
  std::vector<std::uint64_t> sentences_;                                // of each paragraph
  std::vector<std::uint32_t> supports_;
  std::vector<std::string_view> missing_;
  bool extractive_ = false;
  std::vector<context_paragraph> views_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/audit_records.ipp>
#endif
