// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of adversarial_files.hpp.
#pragma once

#include <mhqa/io/adversarial_files.hpp>

#include <mhqa/date/life.hpp>
#include <mhqa/io/context_records.hpp>

#include <cstddef>
#include <filesystem>
#include <system_error>
#include <vector>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void expect_regular_file(const std::string& path, std::string_view why) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw_data_error({.file = path}, std::string{why} + " reads the file twice; expected a regular file");
  }
}

MHQA_INLINE adversarial_counts write_adversarial(const std::string& path, probe_format format, probe_layout layout,
                                                 atomic_file& out, const adversary_options& options,
                                                 const std::string& material) {
  expect_regular_file(path, "an adversarial data set");
  adversary_pool pool;
  context_record record;
  for (context_records in{material.empty() ? path : material, format}; in.next(record);) {
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

}  // namespace mhqa::inline v0_1::io
