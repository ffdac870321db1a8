// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_records.hpp.
#pragma once

#include <mhqa/io/json_records.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/plain_text.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE json_document::json_document(const data_source& source) : source_{source} {
  context_.file = source.name();
  context_.strings = lifetime::source;
  context_.buffer_lasts = true;
  if (source.held() != nullptr) return;
  bytes_.emplace(source.name(), file_access::copied);
  expect_plain_text(bytes_->view(), source.name());
}

MHQA_INLINE json_document::json_document(file_bytes&& content, const std::string& path) : bytes_{std::move(content)} {
  context_.file = path;
  context_.strings = lifetime::source;
  context_.buffer_lasts = true;
  expect_plain_text(bytes_->view(), path);
}

MHQA_INLINE json_value json_document::begin_held() {
  MHQA_EXPECTS(source_.held()->last, "mhqa::io::json_document: the held data must last");
  const std::span<const held_value> found = source_.held()->next(true);
  context_.held = found.data();
  if (source_.held()->is_array) throw_data_error(context_.where(), "expected one JSON object, found an array");
  return json_value{context_};
}

MHQA_INLINE void json_document::finish() const {
  if (source_.held() == nullptr) detail::finish_document(context_);
}

MHQA_INLINE json_value json_document::begin() {
  if (source_.held() != nullptr) return begin_held();
  const std::string_view text = bytes_->view();
  detail::begin_document(index_, index_.build(text), text, context_);
  const char* const first = context_.place_of(context_.first);
  if (*first != '{') {
    const std::string_view rest = text.substr(static_cast<std::size_t>(first - text.data()));
    throw_data_error(context_.where(first), "expected one JSON object, found " +
                                                (*first == '[' ? std::string{"an array"} : detail::beginning_of(rest)));
  }
  if (context_.first_of(context_.end - 1) != '}') {
    throw_data_error(context_.where(text.data() + text.size()), detail::describe(simdjson::INCOMPLETE_ARRAY_OR_OBJECT));
  }
  return json_value{context_};
}

MHQA_INLINE json_records::json_records(const data_source& source, lifetime strings, content_tally tally)
    : tally_{tally}, data_{source}, held_{data_.held()}, line_{source.name(), strings} {
  const std::string& path = source.name();
  if (held_ != nullptr) {
    MHQA_EXPECTS(held_->last || strings == lifetime::record, "mhqa::io::json_records: the held data must last");
    is_array_ = held_->is_array;
    return;
  }
  lines_.emplace(path, detail::json_lines_unit, tally);
  const std::optional<char> first = lines_->peek(detail::json_space);
  if (!first) throw_data_error({.file = path}, "expected records, found an empty file");
  is_array_ = *first == '[';
  if (!is_array_ && *first != '{') {
    const std::string_view rest = lines_->buffered();
    throw_data_error({.file = path}, "expected a JSON array of objects or JSON Lines, found " +
                                         detail::beginning_of(rest.substr(rest.find(*first))));
  }
}

MHQA_INLINE std::optional<json_value> json_records::next_held() {
  json_context& context = line_.hold();
  if (batch_.empty()) batch_ = held_->next(count_ == 0);
  if (batch_.empty()) return std::nullopt;
  context.record = ++count_;
  context.held = &batch_.front();
  batch_ = batch_.subspan(1);
  return json_value{context};
}

MHQA_INLINE std::optional<json_value> json_records::next() {
  if (held_ != nullptr) return next_held();
  if (is_array_) {
    if (!array_) array_.emplace(lines_->source(), lines_->buffered(), line_.context().strings, tally_);
    return array_->next();
  }
  line_.finish();
  for (;;) {
    const std::optional<std::string_view> line = lines_->next();
    if (!line) return std::nullopt;
    if (line->find_first_not_of(detail::json_space) == std::string_view::npos) continue;
    return line_.parse(*line, lines_->number(), lines_->offset());
  }
}

MHQA_INLINE content_size json_records::content() const noexcept {
  if (content_) return *content_;
  return array_ ? array_->content() : lines_->content();
}

}  // namespace mhqa::inline v0_1::io
