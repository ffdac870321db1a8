// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// False answers and titles for adversarial contexts, drawn from the other questions of a data set: of the form and the
// class of the phrase that they replace.
//   adversary_pool pool; pool.add(question, answer, context, supports); pool.draw_answer("Paris", kind, random, accept)
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/probe/subject_class.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/stop_words.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <array>
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
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The form of an answer or a title; a false one has the form of the true one.
enum class phrase_form : std::uint8_t {
  year,    ///< four digits from 1000 to 2099
  number,  ///< a digit and no letter
  mixed,   ///< digits and letters: a date, a quantity
  name,    ///< each word but function words begins with a capital
  words,   ///< anything else
};

namespace detail {

/// Returns the words of a phrase: runs of letters, digits and bytes of other alphabets.
[[nodiscard]] inline std::vector<std::string_view> phrase_words(std::string_view text) {
  const auto is_word = [](char c) {
    return ascii::is_digit(c) || ascii::is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
  };
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end != at) words.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

/// Returns the words that are not function words and have more than one byte.
[[nodiscard]] inline std::vector<std::string_view> phrase_content_words(std::string_view text) {
  std::vector<std::string_view> words = phrase_words(text);
  std::erase_if(words, [](std::string_view word) {
    std::string lower{word};
    for (char& c : lower) c = ascii::to_lower(c);
    return word.size() < 2 || is_stop_word(lower);
  });
  return words;
}

/// Returns true if the two phrases share a content word, without regard to the case of ASCII letters.
[[nodiscard]] inline bool share_words(std::string_view a, std::string_view b) {
  const auto left = phrase_content_words(a), right = phrase_content_words(b);
  return std::any_of(left.begin(), left.end(), [&right](std::string_view word) {
    return std::any_of(right.begin(), right.end(),
                       [word](std::string_view other) { return ascii::equal_ignoring_case(word, other); });
  });
}

/// Returns a title without what Wikipedia adds in brackets: "Drake (singer)" -> "Drake".
[[nodiscard]] inline std::string_view bare_title(std::string_view title) {
  const std::string_view bare = ascii::trim(title.substr(0, title.find('(')));
  return bare.empty() ? title : bare;
}

}  // namespace detail

/// Returns the form of a phrase.
///
/// Example: form_of("1995") == year, form_of("May 9, 1995") == mixed, form_of("University of Oslo") == name
[[nodiscard]] inline phrase_form form_of(std::string_view text) {
  const auto words = detail::phrase_words(text);
  const bool digit = std::any_of(text.begin(), text.end(), [](char c) { return ascii::is_digit(c); });
  const bool letter = std::any_of(text.begin(), text.end(),
                                  [](char c) { return ascii::is_letter(c) || static_cast<unsigned char>(c) >= 0x80; });
  if (digit && letter) return phrase_form::mixed;
  if (digit) {
    const bool four = text.size() == 4 && words.size() == 1;
    return four && (text.starts_with('1') || text.starts_with("20")) ? phrase_form::year : phrase_form::number;
  }
  const auto names = detail::phrase_content_words(text);
  const bool capital = std::all_of(names.begin(), names.end(), [](std::string_view word) {
    return ascii::is_upper(word.front()) || static_cast<unsigned char>(word.front()) >= 0x80;
  });
  return capital && !names.empty() ? phrase_form::name : phrase_form::words;
}

namespace detail {

/// Returns a phrase with "0" for each number. A date has "M" for each month; a phrase without numbers has "A" for each
/// word with a capital and "w" for each other content word. Phrases with the same pattern fit the same sentences.
///
/// Example: "1.6 million" -> "0.0 million", "May 9, 1995" -> "M 0, 0", "a hockey player" -> "a w w"
[[nodiscard]] inline std::string phrase_pattern(std::string_view text) {
  constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                    "May",       "June",     "July",     "August",
                                                    "September", "October",  "November", "December"};
  const bool quantity = std::any_of(text.begin(), text.end(), [](char c) { return ascii::is_digit(c); });
  std::string out;
  std::size_t copied = 0;
  for (const std::string_view word : phrase_words(text)) {
    const auto at = static_cast<std::size_t>(word.data() - text.data());
    out.append(text.substr(copied, at - copied));
    copied = at + word.size();
    const bool capital = ascii::is_upper(word.front()) || static_cast<unsigned char>(word.front()) >= 0x80;
    if (ascii::is_digit(word.front())) {
      const std::size_t end = std::min(word.size(), word.find_first_not_of("0123456789"));
      out.append("0").append(word.substr(end));  // 1990s, 16th
    } else if (quantity) {
      const bool month = std::find(months.begin(), months.end(), word) != months.end();
      out.append(month ? std::string_view{"M"} : word);
    } else if (capital) {
      out += 'A';
    } else {
      out.append(is_stop_word(word) ? word : std::string_view{"w"});
    }
  }
  return out.append(text.substr(copied));
}

