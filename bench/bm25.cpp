// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// BM25: build and top-20 search over synthetic paragraphs with natural word frequencies, or over files with one
// paragraph and one query per line. bm25.py runs this program and others on the same files.
//   mhqa_bench_bm25                       a table from 1e4 to 1e6 paragraphs
//   mhqa_bench_bm25 --make PREFIX N M     writes N paragraphs and M queries to PREFIX.corpus and PREFIX.queries
//   mhqa_bench_bm25 --run PREFIX MODEL THREADS [--hits FILE]
//   mhqa_bench_bm25 --make-large PREFIX N M   for mhqa index: N paragraphs of 100 words over 10^6, M queries of 8
//   mhqa_bench_bm25 --search INDEX QUERIES THREADS [--equals PREFIX.jsonl]
//   mhqa_bench_bm25 --make-plain PREFIX N M   the same paragraphs and queries as --make-large, as of --make
//   mhqa_bench_bm25 --answer PREFIX MODEL K1 B TOP   on one thread: builds; then all queries once for each line that it
//                                         reads, which names a file for the hits, or is empty
#include <mhqa/compose/distractors.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/retrieval/bm25.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using strings = std::vector<std::string>;

constexpr std::size_t best_of = 5;
constexpr std::size_t hits_wanted = 20;

// The least of several runs, in seconds: the others were disturbed.
double seconds(const std::function<void()>& work) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t run = 0; run < best_of; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    least = std::min(least, took.count());
  }
  return least;
}

// The word of a rank: frequent words are short, as in English.
std::string word(std::size_t rank) {
  std::string out;
  for (std::size_t rest = rank + 10; rest > 0; rest /= 21) out += "aeioubcdfghlmnprstvwy"[rest % 21];
  return out;
}

// A rank by Zipf's law with exponent 1: the inverse of a harmonic sum, in closed form.
std::size_t zipf(mhqa::draws& random, double words = 400'000) {
  return static_cast<std::size_t>(std::exp(random.unit() * std::log(words + 1)) - 1);
}

std::string paragraph(std::size_t number) {
  mhqa::draws random{1, number};
  std::string out;
  const std::size_t length = 40 + random.below(101);  // 90 words on average
  for (std::size_t i = 0; i < length; ++i) {
    if (i != 0) out += ' ';
    out += word(zipf(random));
  }
  return out;
}

// Ten words in sequence, out of a paragraph: with as many frequent words as a question has.
std::string query(std::size_t number, std::size_t paragraphs) {
  mhqa::draws random{2, number};
  const std::string text = paragraph(random.below(paragraphs));
  std::size_t from = 0;
  for (std::size_t skip = random.below(30); skip > 0; --skip) from = text.find(' ', from) + 1;
  std::size_t to = from;
  for (std::size_t i = 0; i < 10 && to != std::string::npos; ++i) to = text.find(' ', to + 1);
  return text.substr(from, to - from);
}

// Words drawn by their frequencies.
std::string drawn(std::uint64_t seed, std::size_t number, std::size_t words) {
  mhqa::draws random{seed, number};
  std::string out;
  for (std::size_t i = 0; i < words; ++i) out.append(i == 0 ? "" : " ").append(word(zipf(random, 1e6)));
  return out;
}

