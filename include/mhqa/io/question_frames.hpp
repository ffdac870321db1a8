// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Questions with their paragraphs as bytes, about a megabyte at a time, so that a pool can be written and read without
// holding it. A frame has its number and a checksum.
//   question_frame to; to.add(place, q, p, q.paragraph); if (to.is_full()) file.write(to.take());
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/compose/pool.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Collects the questions of one frame after the other.
class question_frame {
 public:
  /// Adds a question. Consecutive questions with one number of a paragraph share its text.
  void add(std::uint32_t place, const single_hop& q, const context_paragraph& p, std::uint64_t paragraph);
  /// Adds a question with an empty paragraph.
  void add_without_paragraph(std::uint32_t place, const single_hop& q);
  /// Adds a paragraph that has only a title.
  void add_title(std::string_view title);

  [[nodiscard]] bool is_full() const noexcept { return bytes_.bytes().size() >= most_bytes; }

  /// Returns the frame, with its size before it, and begins the next.
  [[nodiscard]] std::string take();
  /// Returns the last frame, which also has the fingerprint of the pool.
  [[nodiscard]] std::string take_last(std::uint64_t fingerprint);

 private:
  static constexpr std::size_t most_bytes = std::size_t{1} << 20U;
  static constexpr std::uint64_t no_paragraph = ~std::uint64_t{0};

  void begin();
  void add_paragraph(std::string_view title, std::string_view text);

  byte_writer bytes_{};
  std::uint64_t number_ = 0;
  bool begun_ = false;
  std::optional<std::uint64_t> paragraph_{};
};

/// The questions of one frame or several. The texts are views of the frames' bytes.
struct framed_questions {
  single_hop_pool pool{};
  std::vector<std::uint32_t> places{};
  std::deque<std::vector<std::string_view>> aliases{};
  std::uint64_t frames = 0;
  std::optional<std::uint64_t> fingerprint{};  ///< after the last frame

  /// Adds the questions of the next frame, given without its size; `name` is that of the file, for messages.
  ///
  /// Errors: data_error for bytes that are cut, damaged, or those of another frame
  void read(std::string_view frame, const std::string& name);
  /// Forgets the questions; the next frame is still expected to follow the last.
  void clear();
};

/// Returns a frame's bytes with their size before them.
[[nodiscard]] std::string framed(const std::string& bytes);

/// Returns the size of the frame that follows these 8 bytes.
[[nodiscard]] std::uint64_t size_of_frame(std::string_view bytes);

/// Reads all frames of a file, after the first `begin` bytes.
///
/// Errors: as framed_questions::read(); data_error for a file without its last frame, or with more bytes after it
[[nodiscard]] framed_questions read_frames(std::string_view bytes, std::size_t begin, const std::string& name);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/question_frames.ipp>
#endif
