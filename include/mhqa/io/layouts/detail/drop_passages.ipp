// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of drop_passages.hpp.
#pragma once

#include <mhqa/io/layouts/drop_passages.hpp>

#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Reads {"number", "date": {"day", "month", "year"}, "spans"} and appends it, unless all of it is empty.
///
/// Source: answer_json_to_strings of allennlp_rc/eval/drop_eval.py: a number, else spans, else the date
inline void read_typed_answer(json_value value, any_question& q, named_counts& lost) {
  typed_answer a;
  const auto read_date = [&](json_value date) {
    read_fields(date, optional_field{"day", a.day}, optional_field{"month", a.month}, optional_field{"year", a.year});
  };
  read_fields(value, optional_field{"number", [&](json_value n) { a.number = n.is_number() ? n.raw() : n.string(); }},
              optional_field{"spans", a.spans}, optional_field{"date", read_date},
              other_fields{[&](std::string_view key, json_value) { lost.add("answer." + std::string{key}); }});
  std::string_view text = a.number;
  if (text.empty() && !a.spans.empty()) text = a.spans.front();
  if (text.empty() && a.spans.empty()) {
    std::string date;
    for (const std::string_view part : {a.day, a.month, a.year}) {
      if (!part.empty()) date.append(date.empty() ? "" : " ").append(part);
    }
    text = value.context().arena.store(date);
  }
  if (text.empty() && a.spans.empty()) return;
  if (!a.number.empty()) a.spans.clear();
  q.answers.push_back({text, std::nullopt});
  q.typed.push_back(std::move(a));
}

/// Reads an element of "qa_pairs".
inline void read_drop_question(json_value value, any_question& q, named_counts& lost) {
  clear(q);
  any_question others;  // the validated answers, which may precede the answer
  const auto read_answer = [&](json_value answer) {
    if (!answer.is_null()) read_typed_answer(answer, q, lost);
  };
  const auto read_other = [&](json_value answer) { read_typed_answer(answer, others, lost); };
  read_fields(value, required_field{"query_id", [&](json_value id) { q.id = read_id(id); }},
              required_field{"answer", read_answer}, optional_field{"question", q.question},
              optional_field{"validated_answers", [&](json_value list) { list.array(read_other); }},
              other_fields{[&](std::string_view key, json_value field) { keep_other(key, field, q); }});
  q.answers.insert(q.answers.end(), others.answers.begin(), others.answers.end());
  q.typed.insert(q.typed.end(), others.typed.begin(), others.typed.end());
  q.has_labels = true;
}

inline void write_typed_answer(json_writer& out, const any_question& q, std::size_t i) {
  const typed_answer* const typed = i < q.typed.size() ? &q.typed[i] : nullptr;
  out.begin_object().member("number", typed != nullptr ? typed->number : std::string_view{});
  out.key("date").begin_object().member("day", typed != nullptr ? typed->day : std::string_view{});
  out.member("month", typed != nullptr ? typed->month : std::string_view{});
  out.member("year", typed != nullptr ? typed->year : std::string_view{}).end_object().key("spans").begin_array();
  if (typed == nullptr) {
    out.value(q.answers[i].text);
  } else {
    for (const std::string_view span : typed->spans) out.value(span);
  }
  out.end_array().end_object();
}

}  // namespace detail

MHQA_INLINE void read_drop_passages(const std::string& path, named_counts& lost, const question_sink& to) {
  json_document document{path};
  std::vector<any_question> questions;
  std::uint64_t number = 0;
  document.for_each_field([&](std::string_view id, json_value value) {
    json_context& context = value.context();
    std::size_t count = 0;
    std::string_view passage, link;
    const auto read_pair = [&](json_value pair) {
      context.record = ++number;
      if (count == questions.size()) questions.emplace_back();
      detail::read_drop_question(pair, questions[count++], lost);
      context.id = {};
      context.record.reset();
    };
    read_fields(value, required_field{"passage", passage},
                required_field{"qa_pairs", [&](json_value list) { list.array(read_pair); }},
                optional_field{"wiki_url", link},
                other_fields{[&](std::string_view key, json_value) { lost.add("passages." + std::string{key}); }});
    for (std::size_t i = 0; i < count; ++i) {
      questions[i].link = link;
      questions[i].passages.push_back({.id = id, .parts = {passage}, .level = 1});
      to(questions[i]);
    }
  });
}

MHQA_INLINE void drop_writer::add(const any_question& q, conversion_counts& counts) {
  if (q.unanswerable()) return counts.left_out.add("unanswerable");
  if (q.answers.empty()) return counts.left_out.add("no answer");
  if (q.passages.empty()) return counts.left_out.add("no context");
  layout_fields held = fields;
  held.labels = held.passage_ids = q.passages.size() == 1;
  count_losses(q, held, counts.lost);
  if (q.question.empty()) counts.absent.add("question");
  open(q, counts);
  json_.begin_object().member("question", q.question).key("answer");
  detail::write_typed_answer(json_, q, 0);
  json_.member("query_id", q.id).key("validated_answers").begin_array();
  for (std::size_t i = 1; i < q.answers.size(); ++i) detail::write_typed_answer(json_, q, i);
  json_.end_array().end_object();
  ++counts.written;
  out_.write(text_);
  text_.clear();
}

MHQA_INLINE void drop_writer::finish(conversion_counts&) {
  close();
  json_.end_object();
  out_.write(text_ += '\n');
}

MHQA_INLINE void drop_writer::close() {
  if (!open_) return;
  json_.end_array();
  if (!link_.empty()) json_.member("wiki_url", link_);
  json_.end_object();
}

MHQA_INLINE void drop_writer::open(const any_question& q, conversion_counts& counts) {
  detail::join_passages(q, joined_);
  const std::string_view id = q.passages.size() == 1 ? q.passages.front().id : std::string_view{};
  if (open_ && id == id_ && joined_ == passage_ && q.link == link_) return;
  close();
  std::string key{id};
  while (key.empty() || known_.contains(key)) key = "passage_" + std::to_string(++number_);
  if (key != id) counts.absent.add("the passage's id");
  known_.insert(keys_.store(key));
  json_.key(key).begin_object().member("passage", joined_).key("qa_pairs").begin_array();
  open_ = true;
  id_ = id;
  passage_ = joined_;
  link_ = q.link;
}

}  // namespace mhqa::inline v0_1::io
