// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of dire.hpp.
#pragma once

#include <mhqa/io/datasets/dire.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>

#include <limits>

namespace mhqa::inline v0_1::io::dire {
namespace detail {

MHQA_INLINE int read_sufficiency(json_value value) {
  if (value.is_boolean()) return value.boolean() ? 1 : 0;
  const std::int64_t number = value.integer();
  if (number < -1 || number > 1) value.context().fail("expected a sufficiency of 1, 0 or -1");
  return static_cast<int>(number);
}

/// Reads a number, or NaN, Infinity or -Infinity as Python's json module writes them; null gives nothing.
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

inline void read_positions(json_value value, std::vector<std::int64_t>& out) {
  value.array([&](json_value position) { out.push_back(position.integer()); });
}

/// Reads the titles of [[title, [sentence]]] and skips the sentences.
inline void read_titles(json_value value, std::vector<std::string_view>& out) {
  value.array([&](json_value paragraph) {
    std::size_t number = 0;
    paragraph.array([&](json_value part) {
      if (number++ == 0) out.push_back(part.string());
    });
    if (number == 0) value.context().fail("expected [title, [sentence, ...]], found an empty list");
  });
}

}  // namespace detail

MHQA_INLINE instance_labels read_instance(json_value value) {
  json_context& context = value.context();
  instance_labels out;
  const auto positions = [](std::optional<std::vector<std::int64_t>>& to) {
    return [&to](json_value list) { detail::read_positions(list, to.emplace()); };
  };
  const auto read_answer_id = [&](json_value field) {
    or_null(out.answer_id)(field);
    out.has_answer_id = true;
  };
  const auto read_titles = [&](json_value field) {
    if (!out.positions) return;
    detail::read_titles(field, out.titles);
    if (out.titles.size() != out.positions->size()) {
      context.fail("expected a position for each of the " + std::to_string(out.titles.size()) + " paragraphs, found " +
                   std::to_string(out.positions->size()));
    }
  };
  const auto read_removed = [&](json_value field) {
    std::vector<std::int64_t> removed;
    detail::read_positions(field, removed);
    out.removed = removed.size();
  };
  read_fields(
      value, required_field{"_id", record_id(out.id)}, required_field{"answer", out.answer},
      optional_field{"supporting_facts", [&](json_value facts) { read_facts(facts, out.supporting_facts.emplace()); }},
      optional_field{"sufficiency", [&](json_value field) { out.sufficiency = detail::read_sufficiency(field); }},
      optional_field{"sub_idx", out.sub_idx}, optional_field{"group", out.group},
      optional_field{"dataset", out.dataset}, optional_field{"answer_aliases", out.answer_aliases},
      optional_field{"answer_id", read_answer_id}, optional_field{"positions", positions(out.positions)},
      optional_field{"supporting_positions", positions(out.supporting_positions)},
      optional_field{"context", read_titles}, optional_field{"removed", read_removed});
  return out;
}

MHQA_INLINE prediction_line read_prediction(json_value value) {
  json_context& context = value.context();
  prediction_line out;
  out.record = context.record;
  bool has_id = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "question_id") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "answer_confidence") {
      out.said.confidence = detail::read_confidence(field);
    } else if (key == "answer") {
      out.said.answer.reset();
      if (!field.is_null()) out.said.answer = field.string();
    } else if (key == "sufficiency") {
      out.said.sufficiency.reset();
      if (!field.is_null()) out.said.sufficiency = detail::read_sufficiency(field);
    } else if (key == "supporting_paragraphs") {
      out.said.supporting_paragraphs.reset();
      out.positions.reset();
      if (field.is_null()) return;
      auto& titles = out.said.supporting_paragraphs.emplace();
      field.array([&](json_value one) {
        if (!one.is_number()) return titles.push_back(one.string());
        if (!out.positions) out.positions.emplace();
        out.positions->push_back(one.integer());
      });
      if (out.positions && !titles.empty()) context.fail("expected either titles or positions, found both");
    } else if (key == "supporting_sentences") {
      out.said.supporting_sentences.reset();
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

MHQA_INLINE void rows_by_id::add(std::string_view id) {
  const auto [number, added] = ids_.insert(id);
  if (added) rows_.emplace_back();
  rows_[number].push_back(next_++);
}

MHQA_INLINE std::span<const std::uint32_t> rows_by_id::rows(std::string_view id) const noexcept {
  const std::uint32_t number = ids_.find(id);
  return number == string_index::npos ? std::span<const std::uint32_t>{} : rows(number);
}

MHQA_INLINE predictions::predictions(const data_source& source)
    : name_{source.name()}, source_{source, lifetime::source} {
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

MHQA_INLINE void append_official(std::string& out, const mhqa::dire::table<scores>& published) {
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

}  // namespace mhqa::inline v0_1::io::dire
