// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of analysis.hpp.
#pragma once

#include <mhqa/rollout/analysis.hpp>

#include <mhqa/text/contains.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE bool hash_set::insert(std::uint64_t hash) {
  if (2 * ++size_ > cells_.size()) grow();
  std::uint64_t& cell = cell_of(hash != 0 ? hash : 1);
  const bool is_new = cell == 0;
  if (is_new) cell = hash != 0 ? hash : 1;
  size_ -= is_new ? 0 : 1;
  return is_new;
}

MHQA_INLINE void hash_set::clear() noexcept {
  cells_.clear();
  size_ = 0;
}

MHQA_INLINE std::uint64_t& hash_set::cell_of(std::uint64_t hash) noexcept {
  std::size_t i = static_cast<std::size_t>(hash) & (cells_.size() - 1);
  while (cells_[i] != 0 && cells_[i] != hash) i = (i + 1) & (cells_.size() - 1);
  return cells_[i];
}

MHQA_INLINE void hash_set::grow() {
  constexpr std::size_t least = 64;
  spare_.assign(std::max(2 * cells_.size(), least), 0);
  cells_.swap(spare_);
  for (const std::uint64_t hash : spare_) {
    if (hash != 0) cell_of(hash) = hash;
  }
}

}  // namespace detail

MHQA_INLINE rollout_finding rollout_analyzer::operator()(const rollout& r, const prepared_rollout_gold& gold) {
  if (rules_ != gold.answers().key()) {
    scorer_.emplace(gold.rules());
    rules_ = gold.answers().key();
  }
  gold_ = &gold;
  finding_ = {};
  finding_.each_step.reserve(r.steps.size());
  queries_.clear();
  query_texts_.clear();
  near_.clear();
  documents_.begin(gold.fingerprint(), 2 * gold.hops().size() + 1);
  begin_hops();
  std::uint32_t number = 0;
  for (const rollout_step& step : r.steps) read_step(step, ++number);
  finding_.steps = r.steps.size();
  finding_.flaws = r.flaws.size();
  finding_.answered = r.answered;
  if (r.answered) finding_.answer = (*scorer_)(r.answer, gold.answers());
  decide(r);
  return std::move(finding_);
}

MHQA_INLINE void rollout_analyzer::begin_hops() {
  closed_ = std::all_of(gold_->forms().begin(), gold_->forms().end(),
                        [](const normalized& form) { return detail::is_closed_answer(form.text()) || form.empty(); });
  if (!closed_) finding_.answer_seen = false;
  finding_.hops.reserve(gold_->hops().size());
  for (const hop& one : gold_->hops()) {
    hop_finding& out = finding_.hops.emplace_back();
    out.has_support = !one.supports.empty();
    out.has_answer = !one.answers.empty();
    out.needs_bridge = !one.premises.empty() &&
                       std::all_of(one.premises.begin(), one.premises.end(),
                                   [this](std::size_t premise) { return !gold_->hops()[premise].answers.empty(); });
  }
}

MHQA_INLINE void rollout_analyzer::read_step(const rollout_step& step, std::uint32_t number) {
  finding_.each_step.emplace_back();
  for (const std::string_view text : step.think) read_mentions(text, number);
  if (step.asks) read_query(step.query, number);
  for (const rollout_document& document : step.documents) read_document(document, number);
  for (const std::string_view text : step.notes) read_mentions(text, number + 1);
}

MHQA_INLINE void rollout_analyzer::read_mentions(std::string_view text, std::uint32_t number) {
  const auto pending = [number](const hop_finding& one) {
    return one.used_step == 0 && one.evidence_step() != 0 && one.evidence_step() < number;
  };
  if (std::none_of(finding_.hops.begin(), finding_.hops.end(), pending)) return;
  text_.assign(text);
  for (std::size_t i = 0; i < finding_.hops.size(); ++i) {
    if (pending(finding_.hops[i]) && mentions(i)) finding_.hops[i].used_step = number;
  }
}

