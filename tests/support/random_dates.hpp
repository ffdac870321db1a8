// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Random stated dates in canonical form: mhqa_test::random_dates random{seed}; random.date().
#pragma once

#include <mhqa/date/possible_days.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa_test {

// A generator of random canonical statements. xorshift64* by Marsaglia and Vigna.
class random_dates {
 public:
  explicit random_dates(std::uint64_t seed) : state_{seed} {}

  /// Only years within the limits, before digits are masked.
  random_dates& years(int least, int most) {
    least_ = least;
    most_ = most;
    return *this;
  }
  /// No open or unknown ends.
  random_dates& bounded() {
    bounded_ = true;
    return *this;
  }
  random_dates& without_doubts() {
    doubts_ = false;
    return *this;
  }

  std::uint32_t below(std::uint32_t bound) {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    return static_cast<std::uint32_t>((state_ * 0x2545F4914F6CDD1DULL >> 32U) % bound);
  }

  mhqa::date_term term() {
    mhqa::date_term out;
    const bool far = least_ == most_ && below(8) == 0;
    out.year = static_cast<std::int16_t>(
        far ? static_cast<int>(below(65535)) - 32767
            : (least_ == most_ ? static_cast<int>(below(4000)) - 1000
                               : least_ + static_cast<int>(below(static_cast<std::uint32_t>(most_ - least_ + 1)))));
    const bool four = out.year >= -9999 && out.year <= 9999;
    const std::uint32_t shape = below(12);
    if (shape < 2) {
      // a year
    } else if (shape == 2) {
      const int size = out.year < 0 ? -out.year : out.year;
      const std::uint32_t digits = size > 9999 ? 5 : 4;
      out.significant = static_cast<std::uint8_t>((1 + below(digits)) & 7U);
    } else if (shape == 3) {
      out.month = static_cast<std::uint8_t>(21 + below(21));
    } else {
      out.month = static_cast<std::uint8_t>(1 + below(12));
      if (shape > 5) {
        out.day =
            static_cast<std::uint8_t>(1 + below(static_cast<std::uint32_t>(mhqa::days_in_month(out.year, out.month))));
      }
    }
    if (four && out.significant == 0 && below(3) == 0) mask(out);
    const bool month = out.month != 0 || (out.masked & 0x0CU) != 0;
    const bool day = out.day != 0 || (out.masked & 0x03U) != 0;
    if (doubts_ && below(3) == 0) {
      const std::uint32_t bits = below(64) & (month ? (day ? 63U : 15U) : 3U);
      out.doubts = static_cast<std::uint8_t>(bits);
    }
    return out;
  }

  // Masks random digits, the digit that is masked becoming 0.
  void mask(mhqa::date_term& out) {
    const bool negative = out.year < 0;
    int size = negative ? -out.year : out.year;
    const int scales[]{1000, 100, 10, 1};
    const std::uint32_t bits = below(bounded_ ? 4 : 16);
    for (std::uint32_t i = 0; i < 4; ++i) {
      if ((bits & (8U >> i)) != 0) size -= size / scales[i] % 10 * scales[i];
    }
    out.year = static_cast<std::int16_t>(negative ? -size : size);
    out.masked = static_cast<std::uint8_t>(bits << 4U);
    out.negative_mask = negative && size == 0;
    if (out.month == 0 || out.month > 12) return;
    const std::uint32_t way = below(6);
    if (way == 0) {
      out.month = 0;
      out.masked |= 0x0C;
    } else if (way == 1) {
      out.month = static_cast<std::uint8_t>(out.month / 10 * 10);
      out.masked |= 0x04;
    } else if (way == 2) {
      out.month = static_cast<std::uint8_t>(out.month % 10);
      out.masked |= 0x08;
    }
    if (out.day == 0) return;
    const std::uint32_t day_way = below(6);
    if (day_way == 0) {
      out.day = 0;
      out.masked |= 0x03;
    } else if (day_way == 1) {
      out.day = static_cast<std::uint8_t>(out.day / 10 * 10);
      out.masked |= 0x01;
    } else if (day_way == 2) {
      out.day = static_cast<std::uint8_t>(out.day % 10);
      out.masked |= 0x02;
    }
  }

  mhqa::stated_date date() {
    const std::uint32_t kind = below(10);
    if (kind < 5) return mhqa::stated(term());
    if (kind < 7) {
      for (;;) {
        const std::uint32_t ends = bounded_ ? 6 : below(6);
        const mhqa::date_term from = ends == 0   ? mhqa::term_of(mhqa::date_term::end::open)
                                     : ends == 1 ? mhqa::term_of(mhqa::date_term::end::unknown)
                                                 : term();
        const mhqa::date_term to = ends == 2   ? mhqa::term_of(mhqa::date_term::end::open)
                                   : ends == 3 ? mhqa::term_of(mhqa::date_term::end::unknown)
                                               : term();
        const mhqa::stated_date out = mhqa::interval(from, to);
        if (mhqa::is_possible(out)) return out;
      }
    }
    for (;;) {
      mhqa::stated_date out;
      out.kind = kind < 9 ? mhqa::statement::one_of : mhqa::statement::all_of;
      out.count = static_cast<std::uint8_t>(1 + below(7));
      bool in_range = false;
      for (std::size_t i = 0; i < out.count; ++i) {
        mhqa::date_term& each = out.term[i];
        const bool is_last = i + 1U == out.count;
        if (!bounded_ && i == 0 && !is_last && below(6) == 0) {
          each = mhqa::term_of(mhqa::date_term::end::open);
          each.to_next = true;
          in_range = true;
          continue;
        }
        if (!bounded_ && is_last && in_range && out.term[i - 1].what == mhqa::date_term::end::date && below(3) == 0) {
          each = mhqa::term_of(mhqa::date_term::end::open);
          continue;
        }
        each = term();
        each.to_next = !is_last && !in_range && below(4) == 0;
        in_range = each.to_next;
      }
      if (mhqa::is_possible(out)) return out;
    }
  }

 private:
  std::uint64_t state_;
  int least_ = 0;
  int most_ = 0;
  bool bounded_ = false;
  bool doubts_ = true;
};

}  // namespace mhqa_test
