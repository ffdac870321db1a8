// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts texts to rows of ids, one id per word of a dialect's normalisation, so that scoring strings becomes scoring
// ids and stays exact. Keep an interner from step to step: known words cost only a look-up.
#pragma once

#include <mhqa/batch/ragged.hpp>
#include <mhqa/batch/text_rows.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/dialect_key.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/token.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::batch {

/// The words that an interner had numbered when it made rows: their count, and a hash of them in order.
struct interned_words {
  std::size_t size = 0;
  std::uint64_t hash = 0;  ///< 0: unknown, for rows that no interner made

  friend bool operator==(const interned_words&, const interned_words&) = default;
};

/// Rows of ids that own their memory.
struct token_rows {
  std::vector<std::int32_t> values{};
  std::vector<std::int32_t> offsets{0};
  interned_words words{};  ///< the ids mean these words; batch_of() refuses rows of another interner

  [[nodiscard]] std::size_t rows() const noexcept { return offsets.size() - 1; }
  [[nodiscard]] ragged<> view() const noexcept { return {values, offsets}; }
};

namespace detail {

inline constexpr std::size_t most_tokens = std::numeric_limits<std::int32_t>::max();

/// Equal words have equal hashes; below 8 bytes, words of one size have different ones.
[[nodiscard]] inline std::uint64_t word_hash(const char* word, const token& t) noexcept {
  std::uint64_t h = t.key;
  const auto take = [&h](std::uint64_t bytes) { h = ((h ^ (h >> 29U)) * 0x9E3779B97F4A7C15U) ^ bytes; };
  for (std::size_t i = 0; i + 8 < t.size; i += 8) take(mhqa::detail::load_word(word + i));
  if (t.size >= 8) take(mhqa::detail::load_word(word + t.size - 8));
  h = (h ^ (h >> 33U)) * 0xff51afd7ed558ccdU;
  h = (h ^ (h >> 33U)) * 0xc4ceb9fe1a85ec53U;
  return h ^ (h >> 33U);
}

/// Numbers words in order of first occurrence; owns their bytes.
class word_table {
 public:
  static constexpr std::int32_t absent = -1;

  [[nodiscard]] std::size_t size() const noexcept { return hashes_.size(); }
  [[nodiscard]] std::uint64_t hash(std::size_t id) const noexcept { return hashes_[id]; }
  [[nodiscard]] std::string_view operator[](std::size_t id) const noexcept {
    return std::string_view{bytes_}.substr(ends_[id], ends_[id + 1] - ends_[id]);
  }

  [[nodiscard]] std::int32_t find(std::string_view word, std::uint64_t hash) const noexcept {
    return slots_.empty() ? absent : slots_[position(word, hash)].id;
  }

  /// Returns the word's number, a new one if it is unknown.
  std::int32_t insert(std::string_view word, std::uint64_t hash) {
    if (2 * (size() + 1) > slots_.size()) grow();
    slot& s = slots_[position(word, hash)];
    if (s.id != absent) return s.id;
    if (size() >= most_tokens) throw_data_error({}, "interner: expected fewer than 2^31 different words");
    bytes_ += word;
    ends_.push_back(bytes_.size());
    hashes_.push_back(hash);
    s = {hash, static_cast<std::uint32_t>(word.size()), static_cast<std::int32_t>(size() - 1)};
    return s.id;
  }

  /// Removes all words but keeps the memory.
  void clear() noexcept {
    if (size() != 0) slots_.assign(slots_.size(), slot{});
    bytes_.clear();
    ends_.resize(1);
    hashes_.clear();
  }

 private:
  struct slot {
    std::uint64_t hash = 0;
    std::uint32_t size = 0;
    std::int32_t id = absent;
  };

  /// Returns the slot that contains the word, or the free slot for it.
  [[nodiscard]] std::size_t position(std::string_view word, std::uint64_t hash) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = static_cast<std::size_t>(hash) & mask;; i = (i + 1) & mask) {
      const slot& s = slots_[i];
      if (s.id == absent) return i;
      if (s.hash != hash || s.size != word.size()) continue;
      if (word.size() < 8 || (*this)[static_cast<std::size_t>(s.id)] == word) return i;
    }
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, slot{});
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t id = 0; id < size(); ++id) {
      std::size_t i = static_cast<std::size_t>(hashes_[id]) & mask;
      while (slots_[i].id != absent) i = (i + 1) & mask;
      slots_[i] = {hashes_[id], static_cast<std::uint32_t>((*this)[id].size()), static_cast<std::int32_t>(id)};
    }
  }

  std::vector<slot> slots_;
  std::string bytes_;
  std::vector<std::size_t> ends_{0};  // word i ends at ends_[i + 1]
  std::vector<std::uint64_t> hashes_;
};

}  // namespace detail

/// Assigns ids to the words of texts after a dialect's normalisation.
///
/// Shape:   ids are 0, 1, 2, … in order of first occurrence, after a dialect's closed answers, the same for every
///          executor; two texts have equal rows exactly if their normalised texts, or their truth values in a dialect
///          of whole answers, are equal
/// Example: interner words{dialects::musique}; words.intern(texts, rows, pool);
class interner {
 public:
  explicit interner(const dialect& d = dialects::hotpotqa) : rules_{d}, hashes_{key_of(d)} {
    for (const std::string_view word : {"yes", "no", "noanswer"}) {
      if (!d.closed_answers) break;
      const normalized text{word, d.text};
      words_.insert(word, detail::word_hash(text.text().data(), text.tokens().front()));
      marks_.push_back(token_mark::closed);
    }
    extend_hashes();
  }

