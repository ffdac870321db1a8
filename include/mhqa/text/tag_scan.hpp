// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the places of a text where a tag can begin, once: rewards look for a dozen tags in each generation, and a text
// has few '<'.
//   scan.assign("<think>t</think>"); scan.count("<think>") == 1
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The places of '<' in a text; refers to the text.
///
/// Requires: a tag begins with '<' and contains no other '<'
/// Cost:     assign() O(bytes); look-ups O(number of '<'); from a position, O(log number) and those skipped
class tag_scan {
 public:
  static constexpr std::size_t npos = std::string_view::npos;

  tag_scan() = default;
  explicit tag_scan(std::string_view text) { assign(text); }

  void assign(std::string_view text) {
    text_ = text;
    places_.clear();
    for (std::size_t at = text.find('<'); at != npos;) {
      places_.push_back(at);
      ++at;
      if (at == text.size() || text[at] != '<') at = text.find('<', at);
    }
  }

  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// Returns how often the tag occurs in the text.
  [[nodiscard]] std::size_t count(std::string_view tag) const noexcept {
    expect_tag(tag);
    std::size_t found = 0;
    for (const std::size_t at : places_) found += stands(tag, at) ? 1 : 0;
    return found;
  }

  /// Returns the first place of the tag at or after `from`, or npos.
  [[nodiscard]] std::size_t find(std::string_view tag, std::size_t from = 0) const noexcept {
    expect_tag(tag);
    auto at = from == 0 ? places_.begin() : std::lower_bound(places_.begin(), places_.end(), from);
    for (; at != places_.end(); ++at) {
      if (stands(tag, *at)) return *at;
    }
    return npos;
  }

  /// Returns the last place of the tag for which accepts(place) is true, or npos.
  template <class Accept>
  [[nodiscard]] std::size_t find_last(std::string_view tag, const Accept& accepts) const {
    expect_tag(tag);
    for (auto at = places_.rbegin(); at != places_.rend(); ++at) {
      if (stands(tag, *at) && accepts(*at)) return *at;
    }
    return npos;
  }

  /// Returns the last place of the tag, or npos.
  [[nodiscard]] std::size_t find_last(std::string_view tag) const {
    return find_last(tag, [](std::size_t) { return true; });
  }

  /// Calls sink(inner text) for each match of OPEN(.*?)CLOSE in order, until it returns false.
  template <class Sink>
  void for_each_pair(std::string_view open, std::string_view close, Sink&& sink) const {
    std::size_t begin = npos;
    for (const std::size_t at : places_) {
      if (begin == npos) {
        if (stands(open, at)) begin = at + open.size();
      } else if (at >= begin && stands(close, at)) {
        if (!sink(text_.substr(begin, at - begin))) return;
        begin = npos;
      }
    }
  }

 private:
  static void expect_tag([[maybe_unused]] std::string_view tag) noexcept {
    MHQA_EXPECTS(tag.starts_with('<') && tag.find('<', 1) == npos,
                 "mhqa::tag_scan: expected a tag with '<' only in front");
  }
  [[nodiscard]] bool stands(std::string_view tag, std::size_t at) const noexcept {
    if (text_.size() - at < tag.size()) return false;
    // Most other tags already differ here, which saves the call.
    if (tag.size() > 2 && (text_[at + 1] != tag[1] || text_[at + 2] != tag[2])) return false;
    return text_.compare(at, tag.size(), tag) == 0;
  }

  std::string_view text_;
  std::vector<std::size_t> places_;
};

}  // namespace v0_1
}  // namespace mhqa
