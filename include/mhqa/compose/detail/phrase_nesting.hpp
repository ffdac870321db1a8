// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Replaces `#n` in a step with noun phrases, with the changes that English needs around them. Refuses places where a
// phrase cannot be: before a noun, after a modifier, inside a name, or doubly nested in clauses.
#pragma once

#include <mhqa/compose/noun_phrase.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Why there is no wording.
enum class unworded : std::uint8_t {
  no,                ///< the steps have a wording
  bad_steps,         ///< there are no steps, or a reference does not point to an earlier step
  no_rule,           ///< a step has a form that no rule turns into a noun phrase
  attributive,       ///< "a #1 show": the phrase cannot precede a noun
  part_of_name,      ///< "#1 Republic", "San #1": the mention is part of another name
  nested,            ///< clauses would be nested more than once
  ambiguous,         ///< what follows a clause may belong to it: "the city that has a port in 1888"
  unused_step,       ///< a step without references to it would be lost
  too_long,          ///< more than word_limit words
  unknown_relation,  ///< a relation that is not in the table, and whose label is no noun phrase
  faulty,            ///< the finished sentence has a fault (find_sentence_fault)
  doubtful           ///< too many points of doubt about the steps (find_doubts)
};

/// Returns the reason code: "", "bad-steps", "no-rule", "attributive", "part-of-name", "nested", "ambiguous",
/// "unused-step", "too-long", "unknown-relation", "faulty", "doubtful".
[[nodiscard]] constexpr std::string_view to_string(unworded why) noexcept {
  constexpr std::array<std::string_view, 12> names{
      "",          "bad-steps",   "no-rule",  "attributive",      "part-of-name", "nested",
      "ambiguous", "unused-step", "too-long", "unknown-relation", "faulty",       "doubtful"};
  return names[static_cast<std::size_t>(why)];
}

namespace detail {

// A step as a noun phrase.
struct nested_phrase {
  std::string text;
  std::size_t depth = 1;   // depth of nested clauses
  std::size_t inside = 0;  // depth of nested clauses after which the outer clause continues
  bool adjective = false;  // its answer may precede a noun ("German"), the phrase cannot
  bool person = false;     // its answer before a noun ("the Marco Polo episode") does not own what the noun names
};

// clang-format off

// What the words before a reference make of it, as rows.
inline constexpr std::array<language_row, 5> nesting_rows{{
    {"renamed-by-reference", {"became|become $"}, "Temujin, who became", "Temujin, who came to"},  // another name of it
    {"noun-of-reference", {"@determiner&!the|that|many $", "^ many $", "!how many $",
      "!@preposition @digits|@number|final|last|next|only&!that|many $"}, "What is its", "How many"},  // "its #1 plant", "the 50th #1"
    {"counted-reference", {"how many $"}, "How many", "Of the many"},
    {"modified-reference", {"a|an @ing $", "@determiner !@named&!@function&!@preposition&!@verbal&!@adverbial $",
      "@determiner @any !@named&!@function&!@preposition&!@verbal&!@adverbial $",
      "@preposition|@aux|@negated !@named&!@function&!@preposition&!@verbal&!@adverbial&!@verblike $"},
     "When did the coastal", "When did they invade"},
    {"reference-after-word", {"@any !@named&!@function&!@preposition&!@verbal&!@adverbial&!@verblike $"},
     "What happened downtown", "What happened in"},
}};
// clang-format on

// The noun that a phrase is about, in lower case: "dynasty" of "the Chinese dynasty that …".
[[nodiscard]] std::string head_noun(std::string_view phrase);

// True if a phrase contains a relative clause.
[[nodiscard]] bool has_clause(const std::vector<sentence_word>& phrase);

// A step whose references are replaced from left to right.
class phrase_nesting {
 public:
  phrase_nesting(std::string_view text, bool last) : text_{text}, last_{last} {}

  // Puts a phrase at a reference, or returns the reason why it cannot be there.
  [[nodiscard]] unworded put(const step_reference& r, nested_phrase phrase);

  // Returns the whole step.
  [[nodiscard]] nested_phrase finish();

