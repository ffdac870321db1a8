// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of date_probe_run.hpp.
#pragma once

#include <mhqa/io/date_probe_run.hpp>

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/probe/date_balance.hpp>
#include <mhqa/probe/date_templates.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <iterator>
#include <system_error>

namespace mhqa::inline v0_1::io {

MHQA_INLINE std::uint64_t date_reason_counts::total() const noexcept {
  std::uint64_t sum = 0;
  for (const std::uint64_t n : of_) sum += n;
  return sum;
}

MHQA_INLINE std::vector<named_count> date_reason_counts::named(std::string_view prefix) const {
  std::vector<named_count> out;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    if (of_[i] == 0) continue;
    out.push_back({std::string{prefix}.append(to_string(static_cast<date_reason>(i))), of_[i]});
  }
  return out;
}

MHQA_INLINE std::vector<named_count> date_probe_counts::named() const {
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

MHQA_INLINE std::vector<named_count> date_probe_counts::dropped() const {
  std::vector<named_count> out = left_out.named("");
  if (balanced_away != 0) out.push_back({"balanced away", balanced_away});
  return out;
}

namespace detail {

MHQA_INLINE date_probe_writer::date_probe_writer(const date_probe_run& run)
    : run_{run}, out_{run.out}, notes_{run.notes()} {
  if (!run.dates.empty()) table_.emplace(run.dates);
  words_.seed = run.seed;
  words_.year_only = run.year_only;
  words_.convert = run.converts();
}

MHQA_INLINE date_probe_counts date_probe_writer::finish() {
  if (run_.balance) write_balanced();
  out_.write(all_.written() == 0 ? "[]\n" : "\n]\n");
  out_.commit();
  notes_.commit();
  write_manifest();
  return all_;
}

MHQA_INLINE std::optional<date_source> date_probe_writer::source_of(const mhqa::twowiki::record& record) {
  using mhqa::hieradate::source_kind;
  if (!mhqa::hieradate::is_source(record, run_.source, words_.words)) return std::nullopt;
  if (run_.source == source_kind::people) return mhqa::hieradate::date_source_of(record);
  words_.words = mhqa::hieradate::words_for(record, run_.source);
  return run_.source == source_kind::works ? mhqa::hieradate::work_source_of(record)
                                           : mhqa::hieradate::bridge_source_of(record);
}

MHQA_INLINE std::optional<date_source> date_probe_writer::source_of(const mhqa::hotpotqa::record& record) {
  if (!is_date_question(record.type, record.question, words_.words)) return std::nullopt;
  return mhqa::hieradate::date_source_of(record);
}

MHQA_INLINE void date_probe_writer::note_outcome(std::string_view id, const date_outcome& made) {
  if (!made.questions) {
    all_.left_out.add(made.left_out.reason);
    return note(id, "left out", to_string(made.left_out.reason), made.left_out.detail);
  }
  if (made.not_converted) {
    all_.not_converted.add(made.not_converted->reason);
    note(id, "not converted", to_string(made.not_converted->reason), made.not_converted->detail);
  }
  for (const std::string_view name : made.spelled_otherwise) {
    ++all_.spelled_otherwise;
    note(id, "spelled otherwise", "", name);
  }
  for (const std::string_view name : made.age_given_away) {
    ++all_.age_given_away;
    note(id, "age given away", "", name);
  }
}

MHQA_INLINE void date_probe_writer::write_balanced() {
  std::vector<std::string_view> ids;
  std::vector<bool> combined;
  for (const finished& record : waiting_) {
    ids.push_back(record.id);
    combined.push_back(record.combined);
  }
  const std::vector<bool> keep = balance_types(ids, combined, run_.seed);
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (keep[i]) {
      write(waiting_[i]);
    } else {
      ++all_.balanced_away;
      note(waiting_[i].id, "left out", "balanced away", "");
    }
  }
}

MHQA_INLINE void date_probe_writer::write(const finished& record) {
  out_.write(all_.written() == 0 ? "[\n" : ",\n");
  out_.write(record.json);
  ++(record.combined ? all_.combined : all_.comparison);
  if (record.converted) ++all_.converted;
}

MHQA_INLINE void date_probe_writer::note(std::string_view id, std::string_view what, std::string_view reason,
                                         std::string_view detail) {
  line_.clear();
  json_writer json{line_};
  json.begin_object().member("_id", id).member("note", what);
  if (!reason.empty()) json.member("reason", reason);
  if (!detail.empty()) json.member("detail", detail);
  json.end_object();
  notes_.write(line_ += '\n');
}

MHQA_INLINE void date_probe_writer::write_manifest() const {
  using mhqa::hieradate::source_kind;
  const auto flag = [](bool set) { return std::string{set ? "true" : "false"}; };
  manifest m{.command = "probe-dates", .seed = run_.seed};
  m.options = {{"format", run_.format},
               {"source", run_.source == source_kind::works     ? "works"
                          : run_.source == source_kind::bridges ? "bridges"
                                                                : "people"},
               {"setting", run_.setting == mhqa::hieradate::setting::distractor ? "distractor" : "normal"},
               {"rule", run_.rule},
               {"year-only", flag(run_.year_only)},
               {"convert", flag(words_.convert)},
               {"balance-types", flag(run_.balance)}};
  const auto describe = [](std::vector<manifest_file>& files, const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_regular_file(path, error)) {
      files.push_back(describe_file(path));
    } else if (!path.empty()) {
      files.push_back({.path = path, .bytes = 0, .hash = {}});
    }
  };
  describe(m.inputs, run_.gold);
  describe(m.inputs, run_.dates);
  describe(m.outputs, run_.out);
  describe(m.outputs, run_.notes());
  m.counts = all_.named();
  for (named_count& count : all_.not_converted.named("not converted: ")) m.counts.push_back(std::move(count));
  m.dropped = all_.dropped();
  io::write_manifest(run_.manifest(), m);
}

