// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of request_files.hpp.
#pragma once

#include <mhqa/io/request_files.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <cstdint>
#include <limits>
#include <unordered_set>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void write_request_paragraphs(const std::string& path, const single_hop_pool& pool) {
  atomic_file out{path};
  std::string line;
  for (std::size_t i = 0; i < pool.paragraphs.size(); ++i) {
    line.clear();
    write_request_paragraph(line, i, pool.paragraphs[i]);
    out.write(line += '\n');
  }
  out.commit();
}

MHQA_INLINE void write_request_paragraph(std::string& out, std::size_t number, const context_paragraph& p) {
  json_writer json{out};
  json.begin_object().member("idx", number).member("title", p.title);
  json.member("paragraph_text", p.text).end_object();
}

MHQA_INLINE void write_request(std::string& out, const single_hop_pool& pool, const reading_request& r) {
  const single_hop& q = pool.questions[r.question];
  json_writer json{out};
  json.begin_object().member("id", std::string_view{r.id}).member("question", std::string_view{r.text});
  json.key("paragraphs").begin_array();
  for (const std::uint32_t p : r.context) json.value(pool.paragraph_place(p));
  json.end_array().member("fold", r.fold).member("answer", q.answer).key("answer_aliases").begin_array();
  for (const std::string_view alias : q.aliases) json.value(alias);
  json.end_array().key("support").begin_array();
  for (std::size_t i = 0; i < r.context.size(); ++i) {
    if (r.context[i] == q.paragraph) json.value(i);
  }
  json.end_array().end_object();
}

MHQA_INLINE void write_requests(const std::string& path, const single_hop_pool& pool,
                                std::span<const reading_request> requests) {
  atomic_file out{path};
  std::string line;
  for (const reading_request& r : requests) {
    line.clear();
    write_request(line, pool, r);
    out.write(line += '\n');
  }
  out.commit();
}

MHQA_INLINE replay_reader read_answers(const std::string& path) {
  replay_reader out;
  json_records file{path};
  while (const auto value = file.next()) {
    std::string_view id;
    reading said;
    json_context& context = value->context();
    read_fields(*value, required_field{"id", record_id(id)}, required_field{"answer", said.answer},
                optional_field{"confidence", or_null(said.confidence)}, optional_field{"support", said.support});
    if (out.contains(id)) context.fail("expected one answer to this id, found another");
    out.add(id, std::move(said));
  }
  return out;
}

MHQA_INLINE std::vector<reading> replay_requests(const std::string& path, replay_reader& answers,
                                                 std::span<const reading_request> requests) {
  std::vector<reading> out;
  for (const reading_request& r : requests) {
    if (!answers.contains(r.id)) {
      throw_data_error({.file = path, .id = r.id}, "expected an answer to this request, found none");
    }
    const reading& said = out.emplace_back(answers(reading_task{r.id, r.text, {}}));
    for (const std::uint32_t at : said.support) {
      if (at < r.context.size()) continue;
      throw_data_error({.file = path, .id = r.id, .field = "support"},
                       "expected a position below " + std::to_string(r.context.size()) +
                           ", the number of the request's paragraphs, found " + std::to_string(at));
    }
  }
  return out;
}

MHQA_INLINE void write_wording_requests(const std::string& path, std::span<const wording_request> requests) {
  atomic_file out{path};
  std::string line;
  for (const wording_request& r : requests) {
    line.clear();
    json_writer json{line};
    json.begin_object().member("id", std::string_view{r.id}).key("steps").begin_array();
    for (const std::string& step : r.steps) json.value(std::string_view{step});
    json.end_array().key("answers").begin_array();
    for (const std::string& answer : r.answers) json.value(std::string_view{answer});
    json.end_array().key("hops").begin_array();
    for (const wording_hop& hop : r.hops) {
      json.begin_object()
          .member("question", hop.question)
          .member("answer", hop.answer)
          .key("answer_aliases")
          .begin_array();
      for (const std::string_view alias : hop.aliases) json.value(alias);
      json.end_array().member("title", hop.title).member("paragraph_text", hop.paragraph).end_object();
    }
    const wording draft = rule_verbaliser{.most_doubts = std::numeric_limits<std::size_t>::max()}(r);
    json.end_array().key("draft");
    if (draft) {
      json.value(std::string_view{draft.question});
    } else {
      json.null();
    }
    json.end_object();
    out.write(line += '\n');
  }
  out.commit();
}

MHQA_INLINE std::vector<wording_answer> read_wordings(const std::string& path) {
  std::vector<wording_answer> out;
  json_records file{path};
  while (const auto value = file.next()) {
    wording_answer& answer = out.emplace_back();
    read_fields(*value, required_field{"id", answer.id}, required_field{"question", or_null(answer.question)},
                optional_field{"same_entity", answer.same_entity});
  }
  return out;
}

MHQA_INLINE std::vector<std::vector<wording_answer>> read_people(std::span<const std::string> files,
                                                                 std::span<const wording_request> requests) {
  std::vector<std::vector<wording_answer>> out;
  for (const std::string& file : files) {
    out.push_back(read_wordings(file));
    try {
      static_cast<void>(check_wordings(requests, out.back()));
    } catch (const data_error& error) {
      place where = error.where();
      where.file = file;
      throw_data_error(where, error.problem());
    }
  }
  return out;
}

MHQA_INLINE loaded_wording_requests read_wording_requests(const std::string& path) {
  loaded_wording_requests out;
  std::unordered_set<std::string, string_hasher> ids;
  json_records file{path};
  while (const auto value = file.next()) {
    wording_request& request = out.requests.emplace_back();
    json_context& context = value->context();
    const auto kept = [&out](std::string_view& to) {
      return [&](json_value text) { to = out.text.emplace_back(text.string()); };
    };
    const auto read_hop = [&](json_value item) {
      wording_hop& hop = request.hops.emplace_back();
      std::vector<std::string_view>& aliases = out.aliases.emplace_back();
      const auto read_alias = [&](json_value alias) { kept(aliases.emplace_back())(alias); };
      read_fields(item, optional_field{"question", kept(hop.question)}, optional_field{"answer", kept(hop.answer)},
                  optional_field{"title", kept(hop.title)}, optional_field{"paragraph_text", kept(hop.paragraph)},
                  optional_field{"answer_aliases", [&](json_value list) { list.array(read_alias); }});
      hop.aliases = aliases;
    };
    read_fields(*value, required_field{"id", record_id(request.id)}, required_field{"steps", request.steps},
                required_field{"answers", request.answers},
                required_field{"hops", [&](json_value list) { list.array(read_hop); }});
    if (!ids.insert(request.id).second) context.fail("expected one request with this id, found another");
  }
  if (out.requests.empty()) throw_data_error({.file = path}, "expected requests, found none");
  return out;
}

MHQA_INLINE entity_notes read_entity_notes(const std::string& path) {
  entity_notes out;
  json_records file{path};
  while (const auto value = file.next()) {
    std::string mention;
    entity_note note;
    read_fields(*value, required_field{"mention", mention}, optional_field{"type", or_null(note.type)},
                optional_field{"link", or_null(note.link)});
    if (!out.add(mention, std::move(note))) {
      value->context().fail("expected one note of a mention, found another of \"" + mention + "\"");
    }
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
