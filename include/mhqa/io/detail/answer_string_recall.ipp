// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of answer_string_recall.hpp.
#pragma once

#include <mhqa/io/answer_string_recall.hpp>

#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::io {

MHQA_INLINE bool has_answer_strings(const std::string& path) {
  const std::string head = file_head(path);
  return (head_has(head, "ctxs", true) || head_has(head, "retrieval_result", true)) &&
         (head_has(head, "answers") || head_has(head, "golden_answers"));
}

namespace detail {

inline void read_answered_documents(json_value list, answered_record& out) {
  list.array([&](json_value one) {
    std::optional<std::string> id, title, text, contents;
    one.object([&](std::string_view key, json_value value) {
      if (key == "id" || key == "passage_id" || key == "docid") id = id_text(value);
      if (key == "title" && value.is_string()) title = std::string{value.string()};
      if (key == "text" && value.is_string()) text = std::string{value.string()};
      if (key == "contents" && value.is_string()) contents = std::string{value.string()};
    });
    if (!id) id = title;
    if (out.flashrag && contents) text = contents;
    if (!text) text = contents;
    one.context().require(id.has_value(), "id");
    one.context().require(text.has_value(), out.flashrag ? "contents" : "text");
    out.documents.emplace_back(std::move(*id), std::move(*text));
  });
}

MHQA_INLINE void read_answered_record(json_value record, answered_record& out) {
  out = {};
  std::optional<std::string> id, question;
  bool has_answers = false, has_documents = false;
  record.object([&](std::string_view key, json_value value) {
    const auto read_list = [&](json_value list, bool flashrag) {
      has_documents = true;
      out.flashrag = flashrag;
      out.documents.clear();
      read_answered_documents(list, out);
    };
    if (key == "id" || key == "_id" || key == "q_id" || key == "question_id") {
      id = id_text(value);
    } else if (key == "question") {
      question = std::string{value.string()};
    } else if (key == "answers" || key == "golden_answers") {
      has_answers = true;
      out.answers.clear();
      if (value.is_string()) return out.answers.emplace_back(value.string()), void();
      value.array([&](json_value answer) { out.answers.emplace_back(answer.string()); });
    } else if (key == "ctxs") {
      read_list(value, false);
    } else if (key == "retrieval_result") {
      read_list(value, true);
    } else if (key == "output" && value.is_object()) {
      value.object([&](std::string_view inner, json_value list) {
        if (inner == "retrieval_result") read_list(list, true);
      });
    }
  });
  record.context().require(has_answers, "answers or golden_answers");
  record.context().require(has_documents, "ctxs or retrieval_result");
  record.context().require(id || question, "id or question");
  out.id = id ? *id : *question;
}

MHQA_INLINE std::unordered_map<std::string, bool, string_hasher> answered_documents(const answered_record& r,
                                                                                    answer_string rule) {
  const bool tokens = rule == answer_string::dpr;
  const auto form = [&](std::string_view text) { return tokens ? mhqa::detail::dpr_text(text) : normalize(text); };
  std::vector<std::string> answers;
  for (const std::string& answer : r.answers) answers.push_back(form(answer));
  std::unordered_map<std::string, bool, string_hasher> out;
  for (const auto& [id, text] : r.documents) {
    const std::string document = form(text);
    out[id] = std::any_of(answers.begin(), answers.end(),
                          [&](const std::string& answer) { return mhqa::contains(document, answer); });
  }
  return out;
}

MHQA_INLINE std::vector<ranking_number> answer_numbers(const std::vector<bool>& hits,
                                                       const std::vector<std::size_t>& at) {
  std::vector<ranking_number> numbers;
  for (const std::size_t k : at) {
    const std::size_t shown = std::min(k, hits.size());
    const auto count =
        static_cast<std::size_t>(std::count(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(shown), true));
    numbers.push_back({"answer_recall@" + std::to_string(k), count != 0 ? 1.0 : 0.0});
    numbers.push_back({"answer_precision@" + std::to_string(k), mhqa::detail::ratio(count, shown)});
  }
  return numbers;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1::io
