// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See one_text.hpp. All state is guarded by the GIL, or by locks (state_lock.hpp) where Python runs without one.
// Neither is held while a batch prepares its own golds and reads golds that it holds. No lock is held while Python
// code runs.
#include "one_text.hpp"

#include "compiled.hpp"
#include "dict_member.hpp"
#include "gil_pause.hpp"
#include "progress.hpp"
#include "published.hpp"
#include "rewards.hpp"
#include "score_batch.hpp"
#include "state_lock.hpp"
#include "texts.hpp"

#include <mhqa/batch/published_rewards.hpp>
#include <mhqa/batch/reward.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/encoded_list.hpp>

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
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

std::atomic<std::size_t> compiled_count{0};

/// The name of a member, made when the module is imported.
PyObject* target_name = nullptr;

/// The strings of a truth, borrowed from `owner`.
struct truth_strings {
  std::vector<PyObject*> strings;
  bool alone = false;  ///< a string, which may be JSON, rather than a list
  part owner{};
};

/// The addresses of a truth's objects: truths of the same strings have the same golds, as strings do not change.
struct addresses {
  static constexpr std::size_t most = 8;

  std::array<PyObject*, most> at{};
  std::uint32_t size = most + 1;  ///< more than `most`: not known
  bool alone = false;

  [[nodiscard]] bool known() const noexcept { return size <= most; }
  [[nodiscard]] std::size_t hash() const noexcept {
    std::size_t out = alone ? 1 : 2;
    for (std::size_t i = 0; i < size; ++i) {
      out = (out ^ reinterpret_cast<std::uintptr_t>(at[i])) * 0x9E3779B97F4A7C15U;
      out ^= out >> 29U;
    }
    return out;
  }
  friend bool operator==(const addresses&, const addresses&) = default;
};

std::size_t size_of(PyObject* list_or_tuple) {
  return static_cast<std::size_t>(PyList_CheckExact(list_or_tuple) ? PyList_Size(list_or_tuple)
                                                                   : PyTuple_Size(list_or_tuple));
}
PyObject* borrowed_item_of(PyObject* list_or_tuple, std::size_t i) {
  const auto at = static_cast<Py_ssize_t>(i);
#if defined(Py_LIMITED_API)
  return PyList_CheckExact(list_or_tuple) ? PyList_GetItem(list_or_tuple, at) : PyTuple_GetItem(list_or_tuple, at);
#else
  return PySequence_Fast_GET_ITEM(list_or_tuple, at);
#endif
}

/// The truth; without the GIL, a list's copy, as another thread may change the list.
part fixed(part truth) {
#if defined(Py_GIL_DISABLED)
  if (PyList_CheckExact(truth.ptr())) {
    truth = nb::steal(PyList_AsTuple(truth.ptr()));
    if (!truth.is_valid()) nb::raise_python_error();
  }
#endif
  return truth;
}

/// Reads no item, only where they are. Where golds that are kept have the same addresses, these are their strings.
addresses addresses_of(PyObject* truth) {
  addresses out;
  if (PyUnicode_CheckExact(truth)) {
    out.at[0] = truth;
    out.size = 1;
    out.alone = true;
  } else if (PyList_CheckExact(truth) || PyTuple_CheckExact(truth)) {
    const std::size_t size = size_of(truth);
    if (size > addresses::most) return out;
    for (std::size_t i = 0; i < size; ++i) {
#if defined(Py_GIL_DISABLED)
      if (PyList_CheckExact(truth)) {
        out.at[i] = item_of(truth, static_cast<Py_ssize_t>(i)).ptr();
        continue;
      }
#endif
      out.at[i] = borrowed_item_of(truth, i);
    }
    out.size = static_cast<std::uint32_t>(size);
  }
  return out;
}

/// A dict's "target", otherwise the truth itself.
part target_of(PyObject* truth) {
  part target = member(truth, target_name);
  return target.is_valid() ? target : part_of(truth);
}

/// The strings of the usual truths; nothing for one that needs golds_of().
std::optional<truth_strings> strings_of(const part& truth) {
  if (PyUnicode_CheckExact(truth.ptr())) return truth_strings{{truth.ptr()}, true, truth};
  if (!PyList_CheckExact(truth.ptr()) && !PyTuple_CheckExact(truth.ptr())) return std::nullopt;
  truth_strings out{{}, false, fixed(truth)};
  out.strings.resize(size_of(out.owner.ptr()));
  for (std::size_t i = 0; i < out.strings.size(); ++i) {
    out.strings[i] = borrowed_item_of(out.owner.ptr(), i);
    if (!PyUnicode_CheckExact(out.strings[i])) return std::nullopt;
  }
  return out;
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
  return PyUnicode_GetLength(a) == PyUnicode_GetLength(b) && PyUnicode_Compare(a, b) == 0;
}

