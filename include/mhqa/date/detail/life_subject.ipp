// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of life_subject.hpp.
#pragma once

#include <mhqa/date/detail/life_subject.hpp>

#include <mhqa/ascii.hpp>

#include <array>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

MHQA_INLINE void append_folded(std::string& out, std::string_view word) {
  // U+00C0 … U+017F; '.' keeps a character as it is.
  constexpr std::string_view base =
      "aaaaaaaceeeeiiiidnooooo.ouuuuy.saaaaaaaceeeeiiiidnooooo.ouuuuy.y"
      "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuu"
      "uuu"
      "wwyyyzzzzzzs";
  // U+1E00 … U+1EFF
  constexpr std::string_view additional =
      "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm"
      "mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv"
      "wwwwwwwwwwxxxxyyzzzzzzhtwyasss..aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee"
      "eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......";
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto lead = static_cast<unsigned char>(word[i]);
    if (lead == 0xE1 && i + 2 < word.size()) {
      const std::size_t code =
          (static_cast<unsigned char>(word[i + 1]) & 0x3FU) << 6U | (static_cast<unsigned char>(word[i + 2]) & 0x3FU);
      if (code >= 0xE00 && code - 0xE00 < additional.size() && additional[code - 0xE00] != '.') {
        out += additional[code - 0xE00];
        i += 2;
        continue;
      }
    }
    if (lead >= 0xC3 && lead <= 0xC5 && i + 1 < word.size()) {
      const std::size_t code = ((lead & 0x1FU) << 6U | (static_cast<unsigned char>(word[i + 1]) & 0x3FU)) - 0xC0U;
      if (code < base.size() && base[code] != '.') {
        out += base[code];
        ++i;
        continue;
      }
    }
    out += ascii::to_lower(word[i]);
  }
}

MHQA_INLINE bool is_regnal_number(std::string_view word) noexcept {
  return !word.empty() && word.find_first_not_of("IVX") == std::string_view::npos;
}

MHQA_INLINE void life_names::add(std::string_view name) {
  life_text words;
  words.text = name;
  append_life_tokens(words);
  for (const life_token& token : words.tokens) {
    if (token.kind == life_kind::open) {
      const std::size_t close = name.find(token.mark == '(' ? ')' : ']', token.position);
      if (close == std::string_view::npos || close + 1 == name.size()) break;  // "Jack London (boxer)"
    }
    if (token.kind != life_kind::word) continue;
    add_word(token, words.spelled(token));
    if (token.length == 1 && token.capital) initials_ += words.spelled(token);
  }
  sort();
}

MHQA_INLINE void life_names::add_word(const life_token& token, std::string_view word) {
  if (token.part == life_word::honorific || is_regnal_number(word)) return;
  for (std::size_t from = 0; from <= word.size();) {
    const std::size_t to = std::min(word.find('-', from), word.size());
    // "al-Dawla" has a capital in its second part.
    if (to - from > 1 && (token.capital || (from != 0 && ascii::is_upper(word[from])))) {
      std::string folded;
      append_folded(folded, word.substr(from, to - from));
      words_.push_back(std::move(folded));
    }
    from = to + 1;
  }
}

MHQA_INLINE void life_names::sort() {
  std::sort(words_.begin(), words_.end());
  skeletons_.clear();
  for (const std::string& word : words_) skeletons_.push_back(skeleton(word));
}

MHQA_INLINE bool life_names::has(std::string_view word) const {
  return any_part(word,
                  [this](const std::string& part) { return std::binary_search(words_.begin(), words_.end(), part); });
}

MHQA_INLINE bool life_names::resembles(std::string_view word) const {
  return any_part(word, [this](const std::string& part) {
    return resembles(skeleton(part), 3) || std::any_of(words_.begin(), words_.end(), [&part](const std::string& own) {
             return begins_alike(own, part) || differs_in_i(own, part);
           });
  });
}

MHQA_INLINE void life_names::mark(std::string_view word, std::vector<bool>& seen) const {
  for (std::size_t from = 0; from <= word.size();) {
    const std::size_t to = std::min(word.find('-', from), word.size());
    std::string folded;
    append_folded(folded, word.substr(from, to - from));
    const auto range = std::equal_range(words_.begin(), words_.end(), folded);
    for (auto at = range.first; at != range.second; ++at) seen[static_cast<std::size_t>(at - words_.begin())] = true;
    from = to + 1;
  }
}

MHQA_INLINE bool life_names::has_initials(const life_text& t, std::size_t begin, std::size_t end) const {
  std::size_t found = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (t[i].kind != life_kind::word) continue;
    if (found >= initials_.size() || t.spelled(i) != std::string_view{initials_}.substr(found, 1)) return false;
    ++found;
  }
  return found > 1 && found == initials_.size();
}

