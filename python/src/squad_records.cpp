// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See squad_records.hpp.
#include "squad_records.hpp"

#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace nb = nanobind;

namespace mhqa_python {
namespace {

/// The names of members, made once.
struct names {
  nb::str id = name("id"), text = name("text"), prediction = name("prediction_text"), answers = name("answers"),
          title = name("title"), context = name("context"), question = name("question");

 private:
  static nb::str name(const char* text) { return nb::steal<nb::str>(PyUnicode_InternFromString(text)); }
};

/// A member of a plain dict, borrowed; null if there is none.
PyObject* member(PyObject* record, const nb::str& name) {
  if (record == nullptr || !PyDict_CheckExact(record)) return nullptr;
  return PyDict_GetItemWithError(record, name.ptr());
}

/// The bytes of a string; nothing for another object, and for lone surrogates.
std::optional<std::string_view> text_of(PyObject* given) {
  if (given == nullptr || !PyUnicode_CheckExact(given)) return std::nullopt;
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(given, &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  return std::string_view{bytes, static_cast<std::size_t>(size)};
}

/// The text of a member that may be missing.
std::optional<std::string_view> text_or_empty(PyObject* record, const nb::str& name) {
  PyObject* const found = member(record, name);
  return found == nullptr ? std::optional<std::string_view>{""} : text_of(found);
}

nb::object bytes_of(const std::string& text) {
  return nb::bytes(text.data(), text.size());
}

/// Writes one record as an article of its own. Returns false if it is not plain.
bool write_article(mhqa::io::json_writer& json, PyObject* record, const names& n, bool& answerable) {
  const auto id = text_of(member(record, n.id));
  PyObject* const golds = member(member(record, n.answers), n.text);
  if (!id || golds == nullptr || !PyList_CheckExact(golds)) return false;
  const auto title = text_or_empty(record, n.title), context = text_or_empty(record, n.context),
             question = text_or_empty(record, n.question);
  if (!title || !context || !question) return false;
  const Py_ssize_t size = PyList_Size(golds);
  answerable = answerable && size != 0;
  json.begin_object().member("title", *title).key("paragraphs").begin_array().begin_object();
  json.member("context", *context).key("qas").begin_array().begin_object();
  json.member("id", *id).member("question", *question).key("answers").begin_array();
  for (Py_ssize_t i = 0; i < size; ++i) {
    const auto gold = text_of(PyList_GetItem(golds, i));
    if (!gold) return false;
    json.begin_object().member("text", *gold).member("answer_start", 0).end_object();
  }
  json.end_array().member("is_impossible", size == 0).end_object().end_array().end_object().end_array().end_object();
  return true;
}

}  // namespace

nb::object squad_predictions(nb::list records) {
  const names n;
  std::string out;
  mhqa::io::json_writer json{out};
  std::unordered_set<std::string_view> ids;
  ids.reserve(records.size());
  json.begin_object();
  for (std::size_t i = 0; i < records.size(); ++i) {
    PyObject* const one = PyList_GetItem(records.ptr(), static_cast<Py_ssize_t>(i));
    const auto id = text_of(member(one, n.id)), text = text_of(member(one, n.prediction));
    if (!id || !text || !ids.insert(*id).second) return nb::none();
    json.member(*id, *text);
  }
  json.end_object();
  return bytes_of(out);
}

nb::object squad_gold(nb::list records) {
  const names n;
  std::string out;
  mhqa::io::json_writer json{out};
  bool answerable = true;
  json.begin_object().key("data").begin_array();
  for (std::size_t i = 0; i < records.size(); ++i) {
    PyObject* const one = PyList_GetItem(records.ptr(), static_cast<Py_ssize_t>(i));
    if (!write_article(json, one, n, answerable)) return nb::none();
  }
  json.end_array().member("version", answerable ? "1.1" : "v2.0").end_object();
  return bytes_of(out);
}

}  // namespace mhqa_python
