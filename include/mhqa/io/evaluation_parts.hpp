// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Merges the parts of an evaluation that several processes wrote, whatever their data set.
//   io::with_merged_parts(files, [](auto&& merged) { print(io::make_reports(std::move(merged).finish())); });
#pragma once

#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/sums_part.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {

/// The bytes of a part and its name, for messages.
struct named_part {
  std::string name;
  std::string bytes;
};

namespace detail {

template <class Part, class Next, class F>
void merge_parts(named_part first, Next& next, F& f) {
  auto total = Part::from_bytes(first.bytes, first.name);
  while (std::optional<named_part> part = next()) {
    with_place(part->name, {}, [&] { total += Part::from_bytes(part->bytes, part->name); });
  }
  f(std::move(total));
}
template <data_set D, class Next, class F>
void merge_parts_of(named_part first, Next& next, F& f) {
  merge_parts<evaluation_part<D>>(std::move(first), next, f);
}

}  // namespace detail

/// Returns a hash of the contents of an evaluation's files, for evaluation_part::set_files(); 0 if one of them is a
/// stream, which could be read only once. Held data count as a file of their JSON.
///
/// Cost: one pass over each file
[[nodiscard]] inline std::uint64_t hash_of_files(const evaluation_files& files) {
  return hash_of_contents(std::array<data_source, 4>{files.predictions, files.gold, files.aliases, files.na_prob});
}

/// What the sum of an evaluation's parts must be; what is empty is not compared.
struct merge_expectations {
  std::optional<std::uint64_t> questions;
  std::string data;  // the hash of the golds, as in a signature
  std::string run;
};

/// Compares the sum of parts with what is expected.
///
/// Errors: data_error with errc::mismatch that names what differs
template <class Part>
void expect_merged(const Part& sum, const merge_expectations& expected) {
  const auto compare = [](const char* what, const std::string& wanted, const std::string& found) {
    if (wanted != found) {
      throw_data_error({}, std::string{"expected parts with "} + what + " " + wanted + ", found " + found,
                       errc::mismatch);
    }
  };
  if (expected.questions) {
    compare("a total of questions of", std::to_string(*expected.questions), std::to_string(sum.questions()));
  }
  if (!expected.data.empty()) compare("golds of the hash", expected.data, sum.data().text());
  if (!expected.run.empty()) compare("the run", expected.run, sum.run());
}

/// Reads parts one at a time from next(), an optional<named_part>, and calls f(evaluation_part<D>&&) with their sum.
///
/// Errors: data_error with the part's name: no part, damaged bytes, another data set, version, option or file, the
///         same part twice
/// Cost:   the memory of two parts
template <class Next, class F>
void with_merged_parts(Next&& next, F&& f) {
  std::optional<named_part> first = next();
  if (!first) throw_data_error({}, "expected at least one part", errc::missing);
  const std::string name = dataset_of_part(first->bytes, first->name);
  if (name == mhqa::hotpotqa::slots::dataset) {
    detail::merge_parts_of<mhqa::hotpotqa::data_set>(std::move(*first), next, f);
  } else if (name == mhqa::musique::slots::dataset) {
    detail::merge_parts_of<mhqa::musique::data_set>(std::move(*first), next, f);
  } else if (name == mhqa::twowiki::slots::dataset) {
    detail::merge_parts_of<mhqa::twowiki::data_set>(std::move(*first), next, f);
  } else if (name == mhqa::hieradate::slots::dataset) {
    detail::merge_parts_of<mhqa::hieradate::data_set>(std::move(*first), next, f);
  } else if (name == mhqa::squad::slots::dataset) {
    detail::merge_parts_of<mhqa::squad::data_set>(std::move(*first), next, f);
  } else if (name == mhqa::strategyqa::slots::dataset) {
    detail::merge_parts_of<mhqa::strategyqa::data_set>(std::move(*first), next, f);
  } else {
    throw_data_error({.file = first->name}, "expected a part of a known data set, found \"" + name + "\"",
                     errc::unknown_name);
  }
}

/// Returns a callable that reads one file after the other, for with_merged_parts(). The paths must outlive it.
[[nodiscard]] inline auto read_parts(std::span<const std::string> paths) {
  return [paths, at = std::size_t{0}]() mutable -> std::optional<named_part> {
    if (at == paths.size()) return std::nullopt;
    const std::string& path = paths[at++];
    return named_part{path, std::string{file_bytes{path, file_access::copied}.view()}};
  };
}

/// \overload of files, in the order given.
template <class F>
void with_merged_part_files(std::span<const std::string> paths, F&& f) {
  with_merged_parts(read_parts(paths), f);
}

/// Merges parts of sums (sums_part.hpp) and calls f(sums_part<S>&&) with them.
///
/// Errors: as with_merged_parts()
template <divisible_sums S, class F>
void with_merged_sums(std::span<const std::string> paths, F&& f) {
  auto next = read_parts(paths);
  std::optional<named_part> first = next();
  if (!first) throw_data_error({}, "expected at least one part", errc::missing);
  detail::merge_parts<sums_part<S>>(std::move(*first), next, f);
}

}  // namespace mhqa::inline v0_1::io
