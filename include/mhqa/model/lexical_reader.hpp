// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An honest baseline that learns nothing: it takes the sentence that shares most with the question and, in it, the
// name, date, number or phrase that fits the question word and stands near the question's words. With it every part
// of the library that needs a reader runs without a model.
//   mhqa::lexical_reader read; read({.id = "1", .question = "Who wrote Emma?", .context = paragraphs}).answer
#pragma once

#include <mhqa/date/find.hpp>
#include <mhqa/model/asked.hpp>
#include <mhqa/model/passage.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// How a lexical_reader reads.
struct lexical_options {
  std::size_t sentences = 4;  ///< how many of the best sentences are searched for an answer
  std::size_t support = 1;    ///< how many paragraphs are named as support, the answer's first
  double sufficient = 0.75;   ///< the share of the question that a paragraph must hold to suffice
  double neighbour = 0.5;     ///< what a word of the question counts that stands in the paragraph, not in the sentence
  double nearness = 0.7;      ///< the weight of standing near the question's words, against sharing its sentence

  friend constexpr bool operator==(const lexical_options&, const lexical_options&) = default;
};

namespace detail {

/// The content words of a question, at most 64, by the stems of their possible forms.
class question_terms {
 public:
  void assign(std::string_view question) {
    words_.assign(question);
    entries_.clear();
    count_ = 0;
    filter_ = 0;
    for (const passage_word& word : words_.words()) {
      lower_.clear();
      append_lower(lower_, word.in(question));
      if (is_function_word(lower_) || lower_.size() < 2 || count_ == 64 || find(word.key) >= 0) continue;
      add(word.key);
      for (const std::string& base : possible_bases(lower_)) {
        if (base.size() > 2) add(stem_key(base));
        for (const std::string_view form : irregular_forms) {
          if (form.size() > base.size() && form.ends_with(base) && form[form.size() - base.size() - 1] == ' ') {
            add(stem_key(form.substr(0, form.find(' '))));
          }
        }
      }
      ++count_;
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  /// The term that a word is a form of, or -1.
  [[nodiscard]] int find(std::uint64_t key) const noexcept {
    if ((filter_ >> (key & 63U) & 1U) == 0) return -1;
    for (const auto& [known, term] : entries_) {
      if (known == key) return term;
    }
    return -1;
  }

 private:
  void add(std::uint64_t key) {
    if (find(key) >= 0) return;
    entries_.emplace_back(key, static_cast<int>(count_));
    filter_ |= std::uint64_t{1} << (key & 63U);
  }

  passage words_;
  std::string lower_;
  std::vector<std::pair<std::uint64_t, int>> entries_;
  std::size_t count_ = 0;
  std::uint64_t filter_ = 0;
};

}  // namespace detail

/// A reader by word overlap; one per thread, as it keeps its memory.
///
/// Shape:   the answer is a piece of a paragraph as it is spelled there; confidence in [0, 1] grows with the share of
///          the question that the answer's surroundings hold; support is the answer's paragraph, then the next best;
///          sufficiency is 1 where one paragraph and its title hold enough of the question
/// Undefined: no context, or nothing in it that fits: no answer, no support, confidence 0, sufficiency 0. Questions
///          for yes or no get "yes": it cannot judge
/// Cost:    linear in the context, about 100 MB a second; of a question's content words the first 64 count
/// Example: on "Emma is a novel by Jane Austen.", "Who wrote Emma?" gives "Jane Austen"
class lexical_reader {
 public:
  lexical_reader() = default;
  explicit lexical_reader(const lexical_options& options) : options_{options} {}

  [[nodiscard]] reading operator()(const reading_task& task) {
    reading out{.answer = {}, .confidence = 0.0, .support = {}, .sufficiency = 0};
    if (!look(task)) return out;
    asked_ = what_is_asked(task.question);
    noun_key_ = asked_.noun.empty() ? 0 : stem_key(asked_.noun);
    best_ = {};
    for (const scored& s : best_sentences()) search(task.context[s.paragraph].text, s);
    if (best_.score == 0) return out;
    const std::string_view text = task.context[best_.paragraph].text;
    out.answer = asked_.kind == answer_kind::yes_no ? "yes" : text.substr(best_.begin, best_.end - best_.begin);
    out.confidence = std::min(1.0, best_.score / 2.5);
    name_support(out);
    return out;
  }

  [[nodiscard]] const lexical_options& options() const noexcept { return options_; }

