// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates: time and allocations per parse, per difference and per sum, and the speed of the search in running text.
// Compared with Python on the same dates in one run: python3 bench/dates.py build/bench/bench/mhqa_bench_dates
#include <mhqa/date/add.hpp>
#include <mhqa/date/difference.hpp>
#include <mhqa/date/find.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/spell.hpp>
#include <mhqa/date/stated_find.hpp>
#include <mhqa/date/stated_text.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::size_t allocated = 0;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocated;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace {

using mhqa::date_style;
using mhqa::partial_date;

constexpr std::size_t number_of_dates = 2000;

// bench/dates.py makes the same sequence; the checksums show that both did the same work.
class sequence {
 public:
  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 1664525U + 1013904223U;
    return (state_ >> 8U) % n;
  }

 private:
  std::uint32_t state_ = 1;
};

std::vector<partial_date> make_dates() {
  sequence random;
  std::vector<partial_date> dates;
  for (std::size_t i = 0; i < number_of_dates; ++i) {
    const int year = 1000 + static_cast<int>(random.below(1030));
    const int month = 1 + static_cast<int>(random.below(12));
    const int day = 1 + static_cast<int>(random.below(28));
    dates.push_back(*mhqa::make_date(year, month, day));
  }
  return dates;
}

constexpr date_style styles[] = {date_style::padded_month_first, date_style::day_first, date_style::day_first_comma,
                                 date_style::iso, date_style::month_first};

std::vector<std::string> make_spellings() {
  std::vector<std::string> out;
  for (const partial_date date : make_dates()) out.emplace_back(spell(date, styles[out.size() % 5]).view());
  return out;
}

int number_of(partial_date date) {
  return mhqa::day_number({date.year, date.month, date.day});
}

// Prose of an encyclopedia; `numbers` and `dates` say how many words of a hundred are replaced by one.
std::string make_text(std::uint32_t numbers, std::uint32_t dates) {
  constexpr std::string_view words[] = {"the",    "painter",  "was",     "born",   "in",      "Antwerp", "and",
                                        "known",  "for",      "several", "large",  "Company", "history", "of",
                                        "August", "pictures", "a",       "second", "May",     "country"};
  const std::vector<std::string> spellings = make_spellings();
  sequence random;
  std::string text;
  while (text.size() < 4'000'000) {
    const std::uint32_t kind = random.below(100);
    if (kind < numbers) {
      text += std::to_string(random.below(900));
    } else if (kind < numbers + dates) {
      text += spellings[random.below(static_cast<std::uint32_t>(spellings.size()))];
    } else {
      text += words[random.below(20)];
    }
    text += ' ';
  }
  return text;
}

// Runs work(), which returns a sum over its results, and reports the time and the allocations per item.
template <class Work>
void measure(benchmark::State& state, std::size_t items, Work work) {
  std::int64_t checksum = 0;
  std::size_t calls = 0;
  for (auto _ : state) {
    const std::size_t before = allocated;
    checksum = work();
    benchmark::DoNotOptimize(checksum);
    calls += allocated - before;
  }
  const double all = static_cast<double>(state.iterations()) * static_cast<double>(items);
  state.SetItemsProcessed(static_cast<std::int64_t>(all));
  state.counters["allocations"] = static_cast<double>(calls) / all;
  state.counters["checksum"] = static_cast<double>(checksum);
}

void parse(benchmark::State& state) {
  const std::vector<std::string> spellings = make_spellings();
  measure(state, spellings.size(), [&] {
    std::int64_t sum = 0;
    for (const std::string& text : spellings) sum += number_of(*mhqa::parse_date(text));
    return sum;
  });
}
BENCHMARK(parse);

void parse_refused(benchmark::State& state) {
  const std::vector<std::string> bad{"30 February 1900", "May 12", "unknown", "12 July 67173", "1637-13-01"};
  measure(state, bad.size(), [&] {
    std::int64_t sum = 0;
    for (const std::string& text : bad) sum += static_cast<std::int64_t>(mhqa::parse_date(text).position);
    return sum;
  });
}
BENCHMARK(parse_refused);

// The same spellings as statements, and then statements that only parse_stated() reads.
void parse_stated(benchmark::State& state) {
  const std::vector<std::string> spellings = make_spellings();
  measure(state, spellings.size(), [&] {
    std::int64_t sum = 0;
    for (const std::string& text : spellings) sum += number_of(mhqa::exact(*mhqa::parse_stated(text)).value());
    return sum;
  });
}
BENCHMARK(parse_stated);

