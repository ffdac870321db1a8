// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds a pool that owns its text from files: merges equal paragraphs, makes ids unique, and counts unusable questions
// by reason.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// A single-hop pool with its text; its views stay valid when it is moved.
struct loaded_pool {
  single_hop_pool pool;
  std::uint64_t read = 0;             ///< questions in the files, used or dropped
  std::uint64_t renamed = 0;          ///< questions whose id was taken
  std::vector<reason_count> dropped;  ///< sorted by reason
  string_arena text;
  std::deque<std::vector<std::string_view>> aliases;

  loaded_pool() = default;
  loaded_pool(loaded_pool&&) = default;
  loaded_pool& operator=(loaded_pool&&) = default;
  loaded_pool(const loaded_pool&) = delete;
  loaded_pool& operator=(const loaded_pool&) = delete;
};

/// Collects questions and paragraphs; copies their text.
///
/// Shape:   paragraphs with equal title and text are merged. A repeated id gets "~2", "~3", …; an empty id becomes the
///          source and a number. Repeated answers of a question are dropped
/// Errors:  data_error for more than 2^32 - 2 questions or paragraphs
/// Cost:    O(bytes); a hash for each paragraph and id
/// Example: pool_builder to; to.add(to.add_paragraph("Emma", "…"), {"1", "squad", "Who wrote Emma?"}, answers);
class pool_builder {
 public:
  /// A question without its answers and paragraph.
  struct question {
    std::string_view id;
    std::string_view source;
    std::string_view text;
  };

  [[nodiscard]] std::uint32_t add_paragraph(std::string_view title, std::string_view text) {
    const auto known = paragraphs_.find({title, text});
    if (known != paragraphs_.end()) return known->second;
    const std::uint32_t number = checked(out_.pool.paragraphs.size());
    const context_paragraph p{title == last_title_ ? last_title_ : out_.text.store(title), out_.text.store(text)};
    last_title_ = p.title;
    out_.pool.paragraphs.push_back(p);
    paragraphs_.emplace(std::pair{p.title, p.text}, number);
    return number;
  }

  /// Adds a question. The first answer is the question's answer, the others are aliases; there must be at least one.
  void add(std::uint32_t paragraph, const question& q, std::span<const std::string_view> answers) {
    if (answers.empty()) throw_data_error({.id = std::string{q.id}}, "expected an answer");
    static_cast<void>(checked(out_.pool.questions.size()));
    ++out_.read;
    single_hop& made = out_.pool.questions.emplace_back();
    made.source = q.source == last_source_ ? last_source_ : out_.text.store(q.source);
    last_source_ = made.source;
    const std::string number = std::string{q.source} + "_" + std::to_string(out_.pool.questions.size() - 1);
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

  /// Counts an unusable question.
  void drop(std::string_view reason, std::uint64_t count = 1) {
    out_.read += count;
    const auto at = std::lower_bound(out_.dropped.begin(), out_.dropped.end(), reason,
                                     [](const reason_count& r, std::string_view name) { return r.reason < name; });
    if (at != out_.dropped.end() && at->reason == reason) {
      at->count += count;
    } else {
      out_.dropped.insert(at, {std::string{reason}, count});
    }
  }

  /// Returns the pool and leaves the builder empty.
  [[nodiscard]] loaded_pool take() {
    loaded_pool out = std::move(out_);
    *this = pool_builder{};
    return out;
  }

 private:
  using place_key = std::pair<std::string_view, std::string_view>;
  struct place_hash {
    std::size_t operator()(const place_key& p) const noexcept {
      const std::hash<std::string_view> hash;
      return hash(p.first) * 31 + hash(p.second);
    }
  };

  [[nodiscard]] static std::uint32_t checked(std::size_t number) {
    if (number >= std::numeric_limits<std::uint32_t>::max() - 1) {
      throw_data_error({}, "a pool of more than 2^32 - 2 questions or paragraphs");
    }
    return static_cast<std::uint32_t>(number);
  }

  [[nodiscard]] std::string_view unique_id(std::string_view id) {
    if (!ids_.contains(id)) return *ids_.insert(out_.text.store(id)).first;
    ++out_.renamed;
    std::string other;
    std::uint64_t& n = next_.try_emplace(std::string{id}, 2).first->second;
    do {
      other = std::string{id} + "~" + std::to_string(n++);
    } while (ids_.contains(other));
    return *ids_.insert(out_.text.store(other)).first;
  }

  loaded_pool out_;
  std::unordered_map<place_key, std::uint32_t, place_hash> paragraphs_;
  std::unordered_set<std::string_view, string_hasher> ids_;
  std::unordered_map<std::string, std::uint64_t, string_hasher> next_;  // by repeated id: the next number to try
  std::string_view last_title_;
  std::string_view last_source_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
