// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/encoded_list.hpp>

#include <doctest/doctest.h>

#include <string_view>

using mhqa::is_encoded_list;

TEST_CASE("encoded_list: lists and objects of JSON, Python and NumPy") {
  for (const std::string_view text : {R"(["Rome", "Roma"])",
                                      R"( [ "Rome" ] )",
                                      R"({"target": ["Rome"]})",
                                      R"({"target": "Rome"})",
                                      "['Rome', 'Roma']",
                                      "['Rome']",
                                      "{'target': ['Rome']}",
                                      "('Rome', 'Roma')",
                                      "('Rome',)",
                                      "{'Rome', 'Roma'}",
                                      "['Rome' 'Roma']",
                                      "array(['Rome', 'Roma'], dtype=object)",
                                      "array(['Rome'],\n      dtype='<U4')",
                                      "[b'Rome']",
                                      "[u'Rome', None]",
                                      R"(["it's", "a \"b\""])",
                                      R"(['it\'s'])",
                                      "[\"it's\", 'Roma']",
                                      "[1, 2]",
                                      "[]",
                                      "[[\"Rome\"], [\"Oslo\"]]",
                                      "[1.5, true, null]",
                                      R"({"aliases": ["a"], "n": 1})"}) {
    CAPTURE(text);
    CHECK(is_encoded_list(text));
  }
}

TEST_CASE("encoded_list: answers that only look like it") {
  for (const std::string_view text : {"",
                                      " ",
                                      "Rome",
                                      "[Rome]",
                                      "[",
                                      "]",
                                      "[\"Rome\"",
                                      "\"Rome\"]",
                                      "\"Heroes\"",
                                      "'Rome'",
                                      "(1999)",
                                      "(1999, 2000)",
                                      "(the) \"Who\"",
                                      "[Mary] Poppins",
                                      "['Allo 'Allo]",
                                      "1999",
                                      "true",
                                      "null",
                                      "{x}",
                                      "[\"a\"] and [\"b\"]",
                                      "array(Rome)",
                                      "[(\"a\"]",
                                      "(\"Rome\")",
                                      "[sic]",
                                      "array of \"Rome\""}) {
    CAPTURE(text);
    CHECK_FALSE(is_encoded_list(text));
  }
}
