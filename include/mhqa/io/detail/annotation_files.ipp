// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of annotation_files.hpp.
#pragma once

#include <mhqa/io/annotation_files.hpp>

#include <mhqa/io/adversarial_files.hpp>
#include <mhqa/io/context_records.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/metrics/agreement.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

/// The lines of one task, by its random name.
struct annotation_lines {
  std::string task, key;
};

inline void append_annotation(std::map<std::string, annotation_lines>& out, const context_record& r,
                              const annotation_source& source, const annotation_task& task, std::uint32_t number) {
  draws random = draws_for(source.layout, probe_draw::annotation_order, number);
  const std::string name = fmt::format("{:016x}", random());
  std::vector<std::uint32_t> shown = task.facts;
  shuffle(std::span{shown}, random);
  annotation_lines lines;
  json_writer to_people{lines.task};
  to_people.begin_object().member("task", std::string_view{name}).member("question", r.question);
  to_people.member("answer", r.answer).key("paragraphs").begin_array();
  for (const std::uint32_t at : shown) {
    std::string text;
    append_sentences(text, r.context[at].sentences);
    to_people.begin_object().member("title", r.context[at].title).member("text", std::string_view{text}).end_object();
  }
  to_people.end_array().key("sufficient").null().end_object();
  const std::string pair = pair_name(source.layout.support_count, task.replaced);
  json_writer key{lines.key};
  key.begin_object().member("task", std::string_view{name}).member("question_id", r.id);
  key.member("pair", std::string_view{pair}).member("number", number).key("positions").begin_array();
  for (const std::uint32_t at : task.facts) key.value(r.numbers[at]);
  key.end_array().member("supports", source.layout.support_count);
  key.member("distractors", source.layout.fact_count - source.layout.support_count).end_object();
  lines.task += '\n';
  lines.key += '\n';
  if (!out.emplace(name, std::move(lines)).second) {
    throw_data_error({.id = std::string{r.id}}, "two tasks have one random name; expected another `seed`");
  }
}

/// The place of a question in the random order in which questions are drawn.
using annotation_place = std::pair<std::uint64_t, std::string>;

inline annotation_place place_of(const context_record& r, const annotation_source& source) {
  return {draws_for(source.layout, probe_draw::annotation_order, ~std::uint32_t{0})(), std::string{r.id}};
}

/// Returns the last of the questions that are drawn from a file; nothing if it has fewer.
inline std::optional<annotation_place> last_drawn(const std::string& path, probe_format format, std::size_t questions,
                                                  std::uint64_t seed) {
  std::set<annotation_place> drawn;
  context_record r;
  for (context_records in{path, format}; in.next(r);) {
    if (!r.answerable || why_not_annotated(r)) continue;
    const auto tasks = views::annotation_tasks(r, seed);
    drawn.insert(place_of(r, tasks.source()));
    if (drawn.size() > questions) drawn.erase(std::prev(drawn.end()));
  }
  return drawn.size() < questions || drawn.empty() ? std::nullopt : std::optional{*drawn.rbegin()};
}

}  // namespace detail

MHQA_INLINE annotation_counts write_annotation_tasks(const std::string& path, probe_format format,
                                                     std::size_t questions, std::uint64_t seed, atomic_file& tasks,
                                                     atomic_file& key, const std::string& material) {
  annotation_counts counts;
  const auto last = material.empty() ? std::nullopt : detail::last_drawn(material, format, questions, seed);
  std::map<detail::annotation_place, std::map<std::string, detail::annotation_lines>> drawn;
  std::set<std::string, std::less<>> ids;
  context_record r;
  for (context_records in{path, format}; in.next(r);) {
    if (!r.answerable) {
      ++counts.unanswerable;
      continue;
    }
    if (!ids.emplace(r.id).second) {
      throw_data_error({.file = path, .id = std::string{r.id}}, "expected each id once, found it twice");
    }
    const auto why = why_not_annotated(r);
    counts.questions.add(why);
    if (why) continue;
    const auto all = views::annotation_tasks(r, seed);
    const detail::annotation_place place = detail::place_of(r, all.source());
    if (last && *last < place) continue;
    if (drawn.size() == questions && (questions == 0 || drawn.rbegin()->first < place)) continue;
    if (r.question.empty())
      throw_data_error({.file = path, .id = std::string{r.id}}, "expected the field \"question\"");
    std::uint32_t number = 0;
    for (const annotation_task& task : all) {
      detail::append_annotation(drawn[place], r, all.source(), task, number++);
    }
    if (drawn.size() > questions) drawn.erase(std::prev(drawn.end()));
  }
  std::map<std::string, detail::annotation_lines> lines;
  for (auto& [place, of_question] : drawn) {
    for (auto& [name, text] : of_question) {
      if (!lines.emplace(name, std::move(text)).second) {
        throw_data_error({.id = place.second}, "two tasks have one random name; expected another `seed`");
      }
    }
  }
  for (const auto& [name, text] : lines) {
    tasks.write(text.task);
    key.write(text.key);
  }
  tasks.close();
  key.close();
  counts.sampled = drawn.size();
  counts.tasks = lines.size();
  return counts;
}

