// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The functions of _files for the package's Python files: work on files, with the GIL released.
#include "../tools/setting_names.hpp"
#include "../tools/unpack.hpp"
#include "data_sets.hpp"
#include "evaluations.hpp"
#include "held_object.hpp"
#include "progress.hpp"
#include "rankings.hpp"
#include "reports.hpp"
#include "squad_records.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/question_columns.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace {

/// Calls work(); what it finds wrong becomes ValueError with the place, and settings have the names of the arguments.
template <class Work>
auto checked(Work&& work) {
  try {
    return work();
  } catch (const mhqa::data_error& error) {
    const std::string problem = mhqa_command::spell_settings(error.problem(), mhqa_command::argument_name);
    throw nb::value_error(mhqa::data_error{error.where(), problem}.what());
  }
}

/// As checked(), without the GIL.
template <class Work>
auto run(Work&& work) {
  return checked([&] {
    const nb::gil_scoped_release released;
    return work();
  });
}

/// Calls work(). Returns None for data in memory that are not plain.
template <class Work>
nb::object unless_not_plain(Work&& work) {
  try {
    return work();
  } catch (const mhqa_python::not_plain&) {
    return nb::none();
  }
}

/// Strings may hold lone surrogates, which JSON escapes but published programs print.
nb::object text(const std::string& bytes) {
  return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogatepass"));
}

nb::tuple parts(const mhqa_python::evaluated& result) {
  const std::string warning = "predictions: " + result.hint;
  if (!result.hint.empty() && PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 2) != 0) throw nb::python_error{};
  return nb::make_tuple(text(result.json), text(result.official), text(result.rows));
}

nb::tuple two(const mhqa_python::reported& result) {
  return nb::make_tuple(text(result.json), text(result.rows));
}

std::vector<std::string> copies_of(const std::vector<nb::bytes>& parts) {
  std::vector<std::string> out;
  out.reserve(parts.size());
  for (const nb::bytes& part : parts) out.emplace_back(part.c_str(), part.size());
  return out;
}

/// The files and options with which the evaluations begin; `questions`: the texts of the questions are read.
mhqa::io::evaluation_files files_of(const std::string& dataset, nb::handle predictions, nb::handle gold, bool questions,
                                    const std::string& dialect, nb::handle aliases, nb::handle na_prob,
                                    double threshold, std::size_t retrieval_limit) {
  using mhqa_python::source_of;
  return {.dataset = dataset,
          .predictions = source_of(predictions),
          .gold = source_of(gold),
          .questions = questions,
          .dialect = dialect,
          .aliases = source_of(aliases),
          .na_prob = source_of(na_prob),
          .na_prob_threshold = threshold,
          .retrieval_limit = retrieval_limit};
}

}  // namespace

