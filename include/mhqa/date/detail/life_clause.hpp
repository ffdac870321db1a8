// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds births and deaths in the running text of a biography: "He died at Ilkeston on 27 June 1905", "before her
// death in 1650". A clause counts only if its subject is the person: those about relatives and namesakes do not,
// and of the relative clauses only those that describe the person do ("a painter who died in 1950").
#pragma once

#include <mhqa/date/detail/life_date.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

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

enum class life_gender : std::uint8_t { unknown, male, female };

/// The gender of the pronouns that begin sentences, otherwise that of most pronouns.
[[nodiscard]] life_gender gender_of(const life_text& t) noexcept;

/// Whom a sentence is about, which decides who "he" or "she" is in the next one.
enum class life_topic : std::uint8_t { person, other, other_male, other_female };

/// Finds the clauses of one person.
class life_clause_reader {
 public:
  life_clause_reader(const life_text& text, const life_names& names) : t_{text}, names_{names}, dates_{text} {
    gender_ = gender_of(text);
  }

  /// Reads the sentences from token `from` on.
  ///
  /// Cost: linear; each event is followed for at most 32 tokens
  void read(std::size_t from, life_sentences& out, life_topic topic = life_topic::person) const;

 private:
  // Limits in tokens, so that every event costs the same however long its sentence is.
  static constexpr std::size_t longest_way_to_date = 32;
  static constexpr std::size_t longest_name = 16;
  static constexpr std::size_t longest_sentence = 250;

  [[nodiscard]] bool is_own_pronoun(std::size_t i) const noexcept;
  [[nodiscard]] bool is_own_possessive(std::size_t i) const noexcept;

  // A name of the person: all its capitalised words are theirs, and no "'s" follows. Returns the token after it, or i.
  [[nodiscard]] std::size_t own_name_end(std::size_t i) const;

  // "al-Andalusi"
  [[nodiscard]] bool has_inner_capital(std::size_t i) const noexcept;

  // Whether the sentence is about the person, and where its subject ends; a leading "In 1950," is skipped.
  [[nodiscard]] bool has_own_subject(std::size_t& i, std::size_t end, life_topic before) const;

  // "The son of Ann Roe".
  [[nodiscard]] bool has_offspring(std::size_t begin, std::size_t end) const noexcept;

  // "When the physicist Galileo Galilei observed": two capitalised words that are not the person's.
  [[nodiscard]] bool names_another(std::size_t begin, std::size_t end) const;

  [[nodiscard]] static bool is_verb(life_word part) noexcept;

  // Returns true if the pronoun at i is the person's after a sentence about somebody: "His sister married. He died in
  // 1757."
  [[nodiscard]] bool is_about_person(std::size_t i, life_topic before) const noexcept;

  // "A stroke deprived him of his speech, and": a thing, the person, and nobody else.
  [[nodiscard]] bool befalls_person(std::size_t begin, std::size_t end, life_topic before) const;

  // The topic of a sentence whose subject is not the person; a thing leaves the topic as it was.
  [[nodiscard]] life_topic topic_of(std::size_t begin, std::size_t end, life_topic before) const;

  [[nodiscard]] life_topic topic_of_relative(std::size_t i) const noexcept;

  // "his death", "her early death".
  [[nodiscard]] bool own_death(std::size_t possessive) const noexcept;

  // Returns true if somebody else may be meant: a relative or another name since the sentence began.
  [[nodiscard]] bool others_named(std::size_t begin, std::size_t end) const;

  // "that distinction", not "a shell that killed him": a noun follows, and no verb.
  [[nodiscard]] bool is_determiner(std::size_t i) const noexcept;

  // Returns true if the clause whose verb is at `verb` has the person as its subject.
  [[nodiscard]] bool is_own_clause(std::size_t begin, std::size_t subject, std::size_t verb, bool own_sentence,
                                   bool possessive = false) const;

  // Returns true if a "who" follows "is a painter", "was a bishop of Ulm" or "was a martyr from Ulm,", of the subject.
  // It does not follow "was a pupil of Rembrandt": the name may be whom it is about.
  [[nodiscard]] bool is_described(std::size_t subject, std::size_t who) const;

  // "married Ann Lee;": the fragment before a semicolon names somebody of whom the next one may tell.
  [[nodiscard]] bool follows_relative(std::size_t begin, std::size_t semicolon) const noexcept;

  // Returns true if a "who" follows "is a painter born in 1900 in Rome", of the subject.
  [[nodiscard]] bool follows_birth(std::size_t subject, std::size_t who) const;

  // Returns true if no verb and no other person stands between the subject and its verb: "John, 6th Lord of X, was
  // born".
  [[nodiscard]] bool is_first_verb(std::size_t subject, std::size_t verb) const noexcept;

  // Returns true if nothing but "was a German painter" stands between the subject and a token.
  [[nodiscard]] bool is_predicate(std::size_t subject, std::size_t end) const noexcept;

  // "after a short illness": the end of a cause of death, or i.
  [[nodiscard]] std::size_t cause_end(std::size_t i) const noexcept;

  // "On 12 May 1900, Ann Roe died in Ulm": the date before the subject, if its verb is the first one.
  [[nodiscard]] std::optional<placed_date> date_before(std::size_t begin, std::size_t subject, std::size_t verb) const;

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
  [[nodiscard]] bool begins_other_clause(std::size_t i) const noexcept;

  // The first date after an event, within its clause.
  [[nodiscard]] std::optional<placed_date> date_after(std::size_t i, std::size_t end) const;

  // "Born at Stavern, Germany, 24 June 1844; died at Phoenix, 4 December 1896.": nothing follows the date.
  [[nodiscard]] bool is_fragment(std::size_t begin, std::size_t end) const;

  // "Born on October 22, 1952, in Ulm, Roe's talent became evident": a name of the person in the genitive.
  [[nodiscard]] bool owns_main_clause(std::size_t begin, std::size_t end) const;

  // "American painter, born in New York": an entry that describes the person and leaves the name to its title. Returns
  // the token after the description, 0 if the text begins otherwise.
  [[nodiscard]] std::size_t description_end() const;

  // Returns true if the last clause found is a birth whose date stands right before token i.
  [[nodiscard]] bool birth_ends_at(std::size_t i, const life_sentences& found) const noexcept;

  // "Ann Roe was born in 1910 in Kent and died": nothing but places since the birth.
  [[nodiscard]] bool birth_leads_to(std::size_t verb, const life_sentences& found) const noexcept;

  // Reads one sentence; returns whom it is about.
  life_topic read_sentence(std::size_t begin, std::size_t end, life_topic before, life_sentences& out) const;

  const life_text& t_;
  const life_names& names_;
  life_date_reader dates_;
  life_gender gender_ = life_gender::unknown;
};

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_clause.ipp>
#endif
