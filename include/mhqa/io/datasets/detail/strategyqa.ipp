// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of strategyqa.hpp.
#pragma once

#include <mhqa/io/datasets/strategyqa.hpp>

#include <mhqa/io/json_fields.hpp>

#include <span>
#include <utility>

namespace mhqa::inline v0_1::io::strategyqa {
namespace detail {

MHQA_INLINE void read_strings(json_value value, std::vector<std::string_view>& out) {
  value.array([&](json_value item) { out.push_back(item.string()); });
}

MHQA_INLINE mhqa::strategyqa::step_evidence read_step(json_value value) {
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

MHQA_INLINE mhqa::strategyqa::verdict read_verdict(json_value value) {
  using mhqa::strategyqa::verdict;
  if (value.is_boolean()) return value.boolean() ? verdict::yes : verdict::no;
  if (!value.is_number()) return verdict::neither;
  const double number = value.number();
  return number == 1 ? verdict::yes : number == 0 ? verdict::no : verdict::neither;
}

}  // namespace detail

MHQA_INLINE void read(json_value value, record& out, fields wanted, prediction_kinds needed) {
  json_context& context = value.context();
  out.qid = out.term = out.description = out.question = {};
  out.answer = false;
  out.facts.clear();
  out.decomposition.clear();
  out.evidence.clear();
  const auto read_annotator = [&](json_value annotator) {
    if (out.evidence.size() == most_annotators) {
      annotator.fail("expected at most " + std::to_string(most_annotators) + " annotators, found more");
    }
    auto& steps = out.evidence.emplace_back();
    annotator.array([&](json_value step) { steps.push_back(detail::read_step(step)); });
  };
  const bool all = wanted == fields::all;
  read_fields(value, required_field{"qid", record_id(out.qid)}, required_field{"answer", out.answer, needed.answer},
              required_field{"question", out.question, needed.decomposition},
              required_field{"decomposition", out.decomposition, needed.decomposition},
              required_field{"evidence", [&](json_value list) { list.array(read_annotator); }, needed.paragraphs},
              optional_field{"term", out.term, all}, optional_field{"description", out.description, all},
              optional_field{"facts", out.facts, all});
  if (needed.paragraphs && out.evidence.empty()) {
    context.path.push_back({"evidence", 0});
    context.fail("expected at least one annotator");
  }
}

MHQA_INLINE void write(json_writer& out, const record& r) {
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

MHQA_INLINE predictions::predictions(const data_source& source) : path_{source.name()}, document_{source} {
  document_.for_each_entry([&](std::string_view id, json_value value) {
    json_context& context = value.context();
    context.id = id;
    if (!ids_.insert(id).second) {
      throw_data_error(context.where(), "expected each id once, found it twice", errc::duplicate);
    }
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

MHQA_INLINE mhqa::strategyqa::prediction predictions::find(std::string_view id) {
  const std::uint32_t number = ids_.find(id);
  if (number == string_index::npos) {
    throw_data_error({.file = path_, .id = std::string{id}},
                     "expected a prediction for each question; this one has none");
  }
  entry& e = entries_[number];
  if (!std::exchange(e.used, true)) ++used_;
  const auto strings = [this](range r) { return std::span<const std::string_view>{strings_}.subspan(r.begin, r.size); };
  mhqa::strategyqa::prediction result;
  if (kinds_.answer) result.answer = e.answer;
  if (kinds_.decomposition) result.decomposition = strings(e.decomposition);
  if (kinds_.paragraphs) result.paragraphs = strings(e.paragraphs);
  return result;
}

MHQA_INLINE std::string predictions::hint() const {
  if (texts_ == 0) return {};
  return std::to_string(texts_) + " of " + std::to_string(ids_.size()) +
         " answers are texts, such as \"yes\", which never equal true or false; write true and false";
}

MHQA_INLINE void predictions::require_count(std::uint64_t questions) const {
  if (lists_ || questions == ids_.size()) return;
  throw_data_error({.file = path_}, "expected as many predictions as questions (" + std::to_string(questions) +
                                        "), found " + std::to_string(ids_.size()));
}

MHQA_INLINE predictions::range predictions::read_list(json_value value) {
  const std::size_t begin = strings_.size();
  detail::read_strings(value, strings_);
  return {begin, strings_.size() - begin};
}

MHQA_INLINE void predictions::read_entry(json_value value, entry& e) {
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

MHQA_INLINE std::string predictions::names(const prediction_kinds& k) {
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

MHQA_INLINE void append_official_arguments(std::string& out, std::string_view golds_file,
                                           std::string_view predictions_file, std::size_t retrieval_limit,
                                           std::string_view metrics_output_file) {
  out += "====Input Arguments====\n";
  json_writer json{out, 2, json_text::ascii};
  json.begin_object().member("golds_file", golds_file).member("metrics_output_file", metrics_output_file);
  json.member("predictions_file", predictions_file).member("retrieval_limit", retrieval_limit).end_object();
  out += "\n=======================\n";
}

MHQA_INLINE void append_official(std::string& out, const mhqa::strategyqa::published_totals& t,
                                 std::size_t retrieval_limit) {
  json_writer json{out, 4, json_text::ascii};
  json.begin_object();
  for (const named_score& score : t.named(retrieval_limit)) json.member(score.name, score.value.value_or(0));
  json.end_object();
  out += '\n';
}

MHQA_INLINE void append_official(std::string& out, const evaluation<mhqa::strategyqa::data_set>& e,
                                 std::string_view golds_file, std::string_view predictions_file) {
  append_official_arguments(out, golds_file, predictions_file, e.set.retrieval_limit);
  append_official(out, e.published, e.set.retrieval_limit);
}

}  // namespace mhqa::inline v0_1::io::strategyqa
