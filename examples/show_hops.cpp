// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints the first question of each shape in a file in MuSiQue's layout, or its first N questions, with their hops.
//   show_hops [FILE [N]]
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_records.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <set>
#include <string>

int main(int argc, char** argv) {
  try {
    mhqa::io::json_records records{argc > 1 ? argv[1] : "data/musique/gold.jsonl"};
    mhqa::musique::record record;
    std::set<std::string> shown;
    const int most = argc > 2 ? std::atoi(argv[2]) : 0;
    int count = 0;
    while (auto value = records.next()) {
      mhqa::io::musique::read(*value, record);
      if (most > 0 && ++count > most) break;
      if (most == 0 && !shown.emplace(record.shape()).second) continue;
      fmt::print("\n{}  ->  {}\n", record.question, record.answer);
      int number = 0;
      for (const auto& hop : record.decomposition) {
        fmt::print("  #{} {}  ->  {}\n", ++number, hop.question, hop.answer);
      }
    }
  } catch (const mhqa::data_error& error) {
    fmt::print(stderr, "show_hops: {}\n", error.what());
    return 2;
  }
}
