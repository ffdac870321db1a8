// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The normalisation of every published evaluator, exactly as its Python does it on any text: lower case,
// ASCII punctuation deleted, articles made a space, words joined by one space.
// Rajpurkar et al. 2016 (SQuAD), function normalize_answer. normalize("The U.S.A.") == "usa".
#pragma once

#include <mhqa/text/lower.hpp>
#include <mhqa/text/token.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// Which steps of the normalisation are done; white space is always split and joined, as the last step.
struct normalization {
  bool lower_case = true;   ///< str.lower of the whole text: final sigma by its neighbours, U+0130 to two code points
  bool punctuation = true;  ///< the 32 ASCII punctuation characters are deleted
  bool articles = true;     ///< re's \b(a|an|the)\b becomes a space

  friend constexpr bool operator==(const normalization&, const normalization&) = default;
};

namespace normalizations {

inline constexpr normalization squad{};                           ///< all steps: every evaluator's answers
inline constexpr normalization keep_articles{.articles = false};  ///< 2WikiMultihopQA's evidence triples
inline constexpr normalization none{
    .lower_case = false, .punctuation = false, .articles = false};  ///< ' '.join(s.split())

}  // namespace normalizations

namespace detail {

/// What happens to an ASCII byte: the byte to write, and three flags.
inline constexpr unsigned byte_kept = 0x100;
inline constexpr unsigned byte_space = 0x200;
inline constexpr unsigned byte_other = 0x400;  // not ASCII, or kept although \b sees its edge

using byte_rules = std::array<std::uint16_t, 256>;

[[nodiscard]] constexpr bool is_punctuation(unsigned c) noexcept {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

[[nodiscard]] constexpr byte_rules make_byte_rules(normalization how) noexcept {
  byte_rules rules{};
  for (unsigned c = 0; c < 256; ++c) {
    unsigned rule = byte_other;
    if (c < 128) {
      if (unicode::is_space(c)) {
        rule = ' ' | byte_kept | byte_space;
      } else if (is_punctuation(c) && how.punctuation) {
        rule = 0;
      } else {
        rule = static_cast<unsigned>(how.lower_case ? unicode::lower(c).first : c) | byte_kept;
        if (how.articles && !unicode::is_word(c)) rule |= byte_other;
      }
    }
    rules[c] = static_cast<std::uint16_t>(rule);
  }
  return rules;
}

inline constexpr std::array<byte_rules, 8> byte_rule_table = {
    make_byte_rules({false, false, false}), make_byte_rules({true, false, false}),
    make_byte_rules({false, true, false}),  make_byte_rules({true, true, false}),
    make_byte_rules({false, false, true}),  make_byte_rules({true, false, true}),
    make_byte_rules({false, true, true}),   make_byte_rules({true, true, true}),
};

[[nodiscard]] constexpr const byte_rules& rules_for(normalization how) noexcept {
  return byte_rule_table[(how.lower_case ? 1U : 0U) | (how.punctuation ? 2U : 0U) | (how.articles ? 4U : 0U)];
}

[[nodiscard]] constexpr bool is_article(std::uint64_t key) noexcept {
  return key == short_key("a") || key == short_key("an") || key == short_key("the");
}

}  // namespace detail

/// A normalised text and its tokens; a value to be assigned again and again.
///
/// Shape:  text() is the words joined by one space, tokens() the words in order
/// Errors: assign() throws std::length_error for more than 2^31 bytes
/// Cost:   O(bytes); assign() allocates only when a text is longer, or has more words, than all before it
/// Source: normalize_answer of the SQuAD, HotpotQA, 2WikiMultihopQA, MuSiQue and HieraDate evaluators (Python 3.11)
/// Differs: bytes that are no UTF-8, which Python would refuse, follow the rule of utf8.hpp
class normalized {
 public:
  normalized() = default;
  explicit normalized(std::string_view source, normalization how = normalizations::squad) { assign(source, how); }

  /// Replaces the value. `source` may not point into this object's own text().
  void assign(std::string_view source, normalization how = normalizations::squad);

  [[nodiscard]] std::string_view text() const noexcept { return {buffer_.data(), text_size_}; }
  [[nodiscard]] std::span<const token> tokens() const noexcept { return {tokens_.data(), token_count_}; }
  [[nodiscard]] bool empty() const noexcept { return token_count_ == 0; }

  /// Equal texts, and so equal tokens: the published exact match.
  [[nodiscard]] friend bool operator==(const normalized& a, const normalized& b) noexcept {
    return a.text() == b.text();
  }

 private:
  class writer;

  // Both grow only; text_size_ and token_count_ say how much of them counts.
  std::vector<char> buffer_;
  std::vector<token> tokens_;
  std::size_t text_size_ = 0;
  std::size_t token_count_ = 0;
};

/// The state of one assign(). A token is [start, at) of the output; [run, at) are the word characters at its end.
class normalized::writer {
 public:
  writer(normalized& to, std::string_view source, normalization how)
      : to_{to},
        rules_{detail::rules_for(how).data()},
        how_{how},
        begin_{source.data()},
        in_{source.data()},
        end_{source.data() + source.size()} {
    // Lower-casing makes at most three bytes of two; keys are read and characters written 8 bytes at a time.
    const std::size_t room = source.size() + source.size() / 2 + 16;
    if (to_.buffer_.size() < room) to_.buffer_.assign(room, '\0');
    out_ = to_.buffer_.data();
    to_.token_count_ = 0;
  }

