// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// From files to pairs: the pool, its good questions (S1), and which of them may be composed (S2).
#include "compose_stages.hpp"

#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/model/lexical_reader.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {

using mhqa::io::json_value;
using mhqa::io::json_writer;
using mhqa::io::stage_writer;

mhqa::io::loaded_pool read_pools(compose_run& run) {
  std::vector<mhqa::io::pool_path> paths;
  std::vector<stage_option> sources;
  for (const std::string& name : run.settings.pools) {
    paths.push_back(mhqa::io::pool_path::parse(name));
    sources.push_back(option("source", paths.back().source));
    run.folder.input(paths.back().path);
  }
  mhqa::io::loaded_pool all = mhqa::io::load_pool(paths);
  const auto make = [&](stage_writer& out) {
    std::string line;
    for (const mhqa::single_hop& q : all.pool.questions) {
      line.clear();
      json_writer json{line};
      json.begin_object().member("id", q.id).member("source", q.source).member("question", q.question);
      json.member("answer", q.answer).member("paragraph", q.paragraph).end_object();
      out.line(line);
    }
    mhqa::io::write_requests(run.request("quality"), all.pool, mhqa::quality_requests(all.pool));
    mhqa::io::write_request_paragraphs(run.request("quality_paragraphs"), all.pool);
    out.count("in", all.read);
    out.count("out", all.pool.questions.size());
    out.count("paragraphs", all.pool.paragraphs.size());
    out.count("renamed ids", all.renamed);
    out.drop(all.dropped);
  };
  run_stage(run, "pool", sources, make, [](json_value) {});
  return all;
}

question_pool keep_good_questions(compose_run& run, const mhqa::io::loaded_pool& all) {
  const compose_settings& set = run.settings;
  for (const std::string& path : set.quality_answers) run.folder.input(path);
  const mhqa::io::pool_ids ids{all.pool};
  std::vector<std::uint32_t> kept;
  const auto make = [&](stage_writer& out) {
    mhqa::model_readings readings;
    if (set.check_answers) {
      const auto requests = mhqa::quality_requests(all.pool);
      readings = read_requests(run, set.quality_answers, all.pool, requests, "reading single-hop questions");
    }
    mhqa::quality_result result = mhqa::good_questions(all.pool, mhqa::pool_words{all.pool}, set.quality, readings);
    kept = std::move(result.kept);
    std::string line;
    for (const std::uint32_t q : kept) {
      line.clear();
      json_writer{line}.begin_object().member("id", all.pool.questions[q].id).end_object();
      out.line(line);
    }
    out.count("in", all.pool.questions.size());
    out.count("out", kept.size());
    out.drop(result.dropped);
  };
  const auto load = [&](json_value value) {
    value.object([&](std::string_view key, json_value field) {
      if (key == "id") kept.push_back(ids.read(field));
    });
  };
  run_stage(run, "quality",
            {option("min-context-words", set.quality.min_context_words),
             option("max-context-words", set.quality.max_context_words), option("check-answers", set.check_answers)},
            make, load);
  return question_pool{mhqa::select_questions(all.pool, kept)};
}

std::vector<mhqa::question_pair> find_pairs(compose_run& run, const question_pool& good) {
  const compose_settings& set = run.settings;
  if (!set.entities.empty()) run.folder.input(set.entities);
  std::vector<mhqa::question_pair> pairs;
  const auto make = [&](stage_writer& out) {
    const mhqa::pair_index index{good.pool, good.words};
    mhqa::pair_limits limits = set.pairs;
    limits.seed = set.seed;
    std::string line;
    const auto sink = [&](const mhqa::question_pair& pair) {
      pairs.push_back(pair);
      line.clear();
      mhqa::io::write_pair(line, good.pool, pair);
      out.line(line);
    };
    const auto find = [&](const auto& rules) {
      return mhqa::for_each_pair(index, mhqa::without(rules, set.without_rules), sink, run.threads, limits);
    };
    mhqa::pair_counts counts;
    if (set.entities.empty()) {
      counts = find(mhqa::composable(good.pool));
    } else {
      const mhqa::entity_notes notes = mhqa::io::read_entity_notes(set.entities);
      counts = find(mhqa::composable(notes.tagger(), mhqa::title_index{good.pool}, notes.linker()));
    }
    out.count("in", counts.candidates);
    out.count("out", counts.kept);
    out.drop(counts.dropped);
    out.drop({{"beyond-candidates-per-bridge", counts.unexamined}, {"beyond-pairs-per-bridge", counts.over_cap}});
  };
  std::vector<stage_option> options{option("candidates-per-bridge", set.pairs.candidates_per_bridge),
                                    option("pairs-per-bridge", set.pairs.pairs_per_bridge),
                                    option("entities", !set.entities.empty())};
  if (!set.without_rules.empty()) options.push_back(option("without-rules", fmt::join(set.without_rules, " ")));
  run_stage(run, "pairs", options, make,
            [&](json_value value) { pairs.push_back(mhqa::io::read_pair(value, good.ids)); });
  return pairs;
}

mhqa::model_readings read_requests(compose_run& run, const std::vector<std::string>& answer_files,
                                   const mhqa::single_hop_pool& pool, std::span<const mhqa::reading_request> requests,
                                   const std::string& what) {
  mhqa::model_readings out;
  for (const std::string& path : answer_files) {
    auto answers = mhqa::io::read_answers(path);
    out.push_back(mhqa::io::replay_requests(path, answers, requests));
  }
  if (!answer_files.empty()) return out;
  shown_threads threads{run.threads, what};
  out.push_back(mhqa::read_requests(pool, requests, mhqa::lexical_reader{}, threads));
  return out;
}

}  // namespace mhqa_command
