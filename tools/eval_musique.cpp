// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "eval.hpp"
#include "eval_datasets.hpp"

#include <mhqa/datasets/musique.hpp>
#include <mhqa/io/datasets/musique.hpp>

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

namespace io = mhqa::io::musique;

struct musique_adapter {
  using totals = mhqa::musique::totals;
  using published_totals = mhqa::musique::published_totals;
  using result = mhqa::musique::row_scores;
  static constexpr bool rows_share_ids = true;  // row_groups counts them
  static constexpr std::array<std::string_view, 3> group_fields{"hops", "shape", "answerable"};

  explicit musique_adapter(const eval_options& options) : predictions{options.predictions}, gold{options.gold} {}

  template <class F>
  void for_each(std::string_view by, F&& f) {
    mhqa::musique::evaluator score;
    mhqa::musique::record record;
    std::string bytes;
    while (auto value = gold.next()) {
      io::read(*value, record, io::fields::gold);
      const result scores = score(record, predictions.next(record.id));
      bytes.assign(record.answerable ? "1" : "0").append(record.answer);
      for (const std::string_view alias : record.answer_aliases) bytes.append("\n").append(alias);
      for (const mhqa::musique::paragraph& p : record.paragraphs) {
        if (p.is_supporting) bytes.append("\t").append(std::to_string(p.idx));
      }
      const std::string_view group = by == "hops"        ? record.hops()
                                     : by == "shape"     ? record.shape()
                                     : record.answerable ? "yes"
                                                         : "no";
      groups[""].add(record.id, scores);
      if (!by.empty() && by != "answerable") groups[std::string{group}].add(record.id, scores);
      f(scored_question<result>{record.id, bytes, group, scores});
      ++rows;
    }
    predictions.finish();
  }

  template <class F>
  static void for_each_missing(const result&, F&&) {}
  static void write_question(mhqa::io::json_writer& json, const result& s) {
    if (s.label_sufficiency) {
      json.member("answer_f1", s.answer.f1).member("answer_em", s.answer.em).member("support_f1", s.support.f1);
    }
    json.member("predicted_answerable", s.sufficiency).member("answerable", s.label_sufficiency);
  }
  /// Adds the groups of MuSiQue-Full, all of them or those of one value of --by.
  template <class Totals>
  void finish(Totals& t, const std::string& value) {
    const auto found = groups.find(value);
    if (found == groups.end()) return;  // --by answerable splits the pairs
    if (!t.full()) return found->second.expect_each(1);
    found->second.for_each_pair([&](std::string_view, const auto& rows_of_id) { t.add_group(rows_of_id); });
  }
  [[nodiscard]] static mhqa::report make_report(const totals& t, const mhqa::data_fingerprint& data) {
    return mhqa::musique::make_report(t, mhqa::dialects::musique, data);
  }
  [[nodiscard]] std::size_t used() const { return rows; }
  [[nodiscard]] static std::size_t ignored() { return 0; }
  static void append_official_missing(std::string&, std::string_view, const result&) {}
  static void append_official(std::string& out, const published_totals& t) { io::append_official(out, t); }

  io::predictions predictions;
  mhqa::io::json_records gold;
  std::map<std::string, mhqa::musique::row_groups> groups;
  std::size_t rows = 0;
};

}  // namespace

void eval_musique(const eval_options& options) {
  evaluate<musique_adapter>(options);
}

}  // namespace mhqa_command
