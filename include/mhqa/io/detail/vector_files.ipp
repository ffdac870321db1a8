// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of vector_files.hpp.
#pragma once

#include <mhqa/io/vector_files.hpp>

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/metrics/answer_evaluator.hpp>
#include <mhqa/metrics/hostile_pairs.hpp>
#include <mhqa/metrics/published.hpp>

#include <cstddef>
#include <deque>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Writes a file of rows up to its renaming; expected(pair, golds, json) writes the members of "expected".
template <class Expected>
void write_vector_file(std::deque<atomic_file>& files, const vector_options& o, const std::string& name,
                       std::size_t most_golds, const Expected& expected) {
  atomic_file& file = files.emplace_back((std::filesystem::path{o.folder} / (name + ".jsonl")).string());
  std::string line;
  for (std::uint64_t i = 0; i < o.count; ++i) {
    hostile_pair pair = make_hostile_pair(o.seed, i);
    if (pair.golds.size() > most_golds) pair.golds.resize(most_golds);
    const std::vector<std::string_view> golds{pair.golds.begin(), pair.golds.end()};
    line.clear();
    json_writer json{line, -1, json_text::ascii};
    json.begin_object().member("prediction", pair.prediction).key("gold").begin_array();
    for (const std::string& gold : pair.golds) json.value(gold);
    json.end_array().key("expected").begin_object();
    expected(pair.prediction, golds, json);
    json.end_object().end_object();
    file.write(line += '\n');
  }
  file.close();
}

}  // namespace detail

MHQA_INLINE void write_vectors(const vector_options& o) {
  std::filesystem::create_directories(o.folder);
  std::deque<atomic_file> files;
  std::string text;
  json_writer manifest{text, 2};
  manifest.begin_object()
      .member("mhqa", MHQA_VERSION_STRING)
      .member("seed", std::to_string(o.seed))
      .member("rows", o.count);
  manifest.key("files").begin_object();
  published_result result;
  for (const std::string_view called : evaluator_names()) {
    const std::string name{called};
    answer_evaluator by{called};
    const bool one_gold = by.program() != nullptr && by.program()->single_gold;
    detail::write_vector_file(files, o, name, one_gold ? 1 : 5,
                              [&](std::string_view said, std::span<const std::string_view> golds, auto& json) {
                                by.score({.prediction = {&said, 1}, .golds = golds}, result);
                                if (!result.error().empty()) json.member("error", result.error());
                                if (result.error().empty()) write_numbers(json, result.numbers());
                              });
    manifest.member(name + ".jsonl", by.signature());
  }
  manifest.end_object().end_object();
  const std::filesystem::path path = std::filesystem::path{o.folder} / "manifest.json";
  atomic_file& file = files.emplace_back(path.string());
  file.write(text += '\n');
  file.close();
  std::error_code ignored;
  std::filesystem::remove(path, ignored);  // it describes files that are about to be replaced
  for (atomic_file& written : files) written.commit();
}

}  // namespace mhqa::inline v0_1::io
