// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the records of a JSON array or of JSON Lines on several threads, in blocks of whole records. Internal to
// json_records.hpp.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/file_blocks.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_array.hpp>
#include <mhqa/io/json_line.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io::detail {

struct line_block : file_block {
  std::uint64_t before = 0;  // lines of earlier blocks
  bool empty = false;        // a part of one line, which the next block has
};

// Cuts JSON Lines into blocks; read() and cut() as read() and join() of file_blocks.
class line_blocks {
 public:
  line_blocks(input& in, std::string_view already, content_tally tally,
              std::size_t block_size = file_blocks::usual_size)
      : source_{in, already, tally, block_size, 0} {}

  [[nodiscard]] bool read(line_block& into) { return source_.read(into); }

  // Errors: data_error for a line of more than line_reader::max_line bytes
  void cut(line_block& block);

  [[nodiscard]] content_size content() const noexcept { return source_.content(); }
  [[nodiscard]] const std::string& path() const noexcept { return source_.path(); }

 private:
  file_blocks source_;
  std::uint64_t lines_ = 0;  // of the blocks that were cut
};

// The records of a block of lines, one at a time.
class line_block_records {
 public:
  explicit line_block_records(const std::string& path) : line_{path, lifetime::source, true} {}

  void open(line_block& block);

  // Errors: as json_line; data_error for a line of more than line_reader::max_line bytes
  [[nodiscard]] std::optional<json_value> next();

 private:
  json_line line_;
  line_block* block_ = nullptr;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
};

// The records of a block of an array, whose strings last as long as the block.
class array_block_records {
 public:
  explicit array_block_records(const std::string& path);

  void open(json_block& block);

  [[nodiscard]] std::optional<json_value> next();

 private:
  json_context context_;
  json_block_records records_;
};

// Lets threads pass in the order of their numbers.
class turnstile {
 public:
  // Returns when all lower numbers have passed; false if one of them has stopped the others.
  [[nodiscard]] bool wait(std::uint64_t number);
  void pass();
  void stop();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  bool stopped_ = false;
};

// The two functions of for_each_of_blocks(). They are compiled once for arrays and lines.
template <class Record>
struct record_work {
  const void* parser;
  const void* receiver;
  void (*parse)(const void* parser, json_value value, Record& out);
  void (*receive)(const void* receiver, const Record& record);

  // Two objects that outlive this one.
  template <class Parse, class Receive>
  [[nodiscard]] static record_work of(const Parse& one, const Receive& each) noexcept {
    return {&one, &each,
            [](const void* self, json_value value, Record& out) { (*static_cast<const Parse*>(self))(value, out); },
            [](const void* self, const Record& record) { (*static_cast<const Receive*>(self))(record); }};
  }
};

// Hands each record to work.receive, in file order and one at a time, after work.parse on any thread of the executor.
// A record and its strings last until receive returns. Each thread works on a block of its own: it reads the block
// while others cut, parse or hand on theirs.
//
// Errors: the first in file order of those of the blocks, of parse and of receive; no later record is received
template <class Block, class Records, class Blocks, class Record, executor E>
void for_each_of_blocks(Blocks& blocks, const std::string& path, E& executor, const record_work<Record>& work) {
  std::mutex reading;
  std::uint64_t count = 0;
  bool ended = false;
  turnstile cutting, delivering;
  executor.for_each(std::max<std::size_t>(executor.concurrency(), 1), [&](std::size_t) {
    Block block;
    Records source{path};
    std::vector<Record> records;
    for (;;) {
      std::exception_ptr error;
      std::uint64_t number = 0;
      {
        const std::lock_guard lock{reading};
        if (ended) return;
        try {
          ended = !blocks.read(block);
          if (ended) return;
        } catch (...) {
          error = std::current_exception();
          ended = true;
        }
        number = count++;
      }
      if (!cutting.wait(number)) return;
      if (!error) {
        try {
          blocks.cut(block);
        } catch (...) {
          error = std::current_exception();
        }
      }
      cutting.pass();
      std::size_t found = 0;
      if (!error && !block.empty) {
        try {
          source.open(block);
          while (std::optional<json_value> value = source.next()) {
            if (found == records.size()) records.emplace_back();
            work.parse(work.parser, *value, records[found]);
            ++found;
          }
        } catch (...) {
          error = std::current_exception();
        }
      }
      if (!delivering.wait(number)) return;
      try {
        for (std::size_t i = 0; i < found; ++i) work.receive(work.receiver, records[i]);
        if (error) std::rethrow_exception(error);
      } catch (...) {
        cutting.stop();
        delivering.stop();
        throw;
      }
      delivering.pass();
    }
  });
}

}  // namespace mhqa::inline v0_1::io::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/record_team.ipp>
#endif
