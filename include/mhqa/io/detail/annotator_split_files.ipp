// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of annotator_split_files.hpp.
#pragma once

#include <mhqa/io/annotator_split_files.hpp>

#include <mhqa/compose/annotator_split.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// A record in JSON's normal form, with its id and, if it names one, its writer.
struct written_question {
  std::string id, text;
  std::optional<std::string> writer;
};

inline written_question read_written_question(json_value value, std::string_view writer_field) {
  json_context& context = value.context();
  written_question out;
  std::optional<std::string> id;
  json_writer json{out.text};
  json.begin_object();
  value.object([&](std::string_view key, json_value field) {
    if (key == "id" || key == "_id" || key == "qid" || key == writer_field) {
      const std::string_view text = field.string();
      if (key == writer_field) {
        if (text.empty()) context.fail("expected a writer's name, found an empty string");
        out.writer = text;
      } else {
        id = context.id = text;
      }
      json.member(key, text);
    } else {
      copy_json(field, json.key(key));
    }
  });
  json.end_object();
  context.require(id.has_value(), "id");
  out.id = std::move(*id);
  return out;
}

/// Calls f(question, place) for each record of a file. Fails if an id repeats or the file has no record.
template <class F>
void for_each_written_question(const std::string& path, std::string_view writer_field, F&& f) {
  json_records file{path};
  unique_ids ids;
  std::size_t read = 0;
  for (; auto value = file.next(); ++read) {
    written_question q = read_written_question(*value, writer_field);
    ids.add(q.id, path);
    f(std::move(q), value->context().where());
  }
  if (read == 0) throw_data_error({.file = path}, "expected records, found none");
}

inline std::map<std::string, std::string, std::less<>> read_writers(const split_run& chosen) {
  std::map<std::string, std::string, std::less<>> out;
  if (chosen.writers.empty()) return out;
  for_each_written_question(chosen.writers, chosen.field, [&](written_question q, place where) {
    if (!q.writer) {
      where.field = chosen.field;
      throw_data_error(std::move(where), "expected the field \"" + chosen.field + "\"", errc::missing);
    }
    out.emplace(std::move(q.id), std::move(*q.writer));
  });
  return out;
}

}  // namespace detail

MHQA_INLINE split_counts split_files(const split_run& chosen) {
  expect_parts({chosen.train, chosen.test}, {chosen.questions, chosen.writers});
  const auto named = detail::read_writers(chosen);
  std::vector<std::string> texts, writers;
  std::size_t used = 0;
  detail::for_each_written_question(chosen.questions, chosen.field, [&](detail::written_question q, place where) {
    if (const auto at = named.find(q.id); at != named.end()) {
      if (q.writer && *q.writer != at->second) {
        where.field = chosen.field;
        throw_data_error(std::move(where), "expected the writer that `writers` names, \"" + at->second +
                                               "\", found \"" + *q.writer + '"');
      }
      q.writer = at->second;
      ++used;
    }
    if (!q.writer) {
      where.field = chosen.field;
      throw_data_error(std::move(where), "expected the question's writer, in the record or in `writers`",
                       errc::missing);
    }
    texts.push_back(std::move(q.text));
    writers.push_back(std::move(*q.writer));
  });
  const annotator_split split = split_by_annotator(writers, chosen.share, chosen.seed);
  atomic_file train{chosen.train}, test{chosen.test};
  for (std::size_t i = 0; i < texts.size(); ++i) (split.test[i] ? test : train).write(texts[i] += '\n');
  train.commit();
  test.commit();
  return {.train_questions = texts.size() - split.test_questions,
          .test_questions = split.test_questions,
          .train_writers = split.train_writers,
          .test_writers = split.test_writers,
          .unknown_questions = named.size() - used};
}

}  // namespace mhqa::inline v0_1::io
