// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of condition_report.hpp.
#pragma once

#include <mhqa/io/condition_report.hpp>

#include <mhqa/io/request_files.hpp>
#include <mhqa/model/replay.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

namespace mhqa::inline v0_1::io {

MHQA_INLINE condition_requests_written write_condition_requests(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const std::filesystem::path to = folder;
  const std::string asked = (to / "condition.jsonl").string();
  condition_request_files files{asked, (to / "paragraphs.jsonl").string()};
  for_each_condition_question(path, [&](std::string_view id, const condition_question& q) { files.add(id, q); });
  files.commit();
  return {files.asked(), asked};
}

MHQA_INLINE condition_shares condition_shares_of(const std::string& path, const std::vector<std::string>& answers) {
  std::vector<replay_reader> models;
  for (const std::string& file : answers) models.push_back(read_answers(file));
  condition_shares out;
  for_each_condition_question(path, [&](std::string_view id, const condition_question& q) {
    out.add(judge_condition(id, q, models, answers));
  });
  return out;
}

MHQA_INLINE bool is_unasked(const condition_shares& shares, const condition_judge& by) noexcept {
  return by.models == 0 && (by.known == 0 || shares.questions < 2);
}

MHQA_INLINE void append_condition_table(std::string& out, const condition_shares& s, const condition_judge& by) {
  const auto row = [&out](const char* name, std::uint64_t met, std::uint64_t all, double share) {
    out += fmt::format("{:<40} {:>8} of {:>8}  {:>5.1f} %\n", name, met, all, 100 * share);
  };
  out += by.models == 0 ? "answered by the reader " + by.reader : fmt::format("answered by {} models", by.models);
  if (by.models == 0) {
    out += fmt::format("\nwithout context by memory of {} steps, of which another question asks {}, too", by.known,
                       by.identical);
  }
  out += "\n\n";
  if (is_unasked(s, by)) {
    out += fmt::format("{:<40} not asked: no other question is known; `answers` takes a model's\n",
                       "heads not answered without context");
  } else {
    row("heads not answered without context", s.heads_met, s.heads, s.head_share());
  }
  row("tails not answered without the bridge", s.tails_met, s.tails, s.tail_share());
  row("questions that are connected", s.connected, s.questions, s.connected_share());
}

MHQA_INLINE void append_condition_json(std::string& out, const condition_shares& s, const condition_judge& by) {
  json_writer json{out, 2};
  json.begin_object().member("questions", s.questions).member("connected", s.connected).member("heads", s.heads);
  json.key("heads_met");
  is_unasked(s, by) ? json.null() : json.value(s.heads_met);
  json.member("tails", s.tails).member("tails_met", s.tails_met);
  json.member("models", static_cast<std::uint64_t>(by.models));
  if (by.models == 0) {
    json.member("reader", std::string_view{by.reader}).key("memory").begin_object();
    json.member("known", static_cast<std::uint64_t>(by.known));
    json.member("identical", static_cast<std::uint64_t>(by.identical)).end_object();
  }
  json.end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
