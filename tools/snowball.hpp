// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a text for retrieval: normalised, and on request stemmed by Snowball's English stemmer (libstemmer).
#pragma once

#include <mhqa/model/reader.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace mhqa_command {

/// Calls its second argument with each word of the first.
using word_splitter = std::function<void(std::string_view, const std::function<void(std::string_view)>&)>;

/// MuSiQue's normalised words.
word_splitter plain_words();

/// The same words without Lucene's stop words, stemmed. Throws data_error if the command was built without libstemmer.
word_splitter snowball_words();

/// Hands on the words of a paragraph's text, and of its title if wanted, or of a query.
struct words_of {
  bool titles = false;
  word_splitter terms;

  template <class Sink>
  void operator()(const mhqa::context_paragraph& p, Sink&& sink) const {
    if (titles) terms(p.title, [&](std::string_view word) { sink(word); });
    terms(p.text, [&](std::string_view word) { sink(word); });
  }
  template <class Sink>
  void operator()(std::string_view query, Sink&& sink) const {
    terms(query, [&](std::string_view word) { sink(word); });
  }
  template <class Sink>
  void operator()(const std::string& query, Sink&& sink) const {
    (*this)(std::string_view{query}, sink);
  }
};

}  // namespace mhqa_command
