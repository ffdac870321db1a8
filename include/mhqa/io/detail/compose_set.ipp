// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_set.hpp.
#pragma once

#include <mhqa/io/compose_set.hpp>

#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/compose.hpp>
#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/connection_plan.hpp>
#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/noted_kinds.hpp>
#include <mhqa/compose/noted_rules.hpp>
#include <mhqa/compose/occurrences.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pair_part.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pair_shard.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/quality_part.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/compose_blocks.hpp>
#include <mhqa/io/compose_parts.hpp>
#include <mhqa/io/compose_run.hpp>
#include <mhqa/io/compose_shards.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/io/entity_files.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/io/stages.hpp>
#include <mhqa/part_number.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io::detail {

/// S2 with the notes of a tagger and linker, where a file has them.
struct pairs_of_settings {
  const compose_settings& settings;

  template <class E>
  outcome<pair_set> operator()(const good_set& in, const compose_options& options, E&& exec,
                               const part_number& part = {}) const {
    if (settings.entities.empty()) return pair_stage<>{}(in, options, exec, part);
    const entity_occurrences places{pair_index{in.questions.pool(), in.questions.words()}};
    const occurrence_notes notes = read_occurrence_notes(settings.entities, places);
    const auto rule = noted_entities(notes) && tail_answer_unseen() && distinct_paragraphs() &&
                      same_first_hit(title_index{in.questions.pool()}) && language_rules();
    return pairs_by(without(rule, options.without_rules))(in, options, exec, part);
  }
};

/// Calls a merged stage if there are parts of it, otherwise the stage itself.
template <class Merged, class Stage>
[[nodiscard]] auto merged_or(const Merged& merged, Stage stage) {
  return [&merged, stage = std::move(stage)](const auto& in, const compose_options& options, auto&& exec) {
    return merged ? (*merged)(in, options, exec) : stage(in, options, exec);
  };
}

[[nodiscard]] inline std::vector<pool_path> pool_paths(const compose_settings& settings) {
  std::vector<pool_path> out;
  for (const std::string& name : settings.pools) out.push_back(pool_path::parse(name));
  return out;
}

/// Records the counts of a part of S2 and S3 and returns its bytes.
inline std::string finish_pairs(composing& out, const pair_part& part) {
  out.stages.push_back({.name = "pairs", .counts = {{"in", part.candidates}, {"out", part.pairs.size()}}});
  for (const reason_count& r : part.dropped) out.stages.back().dropped.push_back({r.reason, r.count});
  return to_bytes(part);
}

/// Likewise of a part of S1.
inline std::string finish_questions(composing& out, const quality_part& part, const question_range& judged) {
  out.stages.push_back(
      {.name = "quality", .counts = {{"in", judged.last - judged.first}, {"out", part.result.kept.size()}}});
  for (const reason_count& r : part.result.dropped) out.stages.back().dropped.push_back({r.reason, r.count});
  return to_bytes(part);
}

MHQA_INLINE composing compose_part(const compose_settings& settings, const stage_executors& executor_of) {
  check_files(settings);
  const compose_options& options = settings.options;
  const default_reader read = reader_of(settings);
  const part_label label{.number = *settings.part, .made_with = describe_part(settings, settings.until, read)};
  composing out;
  out.reader = read.name();
  std::string bytes;
  if (!settings.shard.empty()) {
    const pair_shard shard = read_pair_shard(settings.shard, label.number, describe_part(settings, "quality", read));
    const executor_ref pairing = executor_of(std::string_view{"pairs"});
    bytes = finish_pairs(out, pair_up_shard(shard, options, label, pair_stage<>{}, pairing));
  } else {
    const compose_parts parts = read_compose_parts(settings, read);
    loaded_pool loaded = load_pool(pool_paths(settings));
    question_pool pool{std::move(loaded.pool)};
    const quality_stage<file_answers> quality{{settings.quality_answers, read}};
    const executor_ref judging = executor_of(std::string_view{"quality"});
    if (settings.until == "quality") {
      bytes = finish_questions(out, judge_part(pool, options, label, quality, judging),
                               questions_of_part(all_questions(pool.pool()).last, label.number));
    } else {
      const good_set good =
          merged_or(parts.questions, quality)(with_case(std::exchange(pool, {})), options, judging).kept;
      const part_end end = settings.until == "pairs"      ? part_end::pairs
                           : settings.until == "requests" ? part_end::requests
                                                          : part_end::verdicts;
      const executor_ref pairing = executor_of(std::string_view{"pairs"});
      bytes = finish_pairs(out, pair_up_part(good, options, label, end, pairs_of_settings{settings},
                                             file_answers{settings.connection_answers, read}, pairing));
    }
  }
  atomic_file file{settings.out};
  file.write(bytes);
  file.close();
  file.commit();
  return out;
}

