// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A reader that answers date questions by rule: it reads birth and death dates in paragraphs and computes. It answers
// when somebody was born or died, how old they were, which date is earlier, and which of two people was born first or
// lived longer. The baseline for HieraDate (Ho et al. 2022): the score of pure calculation.
#pragma once

#include <mhqa/date/difference.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/spell.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/fold.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Dates of a person that are given, not read: the input of HieraDate's reasoning questions.
struct known_life {
  std::string_view name;
  std::optional<partial_date> born{};
  std::optional<partial_date> died{};
};

namespace detail {

// A person whom the question names, with their known dates.
struct named_life {
  text_place place{};  // the name in the question
  std::optional<partial_date> born{}, died{};
  std::string born_text{}, died_text{};
  std::optional<std::uint32_t> paragraph{};
};

// Reads the numbers of "a 62-year-2-month-8-day-old person" or "a 62-year-old person".
[[nodiscard]] constexpr std::optional<date_difference> age_in(std::string_view text) noexcept {
  const auto before = [text](std::string_view unit) -> std::optional<int> {
    const std::size_t at = text.find(unit);
    if (at == std::string_view::npos) return std::nullopt;
    int value = 0;
    int scale = 1;
    std::size_t i = at;
    for (; i > 0 && is_digit(text[i - 1]) && scale <= 100'000; --i, scale *= 10) value += (text[i - 1] - '0') * scale;
    if (i == at) return std::nullopt;
    return i > 0 && text[i - 1] == '-' && (i == 1 || !is_letter(text[i - 2])) ? -value : value;
  };
  const std::optional<int> years = before("-year");
  if (!years) return std::nullopt;
  return date_difference{*years, before("-month").value_or(0), before("-day").value_or(0)};
}

[[nodiscard]] inline bool has_any(std::string_view text, std::span<const std::string_view> words) noexcept {
  return std::any_of(words.begin(), words.end(), [text](std::string_view w) { return find_word(text, w).has_value(); });
}

}  // namespace detail

/// Answers HieraDate's questions by rule; a reader.
///
/// Shape:   known lives take precedence over those that read_life() finds in the paragraph with the person as title.
///          The answer is a date as the paragraph spells it, "62 years, 2 months, 8 days", yes or no, or a name as
///          the question spells it; `support` lists the paragraphs used
/// Undefined: no answer if a date is missing, if two are equal, or to any other question
/// Cost:    linear in question times titles, and in the paragraphs about the people named
/// Example: calendar_reader{}({.id = "1", .question = "When did Ross Story die?", .context = paragraphs}).answer
template <date_rule Rule = date_rules::final_data>
class calendar_reader {
 public:
  calendar_reader() = default;
  /// The lives must outlive the reader.
  explicit calendar_reader(std::span<const known_life> known) : known_{known} {}

  [[nodiscard]] reading operator()(const reading_task& task) const {
    reading out;
    if (const auto both = dates_asked(task.question)) {
      const date_order order = compare_dates<Rule>(both->first, both->second);
      if (order != date_order::cannot_tell) out.answer = yes_no(order == both->wanted);
      return out;
    }
    if (const auto ages = ages_asked(task.question)) {
      out.answer = yes_no(*ages);
      return out;
    }
    const std::vector<detail::named_life> people = people_of(task);
    for (const detail::named_life& person : people) {
      if (person.paragraph) out.support.push_back(*person.paragraph);
    }
    std::sort(out.support.begin(), out.support.end());
    const std::string words = without_names(task.question, people);
    if (people.size() == 2) {
      if (const auto asked = choice_asked(words)) out.answer = choose(task.question, people, *asked);
    } else if (people.size() == 1) {
      if (detail::has_any(words, age_words)) {
        if (const auto found = age_of(people[0])) out.answer = spell_age(*found);
      } else if (const bool birth = detail::has_any(words, birth_words); birth != detail::has_any(words, death_words)) {
        out.answer = birth ? people[0].born_text : people[0].died_text;
      }
    }
    return out;
  }

  /// Returns the age that a question asks for, as numbers, which HieraDate's evaluator takes.
  [[nodiscard]] std::optional<date_difference> age(const reading_task& task) const {
    const std::vector<detail::named_life> people = people_of(task);
    return people.size() == 1 ? age_of(people[0]) : std::nullopt;
  }

 private:
  struct two_dates {
    partial_date first, second;
    date_order wanted;
  };
  enum class about : std::uint8_t { birth, death, lifetime };
  struct choice {
    about topic;
    bool least;
  };

  static constexpr std::array<std::string_view, 1> age_words{"how old"}, lifetime_words{"lived"};
  static constexpr std::array<std::string_view, 4> birth_words{"born", "birth", "younger", "older"};
  static constexpr std::array<std::string_view, 4> death_words{"died", "die", "death", "dead"};
  static constexpr std::array<std::string_view, 4> least_words{"first", "earlier", "shorter", "older"};
  static constexpr std::array<std::string_view, 7> most_words{"later",  "longer",        "younger", "last",
                                                              "second", "more recently", "latest"};

  [[nodiscard]] static std::string yes_no(bool yes) { return yes ? "yes" : "no"; }

  [[nodiscard]] static std::string spell_age(date_difference age) {
    return std::to_string(age.years) + " years, " + std::to_string(age.months) + " months, " +
           std::to_string(age.days) + " days";
  }

