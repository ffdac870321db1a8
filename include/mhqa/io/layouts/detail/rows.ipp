// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rows.hpp.
#pragma once

#include <mhqa/io/layouts/rows.hpp>

#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>

#include <cstdint>
#include <optional>

namespace mhqa::inline v0_1::io {
namespace detail {

inline void read_gold_list(json_value value, any_question& q) {
  q.answers.clear();
  value.array([&](json_value one) { q.answers.push_back({one.string(), std::nullopt}); });
}

/// Reads {"target": [text, …]}, which may not be a string that holds JSON.
inline void read_ground_truth(json_value value, any_question& q) {
  if (value.is_string()) {
    value.fail("expected {\"target\": [text, ...]}, found a string; parse it before it is written");
  }
  read_fields(value, required_field{"target", [&](json_value list) { read_gold_list(list, q); }});
}

MHQA_INLINE std::string_view read_prompt(json_value value, named_counts& lost) {
  std::string_view last;
  std::uint64_t messages = 0;
  value.array([&](json_value message) {
    std::string_view role, content;
    message.object([&](std::string_view key, json_value field) {
      if (key == "role") role = field.string();
      if (key == "content") content = field.string();
    });
    ++messages;
    if (role == "user") last = content;
  });
  if (messages > 1) lost.add("prompt: messages besides the user's last");
  return last;
}

}  // namespace detail

MHQA_INLINE void read_flashrag_rows(const std::string& path, named_counts& lost, const question_sink& to) {
  json_records source{path};
  any_question q;
  detail::answer_extras about;
  while (std::optional<json_value> value = source.next()) {
    detail::clear(q);
    about = {};
    const auto read_metadata = [&](json_value field) {
      if (field.is_null()) return;
      field.object([&](std::string_view name, json_value part) { detail::read_extra(name, part, q, about, lost); });
    };
    read_fields(*value, required_field{"id", [&](json_value id) { q.id = detail::read_id(id); }},
                required_field{"golden_answers", [&](json_value list) { detail::read_gold_list(list, q); }},
                optional_field{"question", q.question}, optional_field{"metadata", read_metadata},
                other_fields{[&](std::string_view key, json_value field) { detail::keep_other(key, field, q); }});
    detail::finish_extras(q, about, value->context());
    to(q);
  }
}

MHQA_INLINE void read_verl_rows(const std::string& path, named_counts& lost, const question_sink& to) {
  json_records source{path};
  any_question q;
  detail::answer_extras about;
  while (std::optional<json_value> value = source.next()) {
    detail::clear(q);
    about = {};
    std::string_view prompt;
    bool has_golds = false;
    const auto named = [&](std::string_view key, json_value field) {
      if (key == "id") {
        q.id = detail::read_id(field);
      } else if (key == "question" && field.is_string()) {
        q.question = field.string();
      } else {
        return false;
      }
      return true;
    };
    value->object([&](std::string_view key, json_value field) {
      if (named(key, field)) return;
      if (key == "golden_answers") {
        lost.add("golden_answers: beside ground_truth");
      } else if (key == "prompt") {
        prompt = detail::read_prompt(field, lost);
      } else if (key == "reward_model") {
        field.object([&](std::string_view name, json_value part) {
          if (name == "ground_truth") {
            detail::read_ground_truth(part, q);
            has_golds = true;
          } else if (name != "style") {
            lost.add("reward_model." + std::string{name});
          }
        });
      } else if (key == "extra_info") {
        if (field.is_null()) return;
        field.object([&](std::string_view name, json_value part) {
          if (!named(name, part)) detail::read_extra(name, part, q, about, lost);
        });
      } else {
        detail::read_extra(key, field, q, about, lost);
      }
    });
    json_context& context = value->context();
    context.require(has_golds, "reward_model.ground_truth");
    if (q.question.empty()) q.question = prompt;
    context.require(!q.question.empty(), "prompt");
    if (q.id.empty()) {
      context.require(q.index.has_value(), "id");
      q.id = context.arena.store(std::string{q.source} + "_" + std::to_string(*q.index));
    }
    detail::finish_extras(q, about, context);
    to(q);
  }
}

MHQA_INLINE void flashrag_writer::add(const any_question& q, conversion_counts& counts) {
  if (detail::several_spans(q, 0)) return counts.left_out.add("an answer of several spans");
  if (q.answers.empty() && !q.unanswerable()) counts.absent.add("golden_answers");
  if (q.question.empty()) counts.absent.add("question");
  count_losses(q, fields, counts.lost);
  text_.clear();
  json_writer json{text_};
  json.begin_object().member("id", q.id).member("question", q.question);
  detail::write_golds(json.key("golden_answers"), q, counts.lost);
  json.key("metadata").begin_object();
  if (!q.source.empty()) json.member("data_source", q.source);
  if (!q.ability.empty()) json.member("ability", q.ability);
  if (!q.split.empty()) json.member("split", q.split);
  if (q.index) json.member("index", *q.index);
  detail::write_extras(json, q, counts.lost);
  json.end_object().end_object();
  out_.write(text_ += '\n');
  ++counts.written;
}

MHQA_INLINE void verl_writer::add(const any_question& q, conversion_counts& counts) {
  if (detail::several_spans(q, 0)) return counts.left_out.add("an answer of several spans");
  if (q.answers.empty() && !q.unanswerable()) return counts.left_out.add("no answer");
  if (q.question.empty()) return counts.left_out.add("no question");
  count_losses(q, fields, counts.lost);
  if (q.split.empty()) counts.absent.add("extra_info.split");
  text_.clear();
  json_writer json{text_};
  json.begin_object().member("id", q.id).member("data_source", q.source.empty() ? from_ : q.source);
  json.key("prompt").begin_array().begin_object().member("role", "user").member("content", q.question);
  json.end_object().end_array().member("ability", q.ability.empty() ? std::string_view{"fact-reasoning"} : q.ability);
  json.key("reward_model").begin_object().member("style", "rule").key("ground_truth").begin_object();
  detail::write_golds(json.key("target"), q, counts.lost);
  json.end_object().end_object().key("extra_info").begin_object().member("split", q.split);
  json.member("index", q.index.value_or(static_cast<std::int64_t>(counts.written)));
  detail::write_extras(json, q, counts.lost);
  json.end_object().end_object();
  out_.write(text_ += '\n');
  ++counts.written;
}

}  // namespace mhqa::inline v0_1::io
