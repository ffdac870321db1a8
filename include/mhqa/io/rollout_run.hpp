// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Analyses the rollouts of a file against gold questions on an executor's threads.
//   analyze_rollouts("rollouts.jsonl", golds, document_match::text, threads, [](const analyzed_rollout&) {});
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/plain_text.hpp>
#include <mhqa/io/rollout_golds.hpp>
#include <mhqa/io/rollout_lines.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/rollout/analysis.hpp>
#include <mhqa/rollout/totals.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A rollout with its question and its analysis. Without a gold question there is no analysis.
struct analyzed_rollout {
  rollout_line line;
  const prepared_rollout_gold* gold = nullptr;
  rollout_finding finding;
};

/// The result of a file.
struct rollout_run {
  rollout_summary summary;
  std::uint64_t rollouts = 0;      ///< all lines
  std::uint64_t without_gold = 0;  ///< rollouts of ids that the gold file lacks; not in the summary
  std::uint64_t questions = 0;     ///< gold questions
  std::uint64_t not_rolled = 0;    ///< gold questions without a rollout
  std::uint64_t left_out = 0;      ///< unanswerable gold rows
  std::array<std::uint64_t, rollout_fault_names.size()> flaws{};
  std::string signature;
};

namespace detail {

/// Analyzers for any number of threads. A rollout gets the one that had its question last, if it is idle.
class rollout_analyzers {
 public:
  explicit rollout_analyzers(document_match match) : match_{match} {}

  [[nodiscard]] rollout_finding operator()(const rollout& one, const prepared_rollout_gold& gold);

 private:
  [[nodiscard]] std::unique_ptr<rollout_analyzer> take(const prepared_rollout_gold& gold);

  document_match match_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<rollout_analyzer>> idle_;
};

/// Returns true for a file that is not JSON. A stream, which can be read only once, is taken for JSON.
[[nodiscard]] bool is_tagged_file(const std::string& path);

/// Fails if no rollout has a gold question: the two files do not belong together, or one is not what it is taken for.
void expect_gold(const rollout_run& run, const std::string& path);

/// Reads one rollout from a file of tagged text; its id is the file's name without its last extension.
template <class Analyze>
void read_text_rollout(const std::string& path, const Analyze& analyze) {
  const file_bytes bytes{path, file_access::copied};
  expect_utf8(bytes.view(), path);
  analyzed_rollout one;
  read_tagged(bytes.view(), one.line.parsed);
  decode_calls(one.line);
  std::string_view name{path};
  if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
  one.line.parsed.id = name.substr(0, name.rfind('.'));
  analyze(one);
}

}  // namespace detail

/// Analyses each rollout and calls each(analyzed_rollout) in the order of the file.
///
/// Shape:  JSON Lines or a JSON array of lines as io::read(json_value, rollout_line&) reads them; a file that begins
///         otherwise is one tagged text. An id may occur in any number of rollouts
/// Errors: data_error as the reader; for a text that is not UTF-8, and if no rollout has an id of the golds
/// Cost:   linear in the file, on the executor's threads
template <executor E, class Each>
[[nodiscard]] rollout_run analyze_rollouts(const std::string& path, const rollout_golds& golds, document_match match,
                                           E& threads, Each&& each) {
  rollout_run out;
  std::vector<bool> rolled(golds.size(), false);
  detail::rollout_analyzers analyzers{match};
  const auto analyze = [&](analyzed_rollout& one) {
    const std::uint32_t number = golds.find(one.line.parsed.id);
    one.gold = number == string_index::npos ? nullptr : &golds[number];
    if (one.gold != nullptr) one.finding = analyzers(one.line.parsed, *one.gold);
  };
  const auto take = [&](const analyzed_rollout& one) {
    ++out.rollouts;
    for (const rollout_flaw& flaw : one.line.parsed.flaws) ++out.flaws[static_cast<std::size_t>(flaw.fault)];
    if (one.gold == nullptr) {
      ++out.without_gold;
    } else {
      rolled[golds.find(one.gold->gold().id)] = true;
      out.summary.add(one.finding, one.gold->gold());
    }
    each(one);
  };
  if (!detail::is_tagged_file(path)) {
    json_records records{path};
    records.for_each<analyzed_rollout>(
        threads,
        [&analyze](json_value value, analyzed_rollout& one) {
          read(value, one.line);
          analyze(one);
        },
        take);
  } else {
    detail::read_text_rollout(path, [&](analyzed_rollout& one) {
      analyze(one);
      take(one);
    });
  }
  detail::expect_gold(out, path);
  out.questions = golds.size();
  out.left_out = golds.left_out();
  out.not_rolled = static_cast<std::uint64_t>(std::count(rolled.begin(), rolled.end(), false));
  out.signature = make_signature(golds.rules(), golds.data(),
                                 {{"kind", "rollouts"},
                                  {"match", std::string{document_match_names[static_cast<std::size_t>(match)]}},
                                  {"gold", std::string{golds.layout().name}},
                                  {"n", std::to_string(out.rollouts - out.without_gold)},
                                  {"questions", std::to_string(out.questions)}});
  return out;
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/rollout_run.ipp>
#endif
