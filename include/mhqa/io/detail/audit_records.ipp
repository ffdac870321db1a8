// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of audit_records.hpp.
#pragma once

#include <mhqa/io/audit_records.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/rollout/gold.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <deque>

namespace mhqa::inline v0_1::io {

MHQA_INLINE audit_layout find_audit_layout(const std::string& file) {
  const auto explain = [](const auto&) {
    return "expected a record of MuSiQue (question_decomposition), HotpotQA or 2WikiMultihopQA (context), RAGAS "
           "(user_input), YourBench (chunks), MultiHop-RAG (query, evidence_list) or FanOutQA (categories, "
           "decomposition), or a row with question and answer";
  };
  const record_layout found = find_record_layout(
      file,
      {record_layout::ragas, record_layout::multihop_rag, record_layout::musique, record_layout::twowiki,
       record_layout::hotpotqa, record_layout::yourbench, record_layout::fanoutqa, record_layout::rows},
      record_layout::musique, explain);
  switch (found) {
    case record_layout::ragas:
      return audit_layout::ragas;
    case record_layout::multihop_rag:
      return audit_layout::multihop_rag;
    case record_layout::yourbench:
      return audit_layout::yourbench;
    case record_layout::fanoutqa:
      return audit_layout::fanoutqa;
    case record_layout::rows:
      return audit_layout::rows;
    case record_layout::twowiki:
    case record_layout::hotpotqa:
      return audit_layout::hotpotqa;
    default:
      return audit_layout::musique;
  }
}

MHQA_INLINE void audit_record::read(json_value value, audit_layout layout, std::uint64_t number) {
  id_.clear();
  question_.clear();
  answer_.clear();
  paragraphs_.clear();
  supports_.clear();
  missing_.clear();
  facts_.clear();
  sentences_.clear();
  citations_.clear();
  if (layout == audit_layout::fanoutqa || layout == audit_layout::rows) return read_row(value, layout, number);
  bool has_question = false, has_answer = false, own_answer = false, has_context = false, has_facts = false;
  json_context& place = value.context();
  value.object([&](std::string_view key, json_value field) {
    has_context = has_context || key == "context";
    if (field.is_null()) return;
    if (key == "id" || key == "_id" || key == "question_id") {
      id_ = field.is_string() ? std::string{field.string()} : std::to_string(field.integer());
      place.id = id_;
    } else if (key == question_key(layout)) {
      question_ = field.string();
      has_question = true;
    } else if (key == "ground_truth_answer" && layout == audit_layout::yourbench) {
      answer_ = field.string();
      has_answer = own_answer = true;
    } else if (is_answer_key(key, layout)) {
      if (!own_answer) answer_ = field.string();
      has_answer = true;
    } else if (key == "context" && layout == audit_layout::hotpotqa) {
      paragraphs_.clear();  // of two members with one name Python keeps the last
      sentences_.clear();
      read_context(field);
    } else if (key == "supporting_facts" && layout == audit_layout::hotpotqa) {
      facts_.clear();
      has_facts = true;
      read_supports(field);
    } else if (key == "reference_contexts" && layout == audit_layout::ragas) {
      paragraphs_.clear();
      field.array([&](json_value text) { add_paragraph({}, text.string()); });
    } else if (key == "chunks" && layout == audit_layout::yourbench) {
      paragraphs_.clear();
      field.array([&](json_value chunk) { read_chunk(chunk); });
    } else if (key == "citations" && layout == audit_layout::yourbench) {
      citations_.clear();
      field.array([&](json_value text) { citations_.emplace_back(text.string()); });
    } else if (key == "evidence_list" && layout == audit_layout::multihop_rag) {
      paragraphs_.clear();
      titled_.clear();
      field.array([&](json_value evidence) { read_evidence(evidence); });
    }
  });
  place.require(has_question, question_key(layout));
  place.require(has_answer, layout == audit_layout::ragas ? "reference" : "answer");
  extractive_ = layout == audit_layout::hotpotqa;
  if (extractive_) place.require(has_context, "context");
  finish(number);
  if (has_facts) find_missing();
}

MHQA_INLINE void audit_record::read_row(json_value value, audit_layout layout, std::uint64_t number) {
  std::deque<std::string> store;
  const rollout_gold row = detail::read_gold_row(value, layout == audit_layout::fanoutqa, store);
  if (row.id != row.question) value.context().id = id_ = row.id;
  question_ = row.question;
  for (const std::string_view answer : row.answers) answer_.append(answer_.empty() ? "" : "; ").append(answer);
  for (const rollout_hop& hop : row.hops) {
    for (const rollout_document& one : hop.supports) {
      if (!one.text.empty()) add_paragraph(std::string{one.title}, one.text);
    }
  }
  extractive_ = false;
  finish(number);
}

MHQA_INLINE void audit_record::finish(std::uint64_t number) {
  if (id_.empty()) id_ = std::to_string(number);
  views_.clear();
  for (const auto& [title, text] : paragraphs_) views_.push_back({title, text});
  cited_.assign(citations_.begin(), citations_.end());
  string_index facts;
  for (const auto& [title, sentence] : facts_) facts.insert(title);
  for (std::uint32_t i = 0; i < paragraphs_.size(); ++i) {
    if (!extractive_ || facts.contains(paragraphs_[i].first)) supports_.push_back(i);
  }
}

MHQA_INLINE void audit_record::find_missing() {
  string_index titles;
  std::vector<std::uint64_t> most;  // sentences of a paragraph with the title
  for (std::size_t i = 0; i < paragraphs_.size(); ++i) {
    const auto [number, fresh] = titles.insert(paragraphs_[i].first);
    if (fresh) most.push_back(0);
    most[number] = std::max(most[number], sentences_[i]);
  }
  for (const auto& [title, sentence] : facts_) {
    const std::uint32_t number = titles.find(title);
    const bool there =
        number != string_index::npos && sentence >= 0 && static_cast<std::uint64_t>(sentence) < most[number];
    if (!there) missing_.push_back(title);
  }
  if (facts_.empty()) missing_.push_back(question_);
}

MHQA_INLINE void audit_record::read_context(json_value value) {
  std::vector<titled_paragraph> context;
  io::read_paragraphs(value, context);
  for (const titled_paragraph& p : context) {
    add_paragraph(std::string{p.title}, {});
    append_sentences(paragraphs_.back().second, p.sentences);
    sentences_.push_back(p.sentences.size());
  }
}

MHQA_INLINE void audit_record::read_supports(json_value value) {
  std::vector<supporting_fact> facts;
  read_facts(value, facts);
  for (const supporting_fact& fact : facts) facts_.emplace_back(fact.title, fact.sentence);
}

MHQA_INLINE void audit_record::read_chunk(json_value value) {
  if (value.is_string()) {
    add_paragraph({}, value.string());
    return;
  }
  bool has_text = false;
  value.object([&](std::string_view key, json_value field) {
    if (key != "chunk_text" && key != "text") return;
    add_paragraph({}, field.string());
    has_text = true;
  });
  value.context().require(has_text, "chunk_text");
}

MHQA_INLINE void audit_record::read_evidence(json_value value) {
  std::string title, fact;
  value.object([&](std::string_view key, json_value field) {
    if (key == "title") title = field.string();
    if (key == "fact") fact = field.string();
  });
  if (!title.empty()) {
    const auto [same, added] = titled_.try_emplace(title, paragraphs_.size());
    if (!added) {
      paragraphs_[same->second].second += ' ' + fact;
      return;
    }
  }
  add_paragraph(std::move(title), fact);
}

}  // namespace mhqa::inline v0_1::io
