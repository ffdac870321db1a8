// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the places of text/extract_profiles.hpp, each in one pass, with a reason. Call extract_answer() of
// text/extract.hpp instead.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/text/extract_profiles.hpp>
#include <mhqa/text/stop_words.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Why an answer was or was not found.
enum class extraction_reason : std::uint8_t {
  none,           ///< the profile's places are absent
  too_few_tags,   ///< complete pairs of tags, but fewer than the profile asks for
  unclosed,       ///< a tag or box is open at the end
  empty,          ///< the places are there, and nothing is in them
  whole_text,     ///< the whole text
  last_tag,       ///< the last complete pair of tags
  last_box,       ///< the last box that is closed
  answer_line,    ///< the text after "Answer:" or "Final answer:"
  answer_phrase,  ///< the text after "the answer is" or its like
  json_answer,    ///< the member of a JSON object
  closed_word,    ///< a yes or no
};

/// Returns the reason's name, such as "last_tag".
[[nodiscard]] constexpr std::string_view name(extraction_reason reason) noexcept {
  constexpr std::string_view names[] = {"none",          "too_few_tags", "unclosed",   "empty",
                                        "whole_text",    "last_tag",     "last_box",   "answer_line",
                                        "answer_phrase", "json_answer",  "closed_word"};
  return names[static_cast<std::size_t>(reason)];
}

/// Flags of an extraction, combined with |.
struct extraction_flag {
  static constexpr std::uint8_t tag_spam = 1;  ///< more tags than the profile's most_tags
  static constexpr std::uint8_t empty = 2;     ///< the answer is white space only
  static constexpr std::uint8_t escaped = 8;   ///< the answer has escapes of JSON or LaTeX; see extract_answer()
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
inline constexpr std::string_view box_command = "\\boxed";
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

/// The tags <answer> and </answer>.
struct answer_tags {
  [[nodiscard]] static constexpr std::size_t opening(std::string_view text, std::size_t at) noexcept {
    return has_tag_at(text, at, open_tag) ? open_tag.size() : 0;
  }
  [[nodiscard]] static constexpr bool closing(std::string_view text, std::size_t at) noexcept {
    return has_tag_at(text, at, close_tag);
  }
};

/// The tags of a name, in any case.
struct named_tags {
  std::string_view name;

  [[nodiscard]] constexpr std::size_t opening(std::string_view text, std::size_t at) const noexcept {
    const std::string_view rest = text.substr(at + 1);
    if (rest.size() <= name.size() || rest[name.size()] != '>') return 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (ascii::to_lower(rest[i]) != ascii::to_lower(name[i])) return 0;
    }
    return name.size() + 2;
  }
  [[nodiscard]] constexpr bool closing(std::string_view text, std::size_t at) const noexcept {
    return text.substr(at + 1).starts_with('/') && opening(text, at + 1) != 0;
  }
};

/// Finds the last complete pair: an opening tag and the next closing one, as a lazy pattern matches. Unless the profile
/// is exact, a pair with nothing in it is passed over.
template <class Tags>
[[nodiscard]] constexpr extraction find_pair(std::string_view text, const extraction_profile& profile,
                                             const Tags& tags) noexcept {
  extraction out;
  std::size_t begin = nowhere;  // where the answer in an open pair begins
  std::size_t pairs = 0, filled = 0, opening = 0, closing = 0;
  for (std::size_t at = text.find('<'); at != nowhere; at = next_angle(text, at + 1)) {
    if (const std::size_t size = tags.opening(text, at); size != 0) {
      ++opening;
      if (begin == nowhere) begin = at + size;
    } else if (tags.closing(text, at)) {
      ++closing;
      if (begin == nowhere) continue;
      ++pairs;
      const std::string_view inside = text.substr(begin, at - begin);
      begin = nowhere;
      if (!profile.exact && strip(inside).empty()) continue;
      ++filled;
      out.answer = inside;
    }
  }
  if (pairs != 0) {
    out.reason = filled != 0 ? extraction_reason::last_tag : extraction_reason::empty;
  } else if (begin != nowhere) {
    out.reason = extraction_reason::unclosed;
  }
  if (pairs != 0 && pairs < profile.least_tags) out = {.reason = extraction_reason::too_few_tags};
  if (opening > profile.most_tags || closing > profile.most_tags) out.flags |= extraction_flag::tag_spam;
  return out;
}

