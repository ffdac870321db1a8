// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of answer_view.hpp.
#pragma once

#include <mhqa/model/detail/answer_view.hpp>

#include <mhqa/date/find.hpp>
#include <mhqa/date/life.hpp>
#include <mhqa/rounded.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <bit>
#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void answer_view::assign(const context_view& context, std::span<const read_paragraph> read, unsigned bits) {
  context_ = &context;
  read_.assign(read.begin(), read.end());
  shift_ = 64 - bits;
  words_.clear();
  sentences_.clear();
  candidates_.clear();
  own_.clear();
  read_question();
  for (std::uint32_t slot = 0; slot < read_.size(); ++slot) take_words(slot);
  rank_sentences();
  make_rows();
  nearest_ = 1e-9;
  for (const sentence& s : sentences_) {
    find_terms(s);
    for (std::size_t i = 0; i < left_.size(); ++i)
      nearest_ = std::max(nearest_, left_[i].nearness + right_[i].nearness);
    for (std::uint32_t i = s.first; i < s.last; ++i) {
      words_[i].left = left_[i - s.first].nearness;
      words_[i].right = right_[i - s.first + 1].nearness;
    }
  }
  for (const sentence& s : sentences_) {
    if (context.task().whole.empty()) take_spans(s);
  }
  take_options();
}

MHQA_INLINE std::string_view answer_view::text_of(const answer_candidate& c) const {
  if (c.form == answer_form::yes) return "yes";
  if (c.form == answer_form::no) return "no";
  if (c.form == answer_form::option) {
    const context_view::paragraph& p = (*context_)[c.slot];
    return context_->task().question.substr(p.in_question, p.in_question_size);
  }
  const std::string_view text = text_in(c.slot);
  std::size_t begin = words_[c.first].begin, end = words_[c.last - 1].end;
  for (const std::string_view sign : {"$", "\u00A3", "\u20AC"}) {
    if (text.substr(0, begin).ends_with(sign)) begin -= sign.size();
  }
  if (text.substr(end).starts_with('%')) ++end;
  return text.substr(begin, end - begin);
}

MHQA_INLINE std::uint32_t answer_view::slot_of(std::uint64_t feature, std::uint64_t cross) const noexcept {
  std::uint64_t h = (feature + cross) * 0x9E3779B97F4A7C15U;
  h ^= h >> 29U;
  return static_cast<std::uint32_t>(h * 0xc4ceb9fe1a85ec53U >> shift_);
}

MHQA_INLINE std::span<const std::uint32_t> answer_view::own(std::size_t c) const noexcept {
  const std::size_t end = c + 1 < candidates_.size() ? candidates_[c + 1].features : own_.size();
  return std::span{own_}.subspan(candidates_[c].features, end - candidates_[c].features);
}

MHQA_INLINE void answer_view::read_question() {
  if (context_->question_number() == question_number_) return;
  question_number_ = context_->question_number();
  const std::string_view question = context_->task().question;
  const auto words = context_->question().words();
  asking_.clear();
  asked_place_ = 0;
  std::uint64_t asking = 0, next = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    lower_.clear();
    append_lower(lower_, words[i].in(question));
    asking_.push_back({words[i].key, words[i].begin, context_->terms().find(words[i].key)});
    if (asking != 0 || !std::binary_search(question_words.begin(), question_words.end(), std::string_view{lower_}))
      continue;
    asking = words[i].key;
    asked_place_ = static_cast<int>(i);
    next = i + 1 < words.size() ? words[i + 1].key : 1;
  }
  if (asking == 0 && !words.empty()) asking = mix(words.front().key, 7);
  const asked_for& asked = context_->asked();
  const std::uint64_t head = asked.noun.empty() ? static_cast<std::uint64_t>(asked.kind) + 1 : stem_key(asked.noun);
  cross_ = {0, mix(asking, 1), mix(head, asking), mix(mix(asking, next), 3)};
}

