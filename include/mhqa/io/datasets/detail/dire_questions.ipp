// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of dire_questions.hpp.
#pragma once

#include <mhqa/io/datasets/dire_questions.hpp>

#include <mhqa/metrics/answer.hpp>
#include <mhqa/probe/bipartition.hpp>
#include <mhqa/types.hpp>

#include <limits>
#include <tuple>

namespace mhqa::inline v0_1::io::dire {

MHQA_INLINE instances::instances(const data_source& source, kind which, const dialect* rules,
                                 const mhqa::twowiki::alias_table* names)
    : name_{source.name()}, kind_{which}, source_{source, lifetime::source} {
  const bool contrast = which == kind::transformed || which == kind::probe_of_transformed;
  std::size_t with_facts = 0;
  std::vector<kept<placed>> known;
  while (std::optional<json_value> value = source_.next()) {
    rows_.push_back(read_instance(*value));
    const instance_labels& one = rows_.back();
    const json_context& context = value->context();
    with_facts += one.supporting_facts ? 1 : 0;
    if (one.supporting_facts.has_value() != rows_.front().supporting_facts.has_value()) {
      context.fail("expected supporting_facts in every instance or in none");
    }
    if (contrast) context.require(one.sufficiency.has_value(), "sufficiency");
    if (contrast || which == kind::trivial) context.require(one.sub_idx.has_value(), "sub_idx");
    if (one.dataset != rows_.front().dataset) {
      context.fail("expected the data set of the first instance, \"" + std::string{rows_.front().dataset} + "\"");
    }
    if (one.positions.has_value() != rows_.front().positions.has_value() ||
        one.supporting_positions.has_value() != rows_.front().supporting_positions.has_value()) {
      context.fail("expected positions in every instance or in none");
    }
    if (names != nullptr) {
      if (one.dataset != "2wikimultihopqa") {
        context.fail("the aliases belong to instances of 2wikimultihopqa; this one is of " +
                     (one.dataset.empty() ? std::string{"an unnamed data set"} : std::string{one.dataset}));
      }
      context.require(one.has_answer_id, "answer_id");
    }
    by_id_.add(one.id);
    remember_paragraphs(rows_.back(), known, context);
    const auto& first = rows_[by_id_.rows(one.id).front()];
    if (first.answer != one.answer) {
      context.fail("expected the answer of the id's first instance, \"" + std::string{first.answer} + "\"");
    }
    if (names == nullptr) continue;
    if (first.answer_id != one.answer_id) {
      context.fail("expected the answer_id of the id's first instance, " +
                   (first.answer_id ? "\"" + std::string{*first.answer_id} + "\"" : std::string{"null"}));
    }
    if (&first == &one && one.answer_id) {
      const auto more = names->find(*one.answer_id);
      rows_.back().answer_aliases.insert(rows_.back().answer_aliases.end(), more.begin(), more.end());
    }
  }
  for (kept<placed>& of_question : known) {
    std::vector<placed>& paragraphs = paragraphs_.emplace_back(std::move(of_question).take());
    std::vector<std::int64_t>& positions = positions_.emplace_back();
    for (const placed& p : paragraphs) positions.push_back(p.position);
    std::sort(positions.begin(), positions.end());
    std::sort(paragraphs.begin(), paragraphs.end(), by_title);
  }
  has_facts_ = with_facts != 0;
  if (rows_.empty()) throw_data_error({.file = name_}, "expected instances, found none", errc::missing);
  by_position_ = rows_.front().supporting_positions.has_value();
  rules_ = rules != nullptr ? *rules : names != nullptr ? dialects::twowiki_1_1 : rules_of(rows_.front().dataset);
}

MHQA_INLINE std::optional<std::int64_t> instances::unknown_position(std::size_t number,
                                                                    const prediction_line& line) const {
  const std::vector<std::int64_t>& known = positions_[number];
  if (!line.positions || known.empty()) return std::nullopt;
  for (const std::int64_t position : *line.positions) {
    if (!std::binary_search(known.begin(), known.end(), position)) return position;
  }
  return std::nullopt;
}

MHQA_INLINE mhqa::dire::question instances::question(std::size_t number, const predictions& said,
                                                     const predictions* originals) const {
  const std::span<const std::uint32_t> rows = by_id_.rows(number);
  mhqa::dire::question q{.id = by_id_.id(number), .gold = gold_of(rows)};
  q.support_count = support_count(rows);
  q.complete = complete(rows, q.support_count);
  if (originals != nullptr) {
    const auto lines = originals->rows(q.id);
    if (lines.size() > 1) {
      throw_data_error({.file = originals->name(), .id = std::string{q.id}},
                       "expected one prediction on the undivided question, found " + std::to_string(lines.size()));
    }
    if (!lines.empty()) q.original = named(number, (*originals)[lines.front()], *originals);
  }
  if (!q.complete) return q;
  if (kind_ == kind::original || (kind_ == kind::probe && q.support_count == 2)) {
    const auto lines = said.rows(q.id);
    if (!lines.empty()) q.groups.emplace_back();
    const std::size_t first = kind_ == kind::original && !lines.empty() ? lines.size() - 1 : 0;  // the last line wins
    for (std::size_t i = lines.size(); i > first; --i) {
      q.groups.back().push_back(named(number, said[lines[i - 1]], said));
    }
  } else {
    join(number, q, rows, said);
  }
  return q;
}

MHQA_INLINE const dialect& instances::rules_of(std::string_view dataset) noexcept {
  if (dataset == "musique") return dialects::musique;
  if (dataset == "2wikimultihopqa") return dialects::twowiki_1_0;
  return dialects::hotpotqa;
}

MHQA_INLINE void instances::remember_paragraphs(instance_labels& one, std::vector<kept<placed>>& known,
                                                const json_context& context) {
  if (!one.titles.empty() && one.supporting_positions) {
    std::vector<std::int64_t> there{*one.positions};
    std::sort(there.begin(), there.end());
    for (const std::int64_t support : *one.supporting_positions) {
      if (std::binary_search(there.begin(), there.end(), support)) continue;
      context.fail("expected supporting_positions among the positions of the context, found " +
                   std::to_string(support));
    }
  }
  const std::size_t number = by_id_.number(one.id);
  if (known.size() <= number) known.resize(number + 1);
  for (std::size_t i = 0; i < one.titles.size(); ++i) known[number].add({one.titles[i], (*one.positions)[i]});
  one.titles = {};
  if (one.positions) one.positions->clear();
}

MHQA_INLINE mhqa::dire::prediction instances::named(std::size_t number, const prediction_line& line,
                                                    const predictions& file) const {
  mhqa::dire::prediction out = line.said;
  if (!out.supporting_paragraphs) return out;
  const auto fail = [&](const std::string& problem) {
    throw_data_error({.file = file.name(), .id = std::string{line.id}, .field = "supporting_paragraphs"}, problem,
                     errc::mismatch);
  };
  if (!by_position_) {
    if (line.positions) fail("expected titles: the instances have no positions");
    return out;
  }
  if (line.positions) {
    for (const std::int64_t position : *line.positions) out.supporting_paragraphs->push_back(name_of(position));
    return out;
  }
  const std::vector<placed>& known = paragraphs_[number];
  for (std::string_view& title : *out.supporting_paragraphs) {
    const auto found = std::equal_range(known.begin(), known.end(), placed{title, 0}, by_title);
    if (found.second - found.first > 1) {
      fail("expected positions: the context has more than one paragraph with the title \"" + std::string{title} + "\"");
    }
    title = found.first != found.second ? name_of(found.first->position) : names_.store("\"" + std::string{title});
  }
  return out;
}

MHQA_INLINE mhqa::dire::gold instances::gold_of(std::span<const std::uint32_t> rows) const {
  std::vector<std::string_view> answers{rows_[rows.front()].answer};
  const auto& aliases = rows_[rows.front()].answer_aliases;
  answers.insert(answers.end(), aliases.begin(), aliases.end());
  mhqa::dire::gold gold{.answer = compiled_gold{answers, rules_}};
  kept<std::string_view> paragraphs;
  kept<supporting_fact> sentences;
  for (const std::uint32_t row : rows) {
    const instance_labels& one = rows_[row];
    // The published metrics take the labels of the instances that they score.
    if (kind_ == kind::transformed && one.sufficiency != 1) continue;
    if (kind_ == kind::probe_of_transformed && one.sufficiency != 0) continue;
    if (one.supporting_positions) {
      for (const std::int64_t position : *one.supporting_positions) {
        paragraphs.add(name_of(position));
      }
    }
    if (!one.supporting_facts) continue;
    for (const supporting_fact& fact : *one.supporting_facts) {
      sentences.add(fact);
      if (!by_position_) paragraphs.add(fact.title);
    }
  }
  gold.supporting_paragraphs = std::move(paragraphs).take();
  gold.supporting_sentences = std::move(sentences).take();
  return gold;
}

MHQA_INLINE std::size_t instances::support_count(std::span<const std::uint32_t> rows) const {
  std::size_t n = 2;
  const instance_labels& first = rows_[rows.front()];
  if (kind_ == kind::probe) {
    std::size_t sum = 0;
    for (const std::uint32_t row : rows) {
      if (rows_[row].group == first.group) sum += rows_[row].removed.value_or(1);
    }
    n = std::max(n, sum);
  } else if (kind_ == kind::transformed || kind_ == kind::trivial) {
    for (const std::uint32_t row : rows) {
      const bool full = kind_ == kind::trivial || rows_[row].sufficiency == 1;
      if (full && rows_[row].removed) n = std::max(n, *rows_[row].removed + 1);
    }
  } else if (kind_ == kind::probe_of_transformed) {
    for (const std::uint32_t row : rows) {
      if (rows_[row].sufficiency == -1 && rows_[row].removed) n = std::max(n, *rows_[row].removed);
    }
  }
  return n;
}

MHQA_INLINE instances::key instances::key_of(const std::optional<std::uint32_t>& group,
                                             const std::optional<std::uint32_t>& sub_idx, std::size_t n) const {
  const bool groups = n > 2 && (kind_ == kind::probe || kind_ == kind::probe_of_transformed);
  return {groups ? group.value_or(0) : 0, sub_idx.value_or(0)};
}

MHQA_INLINE bool instances::complete(std::span<const std::uint32_t> rows, std::size_t n) const {
  if (n > max_bipartition_facts) return false;
  const auto shape = mhqa::dire::shape_of(kind_, n);
  if (rows.size() != shape.groups * shape.size) return false;
  if (kind_ == kind::original || (kind_ == kind::probe && n == 2)) return true;
  std::vector<key> keys;
  for (const std::uint32_t row : rows) keys.push_back(key_of(rows_[row].group, rows_[row].sub_idx, n));
  std::sort(keys.begin(), keys.end());
  if (std::adjacent_find(keys.begin(), keys.end()) != keys.end()) return false;
  if (shape.groups == 1 || kind_ == kind::trivial) return true;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].first != keys[i - i % shape.size].first) return false;
  }
  return true;
}

