// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts files of questions between layouts through one record, any_question: each layout has one reader and one
// writer, and what the target cannot hold is counted by field.
//   convert("dev.json", data_layout::hotpotqa, "dev.jsonl", data_layout::flashrag).lost
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/layouts/any_question.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// The layouts of questions.
enum class data_layout : std::uint8_t { hotpotqa, twowiki, musique, squad, flashrag, verl, beir, drop };

/// The names of the layouts, as `mhqa convert` takes them.
inline constexpr std::array<std::string_view, 8> data_layout_names{"hotpotqa", "2wiki", "musique", "squad",
                                                                   "flashrag", "verl",  "beir",    "drop"};

/// Returns the layout's name.
[[nodiscard]] constexpr std::string_view to_string(data_layout layout) noexcept {
  return data_layout_names[static_cast<std::size_t>(layout)];
}

/// Calls to(q) for each question of a file, or of a folder in BEIR's layout.
///
/// Shape:  `lost` counts fields that any_question has no place for
/// Errors: data_error: see the layout's reader
void read_questions(const std::string& path, data_layout layout, named_counts& lost, const question_sink& to);

/// Converts a file.
///
/// Shape:  `out` is a folder for BEIR. Nothing appears there unless all of the input could be read
/// Errors: data_error: a malformed input, an id that occurs twice, no question that the target can hold; a folder that
///         is the input, or that another run fills
/// Cost:   linear. JSON Lines stream; SQuAD and DROP need memory for the file, each layout for the ids
/// Example: convert("dev.json", data_layout::hotpotqa, "dev.jsonl", data_layout::musique).lost["type"]
conversion_counts convert(const std::string& in, data_layout from, const std::string& out, data_layout to);

/// Appends the counts of a conversion as lines of text: what was left out, lost, and not said by the input.
void append_conversion_table(std::string& out, std::string_view from, std::string_view to, const conversion_counts& c);

/// Appends the counts of a conversion as one JSON object.
void append_conversion_json(std::string& out, std::string_view from, std::string_view to, const conversion_counts& c);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/conversion.ipp>
#endif