MHQA_INLINE bool rollout_analyzer::mentions(std::size_t i) const {
  const hop& one = gold_->hops()[i];
  const auto stands = [this](const normalized& words) { return detail::has_words(text_, words); };
  return std::any_of(one.answers.begin(), one.answers.end(), stands) ||
         std::any_of(one.names.begin(), one.names.end(), stands);
}

MHQA_INLINE void rollout_analyzer::read_query(std::string_view query, std::uint32_t number) {
  ++finding_.searches;
  text_.assign(query);
  if (queries_.contains(text_.text())) {
    ++finding_.repeated;
    finding_.each_step.back().repeated = true;
    return;
  }
  queries_.insert(query_texts_.store(text_.text()));
  if (is_near()) {
    ++finding_.near_repeated;
    finding_.each_step.back().near_repeated = true;
  }
  mentioned_.assign(finding_.hops.size(), false);
  for (std::size_t i = 0; i < finding_.hops.size(); ++i) {
    mentioned_[i] = mentions(i);
    hop_finding& one = finding_.hops[i];
    if (mentioned_[i] && one.used_step == 0 && one.evidence_step() < number) one.used_step = number;
  }
  for (std::size_t i = 0; i < finding_.hops.size(); ++i) {
    hop_finding& one = finding_.hops[i];
    if (one.asked_step != 0 || !one.needs_bridge) continue;
    const std::vector<std::size_t>& premises = gold_->hops()[i].premises;
    if (std::all_of(premises.begin(), premises.end(), [this](std::size_t p) { return mentioned_[p]; })) {
      one.asked_step = number;
    }
  }
}

MHQA_INLINE bool rollout_analyzer::is_near() {
  constexpr std::size_t least = 3;  // two words that differ in one share too little
  words_.clear();
  for (const token& word : text_.tokens()) {
    if (!is_stop_word(word.in(text_.text()))) words_.push_back(mixed(word.key));
  }
  if (words_.empty()) return false;
  std::sort(words_.begin(), words_.end());
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  const std::uint64_t sum = std::accumulate(words_.begin(), words_.end(), std::uint64_t{0});
  bool found = !near_.insert(sum);
  if (words_.size() < least) return found;
  for (const std::uint64_t key : words_) found = !near_.insert(sum - key) || found;
  return found;
}

MHQA_INLINE std::uint64_t rollout_analyzer::mixed(std::uint64_t h) noexcept {
  h = (h ^ (h >> 33U)) * 0xff51afd7ed558ccdU;
  h = (h ^ (h >> 33U)) * 0xc4ceb9fe1a85ec53U;
  return h ^ (h >> 33U);
}

MHQA_INLINE void rollout_analyzer::read_document(const rollout_document& document, std::uint32_t number) {
  ++finding_.documents;
  ++finding_.each_step.back().documents;
  document_fact* const facts = documents_.meet(document);
  if (facts == nullptr) {
    ++finding_.documents_again;
    ++finding_.each_step.back().documents_again;
    return;
  }
  const auto lacks = [](const hop_finding& one) {
    return (one.has_support && one.support_step == 0) || (one.has_answer && one.answer_step == 0);
  };
  std::vector<hop_finding>& hops = finding_.hops;
  if (finding_.answer_seen != false && std::none_of(hops.begin(), hops.end(), lacks)) return;
  if (facts[0] == document_fact::unknown) find_facts(document, facts);
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (hops[i].support_step == 0 && facts[2 * i + 1] == document_fact::yes) hops[i].support_step = number;
    if (hops[i].answer_step == 0 && facts[2 * i + 2] == document_fact::yes) hops[i].answer_step = number;
  }
  if (facts[0] == document_fact::yes && !closed_) finding_.answer_seen = true;
}

MHQA_INLINE void rollout_analyzer::find_facts(const rollout_document& document, document_fact* facts) {
  text_.assign(document.text);
  title_.assign(document.title);
  const auto note = [&facts](bool is) { *facts++ = is ? document_fact::yes : document_fact::no; };
  note(!closed_ && holds_any(gold_->forms()));
  for (const hop& one : gold_->hops()) {
    note(supports(one, document));
    note(holds_any(one.answers));
  }
}

