// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SQuAD's files: gold in the official layout (articles, paragraphs, questions) or flat as on Hugging Face, predictions
// {id: text}, probabilities {id: number}, and the official outputs.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/squad.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io::squad {

using mhqa::squad::record;
using mhqa::squad::version;

/// The fields to read. An evaluation needs no context.
enum class fields : std::uint8_t { all, gold, gold_and_question };

namespace detail {

/// Reads {"text": …, "answer_start": …} and calls other(key) for every other member.
template <class F>
[[nodiscard]] mhqa::squad::answer read_answer(json_value item, F&& other) {
  mhqa::squad::answer answer;
  read_fields(item, required_field{"text", answer.text}, optional_field{"answer_start", answer.start},
              other_fields{[&](std::string_view key, json_value) { other(key); }});
  return answer;
}

/// Reads [{"text": …, "answer_start": …}, …], or flat {"text": […], "answer_start": […]}.
void read_answers(json_value value, std::vector<mhqa::squad::answer>& out);

void write_answers(json_writer& out, std::span<const mhqa::squad::answer> answers);

[[noreturn]] void refuse_twice(const json_context& context, std::string_view id);

/// The last of two members counts, but the questions of the first have been handed on already.
[[noreturn]] void refuse_member(json_value& value, std::string_view name);

}  // namespace detail

/// Reads one question: an element of "qas", or a flat record. id and answers are required; with `needs_answer`, at
/// least one answer. Leaves article and paragraph numbers unchanged.
///
/// Errors: data_error with id and field
void read(json_value value, record& out, fields wanted = fields::all, bool needs_answer = false);

/// A gold file: one object {"version", "data": [article, …]}, or flat records with their own id and answers.
///
/// A file is flat if it is named *.jsonl, packed or not, or begins with '['; held data, if they are an array.
/// Errors: data_error, also for a repeated id
/// Cost:   holds the official layout and reads it article by article; streams flat records
class questions {
 public:
  explicit questions(data_source source, fields wanted = fields::all) : source_{std::move(source)}, wanted_{wanted} {
    if (!is_flat(source_)) document_.emplace(source_);
  }

  /// Calls f(const record&) for each question in file order. In the official layout a record's strings are valid
  /// while this object exists, in the flat layout until f returns.
  template <class F>
  void for_each(F&& f, bool needs_answer = false) {
    ids_.clear();
    if (!document_) return for_each_flat(f, needs_answer);
    std::uint64_t number = 0;
    std::uint32_t article_number = 0;
    bool has_data = false;
    document_->for_each_entry([&](std::string_view key, json_value value) {
      if (key == "version" && value.is_string()) declared_ = value.string();
      if (key != "data") return;
      if (std::exchange(has_data, true)) detail::refuse_member(value, "data");
      value.array([&](json_value article) { read_article(article, article_number++, number, needs_answer, f); });
    });
    if (!has_data) throw_data_error({.file = source_.name()}, "expected the field \"data\", which is missing");
  }

  /// Determines the evaluation that the file is made for, by reading it once: from its "version" if that begins with 1,
  /// v1, 2 or v2; otherwise 2.0 if a question has "is_impossible" or no answer, else 1.1.
  [[nodiscard]] version find_version();

  /// Returns the file's "version" after it has been read; "" if it has none.
  [[nodiscard]] std::string_view declared_version() const noexcept { return declared_; }

 private:
  static bool is_flat(const data_source& source);

  void remember(const record& r, std::string_view kept_id, const json_context& context) {
    if (!ids_.insert(kept_id).second) detail::refuse_twice(context, r.id);
  }

  template <class F>
  void for_each_flat(F& f, bool needs_answer) {
    json_records source{source_};
    id_bytes_.clear();
    record r;
    while (std::optional<json_value> value = source.next()) {
      squad::read(*value, r, wanted_, needs_answer);
      remember(r, id_bytes_.store(r.id), source.context());
      f(std::as_const(r));
    }
  }

  /// Reads a whole article first, because its title and the paragraphs' contexts may follow the questions.
  template <class F>
  void read_article(json_value value, std::uint32_t article_number, std::uint64_t& number, bool needs_answer, F& f) {
    json_context& context = value.context();
    std::size_t count = 0;
    std::string_view title;
    std::uint32_t paragraph_number = 0;
    bool has_paragraphs = false;
    value.entries([&](std::string_view key, json_value field) {
      if (key == "title" && wanted_ != fields::gold) title = field.string();
      if (key != "paragraphs") return;
      if (std::exchange(has_paragraphs, true)) detail::refuse_member(field, "paragraphs");
      field.array([&](json_value paragraph) {
        const std::size_t first = count;
        std::string_view text;
        bool has_questions = false;
        paragraph.entries([&](std::string_view name, json_value part) {
          if (name == "context" && wanted_ == fields::all) text = part.string();
          if (name != "qas") return;
          if (std::exchange(has_questions, true)) detail::refuse_member(part, "qas");
          part.array([&](json_value question) {
            context.record = ++number;
            if (count == article_.size()) article_.emplace_back();
            record& r = article_[count++];
            squad::read(question, r, wanted_, needs_answer);
            r.article = article_number;
            r.paragraph = paragraph_number;
            remember(r, r.id, context);
            context.id = {};
            context.record.reset();
          });
        });
        context.require(has_questions, "qas");
        for (std::size_t i = first; i < count; ++i) article_[i].context = text;
        ++paragraph_number;
      });
    });
    context.require(has_paragraphs, "paragraphs");
    for (std::size_t i = 0; i < count; ++i) {
      article_[i].title = title;
      f(std::as_const(article_[i]));
    }
  }

