// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as 2WikiMultihopQA's records, predictions and alias file.
#include "round_trip.hpp"

#include <mhqa/io/datasets/2wikimultihopqa.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace io = mhqa::io::twowiki;
namespace twowiki = mhqa::twowiki;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mhqa_fuzz::memory_file file{data, size};
  std::optional<io::aliases> aliases;
  try {
    aliases.emplace(file.path());
  } catch (const mhqa::data_error&) {
  }
  const twowiki::alias_table none;
  twowiki::evaluator first;
  twowiki::evaluator second{aliases ? aliases->table() : none};
  mhqa_fuzz::round_trip<twowiki::record>(
      data, size, [](mhqa::io::json_value value, twowiki::record& r) { io::read(value, r); }, &io::write,
      [&](const twowiki::record& r) {
        const twowiki::prediction gold{r.answer, r.supporting_facts, r.evidences};
        const auto s = first(r, gold);
        mhqa_fuzz::expect(s.answer && s.answer->em == 1, "an answer equals itself");
        if (twowiki::evidences_id_problem(r).empty()) {
          const auto t = second(r, gold);
          mhqa_fuzz::expect(t.answer && t.answer->em == 1, "an answer equals itself, with aliases too");
        }
      });
  try {
    io::predictions predictions{file.path()};
    const auto found = predictions.find("q1");
    mhqa_fuzz::expect(predictions.unused() <= predictions.size(), "no more unused than there are");
    static_cast<void>(found);
  } catch (const mhqa::data_error&) {
  }
  return 0;
}
