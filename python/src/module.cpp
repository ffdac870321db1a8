// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What _core offers to the package's Python files, which check and document the arguments. Bad data is a ValueError.
#include "gpu.hpp"
#include "pool.hpp"
#include "rewards.hpp"
#include "score_batch.hpp"
#include "token_f1.hpp"

#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

namespace nb = nanobind;

NB_MODULE(_core, m) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const mhqa::data_error& error) {
      const std::string& field = error.where().field;  // an argument's name
      PyErr_SetString(PyExc_ValueError, field.empty() ? error.what() : (field + ": " + error.problem()).c_str());
    }
  });

  m.attr("__version__") = MHQA_VERSION_STRING;
  m.attr("has_gpu_code") = mhqa_python::has_gpu_code();
  nb::list dialects;
  for (const mhqa::dialect& d : mhqa::dialects::all) dialects.append(std::string{d.name.view()});
  m.attr("dialects") = nb::tuple(dialects);
  nb::list rules;
  for (const mhqa::batch::reward_rule& rule : mhqa::batch::rewards::all) rules.append(std::string{rule.name});
  m.attr("rules") = nb::tuple(rules);
  nb::dict flags;
  flags["tag_spam"] = mhqa::extraction_flag::tag_spam;
  flags["empty"] = mhqa::extraction_flag::empty;
  flags["listed"] = mhqa::extraction_flag::listed;
  m.attr("flags") = flags;
  nb::list extractions;
  for (const mhqa::extraction_profile& profile : mhqa::extractions::all) extractions.append(std::string{profile.name});
  m.attr("extractions") = nb::tuple(extractions);

  m.def("rewards", &mhqa_python::rewards, nb::arg("texts").none(), nb::arg("golds").none(), nb::arg("rule"),
        nb::arg("extraction").none(), nb::arg("barred"), nb::arg("dialect"), nb::arg("wide"), nb::arg("out").none());
  m.def(
      "scale", [](const std::string& name) { return mhqa_python::dialect_of(name).scale; }, nb::arg("dialect"));
  m.def("score_batch", &mhqa_python::score_batch, nb::arg("predictions").none(), nb::arg("golds").none(),
        nb::arg("dialect"), nb::arg("wide"), nb::arg("out").none());
  m.def("token_f1", &mhqa_python::token_f1, nb::arg("arrays"), nb::arg("per_question"), nb::arg("dialect"),
        nb::arg("wide"), nb::arg("out").none(), nb::arg("gpu") = nb::none(), nb::arg("stream") = 0);
  m.def("threads", &mhqa_python::threads);
  m.def("set_threads", &mhqa_python::set_threads, nb::arg("count"));
}
