// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See arrow.hpp. The three structs are the interface itself: https://arrow.apache.org/docs/format/CDataInterface.html
#include "arrow.hpp"

#include <mhqa/utf8.hpp>

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

namespace mhqa_python {
namespace {

/// One of the interface's structs, released by its producer's function.
template <class T>
class owned {
 public:
  owned() = default;
  /// Takes the struct out of its capsule, which keeps an empty one.
  ///
  /// Errors: ValueError for another object, and for a capsule whose struct was taken before
  owned(nb::handle capsule, const char* type, std::string_view argument) {
    const std::string wanted = std::string{"a capsule \""} + type + "\"";
    if (PyCapsule_IsValid(capsule.ptr(), type) == 0) throw_value_error({argument}, wanted);
    auto* const given = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), type));
    if (given->release == nullptr) throw_value_error({argument}, wanted + " that was not read before");
    value_ = *given;
    given->release = nullptr;
  }
  owned(owned&& other) noexcept : value_{std::exchange(other.value_, T{})} {}
  owned& operator=(owned&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~owned() {
    if (value_.release != nullptr) value_.release(&value_);
  }

  [[nodiscard]] T* operator->() noexcept { return &value_; }
  [[nodiscard]] T& operator*() noexcept { return value_; }

 private:
  T value_{};
};

/// The chunks of a column. Some producers' release functions need the GIL.
struct held {
  owned<ArrowSchema> schema;
  std::vector<owned<ArrowArray>> chunks;

  held() = default;
  held(held&&) noexcept = default;
  held& operator=(held&&) noexcept = default;
  ~held() {
    const nb::gil_scoped_acquire locked;
    chunks.clear();
    schema = {};
  }
};

/// Calls given.NAME(), the producer's export; the errors of the caller's object pass through.
nb::object exported(nb::handle given, const char* name) {
  nb::object out = nb::steal(PyObject_CallMethod(given.ptr(), name, nullptr));
  if (!out.is_valid()) nb::raise_python_error();
  return out;
}

held import_column(nb::handle given, std::string_view name) {
  held out;
  if (nb::hasattr(given, "__arrow_c_array__")) {
    const nb::object pair = exported(given, "__arrow_c_array__");
    if (!PyTuple_Check(pair.ptr()) || PyTuple_Size(pair.ptr()) != 2) {
      throw_value_error({name}, "two capsules from __arrow_c_array__");
    }
    out.schema = {PyTuple_GetItem(pair.ptr(), 0), "arrow_schema", name};
    out.chunks.emplace_back(nb::handle{PyTuple_GetItem(pair.ptr(), 1)}, "arrow_array", name);
    return out;
  }
  const nb::object capsule = exported(given, "__arrow_c_stream__");
  owned<ArrowArrayStream> stream{capsule, "arrow_array_stream", name};
  const auto check = [&](int code) {
    if (code == 0) return;
    const char* const why = stream->get_last_error(&*stream);
    throw_value_error({name}, std::string{"a readable Arrow stream: "} + (why == nullptr ? std::strerror(code) : why));
  };
  check(stream->get_schema(&*stream, &*out.schema));
  for (;;) {
    owned<ArrowArray> chunk;
    check(stream->get_next(&*stream, &*chunk));
    if (chunk->release == nullptr) return out;
    out.chunks.push_back(std::move(chunk));
  }
}

/// Returns the first byte that is not UTF-8 text; nothing for a valid text. Plain ASCII goes eight bytes at a time.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::uint64_t eight = 0;
    if (text.size() - i >= sizeof eight) {
      std::memcpy(&eight, text.data() + i, sizeof eight);
      if ((eight & 0x8080808080808080U) == 0) {
        i += sizeof eight;
        continue;
      }
    }
    const auto at = mhqa::utf8::decode(text, i);
    if (at.opaque() || (at.code >= 0xD800 && at.code < 0xE000)) return false;
    i += at.size;
  }
  return true;
}

/// Element `i` of a buffer of numbers, which may be misaligned.
template <class T>
T number_at(const void* buffer, std::size_t i) {
  T out;
  std::memcpy(&out, static_cast<const char*>(buffer) + i * sizeof(T), sizeof(T));
  return out;
}

[[noreturn]] void throw_damaged(const place& where, const char* part) {
  throw_value_error(where, std::string{"consistent Arrow memory, found "} + part + " out of range");
}

/// Refuses an array that does not have the buffers of its type, so that no other memory is read for them. Buffer 0 may
/// be missing.
void expect_buffers(const ArrowArray& array, std::int64_t least, std::int64_t most, const place& where) {
  if (array.length < 0 || array.offset < 0) throw_damaged(where, "a length");
  if (array.n_buffers < least || array.n_buffers > most) throw_damaged(where, "the number of buffers");
  if (array.length > 0 && least > 1 && array.buffers[1] == nullptr) throw_damaged(where, "a buffer");
}

