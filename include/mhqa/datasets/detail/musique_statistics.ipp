// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of musique_statistics.hpp.
#pragma once

#include <mhqa/datasets/musique_statistics.hpp>

#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>

#include <string_view>

namespace mhqa::inline v0_1::musique {

MHQA_INLINE void statistics::add(const record& r) {
  ++rows;
  unanswerable += r.answerable ? 0U : 1U;
  paragraphs += r.paragraphs.size();
  if (questions.insert(stable_hash(r.id)).second) ++by_shape[shape_name(r)];
  answers.insert(stable_hash(normalize(r.answer)));
  for (const step& s : r.decomposition) {
    single_hops.insert(stable_hash(!s.name.empty() ? "n" + std::string{s.name}
                                   : s.id != 0     ? "i" + std::to_string(s.id)
                                                   : "q" + std::string{s.question}));
    single_hop_answers.insert(stable_hash(normalize(s.answer)));
  }
  for (const paragraph& p : r.paragraphs) {
    if (p.is_supporting) supports.insert(stable_hash(std::string{p.title} + '\n' + std::string{p.text}));
  }
}

MHQA_INLINE statistics& statistics::operator+=(const statistics& other) {
  rows += other.rows;
  unanswerable += other.unanswerable;
  paragraphs += other.paragraphs;
  for (const auto& [name, count] : other.by_shape) by_shape[name] += count;
  questions.insert(other.questions.begin(), other.questions.end());
  single_hops.insert(other.single_hops.begin(), other.single_hops.end());
  answers.insert(other.answers.begin(), other.answers.end());
  single_hop_answers.insert(other.single_hop_answers.begin(), other.single_hop_answers.end());
  supports.insert(other.supports.begin(), other.supports.end());
  return *this;
}

MHQA_INLINE std::uint64_t statistics::hops(std::size_t n) const {
  const std::string prefix = std::to_string(n) + "hop";
  std::uint64_t sum = 0;
  for (const auto& [name, count] : by_shape) sum += name.starts_with(prefix) ? count : 0;
  return sum;
}

MHQA_INLINE std::vector<named_count> statistics::named() const {
  return {{"2 hops", hops(2)},
          {"3 hops", hops(3)},
          {"4 hops", hops(4)},
          {"questions", questions.size()},
          {"rows", rows},
          {"unanswerable rows", unanswerable},
          {"unique single-hop questions", single_hops.size()},
          {"answers to multi-hop", answers.size()},
          {"answers to single-hop", single_hop_answers.size()},
          {"supporting paragraphs", supports.size()},
          {"paragraphs", paragraphs}};
}

MHQA_INLINE std::string statistics::shape_name(const record& r) {
  const std::string_view name = r.shape();
  return name.size() < r.id.size() && name.size() >= 4 && name.substr(1, 3) == "hop" ? std::string{name} : "other";
}

}  // namespace mhqa::inline v0_1::musique
