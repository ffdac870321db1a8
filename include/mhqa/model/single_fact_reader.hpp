// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A reader that sees one paragraph at a time and so cannot connect facts: the control whose score on DiRe's probe is
// its score on the data set (Trivedi et al. 2020, Appendices B.2 and E).
//   single_fact_reader{lexical_reader{}, 2}(task)
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/model/reader.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Reads each paragraph alone and keeps the most confident answer; the paragraphs with the highest confidences are the
/// support.
///
/// Shape:     ties go to the earlier paragraph; `support` has up to `supports` positions, ascending; with 0, it has
///            those that the reader names as supports when it sees them alone, so that halves of a context give the
///            same together as the whole. Sufficiency stays empty; single_fact_sufficiency() counts the supports
/// Undefined: an empty context, or no answer in any paragraph -> an empty answer without confidence
/// Errors:    data_error if the reader gives an answer without a confidence, or NaN
/// Cost:      one call per paragraph
/// Source:    Trivedi et al. 2020, App. B.2: the best paragraph for the answer, the best two for the support
template <reader Read>
class single_fact_reader {
 public:
  explicit single_fact_reader(Read read, std::size_t supports = 2) : read_{std::move(read)}, supports_{supports} {}

  [[nodiscard]] reading operator()(const reading_task& task) {
    reading best;
    std::vector<std::pair<double, std::uint32_t>> sure;  // -confidence and position: sorting keeps ties in order
    for (std::uint32_t p = 0; p < task.context.size(); ++p) {
      reading one =
          std::invoke(read_, reading_task{task.id, task.question, task.context.subspan(p, 1), task.fold, task.whole});
      if (one.answer.empty() && !one.confidence) continue;
      if (!one.confidence || std::isnan(*one.confidence)) {
        throw_data_error({.id = std::string{task.id}},
                         "single_fact_reader: expected a confidence beside each answer of the reader");
      }
      if (supports_ != 0) sure.emplace_back(-*one.confidence, p);
      if (supports_ == 0 && !one.support.empty()) best.support.push_back(p);
      if (one.answer.empty() || (best.confidence && *one.confidence <= *best.confidence)) continue;
      best.answer = std::move(one.answer);
      best.confidence = one.confidence;
    }
    std::sort(sure.begin(), sure.end());
    if (supports_ != 0) sure.resize(std::min(sure.size(), supports_));
    for (const auto& [confidence, p] : sure) best.support.push_back(p);
    std::sort(best.support.begin(), best.support.end());
    return best;
  }

 private:
  Read read_;
  std::size_t supports_;
};

/// Returns the sufficiency of a single-fact reading: on a whole context 1 if it names more than one support, otherwise
/// 0; on an instance of the probe of the transform 0 if it names any, otherwise -1.
///
/// Source: Trivedi et al. 2020, App. B.2
[[nodiscard]] constexpr int single_fact_sufficiency(std::size_t supports, bool probe) noexcept {
  return probe ? (supports > 0 ? 0 : -1) : (supports > 1 ? 1 : 0);
}

}  // namespace mhqa::inline v0_1
