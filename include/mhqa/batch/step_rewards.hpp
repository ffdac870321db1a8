// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards that read the steps of a generation as their trainers do: StepSearch's information gain, redundancy penalty
// and search keys, and AutoRefine's refinements. batch/published_rewards.hpp lists them.
#pragma once

#include <mhqa/batch/reward_comparisons.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/rounded.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mhqa::inline v0_1::batch::detail {

/// Calls sink(word) for each run of at least two word characters of a normalised text.
///
/// Source: the token pattern of scikit-learn's TfidfVectorizer
template <class Sink>
void for_each_term(const normalized& text, Sink&& sink) {
  for (const token& one : text.tokens()) {
    const std::string_view word = one.in(text.text());
    std::size_t begin = 0, characters = 0;
    for (std::size_t at = 0; at < word.size();) {
      const utf8::character c = utf8::decode(word, at);
      if (!c.opaque() && unicode::is_word(c.code)) {
        ++characters;
      } else {
        if (characters > 1) sink(word.substr(begin, at - begin));
        begin = at + c.size;
        characters = 0;
      }
      at += c.size;
    }
    if (characters > 1) sink(word.substr(begin));
  }
}

/// Cosines of passages with the supports of a question under TF-IDF weights that are fitted to the passage and all
/// supports together.
///
/// Source: subm_tfidf_cosine of StepSearch's submodule.py; TfidfVectorizer's defaults: smoothed idf, L2 norm
class gain_counter {
 public:
  gain_counter(std::span<const std::string_view> supports, gain_memory& memory) : m_{memory} {
    m_.words.clear();
    if (m_.texts.size() < supports.size()) m_.texts.resize(supports.size());
    for (auto& postings : m_.postings) postings.clear();
    for (std::uint32_t i = 0; i < supports.size(); ++i) {
      m_.texts[i].assign(supports[i]);
      for_each_term(m_.texts[i], [&](std::string_view word) {
        const std::uint32_t number = m_.words.insert(word).first;
        if (m_.postings.size() <= number) m_.postings.resize(number + 1);
        auto& postings = m_.postings[number];
        if (postings.empty() || postings.back().support != i) {
          postings.push_back({i, 1});
        } else {
          postings.back().count += 1;
        }
      });
    }
    documents_ = static_cast<double>(supports.size() + 1);
    m_.norms.assign(supports.size(), 0);
    for (std::size_t word = 0; word < m_.words.size(); ++word) {
      const double weight = square_of_idf(static_cast<double>(m_.postings[word].size()));
      for (const auto& one : m_.postings[word]) m_.norms[one.support] += one.count * one.count * weight;
    }
    m_.counts.assign(m_.words.size(), 0);
  }

  /// Raises each element of `best` to the cosine of the passage with that support; returns false if the program raises
  /// because no text has a term.
  bool raise(const normalized& passage, std::vector<double>& best) {
    if (passage.empty()) return true;
    m_.touched.clear();
    m_.unknown.clear();
    for_each_term(passage, [&](std::string_view word) {
      const std::uint32_t number = m_.words.find(word);
      if (number == string_index::npos) {
        m_.unknown.push_back(word);
      } else if (m_.counts[number]++ == 0) {
        m_.touched.push_back(number);
      }
    });
    if (m_.words.size() == 0 && m_.unknown.empty()) return false;
    double norm = norm_of_unknown();
    m_.dots.assign(best.size(), 0);
    m_.changes.assign(best.size(), 0);
    for (const std::uint32_t number : m_.touched) {
      const double count = m_.counts[number];
      m_.counts[number] = 0;
      const auto having = static_cast<double>(m_.postings[number].size());
      const double weight = square_of_idf(having + 1), change = weight - square_of_idf(having);
      norm += count * count * weight;
      for (const auto& one : m_.postings[number]) {
        m_.dots[one.support] += count * one.count * weight;
        m_.changes[one.support] += one.count * one.count * change;
      }
    }
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (m_.dots[i] <= 0) continue;
      best[i] = std::max(best[i], m_.dots[i] / (std::sqrt(norm) * std::sqrt(m_.norms[i] + m_.changes[i])));
    }
    return true;
  }

 private:
  [[nodiscard]] double square_of_idf(double having) const noexcept {
    const double idf = std::log((1 + documents_) / (1 + having)) + 1;
    return idf * idf;
  }

  /// Returns the squares of the words that only the passage has.
  [[nodiscard]] double norm_of_unknown() {
    std::sort(m_.unknown.begin(), m_.unknown.end());
    double sum = 0;
    for (std::size_t at = 0; at < m_.unknown.size();) {
      std::size_t end = at;
      while (end < m_.unknown.size() && m_.unknown[end] == m_.unknown[at]) ++end;
      const auto count = static_cast<double>(end - at);
      sum += count * count * square_of_idf(1);
      at = end;
    }
    return sum;
  }

  gain_memory& m_;
  double documents_ = 1;
};

