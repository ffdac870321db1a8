// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a text for retrieval: normalised, and on request stemmed by Snowball's English stemmer (libstemmer).
#pragma once

#include <mhqa/retrieval/text_analyzer.hpp>

#include <functional>
#include <string_view>

namespace mhqa_command {

/// Calls its second argument with each word of the first.
using word_splitter = std::function<void(std::string_view, const std::function<void(std::string_view)>&)>;

/// MuSiQue's normalised words.
word_splitter plain_words();

/// The same words without Lucene's stop words, stemmed. Throws data_error if the command was built without libstemmer.
word_splitter snowball_words();

/// Snowball's English stemmer. Throws data_error if the command was built without libstemmer.
mhqa::word_stemmer snowball_stemmer();

}  // namespace mhqa_command
