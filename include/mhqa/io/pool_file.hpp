// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads single-hop questions from files of any known format, detected from their beginning.
//   const auto pool = mhqa::io::load_pool("dev-v1.1.json");
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/pool_builder.hpp>
#include <mhqa/text/normalize.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// The formats of single-hop questions.
enum class pool_format : std::uint8_t { squad, mrqa, zero_shot_re, trex, natural_questions };

/// Returns "squad", "mrqa", "zero_shot_re", "trex" or "natural_questions": also the default name of a source.
[[nodiscard]] constexpr std::string_view to_string(pool_format format) noexcept {
  constexpr std::array<std::string_view, 5> names{"squad", "mrqa", "zero_shot_re", "trex", "natural_questions"};
  return names[static_cast<std::size_t>(format)];
}

/// Detects the format of a file from its beginning: by keys that only one format has; tabs without JSON mean Zero-Shot
/// RE.
///
/// Errors: data_error for an empty, compressed or unknown file; those of file_head
[[nodiscard]] pool_format find_pool_format(const std::string& path);

/// A file of a pool: "dev.json", or "name=dev.json" to name the source of its questions.
struct pool_path {
  std::string path;
  std::string source;  ///< empty: the format's name, or the file's own

  [[nodiscard]] static pool_path parse(const std::string& argument);
};

/// Adds a file's questions.
void read_pool(const pool_path& file, pool_builder& to);

/// Loads the questions of several files as one pool, in order.
///
/// Errors: those of the formats' readers; data_error if no file has a question
[[nodiscard]] loaded_pool load_pool(std::span<const pool_path> files);

/// \overload For one file.
[[nodiscard]] loaded_pool load_pool(const std::string& path);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/pool_file.ipp>
#endif