/// Returns the text without the white space in front of it.
[[nodiscard]] inline std::string_view without_blanks(std::string_view text) noexcept {
  while (!text.empty()) {
    const utf8::character c = utf8::decode(text, 0);
    if (c.opaque() || !unicode::is_space(c.code)) break;
    text.remove_prefix(c.size);
  }
  return text;
}

/// Calls sink(passage) for what follows each "##>" up to the next "<##", stripped.
template <class Sink>
void for_each_passage(std::string_view information, Sink&& sink) {
  constexpr std::string_view mark = "##>";
  information = strip(information);
  std::size_t at = information.find(mark);
  while (at != nowhere) {
    const std::size_t begin = at + mark.size();
    at = information.find(mark, begin);
    const std::string_view piece = information.substr(begin, at == nowhere ? at : at - begin);
    sink(strip(piece.substr(0, piece.find("<##"))));
  }
}

/// Calls sink(inner text) for each match of <search>.*?</search>\s*<information>(.*?)</information>.
template <class Sink>
void for_each_information(std::string_view text, Sink&& sink) {
  constexpr std::string_view open = "<search>", close = "</search>", begin = "<information>", end = "</information>";
  std::size_t at = text.find(open);
  while (at != nowhere) {
    std::size_t inner = at + open.size();
    for (;;) {
      inner = text.find(close, inner);
      if (inner == nowhere) return;
      inner += close.size();
      const std::string_view rest = without_blanks(text.substr(inner));
      if (!rest.starts_with(begin)) continue;
      inner = text.size() - rest.size() + begin.size();
      break;
    }
    const std::size_t last = text.find(end, inner);
    if (last == nowhere) return;
    sink(text.substr(inner, last - inner));
    at = text.find(open, last + end.size());
  }
}

/// StepSearch's query_f1_score: the best F1 over the golds, rounded to four digits.
[[nodiscard]] inline double rounded_f1(const reward_golds& golds, std::string_view text, reward_memory& memory) {
  memory.said.assign(text);
  return python_round(best_scores(golds, memory, open_rules).f1, 4);
}

/// The sum over key groups of the score of the last search given to each, divided by their number.
[[nodiscard]] inline double search_key_score(const reward_input& in, reward_memory& memory) {
  if (in.search_keys.empty()) return 0;
  std::vector<reward_golds> groups;
  for (const auto& group : in.search_keys) groups.push_back(prepare_golds({}, group));
  std::vector<double> values(groups.size(), 0);
  bool searched = false;
  memory.scan.assign(in.text);
  memory.scan.for_each_pair("<search>", "</search>", [&](std::string_view inner) {
    searched = true;
    std::string_view query = inner;
    if (inner.find("<search>") != nowhere) {
      memory.text.clear();
      for (std::size_t from = 0; from != nowhere;) {
        const std::size_t to = inner.find("<search>", from);
        memory.text.append(inner.substr(from, to == nowhere ? to : to - from));
        from = to == nowhere ? to : to + 8;
      }
      query = memory.text;
    }
    std::size_t best = groups.size();
    double score = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const double f1 = rounded_f1(groups[i], strip(query), memory);
      if (f1 > score) {
        score = f1;
        best = i;
      }
    }
    if (best < groups.size()) values[best] = score;
    return true;
  });
  if (!searched) return 0;
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(groups.size());
}

