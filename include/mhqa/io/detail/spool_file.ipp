// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of spool_file.hpp.
#pragma once

#include <mhqa/io/spool_file.hpp>

#include <filesystem>
#include <system_error>

namespace mhqa::inline v0_1::io {

MHQA_INLINE spool_file::~spool_file() {
  in_.reset();
  out_.reset();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

MHQA_INLINE void spool_file::write(std::string_view bytes) {
  out_->write(bytes);
  size_ += bytes.size();
}

MHQA_INLINE void spool_file::end() {
  out_->close();
  in_.emplace(path_);
}

MHQA_INLINE void spool_file::read(std::uint64_t place, char* to, std::size_t count) {
  while (count != 0) {
    const std::size_t got = in_->read_at(place, {to, count});
    if (got == 0) fail_short();
    place += got;
    to += got;
    count -= got;
  }
}

MHQA_INLINE void spool_reader::fill() {
  if (place_ == end_) from_->fail_short();
  buffer_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(room_, end_ - place_)));
  from_->read(place_, buffer_.data(), buffer_.size());
  place_ += buffer_.size();
  used_ = 0;
}

}  // namespace mhqa::inline v0_1::io
