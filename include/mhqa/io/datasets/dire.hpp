// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DiRe's files: instances of original, probed and transformed data sets, predictions as JSON Lines, and what
// the published evaluation scripts print. mhqa/io/datasets/dire_questions.hpp joins the two.
#pragma once

#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {
namespace dire {

using mhqa::dire::blocks;
using mhqa::dire::kind;

/// What of an instance an evaluation reads. Fields that the file lacks stay empty.
struct instance_labels {
  std::string_view id;
  std::string_view answer;
  std::optional<std::vector<supporting_fact>> supporting_facts{};
  std::optional<int> sufficiency{};
  std::optional<std::uint32_t> sub_idx{};
  std::optional<std::uint32_t> group{};
  std::optional<std::size_t> removed{};  ///< how many facts of the original it lacks
};

/// One line of a predictions file.
struct prediction_line {
  std::string_view id;
  std::optional<std::uint32_t> sub_idx{};
  std::optional<std::uint32_t> group{};
  mhqa::dire::prediction said{};
};

namespace detail {

/// 1, 0 or -1, also as true, false or 1.0, which Python's == takes for the same.
[[nodiscard]] inline int read_sufficiency(json_value value) {
  if (value.is_boolean()) return value.boolean() ? 1 : 0;
  const std::int64_t number = value.integer();
  if (number < -1 || number > 1) value.context().fail("expected a sufficiency of 1, 0 or -1");
  return static_cast<int>(number);
}

/// A number, or what Python's json module writes for those that JSON has not: NaN, Infinity, -Infinity. None for null.
[[nodiscard]] inline std::optional<double> read_confidence(json_value value) {
  if (value.is_number()) {
    const std::string_view text = value.raw();
    if (text != "-Infinity") return value.number();
    return -std::numeric_limits<double>::infinity();
  }
  if (value.is_null()) return std::nullopt;
  const std::string_view text = value.raw();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  value.mismatch("a number");
}

}  // namespace detail

/// Reads one instance.
///
/// Errors: data_error with record, id and field; _id and answer must be there, an answer of null is refused
inline instance_labels read_instance(json_value value) {
  json_context& context = value.context();
  instance_labels out;
  bool has_id = false, has_answer = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "_id") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "answer") {
      out.answer = field.string();
      has_answer = true;
    } else if (key == "supporting_facts") {
      read_facts(field, out.supporting_facts.emplace());
    } else if (key == "sufficiency") {
      out.sufficiency = detail::read_sufficiency(field);
    } else if (key == "sub_idx") {
      out.sub_idx = field.natural();
    } else if (key == "group") {
      out.group = field.natural();
    } else if (key == "removed") {
      std::size_t count = 0;
      field.array([&](json_value position) { (void)position.integer(), ++count; });
      out.removed = count;
    }
  });
  context.require(has_id, "_id");
  context.require(has_answer, "answer");
  return out;
}

/// Reads one line of predictions; sub_idx may be spelled __sub_idx. What is null counts as absent.
///
/// Errors: data_error with record, id and field; question_id must be there
inline prediction_line read_prediction(json_value value) {
  json_context& context = value.context();
  prediction_line out;
  bool has_id = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "question_id") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "answer_confidence") {
      out.said.confidence = detail::read_confidence(field);
    } else if (key == "answer") {
      if (!field.is_null()) out.said.answer = field.string();
    } else if (key == "sufficiency") {
      if (!field.is_null()) out.said.sufficiency = detail::read_sufficiency(field);
    } else if (key == "supporting_paragraphs") {
      if (field.is_null()) return;
      auto& titles = out.said.supporting_paragraphs.emplace();
      field.array([&](json_value title) { titles.push_back(title.string()); });
    } else if (key == "supporting_sentences") {
      if (!field.is_null()) read_facts(field, out.said.supporting_sentences.emplace());
    } else if (key == "sub_idx" || key == "__sub_idx") {
      out.sub_idx = field.natural();
    } else if (key == "group") {
      out.group = field.natural();
    }
  });
  context.require(has_id, "question_id");
  return out;
}

/// Rows of a file by the ids that they belong to; rows of one id keep the file's order.
class rows_by_id {
 public:
  void add(std::string_view id) {
    const auto [number, added] = ids_.insert(id);
    if (added) rows_.emplace_back();
    rows_[number].push_back(next_++);
  }
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] std::string_view id(std::size_t number) const noexcept { return ids_[number]; }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::size_t number) const noexcept { return rows_[number]; }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::string_view id) const noexcept {
    const std::uint32_t number = ids_.find(id);
    return number == string_index::npos ? std::span<const std::uint32_t>{} : rows(number);
  }

 private:
  string_index ids_;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::uint32_t next_ = 0;
};

/// A whole predictions file; its strings live as long as it does.
///
/// Errors: data_error as read_prediction
/// Cost:   some 200 bytes a line beside its text
class predictions {
 public:
  explicit predictions(const std::string& path) : path_{path}, source_{path, lifetime::source} {
    has_ = {.answer = false, .paragraphs = false, .sentences = false};
    while (std::optional<json_value> value = source_.next()) {
      lines_.push_back(read_prediction(*value));
      const mhqa::dire::prediction& said = lines_.back().said;
      has_.answer = has_.answer || said.answer.has_value();
      has_.paragraphs = has_.paragraphs || said.supporting_paragraphs.has_value();
      has_.sentences = has_.sentences || said.supporting_sentences.has_value();
      by_id_.add(lines_.back().id);
    }
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Which blocks any line has the fields for.
  [[nodiscard]] blocks has() const noexcept { return has_; }
  [[nodiscard]] std::size_t size() const noexcept { return by_id_.size(); }
  [[nodiscard]] std::string_view id(std::size_t number) const noexcept { return by_id_.id(number); }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::string_view id) const noexcept { return by_id_.rows(id); }
  [[nodiscard]] const prediction_line& operator[](std::uint32_t row) const noexcept { return lines_[row]; }

 private:
  std::string path_;
  json_records source_;
  std::vector<prediction_line> lines_;
  rows_by_id by_id_;
  blocks has_;
};

/// Appends what the published script prints: a title and {f1, em[, precision, recall]} for each block there is.
///
/// Shape:  percentages with one decimal, indented by four
/// Source: DiRe, evaluation_scripts/*.py
inline void append_official(std::string& out, const mhqa::dire::table<scores>& published) {
  const auto block = [&](std::string_view title, const std::optional<scores>& s, bool joint) {
    if (!s) return;
    out.append(title).append(" Scores\n");
    json_writer json{out, 4, json_text::ascii};
    json.begin_object().member("f1", s->f1).member("em", s->em);
    if (!joint) json.member("precision", s->precision).member("recall", s->recall);
    json.end_object();
    out += '\n';
  };
  block("Answer", published.answer, false);
  block("Supporting Paragraph", published.paragraphs, false);
  block("Supporting Sentence", published.sentences, false);
  block("Joint Answer + Supporting Paragraph", published.answer_and_paragraphs, true);
  block("Joint Answer + Supporting Sentence", published.answer_and_sentences, true);
}

}  // namespace dire
}  // namespace io
}  // namespace v0
}  // namespace mhqa
