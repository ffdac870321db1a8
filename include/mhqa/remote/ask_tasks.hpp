// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads files of requests as tasks for a language model, and writes its replies as the answers that the rest of the
// library reads: requests/*.jsonl of `mhqa compose`, questions with contexts of every data set, and probes.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/expansion_budget.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/io/reading_tasks.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/remote/answers.hpp>
#include <mhqa/remote/prompt.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::remote {

/// The task of a model.
enum class ask_kind : std::uint8_t {
  read,       ///< answer a question from paragraphs
  word,       ///< turn steps into one question
  check,      ///< judge a question against its steps
  judge,      ///< judge an answer beside gold answers
  decompose,  ///< take a question apart into steps
};

/// A paragraph that a task owns.
struct task_paragraph {
  std::string title, text;
};

/// One request, with all its text.
struct ask_task {
  ask_kind kind = ask_kind::read;
  bool of_data_set = false;  ///< a record of a data set or probe; otherwise a request of `mhqa compose`
  io::task_layout layout = io::task_layout::musique;
  std::string id, question;
  std::vector<task_paragraph> paragraphs{};
  std::vector<std::int64_t> idxs{};  ///< MuSiQue's numbers of the paragraphs
  bool has_positions = false;        ///< paragraphs are named by them in the answer
  std::optional<std::uint32_t> sub_idx{}, group{};
  std::vector<std::string> steps{}, answers{}, questions{};
  std::string draft, prediction, title;
  std::vector<std::string> golds{};

  /// Returns the number of bytes of the texts that grow with a request.
  [[nodiscard]] std::size_t bytes() const noexcept {
    std::size_t out = question.size() + draft.size() + prediction.size() + title.size();
    for (const task_paragraph& p : paragraphs) out += p.title.size() + p.text.size();
    for (const auto* const texts : {&steps, &answers, &questions, &golds}) {
      for (const std::string& text : *texts) out += text.size();
    }
    return out;
  }

  /// Returns the paragraphs in the form that a reader takes.
  [[nodiscard]] std::vector<context_paragraph> context() const {
    std::vector<context_paragraph> out;
    for (const task_paragraph& p : paragraphs) out.push_back({p.title, p.text});
    return out;
  }
};

namespace detail {

inline void append_numbered(std::string& out, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i != 0) out += '\n';
    out += std::to_string(i + 1) + ". " + lines[i];
  }
}

}  // namespace detail

/// Returns the text of a prompt's slot for a question and its paragraphs, one line "[0] Title: text" each.
[[nodiscard]] inline std::string slot_text(std::string_view slot, std::string_view question,
                                           std::span<const context_paragraph> context) {
  if (slot == "question") return std::string{question};
  std::string out;
  for (std::size_t i = 0; i < context.size(); ++i) {
    if (i != 0) out += '\n';
    out += '[' + std::to_string(i) + "] ";
    if (!context[i].title.empty()) out.append(context[i].title).append(": ");
    out += context[i].text;
  }
  return out.empty() ? "(none)" : out;
}

/// Returns the text of a prompt's slot for a request to word, to check, to judge or to decompose.
[[nodiscard]] inline std::string slot_text(std::string_view slot, const ask_task& task) {
  std::string out;
  if (slot == "steps") {
    detail::append_numbered(out, task.steps);
  } else if (slot == "answers") {
    detail::append_numbered(out, task.answers);
  } else if (slot == "questions") {
    detail::append_numbered(out, task.questions);
  } else if (slot == "golds") {
    detail::append_numbered(out, task.golds);
  } else if (slot == "draft" || slot == "prediction" || slot == "title") {
    out = slot == "draft" ? task.draft : slot == "title" ? task.title : task.prediction;
  } else {
    return slot_text(slot, task.question, task.context());
  }
  return out.empty() ? "(none)" : out;
}

