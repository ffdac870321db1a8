// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "eval.hpp"
#include "eval_datasets.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hieradate.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace mhqa_command {
namespace {

namespace hieradate = mhqa::hieradate;
namespace io = mhqa::io::hieradate;

struct hieradate_adapter {
  using totals = hieradate::totals;
  using published_totals = hieradate::published_totals;
  using result = std::optional<hieradate::question_scores>;
  static constexpr std::array<std::string_view, 3> group_fields{"kind", "type", "data_label"};

  explicit hieradate_adapter(const eval_options& options) : predictions{options.predictions}, gold{options.gold} {}

  template <class F>
  void for_each(std::string_view by, F&& f) {
    hieradate::evaluator score;
    hieradate::record record;
    std::string bytes;
    while (auto value = gold.next()) {
      io::read(*value, record, io::fields::gold);
      bytes.assign(record.answer).append("\n").append(record.robust_answer);
      for (const hieradate::extraction_question& q : record.extraction)
        bytes.append("\n").append(q.answer.value_or(""));
      for (const hieradate::reasoning_question& q : record.reasoning) {
        if (const auto* text = std::get_if<hieradate::scalar>(&q.answer)) bytes.append("\n").append(text->text);
        if (const auto* age = std::get_if<hieradate::date_parts>(&q.answer)) {
          bytes.append("\n")
              .append(age->year.text)
              .append("-")
              .append(age->month.text)
              .append("-")
              .append(age->day.text);
        }
      }
      const hieradate::prediction* const predicted = predictions.find(record.id);
      const result scores = predicted != nullptr ? result{score(record, *predicted)} : std::nullopt;
      const std::string_view group = by == "type"         ? record.type
                                     : by == "data_label" ? record.data_label
                                                          : record.kind();
      f(scored_question<result>{record.id, bytes, group, scores});
    }
  }

  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s) f("sample");
  }
  static void write_question(mhqa::io::json_writer& json, const result& s) {
    if (!s) return;
    write_scores(json, "", s->answer);
    write_scores(json, "ro_", s->robust);
    for (std::size_t i = 0; i < (s->combined ? 4 : 2); ++i) {
      write_scores(json, "ex_" + std::to_string(i + 1) + "_", s->extraction[i]);
    }
    for (std::size_t i = 0; s->combined && i < 2; ++i)
      write_scores(json, "math_" + std::to_string(i + 1) + "_", s->ages[i]);
    for (std::size_t i = 0; i < (s->combined ? 1 : 2); ++i) {
      json.member("compare_" + std::to_string(i + 1) + "_em", s->comparison[i].em);
    }
  }
  template <class Totals>
  static void finish(Totals&, std::string_view) {}
  [[nodiscard]] static mhqa::report make_report(const totals& t, const mhqa::data_fingerprint& data) {
    return hieradate::make_report(t, mhqa::dialects::hieradate, data);
  }
  [[nodiscard]] std::size_t used() const { return predictions.size() - predictions.unused(); }
  [[nodiscard]] std::size_t ignored() const { return predictions.unused(); }
  static void append_official_missing(std::string& out, std::string_view id, const result& s) {
    io::append_official_missing(out, id, s);
  }
  static void append_official(std::string& out, const published_totals& t) { io::append_official(out, t); }

  io::predictions predictions;
  mhqa::io::json_records gold;
};

}  // namespace

void eval_hieradate(const eval_options& options) {
  evaluate<hieradate_adapter>(options);
}

}  // namespace mhqa_command