/// Golds that were compiled for one combination of options.
struct known_golds {
  addresses seen;  ///< of `strings`
  std::size_t hash = 0;
  bool alone = false;
  std::vector<nb::object> strings;
  mhqa_python::texts texts;                     ///< views of `strings`
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
  [[nodiscard]] bool equals(const known_golds& other) const {
    return hash == other.hash && alone == other.alone &&
           std::ranges::equal(strings, other.strings,
                              [](const nb::object& a, const nb::object& b) { return same_string(a.ptr(), b.ptr()); });
  }
  /// Keeps these strings, which are equal to those before, so that their addresses are not used again.
  void take(const truth_strings& truth) {
    strings.clear();
    seen = {};
    for (PyObject* const string : truth.strings) strings.push_back(nb::borrow(string));
    if (truth.strings.size() > addresses::most) return;
    std::copy(truth.strings.begin(), truth.strings.end(), seen.at.begin());
    seen.size = static_cast<std::uint32_t>(truth.strings.size());
    seen.alone = truth.alone;
  }
};

/// A combination of options, with its golds and memory.
class judge {
 public:
  using names = std::array<nb::object, 6>;  // rule, extraction, dialect, eos and pad token, numbers

  judge(names given, std::uint8_t barred) : names_{std::move(given)}, barred_{barred} {
    if (!names_[5].is_none()) numbers_ = nb::steal(PyDict_Copy(names_[5].ptr()));
    const auto option = [&](std::size_t i, const char* name) {
      std::string out;
      if (!PyUnicode_Check(names_[i].ptr())) throw_type_error({name}, "a string", names_[i]);
      if (!nb::try_cast(names_[i], out)) throw_value_error({name}, "a string of valid characters");
      return out;
    };
    const std::string rule = option(0, "rule"), dialect = option(2, "dialect");
    if (!names_[1].is_none()) extraction_ = option(1, "extraction");
    eos_ = option(3, "eos_token");
    pad_ = option(4, "pad_token");
    const bool counted = !names_[5].is_none() && PyDict_Size(names_[5].ptr()) != 0;
    const bool known = batch::find_published_reward(rule) != nullptr;
    if (known && (counted || batch::find_reward(rule) == nullptr)) {
      if (extraction_ || barred != 0 || dialect != "hotpotqa") {
        throw_value_error({"rule"}, "no extraction, barred or dialect beside " + rule + ", which decides them");
      }
      program_ = &published_reward_of(rule);
      options_ = options_of(*program_, eos_, pad_, names_[5]);
    } else {
      rule_ = rule_of(rule, extraction_, barred);
      dialect_ = &dialect_of(dialect);
      if (counted) throw nb::type_error(("rule: expected no numbers beside " + rule + ", which takes none").c_str());
    }
  }

