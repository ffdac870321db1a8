// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of drop_text.hpp.
#pragma once

#include <mhqa/text/drop_text.hpp>

#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE void append_drop_text(std::string& out, std::string_view span) {
  const std::size_t begin = out.size();
  std::string word;
  normalized form;
  constexpr normalization last_steps{.lower_case = false, .punctuation = false};
  for (std::size_t at = 0; at <= span.size();) {
    const std::size_t end = std::min(span.find_first_of(" -", at), span.size());
    word.clear();
    append_lower(word, span.substr(at, end - at));
    at = end + 1;
    std::optional<double> number = detail::drop_number(word);
    if (!number) {
      word.erase(std::remove_if(word.begin(), word.end(),
                                [](char c) { return detail::is_punctuation(static_cast<unsigned char>(c)); }),
                 word.end());
      number = detail::drop_number(word);
    }
    if (number) {
      word.clear();
      append_python_double(word, *number);
    }
    form.assign(word, last_steps);
    if (form.empty()) continue;
    if (out.size() != begin) out += ' ';
    out += form.text();
  }
}

}  // namespace mhqa::inline v0_1
