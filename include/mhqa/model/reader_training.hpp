// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Trains the weights of a trained_reader from questions with paragraphs, by gradient descent on one thread.
//   const mhqa::reader_training trained = mhqa::train_reader(examples, {.seed = 1});  // to_bytes(trained.weights())
#pragma once

#include <mhqa/model/detail/reading_view.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/reader_weights.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A question with its paragraphs and what is known of its answer.
struct training_example {
  std::string id{};
  std::string group{};  ///< examples of one group, such as an article, stay together
  std::string question{};
  std::vector<std::string> answers{};  ///< any of them is right; none: only the supports are learnt
  std::vector<std::pair<std::string, std::string>> context{};  ///< title and text
  std::string whole{};                                         ///< as in reading_task
  std::vector<std::uint32_t> supports{};                       ///< positions in the context; none: not known
  std::vector<read_sentence> sentences{};                      ///< of the supports; none: not known
};

/// Choices of a training.
struct training_options {
  std::uint64_t seed = 1;
  std::string name = "own";  ///< of the weights, for signatures
  unsigned bits = 18;        ///< the table has 2^bits weights
  unsigned passes = 6;       ///< over the examples, for the answers
  unsigned net_passes = 24;  ///< for the nets
  double rate = 0.06;        ///< of the table's gradient descent
  double dropout = 0.4;      ///< share of the features that each step leaves out, so that none is relied on alone
  std::function<void(std::string_view)> log{};  ///< receives a line for each step
};

namespace detail {

// A dense_net in floating point, trained by Adagrad. The weights of one input, and the biases, lie side by side.
class net_trainer {
 public:
  net_trainer(std::size_t inputs, std::size_t hidden, std::uint64_t seed);

  double operator()(std::span<const std::int16_t> in);

  /// Adds the gradient of the last call's output.
  void add(std::span<const std::int16_t> in, double gradient);

  void step(float rate);

  [[nodiscard]] dense_net net() const;

 private:
  std::size_t inputs_, hidden_;
  std::vector<float> weights_, squares_, gradient_{}, activity_{}, down_{};
};

// Inputs of a net with what it should say: one group is one choice, or each row a yes or a no.
struct net_rows {
  std::size_t inputs = 0;
  std::vector<std::int16_t> values{};
  std::vector<float> wanted{};
  std::vector<std::size_t> groups{};  // ends
  std::vector<float> weights{};       // of groups

  void add(std::span<const std::int16_t> in, double want);
  void end_group(double weight = 1) {
    if (groups.empty() ? wanted.empty() : groups.back() == wanted.size()) return;
    groups.push_back(wanted.size());
    weights.push_back(static_cast<float>(weight));
  }
  [[nodiscard]] std::span<const std::int16_t> row(std::size_t i) const {
    return std::span{values}.subspan(i * inputs, inputs);
  }
};

}  // namespace detail

/// The result of a training: weights that own their table.
class reader_training {
 public:
  [[nodiscard]] const reader_weights& weights() const noexcept { return weights_; }

  reader_training() = default;
  reader_training(const reader_training&) = delete;
  reader_training& operator=(const reader_training&) = delete;
  reader_training(reader_training&&) = delete;
  reader_training& operator=(reader_training&&) = delete;

  /// Trains; see train_reader().
  void run(std::span<const training_example> examples, const training_options& options);

  /// Calls to(bytes) for each example whose answer is a span, with what a span_net reads of it and its right spans, for
  /// scripts/train_net. The weights choose the paragraphs to read where the supports are not known.
  ///
  /// Shape: 32-bit numbers of words of the question, of words of the text, of spans, the group's hash, and `file`; the
  ///        words' hashes; a byte for each feature of a word of the text; of each span 16 bits for its first word, a
  ///        byte for its size and a byte, 1 if it is right
  void each_net_example(const reader_weights& weights, std::span<const training_example> examples, std::uint32_t file,
                        const std::function<void(std::string_view)>& to);

 private:
  static constexpr unsigned variants = 6;  // of an example; see make_variant()
  static constexpr std::size_t rarities = 1U << 14U;
  static constexpr double weight_of_whole = 3;      // of the last variant: most contexts are whole
  static constexpr std::uint64_t judged_parts = 3;  // of the examples, each judged by what is learnt of the others
  // Damps the steps of features that few questions have.
  static constexpr float first_square = 0.1F;

  struct variant {
    std::vector<context_paragraph> context;
    std::vector<std::uint8_t> gold;
    bool whole = true;  // no support is missing
    std::size_t golds = 0;
  };

  void say(std::string_view line) const {
    if (options_.log) options_.log(line);
  }

  void check() const;

  [[nodiscard]] static bool has_supports(const training_example& e) noexcept {
    return e.supports.size() >= 2 && e.context.size() > e.supports.size();
  }

  // What becomes of an example: the whole, a support less, one support or one distractor alone, all distractors. Some
  // distractors are left out at random, so that their number tells nothing; the last variant is the example itself.
  [[nodiscard]] variant make_variant(const training_example& e, unsigned number) const;

  [[nodiscard]] static std::vector<context_paragraph> context_of(const training_example& e);

  // Counts the sizes of contexts by powers of two.
  void count_sizes();

  // Of an example with supports: rare sizes of contexts weigh more, up to three times.
  [[nodiscard]] double weight_of(const training_example& e) const;

  // Counts in how many paragraphs of contexts with two supports and a distractor each word is.
  void count_words();

  void train_pairs();

  void train_supports();

  // The threshold with the highest F1 over all rows.
  [[nodiscard]] double best_threshold(const detail::net_rows& rows, reader_net which) const;

  // Reads the supports if they are known, otherwise what the nets choose.
  void select_for_training(const training_example& e);

  // Marks the right candidates: those that have an answer's words without the function words at its ends; where no
  // candidate has, those that share most words with it.
  [[nodiscard]] bool mark(const training_example& e, std::vector<float>& wanted);

  [[nodiscard]] bool is_answer(const detail::answer_candidate& c, std::span<const std::uint64_t> gold);

  [[nodiscard]] bool mark_nearest(const training_example& e, std::vector<float>& wanted);

  void train_answers(std::span<const std::uint32_t> which, unsigned passes);

  // One weight in ten thousand may be cut.
  void quantise();

  // What the nets that judge answers and sentences learn from.
  struct judged {
    detail::net_rows enough{}, sure{}, sentences{};
  };

  void add_judged(std::span<const std::uint32_t> which, judged& to);

  void add_sentences(std::span<const std::uint32_t> which, detail::net_rows& rows);

  void train_judges(const judged& rows);

  void train_sentences(const detail::net_rows& rows);

  // Whether an example has a right span; its bytes are in bytes_ then.
  [[nodiscard]] bool pack_net_example(const training_example& e, std::uint32_t file, std::span<const float> wanted);

  training_options options_{};
  std::span<const training_example> examples_{};
  std::array<std::size_t, 64> sizes_{};  // of contexts: how many have so many bits
  std::size_t with_supports_ = 0;
  reader_weights weights_{};
  std::string table_{}, rarity_{};
  std::vector<float> floats_{}, squares_{};
  detail::reading_view view_{};
  passage words_{}, other_{};
  std::vector<std::uint64_t> keys_{};
  detail::word_inputs net_inputs_{};
  std::string bytes_{};
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/reader_training.ipp>
#endif
