// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/report_page.hpp>

#include <mhqa/printable.hpp>
#include <mhqa/utf8.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace mhqa;

namespace {

io::result_file result(const std::string& name, std::optional<std::string> said, double f1) {
  io::result_file out{.path = name};
  out.result = {"hotpotqa", "hotpotqa|n:1", {{"q1", std::move(said), {"Paris"}, {{"em", f1}, {"f1", f1}}}}};
  out.questions = {{"Where <b>?</script>", {{"Who?", "X"}, {"Where is #1?", "Paris"}}, {{"type", "bridge"}}}};
  return out;
}

std::string page_of(const std::vector<io::result_file>& results, const io::report_page_options& options = {}) {
  std::vector<const scored_result*> scored;
  for (const io::result_file& one : results) scored.push_back(&one.result);
  const auto columns = summarize(scored, {.samples = 50});
  return io::report_page{results, columns, options}.html();
}

mhqa_test::json data_of(const std::string& page) {
  const std::string open = "id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return mhqa_test::parse_json(page.substr(begin, page.find("</script>", begin) - begin));
}

}  // namespace

TEST_CASE("report_page: data of every question and model, with the relation of each answer to its golds") {
  io::result_file other = result("c", "Rome", 0);
  other.result.answers.push_back({"q2", "x", {"x"}, {{"em", 1.0}, {"f1", 1.0}}});
  other.questions.push_back({"?", {}, {{"type", "comparison"}}});
  const mhqa_test::json data = data_of(page_of({result("a", "in Paris", 0.5), result("b", std::nullopt, 0), other}));
  CHECK(data["models"].items().size() == 3);
  CHECK(data["models"][0]["number"].string() == "f1");
  CHECK(data["fields"][0]["values"][0].string() == "bridge");
  REQUIRE(data["questions"].items().size() == 2);
  const mhqa_test::json& q = data["questions"][0];
  CHECK(q[0].string() == "q1");
  CHECK(q[1].string() == "Where <b>?</script>");
  CHECK(q[3][0].integer() == 0);
  const auto relation = [&](std::size_t model) {
    return data["relations"][static_cast<std::size_t>(q[4][model][2].integer())].string();
  };
  CHECK(relation(0) == "longer than the gold");
  CHECK(relation(1) == "no prediction");
  CHECK(q[4][1][0].null());
  CHECK(relation(2) == "other words");
  CHECK(q[5][1][0].string() == "Where is #1?");
}

TEST_CASE("report_page: texts cannot end the script, and names are escaped") {
  const std::string page = page_of({result("<i>a</i>", "x", 0)}, {.title = "A & B", .figures = {"<svg></svg>"}});
  CHECK(page.find("Where <b>") == std::string::npos);
  CHECK(page.find("<i>a") == std::string::npos);
  CHECK(page.find("<title>A &amp; B</title>") != std::string::npos);
  CHECK(page.find("<svg></svg>") != std::string::npos);
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find("50.00") == std::string::npos);
}

TEST_CASE("report_page: the page holds no control characters, whatever names and texts hold") {
  const std::string odd = std::string{"a\0b\x01\x1b[31m\x7f", 11} + "\xc2\x85\xe2\x80\xae\xf3\xa0\x81\x81";
  const std::string page = page_of({result("n" + odd, "p" + odd, 0)}, {.title = "t" + odd, .names = {odd}});
  for (std::size_t at = 0; at < page.size();) {
    const mhqa::utf8::character c = mhqa::utf8::decode(page, at);
    CHECK((c.code == '\n' || !mhqa::detail::moves_the_cursor(c.code)));
    at += c.size;
  }
  const mhqa_test::json data = data_of(page);
  CHECK(data["questions"][0][4][0][0].string() == "p" + odd);
}

TEST_CASE("report_page: a question that one result lacks is shown with the others") {
  io::result_file more = result("b", "Paris", 1);
  more.result.answers.push_back({"q2", "y", {"y"}, {{"em", 1.0}, {"f1", 1.0}}});
  more.questions.push_back({"Who?", {}, {{"type", "comparison"}}});
  const std::string page = page_of({result("a", "in Paris", 0.5), more});
  const mhqa_test::json data = data_of(page);
  REQUIRE(data["questions"].items().size() == 2);
  CHECK(data["questions"][1][4][0].null());
  CHECK(data["fields"][0]["values"].items().size() == 2);
  CHECK(page.find("<h3>comparison</h3>") != std::string::npos);
}

TEST_CASE("report_page: names must be as many as the results") {
  CHECK_THROWS_WITH_AS(static_cast<void>(page_of({result("a", "x", 0)}, {.names = {"A", "B"}})),
                       doctest::Contains("`names`: expected a name for each"), data_error);
}

TEST_CASE("report_page: a figure is an SVG document without scripts and links") {
  const mhqa_test::scratch here;
  CHECK(io::read_figure(here.write("f", "<?xml?>\n<svg a>x</svg>").string()) == "<svg a>x</svg>");
  for (const char* const text : {"text", "<svg><script>", "<svg href=\"http://x\">", "<svg>\x1b</svg>"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(static_cast<void>(io::read_figure(here.write("f", text).string())),
                         doctest::Contains("expected an SVG document"), data_error);
  }
}
