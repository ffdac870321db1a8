// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates life: when the people of encyclopedia paragraphs were born and died, a line in and a line out.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

using mhqa::io::json_value;
using mhqa::io::json_writer;

struct paragraph {
  std::optional<std::string_view> id, title, text;
};

paragraph read_paragraph(json_value value) {
  paragraph out;
  value.object([&](std::string_view key, json_value field) {
    std::optional<std::string_view>* const member = key == "id"      ? &out.id
                                                    : key == "title" ? &out.title
                                                    : key == "text"  ? &out.text
                                                                     : nullptr;
    if (member == nullptr) return;
    if (*member) field.context().fail("expected this field once, found it twice");
    *member = field.string();
  });
  const mhqa::io::json_context& context = value.context();
  context.require(out.id.has_value(), "id");
  context.require(out.title.has_value(), "title");
  context.require(out.text.has_value(), "text");
  return out;
}

void write_life(std::string_view id, const mhqa::life_reading& life, std::string& out) {
  json_writer json{out};
  const auto date = [&json](std::string_view name, const std::optional<mhqa::life_date>& known) {
    json.key(name);
    if (known) {
      json.value(mhqa::to_edtf(known->date).view());
    } else {
      json.null();
    }
  };
  json.begin_object().member("id", id).member("person", life.person);
  date("born", life.born);
  date("died", life.died);
  json.member("why", std::string_view{mhqa::explain(life)}).end_object();
}

}  // namespace

void add_dates_life(const arguments& dates, int& status) {
  const auto input = std::make_shared<std::string>("-");
  const arguments verb = dates.add_subcommand("life", "Read when the people of paragraphs were born and died");
  verb->add_option("input", *input, "Lines {\"id\", \"title\", \"text\"}; - is standard input");
  verb->footer(
      "Example:\n"
      "  echo '{\"id\": \"1\", \"title\": \"Harry Conor\",\n"
      "         \"text\": \"Harry Conor (c. 1856 - April 1931) was an American actor.\"}' | tr -d '\\n' |\n"
      "    mhqa dates life\n"
      "gives {\"id\": \"1\", \"person\": true, \"born\": \"1856~\", \"died\": \"1931-04\", \"why\": \"born: bracket; "
      "died: "
      "bracket\"}.\n"
      "Dates are EDTF; null where the text does not say. A bad line gives {\"error\": ...} and exit status 2 at the "
      "end.");
  verb->callback([&status, input] {
    status = filter_lines(*input, [](json_value value, std::string& text) {
      const paragraph p = read_paragraph(value);
      write_life(*p.id, mhqa::read_life(*p.title, *p.text), text);
    });
  });
}

}  // namespace mhqa_command
