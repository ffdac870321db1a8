// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See squad_records.hpp.
#include "squad_records.hpp"

#include "dict_member.hpp"
#include "evaluation_output.hpp"
#include "text_view.hpp"

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/squad.hpp>
#include <mhqa/error.hpp>
#include <mhqa/find.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace mhqa_python {
namespace {

/// The names of members, made once.
struct names {
  nb::str id = name("id"), text = name("text"), prediction = name("prediction_text"), answers = name("answers"),
          title = name("title"), question = name("question"), probability = name("no_answer_probability");

 private:
  static nb::str name(const char* text) { return nb::steal<nb::str>(PyUnicode_InternFromString(text)); }
};

/// The number of strings between one that is used and one that is fetched into the cache.
constexpr std::size_t ahead = 16;

/// Begins to load memory that is needed soon: the objects of a list lie anywhere.
void fetch(const void* at) {
#if defined(__GNUC__)
  __builtin_prefetch(at);
#else
  static_cast<void>(at);
#endif
}

void fetch(const part& at) {
  fetch(static_cast<const void*>(at.ptr()));
}

/// Fetches the table of a dict. Without the GIL, another thread may replace it.
void fetch_table(PyObject* given) {
#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED)
  if (given == nullptr || !PyDict_CheckExact(given)) return;
  const auto* const keys = reinterpret_cast<const char*>(reinterpret_cast<PyDictObject*>(given)->ma_keys);
  fetch(keys);
  fetch(keys + 64);
  fetch(keys + 128);
#else
  static_cast<void>(given);
#endif
}

/// Fetches the items of a list.
void fetch_items(PyObject* given) {
#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED)
  fetch(reinterpret_cast<PyListObject*>(given)->ob_item);
#else
  static_cast<void>(given);
#endif
}

/// A question of squad_lists, in the place of a record with memory of its own. At least `ahead` answers follow its own.
struct listed_question {
  std::string_view id, question, title;
  std::span<const mhqa::squad::answer> answers;
};

std::string_view id_of(const listed_question& q) noexcept {
  return q.id;
}

void to_record(const listed_question& q, mhqa::squad::record& out) {
  for (std::size_t i = 0; i < q.answers.size(); ++i) fetch((q.answers.data() + i)[ahead].text.data());
  out.id = q.id;
  out.question = q.question;
  out.title = q.title;
  out.answers.assign(q.answers.begin(), q.answers.end());
}

/// Views of the strings of records, and references to them: another thread may change the records.
class squad_lists {
 public:
  squad_lists() = default;
  squad_lists(const squad_lists&) = delete;
  squad_lists& operator=(const squad_lists&) = delete;
  ~squad_lists() {
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (i + ahead < kept_.size()) fetch(kept_[i + ahead]);
      Py_DECREF(kept_[i]);
    }
  }

  /// Reads {id: text} or a list of records without probabilities. Returns false if they are not plain.
  bool read_predictions(PyObject* given, const names& n) {
    if (PyDict_CheckExact(given)) {
#if defined(Py_GIL_DISABLED)
      const nb::object own = nb::steal(PyDict_Copy(given));  // PyDict_Next does not lock
      if (!own.is_valid()) return false;
      given = own.ptr();
#endif
      PyObject *id = nullptr, *text = nullptr;
      predictions_.reserve(static_cast<std::size_t>(PyDict_Size(given)));
      for (Py_ssize_t at = 0; PyDict_Next(given, &at, &id, &text) != 0;) {
        if (!add_prediction(id, text)) return false;
      }
      return true;
    }
    if (!PyList_CheckExact(given)) return false;
    const Py_ssize_t size = PyList_Size(given);
    predictions_.reserve(static_cast<std::size_t>(size));
    kept_.reserve(2 * static_cast<std::size_t>(size));
    std::array<found_prediction, 16> block;
    for (Py_ssize_t i = 0; i < size; i += static_cast<Py_ssize_t>(block.size())) {
      const auto some = std::span{block}.first(std::min(block.size(), static_cast<std::size_t>(size - i)));
      if (!find_predictions(given, i, n, some)) return false;
      for (const found_prediction& one : some) {
        if (!add_prediction(one.id.ptr(), one.text.ptr())) return false;
        PyObject* const record = one.record.ptr();
        if (PyDict_Size(record) > 2 && member(record, n.probability).is_valid()) return false;
      }
    }
    return true;
  }

  /// Reads a list of records. Returns false if they are not plain.
  bool read_golds(PyObject* given, const names& n, bool questions) {
    if (!PyList_CheckExact(given)) return false;
    const Py_ssize_t size = PyList_Size(given);
    golds_.reserve(static_cast<std::size_t>(size));
    ends_.reserve(static_cast<std::size_t>(size));
    answers_.reserve(4 * static_cast<std::size_t>(size) + ahead);
    kept_.reserve(kept_.size() + 5 * static_cast<std::size_t>(size));
    std::array<found_record, 16> block;
    for (Py_ssize_t i = 0; i < size; i += static_cast<Py_ssize_t>(block.size())) {
      const auto some = std::span{block}.first(std::min(block.size(), static_cast<std::size_t>(size - i)));
      if (!find_golds(given, i, n, some)) return false;
      for (const found_record& one : some) {
        if (!add_gold(one, n, questions)) return false;
      }
    }
    answers_.resize(answers_.size() + ahead);
    std::size_t first = 0;
    for (std::size_t i = 0; i < golds_.size(); first = ends_[i++]) {
      golds_[i].answers = std::span{answers_}.subspan(first, ends_[i] - first);
    }
    return true;
  }

