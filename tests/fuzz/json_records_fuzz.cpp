// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as records: data_error, or records whose strings, numbers and nested values can be read, written and
// read back unchanged.
#include "memory_file.hpp"

#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

void copy(mhqa::io::json_value value, mhqa::io::json_writer& out) {
  if (value.is_object()) {
    out.begin_object();
    value.object([&](std::string_view key, mhqa::io::json_value field) {
      if (key == "skip") return;
      out.key(key);
      if (key == "raw") {
        out.raw("null");
        static_cast<void>(field.raw());
      } else {
        copy(field, out);
      }
    });
    out.end_object();
  } else if (value.is_array()) {
    out.begin_array();
    value.array([&](mhqa::io::json_value item) { copy(item, out); });
    out.end_array();
  } else if (value.is_string()) {
    out.value(value.string());
  } else if (value.is_boolean()) {
    out.value(value.boolean());
  } else if (value.is_null()) {
    out.null();
  } else {
    out.value(value.number());
  }
}

// Writes the records, one per line; returns false if reading ended in an error.
bool rewrite(const std::string& path, mhqa::io::lifetime strings, std::string& out) {
  try {
    mhqa::io::json_records records{path, strings};
    while (auto value = records.next()) {
      if (!value->is_object()) value->mismatch("an object");
      std::string line;
      mhqa::io::json_writer writer{line};
      copy(*value, writer);
      out += line + "\n";
    }
    return true;
  } catch (const mhqa::data_error& error) {
    mhqa_fuzz::expect(std::string_view{error.what()}.starts_with(path), "an error names the file");
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mhqa_fuzz::memory_file file{data, size};
  std::string first, second;
  const bool whole = rewrite(file.path(), mhqa::io::lifetime::record, first);
  mhqa_fuzz::expect(rewrite(file.path(), mhqa::io::lifetime::source, second) == whole && first == second,
                    "the strings' lifetime changes nothing");
  if (!first.empty() && first[0] == '{') {
    const mhqa_fuzz::memory_file again{reinterpret_cast<const std::uint8_t*>(first.data()), first.size()};
    std::string third;
    mhqa_fuzz::expect(rewrite(again.path(), mhqa::io::lifetime::record, third), "what was written can be read");
    mhqa_fuzz::expect(third == first, "what was written is read as it was");
  }
  try {
    mhqa::io::json_document document{file.path()};
    document.for_each_field([](std::string_view, mhqa::io::json_value) {});
  } catch (const mhqa::data_error&) {
  }
  return 0;
}
