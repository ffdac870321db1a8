// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "eval.hpp"
#include "eval_datasets.hpp"

#include <mhqa/datasets/squad.hpp>
#include <mhqa/io/datasets/squad.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

namespace io = mhqa::io::squad;
namespace squad = mhqa::squad;

/// The sums and, for runs with probabilities, what the thresholds are found from.
template <class Sums>
struct with_thresholds {
  Sums sums;
  squad::threshold_totals thresholds;

  void add(const squad::question_scores& s) {
    sums.add(s);
    thresholds.add(s);
  }
};

struct squad_adapter {
  using totals = with_thresholds<squad::totals>;
  using published_totals = with_thresholds<squad::published_totals>;
  using result = squad::question_scores;
  static constexpr std::array<std::string_view, 2> group_fields{"title", "answerable"};

  explicit squad_adapter(const eval_options& options)
      : predictions{options.predictions},
        gold{options.gold, io::fields::gold},
        version{find_version(options)},
        threshold{options.na_prob_threshold} {
    if (options.na_prob.empty()) return;
    if (version == squad::version::v1_1) {
      mhqa::throw_data_error({.file = options.na_prob}, "--na-prob is for SQuAD 2.0; this gold file is scored as 1.1");
    }
    probabilities.emplace(options.na_prob);
  }

  template <class F>
  void for_each(std::string_view by, F&& f) {
    squad::evaluator score{version, threshold};
    std::string bytes;
    gold.for_each(
        [&](const squad::record& record) {
          squad::prediction predicted = predictions.find(record.id);
          if (probabilities) probabilities->apply(record.id, predicted);
          bytes.clear();
          for (const squad::answer& answer : record.answers) bytes.append(answer.text).append("\n");
          const result scores = score(record, predicted);
          const std::string_view answerable = record.has_answer() ? "yes" : "no";
          f(scored_question<result>{record.id, bytes, by == "title" ? record.title : answerable, scores});
        },
        version == squad::version::v1_1);
  }

  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s.answer) f("answer");
  }
  static void write_question(mhqa::io::json_writer& json, const result& s) {
    if (s.answer) json.member("exact", s.answer->em).member("f1", s.answer->f1);
    json.member("has_answer", s.has_answer);
  }
  template <class Totals>
  static void finish(Totals&, std::string_view) {}
  [[nodiscard]] mhqa::report make_report(totals& t, const mhqa::data_fingerprint& data) const {
    return squad::make_report(t.sums, version, data,
                              probabilities ? std::optional{t.thresholds.result()} : std::nullopt, threshold);
  }
  [[nodiscard]] std::size_t used() const { return predictions.size() - predictions.unused(); }
  [[nodiscard]] std::size_t ignored() const { return predictions.unused(); }
  void append_official_missing(std::string& out, std::string_view id, const result& s) const {
    if (!s.answer) io::append_official_missing(out, id, version);
  }
  void append_official(std::string& out, published_totals& t) const {
    if (!probabilities) return io::append_official(out, t.sums, version);
    const squad::threshold_scores best = t.thresholds.result();
    io::append_official(out, t.sums, version, &best, &*probabilities);
  }
  /// 1.1 warns on standard error.
  [[nodiscard]] bool missing_on_stderr() const { return version == squad::version::v1_1; }

  io::predictions predictions;
  io::questions gold;
  squad::version version;
  double threshold;
  std::optional<io::probabilities> probabilities;

 private:
  [[nodiscard]] squad::version find_version(const eval_options& options) {
    if (options.dialect.empty()) return gold.find_version();
    const mhqa::dialect* const rules = mhqa::find_dialect(options.dialect);
    const auto named = rules != nullptr ? squad::find_version(*rules) : std::nullopt;
    if (!named) mhqa::throw_data_error({.field = options.dialect}, "--dialect expects squad-1.1 or squad-2.0");
    return *named;
  }
};

}  // namespace

void eval_squad(const eval_options& options) {
  evaluate<squad_adapter>(options);
}

}  // namespace mhqa_command
