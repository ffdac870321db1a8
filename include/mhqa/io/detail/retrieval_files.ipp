// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of retrieval_files.hpp.
#pragma once

#include <mhqa/io/retrieval_files.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <system_error>

namespace mhqa::inline v0_1::io {

MHQA_INLINE query_ranking& rankings::at(std::string_view id) {
  const auto [found, fresh] = place.try_emplace(std::string{id}, queries.size());
  if (fresh) queries.push_back({std::string{id}, {}});
  return queries[found->second];
}

namespace detail {

/// The words of a line between white space.
[[nodiscard]] inline std::vector<std::string_view> fields_of_line(std::string_view line) {
  std::vector<std::string_view> out;
  for (std::size_t at = line.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    out.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(" \t\r", end);
  }
  return out;
}

[[noreturn]] inline void throw_not_a_number(std::string_view text, const place& where, const char* expected) {
  throw_data_error(where, std::string{"expected "} + expected + ", found \"" + std::string{text} + "\"");
}

MHQA_INLINE double score_of(std::string_view text, const place& where) {
  const bool plain = text.find_first_not_of("+-.0123456789eE") == std::string_view::npos;  // no "1_0", no "٣"
  const std::optional<double> value = plain ? python_float(text) : std::nullopt;
  if (!value || !std::isfinite(*value)) throw_not_a_number(text, where, "a finite score");
  return *value;
}

MHQA_INLINE int level_of(std::string_view text, const place& where) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) throw_not_a_number(text, where, "an integer level");
  return value;
}

MHQA_INLINE char first_character(const std::string& path) {
  const std::string head = file_head(path);
  const std::size_t at = head.find_first_not_of(" \t\r\n");
  if (at == std::string::npos) throw_data_error({.file = path}, "expected records, found an empty file");
  return head[at];
}

MHQA_INLINE std::string id_text(json_value value) {
  return value.is_number() ? std::to_string(value.integer()) : std::string{value.string()};
}

MHQA_INLINE void unique_documents::add(std::string document, double score) {
  if (!known_.insert(document).second) {
    throw_data_error({.file = path_, .id = query_.id}, "expected each document once, found \"" + document + "\" twice",
                     errc::duplicate);
  }
  query_.documents.emplace_back(std::move(document), score);
}

/// {document: score}, [document, …] or [[title, sentence], …], best first. Sentences of one title are one document.
inline void read_ranking(json_value value, query_ranking& query, const std::string& path) {
  unique_documents documents{query, path};
  if (value.is_object()) {
    value.entries(
        [&](std::string_view document, json_value score) { documents.add(std::string{document}, score.number()); });
    return;
  }
  value.array([&](json_value one) {
    const double score = documents.next_score();
    if (!one.is_array()) return documents.add(id_text(one), score);
    std::optional<std::string> title;
    one.array([&](json_value part) {
      if (!title) title = std::string{part.string()};
    });
    one.context().require(title.has_value(), "title");
    documents.add_if_new(std::move(*title), score);
  });
}

/// A document of FlashRAG or DPR: its id, its title where it has no id, and its score.
inline void read_retrieved(json_value list, query_ranking& query, const std::string& path) {
  unique_documents documents{query, path};
  list.array([&](json_value one) {
    std::optional<std::string> id, title;
    double score = documents.next_score();
    one.object([&](std::string_view key, json_value value) {
      if (key == "id" || key == "passage_id" || key == "docid") id = id_text(value);
      if (key == "title" && value.is_string()) title = std::string{value.string()};
      if (key == "score") {
        if (value.is_string()) {
          score = score_of(value.string(), value.context().where());
        } else {
          score = value.number();
        }
      }
    });
    if (!id) id = title;
    one.context().require(id.has_value(), "id");
    documents.add(std::move(*id), score);
  });
}

/// A record of FlashRAG's or DPR's output.
inline void read_output_record(json_value record, rankings& out, const std::string& path) {
  std::optional<std::string> id, question;
  query_ranking found;
  bool has_documents = false;
  const auto read_list = [&](json_value list) {
    has_documents = true;
    found.id = id.value_or(question.value_or(""));
    read_retrieved(list, found, path);
  };
  record.object([&](std::string_view key, json_value value) {
    if (key == "id" || key == "_id" || key == "q_id" || key == "question_id") {
      id = id_text(value);
    } else if (key == "question") {
      question = std::string{value.string()};
    } else if (key == "ctxs" || key == "retrieval_result") {
      read_list(value);
    } else if (key == "output" && value.is_object()) {
      value.object([&](std::string_view inner, json_value list) {
        if (inner == "retrieval_result") read_list(list);
      });
    }
  });
  record.context().require(has_documents, "ctxs or retrieval_result");
  record.context().require(id || question, "id or question");
  query_ranking& query = out.at(id ? *id : *question);
  if (!query.documents.empty()) {
    throw_data_error({.file = path, .id = query.id}, "expected each query once, found it twice", errc::duplicate);
  }
  query.documents = std::move(found.documents);
}

}  // namespace detail