/// Fills step_scores; returns false if the program raises.
[[nodiscard]] inline bool score_steps(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  const bool gains = in.options.step_rewards && in.options.information_gain;
  const bool penalties = in.options.step_rewards && in.options.redundancy_penalty;
  gain_counter counter{in.supports, memory.gain};
  std::vector<double> best(in.supports.size(), 0), now;
  std::unordered_set<std::string_view> seen;
  bool fits = true;
  for_each_information(in.text, [&](std::string_view information) {
    now.assign(best.size(), 0);
    std::size_t passages = 0;
    for_each_passage(information, [&](std::string_view passage) {
      ++passages;
      memory.said.assign(passage);
      fits = counter.raise(memory.said, now) && fits;
    });
    double gain = 0, penalty = 0;
    for (std::size_t i = 0; i < best.size(); ++i) {
      gain += std::max(now[i] - best[i], 0.0);
      best[i] = std::max(best[i], now[i]);
    }
    for_each_passage(information, [&](std::string_view passage) {
      if (!seen.insert(passage).second) penalty += 1 / static_cast<double>(passages);
    });
    out.step_scores.push_back((gains ? gain / static_cast<double>(best.size()) : 0) - (penalties ? penalty : 0));
  });
  return fits;
}

/// StepSearch's compute_score_f1_steps_plan_with_support_docs.
inline void judge_stepsearch(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  constexpr double key_weight = 0.618;  // its default search_keys_score
  set_answer_found(out, last_answer(in.text, 1));
  const double correct = out.found ? rounded_f1(in.golds, out.extracted, memory) : 0;
  std::string_view after;
  if (out.found) {
    constexpr std::string_view close = "</answer>";
    const auto end = static_cast<std::size_t>(out.extracted.data() - in.text.data()) + out.extracted.size();
    after = in.text.substr(in.text.find(close, end) + close.size());
  }
  double keys = 0;
  if (!out.found || !strip(after).empty()) {
    out.reward = -1;
    out.why = out.found ? "text_after_answer" : "no_answer";
  } else {
    if (!in.supports.empty() && !score_steps(in, memory, out)) {
      out.step_scores.clear();
      out.error = "a passage and the supports without a word of two characters";
      return;
    }
    keys = search_key_score(in, memory);
    out.reward = correct + (in.options.search_key_reward ? rounded(keys * key_weight) : 0);
    out.why = correct == 1 ? "right" : correct > 0 ? "partly_right" : "wrong";
  }
  if (!in.all_numbers) return;
  out.add("answer_correct", correct);
  out.add("search_key_score", keys);
}

/// Returns true if the tag's name occurs in prompt + text, also across their boundary.
[[nodiscard]] inline bool holds_tag(std::string_view prompt, std::string_view text, std::string_view tag) {
  if (prompt.find(tag) != nowhere || text.find(tag) != nowhere) return true;
  std::string border{prompt.substr(prompt.size() - std::min(prompt.size(), tag.size() - 1))};
  border += text.substr(0, tag.size() - 1);
  return border.find(tag) != nowhere;
}

/// AutoRefine's validate_format: each tag occurs, as often open as closed.
[[nodiscard]] inline bool is_refined_form(bool refines, const tag_scan& scan) {
  struct pair {
    std::string_view open, close;
  };
  constexpr std::array<pair, 4> tags{pair{"<think>", "</think>"}, pair{"<search>", "</search>"},
                                     pair{"<answer>", "</answer>"}, pair{"<refine>", "</refine>"}};
  return std::all_of(tags.begin(), tags.end() - (refines ? 0 : 1), [&scan](const pair& tag) {
    const std::size_t opened = scan.count(tag.open);
    return opened != 0 && opened == scan.count(tag.close);
  });
}

