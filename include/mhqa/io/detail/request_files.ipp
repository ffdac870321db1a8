// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of request_files.hpp.
#pragma once

#include <mhqa/io/request_files.hpp>

#include <mhqa/compose/doubts.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <cstdint>
#include <unordered_set>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {

MHQA_INLINE void write_request_paragraphs(const std::string& path, const single_hop_pool& pool) {
  atomic_file out{path};
  std::string line;
  for (std::size_t i = 0; i < pool.paragraphs.size(); ++i) {
    line.clear();
    json_writer json{line};
    json.begin_object().member("idx", i).member("title", pool.paragraphs[i].title);
    json.member("paragraph_text", pool.paragraphs[i].text).end_object();
    out.write(line += '\n');
  }
  out.commit();
}

MHQA_INLINE void write_requests(const std::string& path, const single_hop_pool& pool,
                                std::span<const reading_request> requests) {
  atomic_file out{path};
  std::string line;
  for (const reading_request& r : requests) {
    const single_hop& q = pool.questions[r.question];
    line.clear();
    json_writer json{line};
    json.begin_object().member("id", std::string_view{r.id}).member("question", std::string_view{r.text});
    json.key("paragraphs").begin_array();
    for (const std::uint32_t p : r.context) json.value(p);
    json.end_array().member("fold", r.fold).member("answer", q.answer).key("answer_aliases").begin_array();
    for (const std::string_view alias : q.aliases) json.value(alias);
    json.end_array().key("support").begin_array();
    for (std::size_t i = 0; i < r.context.size(); ++i) {
      if (r.context[i] == q.paragraph) json.value(i);
    }
    json.end_array().end_object();
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
    bool has_id = false, has_answer = false;
    json_context& context = value->context();
    json_value record = *value;
    record.object([&](std::string_view key, json_value field) {
      if (key == "id") {
        id = context.id = field.string();
        has_id = true;
      } else if (key == "answer") {
        said.answer = field.string();
        has_answer = true;
      } else if (key == "confidence" && !field.is_null()) {
        said.confidence = field.number();
      } else if (key == "support") {
        field.array([&](json_value item) { said.support.push_back(item.natural()); });
      }
    });
    context.require(has_id, "id");
    context.require(has_answer, "answer");
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
    const wording draft = rule_verbaliser{.most_doubts = all_doubts}(r);
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
    bool has_id = false, has_question = false;
    json_value record = *value;
    record.object([&](std::string_view key, json_value field) {
      if (key == "id") {
        answer.id = field.string();
        has_id = true;
      } else if (key == "question") {
        if (!field.is_null()) answer.question = field.string();
        has_question = true;
      } else if (key == "same_entity") {
        answer.same_entity = field.boolean();
      }
    });
    value->context().require(has_id, "id");
    value->context().require(has_question, "question");
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
  const auto keep = [&out](json_value value) { return std::string_view{out.text.emplace_back(value.string())}; };
  std::unordered_set<std::string, string_hasher> ids;
  json_records file{path};
  while (const auto value = file.next()) {
    wording_request& request = out.requests.emplace_back();
    json_context& context = value->context();
    bool has_id = false, has_steps = false, has_answers = false, has_hops = false;
    json_value record = *value;
    record.object([&](std::string_view key, json_value field) {
      if (key == "id") {
        request.id = field.string();
        context.id = request.id;
        has_id = true;
      } else if (key == "steps") {
        field.array([&](json_value item) { request.steps.emplace_back(item.string()); });
        has_steps = true;
      } else if (key == "answers") {
        field.array([&](json_value item) { request.answers.emplace_back(item.string()); });
        has_answers = true;
      } else if (key == "hops") {
        has_hops = true;
        field.array([&](json_value item) {
          wording_hop& hop = request.hops.emplace_back();
          std::vector<std::string_view>& aliases = out.aliases.emplace_back();
          item.object([&](std::string_view name, json_value part) {
            if (name == "question") hop.question = keep(part);
            if (name == "answer") hop.answer = keep(part);
            if (name == "title") hop.title = keep(part);
            if (name == "paragraph_text") hop.paragraph = keep(part);
            if (name == "answer_aliases") part.array([&](json_value alias) { aliases.push_back(keep(alias)); });
          });
          hop.aliases = aliases;
        });
      }
    });
    context.require(has_id, "id");
    context.require(has_steps, "steps");
    context.require(has_answers, "answers");
    context.require(has_hops, "hops");
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
    bool has_mention = false;
    json_value record = *value;
    record.object([&](std::string_view key, json_value field) {
      if (key == "mention") {
        mention = field.string();
        has_mention = true;
      } else if (key == "type" && !field.is_null()) {
        note.type = field.string();
      } else if (key == "link" && !field.is_null()) {
        note.link = field.string();
      }
    });
    value->context().require(has_mention, "mention");
    if (!out.add(mention, std::move(note))) {
      value->context().fail("expected one note of a mention, found another of \"" + mention + "\"");
    }
  }
  return out;
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
