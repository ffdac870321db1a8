// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of DiRe's annotation of sufficiency (Trivedi et al. 2020, Appendix D): tasks for people, which do not show
// the supports; the key, which names them; and the estimate from the returned verdicts.
#pragma once

#include <mhqa/date/life.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/probe_records.hpp>
#include <mhqa/probe/annotation.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The numbers of questions in the files.
struct annotation_counts {
  skip_counts questions{};  ///< those that could be drawn, and the others by reason
  std::uint64_t unanswerable = 0;
  std::uint64_t sampled = 0;
  std::uint64_t tasks = 0;
};

/// Writes the tasks of randomly drawn questions, and their key; the caller commits the files.
///
/// Shape:  one line per task, in random order: {"task", "question", "answer", "paragraphs", "sufficient": null};
///         neither order nor name tells which paragraphs are supports. A draw depends only on the seed and the id, so
///         the order of the input does not matter. With `material`, the questions are drawn from that file, and the
///         tasks of those that the input has are written: sorted by bytes, the lines of all pieces of a file with the
///         file as material are those of the file
/// Errors: data_error for a record as context_records, a repeated id, and a record without question
/// Cost:   one pass over each file; memory for the drawn questions and all ids
/// Source: Trivedi et al. 2020, App. D: 115 questions
annotation_counts write_annotation_tasks(const std::string& path, probe_format format, std::size_t questions,
                                         std::uint64_t seed, atomic_file& tasks, atomic_file& key,
                                         const std::string& material = {});

/// The estimate of App. D.
struct proxy_estimate {
  proxy_counts counts{};
  std::uint64_t verdicts = 0;
  std::uint64_t not_judged = 0;  ///< lines with null
  std::size_t people = 0;
  std::optional<double> kappa{};  ///< Fleiss', over tasks with two verdicts or more
  std::uint32_t distractors = 0;  ///< the most frequent number in a context; of several the smallest
};

namespace detail {

/// The key by task, and the tasks of each question.
struct annotation_key {
  struct place {
    std::size_t question = 0;
    std::uint32_t number = 0;
  };
  std::map<std::string, place, std::less<>> tasks;
  std::vector<std::vector<task_verdicts>> verdicts;  // by question, in order of their first task
  std::map<std::uint32_t, std::uint64_t> distractors;

  explicit annotation_key(const std::string& path);
};

}  // namespace detail

/// Computes the estimate from the key and the lines that people return.
///
/// Shape:  lines {"task", "sufficient": true, false or null, "annotator"}; without "annotator" a file is one person's.
///         Other fields are ignored. A question with a task that nobody judged is left out and counted
/// Errors: data_error for a task that the key lacks, two verdicts of one person on a task, any other value of
///         "sufficient", and a key that lacks a task of a question
/// Source: Trivedi et al. 2020, App. D
[[nodiscard]] proxy_estimate estimate_proxies(const std::string& key_path, std::span<const std::string> answers,
                                              annotator_rule rule = annotator_rule::unanimous);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/annotation_files.ipp>
#endif
