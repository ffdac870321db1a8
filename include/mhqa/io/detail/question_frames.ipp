// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_frames.hpp.
#pragma once

#include <mhqa/io/question_frames.hpp>

#include <mhqa/error.hpp>

#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

/// What follows in a frame.
enum frame_mark : std::uint64_t { paragraph_mark, question_mark, end_mark, last_mark };

}  // namespace detail

MHQA_INLINE std::string framed(const std::string& bytes) {
  std::string out;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    out += static_cast<char>(std::uint64_t{bytes.size()} >> shift & 0xFFU);
  }
  return out += bytes;
}

MHQA_INLINE void question_frame::begin() {
  if (std::exchange(begun_, true)) return;
  bytes_.number(number_++);
}

MHQA_INLINE void question_frame::add_paragraph(std::string_view title, std::string_view text) {
  begin();
  bytes_.number(detail::paragraph_mark);
  bytes_.text(title);
  bytes_.text(text);
}

MHQA_INLINE void question_frame::add_title(std::string_view title) {
  add_paragraph(title, {});
  paragraph_.reset();
}

MHQA_INLINE void question_frame::add(std::uint32_t place, const single_hop& q, const context_paragraph& p,
                                     std::uint64_t paragraph) {
  if (paragraph_ != paragraph) add_paragraph(p.title, p.text);
  paragraph_ = paragraph;
  bytes_.number(detail::question_mark);
  bytes_.number(place);
  for (const std::string_view text : {q.id, q.source, q.question, q.answer}) bytes_.text(text);
  bytes_.number(q.aliases.size());
  for (const std::string_view text : q.aliases) bytes_.text(text);
}

MHQA_INLINE void question_frame::add_without_paragraph(std::uint32_t place, const single_hop& q) {
  add(place, q, {}, no_paragraph);
}

MHQA_INLINE std::string question_frame::take() {
  begin();
  bytes_.number(detail::end_mark);
  begun_ = false;
  paragraph_.reset();
  return framed(std::exchange(bytes_, {}).finish());
}

MHQA_INLINE std::string question_frame::take_last(std::uint64_t fingerprint) {
  begin();
  bytes_.number(detail::last_mark);
  bytes_.number(fingerprint);
  return framed(std::exchange(bytes_, {}).finish());
}

MHQA_INLINE void framed_questions::read(std::string_view frame, const std::string& name) {
  byte_reader in{frame, name};
  if (fingerprint || in.number() != frames) in.fail("expected the questions that follow those before", errc::mismatch);
  ++frames;
  for (;;) {
    switch (in.number()) {
      case detail::paragraph_mark: {
        const std::string_view title = in.text();
        pool.paragraphs.push_back({title, in.text()});
        break;
      }
      case detail::question_mark: {
        const std::uint64_t place = in.number();
        const bool follows = places.empty() || places.back() < place;
        if (pool.paragraphs.empty() || place > 0xFFFFFFFFU || !follows) in.fail("expected a question in its place");
        places.push_back(static_cast<std::uint32_t>(place));
        single_hop& q = pool.questions.emplace_back();
        for (std::string_view* const text : {&q.id, &q.source, &q.question, &q.answer}) *text = in.text();
        q.paragraph = static_cast<std::uint32_t>(pool.paragraphs.size() - 1);
        std::vector<std::string_view> others(in.count(8));
        for (std::string_view& text : others) text = in.text();
        if (!others.empty()) q.aliases = aliases.emplace_back(std::move(others));
        break;
      }
      case detail::end_mark:
        return in.expect_end();
      case detail::last_mark:
        fingerprint = in.number();
        return in.expect_end();
      default:
        in.fail("expected a question, a paragraph or the end");
    }
  }
}

MHQA_INLINE void framed_questions::clear() {
  pool.questions.clear();
  pool.paragraphs.clear();
  places.clear();
  aliases.clear();
}

MHQA_INLINE std::uint64_t size_of_frame(std::string_view bytes) {
  std::uint64_t out = 0;
  for (unsigned i = 0; i < 8; ++i) out |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return out;
}

MHQA_INLINE framed_questions read_frames(std::string_view bytes, std::size_t begin, const std::string& name) {
  framed_questions out;
  std::size_t at = begin;
  while (!out.fingerprint) {
    const std::uint64_t size = bytes.size() - at >= 8 ? size_of_frame(bytes.substr(at, 8)) : 0;
    if (size == 0 || size > bytes.size() - at - 8) {
      throw_data_error({.file = name, .byte = at}, "expected more questions; the bytes are cut");
    }
    out.read(bytes.substr(at + 8, static_cast<std::size_t>(size)), name);
    at += 8 + static_cast<std::size_t>(size);
  }
  if (at != bytes.size()) throw_data_error({.file = name, .byte = at}, "expected the end of the file");
  return out;
}

}  // namespace mhqa::inline v0_1::io
