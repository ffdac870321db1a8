// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_mrqa.hpp.
#pragma once

#include <mhqa/io/datasets/pool_mrqa.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/io/json_records.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
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

}  // namespace detail

MHQA_INLINE void read_mrqa_pool(const std::string& path, std::string_view source, pool_builder& to) {
  json_records file{path};
  std::string name{source};
  std::vector<std::string_view> answers, spelled;
  struct asked {
    std::string_view id, text;
    std::size_t first, last;  // of `spelled`
  };
  std::vector<asked> questions;
  bool first = true;
  while (auto line = file.next()) {
    std::string_view text;
    bool has_context = false, has_questions = false, has_header = false;
    questions.clear();
    spelled.clear();
    line->object([&](std::string_view key, json_value field) {
      if (key == "header" && first) {
        has_header = true;
        field.object([&](std::string_view inner, json_value value) {
          if (inner == "dataset" && name.empty()) name = value.string();
        });
      } else if (key == "context") {
        text = field.string();
        has_context = true;
      } else if (key == "qas") {
        has_questions = true;
        field.array([&](json_value item) {
          asked q{{}, {}, spelled.size(), 0};
          answers.clear();
          item.object([&](std::string_view inner, json_value value) {
            if (inner == "qid" || (inner == "id" && q.id.empty())) {
              q.id = value.string();
            } else if (inner == "question") {
              q.text = value.string();
            } else if (inner == "answers") {
              value.array([&](json_value answer) { answers.push_back(answer.string()); });
            } else if (inner == "detected_answers") {
              value.array([&](json_value answer) {
                answer.object([&](std::string_view part, json_value of) {
                  if (part == "text") spelled.push_back(of.string());
                });
              });
            }
          });
          spelled.insert(spelled.end(), answers.begin(), answers.end());
          q.last = spelled.size();
          questions.push_back(q);
        });
      }
    });
    if (has_header && first && !has_context) {
      first = false;
      continue;
    }
    first = false;
    line->context().require(has_context, "context");
    line->context().require(has_questions, "qas");
    const auto context = detail::mrqa_context::parse(text);
    for (const asked& q : questions) {
      answers.clear();
      for (std::size_t i = q.first; i < q.last; ++i) {
        if (!spelled[i].empty()) answers.push_back(spelled[i]);
      }
      if (!context) {
        to.drop("several-paragraphs");
      } else if (context->text.empty()) {
        to.drop("no-context");
      } else if (answers.empty()) {
        to.drop("no-answer");
      } else if (q.text.empty()) {
        to.drop("no-question");
      } else {
        const std::string_view from = name.empty() ? std::string_view{"mrqa"} : std::string_view{name};
        to.add(to.add_paragraph(context->title, context->text), {q.id, from, q.text}, answers);
      }
    }
  }
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
