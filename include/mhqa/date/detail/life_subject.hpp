// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whom a paragraph is about: the words of its title's name, where they stand, and what its first sentence says the
// title is ("was a German painter", "is a highway").
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/life_text.hpp>
#include <mhqa/english/demonyms.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/subject_nouns.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::detail {

/// The verb of the first sentence ("was"), or the end of the sentence if it has none of the four forms.
struct life_verb {
  std::size_t at = 0;
  life_word form = life_word::other;  // present, past, plural_present, plural_past or other
};

// Words after the noun of a predicate, besides prepositions and relative clauses.
inline constexpr auto predicate_ends = words_of<23>(
    "aboard as based best built caused famous featuring for fought held known located made notable released starring"
    " that under waged with within written");

// The word in lower case, Latin letters without their accents: "Žagań" and "zagan" are the same name.
[[nodiscard]] inline std::string fold_word(std::string_view word) {
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
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto lead = static_cast<unsigned char>(word[i]);
    const auto low = [&](std::size_t k) { return static_cast<unsigned char>(word[i + k]) & 0x3FU; };
    std::size_t length = lead == 0xE1 ? 3 : lead >= 0xC3 && lead <= 0xC5 ? 2 : 1;
    if (i + length > word.size()) length = 1;
    const std::string_view letters = length == 1 ? std::string_view{} : length == 2 ? base : additional;
    const std::size_t code = length == 3   ? (low(1) << 6U | low(2)) - 0xE00U
                             : length == 2 ? ((lead & 0x1FU) << 6U | low(1)) - 0xC0U
                                           : 0;
    const bool known = code < letters.size() && letters[code] != '.';
    out += known ? letters[code] : ascii::to_lower(word[i]);
    if (known) i += length - 1;
  }
  return out;
}

[[nodiscard]] inline bool is_regnal_number(std::string_view word) noexcept {
  return !word.empty() && word.find_first_not_of("IVX") == std::string_view::npos;
}

/// The words by which a person is called, folded and sorted.
class life_names {
 public:
  /// Adds the capitalised words of a name; particles, numerals and ranks do not tell people apart.
  void add(std::string_view name) {
    const life_text words = tokens_of_title(name);
    for (const life_token& token : words.tokens) {
      if (token.kind == life_kind::open) {
        const std::size_t close = name.find(token.mark == '(' ? ')' : ']', token.position);
        if (close == std::string_view::npos || close + 1 == name.size()) break;  // "Jack London (boxer)"
      }
      // "Roe, Ann, 1820-1890" is itself a heading; "Houston, Texas" is not.
      if (token.mark == ',' && words_.size() == 1 && ascii::is_digit(name.back())) front_.clear();
      if (token.kind != life_kind::word) continue;
      add_word(token, words.spelled(token));
      if (front_.empty() && !words_.empty()) front_ = words_.back();
      if (token.length == 1 && token.capital) initials_ += words.spelled(token);
    }
    sort();
  }

  void add_word(const life_token& token, std::string_view word) {
    if (token.part == life_word::honorific || is_regnal_number(word)) return;
    any_piece(word, '-', [&](std::string_view part, std::size_t from) {
      // "al-Dawla" has a capital in its second part.
      if (part.size() > 1 && (token.capital || (from != 0 && ascii::is_upper(part[0])))) {
        words_.push_back(fold_word(part));
      }
      return false;
    });
  }

  void sort() {
    std::sort(words_.begin(), words_.end());
    skeletons_.clear();
    for (const std::string& word : words_) skeletons_.push_back(skeleton(word));
  }

  /// Returns true if a word, or a part of it between hyphens, is one of the names.
  [[nodiscard]] bool has(std::string_view word) const {
    return any_part(word,
                    [this](const std::string& part) { return std::binary_search(words_.begin(), words_.end(), part); });
  }

  /// The same for a word that may be spelled in another way: "Raajesh" and "Rajesh", "Mathilde" and "Matilda".
  [[nodiscard]] bool resembles(std::string_view word) const {
    return any_part(word, [this](const std::string& part) {
      return resembles(skeleton(part), 3) || std::any_of(words_.begin(), words_.end(), [&part](const std::string& own) {
               return begins_alike(own, part) || differs_in_i(own, part);
             });
    });
  }

