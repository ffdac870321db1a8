// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An evaluation in parts, on threads, processes or machines: evaluate_part() on each, to_bytes(), and one process that
// merges. The finished evaluation equals that of evaluate() in every bit, for every number and order of parts.
//   auto part = evaluate_part(set, golds, predictions, {.index = rank, .count = ranks});   // everywhere, or
//   auto part = evaluate_piece(set, golds, predictions, {.key = "train-00017", .run = "model-3"});
//   total += evaluation_part<hotpotqa::data_set>::from_bytes(received);                    // in one place
//   evaluation<hotpotqa::data_set> result = std::move(total).finish();
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/config.hpp>
#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/evaluation_pieces.hpp>
#include <mhqa/error.hpp>
#include <mhqa/find.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/dialect_key.hpp>
#include <mhqa/metrics/score_bytes.hpp>
#include <mhqa/part_number.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace mhqa::inline v0_1 {
namespace detail {

/// Begins the bytes of a part; the last character is the version of the layout.
inline constexpr std::string_view part_mark = "mhqa part 4";

/// Begins to read a part. Refuses bytes that begin otherwise, whatever their version, because they are not a part.
[[nodiscard]] byte_reader open_part(std::string_view bytes, const std::string& name);

/// Reads the mark, the library's version and the name of the data set.
[[nodiscard]] std::string_view read_part_head(byte_reader& in);

/// Writes the own settings of the data set, which a part that is read must have, too.
template <class D>
void save_settings(byte_writer& out, const D& set) {
  for (const auto& [name, value] : settings_of(set)) {
    out.text(name);
    out.text(value);
  }
}

/// Writes the values that all parts of an evaluation have in common.
template <class D>
void save_common(byte_writer& out, const evaluation<D>& sums) {
  out.text(sums.set.rules.name.view());
  out.number(key_of(sums.set.rules));
  if constexpr (requires { sums.set.save_options(out); }) sums.set.save_options(out);
  save_settings(out, sums.set);
  out.text(sums.by);
  save(out, sums.shared);
}

}  // namespace detail

/// Returns the name of the data set of a part in bytes.
///
/// Errors: as evaluation_part::from_bytes()
[[nodiscard]] std::string dataset_of_part(std::string_view bytes, const std::string& name = {});

/// One part of an evaluation, or several that were merged.
///
/// Shape:   a commutative monoid without zero: merge with +=; to_bytes() and from_bytes() for transport. Parts have
///          numbers (evaluate_part) or keys (evaluate_piece); those with keys grow by batches with append()
/// Errors:  data_error with errc::duplicate for a repeated part, also one whose golds came under another name;
///          errc::mismatch for parts of other options, files, runs or versions; errc::missing if finish() lacks parts,
///          which keys cannot tell: compare questions() and data()
/// Limits:  repeated ids are found within a part, or a batch of one; parts by_id have all rows of an id. The official
///          output, which adds in file order, needs one part; the best threshold of SQuAD 2.0, which depends on the
///          order of equal probabilities, needs numbers. With numbers, the ids without predictions are in the order of
///          the files, with keys in the order of their bytes
/// Cost:    bytes: a few hundred per part, and each missing id; for MuSiQue, 100 for each row whose pair may be in
///          another part (none by_id); 50 per question for SQuAD 2.0 with probabilities, whose best threshold
///          depends on all
template <data_set D>
class evaluation_part {
 public:
  /// Made by evaluate_part().
  evaluation_part(detail::unfinished_evaluation<D> run, const part_number& part, std::string run_name = {})
      : run_{std::move(run)},
        count_{part.count},
        divided_{part.divided},
        name_{std::move(run_name)},
        pieces_{{part.index, {}, run_.sums.all.data, run_.sums.questions}} {
    if constexpr (requires { run_.sums.all.collected.shift(0); }) {
      if (divided_ == part_number::rule::by_files) {
        const std::uint64_t first = std::uint64_t{part.index} << detail::position_bits;
        run_.sums.all.collected.shift(first);
        for (auto& [value, group] : run_.sums.groups) group.collected.shift(first);
      }
    }
  }
  /// Made by evaluate_piece().
  evaluation_part(detail::unfinished_evaluation<D> run, piece_key piece)
      : run_{std::move(run)},
        count_{0},
        divided_{part_number::rule::by_files},
        name_{std::move(piece.run)},
        pieces_{{0, std::move(piece.key), run_.sums.all.data, run_.sums.questions}} {
    if constexpr (requires { run_.sums.all.collected.shift(0); }) {
      if (keeps_collected(run_.sums.set)) {
        throw_data_error({}, "the best threshold depends on the order of equal probabilities; give parts numbers");
      }
    }
    batches_.insert(run_.sums.all.data.text());
  }

