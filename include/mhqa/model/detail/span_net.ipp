// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of span_net.hpp.
#pragma once

#include <mhqa/model/span_net.hpp>

#include <algorithm>
#include <cmath>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mhqa::inline v0_1 {
namespace detail {

// Nearly all time of a net goes into this sum, which fits 32 bits: sums_fit() has checked it.
[[nodiscard]] inline std::int32_t dot(const std::int16_t* a, const std::int16_t* b, std::size_t size) noexcept {
  std::int32_t sum = 0;
  std::size_t i = 0;
#if defined(__SSE2__)
  const auto load = [](const std::int16_t* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
  __m128i even = _mm_setzero_si128(), odd = even;
  for (; i + 16 <= size; i += 16) {
    even = _mm_add_epi32(even, _mm_madd_epi16(load(a + i), load(b + i)));
    odd = _mm_add_epi32(odd, _mm_madd_epi16(load(a + i + 8), load(b + i + 8)));
  }
  if (i + 8 <= size) {
    even = _mm_add_epi32(even, _mm_madd_epi16(load(a + i), load(b + i)));
    i += 8;
  }
  even = _mm_add_epi32(even, odd);
  even = _mm_add_epi32(even, _mm_shuffle_epi32(even, 0x4E));
  even = _mm_add_epi32(even, _mm_shuffle_epi32(even, 0xB1));
  sum = _mm_cvtsi128_si32(even);
#endif
  for (; i < size; ++i) sum += std::int32_t{a[i]} * b[i];
  return sum;
}

[[nodiscard]] inline std::int64_t long_dot(const std::int16_t* a, const std::int16_t* b, std::size_t size) noexcept {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += std::int32_t{a[i]} * b[i];
  return sum;
}

[[nodiscard]] inline std::int16_t narrow(std::int32_t x) noexcept {
  return static_cast<std::int16_t>(std::clamp(x, -32768, 32767));
}

inline constexpr std::size_t net_both = 2 * net_sizes::hidden;
inline constexpr std::size_t net_text_row = net_sizes::vector + word_inputs::features + net_sizes::match;

}  // namespace detail

MHQA_INLINE span_net::span_net(const net_weights& weights) : weights_{&weights} {
  // The middle of each step, 1/256, between -8 and 8.
  for (std::size_t i = 0; i < sigmoid_.size(); ++i) {
    const double x = (static_cast<double>(i) + 0.5) / 256 - 8;
    sigmoid_[i] = static_cast<std::int16_t>(std::lround(4096 / (1 + std::exp(-x))));
  }
}

MHQA_INLINE std::int32_t span_net::sigmoid(std::int32_t x) const noexcept {
  return sigmoid_[static_cast<std::size_t>(std::clamp((x >> 3) + 2048, 0, 4095))];
}

MHQA_INLINE std::int32_t span_net::product(const net_matrix& m, std::size_t row, const std::int16_t* x) noexcept {
  return (detail::dot(m.weights.data() + row * m.columns, x, m.columns) + m.bias[row] * 2048) >> net_matrix::bits;
}

MHQA_INLINE void span_net::look_up(std::span<const std::uint32_t> words, std::size_t width, numbers& to) const {
  const auto& hashes = weights_->hashes;
  to.assign(words.size() * width, 0);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto at = std::lower_bound(hashes.begin(), hashes.end(), words[i]);
    const bool known = at != hashes.end() && *at == words[i];
    const auto row = static_cast<std::size_t>((known ? at : hashes.end()) - hashes.begin());
    for (std::size_t k = 0; k < net_sizes::vector; ++k) {
      to[i * width + k] = static_cast<std::int16_t>(weights_->vectors[row * net_sizes::vector + k] * 64);
    }
  }
}

MHQA_INLINE void span_net::share(std::vector<double>& x) {
  const double most = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (double& one : x) {
    one = std::exp(one - most);
    sum += one;
  }
  shares_.clear();
  for (const double one : x) shares_.push_back(static_cast<std::int32_t>(std::lround(4096 * (one / sum))));
}

