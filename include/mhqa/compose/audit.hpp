// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds faults of a multi-hop data set, question by question: supports without the facts of their hop, blank answers,
// shortcuts (answers in questions, single contexts, needless hops), and overlap of the parts. Each finding has a code.
#pragma once

#include <mhqa/compose/finding.hpp>
#include <mhqa/compose/stands_alone.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/expansion_budget.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/part_number.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// When a masked hop counts as answered, as in the connection filter (Trivedi et al. 2022, Sec. 5, S3).
struct audit_options {
  double answer_f1 = 0.25;             ///< up to this F1 it is not answered
  double answer_f1_at_support = 0.75;  ///< nor up to this if another paragraph is named; above it a support is needless
  std::string_view mask = "";          ///< replaces `#n`
};

/// What an audit counts: a monoid, so that parts of an audit add up.
struct audit_counts {
  std::uint64_t questions = 0;
  std::uint64_t hops = 0;
  std::array<std::uint64_t, audit_code_count> findings{};  ///< by code
  std::array<std::uint64_t, audit_code_count> readings{};  ///< by code: how often the reader was asked

  audit_counts& operator+=(const audit_counts& other) noexcept {
    questions += other.questions;
    hops += other.hops;
    for (std::size_t i = 0; i < audit_code_count; ++i) {
      findings[i] += other.findings[i];
      readings[i] += other.readings[i];
    }
    return *this;
  }
  friend bool operator==(const audit_counts&, const audit_counts&) = default;
};

/// Audits a data set, given part by part.
///
/// Shape:  add() passes every finding to the sink, in the order of audit_code, then of the steps. Overlap is reported
///         at the later part, once per step, with the first question that had it. counts()[code] are totals so far. Yes
///         and no never count as shortcuts, because a question may mention them
/// Undefined: references and supports out of range are findings and are never followed. The three checks of supports
///         skip hops without one, the reader skips hops without a reference; a question without paragraphs has no
///         findings about them
/// Limits: with a share, every auditor gets all questions. Those whose ids fall to it are looked at; and of texts that
///         questions share, it keeps and compares those that fall to it. So the findings of all shares together, by
///         question, code and step, are those of one auditor, and its memory for texts is divided
/// Errors: those of expansion_budget and expect_few_readings; exceptions of the reader propagate
/// Cost:   linear in the text, and one call of the reader for each hop with a reference and, without hops, for each
///         support; keeps the normalised questions, answers and supports
/// Source: mentioned, same question, answer and paragraph as in MuSiQue's construction: Trivedi et al. 2022, Sec. 5
template <reader Read = lexical_reader>
class auditor {
 public:
  explicit auditor(Read read = Read{}, audit_options options = {}, const part_number& share = {})
      : read_{std::move(read)}, options_{options}, share_{share} {}

  /// `part` is the number of the question's part of the data set.
  template <class Sink>
  requires std::invocable<Sink&, const finding&>
  void add(const audited_question& q, std::size_t part, Sink&& sink) {
    const auto report = [&](audit_code code, std::size_t step, std::string_view detail) {
      ++totals_.findings[static_cast<std::size_t>(code)];
      std::invoke(sink, finding{code, std::string{q.id}, step, std::string{detail}});
    };
    if (!share_.takes(q.id)) {
      check_parts(q, part, report);
      check_duplicate(q, part, report);
      return;
    }
    expect_few_readings(q.hops.size() + q.supports.size(), q.paragraphs.size());
    ++totals_.questions;
    totals_.hops += q.hops.size();
    normalise(q);
    check_answers(q, report);
    check_references(q, report);
    check_supports(q, report);
    check_titles(q, report);
    check_predecessors(q, report);
    if (!q.answerable && !q.hops.empty() && !q.paragraphs.empty()) check_missing(q, report);
    check_parts(q, part, report);
    check_question(q, report);
    check_contexts(q, report);
    check_circles(q, report);
    check_duplicate(q, part, report);
    check_citations(q, report);
  }