/// A half-open range [begin, end) of a buffer, from two offsets that must not decrease or exceed the array's last.
template <class Offset>
std::pair<std::size_t, std::size_t> between(const ArrowArray& array, std::size_t i, const place& where) {
  const void* const offsets = array.buffers[1];
  const auto begin = number_at<Offset>(offsets, i), end = number_at<Offset>(offsets, i + 1);
  const auto last = number_at<Offset>(offsets, static_cast<std::size_t>(array.offset + array.length));
  if (begin < 0 || end < begin || end > last) throw_damaged(where, "an offset");
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

std::string type_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (schema.dictionary != nullptr) return "a dictionary of " + type_of(*schema.dictionary);
  if (format == "n") return "nulls only";
  if (format == "b") return "booleans";
  if (format.size() == 1 && std::string_view{"cCsSiIlL"}.find(format) != std::string_view::npos) return "whole numbers";
  if (format == "e" || format == "f" || format == "g") return "floating-point numbers";
  if (format.starts_with("t")) return "times";
  if (format.starts_with("+s")) return "a table or structs";
  if (format.starts_with("+r")) return "run-end encoding";
  if (format.starts_with("+")) return "nested lists";
  return "Arrow's type \"" + std::string{format} + "\"";
}

bool is_valid(const ArrowArray& array, std::size_t i) {
  if (array.null_count == 0 || array.n_buffers == 0 || array.buffers[0] == nullptr) return true;
  const auto bit = static_cast<std::size_t>(array.offset) + i;
  return (static_cast<const std::uint8_t*>(array.buffers[0])[bit / 8] >> (bit % 8) & 1U) != 0;
}

/// The strings of one chunk.
class string_chunk {
 public:
  enum class layout : std::uint8_t { small, large, views, dictionary };

  /// The layout of a type; nothing for one that has no strings.
  static std::optional<layout> layout_of(const ArrowSchema& schema) {
    const std::string_view format = schema.format;
    if (schema.dictionary != nullptr) {
      const auto values = layout_of(*schema.dictionary);
      return values && *values != layout::dictionary ? std::optional{layout::dictionary} : std::nullopt;
    }
    if (format == "u" || format == "z") return layout::small;
    if (format == "U" || format == "Z") return layout::large;
    if (format == "vu" || format == "vz") return layout::views;
    return std::nullopt;
  }

  /// Errors: ValueError for inconsistent memory
  string_chunk(const ArrowSchema& schema, const ArrowArray& array, const place& where)
      : layout_{*layout_of(schema)}, format_{schema.format[0]}, array_{array} {
    if (layout_ == layout::dictionary) {
      expect_buffers(array, 2, 2, where);
      if (array.dictionary == nullptr) throw_damaged(where, "a dictionary");
      values_ = std::make_unique<string_chunk>(*schema.dictionary, *array.dictionary, where);
    } else {
      expect_buffers(array, 3, layout_ == layout::views ? std::numeric_limits<std::int64_t>::max() : 3, where);
    }
  }

  /// Errors: ValueError for a null, invalid UTF-8 and inconsistent memory
  std::string_view at(std::size_t i, const place& where) const {
    if (!is_valid(array_, i)) throw_value_error(where, "a string, found null");
    const std::size_t k = static_cast<std::size_t>(array_.offset) + i;
    if (layout_ == layout::dictionary) return from_dictionary(k, where);
    const std::string_view text = layout_ == layout::views ? view_at(k, where) : piece_at(k, where);
    if (!is_utf8(text)) throw_value_error(where, "valid UTF-8");
    return text;
  }

 private:
  std::string_view piece_at(std::size_t k, const place& where) const {
    const auto [begin, end] =
        layout_ == layout::small ? between<std::int32_t>(array_, k, where) : between<std::int64_t>(array_, k, where);
    if (begin == end) return {};
    return {static_cast<const char*>(array_.buffers[2]) + begin, end - begin};
  }

  /// Sixteen bytes: the size; then the text, if it has at most twelve bytes, or four bytes of it, buffer and offset.
  std::string_view view_at(std::size_t k, const place& where) const {
    const char* const view = static_cast<const char*>(array_.buffers[1]) + 16 * k;
    const auto size = number_at<std::int32_t>(view, 0);
    if (size < 0) throw_damaged(where, "a size");
    if (size <= 12) return {view + 4, static_cast<std::size_t>(size)};
    const auto buffer = number_at<std::int32_t>(view, 2), offset = number_at<std::int32_t>(view, 3);
    const std::int64_t pieces = array_.n_buffers - 3;  // validity, views; last, the sizes of the others
    if (buffer < 0 || buffer >= pieces || offset < 0) throw_damaged(where, "a buffer");
    const void* const sizes = array_.buffers[array_.n_buffers - 1];
    if (std::int64_t{offset} + size > number_at<std::int64_t>(sizes, static_cast<std::size_t>(buffer))) {
      throw_damaged(where, "an offset");
    }
    return {static_cast<const char*>(array_.buffers[2 + buffer]) + offset, static_cast<std::size_t>(size)};
  }

