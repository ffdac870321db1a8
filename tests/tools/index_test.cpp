// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>

// mhqa index and mhqa search, as a user runs them.

using namespace mhqa_test;

namespace {

const std::string corpus =
    "{\"title\": \"Emma\", \"text\": \"A novel by Jane Austen.\"}\n"
    "{\"title\": \"Bath\", \"text\": \"A town.\\u001b[31m\\nOf Roman baths.\"}\n"
    "{\"title\": \"Po\", \"text\": \"" +
    std::string(79, 'a') + "\xC3\xA9 river\"}\n";

}  // namespace

TEST_CASE("index: what is indexed is found, best first, with its text") {
  const scratch here;
  const std::string file = here.write("corpus", corpus).string(), index = (here / "idx").string();
  const finished made = mhqa({"index", file, "--out", index});
  CHECK(made.status == 0);
  CHECK(made.out.starts_with("3 paragraphs, "));
  const json hit = parse_json(mhqa({"search", index, "who wrote the novel emma", "--json"}).out);
  CHECK(hit["rank"].integer() == 1);
  CHECK(hit["document"].integer() == 0);
  CHECK(hit["text"].string() == "A novel by Jane Austen.");
}

TEST_CASE("index: a hit is one line without control characters, cut between characters") {
  const scratch here;
  const std::string file = here.write("corpus", corpus).string(), index = (here / "idx").string();
  REQUIRE(mhqa({"index", file, "--out", index}).status == 0);
  CHECK(mhqa({"search", index, "roman town"}).out.ends_with("Bath: A town. [31m Of Roman baths.\n"));
  CHECK(mhqa({"search", index, "river"}).out.ends_with("Po: " + std::string(79, 'a') + "…\n"));
}

TEST_CASE("index: it writes over no input, and not to standard output") {
  const scratch here;
  const std::string file = here.write("corpus", corpus).string();
  check_refused(mhqa({"index", file, "--out", file}), "it would destroy the input");
  CHECK(read_file(file) == corpus);
  check_refused(mhqa({"index", file, "--out", "-"}), "--out expects a file; standard output has the counts");
  check_refused(mhqa({"index", here.write("none", "[]").string(), "--out", (here / "idx").string()}),
                "none: expected ");
  check_refused(mhqa({"search", file, "x"}), "expected a file that mhqa index has written");
}
