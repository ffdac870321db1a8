// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/sample_files.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace {

std::vector<std::string> samples_of(const std::string& text, const char* data_set) {
  const mhqa_test::scratch here;
  std::vector<std::string> out, names;
  const mhqa::io::sample_files runs{here.write("p", text).string(), data_set};
  runs.each([&](const std::string& path) {
    names.push_back(path);
    out.push_back(mhqa_test::read_file(path));
  });
  CHECK(out.size() == runs.size());
  return out;
}

std::string error_of(const std::string& text, const char* data_set) {
  try {
    samples_of(text, data_set);
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("sample_files: lines that repeat ids, repeated names and lists become one file for each sample") {
  struct row {
    const char *data_set, *text;
    std::vector<std::string> want;
  };
  const std::vector<row> rows{
      {"hotpotqa",
       "{\"id\": \"a\", \"prediction\": \"x\"}\n{\"id\": \"b\", \"prediction\": \"y\"}\n"
       "{\"id\": \"a\", \"prediction\": \"z\"}\n{\"id\": \"b\", \"prediction\": \"w\"}\n",
       {R"({"answer": {"a": "x", "b": "y"}})", R"({"answer": {"a": "z", "b": "w"}})"}},
      {"2wikimultihopqa",
       "[{\"_id\": \"a\", \"answer\": \"x\", \"sp\": [[\"T\", 0]], \"why\": 1}, {\"_id\": \"a\", \"answer\": \"y\", "
       "\"sp\": []}]",
       {R"({"answer": {"a": "x"}, "sp": {"a": [["T", 0]]}})", R"({"answer": {"a": "y"}, "sp": {"a": []}})"}},
      {"squad", R"({"a": ["x", "y"], "b": ["", "z"]})", {R"({"a": "x", "b": ""})", R"({"a": "y", "b": "z"})"}},
      {"musique", R"({"a": "x", "a": "y"})", {R"({"a": "x"})", R"({"a": "y"})"}},
      {"hotpotqa",
       R"({"answer": {"a": ["x", "y"]}, "sp": {"a": [], "a": [["T", 1]]}})",
       {R"({"answer": {"a": "x"}, "sp": {"a": []}})", R"({"answer": {"a": "y"}, "sp": {"a": [["T", 1]]}})"}},
      {"musique",
       "{\"id\": \"a\", \"predicted_answer\": \"x\", \"predicted_support_idxs\": [1]}\n{\"id\": \"a\", "
       "\"predicted_answer\": \"y\", \"predicted_support_idxs\": []}\n",
       {"{\"id\": \"a\", \"predicted_answer\": \"x\", \"predicted_support_idxs\": [1]}\n",
        "{\"id\": \"a\", \"predicted_answer\": \"y\", \"predicted_support_idxs\": []}\n"}},
      {"strategyqa", "{\"qid\": \"a\", \"answer\": true}\n", {R"({"a": {"qid": "a", "answer": true}})"}},
  };
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(samples_of(r.text, r.data_set) == r.want);
  }
}

TEST_CASE("sample_files: another number of samples, a record without id or answer, and no predictions are errors") {
  CHECK(error_of("{\"question_id\": \"a\", \"answer\": \"x\"}\n", "musique").find("a line about an input of a probe") !=
        std::string::npos);
  CHECK(error_of(R"({"a": ["x", "y"], "b": ["z"]})", "squad").find("id \"b\": expected 2 samples") !=
        std::string::npos);
  CHECK(error_of(R"({"answer": {"a": ["x", "y"]}, "sp": {"a": []}})", "hotpotqa").find("found 1") != std::string::npos);
  CHECK(error_of("[{\"answer\": \"x\"}]", "squad").find("id") != std::string::npos);
  CHECK(error_of("[{\"id\": \"a\", \"text\": \"x\"}]", "squad").find("answer") != std::string::npos);
  CHECK(error_of("{}", "squad").find("found none") != std::string::npos);
  CHECK(error_of("", "squad") != "");
  CHECK_THROWS_AS((mhqa::io::sample_files{"/nowhere/at/all", "squad"}), mhqa::data_error);
}

TEST_CASE("sample_files: an error in a sample names the predictions; the temporary files are removed") {
  const mhqa_test::scratch here;
  const std::string name = here.write("p", R"({"a": ["x", "y"]})").string();
  std::vector<std::string> paths;
  {
    const mhqa::io::sample_files runs{name, "squad"};
    try {
      runs.each([&](const std::string& path) {
        paths.push_back(path);
        if (paths.size() == 2) mhqa::throw_data_error({.file = path, .record = 7, .id = "a"}, "bad");
      });
      FAIL("no error");
    } catch (const mhqa::data_error& error) {
      CHECK(error.where() == mhqa::place{.file = name + " (sample 2)", .id = "a"});
    }
    CHECK(std::filesystem::exists(paths.at(1)));
  }
  for (const std::string& path : paths) CHECK(!std::filesystem::exists(path));
}
