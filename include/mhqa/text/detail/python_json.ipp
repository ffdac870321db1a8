// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of python_json.hpp.
#pragma once

#include <mhqa/text/python_json.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/unicode_forms.hpp>
#include <mhqa/utf8.hpp>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void append_python_repr(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  const bool double_quotes = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
  const char quote = double_quotes ? '"' : '\'';
  out += quote;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    const auto hex = [&](char kind, int places) {
      out += '\\';
      out += kind;
      for (int place = places - 1; place >= 0; --place) out += digits[(c.code >> (4 * place)) & 15U];
    };
    if (c.code == static_cast<unsigned char>(quote) || c.code == '\\') {
      out += '\\';
      out += static_cast<char>(c.code);
    } else if (c.code == '\n' || c.code == '\r' || c.code == '\t') {
      out += c.code == '\n' ? "\\n" : c.code == '\r' ? "\\r" : "\\t";
    } else if (unicode::is_printable(c.code)) {
      out.append(text, at, c.size);
    } else if (c.code < 0x100) {
      hex('x', 2);
    } else if (c.code < 0x10000) {
      hex('u', 4);
    } else {
      hex('U', 8);
    }
    at += c.size;
  }
  out += quote;
}

MHQA_INLINE json_verdict python_json_reader::value() {
  const bool keep = kept();
  std::string text;
  const char c = peek();
  if (at_ == text_.size()) return json_verdict::invalid;
  if (c == '{' || c == '[') {
    if (open_.size() == most_open) return json_verdict::too_large;
    level& opened = open_.emplace_back();
    opened.object = c == '{';
    opened.kept = keep;
    ++at_;
    spaces();
    if (peek() == (c == '{' ? '}' : ']')) {
      ++at_;
      close();
      return json_verdict::valid;
    }
    return c == '{' ? key() : value();
  }
  if (c == '"') {
    if (!string(keep ? &text : nullptr)) return json_verdict::invalid;
    if (keep && open_.back().kept) {
      std::string shown;
      append_python_repr(shown, text);
      put(std::move(shown));
    } else if (keep) {
      put(std::move(text));
    }
    return json_verdict::valid;
  }
  for (const auto& [word, spelled] : words) {
    if (!text_.substr(at_).starts_with(word)) continue;
    at_ += word.size();
    if (keep) put(std::string{spelled});
    return json_verdict::valid;
  }
  return number(keep);
}

MHQA_INLINE json_verdict python_json_reader::next() {
  spaces();
  const char c = peek();
  const bool object = open_.back().object;
  if (c == ',') {
    ++at_;
    spaces();
    return object ? key() : value();
  }
  if (c != (object ? '}' : ']')) return json_verdict::invalid;
  ++at_;
  close();
  return json_verdict::valid;
}

MHQA_INLINE void python_json_reader::put(std::string text) {
  level& top = open_.back();
  if (!top.kept) {
    found_ = std::move(text);
    return;
  }
  if (top.object) {
    const auto [where, fresh] = top.places.emplace(top.key, top.members.size());
    if (!fresh) {
      top.members[where->second].text = std::move(text);
      return;
    }
  }
  top.members.push_back({top.object ? top.key : std::string{}, std::move(text)});
}

MHQA_INLINE void python_json_reader::close() {
  if (!open_.back().kept) return open_.pop_back();
  const level done = std::move(open_.back());
  open_.pop_back();
  std::string text(1, done.object ? '{' : '[');
  for (const member& one : done.members) {
    if (text.size() > 1) text += ", ";
    if (done.object) {
      append_python_repr(text, one.key);
      text += ": ";
    }
    text += one.text;
  }
  put(text += done.object ? '}' : ']');
}

MHQA_INLINE json_verdict python_json_reader::number(bool keep) {
  const std::size_t begin = at_;
  const auto digits = [this] {
    const std::size_t first = at_;
    while (ascii::is_digit(peek())) ++at_;
    return at_ - first;
  };
  if (peek() == '-') ++at_;
  std::size_t whole = 1;
  if (peek() == '0') {
    ++at_;
  } else if (whole = digits(); whole == 0) {
    return json_verdict::invalid;
  }
  bool is_float = false;
  if (std::size_t mark = at_; peek() == '.') {
    ++at_;
    if (digits() == 0) at_ = mark;
    is_float = at_ != mark;
  }
  if (std::size_t mark = at_; peek() == 'e' || peek() == 'E') {
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    if (digits() == 0) at_ = mark;
    is_float = is_float || at_ != mark;
  }
  if (!is_float && whole > most_digits) return json_verdict::too_large;
  if (!keep) return json_verdict::valid;
  const std::string_view text = text_.substr(begin, at_ - begin);
  if (!is_float) {
    put(text == "-0" ? "0" : std::string{text});
    return json_verdict::valid;
  }
  std::string spelled;
  append_python_double(spelled, *python_float(text));
  put(std::move(spelled));
  return json_verdict::valid;
}

MHQA_INLINE bool python_json_reader::string(std::string* out) {
  for (++at_; at_ < text_.size();) {
    const std::size_t begin = at_;
    const auto is_plain = [](char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; };
    while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
    if (out != nullptr) out->append(text_, begin, at_ - begin);
    if (at_ == text_.size()) return false;
    const char c = text_[at_++];
    if (c != '\\') return c == '"';
    if (at_ == text_.size()) return false;
    const char escape = text_[at_++];
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t which = names.find(escape); which != std::string_view::npos) {
      if (out != nullptr) *out += meanings[which];
      continue;
    }
    std::uint32_t code = 0;
    if (escape != 'u' || !hex(code)) return false;
    if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_).starts_with("\\u")) {
      const std::size_t mark = at_;
      std::uint32_t low = 0;
      at_ += 2;
      if (hex(low) && low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
      } else {
        at_ = mark;
      }
    }
    if (out != nullptr) utf8::append(*out, {code, utf8::detail::encoded_size(code)});
  }
  return false;
}

}  // namespace mhqa::inline v0_1::detail
