// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/settings_file.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

/// The settings of a file as text: "name@record:[value][value];".
std::string settings_of(std::string_view text) {
  const mhqa_test::scratch here;
  std::string out;
  mhqa::io::for_each_setting(here.write("conf", text).string(),
                             [&](std::string_view name, const auto& values, const mhqa::place& where) {
                               out.append(name) += '@' + std::to_string(where.record.value_or(0)) + ':';
                               for (const std::string& value : values) out += '[' + value + ']';
                               out += ';';
                             });
  return out;
}

}  // namespace

TEST_CASE("settings_file: a line has a name and values, which blanks separate and quotation marks hold together") {
  CHECK(settings_of("seed = 7\n\n# comment\n corpus\t= a.txt \"b c.txt\"  # two\r\nlast=x#y") ==
        "seed@1:[7];corpus@4:[a.txt][b c.txt];last@5:[x#y];");
  CHECK(settings_of("a = \"\"\nb =\n= c\n") == "a@1:[];b@2:;@3:[c];");
  CHECK(settings_of("") == "");
  CHECK(settings_of(" \n#\n") == "");
}

TEST_CASE("settings_file: a JSON object gives strings and the text of other values; an empty list gives no setting") {
  CHECK(settings_of(" {\"seed\": 7, \"corpus\": [\"a b\", 1.50], \"none\": [], \"on\": true}") ==
        "seed@0:[7];corpus@0:[a b][1.50];on@0:[true];");
}

TEST_CASE("settings_file: lines that are no setting are refused with their number") {
  const auto error = [](std::string_view text) { return mhqa_test::error_of([&] { settings_of(text); }); };
  CHECK(error("a = 1\nb\n").find("record 2: expected name = value") != std::string::npos);
  CHECK(error("a = \"b c\n").find("record 1: expected a closing quotation mark") != std::string::npos);
  CHECK(error("\xff\xfe"
              "a")
            .find("expected UTF-8 text") != std::string::npos);
  CHECK(!error("{\"a\": }").empty());
}
