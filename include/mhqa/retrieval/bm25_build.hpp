// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds a BM25 index. Each task reads a run of documents into its own vocabulary; the vocabularies are merged in
// order, so the bytes do not depend on the number of tasks.
//   auto index = mhqa::build_bm25(paragraphs, mhqa::bm25_models::lucene, mhqa::musique_analyzer{}, pool);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

// A run of documents that has been read: each document's distinct terms with their counts.
struct bm25_run {
  struct entry {
    std::uint32_t term;
    std::uint32_t count;
  };

  vocabulary terms;
  std::vector<std::uint64_t> frequency;  // by term: documents that contain it
  std::vector<entry> entries;
  std::vector<std::size_t> ends;       // of each document's entries
  std::vector<std::uint32_t> lengths;  // of each document
  std::vector<std::uint64_t> next;     // by term: the next posting to write

  template <class Document, class A>
  void add(const Document& document, A& analyze) {
    words.clear();
    text.clear();
    for_each_term(analyze, document, [this](std::string_view term) {
      const std::uint64_t key = term_key(term);
      terms.prefetch(key);
      words.push_back({key, text.size(), term.size()});
      text += term;
    });
    if (words.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw_data_error({}, "a document of more than 2^32 - 1 terms");
    }
    // Looking all words up together lets their cache misses overlap.
    const std::size_t begin = entries.size();
    for (const word& w : words) {
      auto& found = terms.insert(std::string_view{text}.substr(w.begin, w.size), w.key);
      // The note is an index into `entries` modulo 2^32; it belongs to this document only if that entry says so.
      const std::size_t place = begin + static_cast<std::uint32_t>(found.note - static_cast<std::uint32_t>(begin));
      if (place < entries.size() && entries[place].term == found.id) {
        ++entries[place].count;
      } else {
        found.note = static_cast<std::uint32_t>(entries.size());
        entries.push_back({found.id, 1});
      }
    }
    ends.push_back(entries.size());
    lengths.push_back(static_cast<std::uint32_t>(words.size()));
  }

  void count_documents() {
    frequency.assign(terms.size(), 0);
    for (const entry& e : entries) ++frequency[e.term];
  }

 private:
  struct word {
    std::uint64_t key;
    std::size_t begin;
    std::size_t size;
  };

  std::vector<word> words;  // of the current document
  std::string text;
};

}  // namespace detail

