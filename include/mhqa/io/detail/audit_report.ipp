// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of audit_report.hpp.
#pragma once

#include <mhqa/io/audit_report.hpp>

#include <mhqa/compose/connection_limits.hpp>
#include <mhqa/expansion_budget.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/printable.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE void audit_recall::add(const audited_question& q, bool asks) {
  if (!q.answerable) return;
  expansion_budget budget;
  std::vector<std::string> answers;
  for (const audited_hop& hop : q.hops) answers.emplace_back(hop.answer);
  for (const audited_hop& hop : q.hops) budget.grow(hop.question.size() + hop.answer.size());
  for (const audited_hop& hop : q.hops) {
    budget.spend(filled_size(hop.question, [&](std::uint32_t n) -> std::optional<std::string_view> {
      if (n == 0 || n > answers.size()) return std::nullopt;
      return answers[n - 1];
    }));
    ask(fill(hop.question, answers), hop.answer, asks);
    if (hop.support) learn(q, *hop.support);
  }
  if (q.hops.empty()) ask(std::string{q.question}, q.answer, asks);
  for (const std::uint32_t at : q.supports) learn(q, at);
  ++fold_;
}

MHQA_INLINE audit_memory audit_recall::counts() const {
  audit_memory out;
  answer_scorer<> score{dialects::musique};
  for (const asked& one : asked_) {
    const recollection found = known_.recall(one.question, one.fold);
    ++out.known;
    out.identical += found.identical ? 1U : 0U;
    out.answered += head_stays({score(found.answer, one.answer).f1, 0}) ? 0U : 1U;
  }
  return out;
}

MHQA_INLINE void audit_recall::ask(std::string question, std::string_view answer, bool asks) {
  if (question.empty() || answer.empty()) return;
  known_.add(question, answer, fold_);
  if (asks) asked_.push_back({std::move(question), std::string{answer}, fold_});
}

}  // namespace detail

MHQA_INLINE audit_report audit_files(const std::vector<std::string>& paths, const default_reader& reader) {
  return audit_files(paths, reader, [](std::uint64_t) {});
}

MHQA_INLINE std::string audit_report::settings() const {
  std::string out = "reader:" + reader + (list ? "|list" : "");
  for (const audited_file& file : files) out.append("|").append(to_string(file.layout)).append(":").append(file.path);
  return out;
}

MHQA_INLINE audit_report& audit_report::operator+=(const audit_report& other) {
  all += other.all;
  memory.known += other.memory.known;
  memory.answered += other.memory.answered;
  memory.identical += other.memory.identical;
  findings.insert(findings.end(), other.findings.begin(), other.findings.end());
  // Findings of one code and step of a question are of one part, and in their order.
  std::stable_sort(findings.begin(), findings.end(), [](const placed_finding& a, const placed_finding& b) {
    return std::tie(a.question, a.found.code, a.found.step) < std::tie(b.question, b.found.code, b.found.step);
  });
  return *this;
}

MHQA_INLINE void audit_report::save(byte_writer& out) const {
  out.text(reader);
  out.flag(list);
  out.number(files.size());
  for (const audited_file& file : files) {
    out.text(file.path);
    out.number(static_cast<std::uint64_t>(file.layout));
    out.number(file.questions);
    out.number(file.without_paragraphs);
  }
  out.number(all.questions);
  out.number(all.hops);
  for (const auto* const counts : {&all.findings, &all.readings}) {
    for (const std::uint64_t count : *counts) out.number(count);
  }
  for (const std::uint64_t count : {memory.known, memory.answered, memory.identical}) out.number(count);
  out.number(findings.size());
  for (const auto& [f, question] : findings) {
    out.number(question);
    out.number(static_cast<std::uint64_t>(f.code));
    out.text(f.id);
    out.number(f.step);
    out.text(f.detail);
  }
}

