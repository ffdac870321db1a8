// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One self-contained HTML page about analysed rollouts: the report, and each rollout with the path of its hops through
// the steps. It loads nothing from anywhere.
//   rollout_page page; page.add(one); write(page.text(run));
#pragma once

#include <mhqa/io/report_page.hpp>
#include <mhqa/io/rollout_run.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// The page, rollout by rollout.
///
/// Cost: O(bytes of the queries and answers); about 1 KB a rollout
class rollout_page {
 public:
  /// Adds a rollout; one without a gold question is left out, as from the report.
  void add(const analyzed_rollout& one);

  /// Returns the whole page.
  [[nodiscard]] std::string text(const rollout_run& run) const;

 private:
  static constexpr std::size_t most_steps = 24;
  static constexpr std::string_view own_style =
      "pre{overflow-x:auto;background:var(--soft);padding:.7rem}td.say{white-space:normal;text-align:left;min-width:"
      "9rem;"
      "vertical-align:top}td.lost{background:var(--hit)}";

  [[nodiscard]] static std::string safe(std::string_view text) { return detail::html_text(printable(text)); }

  void add_hop(const rollout_gold& gold, const rollout_finding& f, std::size_t h, std::size_t shown);

  std::string rows_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/rollout_page.ipp>
#endif
