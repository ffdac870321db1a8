// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate's questions in the layouts of other readers (flat JSON Lines, HotpotQA, DROP), and their answers read back
// from {id: answer} or HotpotQA's {"answer": {id: answer}}. E.g. write_layout(out, record, layout::drop, first)
#pragma once

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/find.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io::hieradate {

using mhqa::hieradate::record;

/// The layouts of an export.
enum class layout : std::uint8_t {
  flat,      ///< JSON Lines {"id", "question", "answer", "level", "context"}
  hotpotqa,  ///< one array of HotpotQA records without supporting facts
  drop,      ///< one object {id: {"passage", "qa_pairs"}}; uses DROP's answer types for dates and numbers
};

/// Appends a record's questions. `first` is true for the first record of the file.
///
/// Shape: the file begins with begin_layout() and ends with end_layout()
void write_layout(std::string& text, const record& r, layout as, bool first);

/// The text before and after the records of a layout.
[[nodiscard]] constexpr std::string_view begin_layout(layout as) noexcept {
  return as == layout::flat ? "" : as == layout::hotpotqa ? "[\n" : "{\n";
}
[[nodiscard]] constexpr std::string_view end_layout(layout as) noexcept {
  return as == layout::flat ? "" : as == layout::hotpotqa ? "\n]\n" : "\n}\n";
}

/// Answers by question id. Its strings are valid as long as this object.
///
/// Shape:  {id: string or number}, or HotpotQA's {"answer": {id: ...}}; ignores other members
/// Errors: data_error for an id that occurs twice, and for an answer that is neither a string nor a number
class flat_answers {
 public:
  explicit flat_answers(const std::string& path);

  /// Returns the answer to a question and marks it as used.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view id);

  [[nodiscard]] std::size_t size() const noexcept { return answers_.size(); }
  /// Returns the number of answers without a find().
  [[nodiscard]] std::size_t unused() const noexcept { return answers_.size() - used_count_; }

 private:
  void add(std::string_view id, json_value value);

  json_document document_;
  string_arena bytes_;
  string_index ids_;
  std::vector<std::string_view> answers_;
  std::vector<bool> used_;
  std::size_t used_count_ = 0;
};

}  // namespace mhqa::inline v0_1::io::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/hieradate_layouts.ipp>
#endif
