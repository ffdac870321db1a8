// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Audits the files of a multi-hop set: the findings, their counts, and the JSON that `mhqa audit --json` prints.
//   append_audit_json(out, audit_files({"train.jsonl", "dev.jsonl"}));
#pragma once

#include <mhqa/compose/audit.hpp>
#include <mhqa/compose/finding.hpp>
#include <mhqa/datasets/musique_audit.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/audit_records.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/printable.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// A file of an audited set.
struct audited_file {
  std::string path;
  audit_layout layout = audit_layout::musique;
  std::uint64_t questions = 0;
  std::uint64_t without_paragraphs = 0;  ///< whose contexts are not looked at
};

/// The result of an audit.
struct audit_report {
  auditor<> all;  ///< counts
  std::vector<audited_file> files;
  std::vector<finding> findings;  ///< in the order of files and questions
};

/// Audits the files, which are the parts of one set; read(questions so far) is called after each question.
///
/// Errors: data_error for a file without questions; those of find_audit_layout and of the layout's reader
/// Cost:   O(bytes); memory for the findings, and for steps, answers and paragraphs, which later files are compared
///         with
template <class Read>
[[nodiscard]] audit_report audit_files(const std::vector<std::string>& paths, Read&& read) {
  audit_report result;
  mhqa::musique::record record;
  mhqa::musique::audit_views views;
  audit_record other;
  for (const std::string& path : paths) {
    audited_file& file = result.files.emplace_back();
    file.path = path;
    file.layout = find_audit_layout(path);
    json_records in{path};
    const auto add = [&](const audited_question& q) {
      with_place(path, q.id, [&] {
        result.all.add(q, result.files.size(), [&](const finding& f) { result.findings.push_back(f); });
      });
      ++file.questions;
      file.without_paragraphs += q.paragraphs.empty() ? 1U : 0U;
      read(result.all.questions());
    };
    while (const auto value = in.next()) {
      if (file.layout == audit_layout::musique) {
        musique::read(*value, record, musique::fields::all, false);
        views.assign(record);
        add(views.view());
      } else {
        other.read(*value, file.layout, file.questions + 1);
        add(other.view());
      }
    }
    if (file.questions == 0) throw_data_error({.file = path}, "expected questions, found none");
  }
  return result;
}

/// \overload Without a callable.
[[nodiscard]] inline audit_report audit_files(const std::vector<std::string>& paths) {
  return audit_files(paths, [](std::uint64_t) {});
}

/// Appends the object that `mhqa audit --json` prints, and a line break.
inline void append_audit_json(std::string& out, const audit_report& result) {
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
  json.end_object().key("findings").begin_array();
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

/// What each code means, for a reader who sees it for the first time.
inline constexpr std::array<std::string_view, audit_code_count> audit_code_meanings{
    "an answer, an alias or a step's answer has no word",
    "the question has no word",
    "the last step's answer is neither the answer nor an alias",
    "a step refers to itself, to a later step or to none",
    "no later step refers to a step that is not the last",
    "a step of an answerable question has no paragraph, or the context lacks a support",
    "a step's answer is not in its paragraph or title; without steps, the answer is in no support",
    "an answer that a step refers to is not mentioned in its paragraph or title",
    "two steps have one paragraph",
    "two paragraphs of a context have one title and different text",
    "the lexical reader answers a step although what it refers to is masked",
    "the context of an unanswerable question mentions every step's answer",
    "a step's question is also in an earlier file",
    "a step's answer is also in an earlier file",
    "a supporting paragraph is also in an earlier file",
    "the question mentions its answer or an alias",
    "the question mentions the answer of a step before the last",
    "one paragraph supports all of the question",
    "one paragraph mentions the names that the question begins from and the answer",
    "the lexical reader answers the question without one of its supporting paragraphs",
    "a step's question, with answers put in, mentions the step's answer",
    "the question came before in the same file",
    "a citation is in no paragraph"};

/// Appends the table that `mhqa audit` prints; `list` adds every finding, with tabs between its parts.
inline void append_audit_table(std::string& out, const audit_report& result, bool list) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{} questions, {} steps, {} findings\n\n", result.all.questions(), result.all.hops(),
                 result.findings.size());
  for (std::size_t i = 0; i < audit_code_count; ++i) {
    fmt::format_to(to, "{:<23}{:>8}  {}\n", to_string(static_cast<audit_code>(i)), result.all.counts()[i],
                   audit_code_meanings[i]);
  }
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
