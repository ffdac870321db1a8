// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of triage.hpp.
#pragma once

#include <mhqa/metrics/triage.hpp>

#include <mhqa/text/split.hpp>
#include <mhqa/text/surface_forms.hpp>

#include <numeric>
#include <utility>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE void triage_text::assign(std::string_view text) {
  form.assign(text, normalizations::squad);
  joined.clear();
  initials.clear();
  skeleton.clear();
  words.clear();
  all.clear();
  proper = true;
  titled = false;
  acronym = false;
  plain.clear();
  plain.reserve(form.text().size() + form.tokens().size());  // the views into it stay valid
  for (const token& one : form.tokens()) {
    const std::string_view word = one.in(form.text());
    joined += word;
    initials += word.front();
    titled = titled || std::binary_search(titles.begin(), titles.end(), word);
    const auto number = std::find_if(std::begin(number_words), std::end(number_words),
                                     [&](const auto& pair) { return pair.first == word; });
    const std::size_t begin = plain.size();
    for (const char c : word) {
      if (ascii::is_graphic(c)) plain += c;
    }
    const std::string_view ascii_only = std::string_view{plain}.substr(begin);
    if (ascii_only.empty()) continue;
    all.push_back(number == std::end(number_words) ? ascii_only : number->second);
    const bool weak = std::find(std::begin(weak_words), std::end(weak_words), word) != std::end(weak_words);
    if (!weak) words.push_back(all.back());
  }
  read_characters(text);
  split_whitespace(text, [&](std::string_view word) { proper = proper && !ascii::is_lower(word.front()); });
  const auto any = [&](auto&& test) { return std::any_of(text.begin(), text.end(), test); };
  lower = !any([](char c) { return ascii::is_upper(c); });
  const bool begins_as_date = !all.empty() && std::find(std::begin(small_month_names), std::end(small_month_names),
                                                        all.front()) != std::end(small_month_names);
  const bool counts = !all.empty() && ascii::is_digit(all.front().front());
  const bool has_number = counts || (any(ascii::is_digit) && (lower || begins_as_date));
  look = has_number ? text_look::number : lower ? text_look::common : text_look::name;
  acronym = !lower && skeleton.size() <= 6 && form.tokens().size() == 1 && !any(ascii::is_lower);
  if (acronym) look = text_look::name;
  closed = form.text() == "yes" || form.text() == "no";
}

MHQA_INLINE void triage_text::read_characters(std::string_view text) {
  digits.clear();
  foreign = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (ascii::is_letter(c) || ascii::is_digit(c)) skeleton += ascii::to_lower(c);
    if (ascii::is_digit(c)) {
      digits += c;
    } else if (!digits.empty() && digits.back() != ' ' && c != ',') {
      digits += ' ';
    }
    if (static_cast<unsigned char>(c) > 0x7F) ++foreign;
  }
  if (digits.ends_with(' ')) digits.pop_back();
}

MHQA_INLINE bool is_near_spelling(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size()) >= 6 ? 2 : 1;
  if (std::min(a.size(), b.size()) < 4 || std::max(a.size(), b.size()) > 64) return false;
  std::array<std::size_t, 65> row{};
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t edited = std::min({row[j] + 1, row[j + 1] + 1, before + (a[i] == b[j] ? 0 : 1)});
      before = std::exchange(row[j + 1], edited);
    }
  }
  return row[b.size()] <= most;
}

MHQA_INLINE bool have_common_parts(const triage_text& a, const triage_text& b) {
  if (a.words.size() * b.words.size() > most_compared_words) return true;
  for (const std::string_view one : a.words) {
    for (const std::string_view other : b.words) {
      if (may_be_one_word(one, other)) return true;
    }
  }
  const auto within = [](std::string_view part, std::string_view whole) {
    return !part.empty() && whole.find(part) != std::string_view::npos;
  };
  return a.initials == b.joined || b.initials == a.joined || within(a.joined, b.joined) || within(b.joined, a.joined);
}

MHQA_INLINE bool is_number_with_unit(const triage_text& alone, const triage_text& counted) {
  const auto has_digit = [](std::string_view word) { return std::any_of(word.begin(), word.end(), ascii::is_digit); };
  return alone.all.size() == 1 && counted.all.size() > 1 && counted.all.size() <= 4 && counted.lower &&
         has_digit(alone.all.front()) && alone.all.front() == counted.all.front() &&
         std::none_of(counted.all.begin() + 1, counted.all.end(), has_digit);
}

MHQA_INLINE std::size_t find_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return at;
  }
  return text.npos;
}

MHQA_INLINE bool are_choices(std::string_view question, const triage_text& a, const triage_text& b) {
  std::string_view one = a.form.text(), other = b.form.text();
  if (one.empty() || other.empty()) return false;
  std::size_t first = find_words(question, one), second = find_words(question, other);
  if (first == question.npos || second == question.npos) return false;
  if (second < first) {
    std::swap(first, second);
    std::swap(one, other);
  }
  const std::size_t end = first + one.size();
  if (second < end) return false;  // one is part of the other
  const std::string_view between = question.substr(end, second - end);
  return find_words(between, "or") != between.npos || find_words(between, "and") != between.npos;
}

MHQA_INLINE triage_class triage(std::string_view question, const triage_text& said, const triage_text& gold) {
  if (said.form.empty()) return gold.form.empty() ? triage_class::unsure : triage_class::wrong;
  if (is_same_answer(said, gold)) return triage_class::right;
  if ((said.closed && gold.closed) || are_choices(question, said, gold)) return triage_class::wrong;
  if (have_common_parts(said, gold)) return triage_class::unsure;
  if (said.closed != gold.closed) {  // a name for a yes, and a yes for a name
    const triage_text& other = said.closed ? gold : said;
    return other.all.size() <= 3 && other.words.size() == other.all.size() && other.look != text_look::common
               ? triage_class::wrong
               : triage_class::unsure;
  }
  if (!are_named(said, gold)) return triage_class::unsure;
  if (said.look != gold.look) return triage_class::wrong;
  if (said.look == text_look::number) {
    const auto is_vague = [](const triage_text& t) {
      return std::any_of(t.all.begin(), t.all.end(), is_span_of_years);
    };
    return is_vague(said) || is_vague(gold) ? triage_class::unsure : triage_class::wrong;
  }
  const bool may_be_renamed =
      (said.words.size() == 1 && gold.words.size() == 1) || said.titled || gold.titled || said.acronym || gold.acronym;
  return may_be_renamed ? triage_class::unsure : triage_class::wrong;
}

}  // namespace detail

MHQA_INLINE triage_class triage(std::string_view question, std::string_view prediction,
                                std::span<const std::string_view> golds) {
  detail::triage_text said, gold;
  said.assign(prediction);
  const normalized asked{question, normalizations::squad};
  triage_class out = golds.empty() ? triage_class::unsure : triage_class::wrong;
  for (const std::string_view one : golds) {
    gold.assign(one);
    const triage_class now = detail::triage(asked.text(), said, gold);
    if (now == triage_class::right) return now;
    if (now == triage_class::unsure) out = now;
  }
  return out;
}

}  // namespace mhqa::inline v0_1
