// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate_layouts.hpp.
#pragma once

#include <mhqa/io/datasets/hieradate_layouts.hpp>

#include <mhqa/datasets/hieradate_build.hpp>
#include <mhqa/datasets/hieradate_layouts.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/io/facts.hpp>

namespace mhqa::inline v0_1::io::hieradate {
namespace detail {

// DROP's answer: a date by the parts in its spelling, a year-only age as a number, everything else as a span.
inline void write_drop_answer(json_writer& out, const mhqa::hieradate::flat_question& q) {
  const bool is_number = q.age != nullptr && q.age->is_year_only();
  const std::optional<partial_date> date = q.date != nullptr ? parse_date(q.answer).value : std::nullopt;
  out.begin_object().member("number", is_number ? q.age->year.text : std::string_view{});
  out.key("date").begin_object();
  out.member("day", date && has_day(*date) ? std::to_string(date->day) : std::string{});
  out.member("month", date ? month_names[date->month] : std::string_view{});
  out.member("year", date ? std::to_string(date->year) : std::string{}).end_object();
  out.key("spans").begin_array();
  if (!is_number && !date) out.value(std::string_view{q.answer});
  out.end_array().end_object();
}

}  // namespace detail

MHQA_INLINE void write_layout(std::string& text, const record& r, layout as, bool first) {
  const std::vector<mhqa::hieradate::flat_question> questions = mhqa::hieradate::flat_questions(r);
  if (as == layout::drop) {
    if (!first) text += ",\n";
    json_writer out{text};
    std::string passage;
    for (const titled_paragraph& paragraph : r.context) {
      passage.append(passage.empty() ? "" : "\n").append(mhqa::hieradate::detail::joined(paragraph));
    }
    append_json_string(text, r.id);
    text += ": ";
    out.begin_object().member("passage", std::string_view{passage}).key("qa_pairs").begin_array();
    for (const auto& q : questions) {
      out.begin_object().member("question", q.question);
      detail::write_drop_answer(out.key("answer"), q);
      out.member("query_id", std::string_view{q.id}).end_object();
    }
    out.end_array().end_object();
    return;
  }
  for (const auto& q : questions) {
    if (as == layout::hotpotqa && !first) text += ",\n";
    first = false;
    json_writer out{text};
    out.begin_object().member(as == layout::flat ? "id" : "_id", std::string_view{q.id});
    out.member("question", q.question).member("answer", std::string_view{q.answer});
    if (as == layout::flat) {
      out.member("level", to_string(q.of));
    } else {
      out.member("type", r.type).member("level", to_string(q.of)).key("supporting_facts").begin_array().end_array();
    }
    write_paragraphs(out.key("context"), r.context);
    out.end_object();
    if (as == layout::flat) text += '\n';
  }
}

MHQA_INLINE flat_answers::flat_answers(const std::string& path) : document_{path} {
  document_.for_each_entry([this](std::string_view key, json_value value) {
    if (value.is_object()) {
      if (key != "answer") return;
      value.entries([this](std::string_view id, json_value answer) { add(id, answer); });
    } else if (!value.is_array()) {
      add(key, value);
    }
  });
}

MHQA_INLINE std::optional<std::string_view> flat_answers::find(std::string_view id) {
  const std::uint32_t number = ids_.find(id);
  if (number == string_index::npos) return std::nullopt;
  if (!used_[number]) ++used_count_;
  used_[number] = true;
  return answers_[number];
}

MHQA_INLINE void flat_answers::add(std::string_view id, json_value value) {
  if (!value.is_string() && !value.is_number()) value.mismatch("a string or a number");
  std::string_view text;
  if (value.is_string()) {
    text = value.string();
  } else {
    text = value.raw();
    static_cast<void>(value.number());  // validates it
  }
  if (!ids_.insert(bytes_.store(id)).second) value.context().fail("expected each id once, found it twice");
  answers_.push_back(bytes_.store(text));
  used_.push_back(false);
}

}  // namespace mhqa::inline v0_1::io::hieradate
