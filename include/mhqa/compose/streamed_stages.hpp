// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// S3, S6 and S8 for a part of a pool, the questions of the pairs, that look up the rest of the pool in a stream: the
// result of the stages that hold the whole pool (Trivedi et al. 2022, Sec. 5).
//   auto connected = mhqa::connect_streamed(pairs, options, lookup, prints, answers, false, seen, threads);
#pragma once

#include <mhqa/compose/block_search.hpp>
#include <mhqa/compose/connection.hpp>
#include <mhqa/compose/connection_plan.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/own_paragraph.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/model/streamed_memory.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/string_arena.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The texts of a part of a pool.
class part_texts {
 public:
  /// Makes the texts of a question those of the part.
  void keep(single_hop& q);
  [[nodiscard]] std::string_view keep(std::string_view text) { return text_.store(text); }

 private:
  string_arena text_{};
  std::deque<std::vector<std::string_view>> aliases_{};
};

/// The whole pool as a stream. A part of it names questions and paragraphs by their places (single_hop_pool).
struct pool_lookup {
  /// Calls its argument with each question in order: the text, the answer, the number of the paragraph.
  using each_question = std::function<void(
      const std::function<void(std::string_view question, std::string_view answer, std::uint32_t paragraph)>&)>;

  std::uint32_t paragraphs = 0;  ///< how many there are
  paragraph_blocks blocks{};
  each_question questions{};
  paragraph_loader load{};
  std::size_t together = std::size_t{1} << 17U;  ///< how many requests and contexts are searched for at a time

  static constexpr std::size_t loaded_together = 4096;  ///< how many requests have their paragraphs in memory
};

/// A part of a pool that has the questions and paragraphs of some requests or of a finished question.
struct small_pool {
  single_hop_pool pool{};
  loaded_paragraphs owned{};

  /// Adds a question of a part.
  void add_question(const single_hop_pool& part, std::uint32_t question);
  /// Loads the paragraphs with these numbers and those of the questions.
  void load(const pool_lookup& from, std::vector<std::uint32_t> numbers);
  /// Returns the position of a paragraph in `pool` by its number.
  [[nodiscard]] std::uint32_t find(std::uint32_t number) const noexcept;
};

/// Returns a finished question, whose contexts name paragraphs by their numbers, for the pool that it returns.
[[nodiscard]] std::pair<small_pool, made_question> take_out(const single_hop_pool& part, const made_question& made,
                                                            const pool_lookup& from);

/// Returns the prints of a part's paragraphs.
[[nodiscard]] std::vector<paragraph_print> prints_of(const single_hop_pool& part);

/// Returns the pairs with only their questions, and the texts of the paragraphs.
///
/// Shape: also keeps what decides the order of keys (pool_words): the first questions and paragraphs of each
[[nodiscard]] connected_set shrink(const connected_set& in, const paragraph_loader& load);

namespace detail {

/// Reads the whole pool for questions without a context.
class streamed_readings {
 public:
  explicit streamed_readings(const pool_lookup& pool);
  /// Answers the questions of requests from other paragraphs than their own.
  [[nodiscard]] std::vector<reading> operator()(const single_hop_pool& part, std::span<const reading_request> asked);

 private:
  template <class Question, class Paragraph>
  void for_each(Question&& question, Paragraph&& paragraph) const;

  const pool_lookup* pool_;
  std::vector<std::uint8_t> uses_;  // of each paragraph: 0, 1, 2 or more
  streamed_memory known_;
};

/// The context of one question or twin in work.
struct context_draft {
  composed_context kept{};  // supports
  draws random;
  std::optional<std::uint32_t> hidden{};  // the question whose answer nothing may mention
};

/// Drafts the context of a question and that of its twin.
[[nodiscard]] std::pair<context_draft, context_draft> draft_contexts(const single_hop_pool& part,
                                                                     const pool_words& words, const composition& c,
                                                                     std::uint64_t seed, unanswerable_twin& twin);

/// True if a text mentions the answer of a question or one of its aliases.
[[nodiscard]] bool mentions_answer(const single_hop& q, const context_paragraph& p);

/// Judges the requests of S3 about the pairs of a part, some at a time.
template <class Answers, class Seen, class E>
class streamed_judge {
 public:
  streamed_judge(const pair_set& in, const compose_options& options, const pool_lookup& lookup,
                 std::span<const paragraph_print> prints, const Answers& answers, Seen& seen, E& exec)
      : in_{in},
        part_{in.questions.pool()},
        options_{options},
        lookup_{lookup},
        prints_{prints},
        answers_{answers},
        seen_{seen},
        exec_{exec} {}

