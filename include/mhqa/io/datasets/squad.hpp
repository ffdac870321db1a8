// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SQuAD's files: gold in the official layout (articles, paragraphs, questions) or flat as on Hugging Face, predictions
// {id: text}, probabilities {id: number}, and the official outputs.
#pragma once

#include <mhqa/datasets/squad.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {
namespace squad {

using mhqa::squad::record;
using mhqa::squad::version;

/// What of a question is read; an evaluation needs no context.
enum class fields : std::uint8_t { all, gold };

namespace detail {

/// [{"text": …, "answer_start": …}, …], or flat {"text": […], "answer_start": […]}.
inline void read_answers(json_value value, std::vector<mhqa::squad::answer>& out) {
  json_context& context = value.context();
  out.clear();
  if (value.is_object()) {
    std::vector<std::int64_t> starts;
    bool has_text = false, has_starts = false;
    value.object([&](std::string_view key, json_value field) {
      if (key == "text") {
        out.clear();
        field.array([&](json_value text) { out.push_back({text.string(), std::nullopt}); });
        has_text = true;
      } else if (key == "answer_start") {
        field.array([&](json_value start) { starts.push_back(start.integer()); });
        has_starts = true;
      }
    });
    context.require(has_text, "text");
    if (!has_starts) return;
    if (starts.size() != out.size()) {
      context.fail("expected as many \"answer_start\" as \"text\", found " + std::to_string(starts.size()) + " and " +
                   std::to_string(out.size()));
    }
    for (std::size_t i = 0; i < out.size(); ++i) out[i].start = starts[i];
    return;
  }
  value.array([&](json_value item) {
    mhqa::squad::answer answer;
    bool has_text = false;
    item.object([&](std::string_view key, json_value field) {
      if (key == "text") {
        answer.text = field.string();
        has_text = true;
      } else if (key == "answer_start") {
        answer.start = field.integer();
      }
    });
    context.require(has_text, "text");
    out.push_back(answer);
  });
}

inline void write_answers(json_writer& out, std::span<const mhqa::squad::answer> answers) {
  out.begin_array();
  for (const mhqa::squad::answer& a : answers) {
    out.begin_object().member("text", a.text);
    if (a.start) out.member("answer_start", *a.start);
    out.end_object();
  }
  out.end_array();
}

[[noreturn]] inline void refuse_twice(const json_context& context, std::string_view id) {
  place where = context.where();
  where.id = id;
  throw_data_error(std::move(where), "expected each id once, found it twice");
}

}  // namespace detail

/// Reads one question: an element of "qas", or a flat record. id and answers must be there, and an answer where
/// `needs_answer`; article and paragraph numbers are left as they are.
///
/// Errors: data_error with id and field
inline void read(json_value value, record& out, fields wanted = fields::all, bool needs_answer = false) {
  json_context& context = value.context();
  out.id = out.question = out.title = out.context = {};
  out.answers.clear();
  out.plausible_answers.clear();
  out.impossible.reset();
  bool has_id = false, has_answers = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "id") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "answers") {
      detail::read_answers(field, out.answers);
      has_answers = true;
    } else if (key == "is_impossible") {
      out.impossible = field.boolean();
    } else if (wanted == fields::all && key == "question") {
      out.question = field.string();
    } else if (wanted == fields::all && key == "plausible_answers") {
      detail::read_answers(field, out.plausible_answers);
    } else if (wanted == fields::all && key == "title") {
      out.title = field.string();
    } else if (wanted == fields::all && key == "context") {
      out.context = field.string();
    }
  });
  context.require(has_id, "id");
  context.require(has_answers, "answers");
  if (needs_answer && out.answers.empty()) {
    context.path.push_back({"answers", 0});
    context.fail("expected at least one gold answer in SQuAD 1.1");
  }
}

/// A gold file: one object {"version", "data": [article, …]}, or flat records with their own id and answers.
///
/// A file is flat if it is named *.jsonl or begins with '['.
/// Errors: data_error; an id that stands twice is refused
/// Cost:   the official layout is mapped and read article by article; flat records stream
class questions {
 public:
  explicit questions(std::string path, fields wanted = fields::all) : path_{std::move(path)}, wanted_{wanted} {
    if (!is_flat(path_)) document_.emplace(path_);
  }

