// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The stages of MuSiQue's pipeline (Trivedi et al. 2022, Sec. 5), which all have one shape.
//   stage(input, options, executor) -> outcome<T> {kept, counts}
// A stage that asks models or people takes them as a callable. Call the stages yourself, or chain them with compose().
#pragma once

#include <mhqa/compose/connection.hpp>
#include <mhqa/compose/connection_plan.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/divided_bridges.hpp>
#include <mhqa/compose/doubts.hpp>
#include <mhqa/compose/graphs.hpp>
#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/leaks.hpp>
#include <mhqa/compose/own_paragraph.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/compose/spread.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/twins.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wordings.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/model/memory_reader.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Requests to readers: the batch "quality", "heads" or "tails".
struct request_batch {
  std::string_view name;
  std::span<const reading_request> requests;
};

/// Returns what is known of a pool: its questions and the paragraphs that at most one question has. The paragraph is
/// the fold, as S5 keeps all questions of a paragraph in one part: a question that is listed twice is no answer to
/// itself.
[[nodiscard]] question_memory memory_of(const single_hop_pool& pool);

/// Answers requests with one reader, and those without a context from the pool's other questions and paragraphs. A
/// stage calls answers(pool, batches, executor), which returns, per batch, the readings of one or several models.
template <reader Read = lexical_reader>
struct reader_answers {
  Read read{};

  template <class E>
  [[nodiscard]] std::vector<model_readings> operator()(const single_hop_pool& pool,
                                                       std::span<const request_batch> batches, E&& exec) const {
    std::vector<model_readings> out;
    for (const request_batch& batch : batches) {
      const bool has_blind = std::any_of(batch.requests.begin(), batch.requests.end(),
                                         [](const reading_request& r) { return r.context.empty(); });
      const question_memory known = has_blind ? memory_of(pool) : question_memory{};
      const auto answer = [mine = read, &known, &pool](reading_task task) mutable -> reading {
        if (!task.context.empty()) return mine(task);
        task.fold = pool.questions[task.fold].paragraph;
        return memory_reader{known}(task);
      };
      out.push_back({read_requests(pool, batch.requests, answer, exec)});
    }
    return out;
  }
};

/// Counts the questions without a relation of whose words less than a fifth are English function words.
/// Cost: O(bytes)
[[nodiscard]] std::size_t count_foreign(const single_hop_pool& pool);

/// Counts what S1 has read and kept, and by reason what it has dropped; foreign is what count_foreign() returns.
[[nodiscard]] stage_counts count_quality(std::size_t read, std::size_t kept, std::size_t foreign,
                                         const std::vector<reason_count>& dropped);

/// Returns the outcome of S1, given the questions that it keeps.
[[nodiscard]] outcome<good_set> keep_good(const question_pool& in, quality_result result);

/// S1: keeps the good single-hop questions.
template <class Answers = reader_answers<>>
struct quality_stage {
  Answers answers{};

  template <class E = serial_executor>
  [[nodiscard]] outcome<good_set> operator()(const question_pool& in, const compose_options& options,
                                             E&& exec = {}) const {
    return keep_good(in, judge(in, options, all_questions(in.pool()), exec));
  }
  /// Judges some of the questions.
  template <class E = serial_executor>
  [[nodiscard]] quality_result judge(const question_pool& in, const compose_options& options,
                                     const question_range& some, E&& exec = {}) const {
    model_readings readings;
    if (options.check_answers) {
      const auto requests = quality_requests(in.pool(), some);
      const std::array<request_batch, 1> batches{request_batch{"quality", requests}};
      readings = std::move(answers(in.pool(), std::span<const request_batch>{batches}, exec).at(0));
    }
    return good_questions_of(in.pool(), in.words(), some, options.quality, readings);
  }
};

/// Makes the rule of S2 from the pool: the paper's rules with the simple tagger and linker, and the rules of language,
/// without those that the options disable.
struct composable_rules {
  [[nodiscard]] auto operator()(const question_pool& questions, const compose_options& options) const {
    return without(composable(questions.pool()) && language_rules(), options.without_rules);
  }
};

/// S2: finds heads and tails that may be composed; rules(pool, options) makes the rule. With a part, only the pairs of
/// the bridges that it takes; `known` as for pair_index.
template <class Rules = composable_rules>
struct pair_stage {
  Rules rules{};

