// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The composing pipeline with files: a runner for run_stages() that keeps each stage's result and manifest in a folder
// and loads the results of an earlier run.
//   mhqa::io::compose_run run{"composed", options, true};
//   auto set = mhqa::run_stages(pool, options, run);  mhqa::io::write_composed_sets(run, *set);
#pragma once

#include <mhqa/compose/compose.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/compose_report.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/io/composed_sets.hpp>
#include <mhqa/io/composition_files.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/pool_builder.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/io/stages.hpp>
#include <mhqa/parallel.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The options that affect a stage, by name, as its manifest records them.
using stage_options = std::vector<std::pair<std::string, std::string>>;

namespace detail {

template <class Value>
void add_option(stage_options& to, std::string_view name, Value&& value) {
  to.emplace_back(name, fmt::format("{}", std::forward<Value>(value)));
}

}  // namespace detail

/// Returns the options that affect a stage, by their names in its manifest.
[[nodiscard]] stage_options describe_stage(std::string_view stage, const compose_options& o);

namespace detail {

// Finds the item that a record {"id", …} refers to; records are in the items' order, and items may lack one.
template <class Set>
class record_finder {
 public:
  explicit record_finder(const Set& in) : in_{in} {}

  [[nodiscard]] const auto& find(json_value id) {
    const std::string_view wanted = id.string();
    for (; at_ < in_.items.size(); ++at_) {
      const auto& item = in_.items[at_];
      if constexpr (requires { item.graph; }) {
        if (id_of(in_.questions.pool(), item.graph) == wanted) return in_.items[at_++];
      } else {
        if (id_of(in_.questions.pool(), item) == wanted) return in_.items[at_++];
      }
    }
    id.context().fail("expected a question of the stage before");
  }

 private:
  const Set& in_;
  std::size_t at_ = 0;
};

// The records of each state: write(line, state, i), and a reader that is given the previous state.
template <class Out>
struct stage_records;

template <>
struct stage_records<good_set> {
  static void write(std::string& line, const good_set& made, std::size_t i) {
    json_writer{line}.begin_object().member("id", made.questions.pool().questions[i].id).end_object();
  }
  struct reader {
    const question_pool& in;
    pool_ids ids{in.pool()};
    good_set out{};

    void read(json_value value) {
      value.object([&](std::string_view key, json_value field) {
        if (key == "id") out.items.push_back(ids.read(field));
      });
    }
    good_set take() {
      out.questions = question_pool{select_questions(in.pool(), out.items), in.texts()};
      return std::move(out);
    }
  };
};

template <class In, class Out>
struct pair_reader {
  const In& in;
  pool_ids ids{in.questions.pool()};
  Out out{in.questions, {}};

  void read(json_value value) { out.items.push_back(read_pair(value, ids)); }
  Out take() { return std::move(out); }
};

template <>
struct stage_records<pair_set> {
  static void write(std::string& line, const pair_set& made, std::size_t i) {
    write_pair(line, made.questions.pool(), made.items[i]);
  }
  using reader = pair_reader<good_set, pair_set>;
};

template <>
struct stage_records<connected_set> {
  static void write(std::string& line, const connected_set& made, std::size_t i) {
    write_pair(line, made.questions.pool(), made.items[i]);
  }
  using reader = pair_reader<pair_set, connected_set>;
};

template <>
struct stage_records<graph_set> {
  static void write(std::string& line, const graph_set& made, std::size_t i) {
    json_writer json{line};
    json.begin_object();
    write_composition(json, made.questions.pool(), made.items[i]);
    json.end_object();
  }
  struct reader {
    const connected_set& in;
    pool_ids ids{in.questions.pool()};
    graph_set out{in.questions, {}};

    void read(json_value value) {
      composition& c = out.items.emplace_back();
      json_context& context = value.context();
      value.object([&](std::string_view key, json_value field) { read_composition_field(key, field, ids, c); });
      const std::span<const edge> edges = graph_of(c.kind).edges;
      for (std::size_t e = 0; e < edges.size(); ++e) ids.check(c.bridges[e], c.questions[edges[e].to], context);
    }
    graph_set take() { return std::move(out); }
  };
};

template <>
struct stage_records<worded_set> {
  static void write(std::string& line, const worded_set& made, std::size_t i) {
    json_writer json{line};
    json.begin_object().member("id", std::string_view{id_of(made.questions.pool(), made.items[i].graph)});
    json.member("question", std::string_view{made.items[i].text}).end_object();
  }
  struct reader {
    const graph_set& in;
    record_finder<graph_set> records{in};
    worded_set out{in.questions, {}};

