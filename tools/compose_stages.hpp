// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The stages of `mhqa compose`: functions from what the ones before have found to what they find, each counted in the
// run's reports. The numbers are those of MuSiQue's pipeline (Trivedi et al. 2022, Sec. 5).
#pragma once

#include "compose_settings.hpp"
#include "shown_threads.hpp"

#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/io/composition_files.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/stages.hpp>
#include <mhqa/parallel.hpp>

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {

/// One run: what it is told, the folder that holds its stages, its threads, and what the stages so far have done.
struct compose_run {
  explicit compose_run(const compose_settings& s) : settings{s}, folder{s.out, s.seed, s.resume}, threads{s.threads} {}

  const compose_settings& settings;
  mhqa::io::stage_folder folder;
  mhqa::thread_pool threads;
  std::vector<mhqa::io::stage_report> reports{};

  /// Whether the stage that was to be the last one is over.
  [[nodiscard]] bool ended() const { return !reports.empty() && reports.back().name == settings.until; }

  /// The path of a file of questions to people and models outside.
  [[nodiscard]] std::string request(std::string_view name) const {
    return fmt::format("{}/requests/{}.jsonl", settings.out, name);
  }
};

using stage_option = std::pair<std::string, std::string>;

/// An option that decides a stage, as its manifest has it.
template <class Value>
[[nodiscard]] stage_option option(std::string_view name, Value&& value) {
  return {std::string{name}, fmt::format("{}", std::forward<Value>(value))};
}

/// Makes or loads a stage as stage_folder does, and keeps its report.
template <class Make, class Load>
void run_stage(compose_run& run, const std::string& name, const std::vector<stage_option>& options, Make&& make,
               Load&& load) {
  run.reports.push_back(run.folder.stage(name, options, make, load));
}

/// What questions are composed from, with what is looked up in it.
struct question_pool {
  explicit question_pool(mhqa::single_hop_pool p) : pool{std::move(p)}, words{pool}, ids{pool} {}

  mhqa::single_hop_pool pool;
  mhqa::pool_words words;
  mhqa::io::pool_ids ids;
};

/// Refuses, before anything is done, inputs that cannot be read or that the run would write over.
void check_inputs(const compose_settings& settings);

/// All single-hop questions; what they give must not outlive them.
[[nodiscard]] mhqa::io::loaded_pool read_pools(compose_run& run);

/// S1: those that are good enough.
[[nodiscard]] question_pool keep_good_questions(compose_run& run, const mhqa::io::loaded_pool& all);

/// S2: heads and tails that may be composed.
[[nodiscard]] std::vector<mhqa::question_pair> find_pairs(compose_run& run, const question_pool& good);

/// Before S3: what readers outside have to answer, as files.
void write_connection_requests(compose_run& run, const question_pool& good, std::span<const mhqa::question_pair> pairs);

/// S3: pairs of which no question is answered without the other.
[[nodiscard]] std::vector<mhqa::question_pair> keep_connected_pairs(compose_run& run, const question_pool& good,
                                                                    std::vector<mhqa::question_pair> pairs);

/// S4: pairs put together to graphs.
[[nodiscard]] std::vector<mhqa::made_question> build_graphs(compose_run& run, const question_pool& good,
                                                            std::vector<mhqa::question_pair> pairs);

/// S7, before S5 so that the split is of what there will be: the graphs that have words.
void word_questions(compose_run& run, const question_pool& good, std::vector<mhqa::made_question>& questions);

/// S5: train, dev and test; what overlaps both sides goes.
void split_questions(compose_run& run, const question_pool& good, std::vector<mhqa::made_question>& questions);

/// Puts the paragraphs of --corpus behind those of the pool, which must not outlive what is returned.
[[nodiscard]] mhqa::io::loaded_corpus add_corpus(compose_run& run, question_pool& good);

/// S6 and S8: contexts, and those of the unanswerable twins.
void add_contexts(compose_run& run, const question_pool& good, std::vector<mhqa::made_question>& questions);

/// What readers answer: those whose answers are in files, or else the lexical reader.
[[nodiscard]] mhqa::model_readings read_requests(compose_run& run, const std::vector<std::string>& answer_files,
                                                 const mhqa::single_hop_pool& pool,
                                                 std::span<const mhqa::reading_request> requests,
                                                 const std::string& what);

/// What the stages have done and, of a run that came to its end, the questions by shape and part.
[[nodiscard]] std::string describe_run(const compose_run& run, std::span<const mhqa::made_question> questions);

}  // namespace mhqa_command
