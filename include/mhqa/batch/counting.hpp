// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the common ids of two rows, with repeats, in three equivalent ways: a bit mask for short rows, a dense array
// of counters for a CPU, a small hash table for a team of GPU threads (or for one thread).
#pragma once

#include <mhqa/batch/ragged.hpp>
#include <mhqa/config.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1::batch::detail {

/// One row of ids.
struct token_row {
  const std::int32_t* ids = nullptr;
  std::uint32_t size = 0;
};

/// Marks that are never set.
struct no_marks {
  [[nodiscard]] MHQA_HD static constexpr bool kept(std::int32_t /*id*/) noexcept { return true; }
  [[nodiscard]] MHQA_HD static constexpr bool closed(std::int32_t /*id*/) noexcept { return false; }
};

/// Marks by id.
struct id_marks {
  const std::uint8_t* by_id;

  [[nodiscard]] MHQA_HD bool kept(std::int32_t id) const noexcept { return (by_id[id] & token_mark::ignored) == 0; }
  [[nodiscard]] MHQA_HD bool closed(std::int32_t id) const noexcept { return by_id[id] == token_mark::closed; }
};

/// Marks by id, without `ignored`.
struct closed_marks {
  const std::uint8_t* by_id;

  [[nodiscard]] MHQA_HD static constexpr bool kept(std::int32_t /*id*/) noexcept { return true; }
  [[nodiscard]] MHQA_HD bool closed(std::int32_t id) const noexcept { return by_id[id] == token_mark::closed; }
};

/// A team of one thread.
///
/// A team shares the work on one row: each of size() threads calls the same functions with equal arguments except its
/// rank. All threads must call sum, any, ballot and sync; some may call claim and add.
struct solo_team {
  [[nodiscard]] MHQA_HD static constexpr std::uint32_t rank() noexcept { return 0; }
  [[nodiscard]] MHQA_HD static constexpr std::uint32_t size() noexcept { return 1; }
  MHQA_HD static constexpr void sync() noexcept {}
  [[nodiscard]] MHQA_HD static constexpr std::uint32_t sum(std::uint32_t x) noexcept { return x; }
  [[nodiscard]] MHQA_HD static constexpr bool any(bool x) noexcept { return x; }
  [[nodiscard]] MHQA_HD static constexpr std::uint32_t ballot(bool x) noexcept { return x ? 1 : 0; }

  /// Writes `value` if the cell is `expected`; returns the old value.
  MHQA_HD static std::int32_t claim(std::int32_t& cell, std::int32_t expected, std::int32_t value) noexcept {
    const std::int32_t before = cell;
    if (before == expected) cell = value;
    return before;
  }
  /// Returns the old value.
  MHQA_HD static std::int32_t add(std::int32_t& cell, std::int32_t change) noexcept {
    const std::int32_t before = cell;
    cell = before + change;
    return before;
  }
};

/// The largest number of gold ids for count_few().
inline constexpr std::uint32_t most_few = 64;

/// Counts the common ids of two rows without memory; `gold` has at most most_few ids.
///
/// Cost: gold.size * prediction.size comparisons, no branch depends on the ids
template <class Marks>
[[nodiscard]] MHQA_HD std::uint32_t count_few(Marks marks, token_row prediction, token_row gold) noexcept {
  std::uint64_t taken = 0;  // a bit for each gold id that is matched or not counted
  for (std::uint32_t j = 0; j < gold.size; ++j) taken |= std::uint64_t{marks.kept(gold.ids[j]) ? 0U : 1U} << j;
  std::uint32_t common = 0;
  for (std::uint32_t i = 0; i < prediction.size; ++i) {
    const std::int32_t id = prediction.ids[i];
    std::uint64_t equal = 0;
    for (std::uint32_t j = 0; j < gold.size; ++j) equal |= std::uint64_t{gold.ids[j] == id ? 1U : 0U} << j;
    const std::uint64_t free = equal & ~taken;
    taken |= free & (0 - free);
    common += free != 0 ? 1 : 0;
  }
  return common;
}

/// A counter for each possible id. Instead of clearing the cells from pair to pair, the value that means zero rises: a
/// counter is the excess of its cell over `zero`.
class dense_counter {
 public:
  /// `cells` has one cell per id, none above `zero`.
  dense_counter(std::uint32_t* cells, std::size_t vocabulary, std::uint32_t zero = 0) noexcept
      : cells_{cells}, vocabulary_{vocabulary}, zero_{zero} {}

