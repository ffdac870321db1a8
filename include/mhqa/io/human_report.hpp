// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Several people's answers to the same questions, and their wordings of the same requests: scores and agreement, as
// `mhqa humans` prints them.
//   append_human_table(out, score_people("dev.jsonl", {"ann.jsonl", "bob.jsonl"}, 7), 2);
#pragma once

#include <mhqa/compose/wording_agreement.hpp>
#include <mhqa/datasets/human_performance.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Scores the answers of several people to the questions of a file in MuSiQue's layout.
///
/// Shape:  `files` has one for each person: predictions for every question, as rows in the same order or as
///         {id: answer}, which has no support
/// Errors: data_error as the readers of questions and predictions, and for fewer than two files
human_table score_people(const std::string& gold_file, const std::vector<std::string>& files, std::uint64_t seed);

/// Appends the table that `mhqa humans` prints.
void append_human_table(std::string& out, const human_table& t, std::size_t people);

/// Appends the object that `mhqa humans --json` prints, with unrounded fractions.
void append_human_json(std::string& out, const human_table& t, std::size_t people, std::uint64_t seed);

/// Compares what several people answered to the requests for wordings of a composing run.
///
/// Shape:  `files` has one for each person
/// Errors: data_error as read_wording_requests() and read_people()
wording_agreement compare_wordings(const std::string& requests, const std::vector<std::string>& files,
                                   std::uint64_t seed);

/// Appends the table that `mhqa humans --wordings` prints.
void append_wording_table(std::string& out, const wording_agreement& a, const std::vector<std::string>& files);

/// Appends the object that `mhqa humans --wordings --json` prints, with unrounded fractions.
void append_wording_json(std::string& out, const wording_agreement& a, const std::vector<std::string>& files,
                         std::uint64_t seed);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/human_report.ipp>
#endif
