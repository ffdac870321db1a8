// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See one_text.hpp. All state is guarded by the GIL. It is released only while a batch prepares its own golds and reads
// golds that it holds.
#include "one_text.hpp"

#include "compiled.hpp"
#include "pool.hpp"
#include "published.hpp"
#include "rewards.hpp"
#include "score_batch.hpp"
#include "texts.hpp"

#include <mhqa/batch/published_rewards.hpp>
#include <mhqa/batch/reward.hpp>
#include <mhqa/parallel.hpp>

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa_python {
namespace {

namespace batch = mhqa::batch;

std::size_t compiled_count = 0;

/// The strings of a truth, borrowed from it.
struct truth_strings {
  std::span<PyObject* const> strings;
  bool alone = false;  ///< a string, which may be JSON, rather than a list
};

/// The strings of the usual truths; nothing for one that needs golds_of().
std::optional<truth_strings> strings_of(PyObject* const& truth) {
  if (PyUnicode_CheckExact(truth)) return truth_strings{{&truth, 1}, true};
  if (!PyList_CheckExact(truth) && !PyTuple_CheckExact(truth)) return std::nullopt;
  const std::span<PyObject* const> items{PySequence_Fast_ITEMS(truth),
                                         static_cast<std::size_t>(PySequence_Fast_GET_SIZE(truth))};
  for (PyObject* const item : items) {
    if (!PyUnicode_CheckExact(item)) return std::nullopt;
  }
  return truth_strings{items, false};
}

/// Strings keep their hash, so that this reads a few words per gold.
std::size_t hash_of(const truth_strings& truth) {
  std::size_t out = truth.alone ? 1 : 2;
  for (PyObject* const string : truth.strings) {
    out = (out ^ static_cast<std::size_t>(PyObject_Hash(string))) * 0x9E3779B97F4A7C15U;
    out ^= out >> 29U;
  }
  return out;
}

bool same_string(PyObject* a, PyObject* b) {
  if (a == b) return true;
  const Py_ssize_t size = PyUnicode_GET_LENGTH(a);
  return size == PyUnicode_GET_LENGTH(b) && PyUnicode_Compare(a, b) == 0;
}

/// Golds that were compiled for one combination of options.
struct known_golds {
  std::size_t hash = 0;
  bool alone = false;
  std::vector<nb::object> strings;
  mhqa_python::texts texts;                     ///< the golds; other strings than these if the truth is JSON
  bool ready = false;                           ///< the next two are prepared
  std::optional<mhqa::compiled_gold> compiled;  ///< of a rule
  batch::reward_golds prepared;                 ///< of a published function

  [[nodiscard]] bool is(std::size_t other, const truth_strings& truth) const {
    if (hash != other || alone != truth.alone || strings.size() != truth.strings.size()) return false;
    for (std::size_t i = 0; i < strings.size(); ++i) {
      if (!same_string(strings[i].ptr(), truth.strings[i])) return false;
    }
    return true;
  }
};

/// True for a string whose first character, after white space, begins a JSON object or list.
bool may_be_json(PyObject* string) {
  const Py_ssize_t size = PyUnicode_GET_LENGTH(string);
  const int kind = PyUnicode_KIND(string);
  const void* const data = PyUnicode_DATA(string);
  for (Py_ssize_t i = 0; i < size; ++i) {
    const Py_UCS4 c = PyUnicode_READ(kind, data, i);
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    return c == '{' || c == '[';
  }
  return false;
}

/// A combination of options, with its golds and memory.
class judge {
 public:
  using names = std::array<nb::object, 5>;  // rule, extraction, dialect, eos and pad token

  judge(names given, std::uint8_t barred) : names_{std::move(given)}, barred_{barred} {
    const auto option = [&](std::size_t i, const char* name) {
      std::string out;
      if (!PyUnicode_Check(names_[i].ptr())) throw_type_error({name}, "a string", names_[i]);
      if (!nb::try_cast(names_[i], out)) throw_value_error({name}, "a string of valid characters");
      return out;
    };
    const std::string rule = option(0, "rule"), dialect = option(2, "dialect");
    const std::optional<std::string> extraction =
        names_[1].is_none() ? std::nullopt : std::optional{option(1, "extraction")};
    eos_ = option(3, "eos_token");
    pad_ = option(4, "pad_token");
    if (batch::find_reward(rule) == nullptr && batch::find_published_reward(rule) != nullptr) {
      if (extraction || barred != 0 || dialect != "hotpotqa") {
        throw_value_error({"rule"}, "no extraction, barred or dialect beside " + rule + ", which decides them");
      }
      program_ = &published_reward_of(rule);
    } else {
      rule_ = rule_of(rule, extraction, barred);
      dialect_ = &dialect_of(dialect);
    }
  }

  /// Identity first; then content, as names may come from a configuration each time.
  [[nodiscard]] bool is(const std::array<PyObject*, 5>& given, std::uint8_t barred, bool by_content) const {
    if (barred != barred_) return false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (names_[i].ptr() == given[i]) continue;
      if (!by_content || !PyUnicode_CheckExact(given[i]) || !PyUnicode_CheckExact(names_[i].ptr()) ||
          !same_string(names_[i].ptr(), given[i])) {
        return false;
      }
    }
    return true;
  }

  double reward(std::string_view text, nb::handle truth, nb::handle golds_of) {
    const shared_golds golds = find(truth, golds_of);
    if (!golds->ready) {
      prepare(*golds);
      keep(golds);
    }
    double out = 0;
    const known_golds* const one = golds.get();
    if (program_ != nullptr) {
      out = judged(text, *one, memory_);
    } else {
      const mhqa::compiled_gold* const compiled = &*one->compiled;
      rewarder_.score({.texts = std::span<const std::string_view>{&text, 1}, .gold_at = {&compiled, 1}}, rule_,
                      batch::reward_columns<double>{.reward = {&out, 1}});
    }
    return out;
  }

  /// Golds that are new are prepared on all threads.
  std::vector<double> rewards(std::span<const std::string_view> texts, std::span<PyObject* const> truths,
                              nb::handle golds_of) {
    std::vector<shared_golds> golds;
    std::unordered_map<std::size_t, shared_golds> made;  // of this call, so that equal truths are prepared once
    golds.reserve(truths.size());
    for (std::size_t i = 0; i < truths.size(); ++i) golds.push_back(find(truths[i], golds_of, i, &made));
    std::vector<known_golds*> unready;
    for (const auto& [hash, one] : made) unready.push_back(one.get());
    std::vector<double> out(texts.size());
    const auto threads = pool();
    {
      const nb::gil_scoped_release released;
      mhqa::for_each_chunk(*threads, unready.size(), grain(unready.size(), *threads),
                           [&](std::size_t begin, std::size_t end) {
                             for (std::size_t i = begin; i < end; ++i) prepare(*unready[i]);
                           });
      if (program_ != nullptr) {
        mhqa::for_each_chunk(*threads, texts.size(), grain(texts.size(), *threads),
                             [&](std::size_t begin, std::size_t end) {
                               batch::reward_memory memory;
                               for (std::size_t i = begin; i < end; ++i) out[i] = judged(texts[i], *golds[i], memory);
                             });
      } else {
        std::vector<const mhqa::compiled_gold*> compiled;
        for (const shared_golds& one : golds) compiled.push_back(&*one->compiled);
        batch::rewarder judge{*threads};
        judge.score<double>({.texts = texts, .gold_at = compiled}, rule_, {.reward = out});
      }
    }
    for (const auto& [hash, one] : made) keep(one);
    return out;
  }

 private:
  using shared_golds = std::shared_ptr<known_golds>;
  static constexpr std::size_t sets = std::size_t{1} << 13U, ways = 4;

  /// The golds that may have this hash, newest first.
  [[nodiscard]] std::span<shared_golds, ways> set_of(std::size_t hash) {
    if (known_.empty()) known_.resize(sets * ways);
    return std::span<shared_golds, ways>{&known_[(hash >> 20U) % sets * ways], ways};
  }
  /// Puts golds first in their set; a new one takes the place of the last.
  void keep(const shared_golds& golds) {
    const std::span<shared_golds, ways> set = set_of(golds->hash);
    const auto found = std::find(set.begin(), set.end() - 1, golds);
    std::move_backward(set.begin(), found, found + 1);
    set.front() = golds;
  }

  /// Returns the golds of a truth that were seen before, or new ones that are not prepared.
  ///
  /// Shape: `row` and `made` are those of a batch
  shared_golds find(nb::handle truth, nb::handle golds_of, std::optional<std::size_t> row = {},
                    std::unordered_map<std::size_t, shared_golds>* made = nullptr) {
    PyObject* at = truth.ptr();
    if (PyDict_CheckExact(at)) {
      static PyObject* const key = PyUnicode_InternFromString("target");
      if (PyObject* const target = PyDict_GetItemWithError(at, key)) at = target;
    }
    std::optional<truth_strings> strings = strings_of(at);
    nb::object list;
    if (!strings) {
      list = call(golds_of, truth, row);
      at = list.ptr();
      if (PyList_CheckExact(at)) strings = strings_of(at);
      if (!strings) throw_type_error(place_of(row), "a string or a list of strings", truth);
    }
    const std::size_t hash = hash_of(*strings);
    for (const shared_golds& known : set_of(hash)) {
      if (known && known->is(hash, *strings)) return known;
    }
    if (made != nullptr) {
      const auto found = made->find(hash);
      if (found != made->end() && found->second->is(hash, *strings)) return found->second;
    }
    auto golds = std::make_shared<known_golds>();
    golds->hash = hash;
    golds->alone = strings->alone;
    for (PyObject* const string : strings->strings) golds->strings.push_back(nb::borrow(string));
    // Golds are made from the truth's own strings, or from those that its JSON holds.
    if (golds->alone && may_be_json(golds->strings[0].ptr())) {
      const nb::object parsed = call(golds_of, golds->strings[0], row);
      PyObject* const list_of = parsed.ptr();
      const auto inner = PyList_CheckExact(list_of) ? strings_of(list_of) : std::nullopt;
      if (!inner) throw_type_error(place_of(row), "a string or a list of strings", truth);
      for (PyObject* const string : inner->strings) golds->texts.add(string, place_of(row));
    } else {
      for (const nb::object& string : golds->strings) golds->texts.add(string, place_of(row));
    }
    if (golds->texts.views().empty() && !(dialect_ != nullptr && dialect_->blank_golds_dropped)) {
      throw_value_error(place_of(row), "at least one gold answer");
    }
    if (program_ != nullptr && program_->single_gold && golds->texts.views().size() != 1) {
      throw_value_error(place_of(row), "one gold answer, as " + std::string{program_->name} + " takes one, found " +
                                           std::to_string(golds->texts.views().size()));
    }
    if (made != nullptr && !made->try_emplace(hash, golds).second) prepare(*golds);  // another truth has this hash
    ++compiled_count;
    return golds;
  }

  static place place_of(std::optional<std::size_t> row) {
    return row ? place{"ground_truths", row} : place{"ground_truth"};
  }
  static nb::object call(nb::handle golds_of, nb::handle truth, std::optional<std::size_t> row) {
    return row ? golds_of(truth, nb::str(("ground_truths[" + std::to_string(*row) + "]").c_str())) : golds_of(truth);
  }

  /// Does not need the GIL.
  void prepare(known_golds& golds) const {
    if (program_ != nullptr) {
      golds.prepared = batch::prepare_golds(program_->golds, golds.texts.views());
    } else {
      golds.compiled.emplace(golds.texts.views(), *dialect_);
    }
    golds.ready = true;
  }

  double judged(std::string_view text, const known_golds& golds, batch::reward_memory& memory) const {
    const batch::reward_options options{eos_, pad_, 0.2, 0.1, 0.0};
    const batch::reward_verdict verdict = judge_generation(
        *program_, {.text = text, .options = options, .golds = golds.prepared, .all_numbers = false}, memory);
    const bool raised = !verdict.error.empty() || !verdict.reward;
    return raised ? std::numeric_limits<double>::quiet_NaN() : *verdict.reward;
  }

  names names_;
  std::uint8_t barred_;
  std::string eos_, pad_;
  batch::reward_rule rule_{};
  const mhqa::dialect* dialect_ = nullptr;
  const batch::published_reward* program_ = nullptr;
  mhqa::serial_executor here_;
  batch::rewarder rewarder_{here_};
  batch::reward_memory memory_;
  std::vector<std::shared_ptr<known_golds>> known_;  // in sets by hash
};

/// The judge of a combination of options. The newest is first; its references are never dropped at exit, when there is
/// no interpreter any more.
std::shared_ptr<judge> judge_of(const std::array<PyObject*, 5>& given, std::uint8_t barred) {
  constexpr std::size_t most = 16;
  static auto& judges = *new std::vector<std::shared_ptr<judge>>;
  for (const bool by_content : {false, true}) {
    for (std::size_t i = 0; i < judges.size(); ++i) {
      if (!judges[i]->is(given, barred, by_content)) continue;
      if (i != 0) std::swap(judges[i], judges[0]);
      return judges[0];
    }
  }
  judge::names kept;
  for (std::size_t i = 0; i < given.size(); ++i) kept[i] = nb::borrow(given[i]);
  auto made = std::make_shared<judge>(std::move(kept), barred);
  if (judges.size() == most) judges.pop_back();
  judges.insert(judges.begin(), std::move(made));
  return judges[0];
}

}  // namespace

