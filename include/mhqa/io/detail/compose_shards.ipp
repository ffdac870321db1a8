// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_shards.hpp.
#pragma once

#include <mhqa/io/compose_shards.hpp>

#include <mhqa/bytes.hpp>
#include <mhqa/compose/bridge_uses.hpp>
#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/compose/misspelt.hpp>
#include <mhqa/compose/paragraph_set.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/quality_part.hpp>
#include <mhqa/english/truecase.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/compose_parts.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/pool_builder.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/question_frames.hpp>
#include <mhqa/io/spool_file.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

/// A temporary file of questions, which are written once and then read several times from the first to the last.
class question_spool {
 public:
  explicit question_spool(const std::string& beside) : name_{beside}, file_{beside} {}

  void add(const single_hop& q, const context_paragraph& p, std::uint64_t paragraph) {
    frame_.add(count_++, q, p, paragraph);
    if (frame_.is_full()) file_.write(frame_.take());
  }
  void end() {
    file_.write(frame_.take_last(0));
    file_.end();
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// Calls f(const framed_questions&) for one frame after the other.
  template <class F>
  void for_each(F&& f) {
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
      f(std::as_const(some));
    }
  }

 private:
  std::string name_;
  spool_file file_;
  question_frame frame_{};
  std::uint32_t count_ = 0;
};

/// The work of write_compose_shards(), pass by pass.
class shard_writer {
 public:
  explicit shard_writer(const compose_settings& settings)
      : settings_{settings},
        uses_{settings.shards, settings.options.pairs.candidates_per_bridge},
        read_{shard_file(settings.out, 0)} {}

  [[nodiscard]] composing write() {
    composing out;
    out.stages.push_back(read_pools());
    learn();
    out.stages.push_back(judge());
    good_->for_each([&](const framed_questions& some) {
      for (const single_hop& q : some.pool.questions) uses_.add_question(q.question);
    });
    out.stages.push_back(divide());
    return out;
  }

 private:
  /// Reads the pools into the first temporary file.
  [[nodiscard]] stage_report read_pools();
  /// Learns the words of the paragraphs, each distinct one once.
  void learn();
  /// Does S1 and writes what it keeps to the second temporary file.
  [[nodiscard]] stage_report judge();
  /// Writes the shards.
  [[nodiscard]] stage_report divide();

  const compose_settings& settings_;
  bridge_uses uses_;
  question_spool read_;
  std::optional<question_spool> good_{};
  bool lacks_case_ = false;
  paragraph_spelling spelling_{};
  truecaser cases_{};
  pool_hasher hash_{};
};

MHQA_INLINE stage_report shard_writer::read_pools() {
  pool_builder to;
  constexpr std::size_t block = 4096;
  std::uint64_t before = 0;  // paragraphs of earlier blocks
  to.in_blocks(block, [&](const single_hop_pool& pool, std::uint32_t) {
    for (const single_hop& q : pool.questions) {
      lacks_case_ = lacks_case_ || needs_case(q.question);
      read_.add(q, pool.paragraphs[q.paragraph], before + q.paragraph);
    }
    before += pool.paragraphs.size();
  });
  for (const std::string& name : settings_.pools) read_pool(pool_path::parse(name), to);
  to.end_block();
  read_.end();
  const loaded_pool counts = to.take();
  if (read_.count() == 0) {
    throw_data_error({.file = settings_.pools.front()}, "expected questions with answers, found none");
  }
  stage_report out{.name = "pool", .counts = {{"in", counts.read}, {"out", read_.count()}}};
  for (const reason_count& r : counts.dropped) out.dropped.push_back({r.reason, r.count});
  return out;
}

MHQA_INLINE void shard_writer::learn() {
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

MHQA_INLINE stage_report shard_writer::judge() {
  const quality_limits& limits = settings_.options.quality;
  stage_report out{.name = "quality", .counts = {{"in", read_.count()}}};
  std::vector<reason_count> dropped;
  good_.emplace(shard_file(settings_.out, 0));
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
    static_cast<void>(merged_questions::add_counts(dropped, result.dropped));
    for (const std::uint32_t i : result.kept) {
      const single_hop& q = pool.questions[i];
      const context_paragraph& p = pool.paragraphs[q.paragraph];
      hash_.add(q, pool_hasher::hash_of(p));
      uses_.add_answer(q.answer);
      good_->add(q, p, before + q.paragraph);
    }
    before += pool.paragraphs.size();
  });
  good_->end();
  out.counts.push_back({"out", good_->count()});
  for (const reason_count& r : dropped) out.dropped.push_back({r.reason, r.count});
  return out;
}

