// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A finished question: wording, steps with `#n`, positions of their supports, paragraphs, answer. Files in MuSiQue's
// layout are written from it.
//   auto [first, second] = mhqa::make_pair_of_twins(pool, made);  // the rows of MuSiQue-Full
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/compose/twins.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A finished question, by the stages that made its parts.
struct made_question {
  composition graph;                  ///< S4
  std::string text;                   ///< S7
  data_part part = data_part::train;  ///< S5
  composed_context context;           ///< S6
  unanswerable_twin twin;             ///< S8

  friend bool operator==(const made_question&, const made_question&) = default;
};

/// A step of a finished question.
struct composed_step {
  std::string question;  ///< with `#n` for the answers of earlier steps
  std::string_view answer;
  std::uint32_t origin = 0;              ///< position of the single-hop question in the pool: its id and source
  std::optional<std::uint32_t> support;  ///< position in the question's paragraphs; empty if a twin lacks it

  friend bool operator==(const composed_step&, const composed_step&) = default;
};

/// A multi-hop question as a row of a data set. The pool must outlive it.
struct composed_question {
  std::string id;    ///< "3hop1__a_b_c"
  std::string text;  ///< the wording
  std::vector<composed_step> steps;
  composed_context paragraphs;
  std::string_view answer;                    ///< of the last step
  std::span<const std::string_view> aliases;  ///< of the last step
  bool answerable = true;
};

/// Makes a row of MuSiQue-Ans.
///
/// Shape:   `text` is the wording of steps_of(pool, c) by a verbaliser, people or a model; each step's support is found
///          in the context by its paragraph
/// Example: make_composed(pool, c, "When was the author of Emma born?", contexts[i]).steps[0].support
[[nodiscard]] composed_question make_composed(const single_hop_pool& pool, const composition& c, std::string text,
                                              composed_context context, bool answerable = true);

/// Makes the two rows of MuSiQue-Full, in the order given by `twin.first`.
[[nodiscard]] std::pair<composed_question, composed_question> make_pair_of_twins(const single_hop_pool& pool,
                                                                                 const composition& c,
                                                                                 const std::string& text,
                                                                                 const composed_context& context,
                                                                                 const unanswerable_twin& twin);

/// \overload
[[nodiscard]] std::pair<composed_question, composed_question> make_pair_of_twins(const single_hop_pool& pool,
                                                                                 const made_question& made);

/// \overload The row of MuSiQue-Ans.
[[nodiscard]] composed_question make_composed(const single_hop_pool& pool, const made_question& made);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/composed.ipp>
#endif
