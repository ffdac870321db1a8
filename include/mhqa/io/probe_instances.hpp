// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes instances of probes as JSON in DiRe's layout: the record's own text without some facts, and the labels.
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
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

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
  instance_lines(std::string& out, probe_layout layout, const probe_text& text)
      : out_{out}, layout_{layout}, text_{text} {
    if (text.unit == fact_unit::paragraph) return;
    for (std::size_t p = 0; p < text.paragraphs.size(); ++p) {
      if (sentences_end(p) == text.paragraphs[p].first_sentence) empty_.push_back(p);
    }
  }

  /// Appends the record itself.
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

  /// Appends the input of a restricted model: some facts, and the question or "".
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
    bool holds = (kept & text_.answer_supports) != 0;
    const std::size_t end = std::min<std::size_t>(input.first + input.count, text_.answer_facts.size());
    for (std::size_t i = input.first; i < end; ++i) holds = holds || text_.answer_facts[i];
    flag("answer_label", holds);
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
    out_.append(", \"dataset\": \"").append(text_.dataset).append("\"");
  }
  void close() {
    out_ += layout_ == probe_layout::published ? "}" : "}\n";
    ++count_;
  }

  void support(std::uint32_t kept) {
    out_ += ", \"supporting_facts\": [";
    bool first = true;
    for (const probe_text::fact& fact : text_.facts) {
      if (kept == 0) break;
      if ((kept >> fact.support & 1U) == 0) continue;
      if (!first) out_ += ", ";
      first = false;
      out_ += text_.piece(fact.json);
    }
    out_ += "], \"supporting_positions\": [";
    first = true;
    for (std::size_t i = 0; i < text_.supports.size(); ++i) {
      if ((kept >> i & 1U) == 0) continue;
      const std::int64_t position = text_.paragraphs[paragraph_of(text_.supports[i])].position;
      if (std::find(positions_.begin(), positions_.end(), position) == positions_.end()) positions_.push_back(position);
    }
    append_positions();
  }

  /// Appends positions_ and the closing bracket, and clears positions_.
  void append_positions() {
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (i != 0) out_ += ", ";
      append(positions_[i]);
    }
    out_ += ']';
    positions_.clear();
  }

  /// Returns the paragraph of a fact (a paragraph or a sentence).
  [[nodiscard]] std::size_t paragraph_of(std::uint32_t fact) const {
    if (text_.unit == fact_unit::paragraph) return fact;
    const auto after =
        std::upper_bound(text_.paragraphs.begin(), text_.paragraphs.end(), std::size_t{fact},
                         [](std::size_t wanted, const probe_text::paragraph& p) { return wanted < p.first_sentence; });
    return after == text_.paragraphs.begin() ? 0 : static_cast<std::size_t>(after - text_.paragraphs.begin()) - 1;
  }

  /// Returns the facts [from, to) of a paragraph.
  [[nodiscard]] text_range facts_of(std::size_t p) const {
    if (text_.unit == fact_unit::paragraph) return {p, p + 1};
    return {text_.paragraphs[p].first_sentence, sentences_end(p)};
  }

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

  void context(const position_set& removed) {
    if (text_.unit == fact_unit::paragraph) return paragraphs_between(removed);
    context(0, text_.fact_count, [&](std::uint32_t position) { return !removed.contains(position); });
  }

  /// Appends each run of remaining paragraphs as one piece of text.
  void paragraphs_between(const position_set& removed) {
    out_ += ", \"positions\": [";
    for (std::size_t p = 0; p < text_.paragraphs.size(); ++p) {
      if (!removed.contains(static_cast<std::uint32_t>(p))) positions_.push_back(text_.paragraphs[p].position);
    }
    append_positions();
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
  [[nodiscard]] std::size_t paragraph_before(std::size_t sentence) const {
    if (sentence == 0) return 0;
    const auto at =
        std::lower_bound(text_.paragraphs.begin(), text_.paragraphs.end(), sentence,
                         [](const probe_text::paragraph& p, std::size_t wanted) { return p.first_sentence < wanted; });
    return at == text_.paragraphs.begin() ? 0 : static_cast<std::size_t>(at - text_.paragraphs.begin()) - 1;
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
[[nodiscard]] inline std::uint64_t append_instances(std::string& out, probe_layout layout, const probe_text& text,
                                                    mhqa::dire::kind which, const probe_options& options) {
  MHQA_EXPECTS(!why_not_transformed(text), "mhqa::io::append_instances: the question cannot be transformed");
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

/// Appends a record's inputs for a restricted model; returns their number.
///
/// Shape: question_only: no context; context_only: the question is ""; one_fact: one line per fact, with its position
///        as sub_idx
[[nodiscard]] inline std::uint64_t append_artifact_inputs(std::string& out, probe_layout layout, const probe_text& text,
                                                          artifact which) {
  detail::instance_lines lines{out, layout, text};
  std::uint32_t number = 0;
  for (const artifact_input& input : views::artifact_inputs(which, text.fact_count)) lines.artifact(input, number++);
  return lines.count();
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
