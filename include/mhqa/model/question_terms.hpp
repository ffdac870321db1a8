// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a question to look for in a paragraph, in any of their forms: "wrote" finds "written".
#pragma once

#include <mhqa/model/passage.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The first 64 content words of a question, each with the stems of its possible forms.
///
/// Shape:   words with one stem are one term; terms are numbered in the question's order
/// Undefined: function words, single letters and digits, and words after the 64th term are ignored
/// Cost:    a few microseconds for a new word; find() is a bit test for nearly all words of a text
/// Example: for "Who wrote Emma?": find(stem_key("writing")) == 0, find(stem_key("emma")) == 1
class question_terms {
 public:
  void assign(std::string_view question) {
    words_.assign(question);
    entries_.clear();
    count_ = 0;
    filter_ = 0;
    for (const passage_word& word : words_.words()) {
      lower_.clear();
      append_lower(lower_, word.in(question));
      if (is_function_word(lower_) || lower_.size() < 2 || count_ == 64 || find(word.key) >= 0) continue;
      add(word.key);
      for (const std::string& base : possible_bases(lower_)) {
        if (base.size() > 2) add(stem_key(base));
        if (base.ends_with('e')) add(stem_key(base + 'd'));
        for (const std::string_view form : irregular_forms) {
          if (form.size() > base.size() && form.ends_with(base) && form[form.size() - base.size() - 1] == ' ') {
            add(stem_key(form.substr(0, form.find(' '))));
          }
        }
      }
      ++count_;
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  /// Returns the term that a word is a form of, or -1.
  [[nodiscard]] int find(std::uint64_t key) const noexcept {
    if ((filter_ >> (key & 63U) & 1U) == 0) return -1;
    for (const auto& [known, term] : entries_) {
      if (known == key) return term;
    }
    return -1;
  }

 private:
  void add(std::uint64_t key) {
    if (find(key) >= 0) return;
    entries_.emplace_back(key, static_cast<int>(count_));
    filter_ |= std::uint64_t{1} << (key & 63U);
  }

  passage words_;
  std::string lower_;
  std::vector<std::pair<std::uint64_t, int>> entries_;
  std::size_t count_ = 0;
  std::uint64_t filter_ = 0;
};

}  // namespace v0_1
}  // namespace mhqa