  /// Identity first; then content, as names may come from a configuration each time.
  [[nodiscard]] bool is(const std::array<PyObject*, 6>& given, std::uint8_t barred, bool by_content) const {
    if (barred != barred_) return false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (names_[i].ptr() == given[i] && (i != 5 || given[i] == Py_None)) continue;
      // A dict may have changed since.
      if (i == 5) {
        if (by_content && PyDict_CheckExact(given[i]) && !names_[i].is_none() &&
            PyObject_RichCompareBool(numbers_.ptr(), given[i], Py_EQ) == 1) {
          continue;
        }
        return false;
      }
      if (!by_content || !PyUnicode_CheckExact(given[i]) || !PyUnicode_CheckExact(names_[i].ptr()) ||
          !same_string(names_[i].ptr(), given[i])) {
        return false;
      }
    }
    return true;
  }

  double reward(std::string_view text, nb::handle truth, nb::handle golds_of) {
    shared_golds golds = recognise(truth.ptr());
    if (!golds) golds = find(truth, golds_of);
    if (!golds->ready) {
      prepare(*golds);
      keep(golds);
    }
    double out = 0;
    const known_golds* const one = golds.get();
    if (program_ != nullptr) {
      thread_local batch::reward_memory memory;
      out = judged(text, *one, memory);
    } else {
      static mhqa::serial_executor here;
      thread_local batch::rewarder rewarder{here};
      const mhqa::compiled_gold* const compiled = &*one->compiled;
      rewarder.score({.texts = std::span<const std::string_view>{&text, 1}, .gold_at = {&compiled, 1}}, rule_,
                     batch::reward_columns<double>{.reward = {&out, 1}});
    }
    return out;
  }

  /// Golds that are new are prepared on all threads.
  std::vector<double> rewards(std::span<const std::string_view> texts, std::span<PyObject* const> truths,
                              nb::handle golds_of) {
    std::vector<shared_golds> golds(truths.size());
    std::unordered_map<std::size_t, shared_golds> made;  // of this call, so that equal truths are prepared once
    gil_pause pause;
    recognise(truths, golds, pause);
    for (std::size_t i = 0; i < truths.size(); ++i) {
      pause();
      if (!golds[i]) golds[i] = find(truths[i], golds_of, i, &made);
    }
    std::vector<known_golds*> unready;
    for (const auto& [hash, one] : made) unready.push_back(one.get());
    std::vector<double> out(texts.size());
    interruptible threads;
    {
      const nb::gil_scoped_release released;
      mhqa::for_each_chunk(threads, unready.size(), grain(unready.size(), threads),
                           [&](std::size_t begin, std::size_t end) {
                             for (std::size_t i = begin; i < end; ++i) prepare(*unready[i]);
                           });
      if (program_ != nullptr) {
        mhqa::for_each_chunk(threads, texts.size(), grain(texts.size(), threads),
                             [&](std::size_t begin, std::size_t end) {
                               batch::reward_memory memory;
                               for (std::size_t i = begin; i < end; ++i) out[i] = judged(texts[i], *golds[i], memory);
                             });
      } else {
        std::vector<const mhqa::compiled_gold*> compiled;
        for (const shared_golds& one : golds) compiled.push_back(&*one->compiled);
        batch::rewarder judge{threads};
        judge.score<double>({.texts = texts, .gold_at = compiled}, rule_, {.reward = out});
      }
    }
    for (const auto& [hash, one] : made) {
      pause();
      keep(one);
    }
    return out;
  }

 private:
  using shared_golds = std::shared_ptr<known_golds>;
  static constexpr std::size_t sets = std::size_t{1} << 13U, ways = 4;

  /// Golds by the addresses of their strings: the last two whose hashes share a place.
  struct seen_golds {
    std::array<std::size_t, 2> hash{};
    std::array<shared_golds, 2> golds;
  };
  [[nodiscard]] seen_golds& seen_at(std::size_t hash) {
    if (seen_.empty()) seen_.resize(sets * ways / 2);
    return seen_[(hash >> 20U) % seen_.size()];
  }
  void remember(const shared_golds& golds) {
    if (!golds->seen.known()) return;
    const std::size_t hash = golds->seen.hash();
    seen_golds& at = seen_at(hash);
    if (at.hash[0] != hash) {
      at.hash[1] = at.hash[0];
      at.golds[1] = std::move(at.golds[0]);
    }
    at.hash[0] = hash;
    at.golds[0] = golds;
  }
  /// Which of the two may have the hash.
  static std::size_t way_of(const seen_golds& at, std::size_t hash) { return at.hash[0] == hash ? 0 : 1; }
  /// The golds of strings that are objects that were seen before.
  static shared_golds same(const seen_golds& at, std::size_t hash, const addresses& strings) {
    const std::size_t way = way_of(at, hash);
    const shared_golds& golds = at.golds[way];
    const bool found = at.hash[way] == hash && golds && strings.known() && golds->seen == strings;
    return found ? golds : nullptr;
  }
  [[nodiscard]] shared_golds recognise(PyObject* truth) {
    const part target = target_of(truth);
    const addresses strings = addresses_of(target.ptr());
    const std::size_t hash = strings.hash();
    const state_guard held{mutex_};
    return same(seen_at(hash), hash, strings);
  }
  /// \overload For many.
  ///
  /// Cost: each step reads for many truths at once, as each read waits for memory
  void recognise(std::span<PyObject* const> truths, std::span<shared_golds> out, gil_pause& pause) {
    constexpr std::size_t most = 32;
    std::array<part, most> targets{};
    std::array<addresses, most> strings;
    std::array<std::size_t, most> hashes{};
    std::array<const seen_golds*, most> places{};
    for (std::size_t first = 0; first < truths.size(); first += most) {
      const std::size_t n = std::min(most, truths.size() - first);
      for (std::size_t i = 0; i < n; ++i) pause();
      for (std::size_t i = first + n; i < std::min(first + n + most, truths.size()); ++i) {
        batch::detail::prefetch(truths[i]);
      }
      for (std::size_t i = 0; i < n; ++i) targets[i] = target_of(truths[first + i]);
      for (std::size_t i = 0; i < n; ++i) strings[i] = addresses_of(targets[i].ptr());
      const state_guard held{mutex_};
      for (std::size_t i = 0; i < n; ++i) {
        hashes[i] = strings[i].hash();
        places[i] = &seen_at(hashes[i]);
        batch::detail::prefetch(places[i]);
      }
      for (std::size_t i = 0; i < n; ++i) {
        const known_golds* const golds = places[i]->golds[way_of(*places[i], hashes[i])].get();
        if (golds == nullptr) continue;
        batch::detail::prefetch(golds);
        batch::detail::prefetch(reinterpret_cast<const char*>(golds) + 64);
      }
      for (std::size_t i = 0; i < n; ++i) out[first + i] = same(*places[i], hashes[i], strings[i]);
    }
  }

  /// The golds that may have this hash, newest first.
  [[nodiscard]] std::span<shared_golds, ways> set_of(std::size_t hash) {
    if (known_.empty()) known_.resize(sets * ways);
    return std::span<shared_golds, ways>{&known_[(hash >> 20U) % sets * ways], ways};
  }
  /// Puts golds first in their set; new ones take the place of equal ones, which another thread may have put there, or
  /// of the last.
  void keep(const shared_golds& golds) {
    const state_guard held{mutex_};
    const std::span<shared_golds, ways> set = set_of(golds->hash);
    const auto found = std::find_if(set.begin(), set.end() - 1,
                                    [&](const shared_golds& known) { return known && known->equals(*golds); });
    std::move_backward(set.begin(), found, found + 1);
    set.front() = golds;
    remember(golds);
  }

  /// Returns the golds of a truth that were seen before, or new ones that are not prepared.
  ///
  /// Shape: `row` and `made` are those of a batch
  shared_golds find(nb::handle truth, nb::handle golds_of, std::optional<std::size_t> row = {},
                    std::unordered_map<std::size_t, shared_golds>* made = nullptr) {
    std::optional<truth_strings> strings = strings_of(target_of(truth.ptr()));
    nb::object list;
    if (!strings) {
      list = call(golds_of, truth, row);
      if (PyList_CheckExact(list.ptr())) strings = strings_of(list);
      if (!strings) throw_type_error(place_of(row), "a string or a list of strings", truth);
    }
    const std::size_t hash = hash_of(*strings);
    {
      const state_guard held{mutex_};
      for (const shared_golds& known : set_of(hash)) {
        if (!known || !known->is(hash, *strings)) continue;
        const shared_golds found = known;
        found->take(*strings);
        remember(found);
        return found;
      }
    }
    if (made != nullptr) {
      const auto found = made->find(hash);
      if (found != made->end() && found->second->is(hash, *strings)) return found->second;
    }
    auto golds = std::make_shared<known_golds>();
    golds->hash = hash;
    golds->alone = strings->alone;
    golds->take(*strings);
    for (const nb::object& string : golds->strings) golds->texts.add(string, place_of(row));
    if (golds->alone) expect_plain_gold(golds->texts.views()[0], place_of(row));
    if (golds->texts.views().empty() && !(dialect_ != nullptr && dialect_->blank_golds_dropped)) {
      throw_value_error(place_of(row), "at least one gold answer");
    }
    if (program_ != nullptr && program_->single_gold && golds->texts.views().size() != 1) {
      throw_value_error(place_of(row), "one gold answer, as " + std::string{program_->name} + " takes one, found " +
                                           std::to_string(golds->texts.views().size()));
    }
    if (made != nullptr && !made->try_emplace(hash, golds).second) prepare(*golds);  // another truth has this hash
    compiled_count.fetch_add(1, std::memory_order_relaxed);
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
    const batch::reward_verdict verdict = judge_generation(
        *program_, {.text = text, .options = options_, .golds = golds.prepared, .all_numbers = false}, memory);
    const bool raised = !verdict.error.empty() || !verdict.reward;
    return raised ? std::numeric_limits<double>::quiet_NaN() : *verdict.reward;
  }

  names names_;
  std::uint8_t barred_;
  nb::object numbers_;  // a copy
  std::string eos_, pad_;
  std::optional<std::string> extraction_;
  batch::reward_options options_{};
  batch::reward_rule rule_{};
  const mhqa::dialect* dialect_ = nullptr;
  const batch::published_reward* program_ = nullptr;
  state_lock mutex_;                                 // of the next two and the strings of their golds
  std::vector<std::shared_ptr<known_golds>> known_;  // in sets by hash
  std::vector<seen_golds> seen_;
};

