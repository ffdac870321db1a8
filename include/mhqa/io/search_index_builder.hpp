// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds the file of an index from paragraphs that come one by one and need not fit into memory: each block of them is
// indexed and written to a temporary file, then the blocks are merged. The bytes do not depend on the blocks.
//   search_index_builder build{"wiki.idx", options, analyzer, pool};  build.add(id, title, text);  build.finish();
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/io/spool_file.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_collection.hpp>
#include <mhqa/retrieval/bm25_model.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// How an index is built.
struct search_index_options {
  bm25_model model = bm25_models::lucene;
  /// Approximate memory in bytes: a block of paragraphs has a fourteenth of it as text. Add what grows with the corpus,
  /// 4 bytes per paragraph and about 50 per term.
  std::uint64_t memory = std::uint64_t{1} << 30U;
};

/// What an index holds.
struct search_index_counts {
  std::uint64_t documents = 0;
  std::uint64_t terms = 0;
  std::uint64_t postings = 0;
  std::uint64_t blocks = 0;  ///< into which the corpus was cut

  friend bool operator==(const search_index_counts&, const search_index_counts&) = default;
};

/// Builds an index; leaves no file unless finish() is called.
///
/// Errors: data_error for parameters out of range (see build_bm25) and for more than 2^32 - 2 paragraphs or terms; as
///         atomic_file and spool_file
/// Cost:   O(text); on the disk, 5 bytes a posting and 24 a paragraph until it is finished, if there are several blocks
template <class A, executor E>
requires analyzer<A, context_paragraph>
class search_index_builder {
 public:
  /// The executor must outlive the builder.
  search_index_builder(const std::string& path, const search_index_options& options, A analyze, E& exec)
      : path_{path},
        model_{options.model},
        most_{std::max<std::uint64_t>(options.memory / share_of_text, 1)},
        analyze_{std::move(analyze)},
        exec_{&exec},
        writer_{path} {
    mhqa::detail::expect_model(model_);
  }

  void add(std::string_view id, std::string_view title, std::string_view text) {
    constexpr std::size_t own = sizeof(context_paragraph) + sizeof(parts_.front());
    if (!parts_.empty() && texts_.size() + title.size() + text.size() + own * (parts_.size() + 1) > most_) spill();
    writer_.add(id, title, text);
    texts_.append(title).append(text);
    parts_.push_back({title.size(), text.size()});
  }

  /// Merges the blocks and writes the index.
  search_index_counts finish() {
    std::optional<mhqa::detail::bm25_block> last = read_block();
    const std::uint64_t blocks = places_.size() + 1;
    if (places_.empty()) {
      all_.finish();
      const bm25_index index = bm25_builder::build(all_, *last, model_, *exec_);
      last.reset();
      writer_.finish([&](auto&& sink) {
        sink(std::string_view{reinterpret_cast<const char*>(index.bytes().data()), index.bytes().size()});
      });
    } else {
      spill(*last);
      last.reset();
      all_.finish();
      spool_->end();
      writer_.finish([this](auto&& sink) { this->merge(sink); });
    }
    return {all_.lengths.size(), all_.terms.size(), all_.postings, blocks};
  }

 private:
  // A block's text, its terms by document and by term, and the tables that these grow in.
  static constexpr std::uint64_t share_of_text = 14;

  struct part {
    std::size_t title;
    std::size_t text;
  };
  struct block_place {
    std::size_t terms;  // known when it was read
    std::uint64_t sizes, documents, counts, end;
  };

  /// Indexes the paragraphs that are in memory and forgets their text.
  mhqa::detail::bm25_block read_block() {
    std::vector<context_paragraph> paragraphs;
    paragraphs.reserve(parts_.size());
    std::string_view rest = texts_;
    for (const part& one : parts_) {
      paragraphs.push_back({rest.substr(0, one.title), rest.substr(one.title, one.text)});
      rest.remove_prefix(one.title + one.text);
    }
    mhqa::detail::bm25_block block = all_.add(paragraphs, analyze_, *exec_);
    texts_.clear();
    parts_.clear();
    return block;
  }

  void spill() { spill(read_block()); }
  void spill(const mhqa::detail::bm25_block& block) {
    if (!spool_) spool_.emplace(path_);
    block_place place{block.first.size() - 1, spool_->size(), 0, 0, 0};
    for (std::size_t term = 0; term < place.terms; ++term) {
      const auto size = static_cast<std::uint32_t>(block.first[term + 1] - block.first[term]);
      spool_->write_values(&size, 1);
    }
    const auto postings = static_cast<std::size_t>(block.first.back());
    place.documents = spool_->size();
    spool_->write_values(block.documents.get(), postings);
    place.counts = spool_->size();
    spool_->write_values(block.counts.get(), postings);
    place.end = spool_->size();
    places_.push_back(place);
    writer_.spill();
  }

  /// Passes the bytes of the index to the sink, term by term.
  template <class Sink>
  void merge(Sink& sink) {
    mhqa::detail::bm25_tables tables{all_, model_};
    const std::size_t room = std::clamp<std::size_t>(static_cast<std::size_t>(most_) / (3 * places_.size()),
                                                     std::size_t{1} << 12U, std::size_t{1} << 20U);
    struct block_reader {
      std::size_t terms;
      spool_reader sizes, documents, counts;
    };
    std::vector<block_reader> readers;
    for (const block_place& p : places_) {
      readers.push_back({p.terms,
                         {*spool_, p.sizes, p.documents, room},
                         {*spool_, p.documents, p.counts, room},
                         {*spool_, p.counts, p.end, room}});
    }
    std::uint64_t written = 0;
    const auto write = [&](std::uint64_t offset, std::string_view bytes) {
      sink(std::string(static_cast<std::size_t>(offset - written), '\0'));
      sink(bytes);
      written = offset + bytes.size();
    };
    write(0, {reinterpret_cast<const char*>(&tables.header), sizeof tables.header});
    std::vector<std::uint32_t> documents;
    std::vector<std::uint8_t> counts;
    std::vector<std::uint64_t> list;
    for (std::size_t term = 0; term < all_.terms.size(); ++term) {
      documents.resize(all_.frequency[term]);
      counts.resize(all_.frequency[term]);
      std::size_t at = 0;
      for (block_reader& block : readers) {
        if (term >= block.terms) continue;
        std::uint32_t size = 0;
        block.sizes.read(&size, 1);
        block.documents.read(documents.data() + at, size);
        block.counts.read(counts.data() + at, size);
        at += size;
      }
      const auto layout = mhqa::detail::list_layout_of(all_.frequency[term], all_.lengths.size());
      list.assign(static_cast<std::size_t>(layout.size / 8), 0);
      tables.bounds[term] = mhqa::detail::write_list(
          reinterpret_cast<std::byte*>(list.data()), layout, documents, counts, {tables.idf[term], tables.absent[term]},
          tables.weights, all_.lengths.data(), all_.many_of(static_cast<std::uint32_t>(term)));
      write(tables.layout.lists + tables.first[term],
            {reinterpret_cast<const char*>(list.data()), static_cast<std::size_t>(layout.size)});
    }
    tables.for_each_section(all_, write);
    write(tables.header.size, {});
  }

  std::string path_;
  bm25_model model_;
  std::uint64_t most_;  // bytes of text in a block
  A analyze_;
  E* exec_;
  search_index_writer writer_;
  std::string texts_;        // of the current block
  std::vector<part> parts_;  // its paragraphs
  mhqa::detail::bm25_collection all_;
  std::optional<spool_file> spool_;
  std::vector<block_place> places_;
};

}  // namespace mhqa::inline v0_1::io
