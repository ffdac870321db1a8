// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// ReZero's rewards of a chat with searches: its form, retries, the right chunk among the results, the order of
// searching and answering, and the diversity of the queries. batch/published_rewards.hpp lists it.
#pragma once

#include <mhqa/batch/reward_comparisons.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/rounded.hpp>
#include <mhqa/text/guess_answer.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/matching_ratio.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mhqa::inline v0_1::batch::detail {

/// Calls sink(inner) for each match of OPEN[\s\S]*?CLOSE; with `plain`, of OPEN[^<>]+CLOSE.
template <class Sink>
void for_each_tagged(std::string_view text, std::string_view name, bool plain, Sink&& sink) {
  const std::string open = '<' + std::string{name} + '>', close = "</" + std::string{name} + '>';
  for (std::size_t at = text.find(open); at != nowhere;) {
    const std::size_t begin = at + open.size();
    std::size_t end = plain ? text.find_first_of("<>", begin) : text.find(close, begin);
    if (end == nowhere) return;
    const bool found = !plain || (end != begin && text.substr(end).starts_with(close));
    if (found) {
      sink(text.substr(begin, end - begin));
      end += close.size();
    }
    at = text.find(open, end);
  }
}

[[nodiscard]] inline std::size_t count_tagged(std::string_view text, std::string_view name, bool plain = false) {
  std::size_t count = 0;
  for_each_tagged(text, name, plain, [&](std::string_view) { ++count; });
  return count;
}

/// The word characters at a place: the end of their run.
[[nodiscard]] inline std::size_t end_of_word(std::string_view text, std::size_t at) noexcept {
  while (at < text.size()) {
    const utf8::character c = utf8::decode(text, at);
    if (c.opaque() || !unicode::is_word(c.code)) break;
    at += c.size;
  }
  return at;
}

/// Returns true for a tag between asterisks or underscores.
[[nodiscard]] inline bool has_marked_tag(std::string_view text) {
  constexpr std::array<std::string_view, 5> names{"think", "search", "answer", "information", "info"};
  for (std::size_t at = text.find('<'); at != nowhere; at = text.find('<', at + 1)) {
    if (at == 0 || (text[at - 1] != '*' && text[at - 1] != '_')) continue;
    std::string_view rest = text.substr(at + 1);
    if (rest.starts_with('/')) rest.remove_prefix(1);
    for (const std::string_view name : names) {
      if (rest.starts_with(name) && rest.substr(name.size()).starts_with('>') &&
          rest.substr(name.size() + 1).starts_with(text[at - 1])) {
        return true;
      }
    }
  }
  return false;
}

/// Returns true for <info\w*>[\s\S]*?</info\w*> in any case, of which the program's other four patterns are cases.
[[nodiscard]] inline bool has_information(std::string_view text) {
  const mhqa::detail::guess_text in{text};
  const auto find = [&](std::string_view begin, std::size_t from) {
    for (std::size_t at = text.find('<', from); at != nowhere; at = text.find('<', at + 1)) {
      const std::size_t name = in.ignoring_case(at, begin);
      const std::size_t end = name == 0 ? 0 : end_of_word(text, name);
      if (end != 0 && in.is(end, '>')) return end + 1;
    }
    return nowhere;
  };
  const std::size_t opened = find("<info", 0);
  return opened != nowhere && find("</info", opened) != nowhere;
}

/// reward_format, of the model's last message.
[[nodiscard]] inline double rezero_form(std::string_view text) {
  if (has_marked_tag(text) || has_information(text)) return 0;
  const bool thinks = count_tagged(text, "think") != 0;
  const bool answers = count_tagged(text, "answer") == 1, searches = count_tagged(text, "search") != 0;
  if (answers == searches || !thinks) return 0;
  const std::size_t thought = text.rfind("</think>"), tag = text.find(answers ? "<answer>" : "<search>");
  const std::string_view stripped = strip(text);
  const bool ends = stripped.ends_with("</search>") || stripped.ends_with("</answer>");
  return thought != nowhere && thought <= tag && ends ? 1 : 0;
}

/// reward_retry.
[[nodiscard]] inline double rezero_retry(std::span<const std::string_view> said) {
  if (said.empty() || count_tagged(said.back(), "answer") == 0) return 0;
  std::size_t searches = 0;
  bool several = false;
  for (const std::string_view one : said) {
    const std::size_t here = count_tagged(one, "search");
    searches += here;
    several = several || here > 1;
  }
  if (searches == 0) return 0;
  const double reward = std::min(1.0, 0.2 + rounded(static_cast<double>(std::min<std::size_t>(searches, 5)) * 0.15));
  return python_round(several ? reward * 0.5 : reward, 3);
}

