// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds births and deaths in the running text of a biography: "He died at Ilkeston on 27 June 1905", "before her
// death in 1650". A clause counts only if its subject is the person: those about relatives and namesakes do not,
// and of the relative clauses only those that describe the person do ("a painter who died in 1950").
#pragma once

#include <mhqa/date/detail/life_bracket.hpp>
#include <mhqa/date/detail/life_date.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

enum class life_event_word : std::uint8_t { none, birth, death, baptism, burial };

/// An event of the person's life in running text.
struct life_clause {
  life_event_word event = life_event_word::none;
  placed_date date{};
};

/// What the sentences of a paragraph say.
struct life_sentences {
  std::vector<life_clause> clauses;
  bool about_person = false;      // the person is the subject of "was born", or is "he" or "she"
  bool begins_with_life = false;  // the first sentence says that the person was born or died
};

/// Whom a sentence is about, which decides who "he" or "she" is in the next one.
enum class life_topic : std::uint8_t { person, other, other_male, other_female };

enum class life_gender : std::uint8_t { unknown, male, female };

// The gender of the pronouns that begin sentences, otherwise that of most pronouns.
[[nodiscard]] inline life_gender gender_of(const life_text& t) noexcept {
  int balance = 0;  // of the pronouns for men over those for women
  for (std::size_t i = 0; i < t.size(); ++i) {
    const int weight = ends_sentence(t, i - 1) ? 4 : 1;
    if (t.is(i, life_word::he) || t.is(i, life_word::she)) balance += t.is(i, life_word::he) ? weight : -weight;
    if (t.is(i, life_word::his) || t.is(i, life_word::her)) balance += t.is(i, life_word::his) ? 1 : -1;
  }
  if (balance == 0) return life_gender::unknown;
  return balance > 0 ? life_gender::male : life_gender::female;
}

/// A sentence, and whether its subject is the person.
struct life_sentence {
  std::size_t begin = 0;
  std::size_t subject = 0;  // the token after its subject
  life_topic before = life_topic::person;
  bool own = false;
  bool of_person = false;   // a thing or a relative of the person is its subject: "His health began to decline"
  bool participle = false;  // "Born in 1900, …"
};

/// Finds the clauses of one person.
///
/// Cost: linear; each event is followed for at most 32 tokens
class life_clause_reader {
 public:
  life_clause_reader(const life_text& text, const life_names& names) : t_{text}, names_{names}, dates_{text} {
    gender_ = gender_of(text);
  }

  /// `topic` is whom the first sentence goes on about.
  [[nodiscard]] life_sentences read(life_topic topic) const {
    life_sentences out;
    for (std::size_t begin = 0; begin < t_.size();) {
      const std::size_t end = end_of_sentence(t_, begin);
      topic = read_sentence(begin, end, topic, out);
      begin = end + 1;
    }
    return out;
  }

 private:
  // Limits in tokens, so that every event costs the same however long its sentence is.
  static constexpr std::size_t longest_way_to_date = 32;
  static constexpr std::size_t longest_name = 16;
  static constexpr std::size_t longest_sentence = 250;

  [[nodiscard]] bool is_own_pronoun(std::size_t i) const noexcept {
    return (t_.is(i, life_word::he) && gender_ != life_gender::female) ||
           (t_.is(i, life_word::she) && gender_ != life_gender::male);
  }

  [[nodiscard]] bool is_own_possessive(std::size_t i) const noexcept {
    return (t_.is(i, life_word::his) && gender_ != life_gender::female) ||
           (t_.is(i, life_word::her) && gender_ != life_gender::male);
  }

  // A name of the person: all its capitalised words are theirs, and no "'s" follows. Returns the token after it, or i.
  [[nodiscard]] std::size_t own_name_end(std::size_t i) const {
    bool own = false;
    std::size_t k = i;
    for (; k < std::min(t_.size(), i + longest_name); ++k) {
      const life_token& token = t_[k];
      if (token.kind == life_kind::mark && token.mark == '.' && token.glued && t_[k - 1].kind == life_kind::word &&
          (t_[k - 1].length == 1 || t_[k - 1].part == life_word::honorific)) {
        continue;
      }
      if (t_.is(k, life_kind::hyphen) || has_inner_capital(k)) continue;
      if (token.kind == life_kind::mark && token.mark == '"') continue;
      if (token.kind != life_kind::word || !token.capital) break;
      if (names_.has(t_.spelled(k)) || names_.is_spelled_like(t_.spelled(k))) {
        own = true;
      } else if (token.part != life_word::honorific && token.length > 1 && !is_regnal_number(t_.spelled(k))) {
        return i;  // another name
      }
    }
    if (!own && !names_.has_initials(t_, i, k)) return i;
    if (t_.is_mark(k, '\'') && t_[k].glued) return i;
    return k;
  }

