// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of score_lines.hpp.
#pragma once

#include <mhqa/io/score_lines.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/rescore.hpp>
#include <mhqa/metrics/samples.hpp>
#include <mhqa/text/extract.hpp>

#include <fmt/core.h>

#include <optional>
#include <span>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE void scored_part::take_from(answer_line& line, json_context& where) {
  if (profile_ == nullptr) return;
  found_ = {};
  if (line.absent) return;
  if (line.prediction_is_list) {
    where.fail("expected a string as the prediction, found a list: an answer is extracted from one text");
  }
  found_ = extract_answer(line.prediction.front(), *profile_, memory_);
  line.prediction.front() = found_.answer;
}

MHQA_INLINE void scored_part::write(json_writer& json) const {
  if (profile_ == nullptr) return;
  json.member("extracted", found_.found() ? std::optional{found_.answer} : std::nullopt);
  json.member("why", mhqa::name(found_.reason));
}

/// The choices of a profile, as a signature names them.
[[nodiscard]] inline signature_choices choices_of(const extraction_profile* profile) {
  signature_choices out;
  if (profile == nullptr) return out;
  out.emplace_back("extract", profile->name);
  if (profile->tag != extraction_profile{}.tag) out.emplace_back("tag", profile->tag);
  return out;
}

}  // namespace detail

MHQA_INLINE std::string line_signature(std::string_view evaluator, const extraction_profile* profile) {
  return answer_evaluator{evaluator}.signature(detail::choices_of(profile));
}

MHQA_INLINE void line_scorer::operator()(json_value line, std::string& out) {
  read(line, by_.takes(), answer_);
  part_.take_from(answer_, line.context());
  by_.score(answer_.view(), result_);
  if (!result_.error().empty()) line.context().fail(result_.error());
  json_writer json{out};
  json.begin_object();
  answer_.id.write(json);
  write_members(json, answer_, result_);
  part_.write(json);
  json.end_object();
}

MHQA_INLINE std::vector<result_answer> read_answer_lines(const std::string& path, const taken_values& takes,
                                                         const extraction_profile* profile) {
  std::vector<result_answer> out;
  json_records records{path};
  detail::scored_part part{profile};
  answer_line line;
  while (std::optional<json_value> value = records.next()) {
    read(*value, takes, line);
    part.take_from(line, value->context());
    result_answer& one = out.emplace_back();
    one.id = line.id.key.empty() ? std::to_string(out.size()) : std::string{line.id.text};
    one.is_list = line.prediction_is_list;
    if (one.is_list) one.spans.assign(line.prediction.begin(), line.prediction.end());
    if (!line.absent) one.prediction.emplace();
    for (const std::string_view text : line.prediction) {
      if (!line.absent) one.prediction->append(one.prediction->empty() ? "" : "; ").append(text);
    }
    one.golds.assign(line.golds.texts.begin(), line.golds.texts.end());
    one.answer_type = line.answer_type;
  }
  return out;
}

MHQA_INLINE scored_result score_lines(const std::string& path, std::string_view evaluator,
                                      const extraction_profile* profile) {
  const scored_result answers{{}, {}, read_answer_lines(path, answer_evaluator{evaluator}.takes(), profile)};
  return rescored(answers, evaluator, absent_answers::zero, detail::choices_of(profile));
}

MHQA_INLINE void append_means(std::string& out, const scored_result& result) {
  for (const named_score& one : means_of(result)) {
    out += one.name + " " + (one.value ? fmt::format("{:.6f}", *one.value) : "-") + "\n";
  }
  out += "n " + std::to_string(result.answers.size()) + "\n";
  if (const std::size_t absent = result.absent(); absent != 0) out += "absent " + std::to_string(absent) + "\n";
  if (!result.refused.empty()) out += "refused " + std::to_string(result.refused.size()) + "\n";
  out += "signature " + result.signature + "\n";
}

MHQA_INLINE void append_means_json(std::string& out, const scored_result& result,
                                   const std::vector<named_score>& more) {
  json_writer json{out, 2};
  json.begin_object().member("evaluator", result.evaluator).key("scores").begin_object();
  for (const named_score& one : more) json.member(one.name, one.value);
  for (const named_score& one : means_of(result)) json.member(one.name, one.value);
  json.end_object().member("n", result.answers.size()).member("absent", result.absent());
  json.member("refused", result.refused.size()).member("signature", result.signature).end_object();
  out += '\n';
}

MHQA_INLINE void append_samples(std::string& out, const scored_result& result, std::span<const std::size_t> ks,
                                bool json) {
  if (json) return append_means_json(out, result, sample_scores(result, ks));
  for (const named_score& one : sample_scores(result, ks)) out += one.name + fmt::format(" {:.6f}\n", *one.value);
  append_means(out, result);
}

MHQA_INLINE void expect_none_refused(const scored_result& result, const std::string& path) {
  if (result.refused.empty()) return;
  const auto& [id, why] = result.refused.front();
  throw_data_error({.file = path, .id = id},
                   why + " (" + std::to_string(result.refused.size()) + " of " + std::to_string(result.answers.size()) +
                       " answers are refused; they have no numbers in the result and are not in the means)");
}

}  // namespace mhqa::inline v0_1::io
