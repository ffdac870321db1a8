// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of musique.hpp.
#pragma once

#include <mhqa/io/datasets/musique.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/datasets/dire.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/metrics/calibration.hpp>
#include <mhqa/metrics/rounding.hpp>

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace mhqa::inline v0_1::io::musique {
namespace detail {

MHQA_INLINE void read_paragraphs(json_value value, std::vector<mhqa::musique::paragraph>& out, fields wanted) {
  constexpr std::array<table_column, 4> columns{
      {{"idx"}, {"title", {}, false}, {"paragraph_text", {}, false}, {"is_supporting"}}};
  out.clear();
  read_table(value, columns, {}, [&](std::size_t row, std::size_t column, json_value cell) {
    mhqa::musique::paragraph& p = row_of(out, row);
    if (column == 0) {
      p.idx = cell.integer();
    } else if (column == 3) {
      p.is_supporting = cell.boolean();
    } else if (wanted == fields::all) {
      (column == 1 ? p.title : p.text) = cell.string();
    }
  });
}

/// Reads an index as Python's int() does: 3, 3.0, 3.7 (truncated), "3".
inline std::int64_t read_index(json_value value) {
  if (!value.is_string()) return value.truncated();
  const std::string_view text = value.string();
  std::int64_t result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc{} || end != text.data() + text.size()) {
    value.context().fail("expected the index of a paragraph, found \"" + std::string{text} + "\"");
  }
  return result;
}

/// Reads a probability or its logit; null means that the prediction has neither.
inline std::optional<double> read_probability(json_value value, bool is_logit) {
  if (value.is_null()) return std::nullopt;
  const double number = value.number();
  if (is_logit && !std::isnan(number)) return probability_of_logit(number);
  if (!(number >= 0 && number <= 1)) {
    value.context().fail("expected " + std::string{is_logit ? "a logit" : "a probability from 0 to 1"});
  }
  return number;
}

}  // namespace detail

MHQA_INLINE void read(json_value value, record& out, fields wanted, bool needs_labels) {
  out.id = out.question = out.answer = {};
  out.answerable = true;
  out.paragraphs.clear();
  out.decomposition.clear();
  out.answer_aliases.clear();
  const auto read_list = [&](json_value list) { detail::read_paragraphs(list, out.paragraphs, wanted); };
  read_fields(
      value, required_field{"id", record_id(out.id)}, required_field{"answer", out.answer},
      required_field{"answer_aliases", out.answer_aliases, needs_labels},
      required_field{"answerable", out.answerable, needs_labels}, required_field{"paragraphs", read_list, needs_labels},
      optional_field{"question", out.question, wanted != fields::gold},
      optional_field{"question_decomposition", [&](json_value steps) { detail::read_steps(steps, out.decomposition); },
                     wanted != fields::gold});
}

MHQA_INLINE void write(json_writer& out, const record& r) {
  out.begin_object().member("id", r.id).key("paragraphs").begin_array();
  for (const mhqa::musique::paragraph& p : r.paragraphs) {
    out.begin_object().member("idx", p.idx).member("title", p.title).member("paragraph_text", p.text);
    out.member("is_supporting", p.is_supporting).end_object();
  }
  out.end_array().member("question", r.question).key("question_decomposition").begin_array();
  for (const mhqa::musique::step& s : r.decomposition) {
    out.begin_object();
    s.name.empty() ? out.member("id", s.id) : out.member("id", s.name);
    out.member("question", s.question).member("answer", s.answer);
    out.member("paragraph_support_idx", s.paragraph_support_idx).end_object();
  }
  out.end_array().member("answer", r.answer).key("answer_aliases").begin_array();
  for (const std::string_view alias : r.answer_aliases) out.value(alias);
  out.end_array().member("answerable", r.answerable).end_object();
}