  // "al-Andalusi"
  [[nodiscard]] bool has_inner_capital(std::size_t i) const noexcept {
    const std::size_t hyphen = t_[i].kind == life_kind::word && !t_[i].capital ? t_.spelled(i).find('-') : 0;
    return hyphen != 0 && hyphen + 1 < t_[i].length && ascii::is_upper(t_.spelled(i)[hyphen + 1]);
  }

  // Whether the sentence is about the person, and where its subject ends; a leading "In 1950," is skipped.
  [[nodiscard]] bool has_own_subject(std::size_t& i, std::size_t end, life_topic before) const {
    if (t_.is_mark(i, '"')) ++i;
    if (is_own_pronoun(i)) return is_about_person(i++, before);
    if (const std::size_t after = own_name_end(i); after != i) {
      i = after;
      return true;
    }
    if (is_own_possessive(i)) return is_about_person(i, before) && own_death(i);
    return has_later_subject(i, end, before);
  }

  // "In 1950, he", "The son of a canon, Roe": the subject after a comma.
  [[nodiscard]] bool has_later_subject(std::size_t& i, std::size_t end, life_topic topic) const {
    using enum life_word;
    const life_word part = t_[i].part;
    const bool adverbial =
        is_one_of<preposition, life_word::after, life_word::before, by, when, event, adverb, born, circa, of>(part) ||
        t_.month(i) != 0;
    std::size_t k = i;
    const std::size_t limit = std::min(end, i + 24);
    bool verb = false;
    for (; k < limit && !t_.is_mark(k, ','); k = t_.next(k)) verb = verb || t_.is_verb(k);
    // "The son of a canon, Roe was born …"
    const bool apposition = part == article && !verb;
    if (k >= limit || (!adverbial && !apposition && part != other)) return false;
    const std::size_t first = i;
    for (; k < limit; k = t_.next(k)) {
      if (!t_.is_mark(k, ',')) continue;
      if (is_own_pronoun(k + 1)) {
        // "The son of Ann Roe, he"
        const auto child = [this](std::size_t j) { return t_.is(j, offspring); };
        const bool of_child = t_.any(first, std::min(k, first + 5), child);
        if (apposition ? !of_child : part == when && names_another(first, k)) return false;
        i = k + 2;
        return is_about_person(k + 1, topic);
      }
      if (const std::size_t after = own_name_end(k + 1); after != k + 1) {
        i = after;
        return true;
      }
      if (!adverbial) return false;
    }
    return false;
  }

  // "When the physicist Galileo Galilei observed": two capitalised words that are not the person's.
  [[nodiscard]] bool names_another(std::size_t begin, std::size_t end) const {
    const auto other = [this](std::size_t k) { return t_.is_name(k) && !names_.has(t_.spelled(k)); };
    return t_.any(begin + 1, end - 1, [&](std::size_t k) { return other(k) && other(k + 1); });
  }

  // Returns true if the pronoun at i is the person's after a sentence about somebody: "His sister married. He died in
  // 1757."
  [[nodiscard]] bool is_about_person(std::size_t i, life_topic before) const noexcept {
    const bool male = t_.is(i, life_word::he) || t_.is(i, life_word::his);
    return before == life_topic::person || before == (male ? life_topic::other_female : life_topic::other_male);
  }

  // "A stroke deprived him of his speech, and": a thing, the person, and nobody else.
  [[nodiscard]] bool befalls_person(std::size_t begin, std::size_t end, life_topic last) const {
    using enum life_word;
    if (!t_.is(begin, article)) return false;
    const std::size_t limit = std::min(end, begin + longest_way_to_date);
    const std::size_t k = t_.find_outside(begin + 1, limit, [this](std::size_t i) {
      return t_.is_any<he, she, relative, offspring, who>(i) || t_.is_name(i);
    });
    const auto own = [&](std::size_t i) { return is_own_possessive(i) && is_about_person(i, last); };
    return k < limit && t_.is_any<he, she>(k) && t_.find_outside(begin + 1, k, own) < k;
  }

