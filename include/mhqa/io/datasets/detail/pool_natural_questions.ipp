// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_natural_questions.hpp.
#pragma once

#include <mhqa/io/datasets/pool_natural_questions.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/token.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

/// Returns the page title in a Wikipedia URL: title=Jane_Austen or /wiki/Jane_Austen.
[[nodiscard]] inline std::string natural_questions_title(std::string_view url) {
  std::size_t at = url.find("title=");
  at = at != std::string_view::npos                   ? at + 6
       : url.find("/wiki/") == std::string_view::npos ? at
                                                      : url.find("/wiki/") + 6;
  if (at == std::string_view::npos) return {};
  url = url.substr(at, url.find_first_of("&#?", at) - at);
  std::string out;
  for (std::size_t i = 0; i < url.size(); ++i) {
    if (url[i] == '%' && i + 2 < url.size() && ascii::hex_value(url[i + 1]) >= 0 && ascii::hex_value(url[i + 2]) >= 0) {
      out += static_cast<char>(ascii::hex_value(url[i + 1]) * 16 + ascii::hex_value(url[i + 2]));
      i += 2;
    } else {
      out += url[i] == '_' ? ' ' : url[i];
    }
  }
  return out;
}

/// Appends the tokens of a part of the document, separated by spaces, without HTML.
inline void natural_questions_text(const std::vector<std::string_view>& tokens, std::int64_t begin, std::int64_t end,
                                   std::string& out) {
  out.clear();
  for (std::int64_t i = begin; i < end; ++i) {
    const std::string_view token = tokens[static_cast<std::size_t>(i)];
    if (token.empty() || (token.front() == '<' && token.back() == '>')) continue;
    if (!out.empty()) out += ' ';
    out += token;
  }
}

}  // namespace detail

MHQA_INLINE void read_natural_questions_pool(const std::string& path, std::string_view source, pool_builder& to) {
  struct span {
    std::int64_t begin = -1, end = -1;
  };
  struct annotation {
    span paragraph;
    std::vector<span> answers;
  };
  const auto read_span = [](json_value value) {
    span out;
    value.object([&](std::string_view key, json_value field) {
      if (key == "start_token") out.begin = field.integer();
      if (key == "end_token") out.end = field.integer();
    });
    return out;
  };
  json_records file{path};
  std::vector<std::string_view> tokens;
  std::vector<annotation> annotations;
  std::string paragraph, made_title;
  while (auto record = file.next()) {
    std::string id;
    std::string_view text, question, title, url;
    bool has_text = false, has_question = false, has_annotations = false;
    annotations.clear();
    record->object([&](std::string_view key, json_value field) {
      if (key == "example_id") {
        id = field.is_string() ? std::string{field.string()} : std::to_string(field.integer());
      } else if (key == "document_text") {
        text = field.string();
        has_text = true;
      } else if (key == "question_text") {
        question = field.string();
        has_question = true;
      } else if (key == "document_title") {
        title = field.string();
      } else if (key == "document_url") {
        url = field.string();
      } else if (key == "annotations") {
        has_annotations = true;
        field.array([&](json_value item) {
          annotation& a = annotations.emplace_back();
          item.object([&](std::string_view name, json_value value) {
            if (name == "long_answer") a.paragraph = read_span(value);
            if (name == "short_answers") value.array([&](json_value one) { a.answers.push_back(read_span(one)); });
          });
        });
      }
    });
    record->context().require(has_text, "document_text");
    record->context().require(has_question, "question_text");
    record->context().require(has_annotations, "annotations");
    tokens.clear();
    for (std::string_view rest = text;;) {
      const std::size_t blank = rest.find(' ');
      tokens.push_back(rest.substr(0, blank));
      if (blank == std::string_view::npos) break;
      rest.remove_prefix(blank + 1);
    }
    const auto check = [&](const span& s) {
      if (s.begin < 0 || s.end < s.begin || static_cast<std::uint64_t>(s.end) > tokens.size()) {
        record->context().fail("expected tokens of the document, found " + std::to_string(s.begin) + " to " +
                               std::to_string(s.end) + " of " + std::to_string(tokens.size()));
      }
    };
    const annotation* chosen = nullptr;
    bool any_long = false, any_list = false;
    std::vector<std::string> found;
    for (const annotation& a : annotations) {
      if (a.paragraph.begin < 0) continue;
      check(a.paragraph);
      for (const span& s : a.answers) check(s);
      any_long = true;
      any_list = any_list || a.answers.size() > 1;
      if (a.answers.size() != 1) continue;
      if (chosen == nullptr) chosen = &a;
      detail::natural_questions_text(tokens, a.answers[0].begin, a.answers[0].end, found.emplace_back());
      if (found.back().empty()) found.pop_back();
    }
    if (!any_long) {
      to.drop("no-long-answer");
    } else if (chosen == nullptr || found.empty()) {
      to.drop(any_list ? "several-answers" : "no-answer");
    } else if (question.empty()) {
      to.drop("no-question");
    } else {
      detail::natural_questions_text(tokens, chosen->paragraph.begin, chosen->paragraph.end, paragraph);
      made_title = title.empty() ? detail::natural_questions_title(url) : std::string{title};
      const std::vector<std::string_view> answers{found.begin(), found.end()};
      to.add(to.add_paragraph(made_title, paragraph), {id, source, question}, answers);
    }
  }
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
