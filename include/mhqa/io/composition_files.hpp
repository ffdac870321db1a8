// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records of the composing stages, one per line: pairs, compositions and contexts, with questions named by the pool's
// ids; and finished questions in MuSiQue's layout.
#pragma once

#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// An index of a pool's questions by id.
class pool_ids {
 public:
  explicit pool_ids(const single_hop_pool& pool);
  /// Errors: data_error for an id that is not in the pool
  [[nodiscard]] std::uint32_t read(json_value value) const;

  /// Errors: data_error for a mention that is not part of the question's text
  void check(mention m, std::uint32_t question, const json_context& context) const;

 private:
  string_index ids_;
  std::vector<std::size_t> sizes_;  // of the questions' texts
};

/// Appends {"head": id, "tail": id, "bridge": [begin, size]}.
void write_pair(std::string& out, const single_hop_pool& pool, const question_pair& pair);

/// Errors: data_error for an unknown id, and for a bridge that is not part of the tail's question
[[nodiscard]] question_pair read_pair(json_value value, const pool_ids& ids);

/// Writes the fields "id", "shape", "questions" and "bridges" into an open object.
void write_composition(json_writer& json, const single_hop_pool& pool, const composition& c);

/// Reads one of these fields; ignores others.
void read_composition_field(std::string_view key, json_value field, const pool_ids& ids, composition& c);

/// Writes a context as [[paragraph, supporting], …], paragraphs by position in the pool.
void write_context(json_writer& json, const composed_context& context);

/// Reads the context that a finished stage wrote.
///
/// Errors: data_error for a paragraph that the pool does not have
[[nodiscard]] composed_context read_context(json_value value, const single_hop_pool& pool);

/// Appends {"id", "context", "twin": the twin's context, "step": the step whose answer it lacks, "twin_first"}.
void write_contexts(std::string& out, const single_hop_pool& pool, const made_question& q);

/// Reads a record of write_contexts() back.
void read_contexts(json_value value, const single_hop_pool& pool, made_question& q);

/// Appends a finished question in MuSiQue's layout; the "id" of a step is the pool's.
void write_composed(std::string& out, const single_hop_pool& pool, const composed_question& q);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/composition_files.ipp>
#endif
