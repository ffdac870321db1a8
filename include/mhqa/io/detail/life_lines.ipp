// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of life_lines.hpp.
#pragma once

#include <mhqa/io/life_lines.hpp>

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/io/json_fields.hpp>

#include <optional>
#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void answer_life_line(json_value line, std::string& out) {
  std::string_view id, title, text;
  read_fields(line, required_field{"id", id}, required_field{"title", title}, required_field{"text", text});

  const life_reading life = read_life(title, text);
  json_writer json{out};
  const auto date = [&json](std::string_view name, const std::optional<life_date>& known) {
    json.key(name);
    if (known) {
      json.value(to_edtf(known->date).view());
    } else {
      json.null();
    }
  };
  json.begin_object().member("id", id).member("person", life.person);
  date("born", life.born);
  date("died", life.died);
  json.member("why", std::string_view{explain(life)}).end_object();
}

}  // namespace mhqa::inline v0_1::io
