// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Audits the files of a multi-hop set: the findings, their counts, and the JSON that `mhqa audit --json` prints.
//   append_audit_json(out, audit_files({"train.jsonl", "dev.jsonl"}, find_reader({})));
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/compose/audit.hpp>
#include <mhqa/compose/finding.hpp>
#include <mhqa/datasets/musique_audit.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/audit_records.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/model/memory_reader.hpp>
#include <mhqa/part_number.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A file of an audited set.
struct audited_file {
  std::string path;
  audit_layout layout = audit_layout::musique;
  std::uint64_t questions = 0;
  std::uint64_t without_paragraphs = 0;  ///< whose contexts are not looked at
};

/// Questions without a context, by the other questions of an audited set: their steps or, without steps, themselves.
struct audit_memory {
  std::uint64_t known = 0;      ///< steps and questions, all of which are asked
  std::uint64_t answered = 0;   ///< to an F1 at which S3 drops a head
  std::uint64_t identical = 0;  ///< asked by another question, too

  friend bool operator==(const audit_memory&, const audit_memory&) = default;
};

/// A finding, and the number of its question in the audited set.
struct placed_finding {
  finding found{};
  std::uint64_t question = 0;
};

/// The result of an audit, or of a part of its questions; divisible_sums (sums_part.hpp).
struct audit_report {
  static constexpr std::string_view dataset = "audit";

  audit_counts all{};
  std::string reader{};  ///< the name of the reader that was asked
  audit_memory memory{};
  std::vector<audited_file> files{};
  std::vector<placed_finding> findings{};  ///< in the order of files and questions
  bool list = false;                       ///< true if somebody wants the findings listed after the table

  [[nodiscard]] std::string settings() const;
  [[nodiscard]] std::uint64_t questions() const noexcept { return all.questions; }
  [[nodiscard]] data_fingerprint data() const noexcept { return {}; }
  audit_report& operator+=(const audit_report& other);
  void save(byte_writer& out) const;
  void load(byte_reader& in);
};

namespace detail {

// Collects steps and questions with their answers and supports, and asks each of the others.
class audit_recall {
 public:
  /// `asks`: the questions are asked, too.
  void add(const audited_question& q, bool asks);
  [[nodiscard]] audit_memory counts() const;

 private:
  struct asked {
    std::string question, answer;
    std::uint32_t fold;
  };

  void ask(std::string question, std::string_view answer, bool asks);
  void learn(const audited_question& q, std::uint32_t at) {
    if (at < q.paragraphs.size()) known_.add_paragraph(q.paragraphs[at].title, q.paragraphs[at].text, fold_);
  }

  question_memory known_;
  std::vector<asked> asked_;
  std::uint32_t fold_ = 0;
};

}  // namespace detail

/// Audits the files, which are the parts of one set, by a reader; read(questions so far) is called after each question.
///
/// Shape:  `part`: the share of the auditor; all files are read, and known to the memory
/// Errors: data_error for a file without questions; those of find_audit_layout and of the layout's reader
/// Cost:   O(bytes); memory for the findings, and for steps, answers and paragraphs, which later files are compared
///         with
template <class Read>
[[nodiscard]] audit_report audit_files(const std::vector<std::string>& paths, const default_reader& reader, Read&& read,
                                       const part_number& part = {}) {
  audit_report result{.reader = reader.name()};
  auditor all{reader, audit_options{}, part};
  detail::audit_recall recall;
  std::uint64_t questions = 0;
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
        all.add(q, result.files.size(), [&](const finding& f) { result.findings.push_back({f, questions}); });
      });
      recall.add(q, part.takes(q.id));
      ++file.questions;
      file.without_paragraphs += q.paragraphs.empty() ? 1U : 0U;
      read(++questions);
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
  result.all = all.totals();
  result.memory = recall.counts();
  return result;
}

/// \overload Without a callable.
[[nodiscard]] audit_report audit_files(const std::vector<std::string>& paths, const default_reader& reader);

/// The codes that a reader decides.
inline constexpr std::array<audit_code, 2> audit_codes_by_reader{audit_code::no_predecessor_needed,
                                                                 audit_code::needless_support};

/// Appends the object that `mhqa audit --json` prints, and a line break.
void append_audit_json(std::string& out, const audit_report& result);

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
    "the reader answers a step although what it refers to is masked",
    "the context of an unanswerable question mentions every step's answer",
    "a step's question is also in an earlier file",
    "a step's answer is also in an earlier file",
    "a supporting paragraph is also in an earlier file",
    "the question mentions its answer or an alias",
    "the question mentions the answer of a step before the last",
    "one paragraph supports all of the question",
    "one paragraph mentions the names that the question begins from and the answer",
    "the reader answers the question without one of its supporting paragraphs",
    "a step's question, with answers put in, mentions the step's answer",
    "the question came before in the same file",
    "a citation is in no paragraph"};

/// Appends the table that `mhqa audit` prints; `list` adds every finding, with tabs between its parts.
void append_audit_table(std::string& out, const audit_report& result, bool list);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/audit_report.ipp>
#endif
