// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Normalises an answer exactly as the published evaluators do in Python: lower case, ASCII punctuation deleted or
// replaced by a space, articles removed, words joined by one space.
// Rajpurkar et al. 2016 (SQuAD), function normalize_answer. normalize("The U.S.A.") == "usa".
#pragma once

#include <mhqa/text/lower.hpp>
#include <mhqa/text/token.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/text/window.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
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
inline namespace v0_1 {

/// The steps of a normalisation. The last step always splits at white space and joins by one space.
struct normalization {
  bool lower_case = true;   ///< str.lower of the whole text: final sigma by its neighbours, U+0130 to two code points
  bool punctuation = true;  ///< the 32 ASCII punctuation characters are deleted
  bool articles = true;     ///< re's \b(a|an|the)\b becomes a space
  bool spaced = false;      ///< punctuation becomes a space instead: "U.S." gives two words
  bool quotes = false;      ///< if spaced: U+2018, U+2019 and U+00B4 become spaces, too
  bool lower_last = false;  ///< if spaced: lower-cases after removing punctuation, which affects some final sigmas

  friend constexpr bool operator==(const normalization&, const normalization&) = default;
};

namespace normalizations {

inline constexpr normalization squad{};                           ///< all steps: every evaluator's answers
inline constexpr normalization keep_articles{.articles = false};  ///< 2WikiMultihopQA's evidence triples
inline constexpr normalization none{
    .lower_case = false, .punctuation = false, .articles = false};        ///< ' '.join(s.split())
inline constexpr normalization triviaqa{.spaced = true, .quotes = true};  ///< TriviaQA, R1-Searcher
inline constexpr normalization words{.articles = false, .spaced = true};  ///< DeepResearcher
inline constexpr normalization words_lowered_last{
    .articles = false, .spaced = true, .lower_last = true};  ///< ASearcher, SkyRL-agent

}  // namespace normalizations

namespace detail {

[[nodiscard]] constexpr bool is_punctuation(char32_t c) noexcept {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/// Each ASCII character, or a space for punctuation; the second row in lower case.
inline constexpr auto spaced_ascii = [] {
  std::array<std::array<char, 128>, 2> out{};
  for (std::size_t lower = 0; lower < 2; ++lower) {
    for (unsigned char c = 0; c < 128; ++c) {
      const bool capital = lower == 1 && c >= 'A' && c <= 'Z';
      out[lower][c] = is_punctuation(c) ? ' ' : static_cast<char>(capital ? c + 32 : c);
    }
  }
  return out;
}();

inline constexpr std::uint64_t article_keys[4] = {0, word_key(0x61, 0, 1), word_key(0x6E61, 0, 2),
                                                  word_key(0x656874, 0, 3)};  // -, a, an, the

[[nodiscard]] constexpr bool is_article(std::uint64_t key, std::size_t size) noexcept {
  return key == article_keys[size & 3U] && size - 1 < 3;
}

/// Returns the first bits of the words that only punctuation separates from the word before; `open` is true if the text
/// before bit 0 ends in a word.
[[nodiscard]] constexpr std::uint64_t joined_words(std::uint64_t words, std::uint64_t punctuation, bool open) noexcept {
  const std::uint64_t after_words = words << 1U | std::uint64_t{open};
  // Adding its first bit to a run of punctuation carries into the bit after it.
  return ((after_words & punctuation) + punctuation) & words;
}

}  // namespace detail

/// A normalised text and its tokens. Call assign() for each text; it keeps its memory.
///
/// Shape:  text() is the words joined by one space, tokens() the words in order
/// Errors: assign() throws std::length_error for more than 2^31 bytes
/// Cost:   O(bytes); assign() allocates only for a text that is longer, or has more words, than all earlier ones
/// Source: normalize_answer of the SQuAD, HotpotQA, 2WikiMultihopQA, MuSiQue and HieraDate evaluators (Python 3.11)
/// Differs: bytes that are not UTF-8, which Python would refuse, follow the rule of utf8.hpp
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

  /// Releases the memory that the value does not use; assign() gets it anew.
  void shrink_to_fit() {
    buffer_.resize(text_size_);
    buffer_.shrink_to_fit();
    tokens_.resize(token_count_);
    tokens_.shrink_to_fit();
    spaced_ = std::string{};
  }

  void swap(normalized& other) noexcept {
    buffer_.swap(other.buffer_);
    tokens_.swap(other.tokens_);
    std::swap(text_size_, other.text_size_);
    std::swap(token_count_, other.token_count_);
    spaced_.swap(other.spaced_);
  }

  /// Replaces the value. `source` may not point into this object's own text().
  void assign(std::string_view source, normalization how = normalizations::squad);

  [[nodiscard]] std::string_view text() const noexcept { return {buffer_.data(), text_size_}; }
  [[nodiscard]] std::span<const token> tokens() const noexcept { return {tokens_.data(), token_count_}; }
  [[nodiscard]] bool empty() const noexcept { return token_count_ == 0; }

  /// Returns true if the texts, and so the tokens, are equal: the published exact match.
  [[nodiscard]] friend bool operator==(const normalized& a, const normalized& b) noexcept {
    return a.text() == b.text();
  }

 private:
  struct writer;
  struct open_token;
  static constexpr auto short_size = static_cast<std::size_t>(detail::window::size);

  bool assign_short(std::string_view source, normalization how);
  void assign_prepared(std::string_view source, normalization how);
  void space_punctuation(std::string_view source, normalization how);
  bool take_words(writer& state, detail::window& ahead);
  open_token take_runs(const char* in, std::uint64_t words, std::uint64_t joined, bool articles, open_token last);
  void take_character(writer& state);
  void end_run(writer& state);
  void end_token(writer& state);
  void close_token(writer& state);

  // Both only grow; text_size_ and token_count_ give the part in use.
  std::vector<char> buffer_;
  std::vector<token> tokens_;
  std::size_t text_size_ = 0;
  std::size_t token_count_ = 0;
  std::string spaced_;  // the source with punctuation replaced by spaces
};

/// The place [start, at) of the token that the output ends in.
struct normalized::open_token {
  std::size_t start = 0;
  std::size_t at = 0;
};

/// The state of one assign(). A token is [start, at) of the output; [run, at) are the word characters at its end.
struct normalized::writer {
  const char* begin;
  const char* in;  // the text before this place is done
  const char* end;
  normalization how;
  std::size_t start = 0;
  std::size_t run = 0;
  std::size_t at = 0;
};

inline void normalized::assign(std::string_view source, normalization how) {
  if (!how.spaced) {
    if (!assign_short(source, how)) assign_prepared(source, how);
    return;
  }
  space_punctuation(source, how);
  if (how.lower_case && !how.lower_last) how.lower_case = false;  // done
  how.punctuation = true;  // nothing is left to delete, and this selects the fast path
  assign_prepared(spaced_, how);
}

/// Fills spaced_: the source with punctuation replaced by spaces, in lower case unless that step comes last.
inline void normalized::space_punctuation(std::string_view source, normalization how) {
  const bool lower = how.lower_case && !how.lower_last;
  const char* const end = source.data() + source.size();
  spaced_.clear();
  if (detail::end_of_ascii(source.data(), end) == end) {
    const auto& replacement = detail::spaced_ascii[lower ? 1 : 0];
    spaced_.resize(source.size());
    for (std::size_t at = 0; at < source.size(); ++at)
      spaced_[at] = replacement[static_cast<unsigned char>(source[at])];
    return;
  }
  if (lower) {
    append_lower(spaced_, source);
  } else {
    spaced_.assign(source);
  }
  std::size_t to = 0;
  for (std::size_t at = 0; at < spaced_.size();) {
    const char c = spaced_[at];
    if (static_cast<unsigned char>(c) < 0x80) {  // in lower case already, if asked for
      spaced_[to++] = detail::spaced_ascii[0][static_cast<unsigned char>(c)];
      ++at;
      continue;
    }
    const utf8::character wide = utf8::decode(spaced_, at);
    if (how.quotes && !wide.opaque() && (wide.code == 0x2018 || wide.code == 0x2019 || wide.code == 0xB4)) {
      spaced_[to++] = ' ';
    } else {
      for (std::uint8_t i = 0; i < wide.size; ++i) spaced_[to++] = spaced_[at + i];
    }
    at += wide.size;
  }
  spaced_.resize(to);
}

/// Assigns a text of one window if take_words() could take all of it; otherwise returns false. assign_prepared() gives
/// the same result, more slowly.
inline bool normalized::assign_short(std::string_view source, normalization how) {
  const std::size_t size = source.size();
  if (size - 1 >= short_size || !how.punctuation || buffer_.size() < short_size + 24 || tokens_.size() < short_size) {
    return false;
  }
  const char* const text = source.data();
  detail::window ahead;
  ahead.look(text, text, text + size, how.lower_case);
  const std::uint64_t here = ~std::uint64_t{0} >> (64 - size);
  if ((~ahead.masks.printable & here) != 0) return false;
  const std::uint64_t words = ahead.masks.words & here;
  token_count_ = 0;
  const std::uint64_t joined = detail::joined_words(words, here & ~(words | ahead.masks.spaces), false);
  const std::size_t end = take_runs(ahead.lowered + detail::window::block, words, joined, how.articles, {}).at;
  text_size_ = end == 0 ? 0 : end - 1;
  return true;
}

inline void normalized::assign_prepared(std::string_view source, normalization how) {
  const std::size_t size = source.size();
  if (size > (std::size_t{1} << 31U)) throw std::length_error{"mhqa::normalized: a text of more than 2^31 bytes"};
  // Lower-casing makes at most three bytes of two; at most two words are read or written beyond the end.
  const std::size_t most = std::max(size, short_size) + size / 2 + 24;
  if (buffer_.size() < most) buffer_.assign(most, '\0');
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

/// Takes letters, digits, spaces and punctuation while the token has only word characters; returns false if it took
/// none.
inline bool normalized::take_words(writer& state, detail::window& ahead) {
  const std::ptrdiff_t before = state.in - ahead.from;
  const auto left = static_cast<std::size_t>(std::min(detail::window::size - before, state.end - state.in));
  std::size_t length = std::min(left, static_cast<std::size_t>(std::countr_one(ahead.masks.printable >> before)));
  if (length == 0) return false;
  std::uint64_t here = ~std::uint64_t{0} >> (64 - length);
  std::uint64_t spaces = (ahead.masks.spaces >> before) & here;
  bool ends = state.in + length == state.end;
  if (!ends && length == left && spaces != 0) {  // let the next window begin with a word
    ends = true;
    length = static_cast<std::size_t>(std::bit_width(spaces));
    here = ~std::uint64_t{0} >> (64 - length);
    ahead.from = nullptr;
  }
  const std::uint64_t words = (ahead.masks.words >> before) & here;
  state.in += length;
  const std::uint64_t before_words = (words & (0 - words)) - 1;
  if (state.at != state.start && (spaces & before_words) != 0) end_token(state);
  ends = ends || spaces > words;
  const std::uint64_t joined = detail::joined_words(words, here & ~(words | spaces), state.at != state.start);
  if (tokens_.size() < token_count_ + 64) tokens_.resize(tokens_.size() * 2 + 64);
  const open_token last =
      take_runs(ahead.lowered + detail::window::block + before, words, joined | (ends ? 0 : detail::window::past),
                state.how.articles, {state.start, state.at});
  state.start = state.run = last.start;
  state.at = last.at;
  return true;
}

/// Takes the runs of `words`. Those with the first bit in `joined` continue the token before; the bit `window::past`
/// leaves the last token open.
[[gnu::always_inline]] inline normalized::open_token normalized::take_runs(const char* in, std::uint64_t words,
                                                                           std::uint64_t joined, bool articles,
                                                                           open_token last) {
  // Local copies, because the compiler must assume that writing through `out` changes the members.
  char* const out = buffer_.data();
  token* next = tokens_.data() + token_count_;
  std::size_t start = last.start;
  std::size_t at = last.at;
  words |= detail::window::past;
  const auto place = [](std::uint64_t bits) {  // of the lowest bit; no case of its own for 0, which does not occur
    return static_cast<std::size_t>(static_cast<unsigned>(std::countr_zero(bits | detail::window::past)));
  };
  std::uint64_t first = words & (0 - words);  // the lowest bit: the run's first
  while (first != detail::window::past) {
    const std::size_t from = place(first);
    const std::uint64_t rest = words + first;  // carries from the run's first bit to the one after it
    const std::size_t run = place(rest) - from;
    words &= rest;
    first = words & (0 - words);

    const std::uint64_t head = detail::load_word(in + from);
    detail::store_word(out + at, head);  // may write 15 bytes too many
    std::uint64_t key = 0;
    if (run <= 8) {
      key = detail::word_key(head, 0, run);
    } else {
      const std::uint64_t second = detail::load_word(in + from + 8);
      detail::store_word(out + at + 8, second);
      for (std::size_t i = 16; i < run; i += 8) detail::store_word(out + at + i, detail::load_word(in + from + i));
      key = detail::word_key(head, second, run);
    }
    at += run;
    if ((joined & first) != 0) continue;
    const std::size_t size = at - start;
    if (size != run) key = detail::token_key(out + start, size);
    if (detail::is_article(key, size) && articles) {
      at = start;
      continue;
    }
    *next++ = {key, static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(size)};
    out[at++] = ' ';
    start = at;
  }
  token_count_ = static_cast<std::size_t>(next - tokens_.data());
  return {start, at};
}

/// Takes one character of any kind.
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

/// Handles a word boundary: drops an article that ends here; the text before it in the token becomes a token.
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

/// Returns the normalised text.
///
/// Example: normalize("The U.S.A.") == "usa"
[[nodiscard]] inline std::string normalize(std::string_view source, normalization how = normalizations::squad) {
  return std::string{normalized{source, how}.text()};
}

}  // namespace v0_1
}  // namespace mhqa
