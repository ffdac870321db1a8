// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa probe-dates: HieraDate's probing questions for the date questions of 2WikiMultihopQA or HotpotQA.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hieradate_build.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/life_dates.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/probe/date_balance.hpp>
#include <mhqa/probe/date_questions.hpp>
#include <mhqa/probe/date_templates.hpp>
#include <mhqa/text/string_index.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

namespace hieradate = mhqa::hieradate;
using mhqa::date_reason;
using mhqa::io::json_value;
using mhqa::io::json_writer;

struct probe_dates_options {
  std::string gold;
  std::string format;
  std::string out;
  std::string setting = "normal";
  std::string rule = "final";
  std::string dates;  // empty: none
  std::string source = "people";
  bool convert = false;
  bool year_only = false;
  bool balance = false;
  bool json = false;
  std::uint64_t seed = 0;
};

/// How often each reason was the one.
struct reason_counts {
  std::array<std::uint64_t, mhqa::date_reasons> of{};

  void add(date_reason reason) { ++of[static_cast<std::size_t>(reason)]; }
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t n : of) sum += n;
    return sum;
  }
  [[nodiscard]] std::vector<mhqa::named_count> named(std::string_view prefix) const {
    std::vector<mhqa::named_count> out;
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (of[i] == 0) continue;
      out.push_back({std::string{prefix}.append(to_string(static_cast<date_reason>(i))), of[i]});
    }
    return out;
  }
};

/// Everything that is counted.
struct totals {
  std::uint64_t records = 0, date_questions = 0, without_context = 0, balanced_away = 0;
  std::uint64_t comparison = 0, combined = 0, converted = 0;
  std::uint64_t spelled_otherwise = 0, age_given_away = 0;
  reason_counts left_out, not_converted;

  [[nodiscard]] std::uint64_t written() const { return comparison + combined; }
  [[nodiscard]] std::vector<mhqa::named_count> counts() const {
    return {{"records", records},
            {"no date question", records - date_questions},
            {"date questions", date_questions},
            {"written", written()},
            {"comparison", comparison},
            {"combined", combined},
            {"converted", converted},
            {"not converted", not_converted.total()},
            {"without context", without_context},
            {"spelled otherwise", spelled_otherwise},
            {"age given away", age_given_away}};
  }
  [[nodiscard]] std::vector<mhqa::named_count> dropped() const {
    std::vector<mhqa::named_count> out = left_out.named("");
    if (balanced_away != 0) out.push_back({"balanced away", balanced_away});
    return out;
  }
};

/// A finished record that waits for the choice between types.
struct finished_record {
  std::string id;
  std::string json;
  bool combined = false;
  bool converted = false;
};

/// The output files, and what goes into them.
class probe_run {
 public:
  explicit probe_run(const probe_dates_options& chosen)
      : chosen_{chosen}, notes_path_{chosen.out + ".notes.jsonl"}, out_{chosen.out}, notes_{notes_path_} {
    if (!chosen.dates.empty()) table_.emplace(chosen.dates);
    words_.seed = chosen.seed;
    words_.year_only = chosen.year_only;
    words_.convert = chosen.convert || table_;
    kind_ = chosen.source == "works"     ? hieradate::source_kind::works
            : chosen.source == "bridges" ? hieradate::source_kind::bridges
                                         : hieradate::source_kind::people;
  }

