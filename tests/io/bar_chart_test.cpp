// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/bar_chart.hpp>

#include <doctest/doctest.h>

#include <string>

using mhqa::io::draw_bars;

// 240 units are 100 percent, from y = 280 upwards: 50 percent end at 160, the dark 20 of them at 208.
TEST_CASE("bar_chart: a bar is divided at the dark share, which stands above") {
  const std::string svg = draw_bars({{"F1", {{"answer", 50, 20}}}}, "dark", "light");
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(svg.find("y=\"160.0\" width=\"120.0\" height=\"48.0\" fill=\"#1f4e79\"") != std::string::npos);
  CHECK(svg.find("y=\"208.0\" width=\"120.0\" height=\"72.0\" fill=\"#9dc3e6\"") != std::string::npos);
  CHECK(svg.find(">50.0</text>") != std::string::npos);
  CHECK(svg.find(">20.0</text>") != std::string::npos);
  CHECK(svg.find(">dark</text>") != std::string::npos);
}

TEST_CASE("bar_chart: names are escaped, a line end begins a new line, other control characters go") {
  const std::string svg = draw_bars({{"<&>\x1b", {{"one\ntwo", 100, 0}}}}, "a", "b");
  CHECK(svg.find(">&lt;&amp;&gt;</text>") != std::string::npos);
  CHECK(svg.find(">one</text>") != std::string::npos);
  CHECK(svg.find(">two</text>") != std::string::npos);
  CHECK(svg.find('\x1b') == std::string::npos);
}

TEST_CASE("bar_chart: no panel and a panel without bars give the legend") {
  CHECK(draw_bars({}, "a", "b").find(">b</text>") != std::string::npos);
  CHECK(draw_bars({{"empty", {}}}, "a", "b").find(">empty</text>") != std::string::npos);
}
