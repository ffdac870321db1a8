// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_blocks.hpp.
#pragma once

#include <mhqa/io/compose_blocks.hpp>

#include <mhqa/compose/bridge_uses.hpp>
#include <mhqa/compose/compose.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/compose_parts.hpp>
#include <mhqa/io/compose_run.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Marks the good questions that the part of some pairs has.
class part_marks {
 public:
  part_marks(question_stream& all, std::uint64_t candidates_per_bridge)
      : all_{all}, marked_(all.count_good()), bridges_{1, candidates_per_bridge} {}

  /// Marks the questions of the pairs, and the first questions with their texts, answers and aliases: keys are numbers
  /// in the order of the first occurrences.
  void mark_first(std::span<const std::uint32_t> of_pairs);
  /// Marks the candidates of the pairs' bridges of which only some are examined.
  void mark_sampled();
  [[nodiscard]] bool operator[](std::uint32_t place) const { return marked_[place]; }

 private:
  using hashes = std::unordered_set<std::uint64_t>;

  [[nodiscard]] std::uint64_t hash(std::string_view text) {
    form_.assign(text);
    return stable_hash(form_.text());
  }
  template <class F>
  void for_each(F&& f) {
    all_.for_each_good([&](const framed_questions& some) {
      for (std::size_t i = 0; i < some.places.size(); ++i) f(some.places[i], some.pool.questions[i]);
    });
  }

  question_stream& all_;
  std::vector<bool> marked_;
  bridge_uses bridges_;
  normalized form_{};
};

MHQA_INLINE void part_marks::mark_first(std::span<const std::uint32_t> of_pairs) {
  for (const std::uint32_t place : of_pairs) marked_[place] = true;
  hashes questions, answers;
  for_each([&](std::uint32_t place, const single_hop& q) {
    if (!marked_[place]) return;
    questions.insert(hash(q.question));
    answers.insert(hash(q.answer));
    for (const std::string_view alias : q.aliases) answers.insert(hash(alias));
  });
  const hashes of_bridges = answers;
  hashes aliases = answers;
  for_each([&](std::uint32_t place, const single_hop& q) {
    const std::uint64_t answer = hash(q.answer);
    if (of_bridges.contains(answer)) bridges_.add_answer(q.answer);
    std::size_t first = questions.erase(hash(q.question)) + answers.erase(answer);
    for (const std::string_view alias : q.aliases) first += aliases.erase(hash(alias));
    if (first != 0) marked_[place] = true;
  });
}

MHQA_INLINE void part_marks::mark_sampled() {
  for_each([&](std::uint32_t, const single_hop& q) { bridges_.add_question(q.question); });
  for_each([&](std::uint32_t place, const single_hop& q) {
    if (bridges_.is_sampled(q.question, q.answer)) marked_[place] = true;
  });
}

/// Calls f(position, paragraph) for the paragraphs with some numbers, which are loaded some at a time.
template <class F>
void for_each_loaded(paragraph_store& all, std::span<const std::uint32_t> numbers, F&& f) {
  constexpr std::size_t together = 4096;
  for (std::size_t begin = 0; begin < numbers.size(); begin += together) {
    const loaded_paragraphs some = all.load(numbers.subspan(begin, std::min(together, numbers.size() - begin)));
    for (std::size_t i = 0; i < some.paragraphs.size(); ++i) f(begin + i, some.paragraphs[i]);
  }
}

