// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_settings.hpp.
#pragma once

#include <mhqa/io/compose_settings.hpp>

#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/compose/ungrammatical.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/stages.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace mhqa::inline v0_1::io {

MHQA_INLINE bool asks_reader(const compose_settings& settings, std::string_view stage) {
  if (stage == "quality") return settings.options.check_answers && settings.quality_answers.empty();
  return stage == "connection" && settings.options.connect && settings.connection_answers.empty();
}

MHQA_INLINE default_reader reader_of(const compose_settings& settings) {
  const auto place = [](std::string_view stage) {
    return std::find(compose_stages.begin(), compose_stages.end(), stage);
  };
  const bool asked = std::any_of(compose_stages.begin(), compose_stages.end(), [&](std::string_view stage) {
    const bool reached = settings.until.empty() || !settings.merge.empty() || place(stage) <= place(settings.until);
    return asks_reader(settings, stage) && reached;
  });
  return asked ? find_reader(settings.reader) : default_reader{};
}

MHQA_INLINE std::vector<std::string> pair_rule_names() {
  const auto rules = composable(single_hop_pool{}) && language_rules();
  const auto names = rules.names();
  std::vector<std::string> out{names.begin(), names.end()};
  out.insert(out.end(), {"answer-not-asked-for", "part-of-entity"});  // asked where there are notes
  for (const language_row& row : grammar_rows) out.emplace_back(row.name);
  return out;
}

namespace detail {

/// Refuses options that exclude each other.
inline void check_together(const compose_settings& s) {
  const auto refuse = [](bool wrong, const char* what) {
    if (wrong) throw_data_error({}, what);
  };
  refuse(s.out.empty(), "`out` is required: the folder of the stages and the data sets");
  refuse(s.options.quality.min_context_words > s.options.quality.max_context_words,
         "`min_context_words`: expected at most `max_context_words`");
  refuse(s.options.split.dev_share + s.options.split.test_share >= 1,
         "`dev_share` and `test_share`: expected a sum below 1");
  refuse(!s.options.connect && !s.connection_answers.empty(),
         "`connection_answers` is not used with `connection` false");
  refuse(s.distractors == "corpus" && s.corpus.empty(), "`distractors` corpus: expected `corpus` with its files");
  refuse(s.distractors != "corpus" && !s.corpus.empty(), "`corpus` is not used without `distractors` corpus");
  if (s.shards != 0) {
    refuse(s.part || !s.merge.empty() || !s.until.empty() || s.resume,
           "`shards` is not used with `part`, `merge`, `until` or `resume`");
    refuse(s.options.check_answers || !s.quality_answers.empty(),
           "`shards` is not used with `check_answers` or `quality_answers`: no reader is asked");
  }
  refuse(!s.shard.empty() && !s.part, "`shard` is not used without `part`");
  if (s.block != 0) {
    refuse(s.merge.empty() || s.part, "`block` is not used without `merge`, nor with `part`");
    refuse(s.resume || s.until == "entities" || s.until == "requests",
           "`block` is not used with `resume` or `until` entities or requests");
    refuse(s.options.check_answers || !s.quality_answers.empty() || !s.entities.empty() || s.distractors == "corpus",
           "`block` is not used with `check_answers`, `quality_answers`, `entities` or `distractors` corpus");
  }
  if (!s.part) return;
  if (!s.shard.empty()) {
    refuse(!s.merge.empty() || !s.entities.empty(), "`shard` is not used with `merge` or `entities`");
    refuse(s.until != "pairs" && (s.options.connect || !s.until.empty()),
           "`shard`: expected `until` pairs or `connection` false, since S3 searches the paragraphs of the whole pool");
  }
  refuse(s.part->index >= s.part->count, "`part`: expected a number below the number of parts");
  refuse(s.out == "-", "`part`: `out` expects a file");
  refuse(s.resume, "`resume` is not used with `part`, which writes one file");
  if (std::find(part_ends.begin(), part_ends.end(), s.until) == part_ends.end()) {
    throw_data_error({}, "`part` ends after quality, pairs, requests or connection, found `until` " + s.until);
  }
  refuse(s.until == "quality" && !s.merge.empty(), "`merge` is not used with `part` and `until` quality");
}

MHQA_INLINE std::vector<std::string> one_file(const std::string& file) {
  return file.empty() ? std::vector<std::string>{} : std::vector{file};
}

/// The files of the stages up to the last one; those of later stages may still have to be made.
[[nodiscard]] inline std::vector<std::string> compose_inputs(const compose_settings& set) {
  const auto place = [](std::string_view stage) {
    return std::find(compose_stages.begin(), compose_stages.end(), stage);
  };
  std::vector<std::string> out;
  const std::string_view last = set.until.empty() && set.part ? std::string_view{"connection"} : set.until;
  const auto add = [&](std::string_view stage, const std::vector<std::string>& files) {
    if (last.empty() || place(stage) <= place(last)) out.insert(out.end(), files.begin(), files.end());
  };
  if (!set.shard.empty()) return {set.shard};
  for (const std::string& pool : set.pools) out.push_back(pool_path::parse(pool).path);
  out.insert(out.end(), set.merge.begin(), set.merge.end());
  add("quality", set.quality_answers);
  add("pairs", one_file(set.entities));
  add("connection", set.connection_answers);
  add("wording", set.wordings);
  add("contexts", set.corpus);
  return out;
}

[[nodiscard]] inline std::vector<std::string> compose_outputs(const std::string& folder) {
  std::vector<std::string> out;
  for (const char* name : {"quality", "quality_paragraphs", "entities", "paragraphs", "heads", "tails", "wordings"}) {
    out.push_back(fmt::format("{}/requests/{}.jsonl", folder, name));
  }
  for (const std::string_view stage : compose_stages) {
    out.push_back(fmt::format("{}/stages/{}.jsonl", folder, stage));
    out.push_back(fmt::format("{}/stages/{}.manifest.json", folder, stage));
  }
  for (const char* kind : {"ans", "full"}) {
    for (const data_part part : all_parts) {
      out.push_back(fmt::format("{}/{}/{}.jsonl", folder, kind, to_string(part)));
    }
  }
  out.push_back(folder + "/provenance.jsonl");
  out.push_back(folder + "/manifest.json");
  return out;
}

}  // namespace detail

