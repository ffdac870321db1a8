// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// T_adv(q), the adversarial context: paragraphs that match the question like its support but give a false answer about
// somebody else, in place of distractors (Jiang and Bansal 2019, as used by Trivedi et al. 2020, Sec. 5, Figure 6).
//   adversary_pool pool; pool.add_answer("Paris"); …; auto out = add_adversary(context, pool, seed);
#pragma once

#include <mhqa/probe/adversary_pool.hpp>
#include <mhqa/probe/instance.hpp>
#include <mhqa/probe/phrase_swap.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/random.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Why a question keeps its context.
enum class adversary_skip : std::uint8_t {
  not_probed,        ///< fewer than two supports, or one that is not in the context
  yes_or_no,         ///< no text contains the answer
  answer_not_found,  ///< no support contains the answer
  no_distractor,     ///< the context has only supports
  no_false_answer,   ///< the data set has no other answer of this form
  no_false_title,    ///< the data set has no other title of this class
};
inline constexpr std::size_t adversary_skip_count = 6;

/// Returns the reason in words.
[[nodiscard]] constexpr std::string_view to_string(adversary_skip why) noexcept {
  constexpr std::array<std::string_view, adversary_skip_count> names{
      "cannot be probed",         "the answer is yes or no",     "no support contains the answer",
      "no distractor to replace", "no other answer of its form", "no other title of its class"};
  return names[static_cast<std::size_t>(why)];
}

/// A question and its context. The viewed texts must outlive it.
struct adversary_question {
  std::string_view id;
  std::string_view question;
  std::span<const std::string_view> answers;  ///< the answer, then its aliases
  std::span<const titled_paragraph> context;
  std::span<const std::uint32_t> supports;  ///< distinct positions in the context
};

/// A paragraph that takes the place of a distractor.
struct replaced_paragraph {
  std::uint32_t position = 0;
  bool adversarial = true;  ///< false: a paragraph that mentions the title of an adversarial one
  owned_paragraph text{};

  friend bool operator==(const replaced_paragraph&, const replaced_paragraph&) = default;
};

/// The paragraphs that turn a context into its adversarial one, or the reason why it stays.
struct adversary_outcome {
  std::vector<replaced_paragraph> paragraphs{};
  std::optional<adversary_skip> why{};
};

/// How many paragraphs to make.
struct adversary_options {
  std::uint64_t seed = 0;
  std::size_t copies = 4;  ///< adversarial paragraphs for each support that contains the answer
  std::size_t kept = 2;    ///< distractors most like the question, which only copies may replace
};

namespace detail {

/// Makes the adversarial paragraphs of one question.
class adversary_maker {
 public:
  adversary_maker(const adversary_question& q, const adversary_pool& pool, const adversary_options& options)
      : q_{q}, pool_{pool}, options_{options}, random_{options.seed, q.id, std::uint64_t{purpose} << 32U} {}

  [[nodiscard]] adversary_outcome operator()();

 private:
  static constexpr auto purpose = static_cast<std::uint32_t>(probe_draw::adversary);

  [[nodiscard]] std::optional<adversary_skip> why_not();

  /// Returns how many of the question's content words a distractor has.
  [[nodiscard]] std::size_t likeness(std::uint32_t at) const;

  /// Returns true if a text contains the answer or an alias.
  [[nodiscard]] bool holds(std::string_view text) const;

  /// Returns true if the question or its context mentions a phrase.
  [[nodiscard]] bool mentioned(std::string_view phrase) const;

  [[nodiscard]] bool used(std::string_view phrase) const {
    return std::any_of(used_.begin(), used_.end(), [phrase](const std::string& one) { return one == phrase; });
  }

  [[nodiscard]] bool is_false_answer(const std::string& candidate, bool shares_words = false) const;

  /// Draws another question's answer; without one, a quantity or date gets other numbers.
  [[nodiscard]] std::optional<std::string> false_answer();

  /// Returns true if the answer names what a paragraph is about: it has all words of the title ("Claudio Javier López"
  /// of "Claudio López (footballer)") or the other way round, or the paragraph begins with it.
  [[nodiscard]] bool names_subject(const titled_paragraph& paragraph) const;

  /// Draws a title, if possible one that a paragraph mentions.
  [[nodiscard]] const adversary_pool::titled* false_title(const titled_paragraph& of);
  [[nodiscard]] const adversary_pool::titled* false_title(std::string_view old, subject_class named,
                                                          bool with_paragraph);

  /// Returns the paragraph that mentions a false title, unless its own title is in use or it has the answer.
  [[nodiscard]] const owned_paragraph* usable_mention(const adversary_pool::titled& one) const;

  /// Adds to `swap` a title and each of its words: the i-th content word becomes that of the new title, the last one
  /// its last. Words in between stay where the new title has fewer: "Isles Isles Isles" would be no English.
  static void rename(phrase_swap& swap, std::string_view old, std::string_view fresh);

  /// Makes one false copy of a support, and the paragraph that mentions its new title.
  [[nodiscard]] std::optional<adversary_skip> make(std::uint32_t support, std::vector<owned_paragraph>& false_ones,
                                                   std::vector<owned_paragraph>& mentioning);

  /// Returns the copy of another support that mentions a copy's title, so that the copies are connected as the supports
  /// are; empty if none does, or if it has the answer.
  [[nodiscard]] std::optional<owned_paragraph> connected_copy(
      const phrase_swap& swap, const std::vector<std::pair<std::uint32_t, std::string>>& others,
      std::string_view title) const;

  /// Returns true if a copy gives the false answer, and the true one nowhere.
  [[nodiscard]] bool is_sound(const owned_paragraph& made, std::string_view answer) const;

  const adversary_question& q_;
  const adversary_pool& pool_;
  const adversary_options& options_;
  draws random_;
  answer_kind asked_ = what_is_asked(q_.question).kind;
  std::vector<std::uint32_t> holding_;  // supports that contain the answer
  std::vector<std::string> used_;       // false answers and titles of earlier copies
};

}  // namespace detail

/// Returns the paragraphs that make a context adversarial.
///
/// Shape:   for each support with the answer, up to `copies` copies in which the answer, its own title and the other
///          supports' titles are replaced by false ones of the same class; then, while distractors remain, a paragraph
///          that mentions each copy's new title, so that copies do not stand out as the paragraphs that nothing
///          mentions: another support with the same replacements, otherwise one of the data set. They replace the
///          distractors least like the question; the supports and the context's size do not change
/// Undefined: a question without copies keeps its context, with the reason
/// Cost:    O(copies * context) per question
/// Source:  Jiang and Bansal 2019, Sec. 2.2, with its released options (4 copies, titles balanced)
/// Differs: false answers are answers of other questions of the same kind, not the nearest words by GloVe vectors; all
///          of the answer is replaced; phrase forms and subject_class replace CoreNLP's tags; titles are replaced in
///          comparison questions, too; the paragraphs that mention titles are copies, and the distractors most like
///          the question stay: otherwise the supports are easier to find than in the original
[[nodiscard]] adversary_outcome add_adversary(const adversary_question& question, const adversary_pool& pool,
                                              const adversary_options& options = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/adversary.ipp>
#endif