  [[nodiscard]] const audit_counts& totals() const noexcept { return totals_; }
  [[nodiscard]] const std::array<std::uint64_t, audit_code_count>& counts() const noexcept { return totals_.findings; }
  [[nodiscard]] std::uint64_t count(audit_code code) const noexcept { return counts()[static_cast<std::size_t>(code)]; }
  /// Returns how often the reader was asked for a code; 0 for the codes that need none.
  [[nodiscard]] std::uint64_t readings(audit_code code) const noexcept {
    return totals_.readings[static_cast<std::size_t>(code)];
  }
  [[nodiscard]] std::uint64_t questions() const noexcept { return totals_.questions; }
  [[nodiscard]] std::uint64_t hops() const noexcept { return totals_.hops; }

 private:
  struct owner {
    std::size_t part;
    std::string id;
  };

  // Returns the normalised text between spaces, so that a mention is a substring.
  [[nodiscard]] static std::string padded(std::string_view text) { return ' ' + normalize(text) + ' '; }
  [[nodiscard]] static bool is_blank(const std::string& words) noexcept { return words.size() <= 2; }
  [[nodiscard]] static bool mentioned(const std::string& words, const std::string& in) {
    return !is_blank(words) && in.find(words) != std::string::npos;
  }
  [[nodiscard]] bool mentioned_at(const std::string& words, std::size_t paragraph) const {
    return mentioned(words, texts_[paragraph]) || mentioned(words, titles_[paragraph]);
  }

  void normalise(const audited_question& q) {
    answers_.clear();
    texts_.clear();
    titles_.clear();
    for (const audited_hop& hop : q.hops) answers_.push_back(padded(hop.answer));
    for (const context_paragraph& p : q.paragraphs) {
      texts_.push_back(padded(p.text));
      titles_.push_back(padded(p.title));
    }
  }

  // Returns the earlier steps that this one refers to; a reference to anything else is a bad_reference.
  [[nodiscard]] static std::vector<std::uint32_t> heads_of(const audited_question& q, std::size_t step) {
    std::vector<std::uint32_t> heads = referenced_steps(q.hops[step].question);
    std::erase_if(heads, [&](std::uint32_t n) { return n == 0 || n > step; });
    return heads;
  }
  [[nodiscard]] static std::optional<std::uint32_t> support_of(const audited_question& q, std::size_t step) {
    const auto support = q.hops[step].support;
    return support && *support < q.paragraphs.size() ? support : std::nullopt;
  }

