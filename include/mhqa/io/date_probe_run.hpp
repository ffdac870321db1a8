// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A whole run of `mhqa probe-dates`: HieraDate's questions for the date questions of 2WikiMultihopQA or HotpotQA, notes
// on the questions that were left out or changed, and a manifest.
//   const date_probe_counts made = make_date_probes({.format = "2wikimultihopqa", .gold = "dev.json", .out =
//   "h.json"});
#pragma once

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hieradate_build.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/life_dates.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/probe/date_questions.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// What a run reads and writes.
struct date_probe_run {
  std::string format;  ///< "2wikimultihopqa" or "hotpotqa"
  std::string gold;
  std::string out;      ///< a file; notes and manifest are written beside it
  std::string dates{};  ///< a table of births and deaths, which implies `convert`; empty: none
  mhqa::hieradate::source_kind source = mhqa::hieradate::source_kind::people;
  mhqa::hieradate::setting setting = mhqa::hieradate::setting::normal;
  std::string rule = "final";  ///< a name of with_date_rule()
  bool convert = false;        ///< makes comparison questions into combined ones where all dates are known
  bool year_only = false;
  bool balance = false;  ///< keeps as many comparison questions as combined ones
  std::uint64_t seed = 0;
  std::function<void(std::uint64_t)> progress{};  ///< receives the number of records read so far

  [[nodiscard]] bool converts() const noexcept { return convert || !dates.empty(); }
  [[nodiscard]] std::string notes() const { return out + ".notes.jsonl"; }
  [[nodiscard]] std::string manifest() const { return out + ".manifest.json"; }
};

/// How many questions had each reason.
class date_reason_counts {
 public:
  void add(date_reason reason) noexcept { ++of_[static_cast<std::size_t>(reason)]; }
  [[nodiscard]] std::uint64_t total() const noexcept;
  /// Returns the counts of the reasons that occurred, each name with the prefix.
  [[nodiscard]] std::vector<named_count> named(std::string_view prefix) const;

 private:
  std::array<std::uint64_t, date_reasons> of_{};
};

/// Questions of a run.
struct date_probe_counts {
  std::uint64_t records = 0;
  std::uint64_t date_questions = 0;
  std::uint64_t comparison = 0;  ///< written
  std::uint64_t combined = 0;    ///< written
  std::uint64_t converted = 0;   ///< of the combined ones
  std::uint64_t balanced_away = 0;
  std::uint64_t without_context = 0;    ///< an empty context was written
  std::uint64_t spelled_otherwise = 0;  ///< people whose paragraph does not have the date of the evidence
  std::uint64_t age_given_away = 0;     ///< people whose paragraph has the word "age" or "aged"
  date_reason_counts left_out{};
  date_reason_counts not_converted{};

  [[nodiscard]] std::uint64_t written() const noexcept { return comparison + combined; }
  /// Returns all counts, in the order of the manifest.
  [[nodiscard]] std::vector<named_count> named() const;
  /// Returns the date questions that were not written, by reason.
  [[nodiscard]] std::vector<named_count> dropped() const;
};

namespace detail {

/// The files of a run, and what goes into them. They are renamed in finish().
class date_probe_writer {
 public:
  explicit date_probe_writer(const date_probe_run& run);

  template <class Record>
  void add(const Record& record) {
    ++all_.records;
    if (!ids_.insert(bytes_.store(record.id)).second) {
      throw_data_error({.file = run_.gold, .id = std::string{record.id}}, "expected each id once, found it twice");
    }
    std::optional<date_source> source = source_of(record);
    if (!source) return;
    ++all_.date_questions;
    if (table_) {
      for (date_person& person : source->people) static_cast<void>(table_->complete(person));
    }
    date_outcome made;
    with_date_rule(run_.rule, [&](auto rule) { made = make_date_questions<decltype(rule)>(*source, words_); });
    note_outcome(record.id, made);
    if (!made.questions) return;
    mhqa::hieradate::record_head head{.id = record.id, .type = record.type, .data_label = run_.format};
    head.context = mhqa::hieradate::select_context(record.context, record.supporting_facts, run_.setting);
    if (record.context.empty()) ++all_.without_context;
    std::deque<std::string> numbers;
    finished done{std::string{record.id}, {}, made.questions->combined, made.questions->converted};
    json_writer json{done.json};
    hieradate::write(json, mhqa::hieradate::make_record(*made.questions, head, numbers, run_.rule == "published"));
    if (run_.balance) {
      waiting_.push_back(std::move(done));
    } else {
      write(done);
    }
  }

  /// Makes the files visible.
  date_probe_counts finish();

 private:
  /// A finished record, which may wait for the choice between types.
  struct finished {
    std::string id;
    std::string json;
    bool combined = false;
    bool converted = false;
  };

  /// Empty unless the record is a date question.
  [[nodiscard]] std::optional<date_source> source_of(const mhqa::twowiki::record& record);
  [[nodiscard]] std::optional<date_source> source_of(const mhqa::hotpotqa::record& record);

  void note_outcome(std::string_view id, const date_outcome& made);

  void write_balanced();

  void write(const finished& record);

  void note(std::string_view id, std::string_view what, std::string_view reason, std::string_view detail);

  void write_manifest() const;

  const date_probe_run& run_;
  atomic_file out_, notes_;
  std::optional<life_dates_table> table_;
  date_question_options words_;
  date_probe_counts all_;
  std::vector<finished> waiting_;
  string_arena bytes_;
  string_index ids_;
  std::string line_;
};

}  // namespace detail

/// Writes the questions, FILE.notes.jsonl and FILE.manifest.json.
///
/// Shape:  one JSON array of HieraDate records, in the order of the gold file. A question whose answer disagrees with
///         its dates, or that lacks a date, is left out, counted by reason and listed in the notes. The same seed gives
///         each question the same templates, whatever else is in the file
/// Errors: data_error for an unknown format or rule, `source` other than people with HotpotQA, `convert` or `dates`, an
///         output that is an input, a repeated id, a gold file without records, and as the readers
/// Cost:   one pass, memory for one record and the ids; with `balance`, for all records
/// Source: Ho et al. (AACL 2022), Section 3
date_probe_counts make_date_probes(const date_probe_run& run);

/// Writes the members "counts", "left_out" and "not_converted" of an open object.
void write_date_probe_counts(json_writer& json, const date_probe_counts& all);

/// Appends the summary that `mhqa probe-dates` prints.
void append_date_probe_table(std::string& text, const date_probe_run& run, const date_probe_counts& all);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/date_probe_run.ipp>
#endif
