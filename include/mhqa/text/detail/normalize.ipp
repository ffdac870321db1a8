// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of normalize.hpp.
#pragma once

#include <mhqa/text/normalize.hpp>

#include <mhqa/text/lower.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <stdexcept>

namespace mhqa::inline v0_1 {

MHQA_INLINE void normalized::assign(std::string_view source, normalization how) {
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
MHQA_INLINE void normalized::space_punctuation(std::string_view source, normalization how) {
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
MHQA_INLINE bool normalized::assign_short(std::string_view source, normalization how) {
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

MHQA_INLINE void normalized::assign_prepared(std::string_view source, normalization how) {
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
MHQA_INLINE bool normalized::take_words(writer& state, detail::window& ahead) {
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

/// Takes one character of any kind.
MHQA_INLINE void normalized::take_character(writer& state) {
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
MHQA_INLINE void normalized::end_run(writer& state) {
  const std::size_t size = state.at - state.run;
  if (!state.how.articles || size - 1 > 2) return;
  if (!detail::is_article_key(detail::token_key(buffer_.data() + state.run, size), size)) return;
  state.at = state.run;
  close_token(state);
}

MHQA_INLINE void normalized::end_token(writer& state) {
  end_run(state);
  close_token(state);
}

MHQA_INLINE void normalized::close_token(writer& state) {
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

}  // namespace mhqa::inline v0_1
