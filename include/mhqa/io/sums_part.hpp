// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A part of the work of a verb that reads the same files in every part, as a value of its sums: the bytes that --part
// writes and mhqa merge reads. evaluation_part.hpp has the parts of data sets.
//   sums_part part{sums, {.index = 0, .count = 2}, hash_of_contents({run, judgements})};   // everywhere: to_bytes()
//   ranking_evaluation all = std::move(merged).finish().finish();                          // in one place
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/config.hpp>
#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/datasets/evaluation_pieces.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/part_number.hpp>

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Sums that can be divided: `dataset` names the verb, settings() spells all choices, which parts must share.
template <class S>
concept divisible_sums = requires(S sums, const S& other, byte_writer out, byte_reader in) {
  { S::dataset } -> std::convertible_to<std::string_view>;
  { other.settings() } -> std::same_as<std::string>;
  { other.questions() } -> std::convertible_to<std::uint64_t>;
  { other.data() } -> std::convertible_to<data_fingerprint>;
  sums += other;
  other.save(out);
  sums.load(in);
};

/// Returns a hash of the contents of files, in order; 0 if one of them is a stream, which could be read only once. An
/// empty path stands for no file. Held data count as a file of their JSON.
///
/// Cost: one pass over each file
[[nodiscard]] std::uint64_t hash_of_contents(std::span<const data_source> data);
/// \overload
[[nodiscard]] std::uint64_t hash_of_contents(std::span<const std::string> paths);

/// One part of a verb's sums, or several that were merged.
///
/// Errors: as evaluation_part: a part that is repeated, missing, damaged, or of other settings, files or versions
template <divisible_sums S>
class sums_part {
 public:
  sums_part(S sums, const part_number& part, std::uint64_t files)
      : sums_{std::move(sums)},
        count_{part.count},
        files_{files},
        pieces_{evaluation_piece{part.index, {}, sums_.data(), sums_.questions()}} {}

  [[nodiscard]] const std::vector<evaluation_piece>& pieces() const noexcept { return pieces_.all(); }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t questions() const { return sums_.questions(); }
  [[nodiscard]] data_fingerprint data() const { return sums_.data(); }
  /// Returns "": parts that read the same files need no name of a run.
  [[nodiscard]] std::string run() const { return {}; }

  sums_part& operator+=(const sums_part& other) {
    const auto refuse = [](const std::string& found) {
      throw_data_error({}, "the parts are not of one evaluation: " + found, errc::mismatch);
    };
    if (count_ != other.count_) {
      refuse("one is of " + std::to_string(count_) + " parts, the other of " + std::to_string(other.count_) + " parts");
    }
    if (sums_.settings() != other.sums_.settings()) {
      refuse("the options are \"" + sums_.settings() + "\" and \"" + other.sums_.settings() + "\"");
    }
    if (files_ != 0 && other.files_ != 0 && files_ != other.files_) refuse("the contents of their files differ");
    constexpr bool distinct = false;  // equal questions fall to the same part
    pieces_.add(other.pieces_, count_, distinct);
    if (files_ == 0) files_ = other.files_;
    sums_ += other.sums_;
    return *this;
  }

  /// Returns the sums of all parts.
  [[nodiscard]] S finish() && {
    pieces_.expect_whole(count_);
    return std::move(sums_);
  }

  [[nodiscard]] std::string to_bytes() const {
    byte_writer out;
    out.text(mhqa::detail::part_mark);
    out.text(MHQA_VERSION_STRING);
    out.text(S::dataset);
    out.number(files_);
    out.number(count_);
    pieces_.save(out);
    sums_.save(out);
    return std::move(out).finish();
  }

  [[nodiscard]] static sums_part from_bytes(std::string_view bytes, const std::string& name = {}) {
    byte_reader in = mhqa::detail::open_part(bytes, name);
    const std::string dataset{mhqa::detail::read_part_head(in)};
    if (dataset != S::dataset) {
      in.fail("expected a part of " + std::string{S::dataset} + ", found " + dataset, errc::mismatch);
    }
    const std::uint64_t files = in.number(), count = in.number();
    if (count == 0) in.fail("expected a part with a number");
    mhqa::detail::evaluation_pieces pieces{in, count};
    S sums{};
    sums.load(in);
    in.expect_end();
    return {std::move(sums), static_cast<std::uint32_t>(count), files, std::move(pieces)};
  }

 private:
  sums_part(S sums, std::uint32_t count, std::uint64_t files, mhqa::detail::evaluation_pieces pieces)
      : sums_{std::move(sums)}, count_{count}, files_{files}, pieces_{std::move(pieces)} {}

  S sums_;
  std::uint32_t count_;
  std::uint64_t files_;
  mhqa::detail::evaluation_pieces pieces_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/sums_part.ipp>
#endif