  // The topic of a sentence whose subject is not the person; a thing leaves the topic as it was.
  [[nodiscard]] life_topic topic_of(std::size_t begin, std::size_t end, life_topic last) const {
    using enum life_word;
    const std::size_t i = t_.is_mark(begin, '"') ? begin + 1 : begin;
    if (t_.is_any<he, she>(i)) return last;  // still unclear, or the other gender
    if (t_.is_any<his, her, article>(i)) {
      const std::size_t k = t_.find(i + 1, std::min(end, i + 6), [this](std::size_t j) {
        return t_.is_any<relative, offspring, past>(j) || !t_.is(j, life_kind::word);
      });
      return k < std::min(end, i + 6) && t_.is_any<relative, offspring>(k) ? topic_of_relative(k) : last;
    }
    const bool name = t_.is_name(i) && t_.is(i + 1, life_kind::word) && t_[i + 1].capital;  // two capitalised words
    return name ? life_topic::other : last;
  }

  [[nodiscard]] life_topic topic_of_relative(std::size_t i) const noexcept {
    constexpr auto female = words_of<13>(
        "aunt daughter daughters granddaughter grandmother mother niece sister sisters stepmother widow wife wives");
    constexpr auto male =
        words_of<11>("brother brothers father grandfather husband nephew son sons stepfather uncle widower");
    if (is_listed(female, t_.spelled(i))) return life_topic::other_female;
    if (is_listed(male, t_.spelled(i))) return life_topic::other_male;
    return life_topic::other;
  }

  // "his death", "her early death".
  [[nodiscard]] bool own_death(std::size_t possessive) const noexcept {
    const std::size_t limit = possessive + 4;
    const std::size_t k = t_.find(possessive + 1, limit, [this](std::size_t i) {
      return t_.is_any<life_word::death, life_word::relative, life_word::offspring>(i) || !t_.is(i, life_kind::word) ||
             t_[i].capital;
    });
    return k < limit && t_.is(k, life_word::death);
  }

  // Returns true if somebody else may be meant: a relative or another name since the sentence began.
  [[nodiscard]] bool others_named(std::size_t begin, std::size_t end) const {
    using enum life_word;
    const auto somebody = [&](std::size_t k) {
      if ((t_.is(k, who) && !is_determiner(k)) || t_.is_any<their, relative>(k)) return true;
      // "Roe's rival and, after his death"
      const bool genitive = t_[k].glued && t_.is_genitive(k + 1);
      if (genitive && k > begin && t_[k - 1].capital && !names_.has(t_, k - 1)) return true;
      return t_.is(k, offspring) && t_.is_any<his, her>(k - 1);
    };
    return t_.find_outside(begin, end, somebody) < end;
  }

  // "that distinction", not "a shell that killed him": a noun follows, and no verb.
  [[nodiscard]] bool is_determiner(std::size_t i) const noexcept {
    const life_token& next = t_[i + 1];
    return t_.spelled(i) == "that" && t_.is_plain(i + 1) && !t_.spelled(next).ends_with("ed") &&
           !t_.spelled(next).ends_with("s");
  }

  // The token after the subject of a verb: before "was later", "tragically" and brackets.
  [[nodiscard]] std::size_t subject_end(std::size_t begin, std::size_t verb) const {
    std::size_t k = verb;
    while (k > begin) {
      const life_token& left = t_[k - 1];
      const bool adverb = left.kind == life_kind::word && !left.capital && t_.spelled(left).ends_with("ly");
      if (adverb || is_one_of<life_word::past, life_word::adverb, life_word::present>(left.part)) {
        --k;
      } else if (left.kind == life_kind::close && left.match < k - 1 && left.match >= begin) {
        k = left.match;
      } else {
        break;
      }
    }
    return k;
  }

  // "was not born", "nearly died", "was wrongly said to be born": one of the words before the verb denies it.
  [[nodiscard]] bool is_denied(std::size_t begin, std::size_t verb) const {
    constexpr std::size_t longest_way = 6;
    for (std::size_t i = verb; i > begin && i + longest_way > verb; --i) {
      if (t_.is(i - 1, life_word::denial)) return true;
      if (!t_.is(i - 1, life_kind::word) || t_.is_any<life_word::conjunction_and, life_word::when>(i - 1)) return false;
    }
    return false;
  }

