// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Recognises the layout of a file of questions by the fields of its first record or of its beginning: one table for
// the verbs that recognise layouts.
//   find_record_layout("dev.json", {record_layout::hotpotqa, record_layout::musique})
#pragma once

#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/unicode.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The layouts of questions that are recognised.
enum class record_layout : std::uint8_t {
  drop,
  flashrag,
  verl,
  ragas,
  multihop_rag,
  squad,
  musique,
  hieradate,
  twowiki,
  strategyqa,
  hotpotqa,
  yourbench,
  fanoutqa,
  rows  ///< a question and its answer, without a layout of a set
};

/// Fields by which a layout is recognised: a record has all of them. `is_table`: the last is an array or an object.
struct layout_sign {
  record_layout layout;
  std::array<std::string_view, 2> fields;
  bool is_table = false;
};

/// The signs of all layouts; the first that a record has counts.
inline constexpr std::array<layout_sign, 25> layout_signs{{
    {record_layout::drop, {"qa_pairs"}},
    {record_layout::flashrag, {"golden_answers", "metadata"}},
    {record_layout::verl, {"reward_model"}},
    {record_layout::ragas, {"user_input"}},
    {record_layout::multihop_rag, {"query", "evidence_list"}},
    {record_layout::squad, {"qas", "paragraphs"}},
    {record_layout::musique, {"question_decomposition"}},
    {record_layout::musique, {"paragraphs"}, true},
    {record_layout::hieradate, {"ques_extract_1"}},
    {record_layout::twowiki, {"evidences"}},
    {record_layout::twowiki, {"evidences_id"}},
    {record_layout::twowiki, {"entity_ids"}},
    {record_layout::strategyqa, {"qid"}},
    {record_layout::strategyqa, {"decomposition", "facts"}},
    {record_layout::hotpotqa, {"supporting_facts"}},
    {record_layout::hotpotqa, {"context"}, true},
    {record_layout::hotpotqa, {"_id", "question"}},
    {record_layout::hotpotqa, {"_id", "answer"}},
    {record_layout::yourbench, {"chunks"}},
    {record_layout::yourbench, {"citations"}},
    {record_layout::fanoutqa, {"categories", "decomposition"}},
    {record_layout::rows, {"Prompt", "Answer"}},
    {record_layout::rows, {"Question", "Answer"}},
    {record_layout::rows, {"question", "answer"}},
    {record_layout::rows, {"query", "answer"}},
}};

/// Returns the first of the wanted layouts whose sign has(field, is it a table) confirms.
template <class Has>
[[nodiscard]] std::optional<record_layout> find_layout_by(std::initializer_list<record_layout> wanted, Has&& has) {
  for (const layout_sign& sign : layout_signs) {
    if (std::find(wanted.begin(), wanted.end(), sign.layout) == wanted.end()) continue;
    const std::string_view second = sign.fields[1];
    if (has(sign.fields[0], sign.is_table) && (second.empty() || has(second, false))) return sign.layout;
  }
  return std::nullopt;
}

/// Returns true if the beginning of a file has the field, at any depth; `is_table`: as an array or an object.
[[nodiscard]] inline bool head_has(std::string_view head, std::string_view field, bool is_table = false) {
  const std::string key = '"' + std::string{field} + '"';
  for (std::size_t at = head.find(key); at != std::string_view::npos; at = head.find(key, at + 1)) {
    const std::size_t colon = head.find_first_not_of(" \t\r\n", at + key.size());
    if (colon == std::string_view::npos || head[colon] != ':') continue;
    const std::size_t value = head.find_first_not_of(" \t\r\n", colon + 1);
    if (!is_table || (value != std::string_view::npos && (head[value] == '[' || head[value] == '{'))) return true;
  }
  return false;
}

/// Returns the layout of a file by its beginning, in which records may be cut off.
[[nodiscard]] inline std::optional<record_layout> find_layout_of_head(std::string_view head,
                                                                      std::initializer_list<record_layout> wanted) {
  return find_layout_by(wanted,
                        [head](std::string_view field, bool is_table) { return head_has(head, field, is_table); });
}

/// Returns the layout of a file by the fields of its first record.
///
/// Undefined: `otherwise` for a file without records, and for standard input and pipes, which can be read only once
/// Errors:    data_error with the record if it has none of the wanted layouts: explain(has) says what was expected
template <class Explain>
[[nodiscard]] record_layout find_record_layout(const std::string& file, std::initializer_list<record_layout> wanted,
                                               record_layout otherwise, Explain&& explain) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  if (file == "-" || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) return otherwise;
  json_records in{file};
  auto first = in.next();
  if (!first) return otherwise;
  std::vector<std::pair<std::string, bool>> fields;  // and whether they are tables
  first->object(
      [&](std::string_view key, json_value value) { fields.emplace_back(key, value.is_array() || value.is_object()); });
  const auto has = [&](std::string_view field, bool is_table) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const auto& one) { return one.first == field && (one.second || !is_table); });
  };
  if (const auto layout = find_layout_by(wanted, has)) return *layout;
  first->context().fail(explain(has));
}

}  // namespace mhqa::inline v0_1::io
