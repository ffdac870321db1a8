// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of doubts.hpp.
#pragma once

#include <mhqa/compose/doubts.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

// Calls sink(word) for the runs of letters, digits and other than ASCII, in lower case.
template <class Sink>
void for_each_run(std::string_view text, Sink&& sink) {
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (ascii::is_letter(c) || ascii::is_digit(c) || (static_cast<unsigned char>(c) & 0x80U) != 0) {
      word += ascii::is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!word.empty()) {
      sink(std::string_view{word});
      word.clear();
    }
  }
}

// A word of a question, and one of its paragraph: of five letters or more, by the first four.
[[nodiscard]] inline bool may_stand_for(std::string_view asked, std::string_view has) {
  if (asked == has) return true;
  if (asked.front() != has.front()) return false;
  if (asked.size() > 4 && has.size() > 3) return asked.substr(0, 4) == has.substr(0, 4) || may_be_same_word(asked, has);
  return may_be_same_word(asked, has);
}

// The parts of a composition that find_doubts() counts, one by one.
class doubt_counter {
 public:
  void add(std::string_view name, std::size_t times = 1) {
    const std::size_t points = times * doubt_points_of(name);
    found_.points += points;
    if (points > most_) {
      most_ = points;
      found_.heaviest = name;
    }
  }
  void add_rows(const row_matcher& rows, std::string_view question) {
    if (find_relation(question)) return;
    const sentence_words words{question};
    for (std::size_t i = 0; i < rows.rows().size(); ++i) {
      if (rows.fires(i, words)) add(rows.rows()[i].name);
    }
  }
  [[nodiscard]] const doubts_found& found() const noexcept { return found_; }

 private:
  doubts_found found_;
  std::size_t most_ = 0;
};

// True if a step between the first and the last mentions the answer of an earlier one.
[[nodiscard]] inline bool has_step_within_step(std::span<const wording_hop> steps) {
  for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (is_mentioned(steps[j].answer, steps[i].question)) return true;
    }
  }
  return false;
}

}  // namespace detail

MHQA_INLINE std::size_t words_elsewhere(std::string_view question, std::string_view title, std::string_view paragraph) {
  std::vector<std::string> missing;
  std::size_t all = 0;
  detail::for_each_run(question, [&](std::string_view word) {
    if (word.size() < 2 || is_function_word(word)) return;
    ++all;
    if (!detail::is_one_of(word, detail::asking_words)) missing.emplace_back(word);
  });
  const auto drop = [&](std::string_view has) {
    std::erase_if(missing, [&](const std::string& asked) { return detail::may_stand_for(asked, has); });
  };
  detail::for_each_run(title, drop);
  detail::for_each_run(paragraph, drop);
  return all == 0 ? 0 : missing.size() * 100 / all;
}

MHQA_INLINE doubts_found find_doubts(std::span<const wording_hop> steps, const doubt_lengths& from) {
  static const row_matcher of_head{head_doubt_rows}, of_tail{tail_doubt_rows}, of_step{step_doubt_rows};
  detail::doubt_counter count;
  if (steps.empty()) return {};
  count.add_rows(of_head, steps.front().question);
  count.add_rows(of_tail, steps.back().question);
  std::size_t words = 0, elsewhere = 0;
  bool of_many = false;
  for (const wording_hop& step : steps) {
    words += count_words(step.question);
    count.add_rows(of_step, step.question);
    if (!step.paragraph.empty()) {
      elsewhere = std::max(elsewhere, words_elsewhere(step.question, step.title, step.paragraph));
    }
    const auto relation = find_relation(step.question);
    of_many = of_many || (relation && detail::is_one_of(relation->relation, detail::labels_of_many));
  }
  count.add("words-elsewhere", elsewhere / 5);
  if (count_words(steps.back().answer) >= from.answer_words) count.add("answer-is-long");
  if (words > (from.step_words - 1) * steps.size()) count.add("steps-are-long");
  if (detail::has_step_within_step(steps)) count.add("step-within-step");
  if (of_many) count.add("relation-of-many");
  return count.found();
}

}  // namespace mhqa::inline v0_1
