// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct not_an_executor {
  [[nodiscard]] static std::size_t concurrency() { return 1; }
};

static_assert(mhqa::executor<mhqa::serial_executor>);
static_assert(mhqa::executor<const mhqa::serial_executor>);
static_assert(mhqa::executor<mhqa::thread_pool>);
static_assert(mhqa::executor<mhqa::executor_ref>);
static_assert(std::is_trivially_copyable_v<mhqa::executor_ref>);
static_assert(std::is_convertible_v<const mhqa::serial_executor&, mhqa::executor_ref>);
static_assert(!std::is_convertible_v<mhqa::serial_executor, mhqa::executor_ref>);  // it would dangle
static_assert(!std::is_convertible_v<int&, mhqa::executor_ref>);
static_assert(!mhqa::executor<not_an_executor>);
static_assert(!mhqa::executor<int>);
static_assert(!std::is_copy_constructible_v<mhqa::thread_pool>);

// How often each i was called.
template <class Executor>
std::vector<int> calls(Executor&& exec, std::size_t n) {
  std::vector<std::atomic<int>> counts(n);
  exec.for_each(n, [&](std::size_t i) { ++counts[i]; });
  return {counts.begin(), counts.end()};
}

}  // namespace

TEST_CASE("parallel: the serial executor calls in order, in constant expressions too") {
  constexpr int value = [] {
    int digits = 0;
    mhqa::serial_executor{}.for_each(4, [&](std::size_t i) { digits = digits * 10 + static_cast<int>(i); });
    return digits;
  }();
  static_assert(value == 123);
  CHECK(mhqa::serial_executor::concurrency() == 1);
}

TEST_CASE("parallel: a pool starts its threads for the first job of several tasks") {
  mhqa::thread_pool many{std::size_t{1} << 40};  // more than there can be
  CHECK(many.concurrency() == std::size_t{1} << 40);
  std::size_t calls = 0;
  many.for_each(0, [&](std::size_t) { ++calls; });
  many.for_each(1, [&](std::size_t) { ++calls; });
  CHECK(calls == 1);
}

TEST_CASE("parallel: a plain function is a task as well as an object is") {
  static std::atomic<std::size_t> sum{0};
  struct adder {
    static void add(std::size_t i) { sum += i; }
  };
  mhqa::thread_pool pool{2};
  pool.for_each(10, adder::add);
  pool.for_each(10, &adder::add);
  CHECK(sum == 90);
}

TEST_CASE("parallel: a reference runs on its executor and passes exceptions on") {
  mhqa::thread_pool pool{3};
  const mhqa::executor_ref run = pool;
  mhqa::executor_ref copy = run;  // refers to the pool, not to `run`
  CHECK(copy.concurrency() == 3);
  CHECK(calls(copy, 100) == std::vector<int>(100, 1));
  const mhqa::serial_executor serial;
  copy = serial;
  CHECK(copy.concurrency() == 1);
  std::vector<std::size_t> order;
  copy.for_each(4, [&](std::size_t i) { order.push_back(i); });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK_THROWS_WITH_AS(run.for_each(8,
                                    [](std::size_t i) {
                                      if (i >= 5) throw std::runtime_error{std::to_string(i)};
                                    }),
                       "5", std::runtime_error);
}

TEST_CASE("parallel: a pool calls each number once, for any number of threads and tasks") {
  for (const std::size_t threads : {1U, 2U, 3U, 4U, 7U}) {
    mhqa::thread_pool pool{threads};
    CHECK(pool.concurrency() == threads);
    for (const std::size_t n : {0U, 1U, 2U, 3U, 4U, 5U, 63U, 64U, 1000U}) {
      CAPTURE(threads);
      CAPTURE(n);
      CHECK(calls(pool, n) == std::vector<int>(n, 1));
    }
  }
  CHECK(mhqa::thread_pool{}.concurrency() >= 1);
}

