// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of life_lines.hpp.
#pragma once

#include <mhqa/io/life_lines.hpp>

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/life.hpp>

#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace io {

MHQA_INLINE void answer_life_line(json_value line, std::string& out) {
  std::optional<std::string_view> id, title, text;
  line.object([&](std::string_view key, json_value field) {
    std::optional<std::string_view>* const member = key == "id"      ? &id
                                                    : key == "title" ? &title
                                                    : key == "text"  ? &text
                                                                     : nullptr;
    if (member == nullptr) return;
    *member = field.string();
  });
  line.context().require(id.has_value(), "id");
  line.context().require(title.has_value(), "title");
  line.context().require(text.has_value(), "text");

  const life_reading life = read_life(*title, *text);
  json_writer json{out};
  const auto date = [&json](std::string_view name, const std::optional<life_date>& known) {
    json.key(name);
    if (known) {
      json.value(to_edtf(known->date).view());
    } else {
      json.null();
    }
  };
  json.begin_object().member("id", *id).member("person", life.person);
  date("born", life.born);
  date("died", life.died);
  json.member("why", std::string_view{explain(life)}).end_object();
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
