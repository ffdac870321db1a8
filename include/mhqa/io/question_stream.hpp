// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The questions of pools as a stream: read once from their files, judged by S1, and read again from temporary files, so
// that the pool is never in memory.
//   question_stream all{settings, "out/stages/pool", true};  all.read();  all.learn();  all.judge();
#pragma once

#include <mhqa/compose/bridge_uses.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/quality_part.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/english/truecase.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/io/paragraph_store.hpp>
#include <mhqa/io/pool_builder.hpp>
#include <mhqa/io/question_frames.hpp>
#include <mhqa/io/spool_file.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A temporary file of questions, which are written once and then read several times from the first to the last.
class question_spool {
 public:
  explicit question_spool(const std::string& beside) : name_{beside}, file_{beside} {}

  void add(const single_hop& q, const context_paragraph& p, std::uint64_t paragraph);
  void end();
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// Calls f for one frame after the other.
  void for_each(const std::function<void(const framed_questions&)>& f);

 private:
  std::string name_;
  spool_file file_;
  question_frame frame_{};
  std::uint32_t count_ = 0;
};

/// Reads and judges the questions of settings.pools: call read(), learn(), judge(), then for_each_good().
///
/// Errors: as the readers of pools; data_error for pools without a question
/// Cost:   memory for the ids, a hash of each distinct paragraph, and the words of paragraphs; with `numbers`, also 12
///         bytes for each question and 8 for each paragraph. Its temporary files take the pool's bytes twice, with
///         `numbers` three times
class question_stream {
 public:
  /// Called with each question that is read, the number of its paragraph, and the paragraph if it is a new one.
  using each_read = std::function<void(const single_hop&, std::uint32_t, const context_paragraph*)>;
  using each_good = std::function<void(const single_hop&)>;

  /// The temporary files are next to `beside`. With `numbers`, paragraphs are numbered and kept.
  question_stream(const compose_settings& settings, const std::string& beside, bool numbers);

  /// Reads the pools; the result has the counts.
  [[nodiscard]] loaded_pool read(const each_read& f = {});
  /// Learns the words of the paragraphs, each distinct one once.
  void learn();
  /// Does S1 and returns its counts.
  [[nodiscard]] stage_counts judge(const each_good& f);

  [[nodiscard]] std::uint32_t count_read() const noexcept { return read_.count(); }
  [[nodiscard]] std::uint32_t count_good() const noexcept { return good_ ? good_->count() : 0; }
  /// The fingerprint() of the good questions.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return hash_.value(); }

  void for_each_good(const std::function<void(const framed_questions&)>& f) { good_->for_each(f); }
  /// The paragraphs: those of all questions or, after judge(), those of good ones, as select_questions() numbers them.
  [[nodiscard]] paragraph_store& paragraphs() noexcept { return *paragraphs_; }
  /// The number of the paragraph of a good question, by its place.
  [[nodiscard]] std::uint32_t paragraph_of(std::uint32_t good) const noexcept { return paragraph_of_[good]; }

 private:
  // Leaves only the paragraphs of the good questions, which are given by their places among all.
  void number_good(const std::vector<std::uint32_t>& good);

  const compose_settings& settings_;
  std::string beside_;
  question_spool read_;
  std::optional<question_spool> good_{};
  std::optional<paragraph_store> paragraphs_{};
  std::vector<std::uint32_t> paragraph_of_{};
  bool lacks_case_ = false;
  paragraph_spelling spelling_{};
  truecaser cases_{};
  pool_hasher hash_{};
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/question_stream.ipp>
#endif