namespace detail {

MHQA_INLINE annotation_key::annotation_key(const std::string& path) {
  std::map<std::string, std::size_t, std::less<>> questions;
  std::vector<std::string> ids;
  std::vector<std::vector<bool>> seen;
  json_records in{path};
  while (std::optional<json_value> line = in.next()) {
    json_context& context = line->context();
    std::string task, id;
    std::uint32_t number = 0, supports = 0, others = 0;
    read_fields(*line, required_field{"task", task}, required_field{"question_id", record_id(id)},
                required_field{"number", number}, required_field{"supports", supports},
                required_field{"distractors", others});
    if (supports < 2 || supports > max_bipartition_facts) {
      context.fail("expected 2 to 31 supports, found " + std::to_string(supports));
    }
    const auto [at, fresh] = questions.emplace(id, verdicts.size());
    if (fresh) {
      verdicts.emplace_back(supports + 1);
      seen.emplace_back(supports + 1, false);
      ids.push_back(id);
      ++distractors[others];
    }
    std::vector<bool>& of = seen[at->second];
    if (number >= of.size() || of.size() != supports + 1) {
      context.fail("expected task 0 to " + std::to_string(of.size() - 1) + " of this question, found " +
                   std::to_string(number) + " with " + std::to_string(supports) + " supports");
    }
    if (of[number] || !tasks.emplace(task, place{at->second, number}).second) {
      context.fail("expected each task once, found task " + std::to_string(number) + ", \"" + task + "\", twice");
    }
    of[number] = true;
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto lacking = std::find(seen[i].begin(), seen[i].end(), false);
    if (lacking == seen[i].end()) continue;
    throw_data_error({.file = path, .id = ids[i]}, "expected every task of the question, found none numbered " +
                                                       std::to_string(lacking - seen[i].begin()));
  }
}

}  // namespace detail

MHQA_INLINE proxy_estimate estimate_proxies(const std::string& key_path, std::span<const std::string> answers,
                                            annotator_rule rule) {
  detail::annotation_key key{key_path};
  proxy_estimate out;
  std::set<std::string, std::less<>> people;
  std::set<std::pair<std::string, std::string>> judged;
  for (const std::string& path : answers) {
    json_records in{path};
    while (std::optional<json_value> line = in.next()) {
      json_context& context = line->context();
      std::string task, person = path;
      std::optional<bool> verdict;
      read_fields(*line, required_field{"task", task}, required_field{"sufficient", or_null(verdict)},
                  optional_field{"annotator", person});
      const auto at = key.tasks.find(task);
      if (at == key.tasks.end()) context.fail("expected a task of " + key_path + ", found \"" + task + "\"");
      if (!judged.emplace(person, task).second) {
        context.fail("expected one line of a person about a task; \"" + person + "\" has two about \"" + task + "\"");
      }
      people.insert(person);
      if (!verdict) {
        ++out.not_judged;
        continue;
      }
      ++out.verdicts;
      task_verdicts& of = key.verdicts[at->second.question][at->second.number];
      ++(*verdict ? of.sufficient : of.insufficient);
    }
  }
  fleiss_counts<2> raters;
  for (const std::vector<task_verdicts>& question : key.verdicts) {
    out.counts.add(question, rule);
    for (const task_verdicts& v : question) raters.add({v.sufficient, v.insufficient});
  }
  out.kappa = raters.kappa();
  out.people = people.size();
  std::uint64_t most = 0;
  for (const auto& [distractors, n] : key.distractors) {
    if (n > most) out.distractors = distractors;
    most = std::max(most, n);
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