MHQA_INLINE void span_net::step(const net_matrix& m, std::size_t inputs, const std::int32_t* sums, std::int16_t* said) {
  constexpr std::size_t hidden = net_sizes::hidden;
  std::array<std::int32_t, 4 * hidden> gates;
  for (std::size_t r = 0; r < gates.size(); ++r) {
    const std::int16_t* const row = m.weights.data() + r * m.columns + inputs;
    gates[r] = (sums[r] + detail::dot(row, state_.data(), hidden)) >> net_matrix::bits;
  }
  for (std::size_t h = 0; h < hidden; ++h) {
    const std::int32_t in = sigmoid(gates[h]), forget = sigmoid(gates[hidden + h]);
    const std::int32_t now = tanh(gates[2 * hidden + h]), out = sigmoid(gates[3 * hidden + h]);
    cell_[h] = std::clamp((forget * cell_[h] + in * now) >> 12, -262144, 262144);
    state_[h] = said[h] = static_cast<std::int16_t>((out * tanh(cell_[h] >> 1)) >> 13);
  }
}

MHQA_INLINE void span_net::run(net_part part, const numbers& rows, std::size_t width, bool backwards, numbers& to,
                               std::size_t to_width, std::size_t to_begin) {
  constexpr std::size_t hidden = net_sizes::hidden;
  const net_matrix& m = weights_->part(part);
  const std::size_t inputs = m.columns - hidden, words = rows.size() / width;
  // What the question says to all words stands after what differs between words.
  std::vector<std::int32_t> same(m.rows);
  for (std::size_t r = 0; r < m.rows; ++r) {
    same[r] = m.bias[r] * 2048 + detail::dot(m.weights.data() + r * m.columns + width, asked_.data(), inputs - width);
  }
  state_.assign(hidden, 0);
  cell_.assign(hidden, 0);
  sums_.resize(m.rows);
  for (std::size_t i = 0; i < words; ++i) {
    const std::size_t at = backwards ? words - 1 - i : i;
    for (std::size_t r = 0; r < m.rows; ++r) {
      sums_[r] = same[r] + detail::dot(m.weights.data() + r * m.columns, rows.data() + at * width, width);
    }
    step(m, inputs, sums_.data(), to.data() + at * to_width + to_begin);
  }
}

MHQA_INLINE void span_net::weigh(net_part part, numbers& out) const {
  const net_matrix& m = weights_->part(part);
  out.clear();
  for (std::size_t r = 0; r < m.rows; ++r) out.push_back(detail::narrow(product(m, r, whole_.data())));
}

MHQA_INLINE void span_net::read_question(std::span<const std::uint32_t> words) {
  using detail::net_both;
  const net_matrix &key = weights_->part(net_part::key), &match = weights_->part(net_part::match);
  look_up(words, net_sizes::vector, question_);
  asked_.clear();
  layers_.assign(words.size() * net_both, 0);
  run(net_part::question_forwards, question_, net_sizes::vector, false, layers_, net_both, 0);
  run(net_part::question_backwards, question_, net_sizes::vector, true, layers_, net_both, net_sizes::hidden);
  keys_.clear();
  said_.clear();
  likeness_.clear();
  for (std::size_t q = 0; q < words.size(); ++q) {
    const std::int16_t* const layer = layers_.data() + q * net_both;
    for (std::size_t r = 0; r < key.rows; ++r) {
      const std::int32_t now = product(key, r, question_.data() + q * net_sizes::vector);
      keys_.push_back(detail::narrow(std::max(now, 0)));
    }
    for (std::size_t r = 0; r < match.rows; ++r) {
      said_.push_back(static_cast<std::int16_t>(tanh(product(match, r, layer)) >> 1));
    }
    likeness_.push_back(product(weights_->part(net_part::pool), 0, layer) / 2048.0);
  }
  share(likeness_);
  whole_.assign(net_both, 0);
  for (std::size_t h = 0; h < net_both; ++h) {
    std::int32_t sum = 0;
    for (std::size_t q = 0; q < words.size(); ++q) sum += shares_[q] * layers_[q * net_both + h];
    whole_[h] = static_cast<std::int16_t>(sum >> 12);
  }
  weigh(net_part::begin, begin_);
  weigh(net_part::end, end_);
  weigh(net_part::asked, asked_);
  for (std::int16_t& x : asked_) x = static_cast<std::int16_t>(tanh(x) >> 1);
}

