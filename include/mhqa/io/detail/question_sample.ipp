// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_sample.hpp.
#pragma once

#include <mhqa/io/question_sample.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/stages.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

/// The questions of a file, and that of each record.
struct file_questions {
  std::vector<std::string> ids{}, values{};
  std::vector<std::uint32_t> of_record{};
};

inline std::string read_value(json_value field) {
  if (field.is_string()) return std::string{field.string()};
  if (!field.is_boolean() && !field.is_number()) field.mismatch("a string, a number, true or false");
  return std::string{field.raw()};
}

inline file_questions read_file_questions(const sample_run& chosen) {
  file_questions out;
  std::unordered_map<std::string, std::uint32_t> numbers;
  std::unordered_set<std::string> rows;
  for (json_records file{chosen.questions}; auto value = file.next();) {
    json_context& context = value->context();
    std::optional<std::string> id, of;
    bool answerable = true;
    value->object([&](std::string_view key, json_value field) {
      if (key == "id" || key == "_id" || key == "qid") id = context.id = field.string();
      if (key == "answerable" && field.is_boolean()) answerable = field.boolean();
      if (key == chosen.by && !key.empty()) of = read_value(field);
    });
    context.require(id.has_value(), "id");
    mhqa::musique::record names;
    names.id = *id;
    if (!of && !id->empty() && ascii::is_digit(id->front()) && names.shape() != *id &&
        (chosen.by == "hops" || chosen.by == "shape")) {
      of = chosen.by == "hops" ? names.hops() : names.shape();
    }
    context.require(of || chosen.by.empty(), chosen.by);
    if (!rows.insert(*id + (answerable ? "" : "\n")).second) {
      throw_data_error(context.where(), "expected each id once, found it twice", errc::duplicate);
    }
    const auto [number, fresh] = numbers.try_emplace(*id, static_cast<std::uint32_t>(out.ids.size()));
    if (fresh) {
      out.ids.push_back(*std::move(id));
      out.values.push_back(std::move(of).value_or(""));
    } else if (of && *of != out.values[number->second]) {
      context.fail("expected the value of this question's other row in \"" + chosen.by + "\", " +
                   out.values[number->second] + "; found " + *of);
    }
    out.of_record.push_back(number->second);
  }
  if (out.ids.empty()) throw_data_error({.file = chosen.questions}, "expected records, found none");
  return out;
}

/// Records in the form of the file that they are from.
class copied_records {
 public:
  copied_records(const std::string& path, bool is_array) : file_{path}, is_array_{is_array} {}

  void write(std::string_view record) {
    if (is_array_) file_.write(empty_ ? "[\n" : ",\n");
    file_.write(record);
    if (!is_array_) file_.write("\n");
    empty_ = false;
  }
  void commit() {
    if (is_array_) file_.write(empty_ ? "[]\n" : "\n]\n");
    file_.commit();
  }

 private:
  atomic_file file_;
  bool is_array_;
  bool empty_ = true;
};

}  // namespace detail

MHQA_INLINE std::vector<drawn_questions> draw_questions(const sample_run& chosen) {
  expect_parts({chosen.train, chosen.test}, {chosen.questions});
  expect_regular_file(chosen.questions);
  const detail::file_questions known = detail::read_file_questions(chosen);
  const std::size_t n = known.ids.size();
  if (chosen.sample == 0 || chosen.sample > n) {
    throw_data_error({.file = chosen.questions}, "expected a sample of 1 to " + std::to_string(n) +
                                                     " questions, found " + std::to_string(chosen.sample));
  }
  std::map<std::string_view, std::uint32_t> places;
  for (const std::string& value : known.values) places.emplace(value, 0);
  std::vector<drawn_questions> out;
  for (auto& [value, place] : places) {
    place = static_cast<std::uint32_t>(out.size());
    out.push_back({std::string{value}});
  }
  std::vector<std::uint32_t> strata, order(n), taken, rest;
  for (const std::string& value : known.values) strata.push_back(places.at(value));
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(i);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return known.ids[a] < known.ids[b]; });
  draws random{chosen.seed, "question sample"};
  shuffle<std::uint32_t>(order, random);
  take_share(order, strata, static_cast<double>(chosen.sample) / static_cast<double>(n), taken, rest);
  std::vector<bool> drawn(n);
  for (const std::uint32_t i : order) ++out[strata[i]].questions;
  for (const std::uint32_t i : taken) ++out[strata[i]].drawn, drawn[i] = true;

  json_records file{chosen.questions};
  detail::copied_records train{chosen.train, file.is_array()};
  std::optional<detail::copied_records> test;
  if (!chosen.test.empty()) test.emplace(chosen.test, file.is_array());
  for (const std::uint32_t question : known.of_record) {
    std::optional<json_value> value = file.next();
    if (!value) throw_data_error({.file = chosen.questions}, "expected the records that it had before");
    if (drawn[question]) {
      train.write(value->raw());
    } else if (test) {
      test->write(value->raw());
    }
  }
  train.commit();
  if (test) test->commit();
  return out;
}

}  // namespace mhqa::inline v0_1::io