  /// The same in running text, where a relative may be named: more consonants must agree.
  [[nodiscard]] bool is_spelled_like(std::string_view word) const {
    return word.size() > 5 && any_part(word, [this](const std::string& part) { return resembles(skeleton(part), 4); });
  }
  /// Marks the places in words() at which a word stands.
  void mark(std::string_view word, std::vector<bool>& seen) const {
    any_piece(word, '-', [&](std::string_view part, std::size_t) {
      const auto [first, last] = std::equal_range(words_.begin(), words_.end(), fold_word(part));
      for (auto at = first; at != last; ++at) seen[static_cast<std::size_t>(at - words_.begin())] = true;
      return false;
    });
  }

  /// Returns true if tokens [begin, end) are the initials of the name, at least two: "O. C." of "O. C. Hackett".
  [[nodiscard]] bool has_initials(const life_text& t, std::size_t begin, std::size_t end) const {
    std::size_t found = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (t[i].kind != life_kind::word) continue;
      if (found >= initials_.size() || t.spelled(i) != std::string_view{initials_}.substr(found, 1)) return false;
      ++found;
    }
    return found > 1 && found == initials_.size();
  }

  /// Returns true for the first word of the name, which a heading has last: "Roe, Ann".
  [[nodiscard]] bool is_front(std::string_view word) const { return fold_word(word) == front_; }

  [[nodiscard]] bool has(const life_text& t, std::size_t i) const {
    return t[i].kind == life_kind::word && has(t.spelled(i));
  }
  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
  [[nodiscard]] const std::vector<std::string>& words() const noexcept { return words_; }

 private:
  [[nodiscard]] bool resembles(const std::string& bones, std::size_t least) const {
    return bones.size() >= least && std::find(skeletons_.begin(), skeletons_.end(), bones) != skeletons_.end();
  }

  // "Aly" and "Ali".
  [[nodiscard]] static bool differs_in_i(std::string_view a, std::string_view b) noexcept {
    const auto same = [](char x, char y) { return (x == 'y' ? 'i' : x) == (y == 'y' ? 'i' : y); };
    return a.size() > 2 && std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
  }

  // "dibyasambandh" and "dibyasambanna": six letters, and most of the longer word.
  [[nodiscard]] static bool begins_alike(std::string_view a, std::string_view b) noexcept {
    const auto common = static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin())
            .first -
        a.begin());
    return common >= 6 && common * 3 >= std::max(a.size(), b.size()) * 2;
  }

  template <class Test>
  [[nodiscard]] static bool any_part(std::string_view word, Test test) {
    if (any_piece(word, '-', [&](std::string_view part, std::size_t) { return test(fold_word(part)); })) return true;
    if (word.find('-') == std::string_view::npos) return false;
    std::string whole = fold_word(word);  // "Terii-maeva-rua" and "Teriimaevarua"
    whole.erase(std::remove(whole.begin(), whole.end(), '-'), whole.end());
    return test(whole);
  }

  // The consonants of a folded word, doubled ones once.
  [[nodiscard]] static std::string skeleton(std::string_view folded) {
    std::string out;
    for (const char c : folded) {
      const char letter = c == 'w' ? 'v' : c == 'k' || c == 'q' ? 'c' : c == 'z' ? 's' : c;
      if (std::string_view{"aeiouyh"}.find(letter) != std::string_view::npos) continue;
      if (out.empty() || out.back() != letter) out += letter;
    }
    return out;
  }

  std::vector<std::string> words_;
  std::vector<std::string> skeletons_;  // of the words, once sorted
  std::string initials_, front_;
};

