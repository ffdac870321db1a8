// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the wordings that people or models returned for composed questions: refuses a wording with a fault, and
// discards a question whose bridge joins two different things (two people with one name; MuSiQue's step S7).
#pragma once

#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wording_faults.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// An answer to a wording_request.
struct wording_answer {
  std::string id;
  std::string question;     ///< empty: no wording
  bool same_entity = true;  ///< true if every bridge means the same thing in both questions

  friend bool operator==(const wording_answer&, const wording_answer&) = default;
};

/// The outcome of a request.
enum class wording_verdict : std::uint8_t {
  kept,
  missing,             ///< nobody answered
  no_words,            ///< the wording is blank
  different_entities,  ///< a bridge means different entities: discarded
  refused              ///< the wording has a fault
};

/// Returns the reason code: "kept", "missing", "no-words", "different-entities", "refused".
[[nodiscard]] constexpr std::string_view to_string(wording_verdict verdict) noexcept {
  constexpr std::array<std::string_view, 5> names{"kept", "missing", "no-words", "different-entities", "refused"};
  return names[static_cast<std::size_t>(verdict)];
}

/// The verdicts on all requests, in order.
struct wording_results {
  std::vector<wording_verdict> verdicts;
  std::vector<wording_fault> faults;   ///< of refused wordings
  std::vector<std::string> questions;  ///< of kept wordings, otherwise empty
  std::array<std::uint64_t, 5> counts{};

  [[nodiscard]] std::uint64_t count(wording_verdict v) const noexcept { return counts[static_cast<std::size_t>(v)]; }
};

/// Joins answers to requests by id.
///
/// Shape:  requests[n], answers in any order -> n verdicts. If a bridge joins different entities, the wording does not
///         matter; otherwise a wording with a fault is refused
/// Errors: data_error for a repeated or unknown id
/// Cost:   one hash per request and answer, and find_fault()
/// Source: Trivedi et al. 2022, Sec. 5, S7
[[nodiscard]] wording_results check_wordings(std::span<const wording_request> requests,
                                             std::span<const wording_answer> answers);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/wording_check.ipp>
#endif
