// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Hugging Face's records of SQuAD, evaluated where they are by views of their strings alone.
#pragma once

#include "evaluated.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <optional>
#include <string>

namespace mhqa_python {

/// The options of evaluate_squad().
struct squad_choices : evaluated_choices {
  std::string dialect;  ///< "squad-1.1" or "squad-2.0"; empty: 1.1 if each question has a gold answer
  double threshold = 1;
  std::size_t threads = 1;
};

/// Evaluates {id: text} or dicts {"id", "prediction_text"} on dicts {"id", "answers": {"text": […]}}, perhaps with
/// title and question, without a copy of their strings. Returns nothing unless all are plain dicts, lists and strings,
/// and for every error of the data, so that the readers of files say what is wrong, and where.
[[nodiscard]] std::optional<evaluated> evaluate_squad(nanobind::handle predictions, nanobind::handle gold,
                                                      const squad_choices& chosen);

}  // namespace mhqa_python
