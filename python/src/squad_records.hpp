// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Hugging Face's records of SQuAD as the JSON of the official files.
#pragma once

#include <nanobind/nanobind.h>

namespace mhqa_python {

/// Returns {id: text} of dicts {"id", "prediction_text"} as bytes of JSON; None unless all are plain dicts of strings
/// whose ids differ, so that Python says what is wrong.
[[nodiscard]] nanobind::object squad_predictions(nanobind::list records);

/// Returns the official layout of dicts {"id", "answers": {"text": […]}}, perhaps with title, context and question, as
/// bytes of JSON; None unless all are plain dicts, lists and strings.
[[nodiscard]] nanobind::object squad_gold(nanobind::list records);

}  // namespace mhqa_python
