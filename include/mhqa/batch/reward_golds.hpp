// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Prepares a question's gold answers once for the published reward that reads them; and the memory of a thread that
// judges generations.
#pragma once

#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/set_f1.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/text/surface_forms.hpp>
#include <mhqa/text/tag_scan.hpp>
#include <mhqa/text/token.hpp>
#include <mhqa/text/unicode_forms.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::batch {

/// How a reward processes its golds before comparing.
struct gold_preparation {
  normalization text = normalizations::squad;
  bool booleans = false;  ///< reads "True" and "False" as yes and no; sets always do
  bool unboxed = false;   ///< reads \boxed{x} as x
  bool sets = false;      ///< makes sets of words with `set_text`
  normalization set_text = normalizations::words_lowered_last;
  bool lowered_first = false;  ///< joins and lower-cases the golds, then splits at "<|answer_split|>"
  bool surfaces = false;       ///< makes NeMo Gym's spellings
  bool closed = false;         ///< notes whether "yes" or "no" is a gold as written
};

/// A digest of a gold in sixteen bytes, which often decides a comparison without reading the gold.
struct text_digest {
  std::uint64_t text;   ///< equal for equal texts, nearly always different for others
  std::uint64_t words;  ///< a bit per word; texts without a common bit share no word
};

/// The prepared golds of one question.
struct reward_golds {
  std::vector<token_bag> bags;
  std::vector<text_digest> bag_digests;
  std::vector<normalized> forms;
  std::vector<set_answer> sets;
  std::vector<text_digest> set_digests;
  std::vector<std::string> surfaces;         ///< in plain form
  std::vector<std::uint64_t> surface_bytes;  ///< byte_bits() of each
  bool closed = false;                       ///< "yes" or "no" is a gold as written
  bool unfit = false;                        ///< NeMo Gym's gt_should_remove
  std::size_t count = 0;                     ///< number of golds given
};

namespace detail {

/// Returns the digest of a normalised text. A text without words has all bits set, and so has one that is compared by
/// characters.
[[nodiscard]] inline text_digest digest_of(const normalized& form, bool by_characters = false) noexcept {
  using mhqa::detail::load_word;
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  const std::string_view text = form.text();
  std::uint64_t first = 0, last = 0, words = 0;
  if (text.size() >= 8) {
    first = load_word(text.data());
    last = load_word(text.data() + text.size() - 8);
  } else if (!text.empty()) {
    first = mhqa::detail::short_text{text.data(), text.size()}.low;
  }
  for (const token& word : form.tokens()) words |= std::uint64_t{1} << ((word.key * odd) >> 58U);
  if (form.empty() || by_characters) words = ~std::uint64_t{0};
  return {(first ^ (last * odd)) + (std::uint64_t{text.size()} << 56U), words};
}

/// Replaces each \boxed{x} with x, where x is not empty and ends at the first closing brace.
[[nodiscard]] inline std::string without_boxes(std::string_view text) {
  constexpr std::string_view box = "\\boxed{";
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(box); at != std::string_view::npos;) {
    const std::size_t begin = at + box.size();
    const std::size_t end = text.find('}', begin);
    if (end == std::string_view::npos) break;
    if (end == begin) {
      at = text.find(box, at + 1);
      continue;
    }
    out.append(text.substr(from, at - from)).append(text.substr(begin, end - begin));
    from = end + 1;
    at = text.find(box, from);
  }
  return out.append(text.substr(from));
}

}  // namespace detail

/// Prepares the golds of one question.
template <class Texts>
[[nodiscard]] reward_golds prepare_golds(const gold_preparation& how, const Texts& golds) {
  reward_golds out;
  const auto add = [&](std::string_view gold) {
    if (how.sets) {
      set_answer& set = out.sets.emplace_back();
      set.assign(gold, !how.lowered_first, how.set_text);
      set.text.shrink_to_fit();
      out.set_digests.push_back(detail::digest_of(set.text, set.chinese));
    }
    if (how.lowered_first) return;
    if (how.surfaces) {
      for (const std::string& form : surface_forms(gold)) {
        out.surfaces.push_back(mhqa::detail::plain_form(form));
        out.surface_bytes.push_back(mhqa::detail::byte_bits(out.surfaces.back()));
      }
      out.unfit = is_unfit_for_substrings(gold);
    }
    const std::string unboxed = how.unboxed ? detail::without_boxes(gold) : std::string{};
    if (how.unboxed) gold = unboxed;
    out.forms.emplace_back(how.booleans ? mhqa::detail::boolean_word(gold) : gold, how.text);
    out.forms.back().shrink_to_fit();
    out.bags.emplace_back(out.forms.back());
    out.bag_digests.push_back(detail::digest_of(out.forms.back()));
  };
  std::string joined;
  constexpr std::string_view separator = "<|answer_split|>";
  for (const auto& gold : golds) {
    if (how.lowered_first) {
      if (out.count != 0) joined += separator;
      joined += std::string_view{gold};
    } else {
      add(std::string_view{gold});
    }
    if (how.closed && (std::string_view{gold} == "yes" || std::string_view{gold} == "no")) out.closed = true;
    ++out.count;
  }
  if (how.lowered_first) {
    const std::string lowered = to_lower(joined);
    for (std::size_t at = 0; at != std::string::npos;) {
      const std::size_t end = lowered.find(separator, at);
      add(std::string_view{lowered}.substr(at, end == std::string::npos ? end : end - at));
      at = end == std::string::npos ? end : end + separator.size();
    }
  }
  return out;
}

/// The words of StepSearch's supports, counted once for a generation.
struct gain_memory {
  struct posting {
    std::uint32_t support;
    double count;
  };
  string_index words;                          ///< of the supports; views of `texts`
  std::vector<normalized> texts;               ///< the supports
  std::vector<std::vector<posting>> postings;  ///< of each word
  std::vector<double> norms;                   ///< squares, of each support
  std::vector<double> counts;                  ///< of the passage's known words
  std::vector<std::uint32_t> touched;
  std::vector<std::string_view> unknown;  ///< the passage's other words
  std::vector<double> dots, changes;
};

/// Memory that a thread reuses from one generation to the next.
struct reward_memory {
  tag_scan scan, part;
  normalized said;
  bag_scratch counts;
  set_answer said_set;
  std::string text, chat;
  gain_memory gain;
};

}  // namespace mhqa::inline v0_1::batch
