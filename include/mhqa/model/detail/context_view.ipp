// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of context_view.hpp.
#pragma once

#include <mhqa/model/detail/context_view.hpp>

#include <mhqa/english/closed_words.hpp>
#include <mhqa/text/lower.hpp>

#include <bit>
#include <cmath>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE double probability(double log_odds) noexcept {
  return 1 / (1 + std::exp(-log_odds));
}

MHQA_INLINE void context_view::assign(const reading_task& task, const reader_weights& weights) {
  task_ = task;
  ask(task.question);
  passages_.resize(std::max(passages_.size(), task.context.size()));
  paragraphs_.resize(task.context.size());
  for (std::uint32_t p = 0; p < paragraphs_.size(); ++p) look(p);
  weigh();
  weigh_rare(weights);
  weigh_pairs();
  choose();
  find_links();
  find_shared(weights);
  compare();
}

MHQA_INLINE double context_view::sum(std::uint64_t terms, const std::array<double, 64>& of, double total) noexcept {
  double sum = 0;
  for (; terms != 0; terms &= terms - 1) sum += of[static_cast<std::size_t>(std::countr_zero(terms))];
  return total > 0 ? sum / total : 0;
}

MHQA_INLINE void context_view::add_single(std::size_t c, net_inputs& in) const {
  const paragraph& p = paragraphs_[candidates_[c]];
  in.add(p.coverage);
  in.add(p.best_coverage);
  in.add(p.title_coverage);
  in.add(p.title_share);
  in.add(p.in_question != nowhere);
  in.add(p.in_question != nowhere && is_named(candidates_[c]));
  in.add(1 / (1.0 + p.rank));
  in.add(static_cast<double>(p.title_keys.size()) / 8);
  in.add(std::log1p(static_cast<double>(passages_[candidates_[c]].words().size())) / 8);
  in.add(p.coverage - most_);
  in.add(p.best_coverage - best_);
  in.add(p.own);
  in.add(static_cast<double>(std::min(p.named, 4U)) / 4);
  in.add(static_cast<double>(std::min(p.names, 4U)) / 4);
  in.add(p.pairs);
  in.add(p.pairs - most_pairs_);
  in.add(p.run);
  in.add(p.rare);
  in.add(p.rare - most_rare_);
  in.add(p.rare_best);
  in.add(p.rare_best - best_rare_);
  in.add(rare_share(p.title));
}

MHQA_INLINE void context_view::add_question(net_inputs& in) const {
  in.add(static_cast<double>(terms_.size()) / 16);
  in.add(named_.size() == 1);
  in.add(named_.size() > 1);
  in.add(asked_.kind == answer_kind::yes_no);
  in.add(static_cast<double>(paragraphs_.size()) / 16);
  in.add(paragraphs_.size() > 12);
  in.add(name_runs_ / 4.0);
  in.add(asked_.kind == answer_kind::person);
  in.add(asked_.kind == answer_kind::date || asked_.kind == answer_kind::year);
  in.add(asked_.kind == answer_kind::number || asked_.kind == answer_kind::quantity);
  in.add(alternatives_);
}

