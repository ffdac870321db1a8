// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of surface_forms.hpp.
#pragma once

#include <mhqa/text/surface_forms.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/python_json.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/text/unicode_forms.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE std::string plain_form(std::string_view text) {
  std::string out;
  if (is_ascii(text)) {
    text = strip(text);
    out.resize(text.size());
    char* to = out.data();
    char before = '\0';
    for (const char c : text) {
      *to = ascii::to_lower(c);
      to += c == ' ' && before == ' ' ? 0 : 1;
      before = c;
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
    return out;
  }
  const std::string lowered = to_lower(text);
  const auto put = [&out](std::string_view bytes) {
    if (bytes == " " && out.ends_with(' ')) return;
    out += bytes;
  };
  for (std::size_t at = 0; at < lowered.size();) {
    const utf8::character c = utf8::decode(lowered, at);
    const std::string_view bytes = std::string_view{lowered}.substr(at, c.size);
    at += c.size;
    if (c.code == 0x202F || c.code == 0xA0 || c.code == 0x2009 || c.code == 0x200A || c.code == 0x2002 ||
        c.code == 0x2003) {
      put(" ");
    } else if (c.code >= 0x2010 && c.code <= 0x2015) {
      put("-");
    } else if (c.code == 0x2018 || c.code == 0x2019) {
      put("'");
    } else if (c.code == 0x201C || c.code == 0x201D) {
      put("\"");
    } else {
      put(bytes);
    }
  }
  return std::string{strip(out)};
}

MHQA_INLINE std::string without_parentheses(std::string_view text) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t open = text.find('('); open != nowhere; open = text.find('(', from)) {
    const std::size_t close = text.find(')', open);
    if (close == nowhere) break;
    std::string_view before = text.substr(from, open - from);
    while (!before.empty()) {
      const utf8::character c = utf8::detail::decode_before(before.data(), before.data() + before.size());
      if (c.opaque() || !unicode::is_space(c.code)) break;
      before.remove_suffix(c.size);
    }
    out.append(before).append(" ");
    from = close + 1;
    while (from < text.size()) {
      const utf8::character c = utf8::decode(text, from);
      if (c.opaque() || !unicode::is_space(c.code)) break;
      from += c.size;
    }
  }
  out.append(text.substr(from));
  return single_spaced(out);
}

MHQA_INLINE std::string without_number_commas(std::string_view text) {
  std::vector<utf8::character> kept;  // in reverse order
  const auto digit = [](const utf8::character& c) { return !c.opaque() && unicode::digit(c.code) >= 0; };
  const char* const begin = text.data();
  for (const char* at = begin + text.size(); at != begin;) {
    const utf8::character c = utf8::detail::decode_before(begin, at);
    at -= c.size;
    const std::size_t n = kept.size();
    const bool drop = c.code == ',' && n >= 3 && digit(kept[n - 1]) && digit(kept[n - 2]) && digit(kept[n - 3]) &&
                      at != begin && digit(utf8::detail::decode_before(begin, at));
    if (!drop) kept.push_back(c);
  }
  std::string out;
  for (auto c = kept.rbegin(); c != kept.rend(); ++c) utf8::append(out, *c);
  return out;
}

MHQA_INLINE std::string without_dots(std::string_view text) {
  std::string out;
  const auto digit = [](const utf8::character& c) { return !c.opaque() && unicode::digit(c.code) >= 0; };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool drop = text[at] == '.' &&
                      !(at != 0 && digit(utf8::detail::decode_before(text.data(), text.data() + at))) &&
                      !(at + 1 != text.size() && digit(utf8::decode(text, at + 1)));
    if (!drop) out += text[at];
  }
  return out;
}

MHQA_INLINE std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t next = text.find(from, at);
    out.append(text.substr(at, next == nowhere ? nowhere : next - at));
    if (next == nowhere) return out;
    out.append(to);
    at = next + from.size();
  }
}