  // Returns true if the clause whose verb is at `verb` has the person as its subject.
  [[nodiscard]] bool is_own_clause(const life_sentence& s, std::size_t verb, bool possessive = false) const {
    const std::size_t k = subject_end(s.begin, verb);
    if (is_denied(s.begin, verb)) return false;
    if (k == s.begin) return s.own;
    // "…; born …; died …", "b. 1820; m. Ann Lee; d. 1890"
    if (s.own && t_.is_mark(k - 1, ';') && (is_abbreviation(verb) || !follows_relative(s.begin, k - 1))) return true;
    const life_token& left = t_[k - 1];
    if (k == s.subject) return s.own;
    if (is_own_pronoun(k - 1)) {
      // "His health began to decline and he died": the pronoun takes up the possessive.
      const bool taken_up = possessive && k >= s.begin + 2 && t_.is(k - 2, life_word::conjunction_and);
      return (s.own || taken_up) && !others_named(s.subject, k - 1);
    }
    const bool word = left.kind == life_kind::word;
    if (word && left.capital) return follows_own_name(s, k);
    if (!s.own) return false;
    if (t_.is(verb, life_word::born) && word && !is_thing(subject_noun_of(t_.spelled(left))) &&
        is_predicate(s.subject, k)) {
      return true;  // "is a Kazakh singer born on May 24, 1994"
    }
    return left.part == life_word::who ? describes_subject(s, k - 1) : is_joined(s, k, k == verb);
  }

  // Returns true if the name that ends before token k is the person's, or k is the first verb after it.
  [[nodiscard]] bool follows_own_name(const life_sentence& s, std::size_t k) const {
    std::size_t first = k - 1;
    while (first > s.begin && first + longest_name > k &&
           ((t_[first - 1].kind == life_kind::word && t_[first - 1].capital) || t_.is(first - 1, life_kind::hyphen) ||
            t_.is_mark(first - 1, '.'))) {
      --first;
    }
    while (t_.is_mark(first, '.')) ++first;
    const bool first_verb = s.own && s.subject <= k && is_first_verb(s.subject, k);
    if (t_.is(first - 1, life_word::of) || t_.is(first - 1, life_word::relative)) return first_verb;
    return own_name_end(first) == k || first_verb;
  }

  // "Ann Roe, who was born …, was": the token of such a "who", if there is one.
  [[nodiscard]] std::size_t who_of_subject(const life_sentence& s) const {
    return t_.is_mark(s.subject, ',') ? s.subject + 1 : s.subject;
  }

  // "was a painter who died in 1950", "was a painter born in 1900 who died in 1950".
  [[nodiscard]] bool describes_subject(const life_sentence& s, std::size_t who) const {
    return who == who_of_subject(s) || is_described(s.subject, who) || follows_birth(s.subject, who);
  }

  // A clause after "and", "or", "when" or a comma. A participle after a comma belongs to the noun before it: "He
  // married Ann Lee, born in 1825".
  [[nodiscard]] bool is_joined(const life_sentence& s, std::size_t k, bool participle) const {
    using enum life_word;
    const bool comma = t_.is_mark(k - 1, ',');
    if (!comma && !is_one_of<conjunction_and, conjunction_or, when>(t_[k - 1].part)) return false;
    if (participle && comma && follows_relative(s.subject, k - 1)) return false;
    for (std::size_t j = s.subject; j + 1 < k; j = t_.next(j)) {
      if ((t_.is(j, who) && j != who_of_subject(s)) || t_.is(j, their)) return false;
      const bool of_person = t_.is(j, relative) && (t_.is(j - 1, his) || t_.is(j - 1, her));
      if (of_person && !t_.is(k - 1, conjunction_and)) return false;
    }
    return true;
  }

  // Returns true if a "who" follows "is a painter", "was a bishop of Ulm" or "was a martyr from Ulm,", of the subject.
  // It does not follow "was a pupil of Rembrandt": the name may be whom it is about.
  [[nodiscard]] bool is_described(std::size_t subject, std::size_t who) const {
    std::size_t verb = subject;
    while (verb < who && !t_.is_verb(verb)) verb = t_.next(verb);
    if (verb >= who || predicate_noun(t_, verb) != subject_noun::person) return false;
    const std::size_t end = t_.is_mark(who - 1, ',') ? who - 1 : who;
    bool place = false;  // the capitalised words at k belong to a place
    for (std::size_t k = verb + 1; k < end; k = t_.next(k)) {
      const life_token& token = t_[k];
      using enum life_word;
      if (token.part == preposition || token.part == of || (token.part == event && t_.spelled(k) == "from")) {
        place = token.part != of || t_.is(k - 1, honorific);
        continue;
      }
      if (!is_one_of<honorific, article, adverb, conjunction_and, other>(token.part)) return false;
      if (token.kind == life_kind::word && !token.capital) place = place && token.part == life_word::article;
    }
    // After a name of a person, "who" may refer to that person and not to the subject.
    return !t_[end - 1].capital || place || names_person(t_, end - 1);
  }