MHQA_INLINE void context_view::pair_inputs(std::size_t a, std::size_t b, net_inputs& in) const {
  in.clear();
  if (candidates_[b] < candidates_[a]) std::swap(a, b);
  if (paragraphs_[candidates_[b]].order > paragraphs_[candidates_[a]].order) std::swap(a, b);
  const paragraph &pa = paragraphs_[candidates_[a]], &pb = paragraphs_[candidates_[b]];
  add_single(a, in);
  add_single(b, in);
  add_question(in);
  const link &ab = link_of(a, b), &ba = link_of(b, a);
  const std::uint64_t all_a = pa.text | pa.title, all_b = pb.text | pb.title;
  in.add(share(all_a | all_b));
  in.add(share(all_a & all_b));
  in.add(share(all_b & ~all_a));
  in.add(share(pa.best | pb.best | pa.title | pb.title));
  in.add(share(pa.best & pb.best));
  in.add(static_cast<double>(std::min(ab.shared, 4U)) / 4);
  in.add(ab.shared == 0);
  in.add(ab.sentence != nowhere);
  in.add(ba.sentence != nowhere);
  in.add(ab.sentence != nowhere && ba.sentence != nowhere);
  in.add(ab.sentence == nowhere && ba.sentence == nowhere);
  in.add(ab.share);
  in.add(ba.share);
  in.add(ab.sentence != nowhere && pa.in_question != nowhere);
  in.add(ba.sentence != nowhere && pb.in_question != nowhere);
  in.add(ab.sentence != nowhere && pb.in_question != nowhere);
  in.add(ba.sentence != nowhere && pa.in_question != nowhere);
  in.add(is_named(candidates_[a]) && is_named(candidates_[b]));
  // A sentence that mentions the other paragraph's title hands its question words over.
  in.add(ab.sentence == nowhere ? 0.0 : share(pa.sentences[ab.sentence] | pa.title | pb.best | pb.title));
  in.add(ba.sentence == nowhere ? 0.0 : share(pb.sentences[ba.sentence] | pb.title | pa.best | pa.title));
  in.add(ab.sentence == nowhere ? 0.0 : share(pa.sentences[ab.sentence] & ~all_b));
  in.add(ba.sentence == nowhere ? 0.0 : share(pb.sentences[ba.sentence] & ~all_a));
  in.add(std::min(ab.common, 6.0) / 3);
  in.add(std::min(ab.best, 6.0) / 3);
  in.add(rare_share(all_a | all_b));
  in.add(rare_share(all_b & ~all_a));
  in.add(rare_share(all_a & ~all_b));
}

MHQA_INLINE std::string_view context_view::bare(std::string_view title) noexcept {
  const std::size_t at = title.find(" (");
  return at == 0 || at == title.npos ? title : title.substr(0, at);
}

MHQA_INLINE void context_view::ask(std::string_view question) {
  if (question_number_ != 0 && question == question_text_) return;
  ++question_number_;
  question_text_ = question;
  terms_.assign(question);
  question_.assign(question);
  asked_ = what_is_asked(question);
  places_.clear();
  question_keys_ = 0;
  name_runs_ = 0;
  alternatives_ = false;
  const auto words = question_.words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    places_.emplace_back(words[i].key, i);
    question_keys_ |= std::uint64_t{1} << (words[i].key & 63U);
    if (i == 0) continue;
    name_runs_ += words[i].capital && (i == 1 || !words[i - 1].capital) ? 1U : 0U;
    const std::string word = to_lower(words[i].in(question));
    alternatives_ = alternatives_ || (is_coordinator(word) && !is_addition(word));
  }
  std::sort(places_.begin(), places_.end());
}

MHQA_INLINE void context_view::look(std::uint32_t p) {
  mhqa::passage& text = passages_[p];
  text.assign(task_.context[p].text);
  title_.assign(bare(task_.context[p].title));
  paragraph& out = paragraphs_[p];
  out.text = out.title = 0;
  out.title_keys.clear();
  out.sentences.clear();
  std::size_t held = 0;
  for (const passage_word& word : title_.words()) {
    const std::uint64_t term = bit(terms_.find(word.key));
    out.title |= term;
    held += term != 0 ? 1U : 0U;
    out.title_keys.push_back(word.key);
  }
  out.title_share = title_.words().empty() ? 0 : static_cast<double>(held) / static_cast<double>(title_.words().size());
  for (const passage_sentence& s : text.sentences()) {
    std::uint64_t terms = 0;
    for (std::uint32_t i = s.first; i < s.last; ++i) terms |= bit(terms_.find(text.words()[i].key));
    out.sentences.push_back(terms);
    out.text |= terms;
  }
  out.places = find_pairs(text.words()) | find_pairs(title_.words());
  find_title(out);
}

