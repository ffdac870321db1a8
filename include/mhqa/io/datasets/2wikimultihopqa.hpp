// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// 2WikiMultihopQA's files: gold records (a JSON array, or JSON Lines), predictions, the alias file id_aliases.json (one
// {"Q_id", "aliases", "demonyms"} per line), and the official output.
#pragma once

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/official.hpp>
#include <mhqa/io/task_predictions.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace twowiki {

using mhqa::twowiki::record;

/// The fields to read. An evaluation needs no context, and the question only for rows with texts.
enum class fields : std::uint8_t { all, gold, gold_and_question };

/// The required fields besides id and answer.
struct needs {
  bool supporting_facts = true;
  bool evidences = true;
  bool ids = false;  ///< evidences_id and answer_id, which version 1.1 uses; they are also validated
};

/// Reads one record. Absent fields stay empty unless they are needed.
///
/// Errors:  data_error with record, id and field; with needs::ids also for evidences_id_problem()
/// Differs: version 1.1 asserts this only for questions whose evidences are predicted
inline void read(json_value value, record& out, fields wanted = fields::all, needs needed = {}) {
  json_context& context = value.context();
  out.id = out.type = out.question = out.entity_ids = out.answer = {};
  out.context.clear();
  out.supporting_facts.clear();
  out.evidences.clear();
  out.evidences_id.clear();
  out.answer_id.reset();
  id_field id;
  bool has_answer = false, has_support = false, has_evidences = false;
  bool has_evidences_id = false, has_answer_id = false;
  value.object([&](std::string_view key, json_value field) {
    if (id.reads(key, field, out.id)) return;
    if (key == "answer") {
      out.answer = field.string();
      has_answer = true;
    } else if (key == "supporting_facts") {
      out.supporting_facts.clear();
      read_facts(field, out.supporting_facts);
      has_support = true;
    } else if (key == "evidences") {
      out.evidences.clear();
      read_triples(field, out.evidences);
      has_evidences = true;
    } else if (key == "evidences_id") {
      out.evidences_id.clear();
      read_triples(field, out.evidences_id);
      has_evidences_id = true;
    } else if (key == "answer_id") {
      out.answer_id.reset();
      if (!field.is_null()) out.answer_id = field.string();
      has_answer_id = true;
    } else if (key == "type") {
      out.type = field.string();
    } else if (wanted != fields::gold && key == "question") {
      out.question = field.string();
    } else if (wanted == fields::all && key == "context") {
      read_paragraphs(field, out.context);
    } else if (wanted == fields::all && key == "entity_ids") {
      out.entity_ids = field.string();
    }
  });
  out.has_ids = has_evidences_id && has_answer_id;
  out.has_supporting_facts = has_support;
  out.has_evidences = has_evidences;
  id.require(context);
  context.require(has_answer, "answer");
  context.require(has_support || !needed.supporting_facts, "supporting_facts");
  context.require(has_evidences || !needed.evidences, "evidences");
  if (!needed.ids) return;
  context.require(has_evidences_id, "evidences_id");
  context.require(has_answer_id, "answer_id");
  if (std::string problem = evidences_id_problem(out); !problem.empty()) context.fail(std::move(problem));
}

/// Writes a record in the official layout.
inline void write(json_writer& out, const record& r) {
  out.begin_object().member("_id", r.id).member("type", r.type).member("question", r.question);
  write_paragraphs(out.key("context"), r.context);
  out.member("entity_ids", r.entity_ids);
  write_facts(out.key("supporting_facts"), r.supporting_facts);
  write_triples(out.key("evidences"), r.evidences);
  out.member("answer", r.answer);
  if (r.has_ids) {
    write_triples(out.key("evidences_id"), r.evidences_id);
    out.member("answer_id", r.answer_id);
  }
  out.end_object();
}

/// A predictions file in the official layout.
///
/// Errors: see task_predictions
class predictions {
 public:
  explicit predictions(const std::string& path) : tasks_{path} {}

  /// Returns the prediction for a question and marks it as used.
  [[nodiscard]] mhqa::twowiki::prediction find(std::string_view id) {
    const task_prediction found = tasks_.find(id);
    return {found.answer, found.supporting_facts, found.evidences};
  }

  [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }
  [[nodiscard]] const std::string& path() const noexcept { return tasks_.path(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return tasks_.unused(); }
  [[nodiscard]] const task_predictions& tasks() const noexcept { return tasks_; }

 private:
  task_predictions tasks_;
};

/// The alias file. Its strings are valid as long as this object.
///
/// Errors: data_error for a repeated Q_id (in the program the last one wins), a missing field, a wrong type
class aliases {
 public:
  explicit aliases(const std::string& path) : source_{path, lifetime::source} {
    std::vector<std::string_view> names, demonyms;
    while (std::optional<json_value> value = source_.next()) {
      json_context& context = value->context();
      std::string_view id;
      bool has_id = false, has_aliases = false, has_demonyms = false;
      const auto read_names = [](json_value list, std::vector<std::string_view>& to) {
        to.clear();  // of two members with one name Python keeps the last
        list.array([&](json_value name) { to.push_back(name.string()); });
        return true;
      };
      value->object([&](std::string_view key, json_value field) {
        if (key == "Q_id") {
          id = context.id = field.string();
          has_id = true;
        } else if (key == "aliases") {
          has_aliases = read_names(field, names);
        } else if (key == "demonyms") {
          has_demonyms = read_names(field, demonyms);
        }
      });
      context.require(has_id, "Q_id");
      context.require(has_aliases, "aliases");
      context.require(has_demonyms, "demonyms");
      names.insert(names.end(), demonyms.begin(), demonyms.end());
      if (!table_.add(id, names)) context.fail("expected each Q_id once, found it twice");
    }
  }

  [[nodiscard]] const mhqa::twowiki::alias_table& table() const noexcept { return table_; }

 private:
  json_records source_;
  mhqa::twowiki::alias_table table_;
};

/// Appends the programs' lines for a question without an answer, facts or evidences.
inline void append_official_missing(std::string& out, std::string_view id, const mhqa::twowiki::question_scores& s) {
  if (!s.answer) out.append("missing answer ").append(id).append("\n");
  if (!s.support) out.append("missing sp fact ").append(id).append("\n");
  if (!s.evidence) out.append("missing evidence ").append(id).append("\n");
}

/// Appends the numbers as the programs print them: percentages with two decimals, indented by four.
///
/// Errors: data_error for no question at all
inline void append_official(std::string& out, const mhqa::twowiki::published_totals& t) {
  append_rounded_json(out, t.named(), dialects::twowiki_1_1.decimals);
}

/// Opens a gold file for `evaluate`.
[[nodiscard]] inline auto golds(const std::string& path, fields wanted = fields::gold, needs needed = {}) {
  const auto one = [wanted, needed](json_value value, record& out) { read(value, out, wanted, needed); };
  return gold_records<record, decltype(one)>{path, one};
}

/// Appends the complete output of the programs.
///
/// Errors: data_error for no question at all
inline void append_official(std::string& out, const evaluation<mhqa::twowiki::data_set>& e) {
  for (const missing_question& q : e.missing) {
    for (const std::string& kind : q.kinds) {
      out.append("missing ").append(kind == "sp" ? "sp fact" : kind).append(" ").append(q.id).append("\n");
    }
  }
  append_official(out, e.published);
}

}  // namespace twowiki
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
