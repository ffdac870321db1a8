// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Collects the postings of a corpus, one block of documents after another, and the tables of its BM25 index. Each task
// reads a run of a block into its own vocabulary; these are merged in order, so that neither the number of tasks nor
// that of blocks changes anything. Internal to retrieval/ and io/search_index_builder.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_layout.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/bm25_weights.hpp>
#include <mhqa/retrieval/vocabulary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

// A run of documents that has been read: each document's distinct terms with their counts.
struct bm25_run {
  struct entry {
    std::uint32_t term;
    std::uint32_t count;
  };

  vocabulary terms;
  std::vector<std::uint32_t> frequency;  // by term: documents that contain it
  std::vector<entry> entries;
  std::vector<std::size_t> ends;       // of each document's entries
  std::vector<std::uint32_t> lengths;  // of each document
  std::vector<std::uint64_t> next;     // by term: the next posting to write
  std::vector<bm25_many> many;         // counts that do not fit into a byte

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

  void count_documents();

 private:
  struct word {
    std::uint64_t key;
    std::size_t begin;
    std::size_t size;
  };

  std::vector<word> words;  // of the current document
  std::string text;
};

/// The postings of consecutive documents, by term, then by document.
struct bm25_block {
  std::vector<std::uint64_t> first;  // of each term that was known at the block's end, and the number of postings
  std::unique_ptr<std::uint32_t[]> documents;
  std::unique_ptr<std::uint8_t[]> counts;  // many_count: see the collection

  [[nodiscard]] std::span<const std::uint32_t> documents_of(std::size_t term) const noexcept;
  [[nodiscard]] std::span<const std::uint8_t> counts_of(std::size_t term) const noexcept;

 private:
  [[nodiscard]] std::size_t size_of(std::size_t term) const noexcept {
    return static_cast<std::size_t>(first[term + 1] - first[term]);
  }
};

/// Statistics of the documents read so far.
struct bm25_collection {
  vocabulary terms;
  std::vector<std::uint32_t> frequency;  // by term: documents that contain it
  std::vector<std::uint32_t> lengths;    // of each document
  std::vector<bm25_many> many;           // by block; finish() sorts them
  std::uint64_t tokens = 0;
  std::uint64_t postings = 0;
  std::uint64_t analyzer = 0;  // its analyzer_key()

  /// Reads the next documents and returns their postings.
  template <indexed_range Documents, class A, class E>
  bm25_block add(const Documents& documents, const A& analyze, E& exec) {
    analyzer = analyzer_key(analyze);
    const auto count = static_cast<std::size_t>(std::ranges::size(documents));
    expect_room(count);
    const std::size_t tasks = std::min(count, std::max<std::size_t>(exec.concurrency(), 1));
    std::vector<bm25_run> runs(tasks);
    exec.for_each(tasks, [&](std::size_t r) {
      A mine = analyze;
      const auto begin = std::ranges::begin(documents);
      using difference = std::ranges::range_difference_t<Documents>;
      for (std::size_t d = count * r / tasks; d < count * (r + 1) / tasks; ++d) {
        runs[r].add(begin[static_cast<difference>(d)], mine);
      }
      runs[r].count_documents();
    });
    return add_runs(runs, exec);
  }

  /// Takes the next documents, which were read before, and returns their postings.
  template <class E>
  bm25_block add_runs(std::vector<bm25_run>& runs, E& exec) {
    std::size_t count = 0;
    for (const bm25_run& run : runs) count += run.ends.size();
    expect_room(count);
    const std::size_t base = lengths.size();
    const std::vector<std::vector<std::uint32_t>> ids = number_terms(runs);
    return scatter(runs, ids, base, exec);
  }

  /// Call this after the last block.
  void finish();
  /// The counts of a term that do not fit into a byte. Requires: finish() was called
  [[nodiscard]] std::span<const bm25_many> many_of(std::uint32_t term) const noexcept;

 private:
  void expect_room(std::size_t documents) const {
    if (documents >= no_term - lengths.size()) throw_data_error({}, "more than 2^32 - 2 documents");
  }

  /// Returns, for each run, the numbers of its terms in the collection; empty if they do not change.
  std::vector<std::vector<std::uint32_t>> number_terms(std::vector<bm25_run>& runs);

