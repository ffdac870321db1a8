// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_run.hpp.
#pragma once

#include <mhqa/io/compose_run.hpp>

#include <mhqa/compose/ungrammatical.hpp>
#include <mhqa/compose/wording_agreement.hpp>
#include <mhqa/io/manifest.hpp>

#include <system_error>

namespace mhqa::inline v0_1::io {
namespace detail {

template <class Values>
[[nodiscard]] std::string space_separated(const Values& values) {
  std::string out;
  for (const auto& value : values) {
    if (!out.empty()) out += ' ';
    out += fmt::format("{}", value);
  }
  return out;
}

}  // namespace detail

MHQA_INLINE stage_options describe_stage(std::string_view stage, const compose_options& o) {
  stage_options out;
  const auto add = [&out](std::string_view name, auto&& value) {
    detail::add_option(out, name, std::forward<decltype(value)>(value));
  };
  if (stage == "quality") {
    add("min-context-words", o.quality.min_context_words);
    add("max-context-words", o.quality.max_context_words);
    add("check-answers", o.check_answers);
    std::vector<std::string_view> left_out;
    for (std::size_t i = 0; i < grammar_rows.size(); ++i) {
      if ((o.quality.without_rows >> i & 1U) != 0) left_out.push_back(grammar_rows[i].name);
    }
    if (!left_out.empty()) add("without-rules", detail::space_separated(left_out));
  } else if (stage == "pairs") {
    add("candidates-per-bridge", o.pairs.candidates_per_bridge);
    add("pairs-per-bridge", o.pairs.pairs_per_bridge);
    add("entities", false);
    if (!o.without_rules.empty()) add("without-rules", detail::space_separated(o.without_rules));
  } else if (stage == "connection") {
    add("connection", o.connect);
    add("filter-heads", o.connection.heads);
    add("filter-tails", o.connection.tails);
    add("own-paragraph", o.connection.own_paragraph);
    add("head-f1", o.connection.head_answer_f1);
    add("tail-f1", o.connection.tail_answer_f1);
    add("tail-f1-most", o.connection.tail_answer_most);
    add("tail-support-f1", o.connection.tail_support_f1);
    add("tail-distractors", o.connection.distractors);
    add("folds", o.connection.folds);
  } else if (stage == "graphs") {
    add("question-words", o.limits.question_words);
    add("total-words", detail::space_separated(o.limits.total_words));
    add("bridge-uses", o.limits.bridge_uses);
    add("question-uses", o.limits.question_uses);
    add("no-subgraphs", o.limits.no_subgraphs);
    add("worded-first", o.worded_first);
    add("most-doubts", o.most_doubts);
    add("shares", detail::space_separated(o.mix.shares));
    add("size", o.mix.size);
  } else if (stage == "wording") {
    add("wordings", "rules");
    add("most-doubts", o.most_doubts);
  } else if (stage == "split") {
    add("split", o.parts == split_kind::random ? "random" : "disjoint");
    add("dev-share", o.split.dev_share);
    add("test-share", o.split.test_share);
    add("spread-share", o.spread.share);
    add("spread-heads", o.spread.heads);
    add("spread-bridges", o.spread.bridges);
    add("train-size", o.train_size);
  } else if (stage == "contexts") {
    add("paragraphs", o.contexts.paragraphs);
    add("distractors", o.contexts.source == distractor_source::corpus ? "corpus" : "positive");
  }
  return out;
}

MHQA_INLINE compose_run::compose_run(const std::string& folder, const compose_options& options, bool resume)
    : folder_{folder, options.seed, resume}, options_{options}, requests_{folder + "/requests"} {
  std::error_code error;
  std::filesystem::create_directories(requests_, error);
  if (error) throw_data_error({.file = requests_.string()}, "cannot make the folder: " + error.message());
}

MHQA_INLINE compose_run::~compose_run() {
  std::error_code ignored;
  std::filesystem::remove(requests_, ignored);
}

MHQA_INLINE stage_options compose_run::options_of(std::string_view stage) {
  if (const auto files = inputs.find(stage); files != inputs.end()) {
    for (const std::string& file : files->second) folder_.input(file);
  }
  stage_options options = describe_stage(stage, options_);
  if (const auto own = describe.find(stage); own != describe.end()) {
    for (const auto& given : own->second) {
      const auto same = [&given](const auto& o) { return o.first == given.first; };
      const auto at = std::find_if(options.begin(), options.end(), same);
      if (at == options.end()) {
        options.push_back(given);
      } else {
        at->second = given.second;
      }
    }
  }
  return options;
}

MHQA_INLINE stage_options compose_run::add_pools(std::span<const pool_path> paths) {
  stage_options sources;
  for (const pool_path& path : paths) {
    detail::add_option(sources, "source", path.source);
    folder_.input(path.path);
  }
  return sources;
}

MHQA_INLINE void compose_run::make_pool(std::span<const pool_path> paths,
                                        const std::function<void(stage_writer&)>& make) {
  stage_pool(add_pools(paths), make);
}

MHQA_INLINE void compose_run::make_quality(const std::function<void(stage_writer&)>& make) {
  reports_.push_back(folder_.stage("quality", options_of("quality"), make, [](json_value) {}));
}

MHQA_INLINE void compose_run::write_question(std::string& line, const single_hop& q, std::uint32_t paragraph) {
  json_writer json{line};
  json.begin_object().member("id", q.id).member("source", q.source).member("question", q.question);
  json.member("answer", q.answer).member("paragraph", paragraph).end_object();
}

MHQA_INLINE void compose_run::count_pool(stage_writer& out, const loaded_pool& read, std::size_t questions,
                                         std::size_t paragraphs) {
  out.count("in", read.read);
  out.count("out", questions);
  out.count("paragraphs", paragraphs);
  out.count("renamed ids", read.renamed);
  out.drop(read.dropped);
}

MHQA_INLINE loaded_pool compose_run::read_pool(std::span<const pool_path> paths) {
  const stage_options sources = add_pools(paths);
  loaded_pool all = load_pool(paths);
  stage_pool(sources, [&](stage_writer& out) {
    std::string line;
    for (const single_hop& q : all.pool.questions) {
      line.clear();
      write_question(line, q, q.paragraph);
      out.line(line);
    }
    write_requests(request_file("quality"), all.pool, quality_requests(all.pool));
    write_request_paragraphs(request_file("quality_paragraphs"), all.pool);
    count_pool(out, all, all.pool.questions.size(), all.pool.paragraphs.size());
  });
  return all;
}

MHQA_INLINE void describe_files(compose_run& run, const compose_settings& settings, const default_reader& read) {
  run.inputs["quality"] = settings.quality_answers;
  run.inputs["pairs"] = detail::one_file(settings.entities);
  run.inputs["connection"] = settings.connection_answers;
  run.inputs["wording"] = settings.wordings;
  if (!settings.entities.empty()) run.inputs["wording"].push_back(settings.entities);
  if (settings.distractors == "corpus") run.inputs["contexts"] = settings.corpus;
  if (!settings.entities.empty()) run.describe["pairs"] = {{"entities", "true"}};
  if (!settings.wordings.empty()) run.describe["wording"] = {{"wordings", "file"}};
  for (const char* const stage : {"quality", "connection"}) {
    if (asks_reader(settings, stage)) run.describe[stage].emplace_back("reader", read.name());
  }
  run.until = settings.until;
}

MHQA_INLINE composing tell(const compose_run& run, const default_reader& read,
                           const std::optional<composed_set>& made) {
  composing out;
  out.stages = run.reports();
  out.reader = read.name();
  if (!made) return out;
  for (const made_question& q : made->items) {
    ++out.questions[static_cast<std::size_t>(q.graph.kind)][static_cast<std::size_t>(q.part)];
  }
  return out;
}

MHQA_INLINE void write_batches(compose_run& run, const single_hop_pool& pool, std::span<const request_batch> batches) {
  write_request_paragraphs(run.request_file("paragraphs"), pool);
  run.request_written("paragraphs");
  for (const request_batch& batch : batches) {
    write_requests(run.request_file(batch.name), pool, batch.requests);
    run.request_written(batch.name);
  }
}

MHQA_INLINE worded_questions run_wordings::operator()(std::span<const wording_request> requests) const {
  write_wording_requests(run_->request_file("wordings"), requests);
  run_->request_written("wordings");
  const std::vector<std::string>& files = settings_->wordings;
  if (files.empty()) return word_questions(requests, rule_verbaliser{.most_doubts = settings_->options.most_doubts});
  return word_questions(requests, std::span<const std::vector<wording_answer>>{read_people(files, requests)});
}

MHQA_INLINE void write_composed_sets(const compose_run& run, const composed_set& made, std::uint64_t seed) {
  const single_hop_pool& pool = made.questions.pool();
  write_composed_sets(run, made, seed, [&](const made_question& q, const auto& use) { use(pool, q); });
}

MHQA_INLINE void write_composed_sets(const compose_run& run, const composed_set& made, std::uint64_t seed,
                                     const composed_pools& give) {
  manifest about{.command = "compose", .seed = seed, .inputs = run.folder().inputs()};
  for (const stage_report& stage : run.reports()) {
    about.counts.push_back({stage.name, stage.count("out")});
    for (const auto& [reason, count] : stage.dropped) about.dropped.push_back({stage.name + ": " + reason, count});
  }
  write_composed_sets(run.folder().folder(), give, made.items, std::move(about));
}

}  // namespace mhqa::inline v0_1::io
