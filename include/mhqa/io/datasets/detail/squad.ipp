// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of squad.hpp.
#pragma once

#include <mhqa/io/datasets/squad.hpp>

namespace mhqa::inline v0_1::io::squad {
namespace detail {

MHQA_INLINE void read_answers(json_value value, std::vector<mhqa::squad::answer>& out) {
  json_context& context = value.context();
  out.clear();
  if (value.is_object()) {
    std::vector<std::int64_t> starts;
    const auto read_texts = [&](json_value list) {
      list.array([&](json_value text) { out.push_back({text.string(), std::nullopt}); });
    };
    required_field starts_field{"answer_start", starts, false};
    read_fields(value, required_field{"text", read_texts}, starts_field);
    if (!starts_field.seen) return;
    if (starts.size() != out.size()) {
      context.fail("expected as many \"answer_start\" as \"text\", found " + std::to_string(starts.size()) + " and " +
                   std::to_string(out.size()));
    }
    for (std::size_t i = 0; i < out.size(); ++i) out[i].start = starts[i];
    return;
  }
  out.clear();
  value.array([&](json_value item) { out.push_back(read_answer(item, [](std::string_view) {})); });
}

MHQA_INLINE void write_answers(json_writer& out, std::span<const mhqa::squad::answer> answers) {
  out.begin_array();
  for (const mhqa::squad::answer& a : answers) {
    out.begin_object().member("text", a.text);
    if (a.start) out.member("answer_start", *a.start);
    out.end_object();
  }
  out.end_array();
}

MHQA_INLINE void refuse_twice(const json_context& context, std::string_view id) {
  place where = context.where();
  where.id = id;
  throw_data_error(std::move(where), "expected each id once, found it twice", errc::duplicate);
}

MHQA_INLINE void refuse_member(json_value& value, std::string_view name) {
  value.fail("expected the member \"" + std::string{name} + "\" once in its object, found it twice");
}

}  // namespace detail

MHQA_INLINE void read(json_value value, record& out, fields wanted, bool needs_answer) {
  json_context& context = value.context();
  out.id = out.question = out.title = out.context = {};
  out.answers.clear();
  out.plausible_answers.clear();
  out.impossible.reset();
  const auto answers = [](std::vector<mhqa::squad::answer>& to) {
    return [&to](json_value list) { detail::read_answers(list, to); };
  };
  read_fields(value, required_field{"id", record_id(out.id)}, required_field{"answers", answers(out.answers)},
              optional_field{"is_impossible", out.impossible},
              optional_field{"question", out.question, wanted != fields::gold},
              optional_field{"plausible_answers", answers(out.plausible_answers), wanted == fields::all},
              optional_field{"title", out.title, wanted != fields::gold},
              optional_field{"context", out.context, wanted == fields::all});
  if (needs_answer && out.answers.empty()) {
    context.path.push_back({"answers", 0});
    context.fail("expected at least one gold answer in SQuAD 1.1");
  }
}

MHQA_INLINE version questions::find_version() {
  bool unanswerable = false;
  const fields wanted = std::exchange(wanted_, fields::gold);
  for_each([&](const record& r) { unanswerable = unanswerable || r.impossible || !r.has_answer(); });
  wanted_ = wanted;
  const std::string_view digits = declared_.starts_with('v') ? declared_.substr(1) : declared_;
  if (digits.starts_with('1')) return version::v1_1;
  if (digits.starts_with('2')) return version::v2_0;
  return unanswerable ? version::v2_0 : version::v1_1;
}

MHQA_INLINE bool questions::is_flat(const data_source& source) {
  if (source.held() != nullptr) return source.held()->is_array;
  const std::string& path = source.name();
  for (const std::string_view end : {".jsonl", ".jsonl.gz", ".jsonl.zst"}) {
    if (path.ends_with(end)) return true;
  }
  if (!identity_of(path)) return false;  // a pipe can be opened only once
  return line_reader{path}.peek(io::detail::json_space) == '[';
}

MHQA_INLINE void writer::add(const record& r) {
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

MHQA_INLINE void writer::finish() {
  if (open_) out_.end_array().end_object().end_array().end_object();
  out_.end_array().end_object();
  open_ = false;
}

MHQA_INLINE predictions::predictions(const data_source& source) : path_{source.name()}, document_{source} {
  document_.for_each_entry([&](std::string_view id, json_value text) {
    if (!ids_.insert(id).second) detail::refuse_twice(text.context(), id);
    texts_.push_back(text.string());
  });
  used_.resize(texts_.size());
}

MHQA_INLINE mhqa::squad::prediction predictions::find(std::string_view id) {
  const std::uint32_t number = ids_.find(id);
  if (number == string_index::npos) return {};
  if (!used_[number]) ++used_count_;
  used_[number] = true;
  return {.answer = texts_[number]};
}

MHQA_INLINE probabilities::probabilities(const data_source& source) : path_{source.name()}, document_{source} {
  document_.for_each_entry([&](std::string_view id, json_value value) {
    if (!ids_.insert(id).second) detail::refuse_twice(value.context(), id);
    if (!value.is_number()) value.mismatch("a number");
    const std::string_view written = value.raw();
    entries_.push_back({value.number(), written});
  });
}

MHQA_INLINE void probabilities::apply(std::string_view id, mhqa::squad::prediction& predicted) const {
  if (!predicted.answer) return;
  const std::uint32_t number = ids_.find(id);
  if (number == string_index::npos) {
    throw_data_error({.file = path_, .id = std::string{id}},
                     "expected a probability for each question that has a prediction");
  }
  predicted.no_answer = entries_[number].value;
  predicted.position = number;
}

MHQA_INLINE void probabilities::append_threshold(std::string& out, const mhqa::threshold_choice& choice) const {
  if (choice.position) {
    const std::string_view written = entries_[static_cast<std::size_t>(*choice.position)].written;
    if (written.find_first_of(".eE") == std::string_view::npos) {
      out += written == "-0" ? "0" : written;
      return;
    }
  }
  append_python_double(out, choice.threshold);
}

MHQA_INLINE void append_official_missing(std::string& out, std::string_view id, version v) {
  if (v == version::v1_1) {
    out.append("Unanswered question ").append(id).append(" will receive score 0.\n");
  } else {
    out.append("Missing prediction for ").append(id).append("\n");
  }
}

MHQA_INLINE void append_official(std::string& out, const mhqa::squad::published_totals& t, version v,
                                 const mhqa::squad::threshold_scores* best, const probabilities* file,
                                 bool precisions) {
  const std::vector<named_score> scores = t.named();
  if (!scores.front().value) {
    throw_data_error({}, "the published program cannot print these scores: " + scores.front().name +
                             " is a mean over no questions, where it divides by zero");
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

MHQA_INLINE mhqa::squad::prediction predictions_with_probabilities::find(std::string_view id) {
  mhqa::squad::prediction found = texts_.find(id);
  if (numbers_ != nullptr) numbers_->apply(id, found);
  return found;
}

MHQA_INLINE void append_official(std::string& out, std::string& warnings, const evaluation<mhqa::squad::data_set>& e,
                                 const probabilities* file) {
  const version v = mhqa::squad::find_version(e.set.rules).value_or(version::v2_0);
  for (const missing_question& q : e.missing) append_official_missing(v == version::v1_1 ? warnings : out, q.id, v);
  if (file == nullptr) return append_official(out, e.published, v);
  const mhqa::squad::threshold_result best = e.set.options(e.all.collected);
  append_official(out, e.published, v, best.scores ? &*best.scores : nullptr, file);
}

}  // namespace mhqa::inline v0_1::io::squad