  template <class E = serial_executor>
  [[nodiscard]] outcome<pair_set> operator()(const good_set& in, const compose_options& options, E&& exec = {},
                                             const part_number& part = {}, const divided_bridges& known = {}) const {
    outcome<pair_set> out{{in.questions, {}}, {}};
    const pair_index index{in.questions.pool(), in.questions.words(), serial_executor{}, part, known};
    pair_limits limits = options.pairs;
    limits.seed = options.seed;
    const pair_counts counts = for_each_pair(
        index, rules(in.questions, options), [&](const question_pair& pair) { out.kept.items.push_back(pair); }, exec,
        limits);
    out.counts.count("in", counts.candidates);
    out.counts.count("out", counts.kept);
    out.counts.drop(counts.dropped);
    out.counts.drop(
        {{"beyond-candidates-per-bridge", counts.unexamined}, {std::string{over_cap_reason}, counts.over_cap}});
    return out;
  }
};

/// Returns S2 with a rule of your own.
/// Example: compose(pool, {}, threads, replace(stages::pairs, pairs_by(composable(pool.pool()) && mine)))
template <class Rule>
[[nodiscard]] auto pairs_by(Rule rule) {
  const auto rules = [rule = std::move(rule)](const question_pool&, const compose_options&) { return rule; };
  return pair_stage<decltype(rules)>{rules};
}

/// Returns the outcome of S3, given the verdicts on its requests and, in a pool of so many paragraphs, a callable
/// find(questions) as for keep_own_paragraphs(), which is asked if `limits` say so.
template <class Find>
[[nodiscard]] outcome<connected_set> keep_judged(const pair_set& in, const connection_verdicts& verdicts,
                                                 const connection_limits& limits, std::size_t paragraphs, Find&& find) {
  outcome<connected_set> out{{in.questions, {}}, {}};
  connected_result result = connected_pairs(in.questions.words(), in.items, verdicts);
  const auto count_true = [](const std::vector<bool>& flags) {
    return static_cast<std::uint64_t>(std::count(flags.begin(), flags.end(), true));
  };
  out.kept.items = std::move(result.kept);
  if (limits.own_paragraph) {
    const auto elsewhere = keep_own_paragraphs(out.kept.items, find);
    result.dropped.insert(result.dropped.end(), elsewhere.begin(), elsewhere.end());
  }
  out.counts.count("in", in.items.size());
  out.counts.count("out", out.kept.items.size());
  out.counts.count("heads", verdicts.heads.size());
  out.counts.count("heads kept", count_true(verdicts.heads));
  out.counts.count("tails", verdicts.tails.size());
  out.counts.count("tails kept", count_true(verdicts.tails));
  if (paragraphs == 1) out.counts.count("one paragraph", 1);
  out.counts.drop(result.dropped);
  return out;
}

/// \overload That finds own paragraphs in the pool.
template <class E = serial_executor>
[[nodiscard]] outcome<connected_set> keep_connected(const pair_set& in, const connection_verdicts& verdicts,
                                                    const connection_limits& limits = {}, E&& exec = {}) {
  const single_hop_pool& pool = in.questions.pool();
  return keep_judged(in, verdicts, limits, pool.paragraphs.size(), [&](std::span<const std::uint32_t> questions) {
    return find_own_paragraphs(pool, in.questions.words(), questions, exec);
  });
}

/// Returns the outcome of S3 that keeps all pairs.
[[nodiscard]] outcome<connected_set> keep_unconnected(const pair_set& in);

/// S3: keeps pairs whose questions both need the other.
template <class Answers = reader_answers<>>
struct connection_stage {
  Answers answers{};

  template <class E = serial_executor>
  [[nodiscard]] outcome<connected_set> operator()(const pair_set& in, const compose_options& options,
                                                  E&& exec = {}) const {
    if (!options.connect) return keep_unconnected(in);
    const single_hop_pool& pool = in.questions.pool();
    const connection_plan plan =
        plan_connection(pool, in.questions.words(), in.items, options.seed, options.connection, exec);
    return keep_connected(in, judge(pool, plan, options, exec), options.connection, exec);
  }
  /// Asks the requests of a plan and judges by the answers.
  template <class E = serial_executor>
  [[nodiscard]] connection_verdicts judge(const single_hop_pool& pool, const connection_plan& plan,
                                          const compose_options& options, E&& exec = {}) const {
    const std::array<request_batch, 2> batches{request_batch{"heads", plan.heads}, request_batch{"tails", plan.tails}};
    const std::vector<model_readings> readings = answers(pool, std::span<const request_batch>{batches}, exec);
    return judge_connection(pool, plan, readings.at(0), readings.at(1), options.connection);
  }
};

