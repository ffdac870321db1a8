// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Contexts of a given length: the supports of a question at chosen depths among its distractors and paragraphs of other
// questions, as the long-context tests of RULER and HELMET have them. The length is in units of the caller: words,
// tokens of a model.
//   long_context_pool pool; pool.add("Oslo", "Oslo is …", 120); auto made = lengthen(question, pool, {.length = 8000});
#pragma once

#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// Returns the number of words between white space.
///
/// Example: word_count(" a  b\n")  // 2
[[nodiscard]] inline std::size_t word_count(std::string_view text) {
  std::size_t count = 0;
  split_whitespace(text, [&](std::string_view) { ++count; });
  return count;
}

/// Paragraphs of all questions, which fill the contexts of others; each text once.
class long_context_pool {
 public:
  /// A paragraph and its length.
  struct paragraph {
    std::string title, text;
    std::size_t length;
  };

  /// Adds a paragraph; false if the pool has it. `length` is called for a new one only.
  template <class Length>
  bool add(std::string_view title, std::string_view text, Length&& length) {
    std::string key = std::string{title} + '\n' + std::string{text};
    if (!seen_.insert(std::move(key)).second) return false;
    paragraphs_.push_back({std::string{title}, std::string{text}, std::forward<Length>(length)()});
    return true;
  }
  [[nodiscard]] std::span<const paragraph> paragraphs() const noexcept { return paragraphs_; }

 private:
  std::vector<paragraph> paragraphs_;
  std::unordered_set<std::string> seen_;
};

/// A question whose context is to be made longer.
struct short_context {
  std::string_view id;
  std::span<const std::string_view> answers;  ///< paragraphs of others that have one of them stay out
  std::span<const std::string_view> titles;   ///< of its paragraphs
  std::span<const std::size_t> lengths;       ///< of its paragraphs
  std::span<const std::uint32_t> supports;    ///< positions of paragraphs, in the order of the depths
};

/// The choices of lengthen().
struct long_context_options {
  std::size_t length = 0;        ///< most units of a context
  std::vector<double> depths{};  ///< of each support, from 0 (first) to 1 (last); the last one holds for further
                                 ///< supports; empty: drawn for each
  std::uint64_t seed = 13370;
};

/// Why a question has no context of the length.
enum class long_context_skip : std::uint8_t {
  no_supports,
  supports_too_long,  ///< the supports alone exceed the length
  pool_too_small,     ///< no paragraphs are left that fit, and a tenth of the length is empty
};

/// The names of long_context_skip.
inline constexpr std::array<std::string_view, 3> long_context_skip_names{
    "without supports", "supports longer than --length", "too few paragraphs for --length"};

/// A paragraph of a long context.
struct placed_paragraph {
  std::size_t index;  ///< in the question's paragraphs or in the pool
  bool own;
};

/// A context of the wanted length, or why it cannot be made.
struct long_context {
  std::optional<long_context_skip> why{};
  std::vector<placed_paragraph> paragraphs{};
  std::size_t length = 0;
  std::vector<double> depths{};  ///< of each support: the share of the distractors' length that stands before it
};

namespace detail {

/// Draws distractors until the context is full.
class context_filler {
 public:
  context_filler(const short_context& question, const long_context_pool& pool, std::size_t room, draws& random)
      : question_{question}, pool_{pool}, room_{room}, random_{random} {
    titles_.insert(question.titles.begin(), question.titles.end());
    for (const std::string_view answer : question.answers) {
      std::string plain = ' ' + normalize(answer) + ' ';
      if (plain.size() > 2) answers_.push_back(std::move(plain));
    }
  }

  /// Returns the distractors in random order: the question's own first, as far as they fit, then others.
  [[nodiscard]] std::vector<placed_paragraph> fill() {
    std::vector<std::size_t> own(question_.lengths.size());
    std::iota(own.begin(), own.end(), std::size_t{0});
    shuffle(own);
    for (const std::size_t i : own) {
      const bool support =
          std::find(question_.supports.begin(), question_.supports.end(), i) != question_.supports.end();
      if (!support) take(i, true, question_.lengths[i]);
    }
    const auto all = pool_.paragraphs();
    std::vector<std::size_t> others(all.size());
    std::iota(others.begin(), others.end(), std::size_t{0});
    // One step of a shuffle at a time: most of the pool is never looked at.
    std::size_t misses = 0;
    for (std::size_t i = 0; i < others.size() && misses < most_misses && room_ != 0; ++i) {
      std::swap(others[i], others[i + random_.below(others.size() - i)]);
      const long_context_pool::paragraph& one = all[others[i]];
      if (one.length > room_) {
        ++misses;
      } else if (fits(one)) {
        take(others[i], false, one.length);
        misses = 0;
      }
    }
    shuffle(out_);
    return std::move(out_);
  }

