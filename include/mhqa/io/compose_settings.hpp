// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The settings of a whole composing run: the pipeline's options, and the files and folders, as the options of
// `mhqa compose` name them, with the checks of options and files that precede any work.
//   compose_settings s{.pools = {"dev-v1.1.json"}, .out = "composed"};  complete(s, {});  check_files(s);
#pragma once

#include <mhqa/compose/stage.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/part_number.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The stages in order; `entities` and `requests` end when the files for outside models are written.
inline constexpr std::array<std::string_view, 10> compose_stages{
    "pool", "quality", "entities", "pairs", "requests", "connection", "graphs", "wording", "split", "contexts"};

/// The stages after which a part may end; an empty name is the last of them.
inline constexpr std::array<std::string_view, 5> part_ends{"", "quality", "pairs", "requests", "connection"};

/// The settings of a run. Each member is the option of that name.
struct compose_settings {
  compose_options options{};

  std::vector<std::string> pools{};  ///< FILE or NAME=FILE
  std::string out{};
  std::string preset = "paper";  ///< or "released"
  std::string config{};          ///< a file that gave options; empty: none
  std::string until{};           ///< a name of compose_stages; empty: all
  bool resume = false;
  std::optional<part_number> part{};  ///< makes this part of S1 to S3; `out` is its file
  std::uint32_t shards = 0;           ///< writes the shards of this number of parts of S2 to the folder `out`; 0: none
  std::string shard{};                ///< the file of the part's shard, from which it is made instead of the pools
  std::vector<std::string> merge{};   ///< files of parts, from which S1 to S3 are taken
  /// With `merge`: holds only the questions of the pairs, and reads the pool in blocks of about so many bytes of
  /// paragraphs; 0: holds the pool.
  std::uint64_t block = 0;
  std::size_t together = 0;  ///< with `block`: requests and contexts that are searched for at a time; 0: block / 512

  std::vector<std::string> quality_answers{};
  reader_choice reader{};  ///< answers where no file of answers does
  std::string entities{};
  std::vector<std::string> connection_answers{};
  std::vector<std::string> wordings{};
  std::string split_kind = "disjoint";   ///< or "random"
  std::string distractors = "positive";  ///< or "corpus"
  std::vector<std::string> corpus{};
};

/// Returns true if the reader of the settings answers the requests of a stage: "quality" or "connection".
[[nodiscard]] bool asks_reader(const compose_settings& settings, std::string_view stage);

/// Returns the reader of the settings, or the word matcher where no stage up to the last asks a reader, nor a part that
/// is merged.
///
/// Errors: those of find_reader
[[nodiscard]] default_reader reader_of(const compose_settings& settings);

/// Returns the names of the rules of S2, in their order, then of the rows of S1's grammar.
[[nodiscard]] std::vector<std::string> pair_rule_names();

namespace detail {

[[nodiscard]] std::vector<std::string> one_file(const std::string& file);

}  // namespace detail

/// Returns the file of a part's shard in a folder.
[[nodiscard]] std::string shard_file(const std::string& folder, std::uint32_t part);

/// Applies the preset where no option overrides it, and translates names into the pipeline's options; `given` has the
/// names ("bridge_uses") of the options that were set.
///
/// Errors: data_error for options that exclude each other, or that would have no effect
void complete(compose_settings& settings, const std::set<std::string, std::less<>>& given);

/// Checks that all inputs can be read and that no output would overwrite one, so that a missing file is not reported
/// after an hour.
///
/// Errors: data_error with the file
void check_files(const compose_settings& settings);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/compose_settings.ipp>
#endif