MHQA_INLINE void audit_report::load(byte_reader& in) {
  const auto number_below = [&in](std::size_t limit) {
    const std::uint64_t value = in.number();
    if (value >= limit) in.fail("expected a number below " + std::to_string(limit));
    return value;
  };
  reader = in.text();
  list = in.flag();
  for (std::size_t left = in.count(32); left != 0; --left) {
    audited_file& file = files.emplace_back();
    file.path = in.text();
    file.layout = static_cast<audit_layout>(number_below(static_cast<std::size_t>(audit_layout::rows) + 1));
    file.questions = in.number();
    file.without_paragraphs = in.number();
  }
  all.questions = in.number();
  all.hops = in.number();
  for (auto* const counts : {&all.findings, &all.readings}) {
    for (std::uint64_t& count : *counts) count = in.number();
  }
  for (std::uint64_t* const count : {&memory.known, &memory.answered, &memory.identical}) *count = in.number();
  for (std::size_t left = in.count(40); left != 0; --left) {
    auto& [f, question] = findings.emplace_back();
    question = in.number();
    f.code = static_cast<audit_code>(number_below(audit_code_count));
    f.id = in.text();
    f.step = static_cast<std::size_t>(in.number());
    f.detail = in.text();
  }
}

MHQA_INLINE void append_audit_json(std::string& out, const audit_report& result) {
  json_writer json{out};
  json.begin_object().member("questions", result.all.questions).member("hops", result.all.hops);
  json.key("files").begin_array();
  for (const audited_file& file : result.files) {
    json.begin_object().member("path", file.path).member("layout", to_string(file.layout));
    json.member("questions", file.questions).member("without_paragraphs", file.without_paragraphs).end_object();
  }
  json.end_array().key("counts").begin_object();
  for (std::size_t i = 0; i < audit_code_count; ++i) {
    json.member(to_string(static_cast<audit_code>(i)), result.all.findings[i]);
  }
  json.end_object().member("reader", std::string_view{result.reader}).key("readings").begin_object();
  for (const audit_code code : audit_codes_by_reader)
    json.member(to_string(code), result.all.readings[static_cast<std::size_t>(code)]);
  json.end_object().key("memory").begin_object().member("known", result.memory.known);
  json.member("answered", result.memory.answered).member("identical", result.memory.identical).end_object();
  json.key("findings").begin_array();
  for (const placed_finding& one : result.findings) {
    const finding& f = one.found;
    json.begin_object().member("code", to_string(f.code)).member("id", f.id);
    if (f.step == 0) {
      json.key("step").null();
    } else {
      json.member("step", f.step);
    }
    json.member("detail", f.detail).end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

MHQA_INLINE void append_audit_table(std::string& out, const audit_report& result, bool list) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{} questions, {} steps, {} findings\n\n", result.all.questions, result.all.hops,
                 result.findings.size());
  for (std::size_t i = 0; i < audit_code_count; ++i) {
    const auto code = static_cast<audit_code>(i);
    fmt::format_to(to, "{:<23}{:>8}  {}", to_string(code), result.all.findings[i], audit_code_meanings[i]);
    if (std::find(audit_codes_by_reader.begin(), audit_codes_by_reader.end(), code) != audit_codes_by_reader.end()) {
      const std::uint64_t asked = result.all.readings[static_cast<std::size_t>(code)];
      asked == 0 ? fmt::format_to(to, " (not asked)") : fmt::format_to(to, " ({} asked)", asked);
    }
    out += '\n';
  }
  fmt::format_to(to, "\nanswered by the reader {}\n", result.reader);
  fmt::format_to(to, "without context, by memory of the others: {} of {} steps and questions; {} are asked elsewhere\n",
                 result.memory.answered, result.memory.known, result.memory.identical);
  for (const audited_file& part : result.files) {
    if (part.without_paragraphs == 0) continue;
    fmt::format_to(to, "\n{}: {} of {} questions have no paragraphs, which are not looked at\n", part.path,
                   part.without_paragraphs, part.questions);
  }
  if (list && !result.findings.empty()) out += '\n';
  for (const placed_finding& one : result.findings) {
    if (!list) break;
    const finding& f = one.found;
    const std::string step = f.step == 0 ? std::string{"-"} : std::to_string(f.step);
    fmt::format_to(to, "{}\t{}\t{}\t{}\n", to_string(f.code), one_line(f.id), step, one_line(f.detail));
  }
}

}  // namespace mhqa::inline v0_1::io