/// Calls `add` with the gold without its parentheses, and with what stands in each.
template <class Add>
void add_parentheses(std::string_view gold, const Add& add) {
  std::size_t open = gold.find('(');
  if (open == nowhere) return;
  add(without_parentheses(gold));
  while (open != nowhere) {
    const std::size_t close = gold.find(')', open + 1);
    if (close == nowhere) return;
    const std::string_view inner = strip(gold.substr(open + 1, close - open - 1));
    if (utf8::count(inner) > 1) add(std::string{inner});
    open = gold.find('(', close + 1);
  }
}

/// The gold with "&" in place of its first "and". The program finds the word in the lower-case text and cuts the gold
/// at the same index, counted in characters.
[[nodiscard]] inline std::string with_ampersand(std::string_view gold, std::string_view lowered, std::size_t at) {
  const std::size_t index = utf8::count(lowered.substr(0, at));
  const auto byte_of = [&](std::size_t characters) {
    std::size_t byte = 0;
    for (std::size_t i = 0; i < characters && byte < gold.size(); ++i) byte += utf8::decode(gold, byte).size;
    return byte;
  };
  return std::string{gold.substr(0, byte_of(index))} + " & " + std::string{gold.substr(byte_of(index + 5))};
}

[[nodiscard]] inline bool all_digits(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); at += utf8::decode(text, at).size) {
    if (!unicode::is_digit(utf8::decode(text, at).code)) return false;
  }
  return true;
}

