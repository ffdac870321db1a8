// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of squad_articles.hpp.
#pragma once

#include <mhqa/io/layouts/squad_articles.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/utf8.hpp>

#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE bool span_checker::operator()(std::int64_t start, std::string_view text) {
  if (start < 0) return false;
  if (start < character_) byte_ = 0, character_ = 0;
  while (character_ < start && byte_ < context_.size()) {
    ++byte_;
    while (byte_ < context_.size() && utf8::is_continuation(context_[byte_])) ++byte_;
    ++character_;
  }
  return character_ == start && context_.substr(byte_).starts_with(text);
}

/// Reads [{"text", "answer_start"}, …].
inline void read_spans(json_value value, std::vector<mhqa::squad::answer>& out, named_counts& lost) {
  out.clear();
  value.array([&](json_value item) {
    out.push_back(mhqa::io::squad::detail::read_answer(
        item, [&lost](std::string_view key) { lost.add("answers." + std::string{key}); }));
  });
}

/// Reads an element of "qas". Its context may follow, so the starts are checked later.
inline void read_squad_question(json_value value, any_question& q, named_counts& lost) {
  clear(q);
  read_fields(value, required_field{"id", [&](json_value id) { q.id = read_id(id); }},
              required_field{"answers", [&](json_value list) { read_spans(list, q.answers, lost); }},
              optional_field{"question", q.question},
              optional_field{"plausible_answers", [&](json_value list) { read_spans(list, q.plausible, lost); }},
              optional_field{"is_impossible", [&](json_value field) { q.answerable = !field.boolean(); }},
              other_fields{[&](std::string_view key, json_value field) { keep_other(key, field, q); }});
  if (q.answers.empty() && !q.answerable) q.answerable = false;
  q.has_labels = true;
}

/// Drops the starts at which the context does not have the text.
inline void check_starts(std::vector<mhqa::squad::answer>& answers, std::string_view context, named_counts& lost) {
  span_checker stands_at{context};
  for (mhqa::squad::answer& a : answers) {
    if (!a.start || stands_at(*a.start, a.text)) continue;
    a.start.reset();
    lost.add("answer_start: the answer is not there");
  }
}

/// True if a file has flat records, as on Hugging Face.
[[nodiscard]] inline bool is_flat_squad(const std::string& path) {
  if (path.ends_with(".jsonl")) return true;
  if (!identity_of(path)) return false;  // a pipe can be opened only once
  return line_reader{path}.peek(json_space) == '[';
}

inline void read_flat_squad(const std::string& path, named_counts& lost, const question_sink& to) {
  squad::questions file{path};
  any_question q;
  file.for_each([&](const mhqa::squad::record& r) {
    clear(q);
    q.id = r.id;
    q.question = r.question;
    q.answers = r.answers;
    q.plausible = r.plausible_answers;
    if (r.impossible || r.answers.empty()) q.answerable = !r.impossible.value_or(true);
    q.passages.push_back({.title = r.title, .parts = {r.context}, .level = 1});
    q.has_labels = true;
    check_starts(q.answers, r.context, lost);
    check_starts(q.plausible, r.context, lost);
    to(q);
  });
}

/// Reads the articles of a file, each whole, because title and contexts may follow the questions.
struct article_reader {
  named_counts& lost;
  const question_sink& to;
  std::vector<any_question> questions{};  // of the article: the first `count`
  std::size_t count = 0;
  std::vector<std::pair<std::size_t, std::string_view>> contexts{};  // after a paragraph's last question; its text
  std::uint64_t number = 0;                                          // of questions in the file

  /// Returns a function that counts a field as lost.
  [[nodiscard]] auto lose(std::string_view object) const {
    return [this, object](std::string_view key, json_value) { lost.add(std::string{object}.append(key)); };
  }

  void read_article(json_value value) {
    std::string_view title;
    count = 0;
    contexts.clear();
    read_fields(
        value, optional_field{"title", title},
        required_field{"paragraphs",
                       [&](json_value list) { list.array([&](json_value paragraph) { read_paragraph(paragraph); }); }},
        other_fields{lose("data.")});
    std::size_t at = 0;
    for (const auto& [end, text] : contexts) {
      for (; at < end; ++at) {
        any_question& q = questions[at];
        q.passages.push_back({.title = title, .parts = {text}, .level = 1});
        check_starts(q.answers, text, lost);
        check_starts(q.plausible, text, lost);
        to(q);
      }
    }
  }

 private:
  void read_paragraph(json_value value) {
    json_context& context = value.context();
    std::string_view text;
    const auto read_question = [&](json_value question) {
      context.record = ++number;
      if (count == questions.size()) questions.emplace_back();
      read_squad_question(question, questions[count++], lost);
      context.id = {};
      context.record.reset();
    };
    read_fields(value, required_field{"context", text},
                required_field{"qas", [&](json_value list) { list.array(read_question); }},
                other_fields{lose("paragraphs.")});
    if (count == (contexts.empty() ? 0 : contexts.back().first)) lost.add(paragraphs_without_questions);
    contexts.emplace_back(count, text);
  }
};

}  // namespace detail