  // "married Ann Lee;": the fragment before a semicolon names somebody of whom the next one may tell.
  [[nodiscard]] bool follows_relative(std::size_t begin, std::size_t semicolon) const noexcept {
    for (std::size_t k = semicolon; k > begin && !t_.is_mark(k - 1, ';'); --k) {
      const life_word part = t_[k - 1].part;
      const bool married = part == life_word::event && (t_.spelled(k - 1) == "married" || t_.spelled(k - 1) == "m");
      if (part == life_word::relative || part == life_word::offspring || part == life_word::who || married) return true;
      const bool beside = t_.is(k, life_word::of) || t_.is(k, life_word::to);
      if (beside && is_listed(linked_people, t_.spelled(k - 1))) return true;
    }
    return false;
  }

  // Returns true if a "who" follows "is a painter born in 1900 in Rome", of the subject.
  [[nodiscard]] bool follows_birth(std::size_t subject, std::size_t who) const {
    std::size_t k = who;
    while (k > subject && k + longest_way_to_date > who && !t_.is(k - 1, life_word::born)) {
      const life_token& left = t_[--k];
      const bool place = left.kind == life_kind::number || (left.kind == life_kind::word && left.capital) ||
                         left.part == life_word::preposition || t_.is_mark(k, ',') || left.part == life_word::circa;
      if (!place) return false;
    }
    return k > subject + 1 && k != who && t_.is(k - 1, life_word::born) && is_predicate(subject, k - 1);
  }

  // Returns true if no verb and no other person stands between the subject and its verb: "John, 6th Lord of X, was
  // born".
  [[nodiscard]] bool is_first_verb(std::size_t subject, std::size_t verb) const noexcept {
    using enum life_word;
    return t_.find_outside(subject, verb, [this](std::size_t k) {
      return t_.is_mark(k, ';') || t_.is_any<who, past, present, plural_past, he, she, his, her, relative, offspring,
                                             when, conjunction_and, event, born, died>(k);
    }) >= verb;
  }

  // Returns true if nothing but "was a German painter" stands between the subject and a token.
  [[nodiscard]] bool is_predicate(std::size_t subject, std::size_t end) const noexcept {
    bool verb = false;
    for (std::size_t k = subject; k < end; k = t_.next(k)) {
      using enum life_word;
      const life_word part = t_[k].part;
      const bool of_child = verb && part == offspring && names_person(t_, k + 1);  // "is a child actress"
      if (is_one_of<offspring, relative, his, her>(part) && !of_child) return false;
      // Before the verb these are about the name: "also known as", "of Kent".
      if (verb && is_one_of<past, present, of, by, who, life_word::when, event>(part)) return false;
      // "was a politician, banker and professor born in Antwerp"
      const bool listed = t_.is_mark(k, ',') && names_person(t_, k - 1) && !t_.is(k + 1, article);
      if (verb && t_.is_mark(k, ',') && !listed) return false;
      verb = verb || part == past || part == present;
    }
    return verb;
  }

  [[nodiscard]] static bool is_cause(std::string_view noun) noexcept {
    constexpr auto causes = words_of<21>(
        "accident attack cancer complications crash disease fall fever haemorrhage hemorrhage illness injuries injury"
        " malaria operation pneumonia sickness stroke surgery wound wounds");
    return is_listed(causes, noun);
  }

  // "after a short illness": the end of a cause of death, or i.
  [[nodiscard]] std::size_t cause_end(std::size_t i) const noexcept {
    if (!t_.is(i, life_word::after)) return i;
    constexpr std::size_t longest_cause = 6;
    const std::size_t k = t_.find(i + 1, i + longest_cause, [&](std::size_t j) {
      return is_cause(t_.spelled(j)) || !(t_.is_plain(j) || (t_.is(j, life_word::article) && !t_[j].capital));
    });
    return k < i + longest_cause && is_cause(t_.spelled(k)) ? k + 1 : i;
  }

  // "On 12 May 1900, Ann Roe died in Ulm": the date before the subject, if its verb is the first one.
  [[nodiscard]] std::optional<placed_date> date_before(std::size_t begin, std::size_t subject, std::size_t verb) const {
    if (!t_.is(begin, life_word::preposition)) return std::nullopt;
    const auto found = dates_.read(begin);
    if (!found || found->first().digits == 0 || found->end >= subject || !t_.is_mark(found->end, ','))
      return std::nullopt;
    if (!found->is_single() || own_name_end(found->end + 1) + 1 < subject) return std::nullopt;
    if (!is_first_verb(subject, subject_end(subject, verb))) return std::nullopt;
    return place(t_, *found);
  }

