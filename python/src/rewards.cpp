// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// batch/reward.hpp on this module's threads.
#include "rewards.hpp"

#include "arrays.hpp"
#include "columns.hpp"
#include "compiled.hpp"
#include "gil_pause.hpp"
#include "progress.hpp"
#include "score_batch.hpp"
#include "texts.hpp"

#include <mhqa/batch/reward.hpp>
#include <mhqa/batch/reward_rules.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <cstddef>
#include <cstdint>
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
  if (std::string_view{what} == "rule") all += ", or one of mhqa.published_rules";
  throw_value_error({what}, "one of " + all + "; found " + found);
}

/// The texts of a list of strings, or of a pair (bytes, offsets) of arrays as in Arrow.
class generated_texts {
 public:
  /// Errors: TypeError; ValueError for invalid offsets
  explicit generated_texts(nb::handle given) {
    const bool pair = PyTuple_Check(given.ptr()) && PyTuple_Size(given.ptr()) == 2 &&
                      !PyUnicode_Check(PyTuple_GetItem(given.ptr(), 0));
    if (!pair) {
      strings_ = texts{given, "texts"};
      return;
    }
    const std::span<const std::uint8_t> text =
        arrays_.emplace_back(PyTuple_GetItem(given.ptr(), 0), "texts.bytes").values<std::uint8_t>("uint8");
    const array& offsets = arrays_.emplace_back(PyTuple_GetItem(given.ptr(), 1), "texts.offsets");
    std::vector<std::int64_t> widened;
    std::span<const std::int64_t> at;
    if (offsets.is<std::int32_t>()) {
      const auto narrow = offsets.values<std::int32_t>("int32");
      widened.assign(narrow.begin(), narrow.end());
      at = widened;
    } else {
      at = offsets.values<std::int64_t>("int32 or int64");
    }
    if (at.empty()) throw_value_error({"texts.offsets"}, "one offset more than texts, found none");
    const mhqa::batch::text_rows rows{{reinterpret_cast<const char*>(text.data()), text.size()}, at};
    try {
      rows.check();
    } catch (const mhqa::data_error& error) {
      throw nb::value_error(("texts." + error.where().field + ": " + error.problem()).c_str());
    }
    pieces_.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) pieces_.push_back(rows[i]);
  }

  /// The arrays that hold the texts; none for a list of strings.
  [[nodiscard]] std::vector<const array*> arrays() const {
    std::vector<const array*> out;
    for (const array& one : arrays_) out.push_back(&one);
    return out;
  }

  [[nodiscard]] std::span<const std::string_view> views() const noexcept {
    return arrays_.empty() ? std::span<const std::string_view>{strings_.views()} : pieces_;
  }

 private:
  texts strings_;
  std::vector<array> arrays_;
  std::vector<std::string_view> pieces_;
};

template <class Real>
nb::dict rewarded(const generated_texts& texts, const gold_texts& golds, const mhqa::batch::reward_rule& rule,
                  const mhqa::dialect& dialect, nb::handle given) {
  const std::span<const std::string_view> generated = texts.views();
  const std::size_t n = generated.size();
  results out{given, n};
  const mhqa::batch::reward_columns<Real> columns{.reward = out.add<Real>("reward"),
                                                  .f1 = out.add<Real>("f1"),
                                                  .em = out.add<Real>("em"),
                                                  .precision = out.add<Real>("precision"),
                                                  .recall = out.add<Real>("recall"),
                                                  .extracted = out.add<Real>("extracted"),
                                                  .format = out.add<Real>("format"),
                                                  .flags = out.add<std::uint8_t>("flags")};
  out.checked(texts.arrays());
  interruptible threads;
  {
    const nb::gil_scoped_release released;
    const std::vector<mhqa::compiled_gold> compiled = compile(golds, dialect, threads);
    mhqa::batch::rewarder judge{threads};
    judge.score({.texts = generated, .golds = compiled, .gold_of = golds.question_of()}, rule, columns);
  }
  return std::move(out).dict();
}

}  // namespace

mhqa::extraction_profile extraction_of(std::string_view given) {
  const std::size_t colon = given.find(':');
  const std::string name{given.substr(0, colon)};
  const mhqa::extraction_profile* const found = mhqa::find_extraction(name);
  if (found == nullptr) throw_unknown("extraction", mhqa::extractions::all, name);
  mhqa::extraction_profile out = *found;
  if (colon == given.npos) return out;
  if (out.exact) throw_value_error({"tag"}, "no tag beside " + name + ", a published rule with its own tags");
  out.tag = given.substr(colon + 1);
  return out;
}

mhqa::batch::reward_rule rule_of(const std::string& name, const std::optional<std::string>& extraction,
                                 std::uint8_t barred) {
  const mhqa::batch::reward_rule* const found = mhqa::batch::find_reward(name);
  if (found == nullptr) throw_unknown("rule", mhqa::batch::rewards::all, name);
  mhqa::batch::reward_rule rule = *found;
  if (extraction) rule.extraction = extraction_of(*extraction);
  rule.barred = barred;
  return rule;
}

nb::list extracted_answers(nb::handle generated, const std::string& rule, const std::optional<std::string>& extraction,
                           std::uint8_t barred) {
  const mhqa::batch::reward_rule how = rule_of(rule, extraction, barred);
  const generated_texts found{generated};
  nb::list out;
  std::string memory;
  gil_pause pause;
  for (const std::string_view text : found.views()) {
    pause();
    const mhqa::extraction one = mhqa::extract_answer(text, how.extraction, memory);
    const bool refused = (one.flags & how.barred) != 0;
    const std::string_view why = one.found() && refused ? "barred" : mhqa::name(one.reason);
    nb::object answer = nb::none();
    if (one.found() && !refused) {
      answer = nb::steal(
          PyUnicode_DecodeUTF8(one.answer.data(), static_cast<Py_ssize_t>(one.answer.size()), "surrogatepass"));
    }
    out.append(nb::make_tuple(answer, nb::str(why.data(), why.size())));
  }
  return out;
}

nb::dict rewards(nb::handle generated, nb::handle golds, const std::string& rule,
                 const std::optional<std::string>& extraction, std::uint8_t barred, const std::string& dialect,
                 bool wide, nb::handle out) {
  const mhqa::batch::reward_rule how = rule_of(rule, extraction, barred);
  const mhqa::dialect& rules = dialect_of(dialect);
  const generated_texts found{generated};
  const gold_texts expected{golds, rules.blank_golds_dropped};
  if (found.views().empty()) throw_value_error({"texts"}, "at least one");
  if (found.views().size() != expected.size()) {
    throw_value_error({"golds"}, "one item for each of " + std::to_string(found.views().size()) + " texts, found " +
                                     std::to_string(expected.size()));
  }
  return wide ? rewarded<double>(found, expected, how, rules, out) : rewarded<float>(found, expected, how, rules, out);
}

}  // namespace mhqa_python
