// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// S2 and S3 in parts: the pairs of a bridge fall to the part that the hash of its normalised answer names, with the
// requests about them and their verdicts. One process merges the parts and goes on with S4, with the same result as in
// one piece (Trivedi et al. 2022, Sec. 5, S2 and S3).
//   bytes = mhqa::to_bytes(mhqa::pair_up_part(good, options, {.number = {.index = 3, .count = 8}}));
//   mhqa::merged_pairs all{std::move(parts)};   // replace(stages::pairs, all.pairs()), …connection, all.connection()
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/compose/connection.hpp>
#include <mhqa/compose/connection_plan.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/quality_part.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The last step of a part: the pairs, the requests of S3, or the verdicts on these.
enum class part_end : std::uint8_t { pairs, requests, verdicts };

/// S2 and S3 of the bridges of one part.
struct pair_part {
  /// A tail with one answer masked, and the paragraphs of its request.
  struct asked_tail {
    masked_tail mask{};
    std::vector<std::uint32_t> context{};
  };

  part_label label{};
  std::uint64_t pool = 0;  ///< the fingerprint() of the good questions
  part_end end = part_end::pairs;
  std::uint64_t candidates = 0;
  std::vector<question_pair> pairs{};  ///< bridge by bridge
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
///         are divided. A part has at most options.pairs.candidates_per_bridge candidates of one bridge
template <class Pairs = pair_stage<>, class Answers = reader_answers<>, class E = serial_executor>
[[nodiscard]] pair_part pair_up_part(const good_set& good, const compose_options& options, part_label label,
                                     part_end end = part_end::verdicts, const Pairs& pairs = {},
                                     const Answers& answers = {}, E&& exec = {}) {
  if (label.number.index >= label.number.count) {
    throw_usage_error("mhqa::pair_up_part: the index must be below the count");
  }
  const single_hop_pool& pool = good.questions.pool();
  pair_part out{.label = std::move(label), .pool = fingerprint(pool), .end = options.connect ? end : part_end::pairs};
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

namespace detail {

inline void save_flags(byte_writer& out, const std::vector<bool>& flags) {
  out.number(flags.size());
  for (const bool flag : flags) out.flag(flag);
}
[[nodiscard]] inline std::vector<bool> load_flags(byte_reader& in) {
  std::vector<bool> out(in.count(1));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = in.flag();
  return out;
}

}  // namespace detail

/// Returns a part as bytes that every machine with this version of the library reads in the same way: 16 for a pair, 9
/// for a head, and for a tail 17 and 4 for each paragraph of its request.
[[nodiscard]] inline std::string to_bytes(const pair_part& part) {
  using detail::joined;
  byte_writer out;
  detail::save_label(out, "pairs", part.label);
  out.number(part.pool);
  out.number(static_cast<std::uint64_t>(part.end));
  out.number(part.candidates);
  out.number(part.pairs.size());
  for (const question_pair& p : part.pairs) {
    out.number(joined(p.head, p.tail));
    out.number(joined(p.bridge.begin, p.bridge.size));
  }
  out.number(part.dropped.size());
  for (const reason_count& r : part.dropped) {
    out.text(r.reason);
    out.number(r.count);
  }
  out.number(part.heads.size());
  for (const std::uint32_t h : part.heads) out.number(h);
  out.number(part.tails.size());
  for (const pair_part::asked_tail& t : part.tails) {
    out.number(joined(t.mask.tail, t.mask.answer));
    out.number(t.context.size());
    for (std::size_t i = 0; i < t.context.size(); i += 2) {
      out.number(joined(t.context[i], i + 1 < t.context.size() ? t.context[i + 1] : 0));
    }
  }
  detail::save_flags(out, part.head_stays);
  detail::save_flags(out, part.tail_stays);
  return std::move(out).finish();
}

/// Reads a part. `name` is that of the file, for messages.
///
/// Errors: data_error for bytes that are cut, damaged, of another kind or of another version
[[nodiscard]] inline pair_part read_pair_part(std::string_view bytes, const std::string& name = {}) {
  using detail::high_of, detail::low_of;
  byte_reader in{bytes, name};
  pair_part out{.label = detail::load_label(in, "pairs")};
  out.pool = in.number();
  const std::uint64_t end = in.number();
  if (end > static_cast<std::uint64_t>(part_end::verdicts)) in.fail("expected how far the part goes");
  out.end = static_cast<part_end>(end);
  out.candidates = in.number();
  out.pairs.reserve(in.count(16));
  for (std::size_t left = out.pairs.capacity(); left != 0; --left) {
    const std::uint64_t questions = in.number(), bridge = in.number();
    out.pairs.push_back({high_of(questions), low_of(questions), {high_of(bridge), low_of(bridge)}});
  }
  for (std::size_t left = in.count(16); left != 0; --left) {
    std::string reason{in.text()};
    out.dropped.push_back({std::move(reason), in.number()});
  }
  for (std::size_t left = in.count(8); left != 0; --left) out.heads.push_back(low_of(in.number()));
  for (std::size_t left = in.count(16); left != 0; --left) {
    pair_part::asked_tail& t = out.tails.emplace_back();
    const std::uint64_t mask = in.number();
    t.mask = {high_of(mask), low_of(mask)};
    const std::size_t size = in.count(4);
    for (std::size_t i = 0; i < size; i += 2) {
      const std::uint64_t two = in.number();
      t.context.push_back(high_of(two));
      if (i + 1 < size) t.context.push_back(low_of(two));
    }
  }
  out.head_stays = detail::load_flags(in);
  out.tail_stays = detail::load_flags(in);
  in.expect_end();
  const bool judged = out.end == part_end::verdicts;
  if (out.head_stays.size() != (judged ? out.heads.size() : 0) ||
      out.tail_stays.size() != (judged ? out.tails.size() : 0)) {
    in.fail("expected a verdict on each request");
  }
  return out;
}

/// All parts of S2 and S3: stages that replace pair_stage and connection_stage.
///
/// Shape:   parts in any order, all of one end; each outcome is that of the stage in one piece. Copies share the parts
/// Errors:  as expect_all_parts(); the stages refuse parts of other good questions, by name
/// Cost:    the memory of all pairs, as without parts; O(pairs log pairs)
class merged_pairs {
 public:
  explicit merged_pairs(std::vector<pair_part> parts) {
    expect_all_parts(parts);
    for (const pair_part& part : parts) {
      if (part.end == parts.front().end) continue;
      throw_data_error({.file = part.label.name}, "the part does not end after the same stage as part 0",
                       errc::mismatch);
    }
    parts_ = std::make_shared<const std::vector<pair_part>>(std::move(parts));
  }

  [[nodiscard]] part_end end() const noexcept { return parts_->front().end; }

  /// Returns S2: the pairs of all parts, in the order of one piece.
  [[nodiscard]] auto pairs() const {
    return [parts = parts_](const good_set& in, const compose_options&, auto&&) { return merge_pairs(*parts, in); };
  }

  /// Returns the plan of S3 for the merged pairs; no paragraph is searched for.
  ///
  /// Requires: end() is not pairs
  [[nodiscard]] connection_plan plan(const pair_set& in, const compose_options& options) const {
    check_pool(*parts_, in.questions.pool());
    std::vector<const pair_part::asked_tail*> tails;
    for (const pair_part& part : *parts_) {
      for (const pair_part::asked_tail& t : part.tails) tails.push_back(&t);
    }
    std::sort(tails.begin(), tails.end(), [](const auto* a, const auto* b) { return a->mask < b->mask; });
    const auto contexts = [&](connection_plan& of) {
      expect_requests(of.masks.size() == tails.size());
      for (std::size_t i = 0; i < tails.size(); ++i) {
        expect_requests(tails[i]->mask == of.masks[i]);
        of.tails[i].context = tails[i]->context;
      }
    };
    return plan_connection_with(in.questions.pool(), in.questions.words(), in.items, options.seed, options.connection,
                                contexts);
  }

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
        return keep_connected(in, planned, stage.judge(pool, planned, options, exec), options.connection, exec);
      }
      const std::array<request_batch, 2> batches{request_batch{"heads", planned.heads},
                                                 request_batch{"tails", planned.tails}};
      seen(pool, std::span<const request_batch>{batches});
      return keep_connected(in, planned, all.verdicts(planned), options.connection, exec);
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
  static void check_pool(const std::vector<pair_part>& parts, const single_hop_pool& pool) {
    const std::uint64_t expected = fingerprint(pool);
    for (const pair_part& part : parts) {
      const auto refuse = [&](const char* problem) {
        throw_data_error({.file = part.label.name}, problem, errc::mismatch);
      };
      if (part.pool != expected) refuse("the part was made from other good questions");
      for (const question_pair& p : part.pairs) {
        const bool known = p.head < pool.questions.size() && p.tail < pool.questions.size();
        const std::size_t size = known ? pool.questions[p.tail].question.size() : 0;
        if (!known || p.bridge.begin > size || p.bridge.size > size - p.bridge.begin) {
          refuse("the part has a pair that is not in the pool");
        }
      }
      for (const pair_part::asked_tail& t : part.tails) {
        for (const std::uint32_t p : t.context) {
          if (p >= pool.paragraphs.size()) refuse("the part has a paragraph that is not in the pool");
        }
      }
    }
  }

  [[nodiscard]] static outcome<pair_set> merge_pairs(const std::vector<pair_part>& parts, const good_set& in) {
    const single_hop_pool& pool = in.questions.pool();
    const pool_words& words = in.questions.words();
    check_pool(parts, pool);
    outcome<pair_set> out{{in.questions, {}}, {}};
    std::uint64_t candidates = 0;
    std::vector<reason_count> dropped;
    for (const pair_part& part : parts) {
      out.kept.items.insert(out.kept.items.end(), part.pairs.begin(), part.pairs.end());
      candidates += part.candidates;
      if (merged_questions::add_counts(dropped, part.dropped)) continue;
      throw_data_error({.file = part.label.name}, "the part was made with other rules than part 0", errc::mismatch);
    }
    // Bridges stand in the order of the first question with their answer; a part has all pairs of a bridge, in order.
    std::vector<std::uint32_t> first(pool.questions.size(), pool_words::unknown);
    std::vector<std::uint32_t> of_key;
    for (std::uint32_t i = 0; i < pool.questions.size(); ++i) {
      const std::uint32_t key = words.answer_key(i);
      if (key >= of_key.size()) of_key.resize(std::size_t{key} + 1, pool_words::unknown);
      if (of_key[key] == pool_words::unknown) of_key[key] = i;
      first[i] = of_key[key];
    }
    std::stable_sort(out.kept.items.begin(), out.kept.items.end(),
                     [&](const question_pair& a, const question_pair& b) { return first[a.head] < first[b.head]; });
    out.counts.count("in", candidates);
    out.counts.count("out", out.kept.items.size());
    out.counts.drop(dropped);
    return out;
  }

  [[nodiscard]] connection_verdicts verdicts(const connection_plan& plan) const {
    std::vector<std::pair<std::uint32_t, bool>> heads;
    std::vector<std::pair<masked_tail, bool>> tails;
    for (const pair_part& part : *parts_) {
      for (std::size_t i = 0; i < part.heads.size(); ++i) heads.emplace_back(part.heads[i], part.head_stays[i]);
      for (std::size_t i = 0; i < part.tails.size(); ++i) tails.emplace_back(part.tails[i].mask, part.tail_stays[i]);
    }
    std::sort(heads.begin(), heads.end());
    std::sort(tails.begin(), tails.end());
    connection_verdicts out;
    expect_requests(heads.size() == plan.heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
      expect_requests(heads[i].first == plan.heads[i].question);
      out.head_questions.push_back(heads[i].first);
      out.heads.push_back(heads[i].second);
    }
    for (const auto& [mask, stays] : tails) out.tails.push_back(stays);  // plan() has compared the masks
    out.masks = plan.masks;
    return out;
  }

  std::shared_ptr<const std::vector<pair_part>> parts_;
};

}  // namespace v0_1
}  // namespace mhqa
