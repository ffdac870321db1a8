// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of composed_sets.hpp.
#pragma once

#include <mhqa/io/composed_sets.hpp>

#include <mhqa/compose/split.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/composition_files.hpp>

#include <cstddef>
#include <deque>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void write_provenance(std::string& out, const single_hop_pool& pool, const composition& c) {
  json_writer json{out};
  json.begin_object().member("id", std::string_view{id_of(pool, c)}).key("hops").begin_array();
  for (const std::uint32_t step : c.steps()) {
    const single_hop& hop = pool.questions[step];
    json.begin_object().member("id", hop.id).member("source", hop.source).member("question", hop.question);
    json.member("title", pool.paragraphs[hop.paragraph].title).end_object();
  }
  json.end_array().end_object();
}

MHQA_INLINE void write_composed_sets(const std::string& folder, const single_hop_pool& pool,
                                     std::span<const made_question> questions, manifest about) {
  const composed_pools give = [&](const made_question& q, const auto& use) { use(pool, q); };
  write_composed_sets(folder, give, questions, std::move(about));
}

MHQA_INLINE void write_composed_sets(const std::string& folder, const composed_pools& give,
                                     std::span<const made_question> questions, manifest about) {
  std::vector<std::string> names;
  std::deque<atomic_file> files;
  for (const std::string kind : {"ans", "full"}) {
    std::error_code error;
    std::filesystem::create_directories(folder + "/" + kind, error);
    if (error) detail::fail(folder + "/" + kind, "cannot make the folder", error.value());
    for (const data_part part : all_parts) names.push_back(kind + "/" + std::string{to_string(part)} + ".jsonl");
  }
  names.emplace_back("provenance.jsonl");
  for (const std::string& name : names) files.emplace_back(folder + "/" + name);

  std::string lines;
  const auto put = [&](const single_hop_pool& pool, std::size_t file, auto&&... rows) {
    lines.clear();
    ((write_composed(lines, pool, rows), lines += '\n'), ...);
    files[file].write(lines);
  };
  const auto write = [&](const single_hop_pool& pool, const made_question& q) {
    const auto part = static_cast<std::size_t>(q.part);
    put(pool, part, make_composed(pool, q));
    const auto [first, second] = make_pair_of_twins(pool, q);
    put(pool, all_parts.size() + part, first, second);
    lines.clear();
    write_provenance(lines, pool, q.graph);
    files.back().write(lines += '\n');
  };
  for (const made_question& q : questions) give(q, write);
  for (atomic_file& file : files) file.close();
  std::error_code ignored;
  std::filesystem::remove(folder + "/manifest.json", ignored);  // its files are about to be replaced
  for (std::size_t i = 0; i < files.size(); ++i) {
    files[i].commit();
    about.outputs.push_back(describe_file(folder + "/" + names[i]));
    about.outputs.back().path = names[i];
  }
  write_manifest(folder + "/manifest.json", about);
}

}  // namespace mhqa::inline v0_1::io
