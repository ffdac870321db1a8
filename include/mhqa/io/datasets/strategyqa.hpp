// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// StrategyQA's files: gold records (a JSON array, or JSON Lines), predictions {qid: {"answer", "decomposition",
// "paragraphs"}}, {qid: true or false} or {qid: [paragraph id, …]}, and the official output.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
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
inline namespace v0_1 {
namespace io {
namespace strategyqa {

using mhqa::strategyqa::record;

/// Most annotators of a question. The data has three; agreement compares every two of them.
inline constexpr std::size_t most_annotators = 100;

/// The fields to read. An evaluation needs question, answer, decomposition and evidence.
enum class fields : std::uint8_t { all, gold };

/// The kinds of predictions in a file.
struct prediction_kinds {
  bool answer = false, decomposition = false, paragraphs = false;

  [[nodiscard]] constexpr std::size_t size() const noexcept {
    return std::size_t{answer} + std::size_t{decomposition} + std::size_t{paragraphs};
  }
  friend constexpr bool operator==(const prediction_kinds&, const prediction_kinds&) = default;
};

namespace detail {

inline void read_strings(json_value value, std::vector<std::string_view>& out) {
  value.array([&](json_value item) { out.push_back(item.string()); });
}

inline mhqa::strategyqa::step_evidence read_step(json_value value) {
  mhqa::strategyqa::step_evidence step;
  value.array([&](json_value item) {
    mhqa::strategyqa::evidence_item& evidence = step.emplace_back();
    if (item.is_array()) {
      read_strings(item, evidence.paragraphs);
    } else if (item.is_string()) {
      evidence.mark = item.string();
    } else {
      item.mismatch("a list of paragraph ids, \"operation\" or \"no_evidence\"");
    }
  });
  return step;
}

/// Compares with True and False as Python does: equal numbers count.
inline mhqa::strategyqa::verdict read_verdict(json_value value) {
  using mhqa::strategyqa::verdict;
  if (value.is_boolean()) return value.boolean() ? verdict::yes : verdict::no;
  if (!value.is_number()) return verdict::neither;
  const double number = value.number();
  return number == 1 ? verdict::yes : number == 0 ? verdict::no : verdict::neither;
}

}  // namespace detail

/// Reads one record. Absent fields stay empty, but qid is required and, for the kinds of predictions to score, answer;
/// question and decomposition; evidence of at least one annotator.
///
/// Errors: data_error with record, id and field
inline void read(json_value value, record& out, fields wanted = fields::all,
                 prediction_kinds needed = {true, true, true}) {
  json_context& context = value.context();
  out.qid = out.term = out.description = out.question = {};
  out.answer = false;
  out.facts.clear();
  out.decomposition.clear();
  out.evidence.clear();
  bool has_id = false, has_answer = false, has_question = false, has_decomposition = false, has_evidence = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "qid") {
      out.qid = context.id = field.string();
      has_id = true;
    } else if (key == "question") {
      out.question = field.string();
      has_question = true;
    } else if (key == "answer") {
      out.answer = field.boolean();
      has_answer = true;
    } else if (key == "decomposition") {
      out.decomposition.clear();
      detail::read_strings(field, out.decomposition);
      has_decomposition = true;
    } else if (key == "evidence") {
      out.evidence.clear();
      field.array([&](json_value annotator) {
        if (out.evidence.size() == most_annotators) {
          annotator.fail("expected at most " + std::to_string(most_annotators) + " annotators, found more");
        }
        auto& steps = out.evidence.emplace_back();
        annotator.array([&](json_value step) { steps.push_back(detail::read_step(step)); });
      });
      has_evidence = true;
    } else if (wanted == fields::all && key == "term") {
      out.term = field.string();
    } else if (wanted == fields::all && key == "description") {
      out.description = field.string();
    } else if (wanted == fields::all && key == "facts") {
      out.facts.clear();
      detail::read_strings(field, out.facts);
    }
  });
  context.require(has_id, "qid");
  context.require(has_answer || !needed.answer, "answer");
  context.require(has_question || !needed.decomposition, "question");
  context.require(has_decomposition || !needed.decomposition, "decomposition");
  context.require(has_evidence || !needed.paragraphs, "evidence");
  if (needed.paragraphs && out.evidence.empty()) {
    context.path.push_back({"evidence", 0});
    context.fail("expected at least one annotator");
  }
}

