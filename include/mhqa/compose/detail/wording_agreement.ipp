// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of wording_agreement.hpp.
#pragma once

#include <mhqa/compose/wording_agreement.hpp>

#include <mhqa/compose/wording_faults.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

namespace detail {

// What people said of one question.
struct wording_votes {
  std::vector<std::string_view> kept;
  std::vector<std::size_t> by;           // of `kept`
  std::array<std::uint64_t, 2> votes{};  // same, different
  std::optional<std::size_t> refused;
  bool blank = false;

  wording_votes(std::span<const wording_results> said, std::size_t i) {
    for (std::size_t p = 0; p < said.size(); ++p) {
      const wording_verdict verdict = said[p].verdicts[i];
      if (verdict == wording_verdict::missing) continue;
      ++votes[verdict == wording_verdict::different_entities ? 1 : 0];
      blank = blank || verdict == wording_verdict::no_words;
      if (verdict == wording_verdict::refused && !refused) refused = p;
      if (verdict != wording_verdict::kept) continue;
      kept.emplace_back(said[p].questions[i]);
      by.push_back(p);
    }
  }
  [[nodiscard]] std::uint64_t answers() const noexcept { return votes[0] + votes[1]; }
  // The share of pairs of people who agree, of two people or more.
  [[nodiscard]] double agreement() const noexcept {
    const auto pairs = [](std::uint64_t n) { return n * (n - (n == 0 ? 0 : 1)); };
    return static_cast<double>(pairs(votes[0]) + pairs(votes[1])) / static_cast<double>(pairs(answers()));
  }
  [[nodiscard]] wording_verdict verdict() const noexcept {
    if (answers() != 0 && 2 * votes[1] >= answers()) return wording_verdict::different_entities;
    if (!kept.empty()) return wording_verdict::kept;
    if (refused) return wording_verdict::refused;
    return blank ? wording_verdict::no_words : wording_verdict::missing;
  }
  // The wording that is most like the others.
  template <class F>
  [[nodiscard]] std::size_t best(F&& compare) const {
    std::size_t best = 0;
    double most = -1;
    for (std::size_t a = 0; a < kept.size(); ++a) {
      exact_sum sum;
      for (std::size_t b = 0; b < kept.size(); ++b) {
        if (a != b) sum += compare(kept[a], kept[b]).f1;
      }
      if (sum.value() > most) best = a;
      most = std::max(most, sum.value());
    }
    return best;
  }
};

// The verdicts on one person's wordings, and their faults by number.
[[nodiscard]] inline wording_person count_wordings(const wording_results& said) {
  wording_person out;
  out.verdicts = said.counts;
  std::map<std::string_view, std::uint64_t> faults;
  for (const wording_fault fault : said.faults) {
    if (fault != wording_fault::none) ++faults[to_string(fault)];
  }
  for (const auto& [reason, count] : faults) out.faults.push_back({std::string{reason}, count});
  return out;
}

}  // namespace detail

MHQA_INLINE joined_wordings join_wordings(std::span<const wording_request> requests,
                                          std::span<const std::vector<wording_answer>> people, std::uint64_t seed) {
  if (people.empty()) throw_data_error({}, "join_wordings: expected the wordings of at least one person");
  std::vector<wording_results> said;
  joined_wordings out;
  for (const std::vector<wording_answer>& person : people) {
    said.push_back(check_wordings(requests, person));
    out.agreement.people.push_back(detail::count_wordings(said.back()));
  }
  answer_scorer<> score{dialects::musique};
  const auto compare = [&score](std::string_view a, std::string_view b) {
    return score(a, std::span<const std::string_view>{&b, 1});
  };
  exact_sum words, verdicts;
  fleiss_counts<2> kappa;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const detail::wording_votes votes{said, i};
    if (votes.answers() > 1) {
      ++out.agreement.answered_by_several;
      verdicts += votes.agreement();
      kappa.add(votes.votes);
    }
    if (votes.kept.size() > 1) {
      ++out.agreement.worded_by_several;
      draws random{seed, requests[i].id};
      words += human_agreement(std::span<const std::string_view>{votes.kept}, compare, random)->f1;
    }
    const wording_verdict verdict = votes.verdict();
    out.results.verdicts.push_back(verdict);
    ++out.results.counts[static_cast<std::size_t>(verdict)];
    const bool refused = verdict == wording_verdict::refused;
    out.results.faults.push_back(refused ? said[*votes.refused].faults[i] : wording_fault::none);
    std::string& question = out.results.questions.emplace_back();
    if (verdict != wording_verdict::kept) continue;
    const std::size_t best = votes.best(compare);
    question = votes.kept[best];
    ++out.agreement.people[votes.by[best]].used;
  }
  const auto mean = [](const exact_sum& sum, std::uint64_t n) {
    return n == 0 ? std::nullopt : std::optional{sum.value() / static_cast<double>(n)};
  };
  out.agreement.words_f1 = mean(words, out.agreement.worded_by_several);
  out.agreement.same_verdict = mean(verdicts, out.agreement.answered_by_several);
  out.agreement.entity_kappa = kappa.kappa();
  return out;
}

MHQA_INLINE worded_questions word_questions(std::span<const wording_request> requests,
                                            std::span<const std::vector<wording_answer>> people) {
  return detail::collect_results(join_wordings(requests, people).results);
}

}  // namespace mhqa::inline v0_1
