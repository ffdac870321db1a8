// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the places of text/extract_profiles.hpp, each in one pass, with a reason. Call extract_answer() of
// text/extract.hpp instead.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/text/extract_profiles.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

/// Why an answer was or was not found.
enum class extraction_reason : std::uint8_t {
  none,           ///< the profile's places are absent
  too_few_tags,   ///< complete pairs of tags, but fewer than the profile asks for
  unclosed,       ///< a tag or box is open at the end
  whole_text,     ///< the whole text
  last_tag,       ///< the last complete pair of tags
  last_box,       ///< the last box that is closed
  answer_line,    ///< the line after "Answer:"
  answer_phrase,  ///< the text after "the answer is"
  closed_word,    ///< a yes or no
};

/// Returns the reason's name, such as "last_tag".
[[nodiscard]] constexpr std::string_view name(extraction_reason reason) noexcept {
  constexpr std::string_view names[] = {"none",     "too_few_tags", "unclosed",      "whole_text", "last_tag",
                                        "last_box", "answer_line",  "answer_phrase", "closed_word"};
  return names[static_cast<std::size_t>(reason)];
}

/// Flags of an extraction, combined with |.
struct extraction_flag {
  static constexpr std::uint8_t tag_spam = 1;  ///< more tags than the profile's most_tags
  static constexpr std::uint8_t empty = 2;     ///< the answer is white space only
  static constexpr std::uint8_t listed = 4;    ///< several answers: "A or B", "yes, no", separated by lines, ';' or '|'
};

/// The result of an extraction.
///
/// Shape: `answer` points into the text, without white space at its ends; empty if none was found
struct extraction {
  std::string_view answer{};
  extraction_reason reason = extraction_reason::none;
  std::uint8_t flags = 0;

  [[nodiscard]] constexpr bool found() const noexcept { return reason >= extraction_reason::whole_text; }
  [[nodiscard]] constexpr bool has(std::uint8_t flag) const noexcept { return (flags & flag) != 0; }
};

