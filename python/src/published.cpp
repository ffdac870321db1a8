// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// metrics/answer_evaluator.hpp and batch/published_rewards.hpp over Python's strings.
#include "published.hpp"

#include "arrow.hpp"
#include "columns.hpp"
#include "compiled.hpp"
#include "gil_pause.hpp"
#include "progress.hpp"
#include "rewards.hpp"
#include "texts.hpp"

#include <mhqa/batch/published_rewards.hpp>
#include <mhqa/metrics/answer_evaluator.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/extract.hpp>

#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_python {
namespace {

namespace batch = mhqa::batch;

nb::object number_or_none(const std::optional<double>& value) {
  return value ? nb::cast(*value) : nb::none();
}

/// Makes a str from bytes that may contain lone surrogates.
nb::object text_object(std::string_view text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogatepass"));
}

nb::dict error_of(const std::string& why) {
  nb::dict out;
  out["error"] = nb::str(why.data(), why.size());
  return out;
}

void check_sizes(std::size_t texts, std::size_t golds, const char* name) {
  if (texts == golds) return;
  throw_value_error({"golds"},
                    "one item for each of " + std::to_string(texts) + " " + name + ", found " + std::to_string(golds));
}

/// The texts, prepared golds and options of one call.
struct generations {
  generations(nb::handle texts_given, nb::handle golds_given, const std::string& rule)
      : reward{published_reward_of(rule)}, strings{texts_given, "texts"}, golds{golds_given, true} {
    check_sizes(strings.views().size(), golds.size(), "texts");
  }

  void prepare() {
    for (std::size_t q = 0; q < golds.questions(); ++q) {
      prepared.push_back(batch::prepare_golds(reward.golds, golds.golds(q)));
    }
  }