MHQA_INLINE void answer_view::take_words(std::uint32_t slot) {
  const std::string_view text = text_in(slot);
  const passage& p = context_->passage_of(read_[slot].paragraph);
  const context_view::paragraph& facts = (*context_)[read_[slot].paragraph];
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t s = 0; s < p.sentences().size(); ++s) chosen.push_back(s);
  if (chosen.size() > most_sentences) {
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::uint32_t a, std::uint32_t b) {
      return context_->share(facts.sentences[a]) > context_->share(facts.sentences[b]);
    });
    chosen.resize(most_sentences);
    std::sort(chosen.begin(), chosen.end());
  }
  for (const std::uint32_t s : chosen) {
    const auto [first, last] = p.sentences()[s];
    const auto begin = static_cast<std::uint32_t>(words_.size());
    for (std::uint32_t i = first; i < std::min<std::uint32_t>(last, first + most_words); ++i) {
      take_word(text, p.words()[i], s);
    }
    bool names_other = false;
    for (std::uint32_t other = 0; other < read_.size(); ++other) {
      names_other = names_other ||
                    (other != slot && context_->link_of(read_[slot].candidate, read_[other].candidate).sentence == s);
    }
    const std::uint64_t before = s == 0 ? facts.title : facts.sentences[s - 1];
    sentences_.push_back({slot, s, begin, static_cast<std::uint32_t>(words_.size()), facts.sentences[s],
                          context_->share(facts.sentences[s]), pairs_in(begin),
                          context_->share(facts.sentences[s] | before | facts.title), 0, names_other});
  }
}

MHQA_INLINE double answer_view::pairs_in(std::uint32_t begin) const {
  if (asking_.size() < 2) return 0;
  std::size_t held = 0;
  for (std::size_t q = 0; q + 1 < asking_.size(); ++q) {
    for (std::size_t i = begin; i + 1 < words_.size(); ++i) {
      if (words_[i].key != asking_[q].key || words_[i + 1].key != asking_[q + 1].key) continue;
      ++held;
      break;
    }
  }
  return static_cast<double>(held) / static_cast<double>(asking_.size() - 1);
}

MHQA_INLINE void answer_view::take_word(std::string_view text, const passage_word& w, std::uint32_t in_sentence) {
  lower_.clear();
  append_lower(lower_, w.in(text));
  const std::string_view raw = w.in(text);
  std::uint8_t shape = 1;
  const bool function = is_function_word(lower_);
  if (w.number) {
    const bool digits = std::all_of(raw.begin(), raw.end(), [](char c) { return c >= '0' && c <= '9'; });
    shape = digits && raw.size() == 4 && (raw[0] == '1' || raw[0] == '2') ? 4 : digits ? 5 : 6;
  } else if (w.capital) {
    shape = raw.size() > 1 && raw[1] >= 'A' && raw[1] <= 'Z' ? 3 : 2;
  }
  if (function) shape = static_cast<std::uint8_t>(w.capital ? 7 : 0);
  const auto mark = [](char c) { return c == ' ' || c == '\t' || c == '\n' ? '\0' : c; };
  std::size_t at = w.begin;
  while (at > 0 && text[at - 1] == ' ') --at;
  const char before = at == 0 ? '.' : mark(text[at - 1]);
  const bool letter = (before | 0x20) >= 'a' && (before | 0x20) <= 'z';
  const std::size_t tail = std::min<std::size_t>(lower_.size(), 3);
  words_.push_back({w.key, w.begin, w.end(), in_sentence, context_->terms().find(w.key), shape, letter ? '\0' : before,
                    w.end() < text.size() ? mark(text[w.end()]) : '.', function,
                    stable_hash(std::string_view{lower_}.substr(lower_.size() - tail)), 0, 0});
}

MHQA_INLINE void answer_view::rank_sentences() {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < sentences_.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
    return sentences_[a].coverage + sentences_[a].pairs > sentences_[b].coverage + sentences_[b].pairs;
  });
  for (std::uint32_t r = 0; r < order.size(); ++r) sentences_[order[r]].rank = r;
}