/// The judge of a combination of options. The newest is first; its references are never dropped at exit, when there is
/// no interpreter any more.
std::shared_ptr<judge> judge_of(const std::array<PyObject*, 6>& given, std::uint8_t barred) {
  constexpr std::size_t most = 16;
  static auto& mutex = *new state_lock;
  static auto& judges = *new std::vector<std::shared_ptr<judge>>;
  const auto find = [&]() -> std::shared_ptr<judge> {
    for (const bool by_content : {false, true}) {
      for (std::size_t i = 0; i < judges.size(); ++i) {
        if (!judges[i]->is(given, barred, by_content)) continue;
        if (i != 0) std::swap(judges[i], judges[0]);
        return judges[0];
      }
    }
    return nullptr;
  };
  {
    const state_guard held{mutex};
    if (std::shared_ptr<judge> found = find()) return found;
  }
  judge::names kept;
  for (std::size_t i = 0; i < given.size(); ++i) kept[i] = nb::borrow(given[i]);
  auto made = std::make_shared<judge>(std::move(kept), barred);
  std::shared_ptr<judge> dropped;  // ends after the lock, as its names may be of a caller's type
  const state_guard held{mutex};
  if (std::shared_ptr<judge> found = find()) return found;  // another thread made it meanwhile
  if (judges.size() == most) {
    dropped = std::move(judges.back());
    judges.pop_back();
  }
  judges.insert(judges.begin(), made);
  return made;
}

}  // namespace

