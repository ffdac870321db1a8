// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA's files: gold records (a JSON array, or JSON Lines), predictions {"answer": {id: string},
// "sp": {id: [[title, sentence]]}}, and the official output.
#pragma once

#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {

/// Reads [[title, sentence], …]; what is there already is kept.
inline void read_facts(json_value value, std::vector<supporting_fact>& out) {
  value.array([&](json_value pair) {
    supporting_fact fact;
    std::size_t parts = 0;
    pair.array([&](json_value part) {
      if (parts == 0) {
        fact.title = part.string();
      } else if (parts == 1) {
        fact.sentence = part.integer();
      }
      ++parts;
    });
    if (parts != 2)
      value.context().fail("expected [title, sentence number], found " + std::to_string(parts) + " elements");
    out.push_back(fact);
  });
}

/// Reads [[title, [sentence, …]], …].
inline void read_paragraphs(json_value value, std::vector<titled_paragraph>& out) {
  out.clear();
  value.array([&](json_value pair) {
    titled_paragraph paragraph;
    std::size_t parts = 0;
    pair.array([&](json_value part) {
      if (parts == 0) {
        paragraph.title = part.string();
      } else if (parts == 1) {
        part.array([&](json_value sentence) { paragraph.sentences.push_back(sentence.string()); });
      }
      ++parts;
    });
    if (parts != 2) value.context().fail("expected [title, sentences], found " + std::to_string(parts) + " elements");
    out.push_back(std::move(paragraph));
  });
}

namespace hotpotqa {

using mhqa::hotpotqa::record;

/// What of a record is read; an evaluation needs no context.
enum class fields : std::uint8_t { all, gold };

/// Reads one record. Fields that the record lacks stay empty, but id and answer must be there.
///
/// Errors: data_error with record, id and field
inline void read(json_value value, record& out, fields wanted = fields::all) {
  json_context& context = value.context();
  out.id = out.question = out.answer = out.type = out.level = {};
  out.supporting_facts.clear();
  out.context.clear();
  bool has_id = false, has_answer = false;
  out.has_supporting_facts = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "_id") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "answer") {
      out.answer = field.string();
      has_answer = true;
    } else if (key == "supporting_facts") {
      out.supporting_facts.clear();
      read_facts(field, out.supporting_facts);
      out.has_supporting_facts = true;
    } else if (key == "type") {
      out.type = field.string();
    } else if (key == "level") {
      out.level = field.string();
    } else if (wanted == fields::all && key == "question") {
      out.question = field.string();
    } else if (wanted == fields::all && key == "context") {
      read_paragraphs(field, out.context);
    }
  });
  context.require(has_id, "_id");
  context.require(has_answer, "answer");
}

/// Writes a record in the official layout.
inline void write(json_writer& out, const record& r) {
  out.begin_object();
  out.member("_id", r.id).member("answer", r.answer).member("question", r.question);
  if (r.has_supporting_facts) {
    out.key("supporting_facts").begin_array();
    for (const supporting_fact& fact : r.supporting_facts) {
      out.begin_array().value(fact.title).value(fact.sentence).end_array();
    }
    out.end_array();
  }
  out.key("context").begin_array();
  for (const titled_paragraph& paragraph : r.context) {
    out.begin_array().value(paragraph.title).begin_array();
    for (const std::string_view sentence : paragraph.sentences) out.value(sentence);
    out.end_array().end_array();
  }
  out.end_array().member("type", r.type).member("level", r.level).end_object();
}

/// A predictions file in the official layout.
///
/// Errors: data_error for an id that stands twice, a wrong type, a file with neither "answer" nor "sp"
class predictions {
 public:
  explicit predictions(const std::string& path) : document_{path} {
    bool has_answers = false, has_facts = false;
    document_.for_each_field([&](std::string_view key, json_value value) {
      json_context& context = value.context();
      if (key == "answer") {
        if (std::exchange(has_answers, true)) context.fail("expected this field once, found it twice");
        value.object([&](std::string_view id, json_value answer) {
          context.id = id;
          entry& e = insert(id);
          if (e.has_answer) context.fail("expected each id once, found it twice");
          e.answer = answer.string();
          e.has_answer = true;
        });
      } else if (key == "sp") {
        if (std::exchange(has_facts, true)) context.fail("expected this field once, found it twice");
        value.object([&](std::string_view id, json_value facts) {
          context.id = id;
          entry& e = insert(id);
          if (e.has_facts) context.fail("expected each id once, found it twice");
          e.facts_begin = facts_.size();
          read_facts(facts, facts_);
          e.facts_end = facts_.size();
          e.has_facts = true;
        });
      }
      context.id = {};
    });
    if (!has_answers && !has_facts) throw_data_error({.file = path}, "expected an object with \"answer\" and \"sp\"");
  }

  /// What the file says about a question, which is marked as used.
  [[nodiscard]] mhqa::hotpotqa::prediction find(std::string_view id) {
    mhqa::hotpotqa::prediction result;
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) return result;
    entry& e = entries_[number];
    if (!std::exchange(e.used, true)) ++used_;
    if (e.has_answer) result.answer = e.answer;
    if (e.has_facts) result.supporting_facts = std::span{facts_}.subspan(e.facts_begin, e.facts_end - e.facts_begin);
    return result;
  }

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  /// How many ids no find() has asked for.
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_; }

 private:
  struct entry {
    std::string_view answer;
    std::size_t facts_begin = 0, facts_end = 0;
    bool has_answer = false, has_facts = false, used = false;
  };

  entry& insert(std::string_view id) {
    const auto [number, added] = ids_.insert(id);
    if (added) entries_.emplace_back();
    return entries_[number];
  }

  json_document document_;
  string_index ids_;
  std::vector<entry> entries_;
  std::vector<supporting_fact> facts_;
  std::size_t used_ = 0;
};

/// Appends what hotpot_evaluate_v1.py prints for a question without an answer or without facts.
inline void append_official_missing(std::string& out, std::string_view id, const mhqa::hotpotqa::question_scores& s) {
  if (!s.answer) out.append("missing answer ").append(id).append("\n");
  if (!s.support && s.has_gold_support) out.append("missing sp fact ").append(id).append("\n");
}

/// Appends the numbers as the program prints them: a Python dict.
inline void append_official(std::string& out, const mhqa::hotpotqa::published_totals& t) {
  char separator = '{';
  for (const named_score& score : t.named()) {
    out += separator;
    if (separator == ',') out += ' ';
    separator = ',';
    out.append("'").append(score.name).append("': ");
    append_python_double(out, score.value.value_or(0));
  }
  out += "}\n";
}

}  // namespace hotpotqa
}  // namespace io
}  // namespace v0
}  // namespace mhqa
