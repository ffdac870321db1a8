// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the Wikipedia paragraphs to which StrategyQA's evidence refers, in every published layout: the corpus (JSON
// Lines with "para_id" and "para"), records with "para_index" and "contents" or "content", and one object by evidence
// id.
#pragma once

#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/model/reader.hpp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1::io::strategyqa {

using mhqa::strategyqa::paragraph;

/// Reads one paragraph and ignores other fields.
///
/// Errors: data_error with record and field if a field is missing or has another type; the place's id is the title
void read(json_value value, paragraph& out);

namespace detail {

/// Returns true if a file's first value is an object whose first member is an object: paragraphs by id.
[[nodiscard]] bool is_keyed_by_id(const std::string& path);

}  // namespace detail

/// Calls f(paragraph) for each paragraph of a file; its views are valid during the call.
///
/// Errors: those of read(); data_error for a paragraph under another paragraph's id
/// Cost:   JSON Lines need memory for one line
template <class F>
void for_each_paragraph(const std::string& path, F&& f) {
  paragraph one;
  if (!detail::is_keyed_by_id(path)) {
    json_records file{path};
    while (const auto value = file.next()) {
      read(*value, one);
      f(one);
    }
    return;
  }
  json_document file{path};
  file.for_each_field([&](std::string_view id, json_value value) {
    json_context& context = value.context();
    read(value, one);
    context.id = id;
    if (one.id() != id) context.fail("expected the paragraph of this id, found \"" + one.id() + "\"");
    f(one);
    context.id = {};
  });
}

/// The texts of a corpus by evidence id.
///
/// Errors: data_error as for_each_paragraph()
/// Cost:   keeps all texts
class evidence_texts {
 public:
  evidence_texts() = default;
  explicit evidence_texts(const std::string& path);

  [[nodiscard]] bool empty() const noexcept { return texts_.empty(); }

  /// Returns the paragraphs that annotators name for any step, by id, each once; one that the corpus lacks has no text.
  /// Refers to the record and to these texts.
  [[nodiscard]] std::vector<context_paragraph> context_of(const mhqa::strategyqa::record& r) const;

 private:
  std::unordered_map<std::string, std::string> texts_;
};

}  // namespace mhqa::inline v0_1::io::strategyqa

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/strategyqa_paragraphs.ipp>
#endif