  /// Returns the pieces in this part, in the order of their numbers or keys.
  [[nodiscard]] const std::vector<evaluation_piece>& pieces() const noexcept { return pieces_.all(); }
  /// Returns the number of parts of the evaluation, 0 if they have keys.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  /// Returns the number of questions so far.
  [[nodiscard]] std::uint64_t questions() const noexcept { return run_.sums.questions; }
  /// Returns the hash of the golds so far, which stands in the signature as "data".
  [[nodiscard]] const data_fingerprint& data() const noexcept { return run_.sums.all.data; }
  /// Returns the name of the run; "": not known.
  [[nodiscard]] const std::string& run() const noexcept { return name_; }

  /// Records which files the part is of, by a hash of their contents (0: unknown). Parts by_id of other files are not
  /// added; parts by_files have files of their own.
  void set_files(std::uint64_t hash) noexcept { files_ = hash; }

  /// Adds other parts of the same evaluation.
  evaluation_part& operator+=(const evaluation_part& other) {
    expect_same(other);
    pieces_.add(other.pieces_, count_, divided_ == part_number::rule::by_files);
    if (files_ == 0) files_ = other.files_;
    add(other.run_);
    return *this;
  }

  /// Adds a batch of the same piece, as evaluate_piece() made it with the same key and run.
  ///
  /// Errors: data_error for another key, run or options, and errc::duplicate for golds of an earlier batch, as far as
  ///         this object has seen them (batches before to_bytes() are not known)
  void append(const evaluation_part& batch) {
    expect_same(batch);
    const evaluation_piece& more = batch.pieces().front();
    if (pieces().size() != 1 || batch.pieces().size() != 1 || count_ != 0 || more.key != pieces().front().key) {
      throw_data_error({}, "expected a batch of the part \"" + pieces().front().key + "\"", errc::mismatch);
    }
    if (more.questions != 0 && !batches_.insert(more.data.text()).second) {
      throw_data_error({}, "expected other questions in each batch; this one has those of an earlier batch",
                       errc::duplicate);
    }
    pieces_.grow(more);
    add(batch.run_);
  }

  /// Computes the evaluation of all parts.
  ///
  /// Shape:  `published`, the sums in file order, is empty for several parts and for a part that was read from bytes
  /// Errors: data_error if parts are missing, and those of evaluate(). The names of the files are for messages
  [[nodiscard]] evaluation<D> finish(const std::string& golds = {}, const std::string& predictions = {}) && {
    pieces_.expect_whole(count_);
    if (run_.sums.questions != run_.seen) {
      throw_data_error({},
                       "the parts have " + std::to_string(run_.sums.questions) + " questions of " +
                           std::to_string(run_.seen) + "; they were not made from the same files",
                       errc::mismatch);
    }
    if (count_ != 1) {
      std::sort(run_.sums.missing.begin(), run_.sums.missing.end(),
                [&](const missing_question& a, const missing_question& b) {
                  return count_ == 0 ? a.id < b.id : a.position < b.position;
                });
    }
    return detail::finish_evaluation(std::move(run_), golds, predictions);
  }

  /// Returns the part as bytes that every machine with this version of the library reads in the same way.
  [[nodiscard]] std::string to_bytes() const {
    const evaluation<D>& sums = run_.sums;
    byte_writer out;
    out.text(detail::part_mark);
    out.text(MHQA_VERSION_STRING);
    out.text(D::slots::dataset);
    out.number(files_);
    detail::save_common(out, sums);
    out.number(count_);
    out.flag(divided_ == part_number::rule::by_files);
    out.text(name_);
    pieces_.save(out);
    for (const std::uint64_t number : {run_.seen, run_.seen_ids, run_.predictions, run_.matched, sums.questions}) {
      out.number(number);
    }
    out.flag(run_.counts_matches);
    save_slice(out, sums.all);
    out.number(sums.groups.size());
    for (const auto& [value, group] : sums.groups) {
      out.text(value);
      save_slice(out, group);
    }
    out.number(sums.missing.size());
    for (const missing_question& one : sums.missing) {
      out.text(one.id);
      out.number(one.position);
      out.number(one.kinds.size());
      for (const std::string& kind : one.kinds) out.text(kind);
    }
    return std::move(out).finish();
  }

