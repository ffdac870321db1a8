// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The sums of many columns over many samples of the questions, as integers. A sample's draws for a few neighbouring
// questions form a key; a table holds the sums of all keys, so that one addition takes the place of several. The tables
// are computed once for a tile of samples.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace mhqa::inline v0_1::detail {

/// Integers of each question, in blocks of four columns; within a block, the columns of one question are adjacent. The
/// last block may have two. Columns that fill it up hold zeros.
struct question_values {
  static constexpr std::size_t widest = 4;

  std::size_t questions = 0, columns = 0;
  std::vector<std::int64_t> values;
  std::vector<std::int64_t> totals;  ///< of each column

  question_values(std::size_t question_count, std::size_t column_count)
      : questions{question_count},
        columns{column_count},
        values(question_count * (column_count + column_count % 2)),
        totals(column_count) {}

  void set(std::size_t question, std::size_t column, std::int64_t value) {
    totals[column] += value - at(question, column);
    values[place(question, column)] = value;
  }
  [[nodiscard]] std::int64_t at(std::size_t question, std::size_t column) const {
    return values[place(question, column)];
  }
  [[nodiscard]] std::size_t width(std::size_t first) const noexcept { return columns - first <= 2 ? 2 : widest; }
  /// Returns the block that begins with a column.
  [[nodiscard]] const std::int64_t* block(std::size_t first) const noexcept {
    return values.data() + first * questions;
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t question, std::size_t column) const noexcept {
    const std::size_t first = column / widest * widest;
    return first * questions + question * width(first) + column - first;
  }
};

/// Writes the sums of two rows, one of which may be the result's.
template <std::size_t Width>
void add_rows(const std::int64_t* a, const std::int64_t* b, std::int64_t* out) noexcept {
  static_assert(Width % 2 == 0);
  for (std::size_t c = 0; c < Width; c += 2) {
#if defined(__SSE2__)
    const auto load = [c](const std::int64_t* row) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + c));
    };
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + c), _mm_add_epi64(load(a), load(b)));
#else
    out[c] = a[c] + b[c];
    out[c + 1] = a[c + 1] + b[c + 1];
#endif
  }
}

/// The draws of a tile of samples, which all columns share. A key has two bytes; each byte stands for one table.
struct sample_keys {
  static constexpr std::size_t counted = 8;  ///< questions of a key of counts: two bits each
  static constexpr std::size_t tossed = 16;  ///< questions of a key of coins: a bit each
  static constexpr std::uint8_t most = 3;    ///< a question's count in a key

  /// A question that a sample draws once more than a key can hold.
  struct further {
    std::uint32_t sample;
    std::uint32_t question;
  };

  std::size_t samples = 0;
  std::vector<std::uint16_t> counts;  ///< [questions / counted][samples]: how often the bootstrap draws each
  std::vector<std::uint16_t> coins;   ///< [questions / tossed][samples]: whether the coin swaps the two scores
  std::vector<further> rest;

  /// Draws the samples first, first + 1, …
  ///
  /// Requires: questions < 2^32
  void assign(std::size_t questions, const significance_options& options, std::uint64_t first, std::size_t how_many);

 private:
  /// Returns the lowest two bits of each byte.
  [[nodiscard]] static std::uint16_t narrow(std::uint64_t eight) noexcept {
    eight = (eight | eight >> 6U) & 0x000f000f000f000fU;
    eight = (eight | eight >> 12U) & 0x000000ff000000ffU;
    return static_cast<std::uint16_t>(eight | eight >> 24U);
  }

  /// Returns the key of eight questions of which a key cannot hold a count, and notes the rest of the count.
  [[nodiscard]] std::uint16_t cut(std::size_t sample, std::size_t first);

  std::vector<std::uint32_t> places_;
  std::vector<std::uint8_t> times_;
  std::vector<std::uint64_t> tosses_;
};

/// The sums of a tile for one block of columns, and the tables that give them. A width known at compile time keeps the
/// columns in registers.
template <std::size_t Width>
class block_sums {
 public:
  static constexpr std::size_t table_size = 256;

  /// Adds to sum[k] each question as often as key k says. `Bits` of a key count one question.
  template <unsigned Bits>
  void add(const std::int64_t* values, std::size_t questions, std::span<const std::uint16_t> keys) {
    constexpr std::size_t each = 8 / Bits;  // questions of a table
    const std::size_t samples = sums_.size() / Width;
    for (std::size_t g = 0; g * 2 * each < questions; ++g) {
      const std::size_t first = g * 2 * each, second = std::min(first + each, questions);
      make_table<Bits>(values + first * Width, second - first, lower_);
      make_table<Bits>(values + second * Width, std::min(each, questions - second), upper_);
      look_up(keys.data() + g * samples, samples);
    }
  }

