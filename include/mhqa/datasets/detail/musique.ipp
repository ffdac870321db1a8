// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of musique.hpp.
#pragma once

#include <mhqa/datasets/musique.hpp>

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/support.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::musique {

MHQA_INLINE std::string_view record::hops() const noexcept {
  const std::string_view name = shape();
  const auto at = name.find("hop");
  return at == std::string_view::npos ? name : name.substr(0, at + 3);
}

MHQA_INLINE row_scores evaluator::operator()(const record& gold, const prediction& predicted) {
  row_scores result{{}, {}, predicted.answerable, gold.answerable, answers_.key(), predicted.answer_only};
  if (!gold.answerable) return result;
  golds_.assign(1, gold.answer);
  golds_.insert(golds_.end(), gold.answer_aliases.begin(), gold.answer_aliases.end());
  result.answer = answers_(predicted.answer, std::span<const std::string_view>{golds_});
  idxs_.clear();
  for (const paragraph& p : gold.paragraphs) {
    if (p.is_supporting) idxs_.push_back(p.idx);
  }
  result.support = score_support(predicted.support_idxs, idxs_, answers_.rules().empty_support);
  return result;
}

MHQA_INLINE const std::array<row_scores, 2>* row_groups::add(std::string_view id, const row_scores& row) {
  std::uint32_t number = index_.find(id);
  if (number == string_index::npos) {
    number = index_.insert(ids_.emplace_back(id)).first;
    groups_.emplace_back();
  }
  group& g = groups_[number];
  if (g.size < 2) g.rows[g.size] = row;
  ++g.size;
  return g.size == 2 ? &g.rows : nullptr;
}

MHQA_INLINE row_groups& row_groups::operator+=(const row_groups& other) {
  other.for_each([this](std::string_view id, std::uint32_t size, const auto& rows) { add_all(id, size, rows); });
  return *this;
}

MHQA_INLINE void row_groups::expect_each(std::uint32_t times) const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].size == times) continue;
    throw_data_error({.id = ids_[i]},
                     "expected " + std::to_string(times) + (times == 1 ? " row" : " rows") + " with this id, found " +
                         std::to_string(groups_[i].size),
                     times == 1 ? errc::duplicate : errc::mismatch);
  }
}

MHQA_INLINE data_set::collector& data_set::collector::operator+=(const collector& other) {
  groups += other.groups;
  if (other.alone && (!alone || *other.alone < *alone)) alone = other.alone;
  return *this;
}

MHQA_INLINE data_set::collector data_set::collector::settle(totals& t, bool whole) const {
  collector out;
  out.alone = alone;
  groups.for_each([&](std::string_view id, std::uint32_t size, const auto& rows) {
    if (size == 2 && rows[0].label_sufficiency != rows[1].label_sufficiency) {
      add_group(t, rows);
    } else if (size == 1 && whole) {
      if (!out.alone || id < *out.alone) out.alone = id;
    } else {
      out.groups.add_all(id, size, rows);
    }
  });
  return out;
}

MHQA_INLINE void data_set::collector::save(byte_writer& out) const {
  out.flag(alone.has_value());
  out.text(alone.value_or(std::string{}));
  std::uint64_t count = 0;
  groups.for_each([&](std::string_view, std::uint32_t, const auto&) { ++count; });
  out.number(count);
  groups.for_each([&](std::string_view id, std::uint32_t size, const auto& rows) {
    out.text(id);
    out.number(size);
    for (std::uint32_t i = 0; i < std::min(size, 2U); ++i) {
      mhqa::save(out, rows[i].answer);
      mhqa::save(out, rows[i].support);
      out.flag(rows[i].sufficiency);
      out.flag(rows[i].label_sufficiency);
    }
  });
}

MHQA_INLINE void data_set::collector::load(byte_reader& in, const dialect& scored_by) {
  if (in.flag()) {
    alone = in.text();
  } else if (!in.text().empty()) {
    in.fail("expected no id");
  }
  for (std::size_t i = in.count(16); i != 0; --i) {
    const std::string_view id = in.text();
    const std::uint64_t size = in.number();
    if (size == 0 || size > 0xFFFF) in.fail("expected the number of an id's rows");
    std::array<row_scores, 2> rows;
    for (std::uint64_t r = 0; r < std::min<std::uint64_t>(size, 2); ++r) {
      mhqa::load(in, rows[r].answer);
      mhqa::load(in, rows[r].support);
      rows[r].sufficiency = in.flag();
      rows[r].label_sufficiency = in.flag();
      rows[r].rules = key_of(scored_by);
    }
    groups.add_all(id, static_cast<std::uint32_t>(size), rows);
  }
}

MHQA_INLINE std::string_view data_set::group(const record& r, std::string_view field, std::string&) {
  if (field == "hops") return r.hops();
  if (field == "shape") return r.shape();
  return r.answerable ? "yes" : "no";
}

MHQA_INLINE void data_set::fingerprint(const record& r, std::string& out) {
  append_gold(out += r.answerable ? '1' : '0', r.answer);
  for (const std::string_view alias : r.answer_aliases) append_gold(out += '\n', alias);
  for (const paragraph& p : r.paragraphs) {
    if (p.is_supporting) out.append("\t").append(std::to_string(p.idx));
  }
}

MHQA_INLINE data_set::result data_set::score(evaluator& scorer, const record& gold, const prediction* predicted) {
  if (predicted == nullptr) throw_data_error({.id = std::string{gold.id}}, "expected a prediction", errc::missing);
  return scorer(gold, *predicted);
}

MHQA_INLINE void data_set::row(const result& s, const std::array<row_scores, 2>* pair, question_row& out) {
  if (s.label_sufficiency) {
    out.add("answer_f1", s.answer.f1);
    out.add("answer_em", s.answer.em);
    if (!s.answer_only) out.add("support_f1", s.support.f1);
  }
  if (pair != nullptr && (*pair)[0].label_sufficiency != (*pair)[1].label_sufficiency) {
    out.add("group_answer_sufficiency_f1", group_answer_metric{}.one(*pair, nullptr).f1);
    out.add("group_support_sufficiency_f1", group_support_metric{}.one(*pair, nullptr).f1);
  }
  if (!s.answer_only) out.flags.push_back({"predicted_answerable", s.sufficiency});
  out.flags.push_back({"answerable", s.label_sufficiency});
}

MHQA_INLINE void data_set::texts(const record& r, const prediction* predicted, question_row& out) {
  out.question = r.question;
  out.golds.push_back(r.answer);
  out.golds.insert(out.golds.end(), r.answer_aliases.begin(), r.answer_aliases.end());
  for (const step& one : r.decomposition) out.steps.push_back({one.question, one.answer});
  if (predicted == nullptr) return;
  out.prediction = predicted->answer;
  if (predicted->answerable_probability) out.sufficiency = {{*predicted->answerable_probability, r.answerable}};
}

}  // namespace mhqa::inline v0_1::musique