// "St.", "Jan.", "ca.", "R.": a full stop after the word before token i belongs to it.
[[nodiscard]] inline bool is_abbreviated(const life_text& t, std::size_t i) noexcept {
  const life_token& last = t[i - 1];
  if (last.kind != life_kind::word || !t[i].glued) return false;
  const bool capital = last.capital && last.length <= 2;  // "Sc. D."
  const bool known = last.length <= 3 && last.part != life_word::other && last.part != life_word::his;
  constexpr auto abbreviations = words_of<26>(
      "Adm Ave Capt Cmdr Col Cpt Gen Gov Hon Inc Maj Mgr Msgr Prof Pvt Rep Rev Sen Sgt Univ Ven bapt dau gest unm vs");
  return last.length == 1 || capital || known || last.part == life_word::honorific ||
         (last.value != 0 && last.length <= 4) || is_listed(abbreviations, t.spelled(last));
}

/// Returns true if a sentence ends at token i: a full stop before a capital letter that is not part of an abbreviation.
[[nodiscard]] inline bool ends_sentence(const life_text& t, std::size_t i) noexcept {
  if (t.is(i, life_kind::end)) return true;
  if (!t.is_mark(i, '.') && !t.is_mark(i, '!')) return false;
  const life_token& next = t[i + 1];
  if (next.kind == life_kind::end) return true;
  const bool capital = next.kind == life_kind::word && next.capital;
  // "in Barcelona.In 1193", but "F.In"
  const bool begins = next.length > 2 || (next.part != life_word::other && i > 0 && t[i - 1].length > 3);
  if (i == 0 || (next.glued ? !capital || !begins : next.kind == life_kind::word && !capital)) return false;
  if (next.kind == life_kind::mark && next.mark != '"' && next.mark != '\'') return false;
  if (next.kind == life_kind::open) return false;  // "Ann Roe, Esq. (1844 – 1929)"
  if (t[i - 1].digits > 0 && t[i - 1].digits < 3 && t[i + 2].digits == 4) return false;  // "3. Mai 1801"
  return !is_abbreviated(t, i);
}

/// The end of the sentence of token i.
[[nodiscard]] inline std::size_t end_of_sentence(const life_text& t, std::size_t i) {
  return t.find_outside(i, t.size(), [&](std::size_t k) { return ends_sentence(t, k); });
}

[[nodiscard]] inline life_verb find_main_verb(const life_text& t) {
  constexpr std::size_t longest_first_clause = 160;
  const std::size_t limit = std::min(t.size(), longest_first_clause);
  const std::size_t at = t.find_outside(0, limit, [&](std::size_t i) { return t.is_verb(i) || ends_sentence(t, i); });
  return {std::min(at, t.size()), at < limit && t.is_verb(at) ? t[at].part : life_word::other};
}

/// Returns true if a token is a noun for a person.
[[nodiscard]] inline bool names_person(const life_text& t, std::size_t i) {
  return t.is(i, life_kind::word) && subject_noun_of(fold_word(t.spelled(i))) == subject_noun::person;
}

/// Returns true for an adjective of a people: "Irish", "Anglo-Irish".
[[nodiscard]] inline bool names_people(const life_text& t, std::size_t i) {
  if (!t.is_name(i)) return false;
  const std::string word = fold_word(t.spelled(i));
  return !place_of_demonym(std::string_view{word}.substr(word.rfind('-') + 1)).empty();
}

/// Returns true if "English," or "South African (" begins at a token: a person's label.
[[nodiscard]] inline bool labels_person(const life_text& t, std::size_t i) {
  std::size_t end = i;
  while (t.is_name(end)) ++end;
  const bool ends = t.is_mark(end, ',') || t.is_mark(end, ';') || t.is(end, life_kind::open);
  return ends && end > i && names_people(t, end - 1);
}

/// Returns a title with the first digit of the years that follow it where a text begins with it: "Roe, Ann, 1" tells
/// that a title "Roe, Ann" is a heading. A title "Houston, Texas" stays as it is.
[[nodiscard]] inline std::string_view heading_of(std::string_view title, std::string_view text) {
  const std::size_t year = title.size() + 2;
  const bool years = text.starts_with(title) && text.substr(title.size()).starts_with(", ") && year < text.size() &&
                     ascii::is_digit(text[year]);
  if (!years) return title;
  const std::string last = fold_word(title.substr(title.rfind(' ') + 1));
  return lexicon::standard().is(last, word_class::proper) ? title : text.substr(0, year + 1);
}

