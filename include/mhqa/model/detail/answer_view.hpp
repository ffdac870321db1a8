// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The candidates for an answer with their hashed features: spans of up to eight words, "yes" and "no", and the things
// between which a question lets choose ("Which is older, A or B?"), whose dates and numbers are compared.
#pragma once

#include <mhqa/date/partial_date.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/model/detail/context_view.hpp>
#include <mhqa/model/passage.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

/// A paragraph in which answers are sought.
struct read_paragraph {
  std::uint32_t paragraph = 0;
  std::size_t candidate = 0;  ///< among context_view::candidates()
  double support = 0;
};

enum class answer_form : std::uint8_t { span, option, yes, no };

struct answer_candidate {
  answer_form form = answer_form::span;
  std::uint32_t slot = 0;             // of the paragraph, among those read; the paragraph itself for an option
  std::uint32_t first = 0, last = 0;  // words of all paragraphs read
  std::uint32_t features = 0;         // the first of its own, up to the next candidate's
};

class answer_view {
 public:
  struct word {
    std::uint64_t key;
    std::uint32_t begin, end, sentence;
    int term;
    std::uint8_t shape;
    char before, after;  // a mark, 0 for none
    bool function;
    std::uint64_t tail;
    double left, right;  // closeness of the question's words before it and after it
  };
  struct sentence {
    std::uint32_t slot, index, first, last;  // words
    std::uint64_t terms;
    double coverage, pairs, window;  // shares of the question: words, pairs of words, words here and a sentence before
    std::uint32_t rank;
    bool names_other;
  };

  static constexpr std::size_t longest = 8;  // words of a span
  static constexpr std::size_t most_sentences = 48, most_words = 160;
  static constexpr std::size_t crosses = 4;
  static constexpr std::size_t row = 7 * crosses;  // features of a span's beginning, and of its end
  static constexpr std::size_t inner_row = 2;

  void assign(const context_view& context, std::span<const read_paragraph> read, unsigned bits);

