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
#include <mhqa/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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

/// Returns a hash of the questions and paragraphs of a pool, by which parts of other pools are recognised.
///
/// Cost: one pass over the bytes
[[nodiscard]] inline std::uint64_t fingerprint(const single_hop_pool& pool) {
  std::uint64_t out = pool.questions.size();
  const auto add = [&out](std::uint64_t value) {
    out = (out ^ value) * 0x9E3779B97F4A7C15U;
    out ^= out >> 32U;
  };
  for (const single_hop& q : pool.questions) {
    for (const std::string_view text : {q.id, q.question, q.answer}) add(stable_hash(text));
    for (const std::string_view text : q.aliases) add(stable_hash(text));
    add(q.paragraph);
  }
  for (const context_paragraph& p : pool.paragraphs) {
    add(stable_hash(p.title));
    add(stable_hash(p.text));
  }
  return out;
}

/// Refuses a part that was made with other settings than `expected`, and names the setting.
///
/// Errors: data_error with errc::mismatch and the part's name
inline void expect_made_with(const part_label& label, const part_settings& expected) {
  const part_settings& found = label.made_with;
  const auto shown = [](const part_settings& from, std::size_t i) {
    return i < from.size() ? from[i].first + " " + from[i].second : std::string{"no further option"};
  };
  for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
    if (i < expected.size() && i < found.size() && expected[i] == found[i]) continue;
    throw_data_error({.file = label.name},
                     "expected a part made with " + shown(expected, i) + ", found " + shown(found, i), errc::mismatch);
  }
}

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

/// Begins the bytes of a part; the last character is the version of the layout.
inline constexpr std::string_view composing_mark = "mhqa composing 1";

/// Writes a label: the mark, the library's version, the kind of part, its number and settings.
inline void save_label(byte_writer& out, std::string_view kind, const part_label& label) {
  out.text(composing_mark);
  out.text(MHQA_VERSION_STRING);
  out.text(kind);
  out.number(label.number.index);
  out.number(label.number.count);
  out.number(label.made_with.size());
  for (const auto& [name, value] : label.made_with) {
    out.text(name);
    out.text(value);
  }
}

/// Reads the beginning of a label and returns the kind.
[[nodiscard]] inline std::string_view load_kind(byte_reader& in) {
  if (in.text() != composing_mark) in.fail("expected a part of a composing run", errc::mismatch);
  const std::string_view version = in.text();
  if (version != MHQA_VERSION_STRING) {
    in.fail("the part was written by version " + std::string{version} + ", this is " MHQA_VERSION_STRING,
            errc::mismatch);
  }
  return in.text();
}

/// Reads a label of this kind.
[[nodiscard]] inline part_label load_label(byte_reader& in, std::string_view kind) {
  const std::string_view found = load_kind(in);
  if (found != kind) {
    in.fail("expected a part of " + std::string{kind} + ", found one of " + std::string{found}, errc::mismatch);
  }
  part_label out{.name = in.name()};
  const std::uint64_t index = in.number(), count = in.number();
  if (index >= count || count > 0xFFFFFFFFU) in.fail("expected a part's number below the number of parts");
  out.number.index = static_cast<std::uint32_t>(index);
  out.number.count = static_cast<std::uint32_t>(count);
  for (std::size_t left = in.count(16); left != 0; --left) {
    std::string name{in.text()};
    out.made_with.emplace_back(std::move(name), in.text());
  }
  return out;
}

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
[[nodiscard]] inline std::string kind_of_part(std::string_view bytes, const std::string& name = {}) {
  byte_reader in{bytes, name};
  return std::string{detail::load_kind(in)};
}

}  // namespace v0_1
}  // namespace mhqa
