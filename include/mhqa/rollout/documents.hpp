// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits the text that a search returns into documents: "Doc 1(Title: Rome) Rome is …" gives title and text. The
// layouts are rows of a table; text of no layout is split at blank lines.
#pragma once

#include <mhqa/rollout/record.hpp>

#include <array>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// How trainers number documents: `open`, the number, `close`, at the start of a line.
struct document_mark {
  std::string_view open, close;
};

/// Search-R1, StepSearch, ZeroSearch and AutoRefine write "Doc 1", R1-Searcher "(1)", others "[1]".
inline constexpr std::array document_marks{document_mark{"Doc ", ""}, document_mark{"Document ", ""},
                                           document_mark{"Result ", ""}, document_mark{"(", ")"},
                                           document_mark{"[", "]"}};

/// How a title is written before the text of a document.
///
/// Source: Search-R1 and AutoRefine; StepSearch; FlashRAG's `contents`; R1-Searcher
inline constexpr std::array title_marks{document_mark{"(Title: ", ")"}, document_mark{"<## Title: ", "##>"},
                                        document_mark{"\"", "\"\n"}, document_mark{"Title: ", "\n"},
                                        document_mark{"<##", "##>"}};

namespace detail {

/// Reads the title of one document, if it has one in a known form.
[[nodiscard]] rollout_document titled_document(std::string_view text);

}  // namespace detail

/// Appends the documents of a block to `out`.
///
/// Shape:   documents are numbered 1, 2, … at starts of lines; a number out of order belongs to the text
/// Cost:    O(bytes)
/// Example: "Doc 1(Title: Rome) A city.\nDoc 2(Title: Po) A river."  // {"", "Rome", "A city."}, {"", "Po", …}
void split_documents(std::string_view block, std::vector<rollout_document>& out);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/documents.ipp>
#endif
