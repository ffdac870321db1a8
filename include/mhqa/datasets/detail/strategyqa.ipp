// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of strategyqa.hpp.
#pragma once

#include <mhqa/datasets/strategyqa.hpp>

#include <mhqa/metrics/retrieval.hpp>
#include <mhqa/text/split.hpp>

namespace mhqa::inline v0_1::strategyqa {

MHQA_INLINE void append_paragraphs(const step_evidence& step, std::vector<std::string_view>& out) {
  for (const evidence_item& item : step) out.insert(out.end(), item.paragraphs.begin(), item.paragraphs.end());
}

MHQA_INLINE question_scores evaluator::operator()(const record& gold, const prediction& predicted) {
  question_scores result;
  if (predicted.answer) {
    result.accuracy = *predicted.answer == (gold.answer ? verdict::yes : verdict::no) ? 1 : 0;
    result.neither = *predicted.answer == verdict::neither;
  }
  if (predicted.decomposition) {
    source_.assign(std::span{&gold.question, 1});
    prediction_.assign(*predicted.decomposition);
    target_.assign(gold.decomposition);
    result.sari = sari_(source_.tokens(), prediction_.tokens(), target_.tokens()).sari;
  }
  if (predicted.paragraphs) {
    if (gold.evidence.empty()) {
      throw_data_error({.id = std::string{gold.qid}, .field = "evidence"}, "expected at least one annotator");
    }
    result.recall = 0;
    for (const annotation& annotator : gold.evidence) {
      evidence_.clear();
      for (const step_evidence& step : annotator) append_paragraphs(step, evidence_);
      result.recall = std::max(*result.recall, recall_at<std::string_view>(*predicted.paragraphs, evidence_, limit_));
    }
  }
  return result;
}

MHQA_INLINE void evaluator::words::assign(std::span<const std::string_view> steps) {
  text_.clear();
  for (const std::string_view step : steps) {
    text_ += ' ';
    for (const char c : step) {
      if (c == '?') text_ += ' ';
      text_ += c;
    }
  }
  tokens_.clear();
  split_whitespace(std::string_view{text_}, [this](std::string_view word) { tokens_.push_back(word); });
}

MHQA_INLINE std::string_view data_set::group(const record& r, std::string_view field, std::string& store) {
  if (field == "answer") return r.answer ? "true" : "false";
  return store = std::to_string(r.decomposition.size());
}

MHQA_INLINE void data_set::fingerprint(const record& r, std::string& out) {
  out += r.answer ? "1" : "0";
  for (const std::string_view step : r.decomposition) append_gold(out += '\n', step);
  for (const annotation& annotator : r.evidence) {
    out += "\t";
    for (const step_evidence& step : annotator) {
      for (const evidence_item& item : step) {
        for (const std::string_view paragraph : item.paragraphs) append_gold(out += '\n', paragraph);
      }
    }
  }
}

MHQA_INLINE data_set::result data_set::score(evaluator& scorer, const record& gold, const prediction* predicted) {
  if (predicted == nullptr) throw_data_error({.id = std::string{gold.qid}}, "expected a prediction", errc::missing);
  return scorer(gold, *predicted);
}

MHQA_INLINE void data_set::row(const result& s, question_row& out) {
  if (s.accuracy) out.add("accuracy", s.accuracy);
  if (s.sari) out.add("sari", s.sari);
  if (s.recall) out.add("recall", s.recall);
}

MHQA_INLINE void data_set::texts(const record& r, const prediction* predicted, question_row& out) {
  out.question = r.question;
  out.golds.emplace_back(r.answer ? "true" : "false");
  if (predicted == nullptr || !predicted->answer) return;
  constexpr std::string_view spelled[] = {"false", "true", "neither"};
  out.prediction = spelled[static_cast<std::size_t>(*predicted->answer)];
}

}  // namespace mhqa::inline v0_1::strategyqa
