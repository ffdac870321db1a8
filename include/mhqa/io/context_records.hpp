// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads records of HotpotQA, 2WikiMultihopQA and MuSiQue as questions over titled paragraphs, and writes them with
// other paragraphs in their own layout.
//   context_records in{"dev.json", probe_format::hotpotqa}; context_record r; while (in.next(r)) …
#pragma once

#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/probe_records.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A record whose paragraphs can be replaced. It models `probeable`; its texts are valid until the next record is read.
struct context_record {
  std::string_view id;
  std::string_view question{};
  std::string_view answer{};
  std::vector<std::string_view> answers{};  ///< the answer, then its aliases
  std::vector<titled_paragraph> context{};  ///< a paragraph of MuSiQue has one sentence
  std::vector<std::int64_t> numbers{};      ///< MuSiQue's idx, otherwise positions
  std::vector<supporting_fact> supporting_facts{};
  std::uint32_t fact_count = 0;
  std::vector<std::uint32_t> supports{};
  std::uint32_t answer_supports = 0;
  bool answerable = true;  ///< false for an unanswerable row of MuSiQue-Full
  std::string before{};    ///< the record as JSON up to its paragraphs, and after them
  std::string after{};
};

/// Reads records one at a time from a JSON array or JSON Lines, with memory for one.
///
/// Errors: data_error with record, id and field for a missing field, and for an instance of a probe
class context_records {
 public:
  context_records(const std::string& path, probe_format format)
      : source_{path, lifetime::record, content_tally::on}, path_{path}, format_{format} {}

  [[nodiscard]] bool next(context_record& out);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  /// The JSON of the record's fields, cut where its paragraphs are.
  struct copied_fields {
    std::string text{};
    std::size_t cut = 0;

    json_writer key(std::string_view name);
  };

  static void refuse_instance(std::string_view key, json_context& context);

  static void finish(const copied_fields& fields, context_record& out);

  static void read_titled(json_value value, context_record& out);

  static void read_musique(json_value value, context_record& out);

  json_records source_;
  std::string path_;
  probe_format format_;
};

/// Appends a record in the layout that it was read from, with these paragraphs in place of its own.
///
/// Requires: as many paragraphs as the record has
void append_context_record(std::string& out, const context_record& record, probe_format format,
                           std::span<const titled_paragraph> context);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/context_records.ipp>
#endif