    void read(json_value value) {
      worded_question& q = out.items.emplace_back();
      read_fields(value, required_field{"id", [&](json_value id) { q.graph = records.find(id); }},
                  optional_field{"question", q.text});
    }
    worded_set take() { return std::move(out); }
  };
};

template <>
struct stage_records<parted_set> {
  static void write(std::string& line, const parted_set& made, std::size_t i) {
    json_writer json{line};
    json.begin_object().member("id", std::string_view{id_of(made.questions.pool(), made.items[i].graph)});
    json.member("part", to_string(made.items[i].part)).end_object();
  }
  struct reader {
    const worded_set& in;
    record_finder<worded_set> records{in};
    parted_set out{in.questions, {}};

    void read(json_value value) {
      parted_question& q = out.items.emplace_back();
      const auto read_id = [&](json_value id) {
        const worded_question& from = records.find(id);
        q.graph = from.graph;
        q.text = from.text;
      };
      const auto read_part = [&](json_value field) {
        const std::string_view name = field.string();
        const auto part =
            std::find_if(all_parts.begin(), all_parts.end(), [&](data_part p) { return to_string(p) == name; });
        if (part == all_parts.end()) field.context().fail("expected a part of the data set");
        q.part = *part;
      };
      read_fields(value, required_field{"id", read_id}, optional_field{"part", read_part});
    }
    parted_set take() { return std::move(out); }
  };
};

template <>
struct stage_records<composed_set> {
  static void write(std::string& line, const composed_set& made, std::size_t i) {
    write_contexts(line, made.questions.pool(), made.items[i]);
  }
  struct reader {
    const parted_set& in;
    composed_set out{in.questions, {}};

    void read(json_value value) {
      if (out.items.size() == in.items.size()) value.context().fail("expected no further question");
      const parted_question& from = in.items[out.items.size()];
      made_question& q = out.items.emplace_back(made_question{from.graph, from.text, from.part, {}, {}});
      read_contexts(value, in.questions.pool(), q);
    }
    composed_set take() { return std::move(out); }
  };
};

}  // namespace detail

/// A run of the pipeline in a folder: DIR/stages has a file and a manifest per stage, DIR/requests the questions to
/// people and external models.
///
/// Shape:  a runner for run_stages(). A stage is loaded if `resume` is set and nothing that affects it has changed (see
///         stage_folder); the pipeline ends after the stage named `until`
/// Errors: those of stage_folder; data_error if DIR/requests cannot be made
class compose_run {
 public:
  compose_run(const std::string& folder, const compose_options& options, bool resume);
  /// Removes DIR/requests if it has no file.
  ~compose_run();
  compose_run(const compose_run&) = delete;
  compose_run& operator=(const compose_run&) = delete;

  /// The last stage to run; empty runs all. "requests" ends before the connection filter, after before_connection().
  std::string until{};
  /// Called if `until` is "requests".
  std::function<void(const pair_set&)> before_connection{};
  /// Called if `until` is "entities", which ends before the pairs.
  std::function<void(const good_set&)> before_pairs{};
  /// Files that affect a stage besides its options: answers, notes, paragraphs.
  std::map<std::string, std::vector<std::string>, std::less<>> inputs{};
  /// Options to record in the manifest of a stage that is replaced.
  std::map<std::string, stage_options, std::less<>> describe{};

  /// Runs one stage of run_stages().
  template <class Stage, class Make>
  [[nodiscard]] std::optional<typename Stage::output> operator()(Stage, const typename Stage::input& in, Make&& make) {
    return run<Stage>(in, make, serial_executor{});
  }
  /// \overload With an executor.
  template <class Stage, class Make, class E>
  [[nodiscard]] std::optional<typename Stage::output> run(const typename Stage::input& in, Make&& make, E&& exec) {
    using state = typename Stage::output;
    using records = detail::stage_records<state>;
    if constexpr (std::same_as<Stage, stages::pairs_t>) {
      if (until == "entities") {
        if (before_pairs) before_pairs(in);
        return {};
      }
    }
    if constexpr (std::same_as<Stage, stages::connection_t>) {
      if (until == "requests") {
        if (before_connection) before_connection(in);
        return {};
      }
    }
    const stage_options options = options_of(Stage::name);
    std::optional<state> out;
    std::optional<typename records::reader> reader;
    stage_report report = folder_.stage(
        std::string{Stage::name}, options,
        [&](stage_writer& to) {
          outcome<state> made = make(exec);
          out.emplace(std::move(made.kept));
          std::string line;
          for (std::size_t i = 0; i < out->items.size(); ++i) {
            line.clear();
            records::write(line, *out, i);
            to.line(line);
          }
          for (const named_count& c : made.counts.counts) to.count(c.name, c.value);
          to.drop(made.counts.dropped);
        },
        [&](json_value value) {
          if (!reader) reader.emplace(typename records::reader{in});
          reader->read(value);
        });
    if (!out) {
      if (!reader) reader.emplace(typename records::reader{in});
      out.emplace(reader->take());
    }
    reports_.push_back(std::move(report));
    if (until == Stage::name) return {};
    return out;
  }

