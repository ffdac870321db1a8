// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads gold questions for rollouts from MuSiQue, HotpotQA, 2WikiMultihopQA, FanOutQA, and from rows {question, answer,
// evidence} such as Bamboogle, FRAMES and BrowseComp, which the first record's fields tell apart.
//   rollout_golds golds{"musique_dev.jsonl", dialects::musique}; golds.find(id)
#pragma once

#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/rollout/gold.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The kinds of gold files for rollouts.
enum class rollout_gold_kind : std::uint8_t { musique, hotpotqa, twowiki, fanoutqa, rows };

/// A kind's name, the field that shows it, the document match and the dialect that are usual for it.
struct rollout_gold_layout {
  std::string_view name;
  rollout_gold_kind kind{};
  std::string_view field;  ///< in the first record
  document_match match{};
  std::string_view dialect;
};

/// The kinds in the order in which they are tried. MuSiQue has several paragraphs under one title.
inline constexpr std::array rollout_gold_layouts{
    rollout_gold_layout{"musique", rollout_gold_kind::musique, "\"question_decomposition\"", document_match::text,
                        "musique"},
    rollout_gold_layout{"2wikimultihopqa", rollout_gold_kind::twowiki, "\"evidences\"", document_match::title,
                        "2wiki-1.0"},
    rollout_gold_layout{"fanoutqa", rollout_gold_kind::fanoutqa, "\"decomposition\"", document_match::title,
                        "squad-1.1"},
    rollout_gold_layout{"hotpotqa", rollout_gold_kind::hotpotqa, "\"supporting_facts\"", document_match::title,
                        "hotpotqa"},
    rollout_gold_layout{"rows", rollout_gold_kind::rows, "", document_match::title, "hotpotqa"},
};

/// Returns the layout of a gold file.
///
/// Errors: data_error if the file can be read only once
[[nodiscard]] const rollout_gold_layout& rollout_layout_of(const std::string& path);

namespace detail {

/// Appends the texts of a scalar, of a list, or of an object's values, such as FanOutQA's answers.
void read_answers(json_value value, std::vector<std::string_view>& out, std::deque<std::string>& store);

/// Reads supports: links, titles, texts, or objects with an id, a title or a text; each is a hop of its own.
void read_evidence(json_value value, rollout_gold& out, std::deque<std::string>& store);

/// Reads a row of a set without a layout of its own. A row without an id gets its question as id.
[[nodiscard]] rollout_gold read_gold_row(json_value value, bool fans_out, std::deque<std::string>& store);

}  // namespace detail

/// The gold questions of a file, prepared for a dialect; owns their strings.
///
/// Errors: data_error as the reader of the data set; for an id that occurs twice, and a question without an answer
/// Cost:   memory for the file
class rollout_golds {
 public:
  rollout_golds(const std::string& path, const dialect& rules, const rollout_gold_layout& layout)
      : rollout_golds{path, rules, layout, serial_executor{}} {}
  /// \overload prepares the questions on the executor's threads.
  template <executor E>
  rollout_golds(const std::string& path, const dialect& rules, const rollout_gold_layout& layout, E&& threads)
      : layout_{&layout}, source_{path, lifetime::source}, rules_{rules} {
    read_all();
    prepared_.resize(golds_.size());
    threads.for_each(golds_.size(), [this](std::size_t i) { prepared_[i].emplace(golds_[i], rules_); });
  }
  rollout_golds(const rollout_golds&) = delete;
  rollout_golds& operator=(const rollout_golds&) = delete;

  [[nodiscard]] std::size_t size() const noexcept { return golds_.size(); }
  /// Returns the number of MuSiQue-Full's unanswerable twins, which have their question's id and are left out.
  [[nodiscard]] std::size_t left_out() const noexcept { return left_out_; }
  [[nodiscard]] const rollout_gold_layout& layout() const noexcept { return *layout_; }
  [[nodiscard]] const dialect& rules() const noexcept { return rules_; }
  [[nodiscard]] const prepared_rollout_gold& operator[](std::size_t i) const noexcept { return *prepared_[i]; }

  /// Returns the hash of all that the analysis reads of the golds.
  [[nodiscard]] const data_fingerprint& data() const noexcept { return data_; }

  /// Returns the number of the question, or string_index::npos.
  [[nodiscard]] std::uint32_t find(std::string_view id) const noexcept { return ids_.find(id); }

 private:
  void read_all();

  [[nodiscard]] std::optional<rollout_gold> read(json_value value);

  void add(rollout_gold gold, json_value value);

  const rollout_gold_layout* layout_;
  json_records source_;
  dialect rules_;
  std::deque<std::string> texts_;
  std::deque<rollout_gold> golds_;
  std::vector<std::optional<prepared_rollout_gold>> prepared_;
  string_index ids_;
  data_fingerprint data_;
  std::string hashed_;
  std::size_t left_out_ = 0;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/rollout_golds.ipp>
#endif
