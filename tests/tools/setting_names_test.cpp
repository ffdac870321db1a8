// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "../tools/setting_names.hpp"

#include "support/command.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using namespace mhqa_test;

TEST_CASE("setting_names: what stands in backquotes is spelled, unless it is no name or within data") {
  const std::array<std::array<const char*, 2>, 13> rows{{
      {"", ""},
      {"expected a file", "expected a file"},
      {"`by`", "<by>"},
      {"`part` and `out` need each other", "<part> and <out> need each other"},
      {"expected `pass_at`", "expected <pass_at>"},
      {"as `mhqa eval --result` writes it, not `by`", "as `mhqa eval --result` writes it, not <by>"},
      {"``, `by`", "``, <by>"},
      {R"(`by` expects one of: a; found "`by`")", R"(<by> expects one of: a; found "`by`")"},
      {R"(found "a", "`by`" and `by`)", R"(found "a", "`by`" and <by>)"},
      {R"(found "say \"`by`\"", expected `by`)", R"(found "say \"`by`\"", expected <by>)"},
      {R"(found "\\)", R"(found "\\)"},
      {R"(found 3" of `by`)", R"(found 3" of `by`)"},  // what follows might be data
      {"`by", "`by"},
  }};
  const auto angles = [](std::string_view name) {
    const std::string known = mhqa_command::argument_name(name);
    return known.empty() ? known : "<" + known + ">";
  };
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CHECK(mhqa_command::spell_settings(row[0], angles) == row[1]);
  }
}

TEST_CASE("errors name options of the verb, and arguments to a caller in Python") {
  const scratch here;
  const auto error = [&](const std::string& words) {
    const finished plain = shell("\"$MHQA_COMMAND\" " + words),
                   python = shell("MHQA_CALLER=python \"$MHQA_COMMAND\" " + words);
    CHECK(plain.status == 2);
    CHECK(python.status == 2);
    return plain.err + python.err;
  };
  const std::string files = shell_word(here.write("said", hotpotqa_predictions).string()) + " " +
                            shell_word(here.write("gold", hotpotqa_gold).string());
  CHECK(error("compose p --out o --min-context-words 9 --max-context-words 8") ==
        "mhqa: error: --min-context-words: expected at most --max-context-words\n"
        "mhqa: error: min_context_words: expected at most max_context_words\n");
  CHECK(error("agree x --dialect drop --dialect drop") ==  // the member is called dialects
        "mhqa: error: --dialect: expected each dialect once; its answers would count twice\n"
        "mhqa: error: dialects: expected each dialect once; its answers would count twice\n");
  CHECK(error("eval hotpotqa " + files + " --by '`type`'") ==
        "mhqa: error: --by expects one of: type, level; found \"`type`\"\n"
        "mhqa: error: by expects one of: type, level; found \"`type`\"\n");
  CHECK(error("read x --most-words=-1") ==  // CLI11's own error
        "mhqa: error: --most-words: expected a whole number that is not below 0, found \"-1\" (see mhqa read --help)\n"
        "mhqa: error: most_words: expected a whole number that is not below 0, found \"-1\"\n");
  CHECK(error("read x --single-fact --select 1") ==
        "mhqa: error: --select excludes --single-fact (see mhqa read --help)\n"
        "mhqa: error: select excludes single_fact\n");
}
