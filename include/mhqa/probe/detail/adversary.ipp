// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of adversary.hpp.
#pragma once

#include <mhqa/probe/adversary.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/stated_date.hpp>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE adversary_outcome adversary_maker::operator()() {
  if (const auto why = why_not()) return {{}, why};
  std::vector<std::uint32_t> places;
  for (std::uint32_t at = 0; at < q_.context.size(); ++at) {
    if (std::find(q_.supports.begin(), q_.supports.end(), at) == q_.supports.end()) places.push_back(at);
  }
  if (places.empty()) return {{}, adversary_skip::no_distractor};
  shuffle(std::span{places}, random_);
  // The distractors most like the question stay longest: they are the ones that readers take for supports.
  std::stable_sort(places.begin(), places.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return likeness(a) < likeness(b); });
  std::vector<owned_paragraph> false_ones, mentioning;
  std::optional<adversary_skip> why;
  for (std::size_t copy = 0; copy < options_.copies && !why; ++copy) {
    for (const std::uint32_t support : holding_) {
      if (false_ones.size() == places.size()) break;
      why = make(support, false_ones, mentioning);
      if (why) break;
    }
  }
  if (false_ones.empty()) return {{}, why};
  adversary_outcome out;
  places.resize(std::max(false_ones.size(), places.size() - std::min(places.size(), options_.kept)));
  for (std::size_t i = 0; i < places.size() && i < false_ones.size() + mentioning.size(); ++i) {
    const bool is_false = i < false_ones.size();
    out.paragraphs.push_back(
        {places[i], is_false, std::move(is_false ? false_ones[i] : mentioning[i - false_ones.size()])});
  }
  std::sort(out.paragraphs.begin(), out.paragraphs.end(),
            [](const replaced_paragraph& a, const replaced_paragraph& b) { return a.position < b.position; });
  return out;
}

MHQA_INLINE std::optional<adversary_skip> adversary_maker::why_not() {
  if (q_.supports.size() < 2 || q_.answers.empty()) return adversary_skip::not_probed;
  for (const std::uint32_t at : q_.supports) {
    if (at >= q_.context.size()) return adversary_skip::not_probed;
  }
  if (q_.answers[0] == "yes" || q_.answers[0] == "no") return adversary_skip::yes_or_no;
  for (const std::uint32_t at : q_.supports) {
    const auto& sentences = q_.context[at].sentences;
    if (std::any_of(sentences.begin(), sentences.end(), [this](std::string_view s) { return holds(s); })) {
      holding_.push_back(at);
    }
  }
  return holding_.empty() ? std::optional{adversary_skip::answer_not_found} : std::nullopt;
}

MHQA_INLINE std::size_t adversary_maker::likeness(std::uint32_t at) const {
  const titled_paragraph& p = q_.context[at];
  const std::vector<std::string_view> words = phrase_content_words(q_.question);
  return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [&p](std::string_view word) {
    return occurs_in(word, p.title) || std::any_of(p.sentences.begin(), p.sentences.end(),
                                                   [word](std::string_view s) { return occurs_in(word, s); });
  }));
}

MHQA_INLINE bool adversary_maker::holds(std::string_view text) const {
  return std::any_of(q_.answers.begin(), q_.answers.end(),
                     [text](std::string_view answer) { return occurs_in(answer, text); });
}

MHQA_INLINE bool adversary_maker::mentioned(std::string_view phrase) const {
  if (occurs_in(phrase, q_.question)) return true;
  return std::any_of(q_.context.begin(), q_.context.end(), [phrase](const titled_paragraph& p) {
    return occurs_in(phrase, p.title) ||
           std::any_of(p.sentences.begin(), p.sentences.end(),
                       [phrase](std::string_view sentence) { return occurs_in(phrase, sentence); });
  });
}

MHQA_INLINE bool adversary_maker::is_false_answer(const std::string& candidate, bool shares_words) const {
  if (used(candidate) || mentioned(candidate)) return false;
  return std::none_of(q_.answers.begin(), q_.answers.end(), [&](std::string_view answer) {
    return (!shares_words && share_words(candidate, answer)) || occurs_in(answer, candidate);
  });
}

MHQA_INLINE std::optional<std::string> adversary_maker::false_answer() {
  const auto accept = [this](const std::string& candidate) { return is_false_answer(candidate); };
  if (const std::string* const drawn = pool_.draw_answer(q_.answers[0], asked_, random_, accept)) return *drawn;
  if (form_of(q_.answers[0]) != phrase_form::mixed) return std::nullopt;
  for (int attempt = 0; attempt < 32; ++attempt) {
    std::string other = with_other_numbers(q_.answers[0], random_);
    if (is_false_answer(other, true)) return other;
  }
  return std::nullopt;
}

MHQA_INLINE bool adversary_maker::names_subject(const titled_paragraph& paragraph) const {
  const std::string_view title = bare_title(paragraph.title), answer = q_.answers[0];
  if (!paragraph.sentences.empty()) {
    const std::string_view begin = ascii::trim(paragraph.sentences[0]).substr(0, answer.size());
    if (!holds(title) && ascii::equal_ignoring_case(begin, answer)) return true;
  }
  const auto within = [](std::string_view a, std::string_view b) {
    const auto some = phrase_content_words(a), all = phrase_content_words(b);
    return !some.empty() && std::all_of(some.begin(), some.end(), [&all](std::string_view word) {
      return std::any_of(all.begin(), all.end(),
                         [word](std::string_view other) { return ascii::equal_ignoring_case(word, other); });
    });
  };
  return within(title, answer) || (!holds(title) && within(answer, title));
}