  template <class Record>
  void add(const Record& record, const std::string& file) {
    ++all_.records;
    if (!ids_.insert(bytes_.store(record.id)).second) {
      mhqa::throw_data_error({.file = file, .id = std::string{record.id}}, "expected each id once, found it twice");
    }
    mhqa::date_source source;
    if constexpr (std::is_same_v<Record, mhqa::twowiki::record>) {
      if (!hieradate::is_source(record, kind_, words_.words)) return;
      source = kind_ == hieradate::source_kind::works     ? hieradate::work_source_of(record)
               : kind_ == hieradate::source_kind::bridges ? hieradate::bridge_source_of(record)
                                                          : hieradate::date_source_of(record);
      if (kind_ != hieradate::source_kind::people) words_.words = hieradate::words_for(record, kind_);
    } else {
      if (!mhqa::is_date_question(record.type, record.question, words_.words)) return;
      source = hieradate::date_source_of(record);
    }
    ++all_.date_questions;
    if (table_) {
      for (mhqa::date_person& person : source.people) static_cast<void>(table_->complete(person));
    }
    mhqa::date_outcome made;
    mhqa::with_date_rule(chosen_.rule,
                         [&](auto rule) { made = mhqa::make_date_questions<decltype(rule)>(source, words_); });
    if (!made.questions) {
      all_.left_out.add(made.left_out.reason);
      note(record.id, "left out", to_string(made.left_out.reason), made.left_out.detail);
      return;
    }
    if (made.not_converted) {
      all_.not_converted.add(made.not_converted->reason);
      note(record.id, "not converted", to_string(made.not_converted->reason), made.not_converted->detail);
    }
    for (const std::string_view name : made.spelled_otherwise) {
      ++all_.spelled_otherwise;
      note(record.id, "spelled otherwise", "", name);
    }
    for (const std::string_view name : made.age_given_away) {
      ++all_.age_given_away;
      note(record.id, "age given away", "", name);
    }
    const auto which = chosen_.setting == "distractor" ? hieradate::setting::distractor : hieradate::setting::normal;
    hieradate::record_head head{.id = record.id, .type = record.type, .data_label = chosen_.format};
    head.context = hieradate::select_context(record.context, record.supporting_facts, which);
    if (record.context.empty()) ++all_.without_context;
    std::deque<std::string> numbers;
    finished_record done{std::string{record.id}, {}, made.questions->combined, made.questions->converted};
    json_writer json{done.json};
    mhqa::io::hieradate::write(json,
                               hieradate::make_record(*made.questions, head, numbers, chosen_.rule == "published"));
    if (chosen_.balance) {
      waiting_.push_back(std::move(done));
    } else {
      write(done);
    }
  }

  /// Makes the files visible and prints the summary.
  void finish() {
    if (chosen_.balance) {
      std::vector<std::string_view> ids;
      std::vector<bool> combined;
      for (const finished_record& record : waiting_) {
        ids.push_back(record.id);
        combined.push_back(record.combined);
      }
      const std::vector<bool> keep = mhqa::balance_types(ids, combined, chosen_.seed);
      for (std::size_t i = 0; i < waiting_.size(); ++i) {
        if (keep[i]) {
          write(waiting_[i]);
        } else {
          ++all_.balanced_away;
          note(waiting_[i].id, "left out", "balanced away", "");
        }
      }
    }
    out_.write(all_.written() == 0 ? "[]\n" : "\n]\n");
    out_.commit();
    notes_.commit();
    write_manifest();
    std::string text;
    chosen_.json ? print_json(text) : print_table(text);
    mhqa::io::output standard{"-"};
    standard.write(text);
    standard.close();
  }

 private:
  void write(const finished_record& record) {
    out_.write(all_.written() == 0 ? "[\n" : ",\n");
    out_.write(record.json);
    ++(record.combined ? all_.combined : all_.comparison);
    if (record.converted) ++all_.converted;
  }

  void note(std::string_view id, std::string_view what, std::string_view reason, std::string_view detail) {
    line_.clear();
    json_writer json{line_};
    json.begin_object().member("_id", id).member("note", what);
    if (!reason.empty()) json.member("reason", reason);
    if (!detail.empty()) json.member("detail", detail);
    json.end_object();
    notes_.write(line_ += '\n');
  }