  [[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& predictions() const noexcept {
    return predictions_;
  }
  [[nodiscard]] const std::vector<listed_question>& golds() const noexcept {
    return golds_;
  }
  [[nodiscard]] bool answerable() const noexcept {
    return answerable_;
  }

 private:
  bool keep(PyObject* given, std::string_view& out) {
    if (!view_text(given, out)) return false;
    Py_INCREF(given);
    kept_.push_back(given);
    return true;
  }

  bool add_prediction(PyObject* id, PyObject* text) {
    auto& one = predictions_.emplace_back();
    return keep(id, one.first) && keep(text, one.second);
  }

  struct found_prediction {
    part record;
    part id;
    part text;
  };

  struct found_record {
    part record;
    part id;
    part answers;
    part golds;
  };

  /// Takes some items of a list, from the first one on. Each step, here and below, fetches the memory that the next one
  /// needs.
  template <class Found>
  static bool find_records(PyObject* list, Py_ssize_t first, std::span<Found> out) {
    for (Found& one : out) {
      if (first >= PyList_Size(list)) return false;  // a key's own == has changed it
      fetch(one.record = item_of(list, first++));
    }
    for (Found& one : out) fetch_table(one.record.ptr());
    return true;
  }

  static bool find_predictions(PyObject* list, Py_ssize_t first, const names& n, std::span<found_prediction> out) {
    if (!find_records(list, first, out)) return false;
    for (found_prediction& one : out) {
      fetch(one.id = member(one.record.ptr(), n.id));
      fetch(one.text = member(one.record.ptr(), n.prediction));
    }
    return true;
  }

  static bool find_golds(PyObject* list, Py_ssize_t first, const names& n, std::span<found_record> out) {
    if (!find_records(list, first, out)) return false;
    for (found_record& one : out) {
      fetch(one.id = member(one.record.ptr(), n.id));
      fetch(one.answers = member(one.record.ptr(), n.answers));
    }
    for (found_record& one : out) fetch_table(one.answers.ptr());
    for (found_record& one : out) fetch(one.golds = member(one.answers.ptr(), n.text));
    for (found_record& one : out) {
      if (!one.golds.is_valid() || !PyList_CheckExact(one.golds.ptr())) return false;
      fetch_items(one.golds.ptr());
    }
    for (found_record& one : out) {
      const Py_ssize_t size = PyList_Size(one.golds.ptr());
      for (Py_ssize_t i = 0; i < size; ++i) fetch(item_of(one.golds.ptr(), i));
    }
    return true;
  }

  bool add_gold(const found_record& one, const names& n, bool questions) {
    listed_question& q = golds_.emplace_back();
    if (!keep(one.id.ptr(), q.id)) return false;
    PyObject* const golds = one.golds.ptr();
    PyObject* const record = one.record.ptr();
    const Py_ssize_t size = PyList_Size(golds);
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (!keep(item_of(golds, i).ptr(), answers_.emplace_back().text)) return false;
    }
    answerable_ = answerable_ && size != 0;
    ends_.push_back(answers_.size());
    if (!questions) return true;
    const part question = member(record, n.question);
    const part title = member(record, n.title);
    return (!question.is_valid() || keep(question.ptr(), q.question)) &&
           (!title.is_valid() || keep(title.ptr(), q.title));
  }

  std::vector<PyObject*> kept_;
  std::vector<std::pair<std::string_view, std::string_view>> predictions_;
  std::vector<listed_question> golds_;
  std::vector<mhqa::squad::answer> answers_;
  std::vector<std::size_t> ends_;  // of each question's answers
  bool answerable_ = true;
};

}  // namespace

std::optional<evaluated> evaluate_squad(nb::handle predictions, nb::handle gold, const squad_choices& chosen) {
  const names n;
  squad_lists given;
  if (!given.read_predictions(predictions.ptr(), n) || !given.read_golds(gold.ptr(), n, chosen.questions())) {
    PyErr_Clear();  // of a key's own ==
    return std::nullopt;
  }
  mhqa::squad::data_set set{.threshold = chosen.threshold};
  set.rules = given.answerable() ? mhqa::dialects::squad_1_1 : mhqa::dialects::squad_2_0;
  if (!chosen.dialect.empty()) {
    const mhqa::dialect* const named = mhqa::find<mhqa::dialect>(chosen.dialect);
    if (named == nullptr || !mhqa::squad::find_version(*named)) return std::nullopt;
    set.rules = *named;
  }
  const bool old = mhqa::squad::find_version(set.rules) == mhqa::squad::version::v1_1;
  if (old && chosen.threshold != squad_choices{}.threshold) return std::nullopt;  // the files' reader refuses it
  const nb::gil_scoped_release released;
  try {
    mhqa::thread_pool threads{chosen.threads};
    evaluation_output out{chosen};
    const auto found = mhqa::evaluate(set, given.golds(), given.predictions(), out.options(), threads);
    std::string official, warnings;
    mhqa::io::squad::append_official(official, warnings, found);
    return out.finish(mhqa::io::make_reports(found), std::move(official));
  } catch (const mhqa::data_error&) {
    return std::nullopt;
  }
}

}  // namespace mhqa_python