[[nodiscard]] constexpr extraction find_tag(std::string_view text, const extraction_profile& profile) noexcept {
  if (profile.exact && profile.tag == extraction_profile{}.tag) return find_pair(text, profile, answer_tags{});
  return find_pair(text, profile, named_tags{profile.tag});
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

/// Finds the last closed box that is not empty, also "\boxed {". A box that is still open at an unclosed box does not
/// close either, so that each stretch between two unclosed boxes is read once.
[[nodiscard]] constexpr extraction find_box(std::string_view text) noexcept {
  extraction out;
  std::size_t unclosed = text.size();
  for (std::size_t at = text.rfind(box_command); at != nowhere; at = text.substr(0, at).rfind(box_command)) {
    std::size_t begin = at + box_command.size();
    while (text.substr(begin).starts_with(' ')) ++begin;
    if (!text.substr(begin++).starts_with('{')) continue;
    const std::size_t end = closing_brace(text.substr(0, unclosed), begin);
    const bool closed = end != nowhere;
    if (closed && !strip(text.substr(begin, end - begin)).empty()) {
      return {.answer = text.substr(begin, end - begin), .reason = extraction_reason::last_box};
    }
    if (!closed) unclosed = at;
    if (out.reason == extraction_reason::none) {
      out.reason = closed ? extraction_reason::empty : extraction_reason::unclosed;
    }
  }
  return out;
}

[[nodiscard]] constexpr extraction find_recall_box(std::string_view text) noexcept {
  std::size_t last = nowhere, spaced = nowhere;  // searched forwards, which is vectorised
  for (std::size_t at = text.find(box_command); at != nowhere; at = text.find(box_command, at + box_command.size())) {
    last = at;
    if (text.substr(at + box_command.size()).starts_with(' ')) spaced = at;
  }
  if (spaced != nowhere) {
    const std::string_view rest = text.substr(spaced + box_command.size() + 1);
    return {.answer = rest.substr(0, rest.find('$')), .reason = extraction_reason::last_box};
  }
  if (last == nowhere || !text.substr(last + box_command.size()).starts_with('{')) return {};
  const std::size_t begin = last + box_command.size() + 1;
  const std::size_t end = closing_brace(text, begin);
  if (end == nowhere) return {.reason = extraction_reason::unclosed};
  return {.answer = text.substr(begin, end - begin), .reason = extraction_reason::last_box};
}

/// The words after which an answer stands.
struct answer_label {
  std::string_view words;
  bool colon;  ///< a colon must follow, and the answer takes the rest of the line; otherwise of the sentence
  bool final;
};
inline constexpr answer_label answer_labels[] = {
    {"final answer", true, true},
    {"answer", true, false},
    {"the final answer is", false, true},
    {"my final answer is", false, true},
    {"final answer is", false, true},
    {"the answer is", false, false},
    {"the correct answer is", false, false},
    {"the answer to the question is", false, false},
    {"my answer is", false, false},
};

/// Abbreviations after which a sentence goes on, whatever follows ("Dr. No"), those whose stop belongs to a name
/// ("Inc."), and those that are words, too ("No. 5").
inline constexpr std::string_view answer_titles[] = {"Adm", "Brig", "Capt", "Cmdr", "Col",  "Cpl", "Dr",     "Fr",
                                                     "Ft",  "Gen",  "Gov",  "Hon",  "Lt",   "Maj", "Messrs", "Mlle",
                                                     "Mme", "Mr",   "Mrs",  "Ms",   "Msgr", "Mt",  "Prof",   "Pvt",
                                                     "Rep", "Rev",  "Sen",  "Sgt",  "St",   "Ste", "vs"};
inline constexpr std::string_view answer_abbreviations[] = {"Assn", "Ave",  "Bros", "Co",  "Corp", "Dept",
                                                            "Ed",   "Inc",  "Jr",   "Ltd", "Ph",   "Sq",
                                                            "Sr",   "Univ", "ca",   "cf",  "etc",  "feat"};

inline constexpr std::string_view number_abbreviations[] = {"No", "Nos", "Op", "Vol", "no", "nos", "op", "pt", "vol"};

template <std::size_t N>
[[nodiscard]] constexpr bool is_listed_word(const std::string_view (&words)[N], std::string_view word) noexcept {
  return std::find(words, words + N, word) != words + N;
}

[[nodiscard]] constexpr std::string_view to_line_end(std::string_view text) noexcept {
  return text.substr(0, text.find_first_of("\r\n"));
}

/// Returns the word that begins at `at`: up to white space.
[[nodiscard]] constexpr std::string_view word_from(std::string_view text, std::size_t at) noexcept {
  std::size_t end = at;
  while (end < text.size() && !ascii::is_space(text[end])) ++end;
  return text.substr(at, end - at);
}

/// Returns true for a capitalised function word, with which a sentence begins: "The", "It", but no initial ("A.").
[[nodiscard]] constexpr bool opens_sentence(std::string_view word) noexcept {
  std::array<char, 12> lower{};
  while (!word.empty() && !ascii::is_letter(word.back()) && word.back() != '.') word.remove_suffix(1);
  if (word.empty() || word.size() > lower.size() || !ascii::is_upper(word.front())) return false;
  for (std::size_t i = 0; i < word.size(); ++i) lower[i] = ascii::to_lower(word[i]);
  return is_stop_word({lower.data(), word.size()});
}

/// Returns true if the text up to its next full stop reads like a sentence: it has a word in lower case. The parts of
/// "Love. Angel. Music. Baby." do not.
[[nodiscard]] constexpr bool reads_like_sentence(std::string_view text) noexcept {
  bool spaced = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.' && (i + 1 == text.size() || ascii::is_space(text[i + 1]))) return false;
    if (spaced && ascii::is_lower(text[i])) return true;
    spaced = ascii::is_space(text[i]);
  }
  return false;
}

