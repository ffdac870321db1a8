// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of probe_instances.hpp.
#pragma once

#include <mhqa/io/probe_instances.hpp>

#include <mhqa/probe/disconnected.hpp>
#include <mhqa/probe/sufficiency.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE instance_lines::instance_lines(std::string& out, probe_layout layout, const probe_text& text)
    : out_{out}, layout_{layout}, text_{text} {
  if (text.unit == fact_unit::paragraph) return;
  for (std::size_t p = 0; p < text.paragraphs.size(); ++p) {
    if (sentences_end(p) == text.paragraphs[p].first_sentence) empty_.push_back(p);
  }
}

MHQA_INLINE void instance_lines::original() {
  open(text_.question);
  out_ += text_.piece(text_.notes);
  support(all_facts(text_.supports.size()));
  context(position_set{});
  close();
}

MHQA_INLINE void instance_lines::artifact(const artifact_input& input, std::uint32_t sub_idx) {
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
  if (!text_.answerable) number("group", 1);
  close();
}

MHQA_INLINE void instance_lines::open(text_range question) {
  if (layout_ == probe_layout::published) out_ += ",\n";
  out_ += '{';
  out_ += text_.piece(text_.id_field);
  out_ += text_.piece(question);
  out_ += text_.piece(text_.common);
  out_.append(", \"dataset\": \"").append(text_.dataset).append("\"");
}

MHQA_INLINE void instance_lines::close() {
  out_ += layout_ == probe_layout::published ? "}" : "}\n";
  ++count_;
}

MHQA_INLINE void instance_lines::support(std::uint32_t kept) {
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

MHQA_INLINE void instance_lines::append_positions() {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (i != 0) out_ += ", ";
    append(positions_[i]);
  }
  out_ += ']';
  positions_.clear();
}

MHQA_INLINE std::size_t instance_lines::paragraph_of(std::uint32_t fact) const {
  if (text_.unit == fact_unit::paragraph) return fact;
  const auto after =
      std::upper_bound(text_.paragraphs.begin(), text_.paragraphs.end(), std::size_t{fact},
                       [](std::size_t wanted, const probe_text::paragraph& p) { return wanted < p.first_sentence; });
  return after == text_.paragraphs.begin() ? 0 : static_cast<std::size_t>(after - text_.paragraphs.begin()) - 1;
}

MHQA_INLINE text_range instance_lines::facts_of(std::size_t p) const {
  if (text_.unit == fact_unit::paragraph) return {p, p + 1};
  return {text_.paragraphs[p].first_sentence, sentences_end(p)};
}

MHQA_INLINE void instance_lines::context(const position_set& removed) {
  if (text_.unit == fact_unit::paragraph) return paragraphs_between(removed);
  context(0, text_.fact_count, [&](std::uint32_t position) { return !removed.contains(position); });
}

MHQA_INLINE void instance_lines::paragraphs_between(const position_set& removed) {
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

MHQA_INLINE std::size_t instance_lines::paragraph_before(std::size_t sentence) const {
  if (sentence == 0) return 0;
  const auto at =
      std::lower_bound(text_.paragraphs.begin(), text_.paragraphs.end(), sentence,
                       [](const probe_text::paragraph& p, std::size_t wanted) { return p.first_sentence < wanted; });
  return at == text_.paragraphs.begin() ? 0 : static_cast<std::size_t>(at - text_.paragraphs.begin()) - 1;
}

MHQA_INLINE void instance_lines::number(std::string_view name, std::int64_t value) {
  out_.append(", \"").append(name).append("\": ");
  append(value);
}

MHQA_INLINE void instance_lines::append(std::int64_t value) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out_.append(digits.data(), end);
}

}  // namespace detail

MHQA_INLINE std::uint64_t append_instances(std::string& out, probe_layout layout, const probe_text& text,
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

MHQA_INLINE std::uint64_t append_artifact_inputs(std::string& out, probe_layout layout, const probe_text& text,
                                                 artifact which) {
  detail::instance_lines lines{out, layout, text};
  std::uint32_t number = 0;
  for (const artifact_input& input : views::artifact_inputs(which, text.fact_count)) lines.artifact(input, number++);
  return lines.count();
}

}  // namespace mhqa::inline v0_1::io
