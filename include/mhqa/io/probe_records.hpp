// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads records of HotpotQA, 2WikiMultihopQA and MuSiQue for probing: the positions that decide the instances, and the
// record's text as JSON in DiRe's layout, written once, from which the instances copy pieces.
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/probe_questions.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The layout of a file. HotpotQA's and 2WikiMultihopQA's differ only in fields that are copied.
enum class probe_format : std::uint8_t { hotpotqa, twowiki, musique };

/// The names of the formats, as `mhqa probe --format` takes them.
inline constexpr std::array<std::string_view, 3> probe_format_names{"hotpotqa", "2wikimultihopqa", "musique"};

/// Returns the format of that name, if there is one.
[[nodiscard]] constexpr std::optional<probe_format> find_probe_format(std::string_view name) noexcept {
  for (std::size_t i = 0; i < probe_format_names.size(); ++i) {
    if (probe_format_names[i] == name) return static_cast<probe_format>(i);
  }
  return std::nullopt;
}

/// A range of a text.
struct text_range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A record from which any number of instances can be written. It models `probeable`.
///
/// Shape: `bytes` is JSON in pieces, to which id, question, … refer. In a context of paragraphs, paragraphs[i + 1]
///        follows paragraphs[i] after ", ". Owns its bytes
struct probe_text {
  struct fact {
    text_range json;            ///< ["title", 0]
    std::uint32_t support = 0;  ///< the bit of its support
  };
  struct paragraph {
    text_range json;                 ///< ["title", ["…", …]]
    std::size_t first_sentence = 0;  ///< in `sentences`
    std::int64_t position = 0;       ///< in the original record: its number, or MuSiQue's idx
  };

  std::string id;
  std::string_view dataset{};  ///< "hotpotqa", "2wikimultihopqa" or "musique"
  std::uint32_t fact_count = 0;
  std::vector<std::uint32_t> supports{};
  std::uint32_t answer_supports = 0;
  std::vector<bool> answer_facts{};  ///< the facts that contain the answer; empty unless probe_records marks them
  fact_unit unit = fact_unit::paragraph;
  bool answerable = true;  ///< false for an unanswerable row of MuSiQue-Full

  std::string bytes;
  text_range id_field;  ///< "_id": "…"
  text_range question;  ///< , "question": "…"; empty if the record has none
  text_range common;    ///< the answer and other fields that every instance keeps, each after a comma
  text_range notes;     ///< fields that reveal the facts; only the original keeps them
  std::vector<fact> facts{};
  std::vector<paragraph> paragraphs{};
  std::vector<text_range> sentences{};

  [[nodiscard]] std::string_view piece(text_range where) const noexcept {
    return std::string_view{bytes}.substr(where.begin, where.end - where.begin);
  }
};

/// Reads records one at a time from a JSON array or JSON Lines, with memory for one.
///
/// Shape:  copies other fields in order, except `dataset`, `positions` and `supporting_positions`, which are rewritten.
///         evidences, evidences_id, entity_ids and question_decomposition reveal removed facts, so only the original
///         keeps them
/// Errors: data_error with record, id and field for a missing field and for a field of probe instances; data_error for
///         MuSiQue with sentences as facts, because its paragraphs are not split
class probe_records {
 public:
  probe_records(const std::string& path, probe_format format, fact_unit unit = fact_unit::paragraph);

  /// Reads the next record into `out`; returns false at the end.
  [[nodiscard]] bool next(probe_text& out);

  /// In the following records, marks every fact that contains the answer, not only supports. These are the labels for a
  /// reader that sees one fact at a time.
  ///
  /// Cost: a search for the answer and its aliases in each fact
  void mark_answers() noexcept { marks_answers_ = true; }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Returns size and hash of the bytes read; call it after the last record.
  [[nodiscard]] content_size content() const noexcept { return source_.content(); }

 private:
  struct titled {
    std::string_view id;
    std::string_view answer;
    std::vector<titled_paragraph> context;
    std::vector<supporting_fact> supporting_facts;
  };

  static bool is_note(std::string_view key);

  static bool is_of_instances(std::string_view key);

  /// Returns true for fields that are written for each instance. A probe's original.json also has them.
  static bool is_written_anew(std::string_view key) {
    return key == "dataset" || key == "positions" || key == "supporting_positions";
  }

  /// Keeps a field for all instances, or only for the original.
  void copy_field(std::string_view key, json_value field);

  void keep_string(std::string_view key, std::string_view text);

  void read_titled(json_value value, probe_text& out);

  void read_musique(json_value value, probe_text& out);

  void begin(probe_text& out, const probe_question& q, const std::optional<std::string_view>& question);

  static void add_fact(probe_text& out, const supporting_fact& fact, std::uint32_t position);

  static void begin_paragraph(probe_text& out, std::string_view title, std::int64_t position);
  static void add_sentence(probe_text& out, std::string_view sentence);
  static void end_paragraph(probe_text& out);

  std::string path_;
  json_records source_;
  probe_format format_;
  fact_unit unit_;
  bool marks_answers_ = false;
  titled record_;
  mhqa::musique::record rows_;
  std::string common_;
  std::string notes_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/probe_records.ipp>
#endif