MHQA_INLINE void answer_view::make_rows() {
  begins_.assign(words_.size() * row, 0);
  ends_.assign(words_.size() * row, 0);
  inner_.assign(words_.size() * inner_row, 0);
  for (const sentence& s : sentences_) {
    const auto at = [&](std::int64_t i) -> std::uint64_t {
      return i < s.first ? 11 : i >= s.last ? 13 : words_[static_cast<std::size_t>(i)].key;
    };
    const auto shape = [&](std::int64_t i) -> std::uint64_t {
      return i < s.first || i >= s.last ? 9 : words_[static_cast<std::size_t>(i)].shape;
    };
    for (std::uint32_t i = s.first; i < s.last; ++i) {
      const word& w = words_[i];
      for (std::size_t q = 0; q < inner_row; ++q)
        inner_[i * inner_row + q] = slot_of(mix(k_inner, w.key), cross_[q + 1]);
      if (w.function) continue;
      const std::array<std::uint64_t, 7> begin{mix(k_word, w.key),
                                               mix(k_before, at(i - 1L)),
                                               mix(mix(k_before2, at(i - 1L)), at(i - 2L)),
                                               mix(mix(k_shape, w.shape), shape(i - 1L)),
                                               mix(mix(k_pair, at(i - 1L)), w.shape),
                                               mix(mix(k_mark, static_cast<unsigned char>(w.before)), w.shape),
                                               mix(mix(k_kind, w.shape), at(i + 1L))};
      const std::array<std::uint64_t, 7> end{mix(k_word + 100, w.key),
                                             mix(k_after, at(i + 1L)),
                                             mix(mix(k_after2, at(i + 1L)), at(i + 2L)),
                                             mix(mix(k_shape + 100, w.shape), shape(i + 1L)),
                                             mix(mix(k_pair + 100, at(i + 1L)), w.shape),
                                             mix(mix(k_mark + 100, static_cast<unsigned char>(w.after)), w.shape),
                                             mix(k_tail, w.tail)};
      for (std::size_t f = 0; f < 7; ++f) {
        for (std::size_t q = 0; q < crosses; ++q) {
          begins_[i * row + f * crosses + q] = slot_of(begin[f], cross_[q]);
          ends_[i * row + f * crosses + q] = slot_of(end[f], cross_[q]);
        }
      }
    }
  }
}

MHQA_INLINE void answer_view::find_terms(const sentence& s) {
  const std::size_t n = s.last - s.first;
  const auto closeness = [](std::size_t words) { return 1 / (1 + static_cast<double>(words) / 4); };
  left_.assign(n + 1, {});
  right_.assign(n + 1, {});
  for (std::uint64_t terms = s.terms; terms != 0; terms &= terms - 1) {
    const int term = std::countr_zero(terms);
    const double weight = context_->share(std::uint64_t{1} << static_cast<unsigned>(term));
    std::size_t last = n + 1;
    for (std::size_t i = 0; i <= n; ++i) {  // places before word i
      if (i > 0 && words_[s.first + i - 1].term == term) last = i - 1;
      if (last > n) continue;
      const std::size_t between = i - last - 1;
      left_[i].nearness += rounded(weight * closeness(between));
      if (between < left_[i].distance) left_[i] = {term, static_cast<std::uint32_t>(between), left_[i].nearness};
    }
    last = n + 1;
    for (std::size_t i = n + 1; i-- > 0;) {
      if (i < n && words_[s.first + i].term == term) last = i;
      if (last > n) continue;
      right_[i].nearness += rounded(weight * closeness(last - i));
      if (last - i < right_[i].distance) right_[i] = {term, static_cast<std::uint32_t>(last - i), right_[i].nearness};
    }
  }
}

MHQA_INLINE std::uint64_t answer_view::place_of(int term) const noexcept {
  for (std::size_t i = 0; term >= 0 && i < asking_.size(); ++i) {
    if (asking_[i].term == term)
      return static_cast<std::uint64_t>(std::clamp(static_cast<int>(i) - asked_place_, -3, 8) + 3);
  }
  return 15;
}

