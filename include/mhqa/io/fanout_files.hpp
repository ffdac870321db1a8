// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores answers to FanOutQA's questions from files: the gold records {"id", "question", "answer", …}, and predictions
// [{"id", "answer"}], as an array or lines.
//   fanout_report r = io::score_fanout_files("answers.json", "fanout-final-dev.json", false, {});
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/fanout_accuracy.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/sum.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace mhqa::inline v0_1::io {

/// Reads an answer: a text, a number, a truth value, null ("None"), or a list or object of these.
///
/// Errors: data_error as json_value
[[nodiscard]] fanout_answer read_fanout_answer(json_value value);

/// Appends what identifies a gold answer.
void append_fanout_gold(std::string& out, const fanout_answer& answer);

/// The scores of a file.
struct fanout_report {
  double loose = 0, strict = 0;
  std::uint64_t questions = 0;
  std::uint64_t missing = 0;  ///< questions without a prediction, which score 0
  std::uint64_t ignored = 0;  ///< predictions of other ids
  bool normalized = false;
  data_fingerprint data{};  ///< of the golds

  [[nodiscard]] std::string signature() const;
};

namespace detail {

/// Calls use(context, id, answer) for each record; the answers of predictions are text.
template <class Use>
void read_fanout_records(json_records& records, bool texts, Use&& use) {
  while (auto record = records.next()) {
    std::string id;
    fanout_answer answer;
    bool has_answer = false;
    record->object([&](std::string_view key, json_value value) {
      if (key == "id") id = value.context().id = value.string();
      if (key != "answer") return;
      answer = texts ? fanout_answer{.text = std::string{value.string()}} : read_fanout_answer(value);
      has_answer = true;
    });
    record->context().require(!id.empty(), "id");
    record->context().require(has_answer, "answer");
    use(record->context(), std::move(id), std::move(answer));
    record->context().id = {};
  }
}

void append_fanout_line(std::string& out, std::string_view id, const fanout_score& score);

}  // namespace detail

/// Scores a file of predictions; `row` takes a line {"id", "found", "score", "missing"} for each question.
///
/// Shape:  with `normalized`, texts of both files are compared as they are
/// Errors: data_error for a record without id or answer, an id that is there twice, an empty gold answer, and no gold
template <class Row>
[[nodiscard]] fanout_report score_fanout_files(const std::string& predictions, const std::string& gold, bool normalized,
                                               Row&& row) {
  const auto normalize = [&](std::string_view text) { return normalized ? std::string{text} : fanout_normalize(text); };
  struct prediction {
    std::string text;
    bool used = false;
  };
  std::unordered_map<std::string, prediction> said;
  json_records answers{predictions};
  detail::read_fanout_records(answers, true, [&](json_context& context, std::string id, const fanout_answer& answer) {
    if (!said.try_emplace(std::move(id), prediction{normalize(answer.text)}).second) {
      context.fail("expected each id once, found it twice");
    }
  });
  fanout_report out{.normalized = normalized};
  exact_sum loose;
  std::uint64_t strict = 0;
  json_records questions{gold};
  std::string line;
  detail::read_fanout_records(questions, false,
                              [&](json_context& context, const std::string& id, const fanout_answer& answer) {
                                if (answer.is != fanout_answer::form::text && answer.parts.empty())
                                  context.fail("expected an answer, found none");
                                ++out.questions;
                                line.clear();
                                append_fanout_gold(line, answer);
                                out.data.add(id, line);
                                const auto found = said.find(id);
                                fanout_score score;
                                if (found == said.end()) {
                                  ++out.missing;
                                } else {
                                  if (std::exchange(found->second.used, true))
                                    context.fail("expected each id once, found it twice");
                                  score = score_fanout_normalized(answer, found->second.text, normalize);
                                }
                                loose += score.score;
                                strict += score.found ? 1 : 0;
                                line.clear();
                                detail::append_fanout_line(line, id, score);
                                row(std::string_view{line});
                              });
  if (out.questions == 0) throw_data_error({.file = gold}, "expected questions, found none");
  for (const auto& [id, one] : said) out.ignored += one.used ? 0 : 1;
  out.loose = loose.value() / static_cast<double>(out.questions);
  out.strict = static_cast<double>(strict) / static_cast<double>(out.questions);
  return out;
}

/// Appends what `mhqa eval fanoutqa` prints, or one JSON object.
void append_fanout(std::string& out, const fanout_report& r, bool as_json);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/fanout_files.ipp>
#endif
