// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of stages.hpp.
#pragma once

#include <mhqa/compose/stages.hpp>

#include <mhqa/rounded.hpp>
#include <mhqa/text/stop_words.hpp>

#include <cmath>

namespace mhqa::inline v0_1 {

MHQA_INLINE question_memory memory_of(const single_hop_pool& pool) {
  std::vector<std::uint32_t> uses(pool.paragraphs.size(), 0);
  question_memory out;
  for (const single_hop& q : pool.questions) {
    out.add(q.question, q.answer, q.paragraph);
    ++uses[q.paragraph];
  }
  for (std::uint32_t p = 0; p < pool.paragraphs.size(); ++p) {
    if (uses[p] < 2) out.add_paragraph(pool.paragraphs[p].title, pool.paragraphs[p].text, p);
  }
  return out;
}

MHQA_INLINE std::size_t count_foreign(const single_hop_pool& pool) {
  return static_cast<std::size_t>(std::count_if(pool.questions.begin(), pool.questions.end(), [](const single_hop& q) {
    if (find_relation(q.question)) return false;
    std::size_t all = 0, known = 0;
    for (const sentence_word& w : sentence_words{q.question}) {
      ++all;
      known += is_function_word(w.lower) ? 1U : 0U;
    }
    return 5 * known < all;
  }));
}

MHQA_INLINE stage_counts count_quality(std::size_t read, std::size_t kept, std::size_t foreign,
                                       const std::vector<reason_count>& dropped) {
  stage_counts out;
  out.count("in", read);
  out.count("out", kept);
  if (2 * foreign > read) out.count("not English", foreign);
  out.drop(dropped);
  return out;
}

MHQA_INLINE outcome<good_set> keep_good(const question_pool& in, quality_result result) {
  outcome<good_set> out{{question_pool{select_questions(in.pool(), result.kept), in.texts()}, std::move(result.kept)},
                        {}};
  out.counts =
      count_quality(in.pool().questions.size(), out.kept.items.size(), count_foreign(in.pool()), result.dropped);
  return out;
}

MHQA_INLINE outcome<connected_set> keep_unconnected(const pair_set& in) {
  outcome<connected_set> out{{in.questions, in.items}, {}};
  out.counts.count("in", in.items.size());
  out.counts.count("out", in.items.size());
  return out;
}

MHQA_INLINE std::vector<wording_request> wording_requests(const graph_set& in) {
  std::vector<wording_request> out;
  for (const composition& c : in.items) out.push_back(make_wording_request(in.questions.pool(), c));
  return out;
}

MHQA_INLINE void split_stage::count_missed_shares(stage_counts& out, std::span<const composition> graphs,
                                                  const data_split& split) {
  const auto with = [&](const std::vector<std::uint32_t>& part, std::size_t n) {
    return std::count_if(part.begin(), part.end(), [&](std::uint32_t i) { return hops(graphs[i].kind) == n; });
  };
  std::vector<std::uint32_t> all;
  for (const data_part part : all_parts) all.insert(all.end(), split.of(part).begin(), split.of(part).end());
  for (const data_part part : {data_part::dev, data_part::test}) {
    const std::vector<std::uint32_t>& of = split.of(part);
    for (std::size_t n = 2; n <= 4 && !all.empty() && !of.empty(); ++n) {
      const double due =
          rounded(static_cast<double>(with(all, n)) * static_cast<double>(of.size())) / static_cast<double>(all.size());
      const double off = std::abs(static_cast<double>(with(of, n)) - due);
      if (off <= std::max(1.0, 0.02 * static_cast<double>(of.size()))) continue;
      out.count("share of " + std::to_string(n) + " hops missed in " + std::string{to_string(part)},
                static_cast<std::uint64_t>(std::llround(off)));
    }
  }
}

MHQA_INLINE void split_stage::count_leaks(stage_counts& out, const std::string& kind, const split_leaks& leaks) {
  const auto count = [&](const std::string& parts, const leak_report& report) {
    out.count(kind + parts + " shared questions", report.shared.questions);
    out.count(kind + parts + " shared answers", report.shared.answers);
    out.count(kind + parts + " shared paragraphs", report.shared.paragraphs);
    out.count(kind + parts + " leaking", report.right.any);
  };
  count("train-dev", leaks.train_dev);
  count("train-test", leaks.train_test);
  count("dev-test", leaks.dev_test);
}

namespace detail {

MHQA_INLINE void count_contexts(outcome<composed_set>& out, std::size_t in, std::size_t wanted) {
  const auto is_small = [&](const made_question& made) {
    return made.context.size() < wanted || made.twin.context.size() < wanted;
  };
  out.counts.count("in", in);
  out.counts.count("out", out.kept.items.size());
  out.counts.count("smaller contexts", static_cast<std::uint64_t>(std::ranges::count_if(out.kept.items, is_small)));
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
