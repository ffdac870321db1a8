// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_natural_questions.hpp.
#pragma once

#include <mhqa/io/datasets/pool_natural_questions.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {
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

/// A range of a document's tokens; begins at -1 if the annotator marked none.
struct token_range {
  std::int64_t begin = -1, end = -1;

  [[nodiscard]] static token_range read(json_value value) {
    token_range out;
    read_fields(value, optional_field{"start_token", out.begin}, optional_field{"end_token", out.end});
    return out;
  }
};

/// The long answer of an annotator and the short ones in it.
struct natural_annotation {
  token_range paragraph;
  std::vector<token_range> answers;

  [[nodiscard]] static natural_annotation read(json_value value) {
    natural_annotation out;
    const auto read_answer = [&](json_value one) { out.answers.push_back(token_range::read(one)); };
    read_fields(value,
                optional_field{"long_answer", [&](json_value range) { out.paragraph = token_range::read(range); }},
                optional_field{"short_answers", [&](json_value list) { list.array(read_answer); }});
    return out;
  }
};

/// A document's tokens.
struct natural_tokens {
  std::vector<std::string_view> all;

  void assign(std::string_view text) {
    all.clear();
    for (std::size_t blank = 0; blank != std::string_view::npos;) {
      blank = text.find(' ');
      all.push_back(text.substr(0, blank));
      if (blank != std::string_view::npos) text.remove_prefix(blank + 1);
    }
  }

  void check(const token_range& r, const json_context& context) const {
    if (r.begin >= 0 && r.end >= r.begin && static_cast<std::uint64_t>(r.end) <= all.size()) return;
    context.fail("expected tokens of the document, found " + std::to_string(r.begin) + " to " + std::to_string(r.end) +
                 " of " + std::to_string(all.size()));
  }

  /// Returns the tokens of a range, separated by spaces, without HTML.
  [[nodiscard]] std::string text_of(const token_range& r) const {
    std::string out;
    for (std::int64_t i = r.begin; i < r.end; ++i) {
      const std::string_view token = all[static_cast<std::size_t>(i)];
      if (token.empty() || (token.front() == '<' && token.back() == '>')) continue;
      if (!out.empty()) out += ' ';
      out += token;
    }
    return out;
  }
};

}  // namespace detail

MHQA_INLINE void read_natural_questions_pool(const std::string& path, std::string_view source, pool_builder& to) {
  json_records file{path};
  std::vector<detail::natural_annotation> annotations;
  detail::natural_tokens tokens;
  while (auto record = file.next()) {
    std::string id;
    std::string_view text, question, title, url;
    const auto read_id = [&](json_value value) {
      id = value.is_string() ? std::string{value.string()} : std::to_string(value.integer());
    };
    const auto read_annotation = [&](json_value one) { annotations.push_back(detail::natural_annotation::read(one)); };
    annotations.clear();
    read_fields(*record, optional_field{"example_id", read_id}, required_field{"document_text", text},
                required_field{"question_text", question}, optional_field{"document_title", title},
                optional_field{"document_url", url},
                required_field{"annotations", [&](json_value list) { list.array(read_annotation); }});
    tokens.assign(text);
    const detail::natural_annotation* chosen = nullptr;
    bool any_long = false, any_list = false;
    std::vector<std::string> found;
    for (const detail::natural_annotation& a : annotations) {
      if (a.paragraph.begin < 0) continue;
      tokens.check(a.paragraph, record->context());
      for (const detail::token_range& r : a.answers) tokens.check(r, record->context());
      any_long = true;
      any_list = any_list || a.answers.size() > 1;
      if (a.answers.size() != 1) continue;
      if (chosen == nullptr) chosen = &a;
      if (std::string answer = tokens.text_of(a.answers[0]); !answer.empty()) found.push_back(std::move(answer));
    }
    if (to.drops({{!any_long, "no-long-answer"},
                  {found.empty(), any_list ? "several-answers" : "no-answer"},
                  {question.empty(), "no-question"}})) {
      continue;
    }
    const std::string made_title = title.empty() ? detail::natural_questions_title(url) : std::string{title};
    const std::vector<std::string_view> answers{found.begin(), found.end()};
    to.add(to.add_paragraph(made_title, tokens.text_of(chosen->paragraph)), {id, source, question}, answers);
  }
}

}  // namespace mhqa::inline v0_1::io