  /// Judges the heads; without `blind`, the stream answers.
  void heads(connection_verdicts& out, bool blind) {
    out.head_questions = heads_of(in_.items);
    const auto folds = folds_of(out.head_questions.size(), limits().folds, options_.seed, "connection heads");
    std::optional<streamed_readings> memory;
    if (!blind && !folds.empty()) memory.emplace(lookup_);
    for (std::size_t begin = 0; begin < folds.size(); begin += lookup_.together) {
      connection_plan plan;
      for (std::size_t i = begin; i < std::min(begin + lookup_.together, folds.size()); ++i) {
        plan.heads.push_back(head_request(part_, out.head_questions[i]));
        plan.heads.back().fold = folds[i];
      }
      model_readings known;
      if (memory) known.push_back((*memory)(part_, plan.heads));
      ask(part_, plan, request_batch{"heads", plan.heads}, std::move(known), out);
    }
  }

  void tails(connection_verdicts& out) {
    out.masks = masks_of(in_.questions.words(), in_.items);
    const std::vector<std::uint32_t> first = first_with_answer(in_.questions.words());
    std::vector<std::uint32_t> rank(out.masks.size(), 0);  // of the tail among the distinct tails
    for (std::size_t i = 1; i < rank.size(); ++i) {
      rank[i] = rank[i - 1] + (out.masks[i].tail != out.masks[i - 1].tail ? 1U : 0U);
    }
    const std::size_t distinct = rank.empty() ? 0 : rank.back() + std::size_t{1};
    const auto folds = folds_of(distinct, limits().folds, options_.seed, "connection tails");
    for (std::size_t begin = 0; begin < rank.size(); begin += lookup_.together) {
      std::vector<reading_request> asked;
      std::vector<draws> random;
      for (std::size_t i = begin; i < std::min(begin + lookup_.together, rank.size()); ++i) {
        const masked_tail& mask = out.masks[i];
        asked.push_back(tail_request(part_, mask.tail, part_.questions[first[mask.answer]].answer));
        asked.back().fold = folds[rank[i]];
        random.emplace_back(options_.seed, asked.back().id);
      }
      std::vector<block_query> queries(asked.size());
      for (std::size_t i = 0; i < asked.size(); ++i) {
        const std::uint32_t own = part_.questions[asked[i].question].paragraph;
        queries[i] = {asked[i].text, limits().distractors, {prints_[own]}, &random[i]};
      }
      const auto found = search_blocks(lookup_.blocks, queries, find_any, exec_);
      for (std::size_t from = 0; from < asked.size(); from += pool_lookup::loaded_together) {
        const std::size_t size = std::min(pool_lookup::loaded_together, asked.size() - from);
        read(std::span{asked}.subspan(from, size), std::span{found}.subspan(from, size),
             std::span{random}.subspan(from, size), out);
      }
    }
  }

 private:
  [[nodiscard]] const connection_limits& limits() const noexcept { return options_.connection; }

  /// Reads the paragraphs that were found for some requests, and asks these.
  void read(std::span<reading_request> asked, std::span<const std::vector<found_paragraph>> found,
            std::span<draws> random, connection_verdicts& out) {
    small_pool own;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      own.add_question(part_, asked[i].question);
      for (const found_paragraph& p : found[i]) numbers.push_back(p.number);
    }
    own.load(lookup_, std::move(numbers));
    connection_plan plan;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      reading_request& r = plan.tails.emplace_back(std::move(asked[i]));
      r.question = static_cast<std::uint32_t>(i);
      for (const found_paragraph& p : found[i]) r.context.push_back(own.find(p.number));
      r.context.push_back(own.pool.questions[i].paragraph);
      shuffle<std::uint32_t>(r.context, random[i]);
    }
    ask(own.pool, plan, request_batch{"tails", plan.tails}, {}, out);
  }

  void ask(const single_hop_pool& pool, const connection_plan& plan, const request_batch& batch, model_readings known,
           connection_verdicts& out) {
    seen_(pool, batch);
    if (known.empty()) known = std::move(answers_(pool, std::span{&batch, 1}, exec_).at(0));
    const connection_verdicts some = judge_connection(pool, plan, known, known, limits());
    out.heads.insert(out.heads.end(), some.heads.begin(), some.heads.end());
    out.tails.insert(out.tails.end(), some.tails.begin(), some.tails.end());
  }

  const pair_set& in_;
  const single_hop_pool& part_;
  const compose_options& options_;
  const pool_lookup& lookup_;
  std::span<const paragraph_print> prints_;
  const Answers& answers_;
  Seen& seen_;
  E& exec_;
};

}  // namespace detail

