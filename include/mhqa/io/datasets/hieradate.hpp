// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate's files: gold records and predictions in one layout (a JSON array, or JSON Lines), and the official output.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json_equality.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/official.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace hieradate {

using mhqa::hieradate::date_parts;
using mhqa::hieradate::record;
using mhqa::hieradate::scalar;

/// The fields to read. An evaluation needs only the answers.
enum class fields : std::uint8_t { all, gold, gold_and_question };

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

[[nodiscard]] inline date_parts read_date(json_value value) {
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

inline void write_date(json_writer& out, const date_parts& date) {
  out.begin_object();
  write_scalar(out.key("year"), date.year);
  if (!date.is_year_only()) {
    write_scalar(out.key("month"), date.month);
    write_scalar(out.key("day"), date.day);
  }
  if (!date.more.empty()) out.raw(date.more);
  out.end_object();
}

/// Returns the member of `questions` named PREFIX1, PREFIX2, … plus `suffix`.
template <class Question, std::size_t N>
[[nodiscard]] Question* numbered(std::array<Question, N>& questions, std::string_view key, std::string_view prefix,
                                 std::string_view suffix = {}) {
  if (key.size() != prefix.size() + 1 + suffix.size() || !key.starts_with(prefix) || !key.ends_with(suffix)) {
    return nullptr;
  }
  const char digit = key[prefix.size()];
  if (digit < '1' || digit >= '1' + static_cast<int>(N)) return nullptr;
  return &questions[static_cast<std::size_t>(digit - '1')];
}

}  // namespace detail

/// Reads one record, gold or predicted. Absent fields stay empty, but _id is required and, with `needs_answers`, also
/// answer, ans_robust and the answers of the probing questions (two and two for a comparison question; four and three
/// with ques_extract_3).
///
/// Errors: data_error with record, id and field
inline void read(json_value value, record& out, fields wanted = fields::all, bool needs_answers = true) {
  json_context& context = value.context();
  out = record{};
  id_field id;
  bool has_answer = false, has_robust = false;
  const bool all = wanted == fields::all;
  value.object([&](std::string_view key, json_value field) {
    if (id.reads(key, field, out.id)) return;
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
  id.require(context);
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

/// Writes a record in the official layout.
inline void write(json_writer& out, const record& r) {
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

/// A predictions file: records with the model's answers. Its strings are valid as long as this object.
///
/// Errors: data_error for a repeated id (in the program the last one wins); those of read()
class predictions {
 public:
  explicit predictions(const std::string& path) : source_{path, lifetime::source} {
    while (std::optional<json_value> value = source_.next()) {
      read(*value, records_.emplace_back(), fields::gold);
      if (!ids_.insert(records_.back().id).second) value->context().fail("expected each id once, found it twice");
    }
    used_.resize(records_.size());
  }

  /// Returns the prediction for a question and marks it as used, or null for a question without a prediction.
  [[nodiscard]] const mhqa::hieradate::prediction* find(std::string_view id) {
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) return nullptr;
    if (!used_[number]) ++used_count_;
    used_[number] = true;
    return &records_[number];
  }

  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return records_.size() - used_count_; }

 private:
  json_records source_;
  std::deque<record> records_;
  string_index ids_;
  std::vector<bool> used_;
  std::size_t used_count_ = 0;
};

/// Appends the line of hieradate_evaluate.py for a question without a prediction.
inline void append_official_missing(std::string& out, std::string_view id,
                                    const std::optional<mhqa::hieradate::question_scores>& s) {
  if (!s) out.append("missing sample ").append(id).append("\n");
}

/// Appends the numbers as the program prints them: percentages with two decimals, indented by four.
///
/// Errors: data_error for a level without questions, where the program divides by zero
inline void append_official(std::string& out, const mhqa::hieradate::published_totals& t) {
  append_rounded_json(out, t.named(), dialects::hieradate.decimals);
}

/// Opens a gold file for `evaluate`.
[[nodiscard]] inline auto golds(const std::string& path, fields wanted = fields::gold) {
  const auto one = [wanted](json_value value, record& out) { read(value, out, wanted); };
  return gold_records<record, decltype(one)>{path, one};
}

/// Appends the complete output of the program. The files, if they are given, are read again.
///
/// Errors: data_error for a level without questions, where the program divides by zero, and for an age without month or
///         day, where it stops with a KeyError
inline void append_official(std::string& out, const evaluation<mhqa::hieradate::data_set>& e,
                            const std::string& gold_file = {}, const std::string& prediction_file = {}) {
  const auto expect_whole_ages = [](const std::string& file, const record& r) {
    for (std::size_t i = 0; i < 2 && r.combined; ++i) {
      const auto* const age = std::get_if<mhqa::hieradate::date_parts>(&r.reasoning[i].answer);
      const auto absent = mhqa::hieradate::scalar::kind::absent;
      if (age == nullptr || (age->year.is != absent && age->month.is != absent && age->day.is != absent)) continue;
      throw_data_error({.file = file, .id = std::string{r.id}, .field = "ans_reason_" + std::to_string(i + 1)},
                       "expected year, month and day: the published program stops at the year-only version (KeyError); "
                       "mhqa eval hieradate without --official scores it",
                       errc::missing_field);
    }
  };
  if (!gold_file.empty()) {
    predictions said{prediction_file};
    auto records = golds(gold_file);
    for (record r; records.next(r);) {
      const auto* const one = said.find(r.id);
      if (one == nullptr) continue;
      if (one->combined) expect_whole_ages(gold_file, r);
      expect_whole_ages(prediction_file, *one);
    }
  }
  for (const missing_question& q : e.missing) out.append("missing sample ").append(q.id).append("\n");
  append_official(out, e.published);
}

}  // namespace hieradate
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