  /// Reads the pool from files as the first stage, and writes the requests of S1.
  ///
  /// Errors: those of load_pool
  [[nodiscard]] loaded_pool read_pool(std::span<const pool_path> paths);

  /// Makes the first stage by make(writer), which writes the lines and the requests of S1 and counts with
  /// count_pool(); likewise S1. For runs that do not resume.
  void make_pool(std::span<const pool_path> paths, const std::function<void(stage_writer&)>& make);
  void make_quality(const std::function<void(stage_writer&)>& make);
  static void count_pool(stage_writer& out, const loaded_pool& read, std::size_t questions, std::size_t paragraphs);
  /// Appends the line of the first stage for a question.
  static void write_question(std::string& line, const single_hop& q, std::uint32_t paragraph);

  /// Returns the path of a file of questions to people and external models: DIR/requests/NAME.jsonl.
  [[nodiscard]] std::string request_file(std::string_view name) const {
    return fmt::format("{}/requests/{}.jsonl", folder_.folder(), name);
  }
  /// Makes a file of requests, which is written, part of the stage in work: the stage is made again if it changes.
  void request_written(std::string_view name) { folder_.also(request_file(name)); }
  [[nodiscard]] const std::vector<stage_report>& reports() const noexcept { return reports_; }
  [[nodiscard]] const stage_folder& folder() const noexcept { return folder_; }

 private:
  template <class Make>
  void stage_pool(const stage_options& sources, Make&& make) {
    const auto all = [&](stage_writer& out) {
      make(out);
      for (const char* const name : {"quality", "quality_paragraphs"}) folder_.also(request_file(name));
    };
    reports_.push_back(folder_.stage("pool", sources, all, [](json_value) {}));
  }
  // Adds the files of the pool and returns their sources.
  [[nodiscard]] stage_options add_pools(std::span<const pool_path> paths);
  // Adds the files that decide a stage, and returns its options.
  [[nodiscard]] stage_options options_of(std::string_view stage);

  stage_folder folder_;
  compose_options options_;
  std::filesystem::path requests_;  // made once: the destructor must not allocate
  std::vector<stage_report> reports_;
};

/// Tells the run which files, options and reader decide its stages.
void describe_files(compose_run& run, const compose_settings& settings, const default_reader& read);

/// Returns what a run tells: its stages, the reader, and how many questions there are if it came to its end.
[[nodiscard]] composing tell(const compose_run& run, const default_reader& read,
                             const std::optional<composed_set>& made);

/// Writes requests to readers, and the paragraphs to which they refer, to DIR/requests/NAME.jsonl per batch.
void write_batches(compose_run& run, const single_hop_pool& pool, std::span<const request_batch> batches);

/// Answers requests from files, one per model, or without files with a reader.
///
/// Errors: those of read_answers and replay_requests
struct file_answers {
  std::vector<std::string> files;
  default_reader read{};

  template <class E>
  [[nodiscard]] std::vector<model_readings> operator()(const single_hop_pool& pool,
                                                       std::span<const request_batch> batches, E&& exec) const {
    if (files.empty()) return reader_answers<default_reader>{read}(pool, batches, exec);
    std::vector<model_readings> out;
    for (const request_batch& batch : batches) {
      model_readings& models = out.emplace_back();
      for (const std::string& file : files) {
        replay_reader answers = read_answers(file);
        models.push_back(replay_requests(file, answers, batch.requests));
      }
    }
    return out;
  }
};

/// S7 of a run: writes requests/wordings.jsonl and words the requests with the answers in the settings' files, one for
/// each person or model, or without a file with rule_verbaliser.
///
/// Errors: those of read_wordings and join_wordings, with the file
class run_wordings {
 public:
  /// Requires: both outlive this object
  run_wordings(compose_run& run, const compose_settings& settings) : run_{&run}, settings_{&settings} {}

  [[nodiscard]] worded_questions operator()(std::span<const wording_request> requests) const;

 private:
  compose_run* run_;
  const compose_settings* settings_;
};

/// Writes the finished data set of a run to its folder, with the counts of all stages.
void write_composed_sets(const compose_run& run, const composed_set& made, std::uint64_t seed);
/// \overload With the pools of the questions.
void write_composed_sets(const compose_run& run, const composed_set& made, std::uint64_t seed,
                         const composed_pools& give);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/compose_run.ipp>
#endif
