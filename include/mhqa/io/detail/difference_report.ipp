// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of difference_report.hpp.
#pragma once

#include <mhqa/io/difference_report.hpp>

#include <mhqa/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// The parts of two signatures that differ: key, value of a, value of b; "-" where a signature lacks the key.
[[nodiscard]] inline std::vector<std::array<std::string, 3>> signature_differences(std::string_view a,
                                                                                   std::string_view b) {
  const auto parts_of = [](std::string_view text) {
    std::vector<std::pair<std::string, std::string>> out;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find('|', at), text.size());
      const std::string_view part = text.substr(at, end - at);
      const std::size_t colon = part.find(':');
      if (at == 0) {
        out.emplace_back("evaluator", part);
      } else if (colon != std::string_view::npos) {
        out.emplace_back(part.substr(0, colon), part.substr(colon + 1));
      }
      at = end + 1;
    }
    return out;
  };
  const auto left = parts_of(a), right = parts_of(b);
  const auto value_in = [](const auto& parts, std::string_view key) {
    for (const auto& [name, value] : parts) {
      if (name == key) return value;
    }
    return std::string{"-"};
  };
  std::vector<std::array<std::string, 3>> out;
  for (const auto& [key, value] : left) {
    if (value_in(right, key) != value) out.push_back({key, value, value_in(right, key)});
  }
  for (const auto& [key, value] : right) {
    if (value_in(left, key) == "-") out.push_back({key, "-", value});
  }
  return out;
}

/// The reasons of a question as one text: "closed answers + punctuation".
[[nodiscard]] inline std::string reason_text(const result_difference& found, const explained_question& question) {
  if (!found.because.empty()) return "not explained";
  if (question.choices.empty()) return "unexplained";
  std::string out;
  for (const std::size_t c : question.choices) out.append(out.empty() ? "" : " + ").append(found.choices[c].name);
  return out;
}

/// The questions of one reason.
struct reason_questions {
  std::string reason;
  std::uint64_t higher = 0, lower = 0, only_one = 0;
  std::vector<std::string_view> examples;
  [[nodiscard]] std::uint64_t all() const noexcept { return higher + lower + only_one; }
};

[[nodiscard]] inline std::vector<reason_questions> count_reasons(const result_difference& found, std::size_t examples) {
  std::map<std::string, reason_questions> by_name;
  for (const explained_question& question : found.differing) {
    const std::string name = reason_text(found, question);
    reason_questions& one = by_name[name];
    one.reason = name;
    ++(!question.a || !question.b ? one.only_one : *question.b > *question.a ? one.higher : one.lower);
    if (one.examples.size() < examples) one.examples.emplace_back(question.id);
  }
  std::vector<reason_questions> out;
  for (auto& [name, one] : by_name) out.push_back(std::move(one));
  std::stable_sort(out.begin(), out.end(), [](const auto& x, const auto& y) { return x.all() > y.all(); });
  return out;
}

}  // namespace detail

MHQA_INLINE std::string difference_lines(const result_difference& found, std::string_view number_a,
                                         std::string_view number_b, std::string_view evaluator_b) {
  std::string out;
  for (const explained_question& question : found.differing) {
    json_writer json{out};
    json.begin_object().member("id", std::string_view{question.id}).member("number", number_a);
    json.member("evaluator", evaluator_b).member("other", number_b).member("a", question.a).member("b", question.b);
    json.key("reasons").begin_array();
    for (const std::size_t c : question.choices) json.value(std::string_view{found.choices[c].name});
    json.end_array();
    if (!found.because.empty()) json.member("because", std::string_view{found.because});
    json.end_object();
    out += '\n';
  }
  return out;
}