  // "at 96 years old", "aged 75".
  [[nodiscard]] bool is_age(std::size_t i) const noexcept {
    return (t_.is(i, life_kind::number) && t_[i].digits < 4) ||
           is_listed(words_of<4>("age aged old years"), t_.spelled(i));
  }

  // "b." and "d." of genealogies, in running text.
  [[nodiscard]] bool is_abbreviation(std::size_t i) const noexcept {
    return t_[i].length == 1 && !t_[i].capital && t_.is_mark(i + 1, '.') && t_[i + 1].glued && !t_.is_mark(i - 1, '.');
  }

  // "and began his studies", "for the detonation of a bomb": what follows has a date of its own.
  [[nodiscard]] bool begins_other_clause(std::size_t i) const noexcept {
    if (t_.is(i, life_word::conjunction_and)) return t_.is_plain(i + 1);
    return t_.spelled(i) == "for" && t_.is(i + 1, life_word::article);
  }

  // The first date after an event, within its clause.
  [[nodiscard]] std::optional<placed_date> date_after(std::size_t i, std::size_t end) const {
    // "born to Hans and his wife Margarethe on 10 November 1483"
    const bool of_parents = t_.is(i - 1, life_word::born) && t_.is(i, life_word::to);
    if (t_.is_mark(i, '.') && is_abbreviation(i - 1)) ++i;  // "b. 1720"
    const std::size_t first_token = i;
    const std::size_t limit = std::min(end, i + longest_way_to_date);
    for (; i < limit; i = t_.next(i)) {
      if (const auto found = dates_.read(i); found && found->end <= (t_.is_mark(end, '.') ? end + 1 : end)) {
        return is_of_event(*found, i, first_token) ? place(t_, *found) : std::nullopt;
      }
      if (t_.month(i) != 0 && t_.is(i + 1, life_kind::number)) return std::nullopt;  // a day without its year
      if (const std::size_t cause = cause_end(i); cause != i) {
        i = cause - 1;
        continue;
      }
      if (ends_event(i, of_parents)) return std::nullopt;
    }
    return std::nullopt;
  }

  // Returns true if a date at token i is that of an event whose words end before `first`.
  [[nodiscard]] bool is_of_event(const qualified_date& found, std::size_t i, std::size_t first) const {
    const auto begins_clause = [this](std::size_t k) { return is_own_pronoun(k) || own_name_end(k) != k; };
    const bool alone = found.first().month == 0 && found.begin == i && t_.is(i, life_kind::number);
    const std::size_t event = t_.is_mark(first - 1, '.') ? first - 2 : first - 1;
    const bool at_once = i == first && (t_.is(event, life_word::born) || t_.is(event, life_word::died));
    const bool comma = t_.is_mark(found.end, ',') && begins_clause(found.end + 1);
    const bool last = comma || t_.is_mark(found.end, ';') || ends_sentence(t_, found.end);
    const bool of_place = i > first + 1 && last && lies_in_place(t_, first, i);
    const bool told = t_[i].digits == 4 && (at_once || of_place);
    if (alone && !told && !t_.is(i - 1, life_word::of) && !t_.is_mark(i - 1, ',')) return false;
    // "died of 1950 wounds", "in 300 shows": a quantity.
    const bool several = found.first().digits == 3 && t_.spelled(found.end).ends_with("s");
    if (t_.is_plain(found.end) && found.is_bare_year() && (alone || several)) return false;
    return !begins_clause(found.end);  // "Born in London, in 1922 he set up …": the date of the next clause
  }

  // Returns true if no date of an event follows token i: another event, or another clause, begins there.
  [[nodiscard]] bool ends_event(std::size_t i, bool of_parents) const {
    using enum life_word;
    const life_word part = t_[i].part;
    if (part == event && t_.is(i - 1, died)) return false;  // "died from wounds"
    if (is_one_of<born, died, killed, baptised, buried, reign, event, who, when, he, she, past, plural_past, present,
                  life_word::after, before>(part)) {
      return true;
    }
    if ((part == relative && !of_parents) || (part == death && !t_.is(i - 1, article))) return true;
    if (tells_of_noun(i)) return true;
    if (t_.is_mark(i, ';') || begins_other_clause(i)) return true;
    // "until his death, and regent of the duchy from 1397": another clause.
    return t_.is_mark(i, ',') && (t_.is(i + 1, conjunction_and) || own_name_end(i + 1) != i + 1);
  }

