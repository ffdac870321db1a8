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

namespace mhqa {
inline namespace v0_1 {

MHQA_INLINE joined_wordings join_wordings(std::span<const wording_request> requests,
                                          std::span<const std::vector<wording_answer>> people, std::uint64_t seed) {
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

MHQA_INLINE worded_questions word_questions(std::span<const wording_request> requests,
                                            std::span<const std::vector<wording_answer>> people) {
  return detail::collect_results(join_wordings(requests, people).results);
}

}  // namespace v0_1
}  // namespace mhqa
