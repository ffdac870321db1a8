// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of report_page.hpp.
#pragma once

#include <mhqa/io/report_page.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/report_calibration.hpp>
#include <mhqa/io/report_page_text.hpp>
#include <mhqa/metrics/answer_relation.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/printable.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode_forms.hpp>
#include <mhqa/utf8.hpp>

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// The questions in the order of the first result that has them; the nth row of an id with the nth.
[[nodiscard]] inline std::vector<page_question> page_questions(std::span<const result_file> results) {
  std::vector<page_question> out;
  std::map<std::pair<std::string_view, std::size_t>, std::size_t> places;
  for (std::size_t r = 0; r < results.size(); ++r) {
    std::map<std::string_view, std::size_t> seen;
    const std::vector<result_answer>& answers = results[r].result.answers;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::size_t nth = seen[answers[i].id]++;
      const auto [found, fresh] = places.try_emplace({answers[i].id, nth}, out.size());
      if (fresh) {
        out.push_back(
            {&results[r].questions[i], &answers[i], std::vector<const result_answer*>(results.size(), nullptr)});
      }
      out[found->second].answers[r] = &answers[i];
    }
  }
  return out;
}

/// The number by which a result's answers are marked: F1, otherwise the one in the place of exact match.
[[nodiscard]] inline std::string marking_number(const scored_result& result) {
  const std::array<std::string, 2> usual = usual_numbers(result);
  if (!usual[1].empty()) return usual[1];
  if (!usual[0].empty()) return usual[0];
  return result.answers.front().numbers.empty() ? std::string{} : result.answers.front().numbers.front().first;
}

[[nodiscard]] inline std::vector<page_field> page_fields(std::span<const page_question> questions) {
  std::vector<page_field> out;
  for (const page_question& q : questions) {
    for (const auto& [name, value] : q.question->groups) {
      std::size_t at = 0;
      while (at < out.size() && out[at].name != name) ++at;
      if (at == out.size()) out.push_back({name});
      out[at].values.try_emplace(value, 0);
    }
  }
  // One value divides nothing, and titles are not groups.
  std::erase_if(out, [](const page_field& field) { return field.values.size() < 2 || field.values.size() > 50; });
  for (page_field& field : out) {
    std::size_t place = 0;
    for (auto& [value, at] : field.values) at = place++;
  }
  return out;
}

[[nodiscard]] inline const std::string* group_value(const page_question& q, std::string_view field) {
  for (const auto& [name, value] : q.question->groups) {
    if (name == field) return &value;
  }
  return nullptr;
}

inline constexpr std::array page_relations{answer_relation::unanswered,   answer_relation::equal,
                                           answer_relation::longer,       answer_relation::shorter,
                                           answer_relation::shared_words, answer_relation::other_words};

}  // namespace detail

MHQA_INLINE report_page::report_page(std::span<const result_file> results, std::span<const summary_column> columns,
                                     const report_page_options& options)
    : results_{results},
      columns_{columns},
      options_{options},
      questions_{detail::page_questions(results)},
      fields_{detail::page_fields(questions_)} {
  if (!options.names.empty() && options.names.size() != results.size()) {
    throw_data_error({}, "`names`: expected a name for each of the " + std::to_string(results.size()) +
                             " results, found " + std::to_string(options.names.size()));
  }
  for (std::size_t r = 0; r < results.size(); ++r) {
    names_.push_back(options.names.empty() ? results[r].path : options.names[r]);
    numbers_.push_back(detail::marking_number(results[r].result));
  }
}

