// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Python's strings as views of their UTF-8, without copies, and the golds of a batch: a string or several for each
// question, where questions repeat.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_python {

namespace nb = nanobind;

/// What an error message calls an argument, or the item of one.
struct place {
  std::string_view name;
  std::optional<std::size_t> item{};
};

/// Throws TypeError: "golds[3]: expected a string, found int".
[[noreturn]] void throw_type_error(const place& where, const char* wanted, nb::handle found);

/// Throws ValueError: "golds[3]: expected …".
[[noreturn]] void throw_value_error(const place& where, const std::string& wanted);

/// Strings of Python, and what keeps their bytes alive; hold the GIL, but where only views are read.
class texts {
 public:
  /// Errors: TypeError for another type than str
  /// Cost:   no copy, but of strings with lone surrogates, which get the three bytes that WTF-8 has for each
  void add(nb::handle text, const place& where);

  [[nodiscard]] const std::vector<std::string_view>& views() const noexcept { return views_; }

 private:
  std::vector<std::string_view> views_;
  std::vector<nb::object> kept_;
};

/// The items of a list, tuple, array or other iterable that is no string, bytes, mapping or set.
///
/// Errors: TypeError
[[nodiscard]] nb::object items_of(nb::handle sequence, const place& where);

/// Items of what items_of() returned; borrowed.
[[nodiscard]] std::span<PyObject*> span_of(const nb::object& items);

/// The golds of each item of a batch. Equal neighbours, and items that are one Python object, are one question.
class gold_texts {
 public:
  /// Errors: TypeError; ValueError for an item without golds, unless `may_lack`
  gold_texts(nb::handle golds, bool may_lack);

  [[nodiscard]] std::size_t size() const noexcept { return question_.size(); }
  [[nodiscard]] std::size_t questions() const noexcept { return questions_.size(); }
  /// The question of an item.
  [[nodiscard]] std::size_t question(std::size_t item) const noexcept {
    return static_cast<std::size_t>(question_[item]);
  }
  /// The questions of all items.
  [[nodiscard]] std::span<const std::int32_t> question_of() const noexcept { return question_; }
  /// The golds of a question.
  [[nodiscard]] std::span<const std::string_view> golds(std::size_t question) const noexcept {
    return std::span{texts_.views()}.subspan(questions_[question].first, questions_[question].size);
  }

 private:
  struct range {
    std::size_t first;
    std::size_t size;
  };

  texts texts_;
  std::vector<range> questions_;
  std::vector<std::int32_t> question_;
  nb::object items_;  // keeps the identities from being reused
};

}  // namespace mhqa_python
