// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as gold records and as predictions of HotpotQA, scored against themselves and each other.
#include "memory_file.hpp"

#include <mhqa/io/datasets/hotpotqa.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace io = mhqa::io::hotpotqa;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mhqa_fuzz::memory_file file{data, size};
  std::string written, official;
  std::vector<std::string> ids;
  mhqa::hotpotqa::evaluator score;
  mhqa::hotpotqa::totals totals;
  try {
    mhqa::io::json_records records{file.path()};
    mhqa::hotpotqa::record r;
    while (auto value = records.next()) {
      io::read(*value, r);
      mhqa::io::json_writer out{written};
      io::write(out, r);
      written += '\n';
      ids.emplace_back(r.id);
      const auto s = score(r, {r.answer, r.supporting_facts});
      mhqa_fuzz::expect(s.answer && s.answer->em == 1, "an answer equals itself");
      totals.add(s);
      io::append_official_missing(official, r.id, s);
    }
  } catch (const mhqa::data_error&) {
  }
  if (!written.empty()) {
    const mhqa_fuzz::memory_file again{reinterpret_cast<const std::uint8_t*>(written.data()), written.size()};
    std::string twice;
    mhqa::io::json_records records{again.path()};
    mhqa::hotpotqa::record r;
    while (auto value = records.next()) {
      io::read(*value, r);
      mhqa::io::json_writer out{twice};
      io::write(out, r);
      twice += '\n';
    }
    mhqa_fuzz::expect(twice == written, "written, read and written again, records are the same");
  }
  try {
    io::predictions predictions{file.path()};
    mhqa::hotpotqa::record r;
    r.answer = "the answer";
    for (const std::string& id : {std::string{"q1"}, std::string{"q2"}, std::string{}}) {
      r.id = id;
      totals.add(score(r, predictions.find(id)));
    }
    mhqa_fuzz::expect(predictions.unused() <= predictions.size(), "no more unused than there are");
  } catch (const mhqa::data_error&) {
  }
  for (const auto& n : totals.named()) mhqa_fuzz::expect(!n.value || (*n.value >= 0 && *n.value <= 1), "in [0, 1]");
  return 0;
}
