// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Guesses the answer in a response as rLLM's search reward does: the first of nine steps that finds a box, bold text, a
// date, a name, a number, a phrase or a sentence. Its patterns are hand-written scanners that take linear time.
//   guess_answer("I think it was **Rome**.", memory).answer == "Rome"
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// The step of rLLM's extraction that found the answer.
enum class guess_step : std::uint8_t { nothing, box, bold, date, name, number, phrase, best_sentence, sentence, start };

/// Returns the step's name, e.g. "best_sentence".
[[nodiscard]] constexpr std::string_view name(guess_step step) noexcept {
  constexpr std::string_view names[] = {"nothing", "box",    "bold",          "date",     "name",
                                        "number",  "phrase", "best_sentence", "sentence", "start"};
  return names[static_cast<std::size_t>(step)];
}

/// A guessed answer; points into the memory given to guess_answer().
struct guessed_answer {
  std::string_view answer{};
  guess_step step = guess_step::nothing;
};

namespace detail {

/// A response without <think> parts and with white space collapsed, and the tests that the patterns need.
struct guess_text {
  std::string_view text;

  [[nodiscard]] std::size_t size() const noexcept { return text.size(); }
  [[nodiscard]] bool word_at(std::size_t at) const noexcept {
    if (at >= text.size()) return false;
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) return unicode::is_word(byte);
    const utf8::character c = utf8::decode(text, at);
    return !c.opaque() && unicode::is_word(c.code);
  }
  [[nodiscard]] bool word_before(std::size_t at) const noexcept {
    if (at == 0) return false;
    const auto byte = static_cast<unsigned char>(text[at - 1]);
    if (byte < 0x80) return unicode::is_word(byte);
    const utf8::character c = utf8::detail::decode_before(text.data(), text.data() + at);
    return !c.opaque() && unicode::is_word(c.code);
  }
  /// Returns the size in bytes of the decimal digit at a place, or 0.
  [[nodiscard]] std::size_t digit_at(std::size_t at) const noexcept {
    if (at >= text.size()) return 0;
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) return c >= '0' && c <= '9' ? 1 : 0;
    const utf8::character wide = utf8::decode(text, at);
    return !wide.opaque() && unicode::digit(wide.code) >= 0 ? wide.size : 0;
  }
  /// The end of up to `most` digits, and their number.
  struct run {
    std::size_t end, count;
  };
  [[nodiscard]] run digits(std::size_t at, std::size_t most = static_cast<std::size_t>(-1)) const noexcept {
    std::size_t count = 0;
    for (std::size_t size; count < most && (size = digit_at(at)) != 0; ++count) at += size;
    return {at, count};
  }
  [[nodiscard]] bool is(std::size_t at, char c) const noexcept { return at < text.size() && text[at] == c; }
  /// Returns the end of the lower-case word at a place, compared as re.IGNORECASE does, or 0.
  [[nodiscard]] std::size_t ignoring_case(std::size_t at, std::string_view word) const noexcept;
  [[nodiscard]] bool letter_ignoring_case(std::size_t at) const noexcept {
    if (at >= text.size()) return false;
    const char c = ascii::to_lower(text[at]);
    if (c >= 'a' && c <= 'z') return true;
    const utf8::character wide = utf8::decode(text, at);
    return wide.code == 0x17F || wide.code == 0x212A || wide.code == 0x130 || wide.code == 0x131;
  }
};

[[nodiscard]] constexpr bool ends_sentence(char c) noexcept {
  return c == '.' || c == '!' || c == '?';
}

/// Returns the contents of boxed{…} with balanced braces, from the first "boxed{".
[[nodiscard]] inline std::optional<std::string_view> guess_box(std::string_view text) noexcept {
  const std::size_t at = text.find("boxed{");
  if (at == nowhere) return std::nullopt;
  const std::size_t end = closing_brace(text, at + 6);
  if (end == nowhere) return std::nullopt;
  return text.substr(at + 6, end - at - 6);
}

/// Returns the first text between pairs of `width` asterisks with more than two characters and a word character.
[[nodiscard]] std::optional<std::string_view> guess_bold(const guess_text& in, std::size_t width) noexcept;

inline constexpr std::string_view small_month_names[] = {"january",   "february", "march",    "april",
                                                         "may",       "june",     "july",     "august",
                                                         "september", "october",  "november", "december"};

/// Returns the end of a month's name (the `first` month or a later one) and the space after it, or 0.
[[nodiscard]] inline std::size_t month_end(const guess_text& in, std::size_t at, std::size_t first) noexcept {
  for (std::size_t month = first; month < 12; ++month) {
    const std::size_t end = in.ignoring_case(at, small_month_names[month]);
    if (end != 0 && in.is(end, ' ')) return end + 1;
  }
  return 0;
}

/// Returns the end of four digits at `at` that end a word, or 0.
[[nodiscard]] inline std::size_t year_end(const guess_text& in, std::size_t at) noexcept {
  const guess_text::run year = in.digits(at, 4);
  return year.count == 4 && !in.word_at(year.end) ? year.end : 0;
}

/// Returns the end of a date of this pattern at `at`, which begins a word, or 0.
[[nodiscard]] std::size_t date_end(const guess_text& in, std::size_t at, int pattern) noexcept;

[[nodiscard]] std::optional<std::string_view> guess_date(const guess_text& in,
                                                         const std::vector<std::size_t>& starts) noexcept;

