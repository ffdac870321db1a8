// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_file.hpp.
#pragma once

#include <mhqa/io/pool_file.hpp>

#include <mhqa/io/datasets/pool_mrqa.hpp>
#include <mhqa/io/datasets/pool_natural_questions.hpp>
#include <mhqa/io/datasets/pool_squad.hpp>
#include <mhqa/io/datasets/pool_trex.hpp>
#include <mhqa/io/datasets/pool_zero_shot_re.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/plain_text.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE pool_format find_pool_format(const std::string& path) {
  const std::string head = file_head(path);
  const auto has = [&head](std::string_view part) { return head.find(part) != std::string::npos; };
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string::npos)
    throw_data_error({.file = path}, "expected single-hop questions, found an empty file");
  expect_plain_text(head, path);
  if (head[first] != '{' && head[first] != '[') {
    if (head.substr(0, head.find('\n')).find('\t') != std::string::npos) return pool_format::zero_shot_re;
    throw_data_error({.file = path}, "expected JSON or columns with tabs between");
  }
  if (has("\"document_text\"") || has("\"long_answer_candidates\"")) return pool_format::natural_questions;
  if (has("\"header\"") || has("\"detected_answers\"")) return pool_format::mrqa;
  if (has("\"docid\"") || has("\"triples\"")) return pool_format::trex;
  if (has("\"data\"") || (has("\"answers\"") && has("\"context\""))) return pool_format::squad;
  if (has("\"context\"") && has("\"qas\"")) return pool_format::mrqa;
  throw_data_error({.file = path},
                   "expected questions in SQuAD's, MRQA's, Zero-Shot RE's, T-REx's or Natural Questions' format");
}

MHQA_INLINE pool_path pool_path::parse(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0 || argument.substr(0, equals).find('/') != std::string::npos) {
    return {argument, {}};
  }
  return {argument.substr(equals + 1), argument.substr(0, equals)};
}

MHQA_INLINE void read_pool(const pool_path& file, pool_builder& to) {
  const pool_format format = find_pool_format(file.path);
  const std::string_view source =
      file.source.empty() && format != pool_format::mrqa ? to_string(format) : std::string_view{file.source};
  switch (format) {
    case pool_format::squad:
      return read_squad_pool(file.path, source, to);
    case pool_format::mrqa:
      return read_mrqa_pool(file.path, source, to);
    case pool_format::zero_shot_re:
      return read_zero_shot_re_pool(file.path, source, to);
    case pool_format::trex:
      return read_trex_pool(file.path, source, to);
    case pool_format::natural_questions:
      return read_natural_questions_pool(file.path, source, to);
  }
}

MHQA_INLINE loaded_pool load_pool(std::span<const pool_path> files) {
  pool_builder to;
  for (const pool_path& file : files) read_pool(file, to);
  loaded_pool out = to.take();
  if (out.pool.questions.empty()) {
    throw_data_error({.file = files.empty() ? std::string{} : files.front().path},
                     "expected questions with answers, found none");
  }
  return out;
}

MHQA_INLINE loaded_pool load_pool(const std::string& path) {
  const pool_path files[] = {{path, {}}};
  return load_pool(files);
}

}  // namespace mhqa::inline v0_1::io