  /// Calls f(const record&) for each question in file order. In the official layout a record's strings live as long
  /// as this object, in the flat one until f returns.
  template <class F>
  void for_each(F&& f, bool needs_answer = false) {
    ids_.clear();
    if (!document_) return for_each_flat(f, needs_answer);
    std::uint64_t number = 0;
    std::uint32_t article_number = 0;
    bool has_data = false;
    document_->for_each_field([&](std::string_view key, json_value value) {
      if (key == "version" && value.is_string()) declared_ = value.string();
      if (key != "data") return;
      has_data = true;
      value.array([&](json_value article) { read_article(article, article_number++, number, needs_answer, f); });
    });
    if (!has_data) throw_data_error({.file = path_}, "expected the field \"data\", which is missing");
  }

  /// Which evaluation the file is made for, by reading it once: its "version" if that begins with 1, v1, 2 or v2; else
  /// 2.0 if a question has "is_impossible" or no answer; else 1.1.
  [[nodiscard]] version find_version() {
    bool unanswerable = false;
    const fields wanted = std::exchange(wanted_, fields::gold);
    for_each([&](const record& r) { unanswerable = unanswerable || r.impossible || !r.has_answer(); });
    wanted_ = wanted;
    const std::string_view digits = declared_.starts_with('v') ? declared_.substr(1) : declared_;
    if (digits.starts_with('1')) return version::v1_1;
    if (digits.starts_with('2')) return version::v2_0;
    return unanswerable ? version::v2_0 : version::v1_1;
  }

  /// The file's own "version", once it has been read; "" where it has none.
  [[nodiscard]] std::string_view declared_version() const noexcept { return declared_; }

 private:
  static bool is_flat(const std::string& path) {
    if (path.ends_with(".jsonl")) return true;
    if (const input file{path}; !file.size()) return false;  // a pipe can be read only once
    return line_reader{path}.peek(io::detail::json_space) == '[';
  }

  void remember(const record& r, std::string_view kept_id, const json_context& context) {
    if (!ids_.insert(kept_id).second) detail::refuse_twice(context, r.id);
  }

  template <class F>
  void for_each_flat(F& f, bool needs_answer) {
    json_records source{path_};
    id_bytes_.clear();
    record r;
    while (std::optional<json_value> value = source.next()) {
      squad::read(*value, r, wanted_, needs_answer);
      remember(r, id_bytes_.store(r.id), source.context());
      f(std::as_const(r));
    }
  }

