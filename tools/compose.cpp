// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compose: multi-hop questions from single-hop ones, in stages that can be looked at, replaced and gone on with.
#include "command.hpp"
#include "compose_settings.hpp"

#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/connection.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/graphs.hpp>
#include <mhqa/compose/leaks.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/compose/twins.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wording_check.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/composition_files.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/io/stages.hpp>
#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/parallel.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::composition;
using mhqa::io::json_value;
using mhqa::io::json_writer;
using mhqa::io::stage_report;
using mhqa::io::stage_writer;
using option_list = std::vector<std::pair<std::string, std::string>>;

constexpr std::array<std::string_view, 3> part_names{"train", "dev", "test"};

template <class... Values>
option_list options(std::pair<std::string_view, Values>... values) {
  option_list out;
  (out.emplace_back(std::string{values.first}, fmt::format("{}", values.second)), ...);
  return out;
}
template <class Value>
std::pair<std::string_view, Value> opt(std::string_view name, Value value) {
  return {name, std::move(value)};
}

/// A finished question before it is written: its words, part, contexts.
struct made_question {
  composition graph;
  std::string text;
  std::size_t part = 0;  // of part_names; beyond: removed
  mhqa::composed_context context;
  mhqa::unanswerable_twin twin;
};

/// The threads, with a bar where work lasts.
class shown_threads {
 public:
  shown_threads(mhqa::thread_pool& threads, std::string what) : threads_{&threads}, what_{std::move(what)} {}

  [[nodiscard]] std::size_t concurrency() const noexcept { return threads_->concurrency(); }
  template <class F>
  void for_each(std::size_t n, F&& f) {
    progress_bar bar{what_, n};
    threads_->for_each(n, [&](std::size_t i) {
      f(i);
      bar.step();
    });
  }

 private:
  mhqa::thread_pool* threads_;
  std::string what_;
};

/// One run; each stage reads what the ones before it have left here.
class composer {
 public:
  explicit composer(const compose_settings& settings)
      : set_{settings}, run_{settings.out, settings.seed, settings.resume}, threads_{settings.threads} {}

  void run() {
    const std::array<std::pair<std::string_view, void (composer::*)()>, 8> stages{
        {{"pool", &composer::pool},
         {"quality", &composer::quality},
         {"pairs", &composer::pairs},
         {"connection", &composer::connection},
         {"graphs", &composer::graphs},
         {"wording", &composer::wording},
         {"split", &composer::split},
         {"contexts", &composer::contexts}}};
    std::error_code error;
    std::filesystem::create_directories(set_.out + "/requests", error);
    if (error) mhqa::throw_data_error({.file = set_.out}, "cannot make the folder: " + error.message());
    for (const auto& [name, stage] : stages) {
      (this->*stage)();
      if (name == set_.until || (name == "connection" && set_.until == "requests")) return print();
    }
    write_sets();
    print();
  }

 private:
  /// Runs or loads a stage, and keeps its report.
  template <class Make, class Load>
  void stage(const std::string& name, const option_list& choices, Make&& make, Load&& load) {
    reports_.push_back(run_.stage(name, choices, make, load));
  }

  [[nodiscard]] shown_threads shown(std::string what) { return {threads_, std::move(what)}; }

  void pool() {
    std::vector<mhqa::io::pool_path> paths;
    option_list sources;
    for (const std::string& name : set_.pools) {
      paths.push_back(mhqa::io::pool_path::parse(name));
      sources.emplace_back("source", paths.back().source);
      run_.input(paths.back().path);
    }
    all_ = mhqa::io::load_pool(paths);
    all_words_.emplace(all_.pool);
    stage(
        "pool", sources,
        [&](stage_writer& out) {
          std::string line;
          for (const mhqa::single_hop& q : all_.pool.questions) {
            line.clear();
            json_writer json{line};
            json.begin_object().member("id", q.id).member("source", q.source).member("question", q.question);
            json.member("answer", q.answer).member("paragraph", q.paragraph).end_object();
            out.line(line);
          }
          mhqa::io::write_requests(set_.out + "/requests/quality.jsonl", all_.pool, mhqa::quality_requests(all_.pool));
          mhqa::io::write_request_paragraphs(set_.out + "/requests/quality_paragraphs.jsonl", all_.pool);
          out.count("in", all_.read);
          out.count("out", all_.pool.questions.size());
          out.count("paragraphs", all_.pool.paragraphs.size());
          out.count("renamed ids", all_.renamed);
          out.drop(all_.dropped);
        },
        [](json_value) {});
  }

