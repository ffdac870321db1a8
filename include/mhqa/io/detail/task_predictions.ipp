// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of task_predictions.hpp.
#pragma once

#include <mhqa/io/task_predictions.hpp>

#include <mhqa/io/facts.hpp>

#include <cstdint>

namespace mhqa::inline v0_1::io {

MHQA_INLINE task_predictions::task_predictions(file_bytes&& content, const std::string& path, std::string_view layout)
    : path_{path}, document_{std::move(content), path} {
  read(layout);
}

MHQA_INLINE task_predictions::task_predictions(const data_source& source, std::string_view layout)
    : path_{source.name()}, document_{source} {
  read(layout);
}

MHQA_INLINE void task_predictions::read(std::string_view layout) {
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
    throw_data_error({.file = path_}, "expected " + std::string{layout} + ", or {id: answer}" +
                                          (other.empty() ? "" : ", where " + other));
  }
  if (!repeated.empty()) {
    throw_data_error({.file = path_, .id = std::string{repeated}}, "expected each id once, found it twice",
                     errc::duplicate);
  }
  for (const auto& [id, answer] : texts) {
    static_cast<void>(ids_.insert(id));
    entries_.emplace_back().answer = answer;
    entries_.back().has_answer = true;
  }
}

MHQA_INLINE task_prediction task_predictions::find(std::string_view id) {
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

MHQA_INLINE std::string_view task_predictions::lacking(bool evidence) const noexcept {
  if (!has_answers_) return "answer";
  if (!has_facts_) return "sp";
  return evidence && !has_triples_ ? "evidence" : "";
}

}  // namespace mhqa::inline v0_1::io
