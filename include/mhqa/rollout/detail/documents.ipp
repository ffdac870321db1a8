// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of documents.hpp.
#pragma once

#include <mhqa/rollout/documents.hpp>

#include <mhqa/text/extract_places.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace mhqa::inline v0_1 {
namespace detail {

/// Returns the length of a mark with this number at the start of the text, or 0.
[[nodiscard]] inline std::size_t document_mark_size(const document_mark& mark, std::string_view text,
                                                    std::size_t number) noexcept {
  if (!text.starts_with(mark.open)) return 0;
  std::size_t found = 0;
  const char* const begin = text.data() + mark.open.size();
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), found);
  if (error != std::errc{} || found != number) return 0;
  const auto at = static_cast<std::size_t>(end - text.data());
  return text.substr(at).starts_with(mark.close) ? at + mark.close.size() : 0;
}

MHQA_INLINE rollout_document titled_document(std::string_view text) {
  text = strip(text);
  if (text.starts_with(':')) text = strip(text.substr(1));
  for (const document_mark& mark : title_marks) {
    if (!text.starts_with(mark.open)) continue;
    // A title may hold brackets: "(Title: Mercury (planet)) Mercury is …".
    std::size_t close = text.find(mark.close, mark.open.size());
    if (mark.close == ")") {
      std::size_t depth = 1;
      close = mark.open.size();
      for (; close < text.size() && text[close] != '\n'; ++close) {
        depth += text[close] == '(' ? 1 : 0;
        if (text[close] == ')' && --depth == 0) break;
      }
      if (depth != 0) close = std::string_view::npos;
    }
    if (close == std::string_view::npos) continue;
    return {{},
            strip(text.substr(mark.open.size(), close - mark.open.size())),
            strip(text.substr(close + mark.close.size()))};
  }
  return {{}, {}, text};
}

/// Calls add(text) for each part between blank lines.
template <class Add>
void split_at_blank_lines(std::string_view block, Add&& add) {
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t end = block.find("\n\n", at);
    const std::string_view part = strip(block.substr(at, end == std::string_view::npos ? end : end - at));
    if (!part.empty()) add(part);
    at = end == std::string_view::npos ? end : end + 2;
  }
}

}  // namespace detail

MHQA_INLINE void split_documents(std::string_view block, std::vector<rollout_document>& out) {
  block = detail::strip(block);
  const auto* const mark = std::find_if(document_marks.begin(), document_marks.end(), [&](const document_mark& one) {
    return detail::document_mark_size(one, block, 1) != 0;
  });
  if (mark == document_marks.end()) {
    detail::split_at_blank_lines(block,
                                 [&out](std::string_view part) { out.push_back(detail::titled_document(part)); });
    return;
  }
  std::size_t number = 1, begin = detail::document_mark_size(*mark, block, 1);
  for (std::size_t line = block.find('\n', begin); line != std::string_view::npos; line = block.find('\n', line)) {
    ++line;
    const std::size_t size = detail::document_mark_size(*mark, block.substr(line), number + 1);
    if (size == 0) continue;
    out.push_back(detail::titled_document(block.substr(begin, line - begin)));
    ++number;
    begin = line + size;
  }
  out.push_back(detail::titled_document(block.substr(begin)));
}

}  // namespace mhqa::inline v0_1