MHQA_INLINE std::uint64_t context_view::find_pairs(std::span<const passage_word> words) const {
  std::uint64_t out = 0;
  const auto asked = question_.words();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::uint64_t key = words[i].key;
    if ((question_keys_ >> (key & 63U) & 1U) == 0 || (question_keys_ >> (words[i + 1].key & 63U) & 1U) == 0) continue;
    for (auto at = std::lower_bound(places_.begin(), places_.end(), std::pair{key, std::size_t{0}});
         at != places_.end() && at->first == key && at->second < 64; ++at) {
      const std::size_t next = at->second + 1;
      if (next < asked.size() && asked[next].key == words[i + 1].key) out |= std::uint64_t{1} << at->second;
    }
  }
  return out;
}

MHQA_INLINE void context_view::find_title(paragraph& out) const {
  out.in_question = nowhere;
  const auto words = question_.words();
  const auto& title = out.title_keys;
  if (title.empty()) return;
  auto at = std::lower_bound(places_.begin(), places_.end(), std::pair{title.front(), std::size_t{0}});
  for (; at != places_.end() && at->first == title.front(); ++at) {
    const std::size_t i = at->second;
    if (i + title.size() > words.size()) break;
    std::size_t same = 0;
    while (same < title.size() && words[i + same].key == title[same]) ++same;
    if (same < title.size()) continue;
    if (!words[i].capital && !words[i].number && title.size() == 1) continue;
    out.in_question = words[i].begin;
    out.in_question_size = words[i + title.size() - 1].end() - words[i].begin;
    return;
  }
}

MHQA_INLINE void context_view::weigh() {
  std::array<std::uint32_t, 64> having{};
  double n = 0;
  for (const paragraph& p : paragraphs_) {
    n += static_cast<double>(p.sentences.size());
    for (const std::uint64_t s : p.sentences) {
      for (std::uint64_t left = s; left != 0; left &= left - 1)
        ++having[static_cast<std::size_t>(std::countr_zero(left))];
    }
  }
  total_ = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    weight_[t] = std::log(1 + (n - having[t] + 0.5) / (having[t] + 0.5)) + 0.3;
    if (having[t] == 0) weight_[t] *= 0.5;
    total_ += weight_[t];
  }
  for (paragraph& p : paragraphs_) {
    p.coverage = share(p.text | p.title);
    p.title_coverage = share(p.title);
    p.best = 0;
    double best = -1;
    for (const std::uint64_t s : p.sentences) {
      const double now = share(s | p.title);
      if (now <= best) continue;
      best = now;
      p.best = s;
    }
    p.best_coverage = std::max(best, 0.0);
    p.order = p.coverage + 0.5 * p.best_coverage + (p.in_question != nowhere ? 0.5 : 0);
  }
}

MHQA_INLINE void context_view::weigh_rare(const reader_weights& weights) {
  rare_.fill(0);
  for (const passage_word& word : question_.words()) {
    const int t = terms_.find(word.key);
    if (t < 0) continue;
    double& rare = rare_[static_cast<std::size_t>(t)];
    rare = std::max(rare, weights.rarity_of(word.key));
  }
  rare_total_ = 0;
  for (const double rare : rare_) rare_total_ += rare;
  for (paragraph& p : paragraphs_) {
    p.rare = rare_share(p.text | p.title);
    p.rare_best = 0;
    p.rarest = 0;
    for (std::uint32_t s = 0; s < p.sentences.size(); ++s) {
      const double now = rare_share(p.sentences[s] | p.title);
      if (now <= p.rare_best) continue;
      p.rare_best = now;
      p.rarest = s;
    }
  }
}

MHQA_INLINE void context_view::weigh_pairs() {
  const auto words = question_.words();
  const std::size_t count = std::min<std::size_t>(words.size(), 64);
  std::array<double, 64> of{};
  double total = 0;
  for (std::size_t i = 0; i < count && i + 1 < words.size(); ++i) {
    for (const std::size_t w : {i, i + 1}) {
      const int t = terms_.find(words[w].key);
      if (t >= 0) of[i] += rare_[static_cast<std::size_t>(t)];
    }
    total += of[i];
  }
  for (paragraph& p : paragraphs_) {
    p.pairs = sum(p.places, of, total);
    p.run = 0;
    double run = 0;
    for (std::size_t i = 0; i < count; ++i) {
      run = (p.places >> i & 1U) != 0 ? run + of[i] : 0;
      p.run = std::max(p.run, total > 0 ? run / total : 0);
    }
  }
}