MHQA_INLINE void span_net::match(const std::int16_t* vector, std::int16_t* to) {
  const net_matrix& key = weights_->part(net_part::key);
  std::array<std::int16_t, net_sizes::key> mine;
  for (std::size_t r = 0; r < mine.size(); ++r) mine[r] = detail::narrow(std::max(product(key, r, vector), 0));
  likeness_.clear();
  for (std::size_t q = 0; q * mine.size() < keys_.size(); ++q) {
    const std::int64_t now = detail::long_dot(mine.data(), keys_.data() + q * mine.size(), mine.size());
    likeness_.push_back(static_cast<double>(now) / (2048.0 * 2048.0));
  }
  share(likeness_);
  for (std::size_t k = 0; k < net_sizes::match; ++k) {
    std::int32_t sum = 0;
    for (std::size_t q = 0; q < shares_.size(); ++q) sum += shares_[q] * said_[q * net_sizes::match + k];
    to[k] = static_cast<std::int16_t>(sum >> 12);
  }
}

MHQA_INLINE void span_net::read(const detail::word_inputs& in) {
  using detail::net_both;
  using detail::net_text_row;
  begins_.assign(in.words().size(), 0);
  ends_.assign(in.words().size(), 0);
  if (in.question().empty() || in.words().empty()) return;
  read_question(in.question());
  look_up(in.words(), net_text_row, text_);
  for (std::size_t i = 0; i < in.words().size(); ++i) {
    std::int16_t* const row = text_.data() + i * net_text_row;
    for (std::size_t f = 0; f < detail::word_inputs::features; ++f) {
      row[net_sizes::vector + f] = static_cast<std::int16_t>(in.values()[i * detail::word_inputs::features + f] *
                                                             (2048 / detail::word_inputs::one));
    }
    match(row, row + net_sizes::vector + detail::word_inputs::features);
  }
  layers_.assign(in.words().size() * net_both, 0);
  run(net_part::first_forwards, text_, net_text_row, false, layers_, net_both, 0);
  run(net_part::first_backwards, text_, net_text_row, true, layers_, net_both, net_sizes::hidden);
  numbers second(layers_.size());
  run(net_part::second_forwards, layers_, net_both, false, second, net_both, 0);
  run(net_part::second_backwards, layers_, net_both, true, second, net_both, net_sizes::hidden);
  for (std::size_t i = 0; i < in.words().size(); ++i) {
    const std::int16_t *const one = layers_.data() + i * net_both, *const two = second.data() + i * net_both;
    begins_[i] =
        detail::long_dot(begin_.data(), one, net_both) + detail::long_dot(begin_.data() + net_both, two, net_both);
    ends_[i] = detail::long_dot(end_.data(), one, net_both) + detail::long_dot(end_.data() + net_both, two, net_both);
  }
}

MHQA_INLINE double span_net::score(std::size_t first, std::size_t last) const noexcept {
  const std::size_t size = std::min(last - first, net_sizes::longest);
  const std::int64_t length = std::int64_t{weights_->lengths[size]} * 1024;
  return static_cast<double>(begins_[first] + ends_[last - 1] + length) / (2048.0 * 2048.0);
}

}  // namespace mhqa::inline v0_1
