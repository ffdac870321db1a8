// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of mentions.hpp.
#pragma once

#include <mhqa/compose/mentions.hpp>

#include <mhqa/ascii.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE bool is_mentioned(std::string_view x, std::string_view y) {
  const auto word_of = [](const normalized& text, std::size_t i) { return text.tokens()[i].in(text.text()); };
  const normalized a{x}, b{y};
  const std::size_t n = a.tokens().size();
  for (std::size_t at = 0; n != 0 && at + n <= b.tokens().size(); ++at) {
    std::size_t same = 0;
    while (same < n && word_of(a, same) == word_of(b, at + same)) ++same;
    if (same == n) return true;
  }
  return false;
}

MHQA_INLINE std::span<const mention> mention_finder::operator()(std::string_view answer, std::string_view question) {
  found_.clear();
  answer_.read(answer, form_);
  question_.read(question, form_);
  const auto& words = answer_.tokens;
  const auto& text = question_.tokens;
  const auto same = [&](const part& a, const part& b) { return answer_.in(a) == question_.in(b); };
  for (std::size_t at = 0; !words.empty() && at + words.size() <= text.size();) {
    if (!std::equal(words.begin(), words.end(), text.begin() + static_cast<std::ptrdiff_t>(at), same)) {
      ++at;
      continue;
    }
    const std::uint32_t first = text[at].piece, last = text[at + words.size() - 1].piece;
    found_.push_back(bytes(first, last));
    at += words.size();
    while (at < text.size() && text[at].piece == last) ++at;  // a piece may have several words
  }
  return found_;
}

MHQA_INLINE void mention_finder::text_words::read(std::string_view text, normalized& form) {
  pieces.clear();
  tokens.clear();
  letters.clear();
  split_whitespace(text, [&](std::string_view raw) {
    form.assign(raw);
    const auto is_mark = [](char c) { return detail::is_punctuation(static_cast<unsigned char>(c)); };
    const auto head = static_cast<std::size_t>(std::find_if_not(raw.begin(), raw.end(), is_mark) - raw.begin());
    const auto tail = static_cast<std::size_t>(std::find_if_not(raw.rbegin(), raw.rend(), is_mark) - raw.rbegin());
    for (const token& t : form.tokens()) {
      tokens.push_back(
          {static_cast<std::uint32_t>(pieces.size()), static_cast<std::uint32_t>(letters.size()) + t.begin, t.size});
    }
    letters += form.text();
    pieces.push_back({raw, static_cast<std::size_t>(raw.data() - text.data()), head, tail, form.empty()});
  });
}

MHQA_INLINE mention mention_finder::bytes(std::uint32_t first, std::uint32_t last) const {
  const auto core = [](const piece& p) { return p.raw.substr(p.head); };
  const auto alike = [](std::string_view a, std::string_view b) { return ascii::equal_ignoring_case(a, b); };
  std::size_t mine = answer_.tokens.front().piece;
  while (mine > 0 && first > 0 && question_.pieces[first - 1].blank &&
         alike(core(answer_.pieces[mine - 1]), core(question_.pieces[first - 1]))) {
    --mine;
    --first;
  }
  const piece &from = question_.pieces[first], &answer_from = answer_.pieces[mine];
  const piece &to = question_.pieces[last], &answer_to = answer_.pieces[answer_.tokens.back().piece];
  std::size_t kept = 0;
  while (kept < from.head && kept < answer_from.head &&
         from.raw[from.head - 1 - kept] == answer_from.raw[answer_from.head - 1 - kept]) {
    ++kept;
  }
  const std::size_t begin = from.begin + from.head - kept;
  kept = 0;
  const std::size_t at = to.raw.size() - to.tail, answer_at = answer_to.raw.size() - answer_to.tail;
  while (kept < to.tail && kept < answer_to.tail && to.raw[at + kept] == answer_to.raw[answer_at + kept]) ++kept;
  const std::size_t end = to.begin + at + kept;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

MHQA_INLINE std::optional<mention> find_mention(std::string_view answer, std::string_view question) {
  mention_finder find;
  const auto all = find(answer, question);
  return all.empty() ? std::nullopt : std::optional{all.front()};
}

MHQA_INLINE std::string mask_mentions(std::string_view question, std::string_view answer, std::string_view by) {
  mention_finder find;
  std::string out;
  std::size_t at = 0;
  for (const mention& m : find(answer, question)) {
    out += question.substr(at, m.begin - at);
    at = std::size_t{m.begin} + m.size;
    if (by.empty() && !out.empty() && out.back() == ' ') {
      out.pop_back();
    } else if (by.empty() && out.empty() && at < question.size() && question[at] == ' ') {
      ++at;
    }
    out += by;
  }
  out += question.substr(at);
  return out;
}

MHQA_INLINE std::size_t count_tail_words(const single_hop_pool& pool, const question_pair& pair) {
  return count_words(
      replace_mention(pool.questions[pair.tail].question, pair.bridge, pool.questions[pair.head].answer));
}

MHQA_INLINE std::optional<mention> find_answer(std::string_view answer, std::string_view text) {
  if (auto found = find_mention(answer, text)) return found;
  const std::size_t at = answer.empty() ? std::string_view::npos : text.find(answer);
  if (at == std::string_view::npos) return std::nullopt;
  return mention{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(answer.size())};
}

}  // namespace mhqa::inline v0_1
