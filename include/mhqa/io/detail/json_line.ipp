// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_line.hpp.
#pragma once

#include <mhqa/io/json_line.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_check.hpp>

#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE json_line::json_line(std::string file, lifetime strings, bool buffer_lasts) {
  context_.file = std::move(file);
  context_.strings = strings;
  context_.buffer_lasts = buffer_lasts;
}

MHQA_INLINE json_value json_line::parse(std::string_view line, std::uint64_t number, std::uint64_t offset) {
  open_ = false;
  context_.id = {};
  if (context_.strings == lifetime::record) context_.arena.clear();
  context_.record = number;
  context_.offset = offset;
  detail::begin_document(index_, index_.build(line), line, context_);
  if (context_.first_of(context_.first) != '{') {
    throw_data_error(context_.where(context_.place_of(context_.first)), "expected one JSON object per line");
  }
  if (const char last = context_.first_of(context_.end - 1); last == '{' || last == '[') {
    throw_data_error(context_.where(line.data() + line.size()),
                     "expected one whole JSON object per line, found the first line of an object on several lines");
  }
  open_ = true;
  return json_value{context_};
}

MHQA_INLINE void json_line::finish() {
  if (!std::exchange(open_, false) || context_.open != 0) return;
  if (context_.token == context_.first) detail::skip_value(context_);
  detail::finish_document(context_);
}

MHQA_INLINE void json_line::forget() noexcept {
  open_ = false;
  context_.arena.clear();
}

MHQA_INLINE json_context& json_line::hold() noexcept {
  context_.id = {};
  context_.path.clear();
  context_.members.clear();
  context_.open = 0;
  if (context_.strings == lifetime::record) context_.arena.clear();
  return context_;
}

}  // namespace mhqa::inline v0_1::io
