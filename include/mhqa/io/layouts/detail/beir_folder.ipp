// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of beir_folder.hpp.
#pragma once

#include <mhqa/io/layouts/beir_folder.hpp>

#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <cstddef>
#include <system_error>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Returns the qrels of a folder, by name.
[[nodiscard]] inline std::vector<std::filesystem::path> qrels_of(const std::string& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code error;
  std::filesystem::directory_iterator at{std::filesystem::path{folder} / "qrels", error};
  for (; !error && at != std::filesystem::directory_iterator{}; at.increment(error)) {
    if (at->path().extension() == ".tsv") out.push_back(at->path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// The judged documents of a BEIR folder.
struct beir_documents {
  struct document {
    std::string_view title, text;
    bool found = false;
  };
  string_index ids;
  std::vector<document> documents;
  string_arena texts;

  void need(std::string_view id) {
    if (ids.insert(id).second) documents.emplace_back();
  }

  /// Reads the documents that are needed.
  void read(const std::string& path, named_counts& lost) {
    json_records source{path};
    while (std::optional<json_value> value = source.next()) {
      std::string_view id, title, text;
      const auto lose = [&](std::string_view key, json_value field) {
        if (key != "metadata" || !field.is_object() || field.raw() != "{}") lost.add("corpus." + std::string{key});
      };
      read_fields(*value, required_field{"_id", [&](json_value field) { id = read_id(field); }},
                  optional_field{"title", or_null(title)}, required_field{"text", text}, other_fields{lose});
      const std::uint32_t number = ids.find(id);
      if (number == string_index::npos) {
        lost.add("corpus: documents that no query judges");
        continue;
      }
      if (documents[number].found) value->context().fail("expected each document once, found it twice");
      documents[number] = {texts.store(title), texts.store(text), true};
    }
  }
};

/// Reads the queries of a BEIR folder with their judged documents.
struct beir_queries {
  struct judgements {
    judged_query query;
    std::string split;
    bool found = false;
  };
  std::vector<judgements> judged;
  std::unordered_map<std::string, std::size_t, string_hasher> place;  // by the query's id
  beir_documents corpus;

  /// Reads the judgements, then the documents that they name.
  void read_judged(const std::filesystem::path& root, named_counts& lost) {
    for (const std::filesystem::path& path : qrels_of(root.string())) {
      for (judged_query& query : read_qrels(path.string())) {
        if (!place.try_emplace(query.id, judged.size()).second) {
          throw_data_error({.file = path.string(), .id = query.id}, "expected each query in one split, found it in two",
                           errc::duplicate);
        }
        judged.push_back({std::move(query), path.stem().string()});
      }
    }
    if (judged.empty()) {
      throw_data_error({.file = (root / "qrels").string()}, "expected judgements in SPLIT.tsv, found none",
                       errc::missing);
    }
    for (const judgements& one : judged) {
      for (const auto& [document, level] : one.query.levels) corpus.need(document);
    }
    corpus.read((root / "corpus.jsonl").string(), lost);
  }

  /// Reads a query; returns false if it has no judgements.
  [[nodiscard]] bool read(json_value value, any_question& q, named_counts& lost) {
    clear(q);
    answer_extras about;
    std::optional<std::string_view> answer;
    std::vector<std::string_view> aliases;
    const auto read_metadata = [&](std::string_view name, json_value part) {
      if (name == "answer" && part.is_string()) {
        answer = part.string();
      } else if (name == "answer_aliases" && part.is_array()) {
        read_strings(part, aliases);
      } else {
        read_extra(name, part, q, about, lost);
      }
    };
    const auto read_other = [&](std::string_view key, json_value field) {
      key == "metadata" && field.is_object() ? field.object(read_metadata) : keep_other(key, field, q);
    };
    read_fields(value, required_field{"_id", [&](json_value field) { q.id = read_id(field); }},
                required_field{"text", q.question}, other_fields{read_other});
    const auto at = place.find(std::string{q.id});
    if (at == place.end()) {
      lost.add("queries: without judgements");
      return false;
    }
    judgements& one = judged[at->second];
    one.found = true;
    if (answer) q.answers.push_back({*answer, std::nullopt});
    for (const std::string_view alias : aliases) q.answers.push_back({alias, std::nullopt});
    finish_extras(q, about, value.context());
    if (q.split.empty()) q.split = one.split;
    put_passages(one.query, q, value.context());
    return true;
  }

 private:
  void put_passages(const judged_query& query, any_question& q, const json_context& context) const {
    q.passages.clear();
    q.has_labels = true;
    for (const auto& [id, level] : query.levels) {
      const beir_documents::document& d = corpus.documents[corpus.ids.find(id)];
      if (!d.found) context.fail("expected the judged document \"" + id + "\" in corpus.jsonl, which lacks it");
      q.passages.push_back({.id = id,
                            .idx = static_cast<std::int64_t>(q.passages.size()),
                            .title = d.title,
                            .parts = {d.text},
                            .level = level});
    }
  }
};

}  // namespace detail

MHQA_INLINE void read_beir_folder(const std::string& folder, named_counts& lost, const question_sink& to) {
  const std::filesystem::path root{folder};
  detail::beir_queries in;
  in.read_judged(root, lost);
  const std::string queries = (root / "queries.jsonl").string();
  json_records source{queries};
  any_question q;
  while (std::optional<json_value> value = source.next()) {
    if (in.read(*value, q, lost)) to(q);
  }
  for (const detail::beir_queries::judgements& one : in.judged) {
    if (one.found) continue;
    throw_data_error({.file = queries, .id = one.query.id}, "expected the judged query, which is missing",
                     errc::missing);
  }
}

MHQA_INLINE beir_writer::beir_writer(const std::string& folder) : root_{folder} {
  make(root_);
  make(root_ / "qrels");
  corpus_.emplace((root_ / "corpus.jsonl").string());
  queries_.emplace((root_ / "queries.jsonl").string());
}

MHQA_INLINE beir_writer::~beir_writer() {
  corpus_.reset();
  queries_.reset();
  qrels_.clear();
  std::error_code ignored;
  for (; !made_.empty(); made_.pop_back()) std::filesystem::remove(made_.back(), ignored);  // fails with files in it
}

MHQA_INLINE void beir_writer::add(const any_question& q, conversion_counts& counts) {
  if (detail::several_spans(q, 0)) return counts.left_out.add("an answer of several spans");
  if (q.question.empty()) return counts.left_out.add("no question");
  if (!q.has_labels || q.passages.empty()) return counts.left_out.add("no paragraph that is known to support");
  count_losses(q, fields, counts.lost);
  atomic_file& qrels = split_of(q, counts);
  string_index judged;
  for (const any_passage& p : q.passages) {
    const std::string id = document_of(p, q.id);
    if (!judged.insert(ids_.store(id)).second) {
      counts.lost.add("context: equal paragraphs of a question");
      continue;
    }
    line_.clear();
    line_.append(expect_word(q.id, q.id)).append("\t").append(id).append("\t").append(std::to_string(p.level));
    qrels.write(line_ += '\n');
  }
  line_.clear();
  json_writer json{line_};
  json.begin_object().member("_id", q.id).member("text", q.question).key("metadata").begin_object();
  if (!q.answers.empty() && !q.unanswerable()) {
    json.member("answer", q.answers.front().text);
    if (q.answers.size() > 1) {
      json.key("answer_aliases").begin_array();
      for (std::size_t i = 1; i < q.answers.size(); ++i) {
        detail::several_spans(q, i) ? counts.lost.add("answer_aliases: of several spans")
                                    : void(json.value(q.answers[i].text));
      }
      json.end_array();
    }
  }
  if (!q.source.empty()) json.member("data_source", q.source);
  if (!q.ability.empty()) json.member("ability", q.ability);
  if (q.index) json.member("index", *q.index);
  detail::write_extras(json, q, counts.lost, true);
  json.end_object().end_object();
  queries_->write(line_ += '\n');
  ++counts.written;
}

MHQA_INLINE void beir_writer::finish(conversion_counts&) {
  for (const std::filesystem::path& path : detail::qrels_of(root_.string())) {
    if (qrels_.count(path.stem().string()) != 0) continue;
    throw_data_error({.file = path.string()}, "expected no judgements of another conversion in the folder");
  }
}

MHQA_INLINE void beir_writer::commit() {
  corpus_->close();
  queries_->close();
  for (auto& [split, file] : qrels_) file.close();
  for (const auto& [split, file] : qrels_) {  // they name documents that are about to be replaced
    std::error_code ignored;
    std::filesystem::remove(root_ / "qrels" / (split + ".tsv"), ignored);
  }
  corpus_->commit();
  queries_->commit();
  for (auto& [split, file] : qrels_) file.commit();
}

MHQA_INLINE void beir_writer::make(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::create_directory(folder, error)) made_.push_back(folder);
  if (error) throw_data_error({.file = folder.string()}, "cannot make the folder: " + error.message());
}

MHQA_INLINE std::string_view beir_writer::expect_word(std::string_view id, std::string_view question) const {
  if (id.find_first_of("\t\r\n") == id.npos && !id.empty()) return id;
  throw_data_error({.file = root_.string(), .id = std::string{question}},
                   "expected an id without tabs and line breaks, found \"" + std::string{id} + "\"");
}

MHQA_INLINE atomic_file& beir_writer::split_of(const any_question& q, conversion_counts& counts) {
  const bool known = q.split == "train" || q.split == "dev" || q.split == "test";
  if (!known) q.split.empty() ? counts.absent.add("split") : counts.lost.add("split");
  const std::string name{known ? q.split : std::string_view{"test"}};
  const auto found = qrels_.find(name);
  if (found != qrels_.end()) return found->second;
  atomic_file& made = qrels_.try_emplace(name, (root_ / "qrels" / (name + ".tsv")).string()).first->second;
  made.write("query-id\tcorpus-id\tscore\n");
  return made;
}

MHQA_INLINE std::string beir_writer::document_of(const any_passage& p, std::string_view question) {
  const std::string_view text = detail::text_of(p, scratch_);
  content_.assign(p.title).append(1, '\0').append(text);
  const fingerprint content{keyed_hash(content_, first_), keyed_hash(content_, second_)};
  std::string id{p.id};
  if (p.id.empty()) {
    const auto found = numbers_.find(content);
    if (found != numbers_.end()) return found->second;
    do {
      id = std::to_string(next_++);
    } while (contents_.count(id) != 0);
    numbers_.emplace(content, id);
  }
  const auto [known, fresh] = contents_.try_emplace(std::string{expect_word(id, question)}, content);
  if (!fresh) {
    if (known->second == content) return id;
    throw_data_error({.file = root_.string(), .id = std::string{question}},
                     "expected one text of the document \"" + id + "\", found two", errc::duplicate);
  }
  line_.clear();
  json_writer json{line_};
  json.begin_object().member("_id", id).member("title", p.title).member("text", text).end_object();
  corpus_->write(line_ += '\n');
  return id;
}

}  // namespace mhqa::inline v0_1::io
