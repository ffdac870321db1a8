// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The figures of a data set's files (statistics_files.hpp) as the tables that `mhqa stats` prints.
#pragma once

#include <mhqa/datasets/hieradate_statistics.hpp>
#include <mhqa/datasets/hotpotqa_statistics.hpp>
#include <mhqa/datasets/musique_statistics.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/io/statistics_files.hpp>

#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Appends the table that `mhqa stats` prints: a line for each count, a column for each file and for all.
void append_statistics_table(std::string& out, const std::vector<std::string>& files,
                             const statistics_by_file<mhqa::musique::statistics>& counted);

/// Appends the same table.
void append_statistics_table(std::string& out, const std::vector<std::string>& files,
                             const statistics_by_file<mhqa::hieradate::statistics>& counted);

/// Appends the same table.
void append_statistics_table(std::string& out, const std::vector<std::string>& files,
                             const statistics_by_file<mhqa::hotpotqa::statistics>& counted);

/// Appends StrategyQA's figures beside those of its paper.
void append_statistics_table(std::string& out, const mhqa::strategyqa::statistics& all);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/statistics_tables.ipp>
#endif
