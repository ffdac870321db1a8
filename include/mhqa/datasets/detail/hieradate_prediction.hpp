// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Fills a HieraDate prediction in the order of its record's questions, for readers of answers and for models.
#pragma once

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/date/rules.hpp>

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::hieradate::detail {

// Calls main(), extraction(i), reasoning(i) and robustness() for the answers, in this order.
template <class Main, class Extraction, class Reasoning, class Robustness>
[[nodiscard]] prediction fill_prediction(const record& r, Main&& main, Extraction&& extraction, Reasoning&& reasoning,
                                         Robustness&& robustness) {
  prediction out;
  out.id = r.id;
  out.question = r.question;
  out.type = r.type;
  out.data_label = r.data_label;
  out.combined = r.combined;
  out.answer = main();
  for (std::size_t i = 0; i < (r.combined ? 4 : 2); ++i) {
    out.extraction[i].question = r.extraction[i].question;
    out.extraction[i].answer = extraction(i);
  }
  for (std::size_t i = 0; i < (r.combined ? 3 : 2); ++i) {
    out.reasoning[i].question = r.reasoning[i].question;
    out.reasoning[i].answer = reasoning(i);
  }
  out.robust_question = r.robust_question;
  out.robust_answer = robustness();
  return out;
}

// An age as an answer; `store` holds its digits.
[[nodiscard]] inline date_parts age_parts(const date_difference& age, bool year_only, std::deque<std::string>& store) {
  const auto number = [&store](int value) {
    return scalar{scalar::kind::number, store.emplace_back(std::to_string(value))};
  };
  date_parts out{number(age.years), {}, {}, {}};
  if (!year_only) {
    out.month = number(age.months);
    out.day = number(age.days);
  }
  return out;
}

}  // namespace mhqa::inline v0_1::hieradate::detail