  [[nodiscard]] std::size_t room() const noexcept { return room_; }

 private:
  static constexpr std::size_t most_misses = 200;  // paragraphs in a row that are longer than the room

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[random_.below(i)]);
    }
  }

  void take(std::size_t index, bool own, std::size_t length) {
    if (length > room_) return;
    room_ -= length;
    out_.push_back({index, own});
  }

  /// Another title, and no answer in title or text.
  [[nodiscard]] bool fits(const long_context_pool::paragraph& one) const {
    if (titles_.count(one.title) != 0) return false;
    const std::string plain = ' ' + normalize(one.title + ' ' + one.text) + ' ';
    return std::none_of(answers_.begin(), answers_.end(),
                        [&](const std::string& answer) { return plain.find(answer) != std::string::npos; });
  }

  const short_context& question_;
  const long_context_pool& pool_;
  std::size_t room_;
  draws& random_;
  std::unordered_set<std::string_view> titles_;
  std::vector<std::string> answers_;
  std::vector<placed_paragraph> out_;
};

}  // namespace detail

/// Makes a context of at most `length` units: all supports, then the question's distractors and paragraphs of others
/// that have none of its answers and none of its titles, as many as fit.
///
/// Shape:     a support with depth d stands where the distractors before it are closest to d of all; supports at one
///            place keep their order
/// Undefined: a question that has no such context gets the reason
/// Requires:  titles.size() == lengths.size(); supports are positions of them
/// Cost:      O(pool + text of the paragraphs that are looked at); depends on seed and id only
/// Source:    Hsieh et al. 2024 (RULER), Sec. 3 (depths, distractors of other questions); Yen et al. 2024 (HELMET),
///            Sec. 2.2
[[nodiscard]] inline long_context lengthen(const short_context& question, const long_context_pool& pool,
                                           const long_context_options& options) {
  long_context out;
  if (question.supports.empty()) return {.why = long_context_skip::no_supports};
  for (const std::uint32_t support : question.supports) out.length += question.lengths[support];
  if (out.length > options.length) return {.why = long_context_skip::supports_too_long};
  draws random{options.seed, question.id, 0x6C656E67};
  std::vector<double> wanted(question.supports.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = options.depths.empty() ? std::ldexp(static_cast<double>(random() >> 11U), -53)
                                       : options.depths[std::min(i, options.depths.size() - 1)];
  }
  detail::context_filler filler{question, pool, options.length - out.length, random};
  const std::vector<placed_paragraph> others = filler.fill();
  if (filler.room() > options.length / 10) return {.why = long_context_skip::pool_too_small};

  std::vector<std::size_t> before(others.size() + 1, 0);  // length of the distractors before each gap
  for (std::size_t i = 0; i < others.size(); ++i) {
    before[i + 1] =
        before[i] + (others[i].own ? question.lengths[others[i].index] : pool.paragraphs()[others[i].index].length);
  }
  const auto all = static_cast<double>(before.back());
  out.length += before.back();
  std::vector<std::pair<std::size_t, std::size_t>> places;  // gap, support
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto distance = [&](std::size_t gap) {
      return std::fabs(static_cast<double>(before[gap]) - wanted[i] * all);
    };
    std::size_t best = 0;
    for (std::size_t gap = 1; gap < before.size(); ++gap) {
      if (distance(gap) < distance(best)) best = gap;
    }
    places.emplace_back(best, i);
    out.depths.push_back(all > 0 ? static_cast<double>(before[best]) / all : 0);
  }
  std::sort(places.begin(), places.end());
  auto next = places.begin();
  for (std::size_t gap = 0; gap <= others.size(); ++gap) {
    for (; next != places.end() && next->first == gap; ++next) {
      out.paragraphs.push_back({question.supports[next->second], true});
    }
    if (gap < others.size()) out.paragraphs.push_back(others[gap]);
  }
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
