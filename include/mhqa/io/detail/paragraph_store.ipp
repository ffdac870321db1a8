// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of paragraph_store.hpp.
#pragma once

#include <mhqa/io/paragraph_store.hpp>

#include <mhqa/error.hpp>

#include <cstring>
#include <limits>
#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void paragraph_store::add(const context_paragraph& p) {
  if (p.title.size() > std::numeric_limits<std::uint32_t>::max() ||
      p.text.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw_data_error({}, "a paragraph of more than 2^32 - 1 bytes");
  }
  places_.push_back(file_.size());
  const sizes of{static_cast<std::uint32_t>(p.title.size()), static_cast<std::uint32_t>(p.text.size())};
  file_.write_values(&of, 1);
  file_.write(p.title);
  file_.write(p.text);
}

MHQA_INLINE void paragraph_store::keep(const std::vector<bool>& kept) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (kept[i]) places_[to++] = places_[i];
  }
  places_.resize(to);
  places_.shrink_to_fit();
}

MHQA_INLINE void paragraph_store::for_each_block(std::size_t bytes,
                                                 const std::function<void(const paragraph_block&)>& give) {
  std::string read;
  std::vector<context_paragraph> some;
  for (std::size_t first = 0; first < places_.size();) {
    std::size_t end = first + 1;
    while (end < places_.size() && places_[end] - places_[first] < bytes) ++end;
    // The last paragraph ends somewhere before what follows it in the file.
    sizes last;
    file_.read(places_[end - 1], reinterpret_cast<char*>(&last), sizeof last);
    const std::uint64_t until = places_[end - 1] + sizeof last + last.title + last.text;
    read.resize(static_cast<std::size_t>(until - places_[first]));
    file_.read(places_[first], read.data(), read.size());
    some.clear();
    for (std::size_t i = first; i < end; ++i) {
      const std::string_view at = std::string_view{read}.substr(static_cast<std::size_t>(places_[i] - places_[first]));
      sizes of;
      std::memcpy(&of, at.data(), sizeof of);
      some.push_back({at.substr(sizeof of, of.title), at.substr(sizeof of + of.title, of.text)});
    }
    give({static_cast<std::uint32_t>(first), some});
    first = end;
  }
}

MHQA_INLINE loaded_paragraphs paragraph_store::load(std::span<const std::uint32_t> numbers) {
  loaded_paragraphs out;
  for (const std::uint32_t number : numbers) {
    sizes of;
    file_.read(places_[number], reinterpret_cast<char*>(&of), sizeof of);
    const std::size_t size = std::size_t{of.title} + of.text;
    char* const to = out.text.reserve(size);
    file_.read(places_[number] + sizeof of, to, size);
    out.text.commit(size);
    out.paragraphs.push_back({{to, of.title}, {to + of.title, of.text}});
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
