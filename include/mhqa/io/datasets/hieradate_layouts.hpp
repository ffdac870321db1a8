// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate's questions in the layouts of other readers (flat JSON Lines, HotpotQA, DROP), and their answers read back
// from {id: answer} or HotpotQA's {"answer": {id: answer}}. E.g. write_layout(out, record, layout::drop, first)
#pragma once

#include <mhqa/datasets/hieradate_build.hpp>
#include <mhqa/datasets/hieradate_layouts.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace hieradate {

using mhqa::hieradate::record;

/// The layouts of an export.
enum class layout : std::uint8_t {
  flat,      ///< JSON Lines {"id", "question", "answer", "level", "context"}
  hotpotqa,  ///< one array of HotpotQA records without supporting facts
  drop,      ///< one object {id: {"passage", "qa_pairs"}}; uses DROP's answer types for dates and numbers
};

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

/// Appends a record's questions. `first` is true for the first record of the file.
///
/// Shape: the file begins with begin_layout() and ends with end_layout()
inline void write_layout(std::string& text, const record& r, layout as, bool first) {
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

/// The text before and after the records of a layout.
[[nodiscard]] constexpr std::string_view begin_layout(layout as) noexcept {
  return as == layout::flat ? "" : as == layout::hotpotqa ? "[\n" : "{\n";
}
[[nodiscard]] constexpr std::string_view end_layout(layout as) noexcept {
  return as == layout::flat ? "" : as == layout::hotpotqa ? "\n]\n" : "\n}\n";
}

/// Answers by question id. Its strings are valid as long as this object.
///
/// Shape:  {id: string or number}, or HotpotQA's {"answer": {id: ...}}; ignores other members
/// Errors: data_error for an id that occurs twice, and for an answer that is neither a string nor a number
class flat_answers {
 public:
  explicit flat_answers(const std::string& path) : document_{path} {
    document_.for_each_entry([this](std::string_view key, json_value value) {
      if (value.is_object()) {
        if (key != "answer") return;
        value.entries([this](std::string_view id, json_value answer) { add(id, answer); });
      } else if (!value.is_array()) {
        add(key, value);
      }
    });
  }

  /// Returns the answer to a question and marks it as used.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view id) {
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) return std::nullopt;
    if (!used_[number]) ++used_count_;
    used_[number] = true;
    return answers_[number];
  }

  [[nodiscard]] std::size_t size() const noexcept { return answers_.size(); }
  /// Returns the number of answers without a find().
  [[nodiscard]] std::size_t unused() const noexcept { return answers_.size() - used_count_; }

 private:
  void add(std::string_view id, json_value value) {
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

  json_document document_;
  string_arena bytes_;
  string_index ids_;
  std::vector<std::string_view> answers_;
  std::vector<bool> used_;
  std::size_t used_count_ = 0;
};

}  // namespace hieradate
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
