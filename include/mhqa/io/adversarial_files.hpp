// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes T_adv(D): a data set in which some distractors are adversarial paragraphs (probe/adversary.hpp), in the layout
// that it was read from, so that it can be evaluated, probed and transformed like the original.
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/context_records.hpp>
#include <mhqa/io/probe_instances.hpp>
#include <mhqa/probe/adversary.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The numbers of questions and paragraphs written.
struct adversarial_counts {
  std::uint64_t changed = 0;                               ///< questions with adversarial paragraphs
  std::uint64_t adversarial = 0;                           ///< paragraphs with a false answer
  std::uint64_t mentioning = 0;                            ///< paragraphs that mention a false title
  std::uint64_t unanswerable = 0;                          ///< unanswerable rows of MuSiQue-Full, which are copied
  std::array<std::uint64_t, adversary_skip_count> kept{};  ///< questions copied, by reason
};

/// Refuses a file that cannot be read twice.
inline void expect_regular_file(const std::string& path, std::string_view why) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw_data_error({.file = path}, std::string{why} + " reads the file twice; expected a regular file");
  }
}

/// Writes every record to `out`; the caller commits the file.
///
/// Shape:  records in the input's order, in its layout. False answers and titles come from the whole file, so a part of
///         it gives other ones. Fields other than the paragraphs are copied; a paragraph of MuSiQue keeps its idx
/// Errors: data_error for a record as context_records, and for a file that is not regular
/// Cost:   reads the file twice; memory for its answers and for one paragraph per title of a support
inline adversarial_counts write_adversarial(const std::string& path, probe_format format, probe_layout layout,
                                            atomic_file& out, const adversary_options& options = {}) {
  expect_regular_file(path, "an adversarial data set");
  adversary_pool pool;
  context_record record;
  for (context_records in{path, format}; in.next(record);) {
    if (record.answerable) pool.add(record.question, record.answer, record.context, record.supports);
  }
  adversarial_counts counts;
  std::string text{layout == probe_layout::published ? "[\n" : ""};
  bool first = true;
  for (context_records in{path, format}; in.next(record);) {
    std::vector<titled_paragraph> context = record.context;
    adversary_outcome made;
    if (record.answerable) {
      made =
          add_adversary({record.id, record.question, record.answers, record.context, record.supports}, pool, options);
      ++(made.why ? counts.kept[static_cast<std::size_t>(*made.why)] : counts.changed);
    } else {
      ++counts.unanswerable;
    }
    for (const replaced_paragraph& one : made.paragraphs) {
      ++(one.adversarial ? counts.adversarial : counts.mentioning);
      titled_paragraph& place = context[one.position];
      place.title = one.text.title;
      place.sentences.assign(one.text.sentences.begin(), one.text.sentences.end());
    }
    if (layout == probe_layout::published && !first) text += ",\n";
    first = false;
    append_context_record(text, record, format, context);
    if (layout == probe_layout::jsonl) text += '\n';
    out.write(text);
    text.clear();
  }
  out.write(text);
  if (layout == probe_layout::published) out.write(first ? "]\n" : "\n]\n");
  out.close();
  return counts;
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
