// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// False answers and titles for adversarial contexts, drawn from the other questions of a data set: of the form and the
// class of the phrase that they replace.
//   adversary_pool pool; pool.add(question, answer, context, supports); pool.draw_answer("Paris", kind, random, accept)
#pragma once

#include <mhqa/english/asked.hpp>
#include <mhqa/probe/subject_class.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mhqa::inline v0_1 {

/// The form of an answer or a title; a false one has the form of the true one.
enum class phrase_form : std::uint8_t {
  year,    ///< four digits from 1000 to 2099
  number,  ///< a digit and no letter
  mixed,   ///< digits and letters: a date, a quantity
  name,    ///< each word but function words begins with a capital
  words,   ///< anything else
};

namespace detail {

/// Returns the words that are not function words and have more than one byte.
[[nodiscard]] std::vector<std::string_view> phrase_content_words(std::string_view text);

/// Returns true if the two phrases share a content word, without regard to the case of ASCII letters.
[[nodiscard]] bool share_words(std::string_view a, std::string_view b);

/// Returns a title without what Wikipedia adds in brackets: "Drake (singer)" -> "Drake".
[[nodiscard]] std::string_view bare_title(std::string_view title);

}  // namespace detail

/// Returns the form of a phrase.
///
/// Example: form_of("1995") == year, form_of("May 9, 1995") == mixed, form_of("University of Oslo") == name
[[nodiscard]] phrase_form form_of(std::string_view text);

namespace detail {

/// Returns a phrase with "0" for each number. A date has "M" for each month; a phrase without numbers has "A" for each
/// word with a capital and "w" for each other content word. Phrases with the same pattern fit the same sentences.
///
/// Example: "1.6 million" -> "0.0 million", "May 9, 1995" -> "M 0, 0", "a hockey player" -> "a w w"
[[nodiscard]] std::string phrase_pattern(std::string_view text);

/// Returns a phrase with other numbers of the same kind: a year at most 30 years away, a day of a month, otherwise as
/// many digits.
[[nodiscard]] std::string with_other_numbers(std::string_view text, draws& random);

}  // namespace detail

/// A paragraph that owns its text.
struct owned_paragraph {
  std::string title;
  std::vector<std::string> sentences{};

  friend bool operator==(const owned_paragraph&, const owned_paragraph&) = default;
};

namespace detail {

[[nodiscard]] subject_class class_of(const titled_paragraph& paragraph);

}  // namespace detail

/// The answers and titles of a data set, from which false ones are drawn.
///
/// Shape: keeps each distinct answer and each distinct title once; for a title, also one paragraph that mentions it,
///        if another support does
/// Cost:  memory for the answers, the titles, and one paragraph per title
class adversary_pool {
 public:
  /// A title without its part in brackets.
  struct titled {
    std::string title;
    std::optional<owned_paragraph> mentioned_by;
  };

  /// Adds an answer to a question that asks for this kind.
  void add_answer(std::string_view answer, answer_kind asked);

  /// Adds a title of a class and, unless it is null, another paragraph whose text mentions it.
  void add_title(std::string_view title, subject_class named, const titled_paragraph* mentioned_by);

  /// Adds a record's answer and its supports' titles.
  void add(std::string_view question, std::string_view answer, std::span<const titled_paragraph> context,
           std::span<const std::uint32_t> supports);

  [[nodiscard]] std::size_t answers() const noexcept { return answers_.size(); }
  [[nodiscard]] std::size_t titles() const noexcept { return titles_.size(); }

  /// Draws an answer of this form that `accept` takes, to a question of this kind, or of any if 64 draws find none. One
  /// of form mixed or words also has the same pattern of words: any other would break the sentence.
  template <class Accept>
  [[nodiscard]] const std::string* draw_answer(std::string_view like, answer_kind asked, draws& random,
                                               const Accept& accept) const {
    if (const auto* const found =
            draw(answers_by_form_, static_cast<std::size_t>(asked), answers_, like, random, accept))
      return found;
    for (std::size_t other = 0; other <= static_cast<std::size_t>(answer_kind::yes_no); ++other) {
      if (other == static_cast<std::size_t>(asked)) continue;
      if (const auto* const found = draw(answers_by_form_, other, answers_, like, random, accept)) return found;
    }
    return nullptr;
  }
  /// Draws a title of a class; a name if none has the form, as each is the name of something.
  template <class Accept>
  [[nodiscard]] const titled* draw_title(std::string_view like, subject_class named, draws& random,
                                         const Accept& accept) const {
    const auto of = static_cast<std::size_t>(named);
    if (const titled* const found = draw(titles_by_form_, of, titles_, like, random, accept)) return found;
    return form_of(like) == phrase_form::name ? nullptr : draw(titles_by_form_, of, titles_, "Name", random, accept);
  }

 private:
  // Class, form, and number of words, at most 4, or pattern; "": any.
  using key = std::tuple<std::size_t, phrase_form, std::string>;
  using buckets = std::map<key, std::vector<std::uint32_t>>;

  static bool needs_pattern(phrase_form form) { return form == phrase_form::mixed || form == phrase_form::words; }
  static key key_of(std::size_t named, std::string_view text);
  static void add(buckets& to, std::size_t named, std::string_view text, std::size_t number);
  template <class T, class Accept>
  static const T* draw(const buckets& by_form, std::size_t named, const std::vector<T>& from, std::string_view like,
                       draws& random, const Accept& accept) {
    const key exact = key_of(named, like);
    for (const key& one : {exact, key{named, std::get<phrase_form>(exact), ""}}) {
      const auto at = by_form.find(one);
      if (at == by_form.end()) continue;
      for (int attempt = 0; attempt < 32; ++attempt) {
        const T& candidate = from[at->second[static_cast<std::size_t>(random.below(at->second.size()))]];
        if (accept(candidate)) return &candidate;
      }
    }
    return nullptr;
  }

  std::vector<std::string> answers_;
  std::vector<titled> titles_;
  std::unordered_set<std::string, string_hasher> known_answers_;
  std::unordered_map<std::string, std::size_t, string_hasher> known_titles_;
  buckets answers_by_form_, titles_by_form_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/adversary_pool.ipp>
#endif