MHQA_INLINE std::string report_page::html() const {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  // The policy forbids every request; the icon stops the browser from asking for one.
  out +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n";
  out.append("<title>").append(detail::html_text(options_.title)).append("</title>\n<style>");
  out.append(page_text::style).append("</style></head>\n<body><main>\n<h1>");
  out.append(detail::html_text(options_.title)).append("</h1>\n");
  add_table(out);
  add_bars(out);
  add_calibration(out);
  for (const std::string& figure : options_.figures) out.append("<h2>Figure</h2>\n").append(figure).append("\n");
  out +=
      "<h2 id=\"browse\">Questions</h2>\n<form id=\"filters\" aria-label=\"Filters\"><label>Text<input id=\"text\" "
      "type=\"search\" autocomplete=\"off\"></label></form>\n<nav aria-label=\"Pages\"><button id=\"prev\" "
      "type=\"button\">Previous</button><button id=\"next\" type=\"button\">Next</button><span id=\"count\" "
      "role=\"status\" aria-live=\"polite\"></span><span id=\"legend\"></span></nav>\n<ol "
      "id=\"list\"></ol>\n</main>\n";
  out += "<noscript>The browser of questions needs JavaScript; the tables do not.</noscript>\n";
  out += "<script type=\"application/json\" id=\"data\">";
  add_data(out);
  out.append("</script>\n<script>").append(page_text::script).append("</script>\n</body></html>\n");
  return out;
}

MHQA_INLINE void report_page::add_table(std::string& out) const {
  const auto to = std::back_inserter(out);
  out +=
      "<h2>Scores</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Scores\"><table><thead>"
      "<tr><th scope=\"col\">model</th><th scope=\"col\">questions</th>";
  for (const summary_column& column : columns_) {
    fmt::format_to(to, "<th scope=\"col\">{}</th>", detail::html_text(column.name));
  }
  out += "</tr></thead><tbody>\n";
  for (std::size_t r = 0; r < results_.size(); ++r) {
    fmt::format_to(to, "<tr><th scope=\"row\">{}</th><td>{}</td>", detail::html_text(names_[r]),
                   results_[r].result.answers.size());
    for (const summary_column& column : columns_) {
      const auto& cell = column.cells[r];
      if (!cell) {
        out += "<td>–</td>";
        continue;
      }
      fmt::format_to(to, "<td>{:.2f} <small>[{:.2f}, {:.2f}]</small></td>", 100 * cell->mean, 100 * cell->interval.low,
                     100 * cell->interval.high);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n<p class=\"sig\">Percent, with 95 % bootstrap intervals.</p>\n";
  for (std::size_t r = 0; r < results_.size(); ++r) {
    fmt::format_to(to, "<p class=\"sig\">{}: {}</p>\n", detail::html_text(names_[r]),
                   detail::html_text(results_[r].result.signature));
  }
}

MHQA_INLINE void report_page::add_bars(std::string& out) const {
  if (fields_.empty()) return;
  const auto to = std::back_inserter(out);
  for (const detail::page_field& field : fields_) {
    fmt::format_to(to, "<h2>By {}</h2>\n<div class=\"bars\">", detail::html_text(field.name));
    for (const auto& [value, place] : field.values) {
      fmt::format_to(to, "<h3>{}</h3>", detail::html_text(value.empty() ? "(none)" : value));
      for (std::size_t r = 0; r < results_.size(); ++r) {
        double sum = 0;
        std::uint64_t count = 0;
        for (const detail::page_question& q : questions_) {
          const std::string* const group = detail::group_value(q, field.name);
          if (group == nullptr || *group != value || q.answers[r] == nullptr) continue;
          if (const auto number = q.answers[r]->number(numbers_[r])) {
            sum += *number;
            ++count;
          }
        }
        if (count == 0) continue;
        const double percent = 100 * sum / static_cast<double>(count);
        fmt::format_to(to,
                       "<span>{}, {}</span><span class=\"bar\"><i style=\"width:{:.2f}%;background:var(--m{})\"></i>"
                       "</span><b>{:.2f}</b>",
                       detail::html_text(names_[r]), detail::html_text(numbers_[r]), percent, r % 5, percent);
      }
    }
    out += "</div>\n";
  }
}

MHQA_INLINE void report_page::add_calibration(std::string& out) const {
  std::vector<std::string> names;
  for (const std::string& name : names_) names.push_back(detail::html_text(name));
  append_calibration(out, results_, names);
}

MHQA_INLINE void report_page::add_data(std::string& out) const {
  std::string data;
  json_writer json{data};
  json.begin_object().key("models").begin_array();
  for (std::size_t r = 0; r < results_.size(); ++r) {
    json.begin_object().member("name", std::string_view{names_[r]});
    json.member("number", std::string_view{numbers_[r]}).end_object();
  }
  json.end_array().key("fields").begin_array();
  for (const detail::page_field& field : fields_) {
    json.begin_object().member("name", std::string_view{field.name}).key("values").begin_array();
    for (const auto& [value, place] : field.values) json.value(std::string_view{value});
    json.end_array().end_object();
  }
  json.end_array().key("relations").begin_array();
  for (const answer_relation one : detail::page_relations) json.value(name(one));
  json.value("no prediction").end_array().key("questions").begin_array();
  for (const detail::page_question& q : questions_) add_question(json, q);
  json.end_array().end_object();
  // "</script>" must not stand in the page, nor characters that an editor or a terminal acts on.
  for (std::size_t at = 0; at < data.size();) {
    const utf8::character c = utf8::decode(data, at);
    if (c.opaque() || (c.code != '<' && !mhqa::detail::moves_the_cursor(c.code))) {
      out.append(data, at, c.size);
    } else if (c.code < 0x10000) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c.code));
    } else {
      const auto rest = static_cast<unsigned>(c.code) - 0x10000U;
      fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xD800U + (rest >> 10U), 0xDC00U + (rest & 0x3FFU));
    }
    at += c.size;
  }
}

