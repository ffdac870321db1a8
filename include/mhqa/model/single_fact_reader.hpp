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

namespace mhqa {
inline namespace v0_1 {

/// Reads each paragraph alone and keeps the most confident answer; the paragraphs with the highest confidences are the
/// support.
///
/// Shape:     ties go to the earlier paragraph; `support` has up to `supports` positions, ascending; sufficiency stays
///            empty, because it needs more than one paragraph
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
      reading one = std::invoke(read_, reading_task{task.id, task.question, task.context.subspan(p, 1)});
      if (one.answer.empty() && !one.confidence) continue;
      if (!one.confidence || std::isnan(*one.confidence)) {
        throw_data_error({.id = std::string{task.id}},
                         "single_fact_reader: expected a confidence beside each answer of the reader");
      }
      sure.emplace_back(-*one.confidence, p);
      if (one.answer.empty() || (best.confidence && *one.confidence <= *best.confidence)) continue;
      best.answer = std::move(one.answer);
      best.confidence = one.confidence;
    }
    std::sort(sure.begin(), sure.end());
    sure.resize(std::min(sure.size(), supports_));
    for (const auto& [confidence, p] : sure) best.support.push_back(p);
    std::sort(best.support.begin(), best.support.end());
    return best;
  }

 private:
  Read read_;
  std::size_t supports_;
};

}  // namespace v0_1
}  // namespace mhqa
