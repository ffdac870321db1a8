// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Shards of an index as files: writes them and the run of each, and merges the runs into that of the whole index.
//   write_search_shard({"0.idx", "1.idx"}, 1, "shard1", pool);              // everywhere, then search it
//   merge_search_parts({"part0", "part1"}, "run.trec");                     // in one place
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/run_writer.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/io/search_report.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Writes the shard of one of several indexes: its paragraphs, with the statistics of all. Returns what it holds.
///
/// Errors: data_error with the file: no index, one given twice, one of another model or tokenisation, a shard
/// Cost:   as shard_bm25(); reads the paragraphs of that index only, so that an id of two indexes is not noticed
search_shard write_search_shard(std::span<const std::string> indexes, std::size_t which, const std::string& out,
                                thread_pool& threads);

/// What all parts of a run have in common, and which shard each is of.
struct search_part_head {
  search_shard shard{};
  std::uint64_t k = 0;
  run_layout layout = run_layout::trec;
  std::string terms{};  ///< how texts become terms, as analysis::text() spells it
};

/// Writes the run of a shard as lines: a head, each query with its hits, and a hash; rank_queries() calls it.
class search_part_writer {
 public:
  search_part_writer(atomic_file& out, const search_part_head& head);

  void add(std::string_view query, std::string_view question, std::span<const ranked_passage> documents);
  void finish(const ranked_queries& counts);

 private:
  atomic_file& out_;
  run_layout layout_;
  std::string line_;
};

/// The outcome of merge_search_parts().
struct merged_search {
  ranked_queries counts{};
  std::string terms{};
};

/// Merges the runs of all shards, in any order, into the run of the whole index, in the layout that they were made for.
///
/// Shape:  the bytes are those of a search of one index over the same paragraphs
/// Errors: data_error with the file, and no file written: a shard that is missing or repeated, a part of another set of
///         shards, number of hits, layout, version or file of queries, one that is cut or changed, and a document with
///         one name in two shards
/// Cost:   memory for the hits of a query
merged_search merge_search_parts(std::span<const std::string> parts, const std::string& out);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/search_shards.ipp>
#endif
