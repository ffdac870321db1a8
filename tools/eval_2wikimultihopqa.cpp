// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "eval.hpp"
#include "eval_datasets.hpp"

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

namespace io = mhqa::io::twowiki;
namespace twowiki = mhqa::twowiki;

struct twowiki_adapter {
  using totals = twowiki::totals;
  using published_totals = twowiki::published_totals;
  using result = twowiki::question_scores;
  static constexpr std::array<std::string_view, 1> group_fields{"type"};

  explicit twowiki_adapter(const eval_options& options) : predictions{options.predictions}, gold{options.gold} {
    if (!options.aliases.empty()) aliases.emplace(options.aliases);
  }

  template <class F>
  void for_each(std::string_view, F&& f) {
    twowiki::evaluator score = aliases ? twowiki::evaluator{aliases->table()} : twowiki::evaluator{};
    twowiki::record record;
    std::string bytes;
    while (auto value = gold.next()) {
      io::read(*value, record, io::fields::gold, {.ids = aliases.has_value()});
      bytes = record.answer;
      for (const mhqa::supporting_fact& fact : record.supporting_facts) {
        bytes.append("\n").append(fact.title).append("\t").append(std::to_string(fact.sentence));
      }
      for (const mhqa::evidence_triple& t : record.evidences) {
        bytes.append("\n").append(t.subject).append("\t").append(t.relation).append("\t").append(t.object);
      }
      if (aliases) {
        bytes.append("\n").append(record.answer_id.value_or(""));
        for (const mhqa::evidence_triple& t : record.evidences_id) {
          bytes.append("\n").append(t.subject).append("\t").append(t.object);
        }
      }
      const result scores = score(record, predictions.find(record.id));
      f(scored_question<result>{record.id, bytes, record.type, scores});
    }
  }

  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s.answer) f("answer");
    if (!s.support) f("sp");
    if (!s.evidence) f("evidence");
  }
  static void write_question(mhqa::io::json_writer& json, const result& s) {
    write_scores(json, "", s.answer);
    write_scores(json, "sp_", s.support);
    write_scores(json, "evi_", s.evidence);
    write_scores(json, "joint_", s.joint);
  }
  template <class Totals>
  static void finish(Totals&, std::string_view) {}
  [[nodiscard]] mhqa::report make_report(const totals& t, mhqa::data_fingerprint data) const {
    if (aliases) data += aliases->table().fingerprint();
    return twowiki::make_report(t, aliases ? mhqa::dialects::twowiki_1_1 : mhqa::dialects::twowiki_1_0, data);
  }
  [[nodiscard]] std::size_t used() const { return predictions.size() - predictions.unused(); }
  [[nodiscard]] std::size_t ignored() const { return predictions.unused(); }
  static void append_official_missing(std::string& out, std::string_view id, const result& s) {
    io::append_official_missing(out, id, s);
  }
  static void append_official(std::string& out, const published_totals& t) { io::append_official(out, t); }

  io::predictions predictions;
  mhqa::io::json_records gold;
  std::optional<io::aliases> aliases;
};

}  // namespace

void eval_2wikimultihopqa(const eval_options& options) {
  evaluate<twowiki_adapter>(options);
}

}  // namespace mhqa_command