/// Returns the end of two or more capitalised ASCII words from `at`, which begins a word, or 0.
[[nodiscard]] std::size_t name_end(const guess_text& in, std::size_t at) noexcept;

[[nodiscard]] inline bool begins_word(const guess_text& in, std::size_t at) noexcept {
  return in.word_at(at) && !in.word_before(at);
}

[[nodiscard]] std::optional<std::string_view> guess_name(const guess_text& in, const std::vector<std::size_t>& starts);

/// Returns the end of a number at `at`, which begins a word, or 0; tries the longest reading that `accepts` takes
/// first. Sets `last` to where the number's last group begins: no number that begins in between ends elsewhere.
template <class Accept>
[[nodiscard]] std::size_t number_end(const guess_text& in, std::size_t at, const Accept& accepts, std::size_t& last) {
  std::vector<std::size_t> ends;  // without and with groups of a comma and three digits
  ends.push_back(in.digits(at).end);
  for (;;) {
    if (!in.is(ends.back(), ',')) break;
    const guess_text::run group = in.digits(ends.back() + 1, 3);
    if (group.count != 3) break;
    last = ends.back() + 1;
    ends.push_back(group.end);
  }
  for (; !ends.empty(); ends.pop_back()) {
    const std::size_t whole = ends.back();
    if (in.is(whole, '.')) {
      const guess_text::run part = in.digits(whole + 1);
      if (part.count != 0 && accepts(part.end)) return part.end;
    }
    if (accepts(whole)) return whole;
  }
  return 0;
}

[[nodiscard]] std::optional<std::string_view> guess_number(const guess_text& in,
                                                           const std::vector<std::size_t>& starts);

/// Returns the phrase after a marker that ends at `end`; an empty optional if the pattern does not match.
[[nodiscard]] inline std::optional<std::string_view> phrase_after(const guess_text& in, std::size_t end, char mark) {
  if (end >= in.size() || ends_sentence(in.text[end])) return std::nullopt;
  if (in.is(end, ' ')) ++end;
  if (in.is(end, mark)) ++end;
  if (in.is(end, ' ')) ++end;
  const std::size_t stop = std::min(in.text.find_first_of(".!?", end), in.size());
  return in.text.substr(end, stop - end);
}

/// Removes characters that are not word characters at both ends.
[[nodiscard]] inline std::string_view trim_to_words(std::string_view text) noexcept {
  const guess_text in{text};
  std::size_t begin = 0, end = text.size();
  while (begin < end && !in.word_at(begin)) begin += utf8::decode(text, begin).size;
  while (end > begin && !in.word_before(end)) end -= utf8::detail::decode_before(text.data(), text.data() + end).size;
  return text.substr(begin, end - begin);
}

/// Returns the end of the verb "is ", "was ", "are " or "were " at `at`, in any case, or 0.
[[nodiscard]] inline std::size_t verb_end(const guess_text& in, std::size_t at) noexcept {
  for (const std::string_view verb : {"was ", "is ", "are ", "were "}) {
    if (const std::size_t end = in.ignoring_case(at, verb); end != 0) return end;
  }
  return 0;
}

/// Returns the first whole statement with a verb: from the beginning, or after a full stop and a space, to a sentence
/// end.
[[nodiscard]] std::optional<std::string_view> find_statement(const guess_text& in) noexcept;

/// Returns the capture of the first match of a marker pattern; tries each marker in order at each place.
template <std::size_t N>
[[nodiscard]] std::optional<std::string_view> find_marked(const guess_text& in,
                                                          const std::array<std::string_view, N>& markers, char mark) {
  for (std::size_t at = 0; at < in.size(); ++at) {
    const char c = ascii::to_lower(in.text[at]);
    for (const std::string_view marker : markers) {
      if (c != marker[0] && static_cast<unsigned char>(c) < 0x80) continue;
      const std::size_t end = in.ignoring_case(at, marker);
      if (end == 0) continue;
      if (const auto found = phrase_after(in, end, mark)) return found;
    }
  }
  return std::nullopt;
}

[[nodiscard]] std::optional<std::string_view> guess_phrase(const guess_text& in);

/// Scores a sentence as rLLM does.
[[nodiscard]] int sentence_points(std::string_view sentence);

template <class Sink>
void for_each_sentence(std::string_view text, Sink&& sink) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(".!?", at), text.size());
    sink(strip(text.substr(at, end - at)));
    at = end + 1;
  }
}

/// Appends a text with white space collapsed to single spaces, none in front; `to` is the end of what was written
/// since `begin`. Returns the new end; a space may stand there.
[[nodiscard]] char* append_single_spaced(std::string_view text, char* begin, char* to);

/// Writes the response without <think> parts and with white space collapsed.
void prepare_guess(std::string_view response, std::string& out);

}  // namespace detail

/// Returns the answer that rLLM's search reward extracts from a response.
///
/// Undefined: a response that is empty except for <think> parts -> an empty answer
/// Cost:      O(bytes); the answer points into `memory`
/// Source:    extract_answer_from_response of rllm/rewards/search_reward.py
/// Example:   guess_answer("It was founded in 1889.", memory)  // {"1889", guess_step::date}
[[nodiscard]] guessed_answer guess_answer(std::string_view response, std::string& memory);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/guess_answer.ipp>
#endif