/// Returns true for a word of short parts between full stops: "U.S", "Ph.D", "a.k.a"; not "30.9%".
[[nodiscard]] constexpr bool is_dotted(std::string_view word) noexcept {
  const std::size_t stop = word.rfind('.');
  return stop != nowhere && stop + 1 < word.size() && word.size() - stop <= 3 &&
         unicode::is_word(utf8::decode(word, stop + 1).code) && !ascii::is_digit(word[stop + 1]);
}

/// Returns true if a sentence ends at the full stop at `at` of a line.
[[nodiscard]] constexpr bool ends_answer_at(std::string_view line, std::size_t at) noexcept {
  std::size_t next = at + 1;
  while (next < line.size() && ascii::is_space(line[next])) ++next;
  if (next == line.size()) return true;
  if (next == at + 1) return false;
  std::size_t begin = at;
  while (begin != 0 && !ascii::is_space(line[begin - 1])) --begin;
  if (begin == at) return false;  // ". . ."
  std::string_view before = line.substr(begin, at - begin);
  while (!before.empty() && !ascii::is_letter(before.front()) && !ascii::is_digit(before.front())) {
    before.remove_prefix(1);  // a bracket or a quotation mark
  }
  if (is_listed_word(answer_titles, before)) return false;
  const bool initial = before.size() == 1 && ascii::is_letter(before.front());
  if (initial || is_dotted(before) || is_listed_word(answer_abbreviations, before) ||
      is_listed_word(number_abbreviations, before)) {
    return opens_sentence(word_from(line, next)) && reads_like_sentence(line.substr(next));
  }
  if (ascii::is_lower(line[next])) return true;
  return reads_like_sentence(line.substr(next));
}

/// Returns the end of what a line begins with in quotation marks or in bold, or 0.
[[nodiscard]] constexpr std::size_t quoted_end(std::string_view line) noexcept {
  for (const std::string_view mark : {"\"", "**", "__", "`"}) {
    const std::size_t end = line.starts_with(mark) ? line.find(mark, mark.size()) : nowhere;
    if (end != nowhere) return end + mark.size();
  }
  return 0;
}

