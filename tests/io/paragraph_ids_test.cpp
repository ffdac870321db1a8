// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/paragraph_ids.hpp>

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace {

// Adds the ids in order and returns the error, or "" after all were added.
std::string error_of(const std::vector<std::string>& ids) {
  mhqa::io::paragraph_ids seen;
  try {
    for (const std::string& id : ids) seen.add(id, "corpus.jsonl");
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("paragraph_ids: ids for all paragraphs, for none, and mixtures in which each name occurs once") {
  CHECK(error_of({"a", "b", "0", "17"}) == "");
  CHECK(error_of({"", "", ""}) == "");
  CHECK(error_of({"a", "", "0", "2", ""}) == "");        // the second is called 1, the last 4
  CHECK(error_of({"", "00", "+0", "0x0", " 0"}) == "");  // none of these spells the number 0
  CHECK(error_of({"", "18446744073709551615", "18446744073709551616"}) == "");
}

TEST_CASE("paragraph_ids: an id twice, and an id that is the number of a paragraph without one, before or after it") {
  CHECK(error_of({"a", "a"}).find("corpus.jsonl") != std::string::npos);
  CHECK(error_of({"", "0"}).find("paragraph 0 has no id") != std::string::npos);
  CHECK(error_of({"1", ""}).find("paragraph 1 has no id") != std::string::npos);
  CHECK(error_of({"1", "b", "", "3", ""}) == "");
  CHECK(error_of({"4", "b", "", "3", ""}).find("paragraph 4 has no id") != std::string::npos);
}

TEST_CASE("paragraph_ids: all sequences of five of these ids are judged as a set of names judges them") {
  const std::vector<std::string> choices{"", "", "0", "1", "3", "a"};
  for (int code = 0; code < 6 * 6 * 6 * 6 * 6; ++code) {
    std::vector<std::string> ids;
    std::set<std::string> names;
    for (int rest = code; ids.size() < 5; rest /= 6) {
      ids.push_back(choices[static_cast<std::size_t>(rest % 6)]);
      names.insert(ids.back().empty() ? std::to_string(ids.size() - 1) : ids.back());
    }
    CAPTURE(code);
    CHECK((error_of(ids) == "") == (names.size() == 5));
  }
}
