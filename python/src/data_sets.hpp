// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Audits, probes, rankings and composing, as JSON.
#pragma once

#include "progress.hpp"

#include <mhqa/io/compose_settings.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/io/probe_run.hpp>
#include <mhqa/io/retrieval_files.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <vector>

namespace mhqa_python {

/// A ranking's evaluation.
struct ranked {
  std::string json;  ///< as `mhqa eval retrieval --json`
  std::string rows;  ///< as its --per-question; empty unless wanted
};

/// Audits the parts of a set by a reader; the JSON of `mhqa audit --json`.
///
/// Errors: mhqa::data_error, as all functions here
[[nodiscard]] std::string audit(const std::vector<std::string>& files, const mhqa::io::reader_choice& reader,
                                progress& told);

/// A run and its judgements, in files or in memory, and how they are evaluated.
struct ranking_call {
  std::string run, judgements;  ///< paths, unless they are in memory
  mhqa::io::rankings* held_run = nullptr;
  const std::vector<mhqa::judged_query>* held_judgements = nullptr;
  std::vector<std::size_t> at;
  bool by_group, rows;
  bool complete;  ///< the mean of trec_eval -c, otherwise that without -c
  bool ignore_unjudged;
  std::string answer_rule;  ///< one of mhqa::io::answer_string_names
};

/// Evaluates a run against judgements.
[[nodiscard]] ranked retrieval(const ranking_call& call);

/// Writes the files of a probe and their manifest; makes the folder, and locks it meanwhile.
void probe(const mhqa::io::probe_run& run, std::size_t threads, progress& told);

/// Returns the settings of a run from {option: value} with the names of the function's arguments.
///
/// Errors: nanobind::value_error for a value outside of its range
[[nodiscard]] mhqa::io::compose_settings settings_of(nanobind::dict options);

/// Composes; makes the folder, and locks it meanwhile. With settings.part, makes the file of that part.
///
/// Shape: {"stages": [{"name", "loaded", "counts", "dropped"}, …], "questions": {shape: {part: number}}}
[[nodiscard]] std::string compose(const mhqa::io::compose_settings& settings, std::size_t threads, progress& told);

}  // namespace mhqa_python