MHQA_INLINE bool life_names::differs_in_i(std::string_view a, std::string_view b) noexcept {
  const auto same = [](char x, char y) { return (x == 'y' ? 'i' : x) == (y == 'y' ? 'i' : y); };
  return a.size() > 2 && std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

MHQA_INLINE bool life_names::begins_alike(std::string_view a, std::string_view b) noexcept {
  const auto common = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin()).first -
      a.begin());
  return common >= 6 && common * 3 >= std::max(a.size(), b.size()) * 2;
}

MHQA_INLINE std::string life_names::skeleton(std::string_view folded) {
  std::string out;
  for (const char c : folded) {
    const char letter = c == 'w' ? 'v' : c == 'k' || c == 'q' ? 'c' : c == 'z' ? 's' : c;
    if (std::string_view{"aeiouyh"}.find(letter) != std::string_view::npos) continue;
    if (out.empty() || out.back() != letter) out += letter;
  }
  return out;
}

MHQA_INLINE bool ends_sentence(const life_text& t, std::size_t i) noexcept {
  if (t.is(i, life_kind::end)) return true;
  if (!t.is_mark(i, '.') && !t.is_mark(i, '!')) return false;
  const life_token& next = t[i + 1];
  if (next.kind == life_kind::end) return true;
  // "in Barcelona.In 1193", but "F.In"
  const bool begins = next.length > 2 || (next.part != life_word::other && i > 0 && t[i - 1].length > 3);
  if (next.glued && !(next.kind == life_kind::word && next.capital && begins)) return false;
  if (next.kind == life_kind::mark && next.mark != '"' && next.mark != '\'') return false;
  if (next.kind == life_kind::open && !next.glued) return false;  // "Ann Roe, Esq. (1844 – 1929)"
  if (next.kind == life_kind::word && !next.capital) return false;
  if (i == 0) return false;
  const life_token& last = t[i - 1];
  if (last.kind == life_kind::word && t[i].glued) {
    if (last.length == 1) return false;  // initials
    if (last.part == life_word::honorific || (last.value != 0 && last.length <= 4)) return false;
    if (last.length <= 3 && last.part != life_word::other && last.part != life_word::his) return false;  // "ca.", "fl."
    if (last.capital && last.length <= 2) return false;                                                  // "Sc. D."
    constexpr auto abbreviations = words_of<25>(
        "Adm Ave Capt Cmdr Col Cpt Gen Gov Hon Inc Maj Mgr Msgr Prof Pvt Rep Rev Sen Sgt Univ Ven bapt dau unm vs");
    if (is_listed(abbreviations, t.spelled(i - 1))) return false;
  }
  return true;
}

MHQA_INLINE life_verb find_main_verb(const life_text& t) noexcept {
  constexpr std::size_t longest_first_clause = 160;
  std::size_t i = 0;
  while (i < t.size() && i < longest_first_clause) {
    switch (t[i].part) {
      case life_word::present:
      case life_word::past:
      case life_word::plural_present:
      case life_word::plural_past:
        return {i, t[i].part};
      default:
        break;
    }
    if (ends_sentence(t, i)) break;
    i = t.next(i);
  }
  return {std::min(i, t.size()), life_word::other};
}

MHQA_INLINE bool names_person(const life_text& t, std::size_t i) {
  if (!t.is(i, life_kind::word)) return false;
  std::string folded;
  append_folded(folded, t.spelled(i));
  return life_noun_of(folded) == life_noun::person;
}

