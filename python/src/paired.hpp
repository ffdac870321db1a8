// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Pairs the records of Hugging Face's squad metric by id.
#pragma once

#include <nanobind/nanobind.h>

namespace mhqa_python {

/// Pairs dicts {"id", "prediction_text"} with dicts {"id", "answers": {"text": …}}. Returns two lists in the order of
/// the references, the texts and the golds; or None unless both have the same string ids, each once, and plain dicts.
[[nodiscard]] nanobind::object paired(nanobind::list predictions, nanobind::list references);

}  // namespace mhqa_python