MHQA_INLINE rankings read_rankings(const std::string& path) {
  rankings out;
  const char first = detail::first_character(path);
  const std::string head = file_head(path);
  const bool records = first == '[' || head.find("\"ctxs\"") != std::string::npos ||
                       head.find("\"retrieval_result\"") != std::string::npos;
  if (records) {
    json_records file{path};
    while (std::optional<json_value> record = file.next()) detail::read_output_record(*record, out, path);
  } else if (first == '{') {
    json_document file{path};
    file.for_each_entry([&](std::string_view key, json_value value) {
      if (key == "answer" || key == "evidence") return;
      if (key != "sp") return detail::read_ranking(value, out.at(key), path);
      value.entries([&](std::string_view id, json_value list) { detail::read_ranking(list, out.at(id), path); });
    });
  } else {
    line_reader lines{path, "one document of a ranking per line"};
    std::unordered_map<std::string, std::unordered_set<std::string, string_hasher>, string_hasher> seen;
    while (const auto line = lines.next_text()) {
      const auto fields = detail::fields_of_line(*line);
      if (fields.empty() || line->starts_with('#')) continue;  // a comment, as in trec_eval 10
      const place where{.file = path, .record = lines.number()};
      if (fields.size() != 6) {
        throw_data_error(where, "expected six fields of a TREC run, found " + std::to_string(fields.size()));
      }
      if (!seen[std::string{fields[0]}].emplace(fields[2]).second) {
        throw_data_error({.file = path, .record = lines.number(), .id = std::string{fields[0]}},
                         "expected each document once, found \"" + std::string{fields[2]} + "\" twice",
                         errc::duplicate);
      }
      out.at(fields[0]).documents.emplace_back(fields[2], detail::score_of(fields[4], where));
    }
  }
  if (out.queries.empty()) throw_data_error({.file = path}, "expected rankings, found none", errc::missing);
  return out;
}

