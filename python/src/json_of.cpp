// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See json_of.hpp.
#include "json_of.hpp"

#include "gil_pause.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

namespace nb = nanobind;

namespace mhqa_python {
namespace {

#if !defined(Py_GIL_DISABLED)  // without the GIL, another thread may change a dict meanwhile

/// Appends the JSON of one value after the other. Holds the GIL; gives it to other threads between the items of the
/// outermost list or dict only, which they may change.
class writer {
 public:
  explicit writer(nb::tuple left_out) : left_out_{std::move(left_out)} {}

  /// Returns false for data that are not plain.
  bool write(PyObject* value, int depth) {
    if (depth > 200) return false;
    if (PyUnicode_CheckExact(value)) return text(value);
    if (PyDict_CheckExact(value)) return members(value, depth);
    if (PyList_CheckExact(value) || PyTuple_CheckExact(value)) return items(value, depth);
    if (value == Py_None) return append("null");
    if (value == Py_True) return append("true");
    if (value == Py_False) return append("false");
    if (PyLong_CheckExact(value) || PyFloat_CheckExact(value)) return number(value);
    return false;
  }

  [[nodiscard]] nb::object bytes() const { return nb::bytes(out_.data(), out_.size()); }

 private:
  bool append(std::string_view text) {
    out_.append(text);
    return true;
  }

  bool text(PyObject* value) {
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(value, &size);
    if (bytes == nullptr) {
      PyErr_Clear();
      return false;
    }
    constexpr char hex[] = "0123456789abcdef";
    const std::string_view all{bytes, static_cast<std::size_t>(size)};
    out_ += '"';
    std::size_t done = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto c = static_cast<unsigned char>(all[i]);
      if (c >= 0x20 && c != '"' && c != '\\') continue;
      out_.append(all.substr(done, i - done));
      done = i + 1;
      if (c >= 0x20) {
        out_ += '\\';
        out_ += all[i];
      } else {
        out_.append("\\u00");
        out_ += hex[c >> 4U];
        out_ += hex[c & 15U];
      }
    }
    out_.append(all.substr(done));
    out_ += '"';
    return true;
  }

  bool number(PyObject* value) {
#if defined(__cpp_lib_to_chars)  // the shortest digits, as repr()
    if (PyFloat_CheckExact(value)) {
      const double real = PyFloat_AsDouble(value);
      if (!std::isfinite(real)) return false;
      char digits[40];
      const auto end = std::to_chars(digits, digits + sizeof digits, real);
      return append({digits, static_cast<std::size_t>(end.ptr - digits)});
    }
#endif
    const nb::object spelled = nb::steal(PyObject_Repr(value));
    if (!spelled.is_valid()) {  // more digits than Python prints
      PyErr_Clear();
      return false;
    }
    const std::string_view digits = nb::cast<const char*>(spelled);
    const bool is_finite = digits.find_first_of("in") == digits.npos;  // inf, nan
    return is_finite && append(digits);
  }

  bool items(PyObject* value, int depth) {
    const bool list = PyList_CheckExact(value);
    out_ += '[';
    for (Py_ssize_t i = 0; i < (list ? PyList_Size(value) : PyTuple_Size(value)); ++i) {
      if (i != 0) out_ += ',';
      if (!write(list ? PyList_GetItem(value, i) : PyTuple_GetItem(value, i), depth + 1)) return false;
      if (depth == 0) pause_();
    }
    out_ += ']';
    return true;
  }

  bool members(PyObject* value, int depth) {
    PyObject *key = nullptr, *member = nullptr;
    const Py_ssize_t size = PyDict_Size(value);
    bool first = true;
    out_ += '{';
    for (Py_ssize_t at = 0; PyDict_Next(value, &at, &key, &member) != 0;) {
      if (!PyUnicode_CheckExact(key)) return false;
      if (depth == 1 && is_left_out(key)) continue;
      if (!first) out_ += ',';
      first = false;
      if (!text(key)) return false;
      out_ += ':';
      if (!write(member, depth + 1)) return false;
      if (depth != 0) continue;
      pause_();
      if (PyDict_Size(value) != size) throw nb::value_error("expected a dict that no other thread changes meanwhile");
    }
    out_ += '}';
    return true;
  }

  [[nodiscard]] bool is_left_out(PyObject* key) const {
    for (const nb::handle name : left_out_) {
      if (PyUnicode_Compare(key, name.ptr()) == 0) return true;
    }
    return false;
  }

  nb::tuple left_out_;
  std::string out_;
  gil_pause pause_;
};

#endif

}  // namespace

nb::object json_of(nb::handle data, nb::tuple left_out) {
#if defined(Py_GIL_DISABLED)
  static_cast<void>(data);
  static_cast<void>(left_out);
  return nb::none();
#else
  writer json{std::move(left_out)};
  return json.write(data.ptr(), 0) ? json.bytes() : nb::none();
#endif
}

}  // namespace mhqa_python