/// Reads requests one after another.
///
/// Shape:  the first record determines the file's kind: "prediction" asks for a judgement, "steps" without "question"
///         for a wording, "steps" with it for a check; "paragraphs" as positions, or absent, is a request to read;
///         other records are those of a data set or a probe, read by io::task_records. With `decompose`, any records
///         with a question and "id", "_id" or "qid", of which an id that comes again with the same question is left
///         out: MuSiQue-Full's twins. Positions refer to a file of {"idx", "title", "paragraph_text"}, next to the
///         requests by default: STEM_paragraphs.jsonl, otherwise paragraphs.jsonl
/// Errors: data_error with record, id and field; with `decompose` for a blank question; that of expansion_budget for
///         paragraphs that repeat. The caller must reject repeated ids in requests
class ask_tasks {
 public:
  explicit ask_tasks(std::string path, std::string paragraphs = {}, bool decompose = false) : path_{std::move(path)} {
    if (decompose) {
      kind_ = ask_kind::decompose;
      requests_ = std::make_unique<io::json_records>(path_);
      return;
    }
    const kind k = kind_of(path_);
    kind_ = k.asked;
    if (k.of_data_set) {
      records_ = std::make_unique<io::task_records>(path_);
      return;
    }
    if (paragraphs.empty()) {
      const std::filesystem::path requests{path_};
      for (const std::string& name :
           {requests.stem().string() + "_paragraphs.jsonl", std::string{"paragraphs.jsonl"}}) {
        const std::filesystem::path beside = requests.parent_path() / name;
        std::error_code error;
        if (paragraphs.empty() && std::filesystem::is_regular_file(beside, error)) paragraphs = beside.string();
      }
    }
    paragraphs_path_ = paragraphs;
    if (!paragraphs.empty()) read_paragraphs(paragraphs);
    requests_ = std::make_unique<io::json_records>(path_);
  }

  /// Returns the task that the file asks for.
  [[nodiscard]] ask_kind asked() const noexcept { return kind_; }
  /// True if the records are those of a data set or a probe.
  [[nodiscard]] bool of_data_set() const noexcept { return records_ != nullptr; }
  /// Returns the file of paragraphs that requests refer to; empty without one.
  [[nodiscard]] const std::string& paragraphs_file() const noexcept { return paragraphs_path_; }

  /// Returns the next request, or nothing at the end.
  [[nodiscard]] std::optional<ask_task> next() {
    return records_ ? next_record() : kind_ == ask_kind::decompose ? next_question() : next_request();
  }

 private:
  struct kind {
    ask_kind asked = ask_kind::read;
    bool of_data_set = true;
  };