/// S4: combines pairs into graphs.
struct graph_stage {
  template <class E = serial_executor>
  [[nodiscard]] outcome<graph_set> operator()(const connected_set& in, const compose_options& options,
                                              E&& exec = {}) const {
    const single_hop_pool& pool = in.questions.pool();
    composition_test can_word;
    if (options.worded_first) {
      can_word = [&](const composition& c) {
        return bool{rule_verbaliser{.most_doubts = options.most_doubts}(make_wording_request(pool, c))};
      };
    }
    composed_graphs result = compose_questions(pool, in.questions.words(), in.items, options.seed, options.limits,
                                               options.mix, exec, options.budget, can_word);
    outcome<graph_set> out{{in.questions, std::move(result.kept)}, {}};
    std::uint64_t candidates = 0;
    for (const shape_counts& shape : result.candidates) candidates += shape.possible;
    out.counts.count("in", candidates);
    out.counts.count("out", out.kept.items.size());
    for (std::size_t s = 0; s < all_shapes.size(); ++s) {
      out.counts.count(to_string(all_shapes[s]), result.by_shape[s]);
    }
    out.counts.drop(result.dropped);
    return out;
  }
};

/// Returns the requests to word the graphs, in order.
[[nodiscard]] std::vector<wording_request> wording_requests(const graph_set& in);

/// Leaves wording requests unchanged.
struct requests_as_they_are {
  void operator()(const graph_set&, std::vector<wording_request>&) const noexcept {}
};

/// S7, which runs before S5 so that the split sees only final questions: words(requests) returns worded_questions;
/// drops graphs without a wording.
template <class Words, class Adjust = requests_as_they_are>
struct wording_stage {
  Words words{};
  Adjust adjust{};  ///< adjust(graphs, requests) may change the requests before they are asked

  template <class E = serial_executor>
  [[nodiscard]] outcome<worded_set> operator()(const graph_set& in, const compose_options&, E&& = {}) const {
    std::vector<wording_request> requests = wording_requests(in);
    adjust(in, requests);
    worded_questions found = words(requests);
    outcome<worded_set> out{{in.questions, {}}, {}};
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (!found.questions[i].empty()) out.kept.items.push_back({in.items[i], std::move(found.questions[i])});
    }
    out.counts.count("in", requests.size());
    out.counts.count("out", out.kept.items.size());
    out.counts.drop(found.dropped);
    return out;
  }
};

/// Returns S7 with a verbaliser.
/// Example: compose(pool, {}, threads, replace(stages::wording, words_by(my_verbaliser)))
template <verbaliser V>
[[nodiscard]] auto words_by(V verbalise) {
  const auto words = [verbalise = std::move(verbalise)](std::span<const wording_request> requests) {
    return word_questions(requests, verbalise);
  };
  return wording_stage<decltype(words)>{words};
}