  [[nodiscard]] const dialect& rules() const noexcept { return rules_; }
  /// Returns the number of distinct words so far.
  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
  /// Returns the word of an id; valid until the next intern(). Requires: 0 <= id < size()
  [[nodiscard]] std::string_view word(std::int32_t id) const {
    MHQA_EXPECTS(id >= 0 && static_cast<std::size_t>(id) < size(),
                 "mhqa::batch::interner::word: the id is out of range");
    return words_[static_cast<std::size_t>(id)];
  }
  /// Returns token_mark bits by id; empty for a dialect without closed answers, which needs none.
  [[nodiscard]] std::span<const std::uint8_t> marks() const noexcept { return marks_; }

  /// Returns true if this interner gives the ids of these rows the words that they were made from: it made them, or it
  /// numbered the same words in the same order.
  [[nodiscard]] bool knows(const token_rows& rows) const noexcept {
    return rows.words.hash == 0 || (rows.words.size < hashes_.size() && hashes_[rows.words.size] == rows.words.hash);
  }

  /// Replaces `out` with the rows of the texts.
  ///
  /// Errors: data_error, before any text is read, for a text of more than 2^31 bytes; before `out` or the interner
  ///         changes, for 2^31 words or more
  /// Cost:   normalisation and one look-up per word, on the executor; new words are added on the calling thread. No
  ///         allocation once the memory has grown and all words are known
  template <executor E = serial_executor>
  void intern(std::span<const std::string_view> texts, token_rows& out, E&& exec = E{});

  /// \overload
  template <executor E = serial_executor>
  [[nodiscard]] token_rows intern(std::span<const std::string_view> texts, E&& exec = E{}) {
    token_rows out;
    intern(texts, out, exec);
    return out;
  }

 private:
  struct chunk {
    normalized text;
    std::vector<std::int32_t> ids;     // ~k: word k of `unknown`
    std::vector<std::uint32_t> sizes;  // of each row
    detail::word_table unknown;
    std::vector<std::int32_t> known_as;  // the ids assigned to those words
    std::size_t begin = 0;               // where the chunk's ids begin among all
  };

  void read(std::span<const std::string_view> texts, chunk& into) const {
    into.ids.clear();
    into.sizes.clear();
    into.unknown.clear();
    for (const std::string_view text : texts) {
      into.text.assign(text, rules_.text);
      if (rules_.unit == answer_unit::whole) {
        const std::string_view truth = mhqa::detail::truth_of(into.text.text());
        if (truth.data() != into.text.text().data()) into.text.assign(truth, rules_.text);
      }
      const char* const bytes = into.text.text().data();
      for (const token& t : into.text.tokens()) {
        const std::string_view word{bytes + t.begin, t.size};
        const std::uint64_t hash = detail::word_hash(word.data(), t);
        const std::int32_t id = words_.find(word, hash);
        into.ids.push_back(id != detail::word_table::absent ? id : ~into.unknown.insert(word, hash));
      }
      into.sizes.push_back(static_cast<std::uint32_t>(into.text.tokens().size()));
    }
  }

  void learn(chunk& from) {
    from.known_as.clear();
    for (std::size_t k = 0; k < from.unknown.size(); ++k) {
      from.known_as.push_back(words_.insert(from.unknown[k], from.unknown.hash(k)));
    }
    if (rules_.closed_answers) marks_.resize(words_.size());
    extend_hashes();
  }

  /// Adds a hash for each new word; hashes_[n] is that of the dialect and the first n words.
  void extend_hashes() {
    while (hashes_.size() <= words_.size()) {
      const std::uint64_t next = (hashes_.back() ^ words_.hash(hashes_.size() - 1)) * 0x9E3779B97F4A7C15U;
      hashes_.push_back((next ^ (next >> 32U)) | 1U);
    }
  }

  dialect rules_;
  std::vector<std::uint64_t> hashes_;
  detail::word_table words_;
  std::vector<std::uint8_t> marks_;
  std::vector<chunk> chunks_;
};

template <executor E>
void interner::intern(std::span<const std::string_view> texts, token_rows& out, E&& exec) {
  for (std::size_t i = 0; i < texts.size(); ++i) detail::check_text_size(texts[i].size(), i);
  const std::size_t grain = std::max<std::size_t>(16, texts.size() / 256 + 1);
  const std::size_t count = texts.size() / grain + (texts.size() % grain != 0 ? 1 : 0);
  if (chunks_.size() < count) chunks_.resize(count);
  for_each_chunk(exec, texts.size(), grain, [&](std::size_t begin, std::size_t end) {
    read(texts.subspan(begin, end - begin), chunks_[begin / grain]);
  });

  std::size_t tokens = 0;
  for (std::size_t i = 0; i < count; ++i) {
    chunks_[i].begin = tokens;
    tokens += chunks_[i].ids.size();
  }
  if (tokens > detail::most_tokens) throw_data_error({}, "interner: expected fewer than 2^31 words in a batch");
  for (std::size_t i = 0; i < count; ++i) learn(chunks_[i]);

  out.values.resize(tokens);
  out.words = {words_.size(), hashes_[words_.size()]};
  out.offsets.resize(texts.size() + 1);
  out.offsets[0] = 0;
  exec.for_each(count, [&](std::size_t i) {
    const chunk& from = chunks_[i];
    std::int32_t* to = out.values.data() + from.begin;
    for (const std::int32_t id : from.ids) *to++ = id >= 0 ? id : from.known_as[static_cast<std::size_t>(~id)];
    std::size_t end = from.begin;
    for (std::size_t row = 0; row < from.sizes.size(); ++row) {
      end += from.sizes[row];
      out.offsets[i * grain + row + 1] = static_cast<std::int32_t>(end);
    }
  });
}

}  // namespace mhqa::inline v0_1::batch
