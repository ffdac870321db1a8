// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums of scores as bytes, so that one process can add what others computed: to_bytes(accumulator) on the workers,
// from_bytes<accumulator>(bytes) where they are merged. The merged sum has the bits of a sum in one process.
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/metrics/totals.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

inline void save(byte_writer& out, const scores& s) {
  for (const double value : {s.em, s.f1, s.precision, s.recall}) out.real(value);
}
inline void save(byte_writer& out, const exact_sum& sum) {
  for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, 2>>(sum)) out.number(word);
}
inline void save(byte_writer& out, const data_fingerprint& data) {
  out.number(std::bit_cast<std::uint64_t>(data));
}
inline void save(byte_writer& out, const accumulator& a) {
  for (const exact_sum* sum : {&a.em, &a.f1, &a.precision, &a.recall}) save(out, *sum);
  out.number(a.count);
}
/// Writes the sums and counts, and the dialect that they were scored by.
template <class Slots>
void save(byte_writer& out, const totals<Slots, exact_sum>& t) {
  out.text(Slots::dataset);
  out.text(t.rules().name.view());
  out.number(key_of(t.rules()));
  for (std::size_t i = 0; i < Slots::sums; ++i) save(out, t[static_cast<typename Slots::sum>(i)]);
  for (std::size_t i = 0; i < Slots::counts; ++i) out.number(t[static_cast<typename Slots::count>(i)]);
}

inline void load(byte_reader& in, scores& s) {
  s = {in.real(), in.real(), in.real(), in.real()};
}
inline void load(byte_reader& in, exact_sum& sum) {
  const std::uint64_t high = in.number();
  sum = std::bit_cast<exact_sum>(std::array<std::uint64_t, 2>{high, in.number()});
}
inline void load(byte_reader& in, data_fingerprint& data) {
  data = std::bit_cast<data_fingerprint>(in.number());
}
inline void load(byte_reader& in, accumulator& a) {
  for (exact_sum* sum : {&a.em, &a.f1, &a.precision, &a.recall}) load(in, *sum);
  a.count = in.number();
}
/// Reads totals. Their dialect stays that of `t`.
///
/// Errors: data_error for totals of another data set or dialect
template <class Slots>
void load(byte_reader& in, totals<Slots, exact_sum>& t) {
  const std::string dataset{in.text()};
  const std::string rules{in.text()};
  const bool same = in.number() == key_of(t.rules());
  if (dataset != Slots::dataset || !same) {
    in.fail("expected totals of " + std::string{Slots::dataset} + " by the rules of " +
                std::string{t.rules().name.view()} + ", found " + dataset + " by " + rules,
            errc::mismatch);
  }
  for (std::size_t i = 0; i < Slots::sums; ++i) load(in, t[static_cast<typename Slots::sum>(i)]);
  for (std::size_t i = 0; i < Slots::counts; ++i) t[static_cast<typename Slots::count>(i)] = in.number();
}

namespace detail {

/// Begins bytes of the library; the last character is the version of the layout.
inline constexpr std::string_view sums_mark = "mhqa sums 1";

}  // namespace detail

/// Returns a value as bytes that are the same on every machine: an accumulator, totals, or another type with save().
///
/// Shape: begins with a mark and its version, ends with a checksum
/// Cost:  8 bytes for each number; 100 bytes for an accumulator
template <class T>
[[nodiscard]] std::string to_bytes(const T& value) requires requires(byte_writer out) {
  save(out, value);
}
{
  byte_writer out;
  out.text(detail::sums_mark);
  save(out, value);
  return std::move(out).finish();
}

/// Reads what to_bytes() returned for a value of the same type. `start` carries the dialect of totals.
///
/// Errors:  data_error with `name` and the byte: damaged bytes, another version, another type, data set or dialect
/// Example: total += from_bytes<accumulator>(received);
template <class T>
[[nodiscard]] T from_bytes(std::string_view bytes, const std::string& name = {}, T start = {}) requires
    requires(byte_reader in) {
  load(in, start);
}
{
  byte_reader in{bytes, name};
  if (in.text() != detail::sums_mark) {
    in.fail("expected sums that this version of the library wrote", errc::mismatch);
  }
  load(in, start);
  in.expect_end();
  return start;
}

}  // namespace mhqa::inline v0_1
