// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate.hpp.
#pragma once

#include <mhqa/io/datasets/hieradate.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_equality.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/official.hpp>

#include <utility>
#include <variant>

namespace mhqa::inline v0_1::io::hieradate {
namespace detail {

/// Reads a string, number or boolean.
[[nodiscard]] inline scalar read_scalar(json_value value, std::string_view expected) {
  if (value.is_string()) return {scalar::kind::text, value.string()};
  if (value.is_boolean()) return {scalar::kind::boolean, value.boolean() ? "true" : "false"};
  if (!value.is_number()) value.mismatch(expected);
  const std::string_view text = value.raw();
  static_cast<void>(value.number());  // validates it
  return {scalar::kind::number, text};
}

MHQA_INLINE date_parts read_date(json_value value) {
  json_context& context = value.context();
  date_parts result;
  canonical_members more;
  value.object([&](std::string_view key, json_value part) {
    scalar* const known = key == "year"    ? &result.year
                          : key == "month" ? &result.month
                          : key == "day"   ? &result.day
                                           : nullptr;
    if (known != nullptr) {
      *known = read_scalar(part, "a number or a string");
    } else {
      std::string form;
      append_canonical(form, part);
      more.emplace_back(key, std::move(form));
    }
  });
  context.require(result.year.is != scalar::kind::absent, "year");
  if (!result.is_year_only()) {  // an age of the year-only version is {"year": 84}
    context.require(result.month.is != scalar::kind::absent, "month");
    context.require(result.day.is != scalar::kind::absent, "day");
  }
  if (!more.empty()) {
    std::string form;
    append_canonical(form, more);
    result.more = context.arena.store(form);
  }
  return result;
}

inline void write_scalar(json_writer& out, const scalar& value) {
  switch (value.is) {
    case scalar::kind::absent:
      out.null();
      break;
    case scalar::kind::text:
      out.value(value.text);
      break;
    case scalar::kind::number:
    case scalar::kind::boolean:
      out.raw(value.text);
      break;
  }
}

MHQA_INLINE void write_date(json_writer& out, const date_parts& date) {
  out.begin_object();
  write_scalar(out.key("year"), date.year);
  if (!date.is_year_only()) {
    write_scalar(out.key("month"), date.month);
    write_scalar(out.key("day"), date.day);
  }
  if (!date.more.empty()) out.raw(date.more);
  out.end_object();
}

}  // namespace detail

MHQA_INLINE void read(json_value value, record& out, fields wanted, bool needs_answers) {
  json_context& context = value.context();
  out = record{};
  id_field id{out.id};
  bool has_answer = false, has_robust = false;
  const bool all = wanted == fields::all;
  value.object([&](std::string_view key, json_value field) {
    if (id.take(key, field)) return;
    if (key == "answer") {
      out.answer = field.string();
      has_answer = true;
    } else if (key == "ans_robust") {
      out.robust_answer = field.string();
      has_robust = true;
    } else if (auto* extraction = detail::numbered(out.extraction, key, "ans_extract_")) {
      extraction->answer = field.string();
    } else if (auto* reasoning = detail::numbered(out.reasoning, key, "ans_reason_")) {
      if (field.is_object()) {
        reasoning->answer = detail::read_date(field);
      } else {
        reasoning->answer = detail::read_scalar(field, "a string, a number or {year, month, day}");
      }
    } else if (auto* asked = detail::numbered(out.extraction, key, "ques_extract_")) {
      if (asked == &out.extraction[2]) out.combined = true;
      if (all) asked->question = field.string();
    } else if (key == "type") {
      out.type = field.string();
    } else if (key == "data_label") {
      out.data_label = field.string();
    } else if (wanted != fields::gold && key == "question") {
      out.question = field.string();
    } else if (!all) {
      return;
    } else if (auto* dated = detail::numbered(out.extraction, key, "ans_extract_", "_date")) {
      dated->date = detail::read_date(field);
    } else if (auto* reasoned = detail::numbered(out.reasoning, key, "ques_reason_")) {
      reasoned->question = field.string();
    } else if (key == "ques_robust") {
      out.robust_question = field.string();
    } else if (key == "context") {
      read_paragraphs(field, out.context);
    }
  });
  id.check(context);
  if (!needs_answers) return;
  context.require(has_answer, "answer");
  context.require(has_robust, "ans_robust");
  for (std::size_t i = 0; i < (out.combined ? 4 : 2); ++i) {
    context.require(out.extraction[i].answer.has_value(), "ans_extract_" + std::to_string(i + 1));
  }
  for (std::size_t i = 0; i < (out.combined ? 3 : 2); ++i) {
    context.require(out.reasoning[i].answer.index() != 0, "ans_reason_" + std::to_string(i + 1));
  }
}

MHQA_INLINE void write(json_writer& out, const record& r) {
  out.begin_object().member("_id", r.id).member("question", r.question).member("answer", r.answer);
  if (!r.type.empty()) out.member("type", r.type);
  if (!r.data_label.empty()) out.member("data_label", r.data_label);
  write_paragraphs(out.key("context"), r.context);
  for (std::size_t i = 0; i < (r.combined ? 4 : 2); ++i) {
    const mhqa::hieradate::extraction_question& q = r.extraction[i];
    const std::string number = std::to_string(i + 1);
    out.member("ques_extract_" + number, q.question);
    if (q.answer) out.member("ans_extract_" + number, *q.answer);
    if (q.date) detail::write_date(out.key("ans_extract_" + number + "_date"), *q.date);
  }
  for (std::size_t i = 0; i < (r.combined ? 3 : 2); ++i) {
    const mhqa::hieradate::reasoning_question& q = r.reasoning[i];
    const std::string number = std::to_string(i + 1);
    out.member("ques_reason_" + number, q.question);
    if (const auto* date = std::get_if<date_parts>(&q.answer)) {
      detail::write_date(out.key("ans_reason_" + number), *date);
    } else if (const auto* value = std::get_if<scalar>(&q.answer)) {
      detail::write_scalar(out.key("ans_reason_" + number), *value);
    }
  }
  out.member("ques_robust", r.robust_question).member("ans_robust", r.robust_answer).end_object();
}

MHQA_INLINE predictions::predictions(const data_source& source) : source_{source, lifetime::source} {
  while (std::optional<json_value> value = source_.next()) {
    read(*value, records_.emplace_back(), fields::gold);
    if (!ids_.insert(records_.back().id).second) {
      throw_data_error(value->context().where(), "expected each id once, found it twice", errc::duplicate);
    }
  }
  used_.resize(records_.size());
}

MHQA_INLINE const mhqa::hieradate::prediction* predictions::find(std::string_view id) {
  const std::uint32_t number = ids_.find(id);
  if (number == string_index::npos) return nullptr;
  if (!used_[number]) ++used_count_;
  used_[number] = true;
  return &records_[number];
}

MHQA_INLINE void append_official_missing(std::string& out, std::string_view id,
                                         const std::optional<mhqa::hieradate::question_scores>& s) {
  if (!s) out.append("missing sample ").append(id).append("\n");
}

MHQA_INLINE void append_official(std::string& out, const mhqa::hieradate::published_totals& t) {
  append_rounded_json(out, t.named(), dialects::hieradate.decimals);
}

MHQA_INLINE void append_official(std::string& out, const evaluation<mhqa::hieradate::data_set>& e,
                                 const data_source& gold, const data_source& prediction) {
  const auto expect_whole_ages = [](const std::string& file, const record& r) {
    for (std::size_t i = 0; i < 2 && r.combined; ++i) {
      const auto* const age = std::get_if<mhqa::hieradate::date_parts>(&r.reasoning[i].answer);
      const auto absent = mhqa::hieradate::scalar::kind::absent;
      if (age == nullptr || (age->year.is != absent && age->month.is != absent && age->day.is != absent)) continue;
      throw_data_error({.file = file, .id = std::string{r.id}, .field = "ans_reason_" + std::to_string(i + 1)},
                       "expected year, month and day: the published program stops at the year-only version (KeyError); "
                       "without `official` the evaluation scores it",
                       errc::missing_field);
    }
  };
  if (!gold.empty()) {
    predictions said{prediction};
    auto records = golds(gold);
    for (record r; records.next(r);) {
      const auto* const one = said.find(r.id);
      if (one == nullptr) continue;
      if (one->combined) expect_whole_ages(gold.name(), r);
      expect_whole_ages(prediction.name(), *one);
    }
  }
  for (const missing_question& q : e.missing) out.append("missing sample ").append(q.id).append("\n");
  append_official(out, e.published);
}

}  // namespace mhqa::inline v0_1::io::hieradate
