// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_mrqa.hpp.
#pragma once

#include <mhqa/io/datasets/pool_mrqa.hpp>

#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Reads "[PAR] [TLE] Title [SEP] text …" as one paragraph; returns nothing if the context has several.
struct mrqa_context {
  std::string_view title;
  std::string_view text;

  [[nodiscard]] static std::optional<mrqa_context> parse(std::string_view context) {
    constexpr std::string_view par = "[PAR]", tle = "[TLE]", sep = "[SEP]";
    const auto trim = [](std::string_view s) {
      while (s.starts_with(' ')) s.remove_prefix(1);
      while (s.ends_with(' ')) s.remove_suffix(1);
      return s;
    };
    mrqa_context out{{}, trim(context)};
    if (out.text.starts_with(par)) out.text = trim(out.text.substr(par.size()));
    if (out.text.starts_with(tle)) {
      const std::size_t end = out.text.find(sep);
      if (end != std::string_view::npos) {
        out.title = trim(out.text.substr(tle.size(), end - tle.size()));
        out.text = trim(out.text.substr(end + sep.size()));
      }
    }
    if (out.text.find(tle) != std::string_view::npos || out.text.find(par) != std::string_view::npos) return {};
    return out;
  }
};

/// An element of "qas".
struct mrqa_question {
  std::string_view id, text;
  std::vector<std::string_view> answers;  // as the context spells them, then the others

  [[nodiscard]] static mrqa_question read(json_value value) {
    mrqa_question q;
    std::vector<std::string_view> others;
    const auto read_id = [&](json_value given) {
      if (q.id.empty()) q.id = given.string();
    };
    const auto read_spelling = [&](json_value answer) {
      read_fields(answer, optional_field{"text", [&](json_value given) { q.answers.push_back(given.string()); }});
    };
    read_fields(value, optional_field{"qid", q.id}, optional_field{"id", read_id}, optional_field{"question", q.text},
                optional_field{"answers", others},
                optional_field{"detected_answers", [&](json_value list) { list.array(read_spelling); }});
    q.answers.insert(q.answers.end(), others.begin(), others.end());
    std::erase(q.answers, std::string_view{});
    return q;
  }
};

}  // namespace detail

MHQA_INLINE void read_mrqa_pool(const std::string& path, std::string_view source, pool_builder& to) {
  json_records file{path};
  std::string name{source};
  std::vector<detail::mrqa_question> questions;
  for (bool first = true; auto line = file.next(); first = false) {
    std::string_view text;
    bool has_header = false;
    const auto read_header = [&](json_value header) {
      has_header = true;
      read_fields(header, optional_field{"dataset", name, name.empty()});
    };
    const auto read_question = [&](json_value item) { questions.push_back(detail::mrqa_question::read(item)); };
    required_field context_field{"context", text, false};
    required_field questions_field{"qas", [&](json_value list) { list.array(read_question); }, false};
    questions.clear();
    read_fields(*line, optional_field{"header", read_header, first}, context_field, questions_field);
    if (has_header && !context_field.seen) continue;
    line->context().require(context_field.seen, "context");
    line->context().require(questions_field.seen, "qas");
    const auto context = detail::mrqa_context::parse(text);
    for (const detail::mrqa_question& q : questions) {
      if (to.drops({{!context, "several-paragraphs"},
                    {context && context->text.empty(), "no-context"},
                    {q.answers.empty(), "no-answer"},
                    {q.text.empty(), "no-question"}})) {
        continue;
      }
      const std::string_view from = name.empty() ? std::string_view{"mrqa"} : std::string_view{name};
      to.add(to.add_paragraph(context->title, context->text), {q.id, from, q.text}, q.answers);
    }
  }
}

}  // namespace mhqa::inline v0_1::io