  /// An article's title and a paragraph's context may stand behind their questions, so the article is read first.
  template <class F>
  void read_article(json_value value, std::uint32_t article_number, std::uint64_t& number, bool needs_answer, F& f) {
    json_context& context = value.context();
    std::size_t count = 0;
    std::string_view title;
    std::uint32_t paragraph_number = 0;
    bool has_paragraphs = false;
    value.object([&](std::string_view key, json_value field) {
      if (key == "title" && wanted_ == fields::all) title = field.string();
      if (key != "paragraphs") return;
      has_paragraphs = true;
      field.array([&](json_value paragraph) {
        const std::size_t first = count;
        std::string_view text;
        bool has_questions = false;
        paragraph.object([&](std::string_view name, json_value part) {
          if (name == "context" && wanted_ == fields::all) text = part.string();
          if (name != "qas") return;
          has_questions = true;
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

  std::string path_;
  fields wanted_;
  std::optional<json_document> document_;
  std::string_view declared_;
  string_index ids_;
  string_arena id_bytes_;
  std::vector<record> article_;
};

/// Writes questions as one document in the official layout; finish() ends it.
///
/// Shape: a new article where the article's number or title changes, a new paragraph where its number or context does;
///        an article or paragraph without a question has no record and is not written
class writer {
 public:
  writer(json_writer& out, std::string_view version_name) : out_{out} {
    out_.begin_object().member("version", version_name).key("data").begin_array();
  }

  void add(const record& r) {
    const bool same_article = open_ && r.article == article_ && r.title == title_;
    const bool same_paragraph = same_article && r.paragraph == paragraph_ && r.context == context_;
    if (open_ && !same_paragraph) out_.end_array().end_object();
    if (open_ && !same_article) out_.end_array().end_object();
    if (!same_article) out_.begin_object().member("title", r.title).key("paragraphs").begin_array();
    if (!same_paragraph) out_.begin_object().member("context", r.context).key("qas").begin_array();
    open_ = true;
    article_ = r.article;
    paragraph_ = r.paragraph;
    title_ = r.title;
    context_ = r.context;
    out_.begin_object().member("id", r.id).member("question", r.question).key("answers");
    detail::write_answers(out_, r.answers);
    if (!r.plausible_answers.empty()) {
      out_.key("plausible_answers");
      detail::write_answers(out_, r.plausible_answers);
    }
    if (r.impossible) out_.member("is_impossible", *r.impossible);
    out_.end_object();
  }

  void finish() {
    if (open_) out_.end_array().end_object().end_array().end_object();
    out_.end_array().end_object();
    open_ = false;
  }

 private:
  json_writer& out_;
  bool open_ = false;
  std::uint32_t article_ = 0, paragraph_ = 0;
  std::string title_, context_;
};

/// A predictions file: {id: text}.
///
/// Errors: data_error for an id that stands twice, a text that is no string
class predictions {
 public:
  explicit predictions(const std::string& path) : document_{path} {
    document_.for_each_field([&](std::string_view id, json_value text) {
      if (!ids_.insert(id).second) detail::refuse_twice(text.context(), id);
      texts_.push_back(text.string());
    });
    used_.resize(texts_.size());
  }

  /// What the file says about a question, which is marked as used.
  [[nodiscard]] mhqa::squad::prediction find(std::string_view id) {
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) return {};
    if (!used_[number]) ++used_count_;
    used_[number] = true;
    return {.answer = texts_[number]};
  }

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  /// How many ids no find() has asked for.
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_count_; }

 private:
  json_document document_;
  string_index ids_;
  std::vector<std::string_view> texts_;
  std::vector<bool> used_;
  std::size_t used_count_ = 0;
};

/// A file of probabilities that a question has no answer: {id: number}.
///
/// Errors: data_error for an id that stands twice, a value that is no finite number
class probabilities {
 public:
  explicit probabilities(const std::string& path) : path_{path}, document_{path} {
    document_.for_each_field([&](std::string_view id, json_value value) {
      if (!ids_.insert(id).second) detail::refuse_twice(value.context(), id);
      if (!value.is_number()) value.mismatch("a number");
      const std::string_view written = value.raw();
      entries_.push_back({value.number(), written});
    });
  }

  /// Gives a prediction its probability.
  ///
  /// Errors: data_error if the question has a prediction and the file lacks it
  void apply(std::string_view id, mhqa::squad::prediction& predicted) const {
    if (!predicted.answer) return;
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) {
      throw_data_error({.file = path_, .id = std::string{id}},
                       "expected a probability for each question that has a prediction");
    }
    predicted.no_answer = entries_[number].value;
    predicted.position = number;
  }

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }

  /// Appends a threshold as Python prints it: a number that the file writes as an integer stays one.
  void append_threshold(std::string& out, const mhqa::threshold_choice& choice) const {
    if (choice.position) {
      const std::string_view written = entries_[static_cast<std::size_t>(*choice.position)].written;
      if (written.find_first_of(".eE") == std::string_view::npos) {
        out += written == "-0" ? "0" : written;
        return;
      }
    }
    append_python_double(out, choice.threshold);
  }

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

/// Appends what the program says about a question without a prediction: 1.1 on standard error, 2.0 on standard output.
inline void append_official_missing(std::string& out, std::string_view id, version v) {
  if (v == version::v1_1) {
    out.append("Unanswered question ").append(id).append(" will receive score 0.\n");
  } else {
    out.append("Missing prediction for ").append(id).append("\n");
  }
}

/// Appends what the program prints: 1.1 one line of JSON, 2.0 JSON indented by two. `best` and `file` belong to a 2.0
/// run with probabilities; `precisions` adds the pr_ keys, as the program does when it also draws curves.
///
/// Errors: data_error where no question is scored, a division by zero in the programs
inline void append_official(std::string& out, const mhqa::squad::published_totals& t, version v,
                            const mhqa::squad::threshold_scores* best = nullptr, const probabilities* file = nullptr,
                            bool precisions = false) {
  const std::vector<named_score> scores = t.named(v);
  if (!scores.front().value) {
    throw_data_error({}, "the published program cannot print these scores: " + scores.front().name +
                             " is the mean of no question, a division by zero there");
  }
  json_writer json{out, v == version::v1_1 ? -1 : 2, json_text::ascii};
  json.begin_object();
  for (const named_score& score : scores) {
    if (score.name.ends_with("total")) {
      json.member(score.name, static_cast<std::uint64_t>(*score.value));
    } else {
      json.member(score.name, *score.value);
    }
  }
  if (best != nullptr && file != nullptr) {
    for (const named_score& score : best->named(precisions)) {
      const auto& choice = score.name == "best_exact_thresh" ? best->exact : best->f1;
      if (score.name.ends_with("_thresh") && choice) {
        std::string text;
        file->append_threshold(text, *choice);
        json.key(score.name).raw(text);
      } else {
        json.member(score.name, score.value.value());
      }
    }
  }
  json.end_object();
  out += '\n';
}

}  // namespace squad
}  // namespace io
}  // namespace v0
}  // namespace mhqa