MHQA_INLINE void read_squad_articles(const std::string& path, named_counts& lost, const question_sink& to) {
  if (detail::is_flat_squad(path)) return detail::read_flat_squad(path, lost, to);
  json_document document{path};
  detail::article_reader reader{lost, to};
  bool has_data = false;
  document.for_each_field([&](std::string_view key, json_value data) {
    if (key != "data") return key == "version" ? void() : lost.add(key);
    has_data = true;
    data.array([&](json_value article) { reader.read_article(article); });
  });
  if (!has_data) throw_data_error({.file = path}, "expected the field \"data\", which is missing", errc::missing_field);
}

MHQA_INLINE void squad_articles_writer::add(const any_question& q, conversion_counts& counts) {
  if (q.passages.empty()) return counts.left_out.add("no context");
  if (q.answers.empty() && !q.unanswerable()) return counts.left_out.add("no answer");
  if (detail::several_spans(q, 0)) return counts.left_out.add("an answer of several spans");
  layout_fields held = fields;
  held.titles = q.passages.size() == 1;
  held.labels = q.passages.size() == 1;
  count_losses(q, held, counts.lost);
  if (q.question.empty()) counts.absent.add("question");
  if (q.unanswerable() && !q.answers.empty()) counts.lost.add("answer: of an unanswerable question");
  detail::join_passages(q, joined_, &begins_);
  set_answers(q, counts);
  open(q.passages.size() == 1 ? q.passages.front().title : std::string_view{});
  json_.begin_object().member("id", q.id).member("question", q.question);
  mhqa::io::squad::detail::write_answers(json_.key("answers"), answers_);
  if (!q.plausible.empty()) mhqa::io::squad::detail::write_answers(json_.key("plausible_answers"), q.plausible);
  if (q.answerable) json_.member("is_impossible", !*q.answerable);
  json_.end_object();
  version_2_ = version_2_ || q.answerable.has_value();
  ++counts.written;
  out_.write(text_);
  text_.clear();
}

MHQA_INLINE void squad_articles_writer::finish(conversion_counts&) {
  if (open_) json_.end_array().end_object().end_array().end_object();
  json_.end_array().member("version", version_2_ ? "v2.0" : "1.1").end_object();
  out_.write(text_ += '\n');
}

MHQA_INLINE void squad_articles_writer::open(std::string_view title) {
  const bool same_article = open_ && title == title_;
  const bool same_context = same_article && joined_ == context_;
  if (open_ && !same_context) json_.end_array().end_object();
  if (open_ && !same_article) json_.end_array().end_object();
  if (!same_article) json_.begin_object().member("title", title).key("paragraphs").begin_array();
  if (!same_context) json_.begin_object().member("context", joined_).key("qas").begin_array();
  open_ = true;
  title_ = title;
  context_ = joined_;
}

MHQA_INLINE void squad_articles_writer::set_answers(const any_question& q, conversion_counts& counts) {
  answers_.clear();
  if (q.unanswerable()) return;
  bool nowhere = false, several = false;
  for (std::size_t i = 0; i < q.answers.size(); ++i) {
    if (detail::several_spans(q, i)) {
      counts.lost.add("answer_aliases: of several spans");
      continue;
    }
    answers_.push_back(q.answers[i]);
    if (q.answers[i].start && q.passages.size() == 1) continue;
    answers_.back().start = place_of(q, q.answers[i].text, several);
    nowhere = nowhere || !answers_.back().start;
  }
  if (nowhere) counts.absent.add("answer_start: the answer is not in the context");
  if (several) counts.absent.add("answer_start: the first of several places");
}

MHQA_INLINE std::size_t squad_articles_writer::find_words(std::string_view answer, std::size_t begin,
                                                          std::size_t end) const {
  const std::string_view all = std::string_view{joined_}.substr(0, end);
  const auto in_word = [](char c) {
    return ascii::is_letter(c) || ascii::is_digit(c) || static_cast<unsigned char>(c) >= 0x80U;
  };
  for (std::size_t at = all.find(answer, begin); at != all.npos; at = all.find(answer, at + 1)) {
    const std::size_t after = at + answer.size();
    const bool cut = (at > 0 && in_word(all[at - 1]) && in_word(answer.front())) ||
                     (after < all.size() && in_word(all[after]) && in_word(answer.back()));
    if (!cut) return at;
  }
  return all.npos;
}

MHQA_INLINE std::optional<std::int64_t> squad_articles_writer::place_of(const any_question& q, std::string_view answer,
                                                                        bool& several) {
  constexpr std::size_t npos = std::string::npos;
  if (answer.empty() || answer == "yes" || answer == "no") return std::nullopt;
  std::size_t found = npos;
  for (std::size_t i = 0; i < q.passages.size() && q.has_labels && found == npos; ++i) {
    if (q.passages[i].level > 0) found = find_words(answer, begins_[i], begins_[i + 1] - 1);
  }
  if (found == npos) found = find_words(answer, 0, joined_.size());
  if (found == npos) return std::nullopt;
  several = several || find_words(answer, found + 1, joined_.size()) != npos || find_words(answer, 0, found) != npos;
  return static_cast<std::int64_t>(utf8::count(std::string_view{joined_}.substr(0, found)));
}

}  // namespace mhqa::inline v0_1::io
