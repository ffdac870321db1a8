// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Instances of probes as JSON in DiRe's layout: the record's own text with some facts left out, and the
// labels. append_group writes all instances of one kind that a record has.
#pragma once

#include <mhqa/io/probe_records.hpp>
#include <mhqa/metrics/dire.hpp>
#include <mhqa/probe/artifact.hpp>
#include <mhqa/probe/disconnected.hpp>
#include <mhqa/probe/sufficiency.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0 {
namespace io {

/// How the instances of a file follow each other.
enum class probe_layout : std::uint8_t {
  published,  ///< one JSON array
  jsonl,      ///< one instance a line: files of parts, concatenated, are the file of the whole
};

/// What decides which instances a record has.
struct probe_options {
  std::uint64_t seed = 0;
  std::size_t minimum_facts = 0;     ///< the published converter's is 5
  std::size_t maximum_supports = 8;  ///< n supports have some 2^n instances in each file
  double sample = 1;                 ///< the fraction of the groups that is kept
  bool balance = false;              ///< training sets: as many instances of one sufficiency label as of the other
};

namespace detail {

/// Appends the instances of one file.
class instance_lines {
 public:
  instance_lines(std::string& out, probe_layout layout, const probe_text& text)
      : out_{out}, layout_{layout}, text_{text} {}

  /// The record itself.
  void original() {
    open(text_.question);
    out_ += text_.piece(text_.notes);
    support(all_facts(text_.supports.size()));
    context(position_set{});
    close();
  }

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

  /// The input of a restricted model: some facts, and the question or "" in its place.
  void artifact(const artifact_input& input, std::uint32_t sub_idx) {
    open(input.question ? text_.question : text_range{});
    if (!input.question) out_ += ", \"question\": \"\"";
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < text_.supports.size(); ++i) {
      const std::uint32_t at = text_.supports[i];
      if (at >= input.first && at - input.first < input.count) kept |= std::uint32_t{1} << i;
    }
    support(kept);
    context(input.first, input.first + input.count, [](std::uint32_t) { return true; });
    flag("answer_label", (kept & text_.answer_supports) != 0);
    number("sub_idx", sub_idx);
    close();
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

 private:
  void open(text_range question) {
    if (layout_ == probe_layout::published) out_ += ",\n";
    out_ += '{';
    out_ += text_.piece(text_.id_field);
    out_ += text_.piece(question);
    out_ += text_.piece(text_.common);
  }
  void close() {
    out_ += layout_ == probe_layout::published ? "}" : "}\n";
    ++count_;
  }

  void support(std::uint32_t kept) {
    out_ += ", \"supporting_facts\": [";
    bool first = true;
    for (const probe_text::fact& fact : text_.facts) {
      if ((kept >> fact.support & 1U) == 0) continue;
      if (!first) out_ += ", ";
      first = false;
      out_ += text_.piece(fact.json);
    }
    out_ += ']';
  }

  void context(const position_set& removed) {
    if (text_.unit == fact_unit::paragraph) return paragraphs_between(removed);
    context(0, text_.fact_count, [&](std::uint32_t position) { return !removed.contains(position); });
  }

  /// Runs of paragraphs that stay are one piece of the text each.
  void paragraphs_between(const position_set& removed) {
    out_ += ", \"context\": [";
    bool first = true;
    const auto run = [&](std::size_t begin, std::size_t end) {
      if (begin == end) return;
      if (!first) out_ += ", ";
      first = false;
      out_ += text_.piece({text_.paragraphs[begin].json.begin, text_.paragraphs[end - 1].json.end});
    };
    std::size_t begin = 0;
    for (const std::uint32_t position : removed) {
      run(begin, position);
      begin = std::size_t{position} + 1;
    }
    run(begin, text_.paragraphs.size());
    out_ += ']';
  }

