// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_stream.hpp.
#pragma once

#include <mhqa/io/question_stream.hpp>

#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/paragraph_set.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/pool_file.hpp>

#include <deque>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void question_spool::add(const single_hop& q, const context_paragraph& p, std::uint64_t paragraph) {
  frame_.add(count_++, q, p, paragraph);
  if (frame_.is_full()) file_.write(frame_.take());
}

MHQA_INLINE void question_spool::end() {
  file_.write(frame_.take_last(0));
  file_.end();
}

MHQA_INLINE void question_spool::for_each(const std::function<void(const framed_questions&)>& f) {
  framed_questions some;
  std::string bytes;
  for (std::uint64_t at = 0; at < file_.size();) {
    bytes.resize(8);
    file_.read(at, bytes.data(), 8);
    const std::uint64_t size = size_of_frame(bytes);
    if (size > file_.size() - at - 8) file_.fail_short();
    bytes.resize(static_cast<std::size_t>(size));
    file_.read(at + 8, bytes.data(), bytes.size());
    at += 8 + size;
    some.clear();
    some.read(bytes, name_);
    f(some);
  }
}

MHQA_INLINE question_stream::question_stream(const compose_settings& settings, const std::string& beside, bool numbers)
    : settings_{settings}, beside_{beside}, read_{beside} {
  if (numbers) paragraphs_.emplace(beside);
}

MHQA_INLINE loaded_pool question_stream::read(const each_read& f) {
  pool_builder to;
  constexpr std::size_t block = 4096;
  std::uint64_t before = 0;  // paragraphs of earlier blocks
  paragraph_set known;
  to.in_blocks(block, [&](const single_hop_pool& pool, std::uint32_t) {
    for (const single_hop& q : pool.questions) {
      const context_paragraph& p = pool.paragraphs[q.paragraph];
      lacks_case_ = lacks_case_ || needs_case(q.question);
      read_.add(q, p, before + q.paragraph);
      if (!paragraphs_) continue;
      const std::uint32_t number = known.number(p);
      const bool fresh = number == paragraphs_->size();
      if (fresh) paragraphs_->add(p);
      paragraph_of_.push_back(number);
      if (f) f(q, number, fresh ? &p : nullptr);
    }
    before += pool.paragraphs.size();
  });
  for (const std::string& name : settings_.pools) read_pool(pool_path::parse(name), to);
  to.end_block();
  read_.end();
  if (paragraphs_) paragraphs_->end();
  loaded_pool counts = to.take();
  if (read_.count() == 0) {
    throw_data_error({.file = settings_.pools.front()}, "expected questions with answers, found none");
  }
  return counts;
}

MHQA_INLINE void question_stream::learn() {
  paragraph_set seen;
  read_.for_each([&](const framed_questions& some) {
    for (const context_paragraph& p : some.pool.paragraphs) {
      if (!seen.add(p)) continue;
      if (settings_.options.quality.spelling) spelling_.learn(p.text);
      if (lacks_case_) cases_.learn(p.text);
    }
  });
  spelling_.finish();
}

MHQA_INLINE stage_counts question_stream::judge(const each_good& f) {
  const quality_limits& limits = settings_.options.quality;
  std::vector<reason_count> dropped;
  std::vector<std::uint32_t> kept;  // if paragraphs are numbered
  std::size_t foreign = 0;
  good_.emplace(beside_);
  std::uint64_t before = 0;
  read_.for_each([&](const framed_questions& some) {
    single_hop_pool pool = some.pool;
    std::deque<std::string> cased;
    for (single_hop& q : pool.questions) {
      if (!needs_case(q.question)) continue;
      q.question = cased.emplace_back(with_case(q.question, pool.paragraphs[q.paragraph], cases_));
    }
    const pool_words words{pool};
    const quality_result result =
        good_questions_of(pool, words, all_questions(pool), limits, limits.spelling ? &spelling_ : nullptr);
    foreign += count_foreign(pool);
    static_cast<void>(merged_questions::add_counts(dropped, result.dropped));
    for (const std::uint32_t i : result.kept) {
      const single_hop& q = pool.questions[i];
      const context_paragraph& p = pool.paragraphs[q.paragraph];
      hash_.add(q, pool_hasher::hash_of(p));
      f(q);
      good_->add(q, p, before + q.paragraph);
      if (paragraphs_) kept.push_back(some.places[i]);
    }
    before += pool.paragraphs.size();
  });
  good_->end();
  if (paragraphs_) number_good(kept);
  spelling_ = {};
  cases_ = {};
  return count_quality(read_.count(), good_->count(), foreign, dropped);
}

MHQA_INLINE void question_stream::number_good(const std::vector<std::uint32_t>& good) {
  std::vector<bool> used(paragraphs_->size());
  for (std::size_t i = 0; i < good.size(); ++i) {
    paragraph_of_[i] = paragraph_of_[good[i]];  // good[i] >= i
    used[paragraph_of_[i]] = true;
  }
  paragraph_of_.resize(good.size());
  std::vector<std::uint32_t> number(used.size());
  std::uint32_t next = 0;
  for (std::size_t p = 0; p < used.size(); ++p) {
    number[p] = next;
    next += used[p] ? 1U : 0U;
  }
  for (std::uint32_t& p : paragraph_of_) p = number[p];
  paragraphs_->keep(used);
}

}  // namespace mhqa::inline v0_1::io