  /// Scores every candidate with the sums of a table: weight(feature) -> number.
  template <class Number, class Weight>
  void score(Weight&& weight, std::vector<Number>& out) const {
    std::vector<Number> begins, ends, inner;
    begins.assign(words_.size(), Number{});
    ends.assign(words_.size(), Number{});
    inner.assign(words_.size() + 1, Number{});
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!words_[i].function) {
        for (std::size_t f = 0; f < row; ++f) begins[i] += weight(begins_[i * row + f]);
        for (std::size_t f = 0; f < row; ++f) ends[i] += weight(ends_[i * row + f]);
      }
      inner[i + 1] = inner[i];
      for (std::size_t f = 0; f < inner_row; ++f) inner[i + 1] += weight(inner_[i * inner_row + f]);
    }
    out.assign(candidates_.size(), Number{});
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const answer_candidate& one = candidates_[c];
      Number sum{};
      if (one.form == answer_form::span)
        sum = begins[one.first] + ends[one.last - 1] + inner[one.last] - inner[one.first];
      for (const std::uint32_t f : own(c)) sum += weight(f);
      out[c] = sum;
    }
  }

  /// Calls add(feature, gradient) for every feature, given the gradient of each candidate's score.
  template <class Add>
  void spread(std::span<const float> gradient, Add&& add) const {
    std::vector<float> begins, ends, inner;
    begins.assign(words_.size(), 0);
    ends.assign(words_.size(), 0);
    inner.assign(words_.size() + 1, 0);
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      const answer_candidate& one = candidates_[c];
      const float g = gradient[c];
      if (g == 0) continue;
      if (one.form == answer_form::span) {
        begins[one.first] += g;
        ends[one.last - 1] += g;
        inner[one.first] += g;
        inner[one.last] -= g;
      }
      for (const std::uint32_t f : own(c)) add(f, g);
    }
    float running = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      running += inner[i];
      if (std::abs(running) > 1e-4F) {
        for (std::size_t f = 0; f < inner_row; ++f) add(inner_[i * inner_row + f], running);
      }
      if (begins[i] != 0) {
        for (std::size_t f = 0; f < row; ++f) add(begins_[i * row + f], begins[i]);
      }
      if (ends[i] != 0) {
        for (std::size_t f = 0; f < row; ++f) add(ends_[i * row + f], ends[i]);
      }
    }
  }

  [[nodiscard]] std::span<const answer_candidate> candidates() const noexcept { return candidates_; }
  [[nodiscard]] std::span<const read_paragraph> read() const noexcept { return read_; }
  /// The words of all paragraphs read, sentence after sentence.
  [[nodiscard]] std::span<const word> words() const noexcept { return words_; }
  [[nodiscard]] std::span<const sentence> sentences() const noexcept { return sentences_; }
  /// The greatest closeness of the question's words to any place.
  [[nodiscard]] double nearest() const noexcept { return nearest_; }

  /// The bytes of a candidate in the text of its paragraph, or of an option in the question.
  [[nodiscard]] std::string_view text_of(const answer_candidate& c) const;
  /// The sentence of a span: its position in its paragraph.
  [[nodiscard]] std::uint32_t sentence_of(const answer_candidate& c) const noexcept { return words_[c.first].sentence; }
  /// The key of a word of a span.
  [[nodiscard]] std::uint64_t key_of(std::uint32_t at) const noexcept { return words_[at].key; }

 private:
  static constexpr std::array<std::string_view, 9> question_words{"how", "what", "when",  "where", "which",
                                                                  "who", "whom", "whose", "why"};
  enum kind : std::uint64_t {
    k_word = 1,
    k_before,
    k_before2,
    k_shape,
    k_pair,
    k_mark,
    k_tail,
    k_after,
    k_after2,
    k_length,
    k_outline,
    k_terms,
    k_left,
    k_right,
    k_left_place,
    k_right_place,
    k_near,
    k_near_left,
    k_near_right,
    k_cover,
    k_rank,
    k_first,
    k_support,
    k_title,
    k_inner,
    k_kind,
    k_yes,
    k_yes_pair,
    k_yes_cover,
    k_yes_shared,
    k_option,
    k_relation,
    k_link,
    k_read,
    k_near_best,
    k_before_left,
    k_after_right,
    k_pairs,
    k_window,
    k_asked,
    k_whole
  };

  [[nodiscard]] static constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    a = (a ^ (b + 0x9E3779B97F4A7C15U + (a << 6U) + (a >> 2U))) * 0xff51afd7ed558ccdU;
    return a ^ a >> 32U;
  }
  [[nodiscard]] std::uint32_t slot_of(std::uint64_t feature, std::uint64_t cross) const noexcept;
  [[nodiscard]] std::string_view text_in(std::uint32_t slot) const noexcept {
    return context_->task().context[read_[slot].paragraph].text;
  }
  [[nodiscard]] std::span<const std::uint32_t> own(std::size_t c) const noexcept;

  void read_question();

  void take_words(std::uint32_t slot);

  // The share of the question's pairs of neighbouring words that stand in the sentence that begins at this word.
  [[nodiscard]] double pairs_in(std::uint32_t begin) const;

  void take_word(std::string_view text, const passage_word& w, std::uint32_t in_sentence);

  void rank_sentences();

  void make_rows();

  // What stands left and right of each place of a sentence.
  struct around {
    int term = -1;
    std::uint32_t distance = 30;
    double nearness = 0;  // weighted closeness of all terms
  };

  void find_terms(const sentence& s);

  [[nodiscard]] static std::uint64_t bin(std::uint32_t distance) noexcept {
    return distance < 4 ? distance : distance < 6 ? 4 : distance < 10 ? 5 : distance < 30 ? 6 : 7;
  }
  [[nodiscard]] static std::uint64_t tenth(double share, double bins = 10) noexcept {
    return static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * bins);
  }
  // Where a term stands in the question, counted from the question word.
  [[nodiscard]] std::uint64_t place_of(int term) const noexcept;

  void add(std::uint64_t feature, std::size_t how_many) {
    for (std::size_t q = 0; q < how_many; ++q) own_.push_back(slot_of(feature, cross_[q]));
  }

  void take_spans(const sentence& s);

  // Marks that no answer contains.
  [[nodiscard]] static constexpr bool separates(char mark) noexcept {
    return std::string_view{"()[]{};:?!\"|"}.find(mark) != std::string_view::npos && mark != '\0';
  }

  void add_span(const sentence& s, std::uint32_t first, std::uint32_t last, std::size_t terms, std::uint64_t outline);

  // Whether a span is part of its paragraph's title or of another's.
  [[nodiscard]] std::uint64_t title_relation(const sentence& s, std::uint32_t first, std::uint32_t last) const;

  // ---- choices ----
  static constexpr std::size_t relation_count = 9;
  using values = std::array<std::optional<double>, relation_count>;

  [[nodiscard]] static double order_of(const partial_date& d) noexcept {
    return static_cast<double>(d.year) * 372 + d.month * 31 + d.day;
  }

  void read_values(std::uint32_t paragraph, values& out, bool linked) const;

  void take_options();

  // 0: unknown, 1: less than the others, 2: equal, 3: greater.
  [[nodiscard]] static std::uint64_t compare(const std::vector<values>& of, std::size_t relation, std::size_t i);

  void add_yes_no(const std::vector<std::uint64_t>& keys, const std::vector<values>& of, bool choice,
                  std::uint64_t asked_terms);

  // Capitalised words of first sentences that two options share, up to three: "American" of two directors.
  [[nodiscard]] std::uint64_t shared_words() const;

  struct question_word {
    std::uint64_t key;
    std::uint32_t begin;
    int term;
  };

  const context_view* context_ = nullptr;
  std::vector<read_paragraph> read_;
  unsigned shift_ = 46;
  std::array<std::uint64_t, crosses> cross_{};
  int asked_place_ = 0;
  double nearest_ = 1;
  std::string lower_;
  std::uint64_t question_number_ = 0;  // of context_view, whose question the next members hold
  std::vector<question_word> asking_;
  std::vector<word> words_;
  std::vector<sentence> sentences_;
  std::vector<around> left_, right_;
  std::vector<std::uint32_t> begins_, ends_, inner_, own_, shared_;
  std::vector<answer_candidate> candidates_;
  passage whole_;
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/answer_view.ipp>
#endif