  const batch::published_reward& reward;
  texts strings;
  gold_texts golds;
  std::vector<batch::reward_golds> prepared;
};

/// Predictions: each a string, None (absent), a list of strings (spans) or, with `truths`, True or False.
class predictions {
 public:
  predictions(nb::handle given, bool truths) {
    if (is_arrow(given)) {
      arrow_rows rows = read_arrow(given, "predictions", true);
      kinds_.assign(rows.size(), rows.lists() ? kind::list : kind::text);
      if (!rows.lists()) {
        rows.begin.resize(rows.size() + 1);
        std::iota(rows.begin.begin(), rows.begin.end(), std::size_t{0});
      }
      begin_ = std::move(rows.begin);
      texts_.add(std::move(rows.views), std::move(rows.owner));
      return;
    }
    const nb::object items = items_of(given, {"predictions"});
    begin_.push_back(0);
    for (std::size_t i = 0; PyObject* const item : span_of(items)) {
      const place where{"predictions", i++};
      if (item == Py_None) {
        kinds_.push_back(kind::absent);
      } else if (truths && PyBool_Check(item)) {
        kinds_.push_back(kind::text);
        texts_.add_truth(item);
      } else if (PyUnicode_Check(item)) {
        kinds_.push_back(kind::text);
        texts_.add(item, where);
      } else {
        kinds_.push_back(kind::list);
        const nb::object parts = items_of(item, where);
        for (PyObject* const part : span_of(parts)) texts_.add(part, where);
      }
      begin_.push_back(texts_.views().size());
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return kinds_.size(); }
  [[nodiscard]] bool is_list(std::size_t i) const { return kinds_[i] == kind::list; }
  [[nodiscard]] bool is_absent(std::size_t i) const { return kinds_[i] == kind::absent; }
  [[nodiscard]] std::span<const std::string_view> spans(std::size_t i) const {
    return std::span{texts_.views()}.subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }

 private:
  enum class kind : std::uint8_t { text, list, absent };

  texts texts_;
  std::vector<std::size_t> begin_;
  std::vector<kind> kinds_;
};

template <class Real>
nb::dict rewarded(generations& given, const batch::reward_options& options, nb::handle out_given) {
  const std::size_t n = given.strings.views().size();
  results out{out_given, n};
  const std::span<Real> column = out.add<Real>("reward");
  out.checked();
  interruptible threads;
  {
    const nb::gil_scoped_release released;
    given.prepare();
    mhqa::for_each_chunk(threads, n, grain(n, threads), [&](std::size_t begin, std::size_t end) {
      batch::reward_memory memory;
      for (std::size_t i = begin; i < end && threads.goes_on(); ++i) {
        const batch::reward_verdict verdict = judge_generation(given.reward,
                                                               {.text = given.strings.views()[i],
                                                                .options = options,
                                                                .golds = given.prepared[given.golds.question(i)],
                                                                .all_numbers = false},
                                                               memory);
        const bool raised = !verdict.error.empty() || !verdict.reward;
        if (!column.empty()) {
          column[i] = raised ? std::numeric_limits<Real>::quiet_NaN() : static_cast<Real>(*verdict.reward);
        }
      }
    });
  }
  return std::move(out).dict();
}

}  // namespace

const batch::published_reward& published_reward_of(const std::string& rule) {
  const batch::published_reward* const found = batch::find_published_reward(rule);
  if (found == nullptr || found->played) {
    std::string all;
    for (const batch::published_reward& one : batch::published_rewards) {
      if (!one.played) all.append(all.empty() ? "" : ", ").append(one.name);
    }
    throw_value_error({"rule"}, "one of " + all + "; found " + rule);
  }
  return *found;
}

batch::reward_options options_of(const batch::published_reward& reward, std::string_view eos, std::string_view pad,
                                 nb::handle numbers) {
  batch::reward_options out = reward.usual;
  out.eos_token = eos;
  out.pad_token = pad;
  if (numbers.is_none()) return out;
  for (const auto [key, value] : nb::cast<nb::dict>(numbers)) {
    const std::string name = nb::cast<std::string>(key);
    std::string taken;
    bool found = false;
    for (std::size_t i = 0; i < batch::reward_arguments.size(); ++i) {
      if ((reward.arguments >> i & 1U) == 0) continue;
      const batch::reward_argument& argument = batch::reward_arguments[i];
      taken.append(taken.empty() ? "" : ", ").append(argument.name);
      if (argument.name != name) continue;
      out.*argument.member = nb::cast<double>(value);
      found = true;
    }
    if (!found) {
      throw nb::type_error((name + ": the rule " + std::string{reward.name} + " takes " +
                            (taken.empty() ? "no numbers" : "only " + taken))
                               .c_str());
    }
  }
  return out;
}

nb::list published_scores(nb::handle predicted, nb::handle golds_given, const std::string& dialect,
                          const std::optional<std::string>& extraction, const std::string& answer_type) {
  std::string names;
  bool known = false;
  for (const std::string_view name : mhqa::evaluator_names()) {
    names.append(names.empty() ? "" : ", ").append(name);
    known = known || name == dialect;
  }
  if (!known) throw_value_error({"dialect"}, "one of " + names + "; found " + dialect);
  const mhqa::taken_values takes = mhqa::answer_evaluator{dialect}.takes();
  std::optional<mhqa::extraction_profile> profile;
  if (extraction) profile = extraction_of(*extraction);
  const predictions given{predicted, takes.truths};
  const gold_texts golds{golds_given, true, takes.truths};
  check_sizes(given.size(), golds.size(), "predictions");
  if (profile) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given.is_list(i)) throw_type_error({"predictions", i}, "a string beside extraction", nb::list{});
    }
  }
  struct scored {
    std::vector<mhqa::published_number> numbers;
    std::string error;
    mhqa::extraction found;
    std::string memory;  // of an answer that had escapes
  };
  std::vector<scored> all(given.size());
  interruptible threads;
  {
    const nb::gil_scoped_release released;
    mhqa::for_each_chunk(threads, all.size(), grain(all.size(), threads), [&](std::size_t begin, std::size_t end) {
      mhqa::answer_evaluator by{dialect};
      mhqa::published_result result;
      for (std::size_t i = begin; i < end && threads.goes_on(); ++i) {
        std::span<const std::string_view> prediction = given.spans(i);
        if (profile && !given.is_absent(i)) {
          all[i].found = mhqa::extract_answer(prediction.front(), *profile, all[i].memory);
          prediction = {&all[i].found.answer, 1};
        }
        by.score({.prediction = prediction,
                  .prediction_is_list = given.is_list(i),
                  .golds = golds.golds(golds.question(i)),
                  .answer_type = answer_type,
                  .absent = given.is_absent(i)},
                 result);
        all[i].error = result.error();
        all[i].numbers.assign(result.numbers().begin(), result.numbers().end());
      }
    });
  }
  nb::list out;
  gil_pause pause;
  for (const scored& one : all) {
    pause();
    if (!one.error.empty()) {
      out.append(error_of(one.error));
      continue;
    }
    nb::dict row;
    for (const mhqa::published_number& number : one.numbers) {
      row[nb::str(number.name.data(), number.name.size())] = number_or_none(number.value);
    }
    if (profile) {
      const std::string_view why = mhqa::name(one.found.reason);
      row["extracted"] = one.found.found() ? text_object(one.found.answer) : nb::none();
      row["why"] = nb::str(why.data(), why.size());
    }
    out.append(row);
  }
  return out;
}

