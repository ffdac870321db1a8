// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// MPI: each rank evaluates its part; rank 0 gathers the bytes and prints the JSON of `mhqa eval hotpotqa --json`.
//   mpicxx -std=c++20 -O2 evaluate_parts.cpp -lsimdjson -lfmt && mpirun -n 8 ./a.out predictions.json gold.json
#include <mhqa/io/evaluation_parts.hpp>

#include <mpi.h>

#include <cstdio>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  try {
    using part = mhqa::evaluation_part<mhqa::hotpotqa::data_set>;
    const mhqa::part_number number{.index = static_cast<std::uint32_t>(rank),
                                   .count = static_cast<std::uint32_t>(ranks)};
    mhqa::io::hotpotqa::predictions predictions{argv[1]};
    const std::string mine =
        mhqa::evaluate_part(mhqa::hotpotqa::data_set{}, mhqa::io::hotpotqa::golds(argv[2]), predictions, number)
            .to_bytes();

    const int size = static_cast<int>(mine.size());
    std::vector<int> sizes(static_cast<std::size_t>(ranks)), begins(sizes.size());
    MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::exclusive_scan(sizes.begin(), sizes.end(), begins.begin(), 0);
    std::string all(rank == 0 ? static_cast<std::size_t>(begins.back() + sizes.back()) : 0, '\0');
    MPI_Gatherv(mine.data(), size, MPI_CHAR, all.data(), sizes.data(), begins.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0) {
      const auto bytes_of = [&](std::size_t i) {
        return std::string_view{all}.substr(static_cast<std::size_t>(begins[i]), static_cast<std::size_t>(sizes[i]));
      };
      part total = part::from_bytes(bytes_of(0));
      for (std::size_t i = 1; i < sizes.size(); ++i) total += part::from_bytes(bytes_of(i));
      std::string out;
      mhqa::io::append_evaluation_json(out, mhqa::io::make_reports(std::move(total).finish()));
      std::fputs(out.c_str(), stdout);
    }
  } catch (const mhqa::data_error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
}
