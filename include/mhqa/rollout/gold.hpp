// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What an agent should have found, hop by hop: each hop's question, answers, supports and the hops that it needs; and
// the same prepared for many rollouts of the question.
#pragma once

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/rollout/record.hpp>
#include <mhqa/text/normalize.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// One hop of a gold question. What a data set does not say is empty.
struct rollout_hop {
  std::string_view question;
  std::vector<std::string_view> answers;   ///< of this hop; of a hop before the last: its bridge answer and aliases
  std::vector<rollout_document> supports;  ///< any of them supports the hop
  std::vector<std::size_t> premises;       ///< hops, numbered from 0, whose answers this hop needs

  friend bool operator==(const rollout_hop&, const rollout_hop&) = default;
};

/// A gold question. Without a decomposition it has no hops, or hops with supports only.
struct rollout_gold {
  std::string_view id;
  std::string_view question;
  std::vector<std::string_view> answers;
  std::vector<rollout_hop> hops;
  std::string_view shape;  ///< for groups: "3hop2", "bridge", …

  friend bool operator==(const rollout_gold&, const rollout_gold&) = default;
};

/// What makes a document a hop's support, if both have it: the id, the title, or the text, which also matches a longer
/// text that contains it and an excerpt of at least eight words. Where either lacks it, the next in the order text,
/// title, id decides.
enum class document_match : std::uint8_t { text, title, id };

/// The names of document_match, in order.
inline constexpr std::array<std::string_view, 3> document_match_names{"text", "title", "id"};

namespace detail {

/// The words from which a part of a text is an excerpt of it.
inline constexpr std::size_t least_excerpt = 8;

/// Words to be found in other texts.
struct sought_words {
  normalized form;
  std::size_t anchor = 0;  ///< the longest word

  explicit sought_words(std::string_view text);
};

/// A support, normalised.
struct sought_support {
  std::string_view id;
  normalized title;
  sought_words text;
  std::vector<std::uint64_t> keys;  ///< of its text's words, sorted

  explicit sought_support(const rollout_document& source);
};

/// Returns true if the words stand in the text from its token `at` on.
[[nodiscard]] bool words_at(const normalized& text, std::size_t at, const normalized& words) noexcept;

/// Returns true if the words occur in the text as whole words.
[[nodiscard]] bool has_words(const normalized& text, const normalized& words) noexcept;

}  // namespace detail

/// A gold question prepared for rollouts; refers to the gold's strings.
///
/// Requires: premises of a hop are hops before it
/// Cost:     O(bytes) once
class prepared_rollout_gold {
 public:
  /// One hop, prepared.
  struct hop {
    std::vector<normalized> answers;
    std::vector<normalized> names;  ///< short forms: the last word of an answer of several words
    std::vector<detail::sought_support> supports;
    std::vector<std::size_t> premises;
  };

  prepared_rollout_gold(const rollout_gold& gold, const dialect& rules);

  [[nodiscard]] const rollout_gold& gold() const noexcept { return *gold_; }
  [[nodiscard]] const compiled_gold& answers() const noexcept { return answers_; }
  [[nodiscard]] const dialect& rules() const noexcept { return rules_; }
  /// Returns the answers in SQuAD's normal form, which all searches in texts use.
  [[nodiscard]] std::span<const normalized> forms() const noexcept { return forms_; }
  [[nodiscard]] std::span<const hop> hops() const noexcept { return hops_; }
  /// Returns a hash of what is sought in documents, for this process.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }

 private:
  [[nodiscard]] static std::uint64_t hash_of(const rollout_gold& gold);

  /// The last word stands for a name ("Hillage" for "Steve Hillage") unless it is short or begins a word of the
  /// questions, as in "Who is Anna Benson's husband?".
  static void add_answer(std::string_view answer, const normalized& asked, hop& to);

  const rollout_gold* gold_;
  compiled_gold answers_;
  dialect rules_;
  std::vector<normalized> forms_;
  std::vector<hop> hops_;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/gold.ipp>
#endif