/// S5: splits the questions into train, dev and test, drops those that overlap both sides, and limits the uses of heads
/// and bridges.
///
/// Errors: data_error if fewer training questions are left than train_size
struct split_stage {
  template <class E = serial_executor>
  [[nodiscard]] outcome<parted_set> operator()(const worded_set& in, const compose_options& options,
                                               E&& exec = {}) const {
    const single_hop_pool& pool = in.questions.pool();
    const pool_words& words = in.questions.words();
    std::vector<composition> graphs;
    std::vector<std::size_t> doubts;
    for (const worded_question& q : in.items) {
      graphs.push_back(q.graph);
      doubts.push_back(find_doubts(hops_of(pool, q.graph)).points);
    }
    const auto strata = strata_of(pool, graphs);
    const auto keys = overlap_keys_of(pool, words, graphs);
    const data_split random = split_randomly(strata, options.seed, options.split);

    // Drops what is too frequent for the training set first, so that no region is grown around it.
    std::vector<reason_count> dropped{{"overlaps-both-sides", 0}};
    const auto spread = [&](const std::vector<std::uint32_t>& part, const spread_limits& limits, std::size_t size) {
      spread_result even = spread_questions(words, graphs, part, options.seed, limits, size, doubts);
      for (std::size_t d = 0; d < even.dropped.size(); ++d) {
        if (dropped.size() == d + 1) dropped.push_back({even.dropped[d].reason, 0});
        dropped[d + 1].count += even.dropped[d].count;
      }
      return std::move(even.kept);
    };
    std::vector<std::uint32_t> all(graphs.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    spread_limits of_all = options.spread;
    of_all.share *= options.spread.share < 1 ? 1 - options.split.dev_share - options.split.test_share : 1;
    const std::vector<std::uint32_t> even = spread(all, of_all, 0);
    data_split split = divide(even, keys, strata, options, exec);
    dropped[0].count = split.removed.size();
    for (const data_part part : all_parts) {
      std::vector<std::uint32_t>& of = part == data_part::train ? split.train
                                       : part == data_part::dev ? split.dev
                                                                : split.test;
      const std::size_t size = part == data_part::train ? options.train_size : 0;
      of = spread(of, options.spread, size);
      if (of.size() < size) {
        throw_data_error({}, "expected at least " + std::to_string(size) +
                                 " finished training questions (train_size), found " + std::to_string(of.size()));
      }
    }

    std::vector<const data_part*> part_of(in.items.size(), nullptr);
    for (const data_part& part : all_parts) {
      for (const std::uint32_t i : split.of(part)) part_of[i] = &part;
    }
    outcome<parted_set> out{{in.questions, {}}, {}};
    for (std::size_t i = 0; i < in.items.size(); ++i) {
      if (part_of[i] != nullptr) out.kept.items.push_back({in.items[i].graph, in.items[i].text, *part_of[i]});
    }
    out.counts.count("in", in.items.size());
    out.counts.count("out", out.kept.items.size());
    for (const data_part part : all_parts) out.counts.count(to_string(part), split.of(part).size());
    count_missed_shares(out.counts, graphs, split);
    count_leaks(out.counts, "", find_leaks(keys, split));
    count_leaks(out.counts, "random split: ", find_leaks(keys, random));
    out.counts.drop(dropped);
    return out;
  }

 private:
  // Splits some of the questions.
  template <class E>
  [[nodiscard]] static data_split divide(std::span<const std::uint32_t> some, std::span<const overlap_keys> keys,
                                         std::span<const std::uint32_t> strata, const compose_options& options,
                                         E&& exec) {
    std::vector<overlap_keys> own_keys;
    std::vector<std::uint32_t> own_strata;
    for (const std::uint32_t i : some) {
      own_keys.push_back(keys[i]);
      own_strata.push_back(strata[i]);
    }
    data_split out = options.parts == split_kind::random
                         ? split_randomly(own_strata, options.seed, options.split)
                         : split_disjoint(own_keys, own_strata, options.seed, options.split, exec);
    for (auto* const part : {&out.train, &out.dev, &out.test, &out.removed}) {
      for (std::uint32_t& i : *part) i = some[i];
    }
    return out;
  }

  // Counts by how many questions dev and test miss their share of 2, 3 and 4 hops, beyond one question and 2 points.
  static void count_missed_shares(stage_counts& out, std::span<const composition> graphs, const data_split& split);

  static void count_leaks(stage_counts& out, const std::string& kind, const split_leaks& leaks);
};

namespace detail {

/// Counts what S6 and S8 got and made, and the contexts that are smaller than wanted.
void count_contexts(outcome<composed_set>& out, std::size_t in, std::size_t wanted);

}  // namespace detail

/// S6 and S8: builds contexts, and those of the unanswerable twins.
struct context_stage {
  template <class E = serial_executor>
  [[nodiscard]] outcome<composed_set> operator()(const parted_set& in, const compose_options& options,
                                                 E&& exec = {}) const {
    const single_hop_pool& pool = in.questions.pool();
    const pool_words& words = in.questions.words();
    std::vector<composition> graphs;
    for (const parted_question& q : in.items) graphs.push_back(q.graph);
    const distractor_search search{pool, words, exec};
    auto contexts = build_contexts(pool, words, search, graphs, options.seed, options.contexts, exec);
    auto twins = build_twins(pool, words, search, graphs, options.seed, options.contexts, exec);
    outcome<composed_set> out{{in.questions, {}}, {}};
    for (std::size_t i = 0; i < in.items.size(); ++i) {
      const parted_question& q = in.items[i];
      out.kept.items.push_back({q.graph, q.text, q.part, std::move(contexts[i]), std::move(twins[i])});
    }
    detail::count_contexts(out, in.items.size(), options.contexts.paragraphs);
    return out;
  }
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/stages.ipp>
#endif