MHQA_INLINE std::string shard_file(const std::string& folder, std::uint32_t part) {
  return fmt::format("{}/{}", folder, part);
}

MHQA_INLINE void complete(compose_settings& settings, const std::set<std::string, std::less<>>& given) {
  detail::check_together(settings);
  compose_options& o = settings.options;
  const composition_limits preset = settings.preset == "released" ? limits::released : limits::paper;
  if (given.count("question_words") == 0) o.limits.question_words = preset.question_words;
  if (given.count("total_words") == 0) o.limits.total_words = preset.total_words;
  if (given.count("bridge_uses") == 0) o.limits.bridge_uses = preset.bridge_uses;
  if (given.count("question_uses") == 0) o.limits.question_uses = preset.question_uses;
  if (given.count("no_subgraphs") == 0) o.limits.no_subgraphs = preset.no_subgraphs;
  if (given.count("most_doubts") == 0) {
    o.most_doubts = settings.preset == "released" ? released_doubt_points : most_doubt_points;
  }

  if (!settings.quality_answers.empty()) {
    if (given.count("check_answers") != 0 && !o.check_answers) {
      throw_data_error({}, "`quality_answers` is not used with `check_answers` false");
    }
    o.check_answers = true;
  }
  if (given.count("spread_share") == 0) {
    o.spread.bridges = given.count("bridge_uses") == 0;
    o.spread.heads = given.count("question_uses") == 0;
  }
  o.parts = settings.split_kind == "random" ? mhqa::split_kind::random : mhqa::split_kind::disjoint;
  o.contexts.min_corpus_words = o.quality.min_context_words;
  o.contexts.max_corpus_words = o.quality.max_context_words;
  if (settings.distractors == "corpus") o.contexts.source = distractor_source::corpus;
  std::vector<std::string> without;
  for (const std::string& rule : pair_rule_names()) {
    if (std::count(o.without_rules.begin(), o.without_rules.end(), rule) == 0) continue;
    const auto row =
        std::find_if(grammar_rows.begin(), grammar_rows.end(), [&](const auto& r) { return r.name == rule; });
    if (row == grammar_rows.end()) {
      without.push_back(rule);
    } else {
      o.quality.without_rows |= std::uint64_t{1} << static_cast<unsigned>(row - grammar_rows.begin());
    }
  }
  o.without_rules = without;
}

MHQA_INLINE void check_files(const compose_settings& settings) {
  std::vector<std::string> outputs = settings.part ? std::vector{settings.out} : detail::compose_outputs(settings.out);
  for (std::uint32_t i = 0; i < settings.shards; ++i) outputs.push_back(shard_file(settings.out, i));
  for (const std::string& input : detail::compose_inputs(settings)) {
    expect_regular_file(input);
    for (const std::string& output : outputs) expect_no_input(output, {input});
  }
  for (const std::string& output : outputs) expect_no_input(output, {settings.config});
}

}  // namespace mhqa::inline v0_1::io