  void quality() {
    option_list choices =
        options(opt("min-context-words", set_.quality.min_context_words),
                opt("max-context-words", set_.quality.max_context_words), opt("check-answers", set_.check_answers));
    for (const std::string& path : set_.quality_answers) run_.input(path);
    const mhqa::io::pool_ids ids{all_.pool};
    std::vector<std::uint32_t> kept;
    stage(
        "quality", choices,
        [&](stage_writer& out) {
          mhqa::model_readings readings;
          const auto requests = mhqa::quality_requests(all_.pool);
          if (set_.check_answers) {
            readings = read(set_.quality_answers, all_.pool, requests, "reading single-hop questions");
          }
          auto result = mhqa::good_questions(all_.pool, *all_words_, set_.quality, readings);
          kept = std::move(result.kept);
          std::string line;
          for (const std::uint32_t q : kept) {
            line.clear();
            json_writer{line}.begin_object().member("id", all_.pool.questions[q].id).end_object();
            out.line(line);
          }
          out.count("in", all_.pool.questions.size());
          out.count("out", kept.size());
          out.drop(result.dropped);
        },
        [&](json_value value) {
          value.object([&](std::string_view key, json_value field) {
            if (key == "id") kept.push_back(ids.read(field));
          });
        });
    good_ = mhqa::select_questions(all_.pool, kept);
    all_words_.reset();
    words_.emplace(good_);
    ids_.emplace(good_);
  }

  void pairs() {
    if (!set_.entities.empty()) run_.input(set_.entities);
    stage(
        "pairs",
        options(opt("candidates-per-bridge", set_.pairs.candidates_per_bridge),
                opt("pairs-per-bridge", set_.pairs.pairs_per_bridge), opt("entities", !set_.entities.empty())),
        [&](stage_writer& out) {
          const mhqa::pair_index index{good_, *words_};
          mhqa::pair_limits limits = set_.pairs;
          limits.seed = set_.seed;
          std::string line;
          const auto sink = [&](const mhqa::question_pair& pair) {
            pairs_.push_back(pair);
            line.clear();
            mhqa::io::write_pair(line, good_, pair);
            out.line(line);
          };
          mhqa::pair_counts counts;
          if (set_.entities.empty()) {
            counts = mhqa::for_each_pair(index, mhqa::composable(good_), sink, threads_, limits);
          } else {
            const mhqa::entity_notes notes = mhqa::io::read_entity_notes(set_.entities);
            const auto rule = mhqa::composable(notes.tagger(), mhqa::title_index{good_}, notes.linker());
            counts = mhqa::for_each_pair(index, rule, sink, threads_, limits);
          }
          out.count("in", counts.candidates);
          out.count("out", counts.kept);
          out.drop(counts.dropped);
          out.drop({{"beyond-candidates-per-bridge", counts.unexamined}, {"beyond-pairs-per-bridge", counts.over_cap}});
        },
        [&](json_value value) { pairs_.push_back(mhqa::io::read_pair(value, *ids_)); });
  }