 private:
  struct scored {
    std::uint32_t paragraph = 0;
    std::uint32_t sentence = 0;
    std::uint64_t terms = 0;
    double score = 0;
  };
  struct best_answer {
    double score = 0;
    std::uint32_t paragraph = 0;
    std::size_t begin = 0, end = 0;
  };
  enum class shape : std::uint8_t { name, date, year, number, quoted, phrase, clause };

  // Cuts the context into sentences and weighs the question's words by how few of the sentences have them.
  bool look(const reading_task& task) {
    terms_.assign(task.question);
    passages_.resize(std::max(passages_.size(), task.context.size()));
    sentences_.clear();
    in_paragraph_.assign(task.context.size(), 0);
    std::array<std::uint32_t, 64> having{};
    for (std::uint32_t p = 0; p < task.context.size(); ++p) {
      passages_[p].assign(task.context[p].text);
      title_.assign(task.context[p].title);
      for (const passage_word& word : title_.words()) in_paragraph_[p] |= bit(terms_.find(word.key));
      for (std::uint32_t s = 0; s < passages_[p].sentences().size(); ++s) {
        const auto [first, last] = passages_[p].sentences()[s];
        std::uint64_t terms = 0;
        for (std::uint32_t i = first; i < last; ++i) terms |= bit(terms_.find(passages_[p].words()[i].key));
        in_paragraph_[p] |= terms;
        for (std::uint64_t left = terms; left != 0; left &= left - 1) ++having[lowest(left)];
        sentences_.push_back({p, s, terms, 0});
      }
    }
    total_ = 0;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      const double n = static_cast<double>(sentences_.size());
      weight_[t] = std::log(1 + (n - having[t] + 0.5) / (having[t] + 0.5)) + 0.3;
      if (having[t] == 0) weight_[t] *= 0.5;  // most likely said in other words
      total_ += weight_[t];
    }
    return !sentences_.empty();
  }

  std::span<const scored> best_sentences() {
    const double all = std::max(total_, 1e-9);
    for (scored& s : sentences_) {
      s.score = (weight_of(s.terms) + options_.neighbour * weight_of(in_paragraph_[s.paragraph] & ~s.terms)) / all;
    }
    const auto better = [](const scored& a, const scored& b) {
      if (a.score != b.score) return a.score > b.score;
      return std::pair{a.paragraph, a.sentence} < std::pair{b.paragraph, b.sentence};
    };
    const std::size_t k = std::min(std::max<std::size_t>(options_.sentences, 1), sentences_.size());
    std::partial_sort(sentences_.begin(), sentences_.begin() + static_cast<std::ptrdiff_t>(k), sentences_.end(),
                      better);
    return std::span{sentences_}.first(k);
  }

  void search(std::string_view text, const scored& s) {
    const std::span<const passage_word> all = passages_[s.paragraph].words();
    const auto [first, last] = passages_[s.paragraph].sentences()[s.sentence];
    words_ = all.subspan(first, last - first);
    kinds_.clear();
    for (const passage_word& word : words_) {
      lower_.clear();
      append_lower(lower_, word.in(text));
      const bool connects = lower_ == "of" || lower_ == "the" || lower_ == "de" || lower_ == "la" || lower_ == "von" ||
                            lower_ == "van" || lower_ == "der" || lower_ == "du" || lower_ == "di";
      kinds_.push_back({terms_.find(word.key), is_function_word(lower_), connects, spells_number(lower_),
                        !word.capital && (lower_.ends_with("ed") || lower_.ends_with("ly"))});
    }
    names(text, s);
    dates(text, s);
    numbers(text, s);
    phrases(text, s);
    if (asked_.kind == answer_kind::reason) clauses(text, s);
  }

  struct word_kind {
    int term;
    bool function, connects, number, no_noun;
  };

  [[nodiscard]] static bool spells_number(std::string_view lower) noexcept {
    constexpr std::array<std::string_view, 27> spelled{
        "billion", "dozen",   "eight", "eighteen", "eighty",  "eleven",   "fifteen",  "fifty",  "five",
        "forty",   "four",    "half",  "hundred",  "million", "nine",     "nineteen", "ninety", "one",
        "seven",   "seventy", "six",   "ten",      "thirty",  "thousand", "three",    "twenty", "two"};
    return std::binary_search(spelled.begin(), spelled.end(), lower);
  }