  /// Reads a part. `name` is that of the file, for messages.
  ///
  /// Shape:  the data set's options are those of the bytes; the dialect must be a published one
  /// Errors: data_error for bytes that are cut, damaged, of another data set or of another version
  [[nodiscard]] static evaluation_part from_bytes(std::string_view bytes, const std::string& name = {}) {
    byte_reader in = detail::open_part(bytes, name);
    const std::string dataset{detail::read_part_head(in)};
    if (dataset != D::slots::dataset) {
      in.fail("expected a part of " + std::string{D::slots::dataset} + ", found " + dataset, errc::mismatch);
    }
    const std::uint64_t files = in.number();
    D set{};
    const std::string_view rules = in.text();
    const dialect* const known = find<dialect>(rules);
    const dialect_key key = in.number();
    if (known == nullptr || key != key_of(*known)) {
      in.fail("the dialect \"" + std::string{rules} + "\" is not one of this library", errc::unknown_name);
    }
    if constexpr (requires { set.rules = *known; }) set.rules = *known;
    if constexpr (requires { set.load_options(in); }) set.load_options(in);
    for (const auto& [setting, value] : detail::settings_of(set)) {
      if (in.text() != setting || in.text() != value) {
        in.fail("expected a part with " + setting + " " + value + "; other settings need the hooks save_options and " +
                    "load_options",
                errc::mismatch);
      }
    }
    detail::unfinished_evaluation<D> run{
        .sums = {
            .set = set, .all = sums_of(set), .published = mhqa::totals<typename D::slots, published_sum>{set.rules}}};
    run.in_order = false;
    evaluation<D>& sums = run.sums;
    sums.by = in.text();
    load(in, sums.shared);
    const std::uint64_t count = in.number();
    const auto divided = in.flag() ? part_number::rule::by_files : part_number::rule::by_id;
    std::string name_of_run{in.text()};
    detail::evaluation_pieces pieces{in, count};
    for (std::uint64_t* number : {&run.seen, &run.seen_ids, &run.predictions, &run.matched, &sums.questions}) {
      *number = in.number();
    }
    run.counts_matches = in.flag();
    load_slice(in, sums.all, set);
    for (std::size_t left = in.count(8); left != 0; --left) {
      const std::string value{in.text()};
      load_slice(in, sums.groups.try_emplace(value, sums_of(set)).first->second, set);
    }
    for (std::size_t left = in.count(24); left != 0; --left) {
      missing_question& one = sums.missing.emplace_back();
      one.id = in.text();
      one.position = in.number();
      for (std::size_t kinds = in.count(8); kinds != 0; --kinds) one.kinds.emplace_back(in.text());
    }
    in.expect_end();
    evaluation_part out{std::move(run), static_cast<std::uint32_t>(count), divided, std::move(name_of_run),
                        std::move(pieces)};
    out.files_ = files;
    return out;
  }

 private:
  using slice = typename evaluation<D>::slice;

  evaluation_part(detail::unfinished_evaluation<D> run, std::uint32_t count, part_number::rule divided,
                  std::string run_name, detail::evaluation_pieces pieces)
      : run_{std::move(run)},
        count_{count},
        divided_{divided},
        name_{std::move(run_name)},
        pieces_{std::move(pieces)} {}

