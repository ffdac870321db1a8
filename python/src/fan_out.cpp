// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "fan_out.hpp"

#include <mhqa/graph/fan_out.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_python {
namespace {

[[nodiscard]] mhqa::fan_out_step step_of(nb::handle given) {
  if (nb::isinstance<nb::str>(given)) return mhqa::fan_out_step::with_references(nb::cast<std::string>(given));
  mhqa::fan_out_step out{""};
  for (const nb::handle part : nb::cast<nb::list>(given)) {
    if (nb::isinstance<nb::str>(part)) {
      out.append(nb::cast<std::string>(part));
    } else {
      out.append("", nb::cast<std::uint32_t>(part));
    }
  }
  return out;
}

}  // namespace

nb::tuple execute_fan_out(const nb::list& steps, const nb::callable& reader) {
  std::vector<mhqa::fan_out_step> given;
  for (const nb::handle step : steps) given.push_back(step_of(step));
  const mhqa::fan_out_execution run = mhqa::execute_fan_out(
      std::span<const mhqa::fan_out_step>{given},
      [&](std::string_view question) { return nb::cast<std::vector<std::string>>(reader(question)); });
  return nb::make_tuple(run.questions, run.answers);
}

}  // namespace mhqa_python
