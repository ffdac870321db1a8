// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores lines {"prediction", "gold"} by a dialect or a published program of any name, as `mhqa score` does: a line for
// each, or the result of all with its means. An extraction profile may find the answer in each prediction first.
//   line_scorer score{"hotpotqa"};  answer_json_lines("-", out, score);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/rescore.hpp>
#include <mhqa/metrics/samples.hpp>
#include <mhqa/metrics/scored_result.hpp>
#include <mhqa/text/extract.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

namespace detail {

/// The part of each prediction that is scored: all of it, or the answer that a profile finds.
class scored_part {
 public:
  explicit scored_part(const extraction_profile* profile) : profile_{profile} {}

  /// Replaces the prediction by its answer, or by "" if the profile finds none.
  void take_from(std::string_view& prediction) {
    if (profile_ == nullptr) return;
    found_ = extract_answer(prediction, *profile_);
    prediction = found_.answer;
  }

  /// Writes the answer, or null, and the reason.
  void write(json_writer& json) const {
    if (profile_ == nullptr) return;
    json.member("extracted", found_.found() ? std::optional{found_.answer} : std::nullopt);
    json.member("why", mhqa::name(found_.reason));
  }

  [[nodiscard]] bool is_all() const noexcept { return profile_ == nullptr; }

 private:
  const extraction_profile* profile_;
  extraction found_{};
};

/// The id of a line, a string or a number, which its answer repeats.
struct line_id {
  std::string_view key{}, text{};
  bool is_number = false;

  /// Takes the field if it is an id.
  void take(std::string_view name, json_value value) {
    if (name != "id" && name != "_id") return;
    is_number = value.is_number();
    if (!is_number && !value.is_string()) return;
    key = name;
    if (is_number) static_cast<void>(value.number());  // refuses text that only begins like a number
    text = is_number ? value.raw() : value.string();
  }
  void write(json_writer& json) const {
    if (key.empty()) return;
    json.key(key);
    if (is_number) {
      json.raw(text);
    } else {
      json.value(text);
    }
  }
};

/// A line for a dialect.
struct dialect_line {
  std::string_view prediction{};
  std::vector<std::string_view> golds{};
  bool gold_is_list = false;
  line_id id{};
};

/// A string; or true and false, which are StrategyQA's answers.
[[nodiscard]] inline std::string_view text_or_truth(json_value value) {
  if (value.is_boolean()) return value.boolean() ? "true" : "false";
  return value.string();
}

inline void read_dialect_line(json_value line, const dialect& rules, dialect_line& out) {
  bool has_prediction = false, has_gold = false;
  out.golds.clear();
  out.gold_is_list = false;
  out.id = {};
  line.object([&](std::string_view key, json_value value) {
    if (key == "prediction") {
      out.prediction = text_or_truth(value);
      has_prediction = true;
    } else if (key == "gold") {
      out.golds.clear();
      out.gold_is_list = value.is_array();
      if (out.gold_is_list) {
        value.array([&](json_value gold) { out.golds.push_back(text_or_truth(gold)); });
        if (out.golds.empty() && !rules.blank_golds_dropped) line.context().fail("expected at least one gold answer");
      } else {
        out.golds.push_back(text_or_truth(value));
      }
      has_gold = true;
    } else {
      out.id.take(key, value);
    }
  });
  line.context().require(has_prediction, "prediction");
  line.context().require(has_gold, "gold");
}

}  // namespace detail

/// Returns the choices of an evaluator, and the profile's name, as the results of its lines are signed.
///
/// Errors: data_error for an unknown name
[[nodiscard]] inline std::string line_signature(std::string_view evaluator, const extraction_profile* profile) {
  const published_dialect* const program = find_published(evaluator);
  std::string out =
      program != nullptr ? signature_of(*program) : make_signature(find_or_throw<dialect>(evaluator), {}, {});
  if (profile != nullptr) out.append("|extract:").append(profile->name);
  return out;
}

