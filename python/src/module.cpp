// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The functions of _core for the package's Python files, which check and document the arguments. Bad data raises
// ValueError.
#include "arrow.hpp"
#include "bm25.hpp"
#include "dates.hpp"
#include "fan_out.hpp"
#include "gpu.hpp"
#include "json_of.hpp"
#include "mean_interval.hpp"
#include "one_text.hpp"
#include "paired.hpp"
#include "pool.hpp"
#include "published.hpp"
#include "rewards.hpp"
#include "score_batch.hpp"
#include "token_f1.hpp"

#include <mhqa/batch/published_rewards.hpp>
#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace nb = nanobind;

NB_MODULE(_core, m) {
  // An object of a daemon thread lives until the process ends, which is no leak of the module.
  nb::set_leak_warnings(false);
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
  nb::dict programs;  // name -> signature
  for (const mhqa::published_dialect& d : mhqa::published_dialects) {
    programs[nb::str(d.name.data(), d.name.size())] = mhqa::signature_of(d);
  }
  m.attr("published_dialects") = programs;
  nb::list functions;
  for (const mhqa::batch::published_reward& reward : mhqa::batch::published_rewards) {
    if (!reward.played) functions.append(std::string{reward.name});
  }
  m.attr("published_rules") = nb::tuple(functions);
  nb::dict prompts;  // name -> what it reads of the prompt
  for (const mhqa::batch::published_reward& reward : mhqa::batch::published_rewards) {
    if (reward.played || reward.prompt == mhqa::batch::prompt_use::none) continue;
    prompts[reward.name.data()] = reward.prompt == mhqa::batch::prompt_use::turns ? "turns" : "prompt";
  }
  m.attr("rules_with_prompt") = prompts;
  nb::list numbers;
  for (const mhqa::batch::reward_argument& argument : mhqa::batch::reward_arguments) {
    numbers.append(std::string{argument.name});
  }
  m.attr("reward_numbers") = nb::tuple(numbers);
  nb::dict flags;
  flags["tag_spam"] = mhqa::extraction_flag::tag_spam;
  flags["empty"] = mhqa::extraction_flag::empty;
  flags["listed"] = mhqa::extraction_flag::listed;
  m.attr("flags") = flags;
  nb::list extractions;
  for (const mhqa::extraction_profile& profile : mhqa::extractions::all) extractions.append(std::string{profile.name});
  m.attr("extractions") = nb::tuple(extractions);

  mhqa_python::prepare_one_text();
  m.def("rewards", &mhqa_python::rewards, nb::arg("texts").none(), nb::arg("golds").none(), nb::arg("rule"),
        nb::arg("extraction").none(), nb::arg("barred"), nb::arg("dialect"), nb::arg("wide"), nb::arg("out").none());
  m.def("extracted_answers", &mhqa_python::extracted_answers, nb::arg("texts").none(), nb::arg("rule"),
        nb::arg("extraction").none(), nb::arg("barred"));
  m.def("one_reward", &mhqa_python::one_reward, nb::arg("text").none(), nb::arg("truth").none(), nb::arg("rule").none(),
        nb::arg("extraction").none(), nb::arg("barred"), nb::arg("dialect").none(), nb::arg("eos_token").none(),
        nb::arg("pad_token").none(), nb::arg("numbers").none(), nb::arg("golds_of"));
  m.def("many_rewards", &mhqa_python::many_rewards, nb::arg("texts").none(), nb::arg("truths").none(),
        nb::arg("rule").none(), nb::arg("extraction").none(), nb::arg("barred"), nb::arg("dialect").none(),
        nb::arg("eos_token").none(), nb::arg("pad_token").none(), nb::arg("numbers").none(), nb::arg("golds_of"));
  m.def("execute_fan_out", &mhqa_python::execute_fan_out, nb::arg("steps"), nb::arg("reader"));
  m.def("golds_compiled", &mhqa_python::golds_compiled);
  m.def("json_of", &mhqa_python::json_of, nb::arg("data").none(), nb::arg("left_out"));
  m.def("mean_interval", &mhqa_python::mean_interval, nb::arg("values"), nb::arg("confidence"), nb::arg("samples"),
        nb::arg("seed"));
  m.def(
      "expect_plain_gold",
      [](nb::str gold, const std::string& where) {
        mhqa_python::texts one;
        one.add(gold, {where});
        mhqa_python::expect_plain_gold(one.views()[0], {where});
      },
      nb::arg("gold"), nb::arg("where"));
  m.def(
      "addresses",  // of the texts of an Arrow column, for tests
      [](nb::handle column) {
        nb::list out;
        for (const std::string_view text : mhqa_python::read_arrow(column, "column", true).views) {
          out.append(reinterpret_cast<std::uintptr_t>(text.data()));
        }
        return out;
      },
      nb::arg("column"));
  m.def("published_rewards", &mhqa_python::published_rewards, nb::arg("texts").none(), nb::arg("golds").none(),
        nb::arg("rule"), nb::arg("eos_token"), nb::arg("pad_token"), nb::arg("numbers").none(), nb::arg("wide"),
        nb::arg("out").none());
  m.def("published_scores", &mhqa_python::published_scores, nb::arg("predictions").none(), nb::arg("golds").none(),
        nb::arg("dialect"), nb::arg("extraction").none(), nb::arg("answer_type"));
  m.def("published_verdicts", &mhqa_python::published_verdicts, nb::arg("texts").none(), nb::arg("golds").none(),
        nb::arg("rule"), nb::arg("eos_token"), nb::arg("pad_token"), nb::arg("numbers").none());
  m.def("mean_scores", &mhqa_python::mean_scores, nb::arg("predictions").none(), nb::arg("golds").none(),
        nb::arg("dialect"));
  m.def("paired", &mhqa_python::paired, nb::arg("predictions"), nb::arg("references"));
  m.def("score_batch", &mhqa_python::score_batch, nb::arg("predictions").none(), nb::arg("golds").none(),
        nb::arg("dialect"), nb::arg("wide"), nb::arg("out").none());
  m.def("token_f1", &mhqa_python::token_f1, nb::arg("arrays"), nb::arg("per_question"), nb::arg("dialect"),
        nb::arg("wide"), nb::arg("out").none(), nb::arg("gpu") = nb::none(), nb::arg("stream") = 0);

  nb::class_<mhqa_python::bm25>(m, "bm25")
      .def(nb::init<nb::handle, nb::handle, const std::string&, bool, std::optional<double>, std::optional<double>>(),
           nb::arg("texts").none(), nb::arg("titles").none(), nb::arg("model"), nb::arg("stop_words"),
           nb::arg("k1").none(), nb::arg("b").none())
      .def(nb::init<nb::bytes, bool>(), nb::arg("bytes"), nb::arg("stop_words"))
      .def(nb::init<const mhqa_python::bm25&, nb::handle, nb::handle>(), nb::arg("old"), nb::arg("texts").none(),
           nb::arg("titles").none())
      .def("bytes", &mhqa_python::bm25::bytes)
      .def_prop_ro("k1", &mhqa_python::bm25::k1)
      .def_prop_ro("b", &mhqa_python::bm25::b)
      .def("search", &mhqa_python::bm25::search, nb::arg("queries").none(), nb::arg("k"))
      .def_prop_ro("documents", &mhqa_python::bm25::documents)
      .def_prop_ro("terms", &mhqa_python::bm25::terms)
      .def_prop_ro("postings", &mhqa_python::bm25::postings);

  const auto reading = [](const std::string& numbers, int two_digit_from) {
    return mhqa_python::date_reading{numbers, two_digit_from};
  };
  m.def(
      "parse_date",
      [=](nb::handle date, const std::string& numbers, int from, const std::string& place) {
        return mhqa_python::parse_date(date, reading(numbers, from), place);
      },
      nb::arg("date").none(), nb::arg("numbers"), nb::arg("two_digit_from"), nb::arg("place"));
  m.def(
      "parse_dates",
      [=](const nb::tuple& dates, nb::handle plain, const std::string& numbers, int from) {
        return mhqa_python::parse_dates(dates, plain, reading(numbers, from));
      },
      nb::arg("dates"), nb::arg("plain"), nb::arg("numbers"), nb::arg("two_digit_from"));
  m.def(
      "date_edtf",
      [=](nb::handle date, const std::string& numbers, int from, const std::string& place) {
        return mhqa_python::date_edtf(date, reading(numbers, from), place);
      },
      nb::arg("date").none(), nb::arg("numbers"), nb::arg("two_digit_from"), nb::arg("place"));
  m.def(
      "compare_dates",
      [=](nb::handle from, nb::handle to, const std::string& rule, const std::string& numbers, int first) {
        return mhqa_python::compare_dates(from, to, rule, reading(numbers, first));
      },
      nb::arg("first").none(), nb::arg("second").none(), nb::arg("rule"), nb::arg("numbers"),
      nb::arg("two_digit_from"));
  m.def(
      "subtract_dates",
      [=](nb::handle from, nb::handle to, const std::string& rule, const std::string& numbers, int first) {
        return mhqa_python::subtract_dates(from, to, rule, reading(numbers, first));
      },
      nb::arg("first").none(), nb::arg("second").none(), nb::arg("rule"), nb::arg("numbers"),
      nb::arg("two_digit_from"));
  m.def("read_life", &mhqa_python::read_life, nb::arg("title").none(), nb::arg("text").none(), nb::arg("place"));

  m.def("threads", &mhqa_python::threads);
  m.def("set_threads", &mhqa_python::set_threads, nb::arg("count"));
}