  void write() {
    do {
      if (run_ == start_) ascii_words();
      if (in_ != end_) one_character();
    } while (in_ != end_);
    end_token();
    to_.text_size_ = at_ == 0 ? 0 : at_ - 1;
  }

 private:
  static constexpr std::size_t chunk = 64;

  /// Takes up to `chunk` bytes of plain ASCII at the start of a token, or within one that is all word characters.
  ///
  /// The first loop has no branch that depends on where words end: it notes the ends, the second loop makes
  /// tokens of them. Mispredicted branches are what short answers cost most.
  void ascii_words() {
    std::uint32_t ends[chunk];
    std::size_t count = 0;
    std::size_t at = at_;
    const char* in = in_;
    const char* const stop = end_ - in > static_cast<std::ptrdiff_t>(chunk) ? in + chunk : end_;
    for (; in != stop; ++in) {
      const unsigned rule = rules_[static_cast<unsigned char>(*in)];
      if ((rule & detail::byte_other) != 0) break;
      out_[at] = static_cast<char>(static_cast<unsigned char>(rule & 0xFFU));
      ends[count] = static_cast<std::uint32_t>(at);
      at += (rule >> 8U) & 1U;
      count += (rule >> 9U) & 1U;
    }
    in_ = in;
    if (to_.tokens_.size() < to_.token_count_ + chunk) to_.tokens_.resize(to_.tokens_.size() * 2 + chunk);
    std::size_t from = start_;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size = ends[i] - from;
      if (size != 0) {
        const std::uint64_t key = detail::token_key(out_ + from, size);
        if (!(how_.articles && detail::is_article(key))) {
          if (from != start_) std::memmove(out_ + start_, out_ + from, size);
          push(key, size);
        }
      }
      from = ends[i] + 1;
    }
    if (from != start_) std::memmove(out_ + start_, out_ + from, at - from);
    at_ = start_ + (at - from);
    run_ = start_;
  }

  /// Takes any one character.
  void one_character() {
    const utf8::character c = utf8::detail::decode(in_, end_);
    const char* const here = in_;
    in_ += c.size;
    const unsigned rule = c.code < 0x80 ? rules_[c.code] : detail::byte_other;
    if (rule == 0) return;
    const unicode::detail::property p = unicode::detail::lookup(c.code);
    if ((p.flags & unicode::detail::space) != 0) return end_token();
    const bool is_word = (p.flags & unicode::detail::word) != 0;
    if (!is_word) end_run();
    if (!how_.lower_case || p.to_lower == 0) {
      for (std::uint8_t i = 0; i < c.size; ++i) out_[at_++] = here[i];
    } else {
      auto lower = static_cast<char32_t>(static_cast<std::int32_t>(c.code) + p.to_lower);
      if ((p.flags & unicode::detail::sigma) != 0 && detail::is_final_sigma(begin_, here, in_, end_)) lower = U'\u03C2';
      put(lower);
      if ((p.flags & unicode::detail::full_lower) != 0) {
        end_run();
        put(U'\u0307');
        run_ = at_;
      }
    }
    if (!is_word) run_ = at_;
  }

  void put(char32_t code) noexcept { at_ = static_cast<std::size_t>(utf8::encode(code, out_ + at_) - out_); }

  /// A word boundary: an article that ends here goes, and what stood before it in the token is a token.
  void end_run() {
    if (!how_.articles || run_ == at_ || !detail::is_article(detail::token_key(out_ + run_, at_ - run_))) return;
    at_ = run_;
    close_token();
  }

  void end_token() {
    end_run();
    close_token();
  }

  void close_token() {
    if (at_ != start_) {
      if (to_.tokens_.size() == to_.token_count_) to_.tokens_.resize(to_.tokens_.size() * 2 + chunk);
      push(detail::token_key(out_ + start_, at_ - start_), at_ - start_);
    }
    run_ = at_ = start_;
  }

  /// Makes the `size` bytes from start_ a token and steps behind the space that follows it.
  void push(std::uint64_t key, std::size_t size) noexcept {
    to_.tokens_[to_.token_count_++] = {key, static_cast<std::uint32_t>(start_), static_cast<std::uint32_t>(size)};
    start_ += size;
    out_[start_++] = ' ';
  }

  normalized& to_;
  const std::uint16_t* rules_;
  normalization how_;
  const char* begin_;
  const char* in_;
  const char* end_;
  char* out_ = nullptr;
  std::size_t start_ = 0;
  std::size_t run_ = 0;
  std::size_t at_ = 0;
};

inline void normalized::assign(std::string_view source, normalization how) {
  if (source.size() > (std::size_t{1} << 31U))
    throw std::length_error{"mhqa::normalized: a text of more than 2^31 bytes"};
  writer{*this, source, how}.write();
}

/// The normalised text as a string.
///
/// Example: normalize("The U.S.A.") == "usa"
[[nodiscard]] inline std::string normalize(std::string_view source, normalization how = normalizations::squad) {
  return std::string{normalized{source, how}.text()};
}

}  // namespace v0
}  // namespace mhqa