/// Returns the part of a line before the end of its first sentence; the stop of an abbreviation at the end stays.
[[nodiscard]] constexpr std::string_view first_sentence(std::string_view line) noexcept {
  line = strip(line);
  for (std::size_t at = line.find('.', quoted_end(line)); at != nowhere; at = line.find('.', at + 1)) {
    if (!ends_answer_at(line, at)) continue;
    const std::string_view sentence = line.substr(0, at);
    const std::size_t space = sentence.find_last_of(" \t");
    const std::string_view last = sentence.substr(space == nowhere ? 0 : space + 1);
    return is_dotted(last) || is_listed_word(answer_abbreviations, last) ? line.substr(0, at + 1) : sentence;
  }
  return line;
}

/// Returns true if the label [begin, end) is a heading: alone on its line, with marks of Markdown before it.
[[nodiscard]] constexpr bool is_heading(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  constexpr std::string_view marks = " \t#*_";
  const std::size_t after = text.find_first_not_of(marks, end);
  if (after != nowhere && text[after] != '\n' && text[after] != '\r') return false;
  const std::size_t line = text.substr(0, begin).rfind('\n') + 1;
  const std::string_view before = text.substr(line, begin - line);
  return before.find_first_of("#*_") != nowhere && before.find_first_not_of(marks) == nowhere;
}

/// Returns the end of the label with its colon, or nowhere.
[[nodiscard]] constexpr std::size_t label_end(std::string_view text, std::size_t at,
                                              const answer_label& label) noexcept {
  constexpr std::string_view wide_colon = "\xEF\xBC\x9A";
  constexpr std::string_view between = " \t*_";
  std::size_t end = at + label.words.size();
  if (!stands_at(text, at, label.words) || !is_own_word(text, at, end)) return nowhere;
  const std::size_t mark = std::min(text.find_first_not_of(between, end), text.size());
  if (text.substr(mark).starts_with(':')) return mark + 1;
  if (text.substr(mark).starts_with(wide_colon)) return mark + wide_colon.size();
  if (!label.colon) return end;
  return is_heading(text, at, end) ? mark : nowhere;
}

/// Removes the stars of Markdown that belong to a label, or to a line that is bold as a whole. Only `after_label` may
/// stars that touch a word be the label's: "*NSYNC" is a name.
[[nodiscard]] constexpr std::string_view without_label_marks(std::string_view line, bool after_label) noexcept {
  const bool own = after_label && line.starts_with('*');
  line = strip(line);
  for (std::size_t stars = line.find_first_not_of('*'); stars != 0; stars = line.find_first_not_of('*')) {
    if (stars == nowhere) return {};
    if (!ascii::is_space(line[stars]) && (!own || line.find('*', stars) != nowhere)) return line;  // **Rome**
    line = strip(line.substr(stars));
  }
  if (line.starts_with("- ")) line = strip(line.substr(2));  // one item of a list
  if (line.ends_with("**") && line.find("**") == line.size() - 2) line.remove_suffix(2);
  return line;
}

/// Returns the answer between a label and the next one: the rest of the line or, if that is empty, the next line.
[[nodiscard]] constexpr std::string_view labelled(std::string_view text, bool colon) noexcept {
  for (bool first = true; !text.empty(); first = false) {
    const std::string_view line = to_line_end(text);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::string_view said = without_label_marks(line, first);
    if (!said.empty()) return colon ? said : strip(first_sentence(said));
  }
  return {};
}

/// Finds the answer after the last of the chosen labels that has one, in one pass.
template <class Chosen>
[[nodiscard]] constexpr extraction find_label(std::string_view text, const Chosen& chosen) noexcept {
  extraction out;
  const answer_label* open = nullptr;  // the label whose answer has not ended
  std::size_t begin = 0, line = 0;
  const auto close = [&](std::size_t end) {
    if (open == nullptr) return;
    const std::string_view said = labelled(text.substr(begin, end - begin), open->colon);
    if (!said.empty()) {
      out = {.answer = said, .reason = open->colon ? extraction_reason::answer_line : extraction_reason::answer_phrase};
    } else if (!out.found()) {
      out.reason = extraction_reason::empty;
    }
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') line = at + 1;
    if (!ascii::is_letter(text[at])) continue;
    for (const answer_label& label : answer_labels) {
      if (!chosen(label) || ascii::to_lower(text[at]) != label.words.front()) continue;
      const std::size_t end = label_end(text, at, label);
      if (end == nowhere) continue;
      close(line > begin ? line : at);
      open = &label;
      begin = end;
      at = end - 1;
      break;
    }
  }
  close(text.size());
  return out;
}