MHQA_INLINE void context_view::choose() {
  candidates_.clear();
  for (std::uint32_t p = 0; p < paragraphs_.size(); ++p) candidates_.push_back(p);
  const auto better = [this](std::uint32_t a, std::uint32_t b) {
    if (paragraphs_[a].order != paragraphs_[b].order) return paragraphs_[a].order > paragraphs_[b].order;
    return a < b;
  };
  const std::size_t k = std::min(candidates_.size(), most_candidates);
  std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(k), candidates_.end(),
                    better);
  candidates_.resize(k);
  for (std::uint32_t r = 0; r < k; ++r) paragraphs_[candidates_[r]].rank = r;
  named_.clear();
  for (const std::uint32_t p : candidates_) {
    if (paragraphs_[p].in_question != nowhere) named_.push_back(p);
  }
  std::stable_sort(named_.begin(), named_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return paragraphs_[a].in_question_size > paragraphs_[b].in_question_size;
  });
  std::vector<std::uint32_t> kept;
  for (const std::uint32_t p : named_) {
    const paragraph& one = paragraphs_[p];
    if (std::none_of(kept.begin(), kept.end(), [&](std::uint32_t q) {
          const paragraph& other = paragraphs_[q];
          return one.in_question < other.in_question + other.in_question_size &&
                 other.in_question < one.in_question + one.in_question_size;
        })) {
      kept.push_back(p);
    }
  }
  std::sort(kept.begin(), kept.end(), [this](std::uint32_t a, std::uint32_t b) {
    return paragraphs_[a].in_question < paragraphs_[b].in_question;
  });
  named_ = std::move(kept);
}

MHQA_INLINE void context_view::find_links() {
  const std::size_t n = candidates_.size();
  links_.assign(n * n, {});
  struct title_word {
    std::uint64_t key;
    std::uint32_t candidate, place;
    bool operator<(const title_word& b) const { return std::pair{key, candidate} < std::pair{b.key, b.candidate}; }
  };
  std::vector<title_word> known;
  std::array<std::uint64_t, 4> filter{};
  for (std::uint32_t c = 0; c < n; ++c) {
    const auto& title = paragraphs_[candidates_[c]].title_keys;
    for (std::uint32_t i = 0; i < std::min<std::size_t>(title.size(), 16); ++i) {
      known.push_back({title[i], c, i});
      filter[title[i] >> 6U & 3U] |= std::uint64_t{1} << (title[i] & 63U);
    }
  }
  std::sort(known.begin(), known.end());
  std::vector<std::uint32_t> seen(n);  // words of each title in the text
  for (std::size_t from = 0; from < n; ++from) {
    std::fill(seen.begin(), seen.end(), 0);
    const auto words = passages_[candidates_[from]].words();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::uint64_t key = words[i].key;
      if ((filter[key >> 6U & 3U] >> (key & 63U) & 1U) == 0) continue;
      for (auto at = std::lower_bound(known.begin(), known.end(), title_word{key, 0, 0});
           at != known.end() && at->key == key; ++at) {
        seen[at->candidate] |= words[i].capital || words[i].number ? std::uint32_t{1} << at->place : 0;
        const auto& title = paragraphs_[candidates_[at->candidate]].title_keys;
        link& l = links_[from * n + at->candidate];
        if (at->place != 0 || l.sentence != nowhere || i + title.size() > words.size()) continue;
        if (title.size() == 1 && !words[i].capital && !words[i].number) continue;
        std::size_t same = 1;
        while (same < title.size() && words[i + same].key == title[same]) ++same;
        if (same == title.size()) l.sentence = sentence_of(candidates_[from], static_cast<std::uint32_t>(i));
      }
    }
    for (std::size_t to = 0; to < n; ++to) {
      const std::size_t size = paragraphs_[candidates_[to]].title_keys.size();
      if (size != 0)
        links_[from * n + to].share = static_cast<double>(std::popcount(seen[to])) / static_cast<double>(size);
    }
  }
}

