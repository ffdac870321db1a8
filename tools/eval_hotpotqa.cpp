// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "eval.hpp"
#include "eval_datasets.hpp"

#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>

#include <array>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

namespace io = mhqa::io::hotpotqa;

struct hotpotqa_adapter {
  using totals = mhqa::hotpotqa::totals;
  using published_totals = mhqa::hotpotqa::published_totals;
  using result = mhqa::hotpotqa::question_scores;
  static constexpr std::array<std::string_view, 2> group_fields{"type", "level"};

  explicit hotpotqa_adapter(const eval_options& options) : predictions{options.predictions}, gold{options.gold} {}

  template <class F>
  void for_each(std::string_view by, F&& f) {
    mhqa::hotpotqa::evaluator score;
    mhqa::hotpotqa::record record;
    std::string bytes;
    while (auto value = gold.next()) {
      io::read(*value, record, io::fields::gold);
      bytes = record.answer;
      for (const mhqa::supporting_fact& fact : record.supporting_facts) {
        bytes.append("\n").append(fact.title).append("\t").append(std::to_string(fact.sentence));
      }
      const result scores = score(record, predictions.find(record.id));
      f(scored_question<result>{record.id, bytes, by == "type" ? record.type : record.level, scores});
    }
  }

  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s.answer) f("answer");
    if (!s.support && s.has_gold_support) f("sp");
  }
  static void write_question(mhqa::io::json_writer& json, const result& s) {
    write_scores(json, "", s.answer);
    write_scores(json, "sp_", s.support);
    write_scores(json, "joint_", s.joint);
  }
  template <class Totals>
  static void finish(Totals&, std::string_view) {}
  [[nodiscard]] static mhqa::report make_report(const totals& t, const mhqa::data_fingerprint& data) {
    return mhqa::hotpotqa::make_report(t, mhqa::dialects::hotpotqa, data);
  }
  [[nodiscard]] std::size_t used() const { return predictions.size() - predictions.unused(); }
  [[nodiscard]] std::size_t ignored() const { return predictions.unused(); }
  static void append_official_missing(std::string& out, std::string_view id, const result& s) {
    io::append_official_missing(out, id, s);
  }
  void append_official(std::string& out, const published_totals& t) const {
    if (t.questions_with_support != t.questions) {
      mhqa::throw_data_error({.file = gold.context().file, .field = "supporting_facts"},
                             "the published program needs this field in every record");
    }
    io::append_official(out, t);
  }

  io::predictions predictions;
  mhqa::io::json_records gold;
};

}  // namespace

void eval_hotpotqa(const eval_options& options) {
  evaluate<hotpotqa_adapter>(options);
}

}  // namespace mhqa_command
