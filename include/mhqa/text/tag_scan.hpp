// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the places of a text where a tag can begin, once: rewards look for a dozen tags in each generation, and a text
// has few '<'.
//   scan.assign("<think>t</think>"); scan.count("<think>") == 1
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/config.hpp>
#include <mhqa/text/token.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// The places of '<' in a text, each with its first eight bytes as a key; refers to the text.
///
/// Requires: a tag begins with '<' and contains no other '<' and no NUL
/// Cost:     assign() O(bytes); look-ups O(number of '<'); from a position, O(log number) and those skipped
class tag_scan {
 public:
  static constexpr std::size_t npos = std::string_view::npos;

  tag_scan() = default;
  explicit tag_scan(std::string_view text) { assign(text); }

  void assign(std::string_view text) { read(text, false); }

  /// As assign(), but capital ASCII letters of the text equal the small letters of a tag.
  ///
  /// Requires: tags without capital letters
  void assign_ignoring_case(std::string_view text) { read(text, true); }

  [[nodiscard]] std::string_view text() const noexcept { return text_; }

  /// Returns how often the tag occurs in the text.
  [[nodiscard]] std::size_t count(std::string_view tag) const noexcept {
    const pattern wanted{tag};
    std::size_t found = 0;
    for (const place& here : places_) found += stands(wanted, here) ? 1 : 0;
    return found;
  }

  /// Returns the first place of the tag at or after `from`, or npos.
  [[nodiscard]] std::size_t find(std::string_view tag, std::size_t from = 0) const noexcept {
    const pattern wanted{tag};
    auto here = places_.begin();
    if (from != 0) {
      here = std::lower_bound(here, places_.end(), from, [](const place& p, std::size_t at) { return p.at < at; });
    }
    for (; here != places_.end(); ++here) {
      if (stands(wanted, *here)) return here->at;
    }
    return npos;
  }

  /// Returns the last place of the tag for which accepts(place) is true, or npos.
  template <class Accept>
  [[nodiscard]] std::size_t find_last(std::string_view tag, const Accept& accepts) const {
    const pattern wanted{tag};
    for (auto here = places_.rbegin(); here != places_.rend(); ++here) {
      if (stands(wanted, *here) && accepts(here->at)) return here->at;
    }
    return npos;
  }

  /// Returns the last place of the tag, or npos.
  [[nodiscard]] std::size_t find_last(std::string_view tag) const {
    return find_last(tag, [](std::size_t) { return true; });
  }

  /// Returns true if each opening tag has a closing one after it; between the two, opening tags do not count.
  [[nodiscard]] bool closes_each(std::string_view open, std::string_view close) const noexcept {
    const pattern opening{open}, closing{close};
    bool is_open = false;
    for (const place& here : places_) is_open = is_open ? !stands(closing, here) : stands(opening, here);
    return !is_open;
  }

  /// Calls sink(inner text) for each match of OPEN(.*?)CLOSE in order, until it returns false.
  template <class Sink>
  void for_each_pair(std::string_view open, std::string_view close, Sink&& sink) const {
    const pattern opening{open}, closing{close};
    std::size_t begin = npos;
    for (const place& here : places_) {
      if (begin == npos) {
        if (stands(opening, here)) begin = here.at + open.size();
      } else if (here.at >= begin && stands(closing, here)) {
        if (!sink(text_.substr(begin, here.at - begin))) return;
        begin = npos;
      }
    }
  }

 private:
  struct place {
    std::size_t at;
    std::uint64_t key;  // the eight bytes from `at`, zeros after the end of the text
  };

  /// A tag and its first eight bytes, with which nearly every place differs.
  struct pattern {
    std::string_view tag;
    std::uint64_t key, mask;

    explicit pattern(std::string_view t) noexcept
        : tag{t}, key{first_bytes(t)}, mask{detail::key_mask_table[std::min<std::size_t>(t.size(), 8)].head} {
      MHQA_EXPECTS(t.starts_with('<') && t.find('<', 1) == npos,
                   "mhqa::tag_scan: expected a tag with '<' only in front");
    }
  };

  [[nodiscard]] static std::uint64_t first_bytes(std::string_view text) noexcept {
    return text.size() >= 8 ? detail::load_word(text.data()) : detail::short_text{text.data(), text.size()}.low;
  }

  /// Makes the capital ASCII letters among eight bytes small.
  [[nodiscard]] static std::uint64_t in_lower_case(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t ones = 0x0101010101010101U, tops = ones * 0x80;
    const std::uint64_t ascii = bytes & ~tops;
    const std::uint64_t capital = (ascii + ones * (0x80 - 'A')) & ~(ascii + ones * (0x80 - 'Z' - 1)) & ~bytes & tops;
    return bytes | (capital >> 2U);
  }

  void read(std::string_view text, bool ignores_case) {
    text_ = text;
    ignores_case_ = ignores_case;
    places_.clear();
    for (std::size_t at = text.find('<'); at != npos;) {
      const std::uint64_t key = first_bytes(text.substr(at));
      places_.push_back({at, ignores_case ? in_lower_case(key) : key});
      ++at;
      if (at == text.size() || text[at] != '<') at = text.find('<', at);
    }
  }

  [[nodiscard]] bool stands(const pattern& wanted, const place& here) const noexcept {
    return ((here.key ^ wanted.key) & wanted.mask) == 0 &&
           (wanted.tag.size() <= 8 || stands_wholly(wanted.tag, here.at));
  }

  /// Compares the bytes after the key's.
  [[nodiscard, gnu::noinline]] bool stands_wholly(std::string_view tag, std::size_t at) const noexcept {
    if (text_.size() - at < tag.size()) return false;
    const char* const rest = text_.data() + at;
    for (std::size_t i = 8; i < tag.size(); ++i) {
      if ((ignores_case_ ? ascii::to_lower(rest[i]) : rest[i]) != tag[i]) return false;
    }
    return true;
  }

  std::string_view text_;
  std::vector<place> places_;
  bool ignores_case_ = false;
};

}  // namespace mhqa::inline v0_1