MHQA_INLINE void answer_view::take_spans(const sentence& s) {
  find_terms(s);
  // What all spans of a sentence share.
  shared_.clear();
  std::swap(own_, shared_);
  const std::uint64_t rank = std::min<std::uint32_t>(s.rank, 5);
  const read_paragraph& from = read_[s.slot];
  const context_view::paragraph& p = (*context_)[from.paragraph];
  const bool named = p.in_question != context_view::nowhere;
  add(mix(k_cover, tenth(s.coverage)), 2);
  add(mix(k_rank, rank), 2);
  add(mix(k_pairs, tenth(s.pairs, 8)), 2);
  add(mix(k_window, tenth(s.window, 8)), 2);
  add(mix(k_first, std::min<std::uint32_t>(s.index, 4)), 3);
  const std::uint64_t place =
      mix(tenth(from.support, 6), (named ? 1U : 0U) + 2 * std::min<std::size_t>(read_.size(), 4));
  add(mix(k_support, place), 3);
  add(mix(mix(k_link, s.names_other ? 1U : 0U), named ? 1U : 0U), 3);
  add(mix(mix(k_read, rank), place), 1);
  std::swap(own_, shared_);
  for (std::uint32_t first = s.first; first < s.last; ++first) {
    if (words_[first].function) continue;
    std::size_t terms = 0, content = 0;
    std::uint64_t outline = 0;
    for (std::uint32_t last = first + 1; last <= std::min<std::uint32_t>(s.last, first + longest); ++last) {
      const word& w = words_[last - 1];
      if (last > first + 1 && (separates(w.before) || separates(words_[last - 2].after))) break;
      outline = outline * 11 + w.shape + 1;
      content += w.function ? 0U : 1U;
      terms += !w.function && w.term >= 0 ? 1U : 0U;
      if (w.function || terms == content) continue;
      candidates_.push_back({answer_form::span, s.slot, first, last, static_cast<std::uint32_t>(own_.size())});
      own_.insert(own_.end(), shared_.begin(), shared_.end());
      add_span(s, first, last, terms, outline);
    }
  }
}

MHQA_INLINE void answer_view::add_span(const sentence& s, std::uint32_t first, std::uint32_t last, std::size_t terms,
                                       std::uint64_t outline) {
  const around &l = left_[first - s.first], &r = right_[last - s.first];
  const std::uint64_t size = last - first;
  add(mix(k_length, size), 3);
  add(mix(k_outline, outline), 4);
  add(mix(mix(k_terms, std::min<std::size_t>(terms, 3)), size), 3);
  add(mix(k_left, bin(l.distance)), 2);
  add(mix(k_right, bin(r.distance)), 2);
  add(mix(mix(k_left_place, place_of(l.term)), bin(l.distance)), 2);
  add(mix(mix(k_right_place, place_of(r.term)), bin(r.distance)), 2);
  add(mix(k_near, tenth(l.nearness + r.nearness, 16)), 2);
  add(mix(k_near_left, tenth(l.nearness, 8)), 2);
  add(mix(k_near_right, tenth(r.nearness, 8)), 2);
  add(mix(mix(k_near + 100, tenth(l.nearness + r.nearness, 8)), std::min<std::uint32_t>(s.rank, 5)), 1);
  add(mix(k_title, title_relation(s, first, last)), 3);
  const std::uint64_t best = tenth((l.nearness + r.nearness) / nearest_, 9);
  add(mix(k_near_best, best), 2);
  add(mix(mix(k_near_best + 100, best), std::min<std::uint32_t>(s.rank, 3)), 2);
  add(mix(mix(k_before_left, first > s.first ? words_[first - 1].key : 0), bin(l.distance)), 2);
  add(mix(mix(k_after_right, last < s.last ? words_[last].key : 0), bin(r.distance)), 2);
  const std::uint64_t shape =
      words_[first].shape + 16 * words_[last - 1].shape + 256 * std::min<std::uint64_t>(size, 3);
  const std::size_t most = std::min<std::size_t>(asking_.size(), 16);
  for (std::size_t q = 0; q < most; ++q) {
    if (asking_[q].term >= 0) own_.push_back(slot_of(mix(k_asked, shape), asking_[q].key));
  }
}

MHQA_INLINE std::uint64_t answer_view::title_relation(const sentence& s, std::uint32_t first,
                                                      std::uint32_t last) const {
  const auto within = [&](std::uint32_t paragraph) {
    const auto& title = (*context_)[paragraph].title_keys;
    std::size_t held = 0;
    for (std::uint32_t i = first; i < last; ++i) {
      held += std::find(title.begin(), title.end(), words_[i].key) != title.end() ? 1U : 0U;
    }
    return held == 0 ? 0U : held == title.size() && held == last - first ? 3U : held == last - first ? 2U : 1U;
  };
  std::uint32_t other = 0, other_named = 0;
  for (std::uint32_t slot = 0; slot < read_.size(); ++slot) {
    if (slot == s.slot) continue;
    const std::uint32_t now = within(read_[slot].paragraph);
    if (now <= other) continue;
    other = now;
    other_named = (*context_)[read_[slot].paragraph].in_question != context_view::nowhere ? 1 : 0;
  }
  return within(read_[s.slot].paragraph) + 4 * other + 16 * other_named;
}

