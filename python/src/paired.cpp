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
  bool add(const part& id) {
    slot& at = find(id.ptr(), PyObject_Hash(id.ptr()));
    if (at.number != none) return false;
    at = {static_cast<std::uint32_t>(PyObject_Hash(id.ptr())), static_cast<std::uint32_t>(ids_.size())};
    ids_.push_back(id);
    return true;
  }

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Returns the number of an id; none if it is not there. `likely` is tried first.
  [[nodiscard]] std::uint32_t number(PyObject* id, std::uint32_t likely) {
    if (likely < ids_.size() && ids_[likely].ptr() == id) return likely;
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
      PyObject* const known = ids_[here.number].ptr();
      if (known == id || PyUnicode_Compare(known, id) == 0) return here;
    }
  }

  std::vector<slot> slots_;
  std::vector<part> ids_;
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
  std::vector<part> given(size);
  for (std::size_t i = 0; i < size; ++i) {
    const part one = item_of(predictions.ptr(), static_cast<Py_ssize_t>(i));
    const part id = member(one.ptr(), id_name);
    given[i] = member(one.ptr(), text_name);
    if (!id.is_valid() || !given[i].is_valid() || !PyUnicode_CheckExact(id.ptr()) || !known.add(id)) {
      return not_plain();
    }
  }
  const auto sized = [size] { return nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(size))); };
  const nb::list texts = sized(), golds = sized();
  std::vector<bool> seen(size);
  for (std::size_t i = 0; i < size; ++i) {
    const part one = item_of(references.ptr(), static_cast<Py_ssize_t>(i));
    const part id = member(one.ptr(), id_name);
    const part answers = member(one.ptr(), answers_name);
    const part gold = member(answers.ptr(), golds_name);
    if (!id.is_valid() || !gold.is_valid() || !PyUnicode_CheckExact(id.ptr())) return not_plain();
    const std::uint32_t number = known.number(id.ptr(), static_cast<std::uint32_t>(i));
    if (number == id_table::none || seen[number]) return nb::none();
    seen[number] = true;
    append(texts, i, given[number].ptr());
    append(golds, i, gold.ptr());
  }
  return nb::make_tuple(texts, golds);
}

}  // namespace mhqa_python
