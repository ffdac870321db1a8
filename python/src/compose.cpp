// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Composing; see data_sets.hpp. In a file of its own because the pipeline takes long to compile.
#include "data_sets.hpp"

#include "locked_folder.hpp"

#include <mhqa/compose/split.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/io/compose_set.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/parallel.hpp>

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <string_view>
#include <type_traits>

namespace nb = nanobind;

namespace mhqa_python {
namespace {

/// Reads the options one by one: each is set if the dict has it, and noted as given.
class option_reader {
 public:
  explicit option_reader(nb::dict options) : options_{std::move(options)} {}

  void text(const char* name, std::string& value) { plain(name, "a string", value); }
  void texts(const char* name, std::vector<std::string>& value) { plain(name, "a list of strings", value); }
  void flag(const char* name, bool& value) { plain(name, "True or False", value); }
  void names(const char* name, std::vector<std::string>& value, std::span<const std::string> known) {
    texts(name, value);
    for (const std::string& one : value) expect(name, one, known);
  }
  void name(const char* name, std::string& value, std::span<const std::string> known) {
    if (!options_.contains(name)) return;
    text(name, value);
    expect(name, value, known);
  }
  template <class Number>
  void whole(const char* name, Number& value, std::uint64_t least = 0, std::uint64_t most = UINT64_MAX) {
    std::uint64_t found = 0;
    if (!plain(name, "a whole number from 0", found)) return;
    if (found < least || found > std::min<std::uint64_t>(most, std::numeric_limits<Number>::max())) {
      fail(name, "a number from " + std::to_string(least) + " to " + std::to_string(most), std::to_string(found));
    }
    value = static_cast<Number>(found);
  }
  void share(const char* name, double& value) {
    if (!plain(name, "a number from 0 to 1", value)) return;
    if (!(value >= 0 && value <= 1)) fail(name, "a number from 0 to 1", std::to_string(value));
  }
  template <class Array>
  void numbers(const char* name, const char* expected, Array& value) {
    plain(name, expected, value);
  }

  [[nodiscard]] const std::set<std::string, std::less<>>& given() const noexcept { return given_; }

  /// Errors: nb::type_error for an option that nobody has asked for
  void expect_all_read() const {
    for (const auto& [key, value] : options_) {
      const std::string name = nb::cast<std::string>(key);
      if (given_.count(name) == 0) throw nb::type_error(("unknown option " + name).c_str());
    }
  }

 private:
  [[noreturn]] static void fail(const std::string& name, const std::string& expected, const std::string& found) {
    throw nb::value_error((name + ": expected " + expected + ", found " + found).c_str());
  }
  static void expect(const char* name, const std::string& found, std::span<const std::string> known) {
    if (std::find(known.begin(), known.end(), found) != known.end()) return;
    std::string all;
    for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
    fail(name, "one of " + all, found);
  }
  /// Returns true if the type is right, so that the value is wrong: -1 for a size.
  template <class T>
  static bool has_type(nb::handle given) noexcept {
    PyObject* const object = given.ptr();
    if constexpr (std::is_same_v<T, bool>) return PyBool_Check(object);
    if (PyBool_Check(object)) return false;
    if constexpr (std::is_integral_v<T>) return PyLong_Check(object);
    if constexpr (std::is_floating_point_v<T>) return PyFloat_Check(object) || PyLong_Check(object);
    if constexpr (std::is_same_v<T, std::string>) return PyUnicode_Check(object);
    return PyList_Check(object);
  }
  template <class T>
  bool plain(const char* name, const char* expected, T& value) {
    if (!options_.contains(name)) return false;
    const nb::object given = options_[name];
    if ((!std::is_same_v<T, bool> && PyBool_Check(given.ptr())) || !nb::try_cast<T>(given, value)) {
      const std::string message = std::string{name} + ": expected " + expected + ", found " + nb::repr(given).c_str();
      if (has_type<T>(given)) throw nb::value_error(message.c_str());
      throw nb::type_error(message.c_str());
    }
    given_.insert(name);
    return true;
  }

