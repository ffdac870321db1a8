// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_builder.hpp.
#pragma once

#include <mhqa/io/pool_builder.hpp>

#include <mhqa/error.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <limits>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void pool_builder::in_blocks(std::size_t size,
                                         std::function<void(const single_hop_pool&, std::uint32_t)> give) {
  block_ = size;
  give_ = std::move(give);
}

MHQA_INLINE void pool_builder::end_block() {
  give_(out_.pool, static_cast<std::uint32_t>(before_));
  before_ += out_.pool.questions.size();
  out_.pool = {};
  out_.aliases.clear();
  out_.text.clear();
  paragraphs_.clear();
  last_title_ = last_source_ = {};
}

MHQA_INLINE std::uint32_t pool_builder::add_paragraph(std::string_view title, std::string_view text) {
  if (give_ && out_.pool.questions.size() >= block_) end_block();
  const auto known = paragraphs_.find({title, text});
  if (known != paragraphs_.end()) return known->second;
  const std::uint32_t number = checked(out_.pool.paragraphs.size());
  const context_paragraph p{title == last_title_ ? last_title_ : out_.text.store(title), out_.text.store(text)};
  last_title_ = p.title;
  out_.pool.paragraphs.push_back(p);
  paragraphs_.emplace(std::pair{p.title, p.text}, number);
  return number;
}

MHQA_INLINE void pool_builder::add(std::uint32_t paragraph, const question& q,
                                   std::span<const std::string_view> answers) {
  if (answers.empty()) throw_data_error({.id = std::string{q.id}}, "expected an answer");
  const std::size_t position = before_ + out_.pool.questions.size();
  static_cast<void>(checked(position));
  ++out_.read;
  single_hop& made = out_.pool.questions.emplace_back();
  made.source = q.source == last_source_ ? last_source_ : out_.text.store(q.source);
  last_source_ = made.source;
  const std::string number = std::string{q.source} + "_" + std::to_string(position);
  made.id = unique_id(q.id.empty() ? std::string_view{number} : q.id);
  made.question = out_.text.store(q.text);
  made.answer = out_.text.store(answers.front());
  made.paragraph = paragraph;
  std::vector<std::string_view> aliases;
  string_index known;  // of many answers; a few are compared one by one
  const bool many = answers.size() > 16;
  for (const std::string_view answer : answers.subspan(1)) {
    const bool seen =
        many ? known.contains(answer) : std::find(aliases.begin(), aliases.end(), answer) != aliases.end();
    if (answer == made.answer || seen) continue;
    aliases.push_back(out_.text.store(answer));
    if (many) known.insert(aliases.back());
  }
  if (!aliases.empty()) made.aliases = out_.aliases.emplace_back(std::move(aliases));
}

MHQA_INLINE void pool_builder::drop(std::string_view reason, std::uint64_t count) {
  out_.read += count;
  const auto at = std::lower_bound(out_.dropped.begin(), out_.dropped.end(), reason,
                                   [](const reason_count& r, std::string_view name) { return r.reason < name; });
  if (at != out_.dropped.end() && at->reason == reason) {
    at->count += count;
  } else {
    out_.dropped.insert(at, {std::string{reason}, count});
  }
}

MHQA_INLINE bool pool_builder::drops(std::initializer_list<std::pair<bool, std::string_view>> reasons) {
  const auto first = std::find_if(reasons.begin(), reasons.end(), [](const auto& one) { return one.first; });
  if (first == reasons.end()) return false;
  drop(first->second);
  return true;
}

MHQA_INLINE loaded_pool pool_builder::take() {
  loaded_pool out = std::move(out_);
  *this = pool_builder{};
  return out;
}

MHQA_INLINE std::size_t pool_builder::place_hash::operator()(const place_key& p) const noexcept {
  const std::hash<std::string_view> hash;
  return hash(p.first) * 31 + hash(p.second);
}

MHQA_INLINE std::uint32_t pool_builder::checked(std::size_t number) {
  if (number >= std::numeric_limits<std::uint32_t>::max() - 1) {
    throw_data_error({}, "a pool of more than 2^32 - 2 questions or paragraphs");
  }
  return static_cast<std::uint32_t>(number);
}

MHQA_INLINE std::string_view pool_builder::unique_id(std::string_view id) {
  if (!ids_.contains(id)) return *ids_.insert((give_ ? id_text_ : out_.text).store(id)).first;
  ++out_.renamed;
  std::string other;
  std::uint64_t& n = next_.try_emplace(std::string{id}, 2).first->second;
  do {
    other = std::string{id} + "~" + std::to_string(n++);
  } while (ids_.contains(other));
  return *ids_.insert((give_ ? id_text_ : out_.text).store(other)).first;
}

}  // namespace mhqa::inline v0_1::io