/// Returns true for a thought that speaks of what was found: <think>…</think> with one of the words, in any case.
[[nodiscard]] inline bool analyses(std::string_view text) {
  constexpr std::array<std::string_view, 10> words{"based", "according", "from",  "result",   "results",
                                                   "found", "show",      "shows", "provided", "information"};
  const mhqa::detail::guess_text in{text};
  const auto is_about_results = [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const std::size_t word = end_of_word(text, at);
      for (const std::string_view one : words) {
        if (word != at && in.ignoring_case(at, one) == word) return true;
      }
      at = word != at ? word : at + utf8::decode(text, at).size;
    }
    return false;
  };
  for (std::size_t at = text.find('<'); at != nowhere; at = text.find('<', at + 1)) {
    const std::size_t begin = in.ignoring_case(at, "<think>");
    if (begin == 0) continue;
    const std::size_t end = text.find_first_of("<>", begin);
    if (end == nowhere) return false;
    if (in.ignoring_case(end, "</think>") != 0 && is_about_results(begin, end)) return true;
  }
  return false;
}

/// reward_search_strategy.
[[nodiscard]] inline double rezero_strategy(std::span<const reward_message> messages) {
  bool searched = false, answered = false, informed = false;
  std::size_t searches = 0, analysed = 0;
  for (const reward_message& one : messages) {
    if (one.role != "assistant") {
      informed = (one.role == "user" || one.role == "ipython") && count_tagged(one.content, "information", true) != 0;
      continue;
    }
    const bool thinks = count_tagged(one.content, "think", true) != 0;
    const bool asks = count_tagged(one.content, "search", true) != 0;
    const bool about_results = analyses(one.content);
    searched = searched || (thinks && asks);
    if (informed && thinks) {
      searches += asks ? 1 : 0;
      analysed += about_results ? 1 : 0;
    }
    answered = answered || (thinks && about_results && count_tagged(one.content, "answer", true) != 0);
  }
  const double refined = std::min(0.4, 0.2 * static_cast<double>(std::min(searches, analysed)));
  return (searched ? 0.2 : 0.0) + refined + (answered ? 0.4 : 0.0);
}

/// A query as reward_search_diversity compares it: without its operators, which are kept.
struct plain_query {
  std::string base;
  std::vector<std::string> operators;
};

/// The end of an operator at a place, or the place: site: or filetype: with a value, a quoted phrase, OR or AND between
/// white space, a word after a minus sign.
[[nodiscard]] inline std::size_t end_of_operator(std::string_view text, std::size_t at) {
  const auto run = [&](std::size_t from, bool space) {
    while (from < text.size()) {
      const utf8::character c = utf8::decode(text, from);
      if ((!c.opaque() && unicode::is_space(c.code)) != space) break;
      from += c.size;
    }
    return from;
  };
  const std::string_view rest = text.substr(at);
  for (const std::string_view name : {"site:", "filetype:"}) {
    if (!rest.starts_with(name)) continue;
    if (const std::size_t end = run(at + name.size(), false); end != at + name.size()) return end;
  }
  if (rest.starts_with('"')) {
    const std::size_t end = rest.find('"', 1);
    if (end != nowhere && end > 1) return at + end + 1;
  }
  if (rest.starts_with('-')) {
    const std::size_t end = end_of_word(text, at + 1);
    return end != at + 1 ? end : at;
  }
  const std::size_t word = run(at, true);
  if (word == at) return at;
  for (const std::string_view name : {"OR", "AND"}) {
    if (!text.substr(word).starts_with(name)) continue;
    if (const std::size_t end = run(word + name.size(), true); end != word + name.size()) return end;
  }
  return at;
}

[[nodiscard]] inline plain_query read_query(std::string_view query) {
  plain_query out;
  const auto without_operators = [](std::string_view text, auto&& found) {
    std::string rest;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = end_of_operator(text, at);
      if (end != at) {
        found(text.substr(at, end - at));
        at = end;
        continue;
      }
      const std::size_t size = utf8::decode(text, at).size;
      rest += text.substr(at, size);
      at += size;
    }
    return rest;
  };
  static_cast<void>(without_operators(query, [&](std::string_view one) { out.operators.emplace_back(one); }));
  std::string lower;
  append_lower(lower, query);
  const std::string text = without_operators(lower, [](std::string_view) {});
  std::string words;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    const bool kept = !c.opaque() && (unicode::is_word(c.code) || unicode::is_space(c.code));
    words += kept ? std::string_view{text}.substr(at, c.size) : std::string_view{" "};
    at += c.size;
  }
  split_whitespace(words, [&](std::string_view word) { out.base.append(out.base.empty() ? "" : " ").append(word); });
  return out;
}

