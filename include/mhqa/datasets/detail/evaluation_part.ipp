// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evaluation_part.hpp.
#pragma once

#include <mhqa/datasets/evaluation_part.hpp>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE byte_reader open_part(std::string_view bytes, const std::string& name) {
  byte_writer mark;
  mark.text(part_mark);
  const std::string_view begin = std::string_view{mark.bytes()}.substr(0, mark.bytes().size() - 1);
  if (!begin.starts_with(bytes.substr(0, begin.size()))) {
    throw_data_error({.file = name}, "expected a part of an evaluation, as `mhqa eval --part` writes it",
                     errc::mismatch);
  }
  return byte_reader{bytes, name};
}

MHQA_INLINE std::string_view read_part_head(byte_reader& in) {
  if (in.text() != part_mark) in.fail("expected a part of an evaluation", errc::mismatch);
  const std::string_view version = in.text();
  if (version != MHQA_VERSION_STRING) {
    in.fail("the part was written by version " + std::string{version} + ", this is " MHQA_VERSION_STRING,
            errc::mismatch);
  }
  return in.text();
}

}  // namespace detail

MHQA_INLINE std::string dataset_of_part(std::string_view bytes, const std::string& name) {
  byte_reader in = detail::open_part(bytes, name);
  return std::string{detail::read_part_head(in)};
}

}  // namespace mhqa::inline v0_1
