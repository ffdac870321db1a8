// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Normalises an answer exactly as the published evaluators do in Python: lower case, ASCII punctuation deleted or
// replaced by a space, articles removed, words joined by one space.
// Rajpurkar et al. 2016 (SQuAD), function normalize_answer. normalize("The U.S.A.") == "usa".
#pragma once

#include <mhqa/text/token.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/text/window.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

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

inline constexpr normalization squad{};                           ///< no articles, no punctuation: answers of most
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

[[nodiscard]] constexpr bool is_article_key(std::uint64_t key, std::size_t size) noexcept {
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
    if (detail::is_article_key(key, size) && articles) {
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

/// Returns the normalised text.
///
/// Example: normalize("The U.S.A.") == "usa"
[[nodiscard]] inline std::string normalize(std::string_view source, normalization how = normalizations::squad) {
  return std::string{normalized{source, how}.text()};
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/normalize.ipp>
#endif
