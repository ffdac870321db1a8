// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A BM25 index with the paragraphs that it finds, as one file that is mapped and not read.
//   mhqa::io::write_search_index("wiki.idx", index, paragraphs);  mhqa::io::search_index wiki{"wiki.idx"};
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/retrieval/bm25_index.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0 {
namespace io {

namespace detail {

// The file: the index, padded to 8 bytes; 2 n + 1 offsets of titles and texts in turn; these; then this.
struct search_index_end {
  std::uint64_t magic;
  std::uint64_t index_bytes;
  std::uint64_t documents;
};

inline constexpr std::uint64_t search_index_magic = 0x3178646961716D68;  // "hmqaidx1"

}  // namespace detail

/// Writes an index and its paragraphs, whole or not at all.
///
/// Errors: data_error for another number of paragraphs than of documents in the index, and as atomic_file
inline void write_search_index(const std::string& path, const bm25_view& index,
                               std::span<const context_paragraph> paragraphs) {
  if (paragraphs.size() != index.documents()) {
    throw_data_error({.file = path}, "expected as many paragraphs as the index has documents");
  }
  atomic_file out{path};
  const auto raw = [&out](const auto& value) { out.write({reinterpret_cast<const char*>(&value), sizeof value}); };
  const std::span<const std::byte> bytes = index.bytes();
  out.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  out.write(std::string((8 - bytes.size() % 8) % 8, '\0'));
  std::uint64_t offset = 0;
  raw(offset);
  for (const context_paragraph& p : paragraphs) {
    raw(offset += p.title.size());
    raw(offset += p.text.size());
  }
  for (const context_paragraph& p : paragraphs) {
    out.write(p.title);
    out.write(p.text);
  }
  raw(detail::search_index_end{detail::search_index_magic, bytes.size(), paragraphs.size()});
  out.commit();
}

/// A mapped index; its views stay valid as long as it does.
///
/// Errors: data_error for a file that is no index, that was cut short, or that was written on a machine of another byte
///         order
/// Cost:   the postings are checked once; texts are looked at when they are asked for
class search_index {
 public:
  explicit search_index(const std::string& path) : path_{path}, bytes_{path} {
    const std::string_view all = bytes_.view();
    detail::search_index_end end{};
    if (all.size() >= sizeof end) std::memcpy(&end, all.data() + all.size() - sizeof end, sizeof end);
    if (end.magic != detail::search_index_magic) refuse("expected a file that mhqa index has written");
    const std::uint64_t room = all.size() - sizeof end;
    if (end.index_bytes > room || end.documents > room / 16) refuse("the file is damaged");
    const std::uint64_t table = (end.index_bytes + 7) / 8 * 8;
    const std::uint64_t texts = table + 8 * (2 * end.documents + 1);
    if (texts > room) refuse("the file is damaged");
    const auto index = check_bm25({reinterpret_cast<const std::byte*>(all.data()), end.index_bytes});
    if (!index) refuse("the index in it is damaged");
    index_ = *index;
    if (index_.documents() != end.documents) refuse("the file is damaged");
    offsets_ = all.substr(table, texts - table);
    texts_ = all.substr(texts, room - texts);
  }

  [[nodiscard]] const bm25_view& index() const noexcept { return index_; }

  /// The paragraph of a document.
  ///
  /// Errors: data_error for a document that there is not, and where the file is damaged
  [[nodiscard]] context_paragraph operator[](std::uint32_t document) const {
    if (document >= index_.documents()) refuse("it has no document " + std::to_string(document));
    const std::size_t at = std::size_t{2} * document;
    const std::uint64_t title = offset(at), text = offset(at + 1), end = offset(at + 2);
    if (title > text || text > end || end > texts_.size()) refuse("the file is damaged");
    return {texts_.substr(title, text - title), texts_.substr(text, end - text)};
  }

 private:
  [[nodiscard]] std::uint64_t offset(std::size_t i) const noexcept {
    std::uint64_t out = 0;
    std::memcpy(&out, offsets_.data() + 8 * i, sizeof out);
    return out;
  }
  [[noreturn]] void refuse(std::string problem) const { throw_data_error({.file = path_}, std::move(problem)); }

  std::string path_;
  file_bytes bytes_;
  bm25_view index_;
  std::string_view offsets_;
  std::string_view texts_;
};

}  // namespace io
}  // namespace v0
}  // namespace mhqa