  // "a castle burnt in 1790", "the city ceded by France": a participle after a noun. A wound has the date of the death.
  [[nodiscard]] bool tells_of_noun(std::size_t i) const {
    if (!t_.is_plain(i) || !t_.is_plain(i - 1)) return false;
    const std::string_view noun = t_.spelled(i - 1), word = t_.spelled(i);
    if (!is_past_participle(word) && !word.ends_with("ed") && !is_listed(words_of<2>("burnt learnt"), word))
      return false;
    using enum life_word;
    const bool leads =
        t_.is_any<preposition, by, after, before, to, of, died>(i + 1) || t_.is(i + 1, life_kind::number);
    const bool particle = t_.is_plain(i + 1) && t_.is(i + 2, preposition);  // "torn down in"
    return (leads || particle) && !is_cause(noun) && !lexicon::standard().is(noun, word_class::adverb);
  }

  // "Born at Stavern, Germany, 24 June 1844; died at Phoenix, 4 December 1896.": nothing follows the date.
  [[nodiscard]] bool is_fragment(std::size_t begin, std::size_t end) const {
    const auto date = date_after(begin + 1, end);
    if (!date) return false;
    std::size_t next = begin + 1;
    while (next < end && t_[next].position < date->position + date->length) {
      // Only places and the date: another word may belong to a clause of its own.
      if (t_.is_plain(next) && t_[next].position < date->position) return false;
      ++next;
    }
    next = t_.find(next, end, [this](std::size_t k) {
      return !t_.is_mark(k, ',') && !t_.is(k, life_word::preposition) && !is_age(k) && !t_.is_name(k);
    });
    if (t_.is(next, life_kind::open)) next = t_.next(next);
    return next == end || t_.is_mark(next, ';');
  }

  // "Born on October 22, 1952, in Ulm, Roe's talent became evident": a name of the person in the genitive.
  [[nodiscard]] bool owns_main_clause(std::size_t begin, std::size_t end) const {
    const std::size_t limit = std::min(end, begin + longest_way_to_date);
    return t_.any(begin + 1, limit - 1, [this](std::size_t k) {
      const bool genitive = names_.has(t_, k + 1) && t_.is_mark(k + 2, '\'') && t_[k + 2].glued;
      return t_.is_mark(k, ',') && (genitive || is_own_possessive(k + 1));
    });
  }

  // "Ann Roe was born in 1910 in Kent and died", "born 3 May 1952; died": nothing but places since the birth.
  [[nodiscard]] bool birth_leads_to(const life_sentence& s, std::size_t verb,
                                    const life_sentences& found) const noexcept {
    constexpr std::size_t longest_place = 12;
    const bool joined = t_.is(verb - 1, life_word::conjunction_and) || (s.own && t_.is_mark(verb - 1, ';'));
    if (!joined || found.clauses.empty() || found.clauses.back().event != life_event_word::birth) return false;
    const placed_date& birth = found.clauses.back().date;
    std::size_t k = verb - 2;
    for (; k + longest_place > verb && t_[k].position >= birth.position + birth.length; --k) {
      if (t_[k].part != life_word::preposition && !t_.is_mark(k, ',') && !t_.is_name(k)) return false;
    }
    return t_[k].position < birth.position + birth.length;
  }

  // Whether a sentence is about the person.
  [[nodiscard]] life_sentence open_sentence(std::size_t begin, std::size_t end, life_topic before,
                                            life_sentences& out) const {
    life_sentence s{begin, begin, before};
    s.own = has_own_subject(s.subject, end, before);
    s.of_person = !s.own && topic_of(begin, end, life_topic::person) == life_topic::person &&
                  (is_own_possessive(begin) ? is_about_person(begin, before) : befalls_person(begin, end, before));
    const bool died = t_.is(begin, life_word::died) && t_[begin].capital && t_[begin].length > 3;
    s.participle = (died || t_.is(begin, life_word::born)) && !t_.is(begin + 1, life_kind::hyphen);
    const bool headless = s.participle && !s.own && before == life_topic::person;
    s.own = s.own || (headless && owns_main_clause(begin, end));
    s.own = s.own || (headless && is_fragment(begin, end));
    const std::size_t pronoun = s.subject - 1;
    const bool by_pronoun =
        s.own && s.subject > begin && (t_.is(pronoun, life_word::he) || t_.is(pronoun, life_word::she));
    out.about_person = out.about_person || by_pronoun;
    return s;
  }

