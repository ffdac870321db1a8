// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_notes.hpp.
#pragma once

#include <mhqa/io/question_notes.hpp>

#include <mhqa/compose/verb_tags.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <string_view>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Calls f(notes, key, value) for the members of each record of a file.
template <class F>
void read_notes(const std::string& path, notes_by_id& all, F&& f) {
  if (path.empty()) return;
  json_records file{path};
  unique_ids ids;
  while (const auto value = file.next()) {
    json_value record = *value;
    json_context& context = record.context();
    question_notes one;
    std::string id;
    bool has_id = false, noted = false;
    record.object([&](std::string_view key, json_value field) {
      if (key == "qid") {
        context.id = field.string();  // lasts until the next record, unlike id
        id = context.id;
        has_id = true;
      } else {
        noted = f(one, key, field) || noted;
      }
    });
    context.require(has_id, "qid");
    if (!noted) context.fail("expected a note on this question, found none");
    ids.add(id, path);
    question_notes& to = all[id];
    if (one.verbs) to.verbs = one.verbs;
    if (one.fixed) to.fixed = one.fixed;
    if (one.tuned) to.tuned = one.tuned;
    if (!one.step_answers.empty()) to.step_answers = one.step_answers;
  }
}

}  // namespace detail

MHQA_INLINE notes_by_id read_question_notes(const std::string& tags, const std::string& solvers,
                                            const std::string& step_answers) {
  notes_by_id all;
  detail::read_notes(tags, all, [](question_notes& to, std::string_view key, json_value field) {
    if (key != "tags") return false;
    std::vector<std::string> list;
    field.array([&](json_value tag) { list.emplace_back(tag.string()); });
    to.verbs = count_verb_groups_by_tags(list);
    return true;
  });
  detail::read_notes(solvers, all, [](question_notes& to, std::string_view key, json_value field) {
    if (key != "fixed" && key != "tuned") return false;
    std::vector<bool>& said = (key == "fixed" ? to.fixed : to.tuned).emplace();
    field.array([&](json_value answer) { said.push_back(answer.boolean()); });
    return true;
  });
  detail::read_notes(step_answers, all, [](question_notes& to, std::string_view key, json_value field) {
    if (key != "step_answers") return false;
    field.array([&](json_value answer) { to.step_answers.emplace_back(answer.string()); });
    return true;
  });
  return all;
}

}  // namespace mhqa::inline v0_1::io
