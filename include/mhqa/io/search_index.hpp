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

namespace mhqa {
inline namespace v0_1 {
namespace io {

namespace detail {

// The file: ids, titles and texts in turn, padded to 8 bytes; their 3 n + 1 offsets; the index; a hash of each block of
// 64 KiB of all that; then this.
struct search_index_end {
  std::uint64_t index_bytes;
  std::uint64_t documents;
  std::uint64_t content_bytes;  // before the hashes
  std::uint64_t version;
  std::uint64_t hash;  // of the blocks' hashes and the fields above
  std::uint64_t magic;
};

inline constexpr std::uint64_t search_index_magic = 0x7864696171686d00;    // "\0mhqaidx"
inline constexpr std::uint64_t search_index_magic_1 = 0x3178646961716D68;  // of version 1: "hmqaidx1"
inline constexpr std::uint64_t search_index_version = 5;
inline constexpr std::size_t search_index_block = std::size_t{1} << 16U;

[[nodiscard]] inline std::uint64_t hash_of(const search_index_end& end, std::string_view hashes) noexcept {
  content_hasher all;
  all.add(hashes);
  for (const std::uint64_t field : {end.index_bytes, end.documents, end.content_bytes, end.version}) {
    all.add({reinterpret_cast<const char*>(&field), sizeof field});
  }
  return all.result().hash;
}

/// Writes to a file and hashes the bytes in blocks.
class block_writer {
 public:
  explicit block_writer(atomic_file& out) : out_{out} {}

  void write(std::string_view bytes) {
    out_.write(bytes);
    size_ += bytes.size();
    while (!bytes.empty()) {
      const std::string_view piece = bytes.substr(0, search_index_block - filled_);
      block_.add(piece);
      filled_ += piece.size();
      bytes.remove_prefix(piece.size());
      if (filled_ == search_index_block) end_block();
    }
  }
  template <class T>
  void write_value(const T& value) {
    write({reinterpret_cast<const char*>(&value), sizeof value});
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// The hashes of all blocks, as bytes; call it once, at the end.
  [[nodiscard]] std::string_view hashes() {
    if (filled_ != 0) end_block();
    return {reinterpret_cast<const char*>(hashes_.data()), hashes_.size() * sizeof(std::uint64_t)};
  }

 private:
  void end_block() {
    hashes_.push_back(block_.result().hash);
    block_ = {};
    filled_ = 0;
  }

  atomic_file& out_;
  content_hasher block_;
  std::size_t filled_ = 0;
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace detail

/// Writes the file of an index: the paragraphs as they come, then the index; whole or not at all.
///
/// Errors: as atomic_file
class search_index_writer {
 public:
  explicit search_index_writer(const std::string& path) : path_{path}, file_{path}, out_{file_} {}

  void add(std::string_view id, std::string_view title, std::string_view text) {
    for (const std::string_view part : {id, title, text}) {
      out_.write(part);
      offsets_.push_back(out_.size());
    }
    ++documents_;
  }

  /// Moves what is kept of the paragraphs so far from memory to a temporary file.
  void spill() {
    if (!spool_) spool_.emplace(path_);
    spool_->write_values(offsets_.data(), offsets_.size());
    offsets_.clear();
  }

  [[nodiscard]] std::uint64_t documents() const noexcept { return documents_; }

  /// Calls write(sink) once, which passes the bytes of the index to sink(std::string_view), and finishes the file.
  template <class Write>
  void finish(Write&& write) {
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
        index_bytes, documents_, out_.size(), detail::search_index_version, 0, detail::search_index_magic};
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
inline void write_search_index(const std::string& path, const bm25_view& index,
                               std::span<const context_paragraph> paragraphs,
                               std::span<const std::string_view> ids = {}) {
  if (paragraphs.size() != index.documents() || (!ids.empty() && ids.size() != paragraphs.size())) {
    throw_data_error({.file = path}, "expected as many paragraphs and ids as the index has documents");
  }
  search_index_writer file{path};
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    file.add(ids.empty() ? std::string_view{} : ids[i], paragraphs[i].title, paragraphs[i].text);
  }
  file.finish([&](auto&& sink) {
    sink(std::string_view{reinterpret_cast<const char*>(index.bytes().data()), index.bytes().size()});
  });
}

/// A mapped index; its views stay valid as long as it does. Any number of threads may use it.
///
/// Errors: data_error for a file that is not an index, of another version, cut short, damaged in any byte that is used,
///         or written on a machine of another byte order
/// Cost:   opening hashes and checks the index (about 10 GB/s); the blocks of 64 KiB that hold texts are hashed when a
///         text in them is first used
class search_index {
 public:
  explicit search_index(const std::string& path) : path_{path}, bytes_{path} {
    const std::string_view all = bytes_.view();
    detail::search_index_end end{};
    if (all.size() >= sizeof end) std::memcpy(&end, all.data() + all.size() - sizeof end, sizeof end);
    if (std::uint64_t old = 0; all.size() >= 24) {
      std::memcpy(&old, all.data() + all.size() - 24, sizeof old);
      if (old == detail::search_index_magic_1) refuse("an index of version 1; build it again with mhqa index");
    }
    if (end.magic != detail::search_index_magic) refuse("expected a file that mhqa index has written");
    if (end.version != detail::search_index_version) {
      refuse("expected an index of version " + std::to_string(detail::search_index_version) + ", found version " +
             std::to_string(end.version) + "; build it again with mhqa index");
    }
    const std::uint64_t room = all.size() - sizeof end;
    if (end.content_bytes > room) refuse("the file is damaged");
    const std::uint64_t blocks = (end.content_bytes + detail::search_index_block - 1) / detail::search_index_block;
    if (blocks != (room - end.content_bytes) / 8 || (room - end.content_bytes) % 8 != 0) refuse("the file is damaged");
    content_ = all.substr(0, end.content_bytes);
    hashes_ = all.substr(end.content_bytes, 8 * blocks);
    if (detail::hash_of(end, hashes_) != end.hash) refuse("the file is damaged");
    if (end.index_bytes > content_.size() || end.documents > content_.size() / 24) refuse("the file is damaged");
    const std::uint64_t index_room = (end.index_bytes + 7) / 8 * 8, table_room = 8 * (3 * end.documents + 1);
    if (index_room > content_.size() || table_room > content_.size() - index_room || content_.size() % 8 != 0) {
      refuse("the file is damaged");
    }
    const std::uint64_t begin = content_.size() - index_room, table = begin - table_room;
    checked_ = std::make_unique<std::atomic<unsigned char>[]>(blocks);
    check_blocks(table, content_.size());
    const auto index = check_bm25({reinterpret_cast<const std::byte*>(all.data()) + begin, end.index_bytes});
    if (!index) refuse("the index in it is damaged: expected " + std::string{index.expected});
    index_ = *index;
    if (index_.documents() != end.documents) refuse("the file is damaged");
    offsets_ = content_.substr(table, table_room);
    texts_ = content_.substr(0, table);
    end_ = end;
    bytes_.forget();  // a search reads little of what the checks have read
  }

  [[nodiscard]] const bm25_view& index() const noexcept { return index_; }
  /// Returns how the paragraphs became terms; queries must become terms in the same way.
  ///
  /// Errors: data_error for an index whose terms a text_analyzer did not make
  [[nodiscard]] analysis how() const {
    const auto known = text_analyzer::of_key(index_.analyzer());
    if (!known) refuse("expected an index whose terms mhqa index has made");
    return *known;
  }

  /// Call this after a search, before its result is used.
  ///
  /// Errors: as file_bytes::expect_unchanged; data_error if the end of the file, which holds its hashes, has changed
  void expect_unchanged() const {
    bytes_.expect_unchanged();
    if (std::memcmp(bytes_.view().data() + bytes_.view().size() - sizeof end_, &end_, sizeof end_) != 0) {
      refuse("the file changed while it was read");
    }
  }

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
  [[nodiscard]] std::string_view text_at(std::uint32_t document, std::size_t part) const {
    if (document >= index_.documents()) refuse("it has no document " + std::to_string(document));
    const std::size_t entry = std::size_t{3} * document + part;
    const std::uint64_t begin = offset(entry), end = offset(entry + 1);
    if (begin > end || end > texts_.size()) refuse("the file is damaged");
    check_blocks(begin, end);
    return texts_.substr(begin, end - begin);
  }

  /// Compares the blocks that hold [begin, end) with their hashes, each once.
  void check_blocks(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin / detail::search_index_block; i * detail::search_index_block < end; ++i) {
      if (checked_[i].load(std::memory_order_relaxed) != 0) continue;
      std::uint64_t wanted = 0;
      std::memcpy(&wanted, hashes_.data() + 8 * i, sizeof wanted);
      const std::string_view block = content_.substr(i * detail::search_index_block, detail::search_index_block);
      if (content_hash(block) != wanted) refuse("the file is damaged");
      checked_[i].store(1, std::memory_order_relaxed);
    }
  }
  [[nodiscard]] std::uint64_t offset(std::size_t i) const noexcept {
    std::uint64_t out = 0;
    std::memcpy(&out, offsets_.data() + 8 * i, sizeof out);
    return out;
  }
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

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