/// Returns a phrase with other numbers of the same kind: a year at most 30 years away, a day of a month, otherwise as
/// many digits.
[[nodiscard]] inline std::string with_other_numbers(std::string_view text, draws& random) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && ascii::is_digit(text[end])) ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    std::uint64_t value = 0;
    const std::size_t size = end - at;
    for (std::size_t i = at; i < end && size <= 4; ++i) value = 10 * value + static_cast<std::uint64_t>(text[i] - '0');
    if (size == 4 && value >= 1000 && value < 2100) {
      const std::uint64_t years = 1 + random.below(30);
      out += std::to_string(random.below(2) == 0 || value + years > 2020 ? value - years : value + years);
    } else if (size <= 2 && value >= 1 && value <= 31) {
      out += std::to_string(1 + (value + random.below(27)) % 28);
    } else {
      for (std::size_t i = at; i < end; ++i) {
        out += static_cast<char>(i == at ? '1' + static_cast<char>(random.below(9))
                                         : '0' + static_cast<char>(random.below(10)));
      }
    }
    at = end;
  }
  return out;
}

}  // namespace detail

/// A paragraph that owns its text.
struct owned_paragraph {
  std::string title;
  std::vector<std::string> sentences{};

  friend bool operator==(const owned_paragraph&, const owned_paragraph&) = default;
};

namespace detail {

[[nodiscard]] inline subject_class class_of(const titled_paragraph& paragraph) {
  std::string text;
  for (const std::string_view sentence : paragraph.sentences) text += sentence;
  return subject_class_of(paragraph.title, text);
}

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
  void add_answer(std::string_view answer, answer_kind asked) {
    if (answer.empty() || answer == "yes" || answer == "no" || !known_answers_.emplace(answer).second) return;
    add(answers_by_form_, static_cast<std::size_t>(asked), answer, answers_.size());
    answers_.emplace_back(answer);
  }

  /// Adds a title of a class and, unless it is null, another paragraph whose text mentions it.
  void add_title(std::string_view title, subject_class named, const titled_paragraph* mentioned_by) {
    const std::string_view bare = detail::bare_title(title);
    if (bare.empty()) return;
    const auto [found, fresh] = known_titles_.emplace(bare, titles_.size());
    if (fresh) {
      add(titles_by_form_, static_cast<std::size_t>(named), bare, titles_.size());
      titles_.push_back({std::string{bare}, {}});
    }
    titled& one = titles_[found->second];
    if (mentioned_by == nullptr || one.mentioned_by) return;
    one.mentioned_by.emplace();
    one.mentioned_by->title = mentioned_by->title;
    for (const std::string_view sentence : mentioned_by->sentences) one.mentioned_by->sentences.emplace_back(sentence);
  }

  /// Adds a record's answer and its supports' titles.
  void add(std::string_view question, std::string_view answer, std::span<const titled_paragraph> context,
           std::span<const std::uint32_t> supports) {
    add_answer(answer, what_is_asked(question).kind);
    for (const std::uint32_t a : supports) {
      if (a >= context.size()) continue;
      const subject_class named = detail::class_of(context[a]);
      add_title(context[a].title, named, nullptr);
      for (const std::uint32_t b : supports) {
        if (a == b || b >= context.size()) continue;
        const auto mentions = [title = detail::bare_title(context[a].title)](std::string_view sentence) {
          return occurs_in(title, sentence);
        };
        const auto& sentences = context[b].sentences;
        if (std::any_of(sentences.begin(), sentences.end(), mentions)) add_title(context[a].title, named, &context[b]);
      }
    }
  }

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
  static key key_of(std::size_t named, std::string_view text) {
    const phrase_form form = form_of(text);
    if (needs_pattern(form)) return {named, form, detail::phrase_pattern(text)};
    return {named, form, std::to_string(std::clamp<std::size_t>(detail::phrase_words(text).size(), 1, 4))};
  }
  static void add(buckets& to, std::size_t named, std::string_view text, std::size_t number) {
    const key exact = key_of(named, text);
    to[exact].push_back(static_cast<std::uint32_t>(number));
    const phrase_form form = std::get<phrase_form>(exact);
    if (!needs_pattern(form)) to[{named, form, ""}].push_back(static_cast<std::uint32_t>(number));
  }
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

}  // namespace v0_1
}  // namespace mhqa
