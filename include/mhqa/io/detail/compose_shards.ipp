// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_shards.hpp.
#pragma once

#include <mhqa/io/compose_shards.hpp>

#include <mhqa/bytes.hpp>
#include <mhqa/compose/bridge_uses.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/compose_parts.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/pool_builder.hpp>
#include <mhqa/io/question_frames.hpp>
#include <mhqa/io/question_stream.hpp>

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

namespace mhqa::inline v0_1::io {
namespace detail {

/// The work of write_compose_shards(), pass by pass.
class shard_writer {
 public:
  explicit shard_writer(const compose_settings& settings)
      : settings_{settings},
        uses_{settings.shards, settings.options.pairs.candidates_per_bridge},
        questions_{settings, shard_file(settings.out, 0), false} {}

  [[nodiscard]] composing write() {
    composing out;
    const loaded_pool read = questions_.read();
    out.stages.push_back({.name = "pool", .counts = {{"in", read.read}, {"out", questions_.count_read()}}});
    for (const reason_count& r : read.dropped) out.stages.back().dropped.push_back({r.reason, r.count});
    questions_.learn();
    const stage_counts judged = questions_.judge([&](const single_hop& q) { uses_.add_answer(q.answer); });
    out.stages.push_back({.name = "quality", .counts = judged.counts});
    for (const reason_count& r : judged.dropped) out.stages.back().dropped.push_back({r.reason, r.count});
    questions_.for_each_good([&](const framed_questions& some) {
      for (const single_hop& q : some.pool.questions) uses_.add_question(q.question);
    });
    out.stages.push_back(divide());
    return out;
  }

 private:
  /// Writes the shards.
  [[nodiscard]] stage_report divide();

  const compose_settings& settings_;
  bridge_uses uses_;
  question_stream questions_;
};

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
  questions_.for_each_good([&](const framed_questions& some) {
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
  for (shard& to : shards) to.file->write(to.frame.take_last(questions_.fingerprint()));
  for (shard& to : shards) to.file->close();
  for (shard& to : shards) to.file->commit();
  return {.name = "shards", .counts = {{"in", questions_.count_good()}, {"out", in_shards}}};
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

}  // namespace mhqa::inline v0_1::io