  // "Does DATE come before DATE?"
  [[nodiscard]] static std::optional<two_dates> dates_asked(std::string_view question) {
    for (const bool before : {true, false}) {
      const std::string_view middle = before ? " come before " : " come after ";
      const auto found = find_ignoring_case(question, middle);
      if (!found || !find_ignoring_case(question.substr(0, 5), "does ")) continue;
      std::string_view second = question.substr(found->position + found->length);
      if (second.ends_with('?')) second.remove_suffix(1);
      const auto a = parse_date(question.substr(5, found->position - 5));
      const auto b = parse_date(second);
      if (a && b) return two_dates{*a, *b, before ? date_order::before : date_order::after};
    }
    return std::nullopt;
  }

  // "Is a 62-year-old person older than a 83-year-old person?": returns the answer.
  [[nodiscard]] static std::optional<bool> ages_asked(std::string_view question) {
    for (const bool older : {true, false}) {
      const auto found = find_word(question, older ? "older than" : "younger than");
      if (!found) continue;
      const auto a = detail::age_in(question.substr(0, found->position));
      const auto b = detail::age_in(question.substr(found->position));
      if (a && b) return older ? *a > *b : *a < *b;
    }
    return std::nullopt;
  }

  [[nodiscard]] static std::optional<choice> choice_asked(std::string_view question) {
    const bool least = detail::has_any(question, least_words);
    if (least == detail::has_any(question, most_words)) return std::nullopt;
    if (detail::has_any(question, lifetime_words)) return choice{about::lifetime, least};
    const bool birth = detail::has_any(question, birth_words);
    if (birth == detail::has_any(question, death_words)) return std::nullopt;
    return choice{birth ? about::birth : about::death, least};
  }

  // Returns the people whom the question names, in its order. If names overlap, the longest counts.
  [[nodiscard]] std::vector<detail::named_life> people_of(const reading_task& task) const {
    std::vector<detail::named_life> found;
    const auto add = [&](std::string_view name) -> detail::named_life* {
      const auto place = find_word(task.question, name);
      if (!place) return nullptr;
      const auto same = [&](const detail::named_life& other) { return other.place == *place; };
      auto at = std::find_if(found.begin(), found.end(), same);
      if (at == found.end()) at = found.insert(found.end(), detail::named_life{.place = *place});
      return &*at;
    };
    for (const known_life& known : known_) {
      detail::named_life* const person = add(known.name);
      if (person == nullptr) continue;
      person->born = known.born;
      person->died = known.died;
      if (known.born) person->born_text = spell(*known.born).view();
      if (known.died) person->died_text = spell(*known.died).view();
    }
    for (std::size_t i = 0; i < task.context.size(); ++i) {
      const context_paragraph& paragraph = task.context[i];
      detail::named_life* const person = add(paragraph.title);
      if (person == nullptr || person->paragraph) continue;
      person->paragraph = static_cast<std::uint32_t>(i);
      const life_reading life = read_life(paragraph.title, paragraph.text);
      // An inexact date can be an answer, but nothing is computed from it.
      const auto take = [&](std::optional<partial_date>& date, std::string& text,
                            const std::optional<life_date>& seen) {
        if (!seen) return;
        const std::optional<partial_date> exactly = exact(seen->date);
        if (date && !(date == exactly)) return;
        date = exactly;
        text = exactly ? spell_found(paragraph.text, *seen, *exactly)
                       : std::string{paragraph.text.substr(seen->position, seen->length)};
      };
      take(person->born, person->born_text, life.born);
      take(person->died, person->died_text, life.died);
    }
    std::sort(found.begin(), found.end(), [](const detail::named_life& a, const detail::named_life& b) {
      if (a.place.length != b.place.length) return a.place.length > b.place.length;
      return a.place.position < b.place.position;
    });
    std::vector<detail::named_life> people;
    for (detail::named_life& person : found) {
      const auto overlaps = [&](const detail::named_life& other) {
        return person.place.position < other.place.position + other.place.length &&
               other.place.position < person.place.position + person.place.length;
      };
      if (std::none_of(people.begin(), people.end(), overlaps)) people.push_back(std::move(person));
    }
    std::sort(people.begin(), people.end(), [](const detail::named_life& a, const detail::named_life& b) {
      return a.place.position < b.place.position;
    });
    return people;
  }

  [[nodiscard]] static std::optional<date_difference> age_of(const detail::named_life& person) {
    if (!person.born || !person.died) return std::nullopt;
    return difference<Rule>(*person.born, *person.died);
  }

  // Names may contain words that ask for something: "… (The Younger)".
  [[nodiscard]] static std::string without_names(std::string_view question,
                                                 const std::vector<detail::named_life>& people) {
    std::string out{question};
    for (auto person = people.rbegin(); person != people.rend(); ++person) {
      out.erase(person->place.position, person->place.length);
    }
    return out;
  }

  // Returns the name that answers the question; empty if the dates do not decide.
  [[nodiscard]] static std::string choose(std::string_view question, const std::vector<detail::named_life>& people,
                                          choice asked) {
    const detail::named_life& first = people[0];
    const detail::named_life& second = people[1];
    date_order order = date_order::cannot_tell;
    if (asked.topic == about::lifetime) {
      const auto a = age_of(first), b = age_of(second);
      if (a && b) order = *a < *b ? date_order::before : *b < *a ? date_order::after : date_order::equal;
    } else {
      const auto& a = asked.topic == about::birth ? first.born : first.died;
      const auto& b = asked.topic == about::birth ? second.born : second.died;
      if (a && b) order = compare_dates<Rule>(*a, *b);
    }
    if (order != date_order::before && order != date_order::after) return {};
    const detail::named_life& winner = (order == date_order::before) == asked.least ? first : second;
    return std::string{question.substr(winner.place.position, winner.place.length)};
  }

  std::span<const known_life> known_{};
};

}  // namespace mhqa::inline v0_1
