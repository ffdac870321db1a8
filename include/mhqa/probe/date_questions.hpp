// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Generates HieraDate's probing questions for a question that compares two people by a date or an age: extraction
// (which dates), reasoning (what follows from them), and robustness (the opposite question). Computes every answer from
// the dates. E.g. make_date_questions(source).questions->reasoning[0]
#pragma once

#include <mhqa/date/difference.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/probe/date_person.hpp>
#include <mhqa/probe/date_templates.hpp>
#include <mhqa/probe/date_verdict.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/fold.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mhqa::inline v0_1 {

/// "What is the birth date of …?", its answer as the source spells it, and the date.
struct date_extraction {
  std::string question;
  std::string answer;
  partial_date date{};

  friend bool operator==(const date_extraction&, const date_extraction&) = default;
};

/// A question about dates or ages; its answer is yes, no or an age.
struct date_reasoning {
  std::string question;
  std::variant<bool, date_difference> answer{};

  friend bool operator==(const date_reasoning&, const date_reasoning&) = default;
};

/// A question with its probing questions.
///
/// Shape: comparison: 2 extraction, 2 reasoning (before, after). Combined, about ages: 4 extraction, 3 reasoning (two
///        ages, their comparison). Both: 1 robustness
struct date_questions {
  std::string question;  ///< rewritten, or converted into a question about ages
  std::string answer;
  bool combined = false;
  bool converted = false;  ///< converted from a comparison question into a combined one
  bool year_only = false;  ///< uses years instead of dates and ages
  std::vector<date_extraction> extraction{};
  std::vector<date_reasoning> reasoning{};
  std::string robust_question{};
  std::string robust_answer{};

  friend bool operator==(const date_questions&, const date_questions&) = default;
};

/// The result for a question: its probing questions, or the reason for leaving the question out.
struct date_outcome {
  std::optional<date_questions> questions{};
  date_finding left_out{};                            ///< set if there are no questions
  std::optional<date_finding> not_converted{};        ///< set if a requested conversion failed
  std::vector<std::string_view> spelled_otherwise{};  ///< people whose paragraph spells a date differently
  std::vector<std::string_view> age_given_away{};     ///< people of a combined question whose paragraph has "age"
};

/// Choices of make_date_questions: its templates by seed, years alone, converted questions, its words.
struct date_question_options {
  std::uint64_t seed = 0;
  bool year_only = false;
  bool convert = false;  ///< convert comparison questions into combined ones if all four dates are known
  date_templates words{};
};

namespace detail {

template <date_rule Rule>
class date_question_maker {
 public:
  date_question_maker(const date_source& source, const date_question_options& options)
      : source_{source}, options_{options}, words_{options.words}, pair_{.names = {}, .year_only = options.year_only} {}

  [[nodiscard]] date_outcome make() {
    date_outcome out;
    const std::string question = rewrite_question(source_.question, words_);
    const date_phrase* const phrase = find_phrase(question, words_);
    if (phrase == nullptr) return left_out({date_reason::no_phrase, question});
    if (source_.people.size() != 2) return left_out(not_two_people());
    for (std::size_t i = 0; i < 2; ++i) {
      const date_person& person = source_.people[i];
      pair_.names[i] = as_written(question, person.name);
      choices_[i] = person.chosen_by.empty() ? pair_.names[i] : as_written(question, person.chosen_by);
    }
    for (const auto& [event, other] :
         {std::pair{life_event::birth, date_topic::death}, std::pair{life_event::death, date_topic::birth}}) {
      if (phrase->topic == other) continue;
      if (date_finding missing = resolve_both(pair_, source_, event, false); !missing.detail.empty())
        return left_out(missing);
    }
    const date_verdict verdict = judge<Rule>(pair_, phrase->topic);
    if (!verdict.least) return left_out(verdict.unknown);
    const std::size_t winner = phrase->least ? *verdict.least : 1 - *verdict.least;
    const std::optional<std::size_t> gold = named_by(source_.answer, source_, pair_);
    if (!gold) return left_out({date_reason::answer_names_nobody, std::string{source_.answer}});
    if (*gold != winner) {
      return left_out(
          {date_reason::answer_disagrees, std::string{source_.answer} + "; " + facts_of(pair_, phrase->topic)});
    }
    out.spelled_otherwise = spelled_otherwise();
    date_questions& made = out.questions.emplace();
    if (options_.convert && phrase->topic != date_topic::lifetime) {
      date_finding problem = convert(made, phrase->topic);
      if (!made.converted) out.not_converted = std::move(problem);
    }
    if (!made.converted) fill(made, question, *phrase, std::string{source_.answer}, winner, *verdict.least);
    for (const date_person& person : source_.people) {
      if (!made.combined) break;
      if (mentions_age(person.paragraph)) out.age_given_away.push_back(person.name);
    }
    return out;
  }

 private:
  [[nodiscard]] static date_outcome left_out(date_finding why) {
    date_outcome out;
    out.left_out = std::move(why);
    return out;
  }

  [[nodiscard]] date_finding not_two_people() const {
    std::string names;
    for (const date_person& person : source_.people) names.append(names.empty() ? "" : ", ").append(person.name);
    const bool few = source_.people.size() < 2;
    return {few ? date_reason::too_few_people : date_reason::too_many_people, std::move(names)};
  }

  /// The name as the question writes it.
  [[nodiscard]] static std::string as_written(const std::string& question, std::string_view name) {
    const auto found = find_word(question, name);
    return found ? question.substr(found->position, found->length) : std::string{name};
  }

