// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See texts.hpp. PyUnicode_AsUTF8AndSize keeps the UTF-8 of a string with the string, so that it is made once.
#include "texts.hpp"

#include "arrow.hpp"
#include "gil_pause.hpp"

#include <mhqa/batch/reward.hpp>
#include <mhqa/text/encoded_list.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace mhqa_python {
namespace {

[[nodiscard]] std::string name_of_type(nb::handle found) {
#if defined(Py_LIMITED_API)
  const nb::object name = nb::getattr(found.type(), "__name__");
  return nb::borrow<nb::str>(name).c_str();
#else
  return Py_TYPE(found.ptr())->tp_name;
#endif
}

[[nodiscard]] bool is_iterable(PyObject* given) {
#if defined(Py_LIMITED_API)
  return PyType_GetSlot(Py_TYPE(given), Py_tp_iter) != nullptr || PySequence_Check(given) != 0;
#else
  return Py_TYPE(given)->tp_iter != nullptr || PySequence_Check(given) != 0;
#endif
}

/// Returns true for a mapping and for a table, whose items are keys and names of columns.
[[nodiscard]] bool is_keyed(nb::handle given) {
  const nb::object mapping = nb::module_::import_("collections.abc").attr("Mapping");
  return nb::isinstance(given, mapping) || nb::hasattr(given, "columns");
}

[[nodiscard]] std::string to_string(const place& where) {
  std::string out{where.name};
  if (where.item) out += "[" + std::to_string(*where.item) + "]";
  return out;
}

/// A number for each object, at first -1.
class object_table {
 public:
  explicit object_table(std::size_t most) : slots_(std::bit_ceil(2 * most + 1)) {}

  [[nodiscard]] std::int32_t& operator[](const PyObject* key) {
    const std::size_t mask = slots_.size() - 1;
    // Objects lie at multiples of 16; the product spreads the rest of the address over the upper half.
    const auto hash = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(key) >> 4U) * 0x9E3779B97F4A7C15U;
    std::size_t at = static_cast<std::size_t>(hash >> 32U) & mask;
    while (slots_[at].key != nullptr && slots_[at].key != key) at = (at + 1) & mask;
    slots_[at].key = key;
    return slots_[at].number;
  }

 private:
  struct slot {
    const PyObject* key = nullptr;
    std::int32_t number = -1;
  };
  std::vector<slot> slots_;
};

}  // namespace

void throw_type_error(const place& where, const char* wanted, nb::handle found) {
  throw nb::type_error((to_string(where) + ": expected " + wanted + ", found " + name_of_type(found)).c_str());
}

void throw_value_error(const place& where, const std::string& wanted) {
  throw nb::value_error((to_string(where) + ": expected " + wanted).c_str());
}

void expect_plain_gold(std::string_view gold, const place& where) {
  if (!mhqa::is_encoded_list(gold)) return;
  throw_value_error(where,
                    "golds, found a string that holds a list or an object in JSON or Python: pass the list itself "
                    "(json.loads(text), or ast.literal_eval(text)), or [text] to score it as a text");
}

void texts::add(nb::handle text, const place& where, bool keep) {
  if (!PyUnicode_Check(text.ptr())) throw_type_error(where, "a string", text);
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) {
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) nb::raise_python_error();
    PyErr_Clear();
    nb::object owner = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!owner.is_valid()) nb::raise_python_error();
    bytes = PyBytes_AsString(owner.ptr());
    size = PyBytes_Size(owner.ptr());
    kept_.push_back(std::move(owner));
  } else if (keep) {
    kept_.push_back(nb::borrow(text));
  }
  views_.emplace_back(bytes, static_cast<std::size_t>(size));
}

void texts::add_truth(nb::handle truth) {
  views_.emplace_back(truth.is(Py_True) ? "true" : "false");
}

void texts::add_items(nb::object items, const place& where) {
  for (PyObject* const item : span_of(items)) add(item, where, false);
  kept_.push_back(std::move(items));
}

void texts::add(std::vector<std::string_view> views, std::shared_ptr<const void> owner) {
  owners_.push_back(std::move(owner));
  if (views_.empty()) {
    views_ = std::move(views);
  } else {
    views_.insert(views_.end(), views.begin(), views.end());
  }
}

texts::texts(nb::handle given, std::string_view name) {
  if (is_arrow(given)) {
    arrow_rows rows = read_arrow(given, name, false);
    add(std::move(rows.views), std::move(rows.owner));
    return;
  }
  nb::object items = items_of(given, {name});
  const auto each = span_of(items);
  views_.reserve(each.size());
  gil_pause pause;
  for (std::size_t i = 0; i < each.size(); ++i) {
    pause();
    if (i + 8 < each.size()) mhqa::batch::detail::prefetch(each[i + 8]);
    add(each[i], {name, i}, false);
  }
  kept_.push_back(std::move(items));
}

