// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of wording_check.hpp.
#pragma once

#include <mhqa/compose/wording_check.hpp>

#include <mhqa/text/normalize.hpp>
#include <mhqa/text/string_index.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE wording_results check_wordings(std::span<const wording_request> requests,
                                           std::span<const wording_answer> answers) {
  string_index ids;
  for (const wording_request& request : requests) {
    if (!ids.insert(request.id).second) throw_data_error({.id = request.id}, "expected one request with this id");
  }
  std::vector<const wording_answer*> said(requests.size(), nullptr);
  for (const wording_answer& answer : answers) {
    const std::uint32_t number = ids.find(answer.id);
    if (number == string_index::npos) throw_data_error({.id = answer.id}, "expected the id of a request");
    if (said[number] != nullptr) throw_data_error({.id = answer.id}, "expected one answer to this id, found another");
    said[number] = &answer;
  }
  wording_results out;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const wording_answer* const answer = said[i];
    wording_fault fault = wording_fault::none;
    wording_verdict verdict = wording_verdict::kept;
    if (answer == nullptr) {
      verdict = wording_verdict::missing;
    } else if (!answer->same_entity) {
      verdict = wording_verdict::different_entities;
    } else if (answer->question.find_first_not_of(" \t\r\n") == std::string::npos) {
      verdict = wording_verdict::no_words;
    } else if (fault = find_fault(requests[i], answer->question); fault != wording_fault::none) {
      verdict = wording_verdict::refused;
    }
    out.faults.push_back(fault);
    out.verdicts.push_back(verdict);
    out.questions.push_back(verdict == wording_verdict::kept ? answer->question : std::string{});
    ++out.counts[static_cast<std::size_t>(verdict)];
  }
  return out;
}

}  // namespace mhqa::inline v0_1