TEST_CASE("parallel: one pool does thousands of small jobs") {
  mhqa::thread_pool pool{4};
  std::atomic<std::size_t> sum{0};
  for (int job = 0; job < 3000; ++job) pool.for_each(3, [&](std::size_t i) { sum += i; });
  CHECK(sum == 3000 * (0 + 1 + 2));
}

TEST_CASE("parallel: the caller's function is not copied, const or not") {
  struct counter {
    std::atomic<int> count{0};
    void operator()(std::size_t) { ++count; }
  };
  mhqa::thread_pool pool{2};
  counter own;
  pool.for_each(100, own);
  CHECK(own.count == 100);
  std::atomic<int> seen{0};
  const auto constant = [&](std::size_t) { ++seen; };
  pool.for_each(50, constant);
  pool.for_each(50, std::as_const(constant));
  CHECK(seen == 100);
}

TEST_CASE("parallel: the exception of the lowest number that throws reaches the caller") {
  for (const std::size_t threads : {1U, 2U, 4U}) {
    mhqa::thread_pool pool{threads};
    for (int round = 0; round < 200; ++round) {
      std::string message;
      try {
        pool.for_each(64, [](std::size_t i) {
          if (i % 10 == 7) throw std::runtime_error{std::to_string(i)};
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      REQUIRE(message == "7");
    }
    // The pool is as good as before.
    CHECK(calls(pool, 100) == std::vector<int>(100, 1));
  }
}

TEST_CASE("parallel: a job inside a job, and jobs of several threads, run to their end") {
  mhqa::thread_pool pool{3};
  std::atomic<int> inner{0};
  pool.for_each(8, [&](std::size_t) { pool.for_each(8, [&](std::size_t) { ++inner; }); });
  CHECK(inner == 64);

  std::atomic<int> outer{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) pool.for_each(10, [&](std::size_t) { ++outer; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(outer == 4 * 50 * 10);
}

TEST_CASE("parallel: an exception from a job inside a job reaches both callers") {
  mhqa::thread_pool pool{2};
  const auto job = [&] {
    pool.for_each(4, [&](std::size_t) {
      pool.for_each(4, [](std::size_t i) {
        if (i == 2) throw std::out_of_range{"inner"};
      });
    });
  };
  CHECK_THROWS_AS(job(), std::out_of_range);
  CHECK_THROWS_AS(job(), std::out_of_range);  // not taken for busy for ever
  CHECK(calls(pool, 10) == std::vector<int>(10, 1));
}

TEST_CASE("parallel: chunks cover the range once and depend on n and grain alone") {
  using chunk = std::pair<std::size_t, std::size_t>;
  const auto chunks = [](std::size_t n, std::size_t grain) {
    std::vector<chunk> out;
    mhqa::for_each_chunk(mhqa::serial_executor{}, n, grain,
                         [&](std::size_t begin, std::size_t end) { out.emplace_back(begin, end); });
    return out;
  };
  CHECK(chunks(7, 3) == std::vector<chunk>{{0, 3}, {3, 6}, {6, 7}});
  CHECK(chunks(0, 3).empty());
  CHECK(chunks(3, 0) == std::vector<chunk>{{0, 1}, {1, 2}, {2, 3}});
  CHECK(chunks(3, static_cast<std::size_t>(-1)) == std::vector<chunk>{{0, 3}});
  for (std::size_t n = 0; n < 20; ++n) {
    for (std::size_t grain = 0; grain < 22; ++grain) {
      std::size_t at = 0;
      for (const auto& [begin, end] : chunks(n, grain)) {
        CHECK(begin == at);
        CHECK(end > begin);
        at = end;
      }
      CHECK(at == n);
    }
  }
  mhqa::thread_pool pool{3};
  std::vector<std::atomic<int>> counts(100);
  mhqa::for_each_chunk(pool, 100, 7, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++counts[i];
  });
  CHECK(std::vector<int>{counts.begin(), counts.end()} == std::vector<int>(100, 1));
}
