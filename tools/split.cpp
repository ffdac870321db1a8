// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa split: a data set in train and test, so that nobody wrote questions of both (StrategyQA, Sec. 4).
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/compose/annotator_split.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/unique_ids.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

struct split_arguments {
  std::string questions, writers, train, test;
  std::string field = "writer";
  double share = 0.18;
  std::uint64_t seed = 0;
};

/// A record in JSON's normal form, with its id and, if it names one, its writer.
struct written_question {
  std::string id, text;
  std::optional<std::string> writer;
};

written_question read_question(mhqa::io::json_value value, std::string_view writer_field) {
  mhqa::io::json_context& context = value.context();
  written_question out;
  std::optional<std::string> id;
  mhqa::io::json_writer json{out.text};
  json.begin_object();
  value.object([&](std::string_view key, mhqa::io::json_value field) {
    if (key == "id" || key == "_id" || key == "qid" || key == writer_field) {
      const std::string_view text = field.string();
      if (key == writer_field) {
        if (text.empty()) field.mismatch("a writer's name");
        out.writer = text;
      } else {
        id = context.id = text;
      }
      json.member(key, text);
    } else {
      mhqa::io::copy_json(field, json.key(key));
    }
  });
  json.end_object();
  context.require(id.has_value(), "id");
  out.id = std::move(*id);
  return out;
}

/// Calls f(question, place) for each record of a file with different ids; fails if the file has no record.
template <class F>
void for_each_question(const std::string& path, std::string_view writer_field, F&& f) {
  mhqa::io::json_records file{path};
  mhqa::io::unique_ids ids;
  std::size_t read = 0;
  for (; auto value = file.next(); ++read) {
    written_question q = read_question(*value, writer_field);
    ids.add(q.id, path);
    f(std::move(q), value->context().where());
  }
  if (read == 0) mhqa::throw_data_error({.file = path}, "expected records, found none");
}

std::map<std::string, std::string, std::less<>> read_writers(const split_arguments& chosen) {
  std::map<std::string, std::string, std::less<>> out;
  if (chosen.writers.empty()) return out;
  for_each_question(chosen.writers, chosen.field, [&](written_question q, mhqa::place where) {
    if (!q.writer) {
      where.field = chosen.field;
      mhqa::throw_data_error(std::move(where), "expected the field \"" + chosen.field + "\"", mhqa::errc::missing);
    }
    out.emplace(std::move(q.id), std::move(*q.writer));
  });
  return out;
}

void run(const split_arguments& chosen) {
  for (const std::string* const out : {&chosen.train, &chosen.test}) {
    if (*out == "-") mhqa::throw_data_error({.file = "-"}, "expected a file; standard output has the counts");
    mhqa::io::expect_no_input(*out, {chosen.questions, chosen.writers});
  }
  const auto named = read_writers(chosen);
  std::vector<std::string> texts, writers;
  std::size_t used = 0;
  for_each_question(chosen.questions, chosen.field, [&](written_question q, mhqa::place where) {
    if (const auto at = named.find(q.id); at != named.end()) {
      q.writer = at->second;
      ++used;
    }
    if (!q.writer) {
      where.field = chosen.field;
      mhqa::throw_data_error(std::move(where), "expected the question's writer, in the record or in --writers",
                             mhqa::errc::missing);
    }
    texts.push_back(std::move(q.text));
    writers.push_back(std::move(*q.writer));
  });
  const mhqa::annotator_split split = mhqa::split_by_annotator(writers, chosen.share, chosen.seed);
  mhqa::io::atomic_file train{chosen.train}, test{chosen.test};
  for (std::size_t i = 0; i < texts.size(); ++i) (split.test[i] ? test : train).write(texts[i] += '\n');
  train.commit();
  test.commit();
  std::string out = fmt::format("{:<8}{:>10}{:>10}\n", "", "questions", "writers");
  out += fmt::format("{:<8}{:>10}{:>10}\n", "train", texts.size() - split.test_questions, split.train_writers);
  out += fmt::format("{:<8}{:>10}{:>10}\n", "test", split.test_questions, split.test_writers);
  if (used < named.size()) out += fmt::format("writers of unknown questions {:>9}\n", named.size() - used);
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
}

}  // namespace

void add_split(const arguments& app, int&) {
  const auto chosen = std::make_shared<split_arguments>();
  const arguments verb = app.add_subcommand("split", "Split a data set so that no writer has questions in both parts");
  verb->add_option("questions", chosen->questions, "Records with an id: a JSON array or JSON Lines")->required();
  verb->add_option("--writers", chosen->writers, "Who wrote each question, where records do not say it: {id, writer}");
  verb->add_option("--writer-field", chosen->field, "The field that names a question's writer")->capture_default_str();
  verb->add_option("--train", chosen->train, "The file for training, as JSON Lines")
      ->type_name(output_file)
      ->required();
  verb->add_option("--test", chosen->test, "The file for testing, as JSON Lines")->type_name(output_file)->required();
  verb->add_option("--share", chosen->share, "Largest share of the questions for the test set")
      ->check(between(0.0, 1.0))
      ->capture_default_str();
  verb->add_option("--seed", chosen->seed, "Seed of the draw of writers")->check(check_seed)->capture_default_str();
  verb->footer(
      "Example:\n  mhqa split questions.json --writers writers.jsonl --train train.jsonl --test test.jsonl --seed 7\n"
      "Writers are drawn one after another for the test set; a writer who would make it larger than its share is "
      "skipped.");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