  // "was born", "an actor born": a birth of the person.
  [[nodiscard]] bool is_birth(const life_sentence& s, std::size_t i, life_sentences& out) const {
    if ((t_[i].length != 4 && !is_abbreviation(i)) || t_.is(i + 1, life_word::offspring) || names_person(t_, i + 1)) {
      return false;
    }
    if (i == s.begin ? !(s.participle && s.own) : !is_own_clause(s, i)) return false;
    bool told = i == s.begin ? s.subject > s.begin || s.begin == 0
                             : t_.is(i - 1, life_word::past) || is_predicate(s.subject, i);
    const bool follows = told || i == s.begin || names_person(t_, i - 1) || t_.is(i - 1, life_word::adverb) ||
                         t_.is_mark(i - 1, ',') || t_.is_mark(i - 1, ';') || t_.spelled(i - 1).ends_with("ly");
    if (!follows) return false;
    out.about_person = out.about_person || told;
    out.begins_with_life = out.begins_with_life || (told && s.begin == 0);
    return true;
  }

  // "died", "d.", "passed away".
  [[nodiscard]] bool is_death(const life_sentence& s, std::size_t i, const life_sentences& out) const {
    const std::string_view word = t_.spelled(i);
    if ((word.size() < 4 && !is_abbreviation(i)) || word == "dead" || t_.is(i + 1, life_kind::hyphen)) return false;
    if (word == "passed" && t_.spelled(i + 1) != "away") return false;
    // "Ann Roe, painter, born 3 May 1952; died 3 March 2015"
    return is_own_clause(s, i, s.of_person) || birth_leads_to(s, i, out);
  }

  // "was killed", "and murdered".
  [[nodiscard]] bool is_killing(const life_sentence& s, std::size_t i) const {
    using enum life_word;
    const bool passive = is_one_of<past, adverb, conjunction_and>(t_[i - 1].part) || t_.spelled(i - 1).ends_with("ly");
    return passive && is_own_clause(s, i, s.of_person);
  }

  // "his death", "her early death", which makes the sentence the person's.
  [[nodiscard]] bool is_own_death(life_sentence& s, std::size_t i) const {
    const std::size_t possessive = is_own_possessive(i - 1) ? i - 1 : is_own_possessive(i - 2) ? i - 2 : i;
    if (possessive == i || is_denied(s.begin, possessive) || possessive < s.begin || !own_death(possessive))
      return false;
    const bool about = s.own ? !others_named(s.subject, possessive)
                             : is_about_person(possessive, s.before) && possessive <= s.begin + 2;
    s.own = s.own || about;
    return about;
  }

  // "is a British composer (born 12 May 1971)"
  [[nodiscard]] bool is_birth_in_bracket(const life_sentence& s, std::size_t i) const {
    return s.own && t_.is(i, life_kind::open) && t_[i].match != i && t_.is(i + 1, life_word::born) && i > s.subject &&
           names_person(t_, i - 1) && is_predicate(s.subject, i);
  }

  // The event of the person's life of which token i tells.
  [[nodiscard]] life_event_word event_at(life_sentence& s, std::size_t i, life_sentences& out) const {
    using enum life_word;
    const bool dies = (t_.is(i, died) && is_death(s, i, out)) || (t_.is(i, killed) && is_killing(s, i)) ||
                      (t_.is(i, death) && is_own_death(s, i));
    if (dies) return life_event_word::death;
    if (t_.is(i, born) ? is_birth(s, i, out) : is_birth_in_bracket(s, i)) return life_event_word::birth;
    if (t_.is(i, baptised) && is_own_clause(s, i)) return life_event_word::baptism;
    if (t_.is(i, buried) && is_own_clause(s, i)) return life_event_word::burial;
    return life_event_word::none;
  }

  // Reads one sentence; returns whom it is about.
  life_topic read_sentence(std::size_t begin, std::size_t end, life_topic before, life_sentences& out) const {
    life_sentence s = open_sentence(begin, end, before, out);
    const std::size_t limit = std::min(end, begin + longest_sentence);
    for (std::size_t i = begin; i < limit; i = t_.next(i)) {
      const life_event_word event = event_at(s, i, out);
      if (event == life_event_word::none) continue;
      auto date = t_.is(i, life_kind::open) ? date_after(i + 2, t_[i].match) : date_after(i + 1, end);
      if (!date && s.own && !t_.is(i, life_word::death)) date = date_before(begin, s.subject, i);
      if (!date) continue;
      out.clauses.push_back({event, *date});
      out.about_person = out.about_person || s.of_person;
      out.begins_with_life = out.begins_with_life || (s.of_person && begin == 0);
    }
    return s.own ? life_topic::person : topic_of(begin, end, before);
  }

  const life_text& t_;
  const life_names& names_;
  life_date_reader dates_;
  life_gender gender_ = life_gender::unknown;
};

}  // namespace mhqa::inline v0_1::detail
