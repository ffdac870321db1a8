// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of guess_answer.hpp.
#pragma once

#include <mhqa/text/guess_answer.hpp>

#include <mhqa/text/byte_masks.hpp>
#include <mhqa/text/tag_scan.hpp>
#include <mhqa/text/token.hpp>

#include <cstring>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE std::size_t guess_text::ignoring_case(std::size_t at, std::string_view word) const noexcept {
  for (const char c : word) {
    if (at >= text.size()) return 0;
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      if (ascii::to_lower(text[at]) != c) return 0;
      ++at;
      continue;
    }
    const utf8::character wide = utf8::decode(text, at);
    const char like = wide.code == 0x17F                         ? 's'
                      : wide.code == 0x212A                      ? 'k'
                      : wide.code == 0x130 || wide.code == 0x131 ? 'i'
                                                                 : '\0';
    if (wide.opaque() || like != c) return 0;
    at += wide.size;
  }
  return at;
}

MHQA_INLINE std::optional<std::string_view> guess_bold(const guess_text& in, std::size_t width) noexcept {
  const std::string_view text = in.text, stars = std::string_view{"**"}.substr(0, width);
  for (std::size_t at = text.find('*'); at != nowhere;) {
    if (!text.substr(at).starts_with(stars)) {
      at = text.find('*', at + 1);
      continue;
    }
    const std::size_t begin = at + width;
    const std::size_t end = text.find('*', begin);
    if (end == nowhere) return std::nullopt;
    if (end == begin || !text.substr(end).starts_with(stars)) {
      ++at;
      at = text.find('*', at);
      continue;
    }
    const std::string_view inner = strip(text.substr(begin, end - begin));
    if (utf8::count(inner) > 2) {
      const guess_text part{inner};
      for (std::size_t i = 0; i < inner.size(); i += utf8::decode(inner, i).size) {
        if (part.word_at(i)) return inner;
      }
    }
    at = text.find('*', end + width);
  }
  return std::nullopt;
}

MHQA_INLINE std::size_t date_end(const guess_text& in, std::size_t at, int pattern) noexcept {
  if (pattern == 3) return year_end(in, at);
  if (pattern == 1) {
    const guess_text::run first = in.digits(at, 2);
    if (first.count == 0 || !(in.is(first.end, '/') || in.is(first.end, '-'))) return 0;
    const guess_text::run second = in.digits(first.end + 1, 2);
    if (second.count == 0 || !(in.is(second.end, '/') || in.is(second.end, '-'))) return 0;
    return year_end(in, second.end + 1);
  }
  const std::size_t day = month_end(in, at, pattern == 0 ? 0 : 2);
  if (day == 0 || pattern == 2) return day == 0 ? 0 : year_end(in, day);
  guess_text::run number = in.digits(day, 2);
  if (number.count == 0) return 0;
  if (in.is(number.end, ',')) ++number.end;
  return in.is(number.end, ' ') ? year_end(in, number.end + 1) : 0;
}

MHQA_INLINE std::optional<std::string_view> guess_date(const guess_text& in,
                                                       const std::vector<std::size_t>& starts) noexcept {
  for (int pattern = 0; pattern < 4; ++pattern) {
    for (const std::size_t at : starts) {
      const bool digit = in.digit_at(at) != 0;
      if (digit != (pattern % 2 == 1)) continue;
      if (const std::size_t end = date_end(in, at, pattern); end != 0) return in.text.substr(at, end - at);
    }
  }
  return std::nullopt;
}

MHQA_INLINE std::size_t name_end(const guess_text& in, std::size_t at) noexcept {
  const auto lower = [&](std::size_t i) { return i < in.size() && in.text[i] >= 'a' && in.text[i] <= 'z'; };
  std::size_t end = 0, words = 0;  // of the words so far
  for (;;) {
    if (at >= in.size() || in.text[at] < 'A' || in.text[at] > 'Z' || !lower(at + 1)) break;
    std::size_t stop = at + 1;
    while (lower(stop)) ++stop;
    ++words;
    if (words > 1 && !in.word_at(stop)) end = stop;
    if (!in.is(stop, ' ')) break;
    at = stop + 1;
  }
  return end;
}

