// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes a data set whose contexts have a given length (probe/long_context.hpp), in the layout that it was read from,
// and a key with the place of each support.
//   write_long_contexts("dev.json", probe_format::hotpotqa, probe_layout::published, out, key, {.length = 8000});
#pragma once

#include <mhqa/date/rules.hpp>
#include <mhqa/io/adversarial_files.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/context_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/probe_instances.hpp>
#include <mhqa/probe/long_context.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The numbers of questions and units written.
struct long_context_counts {
  std::uint64_t questions = 0;
  std::uint64_t unanswerable = 0;  ///< rows of MuSiQue-Full that are left out
  std::uint64_t units = 0;         ///< of all contexts
  std::array<std::uint64_t, long_context_skip_names.size()> skipped{};
};

namespace detail {

[[nodiscard]] std::string text_of(const titled_paragraph& one);

/// The record with the paragraphs of a long context. A paragraph of another question has one sentence, and for MuSiQue
/// the next free idx.
[[nodiscard]] context_record lengthened(const context_record& from, const long_context& made,
                                        const long_context_pool& pool);

void append_length_key(std::string& out, const context_record& from, const long_context& made);

}  // namespace detail

/// Writes each answerable record with a context of at most `options.length` units to `out`, and a line of the key
/// {"id", "length", "paragraphs", "supports": [{"title", "position", "depth"}]} to `key`; the caller commits the files.
///
/// Shape:  `measure` returns the units of a paragraph, "TITLE\nTEXT": its words, or the tokens of a model. Supports
///         have the order of the record. Fields other than the paragraphs are copied. Paragraphs of other questions
///         come from `material`, or from the input if it is empty
/// Errors: data_error for a record as context_records, and for a file that is not regular
/// Cost:   reads the material and the file; memory for the material's distinct paragraphs, each of which is measured
///         once, and once more for each question that has it
template <class Measure = std::size_t (*)(std::string_view)>
long_context_counts write_long_contexts(const std::string& path, probe_format format, probe_layout layout,
                                        atomic_file& out, atomic_file& key, const long_context_options& options,
                                        Measure&& measure = &word_count, const std::string& material = {}) {
  expect_regular_file(path, "a data set with long contexts");
  const auto length_of = [&](std::string_view title, std::string_view text) {
    return static_cast<std::size_t>(measure(std::string_view{std::string{title} + '\n' + std::string{text}}));
  };
  long_context_pool pool;
  context_record record;
  for (context_records in{material.empty() ? path : material, format}; in.next(record);) {
    for (const titled_paragraph& one : record.context) {
      const std::string text = detail::text_of(one);
      pool.add(one.title, text, [&] { return length_of(one.title, text); });
    }
  }
  long_context_counts counts;
  std::string text{layout == probe_layout::published ? "[\n" : ""}, line;
  std::vector<std::string_view> titles;
  std::vector<std::size_t> lengths;
  for (context_records in{path, format}; in.next(record);) {
    if (!record.answerable) {
      ++counts.unanswerable;
      continue;
    }
    titles.clear();
    lengths.clear();
    for (const titled_paragraph& one : record.context) {
      titles.push_back(one.title);
      lengths.push_back(length_of(one.title, detail::text_of(one)));
    }
    const long_context made = lengthen({record.id, record.answers, titles, lengths, record.supports}, pool, options);
    if (made.why) {
      ++counts.skipped[static_cast<std::size_t>(*made.why)];
      continue;
    }
    if (layout == probe_layout::published && counts.questions != 0) text += ",\n";
    ++counts.questions;
    counts.units += made.length;
    const context_record longer = detail::lengthened(record, made, pool);
    append_context_record(text, longer, format, longer.context);
    if (layout == probe_layout::jsonl) text += '\n';
    out.write(text);
    text.clear();
    line.clear();
    detail::append_length_key(line, record, made);
    key.write(line);
  }
  out.write(text);
  if (layout == probe_layout::published) out.write(counts.questions == 0 ? "]\n" : "\n]\n");
  out.close();
  key.close();
  return counts;
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/long_context_files.ipp>
#endif