MHQA_INLINE bool rollout_analyzer::holds_any(std::span<const normalized> answers) const {
  return std::any_of(answers.begin(), answers.end(), [this](const normalized& words) {
    return detail::has_words(text_, words) || detail::has_words(title_, words);
  });
}

MHQA_INLINE bool rollout_analyzer::supports(const hop& one, const rollout_document& document) const {
  return std::any_of(one.supports.begin(), one.supports.end(), [&](const detail::sought_support& support) {
    const bool texts = !text_.empty() && !support.text.form.empty();
    const bool titles = !title_.empty() && !support.title.empty();
    const bool ids = !document.id.empty() && !support.id.empty();
    if (match_ == document_match::id && ids) return document.id == support.id;
    if (match_ == document_match::title && titles) return title_.text() == support.title.text();
    if (texts) return same_text(support);
    if (titles) return title_.text() == support.title.text();
    return ids && document.id == support.id;
  });
}

MHQA_INLINE bool rollout_analyzer::same_text(const detail::sought_support& support) const {
  const normalized& wanted = support.text.form;
  if (text_.text() == wanted.text()) return true;
  const std::span<const token> words = text_.tokens();
  const bool inside = text_.text().size() < wanted.text().size();
  if (inside && words.size() < detail::least_excerpt) return false;
  if (!inside && wanted.tokens().size() < detail::least_excerpt) return false;
  if (inside) {
    const auto known = [&](const token& word) {
      return std::binary_search(support.keys.begin(), support.keys.end(), word.key);
    };
    return known(words.front()) && known(words.back()) && known(words[words.size() / 2]) &&
           contains(wanted.text(), text_.text());
  }
  const std::uint64_t key = wanted.tokens()[support.text.anchor].key;
  const bool anchored = std::any_of(words.begin(), words.end(), [key](const token& word) { return word.key == key; });
  return anchored && contains(text_.text(), wanted.text());
}

MHQA_INLINE void rollout_analyzer::decide(const rollout& r) {
  std::vector<hop_finding>& hops = finding_.hops;
  const auto broken = std::find_if(
      hops.begin(), hops.end(), [](const hop_finding& one) { return one.has_evidence() && one.evidence_step() == 0; });
  const bool is_broken = broken != hops.end();
  if (is_broken) finding_.broken_hop = static_cast<std::size_t>(broken - hops.begin());
  const bool unseen = hops.empty() && finding_.answer_seen == false;
  if (finding_.answered && finding_.answer.em == 1) {
    finding_.cause = is_broken || unseen ? rollout_cause::luck : rollout_cause::right;
  } else if (says_gold(r)) {
    finding_.cause = rollout_cause::form;
  } else if (!is_broken) {
    finding_.cause = unseen ? rollout_cause::never_retrieved : rollout_cause::found_not_answered;
  } else if (!broken->needs_bridge || broken->asked_step != 0) {
    finding_.cause = rollout_cause::never_retrieved;
  } else {
    const std::vector<std::size_t>& premises = gold_->hops()[*finding_.broken_hop].premises;
    const bool used = std::all_of(premises.begin(), premises.end(),
                                  [&](std::size_t premise) { return hops[premise].used_step != 0; });
    finding_.cause = used ? rollout_cause::next_not_asked : rollout_cause::bridge_unused;
  }
}

MHQA_INLINE bool rollout_analyzer::says_gold(const rollout& r) {
  text_.assign(r.answered ? r.answer : r.last_words);
  const std::span<const normalized> golds = gold_->forms();
  return std::any_of(golds.begin(), golds.end(), [this](const normalized& gold) {
    // "No, …" says no; a no further on may deny something else.
    if (detail::is_closed_answer(gold.text())) return !text_.empty() && detail::words_at(text_, 0, gold);
    return detail::has_words(text_, gold);
  });
}

}  // namespace mhqa::inline v0_1