MHQA_INLINE void answer_view::read_values(std::uint32_t paragraph, values& out, bool linked) const {
  const context_paragraph& p = context_->task().context[paragraph];
  const life_reading life = read_life(p.title, p.text);
  const auto known = [](const std::optional<life_date>& d) -> std::optional<double> {
    if (!d) return std::nullopt;
    if (const auto date = exact(d->date)) return order_of(*date);
    return std::nullopt;
  };
  const auto born = known(life.born), died = known(life.died);
  if (linked) {
    if (!life.person) return;
    if (!out[5]) out[5] = born;
    if (!out[6]) out[6] = died;
    return;
  }
  out[1] = born;
  out[2] = died;
  if (born && died) out[3] = *died - *born;
  for (const found_date& d : find_all(p.text)) {
    const double value = static_cast<double>(d.date.year);
    if (!out[0]) out[0] = value;
    out[4] = std::max(out[4].value_or(value), value);
  }
  for (const passage_word& w : context_->passage_of(paragraph).words()) {
    if (!w.number) continue;
    double value = 0;
    for (const char c : w.in(p.text)) {
      if (c >= '0' && c <= '9') value = value * 10 + (c - '0');
      if (c == '.') break;
    }
    if (value > 2100 && value < 1e15) out[7] = std::max(out[7].value_or(0), value);
  }
}

MHQA_INLINE void answer_view::take_options() {
  const auto named = context_->named();
  const bool choice = named.size() >= 2 && named.size() <= 4;
  const bool step = !context_->task().whole.empty();
  const bool yes_no = step || context_->asked().kind == answer_kind::yes_no;
  if ((words_.empty() && !step) || (!choice && !yes_no)) return;
  // The words of the question that name no option, at most 24.
  std::vector<std::uint64_t> keys{1};
  std::uint64_t option_terms = 0;
  for (const std::uint32_t p : named) option_terms |= (*context_)[p].title;
  for (const auto& w : asking_) {
    if (keys.size() > 24) break;
    const bool in_name = choice && std::any_of(named.begin(), named.end(), [&](std::uint32_t p) {
                           const context_view::paragraph& one = (*context_)[p];
                           return w.begin >= one.in_question && w.begin < one.in_question + one.in_question_size;
                         });
    if (!in_name) keys.push_back(w.key);
  }
  std::vector<values> of;
  std::uint64_t all_terms = 0;
  for (std::size_t t = 0; t < context_->terms().size(); ++t) all_terms |= std::uint64_t{1} << t;
  const std::uint64_t asked_terms = all_terms & ~option_terms;
  if (choice) {
    for (const std::uint32_t p : named) {
      read_values(p, of.emplace_back(), false);
      of.back()[8] = tenth(context_->share((*context_)[p].text & asked_terms), 20);
      const auto at = std::find(context_->candidates().begin(), context_->candidates().end(), p);
      const auto from = static_cast<std::size_t>(at - context_->candidates().begin());
      for (std::size_t to = 0; to < context_->candidates().size(); ++to) {
        if (to != from && context_->link_of(from, to).sentence != context_view::nowhere &&
            !context_->is_named(context_->candidates()[to])) {
          read_values(context_->candidates()[to], of.back(), true);
        }
      }
    }
  }
  if (yes_no) add_yes_no(keys, of, choice, asked_terms);
  if (!choice || step) return;
  for (std::size_t i = 0; i < named.size(); ++i) {
    candidates_.push_back({answer_form::option, named[i], 0, 0, static_cast<std::uint32_t>(own_.size())});
    for (const std::uint64_t key : keys) own_.push_back(slot_of(mix(k_option, key), 0));
    add(mix(k_option + 100, named.size()), 4);
    for (std::size_t r = 0; r < relation_count; ++r) {
      const std::uint64_t how = compare(of, r, i);
      for (const std::uint64_t key : keys) own_.push_back(slot_of(mix(mix(k_relation, r * 4 + how), key), 0));
    }
  }
}

