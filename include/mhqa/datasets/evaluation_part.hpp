// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An evaluation in parts, on threads, processes or machines: evaluate_part() on each, to_bytes(), and one process that
// merges. The finished evaluation equals that of evaluate() in every bit, for every number and order of parts.
//   auto part = evaluate_part(set, golds, predictions, {.index = rank, .count = ranks});   // everywhere
//   total += evaluation_part<hotpotqa::data_set>::from_bytes(received);                    // in one place
//   evaluation<hotpotqa::data_set> result = std::move(total).finish();
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/config.hpp>
#include <mhqa/datasets/evaluate.hpp>
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
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// Begins the bytes of a part; the last character is the version of the layout.
inline constexpr std::string_view part_mark = "mhqa part 2";

/// Begins to read a part. Refuses bytes that begin otherwise, whatever their version, because they are not a part.
[[nodiscard]] inline byte_reader open_part(std::string_view bytes, const std::string& name) {
  byte_writer mark;
  mark.text(part_mark);
  const std::string_view begin = std::string_view{mark.bytes()}.substr(0, mark.bytes().size() - 1);
  if (!begin.starts_with(bytes.substr(0, begin.size()))) {
    throw_data_error({.file = name}, "expected a part of an evaluation, as `mhqa eval --part` writes it",
                     errc::mismatch);
  }
  return byte_reader{bytes, name};
}

/// Reads the mark, the library's version and the name of the data set.
[[nodiscard]] inline std::string_view read_part_head(byte_reader& in) {
  if (in.text() != part_mark) in.fail("expected a part of an evaluation", errc::mismatch);
  const std::string_view version = in.text();
  if (version != MHQA_VERSION_STRING) {
    in.fail("the part was written by version " + std::string{version} + ", this is " MHQA_VERSION_STRING,
            errc::mismatch);
  }
  return in.text();
}

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
[[nodiscard]] inline std::string dataset_of_part(std::string_view bytes, const std::string& name = {}) {
  byte_reader in = detail::open_part(bytes, name);
  return std::string{detail::read_part_head(in)};
}

/// One part of an evaluation, or several that were merged.
///
/// Shape:   a commutative monoid without zero: merge with +=; to_bytes() and from_bytes() for transport
/// Errors:  data_error with errc::duplicate for a repeated part, errc::mismatch for parts of other options,
///          files or versions, errc::missing if finish() lacks parts
/// Limits:  repeated ids are found within a part; parts by_id have all rows of an id. The official output, which adds
///          in file order, needs one part
/// Cost:    a few hundred bytes per part and each missing id; per question, 150 bytes for MuSiQue,
///          which pairs rows, and 50 for SQuAD 2.0 with probabilities, whose best threshold depends on all
template <data_set D>
class evaluation_part {
 public:
  /// Made by evaluate_part().
  evaluation_part(detail::unfinished_evaluation<D> run, const part_number& part)
      : run_{std::move(run)}, count_{part.count}, divided_{part.divided}, parts_{part.index} {
    if constexpr (requires { run_.sums.all.collected.shift(0); }) {
      if (divided_ == part_number::rule::by_files) {
        const std::uint64_t first = std::uint64_t{part.index} << detail::position_bits;
        run_.sums.all.collected.shift(first);
        for (auto& [value, group] : run_.sums.groups) group.collected.shift(first);
      }
    }
  }

  /// Returns the numbers of the parts in this one, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& parts() const noexcept { return parts_; }
  /// Returns the number of parts of the evaluation.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  /// Returns the number of questions so far.
  [[nodiscard]] std::uint64_t questions() const noexcept { return run_.sums.questions; }

  /// Records which files the part is of, by a hash of their contents (0: unknown). Parts by_id of other files are not
  /// added; parts by_files have files of their own.
  void set_files(std::uint64_t hash) noexcept { files_ = hash; }

  /// Adds other parts of the same evaluation.
  evaluation_part& operator+=(const evaluation_part& other) {
    expect_same(other);
    std::vector<std::uint32_t> all(parts_.size() + other.parts_.size());
    std::merge(parts_.begin(), parts_.end(), other.parts_.begin(), other.parts_.end(), all.begin());
    const auto twice = std::adjacent_find(all.begin(), all.end());
    if (twice != all.end()) {
      throw_data_error({}, "expected each part once, found part " + name_of(*twice) + " twice", errc::duplicate);
    }
    parts_ = std::move(all);
    if (files_ == 0) files_ = other.files_;
    evaluation<D>& sums = run_.sums;
    run_.in_order = false;
    sums.published = mhqa::totals<typename D::slots, published_sum>{sums.set.rules};
    const evaluation<D>& more = other.run_.sums;
    add(sums.all, more.all);
    for (const auto& [value, group] : more.groups) {
      add(sums.groups.try_emplace(value, sums_of(sums.set)).first->second, group);
    }
    sums.missing.insert(sums.missing.end(), more.missing.begin(), more.missing.end());
    sums.questions += more.questions;
    run_.matched += other.run_.matched;
    if (divided_ == part_number::rule::by_files) {
      run_.seen += other.run_.seen;
      run_.seen_ids += other.run_.seen_ids;
      run_.predictions += other.run_.predictions;
    }
    return *this;
  }

