// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// batch/reward.hpp on this module's threads: each chunk has a rewarder without threads of its own.
#include "rewards.hpp"

#include "columns.hpp"
#include "compiled.hpp"
#include "pool.hpp"
#include "score_batch.hpp"
#include "texts.hpp"

#include <mhqa/batch/reward.hpp>
#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_python {
namespace {

template <class Values>
[[noreturn]] void throw_unknown(const char* what, const Values& known, const std::string& found) {
  std::string all;
  for (const auto& value : known) {
    if (!all.empty()) all += ", ";
    all += value.name;
  }
  throw_value_error({what}, "one of " + all + "; found " + found);
}

[[nodiscard]] mhqa::batch::reward_rule rule_of(const std::string& name, const std::optional<std::string>& extraction) {
  const mhqa::batch::reward_rule* const found = mhqa::batch::find_reward(name);
  if (found == nullptr) throw_unknown("rule", mhqa::batch::rewards::all, name);
  mhqa::batch::reward_rule rule = *found;
  if (extraction) {
    const mhqa::extraction_profile* const profile = mhqa::find_extraction(*extraction);
    if (profile == nullptr) throw_unknown("extraction", mhqa::extractions::all, *extraction);
    rule.extraction = *profile;
  }
  return rule;
}

template <class Real>
nb::dict rewarded(std::span<const std::string_view> generated, const gold_texts& golds,
                  const mhqa::batch::reward_rule& rule, const mhqa::dialect& dialect) {
  const std::size_t n = generated.size();
  column<Real> reward{n}, f1{n}, em{n}, precision{n}, recall{n}, extracted{n}, format{n};
  const auto threads = pool();
  {
    const nb::gil_scoped_release released;
    const std::vector<mhqa::compiled_gold> compiled = compile(golds, dialect, *threads);
    mhqa::for_each_chunk(*threads, n, grain(n, *threads), [&](std::size_t begin, std::size_t end) {
      const std::size_t size = end - begin;
      mhqa::batch::rewarder judge{1};
      judge.score(mhqa::batch::reward_batch{.texts = generated.subspan(begin, size),
                                            .golds = compiled,
                                            .gold_of = golds.question_of().subspan(begin, size)},
                  rule,
                  mhqa::batch::reward_columns<Real>{.reward = reward.span().subspan(begin, size),
                                                    .f1 = f1.span().subspan(begin, size),
                                                    .em = em.span().subspan(begin, size),
                                                    .precision = precision.span().subspan(begin, size),
                                                    .recall = recall.span().subspan(begin, size),
                                                    .extracted = extracted.span().subspan(begin, size),
                                                    .format = format.span().subspan(begin, size)});
    });
  }
  nb::dict out;
  out["reward"] = std::move(reward).to_numpy();
  out["f1"] = std::move(f1).to_numpy();
  out["em"] = std::move(em).to_numpy();
  out["precision"] = std::move(precision).to_numpy();
  out["recall"] = std::move(recall).to_numpy();
  out["extracted"] = std::move(extracted).to_numpy();
  out["format"] = std::move(format).to_numpy();
  return out;
}

}  // namespace

nb::dict rewards(nb::handle generated, nb::handle golds, const std::string& rule,
                 const std::optional<std::string>& extraction, const std::string& dialect, bool wide) {
  const mhqa::batch::reward_rule how = rule_of(rule, extraction);
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
  return wide ? rewarded<double>(found.views(), expected, how, rules)
              : rewarded<float>(found.views(), expected, how, rules);
}

}  // namespace mhqa_python