namespace detail {

MHQA_INLINE std::vector<std::string_view> columns_of_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string_view> out;
  if (line.empty()) return out;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

/// {query: {document: level, …}} or {query: [document, …]}, whose documents have level 1.
[[nodiscard]] inline std::vector<judged_query> read_keyed_qrels(const std::string& path) {
  std::vector<judged_query> out;
  std::unordered_set<std::string, string_hasher> queries;
  json_document file{path};
  file.for_each_entry([&](std::string_view key, json_value value) {
    judged_query& query = out.emplace_back();
    query.id = key;
    value.context().id = query.id;
    std::unordered_set<std::string, string_hasher> documents;
    const auto add = [&](std::string document, int level, const json_context& context) {
      if (!documents.insert(document).second) {
        context.fail("expected one judgement of \"" + document + "\", found two");
      }
      query.levels.emplace_back(std::move(document), level);
    };
    if (!queries.insert(query.id).second) value.context().fail("expected each query once, found it twice");
    if (value.is_array()) {
      value.array([&](json_value document) { add(id_text(document), 1, document.context()); });
      return;
    }
    value.entries([&](std::string_view document, json_value level) {
      const std::int64_t given = level.integer();
      if (given < std::numeric_limits<int>::min() || given > std::numeric_limits<int>::max()) {
        level.context().fail("expected an integer level of 32 bits, found " + std::to_string(given));
      }
      add(std::string{document}, static_cast<int>(given), level.context());
    });
  });
  return out;
}

MHQA_INLINE std::vector<judged_query> read_qrels(const std::string& path) {
  std::vector<judged_query> out;
  std::unordered_map<std::string, std::size_t, string_hasher> place_of;
  std::unordered_map<std::string, std::unordered_set<std::string, string_hasher>, string_hasher> seen;
  line_reader lines{path, "one judgement per line"};
  bool has_heading = false;
  while (const auto line = lines.next_text()) {
    if (lines.number() == 1 && line->starts_with("query-id\t")) {
      has_heading = true;
      continue;
    }
    if (!has_heading && line->starts_with('#')) continue;  // a comment, as in trec_eval 10
    const auto fields = has_heading ? columns_of_line(*line) : fields_of_line(*line);
    if (fields.empty() || (lines.number() == 1 && fields[0] == "query-id")) continue;
    place where{.file = path, .record = lines.number()};
    if (fields.size() != 3 && fields.size() != 4) {
      throw_data_error(where,
                       "expected query, iteration, document and level (TREC), or query, document and level "
                       "(BEIR); found " +
                           std::to_string(fields.size()) + " fields");
    }
    const std::string query{fields[0]}, document{fields[fields.size() - 2]};
    where.id = query;
    if (!seen[query].insert(document).second) {
      throw_data_error(where, "expected one judgement of \"" + document + "\", found two", errc::duplicate);
    }
    const auto [found, fresh] = place_of.try_emplace(query, out.size());
    if (fresh) out.push_back({query, {}, {}, {}});
    out[found->second].levels.emplace_back(document, level_of(fields.back(), where));
  }
  return out;
}

MHQA_INLINE std::size_t support_documents::add(const std::string& document) {
  const auto [found, fresh] = places_.try_emplace(document, query_.levels.size());
  if (fresh) query_.levels.emplace_back(document, 1);
  return found->second;
}

/// Sets of alternatives: [[["a", "b"], ["c"]], …]. The ids are kept in `levels`, to which the sets refer by place.
inline void read_sets(json_value value, support_documents& documents,
                      std::vector<std::vector<std::vector<std::size_t>>>& sets) {
  value.array([&](json_value set) {
    sets.emplace_back();
    set.array([&](json_value group) {
      sets.back().emplace_back();
      group.array([&](json_value document) { sets.back().back().push_back(documents.add(id_text(document))); });
    });
  });
}

/// {document: level, …}: the levels of the documents of the sets and of others.
inline void read_levels(json_value value, std::vector<std::pair<std::string, int>>& levels) {
  value.entries([&](std::string_view document, json_value level) {
    const std::int64_t given = level.integer();
    if (given < 0 || given > std::numeric_limits<int>::max()) {
      level.context().fail("expected an integer level from 0, found " + std::to_string(given));
    }
    levels.emplace_back(document, static_cast<int>(given));
  });
}

/// Gives each document of a query its level.
inline void set_levels(judged_query& query, const std::vector<std::pair<std::string, int>>& levels, json_value record) {
  std::unordered_map<std::string_view, int, string_hasher> given;
  for (const auto& [document, level] : levels) {
    if (!given.emplace(document, level).second) {
      record.context().fail("expected one level of \"" + document + "\", found two");
    }
  }
  for (auto& [document, level] : query.levels) {
    const auto found = given.find(document);
    if (found == given.end()) record.context().fail("expected a level of \"" + document + "\", which is in \"sets\"");
    level = found->second;
    given.erase(found);
  }
  for (const auto& one : levels) {
    if (given.contains(one.first)) query.levels.push_back(one);
  }
}

/// A record of a data set, or {"id", "sets", "levels"} with the groups of evidence.
inline void read_judged_record(json_value record, judged_query& query) {
  std::vector<std::vector<std::vector<std::size_t>>> sets;
  std::optional<std::vector<std::pair<std::string, int>>> levels;
  bool has_id = false, labelled = false;
  support_documents documents{query};
  const auto support = [&](const std::string& document) {
    labelled = true;
    documents.add(document);
  };
  record.object([&](std::string_view key, json_value value) {
    if (key == "id" || key == "_id") {
      has_id = true;
      query.id = id_text(value);
      value.context().id = query.id;
    } else if (key == "sets") {
      labelled = true;
      read_sets(value, documents, sets);
    } else if (key == "levels") {
      read_levels(value, levels.emplace());
    } else if (key == "group" || key == "type") {
      query.group = value.string();
    } else if (key == "supporting_facts") {
      labelled = true;
      std::vector<supporting_fact> facts;
      read_facts(value, facts);
      for (const supporting_fact& fact : facts) support(std::string{fact.title});
    } else if (key == "question_decomposition") {
      read_table(value, std::array<table_column, 1>{{{"paragraph_support_idx", {}, false}}}, {},
                 [&](std::size_t, std::size_t, json_value idx) {
                   if (!idx.is_null()) support(std::to_string(idx.integer()));
                 });
    }
  });
  record.context().require(has_id, "id");
  record.context().require(labelled, "supporting_facts, question_decomposition or sets");
  if (levels) {
    record.context().require(!sets.empty(), "sets");
    set_levels(query, *levels, record);
  }
  if (query.group.empty() && query.id.find("hop") < 2) query.group = query.id.substr(0, query.id.find("hop") + 3);
  for (const auto& set : sets) {
    evidence_set<std::string_view>& to = query.sets.emplace_back();
    for (const auto& group : set) {
      alternatives<std::string_view>& ids = to.emplace_back();
      for (const std::size_t at : group) ids.emplace_back(query.levels[at].first);
    }
  }
}

}  // namespace detail

MHQA_INLINE std::vector<judged_query> read_judgements(const std::string& path) {
  std::vector<judged_query> out;
  const char first = detail::first_character(path);
  const std::string head = file_head(path);
  const auto has_id = [&](std::string_view name) { return head_has(head, name) && !head_has(head, name, true); };
  const bool records = first == '[' || has_id("id") || has_id("_id") || head_has(head, "supporting_facts") ||
                       head_has(head, "question_decomposition") || head_has(head, "sets", true);
  if (first == '{' && !records) {
    out = detail::read_keyed_qrels(path);
  } else if (records) {
    json_records file{path};
    std::unordered_set<std::string, string_hasher> ids;
    while (std::optional<json_value> record = file.next()) {
      detail::read_judged_record(*record, out.emplace_back());
      if (!ids.insert(out.back().id).second) {
        throw_data_error({.file = path, .id = out.back().id}, "expected each query once, found it twice",
                         errc::duplicate);
      }
    }
  } else {
    out = detail::read_qrels(path);
  }
  if (out.empty()) throw_data_error({.file = path}, "expected judgements, found none", errc::missing);
  for (judged_query& query : out) {
    if (query.sets.empty()) need_all_relevant(query);
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
