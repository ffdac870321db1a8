// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// From pairs to a divided set of questions: graphs (S4), their words (S7), train, dev and test (S5).
#include "compose_stages.hpp"

#include <mhqa/compose/graphs.hpp>
#include <mhqa/compose/leaks.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wordings.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/request_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::made_question;
using mhqa::io::json_value;
using mhqa::io::json_writer;
using mhqa::io::stage_writer;

std::vector<mhqa::composition> graphs_of(const std::vector<made_question>& questions) {
  std::vector<mhqa::composition> out;
  for (const made_question& q : questions) out.push_back(q.graph);
  return out;
}

/// Finds the question that a record {"id", …} of a stage is about; records are in the questions' order.
class record_finder {
 public:
  record_finder(const mhqa::single_hop_pool& pool, const std::vector<made_question>& questions)
      : pool_{pool}, questions_{questions} {}

  [[nodiscard]] std::size_t find(json_value id) {
    const std::string_view wanted = id.string();
    while (at_ < questions_.size() && id_of(pool_, questions_[at_].graph) != wanted) ++at_;
    if (at_ == questions_.size()) id.context().fail("expected a question of the stage before");
    return at_;
  }

 private:
  const mhqa::single_hop_pool& pool_;
  const std::vector<made_question>& questions_;
  std::size_t at_ = 0;
};

/// The words of a file or, without one, of the rules.
mhqa::worded_questions find_words(const std::vector<mhqa::wording_request>& requests, const std::string& file) {
  if (file.empty()) return mhqa::word_questions(requests, mhqa::rule_verbaliser{});
  try {
    return mhqa::word_questions(requests, mhqa::io::read_wordings(file));
  } catch (const mhqa::data_error& error) {
    mhqa::place where = error.where();
    where.file = file;
    mhqa::throw_data_error(where, error.problem());
  }
}

void count_leaks(stage_writer& out, const std::string& kind, const mhqa::split_leaks& leaks) {
  const auto count = [&](const std::string& parts, const mhqa::leak_report& report) {
    out.count(kind + parts + " shared questions", report.shared.questions);
    out.count(kind + parts + " shared answers", report.shared.answers);
    out.count(kind + parts + " shared paragraphs", report.shared.paragraphs);
    out.count(kind + parts + " leaking", report.right.any);
  };
  count("train-dev", leaks.train_dev);
  count("train-test", leaks.train_test);
  count("dev-test", leaks.dev_test);
}

}  // namespace

std::vector<made_question> build_graphs(compose_run& run, const question_pool& good,
                                        std::vector<mhqa::question_pair> pairs) {
  const compose_settings& set = run.settings;
  const mhqa::composition_limits& limits = set.limits;
  std::vector<made_question> made;
  const auto make = [&](stage_writer& out) {
    shown_threads threads{run.threads, "composing"};
    const mhqa::composed_graphs result =
        mhqa::compose_questions(good.pool, good.words, pairs, set.seed, limits, set.mix, threads, set.budget);
    std::string line;
    for (const mhqa::composition& c : result.kept) {
      line.clear();
      json_writer json{line};
      json.begin_object();
      mhqa::io::write_composition(json, good.pool, c);
      json.end_object();
      out.line(line);
      made.emplace_back().graph = c;
    }
    std::uint64_t candidates = 0;
    for (const mhqa::shape_counts& shape : result.candidates) candidates += shape.possible;
    out.count("in", candidates);
    out.count("out", made.size());
    for (std::size_t s = 0; s < mhqa::all_shapes.size(); ++s) {
      out.count(to_string(mhqa::all_shapes[s]), result.by_shape[s]);
    }
    out.drop(result.dropped);
  };
  const auto load = [&](json_value value) {
    made_question& q = made.emplace_back();
    value.object([&](std::string_view key, json_value field) {
      mhqa::io::read_composition_field(key, field, good.ids, q.graph);
    });
  };
  run_stage(run, "graphs",
            {option("question-words", limits.question_words), option("total-words", fmt::join(limits.total_words, " ")),
             option("bridge-uses", limits.bridge_uses), option("question-uses", limits.question_uses),
             option("no-subgraphs", limits.no_subgraphs), option("shares", fmt::join(set.mix.shares, " ")),
             option("size", set.mix.size)},
            make, load);
  return made;
}

