// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// First the answers are found, then scored; a text without one scores 0, whatever its golds are.
#include "rewards.hpp"

#include "columns.hpp"
#include "pool.hpp"
#include "score_batch.hpp"
#include "scoring.hpp"
#include "texts.hpp"

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/extract.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_python {
namespace {

[[nodiscard]] const mhqa::extraction_profile& extraction_of(const std::string& name) {
  if (const mhqa::extraction_profile* const found = mhqa::find_extraction(name)) return *found;
  std::string all;
  for (const mhqa::extraction_profile& profile : mhqa::extractions::all) {
    if (!all.empty()) all += ", ";
    all += profile.name;
  }
  throw_value_error({"extraction"}, "one of " + all + "; found " + name);
}

template <class Real>
nb::dict rewarded(std::span<const std::string_view> generated, const gold_texts& golds,
                  const mhqa::extraction_profile& profile, const mhqa::dialect& rules) {
  const std::size_t n = generated.size();
  column<Real> f1{n}, em{n}, precision{n}, recall{n}, extracted{n}, format{n};
  const auto threads = pool();
  {
    const nb::gil_scoped_release released;
    std::vector<mhqa::extraction> answers(n);
    mhqa::for_each_chunk(*threads, n, grain(n, *threads), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) answers[i] = mhqa::extract_answer(generated[i], profile);
    });
    std::vector<std::string_view> predictions;
    predictions.reserve(n);
    for (const mhqa::extraction& answer : answers) predictions.push_back(answer.answer);
    score_answers(predictions, golds, rules, *threads, [&](std::size_t i, const mhqa::scores& scored) {
      const bool found = answers[i].found();
      const mhqa::scores s = found ? scored : mhqa::scores{};
      f1.span()[i] = static_cast<Real>(s.f1);
      em.span()[i] = static_cast<Real>(s.em);
      precision.span()[i] = static_cast<Real>(s.precision);
      recall.span()[i] = static_cast<Real>(s.recall);
      extracted.span()[i] = found ? Real{1} : Real{0};
      format.span()[i] = found && answers[i].flags == 0 ? Real{1} : Real{0};
    });
  }
  nb::dict out;
  out["f1"] = std::move(f1).to_numpy();
  out["em"] = std::move(em).to_numpy();
  out["precision"] = std::move(precision).to_numpy();
  out["recall"] = std::move(recall).to_numpy();
  out["extracted"] = std::move(extracted).to_numpy();
  out["format"] = std::move(format).to_numpy();
  return out;
}

}  // namespace

nb::dict rewards(nb::handle generated, nb::handle golds, const std::string& extraction, const std::string& dialect,
                 bool wide) {
  const mhqa::extraction_profile& profile = extraction_of(extraction);
  const mhqa::dialect& rules = dialect_of(dialect);
  texts found;
  const nb::object items = items_of(generated, {"texts"});
  for (std::size_t i = 0; PyObject* const item : span_of(items)) found.add(item, {"texts", i++});
  const gold_texts expected{golds, rules.blank_golds_dropped};
  if (found.views().empty()) throw_value_error({"texts"}, "at least one");
  if (found.views().size() != expected.size()) {
    throw_value_error({"golds"}, "one item for each of " + std::to_string(found.views().size()) + " texts, found " +
                                     std::to_string(expected.size()));
  }
  return wide ? rewarded<double>(found.views(), expected, profile, rules)
              : rewarded<float>(found.views(), expected, profile, rules);
}

}  // namespace mhqa_python