MHQA_INLINE void instances::join(std::size_t number, mhqa::dire::question& q, std::span<const std::uint32_t> rows,
                                 const predictions& said) const {
  const std::size_t n = q.support_count;
  const bool groups = n > 2 && (kind_ == kind::probe || kind_ == kind::probe_of_transformed);
  std::vector<std::pair<key, std::uint32_t>> lines;  // by key, then in file order
  for (const std::uint32_t line : said.rows(q.id)) {
    const prediction_line& one = said[line];
    if (!one.sub_idx || (groups && !one.group)) {
      throw_data_error({.file = said.name(), .id = std::string{q.id}, .field = one.sub_idx ? "group" : "sub_idx"},
                       groups ? "expected group and sub_idx in each line of a question with more than two supports"
                              : "expected the field, which says which instance the line is about");
    }
    lines.emplace_back(key_of(one.group, one.sub_idx, n), line);
  }
  std::sort(lines.begin(), lines.end());

  struct received {
    std::uint32_t group;
    std::uint32_t rank;  // within the group: the order of receipt
    std::uint32_t line;
    int label;
  };
  std::vector<received> order;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const instance_labels& one = rows_[rows[i]];
    const key wanted = key_of(one.group, one.sub_idx, n);
    const auto at = std::lower_bound(lines.begin(), lines.end(), std::pair{wanted, std::uint32_t{0}});
    if (at == lines.end() || at->first != wanted) continue;
    const std::uint32_t group = kind_ == kind::trivial ? wanted.second : wanted.first;
    const std::uint32_t rank = kind_ == kind::probe ? std::numeric_limits<std::uint32_t>::max() - at->second : i;
    order.push_back({group, rank, at->second, one.sufficiency.value_or(0)});
  }
  std::sort(order.begin(), order.end(),
            [](const received& a, const received& b) { return std::tie(a.group, a.rank) < std::tie(b.group, b.rank); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || order[i].group != order[i - 1].group) q.groups.emplace_back();
    q.groups.back().push_back(named(number, said[order[i].line], said));
    q.groups.back().back().label_sufficiency = order[i].label;
  }
  // Lines without an instance, or for an instance that already has a line, count as one surplus group.
  if (order.size() != lines.size()) q.groups.resize(mhqa::dire::shape_of(kind_, n).groups + 1);
}

}  // namespace mhqa::inline v0_1::io::dire
