// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What Python 3.11's json.loads accepts, and str() of what it gives.
#include <mhqa/text/python_json.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

using mhqa::check_python_json;
using mhqa::json_verdict;
using mhqa::python_json_member;

TEST_CASE("python_json: well-formed texts, with Python's own numbers") {
  for (const std::string_view text : {"{}", "[]", " [1, -2.5e+3, \"x\"]\n", "NaN", "-Infinity", "null", "\"\\ud83d\"",
                                      "{\"a\": {\"b\": [true, false]}, \"a\": 0}", "-0", "\"\\\"\\/\""}) {
    CAPTURE(text);
    CHECK(check_python_json(text) == json_verdict::valid);
  }
  for (const std::string_view text :
       {"",      "{",   "{\"a\"}", "{a: 1}", "[1,]",           "{\"a\": 1,}", "01",  "1.",
        ".5",    "+1",  "1e",      "\"\t\"", "\"\\x\"",        "\"\\u12g4\"", "'a'", "nan",
        "[1] 2", "\"a", "{1: 2}",  "-",      "\xEF\xBB\xBF{}", "tru"}) {
    CAPTURE(text);
    CHECK(check_python_json(text) == json_verdict::invalid);
  }
  CHECK(check_python_json(std::string(4301, '1')) == json_verdict::too_large);
  CHECK(check_python_json(std::string(4300, '1')) == json_verdict::valid);
  CHECK(check_python_json(std::string(100'000, '[')) == json_verdict::too_large);
}

TEST_CASE("python_json: str() of the member") {
  struct row {
    std::string_view json, want;
  };
  for (const row& r :
       {row{R"({"answer": "x"})", "x"}, row{R"({"answer": 1.0})", "1.0"}, row{R"({"answer": 1e22})", "1e+22"},
        row{R"({"answer": -0})", "0"}, row{R"({"answer": -0.0})", "-0.0"}, row{R"({"answer": true})", "True"},
        row{R"({"answer": null})", "None"}, row{R"({"answer": NaN})", "nan"}, row{R"({"answer": 1e400})", "inf"},
        row{R"({"answer": "a", "answer": "b"})", "b"}, row{R"({"x": {"answer": 1}, "answer": 2})", "2"},
        row{R"({"answer": []})", "[]"},
        row{R"({"answer": ["a", 1, null, {"k'": 1.50}]})", R"(['a', 1, None, {"k'": 1.5}])"},
        row{R"({"answer": {"k": 1, "j": 2, "k": 3}})", "{'k': 3, 'j': 2}"},
        row{R"({"answer": ["\n\u0001\u00e9\ud83d\u00a0'\""]})", "['\\n\\x01\xC3\xA9\\ud83d\\xa0\\'\"']"}}) {
    CAPTURE(r.json);
    CHECK(python_json_member(r.json, "answer") == r.want);
  }
  CHECK_FALSE(python_json_member(R"({"other": 1})", "answer"));
  CHECK_FALSE(python_json_member(R"(["answer"])", "answer"));
  CHECK_FALSE(python_json_member(R"({"answer": 1)", "answer"));
}

TEST_CASE("python_json: the member of the empty name is no other member") {
  CHECK(python_json_member(R"({"a": "x"})", "") == std::nullopt);
  CHECK(python_json_member(R"({"a": "x", "": "y"})", "") == "y");
}