/// Answers each line of JSON with its scores.
///
/// Shape:  a dialect gives em, f1, precision and recall, each the maximum over the golds; a published program its own
///         numbers, null where it has none. Then the normalised texts and, with a profile, the answer it found (null:
///         none) and why. The line's id is repeated
/// Errors: data_error for an unknown name; from a call, for a line without prediction or gold, one on which the program
///         raises, and a list as the prediction if there is a profile
/// Example: {"prediction": "a Rome", "gold": "Rome"} -> {"em": 1.0, "f1": 1.0, …} by hotpotqa
class line_scorer {
 public:
  explicit line_scorer(std::string_view evaluator, const extraction_profile* profile = nullptr)
      : program_{find_published(evaluator)}, part_{profile} {
    if (program_ == nullptr) scorer_.emplace(find_or_throw<dialect>(evaluator));
  }

  void operator()(json_value line, std::string& out) {
    if (program_ != nullptr) {
      score_by_program(line, out);
    } else {
      score_by_dialect(line, out);
    }
  }

 private:
  void score_by_dialect(json_value line, std::string& out) {
    detail::read_dialect_line(line, scorer_->rules(), pair_);
    part_.take_from(pair_.prediction);
    const scores s = (*scorer_)(pair_.prediction, std::span<const std::string_view>{pair_.golds});
    json_writer json{out};
    json.begin_object();
    pair_.id.write(json);
    json.member("em", s.em).member("f1", s.f1).member("precision", s.precision).member("recall", s.recall);
    json.member("normalized_prediction", scorer_->prediction().text());
    json.key("normalized_gold");
    if (pair_.gold_is_list) json.begin_array();
    for (const std::string_view gold : pair_.golds) {
      form_.assign(gold, scorer_->rules().text);
      json.value(form_.text());
    }
    if (pair_.gold_is_list) json.end_array();
    part_.write(json);
    json.end_object();
  }

  void score_by_program(json_value line, std::string& out) {
    detail::line_id id;
    read(line, answer_, [&](std::string_view key, json_value value) { id.take(key, value); });
    if (!part_.is_all() && answer_.prediction_is_list) {
      line.context().fail("expected a string as the prediction, found a list: --extract reads one text");
    }
    if (!answer_.prediction_is_list) part_.take_from(answer_.prediction.front());
    score_published(*program_, answer_.view(), result_);
    if (!result_.error().empty()) line.context().fail(result_.error());
    json_writer json{out};
    json.begin_object();
    id.write(json);
    write_members(json, answer_, result_);
    part_.write(json);
    json.end_object();
  }

  const published_dialect* program_;
  std::optional<answer_scorer<>> scorer_;
  detail::scored_part part_;
  detail::dialect_line pair_;
  normalized form_;
  answer_line answer_;
  published_result result_;
};

/// Scores all lines of a file as one result.
///
/// Shape:     as rescored()
/// Undefined: an answer on which the program raises has no numbers; `refused` has its id
/// Errors:    data_error as read_answer_lines() and for an unknown name
[[nodiscard]] inline scored_result score_lines(const std::string& path, std::string_view evaluator,
                                               const extraction_profile* profile = nullptr) {
  scored_result answers{{}, {}, read_answer_lines(path)};
  detail::scored_part part{profile};
  for (result_answer& one : answers.answers) {
    if (!one.prediction) continue;
    std::string_view answer = *one.prediction;
    part.take_from(answer);
    one.prediction = std::string{answer};
  }
  scored_result out = rescored(answers, evaluator);
  out.signature = line_signature(evaluator, profile);
  return out;
}

/// Appends a line for the mean of each number, "-" where no answer has it, and the signature.
inline void append_means(std::string& out, const scored_result& result) {
  for (const named_score& one : means_of(result)) {
    out += one.name + " " + (one.value ? fmt::format("{:.6f}", *one.value) : "-") + "\n";
  }
  out += "signature " + result.signature + "\n";
}

/// Appends a line for each of sample_scores().
///
/// Errors: data_error as sample_scores()
inline void append_sample_scores(std::string& out, const scored_result& result, std::span<const std::size_t> ks) {
  for (const named_score& one : sample_scores(result, ks)) out += one.name + fmt::format(" {:.6f}\n", *one.value);
}

/// Throws if the program refused answers, for the first of them.
inline void expect_none_refused(const scored_result& result, const std::string& path) {
  if (result.refused.empty()) return;
  const auto& [id, why] = result.refused.front();
  throw_data_error({.file = path, .id = id},
                   why + " (" + std::to_string(result.refused.size()) + " of " + std::to_string(result.answers.size()) +
                       " answers are refused; they have no numbers in the result and are not in the means)");
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