namespace detail {

inline constexpr std::string_view open_tag = "<answer>";
inline constexpr std::string_view close_tag = "</answer>";
inline constexpr std::string_view open_box = "\\boxed{";
inline constexpr std::size_t nowhere = std::string_view::npos;

/// As Python's str.strip().
[[nodiscard]] constexpr std::string_view strip(std::string_view text) noexcept {
  while (!text.empty() && !ascii::is_graphic(text.front())) {
    const utf8::character c = utf8::decode(text, 0);
    if (c.opaque() || !unicode::is_space(c.code)) break;
    text.remove_prefix(c.size);
  }
  while (!text.empty() && !ascii::is_graphic(text.back())) {
    const utf8::character c = utf8::detail::decode_before(text.data(), text.data() + text.size());
    if (c.opaque() || !unicode::is_space(c.code)) break;
    text.remove_suffix(c.size);
  }
  return text;
}

/// Returns true if the lower-case ASCII `word` is at `at`, in any case.
[[nodiscard]] constexpr bool stands_at(std::string_view text, std::size_t at, std::string_view word) noexcept {
  if (text.size() - at < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (ascii::to_lower(text[at + i]) != word[i]) return false;
  }
  return true;
}

/// Returns true if no letter, digit or _ touches [begin, end) of the text.
[[nodiscard]] constexpr bool is_own_word(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  const char* const first = text.data();
  if (begin != 0 && unicode::is_word(utf8::detail::decode_before(first, first + begin).code)) return false;
  return end == text.size() || !unicode::is_word(utf8::decode(text, end).code);
}

/// Returns the last place of `word` as a whole word, in any case. After a final ':' no word boundary is needed.
[[nodiscard]] constexpr std::size_t find_last_word(std::string_view text, std::string_view word) noexcept {
  for (std::size_t at = text.size() < word.size() ? 0 : text.size() - word.size() + 1; at-- > 0;) {
    if (ascii::to_lower(text[at]) != word[0] || !stands_at(text, at, word)) continue;
    if (is_own_word(text, at, word.back() == ':' ? text.size() : at + word.size())) return at;
  }
  return nowhere;
}

/// Returns the first whole-word yes or no at or after `from`; otherwise the empty end of the text.
[[nodiscard]] constexpr std::string_view next_closed_word(std::string_view text, std::size_t from) noexcept {
  for (std::size_t at = from; at < text.size(); ++at) {
    const char c = ascii::to_lower(text[at]);
    if (c != 'y' && c != 'n') continue;
    const std::size_t size = c == 'y' ? 3 : 2;
    if (stands_at(text, at, c == 'y' ? "yes" : "no") && is_own_word(text, at, at + size)) return text.substr(at, size);
  }
  return text.substr(text.size());
}

[[nodiscard]] constexpr std::string_view last_closed_word(std::string_view text) noexcept {
  const std::size_t yes = find_last_word(text, "yes");
  const std::size_t no = find_last_word(text, "no");
  if (yes == nowhere && no == nowhere) return text.substr(text.size());
  if (no == nowhere || (yes != nowhere && yes > no)) return text.substr(yes, 3);
  return text.substr(no, 2);
}

/// Returns the next '<' at or after `from`. Within a run of '<' it tests the byte, because starting a search costs
/// more.
[[nodiscard]] constexpr std::size_t next_angle(std::string_view text, std::size_t from) noexcept {
  if (from < text.size() && text[from] == '<') return from;
  return text.find('<', from);
}

/// Returns true if the tag is at `at`. Inlined with a constant tag, this calls no function for so few bytes.
[[nodiscard]] constexpr bool has_tag_at(std::string_view text, std::size_t at, std::string_view tag) noexcept {
  return text.size() - at >= tag.size() &&
         std::char_traits<char>::compare(text.data() + at, tag.data(), tag.size()) == 0;
}

/// Finds the last complete pair: an opening tag and the next closing one, as a lazy pattern matches.
[[nodiscard]] constexpr extraction find_tag(std::string_view text, const extraction_profile& profile) noexcept {
  extraction out;
  std::size_t begin = nowhere;  // where the answer in an open pair begins
  std::size_t pairs = 0, opening = 0, closing = 0;
  for (std::size_t at = text.find('<'); at != nowhere; at = next_angle(text, at + 1)) {
    if (has_tag_at(text, at, open_tag)) {
      ++opening;
      if (begin == nowhere) begin = at + open_tag.size();
    } else if (has_tag_at(text, at, close_tag)) {
      ++closing;
      if (begin == nowhere) continue;
      ++pairs;
      out.answer = text.substr(begin, at - begin);
      begin = nowhere;
    }
  }
  if (pairs != 0) {
    out.reason = extraction_reason::last_tag;
  } else if (begin != nowhere) {
    out.reason = extraction_reason::unclosed;
  }
  if (pairs != 0 && pairs < profile.least_tags) out = {.reason = extraction_reason::too_few_tags};
  if (opening > profile.most_tags || closing > profile.most_tags) out.flags |= extraction_flag::tag_spam;
  return out;
}

/// Returns the end of the contents of an open brace, or nowhere.
[[nodiscard]] constexpr std::size_t closing_brace(std::string_view text, std::size_t from) noexcept {
  std::size_t open = 1;
  for (std::size_t at = from; at < text.size(); ++at) {
    if (text[at] == '{') ++open;
    if (text[at] == '}' && --open == 0) return at;
  }
  return nowhere;
}

/// If a box is still open at the next box, and that one does not close, the first does not close either. So each
/// stretch between two boxes is read once.
[[nodiscard]] constexpr extraction find_box(std::string_view text) noexcept {
  extraction out;
  std::string_view rest = text;
  for (std::size_t at = rest.rfind(open_box); at != nowhere; at = rest.rfind(open_box)) {
    const std::size_t begin = at + open_box.size();
    const std::size_t end = closing_brace(rest, begin);
    if (end != nowhere) return {.answer = text.substr(begin, end - begin), .reason = extraction_reason::last_box};
    out.reason = extraction_reason::unclosed;
    rest = text.substr(0, at);
  }
  return out;
}

[[nodiscard]] constexpr extraction find_recall_box(std::string_view text) noexcept {
  constexpr std::string_view command = "\\boxed";
  std::size_t last = nowhere, spaced = nowhere;  // searched forwards, which is vectorised
  for (std::size_t at = text.find(command); at != nowhere; at = text.find(command, at + command.size())) {
    last = at;
    if (text.substr(at + command.size()).starts_with(' ')) spaced = at;
  }
  if (spaced != nowhere) {
    const std::string_view rest = text.substr(spaced + command.size() + 1);
    return {.answer = rest.substr(0, rest.find('$')), .reason = extraction_reason::last_box};
  }
  if (last == nowhere || !text.substr(last).starts_with(open_box)) return {};
  const std::size_t begin = last + open_box.size();
  const std::size_t end = closing_brace(text, begin);
  if (end == nowhere) return {.reason = extraction_reason::unclosed};
  return {.answer = text.substr(begin, end - begin), .reason = extraction_reason::last_box};
}

[[nodiscard]] constexpr std::string_view to_line_end(std::string_view text) noexcept {
  return text.substr(0, text.find_first_of("\r\n"));
}

[[nodiscard]] constexpr extraction find_answer_line(std::string_view text) noexcept {
  constexpr std::string_view label = "answer:";
  const std::size_t at = find_last_word(text, label);
  if (at == nowhere) return {};
  std::string_view line = to_line_end(text.substr(at + label.size()));
  line.remove_prefix(std::min(line.find_first_not_of('*'), line.size()));  // **Answer:** in Markdown
  return {.answer = line, .reason = extraction_reason::answer_line};
}

[[nodiscard]] constexpr extraction find_phrase(std::string_view text) noexcept {
  constexpr std::string_view phrase = "the answer is";
  const std::size_t at = find_last_word(text, phrase);
  if (at == nowhere) return {};
  std::string_view rest = to_line_end(text.substr(at + phrase.size()));
  if (rest.starts_with(':')) rest.remove_prefix(1);
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '.' && (i + 1 == rest.size() || rest[i + 1] == ' ')) rest = rest.substr(0, i);
  }
  return {.answer = rest, .reason = extraction_reason::answer_phrase};
}

[[nodiscard]] constexpr extraction find_at(answer_place where, std::string_view text,
                                           const extraction_profile& profile) noexcept {
  const auto word = [](std::string_view found) -> extraction {
    return {.answer = found, .reason = found.empty() ? extraction_reason::none : extraction_reason::closed_word};
  };
  switch (where) {
    case answer_place::whole_text:
      return {.answer = text, .reason = extraction_reason::whole_text};
    case answer_place::tag:
      return find_tag(text, profile);
    case answer_place::box:
      return find_box(text);
    case answer_place::recall_box:
      return find_recall_box(text);
    case answer_place::answer_line:
      return find_answer_line(text);
    case answer_place::phrase:
      return find_phrase(text);
    case answer_place::first_closed_word:
      return word(next_closed_word(text, 0));
    case answer_place::last_closed_word:
      return word(last_closed_word(text));
    case answer_place::nowhere:
      break;
  }
  return {};
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