  nb::dict options_;
  std::set<std::string, std::less<>> given_;
};

}  // namespace

mhqa::io::compose_settings settings_of(nb::dict options) {
  const std::vector<std::string> stages{mhqa::io::compose_stages.begin(), mhqa::io::compose_stages.end()};
  const std::vector<std::string> presets{"paper", "released"}, splits{"disjoint", "random"},
      sources{"positive", "corpus"}, readers{"trained", "words"}, rules = mhqa::io::pair_rule_names();
  mhqa::io::compose_settings s;
  mhqa::compose_options& o = s.options;
  option_reader read{std::move(options)};
  read.texts("pools", s.pools);
  read.text("out", s.out);
  read.whole("seed", o.seed);
  read.name("preset", s.preset, presets);
  read.name("until", s.until, stages);
  read.flag("resume", s.resume);
  read.whole("min_context_words", o.quality.min_context_words);
  read.whole("max_context_words", o.quality.max_context_words);
  read.flag("check_answers", o.check_answers);
  read.texts("quality_answers", s.quality_answers);
  read.name("reader", s.reader.kind, readers);
  read.text("weights", s.reader.weights);
  read.text("net", s.reader.net);
  read.text("entities", s.entities);
  read.whole("candidates_per_bridge", o.pairs.candidates_per_bridge);
  read.whole("pairs_per_bridge", o.pairs.pairs_per_bridge);
  read.names("without_rules", o.without_rules, rules);
  read.flag("connection", o.connect);
  read.flag("filter_heads", o.connection.heads);
  read.flag("filter_tails", o.connection.tails);
  read.flag("own_paragraph", o.connection.own_paragraph);
  read.share("head_f1", o.connection.head_answer_f1);
  read.share("tail_f1", o.connection.tail_answer_f1);
  read.share("tail_f1_most", o.connection.tail_answer_most);
  read.share("tail_support_f1", o.connection.tail_support_f1);
  read.whole("tail_distractors", o.connection.distractors, 0, 1000);
  read.whole("folds", o.connection.folds, 3, 1000);
  read.texts("connection_answers", s.connection_answers);
  read.whole("question_words", o.limits.question_words);
  read.numbers("total_words", "three whole numbers", o.limits.total_words);
  read.whole("bridge_uses", o.limits.bridge_uses);
  read.whole("question_uses", o.limits.question_uses);
  read.flag("no_subgraphs", o.limits.no_subgraphs);
  read.flag("worded_first", o.worded_first);
  read.numbers("shares", "six numbers", o.mix.shares);
  for (const double share : o.mix.shares) {
    if (!(share >= 0 && share <= 1e9)) throw nb::value_error("shares: expected numbers from 0 to 1e9");
  }
  read.whole("size", o.mix.size);
  read.texts("wordings", s.wordings);
  read.whole("most_doubts", o.most_doubts);
  read.name("split", s.split_kind, splits);
  read.share("dev_share", o.split.dev_share);
  read.share("test_share", o.split.test_share);
  read.share("spread_share", o.spread.share);
  read.whole("train_size", o.train_size);
  read.whole("paragraphs", o.contexts.paragraphs, 4, 1000);
  read.name("distractors", s.distractors, sources);
  read.texts("corpus", s.corpus);
  std::array<std::uint32_t, 2> part{0, 1};
  read.numbers("part", "two whole numbers", part);
  if (read.given().count("part") != 0) s.part = mhqa::part_number{part[0], part[1]};
  read.texts("merge", s.merge);
  read.expect_all_read();
  mhqa::io::complete(s, read.given());
  return s;
}

std::string compose(const mhqa::io::compose_settings& settings, std::size_t threads, progress& told) {
  mhqa::io::check_files(settings);  // before the folder is made
  mhqa::thread_pool pool{threads};
  const auto shown = [&](std::string_view stage) { return reporting{pool, told, std::string{stage}}; };
  mhqa::io::composing made;
  if (settings.part) {
    made = mhqa::io::compose_part(settings, shown);
  } else {
    const locked_folder folder{settings.out};
    made = mhqa::io::compose_set(settings, shown);
  }
  std::string out;
  mhqa::io::json_writer json{out};
  const auto numbers = [&](const char* key, const auto& counts) {
    json.key(key).begin_object();
    for (const auto& one : counts) json.member(one.name, one.value);
    json.end_object();
  };
  json.begin_object().key("stages").begin_array();
  for (const mhqa::io::stage_report& stage : made.stages) {
    json.begin_object().member("name", std::string_view{stage.name}).member("loaded", stage.loaded);
    numbers("counts", stage.counts);
    numbers("dropped", stage.dropped);
    json.end_object();
  }
  json.end_array().key("questions").begin_object();
  for (std::size_t s = 0; s < mhqa::all_shapes.size(); ++s) {
    json.key(to_string(mhqa::all_shapes[s])).begin_object();
    for (std::size_t p = 0; p < mhqa::all_parts.size(); ++p) {
      json.member(to_string(mhqa::all_parts[p]), made.questions[s][p]);
    }
    json.end_object();
  }
  json.end_object().end_object();
  return out;
}

}  // namespace mhqa_python