double one_reward(nb::handle text, nb::handle truth, nb::handle rule, nb::handle extraction, std::uint8_t barred,
                  nb::handle dialect, nb::handle eos_token, nb::handle pad_token, nb::handle numbers,
                  nb::handle golds_of) {
  // A copy: golds_of may give the GIL to a thread that drops this judge.
  const std::shared_ptr<judge> found =
      judge_of({rule.ptr(), extraction.ptr(), dialect.ptr(), eos_token.ptr(), pad_token.ptr(), numbers.ptr()}, barred);
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
                      nb::handle dialect, nb::handle eos_token, nb::handle pad_token, nb::handle numbers,
                      nb::handle golds_of) {
  const std::shared_ptr<judge> found =
      judge_of({rule.ptr(), extraction.ptr(), dialect.ptr(), eos_token.ptr(), pad_token.ptr(), numbers.ptr()}, barred);
  const texts all{given, "solution_strs"};
  const nb::object each = items_of(truths, {"ground_truths"});
  if (all.views().empty()) throw_value_error({"solution_strs"}, "at least one");
  const auto items = span_of(each);
  if (items.size() != all.views().size()) {
    throw_value_error({"ground_truths"}, "one for each of " + std::to_string(all.views().size()) + " texts, found " +
                                             std::to_string(items.size()));
  }
  const std::vector<double> values = found->rewards(all.views(), items, golds_of);
  const auto size = static_cast<Py_ssize_t>(values.size());
  nb::list out = nb::steal<nb::list>(PyList_New(size));
  if (!out.is_valid()) nb::raise_python_error();
  std::array<nb::object, 4> made{};  // most rules have few rewards, whose objects are shared
  std::array<double, 4> of{};
  for (Py_ssize_t i = 0; i < size; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    const auto bits = std::bit_cast<std::uint64_t>(value);  // -0.0 and NaN keep theirs
    std::size_t k = 0;
    while (k + 1 < made.size() && made[k].is_valid() && std::bit_cast<std::uint64_t>(of[k]) != bits) ++k;
    if (!made[k].is_valid() || std::bit_cast<std::uint64_t>(of[k]) != bits) {
      made[k] = nb::float_(value);
      of[k] = value;
    }
    PyList_SetItem(out.ptr(), i, nb::object{made[k]}.release().ptr());
  }
  return out;
}

std::size_t golds_compiled() noexcept {
  return compiled_count.load(std::memory_order_relaxed);
}

void prepare_one_text() {
  target_name = PyUnicode_InternFromString("target");
  if (target_name == nullptr) nb::raise_python_error();
}

}  // namespace mhqa_python
