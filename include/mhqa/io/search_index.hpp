// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A BM25 index with its paragraphs as one file that is mapped, with a hash of each block.
//   mhqa::io::write_search_index("wiki.idx", index, paragraphs);  mhqa::io::search_index wiki{"wiki.idx"};
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/spool_file.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/retrieval/text_analyzer.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Which shard of a set a file holds: number `index` of `count`, of the indexes with this hash (0: no shard).
struct search_shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
  std::uint64_t set = 0;

  friend bool operator==(const search_shard&, const search_shard&) = default;
};

namespace detail {

// The file: ids, titles and texts in turn, padded to 8 bytes; their 3 n + 1 offsets; the index; a hash of each block of
// 64 KiB of all that; then this.
struct search_index_end {
  search_shard shard;
  std::uint64_t index_bytes;
  std::uint64_t documents;
  std::uint64_t content_bytes;  // before the hashes
  std::uint64_t version;
  std::uint64_t hash;  // of the blocks' hashes and the fields above
  std::uint64_t magic;
};

inline constexpr std::uint64_t search_index_magic = 0x7864696171686d00;  // "\0mhqaidx"
                                                                         // of version 1: "hmqaidx1"
inline constexpr std::uint64_t search_index_version = 6;

[[nodiscard]] std::uint64_t hash_of(const search_index_end& end, std::string_view hashes) noexcept;

/// Writes to a file and hashes the bytes in blocks.
class block_writer {
 public:
  explicit block_writer(atomic_file& out) : out_{out} {}

  void write(std::string_view bytes);
  template <class T>
  void write_value(const T& value) {
    write({reinterpret_cast<const char*>(&value), sizeof value});
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// The hashes of all blocks, as bytes; call it once, at the end.
  [[nodiscard]] std::string_view hashes();

 private:
  void end_block();

  atomic_file& out_;
  content_hasher block_;
  std::size_t filled_ = 0;
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace detail

/// Returns true for a file that ends as an index of any version but the first does; false if it cannot be read.
[[nodiscard]] bool is_search_index(const std::string& path);

/// Writes the file of an index: the paragraphs as they come, then the index; whole or not at all.
///
/// Errors: as atomic_file
class search_index_writer {
 public:
  explicit search_index_writer(const std::string& path) : path_{path}, file_{path}, out_{file_} {}

  void add(std::string_view id, std::string_view title, std::string_view text);

  /// Moves what is kept of the paragraphs so far from memory to a temporary file.
  void spill();

  [[nodiscard]] std::uint64_t documents() const noexcept { return documents_; }

  /// Calls write(sink) once, which passes the bytes of the index to sink(std::string_view), and finishes the file.
  template <class Write>
  void finish(Write&& write, const search_shard& shard = {}) {
    pad();
    out_.write_value(std::uint64_t{0});
    if (spool_) {
      spool_->end();
      std::vector<char> piece(std::size_t{1} << 16U);
      for (std::uint64_t at = 0; at < spool_->size(); at += piece.size()) {
        piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), spool_->size() - at)));
        spool_->read(at, piece.data(), piece.size());
        out_.write({piece.data(), piece.size()});
      }
    }
    for (const std::uint64_t offset : offsets_) out_.write_value(offset);
    const std::uint64_t begin = out_.size();
    write([this](std::string_view bytes) { out_.write(bytes); });
    const std::uint64_t index_bytes = out_.size() - begin;
    pad();
    detail::search_index_end end{
        shard, index_bytes, documents_, out_.size(), detail::search_index_version, 0, detail::search_index_magic};
    const std::string_view hashes = out_.hashes();
    end.hash = detail::hash_of(end, hashes);
    file_.write(hashes);
    file_.write({reinterpret_cast<const char*>(&end), sizeof end});
    file_.commit();
  }

 private:
  void pad() { out_.write(std::string((8 - out_.size() % 8) % 8, '\0')); }

  std::string path_;
  atomic_file file_;
  detail::block_writer out_;
  std::vector<std::uint64_t> offsets_;  // the ends of those parts that are not in the spool
  std::optional<spool_file> spool_;
  std::uint64_t documents_ = 0;
};

/// Writes an index and its paragraphs, whole or not at all. `ids` are empty, or hold one for each paragraph.
///
/// Errors: data_error if the number of paragraphs or ids is not that of the documents in the index; as atomic_file
void write_search_index(const std::string& path, const bm25_view& index, std::span<const context_paragraph> paragraphs,
                        std::span<const std::string_view> ids = {});

/// A mapped index; its views stay valid as long as it does. Any number of threads may use it.
///
/// Errors: data_error for a file that is not an index, of another version, cut short, damaged in any byte that is used,
///         or written on a machine of another byte order
/// Cost:   opening hashes and checks the index (about 10 GB/s); the blocks of 64 KiB that hold texts are hashed when a
///         text in them is first used
class search_index {
 public:
  explicit search_index(const std::string& path);

  [[nodiscard]] const bm25_view& index() const noexcept { return index_; }
  /// Returns which shard it is, if it is one.
  [[nodiscard]] const search_shard& shard() const noexcept { return end_.shard; }
  /// Returns a hash of all that the file holds.
  [[nodiscard]] std::uint64_t hash() const noexcept { return end_.hash; }
  /// Returns how the paragraphs became terms; queries must become terms in the same way.
  ///
  /// Errors: data_error for an index whose terms a text_analyzer did not make
  [[nodiscard]] analysis how() const;

  /// Call this after a search, before its result is used.
  ///
  /// Errors: as file_bytes::expect_unchanged; data_error if the end of the file, which holds its hashes, has changed
  void expect_unchanged() const;

  /// Returns the paragraph of a document.
  ///
  /// Errors: data_error for a document out of range, and if the file is damaged there
  [[nodiscard]] context_paragraph operator[](std::uint32_t document) const {
    return {text_at(document, 1), text_at(document, 2)};
  }

  /// Returns the id of a document's paragraph; "" if its source had none.
  ///
  /// Errors: as operator[]
  [[nodiscard]] std::string_view id(std::uint32_t document) const { return text_at(document, 0); }

 private:
  /// Returns a document's id, title or text.
  [[nodiscard]] std::string_view text_at(std::uint32_t document, std::size_t part) const;

  /// Compares the blocks that hold [begin, end) with their hashes, each once.
  void check_blocks(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::uint64_t offset(std::size_t i) const noexcept;
  [[noreturn]] void refuse(std::string problem) const { throw_data_error({.file = path_}, std::move(problem)); }

  std::string path_;
  file_bytes bytes_;
  detail::search_index_end end_{};
  std::string_view content_;
  std::string_view hashes_;
  std::unique_ptr<std::atomic<unsigned char>[]> checked_;  // a block each
  bm25_view index_;
  std::string_view offsets_;
  std::string_view texts_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/search_index.ipp>
#endif
