// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of condition_files.hpp.
#pragma once

#include <mhqa/io/condition_files.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/request_files.hpp>

#include <cstddef>
#include <unordered_map>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE condition_question condition_question_of(const mhqa::musique::record& record) {
  condition_question out;
  for (const mhqa::musique::paragraph& p : record.paragraphs) out.context.push_back({p.title, p.text});
  if (record.decomposition.empty()) {
    throw_data_error({.id = std::string{record.id}, .field = "question_decomposition"}, "expected steps, found none");
  }
  std::unordered_map<std::int64_t, std::uint32_t> positions;
  for (std::size_t i = 0; i < record.paragraphs.size(); ++i) {
    positions[record.paragraphs[i].idx] = static_cast<std::uint32_t>(i);
  }
  for (const mhqa::musique::step& step : record.decomposition) {
    if (step.answer.empty()) {
      throw_data_error({.id = std::string{record.id}, .field = "question_decomposition"},
                       "expected an answer to every step");
    }
    condition_hop hop{std::string{step.question}, {step.answer}, {}};
    if (step.paragraph_support_idx) {
      const auto at = positions.find(*step.paragraph_support_idx);
      if (at != positions.end()) hop.support = at->second;
    }
    if (step.paragraph_support_idx && !hop.support) {
      throw_data_error(
          {.id = std::string{record.id}, .field = "paragraph_support_idx"},
          "expected the idx of a paragraph of the record, found " + std::to_string(*step.paragraph_support_idx));
    }
    out.hops.push_back(std::move(hop));
  }
  return out;
}

MHQA_INLINE std::string condition_id(std::string_view record, const condition_request& request) {
  std::string out = std::string{record} + '@' + std::to_string(request.step + 1);
  if (request.without) out += '-' + std::to_string(*request.without + 1);
  return out;
}

MHQA_INLINE void condition_request_files::add(std::string_view id, const condition_question& question) {
  const std::uint64_t first = written_;
  for (const context_paragraph& p : question.context) {
    line_.clear();
    json_writer json{line_};
    json.begin_object().member("idx", written_++).member("title", p.title).member("paragraph_text", p.text);
    json.end_object();
    paragraphs_.write(line_ += '\n');
  }
  const std::vector<condition_request> requests = condition_requests(question.hops);
  expect_few_readings(requests.size() - question.hops.size(), question.context.size());
  for (const condition_request& r : requests) {
    line_.clear();
    json_writer json{line_};
    json.begin_object().member("id", std::string_view{condition_id(id, r)});
    json.member("question", std::string_view{r.question}).key("paragraphs").begin_array();
    for (std::uint64_t i = 0; r.without && i < question.context.size(); ++i) json.value(first + i);
    json.end_array().end_object();
    requests_.write(line_ += '\n');
    ++asked_;
  }
}

MHQA_INLINE void condition_request_files::commit() {
  paragraphs_.commit();
  requests_.commit();
}

MHQA_INLINE condition_result judge_condition(std::string_view id, const condition_question& question,
                                             std::span<replay_reader> models, std::span<const std::string> files,
                                             const connection_limits& limits) {
  const std::vector<condition_request> requests = condition_requests(question.hops);
  model_readings readings;
  for (std::size_t n = 0; n < models.size(); ++n) {
    replay_reader& model = models[n];
    std::vector<reading>& said = readings.emplace_back();
    for (const condition_request& r : requests) {
      const std::string key = condition_id(id, r);
      if (!model.contains(key)) {
        throw_data_error({.file = files[n], .id = key}, "expected an answer to this request, found none");
      }
      said.push_back(model(reading_task{key, r.question, {}}));
    }
  }
  return mhqa::judge_condition(question.hops, readings, limits);
}

}  // namespace mhqa::inline v0_1::io