  /// Makes a combined question of one about births or deaths, or returns why that is not possible.
  [[nodiscard]] date_finding convert(date_questions& made, date_topic topic) {
    const life_event other = topic == date_topic::birth ? life_event::death : life_event::birth;
    if (date_finding problem = resolve_both(pair_, source_, other, true); !problem.detail.empty()) return problem;
    const date_verdict ages = judge<Rule>(pair_, date_topic::lifetime);
    if (!ages.least) return ages.unknown;
    const std::string asked = fill_template(words_.lifetime, {{"#name1", pair_.names[0]}, {"#name2", pair_.names[1]}});
    const date_phrase* const about = find_phrase(asked, words_);
    if (about == nullptr || about->topic != date_topic::lifetime) return {date_reason::no_phrase, asked};
    made.converted = true;
    const std::size_t first = about->least ? *ages.least : 1 - *ages.least;
    fill(made, asked, *about, pair_.names[first], first, *ages.least);
    return {};
  }

  [[nodiscard]] std::vector<std::string_view> spelled_otherwise() const {
    std::vector<std::string_view> out;
    for (const date_person& person : source_.people) {
      const auto differs = [&](const std::vector<std::string_view>& stated) {
        if (stated.empty() || person.paragraph.empty()) return false;
        const parsed<partial_date> date = parse_date(stated.front());
        return date && !find_spelling(person.paragraph, *date);
      };
      if (differs(person.born) || differs(person.died)) out.push_back(person.name);
    }
    return out;
  }

  void fill(date_questions& made, const std::string& question, const date_phrase& phrase, std::string answer,
            std::size_t winner, std::size_t least) const {
    draws random{options_.seed, source_.id, 0};
    made.question = question;
    made.answer = std::move(answer);
    made.year_only = options_.year_only;
    made.combined = phrase.topic == date_topic::lifetime;
    for (std::size_t i = 0; i < 2; ++i) {
      if (phrase.topic != date_topic::death) extract(made, random, words_.birth, i, *pair_.born[i]);
      if (phrase.topic != date_topic::birth) extract(made, random, words_.death, i, *pair_.died[i]);
    }
    if (made.combined) {
      reason_by_ages(made, random, least);
    } else {
      reason_by_dates(made, phrase.topic, least);
    }
    made.robust_question = opposite_question(question, phrase, choices_[0], choices_[1], words_);
    made.robust_answer = choices_[1 - winner];
  }

  void extract(date_questions& made, draws& random, std::span<const std::string_view> templates, std::size_t i,
               const spelled_date& date) const {
    MHQA_EXPECTS(!templates.empty(), "mhqa::make_date_questions: expected a template for births and one for deaths");
    const std::size_t chosen = static_cast<std::size_t>(random.below(templates.size()));
    made.extraction.push_back({fill_template(templates[chosen], {{"#name", pair_.names[i]}}), date.text, date.date});
  }

  void reason_by_dates(date_questions& made, date_topic topic, std::size_t least) const {
    const auto& dates = topic == date_topic::birth ? pair_.born : pair_.died;
    const std::string first = spelled(dates[0]->date), second = spelled(dates[1]->date);
    made.reasoning.push_back({fill_template(words_.before, {{"#date1", first}, {"#date2", second}}), least == 0});
    made.reasoning.push_back({fill_template(words_.after, {{"#date1", first}, {"#date2", second}}), least == 1});
  }

  void reason_by_ages(date_questions& made, draws& random, std::size_t least) const {
    std::array<std::string, 2> spelled_ages;
    for (std::size_t i = 0; i < 2; ++i) {
      const date_difference age = *age_of<Rule>(pair_, i);
      made.reasoning.push_back({fill_template(words_.age, {{"#name", pair_.names[i]}}), age});
      spelled_ages[i] = fill_template(options_.year_only ? words_.year_age : words_.full_age,
                                      {{"#years", std::to_string(age.years)},
                                       {"#months", std::to_string(age.months)},
                                       {"#days", std::to_string(age.days)}});
    }
    const bool younger = random.below(2) == 0;
    made.reasoning.push_back({fill_template(younger ? words_.younger : words_.older,
                                            {{"#age1", spelled_ages[0]}, {"#age2", spelled_ages[1]}}),
                              younger == (least == 0)});
  }

  const date_source& source_;
  const date_question_options& options_;
  const date_templates& words_;
  date_pair pair_;
  std::array<std::string, 2> choices_{};  // the possible answers: the people, or their films
};

}  // namespace detail

/// Generates the probing questions of a date question, or returns the reason why it has none.
///
/// Shape:     a question that is_date_question() and its two people, in the order of the question. The choice of a
///            template depends only on seed and id, so neither order nor splitting of the input matters
/// Undefined: the year-only version asks for years; an age is the year of death minus the year of birth
/// Errors:    returns reasons for bad data, so that it never stops the rest
/// Requires:  at least one template in `words.birth` and `words.death`
/// Source:    Ho et al. 2022, Sec. 3 and Appendix B.2; HieraDate, 2_wiki_generate_sub.py, 2_hotpot_generate_sub.py
/// Differs:   if the program stops (an answer that disagrees, equal dates), the question is left out with a reason
/// Example:   make_date_questions({.id = "1", .question = "Who died first, A or B?", .answer = "B", .people = people})
template <date_rule Rule = date_rules::final_data>
[[nodiscard]] date_outcome make_date_questions(const date_source& source, const date_question_options& options = {}) {
  return detail::date_question_maker<Rule>{source, options}.make();
}

}  // namespace mhqa::inline v0_1