MHQA_INLINE std::uint64_t answer_view::compare(const std::vector<values>& of, std::size_t relation, std::size_t i) {
  const auto mine = of[i][relation];
  if (!mine) return 0;
  std::optional<double> least, most;
  for (std::size_t j = 0; j < of.size(); ++j) {
    if (j == i) continue;
    const auto other = of[j][relation];
    if (!other) return 0;
    least = std::min(least.value_or(*other), *other);
    most = std::max(most.value_or(*other), *other);
  }
  if (!least) return 0;
  return *mine < *least ? 1 : *mine > *most ? 3 : 2;
}

MHQA_INLINE void answer_view::add_yes_no(const std::vector<std::uint64_t>& keys, const std::vector<values>& of,
                                         bool choice, std::uint64_t asked_terms) {
  // "yes" has the features; "no" only those of being a candidate.
  for (const answer_form form : {answer_form::no, answer_form::yes}) {
    candidates_.push_back({form, 0, 0, 0, static_cast<std::uint32_t>(own_.size())});
    add(mix(k_kind + 200, choice ? 1 : 0), 4);
    for (const std::uint64_t key : keys) own_.push_back(slot_of(mix(k_kind + 300, key), 0));
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    own_.push_back(slot_of(mix(k_yes, keys[i]), 0));
    if (i > 0) own_.push_back(slot_of(mix(mix(k_yes_pair, keys[i - 1]), keys[i]), 0));
  }
  whole_.assign(context_->task().whole);
  for (const passage_word& w : whole_.words()) own_.push_back(slot_of(mix(k_whole, w.key), 0));
  double least = 1, most = 0;
  std::uint64_t held = 0;
  const auto weigh = [&](std::uint32_t p) {
    const double now = context_->share((*context_)[p].text & asked_terms);
    held |= (*context_)[p].text;
    least = std::min(least, now);
    most = std::max(most, now);
  };
  if (choice) {
    for (const std::uint32_t p : context_->named()) weigh(p);
  } else {
    for (const read_paragraph& r : read_) weigh(r.paragraph);
  }
  const double whole = std::max(context_->share(asked_terms), 1e-9);
  const std::uint64_t shared = shared_words();
  for (const std::uint64_t key : keys) {
    own_.push_back(slot_of(mix(mix(k_yes_cover, tenth(least / whole, 4)), key), 0));
    own_.push_back(slot_of(mix(mix(k_yes_cover + 100, tenth(context_->share(held & asked_terms) / whole, 4)), key), 0));
    own_.push_back(slot_of(mix(mix(k_yes_shared, shared), key), 0));
  }
  for (std::size_t r = 0; choice && r < relation_count; ++r) {
    const std::uint64_t how = compare(of, r, 0);
    for (const std::uint64_t key : keys) own_.push_back(slot_of(mix(mix(k_relation + 100, r * 4 + how), key), 0));
  }
}

MHQA_INLINE std::uint64_t answer_view::shared_words() const {
  std::vector<std::uint32_t> of(context_->named().begin(), context_->named().end());
  if (of.size() < 2) {
    of.clear();
    for (const read_paragraph& r : read_) of.push_back(r.paragraph);
  }
  if (of.size() < 2) return 7;
  std::vector<std::vector<std::uint64_t>> keys;
  for (const std::uint32_t p : std::span{of}.first(2)) {
    auto& mine = keys.emplace_back();
    const passage& text = context_->passage_of(p);
    if (text.sentences().empty()) continue;
    const auto [first, last] = text.sentences().front();
    for (std::uint32_t i = first; i < last; ++i) {
      const passage_word& w = text.words()[i];
      if (w.capital && context_->terms().find(w.key) < 0 && i != first) mine.push_back(w.key);
    }
  }
  std::uint64_t out = 0;
  for (const std::uint64_t key : keys[0])
    out += std::find(keys[1].begin(), keys[1].end(), key) != keys[1].end() ? 1U : 0U;
  return std::min<std::uint64_t>(out, 3);
}

}  // namespace mhqa::inline v0_1::detail
