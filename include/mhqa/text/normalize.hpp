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
#include <mhqa/text/window.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
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

[[nodiscard]] constexpr bool is_punctuation(char32_t c) noexcept {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

inline constexpr std::uint64_t article_keys[4] = {0, word_key(0x61, 0, 1), word_key(0x6E61, 0, 2),
                                                  word_key(0x656874, 0, 3)};  // -, a, an, the

[[nodiscard]] constexpr bool is_article(std::uint64_t key, std::size_t size) noexcept {
  return key == article_keys[size & 3U] && size - 1 < 3;
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
  normalized(const normalized&) = default;
  normalized& operator=(const normalized&) = default;
  normalized(normalized&& other) noexcept : normalized{} { swap(other); }
  normalized& operator=(normalized&& other) noexcept {
    swap(other);
    return *this;
  }
  ~normalized() = default;

  void swap(normalized& other) noexcept {
    buffer_.swap(other.buffer_);
    tokens_.swap(other.tokens_);
    std::swap(text_size_, other.text_size_);
    std::swap(token_count_, other.token_count_);
  }

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
  struct writer;

  bool take_words(writer& state, const detail::window& ahead);
  void take_character(writer& state);
  void end_run(writer& state);
  void end_token(writer& state);
  void close_token(writer& state);

  // Both grow only; text_size_ and token_count_ say how much of them counts.
  std::vector<char> buffer_;
  std::vector<token> tokens_;
  std::size_t text_size_ = 0;
  std::size_t token_count_ = 0;
};

/// The state of one assign(). A token is [start, at) of the output; [run, at) are the word characters at its end.
struct normalized::writer {
  const char* begin;
  const char* in;  // up to here the text is done
  const char* end;
  normalization how;
  std::size_t start = 0;
  std::size_t run = 0;
  std::size_t at = 0;
};

inline void normalized::assign(std::string_view source, normalization how) {
  const std::size_t size = source.size();
  if (size > (std::size_t{1} << 31U)) throw std::length_error{"mhqa::normalized: a text of more than 2^31 bytes"};
  // Lower-casing makes at most three bytes of two; at most two words are read or written beyond the end.
  if (buffer_.size() < size + size / 2 + 24) buffer_.assign(size + size / 2 + 24, '\0');
  if (tokens_.size() < 64) tokens_.resize(64);
  token_count_ = 0;
  text_size_ = 0;

  const char* const text = source.data();
  writer state{text, text, text + size, how};
  detail::window ahead;
  while (state.in != state.end) {
    if (how.punctuation && state.run == state.start) {
      if (!ahead.covers(state.in)) ahead.look(text, state.in, state.end, how.lower_case);
      if (take_words(state, ahead)) continue;
    }
    take_character(state);
  }
  if (state.at != state.start) end_token(state);
  text_size_ = state.start == 0 ? 0 : state.start - 1;
}

/// Takes letters, digits, spaces and punctuation where the token so far is all word characters; false if none came.
inline bool normalized::take_words(writer& state, const detail::window& ahead) {
  const std::ptrdiff_t before = state.in - ahead.from;  // [0, 63]
  const auto left = static_cast<std::size_t>(std::min(detail::window::size - before, state.end - state.in));
  const std::size_t length = std::min(left, static_cast<std::size_t>(std::countr_one(ahead.masks.printable >> before)));
  if (length == 0) return false;
  const std::uint64_t here = ~std::uint64_t{0} >> (64 - length);
  std::uint64_t spaces = (ahead.masks.spaces >> before) & here;
  std::uint64_t breaks = ~(ahead.masks.words >> before) & here;
  if (state.in + length == state.end && length < 64) {  // the end of the text ends a token too
    spaces |= std::uint64_t{1} << length;
    breaks |= std::uint64_t{1} << length;
  }
  if (tokens_.size() < token_count_ + 64) tokens_.resize(tokens_.size() * 2 + 64);

  // Locals, because for all the compiler knows what is written through out changes everything else.
  const char* const in = ahead.lowered + detail::window::block + before;
  char* const out = buffer_.data();
  token* next = tokens_.data() + token_count_;
  const bool articles = state.how.articles;
  std::size_t start = state.start;
  std::size_t at = state.at;
  std::size_t from = 0;
  const auto append = [&](std::size_t to) {  // writes up to 16 bytes too many
    std::memcpy(out + at, in + from, 8);
    std::memcpy(out + at + 8, in + from + 8, 8);
    for (std::size_t i = from + 16; i < to; i += 8) std::memcpy(out + at + (i - from), in + i, 8);
    at += to - from;
  };
  for (; breaks != 0; breaks &= breaks - 1) {
    const auto stop = static_cast<std::size_t>(std::countr_zero(breaks));
    append(stop);
    from = stop + 1;
    // The token is written in any case and kept if this is a space: a branch would be mispredicted.
    const std::size_t size = at - start;
    const std::uint64_t key = detail::token_key(out + start, size);
    const std::uint64_t ends = (spaces >> stop) & 1;
    if (detail::is_article(key, size) && ends != 0 && articles) {
      at = start;
      continue;
    }
    const std::size_t kept = ends & static_cast<std::uint64_t>(size != 0);
    *next = {key, static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(size)};
    next += kept;
    out[at] = ' ';
    at += kept;
    start += (size + 1) & (0 - kept);
  }
  if (from < length) append(length);
  token_count_ = static_cast<std::size_t>(next - tokens_.data());
  state.start = state.run = start;
  state.at = at;
  state.in += length;
  return true;
}

/// Takes any one character.
inline void normalized::take_character(writer& state) {
  const utf8::character c = utf8::detail::decode(state.in, state.end);
  const char* const here = state.in;
  state.in += c.size;
  if (state.how.punctuation && detail::is_punctuation(c.code)) return;
  const unicode::detail::property p = unicode::detail::lookup(c.code);
  if ((p.flags & unicode::detail::space) != 0) return end_token(state);
  const bool is_word = (p.flags & unicode::detail::word) != 0;
  char* const out = buffer_.data();
  const auto put = [&](char32_t code) {
    state.at = static_cast<std::size_t>(utf8::encode(code, out + state.at) - out);
  };
  if (!is_word) end_run(state);
  if (!state.how.lower_case || p.to_lower == 0) {
    for (std::uint8_t i = 0; i < c.size; ++i) out[state.at++] = here[i];
  } else if ((p.flags & unicode::detail::sigma) != 0) {
    put(detail::is_final_sigma(state.begin, here, state.in, state.end) ? U'\u03C2' : U'\u03C3');
  } else {
    put(static_cast<char32_t>(static_cast<std::int32_t>(c.code) + p.to_lower));
    if ((p.flags & unicode::detail::full_lower) != 0) {
      end_run(state);
      put(U'\u0307');
      state.run = state.at;
    }
  }
  if (!is_word) state.run = state.at;
}

/// A word boundary: an article that ends here goes, and what stood before it in the token is a token.
inline void normalized::end_run(writer& state) {
  const std::size_t size = state.at - state.run;
  if (!state.how.articles || size - 1 > 2) return;
  if (!detail::is_article(detail::token_key(buffer_.data() + state.run, size), size)) return;
  state.at = state.run;
  close_token(state);
}

inline void normalized::end_token(writer& state) {
  end_run(state);
  close_token(state);
}

inline void normalized::close_token(writer& state) {
  const std::size_t size = state.at - state.start;
  if (size != 0) {
    if (tokens_.size() == token_count_) tokens_.resize(tokens_.size() * 2 + 64);
    char* const out = buffer_.data() + state.start;
    tokens_[token_count_++] = {detail::token_key(out, size), static_cast<std::uint32_t>(state.start),
                               static_cast<std::uint32_t>(size)};
    out[size] = ' ';
    state.start += size + 1;
  }
  state.run = state.at = state.start;
}

/// The normalised text as a string.
///
/// Example: normalize("The U.S.A.") == "usa"
[[nodiscard]] inline std::string normalize(std::string_view source, normalization how = normalizations::squad) {
  return std::string{normalized{source, how}.text()};
}

}  // namespace v0
}  // namespace mhqa