/// Adds the first paragraphs that equal one of these; see part_marks::mark_first().
inline void add_first_paragraphs(paragraph_store& all, std::vector<std::uint32_t>& numbers) {
  const auto join = [](const paragraph_print& print) { return print.title * 31 + print.text; };
  std::unordered_set<std::uint64_t> wanted;
  for_each_loaded(all, numbers,
                  [&](std::size_t, const context_paragraph& p) { wanted.insert(join(paragraph_print::of(p))); });
  all.for_each_block(std::size_t{1} << 20U, [&](const paragraph_block& block) {
    for (std::uint32_t i = 0; i < block.paragraphs.size(); ++i) {
      if (wanted.erase(join(paragraph_print::of(block.paragraphs[i]))) != 0) numbers.push_back(block.first + i);
    }
  });
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// What the run needs from its files, and its stages that look into the stream.
class block_run {
 public:
  block_run(const compose_settings& settings, const default_reader& read)
      : settings_{settings},
        read_{read},
        run_{settings.out, settings.options, false},
        all_{settings, settings.out + "/stages/pool.jsonl", true} {
    describe_files(run_, settings, read);
  }

  [[nodiscard]] compose_run& run() noexcept { return run_; }
  [[nodiscard]] question_stream& questions() noexcept { return all_; }
  [[nodiscard]] const pool_lookup& lookup() noexcept {
    const std::uint64_t together = settings_.together == 0 ? settings_.block / 512 : settings_.together;
    if (!lookup_.blocks) {
      lookup_ = look_up(all_, static_cast<std::size_t>(settings_.block), static_cast<std::size_t>(together));
    }
    return lookup_;
  }

  void read_pool();
  void judge();
  [[nodiscard]] good_set take_part(merged_pairs& pairs) {
    part_of_pool part = part_of_pairs(all_, pairs, settings_.options.pairs.candidates_per_bridge);
    prints_ = std::move(part.prints);
    return std::move(part.good);
  }
  /// Writes the data set, if there is one, and returns the counts.
  [[nodiscard]] composing finish(const std::optional<composed_set>& made);
  template <class E>
  [[nodiscard]] outcome<connected_set> connect(const pair_set& in, const compose_options& options, E& exec);

 private:
  const compose_settings& settings_;
  const default_reader& read_;
  compose_run run_;
  question_stream all_;
  pool_lookup lookup_{};
  std::vector<paragraph_print> prints_{};  // of the part's paragraphs
};

MHQA_INLINE void block_run::read_pool() {
  std::vector<pool_path> paths;
  for (const std::string& name : settings_.pools) paths.push_back(pool_path::parse(name));
  run_.make_pool(paths, [&](stage_writer& out) {
    atomic_file asked{run_.request_file("quality")}, texts{run_.request_file("quality_paragraphs")};
    std::string line;
    single_hop_pool one;
    const loaded_pool counts =
        all_.read([&](const single_hop& q, std::uint32_t number, const context_paragraph* fresh) {
          line.clear();
          compose_run::write_question(line, q, number);
          out.line(line);
          one.questions.assign(1, q);
          one.questions.front().paragraph = number;
          line.clear();
          write_request(line, one, {std::string{q.id}, 0, std::string{q.question}, {number}, 0});
          asked.write(line += '\n');
          if (fresh == nullptr) return;
          line.clear();
          write_request_paragraph(line, number, *fresh);
          texts.write(line += '\n');
        });
    asked.commit();
    texts.commit();
    compose_run::count_pool(out, counts, all_.count_read(), all_.paragraphs().size());
  });
}

MHQA_INLINE void block_run::judge() {
  all_.learn();
  run_.make_quality([&](stage_writer& out) {
    std::string line;
    const stage_counts counted = all_.judge([&](const single_hop& q) {
      line.clear();
      json_writer{line}.begin_object().member("id", q.id).end_object();
      out.line(line);
    });
    for (const named_count& c : counted.counts) out.count(c.name, c.value);
    out.drop(counted.dropped);
  });
}

MHQA_INLINE composing block_run::finish(const std::optional<composed_set>& made) {
  if (made) {
    const single_hop_pool& part = made->questions.pool();
    write_composed_sets(run_, *made, settings_.options.seed, [&](const made_question& q, const auto& use) {
      const auto [own, taken] = take_out(part, q, lookup());
      use(own.pool, taken);
    });
  }
  return tell(run_, read_, made);
}

template <class E>
outcome<connected_set> block_run::connect(const pair_set& in, const compose_options& options, E& exec) {
  outcome<connected_set> out;
  if (!options.connect) {
    out = keep_unconnected(in);
    out.kept = shrink(out.kept, lookup().load);
    return out;
  }
  atomic_file texts{run_.request_file("paragraphs")}, heads{run_.request_file("heads")},
      tails{run_.request_file("tails")};
  std::string line;
  lookup().blocks([&](const paragraph_block& block) {
    for (std::size_t i = 0; i < block.paragraphs.size(); ++i) {
      line.clear();
      write_request_paragraph(line, block.first + i, block.paragraphs[i]);
      texts.write(line += '\n');
    }
  });
  const auto seen = [&](const single_hop_pool& pool, const request_batch& batch) {
    for (const reading_request& r : batch.requests) {
      line.clear();
      write_request(line, pool, r);
      (batch.name == "heads" ? heads : tails).write(line += '\n');
    }
  };
  const file_answers answers{settings_.connection_answers, read_};
  out = connect_streamed(in, options, lookup(), prints_, answers, !settings_.connection_answers.empty(), seen, exec);
  out.kept = shrink(out.kept, lookup().load);
  for (atomic_file* const file : {&texts, &heads, &tails}) file->commit();
  for (const char* const name : {"paragraphs", "heads", "tails"}) run_.request_written(name);
  return out;
}

}  // namespace detail