  /// Computes the evaluation of all parts.
  ///
  /// Shape:  `published`, the sums in file order, is empty for several parts and for a part that was read from bytes
  /// Errors: data_error if parts are missing, and those of evaluate(). The names of the files are for messages
  [[nodiscard]] evaluation<D> finish(const std::string& golds = {}, const std::string& predictions = {}) && {
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (i >= parts_.size() || parts_[i] != i) {
        throw_data_error({}, "expected " + std::to_string(count_) + " parts, part " + name_of(i) + " is missing",
                         errc::missing);
      }
    }
    if (run_.sums.questions != run_.seen) {
      throw_data_error({},
                       "the parts have " + std::to_string(run_.sums.questions) + " questions of " +
                           std::to_string(run_.seen) + "; they were not made from the same files",
                       errc::mismatch);
    }
    if (count_ != 1) {
      std::sort(run_.sums.missing.begin(), run_.sums.missing.end(),
                [](const missing_question& a, const missing_question& b) { return a.position < b.position; });
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
    out.number(parts_.size());
    for (const std::uint32_t part : parts_) out.number(part);
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
    std::vector<std::uint32_t> parts;
    for (std::size_t left = in.count(8); left != 0; --left) {
      const std::uint64_t part = in.number();
      if (part >= count || count > 0xFFFFFFFFU || (!parts.empty() && part <= parts.back())) {
        in.fail("expected the numbers of the parts in ascending order");
      }
      parts.push_back(static_cast<std::uint32_t>(part));
    }
    if (parts.empty()) in.fail("expected the number of a part");
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
    evaluation_part out{std::move(run), {.index = parts.front(), .count = static_cast<std::uint32_t>(count)}};
    out.divided_ = divided;
    out.parts_ = std::move(parts);
    out.files_ = files;
    return out;
  }

 private:
  using slice = typename evaluation<D>::slice;

  [[nodiscard]] static slice sums_of(const D& set) {
    return {mhqa::totals<typename D::slots, exact_sum>{set.rules}, {}, {}};
  }
  static void add(slice& sum, const slice& more) {
    sum.totals += more.totals;
    sum.data += more.data;
    if constexpr (requires { sum.collected += more.collected; }) sum.collected += more.collected;
  }
  void save_slice(byte_writer& out, const slice& s) const {
    save(out, s.totals);
    save(out, s.data);
    if constexpr (requires { s.collected.save(out); }) {
      if (keeps_collected(run_.sums.set)) s.collected.save(out);
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
  [[nodiscard]] std::string name_of(std::uint32_t part) const {
    return std::to_string(part) + "/" + std::to_string(count_);
  }
  void expect_same(const evaluation_part& other) const {
    const auto refuse = [](const std::string& found) {
      throw_data_error({}, "the parts are not of one evaluation: " + found, errc::mismatch);
    };
    if (count_ != other.count_ || divided_ != other.divided_) {
      refuse("one of " + std::to_string(count_) + " parts and one of " + std::to_string(other.count_) +
             (divided_ == other.divided_ ? "" : ", divided in another way"));
    }
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
  std::vector<std::uint32_t> parts_;
  std::uint64_t files_ = 0;
};

/// Evaluates the questions of one part; arguments and errors as evaluate().
///
/// Shape:  a part may have no question. Rows for `options.per_question` are those of the part
/// Errors: usage_error unless part.index < part.count
/// Cost:   parts by_id read all gold records and predictions and score their share; parts by_files read only their own
template <class D, class Golds, class Predictions, executor E = serial_executor>
[[nodiscard]] auto evaluate_part(const D& set, Golds&& golds, Predictions&& predictions, const part_number& part,
                                 const evaluation_options& options = {}, E&& executor = {}) {
  if constexpr (detail::expect_data_set<D>()) {
    if (part.index >= part.count) throw_usage_error("mhqa::evaluate_part: the index must be below the count");
    return evaluation_part<D>{detail::run_evaluation(set, golds, predictions, part, options, executor), part};
  }
}

}  // namespace v0_1
}  // namespace mhqa
