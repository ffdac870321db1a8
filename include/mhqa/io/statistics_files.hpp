// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The figures of a data set's files, as `mhqa stats` computes them: one object for each file and one for all together.
//   const auto counted = musique_statistics(files);
//   append_statistics_json(out, "musique", files, counted);
#pragma once

#include <mhqa/datasets/hieradate_statistics.hpp>
#include <mhqa/datasets/hotpotqa_statistics.hpp>
#include <mhqa/datasets/musique_statistics.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The counts of each file, and of all files together.
template <class Statistics>
struct statistics_by_file {
  std::vector<Statistics> parts;
  Statistics all{};
};

/// Receives the number of records read so far.
using statistics_progress = std::function<void(std::uint64_t)>;

namespace detail {

void write_statistics(json_writer& json, const mhqa::musique::statistics& s);

void write_statistics(json_writer& json, const mhqa::hieradate::statistics& s);

void write_statistics(json_writer& json, const mhqa::hotpotqa::statistics& s);

}  // namespace detail

/// Counts files in MuSiQue's layout. Refuses an id that comes twice in a file, except as an answerable and an
/// unanswerable row.
///
/// Errors: data_error for a file without records, and as musique::read; likewise for the other layouts
[[nodiscard]] statistics_by_file<mhqa::musique::statistics> musique_statistics(
    const std::vector<std::string>& files, const statistics_progress& progress = {});

/// Counts files in HotpotQA's layout. Refuses an id that comes twice in a file.
[[nodiscard]] statistics_by_file<mhqa::hotpotqa::statistics> hotpotqa_statistics(
    const std::vector<std::string>& files, const statistics_progress& progress = {});

/// Counts files in 2WikiMultihopQA's layout, which has no levels. Refuses an id that comes twice in a file.
[[nodiscard]] statistics_by_file<mhqa::hotpotqa::statistics> twowiki_statistics(
    const std::vector<std::string>& files, const statistics_progress& progress = {});

/// Counts files in HieraDate's layout.
[[nodiscard]] statistics_by_file<mhqa::hieradate::statistics> hieradate_statistics(
    const std::vector<std::string>& files, const statistics_progress& progress = {});

/// Counts files in StrategyQA's layout, all together. Refuses an id that comes twice in any of them.
///
/// Errors: data_error if there are no records at all, and as strategyqa::read
[[nodiscard]] mhqa::strategyqa::statistics strategyqa_statistics(const std::vector<std::string>& files,
                                                                 const statistics_progress& progress = {});

/// Appends {"dataset": …, "files": [{"path": …, …}, …], "all": {…}} and a line feed.
template <class Statistics>
void append_statistics_json(std::string& out, std::string_view dataset, const std::vector<std::string>& files,
                            const statistics_by_file<Statistics>& counted) {
  json_writer json{out};
  json.begin_object().member("dataset", dataset).key("files").begin_array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    json.begin_object().member("path", std::string_view{files[i]});
    detail::write_statistics(json, counted.parts[i]);
    json.end_object();
  }
  json.end_array().key("all").begin_object();
  detail::write_statistics(json, counted.all);
  json.end_object().end_object();
  out += '\n';
}

/// Appends StrategyQA's figures, each with the paper's value where it prints one, and a line feed.
void append_statistics_json(std::string& out, const mhqa::strategyqa::statistics& all);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/statistics_files.ipp>
#endif