  void connection() {
    for (const std::string& path : set_.connection_answers) run_.input(path);
    const mhqa::connection_limits& c = set_.connection;
    if (set_.until == "requests") {
      static_cast<void>(ask());
      return;
    }
    std::vector<mhqa::question_pair> kept;
    stage(
        "connection",
        options(opt("connection", set_.connect), opt("filter-heads", c.heads), opt("filter-tails", c.tails),
                opt("head-f1", c.head_answer_f1), opt("tail-f1", c.tail_answer_f1),
                opt("tail-f1-most", c.tail_answer_most), opt("tail-support-f1", c.tail_support_f1),
                opt("tail-distractors", c.distractors), opt("folds", c.folds)),
        [&](stage_writer& out) {
          if (set_.connect) {
            const mhqa::connection_plan plan = ask();
            const auto heads = read(set_.connection_answers, good_, plan.heads, "reading heads");
            const auto tails = read(set_.connection_answers, good_, plan.tails, "reading tails");
            const auto verdicts = mhqa::judge_connection(good_, plan, heads, tails, c);
            auto result = mhqa::connected_pairs(*words_, pairs_, verdicts);
            kept = std::move(result.kept);
            out.count("in", pairs_.size());
            out.count("out", kept.size());
            out.count("heads", plan.heads.size());
            out.count("heads kept", count_true(verdicts.heads));
            out.count("tails", plan.tails.size());
            out.count("tails kept", count_true(verdicts.tails));
            out.drop(result.dropped);
          } else {
            kept = pairs_;
            out.count("in", pairs_.size());
            out.count("out", kept.size());
          }
          std::string line;
          for (const mhqa::question_pair& pair : kept) {
            line.clear();
            mhqa::io::write_pair(line, good_, pair);
            out.line(line);
          }
        },
        [&](json_value value) { kept.push_back(mhqa::io::read_pair(value, *ids_)); });
    pairs_ = std::move(kept);
  }

  /// Plans the connection filter and writes what readers are asked.
  mhqa::connection_plan ask() {
    auto threads = shown("retrieving distractors");
    mhqa::connection_plan plan = mhqa::plan_connection(good_, *words_, pairs_, set_.seed, set_.connection, threads);
    mhqa::io::write_request_paragraphs(set_.out + "/requests/paragraphs.jsonl", good_);
    mhqa::io::write_requests(set_.out + "/requests/heads.jsonl", good_, plan.heads);
    mhqa::io::write_requests(set_.out + "/requests/tails.jsonl", good_, plan.tails);
    return plan;
  }

  void graphs() {
    const mhqa::composition_limits& l = set_.limits;
    option_list choices = options(
        opt("question-words", l.question_words), opt("total-words", fmt::format("{}", fmt::join(l.total_words, " "))),
        opt("bridge-uses", l.bridge_uses), opt("question-uses", l.question_uses), opt("no-subgraphs", l.no_subgraphs),
        opt("shares", fmt::format("{}", fmt::join(set_.mix.shares, " "))), opt("size", set_.mix.size));
    stage(
        "graphs", choices,
        [&](stage_writer& out) {
          auto threads = shown("composing");
          auto result = mhqa::compose_questions(good_, *words_, pairs_, set_.seed, l, set_.mix, threads, set_.budget);
          std::string line;
          std::uint64_t candidates = 0;
          for (const composition& c : result.kept) {
            line.clear();
            json_writer json{line};
            json.begin_object();
            mhqa::io::write_composition(json, good_, c);
            json.end_object();
            out.line(line);
            made_.emplace_back().graph = c;
          }
          for (const auto& shape : result.candidates) candidates += shape.possible;
          out.count("in", candidates);
          out.count("out", made_.size());
          for (std::size_t s = 0; s < mhqa::all_shapes.size(); ++s) {
            out.count(to_string(mhqa::all_shapes[s]), result.by_shape[s]);
          }
          out.drop(result.dropped);
        },
        [&](json_value value) {
          made_question& q = made_.emplace_back();
          value.object([&](std::string_view key, json_value field) {
            mhqa::io::read_composition_field(key, field, *ids_, q.graph);
          });
        });
  }