/// reward_search_diversity.
///
/// Cost: O(q^2) comparisons of q queries
[[nodiscard]] inline double rezero_diversity(std::span<const std::string_view> said) {
  std::vector<plain_query> queries;
  for (const std::string_view one : said) {
    for_each_tagged(one, "search", true, [&](std::string_view query) { queries.push_back(read_query(query)); });
  }
  if (queries.empty()) return 0;
  if (queries.size() == 1) return 0.2;
  std::set<std::string_view> operators;
  std::unordered_set<std::string_view> seen;
  std::size_t with_operators = 0, similar = 0, pairs = 0;
  double similarity = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const plain_query& one = queries[i];
    operators.insert(one.operators.begin(), one.operators.end());
    with_operators += one.operators.empty() ? 0 : 1;
    seen.insert(one.base);
    for (std::size_t j = i + 1; j < queries.size(); ++j, ++pairs) {
      const plain_query& other = queries[j];
      const double base = matching_ratio(one.base, other.base);
      similar += base > 0.8 && base < 1 ? 1 : 0;
      double here = base;
      if (one.operators != other.operators) {
        const std::set<std::string_view> a{one.operators.begin(), one.operators.end()};
        const std::set<std::string_view> b{other.operators.begin(), other.operators.end()};
        const auto lone = [](const auto& in, const auto& of) {
          return std::count_if(in.begin(), in.end(), [&](std::string_view name) { return of.count(name) == 0; });
        };
        here *= std::max(0.3, 1.0 - rounded(static_cast<double>(lone(a, b) + lone(b, a)) * 0.2));
      }
      similarity += rounded(here);
    }
  }
  const auto all = static_cast<double>(queries.size());
  const double diversity = 1 - similarity / static_cast<double>(pairs);
  const double used = rounded(0.05 * (static_cast<double>(with_operators) / all));
  const double bonus = std::min(0.15, rounded(static_cast<double>(operators.size()) * 0.05)) + used;
  double similar_penalty = rounded(static_cast<double>(similar) * 0.1);
  if (operators.size() >= 2) similar_penalty = rounded(similar_penalty * 0.5);
  const double repeated_penalty = rounded(static_cast<double>(queries.size() - seen.size()) * 0.2);
  const double base = std::min(0.4, rounded(0.2 * static_cast<double>(seen.size())));
  const double total = base + rounded(diversity * 0.4) + bonus - similar_penalty - repeated_penalty;
  return std::max(0.0, std::min(1.0, total));
}

/// reward_em_chunk: of chunk_content, in one result; of supporting_paragraphs, the last one in all results together.
/// The latter is what the repository has since 2025-04-11; an empty list finds nothing.
[[nodiscard]] inline bool finds_chunk(const reward_input& in) {
  std::string all;
  for (const reward_message& one : in.messages) {
    const bool result = one.role == "user" || one.role == "ipython" || (in.chunk_in_all && one.role == "tool");
    if (!result || !strip(one.content).starts_with("<information>")) continue;
    if (!in.chunk_in_all && one.content.find(*in.chunk) != nowhere) return true;
    all.append(all.empty() ? "" : "\n").append(strip(one.content));
  }
  return in.chunk_in_all && in.chunk && all.find(*in.chunk) != nowhere;
}

/// The sum of ReZero's rewards with the weights of its training script, and each of them. Its first reward, whether a
/// model judges the answer right, is the caller's; without it there is no sum.
inline void judge_rezero(const reward_input& in, reward_memory&, reward_verdict& out) {
  std::vector<std::string_view> said;
  for (const reward_message& one : in.messages) {
    if (one.role == "assistant") said.push_back(one.content);
  }
  const bool has_chunk = in.chunk || in.chunk_in_all;
  set_answer_found(out, said.empty() ? std::nullopt : last_answer(said.back(), 1));
  const std::array<double, 5> parts{said.empty() ? 0 : rezero_form(said.back()), rezero_retry(said),
                                    has_chunk && finds_chunk(in) ? 1.0 : 0.0, rezero_strategy(in.messages),
                                    rezero_diversity(said)};
  if (!in.correct || !has_chunk) {
    out.why = !in.correct ? "no_verdict" : "no_chunk";
  } else {
    constexpr std::array<double, 5> weights{2, 1, 1, 1, 1};
    double sum = *in.correct ? 4 : 0;
    for (std::size_t i = 0; i < parts.size(); ++i) sum += rounded(weights[i] * parts[i]);
    out.reward = sum;
    out.why = *in.correct ? "right" : "wrong";
  }
  constexpr std::array<std::string_view, 5> names{"format", "retry", "em_chunk", "search_strategy", "search_diversity"};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    names[i] == "em_chunk" && !has_chunk ? out.add_undefined(names[i]) : out.add(names[i], parts[i]);
  }
}

}  // namespace mhqa::inline v0_1::batch::detail
