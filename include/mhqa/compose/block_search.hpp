// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Searches paragraphs that are read in blocks, several times, for many queries together: one block is indexed at a
// time, with the statistics of all, so that ranking and scores are those of one index (Trivedi et al. 2022, Sec. 5).
//   auto found = mhqa::search_blocks(blocks, queries, mhqa::find_any);
#pragma once

#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/config.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_collection.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/bm25_search.hpp>
#include <mhqa/retrieval/vocabulary.hpp>
#include <mhqa/text/string_arena.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Some consecutive paragraphs.
struct paragraph_block {
  std::uint32_t first = 0;  ///< number of the first
  std::span<const context_paragraph> paragraphs{};
};

/// Calls its argument with each block, in order; may be called several times, with the same blocks.
using paragraph_blocks = std::function<void(const std::function<void(const paragraph_block&)>&)>;

/// Paragraphs with their text.
struct loaded_paragraphs {
  string_arena text{};
  std::vector<context_paragraph> paragraphs{};
};

/// Returns the paragraphs with some numbers, which ascend.
using paragraph_loader = std::function<loaded_paragraphs(std::span<const std::uint32_t>)>;

/// What is the same in paragraphs that are equal: hashes of the title and of the normalised text.
struct paragraph_print {
  std::uint64_t title = 0;
  std::uint64_t text = 0;

  [[nodiscard]] static paragraph_print of(const context_paragraph& p);

  friend constexpr bool operator==(const paragraph_print&, const paragraph_print&) = default;
};

/// A query for k distinct paragraphs.
struct block_query {
  std::string text{};
  std::size_t k = 0;
  std::vector<paragraph_print> never{};  ///< of paragraphs that are not looked for
  draws* random = nullptr;               ///< draws from the others if too few share a word with the query
};

/// A paragraph that was found, and what the caller says of it.
struct found_paragraph {
  std::uint32_t number = 0;
  std::uint8_t note = 0;

  friend constexpr bool operator==(const found_paragraph&, const found_paragraph&) = default;
};

/// Accepts every paragraph.
inline constexpr auto find_any = [](std::size_t, std::uint32_t, const context_paragraph&, const paragraph_print&) {
  return std::optional<std::uint8_t>{0};
};

namespace detail {

/// Gives the words of queries as they are, and one word for all others, so that lengths stay.
class asked_terms {
 public:
  explicit asked_terms(const vocabulary& asked) : asked_{&asked} {}
  [[nodiscard]] std::uint64_t key() const noexcept { return terms_.key(); }
  template <class Sink>
  void operator()(const context_paragraph& paragraph, Sink&& sink) {
    terms_(paragraph, [&](std::string_view term) { sink(asked_->find(term) == no_term ? other : term); });
  }

  static constexpr std::string_view other = " ";  // no word has a space

 private:
  paragraph_analyzer terms_;
  const vocabulary* asked_;
};

/// The best paragraphs of one query among the blocks so far, best first.
class best_found {
 public:
  struct hit {
    double score;
    paragraph_print print;
    found_paragraph found;
  };

  [[nodiscard]] std::span<const hit> hits() const noexcept { return hits_; }
  /// A paragraph of a later block is among the best k only with a higher score; 0 if there is room.
  [[nodiscard]] double least(std::size_t k) const noexcept {
    return hits_.empty() || hits_.size() < k ? 0 : hits_.back().score;
  }
  /// Takes the hits of the next block, best first. Of equal paragraphs, the best stays.
  void merge(std::span<const hit> block, std::size_t k);
  /// Adds a paragraph after the others, unless an equal one is there.
  void append(const hit& one);

 private:
  std::vector<hit> hits_;
};

/// The statistics of all blocks for the words of the queries.
struct block_statistics {
  vocabulary asked{};     // the words of the queries
  bm25_collection all{};  // without postings
  std::vector<float> bounds{};

  explicit block_statistics(std::span<const block_query> queries);
  [[nodiscard]] bm25_statistics of_block(std::uint32_t first) const noexcept {
    return {all.lengths.size(), all.tokens, first, all.frequency};
  }
};

/// Paragraphs that a query draws because too few share a word with it: a walk from a random start by a random step.
class random_walk {
 public:
  random_walk(std::size_t query, std::uint64_t paragraphs, draws& random);

  struct step {
    std::uint32_t number;
    std::uint32_t walk;
    std::uint32_t place;  // in the walk's results of this round
  };
  /// Appends the next steps; fewer if the walk has come around.
  void plan(std::uint32_t walk, std::size_t most, std::vector<step>& to);
  [[nodiscard]] bool ended() const noexcept { return taken_ == paragraphs_; }

  std::size_t query;
  std::vector<best_found::hit> seen{};  // of this round
  std::vector<char> accepted{};

