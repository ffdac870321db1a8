// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as MuSiQue's gold rows and, after a line "--", as its predictions; scores what can be read.
#include "memory_file.hpp"

#include <mhqa/io/datasets/musique.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace io = mhqa::io::musique;
namespace musique = mhqa::musique;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all{reinterpret_cast<const char*>(data), size};
  const std::size_t cut = all.find("\n--\n");
  const std::size_t gold_size = cut == std::string_view::npos ? size : cut + 1;
  const std::size_t rest = cut == std::string_view::npos ? size : cut + 4;
  const mhqa_fuzz::memory_file gold_file{data, gold_size};
  const mhqa_fuzz::memory_file predictions_file{data + rest, size - rest};

  std::string written, official;
  try {
    mhqa::io::json_records gold{gold_file.path()};
    musique::record r;
    while (auto value = gold.next()) {
      io::read(*value, r, io::fields::all, false);
      mhqa::io::json_writer out{written};
      io::write(out, r);
      written += '\n';
      mhqa_fuzz::expect(r.shape().starts_with(r.hops()), "the hops are the shape's begin");
    }
  } catch (const mhqa::data_error&) {
  }
  if (!written.empty()) {
    const mhqa_fuzz::memory_file again{reinterpret_cast<const std::uint8_t*>(written.data()), written.size()};
    std::string twice;
    mhqa::io::json_records records{again.path()};
    musique::record r;
    while (auto value = records.next()) {
      io::read(*value, r);
      mhqa::io::json_writer out{twice};
      io::write(out, r);
      twice += '\n';
    }
    mhqa_fuzz::expect(twice == written, "written, read and written again, rows are the same");
  }
  try {
    io::predictions predictions{predictions_file.path()};
    mhqa::io::json_records gold{gold_file.path()};
    musique::record r;
    musique::evaluator score;
    musique::published_totals totals;
    musique::row_groups groups;
    while (auto value = gold.next()) {
      io::read(*value, r, io::fields::gold);
      const auto s = score(r, predictions.next(r.id));
      totals.add(s);
      groups.add(r.id, s);
    }
    predictions.finish();
    if (musique::slots::full(totals))
      groups.for_each_pair([&](std::string_view, const auto& rows) { add_group(totals, rows); });
    for (const auto& n : totals.named()) mhqa_fuzz::expect(!n.value || (*n.value >= 0 && *n.value <= 1), "in [0, 1]");
    io::append_official(official, totals);
  } catch (const mhqa::data_error&) {
  }
  return 0;
}
