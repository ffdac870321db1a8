// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of lexicon.hpp.
#pragma once

#include <mhqa/english/lexicon.hpp>

#include <mhqa/english/detail/lexicon_data.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE const lexicon& lexicon::standard() {
  static const lexicon words{detail::lexicon_data, detail::lexicon_checksum};
  return words;
}

MHQA_INLINE lexicon::lexicon(std::string_view packed, std::uint64_t checksum) {
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (const char c : packed) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  if (sum != checksum) throw_data_error({}, "lexicon: the table of words does not have the expected checksum");
  constexpr std::string_view letters{"NVJRPLOWTQDESXHGM"};
  std::string word;
  for (std::size_t at = 0; at < packed.size();) {
    word.resize(static_cast<std::size_t>(packed[at++] - '0'));
    while (at < packed.size() && (packed[at] == '-' || packed[at] == '\'' || packed[at] >= 'a')) word += packed[at++];
    entry& made = entries_.emplace_back(static_cast<std::uint32_t>(text_.size()));
    text_ += word;
    made.size = static_cast<std::uint16_t>(word.size());
    for (; at < packed.size() && packed[at] >= 'A' && packed[at] <= 'Z'; ++at) {
      made.classes |= std::uint32_t{1} << letters.find(packed[at]);
    }
  }
}

MHQA_INLINE std::uint32_t lexicon::classes_of(std::string_view word) const noexcept {
  if (const entry* const found = find(word)) return found->classes;
  for (const auto& [ending, back] : plurals) {
    if (word.size() < ending.size() + 3 || !word.ends_with(ending)) continue;
    std::array<char, 32> singular{};
    const std::size_t size = word.size() - ending.size();
    if (size + back.size() > singular.size()) return 0;
    std::copy_n(word.begin(), size, singular.begin());
    std::copy(back.begin(), back.end(), singular.begin() + static_cast<std::ptrdiff_t>(size));
    const entry* const found = find({singular.data(), size + back.size()});
    if (found != nullptr && (found->classes & of_nouns) != 0) return found->classes & of_nouns;
  }
  return 0;
}

MHQA_INLINE bool lexicon::is_common(std::string_view word) const noexcept {
  const std::uint32_t classes = classes_of(word);
  return classes != 0 && (classes >> static_cast<unsigned>(word_class::proper) & 1U) == 0;
}

MHQA_INLINE const lexicon::entry* lexicon::find(std::string_view word) const noexcept {
  const auto in = [this](const entry& e) { return std::string_view{text_}.substr(e.begin, e.size); };
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), word,
                                   [&](const entry& e, std::string_view wanted) { return in(e) < wanted; });
  return at != entries_.end() && in(*at) == word ? &*at : nullptr;
}

}  // namespace mhqa::inline v0_1