/// The member of a JSON object that holds the answer, if the profile names no other.
inline constexpr std::string_view json_members[] = {"answer", "final_answer", "final answer"};

/// Returns the JSON value at `at`, without the quotation marks of a string: a string, a number, true or false, or such
/// a value as the only element of a list.
[[nodiscard]] constexpr extraction json_value_at(std::string_view text, std::size_t at) noexcept {
  constexpr std::string_view ends = ",}] \t\r\n";
  extraction out{.reason = extraction_reason::json_answer};
  const char quote = at < text.size() ? text[at] : '\0';
  if (quote == '[') {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(blanks, at + 1), text.size());
    if (text.substr(begin).starts_with('[')) return {};
    const extraction one = json_value_at(text, begin);
    const bool marked = text.substr(begin).starts_with('"') || text.substr(begin).starts_with('\'');
    const std::size_t end = begin + one.answer.size() + (marked ? 2 : 0);
    const std::size_t close = text.find_first_not_of(blanks, std::min(end, text.size()));
    return one.found() && close != nowhere && text[close] == ']' ? one : extraction{};
  }
  if (quote != '"' && quote != '\'') {
    const std::string_view after = text.substr(at, 64);
    out.answer = after.substr(0, after.find_first_of(ends));
    const bool plain = ascii::is_digit(quote) || quote == '-';
    if (!plain && out.answer != "true" && out.answer != "false") return {};
    return out;
  }
  for (std::size_t end = at + 1; end < text.size(); ++end) {
    if (text[end] == '\\') {
      out.flags |= extraction_flag::escaped;
      ++end;
    } else if (text[end] == quote) {
      out.answer = text.substr(at + 1, end - at - 1);
      return out;
    }
  }
  return {.reason = extraction_reason::unclosed};
}

/// Finds the last member of that name with a value, in an object of JSON or of Python, fenced or not.
[[nodiscard]] constexpr extraction find_json_member(std::string_view text, std::string_view member) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  extraction out;
  const bool usual = member == extraction_profile{}.tag;
  const auto is_key = [&](std::size_t begin, std::string_view name) {
    const std::size_t end = begin + 1 + name.size();
    if (end >= text.size() || text[end] != text[begin]) return false;
    return usual ? stands_at(text, begin + 1, name) : text.substr(begin + 1, name.size()) == name;
  };
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] != '"' && text[at] != '\'') continue;
    std::size_t size = 0;
    for (const std::string_view name : json_members) {
      if (usual && is_key(at, name)) size = name.size();
    }
    if (!usual && is_key(at, member)) size = member.size();
    if (size == 0) continue;
    const std::size_t before = text.substr(0, at).find_last_not_of(blanks);
    const std::size_t colon = text.find_first_not_of(blanks, at + size + 2);
    if (before == nowhere || (text[before] != '{' && text[before] != ',')) continue;
    if (colon == nowhere || text[colon] != ':') continue;
    const extraction here = json_value_at(text, std::min(text.find_first_not_of(blanks, colon + 1), text.size()));
    if (here.found() && !strip(here.answer).empty()) return here;
    if (out.reason == extraction_reason::none) {
      out.reason = here.found() ? extraction_reason::empty : here.reason;
    }
  }
  return out;
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
    case answer_place::json:
      return find_json_member(text, profile.tag);
    case answer_place::answer_line:
      return find_label(text, [](const answer_label& one) { return one.colon; });
    case answer_place::phrase:
      return find_label(text, [](const answer_label& one) { return !one.colon; });
    case answer_place::final_label:
      return find_label(text, [](const answer_label& one) { return one.final; });
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
}  // namespace mhqa::inline v0_1
