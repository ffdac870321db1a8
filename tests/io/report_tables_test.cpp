// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/report_tables.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mhqa;

namespace {

const std::vector<io::report_row> rows{{"a_b & co", "sig|x"}, {"c,\"d\"", "t"}};
const std::vector<summary_column> columns{
    {"f1", {mean_cell{0.5, {0.25, 0.75}, 8}, std::nullopt}},
};

}  // namespace

TEST_CASE("report_tables: LaTeX escapes names and marks a number that a result lacks") {
  const std::string out = io::latex_table(rows, columns);
  CHECK(out.find("% a_b & co: sig|x\n") == 0);
  CHECK(out.find("\\begin{tabular}{lr}\n") != std::string::npos);
  CHECK(out.find("a\\_b \\& co & 50.0 {\\tiny [25.0, 75.0]} \\\\\n") != std::string::npos);
  CHECK(out.find("c,\"d\" & -- \\\\\n") != std::string::npos);
}

TEST_CASE("report_tables: Markdown has the interval beside each mean and the signatures below") {
  const std::string out = io::markdown_table(rows, columns);
  CHECK(out.find("| a\\_b & co | 50.0 [25.0, 75.0] |\n") != std::string::npos);
  CHECK(out.find("- a\\_b & co: `sig|x`\n") != std::string::npos);
}

TEST_CASE("report_tables: a name or signature cannot leave its line") {
  const std::vector<io::report_row> hostile{{std::string{"a\n\\input{x}\0", 12}, "s\n\x1b[31m"}};
  const std::vector<summary_column> one{{std::string{"e\0m", 3}, {mean_cell{1, {1, 1}, 2}}}};
  const std::string latex = io::latex_table(hostile, one);
  CHECK(latex.starts_with("% a\\x0a\\input{x}\\x00: s\\x0a\\x1b[31m\n\\begin{tabular}"));
  CHECK(latex.find(" & e\\textbackslash{}x00m ") != std::string::npos);
  CHECK(latex.find('\0') == std::string::npos);
  const std::string markdown = io::markdown_table(hostile, one);
  CHECK(markdown.starts_with("| model | e\\\\x00m |\n"));
  CHECK(markdown.ends_with(": `s\\x0a\\x1b[31m`\n"));
}

TEST_CASE("report_tables: CSV quotes what needs it and leaves out what is not there") {
  CHECK(io::csv_table(rows, columns) ==
        "model,number,mean,low,high,questions,signature\na_b & co,f1,0.5,0.25,0.75,8,sig|x\n");
  const std::vector<io::report_row> quoted{{"c,\"d\"", "t"}};
  const std::vector<summary_column> one{{"em", {mean_cell{1, {1, 1}, 2}}}};
  CHECK(io::csv_table(quoted, one).find("\"c,\"\"d\"\"\",em,1,1,1,2,t\n") != std::string::npos);
}

TEST_CASE("report_tables: no cell of CSV is a formula; LaTeX shows < and >") {
  const std::vector<summary_column> one{{"em", {mean_cell{1, {1, 1}, 2}}}};
  for (const std::string name : {"=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=\"a\""}) {
    CAPTURE(name);
    const std::string out = io::csv_table(std::vector<io::report_row>{{name, name}}, one);
    const std::size_t line = out.find('\n') + 1;
    CHECK(out.substr(line).starts_with("\"'" + name.substr(0, 1)));
    CHECK(out.find(",2,\"'" + name.substr(0, 1)) != std::string::npos);
  }
  CHECK(io::csv_table(std::vector<io::report_row>{{"a=b", "x-y"}}, one).ends_with("\na=b,em,1,1,1,2,x-y\n"));
  const std::string latex = io::latex_table(std::vector<io::report_row>{{"a<b>c", "s"}}, one);
  CHECK(latex.find("a\\textless{}b\\textgreater{}c & ") != std::string::npos);
}
