// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A baseline that learns nothing: it takes the sentence that shares most words with the question and, in it, the name,
// date, number or phrase that fits the question word and is near the question's words. It lets every part of the
// library that needs a reader run without a model.
//   mhqa::lexical_reader read; read({.id = "1", .question = "Who wrote Emma?", .context = paragraphs}).answer
#pragma once

#include <mhqa/english/asked.hpp>
#include <mhqa/model/answer_spans.hpp>
#include <mhqa/model/passage.hpp>
#include <mhqa/model/question_terms.hpp>
#include <mhqa/model/reader.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// The settings of a lexical_reader.
struct lexical_options {
  std::size_t sentences = 4;  ///< number of best sentences that are searched for an answer
  std::size_t support = 1;    ///< number of paragraphs in `support`, the answer's first
  double sufficient = 0.75;   ///< share of the question that a paragraph must contain to suffice
  double neighbour = 0.5;     ///< weight of a question word that is in the paragraph but not in the sentence
  double nearness = 0.7;      ///< weight of closeness to the question's words, against being in the same sentence

  friend constexpr bool operator==(const lexical_options&, const lexical_options&) = default;
};

/// A reader by word overlap. It keeps memory, so use one per thread.
///
/// Shape:   the answer is a part of a paragraph, unchanged; confidence in [0, 1] grows with the share of the question
///          found around the answer; support is the answer's paragraph, then the next best; sufficiency is 1 if one
///          paragraph and its title contain enough of the question
/// Undefined: without a context, or if nothing fits: no answer, no support, confidence 0, sufficiency 0. Every yes-no
///          question gets "yes": the reader cannot judge
/// Cost:    linear in the context, about 100 MB a second; uses the first 64 content words of a question
/// Example: given "Emma is a novel by Jane Austen.", "Who wrote Emma?" gives "Jane Austen"
class lexical_reader {
 public:
  lexical_reader() = default;
  explicit lexical_reader(const lexical_options& options) : options_{options} {}

  [[nodiscard]] reading operator()(const reading_task& task);

  [[nodiscard]] const lexical_options& options() const noexcept { return options_; }

 private:
  struct scored {
    std::uint32_t paragraph = 0;
    std::uint32_t sentence = 0;
    std::uint64_t terms = 0;
    double score = 0;
  };
  struct best_answer {
    double score = 0;
    std::uint32_t paragraph = 0;
    std::size_t begin = 0, end = 0;
  };

  // Reads a question; one that is asked again, of another context, is known.
  void ask(std::string_view question);

  // Splits the context into sentences and weighs each question word by the number of sentences that contain it.
  bool look(const reading_task& task);

  std::span<const scored> best_sentences();

  void search(std::string_view text, const scored& s);

  // Makes judging a span O(1): a clause of a long sentence contains many other spans.
  void index_words();

  void consider(std::string_view text, const scored& s, answer_span span);

  // Weighted closeness of the question's words to the span; 1 if all were next to the answer.
  [[nodiscard]] double nearness(const answer_span& span) const;

  // Returns the size of a currency sign that ends at this place.
  [[nodiscard]] static std::size_t sign_before(std::string_view text, std::size_t at) noexcept;

  // How well a span fits the question word; 0 means not at all.
  [[nodiscard]] double fit_of(std::string_view text, const answer_span& span, bool has_noun) const;
  [[nodiscard]] double fit_of_name(std::string_view text, const answer_span& span, double fits, bool has_noun) const;
  [[nodiscard]] double fit_of_number(std::string_view text, const answer_span& span, double fits) const;

  void name_support(reading& out) const;

  [[nodiscard]] static std::uint64_t bit(int term) noexcept { return term < 0 ? 0 : std::uint64_t{1} << term; }
  [[nodiscard]] static std::size_t lowest(std::uint64_t terms) noexcept {
    return static_cast<std::size_t>(std::countr_zero(terms));
  }
  [[nodiscard]] double weight_of(std::uint64_t terms) const noexcept;

  lexical_options options_{};
  std::string question_;
  question_terms terms_;
  asked_for asked_;
  std::uint64_t noun_key_ = 0;
  std::vector<passage> passages_;
  passage title_;
  std::vector<scored> sentences_;
  std::vector<std::uint64_t> in_paragraph_;  // question words in each paragraph or its title
  std::array<double, 64> weight_{};
  double total_ = 0;
  sentence_spans spans_;                                    // of the current sentence
  std::vector<std::uint32_t> fresh_, nouns_, asked_nouns_;  // prefix counts over the sentence's words
  std::vector<std::vector<std::size_t>> places_;            // by term: its positions in the sentence
  best_answer best_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/lexical_reader.ipp>
#endif
