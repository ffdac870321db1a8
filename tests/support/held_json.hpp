// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The content of a JSON file as a caller of the readers holds it in memory.
#pragma once

#include "support/json.hpp"

#include <mhqa/io/data_source.hpp>
#include <mhqa/io/held_value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_test {

/// Values of a JSON text, which this object keeps.
class held_json {
 public:
  explicit held_json(json all) : all_{std::move(all)}, is_array_{all_.is<json::array>()} {
    const mhqa::io::held_value root = make(all_);
    const std::span<const mhqa::io::held_value> records = is_array_ ? root.parts() : std::span{&root, 1};
    records_.assign(records.begin(), records.end());
  }
  explicit held_json(std::string_view text) : held_json{parse_json(text)} {}
  held_json(const held_json&) = delete;
  held_json& operator=(const held_json&) = delete;

  /// Returns the data in batches of `size`, or all at once, so that they last. One object is one batch.
  [[nodiscard]] mhqa::io::data_source source(std::string name, std::size_t size = 0) const {
    using values = std::span<const mhqa::io::held_value>;
    const values all{records_};
    const bool last = size == 0 || !is_array_;
    std::function<values(bool)> next = [all](bool again) { return again ? all : values{}; };
    if (!last) {
      next = [all, size, at = std::size_t{0}](bool again) mutable {
        if (again) at = 0;
        const values out = all.subspan(at, std::min(size, all.size() - at));
        at += out.size();
        return out;
      };
    }
    return mhqa::io::held_records{
        .name = std::move(name), .next = std::move(next), .is_array = is_array_, .last = last};
  }

 private:
  mhqa::io::held_value make(const json& value) {
    using mhqa::io::held_value;
    if (value.null()) return {};
    if (value.is<bool>()) return held_value{value.boolean()};
    if (value.is<std::string>()) return held_value{std::string_view{value.string()}};
    if (value.is<json::number>()) {
      const bool whole = value.as<json::number>().text.find_first_of(".eE") == std::string::npos;
      return whole ? held_value{value.integer()} : held_value{value.real()};
    }
    std::vector<held_value> parts;
    if (value.is<json::array>()) {
      for (const json& one : value.items()) parts.push_back(make(one));
      return held_value::array(kept_.emplace_back(std::move(parts)));
    }
    for (const auto& [name, one] : value.members()) {
      parts.emplace_back(std::string_view{name});
      parts.push_back(make(one));
    }
    return held_value::object(kept_.emplace_back(std::move(parts)));
  }

  json all_;
  bool is_array_;
  std::deque<std::vector<mhqa::io::held_value>> kept_;
  std::vector<mhqa::io::held_value> records_;
};

}  // namespace mhqa_test
