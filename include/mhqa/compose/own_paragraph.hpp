// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a single-hop question finds its own paragraph in the pool: one whose best BM25 hit is about something else
// depends on its paragraph, or has another answer there. "Who was the king?" finds any king.
//   auto own = mhqa::find_own_paragraphs(pool, words, questions);
#pragma once

#include <mhqa/compose/block_search.hpp>
#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// "Emma" for "Emma_(novel)".
[[nodiscard]] inline std::string topic_of(std::string_view title) {
  std::string out{title};
  std::replace(out.begin(), out.end(), '_', ' ');
  const std::size_t bracket = out.find(" (");
  if (bracket != std::string::npos && bracket != 0) out.resize(bracket);
  return out;
}

inline constexpr std::size_t near_hits = 5;

// Returns how many of a question's words, without function words, a paragraph or its title has.
[[nodiscard]] inline std::size_t words_found(const pool_words& words, std::uint32_t question, std::uint32_t paragraph) {
  std::set<std::uint32_t> found;
  for (const std::uint32_t w : words.question(question)) {
    const auto has = [w](const auto& all) { return std::find(all.begin(), all.end(), w) != all.end(); };
    if (is_function_word(words.word(w))) continue;
    if (has(words.text(paragraph)) || has(words.title(paragraph))) found.insert(w);
  }
  return found.size();
}

// \overload For a paragraph that is not in the pool.
[[nodiscard]] inline std::size_t words_found(const pool_words& words, std::uint32_t question,
                                             const context_paragraph& paragraph) {
  const normalized title{paragraph.title}, text{paragraph.text};
  std::set<std::uint32_t> found;
  for (const std::uint32_t w : words.question(question)) {
    const std::string_view word = words.word(w);
    const auto has = [word](const normalized& all) {
      return std::ranges::any_of(all.tokens(), [&](const token& t) { return t.in(all.text()) == word; });
    };
    if (is_function_word(word)) continue;
    if (has(text) || has(title)) found.insert(w);
  }
  return found.size();
}

// Returns how many of its words each question's own paragraph has.
[[nodiscard]] inline std::vector<std::size_t> own_words_found(const single_hop_pool& part, const pool_words& words,
                                                              std::span<const std::uint32_t> questions,
                                                              const paragraph_loader& load) {
  std::vector<std::size_t> out;
  constexpr std::size_t grain = 4096;
  for (std::size_t begin = 0; begin < questions.size(); begin += grain) {
    const auto some = questions.subspan(begin, std::min(grain, questions.size() - begin));
    const auto number = [&](std::uint32_t q) { return part.paragraph_place(part.questions[q].paragraph); };
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t q : some) numbers.push_back(number(q));
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    const loaded_paragraphs loaded = load(numbers);
    for (const std::uint32_t q : some) {
      const auto at = static_cast<std::size_t>(std::ranges::lower_bound(numbers, number(q)) - numbers.begin());
      out.push_back(words_found(words, q, loaded.paragraphs[at]));
    }
  }
  return out;
}

}  // namespace detail

/// Returns 1 for each question that finds its own paragraph first among the pool's, else 0.
///
/// Shape:   of the best five hits the first that is not passed over decides. One with the title of its own counts as
///          its own: it is about the same thing. One whose title is in the question is passed over, since it is about
///          the thing that is asked about, as is one with fewer of the question's words than its own. "NAME >>
///          relation", whose label need not be in a text, finds its own
/// Cost:    builds an index over the pool's paragraphs; one search per question
/// Example: find_own_paragraphs(pool, words, std::array{0U}) == std::vector<char>{1}
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] std::vector<char> find_own_paragraphs(const single_hop_pool& pool, const pool_words& words,
                                                    std::span<const std::uint32_t> questions, E&& exec = {}) {
  std::vector<char> out(questions.size(), 1);
  const distractor_search paragraphs{pool, words, exec};
  for_each_chunk(exec, questions.size(), 256, [&](std::size_t begin, std::size_t end) {
    auto search = paragraphs.searcher();
    const auto found = [&](std::size_t i, std::uint32_t p) { return detail::words_found(words, questions[i], p); };
    draws random{0, "own paragraph"};  // decides only between paragraphs that share no word with the question
    for (std::size_t i = begin; i < end; ++i) {
      const single_hop& q = pool.questions[questions[i]];
      if (find_relation(q.question)) continue;
      for (const std::uint32_t hit : search(q.question, detail::near_hits, {}, random)) {
        const std::string_view title = pool.paragraphs[hit].title;
        if (words.paragraph_key(hit) == words.paragraph_key(q.paragraph)) break;
        if (title == pool.paragraphs[q.paragraph].title) break;
        if (is_mentioned(detail::topic_of(title), q.question)) continue;
        if (found(i, hit) < found(i, q.paragraph)) continue;
        out[i] = 0;
        break;
      }
    }
  });
  return out;
}

