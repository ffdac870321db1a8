// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Why a rollout's answer was lost: what each hop's support and bridge answer needed, step by step, the first broken
// hop, and one cause.
//   rollout_analyzer analyze; analyze(r, prepared).cause == rollout_cause::bridge_unused
#pragma once

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/rollout/detail/document_memo.hpp>
#include <mhqa/rollout/gold.hpp>
#include <mhqa/rollout/record.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// What became of the answer. An answer is right if it matches a gold exactly in the dialect.
enum class rollout_cause : std::uint8_t {
  right,               ///< right, and every hop's evidence was retrieved
  luck,                ///< right without the evidence of some hop
  form,                ///< a gold is among the words of the answer or of the last words, but is not the answer
  never_retrieved,     ///< the first broken hop was asked, or needed no bridge, and its evidence never came
  bridge_unused,       ///< the bridges to the first broken hop were retrieved and never mentioned again
  next_not_asked,      ///< the bridges were mentioned, but no new query asks with all of them
  found_not_answered,  ///< all evidence was retrieved, and the answer is another one or missing
};

/// The names of rollout_cause, in order.
inline constexpr std::array<std::string_view, 7> rollout_cause_names{
    "right", "luck", "form", "never_retrieved", "bridge_unused", "next_not_asked", "found_not_answered"};

/// What one hop got. Steps are numbered from 1; 0 is never.
struct hop_finding {
  bool has_support = false;        ///< the gold names a support
  bool has_answer = false;         ///< the gold has the hop's answer
  bool needs_bridge = false;       ///< the hop needs answers of other hops, and all of them are known
  std::uint32_t support_step = 0;  ///< the first whose documents hold a support
  std::uint32_t answer_step = 0;   ///< the first whose documents hold the hop's answer as words
  std::uint32_t used_step = 0;     ///< the first thought, note or query after its evidence that has the hop's answer
  std::uint32_t asked_step = 0;    ///< the first new query that has the answers of all its premises

  /// Returns the step that brought the evidence: the support or, where the gold names none, the answer's words.
  [[nodiscard]] std::uint32_t evidence_step() const noexcept { return has_support ? support_step : answer_step; }
  [[nodiscard]] bool has_evidence() const noexcept { return has_support || has_answer; }
  friend bool operator==(const hop_finding&, const hop_finding&) = default;
};

/// What one step repeats.
struct step_finding {
  bool repeated = false;       ///< its query equals an earlier one
  bool near_repeated = false;  ///< its query nearly equals an earlier one
  std::uint32_t documents = 0;
  std::uint32_t documents_again = 0;

  friend bool operator==(const step_finding&, const step_finding&) = default;
};

/// The analysis of one rollout.
struct rollout_finding {
  rollout_cause cause{};
  std::optional<std::size_t> broken_hop;  ///< the first, numbered from 0, without evidence; also of a lucky answer
  std::vector<hop_finding> hops;
  std::vector<step_finding> each_step;
  std::uint64_t steps = 0;
  std::uint64_t searches = 0;
  std::uint64_t repeated = 0;       ///< queries equal to an earlier one after normalisation
  std::uint64_t near_repeated = 0;  ///< other queries whose meaningful words equal an earlier one's but for one
  std::uint64_t documents = 0;
  std::uint64_t documents_again = 0;  ///< documents that an earlier search, or this one, has returned
  std::uint64_t flaws = 0;
  bool answered = false;
  std::optional<bool> answer_seen;  ///< a gold answer is among the words of a document; empty for yes and no
  scores answer;

  friend bool operator==(const rollout_finding&, const rollout_finding&) = default;
};

namespace detail {

/// A set of hashes whose bits are spread well; 0 counts as 1. clear() keeps the memory.
class hash_set {
 public:
  /// Returns false if the hash is in the set.
  bool insert(std::uint64_t hash);
  void clear() noexcept;

 private:
  [[nodiscard]] std::uint64_t& cell_of(std::uint64_t hash) noexcept;

  void grow();

  std::vector<std::uint64_t> cells_, spare_;  // a power of two, at most half of it used
  std::size_t size_ = 0;
};

}  // namespace detail

/// Analyses rollouts and reuses its memory. Use one for each thread.
///
/// Shape:     the evidence of a hop is its support by `match`; where the gold names none, the words of its answer
/// Undefined: without hops, the words of the answer are the only evidence; yes and no are no evidence
/// Cost:      linear in the rollout's text, times the number of hops
class rollout_analyzer {
 public:
  explicit rollout_analyzer(document_match match = document_match::text) : match_{match} {}

  /// Returns true if the last rollout was of this question, whose documents are then known.
  [[nodiscard]] bool remembers(const prepared_rollout_gold& gold) const noexcept {
    return documents_.question() == gold.fingerprint();
  }

  [[nodiscard]] rollout_finding operator()(const rollout& r, const prepared_rollout_gold& gold);

 private:
  using hop = prepared_rollout_gold::hop;
  using document_fact = detail::document_memo::fact;

  void begin_hops();

  void read_step(const rollout_step& step, std::uint32_t number);

  /// Notes the hops whose answers a text mentions after their evidence came.
  void read_mentions(std::string_view text, std::uint32_t number);

  [[nodiscard]] bool mentions(std::size_t i) const;

  void read_query(std::string_view query, std::uint32_t number);

  /// Two sets of words are near if they are equal after at most one word of each is left out. Each set is kept as its
  /// hash and those of its subsets without one word; sums of hashes make them in linear time.
  [[nodiscard]] bool is_near();

  [[nodiscard]] static std::uint64_t mixed(std::uint64_t h) noexcept;

  /// Facts of the memo: the document has a gold answer; then, for each hop, it supports it, and has its answer.
  void read_document(const rollout_document& document, std::uint32_t number);

  void find_facts(const rollout_document& document, document_fact* facts);

  [[nodiscard]] bool holds_any(std::span<const normalized> answers) const;

  [[nodiscard]] bool supports(const hop& one, const rollout_document& document) const;

  /// Returns true if one of the two texts contains the other. Most pairs differ in a long word.
  [[nodiscard]] bool same_text(const detail::sought_support& support) const;

  void decide(const rollout& r);

  /// Returns true if a gold is among the words of the answer or, without an answer, of the last words.
  [[nodiscard]] bool says_gold(const rollout& r);

  document_match match_;
  dialect_key rules_ = 0;
  std::optional<answer_scorer<>> scorer_;
  const prepared_rollout_gold* gold_ = nullptr;
  bool closed_ = false;
  rollout_finding finding_;
  normalized text_, title_;
  string_index queries_;
  detail::document_memo documents_;
  string_arena query_texts_;
  detail::hash_set near_;
  std::vector<std::uint64_t> words_;
  std::vector<bool> mentioned_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/analysis.ipp>
#endif
