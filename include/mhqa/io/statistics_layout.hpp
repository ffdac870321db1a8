// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Determines which of the layouts of multi-hop sets a file has, by the fields of its first record: MuSiQue, HotpotQA,
// 2WikiMultihopQA.
//   find_statistics_layout("dev.json") == statistics_layout::twowiki
#pragma once

#include <cstdint>
#include <string>

namespace mhqa::inline v0_1::io {

/// The layouts of which `mhqa stats` computes figures by itself.
enum class statistics_layout : std::uint8_t { musique, hotpotqa, twowiki };

/// Determines a file's layout from the fields of its first record.
///
/// Undefined: musique for a file without records, and for standard input and pipes, which can be read only once
/// Errors:    data_error if the first record has no known layout
[[nodiscard]] statistics_layout find_statistics_layout(const std::string& file);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/statistics_layout.ipp>
#endif
