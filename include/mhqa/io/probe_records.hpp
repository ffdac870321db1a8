// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads records of HotpotQA, 2WikiMultihopQA and MuSiQue for probing: the positions that decide the instances, and the
// record's text as JSON in DiRe's layout, written once, from which the instances copy pieces.
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/probe_questions.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/record_copy.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

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
  probe_records(const std::string& path, probe_format format, fact_unit unit = fact_unit::paragraph)
      : path_{path}, source_{path, lifetime::record, content_tally::on}, format_{format}, unit_{unit} {
    if (format == probe_format::musique && unit == fact_unit::sentence) {
      throw_data_error({.file = path},
                       "expected paragraphs as facts: MuSiQue does not split its paragraphs into sentences");
    }
  }

  /// Reads the next record into `out`; returns false at the end.
  [[nodiscard]] bool next(probe_text& out) {
    std::optional<json_value> value = source_.next();
    if (!value) return false;
    common_.clear();
    out.dataset = probe_format_names[static_cast<std::size_t>(format_)];
    notes_.clear();
    out.unit = unit_;
    out.answerable = true;
    if (format_ == probe_format::musique) {
      read_musique(*value, out);
    } else {
      read_titled(*value, out);
    }
    return true;
  }

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

  static bool is_note(std::string_view key) {
    constexpr std::array<std::string_view, 4> notes{"evidences", "evidences_id", "entity_ids",
                                                    "question_decomposition"};
    return std::find(notes.begin(), notes.end(), key) != notes.end();
  }

  static bool is_of_instances(std::string_view key) {
    constexpr std::array<std::string_view, 6> own{"answer_label", "label_omitted", "sufficiency",
                                                  "sub_idx",      "group",         "removed"};
    return std::find(own.begin(), own.end(), key) != own.end();
  }

  /// Returns true for fields that are written for each instance. A probe's original.json also has them.
  static bool is_written_anew(std::string_view key) {
    return key == "dataset" || key == "positions" || key == "supporting_positions";
  }

  /// Keeps a field for all instances, or only for the original.
  void copy_field(std::string_view key, json_value field) {
    if (is_written_anew(key)) return;
    if (is_of_instances(key)) field.context().fail("expected an original record, found an instance of a probe");
    std::string& to = is_note(key) ? notes_ : common_;
    to += ", ";
    append_json_string(to, key);
    to += ": ";
    json_writer json{to};
    copy_record_field(key, field, json);
  }

  void keep_string(std::string_view key, std::string_view text) {
    common_.append(", \"").append(key).append("\": ");
    append_json_string(common_, text);
  }

  void read_titled(json_value value, probe_text& out) {
    json_context& context = value.context();
    record_.supporting_facts.clear();
    record_.context.clear();
    id_field id;
    bool has_answer = false, has_context = false, has_facts = false;
    std::optional<std::string_view> question;
    value.object([&](std::string_view key, json_value field) {
      if (id.reads(key, field, record_.id)) return;
      if (key == "answer") {
        record_.answer = field.string();
        keep_string(key, record_.answer);
        has_answer = true;
      } else if (key == "question") {
        question = field.string();
      } else if (key == "supporting_facts") {
        record_.supporting_facts.clear();
        read_facts(field, record_.supporting_facts);
        has_facts = true;
      } else if (key == "context") {
        read_paragraphs(field, record_.context);
        has_context = true;
      } else {
        copy_field(key, field);
      }
    });
    id.require(context);
    context.require(has_answer, "answer");
    context.require(has_facts, "supporting_facts");
    context.require(has_context, "context");

    const probe_question q = to_probe_question(record_, unit_);
    begin(out, q, question);
    const fact_finder find{record_.context, unit_};
    for (const supporting_fact& fact : record_.supporting_facts) add_fact(out, fact, find(fact).position);
    if (marks_answers_) {
      for (const titled_paragraph& p : record_.context) {
        bool any = false;
        for (const std::string_view sentence : p.sentences) {
          const bool found = occurs_in(record_.answer, sentence);
          if (unit_ == fact_unit::sentence) out.answer_facts.push_back(found);
          any = any || found;
        }
        if (unit_ == fact_unit::paragraph) out.answer_facts.push_back(any);
      }
    }
    for (const titled_paragraph& p : record_.context) {
      begin_paragraph(out, p.title, static_cast<std::int64_t>(out.paragraphs.size()));
      for (const std::string_view sentence : p.sentences) add_sentence(out, sentence);
      end_paragraph(out);
    }
  }

  void read_musique(json_value value, probe_text& out) {
    json_context& context = value.context();
    rows_.paragraphs.clear();
    rows_.answer_aliases.clear();
    bool has_id = false, has_answer = false, has_paragraphs = false;
    std::optional<std::string_view> question;
    value.object([&](std::string_view key, json_value field) {
      if (key == "id") {
        rows_.id = context.id = field.string();
        has_id = true;
      } else if (key == "answer") {
        rows_.answer = field.string();
        keep_string(key, rows_.answer);
        has_answer = true;
      } else if (key == "question") {
        question = field.string();
      } else if (key == "answer_aliases") {
        rows_.answer_aliases.clear();
        field.array([&](json_value alias) { rows_.answer_aliases.push_back(alias.string()); });
        common_ += ", \"answer_aliases\": ";
        json_writer json{common_};
        json.begin_array();
        for (const std::string_view alias : rows_.answer_aliases) json.value(alias);
        json.end_array();
      } else if (key == "answerable") {
        out.answerable = field.boolean();
        common_.append(", \"answerable\": ").append(out.answerable ? "true" : "false");
      } else if (key == "paragraphs") {
        musique::detail::read_paragraphs(field, rows_.paragraphs, musique::fields::all);
        has_paragraphs = true;
      } else {
        copy_field(key, field);
      }
    });
    context.require(has_id, "id");
    context.require(has_answer, "answer");
    context.require(has_paragraphs, "paragraphs");

    const probe_question q = to_probe_question(rows_);
    begin(out, q, question);
    for (const std::uint32_t at : q.supports) add_fact(out, {rows_.paragraphs[at].title, 0}, at);
    for (const mhqa::musique::paragraph& p : rows_.paragraphs) {
      const auto in_text = [&p](std::string_view answer) { return occurs_in(answer, p.text); };
      if (marks_answers_) {
        out.answer_facts.push_back(in_text(rows_.answer) ||
                                   std::any_of(rows_.answer_aliases.begin(), rows_.answer_aliases.end(), in_text));
      }
      begin_paragraph(out, p.title, p.idx);
      add_sentence(out, p.text);
      end_paragraph(out);
    }
  }

  void begin(probe_text& out, const probe_question& q, const std::optional<std::string_view>& question) {
    out.id = q.id;
    out.fact_count = q.fact_count;
    out.supports = q.supports;
    out.answer_supports = q.answer_supports;
    out.answer_facts.clear();
    out.facts.clear();
    out.paragraphs.clear();
    out.sentences.clear();
    out.bytes = "\"_id\": ";
    append_json_string(out.bytes, q.id);
    out.id_field = {0, out.bytes.size()};
    if (question) {
      out.bytes += ", \"question\": ";
      append_json_string(out.bytes, *question);
    }
    out.question = {out.id_field.end, out.bytes.size()};
    out.bytes += common_;
    out.common = {out.question.end, out.bytes.size()};
    out.bytes += notes_;
    out.notes = {out.common.end, out.bytes.size()};
  }

  static void add_fact(probe_text& out, const supporting_fact& fact, std::uint32_t position) {
    const std::size_t start = out.bytes.size();
    json_writer json{out.bytes};
    json.begin_array().value(fact.title).value(fact.sentence).end_array();
    const auto support = std::lower_bound(out.supports.begin(), out.supports.end(), position) - out.supports.begin();
    out.facts.push_back({{start, out.bytes.size()}, static_cast<std::uint32_t>(support)});
  }

  static void begin_paragraph(probe_text& out, std::string_view title, std::int64_t position) {
    if (!out.paragraphs.empty()) out.bytes += ", ";
    out.paragraphs.push_back({{out.bytes.size(), 0}, out.sentences.size(), position});
    out.bytes += '[';
    append_json_string(out.bytes, title);
    out.bytes += ", [";
  }
  static void add_sentence(probe_text& out, std::string_view sentence) {
    if (out.sentences.size() != out.paragraphs.back().first_sentence) out.bytes += ", ";
    const std::size_t start = out.bytes.size();
    append_json_string(out.bytes, sentence);
    out.sentences.push_back({start, out.bytes.size()});
  }
  static void end_paragraph(probe_text& out) {
    out.bytes += "]]";
    out.paragraphs.back().json.end = out.bytes.size();
  }

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

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
