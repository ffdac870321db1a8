// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of adversary_pool.hpp.
#pragma once

#include <mhqa/probe/adversary_pool.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/date/find.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <array>

namespace mhqa::inline v0_1 {
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

MHQA_INLINE std::vector<std::string_view> phrase_content_words(std::string_view text) {
  std::vector<std::string_view> words = phrase_words(text);
  std::erase_if(words, [](std::string_view word) {
    std::string lower{word};
    for (char& c : lower) c = ascii::to_lower(c);
    return word.size() < 2 || is_stop_word(lower);
  });
  return words;
}

MHQA_INLINE bool share_words(std::string_view a, std::string_view b) {
  const auto left = phrase_content_words(a), right = phrase_content_words(b);
  return std::any_of(left.begin(), left.end(), [&right](std::string_view word) {
    return std::any_of(right.begin(), right.end(),
                       [word](std::string_view other) { return ascii::equal_ignoring_case(word, other); });
  });
}

MHQA_INLINE std::string_view bare_title(std::string_view title) {
  const std::string_view bare = ascii::trim(title.substr(0, title.find('(')));
  return bare.empty() ? title : bare;
}

}  // namespace detail

MHQA_INLINE phrase_form form_of(std::string_view text) {
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

MHQA_INLINE std::string phrase_pattern(std::string_view text) {
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

MHQA_INLINE std::string with_other_numbers(std::string_view text, draws& random) {
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

MHQA_INLINE subject_class class_of(const titled_paragraph& paragraph) {
  std::string text;
  for (const std::string_view sentence : paragraph.sentences) text += sentence;
  return subject_class_of(paragraph.title, text);
}

}  // namespace detail

MHQA_INLINE void adversary_pool::add_answer(std::string_view answer, answer_kind asked) {
  if (answer.empty() || answer == "yes" || answer == "no" || !known_answers_.emplace(answer).second) return;
  add(answers_by_form_, static_cast<std::size_t>(asked), answer, answers_.size());
  answers_.emplace_back(answer);
}

MHQA_INLINE void adversary_pool::add_title(std::string_view title, subject_class named,
                                           const titled_paragraph* mentioned_by) {
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

MHQA_INLINE void adversary_pool::add(std::string_view question, std::string_view answer,
                                     std::span<const titled_paragraph> context,
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

MHQA_INLINE adversary_pool::key adversary_pool::key_of(std::size_t named, std::string_view text) {
  const phrase_form form = form_of(text);
  if (needs_pattern(form)) return {named, form, detail::phrase_pattern(text)};
  return {named, form, std::to_string(std::clamp<std::size_t>(detail::phrase_words(text).size(), 1, 4))};
}

MHQA_INLINE void adversary_pool::add(buckets& to, std::size_t named, std::string_view text, std::size_t number) {
  const key exact = key_of(named, text);
  to[exact].push_back(static_cast<std::uint32_t>(number));
  const phrase_form form = std::get<phrase_form>(exact);
  if (!needs_pattern(form)) to[{named, form, ""}].push_back(static_cast<std::uint32_t>(number));
}

}  // namespace mhqa::inline v0_1