  /// Facts [begin, end) that are kept. Paragraphs go as a whole; a sentence leaves "" in its place, so that the numbers
  /// of the others mean the same in every instance; a paragraph without any fact of the range goes too.
  template <class Kept>
  void context(std::uint32_t begin, std::uint32_t end, const Kept& kept) {
    out_ += ", \"context\": [";
    bool first = true;
    for (std::size_t p = 0; p < text_.paragraphs.size(); ++p) {
      const probe_text::paragraph& paragraph = text_.paragraphs[p];
      const bool whole = text_.unit == fact_unit::paragraph;
      const std::size_t from = whole ? p : paragraph.first_sentence;
      const std::size_t to = whole                             ? p + 1
                             : p + 1 < text_.paragraphs.size() ? text_.paragraphs[p + 1].first_sentence
                                                               : text_.sentences.size();
      if (from >= end || (to <= begin && from != to)) continue;
      if (!first) out_ += ", ";
      first = false;
      if (whole) {
        out_ += text_.piece(paragraph.json);
        continue;
      }
      std::size_t copied = paragraph.json.begin;
      for (std::size_t s = from; s < to; ++s) {
        if (s >= begin && s < end && kept(static_cast<std::uint32_t>(s))) continue;
        out_ += text_.piece({copied, text_.sentences[s].begin});
        out_ += "\"\"";
        copied = text_.sentences[s].end;
      }
      out_ += text_.piece({copied, paragraph.json.end});
    }
    out_ += ']';
  }

  void flag(std::string_view name, bool value) {
    out_.append(", \"").append(name).append("\": ").append(value ? "true" : "false");
  }
  void number(std::string_view name, std::int64_t value) {
    out_.append(", \"").append(name).append("\": ");
    append(value);
  }
  void append(std::int64_t value) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out_.append(digits.data(), end);
  }

  std::string& out_;
  probe_layout layout_;
  const probe_text& text_;
  std::uint64_t count_ = 0;
};

}  // namespace detail

/// Appends a record's instances of one kind; gives their number.
///
/// Shape:    in the order of the views of probe/; published: ",\n" before each instance; jsonl: "\n" behind. The sample
///           holds the same bi-partitions of the probe and of the transform's probe, and of the other kinds the records
///           of which it holds any
/// Requires: why_not_transformed(text) gives no reason
/// Cost:     O(bytes appended)
[[nodiscard]] inline std::uint64_t append_instances(std::string& out, probe_layout layout, const probe_text& text,
                                                    mhqa::dire::kind which, const probe_options& options) {
  detail::instance_lines lines{out, layout, text};
  const auto halves = views::disconnected_probe(text, options.seed);
  const auto chosen = [&](std::uint32_t k) {
    const std::uint32_t group = nth_bipartition<>{all_facts(text.supports.size())}(k).right;
    return options.sample >= 1 || in_sample(halves.source().layout, group, options.sample);
  };
  const auto groups = static_cast<std::uint32_t>(halves.size());
  bool any = false;
  for (std::uint32_t k = 0; k < groups && !any; ++k) any = chosen(k);
  if (!any) return 0;

  const auto append_all = [&](const auto& source, const auto& instances) {
    for (const instance& one : instances) lines.instance(source, one);
  };
  switch (which) {
    case mhqa::dire::kind::original:
      lines.original();
      break;
    case mhqa::dire::kind::probe:
      for (std::uint32_t k = 0; k < groups; ++k) {
        if (chosen(k)) append_all(halves.source(), halves.source()(k));
      }
      break;
    case mhqa::dire::kind::transformed: {
      const auto contexts = views::sufficiency_transform(text, options.seed);
      if (options.balance) {
        append_all(contexts.source(), contexts.source().balanced());
      } else {
        append_all(contexts.source(), contexts);
      }
      break;
    }
    case mhqa::dire::kind::probe_of_transformed: {
      const auto thirds = views::probe_of_transform(text, options.seed);
      for (std::uint32_t k = 0; k < groups; ++k) {
        if (!chosen(k)) continue;
        if (options.balance) {
          append_all(thirds.source(), thirds.source().balanced(k));
        } else {
          append_all(thirds.source(), thirds.source()(k));
        }
      }
      break;
    }
    case mhqa::dire::kind::trivial: {
      const auto copies = views::trivial_transform(text, options.seed);
      append_all(copies.source(), copies);
      break;
    }
  }
  return lines.count();
}

/// Appends a record's inputs for a restricted model; gives their number.
///
/// Shape: question_only: no context; context_only: the question is ""; one_fact: one line a fact, sub_idx its position
[[nodiscard]] inline std::uint64_t append_artifact_inputs(std::string& out, probe_layout layout, const probe_text& text,
                                                          artifact which) {
  detail::instance_lines lines{out, layout, text};
  std::uint32_t number = 0;
  for (const artifact_input& input : views::artifact_inputs(which, text.fact_count)) lines.artifact(input, number++);
  return lines.count();
}

}  // namespace io
}  // namespace v0
}  // namespace mhqa