  /// Adds the sums of another part or batch.
  void add(const detail::unfinished_evaluation<D>& other) {
    evaluation<D>& sums = run_.sums;
    run_.in_order = false;
    sums.published = mhqa::totals<typename D::slots, published_sum>{sums.set.rules};
    const evaluation<D>& more = other.sums;
    add(sums.all, more.all);
    for (const auto& [value, group] : more.groups) {
      add(sums.groups.try_emplace(value, sums_of(sums.set)).first->second, group);
    }
    sums.missing.insert(sums.missing.end(), more.missing.begin(), more.missing.end());
    sums.questions += more.questions;
    run_.matched += other.matched;
    if (divided_ == part_number::rule::by_files) {
      run_.seen += other.seen;
      run_.seen_ids += other.seen_ids;
      run_.predictions += other.predictions;
    }
  }
  [[nodiscard]] static slice sums_of(const D& set) {
    return {mhqa::totals<typename D::slots, exact_sum>{set.rules}, {}, {}};
  }
  static void add(slice& sum, const slice& more) {
    sum.totals += more.totals;
    sum.data += more.data;
    if constexpr (requires { sum.collected += more.collected; }) sum.collected += more.collected;
  }
  void save_slice(byte_writer& out, const slice& s) const {
    if constexpr (requires(slice sum) { s.collected.settle(sum.totals, true); }) {
      auto totals = s.totals;
      const auto waiting = s.collected.settle(totals, divided_ == part_number::rule::by_id);
      save(out, totals);
      save(out, s.data);
      waiting.save(out);
    } else {
      save(out, s.totals);
      save(out, s.data);
      if constexpr (requires { s.collected.save(out); }) {
        if (keeps_collected(run_.sums.set)) s.collected.save(out);
      }
    }
  }
  static void load_slice(byte_reader& in, slice& s, const D& set) {
    load(in, s.totals);
    load(in, s.data);
    if constexpr (requires { s.collected.load(in, set.rules); }) {
      if (keeps_collected(set)) s.collected.load(in, set.rules);
    }
  }
  [[nodiscard]] static bool keeps_collected(const D& set) {
    if constexpr (requires { set.keeps_collected(); }) {
      return set.keeps_collected();
    } else {
      return true;
    }
  }
  void expect_same(const evaluation_part& other) const {
    const auto refuse = [](const std::string& found) {
      throw_data_error({}, "the parts are not of one evaluation: " + found, errc::mismatch);
    };
    if (count_ != other.count_ || divided_ != other.divided_) {
      const auto named = [](const evaluation_part& one) {
        return one.count_ == 0 ? std::string{"with keys"} : "of " + std::to_string(one.count_) + " parts";
      };
      refuse("one is " + named(*this) + ", the other " + named(other) +
             (divided_ == other.divided_ ? "" : ", divided in another way"));
    }
    if (name_ != other.name_) refuse("the runs are \"" + name_ + "\" and \"" + other.name_ + "\"");
    byte_writer mine, theirs;
    detail::save_common(mine, run_.sums);
    detail::save_common(theirs, other.run_.sums);
    if (mine.bytes() != theirs.bytes()) {
      refuse("dialect, options, groups or shared data differ");
    }
    if (divided_ == part_number::rule::by_files) return;
    if (run_.seen != other.run_.seen || run_.predictions != other.run_.predictions) {
      refuse("one saw " + std::to_string(run_.seen) + " gold records and " + std::to_string(run_.predictions) +
             " predictions, the other " + std::to_string(other.run_.seen) + " and " +
             std::to_string(other.run_.predictions));
    }
    if (run_.seen_ids != other.run_.seen_ids) refuse("their gold records have other ids");
    if (files_ != 0 && other.files_ != 0 && files_ != other.files_) {
      refuse("the contents of their gold records, predictions or other files differ");
    }
  }

  detail::unfinished_evaluation<D> run_;
  std::uint32_t count_;
  part_number::rule divided_;
  std::string name_;  // of the run
  detail::evaluation_pieces pieces_;
  std::unordered_set<std::string> batches_;
  std::uint64_t files_ = 0;
};

/// Evaluates the questions of one part; arguments and errors as evaluate().
///
/// Shape:  a part may have no question. Rows for `options.per_question` are those of the part. `run` names what parts
///         by_files have in common, e.g. the model; parts of another run are not added
/// Errors: usage_error unless part.index < part.count
/// Cost:   parts by_id read all gold records and predictions and score their share; parts by_files read only their own
template <class D, class Golds, class Predictions, executor E = serial_executor>
[[nodiscard]] auto evaluate_part(const D& set, Golds&& golds, Predictions&& predictions, const part_number& part,
                                 const evaluation_options& options = {}, E&& executor = {}, std::string run = {}) {
  if constexpr (detail::expect_data_set<D>()) {
    if (part.index >= part.count) throw_usage_error("mhqa::evaluate_part: the index must be below the count");
    return evaluation_part<D>{detail::run_evaluation(set, golds, predictions, part, options, executor), part,
                              std::move(run)};
  }
}

/// Evaluates all questions of a piece of the data, or a batch of them, whose number among all pieces is not known.
///
/// Shape:   append() adds further batches of the piece, += other pieces, in any order
/// Errors:  those of evaluate(); usage_error for an empty key
/// Example: auto part = evaluate_piece(set, golds, predictions, {.key = path, .run = "model-3"});
template <class D, class Golds, class Predictions, executor E = serial_executor>
[[nodiscard]] auto evaluate_piece(const D& set, Golds&& golds, Predictions&& predictions, piece_key piece,
                                  const evaluation_options& options = {}, E&& executor = {}) {
  if constexpr (detail::expect_data_set<D>()) {
    if (piece.key.empty()) throw_usage_error("mhqa::evaluate_piece: expected a key");
    constexpr part_number whole{.index = 0, .count = 1, .divided = part_number::rule::by_files};
    return evaluation_part<D>{detail::run_evaluation(set, golds, predictions, whole, options, executor),
                              std::move(piece)};
  }
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/evaluation_part.ipp>
#endif
