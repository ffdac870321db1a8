// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// S2 and S3 in parts: the candidates of a bridge fall to one part, those of a frequent bridge to all (pair_index), with
// the requests about their pairs and the verdicts. One process merges the parts and goes on with S4, with the same
// result as in one piece (Trivedi et al. 2022, Sec. 5, S2 and S3).
//   bytes = mhqa::to_bytes(mhqa::pair_up_part(good, options, {.number = {.index = 3, .count = 8}}));
//   mhqa::merged_pairs all{std::move(parts)};   // replace(stages::pairs, all.pairs()), …connection, all.connection()
#pragma once

#include <mhqa/compose/connection.hpp>
#include <mhqa/compose/connection_plan.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/quality_part.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The last step of a part: the pairs, the requests of S3, or the verdicts on these.
enum class part_end : std::uint8_t { pairs, requests, verdicts };

/// S2 and S3 of the candidates of one part.
struct pair_part {
  /// A tail with one answer masked, and the paragraphs of its request.
  struct asked_tail {
    masked_tail mask{};
    std::vector<std::uint32_t> context{};
  };

  part_label label{};
  std::uint64_t pool = 0;  ///< of the good questions: fingerprint(), or with paragraphs unless the end is pairs
  part_end end = part_end::pairs;
  std::uint64_t candidates = 0;
  std::vector<question_pair> pairs{};  ///< bridge by bridge, each up to the limit of all parts together
  std::vector<reason_count> dropped{};
  std::vector<std::uint32_t> heads{};            ///< that were asked, ascending
  std::vector<asked_tail> tails{};               ///< ascending by mask
  std::vector<bool> head_stays{}, tail_stays{};  ///< the verdicts; empty unless end is verdicts
};

/// Finds the pairs of one part and, as far as `end` says, plans and judges their requests.
///
/// Shape:  pairs(good, options, executor, part) is S2, e.g. pair_stage; answers are those of connection_stage. With
///         options.connect false, a part ends with its pairs
/// Errors: as the stages; usage_error unless the part's index is below its count
/// Cost:   every part reads all good questions, and indexes all mentions and paragraphs; pairs, searches and readings
///         are divided. Several parts may ask the same request about a frequent bridge
template <class Pairs = pair_stage<>, class Answers = reader_answers<>, class E = serial_executor>
[[nodiscard]] pair_part pair_up_part(const good_set& good, const compose_options& options, part_label label,
                                     part_end end = part_end::verdicts, const Pairs& pairs = {},
                                     const Answers& answers = {}, E&& exec = {}) {
  if (label.number.index >= label.number.count) {
    throw_usage_error("mhqa::pair_up_part: the index must be below the count");
  }
  const single_hop_pool& pool = good.questions.pool();
  pair_part out{.label = std::move(label), .end = options.connect ? end : part_end::pairs};
  out.pool = out.end == part_end::pairs ? fingerprint(pool) : fingerprint_with_paragraphs(pool);
  outcome<pair_set> found = pairs(good, options, exec, out.label.number);
  out.candidates = found.counts.count("in");
  out.pairs = std::move(found.kept.items);
  out.dropped = std::move(found.counts.dropped);
  if (out.end == part_end::pairs) return out;
  const connection_plan plan =
      plan_connection(pool, good.questions.words(), out.pairs, options.seed, options.connection, exec);
  for (const reading_request& r : plan.heads) out.heads.push_back(r.question);
  for (std::size_t i = 0; i < plan.tails.size(); ++i) out.tails.push_back({plan.masks[i], plan.tails[i].context});
  if (out.end == part_end::requests) return out;
  connection_verdicts verdicts = connection_stage<const Answers&>{answers}.judge(pool, plan, options, exec);
  out.head_stays = std::move(verdicts.heads);
  out.tail_stays = std::move(verdicts.tails);
  return out;
}

