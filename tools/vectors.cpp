// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa vectors: hostile pairs with every dialect's answers, for other implementations to be tested on.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/config.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/hostile_pairs.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace mhqa_command {
namespace {

struct vectors_options {
  std::string folder;
  std::string seed = "1";
  std::uint64_t count = 1000;
};

/// Writes a file of rows up to its renaming; expected(pair, golds, json) writes the members of "expected".
template <class Expected>
void write_file(std::deque<mhqa::io::atomic_file>& files, const vectors_options& o, const std::string& name,
                std::size_t most_golds, const Expected& expected) {
  mhqa::io::atomic_file& file = files.emplace_back((std::filesystem::path{o.folder} / (name + ".jsonl")).string());
  std::string line;
  for (std::uint64_t i = 0; i < o.count; ++i) {
    mhqa::hostile_pair pair = mhqa::make_hostile_pair(std::stoull(o.seed), i);
    if (pair.golds.size() > most_golds) pair.golds.resize(most_golds);
    const std::vector<std::string_view> golds{pair.golds.begin(), pair.golds.end()};
    line.clear();
    mhqa::io::json_writer json{line, -1, mhqa::io::json_text::ascii};
    json.begin_object().member("prediction", pair.prediction).key("gold").begin_array();
    for (const std::string& gold : pair.golds) json.value(gold);
    json.end_array().key("expected").begin_object();
    expected(pair.prediction, golds, json);
    json.end_object().end_object();
    file.write(line += '\n');
  }
  file.close();
}

void run(const vectors_options& o) {
  std::filesystem::create_directories(o.folder);
  std::deque<mhqa::io::atomic_file> files;
  std::string text;
  mhqa::io::json_writer manifest{text, 2};
  manifest.begin_object().member("mhqa", MHQA_VERSION_STRING).member("seed", o.seed).member("rows", o.count);
  manifest.key("files").begin_object();
  for (const mhqa::dialect& rules : mhqa::dialects::all) {
    const std::string name{rules.name.view()};
    mhqa::answer_scorer<> scorer{rules};
    write_file(files, o, name, 5, [&](std::string_view said, std::span<const std::string_view> golds, auto& json) {
      const mhqa::scores s = scorer(said, golds);
      json.member("em", s.em).member("f1", s.f1).member("precision", s.precision).member("recall", s.recall);
    });
    manifest.member(name + ".jsonl", mhqa::make_signature(rules, {}, {}));
  }
  mhqa::published_result result;
  for (const mhqa::published_dialect& program : mhqa::published_dialects) {
    const std::string name{program.name};
    write_file(files, o, name, program.single_gold ? 1 : 5,
               [&](std::string_view said, std::span<const std::string_view> golds, auto& json) {
                 mhqa::score_published(program, {.prediction = {&said, 1}, .golds = golds}, result);
                 if (!result.error().empty()) json.member("error", result.error());
                 if (result.error().empty()) mhqa::io::write_numbers(json, result.numbers());
               });
    manifest.member(name + ".jsonl", mhqa::signature_of(program));
  }
  manifest.end_object().end_object();
  const std::filesystem::path path = std::filesystem::path{o.folder} / "manifest.json";
  mhqa::io::atomic_file& file = files.emplace_back(path.string());
  file.write(text += '\n');
  file.close();
  std::error_code ignored;
  std::filesystem::remove(path, ignored);  // it describes files that are about to be replaced
  for (mhqa::io::atomic_file& written : files) written.commit();
}

}  // namespace

void add_vectors(const arguments& app, int&) {
  const auto o = std::make_shared<vectors_options>();
  const arguments verb = app.add_subcommand(
      "vectors", "Write adversarial answers with every dialect's numbers, to test other implementations");
  verb->add_option("folder", o->folder, "Folder for manifest.json and a NAME.jsonl per dialect")
      ->type_name(output_folder)
      ->required();
  verb->add_option("--seed", o->seed, "Seed of the pairs")->capture_default_str()->check(check_seed);
  verb->add_option("--count", o->count, "Pairs per dialect")->check(between(1, 10000000))->capture_default_str();
  verb->footer(
      "Example:\n  mhqa vectors vectors/ --count 10000\n"
      "Each line is {\"prediction\", \"gold\": [...], \"expected\": {number: value}}; the manifest has the "
      "signatures.");
  verb->callback([o] { run(*o); });
}

}  // namespace mhqa_command