  void write_manifest() const {
    const auto flag = [](bool set) { return std::string{set ? "true" : "false"}; };
    mhqa::io::manifest m{.command = "probe-dates", .seed = chosen_.seed};
    m.options = {{"format", chosen_.format},
                 {"source", chosen_.source},
                 {"setting", chosen_.setting},
                 {"rule", chosen_.rule},
                 {"year-only", flag(chosen_.year_only)},
                 {"convert", flag(words_.convert)},
                 {"balance-types", flag(chosen_.balance)}};
    const auto describe = [](std::vector<mhqa::io::manifest_file>& files, const std::string& path) {
      std::error_code error;
      if (std::filesystem::is_regular_file(path, error)) {
        files.push_back(mhqa::io::describe_file(path));
      } else if (!path.empty()) {
        files.push_back({.path = path, .bytes = 0, .hash = {}});
      }
    };
    describe(m.inputs, chosen_.gold);
    describe(m.inputs, chosen_.dates);
    describe(m.outputs, chosen_.out);
    describe(m.outputs, notes_path_);
    m.counts = all_.counts();
    for (mhqa::named_count& count : all_.not_converted.named("not converted: ")) m.counts.push_back(std::move(count));
    m.dropped = all_.dropped();
    mhqa::io::write_manifest(chosen_.out + ".manifest.json", m);
  }

  void print_table(std::string& text) const {
    const auto line = [&text](std::string_view name, std::uint64_t value, std::string_view remark = {}) {
      fmt::format_to(std::back_inserter(text), "{:<26}{:>8}{}{}\n", name, value, remark.empty() ? "" : "  ", remark);
    };
    line("records", all_.records);
    line("date questions", all_.date_questions);
    line("written", all_.written());
    line("  comparison", all_.comparison);
    line("  combined", all_.combined);
    if (words_.convert) line("  of these converted", all_.converted);
    const std::vector<mhqa::named_count> dropped = all_.dropped();
    line("left out", all_.left_out.total() + all_.balanced_away);
    for (const mhqa::named_count& count : dropped) line("  " + std::string{count.name}, count.value);
    if (words_.convert) {
      line("not converted", all_.not_converted.total());
      for (const mhqa::named_count& count : all_.not_converted.named("  ")) line(count.name, count.value);
    }
    if (all_.without_context != 0) line("without context", all_.without_context, "an empty context was written");
    line("spelled otherwise", all_.spelled_otherwise, "people whose paragraph does not have the date of the evidence");
    line("age given away", all_.age_given_away, "people whose paragraph has the word \"age\" or \"aged\"");
    fmt::format_to(std::back_inserter(text), "each is listed in {}\n", notes_path_);
  }

  void print_json(std::string& text) const {
    json_writer json{text, 2};
    const auto members = [&json](std::string_view key, const std::vector<mhqa::named_count>& counts) {
      json.key(key).begin_object();
      for (const mhqa::named_count& count : counts) json.member(count.name, count.value);
      json.end_object();
    };
    json.begin_object();
    members("counts", all_.counts());
    members("left_out", all_.dropped());
    members("not_converted", all_.not_converted.named(""));
    json.member("notes", std::string_view{notes_path_}).end_object();
    text += '\n';
  }

  const probe_dates_options& chosen_;
  std::string notes_path_;
  mhqa::io::atomic_file out_, notes_;
  std::optional<mhqa::io::life_dates_table> table_;
  mhqa::date_question_options words_;
  hieradate::source_kind kind_ = hieradate::source_kind::people;
  totals all_;
  std::vector<finished_record> waiting_;
  mhqa::io::string_arena bytes_;
  mhqa::string_index ids_;
  std::string line_;
};

/// Reads the file record by record.
template <class Record, class Read>
void read_all(const probe_dates_options& chosen, Read&& read) {
  probe_run running{chosen};
  mhqa::io::json_records records{chosen.gold};
  progress shown{"records"};
  Record record;
  std::uint64_t done = 0;
  while (const std::optional<json_value> value = records.next()) {
    read(*value, record);
    running.add(record, chosen.gold);
    shown(++done);
  }
  if (done == 0) mhqa::throw_data_error({.file = chosen.gold}, "expected records, found none");
  running.finish();
}