/// \overload For questions of a part of a pool, whose paragraphs are in `blocks`; of the part's own paragraphs, only
/// the titles are read.
///
/// Shape: equals the function above for the same questions in the whole pool
/// Cost:  that of search_blocks() for every `together` questions
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] std::vector<char> find_own_paragraphs(const single_hop_pool& part, const pool_words& words,
                                                    std::span<const std::uint32_t> questions,
                                                    const paragraph_blocks& blocks, const paragraph_loader& load,
                                                    std::size_t together, E&& exec = {}) {
  enum : std::uint8_t { own, passed_over, elsewhere };
  std::vector<char> out(questions.size(), 1);
  constexpr std::size_t sharing = 256;  // questions whose draws follow each other
  together = std::max(together / sharing, std::size_t{1}) * sharing;
  for (std::size_t begin = 0; begin < questions.size(); begin += together) {
    const auto some = questions.subspan(begin, std::min(together, questions.size() - begin));
    const std::vector<std::size_t> own_words = detail::own_words_found(part, words, some, load);
    std::vector<draws> random(some.size() / sharing + 1, draws{0, "own paragraph"});
    std::vector<block_query> queries(some.size());
    for (std::size_t i = 0; i < some.size(); ++i) {
      const std::string_view text = part.questions[some[i]].question;
      if (find_relation(text)) continue;
      queries[i] = {std::string{text}, detail::near_hits, {}, &random[i / sharing]};
    }
    const auto judge = [&](std::size_t i, std::uint32_t, const context_paragraph& p, const paragraph_print&) {
      const single_hop& q = part.questions[some[i]];
      if (p.title == part.paragraphs[q.paragraph].title) return std::optional<std::uint8_t>{own};
      if (is_mentioned(detail::topic_of(p.title), q.question)) return std::optional<std::uint8_t>{passed_over};
      const bool fewer = detail::words_found(words, some[i], p) < own_words[i];
      return std::optional<std::uint8_t>{fewer ? passed_over : elsewhere};
    };
    const auto found = search_blocks(blocks, queries, judge, exec);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto first = std::ranges::find_if(found[i], [](const auto& p) { return p.note != passed_over; });
      if (first != found[i].end() && first->note == elsewhere) out[begin + i] = 0;
    }
  }
  return out;
}

/// Keeps the pairs of which both questions find their own paragraph; counts the others. find(questions) returns what
/// find_own_paragraphs() does for ascending questions.
///
/// Shape: dropped is "head-found-elsewhere", then "tail-found-elsewhere"; the pairs stay in their order
template <std::invocable<std::span<const std::uint32_t>> Find>
[[nodiscard]] std::vector<reason_count> keep_own_paragraphs(std::vector<question_pair>& pairs, Find&& find) {
  std::vector<std::uint32_t> questions;
  for (const question_pair& p : pairs) {
    questions.push_back(p.head);
    questions.push_back(p.tail);
  }
  std::sort(questions.begin(), questions.end());
  questions.erase(std::unique(questions.begin(), questions.end()), questions.end());
  const std::vector<char> own = find(std::span<const std::uint32_t>{questions});
  const auto found = [&](std::uint32_t question) {
    const auto at = std::lower_bound(questions.begin(), questions.end(), question);
    return own[static_cast<std::size_t>(at - questions.begin())] != 0;
  };
  std::vector<reason_count> dropped{{"head-found-elsewhere", 0}, {"tail-found-elsewhere", 0}};
  const auto gone = std::remove_if(pairs.begin(), pairs.end(), [&](const question_pair& p) {
    const bool head = found(p.head), tail = found(p.tail);
    if (!head || !tail) ++dropped[head ? 1 : 0].count;
    return !head || !tail;
  });
  pairs.erase(gone, pairs.end());
  return dropped;
}

/// \overload That finds them in the pool.
///
/// Cost: that of find_own_paragraphs() for the distinct questions
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] std::vector<reason_count> keep_own_paragraphs(const single_hop_pool& pool, const pool_words& words,
                                                            std::vector<question_pair>& pairs, E&& exec = {}) {
  return keep_own_paragraphs(pairs, [&](std::span<const std::uint32_t> questions) {
    return find_own_paragraphs(pool, words, questions, exec);
  });
}

}  // namespace mhqa::inline v0_1