  void begin(std::size_t samples) { sums_.assign(samples * Width, 0); }
  /// Adds one question to a sample.
  void add_one(const std::int64_t* values, std::size_t sample) noexcept {
    std::int64_t* const sum = sums_.data() + sample * Width;
    add_rows<Width>(sum, values, sum);
  }
  [[nodiscard]] std::int64_t at(std::size_t sample, std::size_t column) const { return sums_[sample * Width + column]; }

 private:
  using table = std::array<std::int64_t, table_size * Width>;

  /// Computes the sums of all keys over a few questions; the sums of keys of questions that are not there stay as they
  /// are, because no sample has such a key.
  template <unsigned Bits>
  static void make_table(const std::int64_t* values, std::size_t questions, table& out) noexcept {
    std::fill_n(out.begin(), Width, 0);
    std::size_t size = 1;
    for (std::size_t i = 0; i < questions; ++i, size <<= Bits) {
      for (std::size_t key = size; key < size << Bits; ++key) {
        add_rows<Width>(out.data() + (key - size) * Width, values + i * Width, out.data() + key * Width);
      }
    }
  }

  void look_up(const std::uint16_t* keys, std::size_t samples) noexcept {
    std::int64_t* sum = sums_.data();
    for (std::size_t k = 0; k < samples; ++k, sum += Width) {
      const std::int64_t* const a = lower_.data() + (keys[k] & 0xffU) * Width;
      const std::int64_t* const b = upper_.data() + (keys[k] >> 8U) * Width;
      add_rows<Width>(sum, a, sum);
      add_rows<Width>(sum, b, sum);
    }
  }

  std::vector<std::int64_t> sums_;
  table lower_{}, upper_{};
};

/// The sums of all samples, those of a column adjacent.
struct summed_samples {
  std::vector<std::int64_t> bootstrap;  ///< [columns][samples]: over the drawn questions
  std::vector<std::int64_t> swapped;    ///< [columns][samples]: over all questions, with the coins' signs
};

template <std::size_t Width>
void sum_block(const question_values& all, std::size_t first, const sample_keys& keys, std::size_t first_sample,
               std::size_t all_samples, summed_samples& out) {
  block_sums<Width> sums;
  const std::int64_t* const values = all.block(first);
  sums.begin(keys.samples);
  sums.template add<2>(values, all.questions, keys.counts);
  for (const sample_keys::further& one : keys.rest) sums.add_one(values + one.question * Width, one.sample);
  const std::size_t columns = std::min(Width, all.columns - first);
  for (std::size_t c = 0; c < columns; ++c) {
    std::int64_t* const to = out.bootstrap.data() + (first + c) * all_samples + first_sample;
    for (std::size_t k = 0; k < keys.samples; ++k) to[k] = sums.at(k, c);
  }
  sums.begin(keys.samples);
  sums.template add<1>(values, all.questions, keys.coins);
  for (std::size_t c = 0; c < columns; ++c) {
    std::int64_t* const to = out.swapped.data() + (first + c) * all_samples + first_sample;
    for (std::size_t k = 0; k < keys.samples; ++k) to[k] = all.totals[first + c] - 2 * sums.at(k, c);
  }
}

/// Returns how many samples share the tables: many, whose keys take a few megabytes.
[[nodiscard]] inline std::size_t samples_per_tile(std::size_t questions, std::size_t samples, std::size_t threads) {
  constexpr std::size_t bytes = std::size_t{4} << 20U;
  const std::size_t fit = bytes / (questions * 3 / 8 + 1), share = samples / (4 * threads) + 1;
  return std::clamp<std::size_t>(std::min(fit, share), 64, 1024);
}

/// Sums all columns over all samples; the same on every executor.
template <executor E>
[[nodiscard]] summed_samples sum_samples(const question_values& all, const significance_options& options, E&& exec) {
  const auto samples = static_cast<std::size_t>(options.samples);
  summed_samples out;
  out.bootstrap.resize(samples * all.columns);
  out.swapped.resize(samples * all.columns);
  for_each_chunk(exec, samples, samples_per_tile(all.questions, samples, exec.concurrency()),
                 [&](std::size_t begin, std::size_t end) {
                   sample_keys keys;
                   keys.assign(all.questions, options, begin, end - begin);
                   for (std::size_t first = 0; first < all.columns; first += question_values::widest) {
                     const std::size_t width = all.width(first);
                     const auto sum = width == 4 ? &sum_block<4> : &sum_block<2>;
                     sum(all, first, keys, begin, samples, out);
                   }
                 });
  return out;
}

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/sample_tiles.ipp>
#endif
