// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A team of threads that acts like a GPU's warp, so that code for a warp can run without a GPU.
#pragma once

#include <atomic>
#include <barrier>
#include <cstdint>
#include <thread>
#include <vector>

namespace mhqa_test {

/// What the threads of one team share.
struct team_state {
  explicit team_state(std::uint32_t size) : gate{static_cast<std::ptrdiff_t>(size)}, values(size) {}

  std::barrier<> gate;
  std::vector<std::uint32_t> values;
};

/// One thread of the team.
class thread_team {
 public:
  thread_team(team_state& state, std::uint32_t rank) : state_{&state}, rank_{rank} {}

  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(state_->values.size()); }
  void sync() const { state_->gate.arrive_and_wait(); }
  [[nodiscard]] std::uint32_t sum(std::uint32_t x) const {
    return together(x, [](std::uint32_t total, std::uint32_t value, std::uint32_t) { return total + value; });
  }
  [[nodiscard]] bool any(bool x) const { return ballot(x) != 0; }
  [[nodiscard]] std::uint32_t ballot(bool x) const {
    return together(x ? 1 : 0, [](std::uint32_t total, std::uint32_t value, std::uint32_t rank) {
      return total | (value << rank);
    });
  }
  static std::int32_t claim(std::int32_t& cell, std::int32_t expected, std::int32_t value) {
    std::atomic_ref<std::int32_t>{cell}.compare_exchange_strong(expected, value);
    return expected;
  }
  static std::int32_t add(std::int32_t& cell, std::int32_t change) {
    return std::atomic_ref<std::int32_t>{cell}.fetch_add(change);
  }

 private:
  template <class Join>
  std::uint32_t together(std::uint32_t x, const Join& join) const {
    state_->values[rank_] = x;
    sync();
    std::uint32_t total = 0;
    for (std::uint32_t i = 0; i < size(); ++i) total = join(total, state_->values[i], i);
    sync();
    return total;
  }

  team_state* state_;
  std::uint32_t rank_;
};

/// Runs job(team) on each thread of a team of up to 32.
template <class Job>
void run_team(std::uint32_t size, const Job& job) {
  team_state state{size};
  std::vector<std::thread> threads;
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    threads.emplace_back([&state, &job, rank] { job(thread_team{state, rank}); });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace mhqa_test
