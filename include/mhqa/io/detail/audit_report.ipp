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
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

MHQA_INLINE void audit_recall::add(const audited_question& q) {
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
    ask(fill(hop.question, answers), hop.answer);
    if (hop.support) learn(q, *hop.support);
  }
  if (q.hops.empty()) ask(std::string{q.question}, q.answer);
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

MHQA_INLINE void audit_recall::ask(std::string question, std::string_view answer) {
  if (question.empty() || answer.empty()) return;
  known_.add(question, answer, fold_);
  asked_.push_back({std::move(question), std::string{answer}, fold_});
}

}  // namespace detail

MHQA_INLINE audit_report audit_files(const std::vector<std::string>& paths, const default_reader& reader) {
  return audit_files(paths, reader, [](std::uint64_t) {});
}

MHQA_INLINE void append_audit_json(std::string& out, const audit_report& result) {
  json_writer json{out};
  json.begin_object().member("questions", result.all.questions()).member("hops", result.all.hops());
  json.key("files").begin_array();
  for (const audited_file& file : result.files) {
    json.begin_object().member("path", file.path).member("layout", to_string(file.layout));
    json.member("questions", file.questions).member("without_paragraphs", file.without_paragraphs).end_object();
  }
  json.end_array().key("counts").begin_object();
  for (std::size_t i = 0; i < audit_code_count; ++i) {
    json.member(to_string(static_cast<audit_code>(i)), result.all.counts()[i]);
  }
  json.end_object().member("reader", std::string_view{result.reader}).key("readings").begin_object();
  for (const audit_code code : audit_codes_by_reader) json.member(to_string(code), result.all.readings(code));
  json.end_object().key("memory").begin_object().member("known", result.memory.known);
  json.member("answered", result.memory.answered).member("identical", result.memory.identical).end_object();
  json.key("findings").begin_array();
  for (const finding& f : result.findings) {
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
  fmt::format_to(to, "{} questions, {} steps, {} findings\n\n", result.all.questions(), result.all.hops(),
                 result.findings.size());
  for (std::size_t i = 0; i < audit_code_count; ++i) {
    const auto code = static_cast<audit_code>(i);
    fmt::format_to(to, "{:<23}{:>8}  {}", to_string(code), result.all.counts()[i], audit_code_meanings[i]);
    if (std::find(audit_codes_by_reader.begin(), audit_codes_by_reader.end(), code) != audit_codes_by_reader.end()) {
      const std::uint64_t asked = result.all.readings(code);
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
  for (const finding& f : result.findings) {
    if (!list) break;
    const std::string step = f.step == 0 ? std::string{"-"} : std::to_string(f.step);
    fmt::format_to(to, "{}\t{}\t{}\t{}\n", to_string(f.code), one_line(f.id), step, one_line(f.detail));
  }
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