double one_reward(nb::handle text, nb::handle truth, nb::handle rule, nb::handle extraction, std::uint8_t barred,
                  nb::handle dialect, nb::handle eos_token, nb::handle pad_token, nb::handle golds_of) {
  // A copy: golds_of may give the GIL to a thread that drops this judge.
  const std::shared_ptr<judge> found =
      judge_of({rule.ptr(), extraction.ptr(), dialect.ptr(), eos_token.ptr(), pad_token.ptr()}, barred);
  Py_ssize_t size = 0;
  if (PyUnicode_CheckExact(text.ptr())) {
    if (const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) {
      return found->reward({bytes, static_cast<std::size_t>(size)}, truth, golds_of);
    }
    PyErr_Clear();
  }
  texts one;
  one.add(text, {"solution_str"});
  return found->reward(one.views()[0], truth, golds_of);
}

nb::list many_rewards(nb::handle given, nb::handle truths, nb::handle rule, nb::handle extraction, std::uint8_t barred,
                      nb::handle dialect, nb::handle eos_token, nb::handle pad_token, nb::handle golds_of) {
  const std::shared_ptr<judge> found =
      judge_of({rule.ptr(), extraction.ptr(), dialect.ptr(), eos_token.ptr(), pad_token.ptr()}, barred);
  const texts all{given, "solution_strs"};
  const nb::object each = items_of(truths, {"ground_truths"});
  if (all.views().empty()) throw_value_error({"solution_strs"}, "at least one");
  if (span_of(each).size() != all.views().size()) {
    throw_value_error({"ground_truths"}, "one for each of " + std::to_string(all.views().size()) + " texts, found " +
                                             std::to_string(span_of(each).size()));
  }
  const std::vector<double> values = found->rewards(all.views(), span_of(each), golds_of);
  nb::list out;
  for (const double value : values) out.append(value);
  return out;
}

std::size_t golds_compiled() noexcept {
  return compiled_count;
}

}  // namespace mhqa_python
