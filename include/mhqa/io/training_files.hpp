// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Examples for training a reader from files of HotpotQA, 2WikiMultihopQA, MuSiQue, SQuAD and StrategyQA; and a
// reader's figures on examples that it was not trained on.
//   load_examples("dev-v1.1.json", examples);
#pragma once

#include <mhqa/io/conversion.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/reader_training.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// What became of a file's questions.
struct example_counts {
  std::uint64_t read = 0;
  std::uint64_t without_paragraphs = 0;
  std::uint64_t without_answer = 0;
  std::uint64_t repeated = 0;  ///< an id that the file had before: MuSiQue-Full's unanswerable twins
};

/// Returns the layout of a file of questions with answers, by the beginning of its first record.
///
/// Errors: data_error for a file in none of them
[[nodiscard]] data_layout find_training_layout(const std::string& path);

/// Appends a file's questions as examples.
///
/// Shape:  questions of one SQuAD article are one group; any other question is a group alone. In SQuAD's layout the
///         one paragraph is no choice, so no support is learnt from it. Of a StrategyQA question the last step is
///         asked, with the paragraphs of its evidence, whose texts are in the file `paragraphs`; those that it lacks
///         have none. Questions about one term are one group
/// Errors: data_error as read_questions(), and for a file without a question that can be used
/// Source: the inputs of ROBERTA* last-step-raw ORA-P-D: Geva et al. 2021 (StrategyQA), Sec. 5.1, and the question
example_counts load_examples(const std::string& path, std::vector<training_example>& to,
                             const std::string& paragraphs = {});

/// Sums of a reader's scores.
struct reader_figures {
  std::uint64_t questions = 0, with_supports = 0, with_sentences = 0;
  double answer_f1 = 0, answer_em = 0, support_f1 = 0, support_em = 0, sentence_f1 = 0, sufficient = 0;

  reader_figures& operator+=(const reader_figures& other) noexcept;
};

/// Adds the scores of a reading: answers in HotpotQA's dialect, with aliases; supports and sentences as sets.
///
/// Shape: a sentence is the gold sentence in which the reader's sentence begins
void add_figures(const training_example& e, const reading& said, answer_scorer<>& scorer, reader_figures& to);

/// Returns the fold of an example: 0 to folds - 1, the same for all examples of a group.
[[nodiscard]] std::uint64_t fold_of(const training_example& e, std::uint64_t folds) noexcept;

/// Positions of examples.
struct example_split {
  std::vector<std::size_t> train{};
  std::vector<std::size_t> test{};
  std::uint64_t left_out = 0;  ///< of neither, since an example of the test has one of their articles
};

/// Divides examples into a fold to test on and those to train on.
///
/// Shape: no article of the test is in the training. The articles of an example are its group and the titles of its
///        supports, in StrategyQA of its evidence; the underscores of SQuAD's titles are spaces
[[nodiscard]] example_split split_examples(std::span<const training_example> examples, std::uint64_t fold,
                                           std::uint64_t folds);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/training_files.ipp>
#endif