/// Writes a record in the official layout.
inline void write(json_writer& out, const record& r) {
  const auto strings = [&out](std::span<const std::string_view> items) {
    out.begin_array();
    for (const std::string_view item : items) out.value(item);
    out.end_array();
  };
  out.begin_object().member("qid", r.qid).member("term", r.term).member("description", r.description);
  out.member("question", r.question).member("answer", r.answer);
  out.key("facts");
  strings(r.facts);
  out.key("decomposition");
  strings(r.decomposition);
  out.key("evidence").begin_array();
  for (const mhqa::strategyqa::annotation& annotator : r.evidence) {
    out.begin_array();
    for (const mhqa::strategyqa::step_evidence& step : annotator) {
      out.begin_array();
      for (const mhqa::strategyqa::evidence_item& item : step) {
        if (item.mark) {
          out.value(*item.mark);
        } else {
          strings(item.paragraphs);
        }
      }
      out.end_array();
    }
    out.end_array();
  }
  out.end_array().end_object();
}

/// A predictions file in eval.py's layout, whose first entry determines the kinds of predictions; an answer alone may
/// stand for its object. Or in recall@10.py's, a list of paragraph ids per question.
///
/// Errors: data_error for a repeated id, entries of different kinds, a wrong type (an answer may have any)
/// Differs: eval.py splits a decomposition that is one string into characters; here it is a wrong type
class predictions {
 public:
  explicit predictions(const std::string& path) : path_{path}, document_{path} {
    document_.for_each_entry([&](std::string_view id, json_value value) {
      json_context& context = value.context();
      context.id = id;
      if (!ids_.insert(id).second) context.fail("expected each id once, found it twice");
      entry& e = entries_.emplace_back();
      if (ids_.size() == 1) lists_ = value.is_array();
      if (lists_) {
        kinds_.paragraphs = true;
        e.paragraphs = read_list(value);
      } else {
        read_entry(value, e);
      }
      context.id = {};
    });
  }

  [[nodiscard]] const prediction_kinds& kinds() const noexcept { return kinds_; }

  /// Returns the prediction for a question and marks it as used.
  ///
  /// Errors: data_error with the id for a question without a prediction
  [[nodiscard]] mhqa::strategyqa::prediction find(std::string_view id) {
    const std::uint32_t number = ids_.find(id);
    if (number == string_index::npos) {
      throw_data_error({.file = path_, .id = std::string{id}},
                       "expected a prediction for each question; this one has none");
    }
    entry& e = entries_[number];
    if (!std::exchange(e.used, true)) ++used_;
    const auto strings = [this](range r) {
      return std::span<const std::string_view>{strings_}.subspan(r.begin, r.size);
    };
    mhqa::strategyqa::prediction result;
    if (kinds_.answer) result.answer = e.answer;
    if (kinds_.decomposition) result.decomposition = strings(e.decomposition);
    if (kinds_.paragraphs) result.paragraphs = strings(e.paragraphs);
    return result;
  }

  /// Returns a line if answers are texts, such as "yes", which the program counts as wrong; "" otherwise.
  [[nodiscard]] std::string hint() const {
    if (texts_ == 0) return {};
    return std::to_string(texts_) + " of " + std::to_string(ids_.size()) +
           " answers are texts, such as \"yes\", which never equal true or false; write true and false";
  }

