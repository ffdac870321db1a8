// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the readers of records find their data: in a file, or in memory, where a caller holds them.
//   data_source gold{"dev.json"};
//   data_source held{held_records{.name = "gold", .next = batches}};
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/io/held_value.hpp>

#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {

/// Data that a caller holds, in batches. The data are read again if `again` is true.
///
/// Shape: next() returns no value at the end. The values of a batch are valid until the next call or, if the data
///        `last`, as long as the caller's object; then there is one batch, and several threads may read at once. Unless
///        it is an array, there is one batch with one object, which lasts
struct held_records {
  std::string name;  ///< in errors
  std::function<std::span<const held_value>(bool again)> next;
  bool is_array = true;
  bool last = false;
};

/// A file by its path, or held records; copies share them.
class data_source {
 public:
  data_source() = default;
  /// A file. Not explicit, so that every reader takes a path.
  template <std::convertible_to<std::string> Path>
  data_source(Path&& path) : name_{std::forward<Path>(path)} {}
  data_source(held_records records)
      : name_{records.name}, held_{std::make_shared<const held_records>(std::move(records))} {}

  /// Returns the path, or the name of the caller's object.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Returns true if there are no data.
  [[nodiscard]] bool empty() const noexcept { return name_.empty(); }
  /// Returns the caller's data; null for a file.
  [[nodiscard]] const held_records* held() const noexcept { return held_.get(); }
  /// Returns the path of a file; "" for held data.
  [[nodiscard]] std::string path() const { return held_ ? std::string{} : name_; }

  /// Calls f(part) for each part of the JSON of held data.
  void for_each_json(const std::function<void(std::string_view)>& f) const;

 private:
  std::string name_;
  std::shared_ptr<const held_records> held_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/data_source.ipp>
#endif
