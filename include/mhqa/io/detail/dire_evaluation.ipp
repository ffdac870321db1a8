// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of dire_evaluation.hpp.
#pragma once

#include <mhqa/io/dire_evaluation.hpp>

#include <fmt/core.h>

#include <iterator>

namespace mhqa {
inline namespace v0_1 {
namespace io {

MHQA_INLINE void write_blocks(json_writer& json, const mhqa::dire::table<mhqa::scores>& table) {
  json.begin_object();
  for_each_block(table, [&](std::string_view name, const mhqa::scores& s) {
    json.key(name).begin_object().member("f1", s.f1).member("em", s.em);
    json.member("precision", s.precision).member("recall", s.recall).end_object();
  });
  json.end_object();
}

MHQA_INLINE std::string dire_signature(const dire_result& result, mhqa::dire::kind which, mhqa::dire::bound by) {
  constexpr std::array<std::string_view, 3> bounds{"none", "eq7-each", "eq7-letter"};
  return mhqa::make_signature(result.rules, result.data,
                              {{"kind", std::string{to_string(which)}},
                               {"condition", std::string{bounds[static_cast<std::size_t>(by)]}},
                               {"paragraphs", result.by_position ? "position" : "title"},
                               {"n", std::to_string(result.totals.questions)}});
}

MHQA_INLINE void append_dire_json(std::string& out, const dire_result& result, mhqa::dire::kind which,
                                  mhqa::dire::bound by) {
  json_writer json{out, 2};
  json.begin_object().member("dataset", "dire").member("kind", to_string(which));
  json.member("conditional", by != mhqa::dire::bound::none);
  write_blocks(json.key("scores"), result.totals.means());
  json.key("counts").begin_object().member("questions", result.totals.questions);
  std::uint64_t left_out = 0;
  for (const auto count : result.totals.left_out) left_out += count;
  json.member("left_out", left_out).member("ignored_predictions", result.ignored);
  json.member("unknown_positions", result.unknown_positions).end_object();
  json.key("left_out").begin_object();
  for (std::size_t i = 0; i < mhqa::dire::problem_count; ++i) {
    if (result.totals.left_out[i] == 0) continue;
    json.member(mhqa::dire::to_string(static_cast<mhqa::dire::problem>(i)), result.totals.left_out[i]);
  }
  json.end_object().member("signature", std::string_view{dire_signature(result, which, by)}).end_object();
  out += '\n';
}

MHQA_INLINE void append_left_out(std::string& out, const dire_result& result) {
  for (std::size_t i = 0; i < mhqa::dire::problem_count; ++i) {
    const auto count = result.totals.left_out[i];
    if (count == 0) continue;
    fmt::format_to(std::back_inserter(out), "{} question{} left out: {}\n", count, count == 1 ? "" : "s",
                   mhqa::dire::to_string(static_cast<mhqa::dire::problem>(i)));
  }
  if (result.ignored != 0) {
    fmt::format_to(std::back_inserter(out), "predictions for {} question{} ignored: the input lacks their ids\n",
                   result.ignored, result.ignored == 1 ? "" : "s");
  }
  if (result.unknown_positions != 0) {
    fmt::format_to(std::back_inserter(out),
                   "{} prediction{} with positions that the context lacks, which count as wrong; the first is {}\n",
                   result.unknown_positions, result.unknown_positions == 1 ? "" : "s", result.first_unknown);
  }
}

MHQA_INLINE void append_dire_table(std::string& out, const dire_result& result, mhqa::dire::kind which,
                                   mhqa::dire::bound by) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "dire, {}{}, fractions of 1\n\n{:<28}  {:>10}{:>10}{:>10}{:>10}\n", to_string(which),
                 by == mhqa::dire::bound::none ? "" : " given the original predictions", "", "f1", "em", "precision",
                 "recall");
  for_each_block(result.totals.means(), [&](std::string_view name, const scores& s) {
    fmt::format_to(to, "{:<28}  {:>10.6f}{:>10.6f}{:>10.6f}{:>10.6f}\n", name, s.f1, s.em, s.precision, s.recall);
  });
  fmt::format_to(to, "{:<28}  {:>10}\n\n", "questions", result.totals.questions);
  append_left_out(out, result);
  fmt::format_to(to, "signature {}\n", dire_signature(result, which, by));
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
