// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores answers one by one as published, on the pool's threads; golds shared by several predictions are compiled once.
#include "score_batch.hpp"

#include "columns.hpp"
#include "compiled.hpp"
#include "progress.hpp"
#include "texts.hpp"

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_python {
namespace {

/// Calls store(item, scores) for each item.
template <class Store>
void score_answers(std::span<const std::string_view> predictions, const gold_texts& golds, const mhqa::dialect& rules,
                   interruptible& threads, const Store& store) {
  const auto score_by = [&](const auto& gold_of) {
    mhqa::for_each_chunk(threads, predictions.size(), grain(predictions.size(), threads),
                         [&](std::size_t begin, std::size_t end) {
                           mhqa::answer_scorer scorer{rules};
                           for (std::size_t i = begin; i < end; ++i) {
                             store(i, scorer(predictions[i], gold_of(golds.question(i))));
                           }
                         });
  };
  if (2 * golds.questions() <= predictions.size()) {
    const std::vector<mhqa::compiled_gold> compiled = compile(golds, rules, threads);
    score_by([&](std::size_t q) -> const mhqa::compiled_gold& { return compiled[q]; });
  } else {  // compiling a gold costs more than using it once
    score_by([&](std::size_t q) { return golds.golds(q); });
  }
}

void expect_pairs(const texts& predicted, const gold_texts& golds) {
  if (predicted.views().empty()) throw_value_error({"predictions"}, "at least one");
  if (predicted.views().size() != golds.size()) {
    throw_value_error({"golds"}, "one item for each of " + std::to_string(predicted.views().size()) +
                                     " predictions, found " + std::to_string(golds.size()));
  }
}

template <class Real>
void store(std::span<Real> column, std::size_t i, double value) {
  if (!column.empty()) column[i] = static_cast<Real>(value);
}

template <class Real>
nb::dict scored(std::span<const std::string_view> predictions, const gold_texts& golds, const mhqa::dialect& rules,
                nb::handle given) {
  results out{given, predictions.size()};
  const std::span<Real> f1 = out.add<Real>("f1");
  const std::span<Real> em = out.add<Real>("em");
  const std::span<Real> precision = out.add<Real>("precision");
  const std::span<Real> recall = out.add<Real>("recall");
  out.checked();
  interruptible threads;
  {
    const nb::gil_scoped_release released;
    score_answers(predictions, golds, rules, threads, [&](std::size_t i, const mhqa::scores& s) {
      store(f1, i, s.f1);
      store(em, i, s.em);
      store(precision, i, s.precision);
      store(recall, i, s.recall);
    });
  }
  return std::move(out).dict();
}

}  // namespace

const mhqa::dialect& dialect_of(const std::string& name) {
  if (const mhqa::dialect* const found = mhqa::find_dialect(name)) return *found;
  std::string all;
  for (const mhqa::dialect& d : mhqa::dialects::all) {
    if (!all.empty()) all += ", ";
    all += d.name.view();
  }
  throw_value_error({"dialect"}, "one of " + all + "; found " + name);
}

nb::dict score_batch(nb::handle predictions, nb::handle golds, const std::string& dialect, bool wide, nb::handle out) {
  const mhqa::dialect& rules = dialect_of(dialect);
  const texts predicted{predictions, "predictions"};
  const gold_texts expected{golds, rules.blank_golds_dropped};
  expect_pairs(predicted, expected);
  return wide ? scored<double>(predicted.views(), expected, rules, out)
              : scored<float>(predicted.views(), expected, rules, out);
}

nb::dict mean_scores(nb::handle predictions, nb::handle golds, const std::string& dialect) {
  const mhqa::dialect& rules = dialect_of(dialect);
  const texts predicted{predictions, "predictions"};
  const gold_texts expected{golds, rules.blank_golds_dropped};
  expect_pairs(predicted, expected);
  const std::size_t size = predicted.views().size();
  interruptible threads;
  mhqa::exact_sum em, f1, precision, recall;
  {
    const nb::gil_scoped_release released;
    std::vector<mhqa::scores> all(size);
    score_answers(predicted.views(), expected, rules, threads,
                  [&](std::size_t i, const mhqa::scores& s) { all[i] = s; });
    for (const mhqa::scores& s : all) {
      em += s.em;
      f1 += s.f1;
      precision += s.precision;
      recall += s.recall;
    }
  }
  const auto mean = [&](const mhqa::exact_sum& sum) { return rules.scale * sum.value() / static_cast<double>(size); };
  nb::dict out;
  out["exact_match"] = mean(em);
  out["f1"] = mean(f1);
  out["precision"] = mean(precision);
  out["recall"] = mean(recall);
  return out;
}

}  // namespace mhqa_python