/// Drops forms that are too short, and repeated ones.
[[nodiscard]] inline std::vector<std::string> kept_forms(std::span<const std::string> forms, std::string_view own) {
  std::vector<std::string> out;
  for (const std::string& form : forms) {
    std::string text = single_spaced(form);
    if (text.empty()) continue;
    if (utf8::count(text) >= 3 || text == own || all_digits(text)) out.push_back(std::move(text));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace detail

MHQA_INLINE std::vector<std::string> surface_forms(std::string_view gold) {
  std::vector<std::string> forms{std::string{gold}};
  const auto add = [&](std::string form) { forms.push_back(std::move(form)); };
  for (const std::string_view article : detail::lead_articles) {
    if (!detail::leads_with(gold, article)) continue;
    add(std::string{gold.substr(article.size())});
    break;
  }
  std::string unquoted = detail::replaced(gold, "\"", "");
  unquoted = detail::replaced(detail::replaced(unquoted, "\xE2\x80\x9C", ""), "\xE2\x80\x9D", "");
  add(std::string{detail::strip(unquoted)});
  detail::add_parentheses(gold, add);
  const std::string lowered = to_lower(gold);
  const std::string_view word = detail::strip(lowered);
  for (const auto& [name, figures] : detail::number_words) {
    if (word == name) add(std::string{figures});
    if (word == figures) add(std::string{name});
  }
  add(detail::without_number_commas(gold));
  if (!gold.empty() && std::string_view{".,;:!?"}.find(gold.back()) != detail::nowhere) {
    const std::string cut{gold.substr(0, gold.size() - 1)};
    const std::string marked = "x" + cut;  // keeps strip() from changing the front
    add(std::string{detail::strip(marked).substr(1)});
  }
  if (gold.find('.') != detail::nowhere) {
    std::string dotless = detail::without_dots(gold);
    if (utf8::count(dotless) > 1) add(std::move(dotless));
  }
  if (gold.find('-') != detail::nowhere && !gold.starts_with('-')) {
    add(detail::single_spaced(detail::replaced(gold, "-", " ")));
  }
  if (gold.find(" & ") != detail::nowhere) add(detail::replaced(gold, " & ", " and "));
  if (const std::size_t at = lowered.find(" and "); at != detail::nowhere) {
    add(detail::with_ampersand(gold, lowered, at));
  }
  for (std::size_t i = 0, n = forms.size(); i < n; ++i) {
    for (const std::string_view article : detail::lead_articles) {
      if (detail::leads_with(forms[i], article)) add(forms[i].substr(article.size()));
    }
  }
  return detail::kept_forms(forms, detail::strip(gold));
}

MHQA_INLINE bool is_unfit_for_substrings(std::string_view gold) {
  if (utf8::count(gold) > 40) return true;
  std::string_view inner = detail::strip(gold);
  while (inner.ends_with('.')) inner.remove_suffix(1);
  std::size_t words = 0, capitals = 0, weak = 0, strong_capitals = 0;
  split_whitespace(inner, [&](std::string_view word) {
    const std::string lower = to_lower(word);
    const bool is_weak =
        std::find(std::begin(detail::weak_words), std::end(detail::weak_words), lower) != std::end(detail::weak_words);
    const bool capital = unicode::is_upper(utf8::decode(word, 0).code);
    ++words;
    capitals += capital ? 1 : 0;
    weak += is_weak ? 1 : 0;
    strong_capitals += capital && !is_weak ? 1 : 0;
  });
  if (words == 3 || words == 4) return capitals == words && weak == 0;
  return (words == 5 || words == 6) && strong_capitals >= 3;
}

MHQA_INLINE bool stands_firmly(std::string_view answer, std::size_t answer_length, std::string_view form) {
  if (form.empty()) return false;
  const std::size_t first = answer.find(form);
  if (first == std::string_view::npos) return false;
  if (utf8::count(form) <= 4) {
    bool alone = false;
    for (std::size_t at = first; at != std::string_view::npos && !alone; at = answer.find(form, at + 1)) {
      alone = detail::is_own_word(answer, at, at + form.size());
    }
    if (!alone) return false;
  }
  return answer_length <= 80 || utf8::count(answer.substr(0, first)) <= 40;
}

MHQA_INLINE std::string json_answer(std::string_view generation) {
  const std::string_view text = detail::strip(generation);
  constexpr std::string_view fence = "```";
  const auto skip_spaces = [&](std::size_t at) {
    while (at < text.size() && !ascii::is_graphic(text[at])) {
      const utf8::character c = utf8::decode(text, at);
      if (c.opaque() || !unicode::is_space(c.code)) break;
      at += c.size;
    }
    return at;
  };
  std::vector<std::string_view> found;
  std::size_t brace = 0, spaces_end = 0;  // of the next "}" before a fence
  for (std::size_t at = text.find(fence); at != detail::nowhere;) {
    std::size_t begin = at + fence.size();
    if (text.substr(begin).starts_with("json")) begin += 4;
    begin = skip_spaces(begin);
    if (begin >= text.size() || text[begin] != '{') {
      at = text.find(fence, at + 1);
      continue;
    }
    if (brace <= begin) {
      for (brace = text.find('}', begin); brace != detail::nowhere; brace = text.find('}', brace + 1)) {
        spaces_end = skip_spaces(brace + 1);
        if (text.substr(spaces_end).starts_with(fence)) break;
      }
      if (brace == detail::nowhere) break;
    }
    found.push_back(text.substr(begin, brace + 1 - begin));
    at = text.find(fence, spaces_end + fence.size());
  }
  for (auto block = found.rbegin(); block != found.rend(); ++block) {
    if (auto answer = python_json_member(*block, "answer")) return *std::move(answer);
  }
  found.clear();
  for (std::size_t at = text.find('{'); at != detail::nowhere;) {
    const std::size_t end = detail::closing_brace(text, at + 1);
    if (end == detail::nowhere) break;
    found.push_back(text.substr(at, end + 1 - at));
    at = text.find('{', end + 1);
  }
  for (auto block = found.rbegin(); block != found.rend(); ++block) {
    if (auto answer = python_json_member(*block, "answer")) return *std::move(answer);
  }
  return std::string{text};
}

}  // namespace mhqa::inline v0_1