namespace {

/// Returns the items of a list as a tuple. Other threads get the GIL meanwhile, as a copy of a million takes 10 ms.
PyObject* copy_of(PyObject* list) {
#if defined(Py_GIL_DISABLED)
  return PySequence_Tuple(list);
#else
  const Py_ssize_t size = PyList_Size(list);
  nb::object out = nb::steal(PyTuple_New(size));
  if (!out.is_valid() || size == 0) return out.release().ptr();
  PyObject_GC_UnTrack(out.ptr());  // nobody sees it half filled
  gil_pause pause;
  for (Py_ssize_t i = 0; i < size; ++i) {
    if (PyList_Size(list) != size) throw nb::value_error("expected a list that no other thread changes meanwhile");
    PyTuple_SetItem(out.ptr(), i, nb::borrow(PyList_GetItem(list, i)).release().ptr());
    pause();
  }
  PyObject_GC_Track(out.ptr());
  return out.release().ptr();
#endif
}

}  // namespace

nb::object items_of(nb::handle sequence, const place& where) {
  PyObject* const given = sequence.ptr();
  if (PyUnicode_Check(given) || PyBytes_Check(given) || PyByteArray_Check(given) || PyDict_Check(given) ||
      PyAnySet_Check(given)) {
    throw_type_error(where, "a list", sequence);
  }
  if (!PyList_Check(given) && !PyTuple_Check(given) && is_keyed(sequence)) throw_type_error(where, "a list", sequence);
  if (!is_iterable(given)) throw_type_error(where, "a list", sequence);
  // A copy: the caller's list may change while the GIL is released. Errors of the caller's iterator pass through.
  nb::object out = nb::steal(PyList_CheckExact(given) ? copy_of(given) : PySequence_Tuple(given));
  if (!out.is_valid()) nb::raise_python_error();
  return out;
}

#if defined(Py_LIMITED_API)
std::vector<PyObject*> span_of(const nb::object& items) {
  std::vector<PyObject*> out(static_cast<std::size_t>(PyTuple_Size(items.ptr())));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = PyTuple_GetItem(items.ptr(), static_cast<Py_ssize_t>(i));
  return out;
}
#else
std::span<PyObject*> span_of(const nb::object& items) {
  return {PySequence_Fast_ITEMS(items.ptr()), static_cast<std::size_t>(PyTuple_GET_SIZE(items.ptr()))};
}
#endif

gold_texts::gold_texts(nb::handle golds, bool may_lack, bool truths) {
  if (!is_arrow(golds)) {
    read(golds, may_lack, truths);
    return;
  }
  arrow_rows rows = read_arrow(golds, "golds", true);
  if (rows.size() > std::numeric_limits<std::int32_t>::max()) throw_value_error({"golds"}, "fewer than 2^31");
  const std::size_t size = rows.size();
  question_.reserve(size);
  if (!rows.lists()) {
    for (std::size_t i = 0; i < size; ++i) expect_plain_gold(rows.views[i], {"golds", i});
  }
  texts_.add(std::move(rows.views), std::move(rows.owner));
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t first = rows.lists() ? rows.begin[i] : i;
    questions_.push_back({first, rows.lists() ? rows.begin[i + 1] - first : 1});
    finish_question(i, may_lack);
    question_.push_back(static_cast<std::int32_t>(questions() - 1));
  }
}

void gold_texts::read(nb::handle golds, bool may_lack, bool truths) {
  items_ = items_of(golds, {"golds"});
  const auto items = span_of(items_);
  if (items.size() > std::numeric_limits<std::int32_t>::max()) throw_value_error({"golds"}, "fewer than 2^31");
  object_table known{items.size()};
  question_.reserve(items.size());
  gil_pause pause;
  for (std::size_t i = 0; i < items.size(); ++i) {
    pause();
    if (i + 8 < items.size()) mhqa::batch::detail::prefetch(items[i + 8]);
    std::int32_t& question = known[items[i]];
    if (question < 0) {
      const std::size_t first = texts_.views().size();
      read_golds(items[i], {"golds", i}, truths);
      questions_.push_back({first, texts_.views().size() - first});
      finish_question(i, may_lack);
      question = static_cast<std::int32_t>(questions() - 1);
    }
    question_.push_back(question);
  }
}

/// Reads a string, an iterable of strings, or a dict with either at "target", as the command's lines have them.
void gold_texts::read_golds(nb::handle truth, const place& where, bool truths) {
  if (truths && PyBool_Check(truth.ptr())) {
    texts_.add_truth(truth);
  } else if (PyUnicode_Check(truth.ptr())) {
    texts_.add(truth, where);
    expect_plain_gold(texts_.views().back(), where);
  } else if (PyDict_Check(truth.ptr())) {
    if (PyMapping_HasKeyString(truth.ptr(), "target") == 0) throw_value_error(where, "a dict with \"target\"");
    const nb::object target = nb::steal(PyMapping_GetItemString(truth.ptr(), "target"));
    if (PyDict_Check(target.ptr())) throw_value_error(where, "a string or a list of strings at \"target\"");
    read_golds(target, where, truths);
  } else if (!truths) {
    texts_.add_items(items_of(truth, where), where);
  } else {
    const nb::object items = items_of(truth, where);
    for (PyObject* const item : span_of(items)) {
      PyBool_Check(item) ? texts_.add_truth(item) : texts_.add(item, where);
    }
  }
}

/// Checks the last question, and drops it if its golds are those of the one before.
void gold_texts::finish_question(std::size_t item, bool may_lack) {
  const std::size_t last = questions() - 1;
  if (questions_[last].size == 0 && !may_lack) throw_value_error({"golds", item}, "at least one gold answer");
  if (last != 0 && std::ranges::equal(this->golds(last - 1), this->golds(last))) questions_.pop_back();
}

}  // namespace mhqa_python