 private:
  // Changes the words around a reference for a phrase; false if it cannot be there.
  [[nodiscard]] bool make_place(const nested_phrase& phrase, const std::string& head);
  // Puts a phrase where a reference stands alone, or the noun after it before "of"; false if it cannot be there.
  [[nodiscard]] bool put_before_noun(const nested_phrase& phrase, std::string_view head,
                                     const std::vector<sentence_word>& before, const std::vector<sentence_word>& after);
  // True after a quotation mark, before ". ", before a capital or a number that is not a year, or after a capitalised
  // word that does not open the text.
  [[nodiscard]] bool is_part_of_name(const step_reference& r) const;
  // "Radio Television of", "Battle of the" before a reference; not "the Age of", nor a person as in "was King of".
  [[nodiscard]] bool follows_name_of(std::size_t end) const;
  // True if the word that ends here is capitalised and does not open the text.
  [[nodiscard]] bool follows_name(std::size_t end) const noexcept;
  // "the #1 dynasty", "the country of #1": the phrase has that noun already.
  void skip_repeated_noun(const std::string& head);
  // "What is the name of the city #1 was born in?": the noun has a clause without "that".
  [[nodiscard]] bool keeps_noun();
  // "the band #1", "the city of #1": the phrase needs no noun before it; "the country of #1", a team, does.
  void skip_apposition(std::string_view head);
  // "from #1, Burma and Cambodia": a clause would swallow the rest of the list.
  [[nodiscard]] bool in_list(const std::vector<sentence_word>& after) const;
  // True if a row of nesting_rows fires on the words before a reference.
  enum : std::size_t { renames, needs_noun, counted, modifies, may_modify };
  [[nodiscard]] static bool place_is(std::size_t row, std::span<const sentence_word> before);
  // "its #1 plant", "the first #1", "downtown #1", "the expression #1": a word that belongs to the reference.
  [[nodiscard]] static bool after_modifier(const std::vector<sentence_word>& before,
                                           const std::vector<sentence_word>& after);
  // "Unlike the #1 ringed seal, …": a phrase before the comma has no verb, so what follows is a noun.
  [[nodiscard]] static bool opens_adverbial(const std::vector<sentence_word>& before,
                                            const std::vector<sentence_word>& after);
  // "What is the most snow #1 has ever had?", "What was the team the #1 played?": a clause of the reference after a
  // noun, without "that".
  [[nodiscard]] static bool lacks_link(const std::vector<sentence_word>& before,
                                       const std::vector<sentence_word>& after);
  // True if the phrase ends in an aside, which needs a closing comma: "the land that has no king, although it had one".
  [[nodiscard]] static bool is_open_aside(std::string_view phrase);
  // True if a noun ends before `rest`: it is empty or begins with a verb, an adverb, a relative word, "and", "or", or a
  // preposition other than "of".
  [[nodiscard]] static bool noun_ends(std::string_view rest);
  // True if the noun after the reference, or the word over it, is the verb of the question.
  [[nodiscard]] static bool acts_after(const std::vector<sentence_word>& before,
                                       const std::vector<sentence_word>& over);
  // What joins a phrase to a noun that the reference precedes: " of ", " in "; "" if nothing does.
  [[nodiscard]] std::string_view link_to_noun(const nested_phrase& phrase, std::string_view head,
                                              std::string_view noun) const;
  void drop_article();
  // Returns the bytes of one or two nouns that open a text: words in lower case, and with `names` also capitalised
  // ones, that are not function words. npos: more than two.
  [[nodiscard]] static std::size_t noun_at(std::string_view text, bool names);
  [[nodiscard]] static bool is_adjective_form(std::string_view word);
  // True if "did", "can" or the like still lacks its verb.
  [[nodiscard]] static bool waits_for_verb(const std::vector<sentence_word>& before);
  // True if an adjective after the reference is a predicate: "until when was #1 open".
  [[nodiscard]] static bool is_state(std::span<const sentence_word> before, std::span<const sentence_word> after);
  // True if the word right after the reference is the verb of the clause.
  [[nodiscard]] bool verb_follows(const std::vector<sentence_word>& before,
                                  const std::vector<sentence_word>& after) const;
  [[nodiscard]] static bool precedes_verb(std::span<const sentence_word> after);
  [[nodiscard]] bool may_be_finite(std::string_view word, const std::vector<sentence_word>& before) const;
  // True if the phrase has a clause and the words after it may continue that clause: "in 1888", "when he died",
  // "originally".
  [[nodiscard]] bool joins_clause(const std::vector<sentence_word>& own, const std::vector<sentence_word>& rest) const;
  [[nodiscard]] static bool has_aside(std::string_view phrase);
  // "and #2": the sentence ends after a list.
  [[nodiscard]] static bool joined_list(const std::vector<sentence_word>& rest) {
    return rest.size() == 2 && is_addition(rest[0].core) && rest[1].written[0] == '#';
  }
  // "the dynasty that NAME helped attack": another verb right after it is hard to read.
  [[nodiscard]] static bool ends_in_verb(const std::vector<sentence_word>& own);
  // True if the phrase ends in a verb and the rest begins with another.
  [[nodiscard]] static bool meets_verb(const std::vector<sentence_word>& own, std::span<const sentence_word> rest,
                                       std::span<const sentence_word> left);
  // True if the phrase begins as the text before it ends, or a third genitive would follow.
  [[nodiscard]] bool repeats_opening(std::span<const sentence_word> own) const;
  // Counts nested clauses. People can follow one clause inside another, not two.
  [[nodiscard]] unworded nest(const nested_phrase& phrase);
  // "When was the region that lies to the north of … created?": nested clauses go to the end, "When was the region
  // created that lies to the north of …?"
  void extrapose(nested_phrase& phrase);
  // Puts "do", "are", "were" or "have" into the singular right before a singular phrase.
  void agree();
  void singular_verb();
  [[nodiscard]] bool clause_has_auxiliary() const;
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> number_forms{
      {{"do", "does"}, {"are", "is"}, {"were", "was"}, {"have", "has"}}};

  std::string_view text_;
  bool last_;
  std::string out_;
  std::size_t from_ = 0, depth_ = 1, inside_ = 0;
};

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/phrase_nesting.ipp>
#endif
