// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_parts.hpp.
#pragma once

#include <mhqa/io/compose_parts.hpp>

#include <mhqa/compose/stage.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/compose_run.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/manifest.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

MHQA_INLINE part_settings describe_part(const compose_settings& settings, std::string_view end,
                                        const default_reader& read) {
  const std::string_view last = end.empty() ? "connection" : end;
  part_settings out{{"until", std::string{last}}, {"seed", fmt::format("{}", settings.options.seed)}};
  const auto stage = [&](std::string_view name) {
    for (auto& [option, value] : describe_stage(name, settings.options)) {
      std::replace(option.begin(), option.end(), '-', '_');
      if (option != "entities") out.emplace_back(std::move(option), std::move(value));
    }
  };
  const auto files = [&](std::string_view option, const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      out.emplace_back(option, fmt::format("with the hash {}", describe_file(path).hash));
    }
  };
  const auto reader = [&](std::string_view name) {
    if (asks_reader(settings, name)) out.emplace_back("reader", read.name());
  };
  stage("quality");
  files("quality_answers", settings.quality_answers);
  reader("quality");
  if (last == "quality") return out;
  stage("pairs");
  files("entities", detail::one_file(settings.entities));
  if (last == "pairs") return out;
  stage("connection");
  if (last != "connection") return out;
  files("connection_answers", settings.connection_answers);
  reader("connection");
  return out;
}

MHQA_INLINE compose_parts read_compose_parts(const compose_settings& settings, const default_reader& read) {
  std::vector<quality_part> questions;
  std::vector<pair_part> pairs;
  for (const std::string& path : settings.merge) {
    const file_bytes bytes{path, file_access::copied};
    if (kind_of_part(bytes.view(), path) == "questions") {
      questions.push_back(read_quality_part(bytes.view(), path));
    } else {
      pairs.push_back(read_pair_part(bytes.view(), path));
    }
  }
  compose_parts out;
  if (!questions.empty()) {
    const part_settings expected = describe_part(settings, "quality", read);
    for (const quality_part& part : questions) expect_made_with(part.label, expected);
    out.questions.emplace(std::move(questions));
  }
  if (!pairs.empty()) {
    if (settings.part) {
      throw_data_error({.file = pairs.front().label.name},
                       "expected parts of `until` quality, from which `part` goes on; found one of pairs",
                       errc::mismatch);
    }
    const part_settings& first = pairs.front().label.made_with;
    const std::string end = first.empty() ? std::string{} : first.front().second;
    const part_settings expected =
        describe_part(settings, end == "pairs" || end == "requests" ? end : "connection", read);
    for (const pair_part& part : pairs) expect_made_with(part.label, expected);
    out.pairs.emplace(std::move(pairs));
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
