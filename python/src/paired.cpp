// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See paired.hpp. The table of ids uses the hashes that Python's strings keep, so that few ids are compared.
#include "paired.hpp"

#include "dict_member.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace nb = nanobind;

namespace mhqa_python {
namespace {

/// The places of strings in a list.
class id_table {
 public:
  explicit id_table(std::size_t size) : slots_(std::bit_ceil(2 * size + 1)) { ids_.reserve(size); }

  /// Returns false if the id is there already.
  bool add(PyObject* id) {
    slot& at = find(id, PyObject_Hash(id));
    if (at.number != none) return false;
    at = {static_cast<std::uint32_t>(PyObject_Hash(id)), static_cast<std::uint32_t>(ids_.size())};
    ids_.push_back(id);
    return true;
  }

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Returns the number of an id; none if it is not there. `likely` is tried first.
  [[nodiscard]] std::uint32_t number(PyObject* id, std::uint32_t likely) {
    if (likely < ids_.size() && ids_[likely] == id) return likely;
    return find(id, PyObject_Hash(id)).number;
  }

 private:
  struct slot {
    std::uint32_t hash = 0;
    std::uint32_t number = none;
  };

  slot& find(PyObject* id, Py_hash_t hash) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = static_cast<std::size_t>(hash) & mask;; at = (at + 1) & mask) {
      slot& here = slots_[at];
      if (here.number == none) return here;
      if (here.hash != static_cast<std::uint32_t>(hash)) continue;
      if (ids_[here.number] == id || PyUnicode_Compare(ids_[here.number], id) == 0) return here;
    }
  }

  std::vector<slot> slots_;
  std::vector<PyObject*> ids_;
};

/// What is returned for records that are not plain; without the error of a key's own ==.
nb::object not_plain() {
  PyErr_Clear();
  return nb::none();
}

void append(const nb::list& list, std::size_t at, PyObject* item) {
  Py_INCREF(item);
  PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(at), item);  // steals it
}

}  // namespace

nb::object paired(nb::list predictions, nb::list references) {
  const std::size_t size = predictions.size();
  if (size != references.size() || size >= id_table::none) return nb::none();
  static constexpr auto interned = [](const char* name) {
    return nb::steal<nb::str>(PyUnicode_InternFromString(name));
  };
  const nb::str id_name = interned("id"), text_name = interned("prediction_text"), answers_name = interned("answers"),
                golds_name = interned("text");
  id_table known{size};
  std::vector<PyObject*> given(size);
  for (std::size_t i = 0; i < size; ++i) {
    PyObject* const one = PyList_GetItem(predictions.ptr(), static_cast<Py_ssize_t>(i));
    PyObject* const id = member(one, id_name);
    given[i] = member(one, text_name);
    if (id == nullptr || given[i] == nullptr || !PyUnicode_CheckExact(id) || !known.add(id)) return not_plain();
  }
  const auto sized = [size] { return nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(size))); };
  const nb::list texts = sized(), golds = sized();
  std::vector<bool> seen(size);
  for (std::size_t i = 0; i < size; ++i) {
    PyObject* const one = PyList_GetItem(references.ptr(), static_cast<Py_ssize_t>(i));
    PyObject* const id = member(one, id_name);
    PyObject* const gold = member(member(one, answers_name), golds_name);
    if (id == nullptr || gold == nullptr || !PyUnicode_CheckExact(id)) return not_plain();
    const std::uint32_t number = known.number(id, static_cast<std::uint32_t>(i));
    if (number == id_table::none || seen[number]) return nb::none();
    seen[number] = true;
    append(texts, i, given[number]);
    append(golds, i, gold);
  }
  return nb::make_tuple(texts, golds);
}

}  // namespace mhqa_python
