// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of inflection.hpp.
#pragma once

#include <mhqa/text/inflection.hpp>

#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<std::string> possible_bases(std::string_view word) {
  std::vector<std::string> bases;
  const auto add = [&bases](std::string base) {
    if (std::find(bases.begin(), bases.end(), base) == bases.end()) bases.push_back(std::move(base));
  };
  add(std::string{word});
  const auto cut = [&word](std::string_view ending) { return word.substr(0, word.size() - ending.size()); };
  word = without_owner(word);
  if (word.ends_with('\'')) word.remove_suffix(1);
  add(std::string{word});
  const auto form_in = [](std::string_view entry) { return entry.substr(0, entry.find(' ')); };
  const auto entry = std::lower_bound(irregular_forms.begin(), irregular_forms.end(), word,
                                      [&](std::string_view e, std::string_view w) { return form_in(e) < w; });
  if (entry != irregular_forms.end() && form_in(*entry) == word) add(std::string{entry->substr(word.size() + 1)});
  if (word.ends_with("s") && !word.ends_with("ss") && word.size() > 3) {
    add(std::string{cut("s")});
    if (word.ends_with("es")) add(std::string{cut("es")});
    if (word.ends_with("ies")) add(std::string{cut("ies")} + "y");
    if (word.ends_with("ves")) {
      add(std::string{cut("ves")} + "f");
      add(std::string{cut("ves")} + "fe");
    }
  }
  constexpr std::array<std::pair<std::string_view, bool>, 4> endings{
      {{"ed", true}, {"ing", false}, {"er", true}, {"est", true}}};  // true: "y" becomes "i" before it
  for (const auto& [ending, y_to_i] : endings) {
    if (!word.ends_with(ending) || word.size() < ending.size() + 2) continue;
    const std::string_view stem = cut(ending);
    detail::for_each_stem(stem, add);
    if (y_to_i && stem.ends_with('i')) add(std::string{stem.substr(0, stem.size() - 1)} + "y");
  }
  return bases;
}

}  // namespace mhqa::inline v0_1