/// Returns a part as bytes that every machine with this version of the library reads in the same way: 16 for a pair, 9
/// for a head, and for a tail 17 and 4 for each paragraph of its request.
[[nodiscard]] std::string to_bytes(const pair_part& part);

/// Reads a part. `name` is that of the file, for messages.
///
/// Errors: data_error for bytes that are cut, damaged, of another kind or of another version
[[nodiscard]] pair_part read_pair_part(std::string_view bytes, const std::string& name = {});

/// All parts of S2 and S3: stages that replace pair_stage and connection_stage.
///
/// Shape:   parts in any order, all of one end; each outcome is that of the stage in one piece, as options.pairs limits
///          the pairs of a bridge in all parts together. Copies share the parts
/// Errors:  as expect_all_parts(); the stages refuse parts of other good questions, by name
/// Cost:    the memory of all pairs, as without parts; O(pairs log pairs)
class merged_pairs {
 public:
  explicit merged_pairs(std::vector<pair_part> parts);

  [[nodiscard]] part_end end() const noexcept { return parts_->front().end; }

  /// Returns the places of the questions of all pairs, ascending, without repeats.
  ///
  /// Errors: data_error with the name of a part that was made from other good questions than those with this
  ///         fingerprint(), `questions` in number, or that does not end with its pairs
  [[nodiscard]] std::vector<std::uint32_t> questions_of_pairs(std::uint64_t whole, std::uint32_t questions) const;
  /// Makes the pairs those of a part of the pool that has these questions, by its places.
  void move_to(const single_hop_pool& part);

  /// Returns S2: the pairs of all parts, in the order of one piece.
  [[nodiscard]] auto pairs() const {
    return [parts = parts_](const good_set& in, const compose_options& options, auto&&) {
      return merge_pairs(*parts, in, options);
    };
  }

  /// Returns the plan of S3 for the merged pairs; no paragraph is searched for.
  ///
  /// Requires: end() is not pairs
  [[nodiscard]] connection_plan plan(const pair_set& in, const compose_options& options) const;

  /// Returns S3. If the parts end with verdicts, it uses these and passes the requests to seen(pool, batches). If they
  /// end with requests, it judges these by `answers`, as connection_stage does. If they end with pairs, it is
  /// connection_stage.
  template <class Answers = reader_answers<>, class Seen>
  [[nodiscard]] auto connection(Answers answers, Seen seen) const {
    return [all = *this, stage = connection_stage<Answers>{std::move(answers)}, seen = std::move(seen)](
               const pair_set& in, const compose_options& options, auto&& exec) {
      if (!options.connect || all.end() == part_end::pairs) return stage(in, options, exec);
      const single_hop_pool& pool = in.questions.pool();
      const connection_plan planned = all.plan(in, options);
      if (all.end() == part_end::requests) {
        return keep_connected(in, stage.judge(pool, planned, options, exec), options.connection, exec);
      }
      const std::array<request_batch, 2> batches{request_batch{"heads", planned.heads},
                                                 request_batch{"tails", planned.tails}};
      seen(pool, std::span<const request_batch>{batches});
      return keep_connected(in, all.verdicts(planned), options.connection, exec);
    };
  }
  /// \overload For requests that need not be seen.
  [[nodiscard]] auto connection() const {
    return connection(reader_answers<>{}, [](const single_hop_pool&, std::span<const request_batch>) {});
  }

 private:
  static void expect_requests(bool right) {
    if (!right) throw_data_error({}, "the requests of the parts are not those of their pairs", errc::mismatch);
  }

  // Refuses parts of other good questions, so that all positions are inside.
  static void check_pool(const std::vector<pair_part>& parts, const single_hop_pool& pool);

  [[nodiscard]] static outcome<pair_set> merge_pairs(const std::vector<pair_part>& parts, const good_set& in,
                                                     const compose_options& options);

  [[nodiscard]] connection_verdicts verdicts(const connection_plan& plan) const;

  std::shared_ptr<std::vector<pair_part>> parts_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/pair_part.ipp>
#endif
