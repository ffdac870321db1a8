// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "eval.hpp"
#include "eval_datasets.hpp"

#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>

#include <array>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

namespace io = mhqa::io::strategyqa;
namespace strategyqa = mhqa::strategyqa;

struct strategyqa_adapter {
  using totals = strategyqa::totals;
  using published_totals = strategyqa::published_totals;
  using result = strategyqa::question_scores;
  static constexpr std::array<std::string_view, 2> group_fields{"answer", "steps"};

  explicit strategyqa_adapter(const eval_options& chosen)
      : options{chosen}, predictions{chosen.predictions}, gold{chosen.gold} {}

  template <class F>
  void for_each(std::string_view by, F&& f) {
    strategyqa::evaluator score{options.retrieval_limit};
    strategyqa::record record;
    std::string bytes, steps;
    std::uint64_t questions = 0;
    while (auto value = gold.next()) {
      io::read(*value, record, io::fields::gold, predictions.kinds());
      bytes.assign(record.answer ? "1" : "0");
      for (const std::string_view step : record.decomposition) bytes.append("\n").append(step);
      for (const strategyqa::annotation& annotator : record.evidence) {
        bytes.append("\t");
        for (const strategyqa::step_evidence& step : annotator) {
          for (const strategyqa::evidence_item& item : step) {
            for (const std::string_view paragraph : item.paragraphs) bytes.append("\n").append(paragraph);
          }
        }
      }
      steps = std::to_string(record.decomposition.size());
      const std::string_view answer = record.answer ? "true" : "false";
      const result scores = score(record, predictions.find(record.qid));
      f(scored_question<result>{record.qid, bytes, by == "steps" ? std::string_view{steps} : answer, scores});
      ++questions;
    }
    predictions.require_count(questions);
  }

  template <class F>
  static void for_each_missing(const result&, F&&) {}
  static void write_question(mhqa::io::json_writer& json, const result& s) {
    if (s.accuracy) json.member("accuracy", *s.accuracy);
    if (s.sari) json.member("sari", *s.sari);
    if (s.recall) json.member("recall", *s.recall);
  }
  template <class Totals>
  static void finish(Totals&, std::string_view) {}
  [[nodiscard]] mhqa::report make_report(const totals& t, const mhqa::data_fingerprint& data) const {
    return strategyqa::make_report(t, data, options.retrieval_limit);
  }
  [[nodiscard]] std::size_t used() const { return predictions.size() - predictions.unused(); }
  [[nodiscard]] std::size_t ignored() const { return predictions.unused(); }
  void append_official_begin(std::string& out) const {
    io::append_official_arguments(out, options.gold, options.predictions, options.retrieval_limit);
  }
  static void append_official_missing(std::string&, std::string_view, const result&) {}
  void append_official(std::string& out, const published_totals& t) const {
    io::append_official(out, t, options.retrieval_limit);
  }

  eval_options options;
  io::predictions predictions;
  mhqa::io::json_records gold;
};

}  // namespace

void eval_strategyqa(const eval_options& options) {
  evaluate<strategyqa_adapter>(options);
}

}  // namespace mhqa_command
