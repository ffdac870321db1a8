// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Python's lists and dicts as the readers of files take them, without JSON: the values are made for a batch of records
// at a time, and their texts are Python's.
#pragma once

#include "gil_pause.hpp"

#include <mhqa/io/data_source.hpp>
#include <mhqa/io/held_value.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mhqa_python {

/// Thrown for data with anything but dict, list, tuple, str, int of 64 bits, finite float, bool, None and NumPy's
/// types; with keys that are not strings, lone surrogates, or more than 200 levels. Written as JSON, they show what is
/// wrong.
struct not_plain {};

/// What nothing reads of the records: members of a record, and of what is within one.
struct unread_members {
  nanobind::tuple of_record;
  nanobind::tuple within;
};

/// Makes values of objects, and keeps the objects whose texts the values view: another thread may change the data.
class held_values {
 public:
  explicit held_values(unread_members unread) : unread_{std::move(unread)} {}
  held_values(const held_values&) = delete;
  held_values& operator=(const held_values&) = delete;
  ~held_values() { clear(); }

  /// Returns the value of an object that is `depth` levels deep in the data. With `pauses`, lets other threads run.
  ///
  /// Errors: not_plain; nanobind::value_error for a dict that another thread changes
  [[nodiscard]] mhqa::io::held_value make(PyObject* given, int depth, bool pauses);

  /// Drops all values.
  void clear();

 private:
  struct block {
    std::unique_ptr<mhqa::io::held_value[]> values;
    std::size_t size;
  };

  [[nodiscard]] mhqa::io::held_value* reserve(std::size_t size);
  [[nodiscard]] mhqa::io::held_value text(PyObject* given);
  [[nodiscard]] mhqa::io::held_value number(PyObject* given, int depth, bool pauses);
  [[nodiscard]] mhqa::io::held_value elements(PyObject* given, int depth, bool pauses);
  [[nodiscard]] mhqa::io::held_value members(PyObject* given, int depth, bool pauses);
  [[nodiscard]] bool is_unread(PyObject* key, int depth) const;
  void keep(PyObject* given);

  unread_members unread_;
  std::vector<block> blocks_;
  std::size_t block_ = 0, used_ = 0;
  std::vector<PyObject*> kept_;
  gil_pause pause_;
};

/// An argument of an evaluation that is in memory. Use it by one thread at a time, unless it is `whole`.
class held_object {
 public:
  /// Takes a dict or a list; or another object that can be iterated over several times, unless `whole`. `name` is the
  /// argument's. With `whole`, and for a dict, the values last as long as this object.
  ///
  /// Errors: not_plain, if the values last
  held_object(nanobind::object given, std::string name, unread_members unread, bool whole);
  held_object(const held_object&) = delete;
  held_object& operator=(const held_object&) = delete;

  /// Returns the data for the readers. They may read them without the GIL, which each batch takes.
  ///
  /// Errors: of the readers also not_plain and what Python raises, such as KeyboardInterrupt
  [[nodiscard]] mhqa::io::data_source source();

 private:
  [[nodiscard]] std::span<const mhqa::io::held_value> next(bool again);
  [[nodiscard]] std::span<const mhqa::io::held_value> next_batch(bool again);

  nanobind::object given_;
  std::string name_;
  held_values values_;
  std::optional<mhqa::io::held_value> whole_;
  bool is_array_;
  Py_ssize_t at_ = 0;
  nanobind::object iterator_;
  std::vector<mhqa::io::held_value> batch_;
};

/// Returns the data of an argument: a path, or a held_object.
[[nodiscard]] mhqa::io::data_source source_of(nanobind::handle given);

}  // namespace mhqa_python