  std::string_view from_dictionary(std::size_t k, const place& where) const {
    const void* const keys = array_.buffers[1];
    const auto key = [&]() -> std::int64_t {
      switch (format_) {
        case 'c':
          return number_at<std::int8_t>(keys, k);
        case 'C':
          return number_at<std::uint8_t>(keys, k);
        case 's':
          return number_at<std::int16_t>(keys, k);
        case 'S':
          return number_at<std::uint16_t>(keys, k);
        case 'i':
          return number_at<std::int32_t>(keys, k);
        case 'I':
          return number_at<std::uint32_t>(keys, k);
        default:
          return number_at<std::int64_t>(keys, k);  // an index of 2^63 and more reads as a negative one
      }
    }();
    if (key < 0 || key >= values_->array_.length) throw_damaged(where, "a key");
    return values_->at(static_cast<std::size_t>(key), where);
  }

  layout layout_;
  char format_;
  const ArrowArray& array_;
  std::unique_ptr<string_chunk> values_;
};

/// Appends the rows of a chunk of lists.
void add_lists(const ArrowSchema& schema, const ArrowArray& array, std::string_view name, arrow_rows& out) {
  const std::string_view format = schema.format;
  const std::int64_t buffers = format.starts_with("+w") ? 1 : format.starts_with("+v") ? 3 : 2;
  expect_buffers(array, buffers, buffers, {name});
  if (array.n_children != 1) throw_damaged({name}, "the number of children");
  const string_chunk items{*schema.children[0], *array.children[0], {name}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.length); ++i) {
    const place where{name, out.size()};
    if (!is_valid(array, i)) throw_value_error(where, "a list of strings, found null");
    const std::size_t k = static_cast<std::size_t>(array.offset) + i;
    std::pair<std::size_t, std::size_t> range;
    if (format == "+l") {
      range = between<std::int32_t>(array, k, where);
    } else if (format == "+L") {
      range = between<std::int64_t>(array, k, where);
    } else if (format == "+vl" || format == "+vL") {
      const bool small = format == "+vl";
      const auto number = [&](int buffer) {
        return small ? number_at<std::int32_t>(array.buffers[buffer], k)
                     : number_at<std::int64_t>(array.buffers[buffer], k);
      };
      if (number(1) < 0 || number(2) < 0) throw_damaged(where, "an offset");
      range = {static_cast<std::size_t>(number(1)), static_cast<std::size_t>(number(1) + number(2))};
    } else {  // "+w:3"
      const std::size_t width = std::stoul(std::string{format.substr(3)});
      range = {k * width, (k + 1) * width};
    }
    if (range.second > static_cast<std::size_t>(array.children[0]->length)) throw_damaged(where, "an offset");
    for (std::size_t j = range.first; j < range.second; ++j) out.views.push_back(items.at(j, where));
    out.begin.push_back(out.views.size());
  }
}

bool has_lists(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  const bool list = format == "+l" || format == "+L" || format == "+vl" || format == "+vL" || format.starts_with("+w:");
  return list && schema.n_children == 1 && string_chunk::layout_of(*schema.children[0]).has_value();
}

}  // namespace

bool is_arrow(nb::handle given) {
  if (!nb::hasattr(given, "__arrow_c_array__") && !nb::hasattr(given, "__arrow_c_stream__")) return false;
  // pandas would copy a series of Python objects, and fail without the row for one of mixed types.
  const nb::object dtype = nb::getattr(given, "dtype", nb::none());
  return nb::getattr(dtype, "hasobject", nb::none()).ptr() != Py_True;
}

arrow_rows read_arrow(nb::handle given, std::string_view name, bool may_be_lists) {
  auto column = std::make_shared<held>(import_column(given, name));
  const ArrowSchema& schema = *column->schema;
  arrow_rows out;
  const bool lists = may_be_lists && has_lists(schema);
  if (!lists && !string_chunk::layout_of(schema)) {
    // A column of nulls only has no type; it fails at its first row.
    for (owned<ArrowArray>& chunk : column->chunks) {
      if (std::string_view{schema.format} == "n" && chunk->length > 0) {
        throw_value_error({name, 0}, "a string, found null");
      }
    }
    throw_value_error({name},
                      std::string{may_be_lists ? "a column of strings or of lists of strings" : "a column of strings"} +
                          ", found " + type_of(schema));
  }
  if (lists) out.begin.push_back(0);
  for (owned<ArrowArray>& chunk : column->chunks) {
    if (lists) {
      add_lists(schema, *chunk, name, out);
      continue;
    }
    const string_chunk strings{schema, *chunk, {name}};
    out.views.reserve(out.views.size() + static_cast<std::size_t>(chunk->length));
    for (std::size_t i = 0; i < static_cast<std::size_t>(chunk->length); ++i) {
      out.views.push_back(strings.at(i, {name, out.views.size()}));
    }
  }
  out.owner = std::move(column);
  return out;
}

}  // namespace mhqa_python