/// S3 for a part of a pool: equals connection_stage for the whole pool, but for the numbers of the part's questions.
///
/// Shape:  `prints` are those of the part's paragraphs, of which the part itself need only have the titles.
///         answers(pool, batches, executor) as for connection_stage; without `blind`, it is not asked about requests
///         without a context, which the pool answers as in reader_answers. seen(pool, batch) gets the requests in
///         their order, some at a time, with a pool that has their questions and paragraphs
/// Errors: data_error for fewer than three folds
template <class Answers, class Seen, class E = serial_executor>
[[nodiscard]] outcome<connected_set> connect_streamed(const pair_set& in, const compose_options& options,
                                                      const pool_lookup& lookup,
                                                      std::span<const paragraph_print> prints, const Answers& answers,
                                                      bool blind, Seen&& seen, E&& exec = {}) {
  if (!options.connect) return keep_unconnected(in);
  if (options.connection.folds < 3) throw_data_error({}, "plan_connection: expected at least 3 folds");
  connection_verdicts verdicts;
  detail::streamed_judge judge{in, options, lookup, prints, answers, seen, exec};
  if (options.connection.heads) judge.heads(verdicts, blind);
  if (options.connection.tails) judge.tails(verdicts);
  return keep_judged(in, verdicts, options.connection, lookup.paragraphs,
                     [&](std::span<const std::uint32_t> questions) {
                       return find_own_paragraphs(in.questions.pool(), in.questions.words(), questions, lookup.blocks,
                                                  lookup.load, lookup.together, exec);
                     });
}

/// S6 and S8 for a part of a pool.
///
/// Shape:  equals context_stage for the whole pool; contexts name paragraphs by their numbers there, see take_out()
/// Errors: usage_error for distractors from a corpus
template <class E = serial_executor>
[[nodiscard]] outcome<composed_set> build_contexts_streamed(const parted_set& in, const compose_options& options,
                                                            const pool_lookup& lookup, E&& exec = {}) {
  if (options.contexts.source != distractor_source::gold) {
    throw_usage_error("mhqa::build_contexts_streamed: expected distractors from the pool");
  }
  const single_hop_pool& part = in.questions.pool();
  const pool_words& words = in.questions.words();
  const std::vector<paragraph_print> prints = prints_of(part);
  outcome<composed_set> out{{in.questions, {}}, {}};
  const std::size_t together = std::max<std::size_t>(lookup.together / 2, 1);
  for (std::size_t begin = 0; begin < in.items.size(); begin += together) {
    const auto some = std::span{in.items}.subspan(begin, std::min(together, in.items.size() - begin));
    std::vector<detail::context_draft> drafts;
    std::vector<block_query> queries(2 * some.size());
    for (const parted_question& q : some) {
      made_question& made = out.kept.items.emplace_back(made_question{q.graph, q.text, q.part, {}, {}});
      auto two = detail::draft_contexts(part, words, q.graph, options.seed, made.twin);
      drafts.push_back(std::move(two.first));
      drafts.push_back(std::move(two.second));
    }
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const composition& c = some[i / 2].graph;
      queries[i].text = context_query(part, c);
      queries[i].k = options.contexts.paragraphs - std::min(options.contexts.paragraphs, drafts[i].kept.size());
      queries[i].random = &drafts[i].random;
      for (const std::uint32_t q : c.steps()) queries[i].never.push_back(prints[part.questions[q].paragraph]);
    }
    const auto judge = [&](std::size_t i, std::uint32_t, const context_paragraph& p, const paragraph_print& print) {
      const auto repeats = [&](const paragraph_print& support) { return support.text == print.text; };
      const bool good = std::ranges::none_of(queries[i].never, repeats) &&
                        !(drafts[i].hidden && detail::mentions_answer(part.questions[*drafts[i].hidden], p));
      return good ? std::optional<std::uint8_t>{0} : std::nullopt;
    };
    const auto found = search_blocks(lookup.blocks, queries, judge, exec);
    for (std::size_t i = 0; i < found.size(); ++i) {
      made_question& made = out.kept.items[begin + i / 2];
      composed_context& context = i % 2 == 0 ? made.context : made.twin.context;
      context = std::move(drafts[i].kept);
      for (const found_paragraph& p : found[i]) context.push_back({p.number, false});
      shuffle<composed_paragraph>(context, drafts[i].random);
    }
  }
  detail::count_contexts(out, in.items.size(), options.contexts.paragraphs);
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/streamed_stages.ipp>
#endif
