// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Labels the bytes of a part with its number and its run. Labels are checked before parts are merged, so that no part
// is missing, repeated or from another run.
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/part_number.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Names and values that all parts of a run have in common: seed, options, hashes of files.
using part_settings = std::vector<std::pair<std::string, std::string>>;

/// Identifies the part of a composing run that a result belongs to.
///
/// Shape: `made_with` is compared, in order, with that of the run that merges. `name` is that of the file, for messages
struct part_label {
  part_number number{};
  part_settings made_with{};
  std::string name{};
};

/// Computes the fingerprint() of a pool whose questions are read one after the other.
class pool_hasher {
 public:
  /// Adds the next question and the hash of its paragraph.
  void add(const single_hop& question, std::uint64_t paragraph);
  [[nodiscard]] std::uint64_t value() const noexcept { return hash_ ^ count_; }

  [[nodiscard]] static std::uint64_t hash_of(const context_paragraph& p);

 private:
  void add(std::uint64_t value) noexcept;

  std::uint64_t hash_ = 0, count_ = 0;
};

/// Returns a hash of the questions of a pool and their paragraphs, by which parts of other pools are recognised.
///
/// Cost: one pass over the bytes
[[nodiscard]] std::uint64_t fingerprint(const single_hop_pool& pool);

/// Returns a hash that also changes with the numbers of the paragraphs, for parts that name paragraphs by these.
[[nodiscard]] std::uint64_t fingerprint_with_paragraphs(const single_hop_pool& pool);

/// Refuses a part that was made with other settings than `expected`, and names the setting.
///
/// Errors: data_error with errc::mismatch and the part's name
void expect_made_with(const part_label& label, const part_settings& expected);

/// Sorts parts by their numbers. Part is a type with a part_label `label`.
///
/// Errors: data_error that names the part: one that is missing or repeated, or parts of other counts; for no part
template <class Part>
void expect_all_parts(std::vector<Part>& parts) {
  if (parts.empty()) throw_data_error({}, "expected at least one part", errc::missing);
  const auto number = [](const Part& part) -> const part_number& { return part.label.number; };
  const std::uint32_t count = number(parts.front()).count;
  for (const Part& part : parts) {
    if (number(part).count == count) continue;
    throw_data_error({.file = part.label.name},
                     "expected one of " + std::to_string(count) + " parts, found part " + to_string(number(part)),
                     errc::mismatch);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [&](const Part& a, const Part& b) { return number(a).index < number(b).index; });
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (number(parts[i]).index != number(parts[i - 1]).index) continue;
    throw_data_error({.file = parts[i].label.name},
                     "expected each part once, found part " + to_string(number(parts[i])) + " twice", errc::duplicate);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i < parts.size() && number(parts[i]).index == i) continue;
    throw_data_error({},
                     "expected " + std::to_string(count) + " parts, part " +
                         to_string(part_number{.index = i, .count = count}) + " is missing",
                     errc::missing);
  }
}

namespace detail {

/// Writes a label: the mark, the library's version, the kind of part, its number and settings.
void save_label(byte_writer& out, std::string_view kind, const part_label& label);

/// Reads a label of this kind.
[[nodiscard]] part_label load_label(byte_reader& in, std::string_view kind);

/// Packs two 32-bit numbers into 64 bits.
[[nodiscard]] constexpr std::uint64_t joined(std::uint32_t high, std::uint32_t low) noexcept {
  return std::uint64_t{high} << 32U | low;
}
[[nodiscard]] constexpr std::uint32_t high_of(std::uint64_t value) noexcept {
  return static_cast<std::uint32_t>(value >> 32U);
}
[[nodiscard]] constexpr std::uint32_t low_of(std::uint64_t value) noexcept {
  return static_cast<std::uint32_t>(value);
}

}  // namespace detail

/// Returns the kind of a part in bytes: "questions" (quality_part) or "pairs" (pair_part).
///
/// Errors: data_error for bytes that are truncated, damaged, not a part, or of another version
[[nodiscard]] std::string kind_of_part(std::string_view bytes, const std::string& name = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/part_label.ipp>
#endif