MHQA_INLINE void report_page::add_question(json_writer& json, const detail::page_question& q) const {
  json.begin_array().value(std::string_view{q.gold->id}).value(std::string_view{q.question->text}).begin_array();
  for (const std::string& gold : q.gold->golds) json.value(std::string_view{gold});
  json.end_array().begin_array();
  for (const detail::page_field& field : fields_) {
    const std::string* const value = detail::group_value(q, field.name);
    json.value(value == nullptr ? -1 : static_cast<int>(field.values.at(*value)));
  }
  json.end_array().begin_array();
  for (std::size_t r = 0; r < results_.size(); ++r) {
    const result_answer* const answer = q.answers[r];
    if (answer == nullptr) {
      json.null();
      continue;
    }
    json.begin_array().value(answer->prediction).value(answer->number(numbers_[r]));
    json.value(relation_of(*answer, results_[r].result.evaluator)).end_array();
  }
  json.end_array().begin_array();
  for (const result_step& step : q.question->steps) {
    json.begin_array().value(std::string_view{step.question}).value(std::string_view{step.answer}).end_array();
  }
  json.end_array().end_array();
}

MHQA_INLINE std::size_t report_page::relation_of(const result_answer& answer, std::string_view evaluator) {
  if (!answer.prediction) return detail::page_relations.size();
  const dialect* const rules = find<dialect>(evaluator);
  const normalization how = rules != nullptr ? rules->text : normalizations::squad;
  const normalized said{*answer.prediction, how};
  std::vector<normalized> forms;
  for (const std::string& gold : answer.golds) forms.emplace_back(gold, how);
  const std::vector<std::string_view> golds = [&] {
    std::vector<std::string_view> out;
    for (const normalized& form : forms) out.push_back(form.text());
    return out;
  }();
  return static_cast<std::size_t>(relate(said.text(), golds));
}

MHQA_INLINE std::string read_figure(const std::string& path) {
  const file_bytes bytes{path};
  const std::string_view text = bytes.view();
  const std::size_t svg = text.find("<svg");
  if (svg == std::string_view::npos) throw_data_error({.file = path}, "expected an SVG document");
  if (text.find("<script") != std::string_view::npos || text.find("href=\"http") != std::string_view::npos) {
    throw_data_error({.file = path}, "expected an SVG document without scripts and links");
  }
  for (std::size_t at = svg; at < text.size(); ++at) {
    if (static_cast<unsigned char>(text[at]) < 0x20 && text[at] != '\n' && text[at] != '\r' && text[at] != '\t') {
      throw_data_error({.file = path, .byte = at}, "expected an SVG document without control characters");
    }
  }
  return std::string{text.substr(svg)};
}

}  // namespace mhqa::inline v0_1::io
