// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of truecase.hpp.
#pragma once

#include <mhqa/english/truecase.hpp>

#include <mhqa/english/demonyms.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string truecaser::restore(std::string_view question, std::string_view title,
                                           std::string_view paragraph) const {
  std::string out{question};
  if (!lacks_case(question)) return out;
  std::transform(out.begin(), out.end(), out.begin(), ascii::to_lower);
  const sentence_words words{question};
  std::vector<bool> done(words.size(), false);
  const std::string flat = lacks_case(paragraph) && lacks_case(title) ? with_capitals(title) : with_spaces(title);
  put_names(out, words, sentence_words{flat}, done, true);
  if (lacks_case(paragraph)) paragraph = {};  // it tells nothing
  put_names(out, words, sentence_words{paragraph}, done, false);
  std::unordered_map<std::string, uses> own;
  for_each_inner_word(paragraph, [&](const sentence_word& w) { count(own[w.lower], w); });
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (done[i] || is_function_word(words[i].lower)) continue;
    const auto known = own.find(words[i].lower);
    const auto learnt = uses_.find(words[i].lower);
    const bool common = lexicon::standard().is_common(words[i].lower);
    const auto named = [&](const uses& u, std::uint32_t least) { return u.capital >= least && u.lower == 0; };
    bool capital =
        lexicon::standard().is(words[i].lower, word_class::proper) || !place_of_demonym(words[i].lower).empty();
    if (known != own.end() && !common) {
      capital = known->second.capital > known->second.lower;
    } else if (learnt != uses_.end() && !common) {
      capital = learnt->second.capital > learnt->second.lower;
    } else if (learnt != uses_.end() && !capital) {
      capital = named(learnt->second, 5);
    }
    if (capital) raise(out, words[i], known != own.end() ? known->second.form : learnt_form(learnt));
  }
  const auto first =
      std::find_if(out.begin(), out.end(), [](char c) { return ascii::is_letter(c) || ascii::is_digit(c); });
  if (first != out.end()) *first = ascii::to_upper(*first);  // not of "80 percent"
  return out;
}

MHQA_INLINE void truecaser::count(uses& u, const sentence_word& w) {
  if (!w.capital) {
    ++u.lower;
  } else if (++u.capital == 1) {
    u.form = w.text;
  }
}

MHQA_INLINE std::string truecaser::with_spaces(std::string_view title) {
  std::string out{title};
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

MHQA_INLINE std::string truecaser::with_capitals(std::string_view title) {
  std::string out = with_spaces(title);
  std::transform(out.begin(), out.end(), out.begin(), ascii::to_lower);
  const std::string flat = out;
  const sentence_words words{flat};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i == 0 || i + 1 == words.size() || !is_function_word(words[i].lower)) raise(out, words[i], {});
  }
  return out;
}

MHQA_INLINE void truecaser::raise(std::string& out, const sentence_word& w, std::string_view form) {
  out[w.begin] = ascii::to_upper(out[w.begin]);
  if (form.size() == w.lower.size()) {
    for (std::size_t i = 0; i < form.size(); ++i) {
      if (ascii::is_letter(form[i]) && ascii::to_lower(form[i]) == ascii::to_lower(out[w.begin + i])) {
        out[w.begin + i] = form[i];
      }
    }
  }
}

MHQA_INLINE std::size_t truecaser::shared_name(const sentence_words& words, std::size_t i, const sentence_words& other,
                                               std::size_t j, bool title) {
  std::size_t size = 1, named = 1;
  while (i + size < words.size() && j + size < other.size() && other[j + size].lower == words[i + size].lower &&
         (title || (!other[j + size - 1].mark_after && joins(other[j + size])))) {
    ++size;
    if (other[j + size - 1].capital || other[j + size - 1].number) named = size;
  }
  return named;
}

MHQA_INLINE std::unordered_map<std::string_view, std::vector<std::size_t>> truecaser::beginnings_of_names(
    const sentence_words& text, bool title) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> out;
  for (std::size_t j = 0; j < text.size(); ++j) {
    const bool opens = !title && (j == 0 || text[j - 1].mark_after) && is_function_word(text[j].lower);
    if ((text[j].capital && !opens) || text[j].number) out[text[j].lower].push_back(j);
  }
  return out;
}

MHQA_INLINE void truecaser::put_names(std::string& out, const sentence_words& words, const sentence_words& other,
                                      std::vector<bool>& done, bool title) {
  const auto places = beginnings_of_names(other, title);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto at = places.find(words[i].lower);
    if (at == places.end() || done[i]) continue;
    std::size_t best = 0, from = 0;
    for (const std::size_t j : at->second) {
      const std::size_t named = shared_name(words, i, other, j, title);
      if (named > best) {
        best = named;
        from = j;
      }
    }
    const bool whole = title && from == 0 && (best == other.size() || other[best].mark_before);
    const std::string& word = words[i].lower;
    const bool common = is_function_word(word) || other[from].number || lexicon::standard().is_common(word);
    if (best == 1 && common && !(whole && i + 1 == words.size() && !is_function_word(word))) continue;
    if (best == 2 && !whole && opens_with_article(words, i)) continue;
    for (std::size_t k = 0; k < best; ++k) {
      done[i + k] = true;
      if (other[from + k].capital) raise(out, words[i + k], other[from + k].text);
    }
    i += best - 1;
  }
}

}  // namespace mhqa::inline v0_1