MHQA_INLINE predictions::predictions(const data_source& source, prediction_layout taken)
    : path_{source.name()}, source_{source} {
  if (taken == prediction_layout::rows) return;
  of_instances_ = taken == prediction_layout::any && source.held() == nullptr && has_instances(source_.head());
  if (of_instances_) return;
  constexpr std::string_view layout = R"(rows with "id", "predicted_answer" and more)";
  if (source.held() != nullptr) {
    if (has_answers_by_id(*source.held())) answers_.emplace(source, layout);
  } else if (has_answers_by_id(source_.head())) {
    answers_.emplace(source_.all(), path_, layout);
  }
}

MHQA_INLINE mhqa::musique::prediction predictions::next(std::string_view id) {
  if (answers_) return answer_of(id);
  if (of_instances_) return most_confident(id);
  std::optional<json_value> value = source_.next();
  if (!value) {
    throw_data_error({.file = source_.context().file, .id = std::string{id}},
                     "expected as many rows as the gold file has; this id has none");
  }
  json_context& context = value->context();
  mhqa::musique::prediction result;
  support_.clear();
  std::string_view found_id;
  const auto probability = [&](bool is_logit) {
    return [&, is_logit](json_value field) {
      if (result.answerable_probability) context.fail("expected either a probability or a logit, found both");
      result.answerable_probability = detail::read_probability(field, is_logit);
    };
  };
  const auto read_answerable = [&](json_value field) {
    result.answerable = field.is_number() ? field.integer() != 0 : field.boolean();
  };
  const auto read_indexes = [&](json_value list) {
    list.array([&](json_value index) { support_.push_back(detail::read_index(index)); });
  };
  required_field answer{"predicted_answer", result.answer, false};
  required_field support{"predicted_support_idxs", read_indexes, false};
  required_field answerable{"predicted_answerable", read_answerable, false};
  read_fields(*value, required_field{"id", record_id(found_id)}, answer, support, answerable,
              optional_field{"predicted_answerable_probability", probability(false)},
              optional_field{"predicted_answerable_logit", probability(true)});
  if (found_id != id) {
    if (found_id == last_) {
      throw_data_error(context.where(), "expected each id once, found it twice", errc::duplicate);
    }
    context.fail("expected the gold file's order, in which the id \"" + std::string{id} + "\" stands here");
  }
  last_ = found_id;
  context.require(answer.seen, answer.name);
  context.require(support.seen, support.name);
  context.require(answerable.seen, answerable.name);
  result.support_idxs = support_;
  return result;
}

MHQA_INLINE void predictions::finish() {
  if (answers_ && answers_->unused() != 0) {
    throw_data_error({.file = path_}, "expected answers to the questions of the gold file only, found " +
                                          std::to_string(answers_->unused()) + " with other ids");
  }
  if (answers_) return;
  constexpr std::string_view surplus = "expected as many rows as the gold file has; this one is too many";
  if (ahead_) source_.context().fail(std::string{surplus});
  if (std::optional<json_value> value = source_.next()) {
    value->fail(std::string{surplus});
  }
}

MHQA_INLINE bool predictions::has_answers_by_id(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string::npos && head[first] == '{' && !head_has(head, "id") &&
         !head_has(head, "predicted_answer");
}

MHQA_INLINE bool predictions::has_answers_by_id(const held_records& held) {
  if (held.is_array) return false;
  const std::span<const held_value> members = held.next(true).front().parts();
  for (std::size_t i = 0; i < members.size(); i += 2) {
    if (members[i].text() == "id" || members[i].text() == "predicted_answer") return false;
  }
  return true;
}

MHQA_INLINE bool predictions::has_instances(std::string_view head) {
  return head_has(head, "question_id") && !head_has(head, "predicted_answer");
}

MHQA_INLINE void predictions::read_ahead() {
  ahead_.reset();
  const std::optional<json_value> value = source_.next();
  if (!value) return;
  const dire::prediction_line line = dire::read_prediction(*value);
  value->context().require(line.said.answer.has_value(), "answer");
  if (line.said.supporting_paragraphs && !line.said.supporting_paragraphs->empty()) {
    value->context().fail("expected supporting_paragraphs as positions, found titles");
  }
  const bool has_support = line.said.supporting_paragraphs.has_value(), has_label = line.said.sufficiency.has_value();
  ahead_ = {.id = std::string{line.id},
            .answer = std::string{*line.said.answer},
            .confidence = line.said.confidence,
            .sub_idx = line.sub_idx,
            .group = line.group.value_or(0),
            .support = line.positions.value_or(std::vector<std::int64_t>{}),
            .sufficient = line.said.sufficiency.value_or(1) == 1,
            .has_label = has_label,
            .answer_only = !has_support && !has_label};
}