  template <class E>
  bm25_block scatter(std::vector<bm25_run>& runs, const std::vector<std::vector<std::uint32_t>>& ids, std::size_t base,
                     E& exec) {
    const auto number = [&](std::size_t r, std::uint32_t local) { return ids[r].empty() ? local : ids[r][local]; };
    bm25_block out;
    out.first.assign(terms.size() + 1, 0);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      for (std::uint32_t id = 0; id < runs[r].frequency.size(); ++id) {
        out.first[number(r, id) + 1] += runs[r].frequency[id];
      }
    }
    frequency.resize(terms.size());
    for (std::size_t id = 0; id < terms.size(); ++id) {
      frequency[id] += static_cast<std::uint32_t>(out.first[id + 1]);
      out.first[id + 1] += out.first[id];
    }
    out.documents = std::make_unique_for_overwrite<std::uint32_t[]>(static_cast<std::size_t>(out.first.back()));
    out.counts = std::make_unique_for_overwrite<std::uint8_t[]>(static_cast<std::size_t>(out.first.back()));
    // Where the share of each run in each term's postings begins.
    std::vector<std::uint64_t> next(out.first.begin(), out.first.end() - 1);
    std::vector<std::size_t> before(runs.size() + 1, base);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      runs[r].next.resize(runs[r].frequency.size());
      for (std::uint32_t id = 0; id < runs[r].frequency.size(); ++id) {
        std::uint64_t& place = next[number(r, id)];
        runs[r].next[id] = place;
        place += runs[r].frequency[id];
      }
      before[r + 1] = before[r] + runs[r].ends.size();
      lengths.insert(lengths.end(), runs[r].lengths.begin(), runs[r].lengths.end());
      for (const std::uint32_t length : runs[r].lengths) tokens += length;
    }
    exec.for_each(runs.size(), [&](std::size_t r) {
      bm25_run& run = runs[r];
      std::size_t at = 0;
      for (std::size_t d = 0; d < run.ends.size(); ++d) {
        const auto document = static_cast<std::uint32_t>(before[r] + d);
        for (; at < run.ends[d]; ++at) {
          const auto [local, count] = run.entries[at];
          const auto place = static_cast<std::size_t>(run.next[local]++);
          out.documents[place] = document;
          out.counts[place] = static_cast<std::uint8_t>(std::min<std::uint32_t>(count, many_count));
          if (count >= many_count) run.many.push_back({number(r, local), document, count});
        }
      }
    });
    for (const bm25_run& run : runs) many.insert(many.end(), run.many.begin(), run.many.end());
    postings += out.first.back();
    return out;
  }
};

/// The statistics by which terms are weighed: those of the documents that an index holds, or, for a shard, of all.
struct bm25_statistics {
  std::uint64_t documents = 0;
  std::uint64_t tokens = 0;
  std::uint64_t first_document = 0;            // the number of the index's first document among all
  std::span<const std::uint32_t> frequency{};  // by term: documents that contain it
};

/// The header and tables of an index; the lists are written by write_list, which knows `bounds`.
struct bm25_tables {
  bm25_header header{};
  bm25_layout layout{};
  std::vector<std::uint64_t> first;  // of each term's list in its section
  std::vector<float> idf;
  std::vector<float> absent;
  std::vector<float> bounds;
  std::vector<std::uint32_t> slots;
  bm25_weights weights;

  bm25_tables(const bm25_collection& all, const bm25_model& model)
      : bm25_tables{all, model, {all.lengths.size(), all.tokens, 0, all.frequency}} {}
  bm25_tables(const bm25_collection& own, const bm25_model& model, const bm25_statistics& all);

  /// Calls write(offset, bytes) for each table after the lists, in order; the gaps between them are zeros.
  template <class Write>
  void for_each_section(const bm25_collection& own, Write&& write) const {
    const auto section = [&](std::size_t offset, const auto& values) {
      write(offset, std::string_view{reinterpret_cast<const char*>(std::data(values)),
                                     std::size(values) * sizeof *std::data(values)});
    };
    section(layout.first, first);
    section(layout.name_first, own.terms.first());
    section(layout.frequency, own.frequency);
    section(layout.idf, idf);
    section(layout.absent, absent);
    section(layout.bounds, bounds);
    section(layout.slots, slots);
    section(layout.lengths, own.lengths);
    section(layout.many, own.many);
    section(layout.names, own.terms.names());
  }
};

/// Rejects a model whose weights would not be finite.
void expect_model(const bm25_model& model);

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_collection.ipp>
#endif