  template <class Report>
  void check_answers(const audited_question& q, const Report& report) {
    if (is_blank(padded(q.answer))) report(audit_code::blank_answer, 0, q.answer);
    for (const std::string_view alias : q.aliases) {
      if (is_blank(padded(alias))) report(audit_code::blank_answer, 0, alias);
    }
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      if (is_blank(answers_[i])) report(audit_code::blank_answer, i + 1, q.hops[i].answer);
    }
    if (q.question.data() != nullptr && is_blank(padded(q.question))) report(audit_code::blank_question, 0, q.question);
    if (q.hops.empty()) return;
    bool same = answers_.back() == padded(q.answer);
    for (const std::string_view alias : q.aliases) same = same || answers_.back() == padded(alias);
    if (!same) report(audit_code::other_last_answer, q.hops.size(), q.hops.back().answer);
  }

  template <class Report>
  void check_references(const audited_question& q, const Report& report) {
    std::vector<bool> used(q.hops.size(), false);
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      for (const std::uint32_t n : referenced_steps(q.hops[i].question)) {
        if (n == 0 || n > i) {
          report(audit_code::bad_reference, i + 1, '#' + std::to_string(n));
        } else {
          used[n - 1] = true;
        }
      }
    }
    for (std::size_t i = 0; i + 1 < q.hops.size(); ++i) {
      if (!used[i]) report(audit_code::unreferenced_step, i + 1, q.hops[i].question);
    }
  }

  template <class Report>
  void check_supports(const audited_question& q, const Report& report) {
    if (q.paragraphs.empty()) return;
    for (const std::string_view title : q.missing_supports) report(audit_code::missing_support, 0, title);
    if (q.hops.empty() && q.extractive && q.answerable) check_answer_in_supports(q, report);
    for (std::size_t i = 0; i < q.hops.size() && q.answerable; ++i) {
      if (!support_of(q, i)) report(audit_code::missing_support, i + 1, q.hops[i].question);
    }
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      const auto at = support_of(q, i);
      if (at && !is_blank(answers_[i]) && !mentioned_at(answers_[i], *at)) {
        report(audit_code::answer_not_in_support, i + 1, q.hops[i].answer);
      }
    }
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      const auto at = support_of(q, i);
      for (const std::uint32_t n : heads_of(q, i)) {
        if (!at || is_blank(answers_[n - 1]) || mentioned_at(answers_[n - 1], *at)) continue;
        report(audit_code::bridge_not_in_support, i + 1, q.hops[n - 1].answer);
      }
    }
    std::vector<bool> is_support(q.paragraphs.size(), false);
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      const auto at = support_of(q, i);
      if (!at) continue;
      if (is_support[*at]) report(audit_code::shared_support, i + 1, q.paragraphs[*at].title);
      is_support[*at] = true;
    }
  }

  // Of a question without hops.
  template <class Report>
  void check_answer_in_supports(const audited_question& q, const Report& report) {
    bool known = false;
    const auto stands = [&](std::string_view answer) {
      const std::string words = padded(answer);
      return is_blank(words) || says_yes_or_no(words) ||
             std::any_of(q.supports.begin(), q.supports.end(), [&](std::uint32_t at) {
               known = known || at < q.paragraphs.size();
               return at < q.paragraphs.size() && mentioned_at(words, at);
             });
    };
    if (stands(q.answer) || std::any_of(q.aliases.begin(), q.aliases.end(), stands) || !known) return;
    report(audit_code::answer_not_in_support, 0, q.answer);
  }

  template <class Report>
  void check_titles(const audited_question& q, const Report& report) {
    struct known {
      std::size_t paragraph;  // the first with the title
      bool several;           // true if another text followed
    };
    string_index titles;
    std::vector<known> first;
    for (std::size_t i = 0; i < q.paragraphs.size(); ++i) {
      if (q.paragraphs[i].title.find_first_not_of(" \t\r\n") == std::string_view::npos) continue;
      const auto [number, added] = titles.insert(q.paragraphs[i].title);
      if (added) {
        first.push_back({i, false});
        continue;
      }
      known& same = first[number];
      if (same.several || texts_[same.paragraph] != texts_[i]) {
        same.several = true;
        report(audit_code::same_title, 0, q.paragraphs[i].title);
      }
    }
  }

  template <class Report>
  void check_predecessors(const audited_question& q, const Report& report) {
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      const auto at = support_of(q, i);
      if (!at || heads_of(q, i).empty() || is_blank(answers_[i])) continue;
      const std::string masked = fill(q.hops[i].question, [&](std::uint32_t) { return std::optional{options_.mask}; });
      const reading said = std::invoke(read_, reading_task{q.id, masked, q.paragraphs});
      ++totals_.readings[static_cast<std::size_t>(audit_code::no_predecessor_needed)];
      const double f1 = score_(said.answer, q.hops[i].answer).f1;
      const bool elsewhere = said.support != std::vector<std::uint32_t>{*at};
      if (f1 <= options_.answer_f1 || (f1 <= options_.answer_f1_at_support && elsewhere)) continue;
      report(audit_code::no_predecessor_needed, i + 1, said.answer);
    }
  }

  template <class Report>
  void check_missing(const audited_question& q, const Report& report) {
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      bool found = false;
      for (std::size_t p = 0; p < texts_.size() && !found; ++p) found = mentioned_at(answers_[i], p);
      if (!found) return;
    }
    report(audit_code::nothing_is_missing, 0, {});
  }

  template <class Report>
  void check_parts(const audited_question& q, std::size_t part, const Report& report) {
    const auto seen = [&](std::map<std::string, owner, std::less<>>& all, audit_code code, std::string key,
                          std::size_t step) {
      if (!share_.takes(key)) return;
      const auto [entry, added] = all.try_emplace(std::move(key), owner{part, std::string{q.id}});
      if (!added && entry->second.part != part) report(code, step, entry->second.id);
    };
    expansion_budget budget;
    for (const audited_hop& hop : q.hops) budget.grow(hop.question.size() + hop.answer.size());
    const auto answer_to = [&q](std::uint32_t n) -> std::optional<std::string_view> {
      if (n == 0 || n > q.hops.size()) return std::nullopt;
      return q.hops[n - 1].answer;
    };
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      budget.spend(filled_size(q.hops[i].question, answer_to));
      seen(known_questions_, audit_code::shared_question, normalize(fill(q.hops[i].question, answer_to)), i + 1);
    }
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      seen(known_answers_, audit_code::shared_answer, padded(q.hops[i].answer), i + 1);
    }
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      if (const auto at = support_of(q, i)) {
        seen(known_paragraphs_, audit_code::shared_paragraph,
             std::string{q.paragraphs[*at].title} + '\n' + padded(q.paragraphs[*at].text), i + 1);
      }
    }
  }

  [[nodiscard]] static bool says_yes_or_no(const std::string& words) noexcept {
    return detail::is_one_of(std::string_view{words}, std::array<std::string_view, 2>{" no ", " yes "});
  }

  template <class Report>
  void check_question(const audited_question& q, const Report& report) {
    if (q.question.empty()) return;
    const std::string question = padded(q.question);
    std::vector<std::string_view> right{q.answer};
    right.insert(right.end(), q.aliases.begin(), q.aliases.end());
    for (const std::string_view answer : right) {
      const std::string words = padded(answer);
      if (says_yes_or_no(words) || !mentioned(words, question)) continue;
      report(audit_code::answer_in_question, 0, answer);
      break;
    }
    for (std::size_t i = 0; i + 1 < q.hops.size(); ++i) {
      if (!says_yes_or_no(answers_[i]) && mentioned(answers_[i], question)) {
        report(audit_code::bridge_in_question, i + 1, q.hops[i].answer);
      }
    }
  }

  // Returns the names in steps without references, or, without steps, in the question.
  [[nodiscard]] static std::vector<std::string> first_names(const audited_question& q) {
    std::vector<std::string> names;
    const auto take = [&](std::string_view text) {
      const sentence_words words{text};
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (detail::is_name_word(words[i]) && words[i].text.front() != '#') names.push_back(padded(words[i].text));
      }
    };
    for (const audited_hop& hop : q.hops) {
      if (find_references(hop.question).empty()) take(hop.question);
    }
    if (q.hops.empty()) take(q.question);
    std::erase_if(names, [](const std::string& name) { return is_blank(name); });
    return names;
  }

  template <class Report>
  void check_contexts(const audited_question& q, const Report& report) {
    if (q.paragraphs.empty() || !q.answerable) return;
    std::vector<std::uint32_t> supports(q.supports.begin(), q.supports.end());
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      if (const auto at = support_of(q, i)) supports.push_back(*at);
    }
    std::sort(supports.begin(), supports.end());
    supports.erase(std::unique(supports.begin(), supports.end()), supports.end());
    std::erase_if(supports, [&](std::uint32_t at) { return at >= q.paragraphs.size(); });
    const bool one = supports.size() == 1 || (supports.empty() && q.paragraphs.size() == 1);
    if (one) report(audit_code::single_context, 0, q.paragraphs[supports.empty() ? 0 : supports[0]].title);

    const std::string answer = padded(q.answer);
    const std::vector<std::string> names = first_names(q);
    const auto holds = [&](std::size_t p) {
      return mentioned_at(answer, p) &&
             std::all_of(names.begin(), names.end(), [&](const std::string& name) { return mentioned_at(name, p); });
    };
    const bool telling = !is_blank(answer) && !says_yes_or_no(answer) && !names.empty();
    for (std::size_t p = 0; telling && !one && p < q.paragraphs.size(); ++p) {
      if (!holds(p)) continue;
      report(audit_code::head_beside_answer, 0, q.paragraphs[p].title);
      break;
    }
    if (!q.hops.empty() || supports.size() < 2 || q.question.empty() || says_yes_or_no(answer) || is_blank(answer))
      return;
    for (const std::uint32_t without : supports) {
      std::vector<context_paragraph> rest;
      for (std::uint32_t p = 0; p < q.paragraphs.size(); ++p) {
        if (p != without) rest.push_back(q.paragraphs[p]);
      }
      const reading said = std::invoke(read_, reading_task{q.id, q.question, rest});
      ++totals_.readings[static_cast<std::size_t>(audit_code::needless_support)];
      if (score_(said.answer, q.answer).f1 <= options_.answer_f1_at_support) continue;
      report(audit_code::needless_support, 0, q.paragraphs[without].title);
    }
  }

  template <class Report>
  void check_circles(const audited_question& q, const Report& report) {
    std::vector<std::string> answers;
    for (const audited_hop& hop : q.hops) answers.emplace_back(hop.answer);
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      if (heads_of(q, i).empty() || says_yes_or_no(answers_[i])) continue;
      if (mentioned(answers_[i], padded(fill(q.hops[i].question, answers)))) {
        report(audit_code::circular_step, i + 1, q.hops[i].answer);
      }
    }
  }

  template <class Report>
  void check_duplicate(const audited_question& q, std::size_t part, const Report& report) {
    if (q.question.empty()) return;
    // MuSiQue-Full asks a question twice, once with an insufficient context.
    std::string key = std::to_string(part) + (q.answerable ? " a " : " n ") + normalize(q.question);
    if (!share_.takes(key)) return;
    const auto [entry, added] = asked_.try_emplace(std::move(key), std::string{q.id});
    if (!added) report(audit_code::duplicate_question, 0, entry->second);
  }

  // A citation may leave words out, as "…" or "...": then one paragraph contains each of its pieces.
  template <class Report>
  void check_citations(const audited_question& q, const Report& report) {
    if (q.paragraphs.empty()) return;
    for (const std::string_view citation : q.citations) {
      std::vector<std::string> pieces;
      for (std::string_view rest = citation; !rest.empty();) {
        const std::size_t end = std::min(rest.find("..."), rest.find("…"));
        std::string words = padded(rest.substr(0, end));
        if (!is_blank(words)) pieces.push_back(std::move(words));
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 3);  // both have three bytes
      }
      const auto has_all = [&](const std::string& text) {
        return std::all_of(pieces.begin(), pieces.end(), [&](const auto& piece) { return mentioned(piece, text); });
      };
      if (!pieces.empty() && std::any_of(texts_.begin(), texts_.end(), has_all)) continue;
      report(audit_code::citation_not_found, 0, citation);
    }
  }

  Read read_;
  audit_options options_;
  answer_scorer<> score_{dialects::musique};
  part_number share_;
  audit_counts totals_;
  std::vector<std::string> answers_, texts_, titles_;  // of the current question
  std::map<std::string, owner, std::less<>> known_questions_, known_answers_, known_paragraphs_;
  std::map<std::string, std::string, std::less<>> asked_;  // question of a part -> the first id that had it
};

}  // namespace mhqa::inline v0_1