 private:
  std::uint64_t paragraphs_, at_, step_ = 1, taken_ = 0;
};

/// Indexes a block with the statistics of all.
template <class E>
[[nodiscard]] bm25_index index_block(const paragraph_block& block, block_statistics& known, const bm25_model& model,
                                     E& exec) {
  bm25_collection own;
  own.terms = known.all.terms;
  const bm25_block postings = own.add(block.paragraphs, asked_terms{known.asked}, exec);
  own.finish();
  bm25_tables tables{own, model, known.of_block(block.first)};
  tables.bounds = known.bounds;
  bm25_index out = bm25_builder::build(own, postings, tables, exec);
  known.bounds = std::move(tables.bounds);
  return out;
}

/// Searches a block for one query and merges what it finds.
template <class Judge>
void search_block(const paragraph_block& block, std::span<const paragraph_print> prints, bm25_searcher& search,
                  const block_query& query, Judge&& judge, best_found& best) {
  paragraph_analyzer analyze;
  std::vector<best_found::hit> out;
  const double least = best.least(query.k);
  for (std::size_t wide = 2 * query.k + query.never.size(); out.size() < query.k; wide *= 4) {
    const auto hits = search.search(query.text, std::min(wide, block.paragraphs.size()), analyze, least);
    out.clear();
    for (const search_hit& hit : hits) {
      if (out.size() == query.k || (least > 0 && hit.score <= least)) break;
      const paragraph_print& print = prints[hit.document];
      const auto same = [&](const auto& other) { return other.print == print; };
      if (std::ranges::find(query.never, print) != query.never.end() || std::ranges::any_of(out, same)) continue;
      const auto note = judge(block.first + hit.document, block.paragraphs[hit.document], print);
      if (note) out.push_back({hit.score, print, {block.first + hit.document, *note}});
    }
    if (hits.size() < wide || (least > 0 && !hits.empty() && hits.back().score <= least)) break;
  }
  best.merge(out, query.k);
}

/// Lets the queries that have found too few draw the rest.
template <class Judge, class E>
void draw_rest(const paragraph_blocks& blocks, std::span<const block_query> queries, std::uint64_t paragraphs,
               Judge&& judge, std::vector<best_found>& best, E& exec) {
  const auto missing = [&](std::size_t q) {
    const std::size_t k = static_cast<std::size_t>(std::min<std::uint64_t>(queries[q].k, paragraphs));
    return k - std::min(k, best[q].hits().size());
  };
  std::vector<random_walk> walks;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (missing(q) != 0) walks.emplace_back(q, paragraphs, *queries[q].random);
  }
  for (std::size_t factor = 4; !walks.empty(); factor *= 4) {
    std::vector<random_walk::step> steps;
    for (std::uint32_t w = 0; w < walks.size(); ++w) walks[w].plan(w, factor * missing(walks[w].query), steps);
    std::ranges::sort(steps, {}, &random_walk::step::number);
    std::size_t from = 0;
    blocks([&](const paragraph_block& block) {
      std::size_t end = from;
      while (end < steps.size() && steps[end].number - block.first < block.paragraphs.size()) ++end;
      for_each_chunk(exec, end - from, 256, [&](std::size_t begin, std::size_t until) {
        for (std::size_t i = from + begin; i < from + until; ++i) {
          const random_walk::step& s = steps[i];
          random_walk& walk = walks[s.walk];
          const context_paragraph& p = block.paragraphs[s.number - block.first];
          const paragraph_print print = paragraph_print::of(p);
          const auto note = judge(walk.query, s.number, p, print);
          walk.accepted[s.place] = note ? 1 : 0;
          walk.seen[s.place] = {0, print, {s.number, note.value_or(0)}};
        }
      });
      from = end;
    });
    for (const random_walk& walk : walks) {
      const block_query& query = queries[walk.query];
      for (std::size_t i = 0; i < walk.seen.size() && missing(walk.query) != 0; ++i) {
        const bool never = std::ranges::find(query.never, walk.seen[i].print) != query.never.end();
        if (walk.accepted[i] != 0 && !never) best[walk.query].append(walk.seen[i]);
      }
    }
    std::erase_if(walks, [&](const random_walk& walk) { return walk.ended() || missing(walk.query) == 0; });
  }
}

}  // namespace detail

/// Finds the best paragraphs for many queries among paragraphs in blocks.
///
/// Shape:   judge(query, number, paragraph, its print) returns an optional note: none if the query must not find it.
///          Each query finds what distractor_search::finder finds in one index over all paragraphs, in that order,
///          with the note; several queries may share their draws, which are used in the order of the queries
/// Cost:    reads the paragraphs three times, and some times more if queries have to draw; indexes each block twice.
///          Memory for one block with its index, 4 bytes for each paragraph, and 40 for each paragraph that is found
template <class Judge, class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] std::vector<std::vector<found_paragraph>> search_blocks(const paragraph_blocks& blocks,
                                                                      std::span<const block_query> queries,
                                                                      Judge&& judge, E&& exec = {},
                                                                      const bm25_model& model = bm25_models::lucene) {
  std::vector<std::vector<found_paragraph>> out(queries.size());
  if (queries.empty()) return out;
  detail::block_statistics known{queries};
  blocks([&](const paragraph_block& block) {
    static_cast<void>(known.all.add(block.paragraphs, detail::asked_terms{known.asked}, exec));
    known.all.many.clear();
  });
  known.bounds.assign(known.all.terms.size(), 0);
  blocks([&](const paragraph_block& block) { static_cast<void>(detail::index_block(block, known, model, exec)); });
  std::vector<detail::best_found> best(queries.size());
  blocks([&](const paragraph_block& block) {
    const bm25_index index = detail::index_block(block, known, model, exec);
    std::vector<paragraph_print> prints(block.paragraphs.size());
    for_each_chunk(exec, prints.size(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) prints[p] = paragraph_print::of(block.paragraphs[p]);
    });
    for_each_chunk(exec, queries.size(), 256, [&](std::size_t begin, std::size_t end) {
      bm25_searcher search{index.view()};
      for (std::size_t q = begin; q < end; ++q) {
        const auto judged = [&](std::uint32_t number, const context_paragraph& p, const paragraph_print& print) {
          return judge(q, number, p, print);
        };
        detail::search_block(block, prints, search, queries[q], judged, best[q]);
      }
    });
  });
  detail::draw_rest(blocks, queries, known.all.lengths.size(), judge, best, exec);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    for (const auto& hit : best[q].hits()) out[q].push_back(hit.found);
  }
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/block_search.ipp>
#endif