void probe_dates(const probe_dates_options& chosen) {
  if (chosen.out == "-") {
    mhqa::throw_data_error({.file = "-"}, "--out expects a file; standard output has the summary");
  }
  if (chosen.source != "people" && (chosen.format == "hotpotqa" || chosen.convert || !chosen.dates.empty())) {
    mhqa::throw_data_error(
        {}, "--source " + chosen.source + " expects --format 2wikimultihopqa, and neither --convert nor --dates");
  }
  for (const char* const ending : {"", ".notes.jsonl", ".manifest.json"}) {
    mhqa::io::expect_no_input(chosen.out + ending, {chosen.gold, chosen.dates});
  }
  if (chosen.format == "hotpotqa") {
    read_all<mhqa::hotpotqa::record>(
        chosen, [](json_value value, mhqa::hotpotqa::record& record) { mhqa::io::hotpotqa::read(value, record); });
  } else {
    read_all<mhqa::twowiki::record>(
        chosen, [](json_value value, mhqa::twowiki::record& record) { mhqa::io::twowiki::read(value, record); });
  }
}

}  // namespace

void add_probe_dates(const arguments& app, int& /*status*/) {
  const auto chosen = std::make_shared<probe_dates_options>();
  const arguments verb = app.add_subcommand("probe-dates", "Make HieraDate's probing questions from date questions");
  verb->add_option("gold", chosen->gold, "Questions: a JSON array or JSON Lines; - is standard input")->required();
  verb->add_option("--format", chosen->format, "Layout of the questions")
      ->required()
      ->check(one_of{"2wikimultihopqa", "hotpotqa"});
  verb->add_option("--out", chosen->out, "The file to write, one JSON array of HieraDate records")
      ->type_name(output_file)
      ->required();
  verb->add_option(
          "--source", chosen->source,
          "people: the paper's questions; works: publication dates and inceptions; bridges: films by a date of\n"
          "their director or producer (2WikiMultihopQA only)")
      ->check(one_of{"people", "works", "bridges"})
      ->capture_default_str();
  verb->add_option("--setting", chosen->setting, "normal: the gold paragraphs; distractor: all paragraphs")
      ->check(one_of{"normal", "distractor"})
      ->capture_default_str();
  verb->add_flag("--year-only", chosen->year_only, "Use years only in questions and answers");
  verb->add_option(
      "--dates", chosen->dates,
      "Lines {\"name\": ..., \"id\": ..., \"born\": date or [date, ...], \"died\": ...}; implies --convert");
  verb->add_flag("--convert", chosen->convert,
                 "Make comparison questions into combined ones (who lived longer) where all four dates are known");
  verb->add_flag("--balance-types", chosen->balance, "Keep as many comparison questions as there are combined ones");
  verb->add_option("--rule", chosen->rule, "How to treat an unknown month or day")
      ->check(one_of{"three-valued", "published", "final"})
      ->capture_default_str();
  verb->add_option("--seed", chosen->seed,
                   "Decides which templates are drawn and which questions --balance-types keeps")
      ->check(check_seed)
      ->capture_default_str();
  verb->add_flag("--json", chosen->json, "The summary as JSON");
  verb->footer(
      "Example:\n"
      "  mhqa probe-dates --format 2wikimultihopqa dev.json --out hieradate.json\n"
      "A question whose answer disagrees with its dates, or that lacks a date, is left out, counted by reason and\n"
      "listed in FILE.notes.jsonl; FILE.manifest.json says what was done. The same seed gives each question the same\n"
      "templates, whatever else is in the file.");
  verb->callback([chosen] { probe_dates(*chosen); });
}

}  // namespace mhqa_command