void word_questions(compose_run& run, const question_pool& good, std::vector<made_question>& questions) {
  const std::string& file = run.settings.wordings;
  if (!file.empty()) run.folder.input(file);
  const auto make = [&](stage_writer& out) {
    std::vector<mhqa::wording_request> requests;
    for (const made_question& q : questions) requests.push_back(mhqa::make_wording_request(good.pool, q.graph));
    mhqa::io::write_wording_requests(run.request("wordings"), requests);
    mhqa::worded_questions words = find_words(requests, file);
    std::uint64_t kept = 0;
    std::string line;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      questions[i].text = std::move(words.questions[i]);
      if (questions[i].text.empty()) continue;
      ++kept;
      line.clear();
      json_writer json{line};
      json.begin_object().member("id", std::string_view{requests[i].id});
      json.member("question", std::string_view{questions[i].text}).end_object();
      out.line(line);
    }
    out.count("in", requests.size());
    out.count("out", kept);
    out.drop(words.dropped);
  };
  record_finder records{good.pool, questions};
  const auto load = [&](json_value value) {
    std::size_t at = 0;
    value.object([&](std::string_view key, json_value field) {
      if (key == "id") at = records.find(field);
      if (key == "question") questions[at].text = field.string();
    });
  };
  run_stage(run, "wording", {option("wordings", file.empty() ? "rules" : "file")}, make, load);
  std::erase_if(questions, [](const made_question& q) { return q.text.empty(); });
}

void split_questions(compose_run& run, const question_pool& good, std::vector<made_question>& questions) {
  const compose_settings& set = run.settings;
  std::vector<bool> placed(questions.size(), false);
  const auto make = [&](stage_writer& out) {
    const std::vector<mhqa::composition> graphs = graphs_of(questions);
    const auto strata = mhqa::strata_of(good.pool, graphs);
    const auto keys = mhqa::overlap_keys_of(good.pool, good.words, graphs);
    const mhqa::data_split random = mhqa::split_randomly(strata, set.seed, set.split);
    const mhqa::data_split parts =
        set.split_kind == "random" ? random : mhqa::split_disjoint(keys, strata, set.seed, set.split, run.threads);
    for (const mhqa::data_part part : mhqa::all_parts) {
      for (const std::uint32_t i : parts.of(part)) {
        questions[i].part = part;
        placed[i] = true;
      }
    }
    std::string line;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (!placed[i]) continue;
      line.clear();
      json_writer json{line};
      json.begin_object().member("id", std::string_view{id_of(good.pool, graphs[i])});
      json.member("part", to_string(questions[i].part)).end_object();
      out.line(line);
    }
    out.count("in", questions.size());
    out.count("out", questions.size() - parts.removed.size());
    for (const mhqa::data_part part : mhqa::all_parts) out.count(to_string(part), parts.of(part).size());
    count_leaks(out, "", find_leaks(keys, parts));
    count_leaks(out, "random split: ", find_leaks(keys, random));
    out.drop({{"overlaps-both-sides", parts.removed.size()}});
  };
  record_finder records{good.pool, questions};
  const auto load = [&](json_value value) {
    std::size_t at = 0;
    value.object([&](std::string_view key, json_value field) {
      if (key == "id") at = records.find(field);
      if (key != "part") return;
      const std::string_view name = field.string();
      const auto part = std::find_if(mhqa::all_parts.begin(), mhqa::all_parts.end(),
                                     [&](mhqa::data_part p) { return to_string(p) == name; });
      if (part == mhqa::all_parts.end()) field.context().fail("expected a part of the data set");
      questions[at].part = *part;
      placed[at] = true;
    });
  };
  run_stage(run, "split",
            {option("split", set.split_kind), option("dev-share", set.split.dev_share),
             option("test-share", set.split.test_share)},
            make, load);
  std::size_t at = 0;
  std::erase_if(questions, [&](const made_question&) { return !placed[at++]; });
}

}  // namespace mhqa_command