strings read_lines(const std::string& path) {
  std::ifstream in{path};
  if (!in) std::fprintf(stderr, "cannot read %s\n", path.c_str()), std::exit(2);
  strings lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void write_lines(const std::string& path, std::size_t count, const std::function<std::string(std::size_t)>& line) {
  std::ofstream out{path};
  for (std::size_t i = 0; i < count; ++i) out << line(i) << '\n';
}

void write_hits(const std::string& path, const mhqa::query_hits& all) {
  std::ofstream out{path};
  out.precision(17);
  for (const auto& list : all) {
    for (const auto& hit : list) out << hit.document << ':' << hit.score << ' ';
    out << '\n';
  }
}

struct figures {
  double build;
  double check;
  double queries_a_second;
  double megabytes;
};

figures measure(const strings& corpus, const strings& queries, const mhqa::bm25_model& model, std::size_t threads) {
  mhqa::thread_pool pool{threads};
  const mhqa::whitespace_analyzer split;
  mhqa::bm25_index index;
  const double build = seconds([&] { index = mhqa::build_bm25(corpus, model, split, pool); });
  const double check = seconds([&] { static_cast<void>(mhqa::check_bm25(index.bytes()).value_or_throw()); });
  const double search =
      seconds([&] { static_cast<void>(mhqa::search_bm25(index, queries, hits_wanted, split, pool)); });
  return {build, check, static_cast<double>(queries.size()) / search, static_cast<double>(index.bytes().size()) * 1e-6};
}

void table() {
  std::printf("%10s %8s %10s %10s %12s %9s\n", "paragraphs", "threads", "build s", "check s", "queries/s", "MB");
  for (const std::size_t size : {10'000U, 100'000U, 1'000'000U}) {
    strings corpus(size), queries(2'000);
    for (std::size_t i = 0; i < size; ++i) corpus[i] = paragraph(i);
    for (std::size_t i = 0; i < queries.size(); ++i) queries[i] = query(i, size);
    for (const std::size_t threads : {1U, 2U}) {
      const figures f = measure(corpus, queries, mhqa::bm25_models::lucene, threads);
      std::printf("%10zu %8zu %10.3f %10.3f %12.0f %9.1f\n", size, threads, f.build, f.check, f.queries_a_second,
                  f.megabytes);
    }
  }
}

// Searches an index of mhqa index, which is mapped; --equals indexes the corpus in memory and compares every hit.
int search_file(const strings& given) {
  constexpr std::size_t wanted = 10;
  const mhqa::whitespace_analyzer split;
  const auto opened = std::chrono::steady_clock::now();
  const mhqa::io::search_index file{given[1]};
  const std::chrono::duration<double> open = std::chrono::steady_clock::now() - opened;
  const strings queries = read_lines(given[2]);
  mhqa::thread_pool pool{std::stoul(given[3])};
  mhqa::query_hits hits;
  const auto begin = std::chrono::steady_clock::now();
  hits = mhqa::search_bm25(file.index(), queries, wanted, split, pool);
  const std::chrono::duration<double> first = std::chrono::steady_clock::now() - begin;
  const std::clock_t used = std::clock();  // of all threads: other programs on the machine change it less
  const double again = seconds([&] { hits = mhqa::search_bm25(file.index(), queries, wanted, split, pool); });
  const double cpu = static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC;
  const auto rate = [&](double took) { return static_cast<double>(queries.size()) / took; };
  std::printf(
      "{\"paragraphs\": %zu, \"open\": %.3f, \"queries_a_second_first\": %.0f, \"queries_a_second\": %.0f, "
      "\"queries_a_cpu_second\": %.0f}\n",
      file.index().documents(), open.count(), rate(first.count()), rate(again), rate(cpu / best_of));
  if (given.size() != 6) return 0;
  mhqa::io::loaded_corpus corpus;
  mhqa::io::read_corpus(given[5], corpus);
  const mhqa::bm25_index index =
      mhqa::build_bm25(corpus.paragraphs, mhqa::bm25_models::lucene, mhqa::paragraph_analyzer{}, pool);
  const bool same = mhqa::search_bm25(index, queries, wanted, split, pool) == hits;
  std::printf("the index in memory gives %s\n", same ? "the same hits" : "OTHER HITS");
  return same ? 0 : 1;
}

// Builds an index, and answers all queries once for each line of standard input: bm25.py lets programs take turns.
int answer(const strings& given) {
  mhqa::bm25_model model = *mhqa::find_bm25_model(given[2]);
  model.k1 = std::stod(given[3]);
  model.b = std::stod(given[4]);
  const std::size_t top = std::stoul(given[5]);
  const mhqa::whitespace_analyzer split;
  const strings queries = read_lines(given[1] + ".queries");
  const std::clock_t begun = std::clock();
  mhqa::bm25_index index;
  {
    const strings corpus = read_lines(given[1] + ".corpus");
    index = mhqa::build_bm25(corpus, model, split);
  }
  std::printf("{\"build\": %.3f}\n", static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    const std::clock_t used = std::clock();
    const auto begin = std::chrono::steady_clock::now();
    const auto hits = mhqa::search_bm25(index, queries, top, split);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("{\"seconds\": %.6f, \"cpu\": %.6f}\n", took.count(),
                static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC);
    std::fflush(stdout);
    if (!line.empty()) write_hits(line, hits);
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const strings given(arguments + 1, arguments + count);
  if (given.empty()) return table(), 0;
  if (given.size() == 4 && given[0] == "--make-large") {
    write_lines(given[1] + ".jsonl", std::stoul(given[2]), [](std::size_t i) {
      return "{\"id\": \"" + std::to_string(i) + "\", \"text\": \"" + drawn(3, i, 100) + "\"}";
    });
    write_lines(given[1] + ".queries", std::stoul(given[3]), [](std::size_t i) { return drawn(4, i, 8); });
    return 0;
  }
  if ((given.size() == 4 || (given.size() == 6 && given[4] == "--equals")) && given[0] == "--search") {
    return search_file(given);
  }
  if (given.size() == 4 && given[0] == "--make-plain") {
    write_lines(given[1] + ".corpus", std::stoul(given[2]), [](std::size_t i) { return drawn(3, i, 100); });
    write_lines(given[1] + ".queries", std::stoul(given[3]), [](std::size_t i) { return drawn(4, i, 8); });
    return 0;
  }
  if (given.size() == 6 && given[0] == "--answer" && mhqa::find_bm25_model(given[2])) return answer(given);
  if (given.size() == 4 && given[0] == "--make") {
    const std::size_t paragraphs = std::stoul(given[2]);
    write_lines(given[1] + ".corpus", paragraphs, paragraph);
    write_lines(given[1] + ".queries", std::stoul(given[3]), [&](std::size_t i) { return query(i, paragraphs); });
    return 0;
  }
  if (given.size() < 4 || given[0] != "--run" || !mhqa::find_bm25_model(given[2])) {
    std::fputs("usage: --make PREFIX PARAGRAPHS QUERIES | --run PREFIX MODEL THREADS [--hits FILE]\n", stderr);
    return 2;
  }
  const mhqa::bm25_model model = *mhqa::find_bm25_model(given[2]);
  const strings corpus = read_lines(given[1] + ".corpus");
  const strings queries = read_lines(given[1] + ".queries");
  const figures f = measure(corpus, queries, model, std::stoul(given[3]));
  std::printf("{\"build\": %.6f, \"check\": %.6f, \"queries_a_second\": %.1f, \"megabytes\": %.1f}\n", f.build, f.check,
              f.queries_a_second, f.megabytes);
  if (given.size() == 6 && given[4] == "--hits") {
    const mhqa::whitespace_analyzer split;
    const mhqa::bm25_index index = mhqa::build_bm25(corpus, model, split);
    write_hits(given[5], mhqa::search_bm25(index, queries, hits_wanted, split));
  }
  return 0;
}