nb::list published_verdicts(nb::handle texts_given, nb::handle golds_given, const std::string& rule,
                            const std::string& eos_token, const std::string& pad_token, nb::handle numbers) {
  generations given{texts_given, golds_given, rule};
  const batch::reward_options options = options_of(given.reward, eos_token, pad_token, numbers);
  const std::size_t n = given.strings.views().size();
  // A verdict views the thread's memory, so that the answer is copied.
  struct judged {
    batch::reward_verdict verdict;
    std::string extracted;
  };
  std::vector<judged> all(n);
  interruptible threads;
  {
    const nb::gil_scoped_release released;
    given.prepare();
    mhqa::for_each_chunk(threads, n, grain(n, threads), [&](std::size_t begin, std::size_t end) {
      batch::reward_memory memory;
      for (std::size_t i = begin; i < end && threads.goes_on(); ++i) {
        all[i].verdict = judge_generation(
            given.reward,
            {.text = given.strings.views()[i], .options = options, .golds = given.prepared[given.golds.question(i)]},
            memory);
        all[i].extracted = all[i].verdict.extracted;
      }
    });
  }
  nb::list out;
  gil_pause pause;
  for (const judged& one : all) {
    pause();
    const batch::reward_verdict& verdict = one.verdict;
    if (!verdict.error.empty()) {
      out.append(error_of(verdict.error));
      continue;
    }
    nb::dict row;
    row["reward"] = number_or_none(verdict.reward);
    row["extracted"] = verdict.found ? text_object(one.extracted) : nb::none();
    row["why"] = nb::str(verdict.why.data(), verdict.why.size());
    for (std::size_t k = 0; k < verdict.more_count; ++k) {
      const mhqa::published_number& number = verdict.more[k];
      row[nb::str(number.name.data(), number.name.size())] = number_or_none(number.value);
    }
    out.append(row);
  }
  return out;
}

nb::dict published_rewards(nb::handle texts_given, nb::handle golds_given, const std::string& rule,
                           const std::string& eos_token, const std::string& pad_token, nb::handle numbers, bool wide,
                           nb::handle out) {
  generations given{texts_given, golds_given, rule};
  if (given.strings.views().empty()) throw_value_error({"texts"}, "at least one");
  const batch::reward_options options = options_of(given.reward, eos_token, pad_token, numbers);
  return wide ? rewarded<double>(given, options, out) : rewarded<float>(given, options, out);
}

}  // namespace mhqa_python
