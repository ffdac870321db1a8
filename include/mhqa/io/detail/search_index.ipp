// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of search_index.hpp.
#pragma once

#include <mhqa/io/search_index.hpp>

#include <filesystem>
#include <fstream>
#include <system_error>

namespace mhqa::inline v0_1::io {
namespace detail {

inline constexpr std::uint64_t search_index_magic_1 = 0x3178646961716D68;

inline constexpr std::size_t search_index_block = std::size_t{1} << 16U;

MHQA_INLINE std::uint64_t hash_of(const search_index_end& end, std::string_view hashes) noexcept {
  content_hasher all;
  all.add(hashes);
  for (const std::uint64_t field : {end.index_bytes, end.documents, end.content_bytes, end.version, end.shard.index,
                                    end.shard.count, end.shard.set}) {
    all.add({reinterpret_cast<const char*>(&field), sizeof field});
  }
  return all.result().hash;
}

MHQA_INLINE void block_writer::write(std::string_view bytes) {
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

MHQA_INLINE std::string_view block_writer::hashes() {
  if (filled_ != 0) end_block();
  return {reinterpret_cast<const char*>(hashes_.data()), hashes_.size() * sizeof(std::uint64_t)};
}

MHQA_INLINE void block_writer::end_block() {
  hashes_.push_back(block_.result().hash);
  block_ = {};
  filled_ = 0;
}

}  // namespace detail

MHQA_INLINE void search_index_writer::add(std::string_view id, std::string_view title, std::string_view text) {
  for (const std::string_view part : {id, title, text}) {
    out_.write(part);
    offsets_.push_back(out_.size());
  }
  ++documents_;
}

MHQA_INLINE void search_index_writer::spill() {
  if (!spool_) spool_.emplace(path_);
  spool_->write_values(offsets_.data(), offsets_.size());
  offsets_.clear();
}

MHQA_INLINE void write_search_index(const std::string& path, const bm25_view& index,
                                    std::span<const context_paragraph> paragraphs,
                                    std::span<const std::string_view> ids) {
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

MHQA_INLINE bool is_search_index(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;  // a pipe is read once
  std::ifstream file{path, std::ios::binary};
  std::uint64_t magic = 0;
  file.seekg(-static_cast<std::streamoff>(sizeof magic), std::ios::end);
  return file.read(reinterpret_cast<char*>(&magic), sizeof magic) && magic == detail::search_index_magic;
}

MHQA_INLINE search_index::search_index(const std::string& path) : path_{path}, bytes_{path} {
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

MHQA_INLINE analysis search_index::how() const {
  const auto known = text_analyzer::of_key(index_.analyzer());
  if (!known) refuse("expected an index whose terms mhqa index has made");
  return *known;
}

MHQA_INLINE void search_index::expect_unchanged() const {
  bytes_.expect_unchanged();
  if (std::memcmp(bytes_.view().data() + bytes_.view().size() - sizeof end_, &end_, sizeof end_) != 0) {
    refuse("the file changed while it was read");
  }
}

MHQA_INLINE std::string_view search_index::text_at(std::uint32_t document, std::size_t part) const {
  if (document >= index_.documents()) refuse("it has no document " + std::to_string(document));
  const std::size_t entry = std::size_t{3} * document + part;
  const std::uint64_t begin = offset(entry), end = offset(entry + 1);
  if (begin > end || end > texts_.size()) refuse("the file is damaged");
  check_blocks(begin, end);
  return texts_.substr(begin, end - begin);
}

MHQA_INLINE void search_index::check_blocks(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin / detail::search_index_block; i * detail::search_index_block < end; ++i) {
    if (checked_[i].load(std::memory_order_relaxed) != 0) continue;
    std::uint64_t wanted = 0;
    std::memcpy(&wanted, hashes_.data() + 8 * i, sizeof wanted);
    const std::string_view block = content_.substr(i * detail::search_index_block, detail::search_index_block);
    if (content_hash(block) != wanted) refuse("the file is damaged");
    checked_[i].store(1, std::memory_order_relaxed);
  }
}

MHQA_INLINE std::uint64_t search_index::offset(std::size_t i) const noexcept {
  std::uint64_t out = 0;
  std::memcpy(&out, offsets_.data() + 8 * i, sizeof out);
  return out;
}

}  // namespace mhqa::inline v0_1::io