MHQA_INLINE life_noun predicate_noun(const life_text& t, std::size_t verb) {
  constexpr std::size_t longest_predicate = 24;
  life_noun last = life_noun::unknown;
  bool article = false, comma = false;
  std::string folded;
  for (std::size_t i = verb + 1; i < t.size() && i < verb + longest_predicate; i = t.next(i)) {
    const life_token& token = t[i];
    if (token.kind == life_kind::mark && token.mark == '\'' && token.glued) {
      last = life_noun::unknown;  // "is Gould's technical book"
      article = true;
      if (t[i + 1].length == 1) ++i;
      continue;
    }
    if (token.kind == life_kind::mark && (token.mark == '"' || token.mark == '\'' || token.mark == '/')) continue;
    if (token.kind == life_kind::open || token.kind == life_kind::number || t.is_dash(i)) continue;
    // "a Welsh film, stage, and television actor"
    if (t.is_mark(i, ',') && last != life_noun::person) {
      comma = true;
      continue;
    }
    const bool ends =
        is_one_of<life_word::circa, life_word::preposition, life_word::who, life_word::to, life_word::after,
                  life_word::before, life_word::between, life_word::when, life_word::floruit>(token.part);
    if (token.kind != life_kind::word || ends) break;
    switch (token.part) {
      case life_word::article:
        if (i > verb + 1 && t.is_mark(i - 1, ',')) return last;  // an apposition
        article = true;
        continue;
      case life_word::adverb:
      case life_word::honorific:
      case life_word::offspring:
      case life_word::relative:
        if (token.part != life_word::adverb) last = life_noun::person;
        continue;
      case life_word::conjunction_and:
      case life_word::conjunction_or:
        if (last == life_noun::person) return last;
        continue;
      case life_word::of:
        // "a Church of England clergyman"
        if (last != life_noun::person && t[i - 1].capital && t[i + 1].capital) continue;
        return last;
      case life_word::by:
        if (i == verb + 1 && t.spelled(i + 1) == "succession") {
          ++i;  // "was by succession an immediate Prince"
          continue;
        }
        return last;
      case life_word::born:
        if (t.is_dash(i - 1)) continue;  // "Canadian- born"
        return last;
      case life_word::event:
        if (!token.capital && last != life_noun::unknown) return last;
        if (!token.capital) continue;  // "a retired professional wrestler"
        break;
      default:
        break;
    }
    const std::string_view word = t.spelled(i);
    if (is_listed(predicate_ends, word)) return last;
    folded.clear();
    append_folded(folded, word);
    const life_noun noun = life_noun_of(folded);
    const bool participle = !token.capital && (word.ends_with("ing") || word.ends_with("ed"));
    const bool of_person = word.ends_with("ing") && names_person(t, i + 1);
    if (participle && noun == life_noun::unknown && is_thing(last) && !of_person) {
      return last;  // "a film directed by", but "a motor racing driver"
    }
    if (!article && !token.capital && noun == life_noun::unknown) return last;  // "was sentenced to"
    if (noun == life_noun::unknown && (last == life_noun::person || comma)) continue;
    last = folded == "name" && (t.spelled(i - 1) == "pen" || t.spelled(i - 1) == "stage") ? life_noun::person : noun;
  }
  return last;
}

MHQA_INLINE life_noun title_noun(std::string_view title) {
  if (title.starts_with("List of") || title.starts_with("Lists of")) return life_noun::lively_thing;
  const std::size_t open = title.rfind('(');
  if (open == std::string_view::npos || open == 0) return life_noun::unknown;
  life_text words;
  words.text = title.substr(open);
  append_life_tokens(words);
  std::string folded;
  for (std::size_t i = 0; i < words.tokens.size(); ++i) {
    if (words.tokens[i].part == life_word::born || words.tokens[i].part == life_word::died) return life_noun::person;
    if (words.tokens[i].kind == life_kind::word) {
      folded.clear();
      append_folded(folded, words.spelled(words.tokens[i]));
    }
  }
  if (folded == "disambiguation") return life_noun::lively_thing;
  constexpr std::array<std::string_view, 8> periods{"army",      "dynasty",    "league", "navy",
                                                    "rebellion", "revolution", "union",  "war"};
  if (std::binary_search(periods.begin(), periods.end(), folded)) return life_noun::unknown;
  const life_noun noun = life_noun_of(folded);
  return noun == life_noun::thing ? life_noun::lively_thing : noun;
}

MHQA_INLINE bool names_event_of_person(std::string_view title) {
  constexpr std::array<std::string_view, 14> parts{
      "biographies", "biography", "birth",     "childhood",  "depictions", "disappearance", "killing",
      "kidnapping",  "life",      "portrayal", "portrayals", "shooting",   "trial",         "wedding"};
  life_text words;
  words.text = title;
  append_life_tokens(words);
  words.tokens.push_back({.position = title.size()});
  std::string folded;
  append_folded(folded, words.spelled(0));
  if (words.is(1, life_word::of) &&
      (words.is(0, life_word::death) || std::find(parts.begin(), parts.end(), folded) != parts.end())) {
    return true;
  }
  const std::size_t last = words.size();
  return last > 3 && words.spelled(last - 2) == "s" && words.is_mark(last - 3, '\'') && !words[last - 1].capital &&
         words.is(last - 1, life_kind::word);
}

MHQA_INLINE bool names_thing(std::string_view title) {
  life_text words;
  words.text = title;
  append_life_tokens(words);
  std::string folded;
  for (std::size_t i = 0; i < words.tokens.size(); ++i) {
    const life_token& token = words.tokens[i];
    if (token.kind == life_kind::open) break;
    if (token.kind != life_kind::word) continue;
    // "Shakespeare's reputation"
    const bool possessed = i > 1 && words.spelled(words.tokens[i - 1]) == "s" && words.tokens[i - 2].mark == '\'';
    if (possessed && !token.capital) return true;
    folded.clear();
    append_folded(folded, words.spelled(token));
    if ((is_thing(life_noun_of(folded)) && !(token.capital && is_animal(folded))) || folded == "brothers" ||
        folded == "sisters" || folded == "v")
      return true;
  }
  return false;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