  [[nodiscard]] static kind kind_of(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) && std::filesystem::exists(path, error)) {
      throw_data_error({.file = path}, "expected a regular file of requests");
    }
    io::json_records file{path};
    std::optional<io::json_value> first = file.next();
    if (!first) throw_data_error({.file = path}, "expected requests, found none");
    bool steps = false, question = false, context = false, objects = false, prediction = false;
    first->object([&](std::string_view key, io::json_value field) {
      if (key == "steps") steps = true;
      if (key == "question") question = true;
      if (key == "context") context = true;
      if (key == "prediction") prediction = true;
      if (key == "paragraphs") field.array([&](io::json_value item) { objects = objects || item.is_object(); });
    });
    if (prediction) return {ask_kind::judge, false};
    if (steps) return {question ? ask_kind::check : ask_kind::word, false};
    if (context || objects) return {ask_kind::read, true};
    if (!question) first->context().fail("expected a request with \"question\" or \"steps\"");
    return {ask_kind::read, false};
  }

  void read_paragraphs(const std::string& path) {
    io::json_records file{path};
    while (auto value = file.next()) {
      task_paragraph p;
      std::uint32_t idx = 0;
      io::read_fields(*value, io::required_field{"idx", idx}, io::optional_field{"title", p.title},
                      io::optional_field{"paragraph_text", p.text});
      if (idx != paragraphs_.size()) {
        value->context().fail("expected \"idx\" " + std::to_string(paragraphs_.size()) + ", found " +
                              std::to_string(idx));
      }
      paragraphs_.push_back(std::move(p));
    }
  }

  [[nodiscard]] std::optional<ask_task> next_record() {
    io::task_record record;
    if (!records_->next(record)) return std::nullopt;
    ask_task out;
    out.of_data_set = true;
    out.layout = record.layout;
    out.id = record.id;
    out.question = record.question;
    for (const context_paragraph& p : record.context) {
      out.paragraphs.push_back({std::string{p.title}, std::string{p.text}});
    }
    out.idxs = record.idxs;
    out.has_positions = record.has_positions;
    out.sub_idx = record.sub_idx;
    out.group = record.group;
    out.steps = record.steps;
    return out;
  }

  [[nodiscard]] std::optional<ask_task> next_request() {
    std::optional<io::json_value> value = requests_->next();
    if (!value) return std::nullopt;
    ask_task out;
    out.kind = kind_;
    const auto read_golds = [&](io::json_value field) {
      io::gold_texts golds;
      io::read_golds(field, golds);
      out.golds.assign(golds.texts.begin(), golds.texts.end());
    };
    const auto read_paragraphs = [&](io::json_value field) { read_context(field, out.paragraphs); };
    io::read_fields(*value, io::required_field{"id", io::record_id(out.id)},
                    io::required_field{"question", out.question, kind_ != ask_kind::word},
                    io::required_field{"steps", out.steps, kind_ == ask_kind::word || kind_ == ask_kind::check},
                    io::required_field{"prediction", io::or_null(out.prediction), kind_ == ask_kind::judge},
                    io::optional_field{"answers", out.answers}, io::optional_field{"questions", out.questions},
                    io::optional_field{"gold", read_golds}, io::optional_field{"golds", read_golds},
                    io::optional_field{"draft", io::or_null(out.draft)},
                    io::optional_field{"paragraphs", read_paragraphs});
    if (kind_ == ask_kind::judge) value->context().require(!out.golds.empty(), "gold");
    return out;
  }

  [[nodiscard]] std::optional<ask_task> next_question() {
    while (std::optional<io::json_value> value = requests_->next()) {
      ask_task out;
      out.kind = kind_;
      io::json_context& context = value->context();
      bool has_id = false, has_question = false, answerable = true;
      value->object([&](std::string_view key, io::json_value field) {
        if (key == "id" || key == "_id" || key == "qid") {
          out.id = context.id = field.string();
          has_id = true;
        } else if (key == "question") {
          out.question = field.string();
          has_question = true;
        } else if (key == "title" && field.is_string()) {
          out.title = field.string();
        } else if (key == "term" && field.is_string() && out.title.empty()) {
          out.title = field.string();
        } else if (key == "answerable" && field.is_boolean()) {
          answerable = field.boolean();
        }
      });
      context.require(has_id, "id");
      context.require(has_question, "question");
      if (out.question.find_first_not_of(" \t\r\n") == std::string::npos) {
        context.fail("expected a question to take apart, found an empty one");
      }
      const auto [known, fresh] = questions_.try_emplace(out.id, asked_question{out.question});
      bool& seen = answerable ? known->second.answerable : known->second.twin;
      if (seen) context.fail("expected each id once, but for a question and its unanswerable twin; found it again");
      seen = true;
      if (fresh) return out;
      if (known->second.question != out.question) {
        context.fail("expected the question that this id had before, found another");
      }
    }
    return std::nullopt;
  }

  /// Reads a request's paragraphs: texts, or positions of the file, each of which may come again.
  void read_context(io::json_value& field, std::vector<task_paragraph>& out) const {
    expansion_budget budget;
    std::unordered_set<std::uint32_t> named;
    field.array([&](io::json_value item) {
      if (item.is_object()) {
        out.push_back(paragraph(item));
        return;
      }
      const std::uint32_t at = item.natural();
      if (at >= paragraphs_.size()) {
        item.context().fail("expected a paragraph below " + std::to_string(paragraphs_.size()) +
                            ", the number of paragraphs in the file, found " + std::to_string(at));
      }
      const task_paragraph& p = paragraphs_[at];
      if (named.insert(at).second) budget.grow(p.title.size() + p.text.size());
      try {
        budget.spend(p.title.size() + p.text.size());
      } catch (const data_error& error) {
        item.context().fail(error.problem());
      }
      out.push_back(p);
    });
  }

  [[nodiscard]] static task_paragraph paragraph(io::json_value& item) {
    task_paragraph p;
    item.object([&](std::string_view key, io::json_value field) {
      if (key == "title" && !field.is_null()) p.title = field.string();
      if (key == "text" || key == "paragraph_text") p.text = field.string();
    });
    return p;
  }

  std::string path_, paragraphs_path_;
  ask_kind kind_ = ask_kind::read;
  std::vector<task_paragraph> paragraphs_;
  std::unique_ptr<io::task_records> records_;
  std::unique_ptr<io::json_records> requests_;
  struct asked_question {
    std::string question;
    bool answerable = false, twin = false;  // rows that were read
  };
  std::unordered_map<std::string, asked_question> questions_;  // by id, to decompose
};