  void wording() {
    if (!set_.wordings.empty()) run_.input(set_.wordings);
    std::vector<std::string> texts(made_.size());
    std::map<std::string, std::size_t, std::less<>> place;
    for (std::size_t i = 0; i < made_.size(); ++i) place.emplace(id_of(good_, made_[i].graph), i);
    stage(
        "wording", options(opt("wordings", set_.wordings.empty() ? "rules" : "file")),
        [&](stage_writer& out) {
          std::vector<mhqa::wording_request> requests;
          for (const made_question& q : made_) requests.push_back(mhqa::make_wording_request(good_, q.graph));
          mhqa::io::write_wording_requests(set_.out + "/requests/wordings.jsonl", requests);
          std::map<std::string, std::uint64_t> reasons;
          if (set_.wordings.empty()) {
            const mhqa::rule_verbaliser verbalise;
            for (std::size_t i = 0; i < requests.size(); ++i) {
              mhqa::wording words = verbalise(requests[i]);
              words ? void(texts[i] = std::move(words.question)) : void(++reasons[std::string{to_string(words.why)}]);
            }
          } else {
            auto results = mhqa::check_wordings(requests, mhqa::io::read_wordings(set_.wordings));
            for (std::size_t i = 0; i < requests.size(); ++i) {
              const bool kept = results.verdicts[i] == mhqa::wording_verdict::kept;
              kept ? void(texts[i] = results.questions[i])
                   : void(++reasons[std::string{to_string(results.verdicts[i])}]);
            }
          }
          std::uint64_t kept = 0;
          std::string line;
          for (std::size_t i = 0; i < requests.size(); ++i) {
            if (texts[i].empty()) continue;
            ++kept;
            line.clear();
            json_writer json{line};
            json.begin_object().member("id", std::string_view{requests[i].id});
            json.member("question", std::string_view{texts[i]}).end_object();
            out.line(line);
          }
          out.count("in", requests.size());
          out.count("out", kept);
          std::vector<mhqa::reason_count> dropped;
          for (const auto& [reason, count] : reasons) dropped.push_back({reason, count});
          out.drop(dropped);
        },
        [&](json_value value) {
          std::size_t at = made_.size();
          value.object([&](std::string_view key, json_value field) {
            if (key == "id") {
              const auto found = place.find(field.string());
              if (found != place.end()) at = found->second;
            } else if (key == "question" && at < made_.size()) {
              texts[at] = field.string();
            }
          });
        });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < made_.size(); ++i) {
      if (texts[i].empty()) continue;
      made_[kept] = std::move(made_[i]);
      made_[kept++].text = std::move(texts[i]);
    }
    made_.resize(kept);
  }

  void split() {
    std::vector<composition> graphs;
    for (const made_question& q : made_) graphs.push_back(q.graph);
    std::map<std::string, std::size_t, std::less<>> place;
    for (std::size_t i = 0; i < made_.size(); ++i) place.emplace(id_of(good_, made_[i].graph), i);
    for (made_question& q : made_) q.part = part_names.size();
    stage(
        "split",
        options(opt("split", set_.split_kind), opt("dev-share", set_.split.dev_share),
                opt("test-share", set_.split.test_share)),
        [&](stage_writer& out) {
          const auto strata = mhqa::strata_of(good_, graphs);
          const auto keys = mhqa::overlap_keys_of(good_, *words_, graphs);
          const mhqa::data_split parts = set_.split_kind == "random"
                                             ? mhqa::split_randomly(strata, set_.seed, set_.split)
                                             : mhqa::split_disjoint(keys, strata, set_.seed, set_.split, threads_);
          const std::array<const std::vector<std::uint32_t>*, 3> lists{&parts.train, &parts.dev, &parts.test};
          for (std::size_t p = 0; p < lists.size(); ++p) {
            for (const std::uint32_t i : *lists[p]) made_[i].part = p;
          }
          std::string line;
          for (std::size_t i = 0; i < made_.size(); ++i) {
            if (made_[i].part == part_names.size()) continue;
            line.clear();
            json_writer json{line};
            json.begin_object().member("id", std::string_view{id_of(good_, graphs[i])});
            json.member("part", part_names[made_[i].part]).end_object();
            out.line(line);
          }
          out.count("in", made_.size());
          out.count("out", made_.size() - parts.removed.size());
          for (std::size_t p = 0; p < lists.size(); ++p) out.count(part_names[p], lists[p]->size());
          const auto keys_of = [&](const std::vector<std::uint32_t>& part) {
            std::vector<mhqa::overlap_keys> some;
            for (const std::uint32_t i : part) some.push_back(keys[i]);
            return some;
          };
          const auto leaks = [&](const mhqa::data_split& s, const std::string& kind) {
            const auto train = keys_of(s.train), dev = keys_of(s.dev), test = keys_of(s.test);
            const auto count = [&](std::string_view name, const mhqa::leak_report& report) {
              out.count(kind + std::string{name} + " shared questions", report.shared.questions);
              out.count(kind + std::string{name} + " shared answers", report.shared.answers);
              out.count(kind + std::string{name} + " shared paragraphs", report.shared.paragraphs);
              out.count(kind + std::string{name} + " leaking", report.right.any);
            };
            count("train-dev", mhqa::find_leaks(train, dev));
            count("train-test", mhqa::find_leaks(train, test));
            count("dev-test", mhqa::find_leaks(dev, test));
          };
          leaks(parts, "");
          leaks(mhqa::split_randomly(strata, set_.seed, set_.split), "random split: ");
          out.drop({{"overlaps-both-sides", parts.removed.size()}});
        },
        [&](json_value value) {
          std::size_t at = made_.size();
          value.object([&](std::string_view key, json_value field) {
            if (key == "id") {
              const auto found = place.find(field.string());
              if (found != place.end()) at = found->second;
            } else if (key == "part" && at < made_.size()) {
              const auto name = std::find(part_names.begin(), part_names.end(), field.string());
              made_[at].part = static_cast<std::size_t>(name - part_names.begin());
            }
          });
        });
    std::erase_if(made_, [](const made_question& q) { return q.part == part_names.size(); });
  }

  void contexts() {
    mhqa::context_options how;
    how.paragraphs = set_.paragraphs;
    shown_ = &good_;
    if (set_.distractors == "corpus") {
      how.source = mhqa::distractor_source::corpus;
      how.min_corpus_words = set_.quality.min_context_words;
      how.max_corpus_words = set_.quality.max_context_words;
      for (const std::string& path : set_.corpus) {
        run_.input(path);
        mhqa::io::read_corpus(path, corpus_);
      }
      with_corpus_ = mhqa::with_corpus(good_, corpus_.paragraphs);
      words_.emplace(with_corpus_);
      shown_ = &with_corpus_;
    }
    std::size_t loaded = 0;
    stage(
        "contexts", options(opt("paragraphs", set_.paragraphs), opt("distractors", set_.distractors)),
        [&](stage_writer& out) {
          std::vector<composition> graphs;
          for (const made_question& q : made_) graphs.push_back(q.graph);
          const mhqa::distractor_search search{*shown_, *words_, threads_};
          auto threads = shown("building contexts");
          auto contexts = mhqa::build_contexts(*shown_, *words_, search, graphs, set_.seed, how, threads);
          auto twins = mhqa::build_twins(*shown_, *words_, search, graphs, set_.seed, how, threads);
          std::uint64_t small = 0;
          std::string line;
          for (std::size_t i = 0; i < made_.size(); ++i) {
            made_[i].context = std::move(contexts[i]);
            made_[i].twin = std::move(twins[i]);
            small +=
                made_[i].context.size() < how.paragraphs || made_[i].twin.context.size() < how.paragraphs ? 1U : 0U;
            line.clear();
            json_writer json{line};
            json.begin_object().member("id", std::string_view{id_of(good_, graphs[i])});
            mhqa::io::write_context(json.key("context"), made_[i].context);
            mhqa::io::write_context(json.key("twin"), made_[i].twin.context);
            json.member("step", made_[i].twin.step).member("twin_first", made_[i].twin.first).end_object();
            out.line(line);
          }
          out.count("in", made_.size());
          out.count("out", made_.size());
          out.count("smaller contexts", small);
        },
        [&](json_value value) {
          if (loaded == made_.size()) value.context().fail("expected no further question");
          made_question& q = made_[loaded++];
          value.object([&](std::string_view key, json_value field) {
            if (key == "context") q.context = mhqa::io::read_context(field, *shown_);
            if (key == "twin") q.twin.context = mhqa::io::read_context(field, *shown_);
            if (key == "step") q.twin.step = static_cast<std::uint32_t>(field.integer());
            if (key == "twin_first") q.twin.first = field.boolean();
          });
        });
  }

  /// DIR/ans and DIR/full, where each hop comes from, and what the run was.
  void write_sets() {
    mhqa::io::manifest m{.command = "compose", .seed = set_.seed, .inputs = run_.inputs()};
    for (const std::string_view kind : {"ans", "full"}) {
      std::filesystem::create_directories(set_.out + "/" + std::string{kind});
      for (std::size_t part = 0; part < part_names.size(); ++part) {
        const std::string name = fmt::format("{}/{}.jsonl", kind, part_names[part]);
        mhqa::io::atomic_file out{set_.out + "/" + name};
        std::string lines;
        for (const made_question& q : made_) {
          if (q.part != part) continue;
          lines.clear();
          if (kind == "ans") {
            mhqa::io::write_composed(lines, *shown_, mhqa::make_composed(*shown_, q.graph, q.text, q.context));
            lines += '\n';
          } else {
            const auto rows = mhqa::make_pair_of_twins(*shown_, q.graph, q.text, q.context, q.twin);
            mhqa::io::write_composed(lines, *shown_, rows.first);
            lines += '\n';
            mhqa::io::write_composed(lines, *shown_, rows.second);
            lines += '\n';
          }
          out.write(lines);
        }
        out.commit();
        m.outputs.push_back(mhqa::io::describe_file(set_.out + "/" + name));
        m.outputs.back().path = name;
      }
    }
    mhqa::io::atomic_file hops{set_.out + "/provenance.jsonl"};
    std::string line;
    for (const made_question& q : made_) {
      line.clear();
      json_writer json{line};
      json.begin_object().member("id", std::string_view{id_of(good_, q.graph)}).key("hops").begin_array();
      for (const std::uint32_t step : q.graph.steps()) {
        const mhqa::single_hop& hop = good_.questions[step];
        json.begin_object().member("id", hop.id).member("source", hop.source).member("question", hop.question);
        json.member("title", good_.paragraphs[hop.paragraph].title).end_object();
      }
      json.end_array().end_object();
      hops.write(line += '\n');
      ++written_[static_cast<std::size_t>(q.graph.kind)][q.part];
    }
    hops.commit();
    m.outputs.push_back(mhqa::io::describe_file(set_.out + "/provenance.jsonl"));
    m.outputs.back().path = "provenance.jsonl";
    for (const stage_report& report : reports_) {
      m.counts.push_back({report.name, report.count("out")});
      for (const mhqa::named_count& d : report.dropped) m.dropped.push_back({report.name + ": " + d.name, d.value});
    }
    mhqa::io::write_manifest(set_.out + "/manifest.json", m);
    done_ = true;
  }

  void print() const {
    std::string text;
    const auto to = std::back_inserter(text);
    fmt::format_to(to, "{:<12}{:>12}{:>12}\n", "stage", "in", "out");
    for (const stage_report& report : reports_) {
      fmt::format_to(to, "{:<12}{:>12}{:>12}{}\n", report.name, report.count("in"), report.count("out"),
                     report.loaded ? "  (from the earlier run)" : "");
      for (const mhqa::named_count& d : report.dropped) {
        if (d.value != 0) fmt::format_to(to, "  dropped {:>16}  {}\n", d.value, d.name);
      }
      if (report.name != "split") continue;
      fmt::format_to(to, "  shared by train and dev, train and test, dev and test (in a random split):\n");
      for (const std::string_view what : {"questions", "answers", "paragraphs"}) {
        fmt::format_to(to, "    {:<12}", what);
        for (const std::string_view pair : {"train-dev", "train-test", "dev-test"}) {
          const std::string name = fmt::format("{} shared {}", pair, what);
          fmt::format_to(to, "{:>6} ({})", report.count(name), report.count("random split: " + name));
        }
        text += '\n';
      }
    }
    if (done_) {
      fmt::format_to(to, "\n{:<12}{:>12}{:>12}{:>12}\n", "shape", part_names[0], part_names[1], part_names[2]);
      for (std::size_t s = 0; s < mhqa::all_shapes.size(); ++s) {
        fmt::format_to(to, "{:<12}{:>12}{:>12}{:>12}\n", to_string(mhqa::all_shapes[s]), written_[s][0], written_[s][1],
                       written_[s][2]);
      }
    }
    mhqa::io::output out{"-"};
    out.write(text);
    out.close();
  }

  /// The readings of the models of files, or of the lexical reader.
  mhqa::model_readings read(const std::vector<std::string>& files, const mhqa::single_hop_pool& pool,
                            const std::vector<mhqa::reading_request>& requests, const std::string& what) {
    mhqa::model_readings out;
    for (const std::string& path : files) {
      auto answers = mhqa::io::read_answers(path);
      out.push_back(mhqa::io::replay_requests(path, answers, requests));
    }
    if (!files.empty()) return out;
    auto threads = shown(what);
    out.push_back(mhqa::read_requests(pool, requests, mhqa::lexical_reader{}, threads));
    return out;
  }

  static std::uint64_t count_true(const std::vector<bool>& flags) {
    return static_cast<std::uint64_t>(std::count(flags.begin(), flags.end(), true));
  }

  const compose_settings& set_;
  mhqa::io::stage_folder run_;
  mhqa::thread_pool threads_;
  std::vector<stage_report> reports_;
  mhqa::io::loaded_pool all_;
  std::optional<mhqa::pool_words> all_words_;
  mhqa::single_hop_pool good_;
  std::optional<mhqa::pool_words> words_;
  std::optional<mhqa::io::pool_ids> ids_;
  std::vector<mhqa::question_pair> pairs_;
  std::vector<made_question> made_;
  mhqa::io::loaded_corpus corpus_;
  mhqa::single_hop_pool with_corpus_;
  const mhqa::single_hop_pool* shown_ = nullptr;
  std::array<std::array<std::uint64_t, 3>, 6> written_{};
  bool done_ = false;
};

}  // namespace

void compose(const compose_settings& settings) {
  composer{settings}.run();
}

void add_compose(CLI::App& app, int&) {
  const auto chosen = std::make_shared<compose_settings>();
  CLI::App* const verb =
      app.add_subcommand("compose", "Make a multi-hop data set from single-hop questions, in counted stages");
  add_compose_options(*verb, *chosen);
  verb->footer(
      "Example:\n  mhqa compose dev-v1.1.json --out composed --seed 7\n"
      "With models of your own:\n  mhqa compose … --until requests; answer requests/*.jsonl; mhqa compose … --resume "
      "--connection-answers a.jsonl b.jsonl");
  verb->callback([chosen, verb] {
    if (!chosen->config.empty()) read_compose_config(*verb, chosen->config);
    apply_preset(*verb, *chosen);
    compose(*chosen);
  });
}

}  // namespace mhqa_command
