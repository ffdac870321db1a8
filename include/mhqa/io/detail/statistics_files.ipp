// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of statistics_files.hpp.
#pragma once

#include <mhqa/io/statistics_files.hpp>

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <array>
#include <type_traits>

namespace mhqa::inline v0_1::io {
namespace detail {

/// The ids of answerable and of unanswerable questions: MuSiQue has an id once as each.
using ids_by_answerable = std::array<unique_ids, 2>;

/// Adds the records of a file, each read with read(value, record), and their number. Refuses ids that come twice,
/// unless `ids` is null.
template <class Record, class Statistics, class Read>
void count_records(const std::string& file, Statistics& to, Read&& read, ids_by_answerable* ids, std::uint64_t& done,
                   const statistics_progress& progress) {
  json_records in{file};
  Record record;
  while (const auto value = in.next()) {
    read(*value, record);
    if (ids != nullptr) {
      if constexpr (requires { record.qid; }) {
        ids->front().add(record.qid, file);
      } else if constexpr (requires { record.answerable; }) {
        (*ids)[record.answerable ? 0 : 1].add(record.id, file);
      } else {
        ids->front().add(record.id, file);
      }
    }
    to.add(record);
    ++done;
    if (progress) progress(done);
  }
}

template <class Statistics, class Record, class Read>
statistics_by_file<Statistics> count_files(const std::vector<std::string>& files, bool unique, Read&& read,
                                           const statistics_progress& progress) {
  statistics_by_file<Statistics> out;
  std::uint64_t done = 0;
  for (const std::string& file : files) {
    Statistics& part = out.parts.emplace_back();
    ids_by_answerable ids;
    const std::uint64_t before = done;
    count_records<Record>(file, part, read, unique ? &ids : nullptr, done, progress);
    if (done == before) throw_data_error({.file = file}, "expected questions, found none");
    out.all += part;
  }
  return out;
}

inline void write_named(json_writer& json, const std::vector<named_count>& counts) {
  for (const named_count& count : counts) json.member(count.name, count.value);
}

template <class Counts>
void write_counts(json_writer& json, std::string_view name, const Counts& counts) {
  json.key(name).begin_object();
  for (const auto& [key, count] : counts) {
    if constexpr (std::is_same_v<typename Counts::key_type, std::string>) {
      json.member(key, count);
    } else {
      json.member(std::to_string(key), count);
    }
  }
  json.end_object();
}

MHQA_INLINE void write_statistics(json_writer& json, const mhqa::musique::statistics& s) {
  write_named(json, s.named());
  write_counts(json, "shapes", s.by_shape);
}

MHQA_INLINE void write_statistics(json_writer& json, const mhqa::hieradate::statistics& s) {
  write_named(json, s.named());
}

MHQA_INLINE void write_statistics(json_writer& json, const mhqa::hotpotqa::statistics& s) {
  for (const mhqa::hotpotqa::statistic& one : s.named()) {
    const std::string_view name = one.name.substr(one.name.find_first_not_of(' '));
    if (one.value && one.decimals == 0) {
      json.member(name, static_cast<std::uint64_t>(*one.value));
    } else {
      json.member(name, one.value);
    }
  }
  write_counts(json, "type", s.by_type);
  write_counts(json, "level", s.by_level);
}

}  // namespace detail

MHQA_INLINE statistics_by_file<mhqa::musique::statistics> musique_statistics(const std::vector<std::string>& files,
                                                                             const statistics_progress& progress) {
  return detail::count_files<mhqa::musique::statistics, mhqa::musique::record>(
      files, true, [](const auto& value, auto& record) { musique::read(value, record, musique::fields::all, false); },
      progress);
}

MHQA_INLINE statistics_by_file<mhqa::hotpotqa::statistics> hotpotqa_statistics(const std::vector<std::string>& files,
                                                                               const statistics_progress& progress) {
  return detail::count_files<mhqa::hotpotqa::statistics, mhqa::hotpotqa::record>(
      files, true, [](const auto& value, auto& record) { hotpotqa::read(value, record); }, progress);
}

MHQA_INLINE statistics_by_file<mhqa::hotpotqa::statistics> twowiki_statistics(const std::vector<std::string>& files,
                                                                              const statistics_progress& progress) {
  return detail::count_files<mhqa::hotpotqa::statistics, mhqa::twowiki::record>(
      files, true, [](const auto& value, auto& record) { twowiki::read(value, record); }, progress);
}

MHQA_INLINE statistics_by_file<mhqa::hieradate::statistics> hieradate_statistics(const std::vector<std::string>& files,
                                                                                 const statistics_progress& progress) {
  return detail::count_files<mhqa::hieradate::statistics, mhqa::hieradate::record>(
      files, false,
      [](const auto& value, auto& record) { hieradate::read(value, record, hieradate::fields::all, false); }, progress);
}

MHQA_INLINE mhqa::strategyqa::statistics strategyqa_statistics(const std::vector<std::string>& files,
                                                               const statistics_progress& progress) {
  mhqa::strategyqa::statistics all;
  detail::ids_by_answerable ids;
  std::uint64_t done = 0;
  for (const std::string& file : files) {
    detail::count_records<mhqa::strategyqa::record>(
        file, all, [](const auto& value, auto& record) { strategyqa::read(value, record); }, &ids, done, progress);
  }
  if (done == 0) {
    throw_data_error({.file = files.empty() ? std::string{} : files.front()}, "expected questions, found none");
  }
  return all;
}

MHQA_INLINE void append_statistics_json(std::string& out, const mhqa::strategyqa::statistics& all) {
  json_writer json{out};
  json.begin_object().member("dataset", "strategyqa");
  json.key("statistics").begin_object();
  for (const mhqa::strategyqa::statistic& s : all.named()) {
    json.key(s.name).begin_object().member("value", s.value).member("paper", s.paper).end_object();
  }
  json.end_object();
  json.member("top_trigram", all.top_trigram().first);
  json.member("top_trigram_lower_case", all.top_trigram_lower_case().first);
  detail::write_counts(json, "questions_by_steps", all.by_steps());
  detail::write_counts(json, "annotations_by_paragraphs", all.by_paragraphs());
  json.end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