MHQA_INLINE void context_view::find_shared(const reader_weights& weights) {
  const std::size_t n = candidates_.size();
  names_.clear();
  for (std::uint32_t c = 0; c < n; ++c) {
    const auto words = passages_[candidates_[c]].words();
    const auto sentences = passages_[candidates_[c]].sentences();
    const std::uint32_t rarest = paragraphs_[candidates_[c]].rarest;
    const passage_sentence best = rarest < sentences.size() ? sentences[rarest] : passage_sentence{};
    for (std::uint32_t i = 0; i < std::min<std::size_t>(words.size(), 2000); ++i) {
      if ((words[i].capital || words[i].number) && words[i].size > 2 && terms_.find(words[i].key) < 0) {
        names_.emplace_back(words[i].key, 2 * c + (i >= best.first && i < best.last ? 0U : 1U));
      }
    }
  }
  std::sort(names_.begin(), names_.end());
  names_.erase(
      std::unique(names_.begin(), names_.end(),
                  [](const auto& a, const auto& b) { return a.first == b.first && a.second / 2 == b.second / 2; }),
      names_.end());
  for (std::size_t i = 0; i + 1 < names_.size();) {
    std::size_t end = i + 1;
    while (end < names_.size() && names_[end].first == names_[i].first) ++end;
    for (std::size_t a = i; end - i <= 4 && a < end; ++a) {
      for (std::size_t b = i; b < end; ++b) {
        if (a == b) continue;
        link& l = links_[names_[a].second / 2 * n + names_[b].second / 2];
        const double rare = weights.rarity_of(names_[i].first) / 10 / static_cast<double>(end - i - 1);
        l.shared += end == i + 2 ? 1U : 0U;
        l.common += rare;
        if (names_[a].second % 2 == 0 || names_[b].second % 2 == 0) l.best += rare;
      }
    }
    i = end;
  }
}

MHQA_INLINE void context_view::compare() {
  const std::size_t n = candidates_.size();
  std::uint64_t once = 0, twice = 0;
  most_ = best_ = most_rare_ = best_rare_ = most_pairs_ = 0;
  for (const std::uint32_t p : candidates_) {
    const std::uint64_t terms = paragraphs_[p].text | paragraphs_[p].title;
    twice |= once & terms;
    once |= terms;
    most_ = std::max(most_, paragraphs_[p].coverage);
    best_ = std::max(best_, paragraphs_[p].best_coverage);
    most_rare_ = std::max(most_rare_, paragraphs_[p].rare);
    best_rare_ = std::max(best_rare_, paragraphs_[p].rare_best);
    most_pairs_ = std::max(most_pairs_, paragraphs_[p].pairs);
  }
  for (std::size_t c = 0; c < n; ++c) {
    paragraph& p = paragraphs_[candidates_[c]];
    p.own = share((p.text | p.title) & ~twice);
    p.names = p.named = 0;
    for (std::size_t other = 0; other < n; ++other) {
      if (other == c) continue;
      p.names += link_of(c, other).sentence != nowhere ? 1U : 0U;
      p.named += link_of(other, c).sentence != nowhere ? 1U : 0U;
    }
  }
}

MHQA_INLINE std::uint32_t context_view::sentence_of(std::uint32_t p, std::uint32_t word) const noexcept {
  const auto sentences = passages_[p].sentences();
  const auto at = std::upper_bound(sentences.begin(), sentences.end(), word,
                                   [](std::uint32_t w, const passage_sentence& s) { return w < s.last; });
  return static_cast<std::uint32_t>(at - sentences.begin());
}

}  // namespace mhqa::inline v0_1::detail