/// Returns true if a text begins with the name as a heading has it: "Roe, Ann", "Roe, J. A. (Jane Ann)".
[[nodiscard]] inline bool begins_with_heading(const life_text& t, const life_names& names) {
  constexpr std::size_t longest_name = 12;
  const auto front = [&](std::size_t i) { return names.is_front(t.spelled(i)); };
  const auto other = [&](std::size_t i) { return !names.has(t, i) || front(i); };
  const std::size_t comma = t.find(0, longest_name, other);
  const auto ends = [&](std::size_t i) { return front(i) || !(t[i].capital || t.is_mark(i, '.') || t[i].mark == '('); };
  return comma > 0 && t.is_mark(comma, ',') && front(t.find(comma + 1, comma + longest_name, ends));
}

// Reads the words of a predicate one after another.
class predicate_reader {
 public:
  predicate_reader(const life_text& text, std::size_t verb) noexcept : t_{text}, first_{verb + 1} {}

  [[nodiscard]] subject_noun read() {
    constexpr std::size_t longest_predicate = 24;
    for (std::size_t i = first_; i < t_.size() && i < first_ - 1 + longest_predicate; i = t_.next(i)) {
      const life_token& token = t_[i];
      if (token.kind == life_kind::mark && token.mark == '\'' && token.glued) {
        last_ = subject_noun::unknown;  // "is Gould's technical book"
        article_ = true;
        if (t_[i + 1].length == 1) ++i;
      } else if (t_.is_mark(i, ',') && last_ != subject_noun::person) {
        comma_ = true;  // "a Welsh film, stage, and television actor"
      } else if (token.kind == life_kind::word) {
        if (ends_before(i)) break;
        if (is_listed(words_of_fiction, t_.spelled(i))) return subject_noun::lively_thing;
        if (is_part(i)) continue;
        if (is_listed(predicate_ends, t_.spelled(i)) || !read_noun(i)) break;
      } else if (!is_one_of_marks(i)) {
        break;
      }
    }
    return last_;
  }

 private:
  // Brackets, numbers, dashes and quotation marks are passed over.
  [[nodiscard]] bool is_one_of_marks(std::size_t i) const noexcept {
    return t_.is(i, life_kind::open) || t_.is(i, life_kind::number) || t_.is_dash(i) || t_.is_mark(i, '"') ||
           t_.is_mark(i, '\'') || t_.is_mark(i, '/');
  }

  // Returns true if the predicate ends before a word.
  [[nodiscard]] bool ends_before(std::size_t i) const noexcept {
    using enum life_word;
    const bool person = last_ == subject_noun::person;
    if (t_.is_any<circa, preposition, who, to, after, before, between, when, floruit, by>(i)) return true;
    if (t_.is(i, article)) return i > first_ && t_.is_mark(i - 1, ',');  // an apposition
    if (t_.is_any<conjunction_and, conjunction_or>(i)) return person;
    if (t_.is(i, of)) return person || !t_[i - 1].capital || !t_[i + 1].capital;  // "a Church of England clergyman"
    if (t_.is(i, born)) return !t_.is_dash(i - 1);                                // "Canadian- born"
    return t_.is(i, event) && !t_[i].capital && last_ != subject_noun::unknown;
  }

  // Returns true if a word is no noun that may be the last one: "a", "also", "retired"; "son" and "king" tell already.
  [[nodiscard]] bool is_part(std::size_t i) noexcept {
    using enum life_word;
    const life_word part = t_[i].part;
    const bool apposed = !t_.is(first_ - 1, life_kind::word);  // "Thales, Greek natural philosopher"
    article_ = article_ || part == article || (apposed && names_people(t_, i));
    if (is_one_of<honorific, offspring, relative>(part)) last_ = subject_noun::person;
    return is_one_of<article, adverb, denial, honorific, offspring, relative, conjunction_and, conjunction_or, of,
                     born>(part) ||
           (part == event && !t_[i].capital);  // "a retired wrestler"
  }

