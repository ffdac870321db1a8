// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What a trained_reader knows of a question and its paragraphs before it looks for answers: the question's words in
// each sentence, titles in the question, mentions of one paragraph's title in another; and from these the inputs of
// the nets that choose paragraphs.
#pragma once

#include <mhqa/english/asked.hpp>
#include <mhqa/model/passage.hpp>
#include <mhqa/model/question_terms.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/reader_weights.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::detail {

/// Inputs of a net, in fixed point.
class net_inputs {
 public:
  void clear() noexcept { values_.clear(); }
  void add(double value) { values_.push_back(dense_net::fixed(value)); }
  void add(bool value) { values_.push_back(value ? 1024 : 0); }
  [[nodiscard]] std::span<const std::int16_t> values() const noexcept { return values_; }
  [[nodiscard]] operator std::span<const std::int16_t>() const noexcept { return values_; }

 private:
  std::vector<std::int16_t> values_;
};

[[nodiscard]] double probability(double log_odds) noexcept;

class context_view {
 public:
  static constexpr std::size_t most_candidates = 24;
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  struct paragraph {
    std::uint64_t text = 0, title = 0, best = 0;  // question terms in it, in its title, in its best sentence
    double coverage = 0, title_coverage = 0, best_coverage = 0, title_share = 0;
    std::uint32_t in_question = nowhere;  // byte of the question at which the title stands
    std::uint32_t in_question_size = 0;
    std::uint32_t rank = 0;    // by coverage
    std::uint32_t rarest = 0;  // the sentence with the highest share by rarity
    double order = 0;
    double own = 0;                          // share of the question's words that no other candidate has
    double rare = 0, rare_best = 0;          // shares by rarity, in the paragraph and in its best sentence
    double pairs = 0, run = 0;               // share of the question's pairs of words, and of the longest run of them
    std::uint64_t places = 0;                // of the question's words that are followed by the next one here
    std::uint32_t names = 0, named = 0;      // candidates whose title it mentions, and that mention its title
    std::vector<std::uint64_t> sentences{};  // terms of each
    std::vector<std::uint64_t> title_keys{};
  };
  struct link {
    std::uint32_t sentence = nowhere;  // of the mention of the other's title
    double share = 0;                  // of the title's words that are in the text
    std::uint32_t shared = 0;          // names that no third candidate has, nor the question
    double common = 0, best = 0;       // rarity of the names that few candidates have; of those in best sentences
  };

  void assign(const reading_task& task, const reader_weights& weights);

  [[nodiscard]] const reading_task& task() const noexcept { return task_; }
  /// Another number for each question that differs from the one before.
  [[nodiscard]] std::uint64_t question_number() const noexcept { return question_number_; }
  [[nodiscard]] const asked_for& asked() const noexcept { return asked_; }
  [[nodiscard]] const question_terms& terms() const noexcept { return terms_; }
  [[nodiscard]] const mhqa::passage& question() const noexcept { return question_; }
  [[nodiscard]] const mhqa::passage& passage_of(std::uint32_t p) const noexcept { return passages_[p]; }
  [[nodiscard]] const paragraph& operator[](std::uint32_t p) const noexcept { return paragraphs_[p]; }
  /// Paragraphs that may support the question, best first.
  [[nodiscard]] std::span<const std::uint32_t> candidates() const noexcept { return candidates_; }
  /// Paragraphs whose titles stand in the question, in its order, without overlaps.
  [[nodiscard]] std::span<const std::uint32_t> named() const noexcept { return named_; }
  [[nodiscard]] double weight(std::size_t term) const noexcept { return weight_[term]; }
  [[nodiscard]] double share(std::uint64_t terms) const noexcept { return sum(terms, weight_, total_); }
  /// The same by the rarity of words among the paragraphs of the training, not among these.
  [[nodiscard]] double rare_share(std::uint64_t terms) const noexcept { return sum(terms, rare_, rare_total_); }
  /// What candidate `from` (a position among candidates()) says of candidate `to`.
  [[nodiscard]] const link& link_of(std::size_t from, std::size_t to) const noexcept {
    return links_[from * candidates_.size() + to];
  }

  void add_single(std::size_t c, net_inputs& in) const;

  void add_question(net_inputs& in) const;

  /// The inputs of reader_net::pair for two candidates.
  void pair_inputs(std::size_t a, std::size_t b, net_inputs& in) const;

  [[nodiscard]] bool is_named(std::uint32_t p) const noexcept {
    return std::find(named_.begin(), named_.end(), p) != named_.end();
  }

 private:
  [[nodiscard]] static std::uint64_t bit(int term) noexcept { return term < 0 ? 0 : std::uint64_t{1} << term; }

  // A title without what stands in brackets after it: "Emma (novel)".
  [[nodiscard]] static std::string_view bare(std::string_view title) noexcept;

  [[nodiscard]] static double sum(std::uint64_t terms, const std::array<double, 64>& of, double total) noexcept;

  // Reads a question; one that is asked again, of another context, is known.
  void ask(std::string_view question);

  void look(std::uint32_t p);

  void find_title(paragraph& out) const;

  // Places of the question from which the words of a text, or of a title, go on like it.
  [[nodiscard]] std::uint64_t find_pairs(std::span<const passage_word> words) const;

  // Rare words of the question weigh more.
  void weigh();

  // By the rarity of words among the paragraphs of the training.
  void weigh_rare(const reader_weights& weights);

  void weigh_pairs();

  void choose();

  // Looks for the words of all titles in all texts at once.
  void find_links();

  // Counts the capitalised words and numbers that exactly two candidates have, and weighs those that up to four have.
  void find_shared(const reader_weights& weights);

  // Compares each candidate with all others.
  void compare();

  [[nodiscard]] std::uint32_t sentence_of(std::uint32_t p, std::uint32_t word) const noexcept;

  reading_task task_{};  // its texts and its context outlive the view
  std::uint64_t question_number_ = 0;
  std::string question_text_;
  std::vector<std::pair<std::uint64_t, std::size_t>> places_;  // the question's words by key
  question_terms terms_;
  mhqa::passage question_, title_;
  asked_for asked_;
  std::vector<mhqa::passage> passages_;
  std::vector<paragraph> paragraphs_;
  std::array<double, 64> weight_{}, rare_{};
  double total_ = 0, most_ = 0, best_ = 0;  // the highest coverage of a paragraph and of a sentence
  double rare_total_ = 0, most_rare_ = 0, best_rare_ = 0, most_pairs_ = 0;
  std::uint64_t question_keys_ = 0;  // a filter of the words' keys
  std::uint32_t name_runs_ = 0;
  bool alternatives_ = false;  // "A or B"
  std::vector<std::uint32_t> candidates_, named_;
  std::vector<link> links_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> names_;  // key, and 2 c, and 1 if not in the best sentence
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/context_view.ipp>
#endif