MHQA_INLINE std::optional<std::string_view> guess_name(const guess_text& in, const std::vector<std::size_t>& starts) {
  constexpr std::string_view places[] = {"United States", "New York",    "Los Angeles",
                                         "Great Britain", "Middle East", "South Africa"};
  std::size_t done = 0;
  for (const std::size_t at : starts) {
    if (at < done) continue;
    const std::size_t end = name_end(in, at);
    if (end == 0) continue;
    done = end;
    const std::string_view found = in.text.substr(at, end - at);
    if (std::find(std::begin(places), std::end(places), found) != std::end(places)) continue;
    if (std::count(found.begin(), found.end(), ' ') < 4) return found;
  }
  return std::nullopt;
}

MHQA_INLINE std::optional<std::string_view> guess_number(const guess_text& in, const std::vector<std::size_t>& starts) {
  constexpr std::string_view units[] = {"vote",   "votes", "dollar", "dollars", "year",    "years",   "month",
                                        "months", "day",   "days",   "people",  "million", "billion", "percent"};
  const auto before_unit = [&](std::size_t end) {
    if (in.is(end, ' ')) ++end;
    if (in.is(end, '%')) return in.word_at(end + 1);
    return std::any_of(std::begin(units), std::end(units), [&](std::string_view unit) {
      return in.text.substr(end).starts_with(unit) && !in.word_at(end + unit.size());
    });
  };
  const auto before_end = [&](std::size_t end) { return !in.word_at(end); };
  for (const bool unit : {true, false}) {
    std::size_t done = 0;
    for (const std::size_t at : starts) {
      if (at < done || in.digit_at(at) == 0) continue;
      done = at + 1;
      const std::size_t end = unit ? number_end(in, at, before_unit, done) : number_end(in, at, before_end, done);
      if (end != 0) return in.text.substr(at, end - at);
    }
  }
  return std::nullopt;
}

MHQA_INLINE std::optional<std::string_view> find_statement(const guess_text& in) noexcept {
  for (std::size_t begin = 0; begin < in.size();) {
    const std::size_t end = std::min(in.text.find_first_of(".!?", begin), in.size());
    if (in.letter_ignoring_case(begin)) {
      for (std::size_t at = begin + utf8::decode(in.text, begin).size; at < end; ++at) {
        const std::size_t verb = verb_end(in, at);
        if (verb != 0 && verb < end) return in.text.substr(begin, end - begin);
      }
    }
    std::size_t next = end;
    while ((next = in.text.find('.', next)) != nowhere && !in.is(next + 1, ' ')) ++next;
    if (next == nowhere) break;
    begin = next + 2;
  }
  return std::nullopt;
}

MHQA_INLINE std::optional<std::string_view> guess_phrase(const guess_text& in) {
  const auto good = [](std::optional<std::string_view> found) -> std::optional<std::string_view> {
    if (!found) return std::nullopt;
    const std::string_view answer = trim_to_words(strip(*found));
    if (utf8::count(answer) > 3) return answer;
    return std::nullopt;
  };
  if (const auto a = good(find_marked(in, std::array<std::string_view, 1>{"answer is"}, ':'))) return a;
  if (const auto a = good(find_marked(in, std::array<std::string_view, 4>{"therefore", "thus", "so", "hence"}, ',')))
    return a;
  if (const auto a =
          good(find_marked(in, std::array<std::string_view, 3>{"in conclusion", "to summarize", "in summary"}, ','))) {
    return a;
  }
  if (const auto a = good(find_statement(in))) return a;
  return good(find_marked(in, std::array<std::string_view, 3>{"the answer would be", "it is", "it was"}, ':'));
}

MHQA_INLINE int sentence_points(std::string_view sentence) {
  const guess_text in{sentence};
  bool year = false, named = false, verb = false;
  for (std::size_t at = 0; at < sentence.size(); at += utf8::decode(sentence, at).size) {
    if (!begins_word(in, at)) continue;
    year = year || year_end(in, at) != 0;
    named = named || name_end(in, at) != 0;
    for (const std::string_view word : {"was", "is", "are", "were"}) {
      const std::size_t end = in.ignoring_case(at, word);
      verb = verb || (end != 0 && !in.word_at(end));
    }
  }
  const auto words = std::count(sentence.begin(), sentence.end(), ' ') + 1;
  return (year ? 3 : 0) + (named ? 2 : 0) + (verb ? 1 : 0) + (words < 15 ? 1 : 0);
}

