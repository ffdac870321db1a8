// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Predictions of HotpotQA's family, task by task in one object: {"answer": {id: string},
// "sp": {id: [[title, sentence]]}, "evidence": {id: [[subject, relation, object]]}}.
#pragma once

#include <mhqa/io/facts.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The predictions for one question; tasks without the id are empty.
struct task_prediction {
  std::optional<std::string_view> answer;
  std::optional<std::span<const supporting_fact>> supporting_facts;
  std::optional<std::span<const evidence_triple>> evidences;
};

/// A predictions file. Its strings are valid as long as this object. Ignores other members, but a file that has none of
/// the tasks may be {id: answer}. `layout` is what an error expects: the other layout that the data set's files have.
///
/// Errors: data_error for a repeated id in a task, a wrong type, a file without any task
/// Cost:   about 150 bytes per question besides the file's bytes
class task_predictions {
 public:
  explicit task_predictions(const std::string& path,
                            std::string_view layout = R"(an object with "answer", "sp" or "evidence")")
      : task_predictions{file_bytes{path, file_access::copied}, path, layout} {}

  /// Takes content that was read before; `path` names it in errors.
  task_predictions(file_bytes&& content, const std::string& path, std::string_view layout)
      : path_{path}, document_{std::move(content), path} {
    std::vector<std::pair<std::string_view, std::string_view>> texts;  // of {id: answer}
    std::string other;                                                 // the first member with another name
    std::string_view repeated;                                         // an id, if all members are texts
    document_.for_each_field([&](std::string_view key, json_value value) {
      repeated = value.context().repeated;
      const bool is_task = key == "answer" || key == "sp" || key == "evidence";
      if (value.is_string() && !(is_task && texts.empty())) {
        texts.emplace_back(key, value.string());
      } else if (key == "answer") {
        has_answers_ = true;
        for_each_id(value, &entry::has_answer, [&](entry& e, json_value answer) { e.answer = answer.string(); });
      } else if (key == "sp") {
        has_facts_ = true;
        for_each_id(value, &entry::has_facts, [&](entry& e, json_value facts) {
          e.facts.begin = facts_.size();
          read_facts(facts, facts_);
          e.facts.end = facts_.size();
        });
      } else if (key == "evidence") {
        has_triples_ = true;
        for_each_id(value, &entry::has_triples, [&](entry& e, json_value triples) {
          e.triples.begin = triples_.size();
          read_triples(triples, triples_);
          e.triples.end = triples_.size();
        });
      } else if (other.empty()) {
        other = "\"" + std::string{key} + "\" is " + std::string{value.found()};
      }
    });
    if (has_answers_ || has_facts_ || has_triples_) return;
    if (texts.empty() || !other.empty()) {
      throw_data_error({.file = path}, "expected " + std::string{layout} + ", or {id: answer}" +
                                           (other.empty() ? "" : ", where " + other));
    }
    if (!repeated.empty()) {
      throw_data_error({.file = path, .id = std::string{repeated}}, "expected each id once, found it twice");
    }
    for (const auto& [id, answer] : texts) {
      static_cast<void>(ids_.insert(id));
      entries_.emplace_back().answer = answer;
      entries_.back().has_answer = true;
    }
  }

  /// Returns the predictions for a question and marks it as used.
  [[nodiscard]] task_prediction find(std::string_view id) {
    task_prediction result;
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) return result;
    entry& e = entries_[number];
    if (!std::exchange(e.used, true)) ++used_;
    if (e.has_answer) result.answer = e.answer;
    if (e.has_facts) result.supporting_facts = std::span{facts_}.subspan(e.facts.begin, e.facts.end - e.facts.begin);
    if (e.has_triples) result.evidences = std::span{triples_}.subspan(e.triples.begin, e.triples.end - e.triples.begin);
    return result;
  }

  /// Returns the first task that the file does not have, or "": the published programs stop without one of theirs.
  [[nodiscard]] std::string_view lacking(bool evidence) const noexcept {
    if (!has_answers_) return "answer";
    if (!has_facts_) return "sp";
    return evidence && !has_triples_ ? "evidence" : "";
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_; }

 private:
  struct range {
    std::size_t begin = 0, end = 0;
  };
  struct entry {
    std::string_view answer;
    range facts, triples;
    bool has_answer = false, has_facts = false, has_triples = false, used = false;
  };

  /// Calls f(entry, value) for each id of a task.
  template <class F>
  void for_each_id(json_value task, bool entry::*seen, F&& f) {
    json_context& context = task.context();
    task.entries([&](std::string_view id, json_value value) {
      context.id = id;
      const auto [number, added] = ids_.insert(id);
      if (added) entries_.emplace_back();
      entry& e = entries_[number];
      if (std::exchange(e.*seen, true)) context.fail("expected each id once, found it twice");
      f(e, value);
    });
    context.id = {};
  }

  std::string path_;
  json_document document_;
  string_index ids_;
  std::vector<entry> entries_;
  std::vector<supporting_fact> facts_;
  std::vector<evidence_triple> triples_;
  std::size_t used_ = 0;
  bool has_answers_ = false, has_facts_ = false, has_triples_ = false;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