/// Appends the line that answers a request to read; a refused reply gives the empty answer and the reason.
///
/// Shape: for a data set: the prediction that its evaluation reads; for a request: id, answer, support, confidence
inline void append_answer(std::string& out, const ask_task& task, const answer_of<reading>& said) {
  if (task.of_data_set) {
    io::task_record record{.layout = task.layout, .id = task.id, .question = task.question};
    record.context = task.context();
    record.idxs = task.idxs;
    record.has_positions = task.has_positions;
    record.sub_idx = task.sub_idx;
    record.group = task.group;
    io::append_prediction(out, record, said.value);
    return;
  }
  io::json_writer json{out};
  json.begin_object().member("id", std::string_view{task.id}).member("answer", std::string_view{said.value.answer});
  json.key("support").begin_array();
  for (const std::uint32_t p : said.value.support) json.value(p);
  json.end_array();
  if (said.value.confidence) json.member("confidence", *said.value.confidence);
  if (said.why != refusal::none) json.member("refused", to_string(said.why));
  json.end_object();
  out += '\n';
}

/// \overload A wording; a refused reply has a null question.
inline void append_answer(std::string& out, const ask_task& task, const answer_of<worded>& said) {
  io::json_writer json{out};
  json.begin_object().member("id", std::string_view{task.id}).key("question");
  said.why == refusal::none ? json.value(std::string_view{said.value.question}) : json.null();
  json.member("same_entity", said.value.same_entity);
  if (said.why != refusal::none) json.member("refused", to_string(said.why));
  json.end_object();
  out += '\n';
}

/// \overload A verdict; a refused reply has a null verdict.
inline void append_answer(std::string& out, const ask_task& task, const answer_of<verdict>& said) {
  io::json_writer json{out};
  json.begin_object().member("id", std::string_view{task.id}).key("ok");
  said.why == refusal::none ? json.value(said.value.ok) : json.null();
  json.member("why", std::string_view{said.value.why});
  if (said.why != refusal::none) json.member("refused", to_string(said.why));
  json.end_object();
  out += '\n';
}

/// \overload Steps in StrategyQA's layout, which `mhqa read --decompositions` reads; a refused reply has none.
inline void append_answer(std::string& out, const ask_task& task, const answer_of<std::vector<std::string>>& said) {
  io::json_writer json{out};
  json.begin_object().member("qid", std::string_view{task.id}).member("question", std::string_view{task.question});
  json.key("decomposition").begin_array();
  for (const std::string& step : said.value) json.value(std::string_view{step});
  json.end_array();
  if (said.why != refusal::none) json.member("refused", to_string(said.why));
  json.end_object();
  out += '\n';
}

/// Appends the line of a judgement, which `mhqa agree` and `mhqa triage` read; a refused reply has a null verdict.
inline void append_judgement(std::string& out, const ask_task& task, const answer_of<verdict>& said,
                             std::string_view judge) {
  io::json_writer json{out};
  json.begin_object().member("id", std::string_view{task.id});
  json.member("prediction", std::string_view{task.prediction}).key("gold").begin_array();
  for (const std::string& gold : task.golds) json.value(std::string_view{gold});
  json.end_array().key("verdict");
  said.why == refusal::none ? json.value(said.value.ok) : json.null();
  json.member("why", std::string_view{said.value.why}).member("judge", judge);
  if (said.why != refusal::none) json.member("refused", to_string(said.why));
  json.end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::remote