MHQA_INLINE char* append_single_spaced(std::string_view text, char* begin, char* to) {
  const auto after_space = [&] { return to == begin || to[-1] == ' '; };
  for (std::size_t at = 0; at < text.size();) {
    // Sixteen printable bytes without two spaces in a row are copied at once.
    constexpr std::size_t block = 16;
    for (; text.size() - at >= block; at += block, to += block) {
      const byte_masks bytes = classify(load_word(text.data() + at), load_word(text.data() + at + 8));
      const std::uint64_t before = (bytes.spaces << 1U) | (after_space() ? 1U : 0U);
      if (bytes.printable != 0xFFFF || (bytes.spaces & before) != 0) break;
      std::memcpy(to, text.data() + at, block);
    }
    for (const std::size_t end = std::min(at + block, text.size()); at < end;) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte > ' ' && byte < 0x7F) {
        *to++ = text[at++];
        continue;
      }
      const utf8::character c = utf8::decode(text, at);
      if (c.opaque() || !unicode::is_space(c.code)) {
        to = std::copy_n(text.data() + at, c.size, to);
      } else if (!after_space()) {
        *to++ = ' ';
      }
      at += c.size;
    }
  }
  return to;
}

MHQA_INLINE void prepare_guess(std::string_view response, std::string& out) {
  const tag_scan scan{response};
  out.resize(response.size());
  char* const begin = out.data();
  char* to = begin;
  std::size_t from = 0;
  for (;;) {
    const std::size_t open = scan.find("<think>", from);
    const std::size_t close = open == tag_scan::npos ? open : scan.find("</think>", open);
    if (close == tag_scan::npos) break;
    to = append_single_spaced(response.substr(from, open - from), begin, to);
    from = close + 8;
  }
  to = append_single_spaced(response.substr(from), begin, to);
  if (to != begin && to[-1] == ' ') --to;
  out.resize(static_cast<std::size_t>(to - begin));
}

}  // namespace detail

MHQA_INLINE guessed_answer guess_answer(std::string_view response, std::string& memory) {
  detail::prepare_guess(response, memory);
  const detail::guess_text in{memory};
  const std::string_view text = memory;
  if (text.empty()) return {};
  if (const auto a = detail::guess_box(text)) return {detail::strip(*a), guess_step::box};
  if (const auto a = detail::guess_bold(in, 2)) return {*a, guess_step::bold};
  if (const auto a = detail::guess_bold(in, 1)) return {*a, guess_step::bold};
  std::vector<std::size_t> starts;  // where words begin
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); at += utf8::decode(text, at).size) {
    const bool word = in.word_at(at);
    if (word && !inside) starts.push_back(at);
    inside = word;
  }
  if (const auto a = detail::guess_date(in, starts)) return {*a, guess_step::date};
  if (const auto a = detail::guess_name(in, starts)) return {*a, guess_step::name};
  if (const auto a = detail::guess_number(in, starts)) return {*a, guess_step::number};
  if (const auto a = detail::guess_phrase(in)) return {*a, guess_step::phrase};
  guessed_answer best;
  int most = 0;
  std::string_view first;
  detail::for_each_sentence(text, [&](std::string_view sentence) {
    const std::size_t length = utf8::count(sentence);
    if (first.empty() && length > 5) first = sentence;
    if (length <= 10) return;
    const int points = detail::sentence_points(sentence);
    if (points > most) {
      most = points;
      best = {sentence, guess_step::best_sentence};
    }
  });
  if (most > 0) return best;
  if (!first.empty()) return {first, guess_step::sentence};
  std::size_t end = 0;
  for (std::size_t i = 0; i < 100 && end < text.size(); ++i) end += utf8::decode(text, end).size;
  return {detail::strip(text.substr(0, end)), guess_step::start};
}

}  // namespace mhqa::inline v0_1
