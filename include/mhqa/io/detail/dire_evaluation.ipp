// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of dire_evaluation.hpp.
#pragma once

#include <mhqa/io/dire_evaluation.hpp>

#include <mhqa/error.hpp>
#include <mhqa/find.hpp>
#include <mhqa/metrics/dialect_key.hpp>
#include <mhqa/metrics/score_bytes.hpp>

#include <fmt/core.h>

#include <iterator>
#include <numeric>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void write_blocks(json_writer& json, const mhqa::dire::table<mhqa::scores>& table) {
  json.begin_object();
  for_each_block(table, [&](std::string_view name, const mhqa::scores& s) {
    json.key(name).begin_object().member("f1", s.f1).member("em", s.em);
    json.member("precision", s.precision).member("recall", s.recall).end_object();
  });
  json.end_object();
}

namespace detail {

inline signature_choices dire_choices(const dire_result& result, mhqa::dire::kind which, mhqa::dire::bound by) {
  constexpr std::array<std::string_view, 3> bounds{"none", "eq7-each", "eq7-letter"};
  return {{"kind", std::string{to_string(which)}},
          {"condition", std::string{bounds[static_cast<std::size_t>(by)]}},
          {"paragraphs", result.by_position ? "position" : "title"}};
}

/// Calls f for each block of a table of sums.
template <class Table, class F>
void for_each_sum(Table& sums, F&& f) {
  for (auto* const one :
       {&sums.answer, &sums.paragraphs, &sums.sentences, &sums.answer_and_paragraphs, &sums.answer_and_sentences}) {
    f(*one);
  }
}

}  // namespace detail

MHQA_INLINE std::string dire_signature(const dire_result& result, mhqa::dire::kind which, mhqa::dire::bound by) {
  signature_choices choices = detail::dire_choices(result, which, by);
  choices.emplace_back("n", std::to_string(result.totals.questions));
  return mhqa::make_signature(result.rules, result.data, std::move(choices));
}

MHQA_INLINE std::string dire_sums::settings() const {
  std::string blocks;
  for (const bool wanted : {result.scored.answer, result.scored.paragraphs, result.scored.sentences}) {
    blocks += wanted ? '1' : '0';
  }
  signature_choices choices = detail::dire_choices(result, which, by);
  choices.emplace_back("blocks", blocks);
  return mhqa::make_signature(result.rules, choices);
}

MHQA_INLINE std::uint64_t dire_sums::questions() const noexcept {
  return std::accumulate(result.totals.left_out.begin(), result.totals.left_out.end(), result.totals.questions);
}

MHQA_INLINE dire_sums& dire_sums::operator+=(const dire_sums& other) {
  const dire_result& more = other.result;
  result.totals += more.totals;
  result.data += more.data;
  result.predicted += more.predicted;
  result.ignored += more.ignored;
  result.repeated += more.repeated;
  if (more.unknown_positions != 0 &&
      (result.unknown_positions == 0 || more.first_unknown_at < result.first_unknown_at)) {
    result.first_unknown = more.first_unknown;
    result.first_unknown_at = more.first_unknown_at;
  }
  result.unknown_positions += more.unknown_positions;
  return *this;
}

MHQA_INLINE void dire_sums::save(byte_writer& out) const {
  out.number(static_cast<std::uint64_t>(which));
  out.number(static_cast<std::uint64_t>(by));
  out.text(result.rules.name.view());
  out.number(key_of(result.rules));
  for (const bool flag :
       {result.scored.answer, result.scored.paragraphs, result.scored.sentences, result.by_position}) {
    out.flag(flag);
  }
  detail::for_each_sum(result.totals.sums, [&](const std::optional<accumulator>& sum) {
    out.flag(sum.has_value());
    if (sum) mhqa::save(out, *sum);
  });
  out.number(result.totals.questions);
  for (const std::uint64_t count : result.totals.left_out) out.number(count);
  mhqa::save(out, result.data);
  for (const std::uint64_t count :
       {result.predicted, result.ignored, result.repeated, result.unknown_positions, result.first_unknown_at}) {
    out.number(count);
  }
  out.text(result.first_unknown);
}

MHQA_INLINE void dire_sums::load(byte_reader& in) {
  const std::uint64_t kind = in.number(), bound = in.number();
  if (kind > static_cast<std::uint64_t>(mhqa::dire::kind::trivial) ||
      bound > static_cast<std::uint64_t>(mhqa::dire::bound::letter)) {
    in.fail("expected a kind and a condition of DiRe");
  }
  which = static_cast<mhqa::dire::kind>(kind);
  by = static_cast<mhqa::dire::bound>(bound);
  const std::string_view rules = in.text();
  const dialect* const known = find<dialect>(rules);
  if (in.number() != (known == nullptr ? 0 : key_of(*known)) || known == nullptr) {
    in.fail("the dialect \"" + std::string{rules} + "\" is not one of this library", errc::unknown_name);
  }
  result.rules = *known;
  for (bool* const flag :
       {&result.scored.answer, &result.scored.paragraphs, &result.scored.sentences, &result.by_position}) {
    *flag = in.flag();
  }
  detail::for_each_sum(result.totals.sums, [&](std::optional<accumulator>& sum) {
    if (in.flag()) mhqa::load(in, sum.emplace());
  });
  result.totals.questions = in.number();
  for (std::uint64_t& count : result.totals.left_out) count = in.number();
  mhqa::load(in, result.data);
  for (std::uint64_t* const count :
       {&result.predicted, &result.ignored, &result.repeated, &result.unknown_positions, &result.first_unknown_at}) {
    *count = in.number();
  }
  result.first_unknown = in.text();
}

MHQA_INLINE void count_predictions(dire_result& result, const dire::instances& input,
                                   const dire::predictions& predictions, const part_number& part) {
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const std::string_view id = predictions.id(i);
    if (!part.takes(id)) continue;
    ++result.predicted;
    const bool known = input.contains(id);
    result.ignored += known ? 0 : 1;
    if (known && input.which() == dire::kind::original) result.repeated += predictions.rows(id).size() - 1;
  }
}

MHQA_INLINE void expect_scored(const dire_result& result, const std::string& predictions, const std::string& input) {
  if (result.ignored == result.predicted) {
    mhqa::throw_data_error({.file = predictions},
                           "no prediction has an id of the input" + (input.empty() ? input : ' ' + input));
  }
  if (result.totals.questions != 0) return;
  std::string why;
  for (std::size_t i = 0; i < mhqa::dire::problem_count; ++i) {
    if (result.totals.left_out[i] == 0) continue;
    why.append(why.empty() ? ": " : ", ").append(std::to_string(result.totals.left_out[i])).append(" ");
    why.append(mhqa::dire::to_string(static_cast<mhqa::dire::problem>(i)));
  }
  mhqa::throw_data_error({.file = predictions}, "no question can be scored" + why);
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
  json.member("repeated_predictions", result.repeated)
      .member("unknown_positions", result.unknown_positions)
      .end_object();
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
  if (result.repeated != 0) {
    fmt::format_to(std::back_inserter(out), "{} prediction{} not counted: a later line has the same id\n",
                   result.repeated, result.repeated == 1 ? "" : "s");
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

}  // namespace mhqa::inline v0_1::io