MHQA_INLINE const adversary_pool::titled* adversary_maker::false_title(const titled_paragraph& of) {
  // A small set may have no title of the class: then one whose class the text does not tell, and for a title of
  // which it does not, one of any class.
  using enum subject_class;
  const subject_class own = class_of(of);
  const std::array<subject_class, 7> order{own, other, work, organization, place, person, born_person};
  for (const subject_class named : std::span{order}.first(own == other ? order.size() : 2)) {
    for (const bool with_paragraph : {true, false}) {
      if (const auto* const found = false_title(of.title, named, with_paragraph)) return found;
    }
  }
  return nullptr;
}

MHQA_INLINE const adversary_pool::titled* adversary_maker::false_title(std::string_view old, subject_class named,
                                                                       bool with_paragraph) {
  return pool_.draw_title(bare_title(old), named, random_, [&](const adversary_pool::titled& candidate) {
    const std::string& title = candidate.title;
    if (used(title) || mentioned(title) || share_words(title, old) || holds(title)) return false;
    return !with_paragraph || usable_mention(candidate) != nullptr;
  });
}

MHQA_INLINE const owned_paragraph* adversary_maker::usable_mention(const adversary_pool::titled& one) const {
  if (!one.mentioned_by) return nullptr;
  const owned_paragraph& p = *one.mentioned_by;
  const std::string_view title = bare_title(p.title);
  if (used(title) || mentioned(title) || holds(p.title)) return nullptr;
  const bool gives = std::any_of(p.sentences.begin(), p.sentences.end(),
                                 [this](const std::string& sentence) { return holds(sentence); });
  return gives ? nullptr : &p;
}

MHQA_INLINE void adversary_maker::rename(phrase_swap& swap, std::string_view old, std::string_view fresh) {
  swap.add(bare_title(old), fresh);
  const auto from = phrase_content_words(bare_title(old)), to = phrase_content_words(fresh);
  if (from.size() < 2 || to.empty()) return;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const bool last = i + 1 == from.size();
    if (from[i].size() < 3 || !ascii::is_upper(from[i].front()) || (!last && i != 0 && i + 1 >= to.size())) continue;
    swap.add(from[i], last ? to.back() : to[i], letter_case::exact);
  }
}

MHQA_INLINE std::optional<adversary_skip> adversary_maker::make(std::uint32_t support,
                                                                std::vector<owned_paragraph>& false_ones,
                                                                std::vector<owned_paragraph>& mentioning) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    const bool named = names_subject(q_.context[support]);  // then the new title is the answer
    std::optional<std::string> answer = named ? std::string{} : false_answer();
    if (!answer) return adversary_skip::no_false_answer;
    phrase_swap swap;
    const std::size_t before = used_.size();
    const owned_paragraph* mention = nullptr;
    std::string title;
    std::vector<std::pair<std::uint32_t, std::string>> others;  // supports and their new titles
    for (std::size_t i = 0; i <= q_.supports.size(); ++i) {     // its own title first
      const std::uint32_t at = i == 0 ? support : q_.supports[i - 1];
      if (i != 0 && at == support) continue;
      const auto* const fresh = false_title(q_.context[at]);
      if (fresh == nullptr) {
        used_.resize(before);
        return adversary_skip::no_false_title;
      }
      used_.push_back(fresh->title);
      if (i == 0) {
        if (named) answer = fresh->title;
        for (const std::string_view gold : q_.answers) swap.add(gold, *answer);
      }
      rename(swap, q_.context[at].title, fresh->title);
      if (i != 0) {
        others.emplace_back(at, fresh->title);
        continue;
      }
      mention = usable_mention(*fresh);
      title = fresh->title;
    }
    owned_paragraph made{holds(bare_title(q_.context[support].title)) ? swap(q_.context[support].title) : title, {}};
    for (const std::string_view sentence : q_.context[support].sentences) made.sentences.push_back(swap(sentence));
    if (!is_sound(made, *answer)) {
      used_.resize(before);
      continue;
    }
    used_.push_back(*answer);
    used_.push_back(made.title);
    false_ones.push_back(std::move(made));
    if (auto connected = connected_copy(swap, others, title)) {
      mentioning.push_back(std::move(*connected));
    } else if (mention != nullptr) {
      used_.push_back(std::string{bare_title(mention->title)});
      mentioning.push_back(*mention);
    }
    return std::nullopt;
  }
  return adversary_skip::no_false_answer;
}

MHQA_INLINE std::optional<owned_paragraph> adversary_maker::connected_copy(
    const phrase_swap& swap, const std::vector<std::pair<std::uint32_t, std::string>>& others,
    std::string_view title) const {
  for (const auto& [at, name] : others) {
    owned_paragraph made{name, {}};
    for (const std::string_view sentence : q_.context[at].sentences) made.sentences.push_back(swap(sentence));
    const auto any = [&made](const auto& is) { return std::any_of(made.sentences.begin(), made.sentences.end(), is); };
    const bool mentions = any([title](const std::string& sentence) { return occurs_in(title, sentence); });
    if (mentions && !holds(name) && !any([this](const std::string& sentence) { return holds(sentence); })) return made;
  }
  return std::nullopt;
}

MHQA_INLINE bool adversary_maker::is_sound(const owned_paragraph& made, std::string_view answer) const {
  if (holds(made.title)) return false;
  bool gives = false;
  for (const std::string& sentence : made.sentences) {
    if (holds(sentence)) return false;
    gives = gives || occurs_in(answer, sentence);
  }
  return gives;
}

}  // namespace detail

MHQA_INLINE adversary_outcome add_adversary(const adversary_question& question, const adversary_pool& pool,
                                            const adversary_options& options) {
  return detail::adversary_maker{question, pool, options}();
}

}  // namespace mhqa::inline v0_1
