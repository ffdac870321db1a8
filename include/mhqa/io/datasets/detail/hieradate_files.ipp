// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate_files.hpp.
#pragma once

#include <mhqa/io/datasets/hieradate_files.hpp>

#include <mhqa/datasets/hieradate_answers.hpp>
#include <mhqa/datasets/hieradate_layouts.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/model/calendar_reader.hpp>

#include <cstddef>
#include <deque>
#include <variant>
#include <vector>

namespace mhqa::inline v0_1::io::hieradate {

MHQA_INLINE export_counts export_questions(const std::string& gold, layout as, const std::string& to) {
  expect_no_input(to, {gold});
  atomic_file out{to};
  out.write(begin_layout(as));
  export_counts counts;
  std::string text;
  for_each_record(gold, true, [&](const mhqa::hieradate::record& record) {
    text.clear();
    write_layout(text, record, as, counts.records++ == 0);
    counts.questions += mhqa::hieradate::flat_questions(record).size();
    out.write(text);
  });
  out.write(end_layout(as));
  out.commit();
  return counts;
}

MHQA_INLINE import_counts import_answers(const std::string& gold, const std::string& answers_file,
                                         const std::string& to) {
  expect_no_input(to, {gold, answers_file});
  flat_answers answers{answers_file};
  atomic_file out{to};
  import_counts counts;
  std::string text;
  for_each_record(gold, true, [&](const mhqa::hieradate::record& record) {
    std::deque<std::string> store;
    const auto find = [&](std::string_view id) { return answers.find(id); };
    const mhqa::hieradate::prediction made = mhqa::hieradate::prediction_of(record, find, store, counts.missing);
    text = counts.records++ == 0 ? "[\n" : ",\n";
    json_writer json{text};
    write(json, made);
    out.write(text);
  });
  out.write("\n]\n");
  out.commit();
  counts.unused = answers.unused();
  return counts;
}

MHQA_INLINE std::pair<half_counts, half_counts> split_records(const std::string& gold, const std::string& dev_file,
                                                              const std::string& test_file, std::uint64_t seed) {
  expect_no_input(dev_file, {gold, test_file});
  expect_no_input(test_file, {gold});
  std::deque<std::string> ids, texts;
  std::vector<std::string_view> views;
  std::vector<bool> combined;
  for_each_record(gold, true, [&](const mhqa::hieradate::record& record) {
    views.push_back(ids.emplace_back(record.id));
    combined.push_back(record.combined);
    json_writer json{texts.emplace_back()};
    write(json, record);
  });
  const std::vector<bool> is_dev = mhqa::hieradate::split_dev(views, combined, seed);
  atomic_file dev{dev_file}, test{test_file};
  std::pair<half_counts, half_counts> counts;
  for (std::size_t i = 0; i < views.size(); ++i) {
    half_counts& of = is_dev[i] ? counts.first : counts.second;
    atomic_file& out = is_dev[i] ? dev : test;
    out.write(of.comparison + of.combined == 0 ? "[\n" : ",\n");
    out.write(texts[i]);
    ++(combined[i] ? of.combined : of.comparison);
  }
  const auto finish = [](atomic_file& out, const half_counts& of) {
    out.write(of.comparison + of.combined == 0 ? "[]\n" : "\n]\n");
  };
  finish(dev, counts.first);
  finish(test, counts.second);
  dev.commit();
  test.commit();
  return counts;
}

MHQA_INLINE void answered_counts::tally::add(bool has_answer) {
  ++asked;
  answered += has_answer ? 1 : 0;
}

MHQA_INLINE void answered_counts::add(const mhqa::hieradate::prediction& p) {
  main.add(!p.answer.empty());
  for (std::size_t i = 0; i < (p.combined ? 4 : 2); ++i) extraction.add(!p.extraction[i].answer.value_or("").empty());
  for (std::size_t i = 0; i < (p.combined ? 3 : 2); ++i) {
    const auto* const text = std::get_if<mhqa::hieradate::scalar>(&p.reasoning[i].answer);
    reasoning.add(text == nullptr || !text->text.empty());
  }
  robustness.add(!p.robust_answer.empty());
}

MHQA_INLINE answered_counts answer_records(const std::string& gold, const std::string& to, std::string_view rule,
                                           bool given) {
  expect_no_input(to, {gold});
  atomic_file out{to};
  answered_counts all;
  std::string text;
  for_each_record(gold, given, [&](const mhqa::hieradate::record& record) {
    std::deque<std::string> store;
    std::vector<known_life> lives;
    if (given) lives = mhqa::hieradate::given_lives(record);
    mhqa::hieradate::prediction answers;
    with_date_rule(
        rule, [&](auto chosen) { answers = mhqa::hieradate::answer_record<decltype(chosen)>(record, store, lives); });
    text = all.main.asked == 0 ? "[\n" : ",\n";
    json_writer json{text};
    write(json, answers);
    out.write(text);
    all.add(answers);
  });
  out.write("\n]\n");
  out.commit();
  return all;
}

}  // namespace mhqa::inline v0_1::io::hieradate