MHQA_INLINE composing compose_set(const compose_settings& settings, const stage_executors& executor_of) {
  if (settings.block != 0) return compose_in_blocks(settings, executor_of);
  using requests = std::span<const request_batch>;
  check_files(settings);
  compose_options options = settings.options;
  loaded_corpus corpus;
  options.corpus = [&] {
    for (const std::string& path : settings.corpus) read_corpus(path, corpus);
    return corpus.paragraphs;
  };
  const default_reader read = reader_of(settings);
  const compose_parts parts = read_compose_parts(settings, read);
  compose_run run{settings.out, options, settings.resume};
  describe_files(run, settings, read);
  run.before_pairs = [&](const good_set& in) {
    const pair_index index{in.questions.pool(), in.questions.words()};
    write_entity_requests(run.request_file("entities"), entity_occurrences{index});
  };
  run.before_connection = [&](const pair_set& in) {
    const single_hop_pool& pool = in.questions.pool();
    const executor_ref exec = executor_of(std::string_view{"requests"});
    const bool planned = parts.pairs && parts.pairs->end() != part_end::pairs;
    const connection_plan plan =
        planned ? parts.pairs->plan(in, options)
                : plan_connection(pool, in.questions.words(), in.items, options.seed, options.connection, exec);
    write_batches(run, pool, std::array<request_batch, 2>{{{"heads", plan.heads}, {"tails", plan.tails}}});
  };
  const auto connection_answers = [&](const single_hop_pool& pool, requests asked, auto& exec) {
    write_batches(run, pool, asked);
    return file_answers{settings.connection_answers, read}(pool, asked, exec);
  };
  using connection = connection_stage<decltype(connection_answers)>;
  using quality = quality_stage<file_answers>;
  const auto seen = [&](const single_hop_pool& pool, requests asked) { write_batches(run, pool, asked); };
  const auto pairs = parts.pairs ? std::optional{parts.pairs->pairs()} : std::nullopt;
  const auto connected = parts.pairs ? std::optional{parts.pairs->connection(connection_answers, seen)} : std::nullopt;
  const auto kinds = [&](const graph_set& in, std::vector<wording_request>& asked) {
    if (settings.entities.empty()) return;
    const entity_occurrences places{pair_index{in.questions.pool(), in.questions.words()}};
    const occurrence_notes notes = read_occurrence_notes(settings.entities, places);
    for (std::size_t i = 0; i < asked.size(); ++i) note_kinds(notes, in.items[i], asked[i]);
  };
  loaded_pool loaded = run.read_pool(pool_paths(settings));
  std::optional<composed_set> made;
  if (settings.until != "pool") {
    const auto on_executor = [&](auto stage, const auto& in, auto&& make) {
      const executor_ref exec = executor_of(std::string_view{stage.name});
      return run.run<decltype(stage)>(in, make, exec);
    };
    made = run_stages(question_pool{std::move(loaded.pool)}, options, on_executor,
                      replace(stages::quality, merged_or(parts.questions, quality{{settings.quality_answers, read}})),
                      replace(stages::pairs, merged_or(pairs, pairs_of_settings{settings})),
                      replace(stages::connection, merged_or(connected, connection{connection_answers})),
                      replace(stages::wording, wording_stage<run_wordings, decltype(kinds)>{{run, settings}, kinds}));
  }
  if (made) write_composed_sets(run, *made, options.seed);
  return tell(run, read, made);
}

}  // namespace mhqa::inline v0_1::io::detail
