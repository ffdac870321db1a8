// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes instances of probes as JSON in DiRe's layout: the record's own text without some facts, and the labels.
#pragma once

#include <mhqa/io/probe_records.hpp>
#include <mhqa/metrics/dire.hpp>
#include <mhqa/probe/artifact.hpp>
#include <mhqa/probe/instance.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The layout of a file of instances.
enum class probe_layout : std::uint8_t {
  published,  ///< one JSON array
  jsonl,      ///< one instance per line; concatenated parts equal the file of the whole
};

/// The options that decide which instances a record has.
struct probe_options {
  std::uint64_t seed = 0;
  std::size_t minimum_facts = 0;     ///< 5 in the published converter
  std::size_t maximum_supports = 8;  ///< n supports give about 2^n instances in each file
  double sample = 1;                 ///< fraction of the groups to keep
  bool balance = false;              ///< for training sets: equally many instances of each sufficiency label
};

namespace detail {

/// Appends the instances of one file.
class instance_lines {
 public:
  instance_lines(std::string& out, probe_layout layout, const probe_text& text);

  /// Appends the record itself.
  void original();

  template <class Source>
  void instance(const Source& source, const mhqa::instance& one) {
    const position_set removed = source.removed(one);
    open(text_.question);
    support(one.kept_supports);
    context(removed);
    flag("answer_label", one.answer_label);
    if (one.labels_omitted) flag("label_omitted", true);
    if (one.sufficiency) number("sufficiency", static_cast<std::int64_t>(*one.sufficiency));
    number("sub_idx", one.sub_idx);
    number("group", one.group);
    out_ += ", \"removed\": [";
    for (const std::uint32_t position : removed) append(position), out_ += ", ";
    if (removed.size() != 0) out_.resize(out_.size() - 2);
    out_ += ']';
    close();
  }

  /// Appends the input of a restricted model: some facts, and the question or "".
  void artifact(const artifact_input& input, std::uint32_t sub_idx);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  void open(text_range question);
  void close();

  void support(std::uint32_t kept);

  /// Appends positions_ and the closing bracket, and clears positions_.
  void append_positions();

  /// Returns the paragraph of a fact (a paragraph or a sentence).
  [[nodiscard]] std::size_t paragraph_of(std::uint32_t fact) const;

  /// Returns the facts [from, to) of a paragraph.
  [[nodiscard]] text_range facts_of(std::size_t p) const;

  /// Calls f(p) for the paragraphs that have facts in [begin, end), or no fact and not more than `end` before them.
  template <class F>
  void for_each_staying(std::uint32_t begin, std::uint32_t end, const F& f) const {
    const std::size_t start = text_.unit == fact_unit::paragraph ? begin : paragraph_before(begin);
    for (const std::size_t p : empty_) {  // no fact of theirs could be out of the range
      if (p >= start) break;
      f(p);
    }
    for (std::size_t p = start; p < text_.paragraphs.size(); ++p) {
      const text_range facts = facts_of(p);
      if (facts.begin >= end) break;
      if (facts.end > begin || facts.begin == facts.end) f(p);
    }
  }

  void context(const position_set& removed);

  /// Appends each run of remaining paragraphs as one piece of text.
  void paragraphs_between(const position_set& removed);

  /// Appends the kept facts in [begin, end). Whole paragraphs are removed; a removed sentence becomes "", so that the
  /// numbers of the others stay valid; a paragraph without any fact in the range is removed too.
  template <class Kept>
  void context(std::uint32_t begin, std::uint32_t end, const Kept& kept) {
    out_ += ", \"positions\": [";
    for_each_staying(begin, end, [&](std::size_t p) { positions_.push_back(text_.paragraphs[p].position); });
    append_positions();
    out_ += ", \"context\": [";
    bool first = true;
    for_each_staying(begin, end, [&](std::size_t p) {
      const probe_text::paragraph& paragraph = text_.paragraphs[p];
      const auto [from, to] = facts_of(p);
      if (!first) out_ += ", ";
      first = false;
      if (text_.unit == fact_unit::paragraph) {
        out_ += text_.piece(paragraph.json);
        return;
      }
      std::size_t copied = paragraph.json.begin;
      for (std::size_t s = from; s < to; ++s) {
        if (s >= begin && s < end && kept(static_cast<std::uint32_t>(s))) continue;
        out_ += text_.piece({copied, text_.sentences[s].begin});
        out_ += "\"\"";
        copied = text_.sentences[s].end;
      }
      out_ += text_.piece({copied, paragraph.json.end});
    });
    out_ += ']';
  }

  [[nodiscard]] std::size_t sentences_end(std::size_t p) const noexcept {
    return p + 1 < text_.paragraphs.size() ? text_.paragraphs[p + 1].first_sentence : text_.sentences.size();
  }

  /// The first paragraph that may have a sentence from `sentence` on, or none at all.
  [[nodiscard]] std::size_t paragraph_before(std::size_t sentence) const;

  void flag(std::string_view name, bool value) {
    out_.append(", \"").append(name).append("\": ").append(value ? "true" : "false");
  }
  void number(std::string_view name, std::int64_t value);
  void append(std::int64_t value);

  std::string& out_;
  probe_layout layout_;
  const probe_text& text_;
  std::vector<std::int64_t> positions_{};
  std::vector<std::size_t> empty_;  // paragraphs without a sentence, where facts are sentences
  std::uint64_t count_ = 0;
};

}  // namespace detail

/// Appends a record's instances of one kind; returns their number.
///
/// Shape:    in the order of the views of probe/; published: ",\n" before each instance; jsonl: "\n" after it. A sample
///           takes the same bi-partitions for the probe and the transform's probe; for the other kinds, it takes the
///           records of which it has any bi-partition
/// Requires: why_not_transformed(text) returns no reason
/// Cost:     O(bytes appended)
[[nodiscard]] std::uint64_t append_instances(std::string& out, probe_layout layout, const probe_text& text,
                                             mhqa::dire::kind which, const probe_options& options);

/// Appends a record's inputs for a restricted model; returns their number.
///
/// Shape: question_only: no context; context_only: the question is ""; one_fact: one line per fact, with its position
///        as sub_idx. `group` is 1 for an unanswerable row of MuSiQue-Full, otherwise absent
[[nodiscard]] std::uint64_t append_artifact_inputs(std::string& out, probe_layout layout, const probe_text& text,
                                                   artifact which);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/probe_instances.ipp>
#endif