MHQA_INLINE part_of_pool part_of_pairs(question_stream& all, merged_pairs& pairs, std::uint64_t candidates_per_bridge) {
  const auto own = std::make_shared<part_texts>();
  single_hop_pool part;
  {
    detail::part_marks marks{all, candidates_per_bridge};
    marks.mark_first(pairs.questions_of_pairs(all.fingerprint(), all.count_good()));
    if (candidates_per_bridge != 0) marks.mark_sampled();
    all.for_each_good([&](const framed_questions& some) {
      for (std::size_t i = 0; i < some.places.size(); ++i) {
        if (!marks[some.places[i]]) continue;
        single_hop& q = part.questions.emplace_back(some.pool.questions[i]);
        own->keep(q);
        q.paragraph = all.paragraph_of(some.places[i]);
        part.places.push_back(some.places[i]);
      }
    });
  }
  std::vector<std::uint32_t>& numbers = part.paragraph_places;
  for (const single_hop& q : part.questions) numbers.push_back(q.paragraph);
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  detail::add_first_paragraphs(all.paragraphs(), numbers);
  for (single_hop& q : part.questions) {
    q.paragraph = static_cast<std::uint32_t>(std::ranges::lower_bound(numbers, q.paragraph) - numbers.begin());
  }
  part_of_pool out;
  detail::for_each_loaded(all.paragraphs(), numbers, [&](std::size_t, const context_paragraph& p) {
    out.prints.push_back(paragraph_print::of(p));
    const std::string word = fmt::format("{:016x}", out.prints.back().text);
    part.paragraphs.push_back({own->keep(p.title), own->keep(word)});
  });
  pairs.move_to(part);
  std::vector<std::uint32_t> places = part.places;
  out.good = {question_pool{std::move(part), own}, std::move(places)};
  return out;
}

MHQA_INLINE pool_lookup look_up(question_stream& all, std::size_t block, std::size_t together) {
  pool_lookup out;
  out.paragraphs = all.paragraphs().size();
  out.blocks = [&all, block](const auto& give) { all.paragraphs().for_each_block(block, give); };
  out.questions = [&all](const auto& give) {
    all.for_each_good([&](const framed_questions& some) {
      for (std::size_t i = 0; i < some.places.size(); ++i) {
        const single_hop& q = some.pool.questions[i];
        give(q.question, q.answer, all.paragraph_of(some.places[i]));
      }
    });
  };
  out.load = [&all](std::span<const std::uint32_t> numbers) { return all.paragraphs().load(numbers); };
  out.together = std::max<std::size_t>(together, 1);
  return out;
}

MHQA_INLINE composing compose_in_blocks(const compose_settings& settings,
                                        const std::function<executor_ref(std::string_view)>& executor_of) {
  check_files(settings);
  const default_reader read = reader_of(settings);
  compose_parts parts = read_compose_parts(settings, read);
  if (!parts.pairs || parts.questions) {
    throw_data_error({.file = settings.merge.front()}, "`block`: expected parts of `until` pairs alone",
                     errc::mismatch);
  }
  detail::block_run work{settings, read};
  compose_run& run = work.run();
  work.read_pool();
  std::optional<composed_set> made;
  if (settings.until != "pool") {
    const auto on_executor = [&](auto stage, const auto& in, auto&& make) {
      using kind = decltype(stage);
      if constexpr (std::same_as<kind, stages::quality_t>) {
        work.judge();
        if (settings.until == kind::name) return std::optional<good_set>{};
        return std::optional{work.take_part(*parts.pairs)};
      } else {
        const executor_ref exec = executor_of(std::string_view{kind::name});
        return run.run<kind>(in, make, exec);
      }
    };
    const auto connected = [&](const pair_set& in, const compose_options& options, auto&& exec) {
      return work.connect(in, options, exec);
    };
    const auto contexts = [&](const parted_set& in, const compose_options& options, auto&& exec) {
      return build_contexts_streamed(in, options, work.lookup(), exec);
    };
    made = run_stages(question_pool{}, settings.options, on_executor, replace(stages::pairs, parts.pairs->pairs()),
                      replace(stages::connection, connected),
                      replace(stages::wording, wording_stage<run_wordings>{{run, settings}}),
                      replace(stages::contexts, contexts));
  }
  return work.finish(made);
}

}  // namespace mhqa::inline v0_1::io