  // Takes a word as the noun so far; false if the predicate ends before it.
  [[nodiscard]] bool read_noun(std::size_t i) {
    const life_token& token = t_[i];
    const std::string_view word = t_.spelled(i);
    const std::string folded = fold_word(word);
    const subject_noun noun = subject_noun_of(folded);
    const bool unknown = noun == subject_noun::unknown;
    const bool participle = !token.capital && (word.ends_with("ing") || word.ends_with("ed"));
    const bool of_person = word.ends_with("ing") && names_person(t_, i + 1);
    // "a film directed by", but "a motor racing driver"; "was sentenced to"
    if (unknown && participle && is_thing(last_) && !of_person) return false;
    if (unknown && !article_ && !token.capital) return false;
    if (unknown && (last_ == subject_noun::person || comma_)) return true;
    const bool pen_name = folded == "name" && (t_.spelled(i - 1) == "pen" || t_.spelled(i - 1) == "stage");
    last_ = pen_name ? subject_noun::person : noun;
    return true;
  }

  const life_text& t_;
  std::size_t first_;
  subject_noun last_ = subject_noun::unknown;
  bool article_ = false, comma_ = false;
};

/// What "is a …" after the verb says the subject is: the last noun before a preposition, a comma or a relative clause.
///
/// Shape: "a film and television director" goes on after the "and", "a director and writer" is decided before it
[[nodiscard]] inline subject_noun predicate_noun(const life_text& t, std::size_t verb) {
  return predicate_reader{t, verb}.read();
}

/// What a list's title or a title's bracket says: "List of …", "… (film)". A period in
/// brackets ("John Hamilton (American Revolution)") says nothing.
[[nodiscard]] inline subject_noun title_noun(std::string_view title) {
  if (title.starts_with("List of") || title.starts_with("Lists of")) return subject_noun::lively_thing;
  const std::size_t open = title.rfind('(');
  if (open == std::string_view::npos || open == 0) return subject_noun::unknown;
  const life_text words = tokens_of_title(title.substr(open));
  std::string folded;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words.is_any<life_word::born, life_word::died>(i)) return subject_noun::person;
    if (words.is(i, life_kind::word)) folded = fold_word(words.spelled(i));
  }
  if (folded == "disambiguation") return subject_noun::lively_thing;
  constexpr auto periods = words_of<8>("army dynasty league navy rebellion revolution union war");
  if (is_listed(periods, folded)) return subject_noun::unknown;
  const subject_noun noun = subject_noun_of(folded);
  return noun == subject_noun::thing ? subject_noun::lively_thing : noun;
}

/// Returns true if a title names a part of somebody's life: "Death of Ann Roe", "Biographies of Ann Roe", "Ann Roe's
/// life".
[[nodiscard]] inline bool names_event_of_person(std::string_view title) {
  constexpr auto parts = words_of<14>(
      "biographies biography birth childhood depictions disappearance kidnapping killing life portrayal portrayals"
      " shooting trial wedding");
  const life_text words = tokens_of_title(title);
  const bool part = words.any(0, words.size(), [&](std::size_t i) {
    const bool named = words.is(i, life_word::death) || is_listed(parts, fold_word(words.spelled(i)));
    return named && words.is(i + 1, life_word::of);
  });
  if (part) return true;
  const std::size_t last = words.size();
  return last > 3 && words.is_genitive(last - 2) && !words[last - 1].capital && words.is(last - 1, life_kind::word);
}

/// Returns true if a title has the name of a thing in it, or of several people: "Schnell Brewery", "Harpe brothers".
[[nodiscard]] inline bool names_thing(std::string_view title) {
  constexpr auto several =
      words_of<12>("brothers co inc ltd manufactory pottery sisters studios v werkstatte works workshop");
  const life_text words = tokens_of_title(title);
  for (std::size_t i = 0; i < words.size() && !words.is(i, life_kind::open); ++i) {
    if (!words.is(i, life_kind::word)) continue;
    // "Shakespeare's reputation"
    if (i > 1 && words.is_genitive(i - 1) && !words[i].capital) return true;
    const std::string folded = fold_word(words.spelled(i));
    if (is_listed(several, folded)) return true;
    if (is_thing(subject_noun_of(folded)) && !(words[i].capital && is_animal(folded))) return true;
  }
  return false;
}

}  // namespace mhqa::inline v0_1::detail
