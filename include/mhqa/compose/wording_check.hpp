// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What came back from those who word composed questions, and which of it is kept: somebody who says that a bridge joins
// two different things (two people of one name) has the question discarded (MuSiQue's step S7).
#pragma once

#include <mhqa/compose/verbalise.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// An answer to a wording_request.
struct wording_answer {
  std::string id;
  std::string question;     ///< empty: no words were found
  bool same_entity = true;  ///< whether every bridge is the same thing in both of its questions

  friend bool operator==(const wording_answer&, const wording_answer&) = default;
};

/// What becomes of a request.
enum class wording_verdict : std::uint8_t {
  kept,
  missing,            ///< nobody answered
  no_words,           ///< the question is blank
  different_entities  ///< a bridge is not the same entity: discarded
};

/// The reason code: "kept", "missing", "no-words", "different-entities".
[[nodiscard]] constexpr std::string_view to_string(wording_verdict verdict) noexcept {
  constexpr std::array<std::string_view, 4> names{"kept", "missing", "no-words", "different-entities"};
  return names[static_cast<std::size_t>(verdict)];
}

/// The verdicts on all requests, in their order.
struct wording_results {
  std::vector<wording_verdict> verdicts;
  std::vector<std::string> questions;  ///< of those kept, else empty
  std::array<std::uint64_t, 4> counts{};

  [[nodiscard]] std::uint64_t count(wording_verdict v) const noexcept { return counts[static_cast<std::size_t>(v)]; }
};

/// Joins answers to requests by id.
///
/// Shape:  requests[n], answers in any order -> n verdicts
/// Errors: data_error for an id that is answered twice or that no request has; of different entities the words do not
///         matter
/// Cost:   one hash a request and an answer
/// Source: Trivedi et al. 2022, Sec. 5, S7
[[nodiscard]] inline wording_results check_wordings(std::span<const wording_request> requests,
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
  for (const wording_answer* answer : said) {
    wording_verdict verdict = wording_verdict::kept;
    if (answer == nullptr) {
      verdict = wording_verdict::missing;
    } else if (!answer->same_entity) {
      verdict = wording_verdict::different_entities;
    } else if (answer->question.find_first_not_of(" \t\r\n") == std::string::npos) {
      verdict = wording_verdict::no_words;
    }
    out.verdicts.push_back(verdict);
    out.questions.push_back(verdict == wording_verdict::kept ? answer->question : std::string{});
    ++out.counts[static_cast<std::size_t>(verdict)];
  }
  return out;
}

}  // namespace v0
}  // namespace mhqa