/// Joins the blocks between the tags after the first `skipped` by spaces in memory.text, and calls each(block, rank).
///
/// Shape: returns the number of all blocks
template <class Each>
std::size_t join_blocks(reward_memory& memory, std::string_view open, std::string_view close, std::size_t skipped,
                        const Each& each) {
  std::size_t blocks = 0;
  memory.text.clear();
  memory.scan.for_each_pair(open, close, [&](std::string_view block) {
    if (++blocks <= skipped) return true;
    if (blocks > skipped + 1) memory.text += ' ';
    memory.text += block;
    each(block, blocks - skipped);
    return true;
  });
  return blocks;
}

/// Returns true if a gold is in the text.
[[nodiscard]] inline bool holds_gold(const reward_input& in, reward_memory& memory, std::string_view text) {
  memory.said.assign(text);
  return contains_any(in.golds, memory.said.text());
}

/// What AutoRefine logs of the documents after the first: whether a gold is in them, and the sum of 1/rank of those
/// that have one. Closed questions get 0.5.
[[nodiscard]] inline std::array<double, 2> document_numbers(const reward_input& in, reward_memory& memory) {
  double ranks = 0;
  const auto rank_one = [&](std::string_view block, std::size_t rank) {
    if (holds_gold(in, memory, block)) ranks += 1 / static_cast<double>(rank);
  };
  if (join_blocks(memory, "<documents>", "</documents>", 1, rank_one) <= 1) return {0, ranks};
  if (in.golds.closed) return {0.5, 0.5};
  return {holds_gold(in, memory, memory.text) ? 1.0 : 0.0, ranks};
}

/// AutoRefine's compute_reward and the numbers that it logs.
inline void judge_autorefine(const reward_input& in, reward_memory& memory, reward_verdict& out) {
  set_answer_found(out, last_answer(in.text, 1));
  double em = 0, f1 = 0, covered = 0;
  if (out.found) {
    memory.said.assign(out.extracted);
    em = equals_any(in.golds, memory.said) ? 1 : 0;
    if (in.all_numbers) {
      f1 = best_scores(in.golds, memory, closed_rules).f1;
      covered = contains_any(in.golds, memory.said.text()) ? 1 : 0;
    }
  }
  const bool is_wrong = out.found && em == 0;  // only then do form and refinements decide
  if (in.all_numbers || is_wrong) memory.scan.assign(in.text);
  const bool reads = in.all_numbers || (is_wrong && in.options.refine != 0);
  const bool refined =
      reads && join_blocks(memory, "<refine>", "</refine>", 0, [](std::string_view, std::size_t) {}) != 0;
  const double refine = refined && holds_gold(in, memory, memory.text) ? 1 : 0;
  if (!out.found) {
    out.reward = 0;
    out.why = "no_answer";
  } else if (em > 0) {
    out.reward = em;
    out.why = "right";
  } else {
    const bool valid = !in.text.empty() && is_refined_form(holds_tag(in.prompt, in.text, "<refine>"), memory.scan);
    double sum = 0.0;
    if (valid) sum += in.options.wrong;
    if (refine > 0) sum += in.options.refine;
    out.reward = sum;
    out.why = valid ? "wrong" : "wrong_in_bad_form";
  }
  if (!in.all_numbers) return;
  const std::array<double, 2> information = document_numbers(in, memory);
  out.add("em", em);
  out.add("f1", f1);
  out.add("cover_em", covered);
  out.add("information", information[0]);
  out.add("information_reverse_rank", information[1]);
  out.add("refine", refine);
  out.add("format", !in.text.empty() && is_refined_form(in.text.find("<refine>") != nowhere, memory.scan) ? 1 : 0);
}

}  // namespace mhqa::inline v0_1::batch::detail