  data_source source_;
  fields wanted_;
  std::optional<json_document> document_;
  std::string_view declared_;
  string_index ids_;
  string_arena id_bytes_;
  std::vector<record> article_;
};

/// Writes questions as one document in the official layout. Call finish() at the end.
///
/// Shape: starts a new article if the article's number or title changes, a new paragraph if its number or context does;
///        articles and paragraphs without questions are not written
class writer {
 public:
  writer(json_writer& out, std::string_view version_name) : out_{out} {
    out_.begin_object().member("version", version_name).key("data").begin_array();
  }

  void add(const record& r);

  void finish();

 private:
  json_writer& out_;
  bool open_ = false;
  std::uint32_t article_ = 0, paragraph_ = 0;
  std::string title_, context_;
};

/// A predictions file: {id: text}.
///
/// Errors: data_error for a repeated id, and for a text that is not a string
class predictions {
 public:
  explicit predictions(const data_source& source);

  /// Returns the prediction for a question and marks it as used.
  [[nodiscard]] mhqa::squad::prediction find(std::string_view id);

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_count_; }

 private:
  std::string path_;
  json_document document_;
  string_index ids_;
  std::vector<std::string_view> texts_;
  std::vector<bool> used_;
  std::size_t used_count_ = 0;
};

/// A file of probabilities that a question has no answer: {id: number}.
///
/// Errors: data_error for a repeated id, and for a value that is not a finite number
class probabilities {
 public:
  explicit probabilities(const data_source& source);

  /// Sets the probability of a prediction.
  ///
  /// Errors: data_error if the question has a prediction but no probability
  void apply(std::string_view id, mhqa::squad::prediction& predicted) const;

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }

  /// Appends a threshold as Python prints it: an integer in the file stays one.
  void append_threshold(std::string& out, const mhqa::threshold_choice& choice) const;

 private:
  struct entry {
    double value;
    std::string_view written;
  };

  std::string path_;
  json_document document_;
  string_index ids_;
  std::vector<entry> entries_;
};

/// Appends the program's line for a question without a prediction: 1.1 on standard error, 2.0 on standard output.
void append_official_missing(std::string& out, std::string_view id, version v);

/// Appends the program's output: for 1.1 one line of JSON, for 2.0 JSON indented by two. `best` and `file` belong to a
/// 2.0 run with probabilities; `precisions` adds the pr_ keys, as the program does when it draws curves.
///
/// Errors: data_error if no question is scored, where the programs divide by zero
void append_official(std::string& out, const mhqa::squad::published_totals& t, version v,
                     const mhqa::squad::threshold_scores* best = nullptr, const probabilities* file = nullptr,
                     bool precisions = false);

/// A gold file for `evaluate`: the questions in file order. 1.1 requires a gold answer for each.
class golds {
 public:
  golds(questions& source, std::string path, version v) : source_{source}, path_{std::move(path)}, version_{v} {}

  template <class F>
  void for_each(F&& f) {
    source_.for_each(f, version_ == version::v1_1);
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  questions& source_;
  std::string path_;
  version version_;
};

/// Predictions with the probabilities that the questions have no answer.
class predictions_with_probabilities {
 public:
  predictions_with_probabilities(predictions& texts, const probabilities* numbers) : texts_{texts}, numbers_{numbers} {}

  [[nodiscard]] mhqa::squad::prediction find(std::string_view id);
  [[nodiscard]] const std::string& path() const noexcept { return texts_.path(); }
  [[nodiscard]] std::size_t size() const noexcept { return texts_.size(); }
  [[nodiscard]] std::size_t unused() const noexcept { return texts_.unused(); }

 private:
  predictions& texts_;
  const probabilities* numbers_;
};

/// Appends the program's output. The warnings that 1.1 prints to standard error go to `warnings`.
///
/// Errors: data_error if no question is scored, where the programs divide by zero
void append_official(std::string& out, std::string& warnings, const evaluation<mhqa::squad::data_set>& e,
                     const probabilities* file = nullptr);

}  // namespace mhqa::inline v0_1::io::squad

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/squad.ipp>
#endif
