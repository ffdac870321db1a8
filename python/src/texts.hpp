// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Python's strings as views of their UTF-8, without copies, and the golds of a batch: one or several strings per
// question, possibly repeated.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_python {

namespace nb = nanobind;

/// The name of an argument, or of an item of it, in error messages.
struct place {
  std::string_view name;
  std::optional<std::size_t> item{};
};

/// Throws TypeError: "golds[3]: expected a string, found int".
[[noreturn]] void throw_type_error(const place& where, const char* wanted, nb::handle found);

/// Throws ValueError: "golds[3]: expected …".
[[noreturn]] void throw_value_error(const place& where, const std::string& wanted);

/// Refuses a gold that holds a list or an object in JSON or Python, against which every answer would score 0.
///
/// Errors: ValueError
void expect_plain_gold(std::string_view gold, const place& where);

/// Python's strings as views, with owners of their bytes; hold the GIL except for reading views.
class texts {
 public:
  texts() = default;
  /// Takes a column through the Arrow C data interface (arrow.hpp), or any iterable of strings.
  ///
  /// Errors: those of add() and read_arrow(), with the row
  texts(nb::handle given, std::string_view name);

  /// Errors: TypeError for another type than str
  /// Cost:   no copy, except for strings with lone surrogates, which become the three bytes of WTF-8
  void add(nb::handle text, const place& where) { add(text, where, true); }

  /// Adds True or False as StrategyQA's file spells it.
  void add_truth(nb::handle truth);
  /// Adds the items of a tuple, which is kept instead of each.
  void add_items(nb::object items, const place& where);

  /// Adds views into memory that `owner` keeps.
  void add(std::vector<std::string_view> views, std::shared_ptr<const void> owner);

  [[nodiscard]] const std::vector<std::string_view>& views() const noexcept { return views_; }

 private:
  /// Keeps the text alive only if `keep`: otherwise its list does.
  void add(nb::handle text, const place& where, bool keep);

  std::vector<std::string_view> views_;
  std::vector<nb::object> kept_;
  std::vector<std::shared_ptr<const void>> owners_;
};

/// Returns the items of a list, tuple, array or other iterable that is not a string, bytes, mapping or set.
///
/// Errors: TypeError
[[nodiscard]] nb::object items_of(nb::handle sequence, const place& where);

/// Returns the items of items_of()'s result; borrowed references.
#if defined(Py_LIMITED_API)
[[nodiscard]] std::vector<PyObject*> span_of(const nb::object& items);  // a tuple's memory is not in the stable ABI
#else
[[nodiscard]] std::span<PyObject*> span_of(const nb::object& items);
#endif

/// The golds of each item of a batch. Equal neighbours, and items that are one Python object, count as one question.
class gold_texts {
 public:
  /// Takes an iterable of strings, lists of strings and dicts with either at "target"; or an Arrow column of strings or
  /// lists.
  ///
  /// Shape:  with `truths`, True and False are the texts "true" and "false"
  /// Errors: TypeError; ValueError for an item without golds, unless `may_lack`, for a string that is a list or object
  ///         in JSON or Python, against which every answer would score 0, and as read_arrow()
  gold_texts(nb::handle golds, bool may_lack, bool truths = false);

  [[nodiscard]] std::size_t size() const noexcept { return question_.size(); }
  [[nodiscard]] std::size_t questions() const noexcept { return questions_.size(); }
  /// Returns the question of an item.
  [[nodiscard]] std::size_t question(std::size_t item) const noexcept {
    return static_cast<std::size_t>(question_[item]);
  }
  /// Returns the questions of all items.
  [[nodiscard]] std::span<const std::int32_t> question_of() const noexcept { return question_; }
  /// Returns the golds of a question.
  [[nodiscard]] std::span<const std::string_view> golds(std::size_t question) const noexcept {
    return std::span{texts_.views()}.subspan(questions_[question].first, questions_[question].size);
  }

 private:
  struct range {
    std::size_t first;
    std::size_t size;
  };

  void read(nb::handle golds, bool may_lack, bool truths);
  void read_golds(nb::handle truth, const place& where, bool truths);
  void finish_question(std::size_t item, bool may_lack);

  texts texts_;
  std::vector<range> questions_;
  std::vector<std::int32_t> question_;
  nb::object items_{};  // prevents reuse of object identities
};

}  // namespace mhqa_python