NB_MODULE(_files, m) {
  mhqa_command::unpack_files();
  m.def(
      "evaluate",
      [](const std::string& dataset, nb::handle predictions, nb::handle gold, const std::string& by,
         const std::string& dialect, nb::handle aliases, nb::handle na_prob, double threshold,
         std::size_t retrieval_limit, bool rows, bool texts, const std::string& result, std::size_t threads) {
        const mhqa_python::evaluated_choices chosen{by, rows, texts, result};
        const mhqa::io::evaluation_files files = files_of(dataset, predictions, gold, chosen.questions(), dialect,
                                                          aliases, na_prob, threshold, retrieval_limit);
        return unless_not_plain(
            [&] { return parts(run([&] { return mhqa_python::evaluate(files, chosen, threads); })); });
      },
      nb::arg("dataset"), nb::arg("predictions"), nb::arg("gold"), nb::arg("by"), nb::arg("dialect"),
      nb::arg("aliases"), nb::arg("na_prob"), nb::arg("na_prob_threshold"), nb::arg("retrieval_limit"), nb::arg("rows"),
      nb::arg("texts"), nb::arg("result"), nb::arg("threads"));
  m.def(
      "evaluate_part",
      [](const std::string& dataset, nb::handle predictions, nb::handle gold, const std::string& by,
         const std::string& dialect, nb::handle aliases, nb::handle na_prob, double threshold,
         std::size_t retrieval_limit, std::uint32_t index, std::uint32_t count, bool own_files,
         const std::string& run_name) {
        const mhqa::io::evaluation_files files =
            files_of(dataset, predictions, gold, by == "title", dialect, aliases, na_prob, threshold, retrieval_limit);
        const mhqa::part_number part{index, count,
                                     own_files ? mhqa::part_number::rule::by_files : mhqa::part_number::rule::by_id};
        return unless_not_plain([&] {
          const std::string bytes = run([&] { return mhqa_python::evaluate_part(files, by, part, run_name); });
          return nb::bytes(bytes.data(), bytes.size());
        });
      },
      nb::arg("dataset"), nb::arg("predictions"), nb::arg("gold"), nb::arg("by"), nb::arg("dialect"),
      nb::arg("aliases"), nb::arg("na_prob"), nb::arg("na_prob_threshold"), nb::arg("retrieval_limit"),
      nb::arg("index"), nb::arg("count"), nb::arg("own_files"), nb::arg("run"));
  nb::class_<mhqa_python::growing_part>(m, "GrowingPart")
      .def(
          "__init__",
          [](mhqa_python::growing_part* self, const std::string& key, const std::string& run_name,
             const std::string& by) {
            new (self) mhqa_python::growing_part{{key, run_name}, by};
          },
          nb::arg("key"), nb::arg("run"), nb::arg("by"))
      .def(
          "add",
          [](mhqa_python::growing_part& self, const std::string& dataset, nb::handle predictions, nb::handle gold,
             const std::string& by, const std::string& dialect, nb::handle aliases, nb::handle na_prob,
             double threshold, std::size_t retrieval_limit) {
            const mhqa::io::evaluation_files files = files_of(dataset, predictions, gold, by == "title", dialect,
                                                              aliases, na_prob, threshold, retrieval_limit);
            return unless_not_plain([&] {
              run([&] { self.add(files); });
              return nb::bool_(true);
            });
          },
          nb::arg("dataset"), nb::arg("predictions"), nb::arg("gold"), nb::arg("by"), nb::arg("dialect"),
          nb::arg("aliases"), nb::arg("na_prob"), nb::arg("na_prob_threshold"), nb::arg("retrieval_limit"))
      .def("to_bytes",
           [](const mhqa_python::growing_part& self) {
             const std::string bytes = self.bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_prop_ro("questions", &mhqa_python::growing_part::questions);
  m.def(
      "add_parts",
      [](const std::vector<nb::bytes>& parts) {
        const std::vector<std::string> copies = copies_of(parts);
        const std::string bytes = run([&] { return mhqa_python::add_parts(copies); });
        return nb::bytes(bytes.data(), bytes.size());
      },
      nb::arg("parts"));
  m.def(
      "finish_parts",
      [](const std::vector<nb::bytes>& parts, std::int64_t questions, const std::string& data,
         const std::string& run_name) {
        const std::vector<std::string> copies = copies_of(parts);
        mhqa::io::merge_expectations expected{{}, data, run_name};
        if (questions >= 0) expected.questions = static_cast<std::uint64_t>(questions);
        return text(run([&] { return mhqa_python::finish_parts(copies, expected); }));
      },
      nb::arg("parts"), nb::arg("expect_questions"), nb::arg("expect_data"), nb::arg("run"));
  m.def(
      "diff",
      [](const std::vector<std::string>& results, const std::vector<std::string>& dialects,
         const std::vector<std::string>& metrics, std::size_t examples) {
        return text(run([&] { return mhqa_python::diff(results, dialects, metrics, examples); }));
      },
      nb::arg("results"), nb::arg("dialects"), nb::arg("metrics"), nb::arg("examples"));
  m.def(
      "guess_data_set",
      [](nb::handle gold) {
        const mhqa::io::data_source source = mhqa_python::source_of(gold);
        return run([&] { return mhqa::io::guess_data_set(source); });
      },
      nb::arg("gold"));
  m.def(
      "compare",
      [](const std::string& dataset, nb::handle gold, const std::vector<std::string>& names,
         const std::vector<nb::handle>& predictions, const std::string& by, const std::string& kind, nb::handle aliases,
         const std::vector<std::string>& metrics, std::uint64_t samples, std::uint64_t seed, std::size_t threads) {
        using mhqa_python::source_of;
        mhqa_python::comparison call{
            {dataset, source_of(gold), by, kind, source_of(aliases)}, {}, metrics, samples, seed, threads};
        for (std::size_t i = 0; i < names.size(); ++i) call.models.emplace_back(names[i], source_of(predictions[i]));
        mhqa_python::progress shown{nb::none()};  // Ctrl-C ends the call
        return text(run([&] { return mhqa_python::compare(call, shown); }));
      },
      nb::arg("dataset"), nb::arg("gold"), nb::arg("names"), nb::arg("predictions"), nb::arg("by"), nb::arg("kind"),
      nb::arg("aliases"), nb::arg("metrics"), nb::arg("samples"), nb::arg("seed"), nb::arg("threads"));
  m.def(
      "dire",
      [](const std::string& kind, nb::handle input, nb::handle predictions, nb::handle originals,
         const std::string& joint, const std::string& dialect, nb::handle aliases, bool rows) {
        using mhqa_python::source_of;
        const mhqa_python::dire_call call{kind,  source_of(input), source_of(predictions), source_of(originals),
                                          joint, dialect,          source_of(aliases),     rows};
        return parts(run([&] { return mhqa_python::dire(call); }));
      },
      nb::arg("kind"), nb::arg("input"), nb::arg("predictions"), nb::arg("originals"), nb::arg("joint"),
      nb::arg("dialect"), nb::arg("aliases"), nb::arg("rows"));
  m.def(
      "audit",
      [](const std::vector<std::string>& files, const std::string& reader, const std::string& weights,
         const std::string& net, nb::object told) {
        mhqa_python::progress shown{std::move(told)};
        return text(run([&] { return mhqa_python::audit(files, {reader, weights, {}, net}, shown); }));
      },
      nb::arg("files"), nb::arg("reader"), nb::arg("weights"), nb::arg("net"), nb::arg("told").none());
  m.def("plain_run", &mhqa_python::plain_run, nb::arg("given"));
  m.def("plain_judgements", &mhqa_python::plain_judgements, nb::arg("given"));
  m.def(
      "retrieval",
      [](nb::handle rankings, nb::handle judgements, const std::vector<std::size_t>& at, bool by_group, bool rows,
         bool complete, bool ignore_unjudged, const std::string& answer_rule) {
        const auto path = [](nb::handle given) {
          return nb::isinstance<nb::str>(given) ? nb::cast<std::string>(given) : std::string{};
        };
        const mhqa_python::ranking_call call{path(rankings),
                                             path(judgements),
                                             mhqa_python::held<mhqa::io::rankings>(rankings),
                                             mhqa_python::held<const std::vector<mhqa::judged_query>>(judgements),
                                             at,
                                             by_group,
                                             rows,
                                             complete,
                                             ignore_unjudged,
                                             answer_rule};
        const auto found = run([&] { return mhqa_python::retrieval(call); });
        return nb::make_tuple(text(found.json), text(found.rows));
      },
      nb::arg("run"), nb::arg("judgements"), nb::arg("at"), nb::arg("by_group"), nb::arg("rows"), nb::arg("complete"),
      nb::arg("ignore_unjudged"), nb::arg("answer_rule"));
  m.def(
      "probe",
      [](const std::string& format, const std::string& gold, const std::string& folder, std::uint64_t seed,
         std::size_t min_paragraphs, std::size_t max_supports, double sample, bool balance, bool jsonl, bool trivial,
         bool artifacts, bool adversarial, std::size_t annotate, const std::string& material, bool sentences,
         std::size_t threads, nb::object told) {
        mhqa::io::probe_run call{.format = format,
                                 .gold = gold,
                                 .folder = folder,
                                 .sentences = sentences,
                                 .adversarial = adversarial,
                                 .annotate = annotate,
                                 .material = material};
        call.files.probes = {.seed = seed,
                             .minimum_facts = min_paragraphs,
                             .maximum_supports = max_supports,
                             .sample = sample,
                             .balance = balance};
        call.files.layout = jsonl ? mhqa::io::probe_layout::jsonl : mhqa::io::probe_layout::published;
        call.files.trivial = trivial;
        call.files.artifacts = artifacts;
        mhqa_python::progress shown{std::move(told)};
        run([&] { mhqa_python::probe(call, threads, shown); });
      },
      nb::arg("format"), nb::arg("gold"), nb::arg("folder"), nb::arg("seed"), nb::arg("min_paragraphs"),
      nb::arg("max_supports"), nb::arg("sample"), nb::arg("balance"), nb::arg("jsonl"), nb::arg("trivial"),
      nb::arg("artifacts"), nb::arg("adversarial"), nb::arg("annotate"), nb::arg("material"), nb::arg("sentences"),
      nb::arg("threads"), nb::arg("told").none());
  m.def(
      "compose",
      [](nb::dict options, std::size_t threads, nb::object told) {
        const mhqa::io::compose_settings settings = checked([&] { return mhqa_python::settings_of(options); });
        mhqa_python::progress shown{std::move(told)};
        return text(run([&] { return mhqa_python::compose(settings, threads, shown); }));
      },
      nb::arg("options"), nb::arg("threads"), nb::arg("told").none());
  m.def(
      "statistics",
      [](const std::string& dataset, const std::vector<std::string>& files, nb::object told) {
        mhqa_python::progress shown{std::move(told)};
        return text(run([&] { return mhqa_python::statistics(dataset, files, shown); }));
      },
      nb::arg("dataset"), nb::arg("files"), nb::arg("told").none());
  m.def(
      "check_submission",
      [](const std::string& dataset, const std::string& predictions, const std::string& questions) {
        return text(run([&] { return mhqa_python::check_submission(dataset, predictions, questions); }));
      },
      nb::arg("dataset"), nb::arg("predictions"), nb::arg("questions"));
  m.def(
      "check_decompositions",
      [](const std::string& file, const std::string& layout, bool rows) {
        return two(run([&] { return mhqa_python::check_decompositions(file, layout, rows); }));
      },
      nb::arg("file"), nb::arg("layout"), nb::arg("rows"));
  m.def(
      "check_questions",
      [](const std::string& questions, const std::string& tags, const std::string& solvers,
         const std::string& step_answers, std::size_t per_term, bool rows) {
        const mhqa::io::question_check_run call{questions, tags, solvers, step_answers, per_term};
        return two(run([&] { return mhqa_python::check_questions(call, rows); }));
      },
      nb::arg("questions"), nb::arg("tags"), nb::arg("solvers"), nb::arg("step_answers"), nb::arg("per_term"),
      nb::arg("rows"));
  m.def(
      "convert",
      [](const std::string& in, const std::string& from, const std::string& to, const std::string& out) {
        return text(run([&] { return mhqa_python::convert(in, from, to, out); }));
      },
      nb::arg("input"), nb::arg("source"), nb::arg("target"), nb::arg("out"));
  m.def(
      "probe_dates",
      [](const std::string& format, const std::string& gold, const std::string& out, const std::string& dates,
         const std::string& source, bool distractor, const std::string& rule, bool convert, bool year_only,
         bool balance, std::uint64_t seed, nb::object told) {
        using mhqa::hieradate::setting;
        using mhqa::hieradate::source_kind;
        const mhqa::io::date_probe_run call{.format = format,
                                            .gold = gold,
                                            .out = out,
                                            .dates = dates,
                                            .source = source == "works"     ? source_kind::works
                                                      : source == "bridges" ? source_kind::bridges
                                                                            : source_kind::people,
                                            .setting = distractor ? setting::distractor : setting::normal,
                                            .rule = rule,
                                            .convert = convert,
                                            .year_only = year_only,
                                            .balance = balance,
                                            .seed = seed};
        mhqa_python::progress shown{std::move(told)};
        return text(run([&] { return mhqa_python::probe_dates(call, shown); }));
      },
      nb::arg("format"), nb::arg("gold"), nb::arg("out"), nb::arg("dates"), nb::arg("source"), nb::arg("distractor"),
      nb::arg("rule"), nb::arg("convert"), nb::arg("year_only"), nb::arg("balance"), nb::arg("seed"),
      nb::arg("told").none());
  m.def(
      "proxies",
      [](const std::string& key, const std::vector<std::string>& verdicts, bool majority, std::uint32_t distractors) {
        return text(run([&] { return mhqa_python::proxies(key, verdicts, majority, distractors); }));
      },
      nb::arg("key"), nb::arg("verdicts"), nb::arg("majority"), nb::arg("distractors"));
  m.def(
      "find_evidence",
      [](const std::string& questions, const std::vector<std::string>& corpus, bool by_steps,
         const std::string& references, bool split_joined, std::size_t k, bool titles, std::size_t threads) {
        const mhqa::io::evidence_search call{
            .questions = questions,
            .corpus = corpus,
            .by = by_steps ? mhqa::io::evidence_query::decomposition : mhqa::io::evidence_query::question,
            .references = references == "kept"       ? mhqa::query_references::kept
                          : references == "answered" ? mhqa::query_references::answered
                                                     : mhqa::query_references::left_out,
            .split_joined = split_joined,
            .k = k};
        return text(run([&] { return mhqa_python::find_evidence(call, titles, threads); }));
      },
      nb::arg("questions"), nb::arg("corpus"), nb::arg("by_steps"), nb::arg("references"), nb::arg("split_joined"),
      nb::arg("k"), nb::arg("titles"), nb::arg("threads"));
  m.def(
      "evaluate_squad",
      [](nb::handle predictions, nb::handle gold, const std::string& by, const std::string& dialect, double threshold,
         bool rows, bool texts, const std::string& result, std::size_t threads) -> nb::object {
        const mhqa_python::squad_choices chosen{{by, rows, texts, result}, dialect, threshold, threads};
        const auto found = checked([&] { return mhqa_python::evaluate_squad(predictions, gold, chosen); });
        return found ? nb::object{parts(*found)} : nb::none();
      },
      nb::arg("predictions"), nb::arg("gold"), nb::arg("by"), nb::arg("dialect"), nb::arg("threshold"), nb::arg("rows"),
      nb::arg("texts"), nb::arg("result"), nb::arg("threads"));
  m.def(
      "write_file",
      [](const std::string& path, const std::vector<nb::bytes>& parts, const std::vector<std::string>& inputs) {
        std::vector<std::string_view> texts;
        for (const nb::bytes& part : parts) texts.emplace_back(part.c_str(), part.size());
        run([&] {
          for (const std::string& input : inputs) mhqa::io::expect_no_input(path, {input});
          mhqa::io::atomic_file out{path};
          for (const std::string_view one : texts) out.write(one);
          out.commit();
        });
      },
      nb::arg("path"), nb::arg("parts"), nb::arg("inputs"));
  nb::class_<mhqa_python::held_object>(m, "Held");
  m.def(
      "held",
      [](nb::object data, const std::string& name, nb::tuple of_record, nb::tuple within, bool whole) {
        return unless_not_plain([&] {
          return nb::cast(std::make_unique<mhqa_python::held_object>(
              std::move(data), name, mhqa_python::unread_members{std::move(of_record), std::move(within)}, whole));
        });
      },
      nb::arg("data"), nb::arg("name"), nb::arg("of_record"), nb::arg("within"), nb::arg("whole"));
}