  template <class Marks>
  [[nodiscard]] std::uint32_t count(Marks marks, token_row prediction, token_row gold) noexcept {
    if (zero_ > ~std::uint32_t{0} - gold.size) {
      for (std::size_t i = 0; i < vocabulary_; ++i) cells_[i] = 0;
      zero_ = 0;
    }
    std::uint32_t* const cells = cells_;
    const std::uint32_t zero = zero_;
    for (std::uint32_t j = 0; j < gold.size; ++j) {
      if (!marks.kept(gold.ids[j])) continue;
      std::uint32_t& cell = cells[gold.ids[j]];
      cell = (cell > zero ? cell : zero) + 1;
    }
    std::uint32_t common = 0;
    for (std::uint32_t i = 0; i < prediction.size; ++i) {
      std::uint32_t& cell = cells[prediction.ids[i]];
      const std::uint32_t hit = cell > zero ? 1 : 0;  // 0 for ids that are not counted
      cell -= hit;
      common += hit;
    }
    zero_ += gold.size;
    return common;
  }

 private:
  std::uint32_t* cells_;
  std::size_t vocabulary_;
  std::uint32_t zero_;
};

/// The memory of a team's hash table; `slots` is a power of two, at least 32.
struct count_table {
  std::int32_t* ids;
  std::int32_t* counts;
  std::uint32_t slots;

  static constexpr std::int32_t empty = -1;

  /// Counts an id in the first `used` slots, from its home on; false: they are full.
  template <class Team>
  [[nodiscard]] MHQA_HD bool count(const Team& team, std::int32_t id, std::uint32_t home, std::uint32_t used) const {
    for (std::uint32_t probes = 0, slot = home; probes < used; ++probes, slot = (slot + 1) & (used - 1)) {
      const std::int32_t before = team.claim(ids[slot], empty, id);
      if (before != empty && before != id) continue;
      team.add(counts[slot], 1);
      return true;
    }
    return false;
  }

  /// Takes one from an id's count; true: there was one.
  template <class Team>
  [[nodiscard]] MHQA_HD bool take(const Team& team, std::int32_t id, std::uint32_t home, std::uint32_t used) const {
    for (std::uint32_t probes = 0, slot = home; probes < used; ++probes, slot = (slot + 1) & (used - 1)) {
      const std::int32_t there = ids[slot];
      if (there == id) return team.add(counts[slot], -1) > 0;
      if (there == empty) return false;
    }
    return false;
  }
};

/// Counts the common ids of two rows of any length with a table of any size. If the gold's ids may not fit, sweeps the
/// hash space in ranges, each with a pass over both rows, and halves a range that overflows.
///
/// Shape: the same result for every team and table
/// Cost:  O(gold.size + prediction.size) per range; about gold.size / (3/4 slots) ranges
template <class Team, class Marks>
[[nodiscard]] MHQA_HD std::uint32_t count_hashed(const Team& team, count_table table, Marks marks, token_row prediction,
                                                 token_row gold) {
  constexpr std::uint64_t every_hash = std::uint64_t{1} << 32U;
  std::uint64_t width = every_hash;
  std::uint32_t expected = gold.size;  // ids in a range
  while (expected > table.slots / 4 * 3) {
    width /= 2;
    expected /= 2;
  }
  const std::uint64_t widest = width;
  std::uint32_t bits = 5;  // slots in use = 2^bits
  while ((std::uint32_t{1} << bits) < table.slots && (std::uint32_t{1} << bits) < 2 * expected) ++bits;

  std::uint32_t hits = 0;
  for (std::uint64_t low = 0; low < every_hash;) {
    const std::uint32_t used = std::uint32_t{1} << bits;
    const auto hash = [](std::int32_t id) { return static_cast<std::uint32_t>(id) * 0x9E3779B1U; };  // injective
    const auto outside = [&](std::uint32_t h) { return h < low || h - low >= width; };
    const auto home = [&](std::uint32_t h) { return ((h ^ (h >> 15U)) * 0x85EBCA6BU) >> (32 - bits); };

    for (std::uint32_t i = team.rank(); i < used; i += team.size()) {
      table.ids[i] = count_table::empty;
      table.counts[i] = 0;
    }
    team.sync();
    bool full = false;
    for (std::uint32_t j = team.rank(); j < gold.size && !full; j += team.size()) {
      const std::int32_t id = gold.ids[j];
      const std::uint32_t h = hash(id);
      if (!marks.kept(id) || outside(h)) continue;
      full = !table.count(team, id, home(h), used);
    }
    team.sync();
    if (team.any(full)) {
      if (used < table.slots) {
        ++bits;
      } else {
        width /= 2;
      }
      continue;
    }
    for (std::uint32_t i = team.rank(); i < prediction.size; i += team.size()) {
      const std::int32_t id = prediction.ids[i];
      const std::uint32_t h = hash(id);
      if (!outside(h) && table.take(team, id, home(h), used)) ++hits;
    }
    team.sync();
    low += width;
    if (width < widest && low % (2 * width) == 0) width *= 2;
  }
  return team.sum(hits);
}

}  // namespace mhqa::inline v0_1::batch::detail
