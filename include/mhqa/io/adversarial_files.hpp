// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes T_adv(D): a data set in which some distractors are adversarial paragraphs (probe/adversary.hpp), in the layout
// that it was read from, so that it can be evaluated, probed and transformed like the original.
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/probe_instances.hpp>
#include <mhqa/probe/adversary.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// The numbers of questions and paragraphs written.
struct adversarial_counts {
  std::uint64_t changed = 0;                               ///< questions with adversarial paragraphs
  std::uint64_t adversarial = 0;                           ///< paragraphs with a false answer
  std::uint64_t mentioning = 0;                            ///< paragraphs that mention a false title
  std::uint64_t unanswerable = 0;                          ///< unanswerable rows of MuSiQue-Full, which are copied
  std::array<std::uint64_t, adversary_skip_count> kept{};  ///< questions copied, by reason
};

/// Refuses a file that cannot be read twice.
void expect_regular_file(const std::string& path, std::string_view why);

/// Writes every record to `out`; the caller commits the file.
///
/// Shape:  records in the input's order, in its layout. False answers and titles come from all records of `material`,
///         or of the input if it is empty; so pieces of a file, with the file as material, give what the file gives.
///         Fields other than the paragraphs are copied; a paragraph of MuSiQue keeps its idx
/// Errors: data_error for a record as context_records, and for a file that is not regular
/// Cost:   reads the material and the file; memory for the material's answers and one paragraph per title of a support
adversarial_counts write_adversarial(const std::string& path, probe_format format, probe_layout layout,
                                     atomic_file& out, const adversary_options& options = {},
                                     const std::string& material = {});

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/adversarial_files.ipp>
#endif
