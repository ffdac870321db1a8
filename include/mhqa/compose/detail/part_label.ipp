// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of part_label.hpp.
#pragma once

#include <mhqa/compose/part_label.hpp>

#include <mhqa/random.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE void pool_hasher::add(std::uint64_t value) noexcept {
  hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15U;
  hash_ ^= hash_ >> 32U;
}

MHQA_INLINE void pool_hasher::add(const single_hop& question, std::uint64_t paragraph) {
  ++count_;
  for (const std::string_view text : {question.id, question.question, question.answer}) add(stable_hash(text));
  for (const std::string_view text : question.aliases) add(stable_hash(text));
  add(paragraph);
}

MHQA_INLINE std::uint64_t pool_hasher::hash_of(const context_paragraph& p) {
  return stable_hash(p.title) * 31 + stable_hash(p.text);
}

MHQA_INLINE std::uint64_t fingerprint(const single_hop_pool& pool) {
  std::vector<std::uint64_t> paragraphs;
  paragraphs.reserve(pool.paragraphs.size());
  for (const context_paragraph& p : pool.paragraphs) paragraphs.push_back(pool_hasher::hash_of(p));
  pool_hasher out;
  for (const single_hop& q : pool.questions) out.add(q, paragraphs[q.paragraph]);
  return out.value();
}

MHQA_INLINE std::uint64_t fingerprint_with_paragraphs(const single_hop_pool& pool) {
  std::uint64_t out = fingerprint(pool);
  const auto add = [&out](std::uint64_t value) {
    out = (out ^ value) * 0x9E3779B97F4A7C15U;
    out ^= out >> 32U;
  };
  for (const single_hop& q : pool.questions) add(q.paragraph);
  for (const context_paragraph& p : pool.paragraphs) add(pool_hasher::hash_of(p));
  return out;
}

MHQA_INLINE void expect_made_with(const part_label& label, const part_settings& expected) {
  const part_settings& found = label.made_with;
  const auto shown = [](const part_settings& from, std::size_t i) {
    return i < from.size() ? '`' + from[i].first + "` " + from[i].second : std::string{"no further option"};
  };
  for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
    if (i < expected.size() && i < found.size() && expected[i] == found[i]) continue;
    throw_data_error({.file = label.name},
                     "expected a part made with " + shown(expected, i) + ", found " + shown(found, i), errc::mismatch);
  }
}

namespace detail {

/// Begins the bytes of a part; the last character is the version of the layout.
inline constexpr std::string_view composing_mark = "mhqa composing 3";

MHQA_INLINE void save_label(byte_writer& out, std::string_view kind, const part_label& label) {
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

MHQA_INLINE part_label load_label(byte_reader& in, std::string_view kind) {
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

}  // namespace detail

MHQA_INLINE std::string kind_of_part(std::string_view bytes, const std::string& name) {
  byte_reader in{bytes, name};
  return std::string{detail::load_kind(in)};
}

}  // namespace mhqa::inline v0_1