MHQA_INLINE mhqa::musique::prediction predictions::most_confident(std::string_view id) {
  if (!ahead_) read_ahead();
  if (!ahead_) {
    throw_data_error({.file = path_, .id = std::string{id}},
                     "expected lines about each row of the gold file; this id has none");
  }
  if (ahead_->id != id) {
    source_.context().fail("expected the gold file's order, in which the id \"" + std::string{id} + "\" stands here");
  }
  if (answerable_ && ahead_->group != (*answerable_ ? 0U : 1U)) {
    source_.context().fail(*answerable_ ? "expected lines about the answerable row with this id, \"group\" 0 or none"
                                        : "expected lines about the unanswerable row with this id, \"group\" 1");
  }
  best_ = *std::move(ahead_);
  const std::uint32_t group = best_.group;
  if (group != 0 && !best_.has_label) source_.context().fail("expected the field \"sufficiency\", which is missing");
  const std::uint32_t first = best_.sub_idx.value_or(0);
  std::size_t count = 1;
  // A model that was refused an answer has no confidence, and counts least.
  const auto surety = [this](const instance_line& line) {
    if (line.confidence && !std::isnan(*line.confidence)) return *line.confidence;
    if (line.confidence || !line.answer.empty()) {
      source_.context().fail("expected answer_confidence in each of several lines about one row");
    }
    return -std::numeric_limits<double>::infinity();
  };
  for (read_ahead(); ahead_ && ahead_->id == best_.id && ahead_->group == group; read_ahead()) {
    if (first != 0 || !ahead_->sub_idx || *ahead_->sub_idx != count) {
      source_.context().fail("expected one line about each input, in the order of sub_idx from 0 on");
    }
    ++count;
    if (surety(*ahead_) > surety(best_)) best_ = *std::move(ahead_);
  }
  if (answerable_ && count != 1 && count != paragraphs_) {
    throw_data_error({.file = path_, .id = std::string{id}}, "expected one line, or one about each of its " +
                                                                 std::to_string(paragraphs_) + " paragraphs, found " +
                                                                 std::to_string(count));
  }
  return {.answer = best_.answer,
          .support_idxs = best_.support,
          .answerable = best_.sufficient,
          .answer_only = best_.answer_only};
}

MHQA_INLINE mhqa::musique::prediction predictions::answer_of(std::string_view id) {
  const place where{.file = path_, .id = std::string{id}};
  const std::size_t before = answers_->unused();
  const task_prediction found = answers_->find(id);
  if (!found.answer) throw_data_error(where, "expected an answer to each question; this id has none");
  if (answers_->unused() == before) {
    throw_data_error(where,
                     "expected rows with predicted_answerable: the gold file has two rows with this id, which "
                     "{id: answer} does not tell apart");
  }
  if (found.supporting_facts) throw_data_error(where, "expected answers alone, or rows with predicted_support_idxs");
  return {.answer = *found.answer, .support_idxs = {}, .answer_only = true};
}

MHQA_INLINE void append_official(std::string& out, const mhqa::musique::published_totals& t) {
  json_writer json{out, 4, json_text::ascii};
  json.begin_object();
  for (const named_score& score : t.named()) {
    json.key(score.name);
    if (score.value) {
      json.value(python_round(*score.value, dialects::musique.decimals));
    } else {
      json.value(0);
    }
  }
  json.end_object();
  out += '\n';
}

MHQA_INLINE void append_official(std::string& out, const evaluation<mhqa::musique::data_set>& e) {
  append_official(out, e.published);
}

}  // namespace mhqa::inline v0_1::io::musique