  /// Throws unless there are as many predictions as questions, as eval.py does; lists may be more.
  void require_count(std::uint64_t questions) const {
    if (lists_ || questions == ids_.size()) return;
    throw_data_error({.file = path_}, "expected as many predictions as questions (" + std::to_string(questions) +
                                          "), found " + std::to_string(ids_.size()));
  }

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_; }

 private:
  struct range {
    std::size_t begin = 0, size = 0;
  };
  struct entry {
    range decomposition, paragraphs;
    mhqa::strategyqa::verdict answer = mhqa::strategyqa::verdict::neither;
    bool used = false;
  };

  [[nodiscard]] range read_list(json_value value) {
    const std::size_t begin = strings_.size();
    detail::read_strings(value, strings_);
    return {begin, strings_.size() - begin};
  }

  void read_entry(json_value value, entry& e) {
    json_context& context = value.context();
    prediction_kinds found;
    std::size_t members = 0;
    const auto read_answer = [&](json_value answer) {
      found.answer = true;
      texts_ += answer.is_string() ? 1 : 0;
      e.answer = detail::read_verdict(answer);
    };
    const auto read_member = [&](std::string_view key, json_value field) {
      ++members;
      if (key == "answer") {
        read_answer(field);
      } else if (key == "decomposition") {
        found.decomposition = true;
        e.decomposition = read_list(field);
      } else if (key == "paragraphs") {
        found.paragraphs = true;
        e.paragraphs = read_list(field);
      }
    };
    if (value.is_boolean() || value.is_number() || value.is_string()) {
      members = 1;
      read_answer(value);
    } else {
      value.object(read_member);
    }
    if (ids_.size() == 1) {
      if (found.size() == 0) context.fail("expected \"answer\", \"decomposition\" or \"paragraphs\"");
      kinds_ = found;
    } else if (found != kinds_ || members != kinds_.size()) {  // only the first entry may have more, as in eval.py
      context.fail("expected the kinds of predictions that the first entry has, and nothing else: " + names(kinds_));
    }
  }

  [[nodiscard]] static std::string names(const prediction_kinds& k) {
    std::string out;
    const auto add = [&out](bool has, std::string_view name) {
      if (!has) return;
      if (!out.empty()) out += ", ";
      out += name;
    };
    add(k.answer, "answer");
    add(k.decomposition, "decomposition");
    add(k.paragraphs, "paragraphs");
    return out;
  }

  std::string path_;
  json_document document_;
  string_index ids_;
  std::vector<entry> entries_;
  std::vector<std::string_view> strings_;
  prediction_kinds kinds_;
  bool lists_ = false;
  std::size_t used_ = 0;
  std::size_t texts_ = 0;  // answers that are texts
};

/// Appends the lines that eval.py prints before it reads its files.
inline void append_official_arguments(std::string& out, std::string_view golds_file, std::string_view predictions_file,
                                      std::size_t retrieval_limit = mhqa::strategyqa::evaluator::default_limit,
                                      std::string_view metrics_output_file = "metrics.json") {
  out += "====Input Arguments====\n";
  json_writer json{out, 2, json_text::ascii};
  json.begin_object().member("golds_file", golds_file).member("metrics_output_file", metrics_output_file);
  json.member("predictions_file", predictions_file).member("retrieval_limit", retrieval_limit).end_object();
  out += "\n=======================\n";
}

/// Appends the numbers as eval.py prints them: JSON indented by four, 0.0 for a kind without predictions.
inline void append_official(std::string& out, const mhqa::strategyqa::published_totals& t,
                            std::size_t retrieval_limit = mhqa::strategyqa::evaluator::default_limit) {
  json_writer json{out, 4, json_text::ascii};
  json.begin_object();
  for (const named_score& score : t.named(retrieval_limit)) json.member(score.name, score.value.value_or(0));
  json.end_object();
  out += '\n';
}

/// Opens a gold file for `evaluate`. `needed` are the kinds of the predictions.
[[nodiscard]] inline auto golds(const std::string& path, prediction_kinds needed, fields wanted = fields::gold) {
  const auto one = [wanted, needed](json_value value, record& out) { read(value, out, wanted, needed); };
  return gold_records<record, decltype(one)>{path, one};
}

/// Appends the complete output of the program, which names its files.
inline void append_official(std::string& out, const evaluation<mhqa::strategyqa::data_set>& e,
                            std::string_view golds_file, std::string_view predictions_file) {
  append_official_arguments(out, golds_file, predictions_file, e.set.retrieval_limit);
  append_official(out, e.published, e.set.retrieval_limit);
}

}  // namespace strategyqa
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