/// The implementation of build_bm25.
struct bm25_builder {
  template <class E>
  static bm25_index join(std::vector<detail::bm25_run>& runs, std::size_t documents, const bm25_model& model, E& exec) {
    using detail::bm25_run;
    detail::vocabulary joined;
    std::vector<std::vector<std::uint32_t>> ids(runs.size());
    for (std::size_t r = 1; r < runs.size(); ++r) ids[r].resize(runs[r].terms.size());
    detail::vocabulary& terms = runs.empty() ? joined : runs[0].terms;
    std::vector<std::uint64_t> frequency;
    if (!runs.empty()) frequency = runs[0].frequency;
    for (std::size_t r = 1; r < runs.size(); ++r) {
      for (std::uint32_t id = 0; id < ids[r].size(); ++id) {
        ids[r][id] = terms.insert(runs[r].terms.name(id)).id;
        if (ids[r][id] == frequency.size()) frequency.push_back(0);
        frequency[ids[r][id]] += runs[r].frequency[id];
      }
    }
    detail::bm25_header header{};
    header.magic = detail::bm25_magic;
    header.version = detail::bm25_version;
    header.byte_order = detail::bm25_byte_order;
    header.documents = documents;
    header.terms = terms.size();
    header.slots = std::bit_ceil(terms.size() * 2 + 1);
    header.name_bytes = terms.names().size();
    std::vector<std::uint32_t> dense;
    for (std::uint32_t id = 0; id < terms.size(); ++id) {
      if (frequency[id] * detail::bm25_sparse > documents) dense.push_back(id);
    }
    header.dense = dense.size();
    for (const bm25_run& run : runs) {
      header.postings += run.entries.size();
      for (const std::uint32_t length : run.lengths) header.tokens += length;
    }
    header.k1 = model.k1;
    header.b = model.b;
    header.delta = model.delta;
    header.idf = static_cast<std::uint32_t>(model.idf);
    header.saturation = static_cast<std::uint32_t>(model.saturation);

    bm25_index index{header};
    const detail::bm25_layout& layout = index.view_.layout_;
    auto* const first = index.at<std::uint64_t>(layout.first);
    auto* const absent = index.at<float>(layout.absent);
    auto* const bounds = index.at<float>(layout.bounds);
    auto* const slots = index.at<std::uint32_t>(layout.slots);
    auto* const lengths = index.at<std::uint32_t>(layout.lengths);
    auto* const postings = index.at<posting>(layout.postings);
    std::copy(terms.first().begin(), terms.first().end(), index.at<std::uint64_t>(layout.name_first));
    std::copy(terms.names().begin(), terms.names().end(), index.at<char>(layout.names));
    std::fill(slots, slots + header.slots, detail::no_term);
    std::vector<float> idf(terms.size());
    for (std::uint32_t id = 0; id < terms.size(); ++id) {
      first[id + 1] = first[id] + frequency[id];
      idf[id] = static_cast<float>(
          bm25_inverse_frequency(model.idf, static_cast<double>(documents), static_cast<double>(frequency[id])));
      absent[id] = static_cast<float>(double{idf[id]} * bm25_saturate(model, 0, 1));
      const std::size_t mask = header.slots - 1;
      std::size_t slot = detail::term_slot(detail::term_key(terms.name(id)), mask);
      while (slots[slot] != detail::no_term) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    // Where the share of each run in each term's postings begins.
    std::vector<std::uint64_t> next(first, first + terms.size());
    for (std::size_t r = 0; r < runs.size(); ++r) {
      runs[r].next.resize(runs[r].frequency.size());
      for (std::uint32_t id = 0; id < runs[r].frequency.size(); ++id) {
        std::uint64_t& place = next[r == 0 ? id : ids[r][id]];
        runs[r].next[id] = place;
        place += runs[r].frequency[id];
      }
    }
    const double average = index.view_.average_length();
    std::vector<std::size_t> before(runs.size(), 0);
    for (std::size_t r = 1; r < runs.size(); ++r) before[r] = before[r - 1] + runs[r - 1].ends.size();
    exec.for_each(runs.size(), [&](std::size_t r) {
      bm25_run& run = runs[r];
      std::copy(run.lengths.begin(), run.lengths.end(), lengths + before[r]);
      std::size_t at = 0;
      for (std::size_t d = 0; d < run.ends.size(); ++d) {
        const double factor = bm25_length_factor(model.b, static_cast<double>(run.lengths[d]), average);
        for (; at < run.ends[d]; ++at) {
          const auto [local, count] = run.entries[at];
          const std::uint32_t id = r == 0 ? local : ids[r][local];
          const std::uint64_t place = run.next[local]++;
          const double weight = double{idf[id]} * bm25_saturate(model, count, factor);
          postings[place] = {static_cast<std::uint32_t>(before[r] + d), static_cast<float>(weight) - absent[id]};
        }
      }
    });
    std::copy(dense.begin(), dense.end(), index.at<std::uint32_t>(layout.dense));
    exec.for_each(dense.size(), [&](std::size_t i) {
      auto* const words = const_cast<std::uint64_t*>(index.view_.bitmap(i));
      const std::size_t count = detail::bitmap_words(documents);
      auto* const ranks = reinterpret_cast<std::uint32_t*>(words + count);
      for (std::uint64_t p = first[dense[i]]; p < first[dense[i] + 1]; ++p) {
        words[postings[p].document / 64] |= std::uint64_t{1} << (postings[p].document % 64U);
      }
      for (std::size_t w = 1; w < count; ++w) {
        ranks[w] = ranks[w - 1] + static_cast<std::uint32_t>(std::popcount(words[w - 1]));
      }
    });
    constexpr std::size_t grain = 4096;
    for_each_chunk(exec, terms.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t id = begin; id < end; ++id) {
        for (std::uint64_t i = first[id]; i < first[id + 1]; ++i) {
          // A bm25l weight may round to the weight of absence, but a search reads a score of 0 as "not seen yet".
          if (idf[id] > 0) postings[i].weight = std::max(postings[i].weight, std::numeric_limits<float>::min());
          bounds[id] = std::max(bounds[id], postings[i].weight);
        }
      }
    });
    return index;
  }
};

/// Builds an index over documents, which are numbered from 0 in their order.
///
/// Shape:   n documents, of any type that the analyzer accepts -> an index; an empty document is never a hit
/// Errors:  data_error if k1, b or delta is negative or not finite, if b > 1, or for more than 2^32 - 2 documents,
///          terms, or terms in one document; exceptions of the analyzer propagate
/// Cost:    O(text); memory: 8 bytes per posting in the index, 16 more while building
/// Source:  the weights are those of bm25s, to the bit for the models lucene, pyserini, bm25s and robertson
/// Example: auto index = build_bm25(std::vector<std::string>{"red fox", "red hen"}); index.view().documents() == 2
template <std::ranges::random_access_range Documents, class A = musique_analyzer, class E = serial_executor>
requires analyzer<A, std::ranges::range_value_t<Documents>> && executor<std::remove_reference_t<E>>
[[nodiscard]] bm25_index build_bm25(const Documents& documents, const bm25_model& model = bm25_models::bm25s,
                                    const A& analyze = {}, E&& exec = {}) {
  const auto number = [](double x) { return std::isfinite(x) && x >= 0; };
  if (!number(model.k1) || !number(model.b) || model.b > 1 || !number(model.delta)) {
    throw_data_error({}, "a BM25 model needs k1 >= 0, 0 <= b <= 1 and delta >= 0");
  }
  const auto count = static_cast<std::size_t>(std::ranges::size(documents));
  if (count >= detail::no_term) throw_data_error({}, "more than 2^32 - 2 documents");
  const std::size_t tasks = std::min(count, std::max<std::size_t>(exec.concurrency(), 1));
  std::vector<detail::bm25_run> runs(tasks);
  exec.for_each(tasks, [&](std::size_t r) {
    A mine = analyze;
    const auto begin = std::ranges::begin(documents);
    using difference = std::ranges::range_difference_t<Documents>;
    for (std::size_t d = count * r / tasks; d < count * (r + 1) / tasks; ++d) {
      runs[r].add(begin[static_cast<difference>(d)], mine);
    }
    runs[r].count_documents();
  });
  return bm25_builder::join(runs, count, model, exec);
}

}  // namespace v0_1
}  // namespace mhqa