// Ranges and doubts as encyclopedias write them, and then rarer statements.
void parse_list(benchmark::State& state, const std::vector<std::string>& spellings) {
  measure(state, spellings.size(), [&] {
    std::int64_t sum = 0;
    for (const std::string& text : spellings) sum += mhqa::parse_stated(text)->count;
    return sum;
  });
}
void parse_ranges_and_doubts(benchmark::State& state) {
  parse_list(state, {"12\xE2\x80\x93"
                     "14 July 1637",
                     "c. 1637", "between 1887 and 1893", "1887 or 1893", "before 1300", "1593 \xE2\x80\x93 1637",
                     "1926\xE2\x80\x93"
                     "7",
                     "100\xE2\x80\x93"
                     "44 BC",
                     "after 12 July 1637", "30 July \xE2\x80\x93 2 August 1637"});
}
BENCHMARK(parse_ranges_and_doubts);

void parse_statements(benchmark::State& state) {
  parse_list(state, {"17th century", "1 December [O.S. 20 November] 1792", "[1887,1893]", "../1300", "early 1630s",
                     "Sunday, 12 July 1637", "11 February 1731/2", "5 July 1251 or 1253"});
}
BENCHMARK(parse_statements);

void difference(benchmark::State& state) {
  const std::vector<partial_date> dates = make_dates();
  measure(state, dates.size() - 1, [&] {
    std::int64_t sum = 0;
    for (std::size_t i = 1; i < dates.size(); ++i) {
      const mhqa::date_difference age = *mhqa::difference(dates[i - 1], dates[i]);
      sum += age.years * 400 + age.months * 31 + age.days;
    }
    return sum;
  });
}
BENCHMARK(difference);

void add(benchmark::State& state) {
  const std::vector<partial_date> dates = make_dates();
  measure(state, dates.size(), [&] {
    std::int64_t sum = 0;
    for (const partial_date date : dates) sum += number_of(*mhqa::add(date, {.years = 3, .months = 7, .days = 11}));
    return sum;
  });
}
BENCHMARK(add);

void spell_published(benchmark::State& state) {
  const std::vector<partial_date> dates = make_dates();
  measure(state, dates.size(), [&] {
    std::int64_t sum = 0;
    for (const partial_date date : dates) sum += static_cast<std::int64_t>(spell(date).view().size());
    return sum;
  });
}
BENCHMARK(spell_published);

void find(benchmark::State& state) {
  const std::string text =
      make_text(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  measure(state, 1, [&] {
    std::int64_t found = 0;
    for (const mhqa::found_date& one : mhqa::find_all(text)) found += one.length > 0 ? 1 : 0;
    return found;
  });
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
void find_stated(benchmark::State& state) {
  const std::string text =
      make_text(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  measure(state, 1, [&] {
    std::int64_t found = 0;
    for (const mhqa::found_stated& one : mhqa::find_all_stated(text)) found += one.length > 0 ? 1 : 0;
    return found;
  });
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(find_stated)
    ->ArgNames({"numbers", "dates"})
    ->Args({0, 0})
    ->Args({5, 0})
    ->Args({0, 5})
    ->Unit(benchmark::kMillisecond);

BENCHMARK(find)
    ->ArgNames({"numbers", "dates"})
    ->Args({0, 0})
    ->Args({5, 0})
    ->Args({0, 5})
    ->Unit(benchmark::kMillisecond);

}  // namespace

namespace {

// Paragraphs that begin with a bracket and go on with clauses, as biographies do.
void read_lives(benchmark::State& state) {
  const std::vector<std::string> spellings = make_spellings();
  std::vector<std::string> texts;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i + 1 < spellings.size(); i += 2) {
    texts.push_back("Ann Roe (" + spellings[i] + " \xE2\x80\x93 " + spellings[i + 1] +
                    ") was an English painter of portraits and landscapes, known for her early pictures of the coast. "
                    "The daughter of a teacher, she went to school in Ulm and moved to London, where she was a member "
                    "of several societies. Her husband died in 1870. She was buried in Highgate.");
    bytes += texts.back().size();
  }
  measure(state, texts.size(), [&] {
    std::int64_t found = 0;
    for (const std::string& text : texts) found += mhqa::read_life("Ann Roe", text).person ? 1 : 0;
    return found;
  });
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}
BENCHMARK(read_lives);

}  // namespace

BENCHMARK_MAIN();