MHQA_INLINE stage_report shard_writer::divide() {
  struct shard {
    std::unique_ptr<atomic_file> file;
    question_frame frame{};
    std::string title{};  // the last that was added alone
  };
  const part_settings made_with = describe_part(settings_, "quality", default_reader{});
  const divided_bridges divided = uses_.divided();
  std::vector<shard> shards(settings_.shards);
  for (std::uint32_t i = 0; i < settings_.shards; ++i) {
    shards[i].file = std::make_unique<atomic_file>(shard_file(settings_.out, i));
    byte_writer label;
    mhqa::detail::save_label(label, "shard", {{.index = i, .count = settings_.shards}, made_with, {}});
    label.number(divided.packed().size());
    for (const std::uint64_t key : divided.packed()) label.number(key);
    shards[i].file->write(framed(std::move(label).finish()));
  }
  std::uint64_t in_shards = 0, before = 0;
  std::vector<shard_need> parts(settings_.shards), titles(settings_.shards);
  std::string title;
  good_->for_each([&](const framed_questions& some) {
    for (std::size_t i = 0; i < some.places.size(); ++i) {
      const single_hop& q = some.pool.questions[i];
      const context_paragraph& p = some.pool.paragraphs[q.paragraph];
      parts.assign(parts.size(), shard_need::none);
      uses_.mark(q.id, q.question, q.answer, parts);
      if (p.title != title) {
        title = p.title;
        titles.assign(titles.size(), shard_need::none);
        uses_.mark_title(title, titles);
      }
      for (std::size_t s = 0; s < shards.size(); ++s) {
        shard& to = shards[s];
        if (parts[s] == shard_need::all) {
          to.frame.add(some.places[i], q, p, before + q.paragraph);
          ++in_shards;
        } else if (parts[s] != shard_need::none) {
          to.frame.add_without_paragraph(some.places[i], q);
        }
        if (parts[s] != shard_need::all && titles[s] == shard_need::all && to.title != title) {
          to.frame.add_title(title);
          to.title = title;
        }
        if (to.frame.is_full()) to.file->write(to.frame.take());
      }
    }
    before += some.pool.paragraphs.size();
  });
  for (shard& to : shards) to.file->write(to.frame.take_last(hash_.value()));
  for (shard& to : shards) to.file->close();
  for (shard& to : shards) to.file->commit();
  return {.name = "shards", .counts = {{"in", good_->count()}, {"out", in_shards}}};
}

}  // namespace detail

MHQA_INLINE composing write_compose_shards(const compose_settings& settings) {
  check_files(settings);
  std::error_code error;
  std::filesystem::create_directories(settings.out, error);
  if (error) throw_data_error({.file = settings.out}, "cannot make the folder: " + error.message());
  return detail::shard_writer{settings}.write();
}

MHQA_INLINE pair_shard read_pair_shard(const std::string& path, const part_number& part,
                                       const part_settings& made_with) {
  struct owned {
    file_bytes bytes;
    framed_questions questions{};
  };
  const auto own = std::make_shared<owned>(owned{file_bytes{path}});
  const std::string_view bytes = own->bytes.view();
  const std::uint64_t size = bytes.size() < 8 ? 0 : size_of_frame(bytes);
  if (size == 0 || size > bytes.size() - 8) throw_data_error({.file = path}, "expected a shard of mhqa compose");
  byte_reader in{bytes.substr(8, static_cast<std::size_t>(size)), path};
  pair_shard out{.label = mhqa::detail::load_label(in, "shard")};
  std::vector<std::uint64_t> divided(in.count(8));
  for (std::uint64_t& key : divided) key = in.number();
  in.expect_end();
  out.divided = divided_bridges{std::move(divided)};
  expect_made_with(out.label, made_with);
  if (out.label.number != part) {
    throw_data_error({.file = path},
                     "expected the shard of part " + to_string(part) + ", found that of " + to_string(out.label.number),
                     errc::mismatch);
  }
  own->questions = read_frames(bytes, 8 + static_cast<std::size_t>(size), path);
  own->bytes.expect_unchanged();
  out.pool = *own->questions.fingerprint;
  out.places = std::move(own->questions.places);
  single_hop_pool pool = std::move(own->questions.pool);
  out.questions = question_pool{std::move(pool), own};
  return out;
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
