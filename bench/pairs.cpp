// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Composable pairs: seconds and memory from single-hop questions to the count of all pairs, on synthetic pools with few
// frequent answers. "pairs [THREADS [QUESTIONS…]]" prints a table; each row is a separate process.
#include <mhqa/compose/pairs.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
  return std::chrono::duration<double>(clock_type::now() - start).count();
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Questions of eight or nine words, of which the last two or three name an entity; the answer is another entity.
/// Entity i is drawn with a probability that falls as i^(-2/3).
struct synthetic_pool {
  std::string text;
  mhqa::single_hop_pool pool;

  explicit synthetic_pool(std::size_t questions) {
    mhqa::draws random{1, "bench"};
    std::vector<std::pair<std::size_t, std::size_t>> parts;
    const auto part = [&](auto write) {
      const std::size_t begin = text.size();
      write();
      parts.emplace_back(begin, text.size() - begin);
    };
    const auto word = [&](std::uint64_t i, bool name) {
      const std::size_t first = text.size();
      do {
        text += static_cast<char>('b' + i % 24);
        text += "aeiou"[i / 24 % 5];
      } while ((i /= 120) != 0);
      if (name) text[first] = static_cast<char>(text[first] - 'a' + 'A');
    };
    const std::size_t entities = questions / 4 + 1;
    const auto entity = [&] {
      const auto i = static_cast<std::uint64_t>(static_cast<double>(entities) * std::pow(random.unit(), 3));
      word(i % 5000, true);
      text += ' ';
      word(i + 7000, true);
      if (i % 2 == 0) text += " Junior";
    };
    const std::size_t paragraphs = questions / 5 + 1;
    for (std::size_t p = 0; p < paragraphs; ++p) {
      part(entity);
      part([&] {
        for (int i = 0; i < 20; ++i) word(random.below(20000), i == 0), text += ' ';
      });
    }
    for (std::size_t q = 0; q < questions; ++q) {
      part([&] {
        text += "what ";
        for (int i = 0; i < 4; ++i) word(random.below(20000), false), text += ' ';
        text += "of ";
        entity();
        text += '?';
      });
      part(entity);
    }
    const auto view = [&](std::size_t i) { return std::string_view{text}.substr(parts[i].first, parts[i].second); };
    for (std::size_t p = 0; p < paragraphs; ++p) pool.paragraphs.push_back({view(2 * p), view(2 * p + 1)});
    pool.questions.reserve(questions);
    for (std::size_t q = 0; q < questions; ++q) {
      const std::size_t at = 2 * (paragraphs + q);
      pool.questions.push_back(
          {"", "bench", view(at), view(at + 1), {}, static_cast<std::uint32_t>(random.below(paragraphs))});
    }
  }
};

struct own_question {
  std::string id, question, answer, paragraph;
};

/// Seconds for the pairs of the same questions in a user's struct.
template <class Rules>
double seconds_for_own(const mhqa::single_hop_pool& pool, const Rules& rules, mhqa::thread_pool& threads) {
  std::vector<own_question> own;
  own.reserve(pool.questions.size());
  for (const mhqa::single_hop& q : pool.questions) {
    own.push_back({std::string{q.id}, std::string{q.question}, std::string{q.answer},
                   std::string{pool.paragraphs[q.paragraph].text}});
  }
  const auto start = clock_type::now();
  mhqa::for_each_pair(own, rules, mhqa::count_only{}, threads, {.candidates_per_bridge = 1000, .seed = 1});
  return seconds_since(start);
}

void row(std::size_t questions, std::size_t threads) {
  const synthetic_pool made{questions};
  const double texts = peak_megabytes();
  mhqa::thread_pool pool{threads};
  const auto start = clock_type::now();
  const mhqa::pool_words words{made.pool};
  const double normalised = seconds_since(start);
  const mhqa::pair_index index{made.pool, words, pool};
  const double indexed = seconds_since(start);
  const auto rules = mhqa::bridge_is_entity() && mhqa::tail_answer_unseen() && mhqa::distinct_paragraphs();
  const auto counts =
      mhqa::for_each_pair(index, rules, mhqa::count_only{}, pool, {.candidates_per_bridge = 1000, .seed = 1});
  const double all = seconds_since(start);
  const double peak = peak_megabytes();
  const double own = questions > 1'000'000 ? 0 : seconds_for_own(made.pool, rules, pool);  // another copy of all texts
  std::printf("%9zu %8zu %12llu %12llu %12llu %8.3f %8.3f %8.3f %8.3f %8.0f %8.0f %6.2f\n", questions, index.bridges(),
              static_cast<unsigned long long>(counts.candidates),
              static_cast<unsigned long long>(counts.candidates - counts.unexamined),
              static_cast<unsigned long long>(counts.kept), normalised, indexed - normalised, all - indexed, all, texts,
              peak, own / all);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t threads = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  std::vector<std::size_t> sizes;
  for (int i = 2; i < argc; ++i) sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  if (sizes.empty()) sizes = {10'000, 100'000, 1'000'000};
  std::printf(
      "questions  bridges   candidates    looked at        pairs  words s  index s   scan s    all s  texts MB  peak "
      "MB "
      "own/pool\n");
  for (const std::size_t n : sizes) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      row(n, threads);
      return 0;
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  return 0;
}