MHQA_INLINE void difference_report::add_table(const compared_result& a, const compared_result& b,
                                              const result_difference& found) {
  const auto to = std::back_inserter(text_);
  if (!text_.empty()) text_ += '\n';
  fmt::format_to(to, "{} of {} ({}): {:.4f} over {} questions\n", printable(a.number), printable(a.name),
                 printable(a.result.evaluator), 100 * found.a, found.questions_a);
  fmt::format_to(to, "{} of {} ({}): {:.4f} over {} questions\n\n", printable(b.number), printable(b.name),
                 printable(b.result.evaluator), 100 * found.b, found.questions_b);
  std::size_t name = found.because.empty() ? 11 : 13, left = 5, right = 5;
  for (const choice_effect& one : found.choices) {
    name = std::max(name, one.name.size());
    left = std::max(left, one.a.size());
    right = std::max(right, one.b.size());
  }
  const auto line = [&](std::string_view what, std::string_view x, std::string_view y, double effect) {
    fmt::format_to(to, "{:<{}}  {:<{}}  {:<{}}  {:>+9.4f}", what, name, x, left, y, right, 100 * effect);
  };
  if (!found.choices.empty()) {
    fmt::format_to(to, "{:<{}}  {:<{}}  {:<{}}  {:>9}  {}\n", "choice", name, "first", left, "second", right, "alone",
                   "questions");
  }
  for (const choice_effect& one : found.choices) {
    line(one.name, one.a, one.b, one.alone);
    fmt::format_to(to, "  {:>9}\n", one.questions);
  }
  line(found.because.empty() ? "interaction" : "not explained", "", "", found.interaction);
  text_ += '\n';
  line("together", "", "", found.b - found.a);
  fmt::format_to(to, "\n\n{} {}; ", found.differing.size(),
                 found.differing.size() == 1 ? "question differs" : "questions differ");
  if (found.because.empty()) {
    fmt::format_to(to, "{} unexplained\n", found.unexplained);
  } else {
    fmt::format_to(to, "{} not explained, because {}\n", found.differing.size(), printable(found.because));
  }
  for (const detail::reason_questions& one : detail::count_reasons(found, examples_)) {
    fmt::format_to(to, "{:>7}  {} ({} higher, {} lower", one.all(), one.reason, one.higher, one.lower);
    if (one.only_one != 0) fmt::format_to(to, ", {} in one result alone", one.only_one);
    text_ += ')';
    for (std::size_t i = 0; i < one.examples.size(); ++i) {
      fmt::format_to(to, "{}{}", i == 0 ? ": " : ", ", printable(one.examples[i]));
    }
    text_ += '\n';
  }
}

MHQA_INLINE void difference_report::add_json(const compared_result& a, const compared_result& b,
                                             const result_difference& found) {
  text_ += text_.empty() ? "\n" : ",\n";
  json_writer json{text_};
  const auto side = [&](std::string_view key, const compared_result& one, double mean, std::uint64_t questions) {
    json.key(key).begin_object().member("result", std::string_view{one.name});
    json.member("evaluator", std::string_view{one.result.evaluator}).member("number", std::string_view{one.number});
    json.member("mean", mean).member("questions", questions);
    json.member("signature", std::string_view{one.result.signature}).end_object();
  };
  json.begin_object();
  side("a", a, found.a, found.questions_a);
  side("b", b, found.b, found.questions_b);
  json.key("signatures_differ").begin_array();
  for (const auto& [key, left, right] : detail::signature_differences(a.result.signature, b.result.signature)) {
    json.begin_object().member("key", std::string_view{key}).member("a", std::string_view{left});
    json.member("b", std::string_view{right}).end_object();
  }
  json.end_array().key("choices").begin_array();
  for (const choice_effect& one : found.choices) {
    json.begin_object().member("name", std::string_view{one.name}).member("a", std::string_view{one.a});
    json.member("b", std::string_view{one.b}).member("alone", one.alone).member("questions", one.questions);
    json.end_object();
  }
  json.end_array().member("interaction", found.interaction).member("difference", found.b - found.a);
  json.key("reasons").begin_array();
  for (const detail::reason_questions& one : detail::count_reasons(found, examples_)) {
    json.begin_object().member("reason", std::string_view{one.reason}).member("questions", one.all());
    json.member("higher", one.higher).member("lower", one.lower).key("examples").begin_array();
    for (const std::string_view id : one.examples) json.value(id);
    json.end_array().end_object();
  }
  json.end_array().member("differing", found.differing.size()).member("unexplained", found.unexplained);
  json.key("not_explained");
  if (found.because.empty()) {
    json.null();
  } else {
    json.begin_object().member("questions", found.differing.size());
    json.member("because", std::string_view{found.because}).end_object();
  }
  json.end_object();
}

}  // namespace mhqa::inline v0_1::io
