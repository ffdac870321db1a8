// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Wordings of the same questions by several people or models: the one that is used, and how far they agree.
//   const auto joined = mhqa::join_wordings(requests, people);  // joined.results.questions, joined.agreement.words_f1
#pragma once

#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wording_check.hpp>
#include <mhqa/compose/wording_faults.hpp>
#include <mhqa/compose/wordings.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// What became of one person's answers.
struct wording_person {
  std::array<std::uint64_t, 5> verdicts{};  ///< by wording_verdict
  std::vector<reason_count> faults;         ///< of refused wordings, sorted by reason
  std::uint64_t used = 0;                   ///< wordings that the questions got

  [[nodiscard]] std::uint64_t count(wording_verdict v) const noexcept { return verdicts[static_cast<std::size_t>(v)]; }

  friend bool operator==(const wording_person&, const wording_person&) = default;
};

/// The agreement of several people. Undefined numbers (nothing to compare) are empty.
struct wording_agreement {
  std::vector<wording_person> people;     ///< in the order of the input
  std::uint64_t answered_by_several = 0;  ///< questions
  std::uint64_t worded_by_several = 0;    ///< questions with two wordings or more that are kept
  std::optional<double> words_f1;         ///< mean over these: one drawn wording against the others, the maximum
  std::optional<double> same_verdict;     ///< mean share of pairs of people who say the same about the entities
  std::optional<double> entity_kappa;     ///< Fleiss' kappa of these verdicts

  friend bool operator==(const wording_agreement&, const wording_agreement&) = default;
};

/// The wordings that are used, and the people's agreement.
struct joined_wordings {
  wording_results results;
  wording_agreement agreement;
};

/// Joins the answers of several people to the same requests.
///
/// Shape:  people[p] has p's answers in any order -> n verdicts. A question is discarded if at least half of its
///         answers say that a bridge means different entities; otherwise it gets, of the wordings without a fault, the
///         one with the highest mean token F1 (MuSiQue's dialect) against the others, the first of equal ones. With one
///         person, the results are those of check_wordings. The drawn wording depends on (seed, id)
/// Errors: data_error for nobody; those of check_wordings for each person
/// Cost:   O(people^2) scores a question
/// Source: agreement after Trivedi et al. 2022, Sec. 6, Table 3, on wordings instead of answers
[[nodiscard]] inline joined_wordings join_wordings(std::span<const wording_request> requests,
                                                   std::span<const std::vector<wording_answer>> people,
                                                   std::uint64_t seed = 0) {
  if (people.empty()) throw_data_error({}, "join_wordings: expected the wordings of at least one person");
  std::vector<wording_results> said;
  joined_wordings out;
  for (const std::vector<wording_answer>& person : people) {
    said.push_back(check_wordings(requests, person));
    wording_person& counts = out.agreement.people.emplace_back();
    counts.verdicts = said.back().counts;
    std::map<std::string_view, std::uint64_t> faults;
    for (const wording_fault fault : said.back().faults) {
      if (fault != wording_fault::none) ++faults[to_string(fault)];
    }
    for (const auto& [reason, count] : faults) counts.faults.push_back({std::string{reason}, count});
  }
  answer_scorer<> score{dialects::musique};
  const auto compare = [&score](std::string_view a, std::string_view b) {
    return score(a, std::span<const std::string_view>{&b, 1});
  };
  exact_sum words, verdicts;
  fleiss_counts<2> kappa;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    std::vector<std::string_view> kept;
    std::vector<std::size_t> by;
    std::array<std::uint64_t, 2> votes{};  // same, different
    std::optional<std::size_t> refused;
    bool blank = false;
    for (std::size_t p = 0; p < people.size(); ++p) {
      const wording_verdict verdict = said[p].verdicts[i];
      if (verdict == wording_verdict::missing) continue;
      ++votes[verdict == wording_verdict::different_entities ? 1 : 0];
      blank = blank || verdict == wording_verdict::no_words;
      if (verdict == wording_verdict::refused && !refused) refused = p;
      if (verdict != wording_verdict::kept) continue;
      kept.emplace_back(said[p].questions[i]);
      by.push_back(p);
    }
    const std::uint64_t answers = votes[0] + votes[1];
    if (answers > 1) {
      ++out.agreement.answered_by_several;
      const std::uint64_t agreeing =
          votes[0] * (votes[0] - (votes[0] == 0 ? 0 : 1)) + votes[1] * (votes[1] - (votes[1] == 0 ? 0 : 1));
      verdicts += static_cast<double>(agreeing) / static_cast<double>(answers * (answers - 1));
      kappa.add(votes);
    }
    if (kept.size() > 1) {
      ++out.agreement.worded_by_several;
      draws random{seed, requests[i].id};
      words += human_agreement(std::span<const std::string_view>{kept}, compare, random)->f1;
    }
    wording_verdict verdict = wording_verdict::missing;
    std::string question;
    wording_fault fault = wording_fault::none;
    if (answers != 0 && 2 * votes[1] >= answers) {
      verdict = wording_verdict::different_entities;
    } else if (!kept.empty()) {
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
      verdict = wording_verdict::kept;
      question = kept[best];
      ++out.agreement.people[by[best]].used;
    } else if (refused) {
      verdict = wording_verdict::refused;
      fault = said[*refused].faults[i];
    } else if (blank) {
      verdict = wording_verdict::no_words;
    }
    out.results.verdicts.push_back(verdict);
    out.results.faults.push_back(fault);
    out.results.questions.push_back(std::move(question));
    ++out.results.counts[static_cast<std::size_t>(verdict)];
  }
  const auto mean = [](const exact_sum& sum, std::uint64_t n) {
    return n == 0 ? std::nullopt : std::optional{sum.value() / static_cast<double>(n)};
  };
  out.agreement.words_f1 = mean(words, out.agreement.worded_by_several);
  out.agreement.same_verdict = mean(verdicts, out.agreement.answered_by_several);
  out.agreement.entity_kappa = kappa.kappa();
  return out;
}

/// Returns the wordings of join_wordings(), and by reason the questions that have none.
///
/// Errors: those of join_wordings
[[nodiscard]] inline worded_questions word_questions(std::span<const wording_request> requests,
                                                     std::span<const std::vector<wording_answer>> people) {
  return detail::collect_results(join_wordings(requests, people).results);
}

}  // namespace v0_1
}  // namespace mhqa