template <class Record, class Read>
date_probe_counts write_date_probes(const date_probe_run& run, Read&& read) {
  date_probe_writer to{run};
  json_records records{run.gold};
  Record record;
  std::uint64_t done = 0;
  while (const std::optional<json_value> value = records.next()) {
    read(*value, record);
    to.add(record);
    ++done;
    if (run.progress) run.progress(done);
  }
  if (done == 0) throw_data_error({.file = run.gold}, "expected records, found none");
  return to.finish();
}

}  // namespace detail

MHQA_INLINE date_probe_counts make_date_probes(const date_probe_run& run) {
  if (run.format != "2wikimultihopqa" && run.format != "hotpotqa") {
    throw_data_error({}, "`format`: expected 2wikimultihopqa or hotpotqa, found " + run.format);
  }
  if (!with_date_rule(run.rule, [](auto) {})) {
    throw_data_error({}, "`rule`: expected three-valued, published or final, found " + run.rule);
  }
  if (run.out == "-") throw_data_error({.file = "-"}, "`out` expects a file; standard output has the summary");
  const bool people = run.source == mhqa::hieradate::source_kind::people;
  if (!people && (run.format == "hotpotqa" || run.converts())) {
    const std::string name = run.source == mhqa::hieradate::source_kind::works ? "works" : "bridges";
    throw_data_error({}, "`source` " + name + " expects `format` 2wikimultihopqa, and neither `convert` nor `dates`");
  }
  for (const std::string& path : {run.out, run.notes(), run.manifest()}) expect_no_input(path, {run.gold, run.dates});
  if (run.format == "hotpotqa") {
    return detail::write_date_probes<mhqa::hotpotqa::record>(
        run, [](json_value value, mhqa::hotpotqa::record& record) { hotpotqa::read(value, record); });
  }
  return detail::write_date_probes<mhqa::twowiki::record>(
      run, [](json_value value, mhqa::twowiki::record& record) { twowiki::read(value, record); });
}

MHQA_INLINE void write_date_probe_counts(json_writer& json, const date_probe_counts& all) {
  const auto members = [&json](std::string_view key, const std::vector<named_count>& counts) {
    json.key(key).begin_object();
    for (const named_count& count : counts) json.member(count.name, count.value);
    json.end_object();
  };
  members("counts", all.named());
  members("left_out", all.dropped());
  members("not_converted", all.not_converted.named(""));
}

MHQA_INLINE void append_date_probe_table(std::string& text, const date_probe_run& run, const date_probe_counts& all) {
  const auto line = [&text](std::string_view name, std::uint64_t value, std::string_view remark = {}) {
    fmt::format_to(std::back_inserter(text), "{:<26}{:>8}{}{}\n", name, value, remark.empty() ? "" : "  ", remark);
  };
  line("records", all.records);
  line("date questions", all.date_questions);
  line("written", all.written());
  line("  comparison", all.comparison);
  line("  combined", all.combined);
  if (run.converts()) line("  of these converted", all.converted);
  line("left out", all.left_out.total() + all.balanced_away);
  for (const named_count& count : all.dropped()) line("  " + std::string{count.name}, count.value);
  if (run.converts()) {
    line("not converted", all.not_converted.total());
    for (const named_count& count : all.not_converted.named("  ")) line(count.name, count.value);
  }
  if (all.without_context != 0) line("without context", all.without_context, "an empty context was written");
  line("spelled otherwise", all.spelled_otherwise, "people whose paragraph does not have the date of the evidence");
  line("age given away", all.age_given_away, "people whose paragraph has the word \"age\" or \"aged\"");
  fmt::format_to(std::back_inserter(text), "each is listed in {}\n", run.notes());
}

}  // namespace mhqa::inline v0_1::io
