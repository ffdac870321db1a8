// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/report_calibration.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace mhqa;

namespace {

io::result_file result(const std::vector<std::pair<double, bool>>& rows, std::size_t without = 0) {
  io::result_file out;
  for (const auto& [probability, label] : rows) out.questions.emplace_back().sufficiency = {{probability, label}};
  out.questions.resize(out.questions.size() + without);
  return out;
}

std::string section(const std::vector<io::result_file>& results, const std::vector<std::string>& names) {
  std::string out;
  io::append_calibration(out, results, names);
  return out;
}

}  // namespace

TEST_CASE("report_calibration: bins with counts and the error, for each model that states probabilities") {
  // [0.9, 1]: 0.95 and 0.95, one sufficient; [0, 0.1): 0.05, not: ECE = (2 * 0.45 + 0.05) / 3 = 0.3167
  const std::string text =
      section({result({{0.95, true}, {0.95, false}, {0.05, false}}, 4), result({}, 2)}, {"A", "B"});
  CHECK(text.find("<p>3 rows, ECE 0.3167") != std::string::npos);
  CHECK(text.find("0.9 to 1.0</th><td>2</td><td>0.950</td><td>0.500</td>") != std::string::npos);
  CHECK(text.find("0.5 to 0.6</th><td>0</td><td>–</td><td>–</td>") != std::string::npos);
  CHECK(text.find("<h3>B</h3>\n<p>Its predictions state no probability") != std::string::npos);
  CHECK(text.find("role=\"img\" aria-label=\"A: share") != std::string::npos);
  CHECK(text.find("<circle cx=\"243.0\" cy=\"118.0\"") != std::string::npos);  // 34 + 220 * 0.95, 228 - 220 * 0.5
}

TEST_CASE("report_calibration: no section where no model states a probability") {
  CHECK(section({result({}, 3)}, {"A"}).empty());
  CHECK(io::calibration_of(result({}, 3)).size() == 0);
}