  // Runs of capitalised words: "Jane Austen", "University of Oxford", "World War 2".
  void names(std::string_view text, const scored& s) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!starts_name(i)) continue;
      std::size_t end = i + 1;
      for (std::size_t j = end; j < words_.size(); ++j) {
        const bool initial = words_[j - 1].size == 1 && words_[j].begin <= words_[j - 1].end() + 2;
        if (words_[j].detached && !initial) break;
        if (starts_name(j) || (words_[j].number && j == end)) {
          end = j + 1;
        } else if (!kinds_[j].connects || j >= end + 2) {
          break;
        }
      }
      consider(text, s, i, end, shape::name);
      i = end - 1;
    }
  }
  [[nodiscard]] bool starts_name(std::size_t i) const noexcept { return words_[i].capital && !kinds_[i].function; }

  void dates(std::string_view text, const scored& s) {
    if (words_.empty()) return;
    const std::size_t begin = words_.front().begin;
    for (const found_date& date : find_all(text.substr(begin, words_.back().end() - begin))) {
      const std::size_t from = begin + date.position;
      const auto [i, end] = words_between(from, from + date.length);
      if (asked_.kind == answer_kind::year) {
        consider(text, s, i, end, shape::year);
        if (end > i + 1) consider(text, s, end - 1, end, shape::year);
      } else {
        consider(text, s, i, end, shape::date);
      }
    }
  }

  void numbers(std::string_view text, const scored& s) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!words_[i].number && !kinds_[i].number) continue;
      std::size_t end = i + 1;
      while (end < words_.size() && kinds_[end].number && !words_[end].detached) ++end;
      const bool with_unit = asked_.kind == answer_kind::quantity && end < words_.size() && !words_[end].detached;
      consider(text, s, i, with_unit ? end + 1 : end, shape::number);
      i = end - 1;
    }
  }

  // Runs of content words that are not the question's, up to a comma.
  void phrases(std::string_view text, const scored& s) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto inside = [&](std::size_t j) {
        return !kinds_[j].function && !kinds_[j].no_noun && (kinds_[j].term < 0 || words_[j].key == noun_key_);
      };
      if (!inside(i)) continue;
      std::size_t end = i + 1;
      while (end < words_.size() && !words_[end].detached && inside(end)) ++end;
      const bool quoted = words_[i].begin > 0 && text[words_[i].begin - 1] == '"';
      consider(text, s, i, end, quoted ? shape::quoted : shape::phrase);
      i = end - 1;
    }
  }

  // What follows "because" and its like, up to the next comma.
  void clauses(std::string_view text, const scored& s) {
    constexpr std::array<std::string_view, 6> openers{"because", "due", "for", "since", "so", "to"};
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      if (!kinds_[i].function && words_[i].in(text) != "due") continue;
      if (std::find(openers.begin(), openers.end(), words_[i].in(text)) == openers.end()) continue;
      std::size_t end = i + 1;
      while (end < words_.size() && !words_[end].detached) ++end;
      consider(text, s, i, end, shape::clause);
    }
  }

  void consider(std::string_view text, const scored& s, std::size_t first, std::size_t last, shape what) {
    while (first < last && kinds_[first].function && what != shape::clause && what != shape::date) ++first;
    std::size_t fresh = 0;
    bool has_noun = false;
    for (std::size_t i = first; i < last; ++i) {
      fresh += kinds_[i].term < 0 && !kinds_[i].function ? 1U : 0U;
      has_noun = has_noun || words_[i].key == noun_key_;
    }
    if (fresh == 0) return;
    const double fit = fit_of(text, first, last, what, has_noun);
    if (fit <= 0) return;
    const double repeated = 1 - static_cast<double>(fresh) / static_cast<double>(last - first);
    const double score = s.score + options_.nearness * nearness(first, last) + fit - 0.5 * repeated;
    if (score <= best_.score) return;
    std::size_t begin = words_[first].begin, end = words_[last - 1].end();
    if (what == shape::number) {
      for (const std::string_view sign : {"$", "\u00A3", "\u20AC"}) {
        if (text.substr(0, begin).ends_with(sign)) begin -= sign.size();
      }
      if (text.substr(end).starts_with("%")) ++end;
    }
    best_ = {score, s.paragraph, begin, end};
  }

  // How near the words of the question stand, each by its weight; 1 if all of them stood beside the answer.
  [[nodiscard]] double nearness(std::size_t first, std::size_t last) const {
    std::array<double, 64> nearest{};
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (kinds_[i].term < 0 || (i >= first && i < last)) continue;
      const double distance = static_cast<double>(i < first ? first - i - 1 : i - last);
      double& best = nearest[static_cast<std::size_t>(kinds_[i].term)];
      best = std::max(best, 1 / (1 + distance / 4));
    }
    double sum = 0;
    for (std::size_t t = 0; t < terms_.size(); ++t) sum += weight_[t] * nearest[t];
    return total_ > 0 ? sum / total_ : 0;
  }

  [[nodiscard]] double fit_of(std::string_view text, std::size_t first, std::size_t last, shape what,
                              bool has_noun) const {
    const std::string_view before = first > 0 ? words_[first - 1].in(text) : std::string_view{};
    const std::size_t size = last - first;
    const double noun = has_noun ? 0.3 : 0;
    switch (asked_.kind) {
      case answer_kind::person:
        if (what != shape::name) return what == shape::phrase ? 0.1 : 0;
        return 0.7 + (size > 1 && size < 5 ? 0.15 : 0) + (before == "by" ? 0.2 : 0);
      case answer_kind::place: {
        const bool placed = before == "in" || before == "at" || before == "from" || before == "near" || before == "to";
        if (what != shape::name) return what == shape::phrase ? 0.15 : 0;
        return 0.6 + (placed ? 0.25 : 0) + noun;
      }
      case answer_kind::date:
        return what == shape::date ? 1 : what == shape::number || what == shape::phrase ? 0.1 : 0;
      case answer_kind::year:
        return what == shape::year ? (size == 1 ? 1.1 : 1) : what == shape::number ? 0.1 : 0;
      case answer_kind::number: {
        if (what != shape::number) return what == shape::phrase ? 0.05 : 0;
        for (std::size_t i = last; i < std::min(last + 3, words_.size()); ++i) {
          if (words_[i].key == noun_key_) return 1.4;
        }
        return 0.9;
      }
      case answer_kind::quantity:
        return what == shape::number ? 0.9 : what == shape::phrase ? 0.05 : 0;
      case answer_kind::reason:
        return what == shape::clause ? 0.7 : what == shape::phrase ? 0.2 : 0;
      case answer_kind::thing:
      case answer_kind::yes_no:
        break;
    }
    switch (what) {
      case shape::name:
        return 0.4 + noun;
      case shape::quoted:
        return 0.5 + noun;
      case shape::phrase:
        return (size < 5 ? 0.35 : 0.2) + noun;
      default:
        return 0.1;
    }
  }

  void name_support(reading& out) const {
    const double all = std::max(total_, 1e-9);
    out.sufficiency = weight_of(in_paragraph_[best_.paragraph]) / all >= options_.sufficient ? 1 : 0;
    out.support.push_back(best_.paragraph);
    std::vector<std::pair<double, std::uint32_t>> others;
    for (std::uint32_t p = 0; p < in_paragraph_.size() && options_.support > 1; ++p) {
      if (p != best_.paragraph && in_paragraph_[p] != 0) others.emplace_back(-weight_of(in_paragraph_[p]), p);
    }
    std::sort(others.begin(), others.end());
    for (const auto& [score, p] : others) {
      if (out.support.size() >= options_.support) break;
      out.support.push_back(p);
    }
  }

  [[nodiscard]] static std::uint64_t bit(int term) noexcept { return term < 0 ? 0 : std::uint64_t{1} << term; }
  [[nodiscard]] static std::size_t lowest(std::uint64_t terms) noexcept {
    return static_cast<std::size_t>(std::countr_zero(terms));
  }
  [[nodiscard]] double weight_of(std::uint64_t terms) const noexcept {
    double sum = 0;
    for (; terms != 0; terms &= terms - 1) sum += weight_[lowest(terms)];
    return sum;
  }
  // The words that lie in [from, to).
  [[nodiscard]] std::pair<std::size_t, std::size_t> words_between(std::size_t from, std::size_t to) const {
    const auto begin =
        std::partition_point(words_.begin(), words_.end(), [&](const auto& w) { return w.begin < from; });
    const auto end = std::partition_point(begin, words_.end(), [&](const auto& w) { return w.begin < to; });
    return {static_cast<std::size_t>(begin - words_.begin()), static_cast<std::size_t>(end - words_.begin())};
  }

  lexical_options options_{};
  detail::question_terms terms_;
  asked_for asked_;
  std::uint64_t noun_key_ = 0;
  std::vector<passage> passages_;
  passage title_;
  std::vector<scored> sentences_;
  std::vector<std::uint64_t> in_paragraph_;  // the question's words in each paragraph or its title
  std::array<double, 64> weight_{};
  double total_ = 0;
  std::span<const passage_word> words_;  // of the sentence that is searched
  std::vector<word_kind> kinds_;
  std::string lower_;
  best_answer best_;
};

}  // namespace v0
}  // namespace mhqa
